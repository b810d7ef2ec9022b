/// A glTF 2.0 file while it is read: its JSON, its buffers, and what is found in them.
///
/// Nothing is believed before it was checked, and everything is looked at only when a mesh of the scene leads there:
/// images, animations and what belongs to other scenes may say what they like.
#pragma once

#include "json/json.h"
#include "mesh/model_builder.h"

/// The lists of a file that others point into by number.
typedef enum gltf_list_kind {
    GLTF_BUFFERS,
    GLTF_BUFFER_VIEWS,
    GLTF_ACCESSORS,
    GLTF_MESHES,
    GLTF_NODES,
    GLTF_SCENES,
    GLTF_LIST_COUNT
} gltf_list_kind;

typedef struct gltf_list {
    const gyre_json_node **items; // objects; NULL when there are none
    size_t count;
} gltf_list;

enum { GLTF_REQUIRED = 1, GLTF_OPTIONAL = 0 };
static const size_t GLTF_NONE = (size_t)-1; // no index

/// Bytes that were checked to be there.
typedef struct gltf_span {
    const uint8_t *bytes; // NULL: all zero
    size_t size;
} gltf_span;

typedef struct gltf_buffer {
    bool is_read;
    gltf_span span;
    uint8_t *decoded;   // of a data URI; owned
    char *reference;    // of another file; owned
    bool is_loaded;     // and to be unloaded; not when another buffer has the same file
    const void *loaded; // what the loader handed out
    size_t loaded_size;
} gltf_buffer;

/// Numbers in buffers. Elements are read by index with gyre_gltf_index and gyre_gltf_position.
typedef struct gltf_accessor {
    bool is_read;
    bool is_normalized;
    unsigned component_type; // as in the file: 5126 for float
    size_t component_count;  // 1 or 3
    size_t count, stride;
    gltf_span elements;
    // elements that are elsewhere, by ascending index
    size_t sparse_count, sparse_index_size;
    gltf_span sparse_indices, sparse_values;
} gltf_accessor;

/// A mesh at its place in the world.
typedef struct gltf_instance {
    const gyre_json_node *place; // the node, or the mesh in a file without nodes
    size_t mesh;
    double matrix[12]; // three rows of four: world = matrix (x, y, z, 1)
    bool is_mirrored;
} gltf_instance;

typedef struct gltf {
    model_source *source;
    model_builder *builder;
    const gyre_allocator *allocator;
    bool is_binary;
    gltf_span text, bin; // JSON and, in GLB, the bytes behind it
    gyre_json *json;
    const gyre_json_node *root;
    gltf_list lists[GLTF_LIST_COUNT];
    gltf_buffer *buffers;     // as many as in the list
    gltf_accessor *accessors; // as many as in the list
    gltf_instance *instances;
    size_t instance_count;
    size_t bytes_there; // of the file and of the files that it leads to
    // what becomes of the vertices of one accessor, for primitives that share it: numbers below scope_first are old
    uint32_t *vertex_of;
    size_t vertex_of_room;
    size_t scope_accessor, scope_first;
    size_t triangle_total, triangle_done;
} gltf;

// ---- gltf_json.c: values, and what is wrong with them ----

/// Fails with the path of a value in front, such as "accessors[3].count", and its place in the file.
__attribute__((format(printf, 3, 4))) gyre_result gyre_gltf_fail(gltf *g, const gyre_json_node *node,
                                                                 const char *format, ...);
/// A string of the file for a sentence: its beginning, without control characters.
typedef struct gltf_quote {
    char text[56];
} gltf_quote;
gltf_quote gyre_gltf_quote(const gyre_json_node *string);
/// A member with that type, or NULL; a wrong type, or a missing member that is required, is a failure.
gyre_result gyre_gltf_member(gltf *g, const gyre_json_node *object, const char *key, gyre_json_type type,
                             int is_required, const gyre_json_node **out);
/// A whole number >= 0; `fallback` when it is missing and not required.
gyre_result gyre_gltf_size(gltf *g, const gyre_json_node *object, const char *key, int is_required, size_t fallback,
                           size_t *out);
/// `node` as the number of something that there is.
gyre_result gyre_gltf_index_into(gltf *g, const gyre_json_node *node, gltf_list_kind kind, size_t *out);
/// The same of a member; GLTF_NONE when it is missing and not required.
gyre_result gyre_gltf_reference(gltf *g, const gyre_json_node *object, const char *key, gltf_list_kind kind,
                                int is_required, size_t *out);
/// An array of exactly `count` numbers; untouched when it is missing.
gyre_result gyre_gltf_numbers(gltf *g, const gyre_json_node *object, const char *key, size_t count, double *out);
/// Makes the lists.
gyre_result gyre_gltf_read_lists(gltf *g);

// ---- gltf_container.c ----

/// Finds the JSON and the binary chunk.
gyre_result gyre_gltf_open(gltf *g);

// ---- gltf_buffers.c ----

/// The bytes of a buffer view; those of its buffer are fetched when first asked for.
/// *out_stride is 0 when the view says nothing.
gyre_result gyre_gltf_view(gltf *g, size_t view, gltf_span *out, size_t *out_stride);
void gyre_gltf_free_buffers(gltf *g);

// ---- gltf_accessors.c ----

/// Numbers of a use: three for each POSITION, one for each index.
typedef enum gltf_use { GLTF_USE_POSITION, GLTF_USE_INDICES, GLTF_USE_COUNT } gltf_use;

/// Reads and checks accessor `index`; valid until the end.
gyre_result gyre_gltf_accessor(gltf *g, size_t index, gltf_use use, const gltf_accessor **out);
/// Element i < count.
uint32_t gyre_gltf_index(const gltf_accessor *accessor, size_t i);
/// The largest number that an index could be: it restarts a primitive in graphics hardware, and is not allowed.
uint32_t gyre_gltf_restart(const gltf_accessor *accessor);
void gyre_gltf_position(const gltf_accessor *accessor, size_t i, double out[3]);

// ---- gltf_nodes.c ----

/// Fills the instances: every mesh of the scene, where it stands.
gyre_result gyre_gltf_find_instances(gltf *g);

// ---- gltf_triangles.c ----

/// The triangles of all instances, into the builder.
gyre_result gyre_gltf_build(gltf *g);

/// How much may come out of a file: LIMIT_FREE triangles, and LIMIT_PER_BYTE for every byte of it. A mesh that stands
/// in many places makes much out of little, and so does an accessor of zeros; without a limit a page of JSON could ask
/// for all memory there is. The densest file that repeats nothing has one triangle per byte.
enum { GLTF_LIMIT_FREE = 1 << 18, GLTF_LIMIT_PER_BYTE = 16 };
size_t gyre_gltf_limit(const gltf *g);
