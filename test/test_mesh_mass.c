/// Layer 2: mass properties of triangle meshes, against closed formulas, bounds from rounding, and brute force.
#include "check.h"
#include "mesh_helpers.h"

#include <float.h>

static const double PI = 3.14159265358979323846;

// ---- closed formulas, written down independently ----

// A body of density one by its volume, centre and covariance: I = V (tr C 1 - C).
static gyre_mass_properties body_of(double volume, gyre_vec3 center, gyre_tensor c) {
    return (gyre_mass_properties){
        volume,
        center,
        {volume * (c.yy + c.zz), volume * (c.xx + c.zz), volume * (c.xx + c.yy), -volume * c.xy, -volume * c.xz,
         -volume * c.yz},
    };
}

static gyre_mass_properties box_formula(gyre_vec3 s, gyre_vec3 center) {
    return body_of(s.x * s.y * s.z, center, (gyre_tensor){s.x * s.x / 12, s.y * s.y / 12, s.z * s.z / 12, 0, 0, 0});
}

static gyre_mass_properties tetrahedron_formula(const gyre_vec3 p[4]) {
    gyre_vec3 c = scaled(0.25, plus(plus(p[0], p[1]), plus(p[2], p[3])));
    gyre_tensor C = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
        gyre_vec3 d = minus(p[i], c);
        C.xx += d.x * d.x / 20, C.yy += d.y * d.y / 20, C.zz += d.z * d.z / 20;
        C.xy += d.x * d.y / 20, C.xz += d.x * d.z / 20, C.yz += d.y * d.z / 20;
    }
    return body_of(fabs(inner(crossed(minus(p[1], p[0]), minus(p[2], p[0])), minus(p[3], p[0]))) / 6, c, C);
}

static gyre_mass_properties wedge_formula(gyre_vec3 s) {
    return body_of(s.x * s.y * s.z / 2, (gyre_vec3){s.x / 3, s.y / 3, s.z / 2},
                   (gyre_tensor){s.x * s.x / 18, s.y * s.y / 18, s.z * s.z / 12, -s.x * s.y / 36, 0, 0});
}

static gyre_mat3 matrix_of(gyre_tensor t) {
    return (gyre_mat3){{{t.xx, t.xy, t.xz}, {t.xy, t.yy, t.yz}, {t.xz, t.yz, t.zz}}};
}

// The same body turned by q, then moved.
static gyre_mass_properties moved_body(gyre_mass_properties p, gyre_quat q, gyre_vec3 offset) {
    gyre_mat3 R = gyre_quat_to_mat3(q), Rt = mat3_transposed(&R), I = matrix_of(p.inertia);
    I = mat3_times_mat3(&R, &I);
    I = mat3_times_mat3(&I, &Rt);
    return (gyre_mass_properties){
        p.mass,
        plus(mat3_times(&R, p.center), offset),
        {I.m[0][0], I.m[1][1], I.m[2][2], I.m[0][1], I.m[0][2], I.m[1][2]},
    };
}

static double largest_moment(const gyre_mass_properties *p) {
    return fmax(p->inertia.xx, fmax(p->inertia.yy, p->inertia.zz));
}

// Absolute tolerances for mass, centre and every entry of the inertia.
static void check_body(const gyre_mass_properties *got, const gyre_mass_properties *want, double mass, double center,
                       double inertia) {
    CHECK_NEAR(got->mass, want->mass, mass);
    CHECK_NEAR(got->center.x, want->center.x, center);
    CHECK_NEAR(got->center.y, want->center.y, center);
    CHECK_NEAR(got->center.z, want->center.z, center);
    CHECK_NEAR(got->inertia.xx, want->inertia.xx, inertia);
    CHECK_NEAR(got->inertia.yy, want->inertia.yy, inertia);
    CHECK_NEAR(got->inertia.zz, want->inertia.zz, inertia);
    CHECK_NEAR(got->inertia.xy, want->inertia.xy, inertia);
    CHECK_NEAR(got->inertia.xz, want->inertia.xz, inertia);
    CHECK_NEAR(got->inertia.yz, want->inertia.yz, inertia);
}

static void check_relative(const gyre_mass_properties *got, const gyre_mass_properties *want, double size,
                           double rtol) {
    check_body(got, want, rtol * want->mass, rtol * size, rtol * largest_moment(want));
    CHECK_NEAR(got->inertia.xx, want->inertia.xx, rtol * want->inertia.xx);
    CHECK_NEAR(got->inertia.yy, want->inertia.yy, rtol * want->inertia.yy);
    CHECK_NEAR(got->inertia.zz, want->inertia.zz, rtol * want->inertia.zz);
}

static gyre_mass_properties solid(const own_mesh *m) {
    gyre_mass_properties p = {0};
    gyre_mesh_report report;
    CHECK_OK(gyre_mass_of_mesh(&m->view, gyre_by_density(1), NULL, &p, &report));
    return p;
}

// ---- exact bodies ----

TEST(spec_44_a_box_mesh_is_the_box_to_1e_12) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 3, 4});
    gyre_mass_properties p = solid(&m), want = {24, {0, 0, 0}, {50, 40, 26, 0, 0, 0}};
    check_relative(&p, &want, 4, 1e-14);
    mesh_free(&m);
    random_source r = {44};
    for (int i = 0; i < 500; i++) {
        gyre_vec3 size = {random_between(&r, 0.1, 5), random_between(&r, 0.1, 5), random_between(&r, 0.1, 5)};
        gyre_vec3 low = random_vec3(&r, 5), high = plus(low, size);
        m = mesh_box_between(low, high);
        p = solid(&m);
        want = box_formula(minus(high, low), scaled(0.5, plus(low, high)));
        check_relative(&p, &want, 5, 1e-13);
        mesh_free(&m);
    }
}

TEST(a_tetrahedron_mesh_is_the_tetrahedron) {
    random_source r = {4};
    for (int i = 0; i < 500; i++) {
        gyre_vec3 p[4] = {random_vec3(&r, 1), random_vec3(&r, 1), random_vec3(&r, 1), random_vec3(&r, 1)};
        gyre_mass_properties want = tetrahedron_formula(p);
        if (want.mass < 0.02) continue; // slivers multiply the rounding of formula and integral alike
        own_mesh m = mesh_of_tetrahedron(p);
        gyre_mass_properties got = solid(&m);
        check_relative(&got, &want, 1, 1e-12);
        mesh_free(&m);
    }
}

TEST(a_wedge_mesh_is_the_wedge) {
    gyre_vec3 size = {3, 2, 0.7};
    own_mesh m = mesh_of_wedge(size);
    gyre_mass_properties got = solid(&m), want = wedge_formula(size);
    check_relative(&got, &want, 3, 1e-14);
    mesh_free(&m);
}

// A regular polygon of circumradius r: area n/2 r^2 sin(2 pi/n), polar second moment r^2/2 (1 - 2/3 sin^2(pi/n)).
TEST(a_prism_over_a_polygon_is_exact_with_fans_of_any_size) {
    size_t counts[] = {3, 4, 17, 5000};
    for (size_t i = 0; i < 4; i++) {
        double n = (double)counts[i], r = 0.8, h = 1.7, polar = r * r / 2 * (1 - 2 * pow(sin(PI / n), 2) / 3);
        own_mesh m = mesh_of_cylinder(r, h, counts[i]);
        gyre_mass_properties got = solid(&m);
        gyre_mass_properties want = body_of(n / 2 * r * r * sin(2 * PI / n) * h, (gyre_vec3){0, 0, 0},
                                            (gyre_tensor){polar / 2, polar / 2, h * h / 12, 0, 0, 0});
        check_relative(&got, &want, 2, 1e-12);
        mesh_free(&m);
    }
}

TEST(a_cavity_is_subtracted) {
    own_mesh m = mesh_of_box((gyre_vec3){4, 4, 4}), hole = mesh_box_between((gyre_vec3){0, 0, 0}, (gyre_vec3){1, 1, 1});
    mesh_flip_all(&hole);
    mesh_append(&m, &hole);
    gyre_mass_properties got = solid(&m);
    CHECK_NEAR(got.mass, 63, 1e-12);
    CHECK_NEAR(got.center.x, -0.5 / 63, 1e-13);
    // about the origin: 64 (16 + 16)/12 - (1/3 + 1/3); then the parallel axis theorem
    double want = 64 * 32.0 / 12 - 2.0 / 3 - 63 * 2 * pow(0.5 / 63, 2);
    CHECK_NEAR(got.inertia.xx, want, 1e-12 * want);
    CHECK_NEAR(got.inertia.xy, 0.25 + 63 * pow(0.5 / 63, 2), 1e-12);
    mesh_free(&m), mesh_free(&hole);
}

// ---- far away and thin: as far as the rounding of the vertices allows ----

// Every vertex is off by at most delta after rounding. The boundary moves by delta at most, so with area A, volume V
// and all points within R of the centre:
//   |dV| <= A delta,   |dc| <= A R delta / V + delta,   |dI| <= 2 A R^2 delta
// (dI: the integrand |x|^2 - x_i x_j is at most R^2; the shifted centre adds less than as much again.) A coordinate is
// rounded once at the size of the offset and a few times at the size of the mesh.
typedef struct rounding_bound {
    double mass, center, inertia;
} rounding_bound;

static rounding_bound bound_of(double area, double volume, double radius, double offset) {
    double delta = sqrt(3) * DBL_EPSILON / 2 * (offset + 12 * radius);
    return (rounding_bound){area * delta, area * radius * delta / volume + delta, 2 * area * radius * radius * delta};
}

static void check_moved(own_mesh m, gyre_mass_properties body, gyre_quat q, gyre_vec3 offset) {
    double radius = 0;
    for (size_t i = 0; i < m.view.vertex_count; i++)
        radius = fmax(radius, distance(mesh_point(&m, i), body.center));
    gyre_mesh_report report;
    CHECK_OK(gyre_mesh_check(&m.view, NULL, &report));
    mesh_move(&m, 1, q, offset);
    gyre_mass_properties got = solid(&m), want = moved_body(body, q, offset);
    rounding_bound b = bound_of(report.area, body.mass, radius, norm(offset));
    check_body(&got, &want, b.mass, b.center, b.inertia);
    mesh_free(&m);
}

TEST(shifted_and_rotated_meshes_differ_by_the_rounding_of_their_vertices_only) {
    random_source r = {45};
    gyre_vec3 corners[4] = {{0, 0, 0}, {1, 0.1, 0}, {0.2, 1.3, -0.1}, {0.3, 0.2, 0.9}};
    gyre_vec3 size = {1, 0.7, 0.4};
    for (int i = 0; i < 400; i++) {
        double far = pow(10, random_between(&r, -1, 6));
        gyre_quat q = random_rotation(&r);
        gyre_vec3 offset = random_vec3(&r, far);
        check_moved(mesh_of_box(size), box_formula(size, (gyre_vec3){0, 0, 0}), q, offset);
        check_moved(mesh_of_tetrahedron(corners), tetrahedron_formula(corners), q, offset);
        check_moved(mesh_of_wedge(size), wedge_formula(size), q, offset);
    }
}

TEST(thin_plates_and_needles_lose_nothing_but_the_rounding_of_their_vertices) {
    random_source r = {46};
    gyre_vec3 sizes[] = {{1, 1, 1e-6}, {1e-6, 0.5, 1}, {1, 1e-6, 1e-6}, {1e-6, 1e-6, 1}, {1, 1e-3, 1e-6}};
    for (int i = 0; i < 300; i++) {
        gyre_vec3 size = sizes[i % 5];
        gyre_mass_properties want = box_formula(size, (gyre_vec3){0, 0, 0});
        check_moved(mesh_of_box(size), want, random_rotation(&r), random_vec3(&r, 1));
    }
}

TEST(thin_bodies_along_the_axes_keep_all_digits) {
    gyre_vec3 sizes[] = {{1, 1, 1e-6}, {1, 1e-6, 1e-6}, {1e-12, 3, 1e-12}, {1, 1e-60, 1e-60}};
    for (int i = 0; i < 4; i++) {
        own_mesh m = mesh_of_box(sizes[i]), w = mesh_of_wedge(sizes[i]);
        gyre_mass_properties got = solid(&m), want = box_formula(sizes[i], (gyre_vec3){0, 0, 0});
        check_relative(&got, &want, 1, 1e-14);
        got = solid(&w), want = wedge_formula(sizes[i]);
        check_relative(&got, &want, 1, 1e-14);
        mesh_free(&m), mesh_free(&w);
    }
}

TEST(a_shift_that_rounds_nothing_changes_no_bit_of_the_inertia) {
    gyre_vec3 low = {-3, 1, 2}, high = {5, 2, 7}, offset = {0x1p40, -0x1p41, 0x1p42};
    own_mesh near = mesh_box_between(low, high), far = mesh_box_between(plus(low, offset), plus(high, offset));
    gyre_mass_properties a = solid(&near), b = solid(&far);
    CHECK_SAME(a.mass, b.mass);
    CHECK_BYTES(&a.inertia, &b.inertia, sizeof a.inertia);
    CHECK_SAME(b.center.x, 1 + 0x1p40);
    mesh_free(&near), mesh_free(&far);
}

// Two bodies joined, with weights wa + wb = 1 and d between the centres: C = wa A + wb B + wa wb d d^T.
static gyre_mass_properties joined(const gyre_mass_properties *a, const gyre_mass_properties *b) {
    double mass = a->mass + b->mass, wb = b->mass / mass, m = a->mass * wb;
    gyre_vec3 d = minus(b->center, a->center);
    const gyre_tensor *A = &a->inertia, *B = &b->inertia;
    return (gyre_mass_properties){
        mass,
        plus(a->center, scaled(wb, d)),
        {A->xx + B->xx + m * (d.y * d.y + d.z * d.z), A->yy + B->yy + m * (d.x * d.x + d.z * d.z),
         A->zz + B->zz + m * (d.x * d.x + d.y * d.y), A->xy + B->xy - m * d.x * d.y, A->xz + B->xz - m * d.x * d.z,
         A->yz + B->yz - m * d.y * d.z},
    };
}

// The mass sits at one end of the box: a single pass about the middle of the box is off by 2e-11 here.
TEST(a_long_thin_protrusion_costs_no_digits) {
    own_mesh ball = mesh_of_sphere(1e-3, 30), m = mesh_with_room(2000, 4000);
    own_mesh whisker = mesh_box_between((gyre_vec3){0.001, 0, 0}, (gyre_vec3){1, 1e-6, 1e-6});
    mesh_append(&m, &ball), mesh_append(&m, &whisker);
    gyre_mass_properties a = solid(&ball), b = solid(&whisker), got = solid(&m), want = joined(&a, &b);
    check_relative(&got, &want, 1e-3, 1e-13);
    mesh_free(&ball), mesh_free(&m), mesh_free(&whisker);
}

// At 2^52 vertices are whole numbers and the centre is not: the offset from the reference point must be added back.
TEST(a_centre_between_two_doubles_is_correct) {
    gyre_vec3 low = {0x1p52, 0x1p52, -0x1p52};
    own_mesh m = mesh_box_between(low, plus(low, (gyre_vec3){3, 5, 7}));
    gyre_mass_properties got = solid(&m),
                         want = box_formula((gyre_vec3){3, 5, 7}, plus(low, (gyre_vec3){1.5, 2.5, 3.5}));
    check_body(&got, &want, 1e-12, 1, 1e-12 * want.inertia.xx);
    mesh_free(&m);
}

// The sums themselves: the same integral in extended precision, over the same vertices. Each of n terms is rounded a
// few times, at random, so the sum of n equal terms is off by some eps / sqrt(n); plain sums are off by eps sqrt(n /
// 3).
TEST(a_million_small_terms_add_up_without_loss) {
    own_mesh m = mesh_of_sphere(1, 500);
    long double volume = 0;
    for (size_t i = 0; i < m.view.triangle_count; i++) {
        long double p[3][3];
        for (int corner = 0; corner < 3; corner++)
            for (int k = 0; k < 3; k++)
                p[corner][k] = (long double)m.positions[3 * m.triangles[3 * i + (size_t)corner] + (size_t)k];
        volume += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                  p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) + p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    gyre_mass_properties got = solid(&m);
    CHECK_NEAR(got.mass, (double)(volume / 6), 4 * DBL_EPSILON);
    mesh_free(&m);
}

// ---- curved bodies ----

static double order_of(double coarse, double fine) { return log2(coarse / fine); }

TEST(a_sphere_of_triangles_converges_with_second_order) {
    double mass[3], inertia[3];
    for (size_t i = 0; i < 3; i++) {
        own_mesh m = mesh_of_sphere(1, (size_t)20 << i);
        gyre_mass_properties p = solid(&m);
        mass[i] = fabs(p.mass - 4 * PI / 3);
        inertia[i] = fabs(p.inertia.zz - 8 * PI / 15);
        mesh_free(&m);
    }
    CHECK_NEAR(order_of(mass[0], mass[1]), 2, 0.02);
    CHECK_NEAR(order_of(mass[1], mass[2]), 2, 0.01);
    CHECK_NEAR(order_of(inertia[0], inertia[1]), 2, 0.02);
    CHECK_NEAR(order_of(inertia[1], inertia[2]), 2, 0.01);
}

// V = 2 pi^2 R r^2, Izz = M (R^2 + 3/4 r^2), Ixx = M (R^2/2 + 5/8 r^2)
TEST(a_torus_of_triangles_converges_with_second_order) {
    double R = 2, r = 0.5, volume = 2 * PI * PI * R * r * r, error[2][3];
    for (size_t i = 0; i < 2; i++) {
        own_mesh m = mesh_of_torus(R, r, (size_t)60 << i, (size_t)40 << i);
        gyre_mass_properties p = solid(&m);
        error[i][0] = fabs(p.mass - volume);
        error[i][1] = fabs(p.inertia.zz - volume * (R * R + 0.75 * r * r));
        error[i][2] = fabs(p.inertia.xx - volume * (R * R / 2 + 0.625 * r * r));
        mesh_free(&m);
    }
    for (int k = 0; k < 3; k++)
        CHECK_NEAR(order_of(error[0][k], error[1][k]), 2, 0.02);
}

// ---- shells ----

// A rectangle of area A at height h above the origin: A (y^2/12 + h^2) and so on; six of them.
TEST(the_shell_of_a_box_is_six_plates) {
    gyre_vec3 s = {2, 3, 4};
    own_mesh m = mesh_of_box(s);
    gyre_mass_properties p;
    CHECK_OK(gyre_mass_of_mesh_shell(&m.view, gyre_by_density(1), &p));
    double yz = 2 * s.y * s.z, xz = 2 * s.x * s.z, xy = 2 * s.x * s.y, area = yz + xz + xy;
    double xx = (yz * s.x * s.x / 4 + (xz + xy) * s.x * s.x / 12) / area;
    double yy = (xz * s.y * s.y / 4 + (yz + xy) * s.y * s.y / 12) / area;
    double zz = (xy * s.z * s.z / 4 + (yz + xz) * s.z * s.z / 12) / area;
    gyre_mass_properties want = body_of(area, (gyre_vec3){0, 0, 0}, (gyre_tensor){xx, yy, zz, 0, 0, 0});
    check_relative(&p, &want, 4, 1e-14);
    mesh_free(&m);
}

// One triangle: covariance of a uniform triangle is (sum of d d^T) / 12 over its corners.
TEST(a_single_triangle_is_a_shell_anywhere_and_of_any_size) {
    random_source r = {47};
    for (int exponent = -90; exponent <= 90; exponent += 10) {
        double size = pow(10, exponent);
        gyre_vec3 a = random_vec3(&r, size), b = random_vec3(&r, size), c = random_vec3(&r, size);
        own_mesh m = mesh_with_room(3, 1);
        mesh_add_triangle(&m, mesh_add_vertex(&m, a), mesh_add_vertex(&m, b), mesh_add_vertex(&m, c));
        gyre_vec3 center = scaled(1.0 / 3, plus(plus(a, b), c)), corners[3] = {a, b, c};
        gyre_tensor C = {0, 0, 0, 0, 0, 0};
        for (int i = 0; i < 3; i++) {
            gyre_vec3 d = minus(corners[i], center);
            C.xx += d.x * d.x / 12, C.yy += d.y * d.y / 12, C.zz += d.z * d.z / 12;
            C.xy += d.x * d.y / 12, C.xz += d.x * d.z / 12, C.yz += d.y * d.z / 12;
        }
        gyre_mass_properties p, want = body_of(3, center, C);
        CHECK_OK(gyre_mass_of_mesh_shell(&m.view, gyre_by_mass(3), &p));
        check_relative(&p, &want, size, 1e-13);
        mesh_free(&m);
    }
}

TEST(the_shell_of_a_flat_or_distant_mesh_is_correct) {
    own_mesh m = mesh_with_room(4, 2);
    double z = 1e6 + 0.1;
    for (int i = 0; i < 4; i++)
        mesh_add_vertex(&m, (gyre_vec3){1e6 + 2 * (i & 1), 0x1p-300 * (i & 2), z});
    mesh_add_quad(&m, 0, 1, 3, 2);
    gyre_mass_properties p;
    CHECK_OK(gyre_mass_of_mesh_shell(&m.view, gyre_by_mass(1), &p));
    CHECK_NEAR(p.inertia.xx, 0x1p-600 / 3, 1e-14 * 0x1p-600);
    CHECK_NEAR(p.inertia.zz, 1.0 / 3, 1e-15);
    CHECK_SAME(p.center.z, z);
    mesh_free(&m);
}

// ---- approximations ----

TEST(spec_42_the_bounding_box_of_a_sphere_is_6_over_pi_times_too_heavy) {
    own_mesh m = mesh_of_sphere(1, 200);
    gyre_mass_properties exact = solid(&m), box;
    CHECK_OK(gyre_mass_of_bounding_box(&m.view, gyre_by_density(1), &box));
    gyre_mass_comparison c = gyre_mass_compare(&box, &exact, 2);
    CHECK_NEAR(c.mass, 6 / PI - 1, 1e-3);
    CHECK_NEAR(c.inertia, 10 / PI - 1, 1e-3); // (8 * 2/3) / (4/3 pi * 2/5)
    CHECK_BELOW(c.center, 1e-15);
    CHECK_OK(gyre_mass_of_bounding_box(&m.view, gyre_by_mass(3), &box));
    CHECK_SAME(box.mass, 3);
    mesh_free(&m);
}

TEST(a_comparison_has_relative_mass_centre_and_inertia_differences) {
    gyre_mass_properties exact = {2, {1, 1, 1}, {3, 4, 5, 0.5, 0, 0}}, other = {3, {1, 4, 5}, {3, 4.5, 5, -0.5, 0, 0}};
    gyre_mass_comparison c = gyre_mass_compare(&other, &exact, 10);
    CHECK_SAME(c.mass, 0.5);
    CHECK_SAME(c.center, 0.5);
    CHECK_SAME(c.inertia, 0.2);
    c = gyre_mass_compare(&exact, &exact, 10);
    CHECK(c.mass == 0 && c.center == 0 && c.inertia == 0);
}

// ---- large, small ----

TEST(every_size_gives_the_right_answer_or_an_error) {
    int right = 0, refused = 0;
    for (int exponent = -320; exponent <= 308; exponent++) {
        for (int kind = 0; kind < 6; kind++) {
            double unit = pow(10, exponent);
            gyre_vec3 s = {2 * unit, 3 * unit, 4 * unit};
            own_mesh m = mesh_of_box(s);
            double value = kind < 2 ? 1 : kind < 4 ? 1e300 : 1e-100;
            gyre_amount amount = {kind % 2 ? GYRE_AMOUNT_MASS : GYRE_AMOUNT_DENSITY, value};
            gyre_mass_properties p = {.mass = 7}, box = {.mass = 7}, cubes = {.mass = 7};
            gyre_result r = gyre_mass_of_closed_mesh(&m.view, amount, &p);
            if (r == GYRE_OK) {
                // one factor after the other, so that nothing leaves the range of doubles on the way
                CHECK_NEAR(kind % 2 ? p.mass / value : p.mass / value / unit / unit / unit, kind % 2 ? 1 : 24, 1e-12);
                CHECK_NEAR(p.inertia.xx / unit / p.mass / unit, 50.0 / 24, 1e-12);
                CHECK_NEAR(p.inertia.zz / unit / p.mass / unit, 26.0 / 24, 1e-12);
                right++;
            } else {
                CHECK_RESULT(r, GYRE_ERR_NOT_FINITE);
                CHECK_SAME(p.mass, 7);
                refused++;
            }
            CHECK_RESULT(gyre_mass_of_bounding_box(&m.view, amount, &box), r);
            CHECK(r != GYRE_OK || fabs(box.inertia.xx / p.inertia.xx - 1) < 1e-12);
            // voxels check the mesh first, and its volume must be a number too
            gyre_result v = gyre_mass_of_voxels(&m.view, 4, amount, NULL, &cubes);
            CHECK(v == r || v == GYRE_ERR_NOT_FINITE);
            CHECK(v != GYRE_OK || fabs(cubes.inertia.xx / p.inertia.xx - 1) < 1e-12);
            CHECK(!(exponent > -60 && exponent < 60 && kind < 2) || r == GYRE_OK);
            mesh_free(&m);
        }
    }
    CHECK(right > 600 && refused > 600);
}

// The volume is a good number, the squares of the width are not, and a large mass hides it.
TEST(moments_that_underflow_are_refused) {
    own_mesh m = mesh_of_box((gyre_vec3){1e8, 1e-157, 1e-157});
    gyre_mass_properties p = {.mass = 7};
    CHECK_RESULT(gyre_mass_of_closed_mesh(&m.view, gyre_by_mass(1e280), &p), GYRE_ERR_NOT_FINITE);
    CHECK_SAME(p.mass, 7);
    mesh_free(&m);
}

TEST(shells_of_every_size_give_the_right_answer_or_an_error) {
    for (int exponent = -320; exponent <= 308; exponent++) {
        double unit = pow(10, exponent);
        own_mesh m = mesh_of_box((gyre_vec3){unit, unit, unit});
        gyre_mass_properties p = {.mass = 7};
        gyre_result r = gyre_mass_of_mesh_shell(&m.view, gyre_by_density(1), &p);
        CHECK(!(exponent > -70 && exponent < 70) || r == GYRE_OK);
        if (r == GYRE_OK)
            CHECK_NEAR(p.inertia.xx / unit / unit / unit / unit, 5.0 / 3, 1e-12); // 6 plates: 4 (1/12 + 1/4) + 2 (1/6)
        else
            CHECK_SAME(p.mass, 7);
        mesh_free(&m);
    }
}

// Beside a larger good part it looks like a cavity, which the topology cannot tell; an impossible body can.
TEST(an_inverted_part_beside_a_good_one_is_reported_if_the_total_is_invalid) {
    for (double x = 1.76; x < 8; x *= 1.6) {
        own_mesh m = mesh_with_room(16, 24);
        own_mesh good = mesh_of_box((gyre_vec3){1, 1, 1});
        own_mesh bad = mesh_box_between((gyre_vec3){x - 0.2, -0.2, -0.2}, (gyre_vec3){x + 0.2, 0.2, 0.2});
        for (size_t i = 0; i < bad.view.triangle_count; i++)
            mesh_flip(&bad, i);
        own_mesh *parts[2] = {&good, &bad};
        for (int p = 0; p < 2; p++) {
            uint32_t first = (uint32_t)m.view.vertex_count;
            for (size_t i = 0; i < parts[p]->view.vertex_count; i++) {
                const double *v = parts[p]->positions + 3 * i;
                mesh_add_vertex(&m, (gyre_vec3){v[0], v[1], v[2]});
            }
            for (size_t i = 0; i < parts[p]->view.triangle_count; i++) {
                const uint32_t *t = parts[p]->triangles + 3 * i;
                mesh_add_triangle(&m, first + t[0], first + t[1], first + t[2]);
            }
        }
        gyre_mass_properties out = {.mass = 7};
        gyre_mesh_report report;
        CHECK_RESULT(gyre_mass_of_mesh(&m.view, gyre_by_density(1000), NULL, &out, &report), GYRE_ERR_MESH_INVERTED);
        CHECK(strstr(report.text, "a part is wound inside out") != NULL);
        CHECK_RESULT(gyre_mass_of_closed_mesh(&m.view, gyre_by_density(1000), &out), GYRE_ERR_MESH_INVERTED);
        CHECK(out.mass == 7);
        mesh_free(&m), mesh_free(&good), mesh_free(&bad);
    }
}

RUN_TESTS("mesh mass")
