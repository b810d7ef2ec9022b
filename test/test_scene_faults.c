/// Layer 10: damaged files and missing memory do no harm. (The sanitizers look on in the asan build.)
#include "scene_helpers.h"

// Reads arbitrary bytes, from memory of exactly their size, so that reading past the end is detected.
static gyre_result read_exactly(const char *bytes, size_t size, const gyre_scene_options *options) {
    char *copy = malloc(size > 0 ? size : 1);
    CHECK(copy != NULL);
    memcpy(copy, bytes, size);
    gyre_scene *scene = NULL;
    gyre_result r = gyre_scene_read(copy, size, options, &scene);
    gyre_scene_destroy(scene);
    free(copy);
    return r;
}

static size_t body_count_of(const gyre_example *example) {
    gyre_scene *scene = scene_of_bytes(example->text, example->size);
    size_t count = gyre_world_body_count(gyre_scene_world(scene));
    gyre_scene_destroy(scene);
    return count;
}

// Of the largest example not every byte: the work grows with the square of its size.
TEST(an_example_that_is_cut_off_is_a_mistake) {
    for (size_t k = 0; gyre_example_at(k); k++) {
        const gyre_example *example = gyre_example_at(k);
        size_t end = example->size - 1, stride = example->size > 10000 ? 4999 : 1; // the last byte is a line break
        for (size_t size = 0; size < end; size += stride)
            CHECK_RESULT(read_exactly(example->text, size, NULL), GYRE_ERR_SCENE);
    }
}

TEST(a_damaged_example_is_read_or_a_mistake) {
    random_source r = {1};
    static const char garbage[] = "{}[],:\"\\0123456789-+.eE tfn\x80\xff";
    for (size_t k = 0; gyre_example_at(k); k++) {
        const gyre_example *example = gyre_example_at(k);
        if (example->size > 10000) continue;
        char *text = malloc(example->size);
        CHECK(text != NULL);
        for (int i = 0; i < 2000; i++) {
            memcpy(text, example->text, example->size);
            for (uint64_t n = random_u64(&r) % 3 + 1; n > 0; n--)
                text[random_u64(&r) % example->size] = garbage[random_u64(&r) % (sizeof garbage - 1)];
            gyre_result result = read_exactly(text, example->size, NULL);
            if (result != GYRE_OK) CHECK_RESULT(result, GYRE_ERR_SCENE);
        }
        free(text);
    }
}

static void ignore(const gyre_problem *problem, void *user) { (void)problem, (void)user; }

// Reads with every allocation failing in turn, until one time none does; returns how many there are.
static int fail_every_allocation(const char *text, size_t size, gyre_result want) {
    for (int n = 0;; n++) {
        failing memory = {.fail_at = n};
        gyre_scene_options options = gyre_scene_options_default();
        options.allocator = (gyre_allocator){failing_take, failing_give, &memory};
        options.on_problem = ignore;
        gyre_result r = read_exactly(text, size, &options);
        CHECK_EQ(memory.live, 0);
        if (memory.calls <= n) {
            CHECK_RESULT(r, want);
            return n;
        }
        // without memory for sorting, problems are reported unsorted
        if (!(want == GYRE_ERR_SCENE && r == GYRE_ERR_SCENE)) CHECK_RESULT(r, GYRE_ERR_NO_MEMORY);
    }
}

TEST(every_allocation_may_fail) {
    for (size_t k = 0; gyre_example_at(k); k++) {
        const gyre_example *example = gyre_example_at(k);
        if (body_count_of(example) > 100) continue;
        CHECK(fail_every_allocation(example->text, example->size, GYRE_OK) > 5);
    }
}

TEST(every_allocation_may_fail_while_problems_are_gathered) {
    const char *text = "{\"gyre\":2,\"title\":\"x\",\"bodies\":[{},{\"name\":\"a\",\"kind\":\"kinematic\",\"path\":[{"
                       "\"t\":0},{\"t\":0}]},"
                       "{\"name\":\"b\",\"mass\":1,\"shape\":{\"type\":\"box\",\"size\":[1,1,0]}}],"
                       "\"forces\":[{\"type\":\"drag\",\"name\":\"d\",\"body\":\"c\",\"profile\":[[0,1],[0,2]]}]}";
    CHECK(fail_every_allocation(text, strlen(text), GYRE_ERR_SCENE) > 5);
}

TEST(writing_takes_no_memory) {
    failing memory = {.fail_at = -1};
    gyre_scene_options options = gyre_scene_options_default();
    options.allocator = (gyre_allocator){failing_take, failing_give, &memory};
    const gyre_example *example = gyre_example_find("spacecraft");
    gyre_scene *scene;
    CHECK_OK(gyre_scene_read(example->text, example->size, &options, &scene));
    take_steps(gyre_scene_world(scene), DT, 3);
    int calls = memory.calls;
    byte_log log = text_of(scene);
    CHECK_EQ(memory.calls, calls);
    free(log.bytes);
    gyre_scene_destroy(scene);
    CHECK_EQ(memory.live, 0);
}

RUN_TESTS("scene_faults")
