/// Layer 11: tables as CSV.
#include "record_helpers.h"

static const char HEADER[] = "t,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,Px,Py,Pz,Lx,Ly,Lz,energy\n";
enum { NUMBERS = 20, CSV_ENERGY = 19 };

// One number of a row and the comma or newline behind it.
static double next_number(const char **text, char end) {
    char *behind;
    double value = strtod(*text, &behind);
    if (behind == *text || *behind != end) fail_msg("expected a number and '%c' at: %.60s", end, *text);
    *text = behind + 1;
    return value;
}

static void expect_text(const char **text, const char *want) {
    if (strncmp(*text, want, strlen(want)) != 0) fail_msg("expected %s at: %.60s", want, *text);
    *text += strlen(want);
}

static void read_row(const char **text, double out_numbers[NUMBERS]) {
    for (int i = 0; i < NUMBERS; i++)
        out_numbers[i] = next_number(text, i + 1 < NUMBERS ? ',' : '\n');
}

// The expected row of a body, from separate calls.
static void numbers_of(const gyre_world *world, gyre_body_id body, double out[NUMBERS]) {
    gyre_state s = state_of(world, body);
    gyre_motion m = motion_of(world, body);
    double kinetic, potential;
    CHECK_OK(gyre_world_get_energies(world, &body, 1, &kinetic, &potential));
    const double numbers[NUMBERS] = {
        s.x.x,
        s.x.y,
        s.x.z,
        m.orientation.w,
        m.orientation.x,
        m.orientation.y,
        m.orientation.z,
        m.velocity.x,
        m.velocity.y,
        m.velocity.z,
        m.angular_velocity.x,
        m.angular_velocity.y,
        m.angular_velocity.z,
        s.P.x,
        s.P.y,
        s.P.z,
        s.L.x,
        s.L.y,
        s.L.z,
        kinetic + potential,
    };
    memcpy(out, numbers, sizeof numbers);
}

static const char *const CELLS[] = {"brick", "\"a \"\"round\"\", heavy ball\"", "floor"};

TEST(csv_reads_back_as_the_same_doubles) {
    enum { FRAMES = 40 };
    gyre_scene *scene = falling_scene(1), *again = falling_scene(1);
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_csv, FRAMES);
    char *whole = text_of(&memory);
    const char *text = whole;
    expect_text(&text, HEADER);
    for (uint64_t k = 0; k < FRAMES; k++) {
        step_to_frame(again, k);
        gyre_world *world = gyre_scene_world(again);
        gyre_body_id body = {0};
        for (int i = 0; i < SCENE_BODIES; i++) {
            double got[NUMBERS], want[NUMBERS];
            body = gyre_world_next_body(world, body);
            CHECK_SAME(next_number(&text, ','), gyre_world_time(world));
            expect_text(&text, CELLS[i]);
            expect_text(&text, ",");
            read_row(&text, got);
            numbers_of(world, body, want);
            for (int j = 0; j < NUMBERS; j++)
                CHECK_SAME(got[j], want[j]);
        }
    }
    CHECK_EQ(*text, '\0');
    free(whole);
    gyre_scene_destroy(scene);
    gyre_scene_destroy(again);
}

TEST(csv_begins_at_time_0_written_as_one_digit) {
    gyre_scene *scene = falling_scene(1);
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_csv, 1);
    char *whole = text_of(&memory);
    const char *text = whole;
    expect_text(&text, HEADER);
    expect_text(&text, "0,brick,");
    CHECK(strstr(text, "\n0,floor,0,0,-1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n"));
    free(whole);
    gyre_scene_destroy(scene);
}

TEST(csv_places_the_centre_of_mass_and_turns_the_model) {
    gyre_scene *scene = empty_scene(1);
    gyre_body_def def = lopsided_def();
    def.name = "lopsided";
    def.velocity = def.angular_velocity = (gyre_vec3){0, 0, 0};
    def.orientation = (gyre_quat){-1, 0, 0, 0}; // a model's own sign is kept, too
    add_body(gyre_scene_world(scene), &def);
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_csv, 1);
    char *whole = text_of(&memory);
    double row[NUMBERS];
    const char *text = whole + strlen(HEADER) + strlen("0,lopsided,");
    read_row(&text, row);
    CHECK_NEAR(row[0], def.position.x + def.mass.center.x, 4 * 0x1p-53);
    CHECK_NEAR(row[1], def.position.y + def.mass.center.y, 4 * 0x1p-53);
    CHECK_NEAR(row[2], def.position.z + def.mass.center.z, 4 * 0x1p-53);
    CHECK_NEAR(row[3], -1, 8 * 0x1p-53); // to principal axes and back: two products of quaternions
    free(whole);
    gyre_scene_destroy(scene);
}

TEST(csv_never_flips_the_sign_of_an_orientation) {
    gyre_scene *scene = empty_scene(10);
    gyre_body_def def = ball_def();
    def.name = "top";
    def.angular_velocity.z = 2; // more than three turns in 10 s: qw = cos t
    add_body(gyre_scene_world(scene), &def);
    uint64_t frames = gyre_scene_frame_count(scene);
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_csv, frames);
    char *whole = text_of(&memory);
    const char *text = whole + strlen(HEADER);
    int sign_changes = 0;
    double last_w = 1, last_z = 0;
    for (uint64_t k = 0; k < frames; k++) {
        double row[NUMBERS];
        next_number(&text, ',');
        expect_text(&text, "top,");
        read_row(&text, row);
        CHECK_BELOW(0.99, row[3] * last_w + row[6] * last_z);
        sign_changes += row[3] < 0 ? last_w >= 0 : last_w < 0;
        last_w = row[3];
        last_z = row[6];
    }
    CHECK_EQ(sign_changes, 3); // at pi/2, 3 pi/2 and 5 pi/2
    free(whole);
    gyre_scene_destroy(scene);
}

TEST(csv_quotes_names_where_commas_quotes_and_lines_need_it) {
    const char *const names[] = {"plain name", "a,b", "say \"hi\"", "two\nlines", " padded", ""};
    const char *const cells[] = {"plain name",     "\"a,b\"",     "\"say \"\"hi\"\"\"",
                                 "\"two\nlines\"", "\" padded\"", "body #5"};
    gyre_scene *scene = empty_scene(1);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        gyre_body_def def = ball_def();
        def.name = names[i][0] ? names[i] : NULL;
        add_body(gyre_scene_world(scene), &def);
    }
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_csv, 1);
    char *whole = text_of(&memory);
    const char *text = whole + strlen(HEADER);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        double row[NUMBERS];
        expect_text(&text, "0,");
        expect_text(&text, cells[i]);
        expect_text(&text, ",");
        read_row(&text, row);
    }
    free(whole);
    gyre_scene_destroy(scene);
}

TEST(csv_energies_of_a_frame_add_up_to_the_worlds) {
    gyre_scene *scene = falling_scene(1);
    gyre_world *world = gyre_scene_world(scene);
    take_steps(world, DT, 20);
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording *recording = begin_recording(scene, GYRE_FORMAT_csv, gyre_sink_to_memory(&memory));
    CHECK_OK(gyre_recording_frame(recording));
    CHECK_OK(gyre_recording_end(recording, 1));
    gyre_recording_destroy(recording);
    char *whole = text_of(&memory);
    const char *text = whole + strlen(HEADER);
    double sum = 0;
    for (int i = 0; i < SCENE_BODIES; i++) {
        double row[NUMBERS];
        next_number(&text, ',');
        expect_text(&text, CELLS[i]);
        expect_text(&text, ",");
        read_row(&text, row);
        sum += row[CSV_ENERGY];
    }
    CHECK_NEAR(sum, energy_of(world), 16 * 0x1p-53 * 100); // fewer than 16 terms, none above 100 J
    free(whole);
    gyre_scene_destroy(scene);
}

TEST(csv_has_nan_for_a_removed_body_and_nothing_for_an_added_one) {
    gyre_scene *scene = falling_scene(1);
    gyre_world *world = gyre_scene_world(scene);
    gyre_memory_sink memory = {.allocator = {0}};
    gyre_recording *recording = begin_recording(scene, GYRE_FORMAT_csv, gyre_sink_to_memory(&memory));
    gyre_body_id brick;
    CHECK_OK(gyre_world_find_body(world, "brick", &brick));
    CHECK_OK(gyre_world_remove_body(world, brick));
    add_ball_at(world, (gyre_vec3){0, 0, 0});
    CHECK_OK(gyre_recording_frame(recording));
    CHECK_OK(gyre_recording_end(recording, 1));
    gyre_recording_destroy(recording);
    char *whole = text_of(&memory);
    const char *text = whole + strlen(HEADER);
    expect_text(&text, "0,brick,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan,nan\n0,");
    expect_text(&text, CELLS[1]);
    expect_text(&text, ",1,0.5,2,");
    CHECK(strstr(text, "\n0,floor,0,0,-1,"));
    int lines = 0;
    for (const char *c = whole; *c; c++)
        lines += *c == '\n';
    CHECK_EQ(lines, 1 + SCENE_BODIES);
    free(whole);
    gyre_scene_destroy(scene);
}

TEST(csv_escapes_names_that_a_spreadsheet_would_evaluate) {
    static const char *const pairs[][2] = {
        {"=1+2", "'=1+2"},
        {"+cmd", "'+cmd"},
        {"-2", "'-2"},
        {"@sum", "'@sum"},
        {"\tx", "'\tx"},
        {"\rx", "\"'\rx\""},
        {"=\"a\",b", "\"'=\"\"a\"\",b\""},
        {"a=1", "a=1"},
        {"'=1", "'=1"},
    };
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        gyre_scene *scene = empty_scene(1);
        gyre_body_def def = ball_def();
        def.name = pairs[i][0];
        def.position.x = -1.5; // a number stays a number
        add_body(gyre_scene_world(scene), &def);
        gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_csv, 1);
        char *whole = text_of(&memory);
        const char *text = whole + strlen(HEADER);
        expect_text(&text, "0,");
        expect_text(&text, pairs[i][1]);
        expect_text(&text, ",-1.5,");
        free(whole);
        gyre_scene_destroy(scene);
    }
}

TEST(csv_of_no_bodies_is_a_header) {
    gyre_scene *scene = empty_scene(1);
    gyre_memory_sink memory = record_frames(scene, GYRE_FORMAT_csv, 5);
    char *whole = text_of(&memory);
    CHECK(strcmp(whole, HEADER) == 0);
    free(whole);
    gyre_scene_destroy(scene);
}

RUN_TESTS("record csv")
