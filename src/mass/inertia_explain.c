/// Finds common mistakes that explain an impossible tensor: undoes each mistake and checks the result.
#include "mass/tensor.h"

#include <stdbool.h>
#include <stdio.h>

static const char *const entry_names[6] = {"Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"};

// fraction of the largest moment; rounding of printed numbers causes no larger error
static const double ROUNDING_MAX = 1e-2;

static bool is_physical(const gyre_tensor *inertia) { return gyre_inertia_check(inertia, NULL) == GYRE_OK; }

// Adds an explanation if the corrected tensor is valid. Returns the buffer for the explanation's text, or NULL if the
// tensor is invalid.
static char *mend(gyre_inertia_explanation *e, gyre_inertia_cause cause, gyre_tensor mended) {
    if (!is_physical(&mended)) return NULL;
    gyre_inertia_mending *m = &e->mendings[e->count++];
    m->cause = cause;
    m->inertia = mended;
    return m->text;
}

static void try_rounding(gyre_inertia_explanation *e, const gyre_tensor *t, const gyre_inertia_report *report) {
    gyre_tensor nearest;
    double part = report->deficit / report->moments[2];
    if (!(report->moments[2] > 0 && part <= ROUNDING_MAX)) return;
    if (gyre_inertia_nearest(t, &nearest, NULL) != GYRE_OK) return;
    char *text = mend(e, GYRE_CAUSE_ROUNDING, nearest);
    if (text)
        snprintf(text, sizeof e->mendings->text,
                 "digits were lost in rounding: the nearest possible body is a %s, %.2g %% of the largest moment away",
                 report->problem == GYRE_INERTIA_NEGATIVE ? "thin rod" : "flat plate", 100 * part);
}

static void try_sign(gyre_inertia_explanation *e, const gyre_tensor *t) {
    char *text = mend(e, GYRE_CAUSE_SIGN, (gyre_tensor){t->xx, t->yy, t->zz, -t->xy, -t->xz, -t->yz});
    if (text)
        snprintf(text, sizeof e->mendings->text,
                 "the products of inertia have the wrong sign: Ixy must be minus the integral of x y dm");
}

// Tries the orders in which other programs list the six entries; the table maps their positions to xx, yy, zz, xy, xz,
// yz.
static void try_orders(gyre_inertia_explanation *e, const gyre_tensor *t) {
    static const struct {
        int of[6];
        const char *text;
    } orders[] = {{{0, 3, 5, 1, 2, 4}, "xx xy xz yy yz zz"},
                  {{0, 2, 5, 1, 3, 4}, "xx xy yy xz yz zz"},
                  {{0, 1, 2, 5, 4, 3}, "xx yy zz yz xz xy"}};
    const double *n = &t->xx;
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        const int *of = orders[i].of;
        char *text =
            mend(e, GYRE_CAUSE_ORDER, (gyre_tensor){n[of[0]], n[of[1]], n[of[2]], n[of[3]], n[of[4]], n[of[5]]});
        if (!text) continue;
        snprintf(text, sizeof e->mendings->text, "the entries are in the order %s: Gyre expects xx yy zz xy xz yz",
                 orders[i].text);
        return;
    }
}

// value * 10^power for power -3 to 3, rounded only once, so that 0.8 becomes 0.08.
static double times_power(double value, int power) {
    static const double tens[] = {1, 10, 100, 1000};
    return power < 0 ? value / tens[-power] : value * tens[power];
}

static gyre_tensor with_power(const gyre_tensor *t, int entry, int power) {
    double n[6];
    for (int i = 0; i < 6; i++)
        n[i] = i == entry ? times_power((&t->xx)[i], power) : (&t->xx)[i];
    return (gyre_tensor){n[0], n[1], n[2], n[3], n[4], n[5]};
}

// Exponent nearest 0 for which multiplying this entry by 10^exponent makes the tensor valid; 0 if no exponent does.
static int find_power(const gyre_tensor *t, int entry) {
    static const int powers[] = {-1, 1, -2, 2, -3, 3};
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
        gyre_tensor changed = with_power(t, entry, powers[i]);
        if (is_physical(&changed)) return powers[i];
    }
    return 0;
}

// Tests whether one entry has a wrong factor. Reports nothing if several entries could be the cause.
static void try_entries(gyre_inertia_explanation *e, const gyre_tensor *t) {
    int culprit = -1, power = 0;
    for (int i = 0; i < 6; i++) {
        int found = find_power(t, i);
        if (found == 0) continue;
        if (culprit >= 0) return;
        culprit = i;
        power = found;
    }
    if (culprit < 0) return;
    gyre_tensor changed = with_power(t, culprit, power);
    char *text = mend(e, GYRE_CAUSE_ENTRY, changed);
    if (text)
        snprintf(text, sizeof e->mendings->text, "one entry is %g times too %s: %s is %.6g, should be %.6g",
                 times_power(1, power < 0 ? -power : power), power > 0 ? "small" : "large", entry_names[culprit],
                 (&t->xx)[culprit], times_power((&t->xx)[culprit], power));
}

// Tests whether second moments S = integral of x x^T dm were given as the inertia tensor.  I = tr(S) 1 - S
static void try_second_moments(gyre_inertia_explanation *e, const gyre_tensor *s) {
    char *text = mend(e, GYRE_CAUSE_SECOND_MOMENTS,
                      (gyre_tensor){s->yy + s->zz, s->xx + s->zz, s->xx + s->yy, -s->xy, -s->xz, -s->yz});
    if (text)
        snprintf(text, sizeof e->mendings->text,
                 "these are second moments (integrals of x^2, x y, ...), not moments of inertia: Ixx is the integral "
                 "of y^2 + z^2");
}

gyre_result gyre_inertia_explain(const gyre_tensor *inertia, gyre_inertia_explanation *out_explanation) {
    if (!inertia || !out_explanation) return GYRE_ERR_NULL_POINTER;
    gyre_inertia_report report;
    gyre_result r = gyre_inertia_check(inertia, &report);
    if (r == GYRE_ERR_NOT_FINITE) return r;
    gyre_inertia_explanation found = {0};
    if (r != GYRE_OK) {
        try_rounding(&found, inertia, &report);
        bool is_rounding = found.count > 0;
        try_sign(&found, inertia);
        try_orders(&found, inertia);
        // these corrections are so large that they would also make a tensor with a mere rounding error valid
        if (!is_rounding) {
            try_entries(&found, inertia);
            try_second_moments(&found, inertia);
        }
    }
    *out_explanation = found;
    return GYRE_OK;
}
