/// The GLB container: a 12-byte header, then chunks with a length and a type. The first chunk is JSON; the second may
/// be binary.
#include "mesh/gltf.h"

#include <string.h>

enum { HEADER_SIZE = 12, CHUNK_HEADER_SIZE = 8 };
static const uint32_t CHUNK_JSON = 0x4e4f534a, CHUNK_BIN = 0x004e4942; // "JSON", "BIN\0"

static uint32_t u32_at(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static gyre_result check_header(model_source *source) {
    if (source->size < HEADER_SIZE)
        return gyre_model_fail(source, source->size, "the file is cut off: a GLB header has %d bytes, found %zu",
                               HEADER_SIZE, source->size);
    uint32_t version = u32_at(source->bytes + 4), length = u32_at(source->bytes + 8);
    if (version != 2)
        return gyre_model_fail(source, 4, "GLB version %lu is not supported, must be 2", (unsigned long)version);
    if (length > source->size)
        return gyre_model_fail(source, source->size, "the file is cut off: its header states %lu bytes, found %zu",
                               (unsigned long)length, source->size);
    if (length < source->size)
        return gyre_model_fail(source, 8, "the header states %lu bytes, but the file has %zu", (unsigned long)length,
                               source->size);
    return GYRE_OK;
}

// Reads the chunk at `offset` and advances to the next one. Chunks of unknown type are skipped.
static gyre_result read_chunk(gltf *g, size_t *offset, size_t number) {
    model_source *source = g->source;
    size_t left = source->size - *offset;
    if (left < CHUNK_HEADER_SIZE)
        return gyre_model_fail(source, *offset, "a chunk header has %d bytes, but only %zu are left", CHUNK_HEADER_SIZE,
                               left);
    uint32_t length = u32_at(source->bytes + *offset), type = u32_at(source->bytes + *offset + 4);
    if (length > left - CHUNK_HEADER_SIZE)
        return gyre_model_fail(source, *offset, "the chunk header states %lu bytes, but only %zu are left",
                               (unsigned long)length, left - CHUNK_HEADER_SIZE);
    gltf_span chunk = {source->bytes + *offset + CHUNK_HEADER_SIZE, length};
    if (number == 0 && type != CHUNK_JSON)
        return gyre_model_fail(source, *offset + 4, "the first chunk must be of type JSON");
    if (number == 0) g->text = chunk;
    if (number == 1 && type == CHUNK_BIN) g->bin = chunk;
    *offset += CHUNK_HEADER_SIZE + length;
    return GYRE_OK;
}

gyre_result gyre_gltf_open(gltf *g) {
    model_source *source = g->source;
    g->is_binary = source->size >= 4 && memcmp(source->bytes, "glTF", 4) == 0;
    g->text = (gltf_span){source->bytes, source->size};
    if (!g->is_binary) return GYRE_OK;
    gyre_result r = check_header(source);
    if (r == GYRE_OK && source->size == HEADER_SIZE)
        r = gyre_model_fail(source, HEADER_SIZE, "the JSON chunk after the header is missing");
    size_t offset = HEADER_SIZE;
    for (size_t number = 0; r == GYRE_OK && offset < source->size; number++)
        r = read_chunk(g, &offset, number);
    return r;
}
