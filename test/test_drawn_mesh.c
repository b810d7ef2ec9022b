/// Layer 11: normals of meshes: smooth where the surface is, and vertices shared where they can be.
#include "check.h"
#include "mesh_helpers.h"
#include "record/drawn_mesh.h"

static const gyre_allocator plain_memory = {0};

static drawn_mesh draw(const own_mesh *m) {
    drawn_mesh drawn = {0};
    CHECK_OK(gyre_drawn_mesh_make(&m->view, &plain_memory, &drawn));
    CHECK_EQ(drawn.triangle_count, m->view.triangle_count);
    for (size_t i = 0; i < 3 * drawn.triangle_count; i++) {
        CHECK(drawn.triangles[i] < drawn.vertex_count);
        // every corner is where it was
        gyre_vec3 a = mesh_point(m, m->triangles[i]), b = mesh_point(m, drawn.sources[drawn.triangles[i]]);
        CHECK(a.x == b.x && a.y == b.y && a.z == b.z);
    }
    for (size_t i = 0; i < drawn.vertex_count; i++) {
        const float *n = drawn.normals + 3 * i;
        CHECK_NEAR(sqrt((double)n[0] * (double)n[0] + (double)n[1] * (double)n[1] + (double)n[2] * (double)n[2]), 1,
                   1e-6);
    }
    return drawn;
}

// The same triangles without shared vertices.
static own_mesh soup_of(const own_mesh *m) {
    own_mesh soup = mesh_with_room(3 * m->view.triangle_count, m->view.triangle_count);
    for (uint32_t i = 0; i < 3 * m->view.triangle_count; i++)
        mesh_add_vertex(&soup, mesh_point(m, m->triangles[i]));
    for (uint32_t i = 0; i < m->view.triangle_count; i++)
        mesh_add_triangle(&soup, 3 * i, 3 * i + 1, 3 * i + 2);
    return soup;
}

TEST(a_box_has_three_normals_at_every_corner) {
    own_mesh m = mesh_of_box((gyre_vec3){1, 2, 3}), soup = soup_of(&m);
    drawn_mesh a = draw(&m), b = draw(&soup);
    CHECK_EQ(a.vertex_count, 24);
    CHECK_EQ(b.vertex_count, 24);
    for (size_t i = 0; i < a.vertex_count; i++) {
        const float *n = a.normals + 3 * i;
        CHECK_EQ((n[0] != 0) + (n[1] != 0) + (n[2] != 0), 1); // along an axis
    }
    gyre_drawn_mesh_free(&plain_memory, &a);
    gyre_drawn_mesh_free(&plain_memory, &b);
    mesh_free(&m);
    mesh_free(&soup);
}

TEST(a_sphere_is_smooth) {
    own_mesh m = mesh_of_sphere(1, 12), soup = soup_of(&m);
    drawn_mesh drawn = draw(&soup);
    CHECK_EQ(drawn.vertex_count, m.view.vertex_count); // one normal at every place
    for (size_t i = 0; i < drawn.vertex_count; i++) {
        gyre_vec3 p = mesh_point(&soup, drawn.sources[i]);
        const float *n = drawn.normals + 3 * i;
        CHECK_NEAR(p.x * (double)n[0] + p.y * (double)n[1] + p.z * (double)n[2], 1, 0.01); // outward
    }
    gyre_drawn_mesh_free(&plain_memory, &drawn);
    mesh_free(&m);
    mesh_free(&soup);
}

// The side is one smooth surface, the lids are flat: two normals along each rim.
TEST(a_cylinder_has_sharp_rims) {
    own_mesh m = mesh_of_cylinder(1, 2, 32);
    drawn_mesh drawn = draw(&m);
    CHECK_EQ(drawn.vertex_count, 2 * 64 + 2);
    gyre_drawn_mesh_free(&plain_memory, &drawn);
    mesh_free(&m);
}

TEST(a_fan_with_thousands_of_triangles_is_drawn_in_linear_time) {
    own_mesh m = mesh_of_cylinder(1, 2, 20000); // its lids: 20000 triangles around one place
    drawn_mesh drawn = draw(&m);
    CHECK_EQ(drawn.vertex_count, 4 * 20000 + 2 * 20000);
    gyre_drawn_mesh_free(&plain_memory, &drawn);
    mesh_free(&m);
}

TEST(sizes_near_the_ends_of_the_numbers_and_no_area_are_drawn) {
    static const double sizes[] = {1e-300, 1e300};
    for (int i = 0; i < 2; i++) {
        own_mesh m = mesh_of_box((gyre_vec3){sizes[i], sizes[i], sizes[i]});
        drawn_mesh drawn = draw(&m);
        CHECK_EQ(drawn.vertex_count, 24);
        gyre_drawn_mesh_free(&plain_memory, &drawn);
        mesh_free(&m);
    }
    own_mesh m = mesh_with_room(3, 1);
    for (int i = 0; i < 3; i++)
        mesh_add_vertex(&m, (gyre_vec3){0, 0, 0});
    mesh_add_triangle(&m, 0, 1, 2);
    drawn_mesh drawn = draw(&m);
    CHECK_SAME((double)drawn.normals[2], 1);
    gyre_drawn_mesh_free(&plain_memory, &drawn);
    mesh_free(&m);
}

RUN_TESTS("drawn_mesh")
