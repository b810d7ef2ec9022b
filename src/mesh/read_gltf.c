/// Reads glTF 2.0, as JSON (.gltf) or binary (.glb): all triangles of the scene in scene coordinates. Ignores skins,
/// morph targets, animations, materials and images.
#include "mesh/gltf.h"

#include "base/memory.h"

#include <string.h>

// ---- version and extensions ----

// Parses "2.0" into two numbers.
static bool parse_version(const char *text, unsigned *major, unsigned *minor) {
    unsigned *numbers[2] = {major, minor};
    for (int i = 0; i < 2; i++) {
        size_t digits = strspn(text, "0123456789");
        if (digits < 1 || digits > 4) return false;
        *numbers[i] = 0;
        for (size_t k = 0; k < digits; k++)
            *numbers[i] = *numbers[i] * 10 + (unsigned)(text[k] - '0');
        text += digits;
        if (i == 0 && *text++ != '.') return false;
    }
    return *text == '\0';
}

static gyre_result check_asset(gltf *g) {
    const gyre_json_node *asset = NULL, *version = NULL, *least = NULL;
    unsigned major = 0, minor = 0;
    gyre_result r = gyre_gltf_member(g, g->root, "asset", GYRE_JSON_OBJECT, GLTF_REQUIRED, &asset);
    if (r == GYRE_OK) r = gyre_gltf_member(g, asset, "version", GYRE_JSON_STRING, GLTF_REQUIRED, &version);
    if (r == GYRE_OK) r = gyre_gltf_member(g, asset, "minVersion", GYRE_JSON_STRING, GLTF_OPTIONAL, &least);
    if (r != GYRE_OK) return r;
    if (!parse_version(version->string, &major, &minor) || major != 2)
        return gyre_gltf_fail(g, version, "is '%s', but only version 2.0 is supported", gyre_gltf_quote(version).text);
    if (least && (!parse_version(least->string, &major, &minor) || major != 2 || minor > 0))
        return gyre_gltf_fail(g, least, "is '%s', but only version 2.0 is supported", gyre_gltf_quote(least).text);
    return GYRE_OK;
}

// True for extensions that do not affect triangles or that this reader supports (quantised positions). A listed name
// that ends with '_' is a prefix.
static bool is_extension_fine(const gyre_json_node *name) {
    static const char *const fine[] = {"KHR_mesh_quantization", "KHR_materials_", "KHR_texture_",  "KHR_lights_",
                                       "EXT_texture_",          "EXT_lights_",    "MSFT_texture_", "KHR_xmp_json_ld",
                                       "KHR_animation_pointer", "EXT_materials_"};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        size_t length = strlen(fine[i]);
        bool is_family = fine[i][length - 1] == '_';
        if (is_family ? strncmp(name->string, fine[i], length) == 0 : strcmp(name->string, fine[i]) == 0) return true;
    }
    return false;
}

static gyre_result check_extensions(gltf *g) {
    const gyre_json_node *required = NULL;
    gyre_result r = gyre_gltf_member(g, g->root, "extensionsRequired", GYRE_JSON_ARRAY, GLTF_OPTIONAL, &required);
    const gyre_json_node *name = r == GYRE_OK && required ? gyre_json_first(required) : NULL;
    for (; name && r == GYRE_OK; name = gyre_json_next(name)) {
        if (name->type != GYRE_JSON_STRING)
            return gyre_gltf_fail(g, name, "must be a string, is %s", gyre_json_type_text(name->type));
        if (!is_extension_fine(name))
            return gyre_gltf_fail(g, name, "is '%s', which is not supported: export the model without this extension",
                                  gyre_gltf_quote(name).text);
    }
    return r;
}

// ---- reading ----

static gyre_result read_json(gltf *g) {
    gyre_json_options options = gyre_json_options_default();
    gyre_json_error error = {0};
    options.max_size = SIZE_MAX; // data URIs are long; memory is bounded by the number of values
    gyre_result r = gyre_json_read(g->text.bytes, g->text.size, &options, g->allocator, &g->json, &error);
    if (r == GYRE_ERR_NO_MEMORY) return r;
    if (r != GYRE_OK) {
        size_t byte = (size_t)(g->text.bytes - g->source->bytes) + error.place.offset;
        gyre_model_fail(g->source, byte, "%s", error.text);
        if (!g->is_binary) {
            g->source->error->line = (int)error.place.line;
            g->source->error->column = (int)error.place.column;
        }
        return GYRE_ERR_MODEL;
    }
    g->root = gyre_json_root(g->json);
    if (g->root->type == GYRE_JSON_OBJECT) return GYRE_OK;
    return gyre_gltf_fail(g, g->root, "must be an object, is %s", gyre_json_type_text(g->root->type));
}

// Allocates one zeroed item per entry of the list.
static gyre_result take_zeros(gltf *g, gltf_list_kind kind, size_t size, void **out) {
    size_t count = g->lists[kind].count;
    if (count == 0) return GYRE_OK;
    *out = gyre_take_array(g->allocator, count, size);
    if (!*out) return GYRE_ERR_NO_MEMORY;
    memset(*out, 0, count * size);
    return GYRE_OK;
}

static gyre_result take_tables(gltf *g) {
    void *buffers = NULL, *accessors = NULL;
    gyre_result r = take_zeros(g, GLTF_BUFFERS, sizeof *g->buffers, &buffers);
    if (r == GYRE_OK) r = take_zeros(g, GLTF_ACCESSORS, sizeof *g->accessors, &accessors);
    g->buffers = buffers;
    g->accessors = accessors;
    return r;
}

static void free_all(gltf *g) {
    gyre_give_back(g->allocator, g->vertex_of);
    gyre_give_back(g->allocator, g->instances);
    gyre_give_back(g->allocator, g->accessors);
    gyre_gltf_free_buffers(g);
    for (int kind = 0; kind < GLTF_LIST_COUNT; kind++)
        gyre_give_back(g->allocator, g->lists[kind].items);
    gyre_json_destroy(g->json);
}

gyre_result gyre_read_gltf(model_source *source, model_builder *builder) {
    gltf g = {.source = source, .builder = builder, .allocator = builder->allocator, .bytes_there = source->size};
    gyre_result r = gyre_gltf_open(&g);
    if (r == GYRE_OK) r = read_json(&g);
    if (r == GYRE_OK) r = check_asset(&g);
    if (r == GYRE_OK) r = check_extensions(&g);
    if (r == GYRE_OK) r = gyre_gltf_read_lists(&g);
    if (r == GYRE_OK) r = take_tables(&g);
    if (r == GYRE_OK) r = gyre_gltf_find_instances(&g);
    if (r == GYRE_OK) r = gyre_gltf_build(&g);
    if (r == GYRE_OK && builder->triangle_count == 0)
        r = gyre_gltf_fail(&g, g.root, "has no triangles in its scene, which contains %zu meshes", g.instance_count);
    free_all(&g);
    return r;
}
