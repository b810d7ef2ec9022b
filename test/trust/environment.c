/// A wrong floating-point environment is detected: each wrong one is set, and worlds and solvers must refuse to begin
/// with the right result code, and must begin once it is restored. Prints what was tried; exits with 1 if one was not
/// noticed.
#include "gyre/gyre.h"

#include <fenv.h>
#include <stdio.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

static int tried, wrong;

static gyre_result still(double t, const double *y, double *out_dydt, void *user) {
    (void)t, (void)y, (void)user;
    out_dydt[0] = 0;
    return GYRE_OK;
}

static void expect(const char *what, const char *call, gyre_result got, gyre_result want) {
    tried++;
    if (got == want) return;
    wrong++;
    printf("FAILED: %s: %s gives %s, not %s\n", what, call, gyre_result_name(got), gyre_result_name(want));
}

// Every call that begins something, in the environment as it is now.
static void try_all(const char *what, gyre_result want) {
    double y = 1;
    gyre_world *world = NULL;
    gyre_result check = gyre_check_environment();
    gyre_result create = gyre_world_create(NULL, &world);
    gyre_ode_options options = gyre_ode_options_default();
    gyre_result ode = gyre_ode(&y, &y, 1, 0, 1, still, NULL, &options, NULL);
    gyre_world_destroy(world);
    fesetround(FE_TONEAREST); // printing and comparing happen as usual
    expect(what, "gyre_check_environment", check, want);
    expect(what, "gyre_world_create", create, want);
    expect(what, "gyre_ode", ode, want);
}

static void try_rounding(const char *what, int mode) {
    if (fesetround(mode) != 0) {
        printf("%s: this machine cannot\n", what);
        return;
    }
    try_all(what, GYRE_ERR_ROUNDING);
    try_all("set back", GYRE_OK);
}

#if defined(__x86_64__)
static void try_control_word(const char *what, unsigned bits, gyre_result want) {
    unsigned usual = _mm_getcsr();
    _mm_setcsr(usual | bits);
    try_all(what, want);
    _mm_setcsr(usual);
    try_all("set back", GYRE_OK);
}
#endif

int main(void) {
    try_all("as started", GYRE_OK);
    try_rounding("upward", FE_UPWARD);
    try_rounding("downward", FE_DOWNWARD);
    try_rounding("toward zero", FE_TOWARDZERO);
#if defined(__x86_64__)
    try_control_word("flush to zero", 0x8000, GYRE_ERR_DENORMALS);
    try_control_word("denormals are zero", 0x0040, GYRE_ERR_DENORMALS);
#endif
    printf("%d calls, %d wrong\n", tried, wrong);
    return wrong != 0;
}
