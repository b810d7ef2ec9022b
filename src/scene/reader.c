/// Reports positions and problems of values, and reads the keys of objects.
#include "scene/reader.h"

#include "base/number_text.h"
#include "scene/suggest.h"

#include <stdio.h>
#include <string.h>

// ---- messages -----------------------------------------------------------------------------------------------------

enum { WHERE_SIZE = sizeof(((gyre_problem *)0)->where), DEPTH_MAX = 16 };

// Writes the path of a value, such as bodies[3].mass.
static void write_where(const place *at, char where[WHERE_SIZE]) {
    const place *way[DEPTH_MAX] = {NULL};
    size_t depth = 0, length = 0;
    for (; at && at->parent && depth < DEPTH_MAX; at = at->parent)
        way[depth++] = at;
    where[0] = '\0';
    while (depth-- > 0 && length < WHERE_SIZE) {
        const place *p = way[depth];
        int n = p->key ? snprintf(where + length, WHERE_SIZE - length, "%s%s", length > 0 ? "." : "", p->key)
                       : snprintf(where + length, WHERE_SIZE - length, "[%zu]", p->index);
        length += n > 0 ? (size_t)n : 0;
    }
}

// Returns the position of the value, or of the nearest enclosing value if it is missing.
static gyre_json_place position_of(const place *at) {
    while (!at->node && at->parent)
        at = at->parent;
    if (!at->node) return (gyre_json_place){0};
    return at->is_key ? at->node->key_place : at->node->place;
}

__attribute__((format(printf, 4, 0))) static void add_at(scene_reader *reader, gyre_severity severity, const place *at,
                                                         const char *format, va_list arguments) {
    char where[WHERE_SIZE];
    write_where(at, where);
    gyre_json_place begin = position_of(at);
    gyre_problems_add(&reader->problems, severity, (int)begin.line, (int)begin.column, where, format, arguments);
}

void gyre_problem_at(scene_reader *reader, const place *at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_at(reader, GYRE_SEVERITY_ERROR, at, format, arguments);
    va_end(arguments);
}

void gyre_warn_at(scene_reader *reader, const place *at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_at(reader, GYRE_SEVERITY_WARNING, at, format, arguments);
    va_end(arguments);
}

const char *gyre_quoted(const char *text, char buffer[QUOTED_SIZE]) {
    size_t n = 0;
    buffer[n++] = '"';
    for (; *text && n < QUOTED_SIZE - 6; text++)
        buffer[n++] = (unsigned char)*text < 0x20 ? ' ' : *text;
    if (*text) { // cut between characters, not inside one
        while (n > 1 && ((unsigned char)buffer[n - 1] & 0xC0) == 0x80)
            n--;
        if (n > 1 && (unsigned char)buffer[n - 1] >= 0xC0) n--;
        memcpy(buffer + n, "...", 3);
        n += 3;
    }
    buffer[n++] = '"';
    buffer[n] = '\0';
    return buffer;
}

_Static_assert((int)NUMBER_SIZE >= (int)NUMBER_TEXT_SIZE, "room for any number");

const char *gyre_number_in_words(double value, char buffer[NUMBER_SIZE]) {
    gyre_number_format(value, buffer);
    return buffer;
}

void gyre_wrong_type(scene_reader *reader, const place *at, const char *wanted) {
    if (at->node->type == GYRE_JSON_ARRAY)
        gyre_problem_at(reader, at, "must be %s, is an array of %zu", wanted, (size_t)at->node->count);
    else
        gyre_problem_at(reader, at, "must be %s, is %s", wanted, gyre_json_type_text(at->node->type));
}

// ---- objects --------------------------------------------------------------------------------------------------------

void gyre_unknown_type(scene_reader *reader, const place *at, const char *object, const char *(*name_of)(int kind),
                       int count, const char *wrong) {
    suggestion nearest = {0};
    char buffer[QUOTED_SIZE], known[320] = "";
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        const char *name = name_of(i);
        if (!name) continue;
        gyre_suggest(&nearest, wrong, name);
        int n = snprintf(known + length, sizeof known - length, "%s%s", length > 0 ? ", " : "", name);
        length += n > 0 && (size_t)n < sizeof known - length ? (size_t)n : 0;
    }
    const char *alias = gyre_type_alias(object, wrong), *meant = alias ? alias : nearest.name;
    gyre_quoted(wrong, buffer);
    if (meant)
        gyre_problem_at(reader, at, "there is no %s %s; did you mean \"%s\"?", object, buffer, meant);
    else
        gyre_problem_at(reader, at, "there is no %s %s; known %ss: %s", object, buffer, object, known);
}

// Lists as many keys as fit, as "a, b, c".
static const char *list_keys(const key_row *rows, size_t count, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        if (length + strlen(rows[i].name) + 8 > size) {
            memcpy(text + length, ", ...", 6);
            break;
        }
        length += (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? ", " : "", rows[i].name);
    }
    return text;
}

// True for keys of the body that users often write inside the shape.
static bool is_mass_key(const char *key) {
    static const char *const keys[] = {"mass", "density", "inertia", "center_of_mass"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(key, keys[i]) == 0) return true;
    return false;
}

// Reports an unknown key with a suggestion. The suggested key then counts as given and invalid, so that it is not
// reported as missing.
static void unknown_key(scene_reader *reader, const place *value, const char *object, const key_row *rows, size_t count,
                        key_value *values) {
    const char *meant = gyre_may_suggest(reader) ? gyre_key_meant(object, rows, count, value->key) : NULL;
    size_t index = meant ? gyre_key_find(rows, count, meant) : count;
    if (index < count && !values[index].node) values[index].node = value->node;
    char text[150];
    place key = *value, *at = &key;
    key.is_key = true;
    if (strcmp(object, "shape") == 0 && is_mass_key(value->key))
        gyre_problem_at(reader, at, "is a key of the body: write it beside \"shape\", not inside%s",
                        gyre_key_find(rows, count, "density") < count ? "; a part can have a density" : "");
    else if (meant)
        gyre_problem_at(reader, at, "unknown key; did you mean \"%s\"?", meant);
    else
        gyre_problem_at(reader, at, "unknown key; known keys: %s", list_keys(rows, count, text, sizeof text));
}

bool gyre_read_keys(scene_reader *reader, const place *at, const char *object, const key_row *rows, size_t count,
                    key_value *values) {
    for (size_t i = 0; i < count; i++)
        values[i] = (key_value){.node = NULL};
    if (at->node->type != GYRE_JSON_OBJECT) {
        gyre_wrong_type(reader, at, "an object");
        return false;
    }
    for (const gyre_json_node *member = gyre_json_first(at->node); member; member = gyre_json_next(member)) {
        place here = place_of_key(at, member->key, member);
        if (strlen(member->key) != member->key_length) {
            here.is_key = true;
            gyre_problem_at(reader, &here, "a key must not contain the character \\u0000");
            continue;
        }
        size_t i = gyre_key_find(rows, count, member->key);
        if (i == count)
            unknown_key(reader, &here, object, rows, count, values);
        else
            gyre_read_value(reader, &here, &rows[i], &values[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].is_required || values[i].node) continue;
        place missing = place_of_key(at, rows[i].name, NULL);
        gyre_problem_at(reader, &missing, "is missing: %s, %s", gyre_key_type_text(rows[i].type), rows[i].text);
    }
    return true;
}
