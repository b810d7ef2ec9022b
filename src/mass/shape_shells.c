/// Hollow shapes of density one: the closed surface of each solid, as the sum of its faces.
#include "mass/shape_formulas.h"

#include "mass/simplex.h"
#include "math/elementary.h"

// ---- faces ----------------------------------------------------------------------------------------------------------

static shape_moments at_height(double z, shape_moments face) { return gyre_moments_moved(face, (gyre_vec3){0, 0, z}); }

// The lateral surface of a frustum with radii a at the bottom and b at the top. Height fraction w contributes a circle
// of radius a + (b - a) w, so integrals of r, r w, r w^2 and r^3 over w = 0..1 give
//   A   = pi (a + b) sqrt(h^2 + (b - a)^2)      c = h (b - a)/(6 (a + b)), from the middle
//   Cxx = (a^2 + b^2)/4                         Czz = h^2 (a^2 + 4 a b + b^2)/(18 (a + b)^2)
static shape_moments wall(double a, double b, double h) {
    double slant = root(h * h + (b - a) * (b - a)), both_radii = a + b;
    double u = a / both_radii, v = b / both_radii;
    double xx = (a * a + b * b) / 4;
    return upright(PI * both_radii * slant, h * (v - u) / 6, xx, xx, h * h * (u * u + 4 * u * v + v * v) / 18);
}

// The lateral surface of a cylinder: A = 2 pi r h,  Cxx = r^2/2,  Czz = h^2/12. All moments are 0 for r = 0.
static shape_moments straight_wall(double r, double h) {
    return upright(2 * PI * r * h, 0, r * r / 2, r * r / 2, h * h / 12);
}

// A hemisphere without its flat face: A = 2 pi r^2, uniformly distributed over the height (Archimedes).
static shape_moments dome(double r) { return upright(2 * PI * r * r, r / 2, r * r / 3, r * r / 3, r * r / 12); }

// Two equal lids at +-h/2.
static shape_moments lids(shape_moments lid, double h) {
    return upright(2 * lid.measure, 0, lid.covariance.xx, lid.covariance.yy, h * h / 4);
}

static shape_moments triangle(vec3 a, vec3 b, vec3 c) { return gyre_simplex_moments((vec3[]){a, b, c}, 3); }

// ---- boxes and round shapes -----------------------------------------------------------------------------------------

// The part w = y z/(x y + y z + z x) of the area lies at x = +-x/2; the rest is uniform over x:
//   Cxx = w x^2/4 + (1 - w) x^2/12
shape_moments gyre_shell_box(const double *p) {
    double x = p[0], y = p[1], z = p[2];
    double yz = y * z, xz = x * z, xy = x * y, half = xy + yz + xz;
    return upright(2 * half, 0, x * x / 12 * (1 + 2 * yz / half), y * y / 12 * (1 + 2 * xz / half),
                   z * z / 12 * (1 + 2 * xy / half));
}

// A = 4 pi r^2,  C = r^2/3
shape_moments gyre_shell_sphere(const double *p) {
    double r = p[0];
    return upright(4 * PI * r * r, 0, r * r / 3, r * r / 3, r * r / 3);
}

shape_moments gyre_shell_cylinder(const double *p) {
    double r = p[0], h = p[1];
    return gyre_moments_join(straight_wall(r, h), lids(gyre_solid_disc(&r), h));
}

// The lids are rings: A = pi (R^2 - r^2),  Cxx = (R^2 + r^2)/4
shape_moments gyre_shell_tube(const double *p) {
    double R = p[0], r = p[1], h = p[2];
    double xx = (R * R + r * r) / 4;
    shape_moments ring = upright(PI * (R - r) * (R + r), 0, xx, xx, 0);
    return gyre_moments_join(gyre_moments_join(straight_wall(R, h), straight_wall(r, h)), lids(ring, h));
}

shape_moments gyre_shell_capsule(const double *p) {
    double r = p[0], length = p[1];
    shape_moments top = at_height(length / 2, dome(r)), bottom = top;
    bottom.center.z = -top.center.z;
    return gyre_moments_join(straight_wall(r, length), gyre_moments_join(top, bottom));
}

shape_moments gyre_shell_frustum(const double *p) {
    double a = p[0], b = p[1], h = p[2];
    shape_moments bottom = at_height(-h / 2, gyre_solid_disc(&a)), top = at_height(h / 2, gyre_solid_disc(&b));
    return gyre_moments_join(wall(a, b, h), gyre_moments_join(bottom, top));
}

shape_moments gyre_shell_cone(const double *p) { return gyre_shell_frustum((double[]){p[0], 0, p[1]}); }

shape_moments gyre_shell_hemisphere(const double *p) { return gyre_moments_join(dome(p[0]), gyre_solid_disc(p)); }

// A = 4 pi^2 R r,  Cxx + Cyy = R^2 + 3/2 r^2,  Czz = r^2/2
shape_moments gyre_shell_torus(const double *p) {
    double R = p[0], r = p[1];
    double xx = R * R / 2 + 3 * r * r / 4;
    return upright(4 * PI * PI * R * r, 0, xx, xx, r * r / 2);
}

// ---- the ellipsoid --------------------------------------------------------------------------------------------------

// There is no elementary formula. A point n of the unit sphere maps to the surface point s_i n_i, with semi-axes s_i.
// With t_i = (s_min/s_i)^2 and Q = sum t_i n_i^2:
//   dA = s_x s_y s_z/s_min sqrt(Q) dn,   which requires   M_i = integral of n_i^2 sqrt(Q) dn over the sphere.
// Write sqrt(Q) = sum_j t_j n_j^2 Q^(-1/2): all terms are positive. Extended to space with the weight exp(-|x|^2), and
// with Q^(-1/2) = 1/sqrt(pi) integral of exp(-u Q) u^(-1/2) du, the integrals over x are Gaussian; u = v^2 leaves
//   M_i = pi/2 integral of f_i dv over v > 0,   f_i = sqrt(g_x g_y g_z) g_i (sum_j t_j g_j + 2 t_i g_i),
//   g_i = 1/(1 + t_i v^2).
// f is even, and v = sinh y moves its singularities v = +-i/sqrt(t) to Im y = +-pi/2 or further for every t <= 1. The
// trapezoidal rule with step h then has an error of exp(-pi^2/h), which is 1e-34 for any shape; f decreases at least as
// fast as v^-3, so the tail beyond y = 20 contributes 2e-17. The remaining error is rounding, about 1e-15. Tested: all
// moments to 1e-13 up to an aspect ratio of 100, the area to 1e-14 up to 1e8. Rejected: Gauss-Legendre over the angles;
// at an aspect ratio of 100 its error falls by a factor of only 1.01^2 per point, so it needs 1700 points.
shape_moments gyre_shell_ellipsoid(const double *p) {
    const double STEP = 0.125;
    enum { STEPS = 160 };
    double s_min = smaller(smaller(p[0], p[1]), p[2]), s_max = larger(larger(p[0], p[1]), p[2]);
    double s_middle = larger(smaller(p[0], p[1]), smaller(larger(p[0], p[1]), p[2]));
    double t[3], M[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        t[i] = (s_min / p[i]) * (s_min / p[i]);

    // sum from the small terms of the tail to the term y = 0, which has weight 1/2
    for (int step = STEPS; step >= 0; step--) {
        double e = exp_real(STEP * step), v = (e - 1 / e) / 2, dv = (e + 1 / e) / 2 * (step == 0 ? 0.5 : 1.0);
        double g[3], product = 1, sum = 0;
        for (int i = 0; i < 3; i++) {
            g[i] = 1 / (1 + t[i] * v * v);
            product *= g[i];
            sum += t[i] * g[i];
        }
        for (int i = 0; i < 3; i++)
            M[i] += dv * root(product) * g[i] * (sum + 2 * t[i] * g[i]);
    }
    double total = M[0] + M[1] + M[2];
    return upright(PI / 2 * STEP * total * s_middle * s_max, 0, p[0] * p[0] * (M[0] / total),
                   p[1] * p[1] * (M[1] / total), p[2] * p[2] * (M[2] / total));
}

// ---- flat faces -----------------------------------------------------------------------------------------------------

// Opposite faces are joined first, so that symmetric shapes give exactly symmetric results.
shape_moments gyre_shell_pyramid(const double *p) {
    double x = p[0] / 2, y = p[1] / 2, z = p[2] / 2;
    vec3 apex = {0, 0, z}, a = {-x, -y, -z}, b = {x, -y, -z}, c = {x, y, -z}, d = {-x, y, -z};
    shape_moments sides_x = gyre_moments_join(triangle(apex, b, c), triangle(apex, a, d));
    shape_moments sides_y = gyre_moments_join(triangle(apex, c, d), triangle(apex, b, a));
    return gyre_moments_join(gyre_moments_join(sides_x, sides_y), at_height(-z, gyre_solid_plate(p)));
}

// The faces of a wedge: the bottom, the back at x = -x/2, the slope between them, and two triangles at y = +-y/2. The
// slope is a rectangle with edges (x, 0, -h) and (0, y, 0); the covariance of a parallelogram is (e e^T + f f^T)/12.
shape_moments gyre_shell_wedge(const double *p) {
    double x = p[0], y = p[1], h = p[2];
    shape_moments bottom = at_height(-h / 2, gyre_solid_plate(p));
    shape_moments back = {y * h, {-x / 2, 0, 0}, {.yy = y * y / 12, .zz = h * h / 12}};
    shape_moments slope = {
        y * root(x * x + h * h), {0, 0, 0}, {.xx = x * x / 12, .yy = y * y / 12, .zz = h * h / 12, .xz = -x * h / 12}};
    // both triangles at once: each is the cross-section of the solid, at a distance of y/2 from the centre
    shape_moments ends = {
        x * h, {-x / 6, 0, -h / 6}, {.xx = x * x / 18, .yy = y * y / 4, .zz = h * h / 18, .xz = -x * h / 36}};
    return gyre_moments_join(gyre_moments_join(bottom, back), gyre_moments_join(slope, ends));
}

shape_moments gyre_shell_tetrahedron(const double *p) {
    vec3 a = {p[0], p[1], p[2]}, b = {p[3], p[4], p[5]}, c = {p[6], p[7], p[8]}, d = {p[9], p[10], p[11]};
    return gyre_moments_join(gyre_moments_join(triangle(a, b, c), triangle(a, b, d)),
                             gyre_moments_join(triangle(a, c, d), triangle(b, c, d)));
}

// Moments of the surface of a regular polyhedron. All faces have the same distance from the centre, so the solid is a
// sum of shells of size 0 < s <= 1 with weights s^2. The mean of s^2 is 3/5, so the covariance of the largest shell is
// 5/3 of the solid's.
static shape_moments regular_shell(shape_moments solid, double area) {
    gyre_tensor C = solid.covariance;
    return upright(area, 0, C.xx * 5 / 3, C.yy * 5 / 3, C.zz * 5 / 3);
}

#define ROOT_3 0x1.bb67ae8584caap+0
#define PENTAGON 0x1.b87134f909657p+0 // area of a pentagon of edge 1: sqrt(25 + 10 sqrt 5)/4

// N triangles have the area N sqrt(3)/4 a^2, twelve pentagons have 3 sqrt(25 + 10 sqrt 5) a^2.
shape_moments gyre_shell_regular_tetrahedron(const double *p) {
    return regular_shell(gyre_solid_regular_tetrahedron(p), ROOT_3 * p[0] * p[0]);
}
shape_moments gyre_shell_octahedron(const double *p) {
    return regular_shell(gyre_solid_octahedron(p), 2 * ROOT_3 * p[0] * p[0]);
}
shape_moments gyre_shell_dodecahedron(const double *p) {
    return regular_shell(gyre_solid_dodecahedron(p), 12 * PENTAGON * p[0] * p[0]);
}
shape_moments gyre_shell_icosahedron(const double *p) {
    return regular_shell(gyre_solid_icosahedron(p), 5 * ROOT_3 * p[0] * p[0]);
}
