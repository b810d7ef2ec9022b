/// Mass properties of simple shapes, solid or hollow, from formulas.
#pragma once

#include "gyre/mass.h"

GYRE_BEGIN_DECLS

/// Kinds of shapes: the rows of primitives.def.
typedef enum gyre_shape_kind {
#define X(name, dimension, count, parameters, text) GYRE_SHAPE_##name,
#include "gyre/primitives.def"
#undef X
    GYRE_SHAPE_KIND_COUNT
} gyre_shape_kind;

/// Maximum number of parameters of a shape.
enum { GYRE_SHAPE_PARAMETERS_MAX = 12 };

/// A shape in its model frame.
typedef struct gyre_shape {
    gyre_shape_kind kind; // kind of shape
    /// Nonzero: only the closed surface of a solid (a hollow cylinder includes both end caps). The density is then per
    /// area [kg/m^2]: wall thickness times density of the material. For a thick wall, subtract the inner solid instead.
    int is_hollow;
    double parameters[GYRE_SHAPE_PARAMETERS_MAX]; // parameters [m], in the order of primitives.def
} gyre_shape;

/// Returns the name of a kind of shape, as in primitives.def; NULL if `kind` is out of range.
const char *gyre_shape_name(gyre_shape_kind kind);
/// Returns a description of a kind of shape in one line; NULL if `kind` is out of range.
const char *gyre_shape_text(gyre_shape_kind kind);
/// Returns 3 for solids (which can be hollow), 2 for surfaces, 1 for rods; 0 if `kind` is out of range.
int gyre_shape_dimension(gyre_shape_kind kind);
/// Returns the number of parameters of a kind of shape; 0 if `kind` is out of range.
size_t gyre_shape_parameter_count(gyre_shape_kind kind);
/// Returns the name of a parameter, such as "radius"; NULL if `kind` or `index` is out of range.
const char *gyre_shape_parameter_name(gyre_shape_kind kind, size_t index);
/// Finds a kind of shape by its name. GYRE_ERR_SHAPE if the name is unknown.
gyre_result gyre_shape_from_name(const char *name, gyre_shape_kind *out_kind);

/// Computes the volume [m^3] of a solid, the area [m^2] of a surface or hollow shape, or the length [m] of a rod.
/// GYRE_ERR_SHAPE if a parameter is out of range.
gyre_result gyre_shape_measure(const gyre_shape *shape, double *out_measure);

/// Computes mass, centre and inertia from a mass or a density. GYRE_ERR_SHAPE if a parameter is out of range,
/// GYRE_ERR_MASS if the amount is invalid, GYRE_ERR_NOT_FINITE if the result overflows or underflows.
gyre_result gyre_mass_of_shape(const gyre_shape *shape, gyre_amount amount, gyre_mass_properties *out_properties);

GYRE_END_DECLS
