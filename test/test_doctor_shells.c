/// The mesh doctor with several surfaces in one file: separate, intersecting and nested.
#include "doctor_helpers.h"

// Two boxes that share a corner region; the correct volume is that of their union.
TEST(the_overlap_of_two_shells_counts_once) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 2, 2}),
             other = mesh_box_between((gyre_vec3){0.3, 0.2, 0.1}, (gyre_vec3){3, 2, 2.2});
    mesh_append(&m, &other);
    gyre_diagnosis d = diagnose(&m);
    CHECK(issue_count(&d, GYRE_ISSUE_self_intersection) >= 6);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_separate_shells), 2);
    CHECK_EQ(d.best, GYRE_ESTIMATE_voxel);
    CHECK_NEAR(d.estimates[d.best].volume, 8 + 2.7 * 1.8 * 2.1 - 0.7 * 0.8 * 0.9, 0.02 * 17.7);
    CHECK_NEAR(d.estimates[GYRE_ESTIMATE_exact].volume, 8 + 2.7 * 1.8 * 2.1, 1e-12);
    CHECK(strstr(d.trust, "parts overlap") != NULL);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&other);
}

// A shell that crosses another bounds no cavity, even if all samples of it are inside the other.
TEST(shells_that_cross_are_never_a_cavity) {
    for (int axis = 0; axis < 3; axis++)
        for (int is_reversed = 0; is_reversed < 2; is_reversed++) {
            own_mesh m = with_room(mesh_of_sphere(1, 14)), other = mesh_of_sphere(1, 14);
            gyre_vec3 shift = {axis == 0 ? 0.4 : 0, axis == 1 ? 0.4 : 0, axis == 2 ? (is_reversed ? 0.4 : -0.4) : 0};
            mesh_move(&other, 1, (gyre_quat){1, 0, 0, 0}, shift);
            double volume = mesh_truth_of(&m.view).volume;
            mesh_append(&m, &other);
            gyre_diagnosis d = diagnose(&m);
            CHECK_EQ(issue_count(&d, GYRE_ISSUE_inverted), 0);
            CHECK_EQ(issue_count(&d, GYRE_ISSUE_cavity), 0);
            CHECK_EQ(d.best, GYRE_ESTIMATE_voxel);
            // two balls of radius 1, 0.4 apart, share 1 - 3/4 0.4 + 0.4^3/16 of a ball
            CHECK_NEAR(d.estimates[d.best].volume, volume * (1 + 0.3 - 0.004), 0.02 * volume);
            gyre_diagnosis_clear(&d);
            mesh_free(&m), mesh_free(&other);
        }
}

// Each of 1500 boxes in each other lies in many others, which takes more work than is allowed. The given windings are
// right and decide.
TEST(a_too_long_search_for_nested_surfaces_is_stopped_and_reported) {
    enum { SHELLS = 1500 };
    own_mesh m = mesh_with_room(8 * SHELLS, 12 * SHELLS);
    double volume = 0;
    for (int i = SHELLS; i > 0; i--) {
        double size = 1 + (double)i / SHELLS;
        own_mesh box = mesh_of_box((gyre_vec3){size, size, size});
        if (i % 2) mesh_flip_all(&box);
        volume += (i % 2 ? -1 : 1) * size * size * size;
        mesh_append(&m, &box);
        mesh_free(&box);
    }
    gyre_diagnosis d = diagnose(&m);
    CHECK_NEAR(d.estimates[GYRE_ESTIMATE_exact].volume, volume, 1e-9);
    CHECK(strstr(d.trust, "for surfaces inside others") != NULL && strstr(d.trust, "stopped early") != NULL);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

TEST(a_part_given_twice_up_to_rounding_counts_once) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 2, 2}), other = mesh_of_box((gyre_vec3){2, 2, 2});
    random_source r = {15};
    for (size_t i = 0; i < 3 * other.view.vertex_count; i++)
        other.positions[i] += random_between(&r, -2e-8, 2e-8);
    mesh_append(&m, &other);
    gyre_diagnosis d = diagnose(&m);
    CHECK(issue_count(&d, GYRE_ISSUE_self_intersection) > 0);
    CHECK_NEAR(d.estimates[d.best].volume, 8, 0.02 * 8);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&other);
}

TEST(both_sides_of_every_triangle_are_one_surface) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 3, 4}), other = mesh_of_box((gyre_vec3){2, 3, 4});
    mesh_flip_all(&other);
    mesh_append(&m, &other);
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_duplicate_face), 12);
    CHECK_NEAR(d.estimates[d.best].volume, 24, 1e-13);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&other);
}

// No edge goes through the inside of a triangle here: four sides are flush.
TEST(overlapping_shells_with_coplanar_faces_are_reported) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 2, 2}),
             other = mesh_box_between((gyre_vec3){0, -1, -1}, (gyre_vec3){3, 1, 1});
    mesh_append(&m, &other);
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_self_intersection), 1);
    CHECK_EQ(d.best, GYRE_ESTIMATE_voxel);
    CHECK_NEAR(d.estimates[d.best].volume, 16, 0.02 * 16);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&other);
}

TEST(touching_shells_do_not_damage_the_volume) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 2, 2}),
             other = mesh_box_between((gyre_vec3){1, -1, -1}, (gyre_vec3){3, 1, 1});
    mesh_append(&m, &other);
    gyre_diagnosis d = diagnose(&m); // the wall between them is given twice
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_duplicate_face), 4);
    CHECK(d.is_watertight);
    CHECK_NEAR(d.estimates[d.best].volume, 16, 1e-13);
    CHECK_EQ(d.shell_count, 1);
    gyre_diagnosis_clear(&d);

    // the same wall, cut along the other diagonal and a little shifted: two parts side by side
    mesh_free(&m), mesh_free(&other);
    m = mesh_of_box((gyre_vec3){2, 2, 2}),
    other = mesh_box_between((gyre_vec3){1, -0.5, -0.5}, (gyre_vec3){3, 1.5, 1.5});
    mesh_append(&m, &other);
    d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_separate_shells), 2);
    CHECK_EQ(d.issue_count, 1);
    CHECK_EQ(d.best, GYRE_ESTIMATE_exact);
    CHECK_NEAR(d.estimates[d.best].volume, 16, 1e-13);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&other);
}

TEST(a_cavity_is_subtracted_whichever_way_it_is_wound) {
    for (int is_inverted = 0; is_inverted < 2; is_inverted++) {
        own_mesh m = with_room(mesh_of_sphere(1, 20)), hole = mesh_of_box((gyre_vec3){0.5, 0.6, 0.7});
        if (!is_inverted) mesh_flip_all(&hole);
        size_t first = m.view.triangle_count;
        mesh_truth outer = mesh_truth_of(&m.view);
        mesh_append(&m, &hole);
        gyre_diagnosis d = diagnose(&m);
        CHECK_EQ(issue_count(&d, GYRE_ISSUE_cavity), 1);
        CHECK(!find_issue(&d, GYRE_ISSUE_cavity)->is_damage);
        CHECK_EQ(issue_count(&d, GYRE_ISSUE_inverted), is_inverted);
        CHECK_EQ(d.issue_count, 1 + is_inverted);
        if (is_inverted) CHECK_EQ(find_issue(&d, GYRE_ISSUE_inverted)->first_triangle, first);
        CHECK_EQ(d.best, is_inverted ? GYRE_ESTIMATE_repaired : GYRE_ESTIMATE_exact);
        CHECK_NEAR(d.estimates[d.best].volume, outer.volume - 0.21, 1e-12);
        CHECK_EQ(d.cavity_count, 1);
        gyre_diagnosis_clear(&d);
        mesh_free(&m), mesh_free(&hole);
    }
}

// A ball in a hollow ball, in a box, beside another box; every shell wound at random.
TEST(shells_in_shells_get_the_right_sign) {
    for (unsigned wound = 0; wound < 16; wound++) {
        own_mesh m = with_room(mesh_of_sphere(1, 16)),
                 shells[3] = {mesh_of_sphere(0.8, 12), mesh_of_sphere(0.5, 9),
                              mesh_box_between((gyre_vec3){2, 2, 2}, (gyre_vec3){3, 3, 3})};
        double volumes[4] = {mesh_truth_of(&m.view).volume};
        if (wound & 1) mesh_flip_all(&m);
        for (int i = 0; i < 3; i++) {
            volumes[i + 1] = mesh_truth_of(&shells[i].view).volume;
            if (wound >> (i + 1) & 1) mesh_flip_all(&shells[i]);
            mesh_append(&m, &shells[i]);
            mesh_free(&shells[i]);
        }
        gyre_diagnosis d = diagnose(&m);
        // the second shell is right when it is turned, the others when they are not
        CHECK_EQ(issue_count(&d, GYRE_ISSUE_inverted), __builtin_popcount(wound ^ 2));
        CHECK_EQ(issue_count(&d, GYRE_ISSUE_cavity), 1);
        CHECK_EQ(issue_count(&d, GYRE_ISSUE_separate_shells), 3);
        CHECK_NEAR(d.estimates[d.best].volume, volumes[0] - volumes[1] + volumes[2] + volumes[3], 1e-12);
        gyre_diagnosis_clear(&d);
        mesh_free(&m);
    }
}

RUN_TESTS("doctor: shells")
