/// Finds common mistakes by comparing a given tensor with the tensor computed from the body: undoes each mistake and
/// measures the difference.
#include "mass/mass_check.h"

#include "mass/tensor.h"
#include "math/finite.h"

#include <stdbool.h>
#include <stdio.h>

static const char *const slip_texts[GYRE_SLIP_COUNT] = {
    [GYRE_SLIP_NONE] = "the tensor agrees with the body",
    [GYRE_SLIP_UNKNOWN] = "",
    [GYRE_SLIP_SIGN] = "the products of inertia have the wrong sign: Ixy must be minus the integral of x y dm",
    [GYRE_SLIP_POINT] = "the tensor is about the model's origin: it must be about the centre of mass",
    [GYRE_SLIP_SIGN_AND_POINT] =
        "the tensor is about the model's origin, and its products of inertia have the wrong sign",
    [GYRE_SLIP_MILLIMETRES] = "the tensor is in kg mm^2: multiply by 1e-6",
    [GYRE_SLIP_GRAMS] = "the tensor is in g m^2: multiply by 1e-3",
    [GYRE_SLIP_GRAM_MILLIMETRES] = "the tensor is in g mm^2: multiply by 1e-9",
    [GYRE_SLIP_AXES] = "the axes are in another order than the model's",
};

// Units that users mistake for kg m^2. A wrong unit can occur together with another mistake.
static const struct unit {
    double factor;
    gyre_inertia_slip slip;
    const char *text;
} units[] = {
    {1, GYRE_SLIP_NONE, ""},
    {1e-6, GYRE_SLIP_MILLIMETRES, "; its numbers must be multiplied by 1e-6 (kg mm^2)"},
    {1e-3, GYRE_SLIP_GRAMS, "; its numbers must be multiplied by 1e-3 (g m^2)"},
    {1e-9, GYRE_SLIP_GRAM_MILLIMETRES, "; its numbers must be multiplied by 1e-9 (g mm^2)"},
};
enum { UNIT_COUNT = sizeof units / sizeof units[0] };

// The best explanation found so far.
typedef struct search {
    const gyre_tensor *actual;
    double size; // magnitude of `actual`
    int unit;    // index of the unit being tried
    int best_unit;
    gyre_slip_report best;
} search;

// Records the mistake if undoing it gives a smaller error than before; in a tie, keeps the mistake tried first.
static void try_slip(search *s, gyre_inertia_slip slip, gyre_tensor undone) {
    gyre_tensor difference = tensor_plus(undone, -1, *s->actual);
    double error = tensor_size(&difference) / s->size;
    if (error < s->best.error) {
        s->best.slip = slip == GYRE_SLIP_NONE ? units[s->unit].slip : slip;
        s->best.error = error;
        s->best_unit = s->unit;
    }
}

static gyre_tensor with_other_signs(gyre_tensor t) { return (gyre_tensor){t.xx, t.yy, t.zz, -t.xy, -t.xz, -t.yz}; }

// The tensor with its axes a, b, c renamed x, y, z.
static gyre_tensor with_axes(const gyre_tensor *t, int a, int b, int c) {
    mat3 m = tensor_in(t);
    return (gyre_tensor){m.m[a][a], m.m[b][b], m.m[c][c], m.m[a][b], m.m[a][c], m.m[b][c]};
}

static void try_all(search *s, const gyre_tensor *stated, gyre_tensor point_inertia) {
    static const int orders[5][3] = {{0, 2, 1}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};
    for (s->unit = 0; s->unit < UNIT_COUNT; s->unit++) {
        gyre_tensor t = tensor_plus((gyre_tensor){0}, units[s->unit].factor, *stated);
        try_slip(s, GYRE_SLIP_NONE, t);
        try_slip(s, GYRE_SLIP_SIGN, with_other_signs(t));
        try_slip(s, GYRE_SLIP_POINT, tensor_plus(t, -1, point_inertia));
        try_slip(s, GYRE_SLIP_SIGN_AND_POINT, tensor_plus(with_other_signs(t), -1, point_inertia));
        for (int i = 0; i < 5; i++)
            try_slip(s, GYRE_SLIP_AXES, with_axes(&t, orders[i][0], orders[i][1], orders[i][2]));
    }
}

// Writes the text. Appends a wrong unit to the text of another mistake.
static void describe(search *s, gyre_inertia_slip verdict) {
    gyre_slip_report *best = &s->best;
    bool is_unit_alone = best->slip == units[s->best_unit].slip;
    const char *unit = is_unit_alone ? "" : units[s->best_unit].text;
    if (verdict == GYRE_SLIP_UNKNOWN && best->slip == GYRE_SLIP_NONE)
        snprintf(best->text, sizeof best->text,
                 "no known mistake explains the difference (%.2g of the body's largest entry)", best->error);
    else if (verdict == GYRE_SLIP_UNKNOWN)
        snprintf(best->text, sizeof best->text,
                 "no known mistake explains the difference; the closest leaves %.2g of it: %s%s", best->error,
                 slip_texts[best->slip], unit);
    else
        snprintf(best->text, sizeof best->text, "%s%s", slip_texts[best->slip], unit);
    best->factor = units[s->best_unit].factor;
    best->slip = verdict;
}

gyre_result gyre_inertia_diagnose(const gyre_tensor *stated, const gyre_mass_properties *actual, double tolerance,
                                  gyre_slip_report *out_report) {
    if (!stated || !actual || !out_report) return GYRE_ERR_NULL_POINTER;
    if (!(tolerance > 0) || !is_finite(tolerance)) return GYRE_ERR_TOLERANCE;
    if (!is_finite_array(&stated->xx, 6)) return GYRE_ERR_NOT_FINITE;
    gyre_result r = gyre_mass_properties_check(actual);
    if (r != GYRE_OK) return r;
    double size = tensor_size(&actual->inertia);
    if (!(size > 0)) return GYRE_ERR_INERTIA; // a point has no inertia to compare with

    search s = {.actual = &actual->inertia, .size = size, .best = {.error = __builtin_inf()}};
    // tested first: undoing a mistake may bring a correct but rounded tensor even closer to the body's tensor
    try_slip(&s, GYRE_SLIP_NONE, *stated);
    if (!(s.best.error <= tolerance))
        try_all(&s, stated, tensor_plus((gyre_tensor){0}, actual->mass, tensor_of_point(actual->center)));
    describe(&s, s.best.error <= tolerance ? s.best.slip : GYRE_SLIP_UNKNOWN);
    *out_report = s.best;
    return GYRE_OK;
}
