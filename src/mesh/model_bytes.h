/// Helpers that recognise a file format from its bytes.
#pragma once

#include "mesh/model_builder.h"

enum {
    STL_HEADER_SIZE = 84,    // 80 arbitrary bytes, then the number of triangles
    STL_TRIANGLE_SIZE = 50,  // normal, three corners, two attribute bytes
    STL_CORNERS_OFFSET = 12, // after the normal
    TEXT_LOOKED_AT = 1024,   // bytes that looks_like_text examines
};

/// Loads a little-endian number; compilers turn it into one load where possible.
static inline uint32_t load_u32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline bool is_space_byte(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// True if the first bytes are text: no control characters except white space. A binary STL has control characters in
/// its count or padding.
static inline bool looks_like_text(const model_source *source) {
    size_t size = source->size < TEXT_LOOKED_AT ? source->size : TEXT_LOOKED_AT;
    for (size_t i = 0; i < size; i++)
        if ((source->bytes[i] < ' ' && !is_space_byte(source->bytes[i])) || source->bytes[i] == 0x7f) return false;
    return true;
}

/// Triangle count in the header of a binary STL; 0 if the file is shorter than the header.
static inline size_t stl_count(const model_source *source) {
    return source->size < STL_HEADER_SIZE ? 0 : load_u32(source->bytes + STL_HEADER_SIZE - 4);
}

/// Size of a binary STL with `count` triangles.
static inline uint64_t stl_size(size_t count) { return STL_HEADER_SIZE + (uint64_t)count * STL_TRIANGLE_SIZE; }

/// True if the size matches a binary STL exactly; its header may begin with any text, including "solid".
static inline bool is_exact_stl(const model_source *source) {
    return stl_count(source) > 0 && stl_size(stl_count(source)) == source->size;
}
