/// Mass properties of triangle meshes and of their bounding boxes; compares approximations.
#include "mass/mesh_integrals.h"

#include <stdio.h>

static gyre_result exact_in_box(const gyre_mesh *mesh, const mesh_box *box, mesh_matter matter, gyre_amount amount,
                                gyre_mass_properties *out_properties) {
    mesh_frame frame = gyre_mesh_frame_of(box);
    int measure_exponent = gyre_mesh_measure_exponent(&frame, matter);
    shape_moments moments;
    gyre_result r = gyre_mesh_moments(mesh, &frame, matter, &moments);
    if (r != GYRE_OK) return r;
    return gyre_mesh_properties(&frame, measure_exponent, &moments, amount, out_properties);
}

static gyre_result exact_unchecked(const gyre_mesh *mesh, mesh_matter matter, gyre_amount amount,
                                   gyre_mass_properties *out_properties) {
    if (!out_properties) return GYRE_ERR_NULL_POINTER;
    mesh_box box;
    size_t bad_triangle;
    gyre_result r = gyre_mesh_scan(mesh, &box, &bad_triangle);
    return r == GYRE_OK ? exact_in_box(mesh, &box, matter, amount, out_properties) : r;
}

gyre_result gyre_mass_of_mesh(const gyre_mesh *mesh, gyre_amount amount, const gyre_allocator *allocator,
                              gyre_mass_properties *out_properties, gyre_mesh_report *report) {
    if (!out_properties) return GYRE_ERR_NULL_POINTER;
    gyre_mesh_report unread;
    mesh_box box;
    gyre_result r = gyre_mesh_examine(mesh, allocator, report ? report : &unread, &box);
    if (r != GYRE_OK) return r;
    r = exact_in_box(mesh, &box, MESH_SOLID, amount, out_properties);
    if (r == GYRE_ERR_MESH_INVERTED && report)
        snprintf(report->text, sizeof report->text,
                 "closed, but a part is wound inside out and counts as negative mass: reverse its triangles");
    return r;
}

gyre_result gyre_mass_of_closed_mesh(const gyre_mesh *mesh, gyre_amount amount, gyre_mass_properties *out_properties) {
    return exact_unchecked(mesh, MESH_SOLID, amount, out_properties);
}

gyre_result gyre_mass_of_mesh_shell(const gyre_mesh *mesh, gyre_amount amount, gyre_mass_properties *out_properties) {
    return exact_unchecked(mesh, MESH_SHELL, amount, out_properties);
}

gyre_result gyre_mass_of_bounding_box(const gyre_mesh *mesh, gyre_amount amount, gyre_mass_properties *out_properties) {
    if (!out_properties) return GYRE_ERR_NULL_POINTER;
    mesh_box box;
    size_t bad_triangle;
    gyre_result r = gyre_mesh_scan(mesh, &box, &bad_triangle);
    if (r != GYRE_OK) return r;
    // a uniform distribution over a length d has the variance d^2/12
    mesh_frame frame = gyre_mesh_frame_of(&box);
    double x = gyre_times_power(box.high.x - box.low.x, -frame.exponent[0]);
    double y = gyre_times_power(box.high.y - box.low.y, -frame.exponent[1]);
    double z = gyre_times_power(box.high.z - box.low.z, -frame.exponent[2]);
    shape_moments moments = {.measure = x * y * z, .covariance = {x * x / 12, y * y / 12, z * z / 12, 0, 0, 0}};
    if (moments.measure == 0) return GYRE_ERR_SHAPE;
    return gyre_mesh_properties(&frame, gyre_mesh_measure_exponent(&frame, MESH_SOLID), &moments, amount,
                                out_properties);
}

gyre_mass_comparison gyre_mass_compare(const gyre_mass_properties *approximate, const gyre_mass_properties *exact,
                                       double size) {
    if (!approximate || !exact || !(size > 0)) {
        double nan = __builtin_nan("");
        return (gyre_mass_comparison){nan, nan, nan};
    }
    const gyre_tensor *I = &approximate->inertia, *J = &exact->inertia;
    gyre_vec3 c = approximate->center, d = exact->center;
    // divide before squaring to avoid overflow and underflow
    vec3 apart = {(c.x - d.x) / size, (c.y - d.y) / size, (c.z - d.z) / size};
    double differences[] = {I->xx - J->xx, I->yy - J->yy, I->zz - J->zz, I->xy - J->xy, I->xz - J->xz, I->yz - J->yz};
    double worst = 0;
    for (int i = 0; i < 6; i++)
        worst = larger(worst, magnitude(differences[i]));
    return (gyre_mass_comparison){
        .mass = magnitude(approximate->mass - exact->mass) / exact->mass,
        .center = length(apart),
        .inertia = worst / larger(larger(J->xx, J->yy), J->zz),
    };
}
