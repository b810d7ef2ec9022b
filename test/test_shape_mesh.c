/// Layer 11: shapes as triangles, against the volumes and areas that the discretisation must have.
#include "body_helpers.h"
#include "check.h"
#include "record/shape_mesh.h"
#include "shape_oracle.h"

#include <float.h>

static const double PI = 3.14159265358979323846;
static const double SECTOR = 2 * 3.14159265358979323846 / SHAPE_SECTORS; // [rad]

static shape_mesh *mesh_of(const gyre_shape *s) {
    static shape_mesh m;
    CHECK_OK(gyre_shape_mesh_make(s, &m));
    return &m;
}

static gyre_vec3 vec3_at(const double *array, size_t index) {
    return (gyre_vec3){array[3 * index], array[3 * index + 1], array[3 * index + 2]};
}

// Vertices at equal positions become one, as gyre_mass_of_mesh requires; triangles between two of them are dropped.
static gyre_mesh welded(const shape_mesh *m) {
    static uint32_t triangles[3 * SHAPE_TRIANGLES_MAX], same[SHAPE_VERTICES_MAX];
    for (uint32_t i = 0; i < m->vertex_count; i++)
        for (same[i] = 0; distance(vec3_at(m->positions, same[i]), vec3_at(m->positions, i)) != 0;)
            same[i]++;
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        triangles[i] = same[m->triangles[i]];
    return (gyre_mesh){m->positions, m->vertex_count, triangles, m->triangle_count};
}

// The volume of the triangles over that of the shape; the mesh must be closed and wound outward.
static double volume_ratio(gyre_shape s) {
    gyre_mesh m = welded(mesh_of(&s));
    gyre_mass_properties by_mesh;
    gyre_mesh_report report;
    gyre_result r = gyre_mass_of_mesh(&m, gyre_by_density(1), NULL, &by_mesh, &report);
    if (r != GYRE_OK) fail_msg("%s: %s", gyre_shape_name(s.kind), report.text);
    double volume;
    CHECK_OK(gyre_shape_measure(&s, &volume));
    return by_mesh.mass / volume;
}

static gyre_vec3 face_normal(const shape_mesh *m, size_t triangle) {
    const uint32_t *t = m->triangles + 3 * triangle;
    gyre_vec3 a = vec3_at(m->positions, t[0]), b = vec3_at(m->positions, t[1]), c = vec3_at(m->positions, t[2]);
    gyre_vec3 n = crossed(minus(b, a), minus(c, a));
    return scaled(1 / norm(n), n);
}

enum { SAMPLES = 20 };

static bool is_polyhedron(gyre_shape_kind kind) { return gyre_shape_dimension(kind) == 3 && shape_is_polyhedron(kind); }

// ---- volumes --------------------------------------------------------------------------------------------------------

TEST(flat_faces_are_drawn_exactly) {
    random_source r = {1};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (int i = 0; i < SAMPLES && is_polyhedron((gyre_shape_kind)kind); i++)
            CHECK_NEAR(volume_ratio(random_shape(&r, (gyre_shape_kind)kind, 0)), 1, 1e-12);
}

// Regular polygons instead of circles, at every height: sin(d)/d of the area.
TEST(straight_walls_about_an_axis_lose_the_share_of_the_polygon) {
    const gyre_shape_kind kinds[] = {GYRE_SHAPE_cylinder, GYRE_SHAPE_tube, GYRE_SHAPE_cone, GYRE_SHAPE_frustum};
    random_source r = {2};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (int i = 0; i < SAMPLES; i++)
            CHECK_NEAR(volume_ratio(random_shape(&r, kinds[k], 0)), sin(SECTOR) / SECTOR, 1e-12);
}

// Half circles become chords over angles e = d: between the radii cos a and cos b the integral of r^2 is
// (sin b - sin a)(cos^2 a + cos a cos b + cos^2 b)/3.
static double ball_share(void) {
    double sum = 0;
    for (int i = 0; i < SHAPE_SECTORS / 2; i++) {
        double a = -PI / 2 + i * SECTOR, b = a + SECTOR;
        sum += (sin(b) - sin(a)) * (cos(a) * cos(a) + cos(a) * cos(b) + cos(b) * cos(b)) / 3;
    }
    return sum / (4.0 / 3) * sin(SECTOR) / SECTOR;
}

TEST(balls_and_ellipsoids_lose_the_share_of_both_polygons) {
    const gyre_shape_kind kinds[] = {GYRE_SHAPE_sphere, GYRE_SHAPE_ellipsoid, GYRE_SHAPE_hemisphere};
    random_source r = {3};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (int i = 0; i < SAMPLES; i++)
            CHECK_NEAR(volume_ratio(random_shape(&r, kinds[k], 0)), ball_share(), 1e-12);
}

TEST(a_capsule_loses_what_its_ball_and_its_cylinder_lose) {
    gyre_shape capsule = {GYRE_SHAPE_capsule, 0, {0.7, 1.9}};
    double ball = 4.0 / 3 * PI * 0.7 * 0.7 * 0.7, wall = PI * 0.7 * 0.7 * 1.9;
    double share = (ball * ball_share() + wall * sin(SECTOR) / SECTOR) / (ball + wall);
    CHECK_NEAR(volume_ratio(capsule), share, 1e-12);
}

// Pappus: the tube's polygon of half as many sides, carried along the circle's polygon.
TEST(a_torus_loses_the_share_of_both_polygons) {
    random_source r = {4};
    double share = sin(SECTOR) / SECTOR * sin(2 * SECTOR) / (2 * SECTOR);
    for (int i = 0; i < SAMPLES; i++)
        CHECK_NEAR(volume_ratio(random_shape(&r, GYRE_SHAPE_torus, 0)), share, 1e-12);
}

TEST(a_rod_is_a_thin_cylinder_of_its_length) {
    gyre_shape rod = {GYRE_SHAPE_rod, 0, {3}};
    gyre_mesh m = welded(mesh_of(&rod));
    gyre_mass_properties p;
    CHECK_OK(gyre_mass_of_mesh(&m, gyre_by_density(1), NULL, &p, NULL));
    CHECK_NEAR(p.mass, PI * 0.03 * 0.03 * 3 * sin(SECTOR) / SECTOR, 1e-15);
}

TEST(limits_of_a_shape_are_closed_too) {
    gyre_shape full_tube = {GYRE_SHAPE_tube, 0, {1, 0, 2}}, tip_down = {GYRE_SHAPE_frustum, 0, {0, 1, 2}};
    gyre_shape tip_up = {GYRE_SHAPE_frustum, 0, {1, 0, 2}};
    CHECK_NEAR(volume_ratio(full_tube), sin(SECTOR) / SECTOR, 1e-12);
    CHECK_NEAR(volume_ratio(tip_down), sin(SECTOR) / SECTOR, 1e-12);
    CHECK_NEAR(volume_ratio(tip_up), sin(SECTOR) / SECTOR, 1e-12);
}

// All its rings touch in the origin, where more than two triangles meet in no edge but in a point.
TEST(a_torus_without_a_hole_is_drawn) {
    gyre_shape horn = {GYRE_SHAPE_torus, 0, {1, 1}};
    gyre_mesh m = welded(mesh_of(&horn));
    gyre_mass_properties p;
    CHECK_OK(gyre_mass_of_mesh(&m, gyre_by_density(1), NULL, &p, NULL));
    CHECK_NEAR(p.mass / (2 * PI * PI), sin(SECTOR) / SECTOR * sin(2 * SECTOR) / (2 * SECTOR), 1e-12);
}

TEST(sheets_have_the_area_of_the_shape) {
    const gyre_shape sheets[] = {{GYRE_SHAPE_plate, 0, {2, 3}},
                                 {GYRE_SHAPE_triangle, 0, {0, 0, 1, 2, 0, 1, 0, 3, 2}},
                                 {GYRE_SHAPE_disc, 0, {0.7}}};
    for (int i = 0; i < 3; i++) {
        shape_mesh *m = mesh_of(&sheets[i]);
        double area = 0, want;
        for (size_t k = 0; k < m->triangle_count; k++) {
            const uint32_t *t = m->triangles + 3 * k;
            gyre_vec3 a = vec3_at(m->positions, t[0]);
            area += norm(crossed(minus(vec3_at(m->positions, t[1]), a), minus(vec3_at(m->positions, t[2]), a))) / 2;
        }
        CHECK_OK(gyre_shape_measure(&sheets[i], &want));
        CHECK_NEAR(area / want, i == 2 ? sin(SECTOR) / SECTOR : 1, 1e-14);
        CHECK(m->is_sheet);
    }
}

// ---- normals --------------------------------------------------------------------------------------------------------

TEST(normals_have_unit_length_and_the_side_of_their_triangles) {
    random_source r = {5};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (int i = 0; i < SAMPLES; i++) {
            gyre_shape s = random_shape(&r, (gyre_shape_kind)kind, 0);
            shape_mesh *m = mesh_of(&s);
            for (size_t k = 0; k < m->vertex_count; k++)
                CHECK_NEAR(norm(vec3_at(m->normals, k)), 1, 4 * DBL_EPSILON);
            for (size_t k = 0; k < 3 * m->triangle_count; k++)
                if (!(inner(vec3_at(m->normals, m->triangles[k]), face_normal(m, k / 3)) > 0.5))
                    fail_msg("%s: the normal of vertex %u looks away", gyre_shape_name(s.kind), m->triangles[k]);
        }
}

TEST(flat_faces_have_hard_edges) {
    random_source r = {6};
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (int i = 0; i < SAMPLES && is_polyhedron((gyre_shape_kind)kind); i++) {
            gyre_shape s = random_shape(&r, (gyre_shape_kind)kind, 0);
            shape_mesh *m = mesh_of(&s);
            for (size_t k = 0; k < 3 * m->triangle_count; k++)
                CHECK_BELOW(distance(vec3_at(m->normals, m->triangles[k]), face_normal(m, k / 3)), 1e-9);
        }
}

TEST(an_ellipsoid_has_the_normals_of_its_surface) {
    gyre_shape s = {GYRE_SHAPE_ellipsoid, 0, {0.5, 2, 1}};
    shape_mesh *m = mesh_of(&s);
    for (size_t k = 0; k < m->vertex_count; k++) {
        gyre_vec3 p = vec3_at(m->positions, k),
                  n = {p.x / 0.25, p.y / 4, p.z}; // gradient of x^2/a^2 + y^2/b^2 + z^2/c^2
        CHECK_BELOW(distance(vec3_at(m->normals, k), scaled(1 / norm(n), n)), 1e-14);
    }
}

TEST(a_cylinder_is_smooth_around_and_hard_at_its_lids) {
    gyre_shape s = {GYRE_SHAPE_cylinder, 0, {2, 3}};
    shape_mesh *m = mesh_of(&s);
    for (size_t k = 0; k < m->vertex_count; k++) {
        gyre_vec3 p = vec3_at(m->positions, k), n = vec3_at(m->normals, k);
        gyre_vec3 want = n.z == 0 ? (gyre_vec3){p.x / 2, p.y / 2, 0} : (gyre_vec3){0, 0, p.z / 1.5};
        CHECK_BELOW(distance(n, want), 1e-15);
    }
    CHECK_EQ(m->vertex_count, 4 * SHAPE_SECTORS + 2);
}

// One normal could not look along all sectors at once.
TEST(the_tip_of_a_cone_has_a_normal_for_every_sector) {
    gyre_shape s = {GYRE_SHAPE_cone, 0, {1, 2}};
    shape_mesh *m = mesh_of(&s);
    int tips = 0;
    for (size_t k = 0; k < 3 * m->triangle_count; k++) {
        gyre_vec3 n = vec3_at(m->normals, m->triangles[k]), face = face_normal(m, k / 3);
        if (vec3_at(m->positions, m->triangles[k]).z != 1) continue;
        CHECK_NEAR(n.x * face.y - n.y * face.x, 0, 1e-15); // the same direction around the axis
        tips++;
    }
    CHECK_EQ(tips, SHAPE_SECTORS);
}

TEST(normals_of_the_bore_of_a_tube_point_to_its_axis) {
    gyre_shape s = {GYRE_SHAPE_tube, 0, {2, 1, 3}};
    shape_mesh *m = mesh_of(&s);
    int inward = 0;
    for (size_t k = 0; k < m->vertex_count; k++) {
        gyre_vec3 p = vec3_at(m->positions, k), n = vec3_at(m->normals, k);
        inward += p.x * n.x + p.y * n.y < -0.99;
    }
    CHECK_EQ(inward, 2 * SHAPE_SECTORS);
}

// ---- limits ---------------------------------------------------------------------------------------------------------

TEST(invalid_shape_parameters_are_refused) {
    static shape_mesh m;
    gyre_shape flat = {GYRE_SHAPE_box, 0, {1, 0, 1}}, unknown = {GYRE_SHAPE_KIND_COUNT, 0, {1}};
    CHECK_RESULT(gyre_shape_mesh_make(&flat, &m), GYRE_ERR_SHAPE);
    CHECK_RESULT(gyre_shape_mesh_make(&unknown, &m), GYRE_ERR_SHAPE);
}

TEST(a_shape_drawn_hollow_is_the_same) {
    gyre_shape s = {GYRE_SHAPE_cone, 0, {1, 2}}, shell = {GYRE_SHAPE_cone, 1, {1, 2}};
    static shape_mesh solid;
    solid = *mesh_of(&s);
    shape_mesh *hollow = mesh_of(&shell);
    CHECK_EQ(hollow->vertex_count, solid.vertex_count);
    CHECK_BYTES(hollow->positions, solid.positions, 3 * sizeof(double) * solid.vertex_count);
}

RUN_TESTS("shape_mesh")
