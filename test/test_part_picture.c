/// Layer 11: pictures of diagnosed parts. That they are valid XML and that pages run is looked at in
/// check_part_picture.sh, that they look right by people.
#include "check.h"
#include "host.h"
#include "part_helpers.h"

#include "record/part_surface.h"
#include "record/part_text.h"
#include "record/raster.h"

static const gyre_allocator from_libc = {0};

// ---- raster ---------------------------------------------------------------------------------------------------------

enum { SIDE = 64 };
static const raster_paint paint = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};

// Along z, one unit of the mesh per pixel, the origin in the middle of the picture.
static const raster_view from_above = {{0, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 0, 1}, SIDE / 2, SIDE / 2};

typedef struct picture {
    uint8_t pixels[4 * SIDE * SIDE];
    raster_seen seen;
} picture;

static picture picture_of(const gyre_mesh *mesh, size_t cap_count, const raster_view *view) {
    picture p;
    raster r;
    CHECK_OK(gyre_raster_begin(&r, SIDE, SIDE, &from_libc));
    gyre_raster_draw(&r, view, mesh, cap_count, &paint);
    p.seen = gyre_raster_resolve(&r, p.pixels);
    gyre_raster_free(&r);
    return p;
}

// The colour at a position of the mesh, seen from above: 'b'lue, 'r'ed, 'g'reen, or nothing.
static char seen_at(const picture *p, double x, double y) {
    const uint8_t *at = p->pixels + 4 * (SIDE * (int)(SIDE / 2 - y) + (int)(SIDE / 2 + x));
    if (at[3] == 0) return ' ';
    return at[2] > at[0] && at[2] > at[1] ? 'b' : at[0] > at[1] ? 'r' : 'g';
}

TEST(raster_covers_the_area_of_a_cube) {
    own_mesh m = mesh_of_box((gyre_vec3){20, 30, 10});
    picture p = picture_of(&m.view, 0, &from_above);
    CHECK_EQ(p.seen.covered, 4 * 20 * 30); // samples
    CHECK_EQ(p.seen.inside, 0);
    CHECK_EQ(p.seen.cap, 0);
    CHECK_EQ(seen_at(&p, 0.5, 0.5), 'b');
    CHECK_EQ(seen_at(&p, 9.5, 14.5), 'b');
    CHECK_EQ(seen_at(&p, 10.5, 0.5), ' ');
    CHECK_EQ(seen_at(&p, 0.5, -15.5), ' ');
    mesh_free(&m);
}

TEST(raster_covers_the_silhouette_of_a_turned_cube) {
    // seen along its space diagonal, a cube of edge a is a hexagon of area a^2 sqrt(3)
    own_mesh m = mesh_of_box((gyre_vec3){25, 25, 25});
    double s = sqrt(1 / 2.0), t = sqrt(1 / 6.0), u = sqrt(1 / 3.0);
    raster_view view = {{0, 0, 0}, {s, -s, 0}, {t, t, -2 * t}, {-u, -u, -u}, SIDE / 2, SIDE / 2};
    picture p = picture_of(&m.view, 0, &view);
    double perimeter = 6 * 25 * sqrt(2 / 3.0); // bound of the rounding: half a sample along the outline
    CHECK_NEAR((double)p.seen.covered / 4, 25 * 25 * sqrt(3), perimeter / 4);
    mesh_free(&m);
}

// Two triangles over the same place, at different heights; the upper one is seen from behind.
static own_mesh two_triangles(void) {
    own_mesh m = mesh_with_room(6, 2);
    for (int i = 0; i < 2; i++) {
        mesh_add_vertex(&m, (gyre_vec3){-20, -20, 5.0 * i});
        mesh_add_vertex(&m, (gyre_vec3){20, -20, 5.0 * i});
        mesh_add_vertex(&m, (gyre_vec3){0, 20.0 - 10 * i, 5.0 * i});
    }
    mesh_add_triangle(&m, 0, 1, 2);
    mesh_add_triangle(&m, 3, 5, 4);
    return m;
}

TEST(raster_shows_the_nearer_triangle) {
    own_mesh m = two_triangles();
    picture p = picture_of(&m.view, 0, &from_above);
    CHECK_EQ(seen_at(&p, 0.5, -5.5), 'r'); // the upper one, from its inside
    CHECK_EQ(seen_at(&p, 0.5, 14.5), 'b'); // the lower one reaches farther
    CHECK(p.seen.inside > 0 && p.seen.inside < p.seen.covered);
    mesh_free(&m);
}

TEST(raster_hatches_caps) {
    own_mesh m = two_triangles();
    picture p = picture_of(&m.view, 1, &from_above);
    size_t greens = 0, reds = 0;
    for (double x = -8.5; x < 9; x++) {
        greens += seen_at(&p, x, -10.5) == 'g';
        reds += seen_at(&p, x, -10.5) == 'r';
    }
    CHECK(greens > 4 && reds > 4);
    CHECK_EQ(seen_at(&p, 0.5, 14.5), 'b');
    CHECK(p.seen.cap > 0);
    mesh_free(&m);
}

TEST(raster_does_not_depend_on_the_order_of_triangles) {
    random_source r = {11};
    enum { COUNT = 300 };
    own_mesh m = mesh_with_room(3 * COUNT, COUNT), reversed = mesh_with_room(3 * COUNT, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        for (int k = 0; k < 3; k++) { // few depths, so that many are equal
            gyre_vec3 p = random_vec3(&r, 30);
            mesh_add_vertex(&m, (gyre_vec3){p.x, p.y, floor(p.z / 20)});
        }
        mesh_add_triangle(&m, 3 * i, 3 * i + 1, 3 * i + 2);
    }
    for (size_t i = 0; i < m.view.vertex_count; i++)
        mesh_add_vertex(&reversed, mesh_point(&m, i));
    for (uint32_t i = COUNT; i-- > 0;)
        mesh_add_triangle(&reversed, 3 * i, 3 * i + 1, 3 * i + 2);
    picture a = picture_of(&m.view, 0, &from_above), b = picture_of(&reversed.view, 0, &from_above);
    CHECK_BYTES(a.pixels, b.pixels, sizeof a.pixels);
    mesh_free(&m);
    mesh_free(&reversed);
}

// Every sample of a square of 40 pixels is in exactly one triangle: drawn one by one they add up.
static void check_tiles(own_mesh *m) {
    size_t sum = 0;
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        gyre_mesh one = {m->positions, m->view.vertex_count, m->triangles + 3 * i, 1};
        sum += picture_of(&one, 0, &from_above).seen.covered;
    }
    CHECK_EQ(sum, 4 * 40 * 40);
    CHECK_EQ(picture_of(&m->view, 0, &from_above).seen.covered, 4 * 40 * 40);
    mesh_free(m);
}

TEST(raster_leaves_no_gap_and_no_overlap_in_a_fan) {
    own_mesh m = mesh_with_room(101, 100);
    random_source r = {5};
    mesh_add_vertex(&m, random_vec3(&r, 10));
    for (int i = 0; i < 100; i++) {
        double along = i % 25 * 1.6 - 20;
        const gyre_vec3 edge[4] = {{along, -20, 0}, {20, along, 0}, {-along, 20, 0}, {-20, -along, 0}};
        mesh_add_vertex(&m, edge[i / 25]);
    }
    for (uint32_t i = 0; i < 100; i++)
        mesh_add_triangle(&m, 0, 1 + i, 1 + (i + 1) % 100);
    check_tiles(&m);
}

TEST(raster_gives_samples_on_an_edge_to_one_of_its_triangles) {
    own_mesh m = mesh_with_room(121, 200); // upright, level and slanted edges through the centres of samples
    for (int i = 0; i < 121; i++)
        mesh_add_vertex(&m, (gyre_vec3){4 * (i % 11) - 19.75, 4 * (i / 11) - 19.75, 0});
    for (uint32_t i = 0; i < 110; i++)
        if (i % 11 < 10) mesh_add_quad(&m, i, i + 1, i + 12, i + 11);
    check_tiles(&m);
}

TEST(raster_clips_triangles_and_ignores_non_finite_ones) {
    own_mesh m = mesh_of_box((gyre_vec3){1000, 1000, 10});
    CHECK_EQ(picture_of(&m.view, 0, &from_above).seen.covered, 4 * SIDE * SIDE);
    m.positions[0] = 1e300;
    picture_of(&m.view, 0, &from_above);
    raster_view far_off = from_above;
    far_off.origin = (gyre_vec3){1e9, 0, 0};
    CHECK_EQ(picture_of(&m.view, 0, &far_off).seen.covered, 0);
    mesh_free(&m);
}

// ---- surfaces -------------------------------------------------------------------------------------------------------

static part_surface surface_of(const own_part *part, size_t triangles_max) {
    gyre_part one = {"part", &part->diagnosis};
    assembly a;
    part_surface s;
    CHECK_OK(gyre_assembly_of(&one, 1, &a));
    CHECK_OK(gyre_part_surface_of(&a, 0, triangles_max, &from_libc, &s));
    return s;
}

TEST(surface_keeps_every_triangle_where_there_is_room) {
    own_mesh m = mesh_with_room(12, 12), box = mesh_box_between((gyre_vec3){100, 0, 0}, (gyre_vec3){110, 20, 40});
    mesh_add_vertex(&m, (gyre_vec3){1e6, 0, 0}); // not used
    mesh_append(&m, &box);
    mesh_free(&box);
    own_part part = part_of(m, 0.001);
    const uint32_t rim[3] = {1, 2, 3};
    part_add_rim(&part, rim, 3);
    part.diagnosis.cap_triangle_count = 2;
    part_surface s = surface_of(&part, 12);
    CHECK_EQ(s.vertex_count, 8);
    CHECK_EQ(s.triangle_count, 12);
    CHECK_EQ(s.cap_count, 2);
    CHECK_EQ(s.rim_edge_count, 3);
    for (size_t i = 0; i < 36; i++) { // in units of the longest side, from the middle
        gyre_vec3 p = mesh_point(&part.mesh, part.mesh.triangles[i]);
        const float *q = s.positions + 3 * s.triangles[i];
        CHECK_NEAR((double)q[0], (p.x - 105) / 40, 1e-7);
        CHECK_NEAR((double)q[1], (p.y - 10) / 40, 1e-7);
        CHECK_NEAR((double)q[2], (p.z - 20) / 40, 1e-7);
    }
    gyre_part_surface_free(&s);
    part_free(&part);
}

TEST(surface_simplified_keeps_its_shape_and_its_limit) {
    own_part part = part_of(mesh_of_sphere(10, 60), 1); // 14000 triangles
    CHECK(part.diagnosis.mesh.triangle_count > 10000);
    for (size_t most = 20; most < 10000; most *= 4) {
        part_surface s = surface_of(&part, most);
        CHECK(s.triangle_count <= most && s.triangle_count > most / 4);
        for (size_t i = 0; i < 3 * s.triangle_count; i++)
            CHECK(s.triangles[i] < s.vertex_count);
        if (most > 1000) { // still a sphere of radius 1/2, wound outward: its volume tells both
            double volume = 0;
            for (size_t i = 0; i < s.triangle_count; i++) {
                gyre_vec3 c[3];
                for (size_t k = 0; k < 3; k++) {
                    const float *p = s.positions + 3 * s.triangles[3 * i + k];
                    c[k] = (gyre_vec3){(double)p[0], (double)p[1], (double)p[2]};
                }
                volume += inner(c[0], crossed(c[1], c[2])) / 6;
            }
            CHECK_NEAR(volume, 3.14159 / 6, 0.03);
        }
        gyre_part_surface_free(&s);
    }
    part_free(&part);
}

// ---- text -----------------------------------------------------------------------------------------------------------

TEST(quantities_have_everyday_units) {
    char text[QUANTITY_TEXT_MAX];
    const struct {
        double metres;
        const char *expected;
    } lengths[] = {
        {0.05, "50 mm"},         {0.99999, "1000 mm"}, {1, "1 m"},       {12.3456, "12.35 m"},
        {0.0005, "500 \u00b5m"}, {2e-8, "20 nm"},      {45000, "45 km"}, {0, "0 nm"},
    };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        gyre_length_text(lengths[i].metres, text);
        if (strcmp(text, lengths[i].expected) != 0) fail_msg("%s, expected %s", text, lengths[i].expected);
    }
    gyre_coordinate_text(1e-17, 0.2, text);
    CHECK(strcmp(text, "0 mm") == 0);
    gyre_coordinate_text(-0.0123456, 0.2, text);
    CHECK(strcmp(text, "\u221212.3 mm") == 0);
    gyre_count_text(1234567, text);
    CHECK(strcmp(text, "1 234 567") == 0);
}

TEST(lines_break_between_words_and_cut_long_words) {
    const char *text = "  one two three incomprehensibilities end";
    char line[LINE_TEXT_MAX];
    const char *const expected[] = {"one two", "three", "incompreh", "ensibilitie", "s end"};
    for (size_t i = 0; i < 5; i++) {
        CHECK(gyre_next_line(&text, 5.5, line));
        if (strcmp(line, expected[i]) != 0) fail_msg("'%s', expected '%s'", line, expected[i]);
    }
    CHECK(!gyre_next_line(&text, 5.5, line));
    text = "\xff\xfe\xc3"; // invalid UTF-8 ends too
    while (gyre_next_line(&text, 0.01, line))
        CHECK_EQ(strlen(line), 1);
    CHECK_EQ(*text, '\0');
}

// ---- pages ----------------------------------------------------------------------------------------------------------

static size_t count_of(const char *page, const char *text) {
    size_t count = 0;
    for (; (page = strstr(page, text)); page++)
        count++;
    return count;
}

static void check_has(const char *page, const char *text) {
    if (!strstr(page, text)) fail_msg("%s is missing in\n%s", text, page);
}

// A box of 10 x 20 x 40 mm without its lid, which two caps close.
static own_part box_part(void) {
    own_part part = part_of(mesh_of_box((gyre_vec3){10, 20, 40}), 0.001);
    const uint32_t rim[4] = {1, 3, 7, 5};
    part_add_rim(&part, rim, 4);
    part.diagnosis.cap_triangle_count = 2;
    part_add_issue(&part, GYRE_ISSUE_open_edge, 1, 1, "4 edges belong to one triangle only");
    snprintf(part.diagnosis.trust, sizeof part.diagnosis.trust, "Use <it>, and trust & check.");
    return part;
}

TEST(the_svg_page_has_the_known_values) {
    own_part part = box_part();
    gyre_part one = {"box.stl", &part.diagnosis};
    char *page = part_page(gyre_datasheet_write_svg, &one, 1);
    const char *const texts[] = {
        "box.stl</text>",
        "12 triangles, one unit of the file is 1 mm",
        "10 mm</text>",
        "20 mm</text>",
        "40 mm</text>",
        "8 g</text>",
        "8 cm\u00b3",
        "smallest</text>",
        "largest</text>",
        "kg m\u00b2",
        "xlink:href=\"data:image/png;base64,iVBORw0KGgo",
        "class=\"rim\"",
        "exact integral over the surface as given",
        "repaired</text>",
        "Use &lt;it&gt;, and trust &amp; check.",
        "4 edges belong to one triangle only",
        "centre of mass",
        "</svg>\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_has(page, texts[i]);
    free(page);
    part_free(&part);
}

TEST(the_html_page_has_the_known_values) {
    own_part part = box_part();
    gyre_part one = {"box.stl", &part.diagnosis};
    char *page = part_page(gyre_datasheet_write_html, &one, 1);
    const char *const texts[] = {
        "<h1>box.stl</h1>",
        "default-src 'none'",
        "<td>8 g</td>",
        "<td>10 \u00d7 20 \u00d7 40\u00a0mm</td>",
        "exact integral over the surface as given (best)",
        "4 edges belong to one triangle only",
        "Use &lt;it&gt;, and trust &amp; check.",
        "id=\"show-holes\"",
        "\"caps\":2",
        "</html>\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_has(page, texts[i]);
    CHECK_EQ(count_of(page, "<script"), 2);
    CHECK_EQ(count_of(page, "src="), 0);
    CHECK_EQ(count_of(page, "simplified"), 0);
    free(page);
    part_free(&part);
}

TEST(hostile_names_are_escaped) {
    static const char name[] = "</script><script>alert(1)</script><!-- \"' & \xff\xc0\x80 \x01 ]]> onload=x .stl";
    own_part part = box_part();
    snprintf(part.diagnosis.trust, sizeof part.diagnosis.trust, "%s", name);
    part_add_issue(&part, GYRE_ISSUE_inverted, 1, 0, name);
    gyre_part twice[2] = {{name, &part.diagnosis}, {name, &part.diagnosis}};
    for (size_t count = 1; count <= 2; count++) {
        char *html = part_page(gyre_datasheet_write_html, twice, count);
        char *svg = part_page(gyre_datasheet_write_svg, twice, count);
        CHECK_EQ(count_of(html, "<script>alert"), 0);
        CHECK_EQ(count_of(html, "</script>"), 2);
        CHECK_EQ(count_of(html, "<!--"), 0);
        check_has(html, "&lt;/script&gt;&lt;script&gt;alert(1)");
        check_has(html, "{\"name\":\"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>\\u003c!-- \\\"' & \ufffd");
        CHECK_EQ(count_of(svg, "<script"), 0);
        CHECK_EQ(count_of(html, "\xff") + count_of(svg, "\xff") + count_of(html, "\x01") + count_of(svg, "\x01"), 0);
        free(html);
        free(svg);
    }
    part_free(&part);
}

TEST(a_large_mesh_is_simplified_with_a_note_on_the_page) {
    own_part part = part_of(mesh_of_torus(30, 10, 400, 200), 0.001); // 160000 triangles
    gyre_part one = {"torus.stl", &part.diagnosis};
    char *page = part_page(gyre_datasheet_write_html, &one, 1);
    check_has(page, "The view shows a simplified mesh of ");
    check_has(page, "160 000 triangles");
    CHECK(strlen(page) < 4000000);
    free(page);
    part_free(&part);
}

TEST(a_part_without_an_estimate_is_drawn_without_axes) {
    own_part part = box_part();
    part.diagnosis.best = GYRE_ESTIMATE_voxel;
    gyre_part one = {"box.stl", &part.diagnosis};
    char *svg = part_page(gyre_datasheet_write_svg, &one, 1), *html = part_page(gyre_datasheet_write_html, &one, 1);
    check_has(svg, "There is no estimate of mass");
    CHECK_EQ(count_of(svg, "class=\"axis\""), 0);
    check_has(html, "\"center\":null");
    check_has(html, "no estimate");
    free(svg);
    free(html);
    part_free(&part);
}

// Every place that follows `before` is on the page.
static void check_places(const char *page, const char *before, double most) {
    const char *at = page;
    for (; (at = strstr(at, before)); at++) {
        double place = strtod(at + strlen(before), NULL);
        if (!(place >= 0 && place <= most)) fail_msg("%.60s is not on the page", at);
    }
}

TEST(extreme_sizes_and_shapes_stay_on_the_page) {
    const double sides[] = {1e-6, 1, 1e6}, units[] = {1e-30, 1e-3, 1e30};
    for (int i = 0; i < 27; i++) {
        gyre_vec3 size = {sides[i % 3], sides[i / 3 % 3], sides[i / 9 % 3]};
        own_part part = part_of(mesh_of_box(size), units[(i + i / 3 + i / 9) % 3]);
        gyre_part one = {"", &part.diagnosis};
        char *page = part_page(gyre_datasheet_write_svg, &one, 1);
        CHECK(count_of(page, " x=\"") > 20 && count_of(page, " d=\"M") > 20);
        check_places(page, " x=\"", 960);
        check_places(page, " y=\"", 700);
        check_places(page, " cx=\"", 960);
        check_places(page, " cy=\"", 700);
        check_places(page, " d=\"M", 960);
        free(page);
        part_free(&part);
    }
}

TEST(the_same_part_gives_the_same_bytes) {
    own_part part = box_part();
    gyre_part one = {"box.stl", &part.diagnosis};
    part_writer *const writers[2] = {gyre_datasheet_write_svg, gyre_datasheet_write_html};
    for (int i = 0; i < 2; i++) {
        char *a = part_page(writers[i], &one, 1), *b = part_page(writers[i], &one, 1);
        CHECK(strcmp(a, b) == 0);
        free(a);
        free(b);
    }
    part_free(&part);
}

// ---- trouble --------------------------------------------------------------------------------------------------------

static part_writer *const writers[2] = {gyre_datasheet_write_svg, gyre_datasheet_write_html};

static gyre_result swallow(const void *bytes, size_t size, void *user) {
    (void)bytes;
    size_t *left = user;
    if (size > *left) return GYRE_ERR_FILE_WRITE;
    *left -= size;
    return GYRE_OK;
}

TEST(a_full_disk_is_reported_as_such) {
    own_part part = part_of(mesh_of_torus(30, 10, 60, 40), 0.001);
    gyre_part one = {"torus.stl", &part.diagnosis};
    for (int i = 0; i < 2; i++) {
        size_t whole = SIZE_MAX;
        CHECK_OK(writers[i](&one, 1, NULL, &(gyre_sink){swallow, NULL, &whole}));
        whole = SIZE_MAX - whole;
        for (size_t third = 0; third <= 3; third++) { // the last one is a byte too small
            failing f = {.fail_at = -1};
            gyre_allocator allocator = {failing_take, failing_give, &f};
            size_t left = third < 3 ? third * whole / 3 : whole - 1;
            CHECK_RESULT(writers[i](&one, 1, &allocator, &(gyre_sink){swallow, NULL, &left}), GYRE_ERR_FILE_WRITE);
            CHECK_EQ(f.live, 0);
        }
    }
    part_free(&part);
}

TEST(every_allocation_may_fail) {
    own_part part = box_part();
    gyre_part two[2] = {{"a", &part.diagnosis}, {"b", &part.diagnosis}};
    for (int i = 0; i < 2; i++) {
        gyre_result r = GYRE_ERR_NO_MEMORY;
        int n = 0;
        for (; r != GYRE_OK; n++) {
            failing f = {.fail_at = n};
            gyre_allocator allocator = {failing_take, failing_give, &f};
            size_t left = SIZE_MAX;
            r = writers[i](two, 2, &allocator, &(gyre_sink){swallow, NULL, &left});
            CHECK(r == GYRE_OK || r == GYRE_ERR_NO_MEMORY);
            CHECK_EQ(f.live, 0);
        }
        CHECK(n > 6);
    }
    part_free(&part);
}

TEST(every_allocation_of_a_simplified_mesh_may_fail) {
    own_part part = part_of(mesh_of_torus(30, 10, 60, 40), 0.001);
    gyre_part one = {"torus.stl", &part.diagnosis};
    assembly a;
    CHECK_OK(gyre_assembly_of(&one, 1, &a));
    gyre_result r = GYRE_ERR_NO_MEMORY;
    int n = 0;
    for (; r != GYRE_OK; n++) {
        failing f = {.fail_at = n};
        gyre_allocator allocator = {failing_take, failing_give, &f};
        part_surface s;
        r = gyre_part_surface_of(&a, 0, 1000, &allocator, &s);
        if (r == GYRE_OK) gyre_part_surface_free(&s);
        CHECK_EQ(f.live, 0);
    }
    CHECK(n > 7);
    part_free(&part);
}

static void check_refused(const own_part *part, const char *file, gyre_result expected) {
    gyre_part one = {file, &part->diagnosis};
    for (int i = 0; i < 2; i++) {
        size_t left = SIZE_MAX;
        CHECK_RESULT(writers[i](&one, 1, NULL, &(gyre_sink){swallow, NULL, &left}), expected);
        CHECK_EQ(left, SIZE_MAX); // nothing was written
    }
}

TEST(invalid_pictures_are_refused) {
    own_part good = box_part(), bad = good;
    size_t left = SIZE_MAX;
    gyre_sink sink = {swallow, NULL, &left};
    gyre_part one = {"a", &good.diagnosis};
    for (int i = 0; i < 2; i++) {
        gyre_allocator half = {failing_take, NULL, NULL};
        CHECK_RESULT(writers[i](&one, 0, NULL, &sink), GYRE_ERR_LENGTH);
        CHECK_RESULT(writers[i](NULL, 1, NULL, &sink), GYRE_ERR_NULL_POINTER);
        CHECK_RESULT(writers[i](&one, 1, NULL, NULL), GYRE_ERR_NULL_POINTER);
        CHECK_RESULT(writers[i](&one, 1, NULL, &(gyre_sink){0}), GYRE_ERR_NULL_POINTER);
        CHECK_RESULT(writers[i](&one, 1, &half, &sink), GYRE_ERR_ALLOCATOR);
        CHECK_RESULT(writers[i](&(gyre_part){"a", NULL}, 1, NULL, &sink), GYRE_ERR_NULL_POINTER);
    }
    check_refused(&good, NULL, GYRE_ERR_NULL_POINTER);
    bad.diagnosis.mesh.triangle_count = 0;
    check_refused(&bad, "a", GYRE_ERR_LENGTH);
    bad = good;
    bad.diagnosis.cap_triangle_count = 13;
    check_refused(&bad, "a", GYRE_ERR_LENGTH);
    bad = good;
    bad.diagnosis.mesh.vertex_count = 7;
    check_refused(&bad, "a", GYRE_ERR_MESH_INDEX);
    bad = good;
    bad.diagnosis.unit = 0;
    check_refused(&bad, "a", GYRE_ERR_OPTION);
    bad = good;
    bad.diagnosis.low.x = NAN;
    check_refused(&bad, "a", GYRE_ERR_NOT_FINITE);
    bad = good;
    bad.diagnosis.unit = 1e300;
    check_refused(&bad, "a", GYRE_ERR_NOT_FINITE);
    good.diagnosis.rim_edges[3] = 8;
    check_refused(&good, "a", GYRE_ERR_MESH_INDEX);
    good.diagnosis.rim_edges[3] = 0;
    good.mesh.positions[4] = INFINITY;
    check_refused(&good, "a", GYRE_ERR_NOT_FINITE);
    part_free(&good);
}

RUN_TESTS("part_picture")
