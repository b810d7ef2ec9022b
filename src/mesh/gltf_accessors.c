/// glTF accessors: contiguous, interleaved, sparse or all zero.
#include "mesh/gltf.h"

#include "base/memory.h"

#include <string.h>

typedef enum component_type {
    COMPONENT_BYTE = 5120,
    COMPONENT_UNSIGNED_BYTE = 5121,
    COMPONENT_SHORT = 5122,
    COMPONENT_UNSIGNED_SHORT = 5123,
    COMPONENT_UNSIGNED_INT = 5125,
    COMPONENT_FLOAT = 5126,
} component_type;

// Bytes of a component; 0 for an unknown type.
static size_t component_size(size_t type) {
    switch (type) {
    case COMPONENT_BYTE:
    case COMPONENT_UNSIGNED_BYTE:
        return 1;
    case COMPONENT_SHORT:
    case COMPONENT_UNSIGNED_SHORT:
        return 2;
    case COMPONENT_UNSIGNED_INT:
    case COMPONENT_FLOAT:
        return 4;
    default:
        return 0;
    }
}

static bool is_index_type(size_t type) {
    return type == COMPONENT_UNSIGNED_BYTE || type == COMPONENT_UNSIGNED_SHORT || type == COMPONENT_UNSIGNED_INT;
}

// ---- numbers, little-endian ----

static uint32_t u16_at(const uint8_t *bytes) { return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8; }

static uint32_t u32_at(const uint8_t *bytes) { return u16_at(bytes) | u16_at(bytes + 2) << 16; }

static uint32_t unsigned_at(const uint8_t *bytes, size_t size) {
    return size == 1 ? bytes[0] : size == 2 ? u16_at(bytes) : u32_at(bytes);
}

// Converts a component to a double. Normalised integers map to [0, 1], or [-1, 1] if signed.
static double component_at(const uint8_t *bytes, unsigned type, bool is_normalized) {
    double value = 0, largest = 1;
    switch ((component_type)type) {
    case COMPONENT_BYTE:
        value = (int8_t)bytes[0], largest = 127;
        break;
    case COMPONENT_UNSIGNED_BYTE:
        value = bytes[0], largest = 255;
        break;
    case COMPONENT_SHORT:
        value = (int16_t)u16_at(bytes), largest = 32767;
        break;
    case COMPONENT_UNSIGNED_SHORT:
        value = u16_at(bytes), largest = 65535;
        break;
    case COMPONENT_UNSIGNED_INT:
        return u32_at(bytes);
    case COMPONENT_FLOAT: {
        uint32_t bits = u32_at(bytes);
        float number;
        memcpy(&number, &bits, sizeof number);
        return (double)number;
    }
    }
    if (!is_normalized) return value;
    return value < -largest ? -1 : value / largest;
}

// ---- elements in buffer views ----

// Location of `count` elements of `size` bytes each in a buffer view.
typedef struct element_place {
    const gyre_json_node *node; // the object with bufferView and byteOffset
    size_t view, offset;
    size_t count, size, alignment;
} element_place;

// glTF requires alignment for graphics hardware. This reader loads single bytes, so an unaligned offset is harmless.
static gyre_result warn_of_alignment(gltf *g, const element_place *p) {
    size_t view_offset = 0;
    gyre_result r =
        gyre_gltf_size(g, g->lists[GLTF_BUFFER_VIEWS].items[p->view], "byteOffset", GLTF_OPTIONAL, 0, &view_offset);
    if (r != GYRE_OK) return r;
    size_t excess = (view_offset % p->alignment + p->offset % p->alignment) % p->alignment;
    if (excess != 0)
        gyre_gltf_warn(g, p->node, "begins at byte %zu of its buffer, which should be a multiple of %zu",
                       view_offset + p->offset, p->alignment);
    return GYRE_OK;
}

static gyre_result find_elements(gltf *g, const element_place *p, gltf_span *out, size_t *stride) {
    size_t view_stride = 0, last = 0, end = 0;
    gltf_span view = {0};
    gyre_result r = gyre_gltf_view(g, p->view, &view, &view_stride);
    if (r == GYRE_OK) r = warn_of_alignment(g, p);
    if (r != GYRE_OK) return r;
    if (view_stride && view_stride < p->size)
        return gyre_gltf_fail(g, p->node, "has elements of %zu bytes, but a byteStride of only %zu in bufferViews[%zu]",
                              p->size, view_stride, p->view);
    *stride = view_stride ? view_stride : p->size;
    bool fits = size_multiply(p->count - 1, *stride, &last) && size_add(last, p->size, &end) &&
                size_add(end, p->offset, &end) && end <= view.size;
    if (!fits)
        return gyre_gltf_fail(g, p->node, "needs %zu elements of %zu bytes, but bufferViews[%zu] has only %zu bytes",
                              p->count, p->size, p->view, view.size);
    *out = (gltf_span){view.bytes + p->offset, end - p->offset};
    return GYRE_OK;
}

// Reads bufferView and byteOffset of `node`; out->view is GLTF_NONE if bufferView is optional and missing.
static gyre_result read_place(gltf *g, const gyre_json_node *node, int is_required, element_place *out) {
    out->node = node;
    gyre_result r = gyre_gltf_reference(g, node, "bufferView", GLTF_BUFFER_VIEWS, is_required, &out->view);
    if (r == GYRE_OK) r = gyre_gltf_size(g, node, "byteOffset", GLTF_OPTIONAL, 0, &out->offset);
    return r;
}

// ---- sparse ----

static uint32_t sparse_index(const gltf_accessor *a, size_t i) {
    return unsigned_at(a->sparse_indices.bytes + i * a->sparse_index_size, a->sparse_index_size);
}

static gyre_result check_sparse_indices(gltf *g, const gyre_json_node *indices, const gltf_accessor *a) {
    for (size_t i = 0; i < a->sparse_count; i++) {
        uint32_t index = sparse_index(a, i);
        if (index >= a->count)
            return gyre_gltf_fail(g, indices, "has the index %lu at position %zu, but the accessor has %zu elements",
                                  (unsigned long)index, i, a->count);
        if (i > 0 && index <= sparse_index(a, i - 1))
            return gyre_gltf_fail(g, indices, "must be in ascending order, but %lu follows %lu at position %zu",
                                  (unsigned long)index, (unsigned long)sparse_index(a, i - 1), i);
    }
    return GYRE_OK;
}

static gyre_result read_sparse(gltf *g, const gyre_json_node *sparse, gltf_accessor *a, size_t element_size) {
    const gyre_json_node *indices = NULL, *values = NULL;
    size_t type = 0, stride = 0;
    gyre_result r = gyre_gltf_size(g, sparse, "count", GLTF_REQUIRED, 0, &a->sparse_count);
    if (r == GYRE_OK) r = gyre_gltf_member(g, sparse, "indices", GYRE_JSON_OBJECT, GLTF_REQUIRED, &indices);
    if (r == GYRE_OK) r = gyre_gltf_member(g, sparse, "values", GYRE_JSON_OBJECT, GLTF_REQUIRED, &values);
    if (r == GYRE_OK) r = gyre_gltf_size(g, indices, "componentType", GLTF_REQUIRED, 0, &type);
    if (r != GYRE_OK) return r;
    if (a->sparse_count < 1 || a->sparse_count > a->count)
        return gyre_gltf_fail(g, gyre_json_find(sparse, "count"),
                              "must be from 1 to %zu, the number of elements of the accessor, is %zu", a->count,
                              a->sparse_count);
    if (!is_index_type(type))
        return gyre_gltf_fail(g, gyre_json_find(indices, "componentType"),
                              "must be 5121, 5123 or 5125 (unsigned whole numbers), is %zu", type);
    a->sparse_index_size = component_size(type);
    element_place at_indices = {
        .count = a->sparse_count, .size = a->sparse_index_size, .alignment = a->sparse_index_size};
    element_place at_values = {
        .count = a->sparse_count, .size = element_size, .alignment = component_size(a->component_type)};
    r = read_place(g, indices, GLTF_REQUIRED, &at_indices);
    if (r == GYRE_OK) r = read_place(g, values, GLTF_REQUIRED, &at_values);
    if (r == GYRE_OK) r = find_elements(g, &at_indices, &a->sparse_indices, &stride);
    if (r == GYRE_OK && stride != a->sparse_index_size)
        return gyre_gltf_fail(g, indices, "must not be in a bufferView with a byteStride");
    if (r == GYRE_OK) r = find_elements(g, &at_values, &a->sparse_values, &stride);
    if (r == GYRE_OK && stride != element_size)
        return gyre_gltf_fail(g, values, "must not be in a bufferView with a byteStride");
    return r == GYRE_OK ? check_sparse_indices(g, indices, a) : r;
}

static const uint8_t *element_at(const gltf_accessor *a, size_t i) {
    static const uint8_t zeros[16] = {0};
    size_t low = 0, high = a->sparse_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sparse_index(a, middle) < i)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < a->sparse_count && sparse_index(a, low) == i)
        return a->sparse_values.bytes + low * component_size(a->component_type) * a->component_count;
    return a->elements.bytes ? a->elements.bytes + i * a->stride : zeros;
}

// ---- accessors ----

static gyre_result check_type(gltf *g, const gyre_json_node *node, gltf_use use, const gltf_accessor *a) {
    static const char *const type_names[GLTF_USE_COUNT] = {"VEC3", "SCALAR"};
    static const char *const use_names[GLTF_USE_COUNT] = {"a POSITION", "the indices of a primitive"};
    const gyre_json_node *type = NULL, *component = gyre_json_find(node, "componentType");
    gyre_result r = gyre_gltf_member(g, node, "type", GYRE_JSON_STRING, GLTF_REQUIRED, &type);
    if (r != GYRE_OK) return r;
    if (strcmp(type->string, type_names[use]) != 0)
        return gyre_gltf_fail(g, type, "must be '%s' for %s, is '%s'", type_names[use], use_names[use],
                              gyre_gltf_quote(type).text);
    if (use == GLTF_USE_INDICES && !is_index_type(a->component_type))
        return gyre_gltf_fail(g, component, "must be 5121, 5123 or 5125 (unsigned whole numbers) for indices, is %u",
                              a->component_type);
    if (use == GLTF_USE_POSITION && a->component_type == COMPONENT_UNSIGNED_INT)
        return gyre_gltf_fail(g, component, "must be 5126 (float) for a POSITION, or 5120 to 5123, is %u",
                              a->component_type);
    return GYRE_OK;
}

// Reads and checks the members whose rules are the same for positions and indices.
static gyre_result read_numbers(gltf *g, const gyre_json_node *node, gltf_accessor *a) {
    size_t type = 0;
    gyre_result r = gyre_gltf_size(g, node, "componentType", GLTF_REQUIRED, 0, &type);
    if (r == GYRE_OK) r = gyre_gltf_size(g, node, "count", GLTF_REQUIRED, 0, &a->count);
    if (r != GYRE_OK) return r;
    if (component_size(type) == 0)
        return gyre_gltf_fail(g, gyre_json_find(node, "componentType"), "must be 5120 to 5123, 5125 or 5126, is %zu",
                              type);
    if (a->count == 0) return gyre_gltf_fail(g, gyre_json_find(node, "count"), "must be at least 1, is 0");
    if (a->count > UINT32_MAX)
        return gyre_gltf_fail(g, gyre_json_find(node, "count"), "is %zu, must be at most 4294967295", a->count);
    const gyre_json_node *normalized = gyre_json_find(node, "normalized");
    a->is_normalized = normalized && normalized->type == GYRE_JSON_TRUE;
    a->component_type = (unsigned)type;
    return GYRE_OK;
}

static gyre_result read_elements(gltf *g, const gyre_json_node *node, gltf_use use, gltf_accessor *a) {
    size_t alignment = component_size(a->component_type), size = alignment * a->component_count;
    element_place place = {.count = a->count, .size = size, .alignment = alignment};
    gyre_result r = read_place(g, node, GLTF_OPTIONAL, &place);
    if (r == GYRE_OK && place.view != GLTF_NONE) r = find_elements(g, &place, &a->elements, &a->stride);
    if (r != GYRE_OK) return r;
    if (use == GLTF_USE_INDICES && a->elements.bytes && a->stride != size)
        return gyre_gltf_fail(g, node, "has indices, which must not be in a bufferView with a byteStride");
    if (!a->elements.bytes && a->count > gyre_gltf_limit(g))
        return gyre_gltf_fail(g, gyre_json_find(node, "count"),
                              "is %zu without a bufferView, above the limit of %zu for a file of this size", a->count,
                              gyre_gltf_limit(g));
    const gyre_json_node *sparse = NULL;
    r = gyre_gltf_member(g, node, "sparse", GYRE_JSON_OBJECT, GLTF_OPTIONAL, &sparse);
    return r == GYRE_OK && sparse ? read_sparse(g, sparse, a, size) : r;
}

gyre_result gyre_gltf_accessor(gltf *g, size_t index, gltf_use use, const gltf_accessor **out) {
    gltf_accessor *a = &g->accessors[index];
    const gyre_json_node *node = g->lists[GLTF_ACCESSORS].items[index];
    size_t component_count = use == GLTF_USE_POSITION ? 3 : 1;
    gyre_result r = GYRE_OK;
    if (!a->is_read) {
        gltf_accessor fresh = {.component_count = component_count};
        r = read_numbers(g, node, &fresh);
        if (r == GYRE_OK) r = check_type(g, node, use, &fresh);
        if (r == GYRE_OK) r = read_elements(g, node, use, &fresh);
        if (r != GYRE_OK) return r;
        *a = fresh;
        a->is_read = true;
    } else if (a->component_count != component_count) {
        r = check_type(g, node, use, a); // already read with another number of components
    }
    if (r == GYRE_OK) *out = a;
    return r;
}

uint32_t gyre_gltf_index(const gltf_accessor *a, size_t i) {
    return unsigned_at(element_at(a, i), component_size(a->component_type));
}

uint32_t gyre_gltf_restart(const gltf_accessor *a) {
    return (uint32_t)((UINT64_C(1) << (8 * component_size(a->component_type))) - 1);
}

void gyre_gltf_position(const gltf_accessor *a, size_t i, double out[3]) {
    const uint8_t *bytes = element_at(a, i);
    size_t size = component_size(a->component_type);
    for (size_t k = 0; k < 3; k++)
        out[k] = component_at(bytes + k * size, a->component_type, a->is_normalized);
}
