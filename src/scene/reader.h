/// Reads values of a scene, and reports their positions, types and problems.
#pragma once

#include "base/name_table.h"
#include "json/json.h"
#include "scene/keys.h"
#include "scene/problems.h"
#include "scene/scene.h"

/// Path from the top of the file to a value; stored on the reading function's stack.
typedef struct place {
    const struct place *parent; // NULL at the top of the file
    const char *key;            // key in the parent object, or NULL for an item of an array
    size_t index;
    const gyre_json_node
        *node;   // NULL if the value is missing; then problems are reported at the nearest enclosing value
    bool is_key; // true: the place is the key, not its value
} place;

/// The name and id of a body, for forces.
typedef struct body_entry {
    const char *name; // owned by the JSON tree; NULL if it could not be read
    gyre_body_id id;  // the zero id if the body had a problem
} body_entry;

typedef struct scene_reader {
    const gyre_allocator *allocator;
    gyre_loader loader;
    gyre_scene *scene;
    problem_list problems;
    bool is_out_of_memory;
    body_entry *bodies;
    size_t body_count;
    name_table body_names, force_names; // values are indices in the file
    name_table mesh_names;              // values are indices in the scene's meshes
} scene_reader;

enum { NAME_BYTES_MAX = 255 }; // limit for names of bodies and forces, equal to the world's limit

/// True while problems are few enough for suggestions. Suggestions are limited because they are slow.
static inline bool gyre_may_suggest(const scene_reader *reader) { return reader->problems.error_count < 1000; }

/// A value that was read.
enum { KEY_NUMBERS_MAX = 16 };
typedef struct key_value {
    const gyre_json_node *node; // NULL if the key is missing
    bool is_good;               // the value is given and valid
    double numbers[KEY_NUMBERS_MAX];
    size_t count;     // count of numbers
    int choice;       // value of a choice, flag, set of locks or method
    const char *text; // value of a string
} key_value;

static inline place place_of_key(const place *parent, const char *key, const gyre_json_node *node) {
    return (place){parent, key, 0, node, false};
}
static inline place place_of_item(const place *parent, size_t index, const gyre_json_node *node) {
    return (place){parent, NULL, index, node, false};
}

/// Reports a problem at a place.
__attribute__((format(printf, 3, 4))) void gyre_problem_at(scene_reader *reader, const place *at, const char *format,
                                                           ...);

/// Reports a warning at a place: the value is valid but probably a mistake.
__attribute__((format(printf, 3, 4))) void gyre_warn_at(scene_reader *reader, const place *at, const char *format, ...);

/// Formats a user's string for a message: in quotes, shortened, on one line. Returns the buffer.
enum { QUOTED_SIZE = 56 };
const char *gyre_quoted(const char *text, char buffer[QUOTED_SIZE]);

/// Formats a number for a message. Returns the buffer.
enum { NUMBER_SIZE = 32 };
const char *gyre_number_in_words(double value, char buffer[NUMBER_SIZE]);

/// Reads every key of an object into values[0..count-1] in the order of the rows. Reports invalid values, unknown keys
/// (`object` is a name of scene_keys.def) and missing keys. Returns false if the node is not an object.
bool gyre_read_keys(scene_reader *reader, const place *at, const char *object, const key_row *rows, size_t count,
                    key_value *values);

/// Reports an unknown type of an object ("shape", "force") with a suggestion or the known types: name_of(0) to
/// name_of(count - 1), except NULL.
void gyre_unknown_type(scene_reader *reader, const place *at, const char *object, const char *(*name_of)(int kind),
                       int count, const char *wrong);

/// Reports a value of the wrong type; `wanted` is the expected type, such as "a number".
void gyre_wrong_type(scene_reader *reader, const place *at, const char *wanted);

/// Reads one value as its row prescribes.
void gyre_read_value(scene_reader *reader, const place *at, const key_row *row, key_value *out_value);

/// Reads an array of `count` numbers; each must obey the rule.
bool gyre_read_numbers(scene_reader *reader, const place *at, size_t count, gyre_field_rule rule, double *out_numbers);

/// Reads all items of an array as numbers; each must obey the rule.
bool gyre_read_items(scene_reader *reader, const place *at, gyre_field_rule rule, double *out_numbers);

/// Reads a quaternion, or an object with axis and angle.
bool gyre_read_orientation(scene_reader *reader, const place *at, const key_row *row, key_value *v);

static inline gyre_vec3 vec3_of(const key_value *v) { return (gyre_vec3){v->numbers[0], v->numbers[1], v->numbers[2]}; }
static inline gyre_quat quat_of_value(const key_value *v) {
    return (gyre_quat){v->numbers[0], v->numbers[1], v->numbers[2], v->numbers[3]};
}
