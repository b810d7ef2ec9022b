/// Sums of parts, and inertia in various frames.
#include "record/part_total.h"

#include "mass/mass_check.h"
#include "mass/tensor.h"

const char *gyre_inertia_frame_name(gyre_inertia_frame frame) {
    static const char *const names[GYRE_INERTIA_FRAME_COUNT] = {"center", "origin", "principal"};
    return (unsigned)frame < GYRE_INERTIA_FRAME_COUNT ? names[frame] : NULL;
}

gyre_result gyre_parts_check(const gyre_part *parts, size_t count) {
    if (!parts) return GYRE_ERR_NULL_POINTER;
    if (count == 0) return GYRE_ERR_LENGTH;
    for (size_t i = 0; i < count; i++) {
        if (!parts[i].file || !parts[i].diagnosis) return GYRE_ERR_NULL_POINTER;
        if ((unsigned)parts[i].diagnosis->best >= GYRE_ESTIMATE_COUNT) return GYRE_ERR_OPTION;
        if (!best_of(&parts[i])->is_known) return GYRE_ERR_OPTION;
        if (parts[i].diagnosis->issue_count > GYRE_ISSUE_KIND_COUNT) return GYRE_ERR_LENGTH;
    }
    return GYRE_OK;
}

gyre_result gyre_parts_total(const gyre_part *parts, size_t count, gyre_mass_properties *out_total) {
    if (!out_total) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_parts_check(parts, count);
    if (r != GYRE_OK) return r;
    gyre_mass_properties total = best_of(&parts[0])->mass;
    r = gyre_mass_properties_check(&total);
    for (size_t i = 1; i < count && r == GYRE_OK; i++)
        r = gyre_mass_add(&total, &best_of(&parts[i])->mass, &total);
    if (r == GYRE_OK) *out_total = total;
    return r;
}

gyre_tensor gyre_inertia_in_frame(const gyre_mass_properties *properties, gyre_inertia_frame frame, gyre_quat axes) {
    if (!properties) {
        double nan = __builtin_nan("");
        return (gyre_tensor){nan, nan, nan, nan, nan, nan};
    }
    gyre_tensor I = properties->inertia;
    if (frame == GYRE_INERTIA_AT_ORIGIN) return tensor_plus(I, properties->mass, tensor_of_point(properties->center));
    if (frame != GYRE_INERTIA_PRINCIPAL) return I;
    // R^T I R
    mat3 R = quat_to_mat3(quat_in(axes)), back = transpose(&R), turned = tensor_in(&I);
    turned = mat3_mul(&back, &turned);
    turned = mat3_mul(&turned, &R);
    return tensor_out(&turned);
}
