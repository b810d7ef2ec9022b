/// The part of a ball or box below a level surface, exactly.
#pragma once

#include "math/uniform.h"

/// Integrals over the submerged part. Depth is measured downward from the surface.
typedef struct submerged {
    real volume; // [m^3]
    vec3 moment; // integral of the position relative to the centre of the whole solid, world axes [m^4]
    real depth;  // integral of the depth [m^4]
} submerged;

#define PI_IN_LANES splat(3.14159265358979323846)

// ---- the ball -------------------------------------------------------------------------------------------------------

/// With the height h of the submerged cap, V = pi h^2 (r - h/3), and its first moment is -pi/4 h^2 (2r - h)^2. Sinking
/// by dh adds V dh to the integral of the depth: pi h^3 (r/3 - h/12), then V times the depth of the top of the ball.
PURE submerged submerged_sphere(real center_depth, double radius) {
    real r = splat(radius), full_height = splat(2 * radius);
    real h = smaller(larger(center_depth + r, ZERO), full_height);
    real volume = PI_IN_LANES * h * h * (r - h / splat(3.0));
    real dry_height = full_height - h;
    real water_above = larger(center_depth - r, ZERO);
    return (submerged){
        .volume = volume,
        .moment = {.z = splat(-0.25) * PI_IN_LANES * h * h * dry_height * dry_height},
        .depth = PI_IN_LANES * h * h * h * (r / splat(3.0) - h / splat(12.0)) + volume * water_above,
    };
}

// ---- the box --------------------------------------------------------------------------------------------------------
// Gauss's theorem with fields along z turns the volume integrals into integrals over the surface of the submerged part,
// with z measured from the water's surface: V = sum of z n_z dA,  integral of x dV = sum of x z n_z dA  and  integral
// of z dV = sum of z^2/2 n_z dA. Where the water's surface cuts the box z is 0, so the cut contributes nothing, and the
// six faces are clipped one by one. (The closed form, a sum of fourth powers over the corners divided by n_x n_y n_z,
// loses all digits when the box is nearly level.)

/// Adds the integrals over one triangle. n_z dA is the area of its projection, negative when it faces down. moment.z
/// accumulates the integral of z measured from the water's surface.
PURE submerged add_triangle(submerged sum, vec3 a, vec3 b, vec3 c) {
    vec3 u = sub(b, a), v = sub(c, a);
    real area2 = u.x * v.y - u.y * v.x; // twice the projected area
    vec3 s = add(a, add(b, c));
    // integrals of products of linear functions f g over a triangle: area/12 (sum f_i g_i + sum f_i sum g_i)
    real xz = (a.x * a.z + b.x * b.z + c.x * c.z) + s.x * s.z;
    real yz = (a.y * a.z + b.y * b.z + c.y * c.z) + s.y * s.z;
    real zz = (a.z * a.z + b.z * b.z + c.z * c.z) + s.z * s.z;
    sum.volume = sum.volume + area2 * s.z / splat(6.0);
    sum.moment.x = sum.moment.x + area2 * xz / splat(24.0);
    sum.moment.y = sum.moment.y + area2 * yz / splat(24.0);
    sum.moment.z = sum.moment.z + area2 * zz / splat(48.0);
    return sum;
}

/// Returns the point where the segment `from`..`to` crosses z = 0; `to` if the segment does not cross.
PURE vec3 crossing(vec3 from, vec3 to) {
    mask is_crossed = negated(either(both(from.z < ZERO, to.z < ZERO), both(from.z >= ZERO, to.z >= ZERO)));
    vec3 between = add(from, scale(from.z / (from.z - to.z), sub(to, from)));
    between.z = ZERO;
    return vec3_pick(is_crossed, between, to);
}

/// Adds the part of a triangle below z = 0. Unless all corners are on the same side, one corner o is below and the
/// corners a and b are above, or the reverse. The part below is o, e, f if o is below and e, a, b, f if o is above,
/// where e and f are the crossings on the edges to a and b. Without crossings e and f are a and b, and the same rule
/// gives the whole triangle or nothing.
PURE submerged add_wet_part(submerged sum, vec3 p0, vec3 p1, vec3 p2) {
    mask is_wet0 = p0.z < ZERO, is_wet1 = p1.z < ZERO, is_wet2 = p2.z < ZERO;
    mask is_2_odd = either(both(is_wet0, is_wet1), both(negated(is_wet0), negated(is_wet1)));
    mask is_1_odd = either(both(is_wet0, is_wet2), both(negated(is_wet0), negated(is_wet2)));
    vec3 o = vec3_pick(is_2_odd, p2, vec3_pick(is_1_odd, p1, p0));
    vec3 a = vec3_pick(is_2_odd, p0, vec3_pick(is_1_odd, p2, p1));
    vec3 b = vec3_pick(is_2_odd, p1, vec3_pick(is_1_odd, p0, p2));
    vec3 e = crossing(o, a), f = crossing(o, b);
    mask is_wet = o.z < ZERO;
    vec3 first = vec3_pick(is_wet, o, e), second = vec3_pick(is_wet, e, a), third = vec3_pick(is_wet, f, b);
    return add_triangle(add_triangle(sum, first, second, third), first, third, f);
}

/// Faces as triangles, counterclockwise from outside. Bits 0, 1, 2 of a corner's index: 1 at the upper end along x, y,
/// z.
static const unsigned char box_triangles[12][3] = {
    {1, 3, 7}, {1, 7, 5}, {0, 4, 6}, {0, 6, 2}, {2, 6, 7}, {2, 7, 3},
    {0, 1, 5}, {0, 5, 4}, {4, 5, 7}, {4, 7, 6}, {0, 2, 3}, {0, 3, 1},
};

/// q rotates the axes of the box into world axes; `size` has full edge lengths.
PURE submerged submerged_box(real center_depth, quat q, gyre_vec3 size) {
    mat3 R = quat_to_mat3(q);
    vec3 x = scale(splat(size.x / 2), column(&R, 0)), y = scale(splat(size.y / 2), column(&R, 1)),
         z = scale(splat(size.z / 2), column(&R, 2));
    vec3 corners[8];
    for (int i = 0; i < 8; i++) {
        vec3 c = i & 1 ? x : scale(-ONE, x);
        c = i & 2 ? add(c, y) : sub(c, y);
        c = i & 4 ? add(c, z) : sub(c, z);
        c.z = c.z - center_depth;
        corners[i] = c;
    }
    submerged sum = {.volume = ZERO};
    for (int i = 0; i < 12; i++) {
        const unsigned char *t = box_triangles[i];
        sum = add_wet_part(sum, corners[t[0]], corners[t[1]], corners[t[2]]);
    }
    // from z below the surface to depth, and to z relative to the centre
    sum.depth = -sum.moment.z;
    sum.moment.z = sum.moment.z + center_depth * sum.volume;

    // the result for a completely submerged box is known, and the sums would lose digits with depth
    mask is_under = center_depth >= magnitude(x.z) + magnitude(y.z) + magnitude(z.z);
    real whole = splat(size.x * size.y * size.z);
    vec3 no_moment = {ZERO, ZERO, ZERO};
    return (submerged){
        .volume = pick(is_under, whole, sum.volume),
        .moment = vec3_pick(is_under, no_moment, sum.moment),
        .depth = pick(is_under, whole * center_depth, sum.depth),
    };
}
