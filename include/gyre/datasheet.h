/// The answer of the mesh doctor for others to read: JSON, elements of robot descriptions, pictures.
#pragma once

#include "gyre/doctor.h"

GYRE_BEGIN_DECLS

/// One file of an assembly.
typedef struct gyre_part {
    const char *file;                // its name; UTF-8 or not
    const gyre_diagnosis *diagnosis; // of its mesh
} gyre_part;

/// About which point and along which axes inertia is told.
typedef enum gyre_inertia_frame {
    GYRE_INERTIA_AT_CENTER, // about the centre of mass, along the axes of the mesh
    GYRE_INERTIA_AT_ORIGIN, // about the origin of the mesh, along its axes
    GYRE_INERTIA_PRINCIPAL, // about the centre of mass, along the principal axes: diagonal
    GYRE_INERTIA_FRAME_COUNT
} gyre_inertia_frame;

/// "center", "origin", "principal"; NULL for numbers that are no frame.
const char *gyre_inertia_frame_name(gyre_inertia_frame frame);

/// The best estimates of all parts as one body. GYRE_ERR_LENGTH for none, GYRE_ERR_OPTION for a part whose best
/// estimate is not known (a diagnosis that did not come from gyre_diagnose), GYRE_ERR_MASS, GYRE_ERR_INERTIA or
/// GYRE_ERR_NOT_FINITE for one that could not be a body.
gyre_result gyre_parts_total(const gyre_part *parts, size_t count, gyre_mass_properties *out_total);

/// Inertia as the frame has it. Of a part, `axes` are the principal ones of its best estimate (principal to mesh):
/// GYRE_INERTIA_PRINCIPAL turns other estimates into the same frame, in which they can be compared, and not each into
/// its own. Nothing is checked; NULL gives NaN.
gyre_tensor gyre_inertia_in_frame(const gyre_mass_properties *properties, gyre_inertia_frame frame, gyre_quat axes);

/// One part: an object. Several: {"parts": [...], "total": {...}}. The keys are in docs/INERTIA.md. Numbers have the
/// fewest digits that read back as the same double; one that is not finite is null. GYRE_ERR_INERTIA when the best
/// estimate could not be a body.
gyre_result gyre_datasheet_write_json(const gyre_part *parts, size_t count, gyre_inertia_frame frame,
                                      const gyre_sink *sink);

/// The element of a robot description.
typedef enum gyre_element {
    GYRE_ELEMENT_URDF, // <inertial> of a <link>
    GYRE_ELEMENT_MJCF, // <inertial .../> of a <body>
    GYRE_ELEMENT_SDF,  // <inertial> of a <link>
    GYRE_ELEMENT_COUNT
} gyre_element;

/// "urdf", "mjcf", "sdf"; NULL for numbers that are no element.
const char *gyre_element_name(gyre_element element);

/// The element that a robot description has for mass, centre and inertia, ready to paste, with a comment that says
/// where it comes from (`source`, such as the name of the file; may be NULL). The axes of the link or body are those of
/// the mesh. All three formats want the entries of the tensor itself, as Gyre has them. GYRE_INERTIA_AT_ORIGIN is
/// GYRE_ERR_OPTION: none of them can say it. GYRE_ERR_MASS, GYRE_ERR_INERTIA, GYRE_ERR_NOT_FINITE.
gyre_result gyre_datasheet_write_element(const gyre_mass_properties *properties, const char *source,
                                         gyre_element element, gyre_inertia_frame frame, const gyre_sink *sink);

/// A picture of the parts with centre of mass and principal axes, what was found marked: SVG, or a page to be turned
/// with the mouse, in one file that needs nothing else.
gyre_result gyre_datasheet_write_svg(const gyre_part *parts, size_t count, const gyre_allocator *allocator,
                                     const gyre_sink *sink);
gyre_result gyre_datasheet_write_html(const gyre_part *parts, size_t count, const gyre_allocator *allocator,
                                      const gyre_sink *sink);

GYRE_END_DECLS
