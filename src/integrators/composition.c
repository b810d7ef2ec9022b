/// Coefficients of the splitting methods.
#include "integrators/composition.h"

// Updates the momenta, then the pose with the new momenta.
static const composition composition_semi_implicit_euler = {1, {1, 0}, {1}, 0};

// Stoermer 1907, Verlet 1967: half a kick, a whole drift, half a kick.
static const composition composition_exact = {1, {0.5, 0.5}, {1}, 1};

// The two methods below are from Blanes and Moan 2002, Practical symplectic partitioned Runge-Kutta and
// Runge-Kutta-Nystroem methods. They need forces that depend on pose and time only. The last coefficient of each list
// makes the sum 1.
#define A1 0.245298957184271
#define A2 0.604872665711080
#define A3 (0.5 - (A1 + A2))
#define B1 0.0829844064174052
#define B2 0.396309801498368
#define B3 (-0.0390563049223486)
#define B4 (1 - 2 * (B1 + B2 + B3))
static const composition composition_rkn4 = {6, {B1, B2, B3, B4, B3, B2, B1}, {A1, A2, A3, A3, A2, A1}, 1};
#undef A1
#undef A2
#undef A3
#undef B1
#undef B2
#undef B3
#undef B4

#define A1 0.123229775946271
#define A2 0.290553797799558
#define A3 (-0.127049212625417)
#define A4 (-0.246331761062075)
#define A5 0.357208872795928
#define A6 (1 - 2 * (A1 + A2 + A3 + A4 + A5))
#define B1 0.0414649985182624
#define B2 0.198128671918067
#define B3 (-0.0400061921041533)
#define B4 0.0752539843015807
#define B5 (-0.0115113874206879)
#define B6 (0.5 - (B1 + B2 + B3 + B4 + B5))
static const composition composition_rkn6 = {
    11, {B1, B2, B3, B4, B5, B6, B6, B5, B4, B3, B2, B1}, {A1, A2, A3, A4, A5, A6, A5, A4, A3, A2, A1}, 1};

// One pointer per row of methods.def; NULL for Runge-Kutta methods, which have Butcher tables.
#define COMPOSITION_runge_kutta(name) NULL
#define COMPOSITION_splitting(name) &composition_##name
static const composition *const compositions[GYRE_METHOD_COUNT] = {
#define X(name, order, family, text) COMPOSITION_##family(name),
#include "gyre/methods.def"
#undef X
};

const composition *gyre_composition_of(gyre_method method) {
    return (unsigned)method < GYRE_METHOD_COUNT ? compositions[method] : NULL;
}
