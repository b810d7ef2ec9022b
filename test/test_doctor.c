/// The doctor: every damage is named, and what it recommends is right where the damage allows it.
#include "doctor_helpers.h"
#include "host.h"

enum { SEEDS = 2 };

// ---- no damage ----

TEST(a_good_mesh_has_no_issue_and_an_exact_mass) {
    for (int which = 0; which < BASE_COUNT; which++) {
        own_mesh m = base_mesh(which);
        mesh_truth truth = mesh_truth_of(&m.view);
        gyre_diagnosis d = diagnose(&m);
        CHECK_EQ(d.issue_count, 0);
        CHECK(d.is_watertight);
        CHECK_EQ(d.best, GYRE_ESTIMATE_exact);
        CHECK_BELOW(best_error(&d, &truth), 1e-12);
        CHECK(!d.estimates[GYRE_ESTIMATE_repaired].is_known);
        CHECK_BELOW(error_of(&d.estimates[GYRE_ESTIMATE_voxel], &truth, box_size(&d)), 0.01);
        CHECK_BELOW(d.spread, 0.01);
        CHECK(strstr(d.trust, "Use the estimate 'exact': the surface is closed and consistently wound.") == d.trust);
        gyre_diagnosis_clear(&d);
        mesh_free(&m);
    }
}

TEST(triangles_that_share_no_vertices_are_joined) {
    for (int which = 0; which < BASE_COUNT; which++) {
        own_mesh shared = base_mesh(which), m = mesh_apart(&shared);
        mesh_truth truth = mesh_truth_of(&m.view);
        gyre_doctor_options o = quick_options();
        o.is_soup = 1;
        gyre_diagnosis d = diagnose_with(&m, &o);
        CHECK_EQ(d.issue_count, 0);
        CHECK_EQ(d.best, GYRE_ESTIMATE_exact);
        CHECK_EQ(d.joined_count, m.view.vertex_count - shared.view.vertex_count);
        CHECK_EQ(d.mesh.vertex_count, shared.view.vertex_count);
        CHECK_BELOW(best_error(&d, &truth), 1e-12);
        gyre_diagnosis_clear(&d);
        mesh_free(&m), mesh_free(&shared);
    }
}

// ---- damage ----

TEST(flipped_faces_are_counted_and_turned_back) {
    random_source r = {2};
    for (int which = 0; which < BASE_COUNT; which++)
        for (int seed = 0; seed < SEEDS; seed++) {
            own_mesh m = base_mesh(which);
            mesh_truth truth = mesh_truth_of(&m.view);
            size_t n = 1 + (size_t)(random_u64(&r) % (m.view.triangle_count / 3)), first = m.view.triangle_count;
            for (size_t i = 0; i < n; i++) { // n different ones
                size_t triangle = (i * 7919 + (size_t)seed) % m.view.triangle_count;
                mesh_flip(&m, triangle);
                if (triangle < first) first = triangle;
            }
            gyre_diagnosis d = diagnose(&m);
            CHECK_EQ(issue_count(&d, GYRE_ISSUE_flipped_face), n);
            CHECK_EQ(find_issue(&d, GYRE_ISSUE_flipped_face)->first_triangle, first);
            CHECK_EQ(d.issue_count, 1);
            CHECK(d.is_watertight);
            CHECK_EQ(d.best, GYRE_ESTIMATE_repaired);
            CHECK_BELOW(best_error(&d, &truth), 1e-12);
            gyre_diagnosis_clear(&d);
            mesh_free(&m);
        }
}

TEST(duplicated_faces_are_counted_and_dropped) {
    random_source r = {3};
    for (int which = 0; which < BASE_COUNT; which++)
        for (int is_flipped = 0; is_flipped < 2; is_flipped++) {
            own_mesh m = with_room(base_mesh(which));
            mesh_truth truth = mesh_truth_of(&m.view);
            size_t n = 1 + (size_t)(random_u64(&r) % 5), count = m.view.triangle_count;
            for (size_t i = 0; i < n; i++) {
                const uint32_t *t = m.triangles + 3 * ((i * 7919 + 1) % count);
                mesh_add_triangle(&m, t[1], t[2], t[0]);
                if (is_flipped) mesh_flip(&m, m.view.triangle_count - 1);
            }
            gyre_diagnosis d = diagnose(&m);
            CHECK_EQ(issue_count(&d, GYRE_ISSUE_duplicate_face), n);
            CHECK_EQ(d.issue_count, 1);
            CHECK(d.is_watertight);
            CHECK_EQ(d.best, GYRE_ESTIMATE_repaired);
            CHECK_BELOW(best_error(&d, &truth), 1e-12);
            gyre_diagnosis_clear(&d);
            mesh_free(&m);
        }
}

TEST(split_vertices_are_merged_with_a_note) {
    for (int which = 0; which < BASE_COUNT; which++) {
        own_mesh m = with_room(base_mesh(which));
        mesh_truth truth = mesh_truth_of(&m.view);
        // the first corner of some triangles gets a separate vertex, at the same position
        for (size_t i = 0; i < m.view.triangle_count; i += 5)
            m.triangles[3 * i] = mesh_add_vertex(&m, mesh_point(&m, m.triangles[3 * i]));
        gyre_diagnosis d = diagnose(&m);
        const gyre_issue *split = find_issue(&d, GYRE_ISSUE_split_vertex);
        CHECK(split && split->is_repaired && !split->is_damage);
        CHECK(strstr(split->text, " merged with others at the same position") != NULL);
        CHECK_EQ(d.issue_count, 1);
        CHECK_EQ(split->count, (m.view.triangle_count + 4) / 5);
        CHECK(d.is_watertight);
        CHECK_EQ(d.best, GYRE_ESTIMATE_exact); // nothing of the shape was changed
        CHECK_BELOW(best_error(&d, &truth), 1e-12);
        gyre_diagnosis_clear(&d);
        mesh_free(&m);
    }
}

// As exporters write a textured cube: 24 vertices, 4 for each face.
static own_mesh textured_cube(void) {
    own_mesh m = mesh_with_room(24, 12);
    for (int face = 0; face < 6; face++) {
        const int axis = face / 2, side = face % 2;
        for (int k = 0; k < 4; k++) {
            double p[3];
            p[axis] = side;
            p[(axis + 1) % 3] = (k == 1 || k == 2) == side;
            p[(axis + 2) % 3] = k >= 2;
            mesh_add_vertex(&m, (gyre_vec3){p[0], p[1], p[2]});
        }
        const uint32_t first = 4 * (uint32_t)face;
        mesh_add_triangle(&m, first, first + 1, first + 2);
        mesh_add_triangle(&m, first, first + 2, first + 3);
    }
    return m;
}

TEST(a_textured_cube_is_undamaged_and_watertight) {
    own_mesh m = textured_cube();
    gyre_diagnosis d = diagnose(&m);
    CHECK(d.is_watertight);
    CHECK_EQ(d.best, GYRE_ESTIMATE_exact);
    CHECK_NEAR(d.estimates[d.best].volume, 1, 1e-15);
    for (size_t i = 0; i < d.issue_count; i++)
        CHECK(!d.issues[i].is_damage);
    CHECK_EQ(d.issue_count, 1);
    CHECK(strcmp(d.issues[0].text, "16 vertices were merged with others at the same position, as is usual at texture "
                                   "seams") == 0);
    gyre_diagnosis_clear(&d);
    gyre_doctor_options o = quick_options();
    o.weld = 0.001;
    d = diagnose_with(&m, &o);
    CHECK(strcmp(d.issues[0].text, "16 vertices were merged with others up to 0.001 apart") == 0);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

// The note counts vertices at equal positions, the damage those of the crack, and a hole hides neither.
TEST(cracks_holes_and_split_vertices_are_distinguished) {
    own_mesh m = textured_cube();
    for (size_t i = 0; i < 4; i++)
        m.positions[3 * i] -= 1e-6; // the face at x = 0: its four vertices are no longer those of its neighbours
    gyre_diagnosis d = diagnose(&m);
    const gyre_issue *open = find_issue(&d, GYRE_ISSUE_open_edge);
    CHECK(open &&
          strcmp(open->text, "8 edges belong to one triangle only: cracks, closed by merging 4 vertices up to 1e-06 "
                             "apart") == 0);
    CHECK(open && open->is_damage && open->is_repaired);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_split_vertex), 12);
    CHECK(d.is_watertight);
    gyre_diagnosis_clear(&d);
    mesh_remove_triangle(&m, 11);
    d = diagnose(&m);
    open = find_issue(&d, GYRE_ISSUE_open_edge);
    CHECK(open &&
          strcmp(open->text, "3 edges belong to one triangle only: the rim of 1 hole, which was closed by a flat "
                             "cap; also cracks, closed by merging 4 vertices up to 1e-06 apart") == 0);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

TEST(cracks_between_vertices_that_differ_a_little_are_closed) {
    random_source r = {4};
    for (int which = 0; which < BASE_COUNT; which++)
        for (int k = 0; k < 3; k++) {
            own_mesh shared = base_mesh(which), m = mesh_apart(&shared);
            mesh_truth truth = mesh_truth_of(&m.view);
            static const double jitters[] = {1e-8, 2e-7, 2e-6}; // of the size
            double jitter = jitters[k] * (which == 3 ? 0.006 : 2);
            for (size_t i = 0; i < 3 * m.view.vertex_count; i++)
                m.positions[i] += random_between(&r, -jitter, jitter);
            gyre_doctor_options o = quick_options();
            o.is_soup = 1;
            gyre_diagnosis d = diagnose_with(&m, &o);
            const gyre_issue *open = find_issue(&d, GYRE_ISSUE_open_edge);
            CHECK(open && open->is_repaired && strstr(open->text, "cracks") != NULL);
            const char *width =
                strstr(open->text, "up to "); // how far apart: corners of cubes of twice the jitter, at most
            CHECK(width != NULL);
            CHECK_BELOW(strtod(width + 6, NULL), 2 * sqrt(3) * jitter * 1.01);
            CHECK(strtod(width + 6, NULL) > jitter / 2);
            CHECK(d.is_watertight);
            CHECK_EQ(d.best, GYRE_ESTIMATE_repaired);
            CHECK_BELOW(best_error(&d, &truth), 1e-4);
            gyre_diagnosis_clear(&d);
            mesh_free(&m), mesh_free(&shared);
        }
}

// sin(pi) is not 0 in any number format: the pole of many a ball is a tiny circle.
TEST(vertices_that_differ_by_rounding_are_not_damage) {
    own_mesh shared = mesh_of_sphere(25, 20), m = mesh_apart(&shared);
    random_source r = {5};
    for (size_t i = 0; i < 3 * m.view.vertex_count; i++)
        m.positions[i] += random_between(&r, -3e-15, 3e-15);
    mesh_truth truth = mesh_truth_of(&shared.view);
    gyre_doctor_options o = quick_options();
    o.is_soup = 1;
    gyre_diagnosis d = diagnose_with(&m, &o);
    CHECK_EQ(d.issue_count, 0);
    CHECK(d.is_watertight);
    CHECK_EQ(d.best, GYRE_ESTIMATE_exact);
    CHECK_BELOW(best_error(&d, &truth), 1e-12);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&shared);
}

TEST(an_inverted_mesh_is_reoriented) {
    own_mesh m = mesh_of_torus(1, 0.3, 20, 10);
    mesh_truth truth = mesh_truth_of(&m.view);
    mesh_flip_all(&m);
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_inverted), 1);
    CHECK_EQ(d.issue_count, 1);
    CHECK(strcmp(d.issues[0].text, "1 closed surface is inside out; reversed") == 0);
    CHECK(
        strstr(d.trust, "Use the estimate 'repaired': 1 inside-out surface was reversed. The surface is now closed") ==
        d.trust);
    CHECK(!d.estimates[GYRE_ESTIMATE_exact].is_known);
    CHECK_BELOW(best_error(&d, &truth), 1e-12);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

TEST(several_kinds_of_damage_are_all_named) {
    own_mesh m = with_room(mesh_of_sphere(1, 16)), hole = mesh_of_box((gyre_vec3){0.5, 0.5, 0.5});
    mesh_append(&m, &hole); // a cavity, wound like a solid
    mesh_truth truth = mesh_truth_of(&m.view);
    mesh_flip(&m, 10), mesh_flip(&m, 200);
    const uint32_t *t = m.triangles + 3 * 50;
    mesh_add_triangle(&m, t[0], t[1], t[2]);
    mesh_add_triangle(&m, t[0], t[0], t[2]);
    mesh_remove_triangle(&m, 300);
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_flipped_face), 2);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_duplicate_face), 1);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_degenerate_face), 1);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_open_edge), 3);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_inverted), 1);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_cavity), 1);
    CHECK_NEAR(d.estimates[d.best].volume, truth.volume - 0.25, 0.02 * truth.volume);
    CHECK(
        strstr(d.trust,
               "Use the estimate 'repaired': 1 duplicate triangle was removed, 2 triangles were reversed, 1 inside-out "
               "surface was reversed and 1 hole was closed. The surface is now closed") == d.trust);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&hole);
}

// ---- edges and vertices ----

TEST(parts_that_touch_along_an_edge_or_in_a_point_are_separated) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 2, 2}),
             other = mesh_box_between((gyre_vec3){1, 1, -1}, (gyre_vec3){2, 2, 1});
    mesh_append(&m, &other);
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_non_manifold_edge), 1);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_non_manifold_vertex), 0);
    CHECK(d.is_watertight);
    CHECK_EQ(d.best, GYRE_ESTIMATE_exact);
    CHECK_NEAR(d.estimates[d.best].volume, 10, 1e-13);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&other);

    m = mesh_of_box((gyre_vec3){2, 2, 2}), other = mesh_box_between((gyre_vec3){1, 1, 1}, (gyre_vec3){2, 2, 2});
    mesh_append(&m, &other);
    d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_non_manifold_vertex), 1);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_non_manifold_edge), 0);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_separate_shells), 2);
    CHECK_EQ(d.best, GYRE_ESTIMATE_exact);
    CHECK_NEAR(d.estimates[d.best].volume, 9, 1e-13);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&other);
}

// A box with a wall in the middle: edges with three triangles, and no way to decide which volume the wall bounds.
TEST(an_inner_wall_leaves_the_volume_to_the_voxels) {
    own_mesh m = mesh_with_room(16, 32);
    for (int i = 0; i < 12; i++)
        mesh_add_vertex(&m, (gyre_vec3){i % 3 - 1, i / 3 % 2, i / 6});
    // left and right box, without the wall between them at x = 0
    mesh_add_quad(&m, 0, 3, 4, 1), mesh_add_quad(&m, 1, 4, 5, 2), mesh_add_quad(&m, 6, 7, 10, 9),
        mesh_add_quad(&m, 7, 8, 11, 10);
    mesh_add_quad(&m, 0, 1, 7, 6), mesh_add_quad(&m, 1, 2, 8, 7), mesh_add_quad(&m, 3, 9, 10, 4),
        mesh_add_quad(&m, 4, 10, 11, 5);
    mesh_add_quad(&m, 0, 6, 9, 3), mesh_add_quad(&m, 2, 5, 11, 8);
    mesh_add_quad(&m, 1, 4, 10, 7);
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_non_manifold_edge), 4);
    CHECK(!d.is_watertight);
    CHECK_EQ(d.best, GYRE_ESTIMATE_voxel);
    CHECK_NEAR(d.estimates[d.best].volume, 2, 0.04);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

TEST(degenerate_faces_are_counted_and_change_nothing) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 2, 2});
    // an edge of two triangles gets a vertex in its middle, which only a triangle without area uses
    const uint32_t a = m.triangles[0], c = m.triangles[2];
    uint32_t middle = mesh_add_vertex(&m, scaled(0.5, plus(mesh_point(&m, a), mesh_point(&m, c))));
    mesh_add_triangle(&m, m.triangles[1], c, middle);
    m.triangles[2] = middle; // triangle 0 is cut in two; its neighbour is not: a needle fills the gap
    mesh_add_triangle(&m, a, middle, c);
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_degenerate_face), 1);
    CHECK(d.is_watertight);
    CHECK_EQ(d.best, GYRE_ESTIMATE_exact);
    CHECK_NEAR(d.estimates[d.best].volume, 8, 1e-14);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

TEST(a_moebius_strip_is_not_a_solid) {
    enum { COUNT = 30 };
    own_mesh m = mesh_with_room(2 * COUNT, 2 * COUNT);
    for (int i = 0; i < COUNT; i++) {
        double turn = 2 * 3.14159265358979 * i / COUNT, r = 0.3 * cos(turn / 2), z = 0.3 * sin(turn / 2);
        mesh_add_vertex(&m, (gyre_vec3){(1 + r) * cos(turn), (1 + r) * sin(turn), z});
        mesh_add_vertex(&m, (gyre_vec3){(1 - r) * cos(turn), (1 - r) * sin(turn), -z});
    }
    for (uint32_t i = 0; i + 1 < COUNT; i++)
        mesh_add_quad(&m, 2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2);
    mesh_add_quad(&m, 2 * COUNT - 2, 2 * COUNT - 1, 0, 1);
    gyre_doctor_options o = quick_options();
    gyre_diagnosis d;
    gyre_result r = gyre_diagnose(&m.view, &o, &d);
    if (r == GYRE_OK) {
        CHECK(!d.is_watertight);
        CHECK_EQ(issue_count(&d, GYRE_ISSUE_open_edge), 2 * COUNT);
        gyre_diagnosis_clear(&d);
    } else {
        CHECK_RESULT(r, GYRE_ERR_SHAPE);
    }
    // as a sheet it has a weight
    o.thickness = 0.01;
    d = diagnose_with(&m, &o);
    CHECK_EQ(d.best, GYRE_ESTIMATE_shell);
    CHECK_NEAR(d.estimates[d.best].volume, 0.01 * d.area, 1e-15);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

// ---- amounts, units ----

TEST(units_and_amounts_scale_the_result) {
    own_mesh m = mesh_of_box((gyre_vec3){20, 30, 40});
    gyre_doctor_options o = quick_options();
    o.unit = 0.001;
    o.amount = gyre_by_density(7850);
    gyre_diagnosis d = diagnose_with(&m, &o);
    const gyre_estimate *best = &d.estimates[d.best];
    CHECK_NEAR(best->volume, 24e-6, 1e-20);
    CHECK_NEAR(best->mass.mass, 7850 * 24e-6, 1e-15);
    CHECK_NEAR(best->mass.inertia.xx, 7850 * 24e-6 * (0.03 * 0.03 + 0.04 * 0.04) / 12, 1e-18);
    CHECK_NEAR(d.area, 5200e-6, 1e-15);
    CHECK_NEAR(d.high.z, 0.02, 1e-17);
    CHECK_SAME(d.unit, 0.001);
    gyre_diagnosis_clear(&d);
    o.amount = gyre_by_mass(2);
    d = diagnose_with(&m, &o);
    for (int i = 0; i < GYRE_ESTIMATE_COUNT; i++)
        if (d.estimates[i].is_known) CHECK_SAME(d.estimates[i].mass.mass, 2);
    CHECK_NEAR(d.estimates[d.best].mass.inertia.xx, 2 * (0.03 * 0.03 + 0.04 * 0.04) / 12, 1e-17);
    CHECK_BELOW(d.spread, 0.01);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

TEST(a_sheet_has_the_mass_of_its_area) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 3, 4});
    gyre_doctor_options o = quick_options();
    o.thickness = 0.001;
    o.amount = gyre_by_density(2700);
    gyre_diagnosis d = diagnose_with(&m, &o);
    CHECK_EQ(d.best, GYRE_ESTIMATE_shell);
    CHECK_NEAR(d.estimates[d.best].mass.mass, 2700 * 0.001 * 52, 1e-12);
    CHECK_NEAR(d.estimates[d.best].volume, 0.052, 1e-16);
    CHECK(strstr(d.trust, "Use the estimate 'shell': the triangles are taken as a sheet 0.001 m thick") != NULL);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

TEST(the_border_of_a_sheet_is_not_damage) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 3, 4});
    mesh_remove_triangle(&m, 2), mesh_remove_triangle(&m, 2);
    gyre_doctor_options o = quick_options();
    o.thickness = 0.001;
    gyre_diagnosis d = diagnose_with(&m, &o);
    const gyre_issue *open = find_issue(&d, GYRE_ISSUE_open_edge);
    CHECK(open && !open->is_damage);
    CHECK(open && strcmp(open->text, "4 edges belong to one triangle only: 1 border of the sheet") == 0);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

// ---- bad input ----

TEST(invalid_meshes_are_refused) {
    own_mesh m = mesh_of_box((gyre_vec3){1, 1, 1});
    gyre_doctor_options good = quick_options(), o = good;
    gyre_diagnosis d;
    memset(&d, 0xaa, sizeof d);
    gyre_diagnosis before = d;
    CHECK_RESULT(gyre_diagnose(NULL, &o, &d), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_diagnose(&m.view, &o, NULL), GYRE_ERR_NULL_POINTER);
    o.marker = 0;
    CHECK_RESULT(gyre_diagnose(&m.view, &o, &d), GYRE_ERR_DEFINITION);
    static const double bad[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        o = good, o.unit = bad[i];
        CHECK_RESULT(gyre_diagnose(&m.view, &o, &d), GYRE_ERR_OPTION);
        o = good, o.amount.value = bad[i];
        CHECK_RESULT(gyre_diagnose(&m.view, &o, &d), GYRE_ERR_MASS);
        if (bad[i] == 0) continue;
        o = good, o.thickness = bad[i];
        CHECK_RESULT(gyre_diagnose(&m.view, &o, &d), GYRE_ERR_OPTION);
    }
    gyre_mesh empty = m.view;
    empty.triangle_count = 0;
    CHECK_RESULT(gyre_diagnose(&empty, &good, &d), GYRE_ERR_LENGTH);
    uint32_t index = m.triangles[5];
    m.triangles[5] = 99;
    CHECK_RESULT(gyre_diagnose(&m.view, &good, &d), GYRE_ERR_MESH_INDEX);
    m.triangles[5] = index;
    m.positions[3 * index] = NAN;
    CHECK_RESULT(gyre_diagnose(&m.view, &good, &d), GYRE_ERR_NOT_FINITE);
    m.positions[3 * index] = 0;
    // everything in one place, and in one plane
    for (size_t i = 0; i < 3 * m.view.vertex_count; i++)
        m.positions[i] = i % 3 == 2 ? 0 : m.positions[i];
    CHECK_RESULT(gyre_diagnose(&m.view, &good, &d), GYRE_ERR_SHAPE);
    for (size_t i = 0; i < 3 * m.view.vertex_count; i++)
        m.positions[i] = 7;
    CHECK_RESULT(gyre_diagnose(&m.view, &good, &d), GYRE_ERR_SHAPE);
    CHECK_BYTES(&d, &before, sizeof d);
    gyre_diagnosis_clear(NULL);
    mesh_free(&m);
}

TEST(every_allocation_may_fail) {
    // one mesh that takes every way: cracks, holes, copies, shells
    own_mesh shared = with_room(mesh_of_sphere(1, 6)), hole = mesh_of_box((gyre_vec3){0.5, 0.5, 0.5});
    mesh_append(&shared, &hole);
    mesh_add_triangle(&shared, shared.triangles[0], shared.triangles[1], shared.triangles[2]);
    mesh_remove_triangle(&shared, 20);
    own_mesh m = mesh_apart(&shared);
    m.positions[30] += 1e-8;
    failing f = {.fail_at = -1};
    gyre_doctor_options o = quick_options();
    o.allocator = (gyre_allocator){failing_take, failing_give, &f};
    o.voxel_budget = 100;
    gyre_diagnosis d;
    CHECK_OK(gyre_diagnose(&m.view, &o, &d));
    gyre_diagnosis_clear(&d);
    CHECK_EQ(f.live, 0);
    int calls = f.calls;
    CHECK(calls > 40);
    for (int n = 0; n < calls; n++) {
        f = (failing){.fail_at = n};
        CHECK_RESULT(gyre_diagnose(&m.view, &o, &d), GYRE_ERR_NO_MEMORY);
        CHECK_EQ(f.live, 0);
    }
    mesh_free(&m), mesh_free(&shared), mesh_free(&hole);
}

RUN_TESTS("doctor")
