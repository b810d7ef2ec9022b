/// Layer 2: meshes filled with cubes, against the exact integrals and against brute force.
#include "check.h"
#include "mesh_helpers.h"

static const double PI = 3.14159265358979323846;

static gyre_mass_properties solid(const own_mesh *m) {
    gyre_mass_properties p = {0};
    CHECK_OK(gyre_mass_of_mesh(&m->view, gyre_by_density(1), NULL, &p, NULL));
    return p;
}

static double largest_error(const gyre_mass_properties *p, const gyre_mass_properties *exact) {
    gyre_mass_comparison c = gyre_mass_compare(p, exact, 1);
    return fmax(c.mass, fmax(c.center, c.inertia));
}

// A cube that the surface cuts is wrong by its own volume at most: error of the mass < A h / V with the area A of the
// surface (its cubes lie within h of it). Rounding up and down cancels in general position: measured order 2.
TEST(spec_43_voxels_converge_to_the_exact_answer) {
    random_source r = {48};
    own_mesh m = mesh_of_wedge((gyre_vec3){1, 0.8, 0.6});
    mesh_move(&m, 1, random_rotation(&r), (gyre_vec3){5, -3, 2});
    gyre_mass_properties exact = solid(&m), p;
    gyre_mesh_report report;
    CHECK_OK(gyre_mesh_check(&m.view, NULL, &report));
    double previous = INFINITY;
    for (size_t n = 8; n <= 512; n *= 4) {
        CHECK_OK(gyre_mass_of_voxels(&m.view, n, gyre_by_density(1), NULL, &p));
        gyre_mass_comparison c = gyre_mass_compare(&p, &exact, 1.5);
        double error = fmax(c.mass, fmax(c.center, c.inertia));
        CHECK_BELOW(c.mass, report.area * 1.5 / (double)n / report.volume);
        CHECK(c.center > 0); // it is an approximation
        CHECK_BELOW(error, previous / 4);
        previous = error;
    }
    CHECK_BELOW(previous, 1e-4);
    mesh_free(&m);
}

TEST(voxels_of_a_box_that_they_fill_are_exact) {
    for (int x = 1; x <= 9; x++)
        for (int y = 1; y <= 9; y += 2)
            for (size_t fine = 1; fine <= 3; fine++) {
                own_mesh m = mesh_box_between((gyre_vec3){1, 2, 3}, (gyre_vec3){1 + x * 0.1, 2 + y * 0.1, 3.7});
                size_t longest = (size_t)(x > y ? x : y);
                gyre_mass_properties exact = solid(&m), p;
                CHECK_OK(
                    gyre_mass_of_voxels(&m.view, fine * (longest > 7 ? longest : 7), gyre_by_density(1), NULL, &p));
                CHECK_BELOW(largest_error(&p, &exact), 1e-12);
                mesh_free(&m);
            }
}

// The solid angle of the mesh seen from a point, over 4 pi: 1 inside, 0 outside.   van Oosterom and Strackee 1983
static double winding_number(const own_mesh *m, gyre_vec3 p) {
    double sum = 0;
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        const uint32_t *t = m->triangles + 3 * i;
        gyre_vec3 a = minus(mesh_point(m, t[0]), p), b = minus(mesh_point(m, t[1]), p),
                  c = minus(mesh_point(m, t[2]), p);
        double la = norm(a), lb = norm(b), lc = norm(c);
        sum +=
            2 * atan2(inner(a, crossed(b, c)), la * lb * lc + inner(a, b) * lc + inner(b, c) * la + inner(c, a) * lb);
    }
    return sum / (4 * PI);
}

TEST(voxels_are_the_cubes_whose_centres_are_inside_by_brute_force) {
    random_source r = {49};
    for (int trial = 0; trial < 12; trial++) {
        own_mesh m = trial % 2 ? mesh_of_torus(1, 0.4, 9, 7) : mesh_of_sphere(1, 5);
        mesh_move(&m, 1, random_rotation(&r), random_vec3(&r, 2));
        gyre_vec3 low = mesh_point(&m, 0), high = low;
        for (size_t i = 0; i < m.view.vertex_count; i++) {
            gyre_vec3 p = mesh_point(&m, i);
            low = (gyre_vec3){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
            high = (gyre_vec3){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
        }
        gyre_vec3 side = minus(high, low), middle = scaled(0.5, plus(low, high)), sum = {0, 0, 0};
        double n = 11, h = fmax(side.x, fmax(side.y, side.z)) / n, count = 0;
        double nx = ceil(side.x / h - 1e-9), ny = ceil(side.y / h - 1e-9), nz = ceil(side.z / h - 1e-9);
        for (double i = (1 - nx) / 2; i < nx / 2; i++)
            for (double j = (1 - ny) / 2; j < ny / 2; j++)
                for (double k = (1 - nz) / 2; k < nz / 2; k++) {
                    gyre_vec3 cell = plus(middle, scaled(h, (gyre_vec3){i, j, k}));
                    if (winding_number(&m, cell) < 0.5) continue;
                    count++;
                    sum = plus(sum, cell);
                }
        gyre_mass_properties p;
        CHECK_OK(gyre_mass_of_voxels(&m.view, (size_t)n, gyre_by_density(1), NULL, &p));
        CHECK_NEAR(p.mass / (h * h * h), count, 1e-9 * count);
        CHECK_BELOW(distance(p.center, scaled(1 / count, sum)), 1e-12);
        mesh_free(&m);
    }
}

// Rays through every vertex and along every edge: an octahedron whose corners are centres of cubes.
TEST(rays_that_hit_edges_and_vertices_count_once) {
    own_mesh m = mesh_with_room(6, 8);
    for (int axis = 0; axis < 3; axis++)
        for (int sign = 1; sign >= -1; sign -= 2)
            mesh_add_vertex(&m,
                            (gyre_vec3){axis == 0 ? 4 * sign : 0, axis == 1 ? 4 * sign : 0, axis == 2 ? 4 * sign : 0});
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t x = i & 1, y = 2 + (i >> 1 & 1), z = 4 + (i >> 2);
        mesh_add_triangle(&m, x, y, z);
        if ((i ^ i >> 1 ^ i >> 2) & 1) mesh_flip(&m, i);
    }
    // 8 cubes along each side would have their centres off the corners, 16 too: stretch, so that they are on them
    size_t resolutions[] = {8, 16, 24, 7, 21};
    for (int n = 0; n < 5; n++) {
        double cells = (double)resolutions[n], h = 8 / cells, strict = 0, closed = 0;
        for (double i = (1 - cells) / 2; i < cells / 2; i++)
            for (double j = (1 - cells) / 2; j < cells / 2; j++)
                for (double k = (1 - cells) / 2; k < cells / 2; k++) {
                    double sum = fabs(i) + fabs(j) + fabs(k);
                    strict += sum < cells / 2 - 1e-9, closed += sum < cells / 2 + 1e-9;
                }
        gyre_mass_properties p;
        CHECK_OK(gyre_mass_of_voxels(&m.view, resolutions[n], gyre_by_density(1), NULL, &p));
        double count = p.mass / (h * h * h);
        CHECK(count > strict - 0.5 && count < closed + 0.5);
        CHECK_NEAR(count, round(count), 1e-9);
        CHECK_BELOW(norm(p.center), h);
    }
    mesh_free(&m);
}

// Six times the volume of a tetrahedron of whole numbers: exact.
static long long orientation(const int a[3], const int b[3], const int c[3], const int d[3]) {
    long long u[3], v[3], w[3];
    for (int i = 0; i < 3; i++)
        u[i] = b[i] - a[i], v[i] = c[i] - a[i], w[i] = d[i] - a[i];
    return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

// Corners at whole numbers and a half, cubes of side 1: centres at whole numbers, many of them exactly on faces and
// edges.
TEST(voxels_of_lattice_tetrahedra_match_integer_arithmetic) {
    random_source r = {52};
    int on_boundary = 0;
    for (int trial = 0; trial < 3000; trial++) {
        int p[4][3], low[3] = {99, 99, 99}, high[3] = {0, 0, 0};
        gyre_vec3 corners[4];
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 3; k++) {
                p[i][k] = 2 * (int)(random_u64(&r) % 12) + 1; // in halves
                low[k] = p[i][k] < low[k] ? p[i][k] : low[k], high[k] = p[i][k] > high[k] ? p[i][k] : high[k];
            }
            corners[i] = (gyre_vec3){0.5 * p[i][0], 0.5 * p[i][1], 0.5 * p[i][2]};
        }
        long long sign = orientation(p[0], p[1], p[2], p[3]), strict = 0, closed = 0;
        if (sign == 0) continue;
        int side = high[0] - low[0];
        for (int k = 1; k < 3; k++)
            side = high[k] - low[k] > side ? high[k] - low[k] : side;
        for (int x = low[0] + 1; x < high[0]; x += 2)
            for (int y = low[1] + 1; y < high[1]; y += 2)
                for (int z = low[2] + 1; z < high[2]; z += 2) {
                    int c[3] = {x, y, z}, above = 0, on = 0;
                    long long o[4] = {orientation(c, p[1], p[2], p[3]), orientation(p[0], c, p[2], p[3]),
                                      orientation(p[0], p[1], c, p[3]), orientation(p[0], p[1], p[2], c)};
                    for (int i = 0; i < 4; i++)
                        above += o[i] * sign > 0, on += o[i] == 0;
                    strict += above == 4, closed += above + on == 4;
                }
        own_mesh m = mesh_of_tetrahedron(corners);
        gyre_mass_properties body = {0};
        gyre_result result = gyre_mass_of_voxels(&m.view, (size_t)side / 2, gyre_by_density(1), NULL, &body);
        CHECK(result == GYRE_OK || (result == GYRE_ERR_SHAPE && strict == 0));
        CHECK(body.mass == round(body.mass) && body.mass >= (double)strict && body.mass <= (double)closed);
        on_boundary += closed > strict;
        mesh_free(&m);
    }
    CHECK(on_boundary > 1000);
}

TEST(voxels_refuse_zero_or_too_high_resolution_and_empty_interiors) {
    own_mesh m = mesh_of_torus(1, 0.2, 20, 20);
    gyre_mass_properties p = {.mass = 7};
    CHECK_RESULT(gyre_mass_of_voxels(&m.view, 0, gyre_by_mass(1), NULL, &p), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_mass_of_voxels(&m.view, (size_t)-1, gyre_by_mass(1), NULL, &p), GYRE_ERR_TOO_LARGE);
    CHECK_RESULT(gyre_mass_of_voxels(&m.view, 1, gyre_by_mass(1), NULL, &p), GYRE_ERR_SHAPE); // the hole's middle
    CHECK_SAME(p.mass, 7);
    mesh_free(&m);
}

RUN_TESTS("mesh voxels")
