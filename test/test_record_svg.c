/// Layer 11: plots. That they are valid XML is looked at in check_svg.sh, that they look right by people.
#include "check.h"
#include "drawn_scene.h"
#include "host.h"

static const gyre_vec3 weightless = {0, 0, 0}, earth = {0, 0, -9.81};

// The page as a string; to be freed.
static char *page_of(gyre_scene *scene, size_t frame_count, int is_early) {
    gyre_memory_sink memory = drawn_recording(scene, GYRE_FORMAT_svg, frame_count, is_early);
    char *page = malloc(memory.size + 1);
    CHECK(page);
    memcpy(page, memory.bytes, memory.size);
    page[memory.size] = '\0';
    free(memory.bytes);
    return page;
}

static size_t count_of(const char *page, const char *text) {
    size_t count = 0;
    for (; (page = strstr(page, text)); page++)
        count++;
    return count;
}

static void check_has(const char *page, const char *text) {
    if (!strstr(page, text)) fail_msg("%s is missing in\n%s", text, page);
}

// A ball of 1 kg that flies.
static gyre_scene *flying_scene(const char *title, gyre_vec3 gravity, gyre_vec3 velocity) {
    gyre_scene *scene = drawn_scene(title, gravity);
    gyre_body_def def = drawn_body("ball");
    def.velocity = velocity;
    drawn_scene_add(scene, &def, (gyre_look){0});
    return scene;
}

TEST(the_page_plots_energy_residual_momentum_and_angular_momentum) {
    gyre_scene *scene = flying_scene("Flight", earth, (gyre_vec3){1, 2, 3});
    char *page = page_of(scene, 100, 0);
    const char *const texts[] = {"Flight</text>",
                                 "Energy<tspan",
                                 "Energy residual",
                                 "Momentum<tspan",
                                 "Angular momentum",
                                 "[J]",
                                 "[kg m/s]",
                                 "[kg m\u00b2/s]",
                                 "time [s]",
                                 "total</text>",
                                 "kinetic</text>",
                                 "potential",
                                 "|P|",
                                 "Pz",
                                 "|L|",
                                 "1 body, method ",
                                 "100 frames",
                                 "</svg>\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_has(page, texts[i]);
    CHECK_EQ(count_of(page, "<path class=\"curve\""), 2 * 9); // curves and their samples in the legends
    CHECK_EQ(count_of(page, "<path class=\"wide\""), 2 * 3);
    CHECK(!strstr(page, "early"));
    free(page);
    drawn_scene_free(scene);
}

// The number beside a label of a legend.
static void value_of(const char *page, const char *label, char out_text[40]) {
    char shown[40];
    snprintf(shown, sizeof shown, ">%s</text>", label);
    const char *row = strstr(page, shown);
    if (!row) fail_msg("no %s", label);
    row = strchr(strstr(row, "<text"), '>') + 1;
    size_t length = strcspn(row, "<");
    CHECK(length < 40);
    memcpy(out_text, row, length);
    out_text[length] = '\0';
}

static void check_value(const char *page, const char *label, const char *want) {
    char text[40];
    value_of(page, label, text);
    assert_string_equal(text, want);
}

TEST(the_legend_has_the_last_values) {
    gyre_scene *scene = flying_scene("", weightless, (gyre_vec3){2, -3, 6});
    char *page = page_of(scene, 10, 0);
    check_value(page, "total", "24.5"); // (2^2 + 3^2 + 6^2)/2
    check_value(page, "kinetic", "24.5");
    check_value(page, "potential", "0");
    check_value(page, "|P|", "7");
    check_value(page, "Px", "2");
    check_value(page, "Py", "\u22123");
    check_value(page, "Pz", "6");
    check_value(page, "Lz", "0");
    free(page);
    drawn_scene_free(scene);
}

// kinetic 1/2, total 1/2, potential 0: the axis goes from 0 to 1/2 with 7 % of room, so that 1/2 is 140 of 150 pixels
// up
TEST(a_constant_is_one_straight_line) {
    gyre_scene *scene = flying_scene("", weightless, (gyre_vec3){1, 0, 0});
    char *page = page_of(scene, 5000, 0);
    check_has(page, "d=\"M84 109.2h640\" stroke=\"#d55e00\"");
    check_has(page, "d=\"M84 240.8h640\" stroke=\"#0072b2\"");
    CHECK_BELOW((double)strlen(page), 10000);
    free(page);
    drawn_scene_free(scene);
}

// From x = 0 to 640 pixels and, with 7 % of room, over the height: a straight ramp stays one within a tenth of a pixel.
TEST(a_ramp_spans_the_whole_plot) {
    gyre_scene *scene = flying_scene("", (gyre_vec3){1, 0, 0}, weightless);
    char *page = page_of(scene, 6001, 0);
    const char *curve = strstr(page, "Momentum<tspan");
    CHECK(curve);
    curve = strstr(curve, "<path class=\"curve\" d=\"M");
    double x, y, dx, dy;
    int used;
    CHECK(sscanf(curve, "<path class=\"curve\" d=\"M%lf %lf%n", &x, &y, &used) == 2);
    double x0 = x, y0 = y;
    for (curve += used; *curve != '"'; curve += used) {
        dx = dy = 0;
        if (sscanf(curve, "h%lf%n", &dx, &used) != 1) CHECK(sscanf(curve, "l%lf%lf%n", &dx, &dy, &used) == 2);
        CHECK(dx >= 0);
        x += dx, y += dy;
        CHECK_NEAR(y - y0, -(x - x0) * 150 / 1.14 / 640, 0.2);
    }
    CHECK_NEAR(x0, 84, 1e-9);
    CHECK_NEAR(x, 724, 1e-9);
    free(page);
    drawn_scene_free(scene);
}

// A spring that swings hundreds of times, with four curves that fill the plot.
static gyre_scene *swinging_scene(void) {
    gyre_scene *scene = flying_scene("", earth, (gyre_vec3){1, 1, 1});
    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    gyre_force_id id;
    spring.body = scene->bodies[0];
    spring.parameters.spring.stiffness = 400;
    CHECK_OK(gyre_world_add_force(scene->world, &spring, &id));
    return scene;
}

TEST(the_size_of_a_page_does_not_grow_with_the_run) {
    gyre_scene *scene = swinging_scene();
    char *long_page = page_of(scene, 200000, 0);
    // twelve curves of 2 * 1280 points, each at most "l1.0-150.0"
    CHECK_BELOW((double)strlen(long_page), 12 * 2 * 1280 * 10.0);
    free(long_page);
    drawn_scene_free(scene);
}

TEST(memory_does_not_grow_with_the_run) {
    gyre_scene *scene = swinging_scene();
    gyre_memory_sink memory = {0};
    failing host = {.fail_at = -1};
    gyre_recording_def def = gyre_recording_def_default(GYRE_FORMAT_svg);
    gyre_recording *recording;
    def.sink = gyre_sink_to_memory(&memory);
    def.allocator = (gyre_allocator){failing_take, failing_give, &host};
    CHECK_OK(gyre_recording_begin(&def, scene, &recording));
    int calls = host.calls;
    for (int i = 0; i < 5000; i++) {
        CHECK_OK(gyre_recording_frame(recording));
        CHECK_OK(gyre_world_step(scene->world, 1.0 / 60, NULL));
    }
    CHECK_OK(gyre_recording_end(recording, 0));
    CHECK_EQ(host.calls, calls);
    gyre_recording_destroy(recording);
    CHECK_EQ(host.live, 0);
    free(memory.bytes);
    drawn_scene_free(scene);
}

TEST(titles_are_escaped_and_cut) {
    char title[200] = "a < b & \"c\" > \x02\xff";
    gyre_scene *scene = flying_scene(title, weightless, weightless);
    char *page = page_of(scene, 2, 0);
    check_has(page, ">a &lt; b &amp; &quot;c&quot; &gt; \ufffd\ufffd</text>");
    free(page);
    memset(title, 'x', sizeof title - 1);
    page = page_of(scene, 2, 0);
    check_has(page, "xxxx\u2026</text>");
    free(page);
    drawn_scene_free(scene);
}

// A lead byte alone, an overlong 0, a surrogate, beyond Unicode, cut off; and two that are right.
TEST(invalid_utf8_is_replaced_byte_by_byte) {
    gyre_scene *scene =
        flying_scene("\x80|\xc0\x80|\xed\xa0\x80|\xf4\x90\x80\x80|\u00e9\U0001f680|\xe2\x82", earth, earth);
    char *page = page_of(scene, 1, 0);
    check_has(
        page,
        "\"38\">\ufffd|\ufffd\ufffd|\ufffd\ufffd\ufffd|\ufffd\ufffd\ufffd\ufffd|\u00e9\U0001f680|\ufffd\ufffd</text>");
    free(page);
    drawn_scene_free(scene);
}

// A push of 2 N on 1 kg for 60 steps of 1/60 s: 2 J. The page of such a run.
static char *pushed_page(int has_ledger) {
    gyre_scene *scene = drawn_scene("", weightless);
    gyre_world_def world = gyre_world_def_default();
    gyre_body_def def = drawn_body("ball");
    gyre_force_def push = gyre_force_def_default(GYRE_FORCE_force);
    gyre_force_id id;
    world.has_ledger = has_ledger;
    gyre_world_destroy(scene->world);
    CHECK_OK(gyre_world_create(&world, &scene->world));
    push.body = drawn_scene_add(scene, &def, (gyre_look){0});
    push.parameters.force.force = (gyre_vec3){2, 0, 0};
    CHECK_OK(gyre_world_add_force(scene->world, &push, &id));
    char *page = page_of(scene, 61, 0);
    drawn_scene_free(scene);
    return page;
}

TEST(without_a_ledger_the_change_of_the_energy_is_shown) {
    char *page = pushed_page(0);
    check_has(page, "Change of the total energy since the first frame");
    check_value(page, "change", "2");
    check_value(page, "|P|", "2");
    free(page);
}

// The ledger balances up to rounding: 61 steps of numbers below 2, one rounding each.
TEST(with_a_ledger_only_the_residual_is_shown) {
    char *page = pushed_page(1), text[40];
    check_has(page, "Energy residual: energy error of the integrator");
    value_of(page, "of the energy", text);
    CHECK(strcmp(text, "0") == 0 || strstr(text, "\u00d710\u207b\u00b9\u2075") || strstr(text, "\u207b\u00b9\u2076"));
    check_value(page, "kinetic", "2");
    free(page);
}

TEST(one_frame_is_shown_as_dots) {
    gyre_scene *scene = flying_scene("", earth, (gyre_vec3){1, 2, 3});
    char *page = page_of(scene, 1, 0);
    CHECK_EQ(count_of(page, "<circle"), 12);
    check_has(page, "1 frame<");
    free(page);
    drawn_scene_free(scene);
}

TEST(no_frame_gives_empty_plots) {
    gyre_scene *scene = flying_scene("", earth, (gyre_vec3){1, 2, 3});
    char *page = page_of(scene, 0, 1);
    check_has(page, "0 frames, <tspan font-weight=\"600\">stopped early at 0 s");
    CHECK_EQ(count_of(page, ">\u2013</text>"), 13); // no last values, no largest residual
    CHECK(!strstr(page, "nan") && !strstr(page, "inf"));
    free(page);
    drawn_scene_free(scene);
}

RUN_TESTS("record_svg")
