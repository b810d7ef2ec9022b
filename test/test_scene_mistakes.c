/// Layer 10: every problem of a scene is reported with its position.
#include "scene_helpers.h"
#include "scene_mistakes.h"

static const char *wrapped(int wrap, const char *text) {
    static char scene[4096];
    int length = snprintf(scene, sizeof scene, "%s%s%s", wraps[wrap][0], text, wraps[wrap][1]);
    CHECK(length > 0 && (size_t)length < sizeof scene);
    return scene;
}

TEST(every_mistake_is_reported_with_line_and_column) {
    int wrong = 0;
    for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
        const char *scene = wrapped(mistakes[i].wrap, mistakes[i].text);
        const problem_log *log = problems_of(scene, strlen(scene));
        if (strcmp(log->text, mistakes[i].problems) == 0) continue;
        print_error("%s\n  said     %s  expected %s", mistakes[i].text, log->text, mistakes[i].problems);
        wrong++;
    }
    CHECK_EQ(wrong, 0);
}

// The rows above are mistakes: around them nothing is wrong.
TEST(the_scene_around_the_mistakes_is_valid) {
    static const char *const rights[] = {"",
                                         "\"dt\":0.5",
                                         "\"color\":\"#102030\"",
                                         "{\"name\":\"b\",\"kind\":\"static\"}",
                                         "{\"type\":\"sphere\",\"radius\":1}",
                                         "{\"type\":\"drag\",\"body\":\"a\",\"linear\":1}"};
    for (int wrap = WRAP_scene; wrap <= WRAP_force; wrap++)
        gyre_scene_destroy(scene_of(wrapped(wrap, rights[wrap])));
}

TEST(invalid_json_is_one_problem_with_its_position) {
    static const struct {
        const char *text;
        int line, column;
    } cases[] = {{"", 1, 1},
                 {"{", 1, 2},
                 {"{\"gyre\":1,}", 1, 11},
                 {"{\"gyre\":1,\n\"dt\":1e999}", 2, 6},
                 {"{\"gyre\":1,\n \"gyre\":1}", 2, 2},
                 {"{\"gyre\":1,\"title\":\"\xc3\xa4\xc3\xa4\" x}", 1, 24}}; // columns count characters, not bytes
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const problem_log *log = problems_of(cases[i].text, strlen(cases[i].text));
        CHECK_EQ(log->count, 1);
        int line = 0, column = 0;
        CHECK_EQ(sscanf(log->text, "%d:%d:", &line, &column), 2);
        CHECK_EQ(line, cases[i].line);
        CHECK_EQ(column, cases[i].column);
    }
}

TEST(problems_come_in_the_order_of_the_file) {
    // bodies are read before forces in any order, and keys of a body in no order
    const char *text = "{\"forces\":[{\"type\":\"drag\",\"body\":\"x\",\"linear\":-1}],\n"
                       "\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0,1,1]},\"mass\":0}],\n"
                       "\"dt\":-1,\"gyre\":3}";
    const problem_log *log = problems_of(text, strlen(text));
    CHECK(strcmp(log->text, "1:34 forces[0].body: there is no body \"x\"\n"
                            "1:47 forces[0].linear: must be >= 0, is -1\n"
                            "2:11 bodies[0].name: is missing: a string, unique, not \"world\" and not \"all\"\n"
                            "2:42 bodies[0].shape.size[0]: must be > 0, is 0\n"
                            "2:57 bodies[0].mass: must be > 0, is 0\n"
                            "3:6 dt: must be > 0, is -1\n"
                            "3:16 gyre: must be 1, the only version of the format, is 3\n") == 0);
}

TEST(a_force_on_an_invalid_body_is_not_a_second_problem) {
    const char *text = "{\"gyre\":1,\"bodies\":[{\"name\":\"a\",\"mass\":-1,\"inertia\":[1,1,1]}],"
                       "\"forces\":[{\"type\":\"drag\",\"body\":\"a\",\"linear\":1}]}";
    CHECK_EQ(problems_of(text, strlen(text))->count, 1);
}

TEST(a_method_that_cannot_integrate_the_scene_is_a_problem) {
    const char *text = "{\"gyre\":1,\"method\":\"rkn4\",\"bodies\":[{\"name\":\"a\",\"mass\":1,\"inertia\":[1,1,1],"
                       "\"linear_damping\":1}]}";
    const problem_log *log = problems_of(text, strlen(text));
    CHECK(strncmp(log->text, "1:20 method: rkn4 cannot be used: a is damped", 45) == 0);
}

TEST(ten_thousand_problems_are_listed_and_the_rest_counted) {
    enum { COUNT = 12345 };
    char *text = malloc(COUNT * 3 + 64), *end = text;
    CHECK(text != NULL);
    end += sprintf(end, "{\"gyre\":1,\"bodies\":[0");
    for (int i = 1; i < COUNT; i++)
        end += sprintf(end, ",0");
    end += sprintf(end, "]}");
    const problem_log *log = problems_of(text, (size_t)(end - text));
    CHECK_EQ(log->count, 10001);
    free(text);
}

// Names are quoted in sentences of a fixed size: none ends within a character.
TEST(a_long_name_is_cut_between_characters) {
    for (int padding = 0; padding < 4; padding++) {
        char text[1024];
        int length = sprintf(text, "{\"gyre\":1,\"forces\":[{\"type\":\"%.*s", padding, "xxxx");
        for (int i = 0; i < 100; i++)
            length += sprintf(text + length, "\xe2\x88\x91"); // a sum sign
        length += sprintf(text + length, "\"}]}");
        const char *said = problems_of(text, (size_t)length)->text;
        for (const char *c = said; *c; c++)
            if ((unsigned char)*c >= 0xC0) CHECK((unsigned char)c[1] == 0x88 && (unsigned char)c[2] == 0x91);
        CHECK(strstr(said, "...\"; known forces: field, force") != NULL);
    }
}

TEST(a_long_key_is_cut_between_characters) {
    for (int padding = 0; padding < 4; padding++) {
        char text[1024];
        int length = sprintf(text, "{\"gyre\":1,\"%.*s", padding, "xxxx");
        for (int i = 0; i < 100; i++)
            length += sprintf(text + length, "\xe2\x88\x91");
        length += sprintf(text + length, "\":1}");
        const char *said = problems_of(text, (size_t)length)->text, *end = strstr(said, ": unknown key");
        CHECK(end != NULL);
        CHECK_EQ((end - strchr(said, ' ') - 1 - padding) % 3, 0); // whole sums
        CHECK(end - said > 90);
    }
}

TEST(a_file_that_is_too_large_or_too_deep_is_a_problem) {
    gyre_scene_options options = gyre_scene_options_default();
    problem_log *log = calloc(1, sizeof *log);
    CHECK(log != NULL);
    options.on_problem = note_problem;
    options.user = log;
    options.max_bytes = 10;
    gyre_scene *scene;
    CHECK_RESULT(gyre_scene_read("{\"gyre\":1 }", 11, &options, &scene), GYRE_ERR_SCENE);
    CHECK(strcmp(log->text, "0:0: the file has 11 bytes, the limit is 10\n") == 0);
    options.max_bytes = 100;
    options.max_depth = 2;
    CHECK_RESULT(gyre_scene_read("{\"gyre\":1,\"bodies\":[{}]}", 24, &options, &scene), GYRE_ERR_SCENE);
    CHECK_EQ(log->count, 2);
    free(log);
}

static void count_limit(const gyre_problem *problem, void *user) { *(int *)user += problem->is_limit ? 1 : 100; }

TEST(limits_are_distinguished_from_mistakes) {
    gyre_scene_options options = gyre_scene_options_default();
    const char two[] = "{\"gyre\":1,\"bodies\":[{\"name\":\"a\",\"mass\":1,\"inertia\":[1,1,1]},{}]}";
    int limits = 0;
    options.on_problem = count_limit;
    options.user = &limits;
    gyre_scene *scene;
    options.max_bodies = 2;
    CHECK_RESULT(gyre_scene_read(two, sizeof two - 1, &options, &scene), GYRE_ERR_SCENE);
    CHECK_EQ(limits % 100, 0); // {} is a mistake, and two bodies are none
    options.max_bodies = 1;
    limits = 0;
    CHECK_RESULT(gyre_scene_read(two, sizeof two - 1, &options, &scene), GYRE_ERR_SCENE);
    CHECK_EQ(limits, 1);
    options.max_bytes = 10;
    limits = 0;
    CHECK_RESULT(gyre_scene_read(two, sizeof two - 1, &options, &scene), GYRE_ERR_SCENE);
    CHECK_EQ(limits, 1);
}

TEST(without_a_problem_callback_the_result_code_reports_the_error) {
    gyre_scene *scene;
    CHECK_RESULT(gyre_scene_read("{}", 2, NULL, &scene), GYRE_ERR_SCENE);
}

RUN_TESTS("scene_mistakes")
