/// Reading values of a scene: where they stand, what they must be, and what is said when they are not.
#pragma once

#include "base/name_table.h"
#include "json/json.h"
#include "scene/keys.h"
#include "scene/problems.h"
#include "scene/scene.h"

/// The way from the top of the file to a value; lives on the stack of whoever reads it.
typedef struct place {
    const struct place *parent; // NULL at the top
    const char *key;            // of the parent object, or NULL: then `index` is that in the parent array
    size_t index;
    const gyre_json_node *node; // NULL when it is missing: then the nearest object around it is meant
    bool is_key;                // the key is meant, not its value
} place;

/// What is known of a body when forces are read.
typedef struct body_entry {
    const char *name; // in the JSON tree; NULL when it could not be read
    gyre_body_id id;  // none when the body had a problem
} body_entry;

typedef struct scene_reader {
    const gyre_allocator *allocator;
    gyre_loader loader;
    gyre_scene *scene;
    problem_list problems;
    bool is_out_of_memory;
    int warning_count;
    body_entry *bodies;
    size_t body_count;
    name_table body_names, force_names; // index in the file
    name_table mesh_names;              // index in the scene's meshes
} scene_reader;

enum { NAME_BYTES_MAX = 255 }; // of bodies and forces, as the world has it

/// Suggestions cost time: after a thousand problems nobody is waiting for them.
static inline bool gyre_may_suggest(const scene_reader *reader) { return reader->problems.total < 1000; }

/// A value that was read.
enum { KEY_NUMBERS_MAX = 16 };
typedef struct key_value {
    const gyre_json_node *node; // NULL: the key is not there
    bool is_good;               // there, and what it must be
    double numbers[KEY_NUMBERS_MAX];
    size_t count;     // of numbers
    int choice;       // number of a choice, flag, lock bits, method
    const char *text; // of strings
} key_value;

static inline place place_of_key(const place *parent, const char *key, const gyre_json_node *node) {
    return (place){parent, key, 0, node, false};
}
static inline place place_of_item(const place *parent, size_t index, const gyre_json_node *node) {
    return (place){parent, NULL, index, node, false};
}

/// Says what is wrong at a place.
__attribute__((format(printf, 3, 4))) void gyre_problem_at(scene_reader *reader, const place *at, const char *format,
                                                           ...);

/// Warns of what is allowed but hardly meant, through the scene's log. One scene is warned a few times only.
__attribute__((format(printf, 3, 4))) void gyre_warn_at(scene_reader *reader, const place *at, const char *format, ...);

/// A user's string in a message: in quotes, short, on one line. The buffer is returned.
enum { QUOTED_SIZE = 56 };
const char *gyre_quoted(const char *text, char buffer[QUOTED_SIZE]);

/// A number in a message.
enum { NUMBER_SIZE = 32 };
const char *gyre_number_in_words(double value, char buffer[NUMBER_SIZE]);

/// Reads every key of an object into values[0..count-1] in the order of the rows. Says what is wrong with each, which
/// keys are unknown (`object` as in scene_keys.def) and which are missing. False when the node is no object.
bool gyre_read_keys(scene_reader *reader, const place *at, const char *object, const key_row *rows, size_t count,
                    key_value *values);

/// One value by its row.
void gyre_read_value(scene_reader *reader, const place *at, const key_row *row, key_value *out_value);

/// `count` numbers in an array, each by the rule.
bool gyre_read_numbers(scene_reader *reader, const place *at, size_t count, gyre_field_rule rule, double *out_numbers);

static inline gyre_vec3 vec3_of(const key_value *v) { return (gyre_vec3){v->numbers[0], v->numbers[1], v->numbers[2]}; }
static inline gyre_quat quat_of_value(const key_value *v) {
    return (gyre_quat){v->numbers[0], v->numbers[1], v->numbers[2], v->numbers[3]};
}
