/// What the bytes of a file look like, before anything is read.
#pragma once

#include "mesh/model_builder.h"

enum {
    STL_HEADER_SIZE = 84,    // 80 bytes of anything, then the number of triangles
    STL_TRIANGLE_SIZE = 50,  // normal, three corners, two bytes of anything
    STL_CORNERS_OFFSET = 12, // behind the normal
    TEXT_LOOKED_AT = 1024,   // bytes that tell whether all is text
};

/// Little endian on every machine; compilers make one load of it where they can.
static inline uint32_t load_u32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline bool is_space_byte(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// No control characters but white space. The count in a binary STL, or the padding before it, has some.
static inline bool looks_like_text(const model_source *source) {
    size_t size = source->size < TEXT_LOOKED_AT ? source->size : TEXT_LOOKED_AT;
    for (size_t i = 0; i < size; i++)
        if ((source->bytes[i] < ' ' && !is_space_byte(source->bytes[i])) || source->bytes[i] == 0x7f) return false;
    return true;
}

/// Triangles of a binary STL, by the number that stands where it has it; 0 when the bytes are too few for that.
static inline size_t stl_count(const model_source *source) {
    return source->size < STL_HEADER_SIZE ? 0 : load_u32(source->bytes + STL_HEADER_SIZE - 4);
}

/// Bytes of a binary STL with so many triangles.
static inline uint64_t stl_size(size_t count) { return STL_HEADER_SIZE + (uint64_t)count * STL_TRIANGLE_SIZE; }

/// A binary STL and nothing else: it may begin with "solid", or any other word.
static inline bool is_exact_stl(const model_source *source) {
    return stl_count(source) > 0 && stl_size(stl_count(source)) == source->size;
}
