/// State of the glTF 2.0 reader: the JSON, the buffers and the decoded accessors.
///
/// Data is validated when a mesh of the scene refers to it. Images, animations and other scenes are never read, so
/// errors in them do not matter.
#pragma once

#include "json/json.h"
#include "mesh/model_builder.h"

/// Top-level arrays that other objects refer to by index.
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
    const gyre_json_node **items; // JSON objects; NULL if the file has no such array
    size_t count;
} gltf_list;

enum { GLTF_REQUIRED = 1, GLTF_OPTIONAL = 0 };
static const size_t GLTF_NONE = (size_t)-1; // missing index

/// A range of bytes whose bounds were checked.
typedef struct gltf_span {
    const uint8_t *bytes; // NULL: all bytes are zero
    size_t size;
} gltf_span;

typedef struct gltf_buffer {
    bool is_read;
    gltf_span span;
    uint8_t *decoded;   // bytes of a data URI; owned
    char *reference;    // relative path of another file; owned
    bool is_loaded;     // 1: this buffer must unload `loaded`; 0: another buffer loaded the same file
    const void *loaded; // bytes returned by the loader
    size_t loaded_size;
} gltf_buffer;

/// A decoded accessor. Its elements are read with gyre_gltf_index and gyre_gltf_position.
typedef struct gltf_accessor {
    bool is_read;
    bool is_normalized;
    unsigned component_type; // glTF constant, such as 5126 for float
    size_t component_count;  // 1 or 3
    size_t count, stride;
    gltf_span elements;
    // sparse elements, sorted by index
    size_t sparse_count, sparse_index_size;
    gltf_span sparse_indices, sparse_values;
} gltf_accessor;

/// A mesh with its transformation to scene coordinates.
typedef struct gltf_instance {
    const gyre_json_node *place; // the node; the mesh itself in a file without nodes
    size_t mesh;
    double matrix[12]; // rows 0 to 2: world = matrix (x, y, z, 1)
    bool is_mirrored;
} gltf_instance;

typedef struct gltf {
    model_source *source;
    model_builder *builder;
    const gyre_allocator *allocator;
    bool is_binary;
    gltf_span text, bin; // the JSON, and the binary chunk of a GLB file
    gyre_json *json;
    const gyre_json_node *root;
    gltf_list lists[GLTF_LIST_COUNT];
    gltf_buffer *buffers;     // one per entry of the JSON list
    gltf_accessor *accessors; // one per entry of the JSON list
    gltf_instance *instances;
    size_t instance_count;
    size_t bytes_there; // total size of the file and the files it refers to
    // vertex_of[i]: builder index of element i of accessor scope_accessor; stale if below scope_first
    uint32_t *vertex_of;
    size_t vertex_of_room;
    size_t scope_accessor, scope_first;
    size_t triangle_total, triangle_done;
} gltf;

// ---- gltf_json.c: typed access to JSON values ----

/// Reports an error at `node`: its path, such as "accessors[3].count", then the message. Returns GYRE_ERR_MODEL.
__attribute__((format(printf, 3, 4))) gyre_result gyre_gltf_fail(gltf *g, const gyre_json_node *node,
                                                                 const char *format, ...);
/// Reports a warning at `node` in the same way.
__attribute__((format(printf, 3, 4))) void gyre_gltf_warn(gltf *g, const gyre_json_node *node, const char *format, ...);
/// Returns the beginning of a JSON string for a message, with control characters replaced.
typedef struct gltf_quote {
    char text[56];
} gltf_quote;
gltf_quote gyre_gltf_quote(const gyre_json_node *string);
/// Finds a member. Sets *out to NULL if an optional member is missing; fails if a required member is missing or the
/// type is wrong.
gyre_result gyre_gltf_member(gltf *g, const gyre_json_node *object, const char *key, gyre_json_type type,
                             int is_required, const gyre_json_node **out);
/// Reads a non-negative integer member; `fallback` if it is optional and missing.
gyre_result gyre_gltf_size(gltf *g, const gyre_json_node *object, const char *key, int is_required, size_t fallback,
                           size_t *out);
/// Reads `node` as an index into the list `kind` and checks its range.
gyre_result gyre_gltf_index_into(gltf *g, const gyre_json_node *node, gltf_list_kind kind, size_t *out);
/// Reads a member as an index into the list `kind`; GLTF_NONE if it is optional and missing.
gyre_result gyre_gltf_reference(gltf *g, const gyre_json_node *object, const char *key, gltf_list_kind kind,
                                int is_required, size_t *out);
/// Reads an array of exactly `count` numbers; leaves `out` untouched if the member is missing.
gyre_result gyre_gltf_numbers(gltf *g, const gyre_json_node *object, const char *key, size_t count, double *out);
/// Collects the top-level arrays.
gyre_result gyre_gltf_read_lists(gltf *g);

// ---- gltf_container.c ----

/// Finds the JSON chunk and the binary chunk.
gyre_result gyre_gltf_open(gltf *g);

// ---- gltf_buffers.c ----

/// Finds the bytes of a buffer view; loads its buffer on first use. *out_stride is 0 if the view has no byteStride.
gyre_result gyre_gltf_view(gltf *g, size_t view, gltf_span *out, size_t *out_stride);
void gyre_gltf_free_buffers(gltf *g);

// ---- gltf_accessors.c ----

/// Purpose of an accessor: POSITION has three components, indices have one.
typedef enum gltf_use { GLTF_USE_POSITION, GLTF_USE_INDICES, GLTF_USE_COUNT } gltf_use;

/// Reads and validates accessor `index`. The result is valid until the reader ends.
gyre_result gyre_gltf_accessor(gltf *g, size_t index, gltf_use use, const gltf_accessor **out);
/// Returns element i of an index accessor, i < count.
uint32_t gyre_gltf_index(const gltf_accessor *accessor, size_t i);
/// Returns the largest value of the component type. This is the primitive restart value, which glTF forbids as an
/// index.
uint32_t gyre_gltf_restart(const gltf_accessor *accessor);
void gyre_gltf_position(const gltf_accessor *accessor, size_t i, double out[3]);

// ---- gltf_nodes.c ----

/// Collects the meshes of the scene with their transformations.
gyre_result gyre_gltf_find_instances(gltf *g);

// ---- gltf_triangles.c ----

/// Adds the triangles of all instances to the builder.
gyre_result gyre_gltf_build(gltf *g);

/// Limit on the number of triangles from a file: GLTF_LIMIT_FREE plus GLTF_LIMIT_PER_BYTE for each byte. Without this
/// limit, a small file could exhaust memory with many instances of a mesh or all-zero accessors. A file without
/// repetition has at most one triangle per byte.
enum { GLTF_LIMIT_FREE = 1 << 18, GLTF_LIMIT_PER_BYTE = 16 };
size_t gyre_gltf_limit(const gltf *g);
