/// The doctor: every damage is named, and what it recommends is right where the damage allows it.
#include "doctor_helpers.h"
#include "host.h"
#include "random.h"

enum { BASE_COUNT = 5, SEEDS = 2 };

static own_mesh base_mesh(int which) {
    switch (which) {
    case 0:
        return mesh_of_sphere(1, 14);
    case 1:
        return mesh_of_torus(1, 0.35, 30, 14);
    case 2:
        return mesh_of_cylinder(0.4, 2, 32);
    case 3:
        return mesh_of_sphere(0.003, 10); // a part in metres that is a few millimetres long
    default: {
        own_mesh box = mesh_of_box((gyre_vec3){2, 3, 0.5});
        mesh_move(&box, 1, (gyre_quat){0.5, -0.5, 0.1, 0.7}, (gyre_vec3){10, -20, 30}); // 0.25 + 0.25 + 0.01 + 0.49 = 1
        return box;
    }
    }
}

// A copy with room for one more of everything.
static own_mesh with_room(own_mesh m) {
    own_mesh copy = mesh_with_room(3 * m.view.vertex_count + 8, 3 * m.view.triangle_count + 8);
    mesh_append(&copy, &m);
    mesh_free(&m);
    return copy;
}

static size_t random_triangle(random_source *r, const own_mesh *m) {
    return (size_t)(random_u64(r) % m->view.triangle_count);
}

// ---- no damage ----

TEST(a_good_mesh_has_no_issue_and_is_weighed_exactly) {
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
        CHECK(strstr(d.trust, "Use exact: the surface is closed and consistently wound.") == d.trust);
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
                 "4 edges belong to one triangle only: the rim of 1 hole, closed for the "
                 "repaired surface by flat caps") == 0);
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

// A flat ring of which only the walls are there: the winding number of so few triangles says nothing, flat caps do.
TEST(flat_caps_are_trusted_where_voxels_go_astray) {
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
TEST(what_too_much_is_missing_of_is_not_turned_and_not_vouched_for) {
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

TEST(split_vertices_are_named_and_joined) {
    for (int which = 0; which < BASE_COUNT; which++) {
        own_mesh m = with_room(base_mesh(which));
        mesh_truth truth = mesh_truth_of(&m.view);
        // the first corner of some triangles gets a vertex of its own, at the same place
        for (size_t i = 0; i < m.view.triangle_count; i += 5)
            m.triangles[3 * i] = mesh_add_vertex(&m, mesh_point(&m, m.triangles[3 * i]));
        gyre_diagnosis d = diagnose(&m);
        const gyre_issue *open = find_issue(&d, GYRE_ISSUE_open_edge);
        CHECK(open && open->is_repaired);
        CHECK(strstr(open->text, "vertices were split") != NULL);
        CHECK(d.is_watertight);
        CHECK_EQ(d.best, GYRE_ESTIMATE_exact); // nothing of the shape was changed
        CHECK_BELOW(best_error(&d, &truth), 1e-12);
        gyre_diagnosis_clear(&d);
        mesh_free(&m);
    }
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
            CHECK(d.is_watertight);
            CHECK_EQ(d.best, GYRE_ESTIMATE_repaired);
            CHECK_BELOW(best_error(&d, &truth), 1e-4);
            gyre_diagnosis_clear(&d);
            mesh_free(&m), mesh_free(&shared);
        }
}

// sin(pi) is not 0 in any number format: the pole of many a ball is a tiny circle.
TEST(vertices_that_differ_by_rounding_are_no_damage) {
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

// Two boxes that share a corner region; the truth is their union.
TEST(two_overlapping_shells_count_once_what_they_share) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 2, 2}),
             other = mesh_box_between((gyre_vec3){0.3, 0.2, 0.1}, (gyre_vec3){3, 2, 2.2});
    mesh_append(&m, &other);
    gyre_diagnosis d = diagnose(&m);
    CHECK(issue_count(&d, GYRE_ISSUE_self_intersection) >= 6);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_separate_shells), 2);
    CHECK_EQ(d.best, GYRE_ESTIMATE_voxel);
    CHECK_NEAR(d.estimates[d.best].volume, 8 + 2.7 * 1.8 * 2.1 - 0.7 * 0.8 * 0.9, 0.02 * 17.7);
    CHECK_NEAR(d.estimates[GYRE_ESTIMATE_exact].volume, 8 + 2.7 * 1.8 * 2.1, 1e-12);
    CHECK(strstr(d.trust, "parts run through each other") != NULL);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&other);
}

// Whatever samples of one lie in the other: what runs through it bounds no cavity.
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

TEST(a_part_that_is_there_twice_but_for_rounding_counts_once) {
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
TEST(flush_shells_that_overlap_are_noticed) {
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

TEST(shells_that_touch_are_no_damage_to_the_volume) {
    own_mesh m = mesh_of_box((gyre_vec3){2, 2, 2}),
             other = mesh_box_between((gyre_vec3){1, -1, -1}, (gyre_vec3){3, 1, 1});
    mesh_append(&m, &other);
    gyre_diagnosis d = diagnose(&m); // the wall between them is there twice
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

TEST(a_mesh_inside_out_is_turned) {
    own_mesh m = mesh_of_torus(1, 0.3, 20, 10);
    mesh_truth truth = mesh_truth_of(&m.view);
    mesh_flip_all(&m);
    gyre_diagnosis d = diagnose(&m);
    CHECK_EQ(issue_count(&d, GYRE_ISSUE_inverted), 1);
    CHECK_EQ(d.issue_count, 1);
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
    CHECK(strstr(d.trust, "after 1 doubled triangle was dropped, 2 triangles were turned round, 1 surface was turned "
                          "inside out and 1 hole was closed the surface is closed") != NULL);
    gyre_diagnosis_clear(&d);
    mesh_free(&m), mesh_free(&hole);
}

// ---- edges and vertices ----

TEST(parts_that_touch_along_an_edge_or_in_a_point_are_told_apart) {
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

// A box with a wall in the middle: edges with three triangles, and no way to say what the wall bounds.
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

TEST(a_moebius_strip_is_no_solid) {
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

TEST(units_and_amounts_scale_the_answer) {
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
    CHECK(strstr(d.trust, "Use shell: the triangles are taken as a sheet 0.001 m thick") != NULL);
    gyre_diagnosis_clear(&d);
    mesh_free(&m);
}

// ---- bad input ----

TEST(what_cannot_be_diagnosed_is_refused) {
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
