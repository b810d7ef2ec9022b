/// The list of shapes: names, validation, and conversion of parameters to mass properties.
#include "gyre/shape.h"

#include "mass/shape_formulas.h"
#include "mass/simplex.h"
#include "math/finite.h"

#include <float.h>
#include <string.h>

typedef struct shape_row {
    const char *name;
    int dimension;
    size_t parameter_count;
    const char *parameters;
    const char *text;
    shape_moments (*solid)(const double *p);
    shape_moments (*shell)(const double *p); // NULL for surfaces and lines
} shape_row;

static const shape_row rows[GYRE_SHAPE_KIND_COUNT] = {
#define X(name, dimension, count, parameters, text)                                                                    \
    {#name, dimension, count, parameters, text, gyre_solid_##name, SHELL_##dimension(gyre_shell_##name, NULL)},
#include "gyre/primitives.def"
#undef X
};

#define X(name, dimension, count, parameters, text)                                                                    \
    _Static_assert(count <= GYRE_SHAPE_PARAMETERS_MAX, "too many parameters: " #name);
#include "gyre/primitives.def"
#undef X

// ---- validation of parameters ---------------------------------------------------------------------------------------

static bool is_length(double a) { return a > 0 && is_finite(a); }
static bool is_length_or_zero(double a) { return a >= 0 && is_finite(a); }

static bool is_simplex(const double *p, int corner_count) {
    vec3 corners[4];
    if (!is_finite_array(p, 3 * (size_t)corner_count)) return false;
    for (int i = 0; i < corner_count; i++)
        corners[i] = (vec3){p[3 * i], p[3 * i + 1], p[3 * i + 2]};
    return !gyre_simplex_is_flat(corners, corner_count);
}

#define X(shape, condition, text)                                                                                      \
    static bool is_##shape(const double *p) { return condition; }
#include "mass/shape_conditions.def"
#undef X

static const struct {
    bool (*holds)(const double *p); // NULL: all parameters are lengths > 0
    const char *text;
} conditions[GYRE_SHAPE_KIND_COUNT] = {
#define X(shape, condition, text) [GYRE_SHAPE_##shape] = {is_##shape, text},
#include "mass/shape_conditions.def"
#undef X
};

static bool is_known(gyre_shape_kind kind) { return (unsigned)kind < GYRE_SHAPE_KIND_COUNT; }

static bool is_possible(const gyre_shape *shape) {
    if (!is_known(shape->kind)) return false;
    const shape_row *row = &rows[shape->kind];
    if (shape->is_hollow && !row->shell) return false;
    if (conditions[shape->kind].holds) return conditions[shape->kind].holds(shape->parameters);
    for (size_t i = 0; i < row->parameter_count; i++)
        if (!is_length(shape->parameters[i])) return false;
    return true;
}

// Numbers below DBL_MIN have lost digits, or are 0 because a square underflowed.
static bool is_in_range(double a) { return a >= DBL_MIN && is_finite(a); }

static gyre_result moments_of_shape(const gyre_shape *shape, shape_moments *out_moments) {
    if (!is_possible(shape)) return GYRE_ERR_SHAPE;
    const shape_row *row = &rows[shape->kind];
    shape_moments m = (shape->is_hollow ? row->shell : row->solid)(shape->parameters);
    gyre_tensor c = m.covariance;
    if (!is_in_range(m.measure) || !is_in_range(c.xx + c.yy + c.zz)) return GYRE_ERR_NOT_FINITE;
    *out_moments = m;
    return GYRE_OK;
}

// ---- names ----------------------------------------------------------------------------------------------------------

const char *gyre_shape_name(gyre_shape_kind kind) { return is_known(kind) ? rows[kind].name : NULL; }

const char *gyre_shape_text(gyre_shape_kind kind) { return is_known(kind) ? rows[kind].text : NULL; }

const char *gyre_shape_condition(gyre_shape_kind kind) {
    const char *text = is_known(kind) ? conditions[kind].text : NULL;
    return text ? text : "the sizes are invalid";
}

int gyre_shape_dimension(gyre_shape_kind kind) { return is_known(kind) ? rows[kind].dimension : 0; }

size_t gyre_shape_parameter_count(gyre_shape_kind kind) { return is_known(kind) ? rows[kind].parameter_count : 0; }

const char *gyre_shape_parameter_name(gyre_shape_kind kind, size_t index) {
    if (index >= gyre_shape_parameter_count(kind)) return NULL;
    const char *name = rows[kind].parameters;
    for (; index > 0; index--)
        name += strlen(name) + 1;
    return name;
}

gyre_result gyre_shape_from_name(const char *name, gyre_shape_kind *out_kind) {
    if (!name || !out_kind) return GYRE_ERR_NULL_POINTER;
    for (int i = 0; i < GYRE_SHAPE_KIND_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0) {
            *out_kind = (gyre_shape_kind)i;
            return GYRE_OK;
        }
    return GYRE_ERR_SHAPE;
}

// ---- moments and mass properties ------------------------------------------------------------------------------------

gyre_result gyre_shape_measure(const gyre_shape *shape, double *out_measure) {
    if (!shape || !out_measure) return GYRE_ERR_NULL_POINTER;
    shape_moments m;
    gyre_result r = moments_of_shape(shape, &m);
    if (r == GYRE_OK) *out_measure = m.measure;
    return r;
}

gyre_result gyre_mass_of_shape(const gyre_shape *shape, gyre_amount amount, gyre_mass_properties *out_properties) {
    if (!shape || !out_properties) return GYRE_ERR_NULL_POINTER;
    shape_moments m;
    gyre_result r = moments_of_shape(shape, &m);
    if (r == GYRE_OK) r = gyre_moments_to_properties(m, amount, out_properties);
    return r;
}
