/// Tables of the keys of scene files, generated from scene_keys.def, primitives.def and forces.def.
#include "scene/keys.h"

#include "base/check.h"
#include "base/number_text.h"
#include "scene/suggest.h"

#include <stddef.h>
#include <string.h>

static const char unit_names[] =
#define X(name, metres) #name "\0"
#include "gyre/length_units.def"
#undef X
    ;

static const key_row rows_of_list[KEY_COUNT] = {
#define KEY(object, key, key_type, key_rule, default_value, meaning)                                                   \
    {.name = #key,                                                                                                     \
     .type = KEY_TYPE_##key_type,                                                                                      \
     .rule = GYRE_RULE_##key_rule,                                                                                     \
     .initial = default_value,                                                                                         \
     .text = meaning},
#define KEY_REQUIRED(object, key, key_type, key_rule, meaning)                                                         \
    {.name = #key, .type = KEY_TYPE_##key_type, .rule = GYRE_RULE_##key_rule, .is_required = true, .text = meaning},
#define KEY_SPELT(object, key, spelling, key_type, meaning)                                                            \
    {.name = spelling, .type = KEY_TYPE_##key_type, .text = meaning},
#define KEY_NAMES(object, key, key_type, names, default_value, meaning)                                                \
    {.name = #key, .type = KEY_TYPE_##key_type, .choices = names, .initial = default_value, .text = meaning},
#define KEY_LIST(object, key, contents, required, default_value, meaning)                                              \
    {.name = #key,                                                                                                     \
     .type = KEY_TYPE_list,                                                                                            \
     .items = #contents,                                                                                               \
     .is_required = required,                                                                                          \
     .initial = default_value,                                                                                         \
     .text = meaning},
#include "scene/scene_keys.def"
};

const key_row *gyre_key_rows(void) { return rows_of_list; }

static void append(key_set *set, key_row row) {
    GYRE_ASSERT(set->count < KEY_SET_MAX);
    set->rows[set->count++] = row;
}

static void append_rows(key_set *set, const key_row *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        append(set, rows[i]);
}

double gyre_key_number(const key_row *row) {
    double number = 0;
    bool is_number = gyre_number_parse(row->initial, strlen(row->initial), &number);
    GYRE_ASSERT(is_number);
    (void)is_number;
    return number;
}

// ---- bodies ----

#define MEMBER(member) offsetof(gyre_body_def, member), sizeof(((gyre_body_def *)0)->member) / sizeof(double)

const body_field *gyre_body_fields(size_t *out_count) {
    static const body_field fields[] = {
#define BODY_FIELD(name, member, use) {KEY_body_##name, MEMBER(member), FIELD_##use},
#include "scene/scene_keys.def"
    };
    *out_count = sizeof fields / sizeof fields[0];
    return fields;
}

// ---- shapes ----

typedef struct shape_key {
    gyre_shape_kind shape;
    key_row row;
} shape_key;

#define TYPE_OF_COUNT(count)                                                                                           \
    ((count) == 1 ? KEY_TYPE_number : (count) == 2 ? KEY_TYPE_pair : (count) == 3 ? KEY_TYPE_vector : KEY_TYPE_points)

static const shape_key shape_keys[] = {
#define SHAPE_KEY(shape, key, first_parameter, parameter_count, key_rule, meaning)                                     \
    {GYRE_SHAPE_##shape,                                                                                               \
     {.name = #key,                                                                                                    \
      .type = TYPE_OF_COUNT(parameter_count),                                                                          \
      .rule = GYRE_RULE_##key_rule,                                                                                    \
      .is_required = true,                                                                                             \
      .text = meaning,                                                                                                 \
      .first = first_parameter,                                                                                        \
      .count = parameter_count}},
#include "scene/scene_keys.def"
};

// Returns the key that sets parameter `first` of a shape, and any following parameters.
static key_row parameter_key(gyre_shape_kind kind, size_t first) {
    for (size_t i = 0; i < sizeof shape_keys / sizeof shape_keys[0]; i++)
        if (shape_keys[i].shape == kind && shape_keys[i].row.first == first) return shape_keys[i].row;
    return (key_row){.name = gyre_shape_parameter_name(kind, first),
                     .type = KEY_TYPE_number,
                     .rule = GYRE_RULE_positive,
                     .is_required = true,
                     .text = "[m]",
                     .first = first,
                     .count = 1};
}

const char *gyre_shape_word(int kind) {
    if (kind == SHAPE_COMPOUND) return "compound";
    return kind == SHAPE_MESH ? "mesh" : gyre_shape_name((gyre_shape_kind)kind);
}

const char *gyre_shape_description(int kind) {
    if (kind == SHAPE_COMPOUND) return "several shapes that form one body";
    return kind == SHAPE_MESH ? "triangles of a mesh file" : gyre_shape_text((gyre_shape_kind)kind);
}

key_set gyre_shape_keys(int kind, bool is_part) {
    key_set set = {.count = 0};
    append(&set, rows_of_list[KEY_shape_type]);
    size_t parameter_count = gyre_shape_parameter_count((gyre_shape_kind)kind); // 0 for a mesh or compound
    for (size_t first = 0; first < parameter_count; first += set.rows[set.count - 1].count)
        append(&set, parameter_key((gyre_shape_kind)kind, first));
    if (kind == SHAPE_MESH) append_rows(&set, KEY_ROWS(mesh));
    if (kind == SHAPE_COMPOUND)
        append_rows(&set, KEY_ROWS(compound));
    else
        append(&set, rows_of_list[KEY_shape_hollow]);
    if (is_part) append_rows(&set, KEY_ROWS(part));
    return set;
}

// ---- forces ----

#define STORAGE(c_type)                                                                                                \
    _Generic((c_type *)0, double * : STORED_NUMBERS, gyre_vec3 * : STORED_NUMBERS, gyre_quat * : STORED_NUMBERS,       \
             gyre_point * : STORED_POINT, int * : STORED_INT, default : STORED_NOT_IN_FILES)

static const struct {
    field_storage storage;
    size_t size;
} field_types[GYRE_FIELD_TYPE_COUNT] = {
#define GYRE_FIELD_TYPE(name, c_type, text) {STORAGE(c_type), sizeof(c_type)},
#include "gyre/forces.def"
};

field_storage gyre_field_storage(gyre_field_type type) { return field_types[type].storage; }

static const struct {
    gyre_force_kind force;
    const char *name;
    key_type type;
} own_types[] = {
#define FIELD_TYPE(force, name, type) {GYRE_FORCE_##force, #name, KEY_TYPE_##type},
#include "scene/scene_keys.def"
};

// Returns the type of key for a parameter.
static key_type type_of_field(gyre_force_kind kind, const gyre_force_field_row *field) {
    for (size_t i = 0; i < sizeof own_types / sizeof own_types[0]; i++)
        if (own_types[i].force == kind && strcmp(own_types[i].name, field->name) == 0) return own_types[i].type;
    size_t size = field_types[field->type].size;
    switch (field_types[field->type].storage) {
    case STORED_INT:
        return field->choices ? KEY_TYPE_choice : KEY_TYPE_flag;
    case STORED_NUMBERS:
        return size == sizeof(double)      ? KEY_TYPE_number
               : size == sizeof(gyre_vec3) ? KEY_TYPE_vector
                                           : KEY_TYPE_orientation;
    default:
        return KEY_TYPE_vector;
    }
}

// Appends the key of a parameter and the keys that belong to it. A point of application gets `at_frame`. The other end
// of a spring gets `to`, the name of a body, and `to_at`, a point of that body. For attraction `to` is a body or a
// point.
static void append_field(key_set *set, gyre_force_kind kind, const gyre_force_field_row *field) {
    if (gyre_field_storage(field->type) == STORED_NOT_IN_FILES) return;
    key_row row = {.name = strncmp(field->name, "is_", 3) == 0 ? field->name + 3 : field->name,
                   .type = type_of_field(kind, field),
                   .rule = field->rule,
                   .is_required = field->is_required,
                   .choices = field->choices,
                   .text = field->text,
                   .field = field};
    bool has_other = field->type == GYRE_FIELD_other_point, is_target = row.type == KEY_TYPE_target;
    if (has_other && !is_target) append(set, rows_of_list[KEY_force_other_to]);
    append(set, row);
    if (is_target) append(set, rows_of_list[KEY_force_other_to_at]);
    if (field->type == GYRE_FIELD_point) append_rows(set, KEY_ROWS(force_point));
}

const char *gyre_force_word(int kind) {
    size_t count;
    const gyre_force_field_row *fields = gyre_force_fields((gyre_force_kind)kind, &count);
    for (size_t i = 0; i < count; i++)
        if (fields[i].type == GYRE_FIELD_function) return NULL;
    return gyre_force_kind_name((gyre_force_kind)kind);
}

const force_condition *gyre_force_conditions(size_t *out_count) {
    static const force_condition conditions[] = {
#define FORCE_KEY_IF(force, name, flag, value, text) {GYRE_FORCE_##force, #name "\0", #flag, value, false, text},
#define FORCE_NEEDS(force, names, flag, text) {GYRE_FORCE_##force, names, flag, 0, true, text},
#include "scene/scene_keys.def"
    };
    *out_count = sizeof conditions / sizeof conditions[0];
    return conditions;
}

key_set gyre_force_keys(gyre_force_kind kind) {
    key_set set = {.count = 0};
    append_rows(&set, KEY_ROWS(force));
    size_t count;
    const gyre_force_field_row *fields = gyre_force_fields(kind, &count);
    for (size_t i = 0; i < count; i++)
        append_field(&set, kind, &fields[i]);
    return set;
}

// ---- finding ----

const char *gyre_choice_name(const key_row *row, int choice) {
    const char *name = row->choices;
    for (; choice > 0; choice--)
        name += strlen(name) + 1;
    return name;
}

size_t gyre_key_find(const key_row *rows, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return i;
    return count;
}

typedef struct alias {
    const char *object, *wrong, *right;
} alias;

static const alias aliases[] = {
#define ALIAS(object, wrong, right) {#object, wrong, #right},
#include "scene/scene_keys.def"
};

static const alias type_aliases[] = {
#define TYPE_ALIAS(object, wrong, right) {#object, wrong, #right},
#include "scene/scene_keys.def"
};

const char *gyre_type_alias(const char *object, const char *wrong) {
    for (size_t i = 0; i < sizeof type_aliases / sizeof type_aliases[0]; i++)
        if (strcmp(type_aliases[i].object, object) == 0 && strcmp(type_aliases[i].wrong, wrong) == 0)
            return type_aliases[i].right;
    return NULL;
}

const char *gyre_key_meant(const char *object, const key_row *rows, size_t count, const char *wrong) {
    suggestion best = {0};
    for (size_t i = 0; i < count; i++)
        gyre_suggest(&best, wrong, rows[i].name);
    if (best.name && best.distance == 0) return best.name;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        suggestion same = {0};
        if (strcmp(aliases[i].object, object) == 0) gyre_suggest(&same, wrong, aliases[i].wrong);
        bool is_known = same.name && same.distance == 0 && gyre_key_find(rows, count, aliases[i].right) < count;
        if (is_known) return aliases[i].right;
    }
    return best.name;
}

static const char *const type_texts[KEY_TYPE_COUNT] = {
#define KEY_TYPE(name, text) text,
#include "scene/scene_keys.def"
};

const char *gyre_key_type_text(key_type type) { return (unsigned)type < KEY_TYPE_COUNT ? type_texts[type] : ""; }

const char *gyre_key_rule_text(gyre_field_rule rule) {
    // numbers in a file are always finite, so the text omits "finite and"
    const char *text = gyre_field_rule_text(rule);
    if (!text || rule == GYRE_RULE_any) return "";
    return strncmp(text, "finite and ", 11) == 0 ? text + 11 : text;
}
