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

static bool is_tube(const double *p) {
    return is_length(p[0]) && is_length_or_zero(p[1]) && p[1] < p[0] && is_length(p[2]);
}

static bool is_frustum(const double *p) {
    return is_length_or_zero(p[0]) && is_length_or_zero(p[1]) && (p[0] > 0 || p[1] > 0) && is_length(p[2]);
}

static bool is_torus(const double *p) { return is_length(p[0]) && is_length(p[1]) && p[1] <= p[0]; }

static bool is_simplex(const double *p, int corner_count) {
    vec3 corners[4];
    if (!is_finite_array(p, 3 * (size_t)corner_count)) return false;
    for (int i = 0; i < corner_count; i++)
        corners[i] = (vec3){p[3 * i], p[3 * i + 1], p[3 * i + 2]};
    return !gyre_simplex_is_flat(corners, corner_count);
}

static bool is_tetrahedron(const double *p) { return is_simplex(p, 4); }
static bool is_triangle(const double *p) { return is_simplex(p, 3); }

/// Shapes with their own conditions; all others require lengths > 0.
static bool (*const conditions[GYRE_SHAPE_KIND_COUNT])(const double *p) = {
    [GYRE_SHAPE_tube] = is_tube,         [GYRE_SHAPE_frustum] = is_frustum,
    [GYRE_SHAPE_torus] = is_torus,       [GYRE_SHAPE_tetrahedron] = is_tetrahedron,
    [GYRE_SHAPE_triangle] = is_triangle,
};

static bool is_known(gyre_shape_kind kind) { return (unsigned)kind < GYRE_SHAPE_KIND_COUNT; }

static bool is_possible(const gyre_shape *shape) {
    if (!is_known(shape->kind)) return false;
    const shape_row *row = &rows[shape->kind];
    if (shape->is_hollow && !row->shell) return false;
    if (conditions[shape->kind]) return conditions[shape->kind](shape->parameters);
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
