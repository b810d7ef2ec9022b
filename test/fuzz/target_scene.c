/// Scenes: accepted ones can be stepped and written, and read back as the same world; refused ones have an error.
#include "fuzz.h"

enum { STEPS = 3, STEPPED_BODIES_MAX = 32 };

static size_t error_count;

static void check_problem(const gyre_problem *problem, void *user) {
    size_t size = *(const size_t *)user;
    error_count += problem->severity == GYRE_SEVERITY_ERROR;
    FUZZ_CHECK(problem->text[0] != '\0' && memchr(problem->text, '\0', sizeof problem->text));
    FUZZ_CHECK(memchr(problem->where, '\0', sizeof problem->where));
    // 0:0 is the whole file; otherwise a place in it, or just behind it
    FUZZ_CHECK((problem->line == 0 && problem->column == 0) || (problem->line >= 1 && problem->column >= 1));
    FUZZ_CHECK(problem->line >= 0 && (size_t)problem->line <= size + 1 && (size_t)problem->column <= size + 1);
}

static gyre_result read(const uint8_t *bytes, size_t size, const gyre_allocator *allocator, gyre_scene **out) {
    gyre_scene_options options = gyre_scene_options_default();
    options.allocator = *allocator;
    options.max_depth = 32;
    // weighing a mesh takes as long as reading thousands of scenes: one input in 512 finds its files
    if (fuzz_fail_at == FUZZ_NONE || fuzz_choice() % 512 == 0) options.loader = fuzz_loader();
    options.on_problem = check_problem;
    options.user = &size;
    error_count = 0;
    gyre_result r = gyre_scene_read(bytes, size, &options, out);
    FUZZ_CHECK(r == GYRE_OK || r == GYRE_ERR_SCENE || (r == GYRE_ERR_NO_MEMORY && fuzz_has_failed()));
    FUZZ_CHECK((r == GYRE_ERR_SCENE) == (error_count > 0));
    return r;
}

static fuzz_bytes text_of(const gyre_scene *scene) {
    fuzz_bytes text = {0};
    gyre_sink sink = fuzz_sink(&text);
    FUZZ_CHECK(gyre_scene_write(scene, &sink) == GYRE_OK);
    return text;
}

// The scene as text, read again, is the same world and the same text.
static void check_written(const gyre_scene *scene, const gyre_allocator *allocator) {
    fuzz_bytes text = text_of(scene);
    gyre_scene *again = NULL;
    gyre_result r = read(text.bytes, text.size, allocator, &again);
    FUZZ_CHECK(r == GYRE_OK || (r == GYRE_ERR_NO_MEMORY && fuzz_has_failed()));
    if (r == GYRE_OK) {
        FUZZ_CHECK(gyre_world_hash(gyre_scene_world((gyre_scene *)scene)) == gyre_world_hash(gyre_scene_world(again)));
        fuzz_bytes second = text_of(again);
        FUZZ_CHECK(fuzz_are_same(&text, &second));
        fuzz_bytes_free(&second);
        gyre_scene_destroy(again);
    }
    fuzz_bytes_free(&text);
}

// Any step may fail; then it must report the reason and change nothing.
static void take_steps(gyre_scene *scene) {
    gyre_world *world = gyre_scene_world(scene);
    double dt = gyre_scene_get_settings(scene).dt;
    if (gyre_world_body_count(world) > STEPPED_BODIES_MAX || gyre_method_is_adaptive(gyre_world_method(world))) return;
    for (int i = 0; i < STEPS; i++) {
        gyre_step_report report;
        uint64_t before = gyre_world_hash(world);
        gyre_result r = gyre_world_step(world, dt, &report);
        FUZZ_CHECK(r == GYRE_OK || (report.text[0] != '\0' && gyre_world_hash(world) == before));
        if (r != GYRE_OK) return;
    }
    gyre_ledger ledger;
    gyre_result r = gyre_world_get_ledger(world, &ledger);
    FUZZ_CHECK(r == GYRE_OK || r == GYRE_ERR_NOT_FINITE || (r == GYRE_ERR_NO_MEMORY && fuzz_has_failed()));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    gyre_allocator allocator = fuzz_begin(bytes, size);
    gyre_scene *scene = NULL;
    if (read(bytes, size, &allocator, &scene) == GYRE_OK) {
        check_written(scene, &allocator);
        take_steps(scene);
        gyre_scene_destroy(scene);
    }
    fuzz_end();
    return 0;
}
