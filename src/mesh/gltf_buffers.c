/// glTF buffers (binary chunk, data URI or another file) and buffer views.
#include "mesh/gltf.h"

#include "base/base64.h"
#include "base/memory.h"

#include <string.h>

// ---- URIs ----

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Decodes %XX escapes of a URI into a new string with a terminating NUL; the caller frees it.
static gyre_result decode_percent(gltf *g, const gyre_json_node *uri, char **out_text, size_t *out_length) {
    char *text = gyre_take_array(g->allocator, (size_t)uri->count + 1, 1);
    if (!text) return GYRE_ERR_NO_MEMORY;
    size_t length = 0;
    for (size_t i = 0; i < uri->count; i++) {
        char c = uri->string[i];
        if (c == '%') {
            int high = i + 2 < uri->count ? hex_digit(uri->string[i + 1]) : -1;
            int low = high >= 0 ? hex_digit(uri->string[i + 2]) : -1;
            if (low < 0) {
                gyre_give_back(g->allocator, text);
                return gyre_gltf_fail(g, uri, "has a '%%' at character %zu without two hexadecimal digits after it", i);
            }
            c = (char)(high << 4 | low);
            i += 2;
        }
        text[length++] = c;
    }
    text[length] = '\0';
    *out_text = text;
    *out_length = length;
    return GYRE_OK;
}

// True if the text begins with a URI scheme such as http:, file: or data:.
static bool has_scheme(const char *text) {
    size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.");
    return length > 0 && text[length] == ':';
}

// Normalises "./a//b/./c" to "a/b/c", so that a file is loaded only once even if its path is spelled in several ways.
static void drop_dots(char *path) {
    char *out = path;
    for (const char *in = path; *in;) {
        if (out == path || out[-1] == '/') {
            if (in[0] == '.' && in[1] == '/') {
                in += 2;
                continue;
            }
            if (in[0] == '/' && out != path) {
                in++;
                continue;
            }
        }
        *out++ = *in++;
    }
    *out = '\0';
}

// ---- sources of bytes ----

// Decodes a data URI in place: data:[media type][;base64],data. RFC 2397
static gyre_result decode_data(gltf *g, const gyre_json_node *uri, gltf_buffer *buffer, char *text, size_t length) {
    static const char mark[] = ";base64";
    buffer->decoded = (uint8_t *)text;
    const char *comma = memchr(text, ',', length);
    size_t head = comma ? (size_t)(comma - text) : 0, mark_size = sizeof mark - 1;
    if (!comma) return gyre_gltf_fail(g, uri, "is a data URI without a ',' before the data");
    if (head < 5 + mark_size || memcmp(comma - mark_size, mark, mark_size) != 0)
        return gyre_gltf_fail(g, uri, "is a data URI that is not base64: ';base64' must precede the ','");
    size_t bad = 0, data = head + 1;
    if (!gyre_base64_decode(text + data, length - data, buffer->decoded, &buffer->span.size, &bad))
        return bad == length - data
                   ? gyre_gltf_fail(g, uri, "has base64 data that is cut off after %zu characters", bad)
                   : gyre_gltf_fail(g, uri, "has an invalid base64 digit at character %zu of its data", bad);
    buffer->span.bytes = buffer->decoded;
    return GYRE_OK;
}

// Finds another buffer that already loaded the same file.
static const gltf_buffer *find_loaded(const gltf *g, const char *reference) {
    for (size_t i = 0; i < g->lists[GLTF_BUFFERS].count; i++) {
        const gltf_buffer *other = &g->buffers[i];
        if (other->is_loaded && strcmp(other->reference, reference) == 0) return other;
    }
    return NULL;
}

static gyre_result load_file(gltf *g, const gyre_json_node *uri, gltf_buffer *buffer, size_t length) {
    const gyre_loader *loader = &g->source->options->loader;
    gltf_quote name = gyre_gltf_quote(uri);
    if (length == 0 || strlen(buffer->reference) != length || has_scheme(uri->string))
        return gyre_gltf_fail(g, uri, "is '%s', which is neither a file in the folder of the glTF file nor a data URI",
                              name.text);
    if (!loader->load)
        return gyre_gltf_fail(
            g, uri, "refers to the file '%s', which cannot be loaded here; use a .glb, which contains everything",
            name.text);
    drop_dots(buffer->reference);
    const gltf_buffer *other = find_loaded(g, buffer->reference);
    if (other) {
        buffer->span = (gltf_span){other->loaded, other->loaded_size};
        return GYRE_OK;
    }
    char text[GYRE_LOADER_TEXT_SIZE] = "";
    const void *bytes = NULL;
    size_t size = 0;
    gyre_result r = loader->load(buffer->reference, &bytes, &size, text, loader->user);
    if (r != GYRE_OK) {
        text[sizeof text - 1] = '\0';
        gyre_gltf_fail(g, uri, "refers to the file '%s': %s", name.text, text[0] ? text : gyre_result_text(r));
        g->source->error->code = r;
        return r;
    }
    buffer->is_loaded = true;
    buffer->loaded = bytes;
    buffer->loaded_size = size;
    buffer->span = (gltf_span){bytes, size};
    return size_add(g->bytes_there, size, &g->bytes_there) ? GYRE_OK : GYRE_ERR_TOO_LARGE;
}

static gyre_result find_bytes(gltf *g, const gyre_json_node *node, size_t index, gltf_buffer *buffer) {
    const gyre_json_node *uri = NULL;
    gyre_result r = gyre_gltf_member(g, node, "uri", GYRE_JSON_STRING, GLTF_OPTIONAL, &uri);
    if (r != GYRE_OK) return r;
    if (!uri) {
        buffer->span = g->bin;
        if (g->bin.bytes && index == 0) return GYRE_OK;
        return gyre_gltf_fail(g, node,
                              g->bin.bytes ? "needs a 'uri': only buffers[0] is the binary chunk"
                                           : "needs a 'uri': this file has no binary chunk");
    }
    char *text = NULL;
    size_t length = 0;
    r = decode_percent(g, uri, &text, &length);
    if (r != GYRE_OK) return r;
    if (length >= 5 && memcmp(text, "data:", 5) == 0) return decode_data(g, uri, buffer, text, length);
    buffer->reference = text;
    return load_file(g, uri, buffer, length);
}

static gyre_result read_buffer(gltf *g, size_t index) {
    gltf_buffer *buffer = &g->buffers[index];
    const gyre_json_node *node = g->lists[GLTF_BUFFERS].items[index];
    size_t size = 0;
    if (buffer->is_read) return GYRE_OK;
    gyre_result r = gyre_gltf_size(g, node, "byteLength", GLTF_REQUIRED, 0, &size);
    if (r == GYRE_OK) r = find_bytes(g, node, index, buffer);
    if (r != GYRE_OK) return r;
    if (size > buffer->span.size)
        return gyre_gltf_fail(g, gyre_json_find(node, "byteLength"), "is %zu, but the buffer has only %zu bytes", size,
                              buffer->span.size);
    buffer->span.size = size;
    buffer->is_read = true;
    return GYRE_OK;
}

gyre_result gyre_gltf_view(gltf *g, size_t view, gltf_span *out, size_t *out_stride) {
    const gyre_json_node *node = g->lists[GLTF_BUFFER_VIEWS].items[view];
    size_t index = 0, offset = 0, size = 0, stride = 0;
    gyre_result r = gyre_gltf_reference(g, node, "buffer", GLTF_BUFFERS, GLTF_REQUIRED, &index);
    if (r == GYRE_OK) r = gyre_gltf_size(g, node, "byteOffset", GLTF_OPTIONAL, 0, &offset);
    if (r == GYRE_OK) r = gyre_gltf_size(g, node, "byteLength", GLTF_REQUIRED, 0, &size);
    if (r == GYRE_OK) r = gyre_gltf_size(g, node, "byteStride", GLTF_OPTIONAL, 0, &stride);
    if (r == GYRE_OK) r = read_buffer(g, index);
    if (r != GYRE_OK) return r;
    const gyre_json_node *stride_node = gyre_json_find(node, "byteStride");
    if (stride_node && (stride < 4 || stride > 252 || stride % 4 != 0))
        return gyre_gltf_fail(g, stride_node, "must be a multiple of 4 from 4 to 252, is %zu", stride);
    const gltf_span *bytes = &g->buffers[index].span;
    if (offset > bytes->size || size > bytes->size - offset)
        return gyre_gltf_fail(g, node, "needs %zu bytes from byte %zu on, but buffers[%zu] has %zu", size, offset,
                              index, bytes->size);
    *out = (gltf_span){bytes->bytes + offset, size};
    *out_stride = stride;
    return GYRE_OK;
}

void gyre_gltf_free_buffers(gltf *g) {
    const gyre_loader *loader = &g->source->options->loader;
    for (size_t i = 0; g->buffers && i < g->lists[GLTF_BUFFERS].count; i++) {
        gltf_buffer *buffer = &g->buffers[i];
        if (buffer->is_loaded && loader->unload) loader->unload(buffer->loaded, loader->user);
        gyre_give_back(g->allocator, buffer->reference);
        gyre_give_back(g->allocator, buffer->decoded);
    }
    gyre_give_back(g->allocator, g->buffers);
}
