/// Mass properties of simple shapes, solid and hollow, by formula.
#pragma once

#include "gyre/mass.h"

GYRE_BEGIN_DECLS

/// The shapes: the rows of primitives.def.
typedef enum gyre_shape_kind {
#define X(name, dimension, count, parameters, text) GYRE_SHAPE_##name,
#include "gyre/primitives.def"
#undef X
    GYRE_SHAPE_KIND_COUNT
} gyre_shape_kind;

enum { GYRE_SHAPE_PARAMETERS_MAX = 12 };

/// A shape in its model frame, [m]. The parameters are those that primitives.def lists, in that order.
typedef struct gyre_shape {
    gyre_shape_kind kind; // which shape
    int is_hollow; // not 0: only the surface, all of it (a hollow cylinder has its two lids). Its density is per area,
                   // [kg/m^2]: thickness times the material's; for a thick wall subtract the inner solid instead
    double parameters[GYRE_SHAPE_PARAMETERS_MAX]; // [m], as primitives.def names them
} gyre_shape;

/// Name as in primitives.def, one line of description; NULL for numbers that are no shape.
const char *gyre_shape_name(gyre_shape_kind kind);
const char *gyre_shape_text(gyre_shape_kind kind);
/// 3 for solids (which can be hollow), 2 for surfaces, 1 for rods; 0 for numbers that are no shape.
int gyre_shape_dimension(gyre_shape_kind kind);
/// How many parameters it has; 0 for numbers that are no shape.
size_t gyre_shape_parameter_count(gyre_shape_kind kind);
/// Name of one parameter, such as "radius"; NULL when there is none.
const char *gyre_shape_parameter_name(gyre_shape_kind kind, size_t index);
/// By its name. GYRE_ERR_SHAPE when there is no shape of that name.
gyre_result gyre_shape_from_name(const char *name, gyre_shape_kind *out_kind);

/// Volume, area (of surfaces and hollow shapes) or length. GYRE_ERR_SHAPE when the parameters make no shape.
gyre_result gyre_shape_measure(const gyre_shape *shape, double *out_measure);

/// Mass, centre and inertia by mass or density. GYRE_ERR_SHAPE when the parameters make no shape, GYRE_ERR_MASS for the
/// amount, GYRE_ERR_NOT_FINITE when the result overflows.
gyre_result gyre_mass_of_shape(const gyre_shape *shape, gyre_amount amount, gyre_mass_properties *out_properties);

GYRE_END_DECLS
