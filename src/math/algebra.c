/// Public functions on doubles over vec3.h, quat.h and mat3.h.
#include "gyre/math.h"

#include "math/convert.h"
#include "math/finite.h"

gyre_mat3 gyre_star(gyre_vec3 a) {
    mat3 s = star(vec3_in(a));
    return mat3_out(&s);
}

gyre_quat gyre_quat_multiply(gyre_quat a, gyre_quat b) { return quat_out(quat_mul(quat_in(a), quat_in(b))); }

gyre_quat gyre_quat_conjugate(gyre_quat q) { return quat_out(conjugate(quat_in(q))); }

// Largest magnitude of four numbers. Scaling by it before squaring avoids overflow and underflow.
static double largest(double a, double b, double c, double d) {
    return larger(larger(magnitude(a), magnitude(b)), larger(magnitude(c), magnitude(d)));
}

gyre_result gyre_quat_normalize(gyre_quat q, gyre_quat *out_unit) {
    if (!out_unit) return GYRE_ERR_NULL_POINTER;
    if (!is_finite_quat(q)) return GYRE_ERR_NOT_FINITE;
    double size = largest(q.w, q.x, q.y, q.z);
    if (size == 0) return GYRE_ERR_ORIENTATION;
    *out_unit = quat_out(normalized((quat){q.w / size, q.x / size, q.y / size, q.z / size}));
    return GYRE_OK;
}

gyre_vec3 gyre_quat_rotate(gyre_quat q, gyre_vec3 v_body) { return vec3_out(rotate(quat_in(q), vec3_in(v_body))); }

gyre_vec3 gyre_quat_rotate_back(gyre_quat q, gyre_vec3 v_world) {
    return vec3_out(rotate_back(quat_in(q), vec3_in(v_world)));
}

gyre_result gyre_quat_from_axis_angle(gyre_vec3 axis, double angle, gyre_quat *out_q) {
    if (!out_q) return GYRE_ERR_NULL_POINTER;
    if (!is_finite_vec3(axis) || !is_finite(angle)) return GYRE_ERR_NOT_FINITE;
    double size = largest(axis.x, axis.y, axis.z, 0);
    if (size == 0) return GYRE_ERR_ORIENTATION;
    vec3 direction = {axis.x / size, axis.y / size, axis.z / size};
    double sine, cosine;
    sincos_real(0.5 * angle, &sine, &cosine);
    *out_q = quat_out(quat_of(cosine, scale(sine / length(direction), direction)));
    return GYRE_OK;
}

void gyre_quat_to_axis_angle(gyre_quat q, gyre_vec3 *out_axis, double *out_angle) {
    gyre_vec3 r = gyre_quat_to_rotation_vector(q);
    double size = largest(r.x, r.y, r.z, 0);
    if (!out_axis || !out_angle) return;
    *out_axis = (gyre_vec3){1, 0, 0};
    *out_angle = 0;
    if (size == 0) return;
    vec3 scaled = {r.x / size, r.y / size, r.z / size};
    *out_axis = vec3_out(scale(1 / length(scaled), scaled));
    *out_angle = length(scaled) * size;
}

gyre_quat gyre_quat_from_rotation_vector(gyre_vec3 r) { return quat_out(rotation_of(vec3_in(r))); }

gyre_vec3 gyre_quat_to_rotation_vector(gyre_quat q) { return vec3_out(rotation_vector(quat_in(q))); }

gyre_quat gyre_quat_derivative(gyre_quat q, gyre_vec3 w_world) { return quat_out(spin(vec3_in(w_world), quat_in(q))); }

gyre_mat3 gyre_quat_to_mat3(gyre_quat q) {
    mat3 R = quat_to_mat3(quat_in(q));
    return mat3_out(&R);
}

gyre_quat gyre_mat3_to_quat(const gyre_mat3 *R) {
    double nan = __builtin_nan("");
    if (!R) return (gyre_quat){nan, nan, nan, nan};
    mat3 a = mat3_in(R);
    return quat_out(mat3_to_quat(&a));
}
