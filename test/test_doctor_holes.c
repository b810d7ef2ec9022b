/// The mesh doctor reports holes, closes unambiguous ones, and does not trust the volume of the others.
#include "doctor_helpers.h"

TEST(deleted_faces_are_named_and_filled) {
    random_source r = {1};
    for (int which = 0; which < BASE_COUNT; which++)
        for (size_t k = 1; k <= 6; k += 5) {
            if (which == 4 && k > 1) continue; // half of a box is no damage any more
            own_mesh m = base_mesh(which);
            mesh_truth truth = mesh_truth_of(&m.view);
            size_t before = m.view.triangle_count;
            for (size_t i = 0; i < k; i++)
                mesh_remove_triangle(&m, random_triangle(&r, &m));
            gyre_diagnosis d = diagnose(&m);
            const gyre_issue *open = find_issue(&d, GYRE_ISSUE_open_edge);
            CHECK(open != NULL);
            CHECK(open->count >= 3 && open->count <= 3 * k && open->is_damage);
            CHECK(!d.is_watertight);
            CHECK(d.loop_count >= 1 && d.loop_count <= k);
            CHECK_EQ(d.rim_edge_count, open->count);
            CHECK(d.best == GYRE_ESTIMATE_repaired || d.best == GYRE_ESTIMATE_voxel);
            CHECK_BELOW(best_error(&d, &truth), 0.02);
            CHECK_BELOW(error_of(&d.estimates[GYRE_ESTIMATE_voxel], &truth, box_size(&d)), 0.02);
            CHECK_EQ(d.mesh.triangle_count - d.cap_triangle_count, before - k);
            gyre_diagnosis_clear(&d);
            mesh_free(&m);
        }
}

TEST(a_missing_lid_is_put_back_exactly) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 3, 4});
    mesh_truth truth = mesh_truth_of(&m.view);
    mesh_remove_triangle(&m, 2), mesh_remove_triangle(&m, 2);
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_open_edge), 4);
    CHECK_EQ(d.loop_count, 1);
    CHECK_EQ(d.best, GYRE_ESTIMATE_repaired);
    CHECK_BELOW(best_error(&d, &truth), 1e-14);
    CHECK(strcmp(find_issue(&d, GYRE_ISSUE_open_edge)->text,
                 "4 edges belong to one triangle only: the rim of 1 hole, which was closed by a flat cap") == 0);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

// A foil, a ten-thousandth as thick as it is long: its two sides are no crack.
TEST(a_thin_part_with_a_hole_is_not_welded_together) {
    own_mesh m = mesh_of_box((gyre_vec3){1, 1, 1e-4});
    for (size_t i = 0; i < 12; i++) {
        own_mesh open = mesh_with_room(8, 12);
        mesh_append(&open, &m);
        mesh_remove_triangle(&open, i);
        gyre_diagnosis d = diagnose(&open);
        CHECK_EQ(d.best, GYRE_ESTIMATE_repaired);
        CHECK_NEAR(d.estimates[d.best].volume, 1e-4, 1e-16);
        gyre_diagnosis_clear(&d);
        mesh_free(&open);
    }
    mesh_free(&m);
}

// The walls of a flat ring without its caps: the winding number of so few triangles is inconclusive, flat caps are
// exact.
TEST(flat_caps_are_preferred_where_voxels_are_wrong) {
    own_mesh m = mesh_with_room(200, 400), outer = mesh_of_cylinder(1, 0.05, 40),
             inner = mesh_of_cylinder(0.5, 0.05, 40);
    mesh_flip_all(&inner);
    mesh_append(&m, &outer), mesh_append(&m, &inner);
    mesh_truth truth = mesh_truth_of(&m.view);
    for (size_t i = m.view.triangle_count; i-- > 0;) // lids: triangles with a vertex on the axis
        for (int k = 0; k < 3; k++) {
            gyre_vec3 p = mesh_point(&m, m.triangles[3 * i + (size_t)k]);
            if (p.x * p.x + p.y * p.y > 0.01) continue;
            mesh_remove_triangle(&m, i);
            break;
        }
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(d.loop_count, 4);
    CHECK_EQ(d.best, GYRE_ESTIMATE_repaired);
    CHECK_BELOW(best_error(&d, &truth), 1e-12);
    CHECK(strstr(d.trust, " agrees within ") == NULL); // a winding number of so few triangles agrees with nothing
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&outer), mesh_free(&inner);
}

// A ring without its outer wall: the flat caps of its rims lie in its own faces, and would leave the bore.
TEST(a_mostly_missing_surface_is_not_reoriented) {
    own_mesh m = mesh_with_room(160, 400);
    enum { SECTORS = 32 };
    for (int i = 0; i < SECTORS; i++)
        for (int k = 0; k < 4; k++) { // bottom outer, bottom inner, top inner, top outer
            double turn = 2 * 3.14159265358979 * i / SECTORS, r = k == 1 || k == 2 ? 1 : 3, z = k < 2 ? -1.5 : 1.5;
            mesh_add_vertex(&m, (gyre_vec3){r * cos(turn), r * sin(turn), z});
        }
    for (uint32_t i = 0; i < SECTORS; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t a = 4 * i + k, b = 4 * ((i + 1) % SECTORS) + k;
            mesh_add_quad(&m, a, a + 1, b + 1, b);
        }
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_inverted), 0);
    CHECK_EQ(d.best, GYRE_ESTIMATE_voxel);
    CHECK(strstr(d.trust, "Do not rely on this: about ") == d.trust);
    CHECK(d.spread > 0.2);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

// The slope of a ramp: the largest face, and at an angle.
TEST(a_missing_slope_is_put_back_exactly_and_the_voxels_agree) {
    own_mesh m = mesh_of_wedge((gyre_vec3){3, 1, 2});
    mesh_truth truth = mesh_truth_of(&m.view);
    mesh_remove_triangle(&m, 4), mesh_remove_triangle(&m, 4);
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_open_edge), 4);
    CHECK_EQ(d.best, GYRE_ESTIMATE_repaired);
    CHECK_BELOW(best_error(&d, &truth), 1e-14);
    const gyre_estimate *voxel = &d.estimates[GYRE_ESTIMATE_voxel];
    CHECK_BELOW(error_of(voxel, &truth, box_size(&d)), voxel->error + 0.01);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

RUN_TESTS("doctor: holes")
