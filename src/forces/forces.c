/// The list of forces: names, defaults, tables of parameters, and properties that depend on the parameters.
#include "gyre/forces.h"

#include <stdbool.h>
#include <string.h>

// ---- defaults, as named in forces.def -------------------------------------------------------------------------------

#define NOTHING __builtin_nan("") // every check refuses NaN, so that an unset parameter is detected
#define MISSING_number NOTHING
#define MISSING_vector VECTOR(NOTHING, NOTHING, NOTHING)
#define MISSING_framed_vector MISSING_vector
#define MISSING_body_direction MISSING_vector
#define VECTOR(x, y, z)                                                                                                \
    { x, y, z }
#define CENTER                                                                                                         \
    { GYRE_AT_CENTER, VECTOR(0, 0, 0) }
#define UNTURNED                                                                                                       \
    { 1, 0, 0, 0 }

static const gyre_force_parameters defaults[GYRE_FORCE_KIND_COUNT] = {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text) [GYRE_FORCE_##name] = {.name = {
#define GYRE_FIELD(type, name, initial, rule, text) .name = initial,
#define GYRE_REQUIRED(type, name, rule, text) .name = MISSING_##type,
#define GYRE_CHOICE(c_type, name, initial, names, text) .name = initial,
#define GYRE_FORCE_END(name)                                                                                           \
    }                                                                                                                  \
    }                                                                                                                  \
    ,
#include "gyre/forces.def"
};

// ---- tables of parameters: one function per force -------------------------------------------------------------------

#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    static const gyre_force_field_row *fields_of_##name(size_t *out_count) {                                           \
        typedef gyre_force_##name parameters;                                                                          \
        static const gyre_force_field_row rows[] = {
#define GYRE_FIELD(type, name, initial, rule, text)                                                                    \
    {#name, GYRE_FIELD_##type, offsetof(parameters, name), 0, GYRE_RULE_##rule, NULL, text},
#define GYRE_REQUIRED(type, name, rule, text)                                                                          \
    {#name, GYRE_FIELD_##type, offsetof(parameters, name), 1, GYRE_RULE_##rule, NULL, text},
#define GYRE_CHOICE(c_type, name, initial, names, text)                                                                \
    {#name, GYRE_FIELD_choice, offsetof(parameters, name), 0, GYRE_RULE_any, names, text},
#define GYRE_FORCE_END(name)                                                                                           \
    }                                                                                                                  \
    ;                                                                                                                  \
    *out_count = sizeof rows / sizeof *rows;                                                                           \
    return rows;                                                                                                       \
    }
#include "gyre/forces.def"

// Readers access every choice as an int.
#define GYRE_CHOICE(c_type, name, initial, names, text) _Static_assert(sizeof(c_type) == sizeof(int), #name);
#include "gyre/forces.def"

// ---- properties that depend on the parameters -----------------------------------------------------------------------

#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    static bool has_potential_##name(const gyre_force_##name *p) { return (void)p, (has_potential) != 0; }             \
    static bool depends_on_velocity_##name(const gyre_force_##name *p) { return (void)p, (depends_on_velocity) != 0; }
#include "gyre/forces.def"

int gyre_force_has_potential(gyre_force_kind kind, const gyre_force_parameters *p) {
    if (!p) return 0;
    switch ((int)kind) {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    case GYRE_FORCE_##name:                                                                                            \
        return has_potential_##name(&p->name);
#include "gyre/forces.def"
    default:
        return 0;
    }
}

int gyre_force_depends_on_velocity(gyre_force_kind kind, const gyre_force_parameters *p) {
    if (!p) return 0;
    switch ((int)kind) {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    case GYRE_FORCE_##name:                                                                                            \
        return depends_on_velocity_##name(&p->name);
#include "gyre/forces.def"
    default:
        return 0;
    }
}

// ---- names ----------------------------------------------------------------------------------------------------------

enum { JOINS_alone = 0, JOINS_pair = 1, JOINS_block = 0 };

typedef struct force_row {
    const char *name, *text;
    int may_join;
    const gyre_force_field_row *(*fields)(size_t *out_count);
} force_row;

static const force_row rows[GYRE_FORCE_KIND_COUNT] = {
#define GYRE_FORCE_BEGIN(name, reach, has_potential, depends_on_velocity, text)                                        \
    {#name, text, JOINS_##reach, fields_of_##name},
#include "gyre/forces.def"
};

static const char *const type_texts[GYRE_FIELD_TYPE_COUNT] = {
#define GYRE_FIELD_TYPE(name, c_type, text) text,
#include "gyre/forces.def"
};

static const char *const rule_texts[GYRE_FIELD_RULE_COUNT] = {
#define GYRE_FIELD_RULE(name, text) text,
#include "gyre/forces.def"
};

static bool is_known(gyre_force_kind kind) { return (unsigned)kind < GYRE_FORCE_KIND_COUNT; }

gyre_force_parameters gyre_force_parameters_default(gyre_force_kind kind) {
    return is_known(kind) ? defaults[kind] : (gyre_force_parameters){{{0, 0, 0}}};
}

const char *gyre_force_kind_name(gyre_force_kind kind) { return is_known(kind) ? rows[kind].name : NULL; }

const char *gyre_force_kind_text(gyre_force_kind kind) { return is_known(kind) ? rows[kind].text : NULL; }

gyre_result gyre_force_kind_from_name(const char *name, gyre_force_kind *out_kind) {
    if (!name || !out_kind) return GYRE_ERR_NULL_POINTER;
    for (int i = 0; i < GYRE_FORCE_KIND_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0) {
            *out_kind = (gyre_force_kind)i;
            return GYRE_OK;
        }
    return GYRE_ERR_FORCE;
}

int gyre_force_may_join(gyre_force_kind kind) { return is_known(kind) && rows[kind].may_join; }

const gyre_force_field_row *gyre_force_fields(gyre_force_kind kind, size_t *out_count) {
    size_t count = 0;
    const gyre_force_field_row *fields = is_known(kind) ? rows[kind].fields(&count) : NULL;
    if (out_count) *out_count = count;
    return fields;
}

const char *gyre_field_type_text(gyre_field_type type) {
    return (unsigned)type < GYRE_FIELD_TYPE_COUNT ? type_texts[type] : NULL;
}

const char *gyre_field_rule_text(gyre_field_rule rule) {
    return (unsigned)rule < GYRE_FIELD_RULE_COUNT ? rule_texts[rule] : NULL;
}
