/// Layer 9: polygons cut into triangles.
#include "body_helpers.h"
#include "model_helpers.h"
#include "random.h"

#include "mesh/model_builder.h"
#include "mesh/polygon.h"

#include <time.h>

enum { CORNERS_MAX = 4000 };

static double positions[3 * CORNERS_MAX];
static uint32_t corners[CORNERS_MAX], triangles[3 * CORNERS_MAX];
static double scratch[CORNERS_MAX * POLYGON_SCRATCH / sizeof(double)];

static gyre_vec3 point(uint32_t i) { return (gyre_vec3){positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]}; }

static void set_point(size_t i, gyre_vec3 p) {
    positions[3 * i] = p.x, positions[3 * i + 1] = p.y, positions[3 * i + 2] = p.z;
    corners[i] = (uint32_t)i;
}

static gyre_vec3 area_vector(uint32_t a, uint32_t b, uint32_t c) {
    return scaled(0.5, crossed(minus(point(b), point(a)), minus(point(c), point(a))));
}

static double length_of(gyre_vec3 a) { return sqrt(inner(a, a)); }

// The area vector of the polygon itself, by its sides.
static gyre_vec3 polygon_area(size_t count) {
    gyre_vec3 sum = {0};
    for (size_t i = 1; i + 1 < count; i++)
        sum = plus(sum, area_vector(corners[0], corners[i], corners[i + 1]));
    return sum;
}

// Every side of the polygon is the side of one triangle, in its direction; all other sides are shared by two triangles
// that run along them in opposite directions.
static void check_sides(size_t count, size_t triangle_count) {
    static short balance[256][256];
    if (count > 256) return;
    memset(balance, 0, sizeof balance);
    for (size_t t = 0; t < triangle_count; t++)
        for (size_t k = 0; k < 3; k++) {
            uint32_t a = triangles[3 * t + k], b = triangles[3 * t + (k + 1) % 3];
            balance[a][b]++;
            balance[b][a]--;
        }
    for (size_t i = 0; i < count; i++) {
        balance[corners[i]][corners[(i + 1) % count]]--;
        balance[corners[(i + 1) % count]][corners[i]]++;
    }
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++)
            CHECK_EQ(balance[a][b], 0);
}

// Cuts the first `count` points as a simple polygon: triangles all look the same way and cover it exactly once.
static void check_cut(size_t count, double tolerance) {
    gyre_vec3 whole = polygon_area(count);
    double area = length_of(whole), sum = 0;
    size_t got = gyre_polygon_cut(positions, corners, count, scratch, triangles);
    CHECK_EQ(got, count - 2);
    for (size_t t = 0; t < got; t++) {
        gyre_vec3 part = area_vector(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
        CHECK(inner(part, whole) >= -tolerance * area * area);
        sum += length_of(part);
    }
    CHECK_NEAR(sum, area, tolerance * area);
    check_sides(count, got);
}

// Turns, stretches and moves all points.
static void tilt(random_source *r, size_t count, double offset) {
    gyre_quat q = random_rotation(r);
    gyre_vec3 to = random_vec3(r, offset);
    for (size_t i = 0; i < count; i++)
        set_point(i, plus(gyre_quat_rotate(q, point((uint32_t)i)), to));
}

// ---- simple polygons ----

// A star: corners at ascending angles and any distance from the middle. Always simple.
static void make_star(random_source *r, size_t count, double inner_radius) {
    for (size_t i = 0; i < count; i++) {
        double angle = 2 * 3.14159265358979323846 * ((double)i + random_between(r, 0, 0.9)) / (double)count;
        double radius = random_between(r, inner_radius, 1);
        set_point(i, (gyre_vec3){radius * cos(angle), radius * sin(angle), 0});
    }
}

TEST(stars_are_covered_once) {
    random_source r = {1};
    for (int round = 0; round < 2000; round++) {
        size_t count = 4 + random_u64(&r) % 60;
        make_star(&r, count, 0.01);
        check_cut(count, 1e-12);
        tilt(&r, count, 0);
        check_cut(count, 1e-12);
    }
}

TEST(stars_far_away_are_covered_to_the_rounding_of_their_corners) {
    random_source r = {2};
    for (int round = 0; round < 500; round++) {
        size_t count = 4 + random_u64(&r) % 40;
        make_star(&r, count, 0.2);
        tilt(&r, count, 1e4);
        check_cut(count, 1e-9); // corners are off by 1e-12, sides and areas are of order 0.1
    }
}

TEST(large_stars_are_covered_once) {
    random_source r = {3};
    make_star(&r, CORNERS_MAX, 0.2);
    check_cut(CORNERS_MAX, 1e-10);
    tilt(&r, CORNERS_MAX, 0);
    check_cut(CORNERS_MAX, 1e-10);
}

// A random walk between two rims: combs, with corners on both sides.
TEST(combs_and_spirals_are_covered_once) {
    random_source r = {4};
    for (int round = 0; round < 300; round++) {
        size_t teeth = 2 + random_u64(&r) % 30, n = 0;
        for (size_t i = 0; i < teeth; i++) {
            set_point(n++, (gyre_vec3){(double)i, random_between(&r, 0, 0.9), 0});
            set_point(n++, (gyre_vec3){(double)i + 0.5, random_between(&r, -9, -1), 0});
        }
        set_point(n++, (gyre_vec3){(double)teeth, 1, 0});
        set_point(n++, (gyre_vec3){-1, 1, 0});
        check_cut(n, 1e-12);
        tilt(&r, n, 0);
        check_cut(n, 1e-12);

        // a band that winds around the middle, out along one side and back along the other
        size_t half = 20 + random_u64(&r) % 80;
        for (size_t i = 0; i < half; i++) {
            double angle = 0.3 * (double)i, radius = 1 + 0.3 * angle;
            set_point(i, (gyre_vec3){radius * cos(angle), radius * sin(angle), 0});
            set_point(2 * half - 1 - i, (gyre_vec3){(radius + 0.5) * cos(angle), (radius + 0.5) * sin(angle), 0});
        }
        for (size_t i = 0; i < half; i++) { // outside is the right side: turn it over
            gyre_vec3 a = point((uint32_t)i);
            set_point(i, point((uint32_t)(2 * half - 1 - i)));
            set_point(2 * half - 1 - i, a);
        }
        check_cut(2 * half, 1e-12);
    }
}

TEST(staircases_on_a_grid_with_corners_in_a_line_are_covered_once) {
    random_source r = {5};
    for (int round = 0; round < 500; round++) {
        // heights of columns, and every grid point of the outline a corner
        size_t columns = 2 + random_u64(&r) % 8, n = 0;
        for (size_t i = 0; i <= columns; i++)
            set_point(n++, (gyre_vec3){(double)i, 0, 0});
        int at = 0;
        for (size_t i = columns; i-- > 0;) {
            int height = 1 + (int)(random_u64(&r) % 6), step = height > at ? 1 : -1;
            for (int y = at + step; at != height; y += step) {
                set_point(n++, (gyre_vec3){(double)(i + 1), (double)y, 0});
                at = y;
            }
            set_point(n++, (gyre_vec3){(double)i, (double)height, 0});
        }
        for (int y = at - 1; y > 0; y--)
            set_point(n++, (gyre_vec3){0, (double)y, 0});
        check_cut(n, 1e-12);
        for (size_t t = 0; t < n - 2; t++) // grid points: no triangle is flat
            CHECK(area_vector(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]).z >= 0.49);
        tilt(&r, n, 0);
        check_cut(n, 1e-12);
    }
}

TEST(quadrilaterals_are_cut_along_the_diagonal_inside) {
    // arrows whose diagonal outside is the longer and the shorter one, and one with three corners in a line
    static const double arrows[3][4][2] = {
        {{0, 0}, {2, -1}, {0.5, 0}, {2, 1}}, {{0, 0}, {10, -0.1}, {5, 0}, {10, 0.1}}, {{0, 0}, {1, 0}, {2, 0}, {1, 5}}};
    random_source r = {11};
    for (size_t k = 0; k < 3; k++)
        for (size_t turn = 0; turn < 400; turn++) {
            for (size_t i = 0; i < 4; i++)
                set_point(i, (gyre_vec3){arrows[k][(i + turn) % 4][0], arrows[k][(i + turn) % 4][1], 0});
            if (turn >= 4) tilt(&r, 4, 0);
            check_cut(4, 1e-14);
            for (size_t t = 0; t < 2; t++)
                CHECK(length_of(area_vector(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2])) > 0.1);
        }
}

TEST(convex_quadrilaterals_are_cut_along_the_shorter_diagonal) {
    static const double kite[4][2] = {{0, 0}, {5, -1}, {10, 0}, {5, 1}};
    for (size_t i = 0; i < 4; i++)
        set_point(i, (gyre_vec3){kite[i][0], kite[i][1], 0});
    check_cut(4, 1e-15);
    static const uint32_t want[] = {1, 2, 3, 1, 3, 0};
    for (size_t i = 0; i < 6; i++)
        CHECK_EQ(triangles[i], want[i]);
}

// ---- polygons that touch themselves ----

TEST(a_hole_joined_by_a_bridge_stays_open) {
    // a square of 4 x 4 with a square hole, wound the other way, and the bridge from corner 0 to hole corner 4
    static const double xy[8][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {1, 3}, {3, 3}, {3, 1}};
    static const uint32_t outline[] = {0, 1, 2, 3, 0, 4, 5, 6, 7, 4};
    for (size_t i = 0; i < 8; i++)
        set_point(i, (gyre_vec3){xy[i][0], xy[i][1], 0});
    memcpy(corners, outline, sizeof outline);
    size_t got = gyre_polygon_cut(positions, corners, 10, scratch, triangles);
    CHECK_EQ(got, 8);
    double area = 0;
    for (size_t t = 0; t < got; t++) {
        double part = area_vector(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]).z;
        CHECK(part > 0);
        area += part;
    }
    CHECK_NEAR(area, 12, 1e-14);
}

enum { CELLS = 6 };

typedef struct maze {
    random_source r;
    int is_taken[CELLS][CELLS];
    size_t corner_count, cell_count;
} maze;

// Walks counter-clockwise around a cell of a maze from behind the side it was entered by, through every cell that is
// free: the walls in between have no thickness.
static void walk_maze(maze *m, int x, int y, int entered) {
    static const int step[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}}, end[4][2] = {{1, 0}, {1, 1}, {0, 1}, {0, 0}};
    m->is_taken[x][y] = 1;
    m->cell_count++;
    for (int k = 1; k <= (entered < 0 ? 4 : 3); k++) {
        int side = (entered + k) % 4, u = x + step[side][0], v = y + step[side][1];
        bool is_free = u >= 0 && u < CELLS && v >= 0 && v < CELLS && !m->is_taken[u][v];
        if (is_free && random_u64(&m->r) % 4 > 0)
            walk_maze(m, u, v, (side + 2) % 4);
        else
            set_point(m->corner_count++, (gyre_vec3){x + end[side][0], y + end[side][1], 0});
    }
}

TEST(mazes_whose_walls_touch_themselves_are_covered_once) {
    maze m = {.r = {10}};
    for (int round = 0; round < 2000; round++) {
        memset(m.is_taken, 0, sizeof m.is_taken);
        m.corner_count = m.cell_count = 0;
        walk_maze(&m, (int)(random_u64(&m.r) % CELLS), (int)(random_u64(&m.r) % CELLS), -1);
        CHECK_NEAR(polygon_area(m.corner_count).z, (double)m.cell_count, 0);
        if (m.corner_count > 4) check_cut(m.corner_count, 1e-12);
        tilt(&m.r, m.corner_count, 0);
        if (m.corner_count > 4) check_cut(m.corner_count, 1e-12);
    }
}

TEST(coincident_corners_are_triangulated) {
    random_source r = {6};
    for (int round = 0; round < 500; round++) {
        size_t count = 4 + random_u64(&r) % 30;
        make_star(&r, count, 0.2);
        // some corners given twice, with separate indices
        size_t twice = random_u64(&r) % count;
        for (size_t i = count; i > twice; i--)
            set_point(i, point((uint32_t)(i - 1)));
        check_cut(count + 1, 1e-12);
    }
}

TEST(polygons_without_area_or_that_cross_themselves_keep_their_signed_area) {
    random_source r = {7};
    for (int round = 0; round < 2000; round++) {
        size_t count = 4 + random_u64(&r) % 30;
        for (size_t i = 0; i < count; i++) // a few places only: many touch, repeat or lie on a line
            set_point(i, (gyre_vec3){(double)(random_u64(&r) % 4), (double)(random_u64(&r) % (round % 2 ? 4 : 1)), 0});
        gyre_vec3 whole = polygon_area(count), sum = {0};
        size_t got = gyre_polygon_cut(positions, corners, count, scratch, triangles);
        CHECK_EQ(got, count - 2);
        for (size_t t = 0; t < got; t++)
            sum = plus(sum, area_vector(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]));
        CHECK_NEAR(sum.z, whole.z, 1e-13);
        check_sides(count, got);
    }
}

TEST(numbers_at_the_end_of_the_range_are_drawn) {
    static const double sizes[] = {1e-320, 1e-170, 1e160, 1.7e308};
    for (size_t k = 0; k < 4; k++) {
        random_source r = {8};
        for (size_t i = 0; i < 20; i++)
            set_point(i, random_vec3(&r, sizes[k]));
        CHECK_EQ(gyre_polygon_cut(positions, corners, 20, scratch, triangles), 18);
        check_sides(20, 18);
    }
}

// ---- the builder ----

TEST(huge_adversarial_polygons_are_triangulated_in_bounded_time) {
    // Spikes to a point far away: nearly every corner is in the triangles of many others. And all corners in a line.
    enum { COUNT = 100000 };
    for (int kind = 0; kind < 3; kind++) {
        gyre_allocator allocator = {0};
        model_builder builder = {.allocator = &allocator, .max_triangles = COUNT};
        uint32_t *many = malloc(COUNT * sizeof *many);
        random_source r = {9};
        for (uint32_t i = 0; i < COUNT; i++) {
            double x = i, y = kind == 0 ? (i % 2 ? random_between(&r, 0, 1) * 1e5 : -1e5 + x * x * 1e-6) : 0;
            if (kind == 2) x = random_between(&r, 0, 1), y = random_between(&r, 0, 1);
            CHECK_OK(gyre_builder_vertex(&builder, x, y, 0));
            many[i] = i;
        }
        clock_t start = clock();
        CHECK_OK(gyre_builder_polygon(&builder, many, COUNT));
        CHECK_BELOW((double)(clock() - start) / CLOCKS_PER_SEC, 30); // a minute or more if it were quadratic
        CHECK_EQ(builder.triangle_count, COUNT - 2);
        free(many);
        free(builder.positions);
        free(builder.triangles);
    }
}

TEST(convex_polygons_of_any_size_are_cut_at_once) {
    enum { COUNT = 200000 };
    gyre_allocator allocator = {0};
    model_builder builder = {.allocator = &allocator, .max_triangles = COUNT};
    uint32_t *many = malloc(COUNT * sizeof *many);
    for (uint32_t i = 0; i < COUNT; i++) {
        double angle = 2 * 3.14159265358979323846 * i / COUNT;
        CHECK_OK(gyre_builder_vertex(&builder, cos(angle), sin(angle), 1));
        many[i] = i;
    }
    CHECK_OK(gyre_builder_polygon(&builder, many, COUNT));
    double area = 0;
    const uint32_t *t = builder.triangles;
    for (size_t i = 0; i < builder.triangle_count; i++, t += 3) {
        const double *a = builder.positions + 3 * (size_t)t[0], *b = builder.positions + 3 * (size_t)t[1],
                     *c = builder.positions + 3 * (size_t)t[2];
        double part = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
        CHECK(part > -1e-16);
        area += part;
    }
    CHECK_NEAR(area, 3.14159265358979323846, 1e-9);
    free(many);
    free(builder.positions);
    free(builder.triangles);
}

RUN_TESTS("polygon")
