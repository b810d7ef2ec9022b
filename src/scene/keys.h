/// Tables of the keys in scene files, used by the reader, the JSON Schema and the documentation.
#pragma once

#include "gyre/scene.h"

#include <stdbool.h>

typedef enum key_type {
#define KEY_TYPE(name, text) KEY_TYPE_##name,
#include "scene/scene_keys.def"
    KEY_TYPE_COUNT
} key_type;

/// Numbers of all keys. The keys of a body are KEY_BEGIN_body to KEY_END_body - 1.
enum key_number {
#define OBJECT_BEGIN(object) KEY_BEGIN_##object, KEY_BEFORE_##object = KEY_BEGIN_##object - 1,
#define OBJECT_END(object) KEY_END_##object, KEY_LAST_##object = KEY_END_##object - 1,
#define KEY(object, name, type, rule, initial, text) KEY_##object##_##name,
#define KEY_REQUIRED(object, name, type, rule, text) KEY_##object##_##name,
#define KEY_SPELT(object, name, spelling, type, text) KEY_##object##_##name,
#define KEY_NAMES(object, name, type, names, initial, text) KEY_##object##_##name,
#define KEY_LIST(object, name, items, is_required, initial, text) KEY_##object##_##name,
#include "scene/scene_keys.def"
    KEY_COUNT
};

typedef struct key_row {
    const char *name;
    key_type type;
    gyre_field_rule rule;
    bool is_required;
    const char *initial; // the default as JSON, or NULL
    const char *choices; // names of choices or locks, each ended by \0, the last by two
    const char *items;   // name in scene_keys.def of the objects in a list; "pair": two numbers
    const char *text;
    size_t first, count;               // parameters of a shape that the key sets
    const gyre_force_field_row *field; // parameter of a force that the key sets, or NULL
} key_row;

/// Pointer to the keys of an object and their count, as two arguments: KEY_ROWS(body).
#define KEY_ROWS(object) (gyre_key_rows() + KEY_BEGIN_##object), (size_t)(KEY_END_##object - KEY_BEGIN_##object)
const key_row *gyre_key_rows(void);

/// Name of a key of the list: KEY_NAME(body, mass).
#define KEY_NAME(object, key) (gyre_key_rows()[KEY_##object##_##key].name)

/// Returns the default of a key whose default is a number.
double gyre_key_number(const key_row *row);

/// Uses of a key that sets a member of gyre_body_def; see scene_keys.def.
typedef enum field_use { FIELD_motion, FIELD_mass, FIELD_dynamic, FIELD_free } field_use;
typedef struct body_field {
    int key;              // KEY_body_...
    size_t offset, count; // offset and number of the doubles in gyre_body_def
    field_use use;
} body_field;

/// Returns all keys that set members of gyre_body_def.
const body_field *gyre_body_fields(size_t *out_count);

/// Keys of a shape or a force, combined from several lists.
enum { KEY_SET_MAX = 24 };
typedef struct key_set {
    key_row rows[KEY_SET_MAX];
    size_t count;
} key_set;

/// Types of shapes besides gyre_shape_kind.
enum { SHAPE_COMPOUND = GYRE_SHAPE_KIND_COUNT, SHAPE_MESH };

/// Returns the name of a type of shape ("box", "compound", "mesh"), or its one-line description; NULL for other
/// numbers.
const char *gyre_shape_word(int kind);
const char *gyre_shape_description(int kind);

/// Returns the keys of a shape, compound or mesh. `is_part` adds the keys of a part of a compound.
key_set gyre_shape_keys(int kind, bool is_part);

/// Returns the name of a kind of force, or NULL for a callback, because files cannot contain functions.
const char *gyre_force_word(int kind);

/// Returns the keys of a force: the keys common to all forces, then its parameters from forces.def with `at_frame`,
/// `to` and `to_at`. Parameters that are functions or pointers have no keys.
key_set gyre_force_keys(gyre_force_kind kind);

/// Choices of `at_frame`.
enum { AT_FRAME_BODY, AT_FRAME_WORLD };

/// Storage of a parameter of a force: doubles, a point, an int, or nothing that a file can contain.
typedef enum field_storage { STORED_NOT_IN_FILES, STORED_NUMBERS, STORED_POINT, STORED_INT } field_storage;
field_storage gyre_field_storage(gyre_field_type type);

/// A condition on the keys of a force.
typedef struct force_condition {
    gyre_force_kind force;
    const char *names; // keys, each ended by \0, the last by two
    const char *flag;  // key of a flag; "" is treated as a false flag
    int value;
    bool is_needed;   // true: if the flag has this value, one of the keys must be given; false: the key is allowed only
                      // if the flag has this value
    const char *text; // the problem
} force_condition;

/// Returns all conditions.
const force_condition *gyre_force_conditions(size_t *out_count);

/// Returns the name of a choice by its number.
const char *gyre_choice_name(const key_row *row, int choice);

/// Returns the index of a key, or `count` if the rows have no such key.
size_t gyre_key_find(const key_row *rows, size_t count, const char *name);

/// Returns the known key that the user of an unknown key probably meant, or NULL. `object` is a name of scene_keys.def:
/// "body".
const char *gyre_key_meant(const char *object, const key_row *rows, size_t count, const char *wrong);

/// Returns the type of shape or force that other programs call `wrong`, or NULL.
const char *gyre_type_alias(const char *object, const char *wrong);

/// Describes the values of a type, such as "a number"; never returns NULL.
const char *gyre_key_type_text(key_type type);
/// Returns the range of a number, such as "> 0"; "" if any number is allowed.
const char *gyre_key_rule_text(gyre_field_rule rule);
