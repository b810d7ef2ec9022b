/// The doctor's instruments one by one, each against brute force; and meshes that were made to annoy.
#include "doctor_helpers.h"
#include "mesh/intersections.h"
#include "mesh/sets.h"
#include "mesh/sort.h"
#include "mesh/voxels.h"
#include "mesh/weld.h"
#include "random.h"

static const gyre_allocator standard = {0};
static const double PI = 3.14159265358979323846;

// ---- sorting, sets ----

TEST(keys_are_sorted_and_equal_keys_keep_their_order) {
    enum { COUNT = 3000 };
    static keyed items[2 * COUNT];
    random_source r = {1};
    for (int width = 4; width <= 64; width += 20) {
        for (uint32_t i = 0; i < COUNT; i++)
            items[i] = (keyed){random_u64(&r) >> (64 - width), i};
        gyre_sort_keyed(items, items + COUNT, COUNT);
        for (int i = 1; i < COUNT; i++) {
            CHECK(items[i - 1].key <= items[i].key);
            if (items[i - 1].key == items[i].key) CHECK(items[i - 1].index < items[i].index);
        }
    }
}

TEST(sets_remember_signs_and_detect_contradictions) {
    uint32_t sets[6];
    sets_begin(sets, 6);
    CHECK(sets_join(sets, 0, 1, 1) && sets_join(sets, 2, 1, 1) && sets_join(sets, 3, 4, 0));
    CHECK_EQ(sets_find(sets, 2), 0);     // twice the other sign
    CHECK_EQ(sets_find(sets, 1), 1);     // root 0, other sign
    CHECK_EQ(sets_find(sets, 4), 2 * 3); // root 3
    CHECK(sets_join(sets, 4, 2, 1));
    CHECK_EQ(sets_find(sets, 3), 1);
    CHECK(!sets_join(sets, 0, 2, 1));
    CHECK(sets_join(sets, 0, 2, 0));
    CHECK_EQ(sets_find(sets, 5), 10);
}

// ---- welding ----

// The rule: a vertex is merged with the oldest position whose first vertex is near.
static void weld_by_hand(const double *p, size_t count, double tolerance, uint32_t *map, size_t *places) {
    uint32_t *first = malloc(count * sizeof *first);
    *places = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t found = 0;
        for (; found < *places; found++) {
            const double *q = p + 3 * (size_t)first[found];
            double x = p[3 * i] - q[0], y = p[3 * i + 1] - q[1], z = p[3 * i + 2] - q[2];
            if (x * x + y * y + z * z <= tolerance * tolerance) break;
        }
        if (found == *places) first[(*places)++] = (uint32_t)i;
        map[i] = found;
    }
    free(first);
}

TEST(welding_follows_its_rule) {
    enum { COUNT = 400 };
    static double p[3 * COUNT];
    static uint32_t map[COUNT], wanted[COUNT];
    random_source r = {2};
    static const double tolerances[] = {0, 1e-3, 0.05, 0.3, 5};
    for (int k = 0; k < 5; k++)
        for (int grid = 0; grid < 2; grid++) {
            for (int i = 0; i < 3 * COUNT; i++) {
                p[i] = random_between(&r, -1, 1);
                if (grid) p[i] = 0.25 * round(4 * p[i]); // many equal ones, also 0 and -0
            }
            size_t places, wanted_places;
            weld_by_hand(p, COUNT, tolerances[k], wanted, &wanted_places);
            CHECK_OK(gyre_weld(p, COUNT, tolerances[k], &standard, map, &places));
            CHECK_EQ(places, wanted_places);
            CHECK_BYTES(map, wanted, sizeof map);
        }
}

// ---- winding numbers ----

typedef struct instruments {
    surface s;
    triangle_tree tree;
    winding_field field;
} instruments;

static void set_up_with(instruments *in, const own_mesh *m, winding_care care) {
    mesh_box box;
    size_t bad;
    finding collapsed;
    *in = (instruments){0};
    CHECK_OK(gyre_mesh_scan(&m->view, &box, &bad));
    CHECK_OK(gyre_surface_join(&m->view, &box, 0, &standard, &in->s, &collapsed));
    CHECK_OK(gyre_tree_make(&in->s, &in->tree));
    CHECK_OK(gyre_winding_make(&in->tree, care, &in->field));
}

static void set_up(instruments *in, const own_mesh *m) { set_up_with(in, m, WINDING_QUICK); }

static void clear_up(instruments *in) {
    gyre_winding_free(&in->field);
    gyre_tree_free(&in->tree);
    gyre_surface_free(&in->s);
}

// Sum of solid angles by libm, triangle by triangle.
static double winding_by_hand(const surface *s, vec3 p) {
    double sum = 0;
    for (size_t i = 0; i < s->triangle_count; i++) {
        mesh_corners t = corners_of(s, i);
        vec3 a = sub(t.a, p), b = sub(t.b, p), c = sub(t.c, p);
        double la = length(a), lb = length(b), lc = length(c);
        sum += 2 * atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return sum / (4 * PI);
}

TEST(winding_numbers_agree_with_the_sum_of_all_solid_angles) {
    random_source r = {3};
    for (int which = 0; which < 3; which++) {
        own_mesh m = which == 0   ? mesh_of_sphere(1, 30)
                     : which == 1 ? mesh_of_torus(1, 0.3, 40, 20)
                                  : mesh_of_cylinder(0.2, 2, 200);
        for (int i = 0; i < 200 && which == 1; i++) // a large hole
            mesh_remove_triangle(&m, 100);
        for (int care = WINDING_QUICK; care <= WINDING_CAREFUL; care++) {
            instruments in;
            set_up_with(&in, &m, (winding_care)care);
            double worst = 0, squares = 0, work = 0;
            enum { COUNT = 1000 };
            for (int i = 0; i < COUNT; i++) {
                vec3 p = {random_between(&r, -1, 1), random_between(&r, -1, 1), random_between(&r, -1, 1)};
                double error = gyre_winding_at(&in.field, p, &work) - winding_by_hand(&in.s, p);
                worst = fmax(worst, fabs(error));
                squares += error * error;
            }
            CHECK_BELOW(worst, care == WINDING_QUICK ? 0.1 : 0.02);
            CHECK_BELOW(sqrt(squares / COUNT), care == WINDING_QUICK ? 0.03 : 0.006);
            if (which < 2)
                CHECK_BELOW(work / COUNT, (double)m.view.triangle_count); // not all of them, one by one: 4 each
            clear_up(&in);
        }
        mesh_free(&m);
    }
}

// ---- voxels ----

TEST(voxels_are_right_within_the_error_they_state) {
    work_progress silent = {0};
    for (int which = 0; which < 4; which++) {
        // the last is a thin sheet along the axes, half as thick as a voxel
        own_mesh m = which == 0   ? mesh_of_sphere(1, 30)
                     : which == 1 ? mesh_of_torus(1, 0.3, 40, 20)
                     : which == 2 ? mesh_of_box((gyre_vec3){1, 2, 3})
                                  : mesh_of_box((gyre_vec3){1, 1, 1});
        if (which == 3) {
            own_mesh inner = mesh_of_box((gyre_vec3){0.99, 0.99, 0.99});
            mesh_flip_all(&inner);
            mesh_append(&m, &inner);
            mesh_free(&inner);
        }
        mesh_truth truth = mesh_truth_of(&m.view);
        instruments in;
        set_up(&in, &m);
        for (size_t budget = 2000; budget <= 50000; budget *= 5) {
            shape_moments v;
            double error;
            CHECK_OK(gyre_fill_voxels(&in.field, budget, &silent, &v, &error));
            double volume = v.measure / (in.s.scale * in.s.scale * in.s.scale);
            CHECK_BELOW(fabs(volume / truth.volume - 1),
                        error + 0.002); // round surfaces are asked about by 0.5, not by 0
            if (budget == 50000) CHECK_BELOW(error, which == 3 ? 0.05 : 0.01);
        }
        clear_up(&in);
        mesh_free(&m);
    }
}

// ---- intersections ----

// True if two triangles without a common vertex intersect: by solving for the point on each edge, in long double.
static bool edge_hits(vec3 p, vec3 q, mesh_corners t) {
    long double e[3][3], o[3];
    const double *P = &p.x, *Q = &q.x, *A = &t.a.x, *B = &t.b.x, *C = &t.c.x;
    for (int i = 0; i < 3; i++) {
        e[i][0] = (long double)P[i] - (long double)Q[i];
        e[i][1] = (long double)B[i] - (long double)A[i];
        e[i][2] = (long double)C[i] - (long double)A[i];
        o[i] = (long double)P[i] - (long double)A[i];
    }
#define DET(a, b, c)                                                                                                   \
    ((a)[0] * ((b)[1] * (c)[2] - (b)[2] * (c)[1]) - (a)[1] * ((b)[0] * (c)[2] - (b)[2] * (c)[0]) +                     \
     (a)[2] * ((b)[0] * (c)[1] - (b)[1] * (c)[0]))
    long double x[3] = {e[0][0], e[1][0], e[2][0]}, y[3] = {e[0][1], e[1][1], e[2][1]},
                z[3] = {e[0][2], e[1][2], e[2][2]};
    long double d = DET(x, y, z), along = DET(o, y, z) / d, u = DET(x, o, z) / d, v = DET(x, y, o) / d;
    return along > 0 && along < 1 && u > 0 && v > 0 && u + v < 1;
}

static bool triangles_hit(mesh_corners a, mesh_corners b) {
    return edge_hits(a.a, a.b, b) || edge_hits(a.b, a.c, b) || edge_hits(a.c, a.a, b) || edge_hits(b.a, b.b, a) ||
           edge_hits(b.b, b.c, a) || edge_hits(b.c, b.a, a);
}

TEST(intersections_are_those_that_brute_force_finds) {
    random_source r = {5};
    for (int k = 0; k < 4; k++) {
        enum { COUNT = 300 };
        own_mesh m = mesh_with_room(3 * COUNT, COUNT);
        double size = k == 0 ? 1 : k == 1 ? 0.3 : 0.1;
        for (int i = 0; i < COUNT; i++) {
            gyre_vec3 at = random_vec3(&r, 1);
            uint32_t a = mesh_add_vertex(&m, at), b = mesh_add_vertex(&m, plus(at, random_vec3(&r, size)));
            mesh_add_triangle(&m, a, b, mesh_add_vertex(&m, plus(at, random_vec3(&r, size))));
        }
        instruments in;
        set_up(&in, &m);
        size_t wanted = 0, first = COUNT;
        for (size_t i = 0; i < COUNT; i++)
            for (size_t j = i + 1; j < COUNT; j++)
                if (triangles_hit(corners_of(&in.s, i), corners_of(&in.s, j))) {
                    wanted++;
                    if (i < first) first = i;
                }
        intersection_report found = gyre_find_intersections(&in.tree, NULL);
        CHECK(wanted > 0 || k > 1);
        CHECK_EQ(found.pairs.count, wanted);
        if (wanted > 0) CHECK_EQ(found.pairs.first, first);
        CHECK(!found.is_interrupted);
        clear_up(&in);
        mesh_free(&m);
    }
}

TEST(touching_triangles_do_not_intersect) {
    own_mesh meshes[] = {mesh_of_sphere(1, 20), mesh_of_torus(1, 0.3, 30, 15), mesh_of_box((gyre_vec3){1, 2, 3}),
                         mesh_of_cylinder(1, 0.001, 50)};
    for (int i = 0; i < 4; i++) {
        instruments in;
        set_up(&in, &meshes[i]);
        CHECK_EQ(gyre_find_intersections(&in.tree, NULL).pairs.count, 0);
        clear_up(&in);
        mesh_free(&meshes[i]);
    }
}

// Pairs that overlap in one plane, at a slant: rounding must not put their corners on either side of it.
TEST(triangles_in_one_plane_do_not_intersect) {
    random_source r = {41};
    for (int k = 0; k < 2000; k++) {
        gyre_vec3 u = random_vec3(&r, 1), v = random_vec3(&r, 1);
        own_mesh m = mesh_with_room(6, 2);
        for (int i = 0; i < 6; i++) {
            double a = random_between(&r, -1, 1), b = random_between(&r, -1, 1);
            mesh_add_vertex(&m, plus(scaled(a, u), scaled(b, v)));
        }
        mesh_add_triangle(&m, 0, 1, 2), mesh_add_triangle(&m, 3, 4, 5);
        instruments in;
        set_up(&in, &m);
        CHECK_EQ(gyre_find_intersections(&in.tree, NULL).pairs.count, 0);
        clear_up(&in);
        mesh_free(&m);
    }
}

// A neighbour that shares one vertex and folds back through the other.
TEST(triangles_that_share_a_vertex_may_intersect) {
    own_mesh m = mesh_with_room(8, 8);
    gyre_vec3 points[] = {{0, 0, 0}, {2, -1, 0}, {2, 1, 0}, {1, 0, -1}, {1, 0.1, 1}};
    for (int i = 0; i < 5; i++)
        mesh_add_vertex(&m, points[i]);
    mesh_add_triangle(&m, 0, 1, 2), mesh_add_triangle(&m, 0, 3, 4);
    instruments in;
    set_up(&in, &m);
    CHECK_EQ(gyre_find_intersections(&in.tree, NULL).pairs.count, 1);
    clear_up(&in);
    mesh_free(&m);
}

// ---- made to annoy: no crash, and no time that grows with the square ----

static void survive(const own_mesh *m) {
    gyre_doctor_options o = quick_options();
    o.voxel_budget = 500;
    gyre_diagnosis d;
    if (gyre_diagnose(&m->view, &o, &d) == GYRE_OK) gyre_diagnosis_clear(&d);
}

TEST(large_triangles_that_all_intersect_are_counted) {
    enum { COUNT = 3000 };
    own_mesh m = mesh_with_room(3 * COUNT, COUNT);
    random_source r = {6};
    for (int i = 0; i < COUNT; i++) {
        uint32_t a = mesh_add_vertex(&m, random_vec3(&r, 1)), b = mesh_add_vertex(&m, random_vec3(&r, 1));
        mesh_add_triangle(&m, a, b, mesh_add_vertex(&m, random_vec3(&r, 1)));
    }
    survive(&m);
    mesh_free(&m);
}

TEST(an_edge_and_a_vertex_shared_by_many_triangles_are_counted) {
    enum { COUNT = 8000 };
    for (int is_vertex = 0; is_vertex < 2; is_vertex++) {
        own_mesh m = mesh_with_room(2 * COUNT + 2, 2 * COUNT);
        random_source r = {7};
        uint32_t a = mesh_add_vertex(&m, (gyre_vec3){0, 0, 0}), b = mesh_add_vertex(&m, (gyre_vec3){0, 0, 1});
        for (int i = 0; i < COUNT; i++) {
            uint32_t c = mesh_add_vertex(&m, random_vec3(&r, 1)),
                     d = is_vertex ? mesh_add_vertex(&m, random_vec3(&r, 1)) : b;
            mesh_add_triangle(&m, a, d, c);
            mesh_add_triangle(&m, c, d, a); // each given twice, in both orientations
        }
        survive(&m);
        mesh_free(&m);
    }
}

TEST(many_nested_shells_are_classified) {
    static const size_t counts[] = {300, 1000}; // the second are too many to be sorted out
    for (int k = 0; k < 2; k++) {
        size_t count = counts[k];
        own_mesh m = mesh_with_room(4 * count, 4 * count);
        for (size_t i = 0; i < count; i++) {
            double s = 1 + (double)i / (double)count;
            gyre_vec3 corners[4] = {{s, s, s}, {-s, -s, s}, {-s, s, -s}, {s, -s, -s}};
            own_mesh one = mesh_of_tetrahedron(corners);
            mesh_append(&m, &one);
            mesh_free(&one);
        }
        gyre_diagnosis d = diagnose(&m);
        CHECK_EQ(d.shell_count, count);
        if (k == 0) CHECK_EQ(d.cavity_count, count / 2);
        gyre_diagnosis_clear(&d);
        mesh_free(&m);
    }
}

TEST(equal_coincident_triangles_are_counted) {
    enum { COUNT = 20000 };
    own_mesh m = mesh_with_room(4, COUNT);
    for (int i = 0; i < 3; i++)
        mesh_add_vertex(&m, (gyre_vec3){i == 0, i == 1, i == 2});
    for (int i = 0; i < COUNT; i++)
        mesh_add_triangle(&m, 0, 1, 2);
    survive(&m);
    mesh_free(&m);
}

RUN_TESTS("doctor's instruments")
