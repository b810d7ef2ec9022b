/// The keys of scene files as tables: for reading, for the schema, for the documentation.
#pragma once

#include "gyre/scene.h"

#include <stdbool.h>

typedef enum key_type {
#define KEY_TYPE(name, text) KEY_TYPE_##name,
#include "scene/scene_keys.def"
    KEY_TYPE_COUNT
} key_type;

/// Every key of the list, object by object: those of a body are KEY_BEGIN_body to KEY_END_body - 1.
enum key_number {
#define OBJECT_BEGIN(object) KEY_BEGIN_##object, KEY_BEFORE_##object = KEY_BEGIN_##object - 1,
#define OBJECT_END(object) KEY_END_##object, KEY_LAST_##object = KEY_END_##object - 1,
#define KEY(object, name, type, rule, initial, text) KEY_##object##_##name,
#define KEY_REQUIRED(object, name, type, rule, text) KEY_##object##_##name,
#define KEY_SPELT(object, name, spelling, type, text) KEY_##object##_##name,
#define KEY_CHOICE(object, name, names, initial, text) KEY_##object##_##name,
#include "scene/scene_keys.def"
    KEY_COUNT
};

typedef struct key_row {
    const char *name;
    key_type type;
    gyre_field_rule rule;
    bool is_required;
    const char *initial; // the default as JSON, or NULL
    const char *choices; // of a choice: names each ended by \0, the last by two
    const char *text;
    size_t first, count;               // of a shape's key: the parameters it sets
    const gyre_force_field_row *field; // of a force's key: the parameter it sets, or NULL
} key_row;

/// The keys of an object, say KEY_ROWS(body); what it is called in messages.
#define KEY_ROWS(object) (gyre_key_rows() + KEY_BEGIN_##object), (size_t)(KEY_END_##object - KEY_BEGIN_##object)
const key_row *gyre_key_rows(void);

/// The keys of a shape or of a force, composed of several lists.
enum { KEY_SET_MAX = 24 };
typedef struct key_set {
    key_row rows[KEY_SET_MAX];
    size_t count;
} key_set;

/// What a shape may be besides a gyre_shape_kind.
enum { SHAPE_COMPOUND = GYRE_SHAPE_KIND_COUNT, SHAPE_MESH };

/// "box", "compound", "mesh", and a line of description; NULL for other numbers.
const char *gyre_shape_word(int kind);
const char *gyre_shape_description(int kind);

/// The keys of a shape of this kind, of a compound or of a mesh; as a part of a compound too.
key_set gyre_shape_keys(int kind, bool is_part);

/// The keys of a force: what every force has, then `to` and the like, then the parameters of forces.def. `callback` has
/// none that a file could give.
key_set gyre_force_keys(gyre_force_kind kind);

/// The name with that number among the choices of a row.
const char *gyre_choice_name(const key_row *row, int choice);

/// The row of a key, or `count` when there is none.
size_t gyre_key_find(const key_row *rows, size_t count, const char *name);

/// What somebody may have meant by a key that is not there, or NULL. `object` as in the list: "body".
const char *gyre_key_meant(const char *object, const key_row *rows, size_t count, const char *wrong);

/// "a number"; never NULL.
const char *gyre_key_type_text(key_type type);
/// "> 0", or "" when every number will do.
const char *gyre_key_rule_text(gyre_field_rule rule);
