/// Writes the JSON Schema of scene files from the tables that the reader uses.
#include "gyre/materials.h"

#include "json/json_write.h"
#include "scene/keys.h"

#include <stdio.h>
#include <string.h>

// ---- helpers ----

static void put_text(gyre_json_writer *json, const char *key, const char *text) {
    gyre_json_put_key(json, key);
    gyre_json_put_string(json, text);
}

static void put_number(gyre_json_writer *json, const char *key, double a) {
    gyre_json_put_key(json, key);
    gyre_json_put_number(json, a);
}

static void put_rule(gyre_json_writer *json, gyre_field_rule rule) {
    if (rule == GYRE_RULE_positive) put_number(json, "exclusiveMinimum", 0);
    if (rule == GYRE_RULE_not_negative) put_number(json, "minimum", 0);
}

static void put_reference(gyre_json_writer *json, const char *kind, const char *name) {
    char text[80];
    snprintf(text, sizeof text, "#/$defs/%s%s", kind, name);
    put_text(json, "$ref", text);
}

// Writes the members "type", "items", "minItems" and "maxItems" of an array of numbers into the open object.
static void put_array_of_numbers(gyre_json_writer *json, size_t least, size_t most, gyre_field_rule rule) {
    put_text(json, "type", "array");
    gyre_json_put_key(json, "items");
    gyre_json_begin_object(json);
    put_text(json, "type", "number");
    put_rule(json, rule);
    gyre_json_end_object(json);
    put_number(json, "minItems", (double)least);
    put_number(json, "maxItems", (double)most);
}

static void begin_alternatives(gyre_json_writer *json, const char *word) {
    gyre_json_put_key(json, word);
    gyre_json_begin_array(json);
}

static void put_alternative_array(gyre_json_writer *json, size_t count) {
    gyre_json_begin_object(json);
    put_array_of_numbers(json, count, count, GYRE_RULE_any);
    gyre_json_end_object(json);
}

static void put_alternative_type(gyre_json_writer *json, const char *type) {
    gyre_json_begin_object(json);
    put_text(json, "type", type);
    gyre_json_end_object(json);
}

static void put_names(gyre_json_writer *json, const char *names) {
    begin_alternatives(json, "enum");
    for (; *names; names += strlen(names) + 1)
        gyre_json_put_string(json, names);
    gyre_json_end_array(json);
}

// ---- schema of each type of key: the members of an open object ----

static void schema_number(gyre_json_writer *json, const key_row *row) {
    put_text(json, "type", "number");
    put_rule(json, row->rule);
}

static void schema_density(gyre_json_writer *json, const key_row *row) {
    begin_alternatives(json, "oneOf");
    gyre_json_begin_object(json);
    schema_number(json, row);
    gyre_json_end_object(json);
    gyre_json_begin_object(json);
    put_reference(json, "material", "");
    gyre_json_end_object(json);
    gyre_json_end_array(json);
}

static void schema_version(gyre_json_writer *json, const key_row *row) {
    (void)row;
    put_number(json, "const", 1);
}

static void schema_text(gyre_json_writer *json, const key_row *row) {
    (void)row;
    put_text(json, "type", "string");
}

static void schema_name(gyre_json_writer *json, const key_row *row) {
    (void)row;
    put_text(json, "type", "string");
    put_number(json, "minLength", 1);
}

static void schema_pair(gyre_json_writer *json, const key_row *row) { put_array_of_numbers(json, 2, 2, row->rule); }

static void schema_vector(gyre_json_writer *json, const key_row *row) { put_array_of_numbers(json, 3, 3, row->rule); }

static void schema_points(gyre_json_writer *json, const key_row *row) {
    put_text(json, "type", "array");
    gyre_json_put_key(json, "items");
    put_alternative_array(json, 3);
    size_t count = row->count / 3;
    put_number(json, "minItems", (double)count);
    put_number(json, "maxItems", (double)count);
}

static void put_two_lengths(gyre_json_writer *json, size_t a, size_t b) {
    begin_alternatives(json, "oneOf");
    put_alternative_array(json, a);
    put_alternative_array(json, b);
    gyre_json_end_array(json);
}

static void schema_inertia(gyre_json_writer *json, const key_row *row) {
    (void)row;
    put_two_lengths(json, 3, 6);
}

static void schema_state(gyre_json_writer *json, const key_row *row) {
    (void)row;
    put_two_lengths(json, 13, 16);
}

static void schema_orientation(gyre_json_writer *json, const key_row *row) {
    (void)row;
    begin_alternatives(json, "oneOf");
    put_alternative_array(json, 4);
    gyre_json_begin_object(json);
    put_reference(json, "orientation", "");
    gyre_json_end_object(json);
    gyre_json_end_array(json);
}

static void schema_flag(gyre_json_writer *json, const key_row *row) {
    (void)row;
    put_text(json, "type", "boolean");
}

static void schema_choice(gyre_json_writer *json, const key_row *row) { put_names(json, row->choices); }

static void schema_method(gyre_json_writer *json, const key_row *row) {
    (void)row;
    begin_alternatives(json, "enum");
    for (int i = 0; i < GYRE_METHOD_COUNT; i++)
        gyre_json_put_string(json, gyre_method_name((gyre_method)i));
    gyre_json_end_array(json);
}

static void schema_color(gyre_json_writer *json, const key_row *row) {
    (void)row;
    begin_alternatives(json, "oneOf");
    gyre_json_begin_object(json);
    put_text(json, "type", "array");
    gyre_json_put_key(json, "items");
    gyre_json_begin_object(json);
    put_text(json, "type", "number");
    put_number(json, "minimum", 0);
    put_number(json, "maximum", 1);
    gyre_json_end_object(json);
    put_number(json, "minItems", 3);
    put_number(json, "maxItems", 3);
    gyre_json_end_object(json);
    gyre_json_begin_object(json);
    put_text(json, "type", "string");
    put_text(json, "pattern", "^#[0-9a-fA-F]{6}$");
    gyre_json_end_object(json);
    gyre_json_end_array(json);
}

static void schema_locks(gyre_json_writer *json, const key_row *row) {
    put_text(json, "type", "array");
    gyre_json_put_key(json, "items");
    gyre_json_begin_object(json);
    put_names(json, row->choices);
    gyre_json_end_object(json);
    gyre_json_put_key(json, "uniqueItems");
    gyre_json_put_bool(json, true);
}

static void schema_target(gyre_json_writer *json, const key_row *row) {
    (void)row;
    begin_alternatives(json, "oneOf");
    put_alternative_type(json, "string");
    put_alternative_array(json, 3);
    gyre_json_end_array(json);
}

static void schema_shape(gyre_json_writer *json, const key_row *row) {
    (void)row;
    put_reference(json, "shape", "");
}

static void schema_list(gyre_json_writer *json, const key_row *row) {
    put_text(json, "type", "array");
    gyre_json_put_key(json, "items");
    if (strcmp(row->items, "pair") == 0) {
        put_alternative_array(json, 2);
    } else {
        gyre_json_begin_object(json);
        put_reference(json, row->items, "");
        gyre_json_end_object(json);
    }
    if (!row->initial) put_number(json, "minItems", 1);
}

static void (*const schemas[KEY_TYPE_COUNT])(gyre_json_writer *json, const key_row *row) = {
#define KEY_TYPE(name, text) schema_##name,
#include "scene/scene_keys.def"
};

// ---- objects ----

static void put_key(gyre_json_writer *json, const key_row *row) {
    gyre_json_put_key(json, row->name);
    gyre_json_begin_object(json);
    char description[400];
    const char *initial = row->initial ? row->initial : "";
    snprintf(description, sizeof description, "%s%s%s", row->text, row->initial ? "; default " : "", initial);
    put_text(json, "description", description);
    schemas[row->type](json, row);
    gyre_json_end_object(json);
}

// Writes the schema of an object with these keys. `type` is the name of the shape or force, or NULL.
static void put_object(gyre_json_writer *json, const char *description, const key_row *rows, size_t count,
                       const char *type) {
    if (description) put_text(json, "description", description);
    put_text(json, "type", "object");
    gyre_json_put_key(json, "properties");
    gyre_json_begin_object(json);
    for (size_t i = 0; i < count; i++) {
        if (!type || strcmp(rows[i].name, "type") != 0) {
            put_key(json, &rows[i]);
            continue;
        }
        gyre_json_put_key(json, "type");
        gyre_json_begin_object(json);
        put_text(json, "const", type);
        gyre_json_end_object(json);
    }
    gyre_json_end_object(json);
    begin_alternatives(json, "required");
    for (size_t i = 0; i < count; i++)
        if (rows[i].is_required) gyre_json_put_string(json, rows[i].name);
    gyre_json_end_array(json);
    gyre_json_put_key(json, "additionalProperties");
    gyre_json_put_bool(json, false);
}

static void put_definition(gyre_json_writer *json, const char *name, const char *description, const key_row *rows,
                           size_t count) {
    gyre_json_put_key(json, name);
    gyre_json_begin_object(json);
    put_object(json, description, rows, count, NULL);
    gyre_json_end_object(json);
}

// Writes the schema "shape" as one of "shape_box" and so on; likewise for parts and forces.
static void put_union(gyre_json_writer *json, const char *name, const char *const *kinds, size_t count) {
    char prefix[32];
    snprintf(prefix, sizeof prefix, "%s_", name);
    gyre_json_put_key(json, name);
    gyre_json_begin_object(json);
    begin_alternatives(json, "oneOf");
    for (size_t i = 0; i < count; i++) {
        gyre_json_begin_object(json);
        put_reference(json, prefix, kinds[i]);
        gyre_json_end_object(json);
    }
    gyre_json_end_array(json);
    gyre_json_end_object(json);
}

static void put_variant(gyre_json_writer *json, const char *name, const char *kind, const char *text,
                        const key_set *keys) {
    char definition[64];
    snprintf(definition, sizeof definition, "%s_%s", name, kind);
    gyre_json_put_key(json, definition);
    gyre_json_begin_object(json);
    put_object(json, text, keys->rows, keys->count, kind);
    gyre_json_end_object(json);
}

static void put_shapes(gyre_json_writer *json) {
    const char *of_shape[SHAPE_MESH + 1], *of_part[SHAPE_MESH];
    size_t part_count = 0;
    for (int i = 0; i <= SHAPE_MESH; i++) {
        of_shape[i] = gyre_shape_word(i);
        // a part cannot be a compound
        if (i != SHAPE_COMPOUND) of_part[part_count++] = of_shape[i];
        for (int is_part = 0; is_part < (i == SHAPE_COMPOUND ? 1 : 2); is_part++) {
            key_set keys = gyre_shape_keys(i, is_part != 0);
            put_variant(json, is_part ? "part" : "shape", of_shape[i], gyre_shape_description(i), &keys);
        }
    }
    put_union(json, "shape", of_shape, SHAPE_MESH + 1);
    put_union(json, "part", of_part, part_count);
}

static void put_forces(gyre_json_writer *json) {
    const char *kinds[GYRE_FORCE_KIND_COUNT];
    size_t count = 0;
    for (int i = 0; i < GYRE_FORCE_KIND_COUNT; i++) {
        gyre_force_kind kind = (gyre_force_kind)i;
        key_set keys = gyre_force_keys(kind);
        kinds[count] = gyre_force_word(i);
        if (!kinds[count]) continue;
        put_variant(json, "force", kinds[count++], gyre_force_kind_text(kind), &keys);
    }
    put_union(json, "force", kinds, count);
}

// Lists the names as examples, not as an enum: the reader ignores case, underscores and dashes, and accepts synonyms.
static void put_materials(gyre_json_writer *json) {
    gyre_json_put_key(json, "material");
    gyre_json_begin_object(json);
    put_text(json, "description", "name of a material in gyre/materials.def");
    put_text(json, "type", "string");
    begin_alternatives(json, "examples");
    for (size_t i = 0; gyre_material_at(i); i++)
        gyre_json_put_string(json, gyre_material_at(i)->name);
    gyre_json_end_array(json);
    gyre_json_end_object(json);
}

gyre_result gyre_scene_write_schema(const gyre_sink *sink) {
    if (!sink || !sink->write) return GYRE_ERR_NULL_POINTER;
    gyre_json_writer writer, *json = &writer;
    gyre_json_writer_init(json, *sink, GYRE_JSON_PRETTY);
    gyre_json_begin_object(json);
    put_text(json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    put_text(json, "title", "Gyre scene");
    put_object(json, "rigid bodies, the forces on them, and the duration of the simulation; SI units, radians",
               KEY_ROWS(scene), NULL);
    gyre_json_put_key(json, "$defs");
    gyre_json_begin_object(json);
    put_definition(json, "body", "a rigid body", KEY_ROWS(body));
    put_definition(json, "orientation", "a rotation about an axis, by angle or degrees", KEY_ROWS(orientation));
    put_definition(json, "path_point", "pose of a kinematic body at a time", KEY_ROWS(path_point));
    put_materials(json);
    put_shapes(json);
    put_forces(json);
    gyre_json_end_object(json);
    gyre_json_end_object(json);
    return gyre_json_writer_finish(json);
}
