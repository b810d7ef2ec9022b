/// Output of the mesh doctor: JSON, elements of robot descriptions, pictures.
#pragma once

#include "gyre/doctor.h"

GYRE_BEGIN_DECLS

/// A part of an assembly: one file and its diagnosis.
typedef struct gyre_part {
    const char *file;                // file name, shown in the output; invalid UTF-8 is allowed
    const gyre_diagnosis *diagnosis; // diagnosis of the mesh in the file
} gyre_part;

/// Reference point and axes of an inertia tensor.
typedef enum gyre_inertia_frame {
    GYRE_INERTIA_AT_CENTER, // about the centre of mass, along the axes of the mesh
    GYRE_INERTIA_AT_ORIGIN, // about the origin of the mesh, along the axes of the mesh
    GYRE_INERTIA_PRINCIPAL, // about the centre of mass, along the principal axes: diagonal
    GYRE_INERTIA_FRAME_COUNT
} gyre_inertia_frame;

/// Returns "center", "origin" or "principal"; NULL if `frame` is out of range.
const char *gyre_inertia_frame_name(gyre_inertia_frame frame);

/// Combines the best estimates of all parts into one rigid body. GYRE_ERR_LENGTH if count is 0, GYRE_ERR_OPTION if the
/// best estimate of a part is unknown (its diagnosis did not come from gyre_diagnose), GYRE_ERR_MASS,
/// GYRE_ERR_INERTIA or GYRE_ERR_NOT_FINITE if an estimate is not physically possible.
gyre_result gyre_parts_total(const gyre_part *parts, size_t count, gyre_mass_properties *out_total);

/// Returns the inertia tensor [kg m^2] in the given frame. `axes` is the rotation from the principal frame to the mesh;
/// only GYRE_INERTIA_PRINCIPAL uses it. To compare several estimates of one part, pass the principal axes of the best
/// estimate for all estimates: their tensors then share one frame, and only the best estimate's tensor is diagonal.
/// Does not check the values; NaN if `properties` is NULL.
gyre_tensor gyre_inertia_in_frame(const gyre_mass_properties *properties, gyre_inertia_frame frame, gyre_quat axes);

/// Writes the diagnoses as JSON: one object for one part, {"parts": [...], "total": {...}} for several. docs/INERTIA.md
/// lists the keys. Numbers have the fewest digits that read back as the same double; non-finite numbers become null.
/// GYRE_ERR_INERTIA if the best estimate of a part is not physically possible.
gyre_result gyre_datasheet_write_json(const gyre_part *parts, size_t count, gyre_inertia_frame frame,
                                      const gyre_sink *sink);

/// Formats of robot descriptions.
typedef enum gyre_element {
    GYRE_ELEMENT_URDF, // <inertial> of a <link>
    GYRE_ELEMENT_MJCF, // <inertial .../> of a <body>
    GYRE_ELEMENT_SDF,  // <inertial> of a <link>
    GYRE_ELEMENT_COUNT
} gyre_element;

/// Returns "urdf", "mjcf" or "sdf"; NULL if `element` is out of range.
const char *gyre_element_name(gyre_element element);

/// Writes mass, centre and inertia as an element of a robot description, ready to paste. A comment in the element names
/// `source`, the origin of the numbers, such as a file name; `source` may be NULL. The axes of the link or body are the
/// axes of the mesh. The formats store the entries of the tensor with the same signs as gyre_tensor. GYRE_ERR_OPTION
/// for GYRE_INERTIA_AT_ORIGIN, which none of the formats can express. GYRE_ERR_MASS, GYRE_ERR_INERTIA or
/// GYRE_ERR_NOT_FINITE if the properties are invalid.
gyre_result gyre_datasheet_write_element(const gyre_mass_properties *properties, const char *source,
                                         gyre_element element, gyre_inertia_frame frame, const gyre_sink *sink);

/// Draws the parts as SVG, with centre of mass and principal axes, and marks the issues found.
gyre_result gyre_datasheet_write_svg(const gyre_part *parts, size_t count, const gyre_allocator *allocator,
                                     const gyre_sink *sink);
/// Writes the same picture as a self-contained HTML page, in which the view can be rotated with the mouse.
gyre_result gyre_datasheet_write_html(const gyre_part *parts, size_t count, const gyre_allocator *allocator,
                                      const gyre_sink *sink);

GYRE_END_DECLS
