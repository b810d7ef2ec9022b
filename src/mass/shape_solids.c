/// Solids, surfaces and lines of density one: measure, centre and covariance C = mean of (x - c)(x - c)^T.
///
/// The inertia per mass is tr(C) 1 - C, so a textbook formula such as "Izz = 1/2 M r^2" is Cxx + Cyy = r^2/2.
#include "mass/shape_formulas.h"

#include "mass/simplex.h"

// ---- boxes and round shapes -----------------------------------------------------------------------------------------

// C = diag(x^2, y^2, z^2)/12
shape_moments gyre_solid_box(const double *p) {
    double x = p[0], y = p[1], z = p[2];
    return upright(x * y * z, 0, x * x / 12, y * y / 12, z * z / 12);
}

// V = 4/3 pi a b c,  C = diag(a^2, b^2, c^2)/5
shape_moments gyre_solid_ellipsoid(const double *p) {
    double a = p[0], b = p[1], c = p[2];
    return upright(4 * PI / 3 * a * b * c, 0, a * a / 5, b * b / 5, c * c / 5);
}

shape_moments gyre_solid_sphere(const double *p) { return gyre_solid_ellipsoid((double[]){p[0], p[0], p[0]}); }

// V = 2/3 pi r^3,  c = 3/8 r,  Czz = r^2/5 - c^2 = 19/320 r^2
shape_moments gyre_solid_hemisphere(const double *p) {
    double r = p[0];
    return upright(2 * PI / 3 * r * r * r, 3 * r / 8, r * r / 5, r * r / 5, 19 * r * r / 320);
}

// V = pi (R^2 - r^2) h,  Cxx = (R^2 + r^2)/4,  Czz = h^2/12. For thin walls, subtracting two cylinders would lose
// digits.
shape_moments gyre_solid_tube(const double *p) {
    double R = p[0], r = p[1], h = p[2];
    double xx = (R * R + r * r) / 4;
    return upright(PI * (R - r) * (R + r) * h, 0, xx, xx, h * h / 12);
}

shape_moments gyre_solid_cylinder(const double *p) { return gyre_solid_tube((double[]){p[0], 0, p[1]}); }

// A cylinder and two hemispheres. The caps are joined first, so that their centre is exactly at the origin.
shape_moments gyre_solid_capsule(const double *p) {
    double r = p[0], length = p[1];
    shape_moments top = gyre_moments_moved(gyre_solid_hemisphere(&r), (gyre_vec3){0, 0, length / 2}), bottom = top;
    bottom.center.z = -top.center.z;
    return gyre_moments_join(gyre_solid_cylinder(p), gyre_moments_join(top, bottom));
}

// With radii a at the bottom and b at the top and S = a^2 + a b + b^2, from integrals of r^2 and r^4 over the height:
//   V   = pi h S/3                          c   = h (b^2 - a^2)/(4 S), from the middle
//   Cxx = 3 (a^4 + a^3 b + a^2 b^2 + a b^3 + b^4)/(20 S)
//   Czz = 3 h^2 (a^4 + 4 a^3 b + 10 a^2 b^2 + 4 a b^3 + b^4)/(80 S^2)
// with a and b in units of the larger radius m, so that fourth powers do not overflow before the result does.
shape_moments gyre_solid_frustum(const double *p) {
    double m = larger(p[0], p[1]), h = p[2];
    double a = p[0] / m, b = p[1] / m;
    double aa = a * a, ab = a * b, bb = b * b, S = aa + ab + bb;
    double xx = m * m * 3 * (aa * aa + aa * ab + ab * ab + ab * bb + bb * bb) / (20 * S);
    double zz = h * h * 3 * (aa * aa + 4 * aa * ab + 10 * ab * ab + 4 * ab * bb + bb * bb) / (80 * S * S);
    return upright(PI / 3 * m * m * h * S, h * (b - a) * (b + a) / (4 * S), xx, xx, zz);
}

shape_moments gyre_solid_cone(const double *p) { return gyre_solid_frustum((double[]){p[0], 0, p[1]}); }

// V = 2 pi^2 R r^2,  Cxx + Cyy = R^2 + 3/4 r^2,  Czz = r^2/4
shape_moments gyre_solid_torus(const double *p) {
    double R = p[0], r = p[1];
    double xx = R * R / 2 + 3 * r * r / 8;
    return upright(2 * PI * PI * R * r * r, 0, xx, xx, r * r / 4);
}

// ---- flat faces ----------------------------------------------------------------------------------------------------

// V = x y h/3,  c = -h/4,  Cxx = x^2/20,  Cyy = y^2/20,  Czz = 3/80 h^2
shape_moments gyre_solid_pyramid(const double *p) {
    double x = p[0], y = p[1], h = p[2];
    return upright(x * y * h / 3, -h / 4, x * x / 20, y * y / 20, 3 * h * h / 80);
}

// Combines a triangle in the x-z plane (formula for simplices) with a rod along y:
//   V = x y h/2,  c = (-x/6, 0, -h/6),  Cxx = x^2/18,  Czz = h^2/18,  Cxz = -x h/36,  Cyy = y^2/12
shape_moments gyre_solid_wedge(const double *p) {
    double x = p[0], y = p[1], h = p[2];
    return (shape_moments){
        .measure = x * y * h / 2,
        .center = {-x / 6, 0, -h / 6},
        .covariance = {.xx = x * x / 18, .yy = y * y / 12, .zz = h * h / 18, .xz = -x * h / 36},
    };
}

shape_moments gyre_solid_tetrahedron(const double *p) {
    const vec3 corners[] = {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, {p[6], p[7], p[8]}, {p[9], p[10], p[11]}};
    return gyre_simplex_moments(corners, 4);
}

// A regular polyhedron of edge a has an isotropic covariance: C = k a^2 1.
static shape_moments regular(double a, double volume, double k) {
    return upright(volume * a * a * a, 0, k * a * a, k * a * a, k * a * a);
}

#define ROOT_2 0x1.6a09e667f3bcdp+0
#define ROOT_5 0x1.1e3779b97f4a8p+1
#define GOLDEN 0x1.9e3779b97f4a8p+0 // (1 + sqrt 5)/2

// V = a^3/(6 sqrt 2),  C = a^2/40
shape_moments gyre_solid_regular_tetrahedron(const double *p) { return regular(p[0], ROOT_2 / 12, 1.0 / 40); }

// V = sqrt 2/3 a^3,  C = a^2/20
shape_moments gyre_solid_octahedron(const double *p) { return regular(p[0], ROOT_2 / 3, 1.0 / 20); }

// V = (15 + 7 sqrt 5)/4 a^3,  C = (39 g + 28)/300 a^2 with the golden ratio g
shape_moments gyre_solid_dodecahedron(const double *p) {
    return regular(p[0], (15 + 7 * ROOT_5) / 4, (39 * GOLDEN + 28) / 300);
}

// V = 5/12 (3 + sqrt 5) a^3,  C = g^2/20 a^2
shape_moments gyre_solid_icosahedron(const double *p) {
    return regular(p[0], 5 * (3 + ROOT_5) / 12, GOLDEN * GOLDEN / 20);
}

// ---- surfaces and lines ---------------------------------------------------------------------------------------------

shape_moments gyre_solid_rod(const double *p) { return upright(p[0], 0, 0, 0, p[0] * p[0] / 12); }

shape_moments gyre_solid_disc(const double *p) {
    double r = p[0];
    return upright(PI * r * r, 0, r * r / 4, r * r / 4, 0);
}

shape_moments gyre_solid_plate(const double *p) {
    double x = p[0], y = p[1];
    return upright(x * y, 0, x * x / 12, y * y / 12, 0);
}

shape_moments gyre_solid_triangle(const double *p) {
    const vec3 corners[] = {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, {p[6], p[7], p[8]}};
    return gyre_simplex_moments(corners, 3);
}
