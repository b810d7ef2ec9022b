/// Growing arrays for the readers, and construction of error messages.
#include "mesh/model_builder.h"
#include "mesh/polygon.h"

#include "base/memory.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    ROOM_MIN = 64,         // capacity of the first block, in vertices or triangles
    CORNERS_ON_STACK = 32, // larger polygons allocate their scratch memory
};

// ---- growth ----

// Grows a block of `count` items of `size` bytes each, so that `added` more items fit.
static gyre_result grow(const gyre_allocator *allocator, void **items, size_t size, size_t count, size_t added,
                        size_t *room) {
    size_t wanted = count + added; // both are at most 2^32
    if (wanted <= *room) return GYRE_OK;
    // allocates large requests exactly, because a count from the file is final; otherwise doubles the capacity
    size_t doubled = *room < SIZE_MAX / 2 ? 2 * *room : SIZE_MAX;
    size_t new_room = wanted > doubled ? wanted : doubled;
    if (new_room < ROOM_MIN) new_room = ROOM_MIN;
    void *block = gyre_take_array(allocator, new_room, size);
    if (!block) return GYRE_ERR_NO_MEMORY;
    if (count > 0) memcpy(block, *items, count * size);
    gyre_give_back(allocator, *items);
    *items = block;
    *room = new_room;
    return GYRE_OK;
}

static gyre_result grow_vertices(model_builder *builder, size_t added) {
    void *items = builder->positions;
    gyre_result r = grow(builder->allocator, &items, 3 * sizeof *builder->positions, builder->vertex_count, added,
                         &builder->vertex_room);
    builder->positions = items;
    return r;
}

static gyre_result grow_triangles(model_builder *builder, size_t added) {
    void *items = builder->triangles;
    gyre_result r = grow(builder->allocator, &items, 3 * sizeof *builder->triangles, builder->triangle_count, added,
                         &builder->triangle_room);
    builder->triangles = items;
    return r;
}

gyre_result gyre_builder_reserve(model_builder *builder, size_t vertices, size_t triangles) {
    if (vertices > UINT32_MAX - builder->vertex_count) return GYRE_ERR_TOO_LARGE;
    if (triangles > builder->max_triangles - builder->triangle_count) return GYRE_ERR_TOO_LARGE;
    gyre_result r = grow_vertices(builder, vertices);
    return r == GYRE_OK ? grow_triangles(builder, triangles) : r;
}

gyre_result gyre_builder_vertex(model_builder *builder, double x, double y, double z) {
    if (builder->vertex_count == builder->vertex_room) {
        gyre_result r = gyre_builder_reserve(builder, 1, 0);
        if (r != GYRE_OK) return r;
    }
    double *out = builder->positions + 3 * builder->vertex_count++;
    out[0] = x, out[1] = y, out[2] = z;
    return GYRE_OK;
}

gyre_result gyre_builder_triangle(model_builder *builder, uint32_t a, uint32_t b, uint32_t c) {
    // capacity may exceed the limit
    if (builder->triangle_count == builder->triangle_room || builder->triangle_count == builder->max_triangles) {
        gyre_result r = gyre_builder_reserve(builder, 0, 1);
        if (r != GYRE_OK) return r;
    }
    uint32_t *out = builder->triangles + 3 * builder->triangle_count++;
    out[0] = a, out[1] = b, out[2] = c;
    return GYRE_OK;
}

gyre_result gyre_builder_polygon(model_builder *builder, const uint32_t *corners, size_t count) {
    if (count < 3) {
        builder->ignored_count++;
        return GYRE_OK;
    }
    if (count == 3) return gyre_builder_triangle(builder, corners[0], corners[1], corners[2]);
    if (count > UINT32_MAX) return GYRE_ERR_TOO_LARGE;
    if (builder->triangle_room - builder->triangle_count < count - 2 ||
        builder->max_triangles - builder->triangle_count < count - 2) {
        gyre_result r = gyre_builder_reserve(builder, 0, count - 2);
        if (r != GYRE_OK) return r;
    }
    double on_stack[CORNERS_ON_STACK * POLYGON_SCRATCH / sizeof(double)];
    void *scratch = on_stack;
    if (count > CORNERS_ON_STACK) scratch = gyre_take_array(builder->allocator, count, POLYGON_SCRATCH);
    if (!scratch) return GYRE_ERR_NO_MEMORY;
    uint32_t *out = builder->triangles + 3 * builder->triangle_count;
    size_t added = gyre_polygon_cut(builder->positions, corners, count, scratch, out);
    builder->triangle_count += added;
    builder->ignored_count += added == 0; // fewer than three different corners
    if (scratch != on_stack) gyre_give_back(builder->allocator, scratch);
    return GYRE_OK;
}

// ---- errors ----

static void write_error(gyre_model_error *error, gyre_result code, size_t byte, const char *format, va_list arguments) {
    *error = (gyre_model_error){.code = code, .byte = byte};
    char raw[sizeof error->text];
    vsnprintf(raw, sizeof raw, format, arguments);
    gyre_show_line(raw, error->text, sizeof error->text);
}

gyre_result gyre_model_fail(model_source *source, size_t byte, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_error(source->error, GYRE_ERR_MODEL, byte, format, arguments);
    va_end(arguments);
    return GYRE_ERR_MODEL;
}

// Finds the line and column of a byte. Columns count code points; a byte order mark is skipped.
static void find_place(const model_source *source, size_t byte, int *out_line, int *out_column) {
    const uint8_t *bytes = source->bytes;
    size_t line = 1, column = 1, first = 0;
    if (source->size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) first = 3;
    for (size_t i = first; i < byte && i < source->size; i++) {
        bool is_crlf =
            bytes[i] == '\r' && i + 1 < source->size && bytes[i + 1] == '\n'; // the following \n ends the line
        if (bytes[i] == '\n' || (bytes[i] == '\r' && !is_crlf))
            line++, column = 1;
        else
            column += (bytes[i] & 0xc0) != 0x80;
    }
    *out_line = line < INT_MAX ? (int)line : INT_MAX;
    *out_column = column < INT_MAX ? (int)column : INT_MAX;
}

gyre_result gyre_model_fail_at_line(model_source *source, size_t byte, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_error(source->error, GYRE_ERR_MODEL, byte, format, arguments);
    va_end(arguments);
    find_place(source, byte, &source->error->line, &source->error->column);
    return GYRE_ERR_MODEL;
}

void gyre_model_warn(model_source *source, size_t byte, const char *format, ...) {
    if (source->warning_count++ > 0) return;
    va_list arguments;
    va_start(arguments, format);
    write_error(&source->warning, GYRE_OK, byte, format, arguments);
    va_end(arguments);
}

void gyre_model_warn_at_line(model_source *source, size_t byte, const char *format, ...) {
    if (source->warning_count++ > 0) return;
    va_list arguments;
    va_start(arguments, format);
    write_error(&source->warning, GYRE_OK, byte, format, arguments);
    va_end(arguments);
    find_place(source, byte, &source->warning.line, &source->warning.column);
}

void gyre_model_progress(const model_source *source, size_t byte) {
    if (source->options->on_progress)
        source->options->on_progress((double)byte / (double)source->size, source->options->user);
}
