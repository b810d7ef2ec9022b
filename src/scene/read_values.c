/// Reads values by their type, with one function for each type.
#include "scene/reader.h"

#include "scene/read_material.h"
#include "scene/suggest.h"

#include <stdio.h>
#include <string.h>

// ---- numbers --------------------------------------------------------------------------------------------------------

static bool is_allowed(double a, gyre_field_rule rule) {
    return !(rule == GYRE_RULE_not_negative && a < 0) && !(rule == GYRE_RULE_positive && a <= 0);
}

static bool one_number(scene_reader *reader, const place *at, gyre_field_rule rule, double *out_number) {
    if (at->node->type != GYRE_JSON_NUMBER) {
        gyre_wrong_type(reader, at, "a number");
        return false;
    }
    *out_number = at->node->number;
    if (is_allowed(*out_number, rule)) return true;
    char buffer[NUMBER_SIZE];
    gyre_problem_at(reader, at, "must be %s, is %s", gyre_key_rule_text(rule),
                    gyre_number_in_words(*out_number, buffer));
    return false;
}

bool gyre_read_items(scene_reader *reader, const place *at, gyre_field_rule rule, double *out_numbers) {
    bool is_good = true;
    size_t index = 0;
    for (const gyre_json_node *item = gyre_json_first(at->node); item; item = gyre_json_next(item), index++) {
        place here = place_of_item(at, index, item);
        is_good = one_number(reader, &here, rule, &out_numbers[index]) && is_good;
    }
    return is_good;
}

static const char *const number_words[] = {"no", "one", "two", "three", "four"};

bool gyre_read_numbers(scene_reader *reader, const place *at, size_t count, gyre_field_rule rule, double *out_numbers) {
    if (at->node->type == GYRE_JSON_ARRAY && at->node->count == count) {
        bool is_good = gyre_read_items(reader, at, rule == GYRE_RULE_not_zero ? GYRE_RULE_any : rule, out_numbers);
        bool is_zero = is_good;
        for (size_t i = 0; i < count && is_zero; i++)
            is_zero = out_numbers[i] == 0;
        if (!(rule == GYRE_RULE_not_zero && is_zero)) return is_good;
        gyre_problem_at(reader, at, "must not be all 0: it has no direction");
        return false;
    }
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%s numbers", number_words[count]);
    gyre_wrong_type(reader, at, wanted);
    return false;
}

static bool read_number(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    v->count = 1;
    return one_number(reader, at, row->rule, v->numbers);
}

// Reads a density; a material's name sets the density and, in `text`, the name.
static bool read_density(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    if (at->node->type == GYRE_JSON_NUMBER) return read_number(reader, at, row, v);
    if (at->node->type != GYRE_JSON_STRING) return gyre_wrong_type(reader, at, gyre_key_type_text(row->type)), false;
    const gyre_material *material = gyre_read_material(reader, at);
    if (!material) return false;
    v->count = 1;
    v->numbers[0] = material->density;
    v->text = material->name;
    return true;
}

static bool read_version(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    if (at->node->type == GYRE_JSON_NUMBER && at->node->number == 1) return read_number(reader, at, row, v);
    if (at->node->type != GYRE_JSON_NUMBER) return gyre_wrong_type(reader, at, "the number 1"), false;
    char buffer[NUMBER_SIZE];
    gyre_problem_at(reader, at, "must be 1, the only version of the format, is %s",
                    gyre_number_in_words(at->node->number, buffer));
    return false;
}

static bool read_pair(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    v->count = 2;
    return gyre_read_numbers(reader, at, 2, row->rule, v->numbers);
}

static bool read_vector(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    v->count = 3;
    return gyre_read_numbers(reader, at, 3, row->rule, v->numbers);
}

// Reads one point for every three parameters of the row.
static bool read_points(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    size_t wanted = row->count / 3;
    if (at->node->type != GYRE_JSON_ARRAY || at->node->count != wanted) {
        char text[32];
        snprintf(text, sizeof text, "%s points", number_words[wanted]);
        gyre_wrong_type(reader, at, text);
        return false;
    }
    bool is_good = true;
    for (const gyre_json_node *item = gyre_json_first(at->node); item; item = gyre_json_next(item)) {
        place here = place_of_item(at, v->count / 3, item);
        is_good = gyre_read_numbers(reader, &here, 3, row->rule, v->numbers + v->count) && is_good;
        v->count += 3;
    }
    return is_good;
}

// Reads an array of either `a` or `b` numbers.
static bool read_either(scene_reader *reader, const place *at, const key_row *row, size_t a, size_t b, key_value *v) {
    size_t count = at->node->type == GYRE_JSON_ARRAY ? at->node->count : 0;
    if (count != a && count != b) {
        gyre_wrong_type(reader, at, gyre_key_type_text(row->type));
        return false;
    }
    v->count = count;
    return gyre_read_items(reader, at, row->rule, v->numbers);
}

static bool is_square_of_numbers(const gyre_json_node *node, gyre_mat3 *out_matrix) {
    size_t row = 0;
    if (node->count != 3) return false;
    for (const gyre_json_node *line = gyre_json_first(node); line; line = gyre_json_next(line), row++) {
        size_t column = 0;
        if (line->type != GYRE_JSON_ARRAY || line->count != 3) return false;
        for (const gyre_json_node *item = gyre_json_first(line); item; item = gyre_json_next(item), column++) {
            if (item->type != GYRE_JSON_NUMBER) return false;
            out_matrix->m[row][column] = item->number;
        }
    }
    return true;
}

// Reports a matrix given instead of six numbers. The message shows the six numbers, or why the matrix is invalid.
static void refuse_matrix(scene_reader *reader, const place *at) {
    static const char *const wanted = "must be 3 or 6 numbers, is a matrix";
    gyre_mat3 matrix;
    gyre_tensor t;
    gyre_inertia_report report;
    if (!is_square_of_numbers(at->node, &matrix)) {
        gyre_problem_at(reader, at, "%s: write [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]", wanted);
        return;
    }
    if (gyre_inertia_from_matrix(&matrix, &t, &report) != GYRE_OK) {
        gyre_problem_at(reader, at, "%s, and impossible for a rigid body: %s", wanted, report.text);
        return;
    }
    const double numbers[6] = {t.xx, t.yy, t.zz, t.xy, t.xz, t.yz};
    char n[6][NUMBER_SIZE];
    for (int i = 0; i < 6; i++)
        gyre_number_in_words(numbers[i], n[i]);
    gyre_problem_at(reader, at, "%s: write [%s, %s, %s, %s, %s, %s]", wanted, n[0], n[1], n[2], n[3], n[4], n[5]);
}

static bool read_inertia(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    const gyre_json_node *first = gyre_json_first(at->node);
    if (at->node->type == GYRE_JSON_ARRAY && first && first->type == GYRE_JSON_ARRAY) {
        refuse_matrix(reader, at);
        return false;
    }
    if (!read_either(reader, at, row, 3, 6, v)) return false;
    const double *n = v->numbers;
    gyre_tensor tensor = {
        n[0], n[1], n[2], v->count == 6 ? n[3] : 0, v->count == 6 ? n[4] : 0, v->count == 6 ? n[5] : 0};
    gyre_inertia_report report;
    if (gyre_inertia_check(&tensor, &report) == GYRE_OK) return true;
    gyre_problem_at(reader, at, "impossible for a rigid body: %s", report.text);
    return false;
}

static bool read_state(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    return read_either(reader, at, row, 13, 16, v);
}

static bool read_orientation(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    return gyre_read_orientation(reader, at, row, v);
}

// ---- strings ------------------------------------------------------------------------------------------------------

static bool read_text(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    if (at->node->type != GYRE_JSON_STRING) return gyre_wrong_type(reader, at, gyre_key_type_text(row->type)), false;
    v->text = at->node->string;
    if (strlen(v->text) == at->node->count) return true;
    gyre_problem_at(reader, at, "must not contain the character \\u0000");
    return false;
}

// Reads a name; for a point in a spring's `to`, the message suggests `to_at`.
static bool read_name(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    if (strcmp(row->name, "to") != 0 || at->node->type != GYRE_JSON_ARRAY) return read_text(reader, at, row, v);
    gyre_problem_at(reader, at, "must be \"world\" or the name of a body; put a point into to_at");
    return false;
}

static bool read_flag(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    v->choice = at->node->type == GYRE_JSON_TRUE;
    if (v->choice || at->node->type == GYRE_JSON_FALSE) return true;
    gyre_wrong_type(reader, at, gyre_key_type_text(row->type));
    return false;
}

// Returns the index of a name in a list of names, each ended by \0, or -1.
static int choice_of(const char *names, const char *name, suggestion *nearest) {
    int number = 0;
    for (; *names; names += strlen(names) + 1, number++) {
        if (strcmp(names, name) == 0) return number;
        gyre_suggest(nearest, name, names);
    }
    return -1;
}

// Formats a list of names: "a", "b" or "c".
static const char *list_choices(const char *names, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (const char *name = names, *next; *name && length < size; name = next) {
        next = name + strlen(name) + 1;
        const char *between = name == names ? "" : *next ? ", " : " or ";
        int n = snprintf(text + length, size - length, "%s\"%s\"", between, name);
        length += n > 0 ? (size_t)n : 0;
    }
    return text;
}

static bool find_choice(scene_reader *reader, const place *at, const char *names, int *out_choice) {
    char text[120], buffer[QUOTED_SIZE];
    list_choices(names, text, sizeof text);
    if (at->node->type != GYRE_JSON_STRING) return gyre_wrong_type(reader, at, text), false;
    suggestion nearest = {0};
    *out_choice = choice_of(names, at->node->string, &nearest);
    if (*out_choice >= 0) return true;
    gyre_quoted(at->node->string, buffer);
    if (nearest.name)
        gyre_problem_at(reader, at, "must be %s, is %s; did you mean \"%s\"?", text, buffer, nearest.name);
    else
        gyre_problem_at(reader, at, "must be %s, is %s", text, buffer);
    return false;
}

static bool read_choice(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    return find_choice(reader, at, row->choices, &v->choice);
}

static bool read_method(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    if (!read_text(reader, at, row, v)) return false;
    gyre_method method;
    v->choice = gyre_method_from_name(v->text, &method) == GYRE_OK ? (int)method : -1;
    if (v->choice >= 0) return true;
    suggestion nearest = {0};
    for (int i = 0; i < GYRE_METHOD_COUNT; i++)
        gyre_suggest(&nearest, v->text, gyre_method_name((gyre_method)i));
    char buffer[QUOTED_SIZE];
    gyre_problem_at(reader, at, "there is no method %s; %s \"%s\"%s", gyre_quoted(v->text, buffer),
                    nearest.name ? "did you mean" : "the default is", nearest.name ? nearest.name : "exact",
                    nearest.name ? "?" : "");
    return false;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_color(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    v->count = 3;
    if (at->node->type == GYRE_JSON_STRING) {
        const char *text = at->node->string;
        bool is_good = at->node->count == 7 && text[0] == '#';
        for (int i = 0; i < 3 && is_good; i++) {
            int high = hex_digit(text[1 + 2 * i]), low = hex_digit(text[2 + 2 * i]);
            is_good = high >= 0 && low >= 0;
            v->numbers[i] = (16 * high + low) / 255.0;
        }
        char buffer[QUOTED_SIZE];
        if (!is_good)
            gyre_problem_at(reader, at, "must be %s, is %s", gyre_key_type_text(row->type), gyre_quoted(text, buffer));
        return is_good;
    }
    if (at->node->type != GYRE_JSON_ARRAY || at->node->count != 3)
        return gyre_wrong_type(reader, at, gyre_key_type_text(row->type)), false;
    if (!gyre_read_items(reader, at, row->rule, v->numbers)) return false;
    for (size_t i = 0; i < 3; i++) {
        char buffer[NUMBER_SIZE];
        if (v->numbers[i] >= 0 && v->numbers[i] <= 1) continue;
        gyre_problem_at(reader, at, "must be %s, has %s", gyre_key_type_text(row->type),
                        gyre_number_in_words(v->numbers[i], buffer));
        return false;
    }
    return true;
}

static bool read_locks(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    if (at->node->type != GYRE_JSON_ARRAY) return gyre_wrong_type(reader, at, gyre_key_type_text(row->type)), false;
    bool is_good = true;
    size_t index = 0;
    for (const gyre_json_node *item = gyre_json_first(at->node); item; item = gyre_json_next(item), index++) {
        place here = place_of_item(at, index, item);
        int axis;
        if (!find_choice(reader, &here, row->choices, &axis)) {
            is_good = false;
        } else if (v->choice & (1 << axis)) {
            gyre_problem_at(reader, &here, "is given twice");
            is_good = false;
        } else {
            v->choice |= 1 << axis;
        }
    }
    int turns = v->choice >> 3, turn_count = (turns & 1) + (turns >> 1 & 1) + (turns >> 2);
    if (!is_good || turn_count != 1) return is_good;
    gyre_problem_at(reader, at,
                    "must lock none, two or three rotations, locks one: rotation about two axes only is not supported");
    return false;
}

// ---- values that other functions read -----------------------------------------------------------------------------

static bool read_target(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    if (at->node->type == GYRE_JSON_STRING) return read_text(reader, at, row, v);
    if (at->node->type != GYRE_JSON_ARRAY) return gyre_wrong_type(reader, at, gyre_key_type_text(row->type)), false;
    return read_vector(reader, at, row, v);
}

static bool read_shape(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    (void)v;
    if (at->node->type == GYRE_JSON_OBJECT) return true;
    gyre_wrong_type(reader, at, gyre_key_type_text(row->type));
    return false;
}

static bool read_list(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    (void)v;
    if (at->node->type == GYRE_JSON_ARRAY) return true;
    gyre_wrong_type(reader, at, gyre_key_type_text(row->type));
    return false;
}

// ---- all types ------------------------------------------------------------------------------------------------------

static bool (*const readers[KEY_TYPE_COUNT])(scene_reader *, const place *, const key_row *, key_value *) = {
#define KEY_TYPE(name, text) read_##name,
#include "scene/scene_keys.def"
};

void gyre_read_value(scene_reader *reader, const place *at, const key_row *row, key_value *out_value) {
    *out_value = (key_value){.node = at->node};
    out_value->is_good = readers[row->type](reader, at, row, out_value);
}
