/// A small writer of glTF, for tests: bytes, views and accessors by call, the rest of the JSON as text.
#pragma once

#include "check.h"
#include "gyre/model.h"

#include <stdarg.h>
#include <stdbool.h>

enum { SAMPLE_BYTES = 1 << 16, SAMPLE_TEXT = 1 << 13 };

typedef struct gltf_sample {
    uint8_t bytes[SAMPLE_BYTES];
    size_t size;
    size_t view_count, accessor_count;
    char views[SAMPLE_TEXT], accessors[SAMPLE_TEXT];
    const char *buffer; // members of buffers[0] except byteLength; NULL: none (GLB), or a data URI
    const char *rest;   // further members of the file, such as meshes and nodes
} gltf_sample;

__attribute__((format(printf, 2, 3))) static inline void append_text(char out[SAMPLE_TEXT], const char *format, ...) {
    size_t length = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(out + length, SAMPLE_TEXT - length, format, arguments);
    va_end(arguments);
    CHECK(more >= 0 && length + (size_t)more < SAMPLE_TEXT);
}

/// Bytes at the next multiple of four, and a view on them; stride 0: none. Returns the view's number.
static inline size_t sample_view(gltf_sample *s, const void *bytes, size_t size, size_t stride) {
    s->size = (s->size + 3) / 4 * 4;
    CHECK(s->size + size <= SAMPLE_BYTES);
    memcpy(s->bytes + s->size, bytes, size);
    append_text(s->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", s->view_count ? "," : "", s->size,
                size);
    if (stride) append_text(s->views, ",\"byteStride\":%zu", stride);
    append_text(s->views, "}");
    s->size += size;
    return s->view_count++;
}

/// `more` are further members, with a comma in front, or "".
static inline size_t sample_accessor(gltf_sample *s, int component, size_t count, const char *type, const char *more) {
    append_text(s->accessors, "%s{\"componentType\":%d,\"count\":%zu,\"type\":\"%s\"%s}", s->accessor_count ? "," : "",
                component, count, type, more);
    return s->accessor_count++;
}

/// Floats in a separate buffer view.
static inline size_t sample_positions(gltf_sample *s, const float *xyz, size_t count) {
    char more[40];
    snprintf(more, sizeof more, ",\"bufferView\":%zu", sample_view(s, xyz, 12 * count, 0));
    return sample_accessor(s, 5126, count, "VEC3", more);
}

/// Indices of 1, 2 or 4 bytes in a separate buffer view.
static inline size_t sample_indices(gltf_sample *s, const uint32_t *indices, size_t count, size_t size) {
    uint8_t bytes[4096];
    char more[40];
    CHECK(count * size <= sizeof bytes);
    for (size_t i = 0; i < count * size; i++)
        bytes[i] = (uint8_t)(indices[i / size] >> 8 * (i % size));
    snprintf(more, sizeof more, ",\"bufferView\":%zu", sample_view(s, bytes, count * size, 0));
    return sample_accessor(s, size == 1 ? 5121 : size == 2 ? 5123 : 5125, count, "SCALAR", more);
}

// ---- the file ----

typedef struct sample_file {
    uint8_t *bytes;
    size_t size;
} sample_file;

static inline void base64_of(const uint8_t *bytes, size_t size, char *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i < 3 ? size - i : 3;
        uint32_t bits = (uint32_t)bytes[i] << 16;
        if (left > 1) bits |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2) bits |= bytes[i + 2];
        for (size_t k = 0; k < 4; k++)
            *out++ = k <= left ? digits[bits >> (18 - 6 * k) & 63] : '=';
    }
    *out = '\0';
}

static inline char *sample_json(const gltf_sample *s, bool is_glb) {
    size_t room = 2 * SAMPLE_TEXT + 2 * s->size + strlen(s->rest) + 1024;
    char *text = malloc(room), *data = malloc(s->size / 3 * 4 + 8);
    CHECK(text && data);
    base64_of(s->bytes, s->size, data);
    int length = snprintf(text, room, "{\"asset\":{\"version\":\"2.0\"}");
    if (s->size > 0 && (is_glb || s->buffer))
        length += snprintf(text + length, room - (size_t)length, ",\"buffers\":[{\"byteLength\":%zu%s%s}]", s->size,
                           s->buffer ? "," : "", s->buffer ? s->buffer : "");
    else if (s->size > 0)
        length += snprintf(text + length, room - (size_t)length,
                           ",\"buffers\":[{\"byteLength\":%zu,\"uri\":\"data:application/gltf-buffer;base64,%s\"}]",
                           s->size, data);
    if (s->view_count) length += snprintf(text + length, room - (size_t)length, ",\"bufferViews\":[%s]", s->views);
    if (s->accessor_count)
        length += snprintf(text + length, room - (size_t)length, ",\"accessors\":[%s]", s->accessors);
    length += snprintf(text + length, room - (size_t)length, ",%s}", s->rest);
    CHECK((size_t)length < room);
    free(data);
    return text;
}

static inline sample_file sample_gltf(const gltf_sample *s) {
    char *text = sample_json(s, false);
    return (sample_file){(uint8_t *)text, strlen(text)};
}

static inline void put_u32(uint8_t *out, size_t value) {
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

/// A GLB file from JSON and bytes, which may be none.
static inline sample_file glb_of(const char *json, const uint8_t *bytes, size_t size) {
    size_t json_size = (strlen(json) + 3) / 4 * 4, bin_size = (size + 3) / 4 * 4;
    size_t total = 12 + 8 + json_size + (size ? 8 + bin_size : 0);
    uint8_t *out = calloc(total, 1);
    CHECK(out);
    memcpy(out, "glTF", 4);
    put_u32(out + 4, 2), put_u32(out + 8, total);
    put_u32(out + 12, json_size), memcpy(out + 16, "JSON", 4);
    memset(out + 20, ' ', json_size);
    memcpy(out + 20, json, strlen(json));
    if (size) {
        uint8_t *chunk = out + 20 + json_size;
        put_u32(chunk, bin_size), memcpy(chunk + 4, "BIN", 4);
        memcpy(chunk + 8, bytes, size);
    }
    return (sample_file){out, total};
}

static inline sample_file sample_glb(const gltf_sample *s) {
    char *json = sample_json(s, true);
    sample_file file = glb_of(json, s->bytes, s->size);
    free(json);
    return file;
}
