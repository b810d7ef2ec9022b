/// Tables of the keys of scene files, generated from scene_keys.def, primitives.def and forces.def.
#include "scene/keys.h"

#include "base/check.h"
#include "scene/suggest.h"

#include <string.h>

static const char unit_names[] =
#define X(name, metres) #name "\0"
#include "gyre/length_units.def"
#undef X
    ;

static const key_row rows_of_list[KEY_COUNT] = {
#define KEY(object, name, type, rule, initial, text)                                                                   \
    {#name, KEY_TYPE_##type, GYRE_RULE_##rule, false, initial, NULL, text, 0, 0, NULL},
#define KEY_REQUIRED(object, name, type, rule, text)                                                                   \
    {#name, KEY_TYPE_##type, GYRE_RULE_##rule, true, NULL, NULL, text, 0, 0, NULL},
#define KEY_SPELT(object, name, spelling, type, text)                                                                  \
    {spelling, KEY_TYPE_##type, GYRE_RULE_any, false, NULL, NULL, text, 0, 0, NULL},
#define KEY_CHOICE(object, name, names, initial, text)                                                                 \
    {#name, KEY_TYPE_choice, GYRE_RULE_any, false, initial, names, text, 0, 0, NULL},
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

// ---- shapes ----

typedef struct shape_key {
    gyre_shape_kind shape;
    key_row row;
} shape_key;

#define TYPE_OF_COUNT(count)                                                                                           \
    ((count) == 1 ? KEY_TYPE_number : (count) == 2 ? KEY_TYPE_pair : (count) == 3 ? KEY_TYPE_vector : KEY_TYPE_points)

static const shape_key shape_keys[] = {
#define SHAPE_KEY(shape, name, first, count, rule, text)                                                               \
    {GYRE_SHAPE_##shape, {#name, TYPE_OF_COUNT(count), GYRE_RULE_##rule, true, NULL, NULL, text, first, count, NULL}},
#include "scene/scene_keys.def"
};

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
    for (size_t i = 0; i < sizeof shape_keys / sizeof shape_keys[0]; i++)
        if ((int)shape_keys[i].shape == kind) append(&set, shape_keys[i].row);
    if (kind == SHAPE_MESH) append_rows(&set, KEY_ROWS(mesh));
    if (kind == SHAPE_COMPOUND)
        append(&set, (key_row){.name = "parts", .type = KEY_TYPE_list, .is_required = true, .text = "shapes"});
    else
        append(&set, rows_of_list[KEY_shape_hollow]);
    if (is_part) append_rows(&set, KEY_ROWS(part));
    return set;
}

// ---- forces ----

// Type of key for each type of parameter; KEY_TYPE_COUNT for parameters that a file cannot contain.
static const key_type types_of_fields[GYRE_FIELD_TYPE_COUNT] = {
    [GYRE_FIELD_number] = KEY_TYPE_number,        [GYRE_FIELD_vector] = KEY_TYPE_vector,
    [GYRE_FIELD_extent] = KEY_TYPE_vector,        [GYRE_FIELD_body_direction] = KEY_TYPE_vector,
    [GYRE_FIELD_framed_vector] = KEY_TYPE_vector, [GYRE_FIELD_point] = KEY_TYPE_vector,
    [GYRE_FIELD_body_point] = KEY_TYPE_vector,    [GYRE_FIELD_other_point] = KEY_TYPE_vector,
    [GYRE_FIELD_rotation] = KEY_TYPE_orientation, [GYRE_FIELD_body_rotation] = KEY_TYPE_orientation,
    [GYRE_FIELD_choice] = KEY_TYPE_choice,        [GYRE_FIELD_flag] = KEY_TYPE_flag,
    [GYRE_FIELD_function] = KEY_TYPE_COUNT,       [GYRE_FIELD_pointer] = KEY_TYPE_COUNT,
};

static const char AT_FRAMES[] = "body\0world\0";

// Appends the key of a parameter and the keys that belong to it. A point of application `at` gets `at_frame`. The other
// end of a spring gets `to`, the name of a body, and `to_at`, a point of that body; attraction takes a body or a point
// as `to`.
static void append_field(key_set *set, const gyre_force_field_row *field) {
    key_type type = types_of_fields[field->type];
    if (type == KEY_TYPE_COUNT) return;
    const char *name = strncmp(field->name, "is_", 3) == 0 ? field->name + 3 : field->name;
    key_row row = {name, type, field->rule, field->is_required, NULL, field->choices, field->text, 0, 0, field};
    if (field->type == GYRE_FIELD_other_point) {
        bool is_target = strcmp(name, "to") == 0;
        key_row to = {
            .name = "to", .type = KEY_TYPE_name, .text = "\"world\" or the name of a body", .initial = "\"world\""};
        key_row to_at = {
            .name = "to_at", .type = KEY_TYPE_vector, .text = "point of that body [m]; default: its centre of mass"};
        row.type = is_target ? KEY_TYPE_target : type;
        append(set, is_target ? row : to);
        append(set, is_target ? to_at : row);
        return;
    }
    if (strcmp(name, "fluid_density") == 0) row.type = KEY_TYPE_density;
    append(set, row);
    if (field->type == GYRE_FIELD_point)
        append(set, (key_row){.name = "at_frame",
                              .type = KEY_TYPE_choice,
                              .choices = AT_FRAMES,
                              .initial = "\"body\"",
                              .text = "axes and origin of `at`: those of the model or of the world"});
}

key_set gyre_force_keys(gyre_force_kind kind) {
    key_set set = {.count = 0};
    append_rows(&set, KEY_ROWS(force));
    size_t count;
    const gyre_force_field_row *fields = gyre_force_fields(kind, &count);
    for (size_t i = 0; i < count; i++)
        append_field(&set, &fields[i]);
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

static const struct {
    const char *object, *wrong, *right;
} aliases[] = {
#define ALIAS(object, wrong, right) {#object, wrong, #right},
#include "scene/scene_keys.def"
};

const char *gyre_key_meant(const char *object, const key_row *rows, size_t count, const char *wrong) {
    suggestion best = {0};
    for (size_t i = 0; i < count; i++)
        gyre_suggest(&best, wrong, rows[i].name);
    if (best.name && best.distance == 0) return best.name;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        suggestion alias = {0};
        if (strcmp(aliases[i].object, object) == 0) gyre_suggest(&alias, wrong, aliases[i].wrong);
        bool is_known = alias.name && alias.distance == 0 && gyre_key_find(rows, count, aliases[i].right) < count;
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
    // numbers of a file are always finite, so the message does not mention it
    const char *text = gyre_field_rule_text(rule);
    if (!text || rule == GYRE_RULE_any) return "";
    return strncmp(text, "finite and ", 11) == 0 ? text + 11 : text;
}
