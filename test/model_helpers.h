/// Reading models in tests: from a copy that ends where the bytes end, with an allocator that keeps count.
#pragma once

#include "check.h"
#include "gyre/model.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct counted_memory {
    size_t now, peak; // bytes
    int live;         // blocks
} counted_memory;

static inline void *counted_take(size_t size, size_t alignment, void *user) {
    counted_memory *m = user;
    m->live++;
    m->now += size;
    if (m->now > m->peak) m->peak = m->now;
    size_t padded = (size + alignment - 1) / alignment * alignment;
    uint8_t *block = aligned_alloc(alignment, padded + alignment);
    if (!block) abort();
    memcpy(block, &size, sizeof size); // the size is stored in front of the block
    return block + alignment;
}

static inline void counted_give(void *block, void *user) {
    counted_memory *m = user;
    uint8_t *start = (uint8_t *)block - 64; // MEMORY_ALIGNMENT
    size_t size;
    memcpy(&size, start, sizeof size);
    m->live--;
    m->now -= size;
    free(start);
}

static inline gyre_allocator counted_allocator(counted_memory *m) {
    return (gyre_allocator){counted_take, counted_give, m};
}

/// Reads a copy of the bytes that ends where its block ends, so that the address sanitizer sees one byte too many.
static inline gyre_result read_model_copy(const void *bytes, size_t size, const gyre_model_options *options,
                                          gyre_model *out_model, gyre_model_error *out_error) {
    uint8_t *copy = calloc(size ? size : 1, 1);
    if (!copy) abort();
    if (size) memcpy(copy, bytes, size);
    gyre_result r = gyre_model_read(copy, size, options, out_model, out_error);
    free(copy);
    return r;
}

/// Reads bytes that must be a model.
static inline gyre_model model_of(const void *bytes, size_t size) {
    gyre_model model = {0};
    gyre_model_error error;
    if (read_model_copy(bytes, size, NULL, &model, &error) != GYRE_OK)
        fail_msg("%d:%d: byte %zu: %s", error.line, error.column, error.byte, error.text);
    return model;
}

#define MODEL_OF(text) model_of(text, sizeof(text) - 1)

/// The result of reading, as one line: "3 vertices, 1 triangle", "2:5: text" of text, "byte 84: text" of binary files.
static inline const char *reading_of(const void *bytes, size_t size) {
    static char line[512];
    gyre_model model = {0};
    gyre_model_error error;
    gyre_result r = read_model_copy(bytes, size, NULL, &model, &error);
    if (r == GYRE_OK) {
        snprintf(line, sizeof line, "%zu vertices, %zu triangles, %zu ignored", model.mesh.vertex_count,
                 model.mesh.triangle_count, model.ignored_count);
        gyre_model_clear(&model);
    } else {
        CHECK_EQ(error.code, r);
        CHECK(error.byte <= size);
        if (error.line)
            snprintf(line, sizeof line, "%d:%d: %s", error.line, error.column, error.text);
        else
            snprintf(line, sizeof line, "byte %zu: %s", error.byte, error.text);
    }
    return line;
}

#define CHECK_READING_BYTES(bytes, size, want)                                                                         \
    do {                                                                                                               \
        const char *got_ = reading_of(bytes, size), *want_ = (want);                                                   \
        if (strcmp(got_, want_) != 0) fail_msg("%s gives\n%s\nexpected\n%s", #bytes, got_, want_);                     \
    } while (0)

/// The whole sentence and place that a text gives, or its counts.
#define CHECK_READING(text, want) CHECK_READING_BYTES(text, sizeof(text) - 1, want)

/// Checks the guarantees of gyre_model.
static inline void check_model_promises(const gyre_model *model) {
    CHECK(model->mesh.triangle_count > 0);
    for (size_t i = 0; i < 3 * model->mesh.vertex_count; i++)
        CHECK(isfinite(model->mesh.positions[i]));
    for (size_t i = 0; i < 3 * model->mesh.triangle_count; i++)
        CHECK(model->mesh.triangles[i] < model->mesh.vertex_count);
}

/// Reading any bytes gives a valid model or a message; nothing leaks, and memory is bounded by the
/// size. True if the bytes are a model.
static inline bool check_survives(const void *bytes, size_t size) {
    counted_memory memory = {0};
    gyre_model_options options = gyre_model_options_default();
    options.allocator = counted_allocator(&memory);
    gyre_model model = {0};
    gyre_model_error error;
    gyre_result r = read_model_copy(bytes, size, &options, &model, &error);
    if (r == GYRE_OK) {
        check_model_promises(&model);
        gyre_model_clear(&model);
    } else {
        CHECK_RESULT(r, GYRE_ERR_MODEL);
        CHECK_EQ(error.code, GYRE_ERR_MODEL);
        CHECK(strlen(error.text) > 10 && strlen(error.text) < sizeof error.text - 1);
        CHECK(error.byte <= size);
        CHECK(error.line >= 0 && (error.line > 0) == (error.column > 0));
        CHECK(model.mesh.positions == NULL); // untouched
    }
    CHECK_EQ(memory.live, 0);
    // the worst is one polygon of an OBJ: two bytes per corner, for an index, scratch and a triangle
    CHECK(memory.peak <= 40 * size + 8192);
    return r == GYRE_OK;
}
