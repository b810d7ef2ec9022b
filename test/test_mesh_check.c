/// Layer 2: every kind of damage to a mesh is found and counted, and nothing is changed by a call that fails.
#include "check.h"
#include "host.h"
#include "mesh_helpers.h"

#include <float.h>

static const size_t NONE = (size_t)-1;

static own_mesh cube(void) { return mesh_of_box((gyre_vec3){1, 1, 1}); }

static gyre_mesh_report check_of(const own_mesh *m, gyre_result want) {
    gyre_mesh_report report;
    memset(&report, 0x5a, sizeof report);
    CHECK_RESULT(gyre_mesh_check(&m->view, NULL, &report), want);
    return report;
}

static void check_counts(const gyre_mesh_report *r, size_t open, size_t flipped, size_t non_manifold,
                         size_t degenerate) {
    CHECK_EQ(r->open_edges, open);
    CHECK_EQ(r->flipped_edges, flipped);
    CHECK_EQ(r->non_manifold_edges, non_manifold);
    CHECK_EQ(r->degenerate_faces, degenerate);
}

static void check_says(const gyre_mesh_report *r, const char *words) {
    if (!strstr(r->text, words)) fail_msg("\"%s\" does not say \"%s\"", r->text, words);
    CHECK(memchr(r->text, 0, sizeof r->text) != NULL);
}

// A hundred thousand equal triangles: the sum has the digits of one of them.
TEST(the_area_of_many_triangles_is_summed_without_loss) {
    enum { COUNT = 100000 };
    own_mesh m = mesh_with_room(3, COUNT);
    mesh_add_vertex(&m, (gyre_vec3){0, 0, 0}), mesh_add_vertex(&m, (gyre_vec3){0.1, 0, 0});
    mesh_add_vertex(&m, (gyre_vec3){0, 0.7, 0});
    for (int i = 0; i < COUNT; i++)
        mesh_add_triangle(&m, 0, 1, 2);
    gyre_mesh_report r;
    gyre_mesh_check(&m.view, NULL, &r);
    CHECK_NEAR(r.area, 3500, 4 * 3500 * DBL_EPSILON);
    mesh_free(&m);
}

TEST(good_meshes_pass_with_volume_and_area) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 3, 4});
    gyre_mesh_report r = check_of(&m, GYRE_OK);
    check_counts(&r, 0, 0, 0, 0);
    CHECK(!r.is_inverted);
    CHECK_EQ(r.first_bad_triangle, NONE);
    CHECK_NEAR(r.volume, 24, 1e-13);
    CHECK_NEAR(r.area, 52, 1e-13);
    assert_string_equal(r.text, "closed and consistently wound: 12 triangles, 18 edges, volume 24 m^3");
    mesh_free(&m);
    own_mesh more[] = {mesh_of_sphere(1, 9), mesh_of_torus(2, 1, 7, 5), mesh_of_cylinder(1, 2, 3000),
                       mesh_of_wedge((gyre_vec3){1, 2, 3})};
    for (int i = 0; i < 4; i++) {
        r = check_of(&more[i], GYRE_OK);
        check_counts(&r, 0, 0, 0, 0);
        mesh_free(&more[i]);
    }
}

TEST(a_missing_face_opens_three_edges) {
    for (size_t face = 0; face < 12; face++) {
        own_mesh m = cube();
        mesh_remove_triangle(&m, face);
        gyre_mesh_report r = check_of(&m, GYRE_ERR_MESH_OPEN);
        check_counts(&r, 3, 0, 0, 0);
        check_says(&r, "3 of 18 edges belong to one triangle only; the first is in triangle ");
        CHECK(!strstr(r.text, "no area")); // no message about a kind of damage that does not occur
        CHECK(r.first_bad_triangle < 11);
        mesh_free(&m);
    }
}

TEST(a_flipped_face_turns_three_edges) {
    for (size_t face = 0; face < 12; face++) {
        own_mesh m = cube();
        mesh_flip(&m, face);
        gyre_mesh_report r = check_of(&m, GYRE_ERR_MESH_WINDING);
        check_counts(&r, 0, 3, 0, 0);
        check_says(&r, "3 of 18 edges join triangles of opposite winding");
        CHECK(r.first_bad_triangle <= face && !r.is_inverted);
        mesh_free(&m);
    }
}

TEST(all_faces_flipped_are_inside_out) {
    own_mesh m = cube();
    mesh_flip_all(&m);
    gyre_mesh_report r = check_of(&m, GYRE_ERR_MESH_INVERTED);
    check_counts(&r, 0, 0, 0, 0);
    CHECK(r.is_inverted);
    CHECK_NEAR(r.volume, -1, 1e-15);
    CHECK_EQ(r.first_bad_triangle, 0);
    check_says(&r, "all 12 triangles are wound inside out: the volume is -1 m^3");
    gyre_mass_properties p = {.mass = 7};
    CHECK_RESULT(gyre_mass_of_closed_mesh(&m.view, gyre_by_mass(1), &p), GYRE_ERR_MESH_INVERTED);
    CHECK_SAME(p.mass, 7);
    mesh_free(&m);
}

TEST(a_duplicate_face_makes_three_edges_of_three) {
    own_mesh m = cube();
    mesh_add_triangle(&m, m.triangles[15], m.triangles[16], m.triangles[17]);
    gyre_mesh_report r = check_of(&m, GYRE_ERR_MESH_NON_MANIFOLD);
    check_counts(&r, 0, 0, 3, 0);
    check_says(&r, "3 of 18 edges belong to more than two triangles");
    CHECK(r.first_bad_triangle <= 5);
    mesh_free(&m);
}

TEST(cubes_that_share_an_edge_are_not_manifold_there) {
    // two cubes that touch along one edge, whose two vertices they share
    own_mesh m = cube(), other = mesh_box_between((gyre_vec3){0.5, 0.5, -0.5}, (gyre_vec3){1.5, 1.5, 0.5});
    mesh_append(&m, &other);
    for (size_t i = 36; i < 72; i++) {
        if (m.triangles[i] == 8) m.triangles[i] = 3;  // both at (0.5, 0.5, -0.5)
        if (m.triangles[i] == 12) m.triangles[i] = 7; // both at (0.5, 0.5, 0.5)
    }
    gyre_mesh_report r = check_of(&m, GYRE_ERR_MESH_NON_MANIFOLD);
    check_counts(&r, 0, 0, 1, 0);
    check_says(&r, "1 of 35 edges");
    mesh_free(&m), mesh_free(&other);
}

TEST(collapsed_faces_are_counted_and_change_no_mass) {
    own_mesh m = cube();
    mesh_add_triangle(&m, 0, 0, 1), mesh_add_triangle(&m, 5, 7, 5), mesh_add_triangle(&m, 2, 2, 2);
    gyre_mesh_report r = check_of(&m, GYRE_OK);
    check_counts(&r, 0, 0, 0, 3);
    CHECK_EQ(r.first_bad_triangle, 12);
    check_says(&r, "; 3 triangles have no area");
    gyre_mass_properties p;
    CHECK_OK(gyre_mass_of_mesh(&m.view, gyre_by_density(1), NULL, &p, NULL));
    CHECK_NEAR(p.mass, 1, 1e-15);
    mesh_free(&m);
}

// Two vertices at one place: the triangle between them has no area, though its indices differ. Closed by its mirror
// image.
TEST(a_face_with_two_vertices_at_one_position_is_counted) {
    own_mesh m = cube();
    uint32_t a = mesh_add_vertex(&m, mesh_point(&m, 0)), twin = mesh_add_vertex(&m, mesh_point(&m, 0));
    uint32_t b = mesh_add_vertex(&m, mesh_point(&m, 1));
    mesh_add_triangle(&m, a, twin, b), mesh_add_triangle(&m, b, twin, a);
    gyre_mesh_report r = check_of(&m, GYRE_OK);
    check_counts(&r, 0, 0, 0, 2);
    mesh_free(&m);
}

// The first triangle (0, 2, 3) is cut at the middle of its diagonal 3-0, and a face without area closes the gap.
TEST(a_face_without_area_is_counted_and_changes_no_mass) {
    own_mesh m = mesh_box_between((gyre_vec3){0.1, 0.2, 0.3}, (gyre_vec3){1.1, 1.3, 1.7});
    uint32_t middle = mesh_add_vertex(&m, scaled(0.5, plus(mesh_point(&m, 0), mesh_point(&m, 3))));
    m.triangles[2] = middle; // 0 2 m
    mesh_add_triangle(&m, middle, 2, 3);
    mesh_add_triangle(&m, middle, 3, 0);
    gyre_mesh_report r = check_of(&m, GYRE_OK);
    check_counts(&r, 0, 0, 0, 1);
    CHECK_EQ(r.first_bad_triangle, 13);
    CHECK_NEAR(r.volume, 1.0 * 1.1 * 1.4, 1e-14);
    mesh_free(&m);
}

TEST(bad_indices_are_named) {
    for (size_t i = 0; i < 36; i++) {
        own_mesh m = cube();
        m.triangles[i] = 8;
        gyre_mesh_report r = check_of(&m, GYRE_ERR_MESH_INDEX);
        CHECK_EQ(r.first_bad_triangle, i / 3);
        check_says(&r, "refers to vertex 8, but the mesh has 8 vertices");
        m.triangles[i] = UINT32_MAX;
        r = check_of(&m, GYRE_ERR_MESH_INDEX);
        check_says(&r, "refers to vertex 4294967295");
        mesh_free(&m);
    }
}

TEST(non_finite_vertices_are_reported_only_if_used) {
    double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 24; i++) {
        own_mesh m = cube();
        m.positions[i] = bad[i % 3];
        gyre_mesh_report r = check_of(&m, GYRE_ERR_NOT_FINITE);
        size_t first = 0;
        while (m.triangles[3 * first] != i / 3 && m.triangles[3 * first + 1] != i / 3 &&
               m.triangles[3 * first + 2] != i / 3)
            first++;
        CHECK_EQ(r.first_bad_triangle, first);
        check_says(&r, "has a vertex that is NaN or infinite");
        mesh_free(&m);
    }
    own_mesh m = cube();
    mesh_add_vertex(&m, (gyre_vec3){NAN, 1e300, 0}); // no triangle uses it
    gyre_mesh_report r = check_of(&m, GYRE_OK);
    CHECK_NEAR(r.volume, 1, 1e-15);
    mesh_free(&m);
}

TEST(a_mesh_with_an_empty_bounding_box_is_refused_with_a_message) {
    own_mesh m = cube();
    for (size_t i = 0; i < 24; i++)
        m.positions[i] = m.positions[i] > 0 ? 1.5e308 : -1.5e308; // their difference is not finite
    gyre_mesh_report r = check_of(&m, GYRE_ERR_NOT_FINITE);
    check_says(&r, "the size of the mesh is too large for a double");
    mesh_free(&m);
}

TEST(the_worst_damage_is_returned_first) {
    own_mesh m = cube();
    mesh_flip_all(&m);
    mesh_flip(&m, 0);
    gyre_mesh_report r = check_of(&m, GYRE_ERR_MESH_WINDING); // before inverted
    CHECK(r.is_inverted);
    mesh_remove_triangle(&m, 11);
    check_of(&m, GYRE_ERR_MESH_OPEN); // before winding
    mesh_add_triangle(&m, 0, 1, 7), mesh_add_triangle(&m, 0, 1, 6);
    check_of(&m, GYRE_ERR_MESH_NON_MANIFOLD); // before open
    m.positions[0] = NAN;
    check_of(&m, GYRE_ERR_NOT_FINITE); // before non-manifold
    m.triangles[20] = 99;
    check_of(&m, GYRE_ERR_MESH_INDEX); // before not finite, though it comes later
    mesh_free(&m);
}

// A square and its reverse side with the other diagonal: a tetrahedron of height 0 up to the rounding of its corners.
TEST(a_closed_but_flat_mesh_is_not_a_solid) {
    random_source r = {50};
    for (int i = 0; i < 200; i++) {
        own_mesh m = mesh_with_room(4, 4);
        for (int k = 0; k < 4; k++)
            mesh_add_vertex(&m, (gyre_vec3){k & 1, (k & 2) / 2, 0});
        mesh_add_quad(&m, 0, 1, 3, 2);
        mesh_add_triangle(&m, 0, 2, 1), mesh_add_triangle(&m, 1, 2, 3);
        mesh_move(&m, 1, random_rotation(&r), random_vec3(&r, 0.5));
        gyre_mesh_report report = check_of(&m, GYRE_ERR_SHAPE);
        check_counts(&report, 0, 0, 0, 0);
        check_says(&report, "the 4 triangles enclose no volume");
        gyre_mass_properties p = {.mass = 7};
        CHECK_RESULT(gyre_mass_of_mesh(&m.view, gyre_by_mass(1), NULL, &p, NULL), GYRE_ERR_SHAPE);
        CHECK_RESULT(gyre_mass_of_closed_mesh(&m.view, gyre_by_mass(1), &p), GYRE_ERR_SHAPE);
        CHECK_SAME(p.mass, 7);
        CHECK_OK(gyre_mass_of_mesh_shell(&m.view, gyre_by_mass(1), &p)); // a double sheet is fine
        mesh_free(&m);
    }
}

// ---- counts against counting by hand ----

typedef struct naive_counts {
    size_t open, flipped, non_manifold;
} naive_counts;

// For every pair of vertices: how many triangles run along it this way and that way?
static naive_counts count_naively(const own_mesh *m) {
    naive_counts n = {0, 0, 0};
    for (uint32_t a = 0; a < m->view.vertex_count; a++)
        for (uint32_t b = a + 1; b < m->view.vertex_count; b++) {
            size_t up = 0, down = 0;
            for (size_t i = 0; i < m->view.triangle_count; i++) {
                const uint32_t *t = m->triangles + 3 * i;
                if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
                for (int k = 0; k < 3; k++) {
                    up += t[k] == a && t[(k + 1) % 3] == b;
                    down += t[k] == b && t[(k + 1) % 3] == a;
                }
            }
            n.open += up + down == 1;
            n.flipped += up + down == 2 && up != 1;
            n.non_manifold += up + down > 2;
        }
    return n;
}

TEST(counts_of_random_triangles_are_exact) {
    random_source r = {51};
    for (int trial = 0; trial < 300; trial++) {
        size_t vertices = 3 + random_u64(&r) % 10, triangles = 1 + random_u64(&r) % 200;
        own_mesh m = mesh_with_room(vertices, triangles);
        for (size_t i = 0; i < vertices; i++)
            mesh_add_vertex(&m, random_vec3(&r, 1));
        for (size_t i = 0; i < triangles; i++)
            mesh_add_triangle(&m, (uint32_t)(random_u64(&r) % vertices), (uint32_t)(random_u64(&r) % vertices),
                              (uint32_t)(random_u64(&r) % vertices));
        naive_counts want = count_naively(&m);
        gyre_mesh_report report;
        gyre_mesh_check(&m.view, NULL, &report);
        CHECK_EQ(report.open_edges, want.open);
        CHECK_EQ(report.flipped_edges, want.flipped);
        CHECK_EQ(report.non_manifold_edges, want.non_manifold);
        mesh_free(&m);
    }
}

TEST(damage_to_a_large_fan_is_counted) {
    own_mesh m = mesh_of_cylinder(1, 1, 4000); // vertices 0 and 1 have 4000 triangles each
    mesh_flip(&m, 4001);
    mesh_flip(&m, 8002);
    mesh_remove_triangle(&m, 15999);
    gyre_mesh_report r = check_of(&m, GYRE_ERR_MESH_OPEN);
    check_counts(&r, 3, 6, 0, 0);
    mesh_free(&m);
}

// ---- nothing changes on failure ----

TEST(null_and_empty_are_refused) {
    own_mesh m = cube();
    gyre_mass_properties p = {.mass = 7};
    gyre_mesh_report report = {.open_edges = 7};
    gyre_amount one = gyre_by_mass(1);
    CHECK_RESULT(gyre_mesh_check(NULL, NULL, &report), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mesh_check(&m.view, NULL, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_mesh(&m.view, one, NULL, NULL, &report), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_closed_mesh(&m.view, one, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_mesh_shell(&m.view, one, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_bounding_box(&m.view, one, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_of_voxels(&m.view, 4, one, NULL, NULL), GYRE_ERR_NULL_POINTER);
    gyre_mesh spoilt[4] = {m.view, m.view, m.view, m.view};
    spoilt[0].triangle_count = 0;
    spoilt[1].vertex_count = 0;
    spoilt[2].positions = NULL;
    spoilt[3].triangles = NULL;
    for (int i = 0; i < 4; i++) {
        gyre_result want = i < 2 ? GYRE_ERR_LENGTH : GYRE_ERR_NULL_POINTER;
        CHECK_RESULT(gyre_mesh_check(&spoilt[i], NULL, &report), want);
        CHECK_RESULT(gyre_mass_of_mesh(&spoilt[i], one, NULL, &p, &report), want);
        CHECK_RESULT(gyre_mass_of_closed_mesh(&spoilt[i], one, &p), want);
        CHECK_RESULT(gyre_mass_of_mesh_shell(&spoilt[i], one, &p), want);
        CHECK_RESULT(gyre_mass_of_bounding_box(&spoilt[i], one, &p), want);
        CHECK_RESULT(gyre_mass_of_voxels(&spoilt[i], 4, one, NULL, &p), want);
    }
    spoilt[0] = m.view;
    spoilt[0].triangle_count = SIZE_MAX / 4;
    CHECK_RESULT(gyre_mesh_check(&spoilt[0], NULL, &report), GYRE_ERR_TOO_LARGE);
    CHECK_RESULT(gyre_mass_of_closed_mesh(&spoilt[0], one, &p), GYRE_ERR_TOO_LARGE);
    CHECK_EQ(report.open_edges, 7);
    CHECK_SAME(p.mass, 7);
    mesh_free(&m);
}

TEST(bad_amounts_and_bad_meshes_change_nothing) {
    gyre_amount bad[] = {gyre_by_mass(0),     gyre_by_mass(-1),       gyre_by_density(NAN),
                         gyre_by_density(-2), gyre_by_mass(INFINITY), {GYRE_AMOUNT_KIND_COUNT, 1}};
    own_mesh m = cube(), open = cube();
    mesh_remove_triangle(&open, 3);
    gyre_mass_properties p, before;
    memset(&p, 0x5a, sizeof p);
    before = p;
    for (int i = 0; i < 6; i++) {
        CHECK_RESULT(gyre_mass_of_mesh(&m.view, bad[i], NULL, &p, NULL), GYRE_ERR_MASS);
        CHECK_RESULT(gyre_mass_of_closed_mesh(&m.view, bad[i], &p), GYRE_ERR_MASS);
        CHECK_RESULT(gyre_mass_of_mesh_shell(&m.view, bad[i], &p), GYRE_ERR_MASS);
        CHECK_RESULT(gyre_mass_of_bounding_box(&m.view, bad[i], &p), GYRE_ERR_MASS);
        CHECK_RESULT(gyre_mass_of_voxels(&m.view, 4, bad[i], NULL, &p), GYRE_ERR_MASS);
    }
    gyre_amount one = gyre_by_mass(1);
    CHECK_RESULT(gyre_mass_of_mesh(&open.view, one, NULL, &p, NULL), GYRE_ERR_MESH_OPEN);
    CHECK_RESULT(gyre_mass_of_voxels(&open.view, 4, one, NULL, &p), GYRE_ERR_MESH_OPEN);
    m.positions[5] = NAN;
    CHECK_RESULT(gyre_mass_of_closed_mesh(&m.view, one, &p), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_mass_of_mesh_shell(&m.view, one, &p), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_mass_of_bounding_box(&m.view, one, &p), GYRE_ERR_NOT_FINITE);
    m.positions[5] = 1e308, m.positions[2] = -1e308; // finite, but the box is not
    CHECK_RESULT(gyre_mass_of_closed_mesh(&m.view, one, &p), GYRE_ERR_NOT_FINITE);
    m.triangles[35] = 8;
    CHECK_RESULT(gyre_mass_of_mesh_shell(&m.view, one, &p), GYRE_ERR_MESH_INDEX);
    CHECK_RESULT(gyre_mass_of_bounding_box(&m.view, one, &p), GYRE_ERR_MESH_INDEX);
    CHECK_BYTES(&p, &before, sizeof p);
    mesh_free(&m), mesh_free(&open);
}

TEST(running_out_of_memory_anywhere_is_an_error) {
    own_mesh m = mesh_of_sphere(1, 6);
    for (int call = 0; call < 3; call++) {
        int is_finished = 0;
        for (int n = 0; !is_finished; n++) {
            failing memory = {.fail_at = n};
            gyre_allocator allocator = {failing_take, failing_give, &memory};
            gyre_mass_properties p = {.mass = 7};
            gyre_mesh_report report = {.open_edges = 7};
            gyre_amount one = gyre_by_mass(1);
            gyre_result r = call == 0   ? gyre_mesh_check(&m.view, &allocator, &report)
                            : call == 1 ? gyre_mass_of_mesh(&m.view, one, &allocator, &p, &report)
                                        : gyre_mass_of_voxels(&m.view, 4, one, &allocator, &p);
            is_finished = r == GYRE_OK;
            if (!is_finished) {
                CHECK_RESULT(r, GYRE_ERR_NO_MEMORY);
                CHECK_SAME(p.mass, 7);
                CHECK_EQ(report.open_edges, 7);
            }
            CHECK_EQ(memory.live, 0);
            CHECK(!is_finished || n == 2); // vertices and edges
        }
    }
    gyre_allocator half = {.take = failing_take};
    gyre_mesh_report report;
    CHECK_RESULT(gyre_mesh_check(&m.view, &half, &report), GYRE_ERR_ALLOCATOR);
    mesh_free(&m);
}

RUN_TESTS("mesh check")
