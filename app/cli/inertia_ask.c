/// Parses the options of `gyre inertia`: densities, units, lengths, frames.
#include "inertia.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 256, NAMES_ROOM = 2048, LINE_WIDTH = 78 };

static const double DENSITY_DEFAULT = 1000; // [kg/m^3]: water
static const double DENSITY_LIGHT = 15;     // [kg/m^3]: lighter than most foams

typedef struct named_factor {
    const char *name;
    double factor;
} named_factor;

static const named_factor lengths[] = {
#define X(name, metres) {#name, metres},
#include "gyre/length_units.def"
#undef X
    {NULL, 0},
};
static const named_factor masses[] = {{"kg", 1}, {"g", 1e-3}, {"t", 1000}, {"lb", 0.45359237}, {NULL, 0}};
static const named_factor densities[] = {{"kg/m3", 1},   {"kg/m^3", 1},  {"g/cm3", 1000}, {"g/cm^3", 1000},
                                         {"kg/l", 1000}, {"g/ml", 1000}, {NULL, 0}};

static double factor_of(const named_factor *rows, const char *name) {
    for (; rows->name; rows++)
        if (strcmp(rows->name, name) == 0) return rows->factor;
    return 0;
}

// Parses a number or fraction > 0 with an optional unit, such as 2mm or 1/8in; returns 0 if it is invalid.
static double parse_with_unit(const char *text, const named_factor *units) {
    char *end;
    double value = strtod(text, &end);
    if (end != text && *end == '/' && strchr(".0123456789", end[1])) value /= strtod(end + 1, &end);
    if (end == text || !(value > 0) || !isfinite(value)) return 0;
    while (*end == ' ')
        end++;
    double factor = *end ? factor_of(units, end) : 1;
    return isfinite(value * factor) ? value * factor : 0;
}

// ---- densities ----

static void print_materials(void) {
    int column = 0;
    for (size_t i = 0; gyre_material_at(i); i++) {
        const char *name = gyre_material_at(i)->name;
        int length = (int)strlen(name);
        int is_break = i == 0 || column + length + 2 > LINE_WIDTH;
        fprintf(stderr, "%s%s%s", i ? "," : "", is_break ? "\n  " : " ", name);
        column = is_break ? 2 + length : column + length + 2;
    }
    fprintf(stderr, "\n");
}

// Compares the word in lower case with every name of every material, and returns the main name of the nearest material.
static const char *suggest_material(const char *word) {
    char room[NAMES_ROOM], *end = room, lower[64];
    const char *names[NAMES_MAX + 1];
    size_t count = 0;
    for (size_t i = 0; gyre_material_at(i); i++) {
        const gyre_material *material = gyre_material_at(i);
        char *others = end;
        end += snprintf(end, sizeof room - (size_t)(end - room), "%s", material->other_names) + 1;
        if (end >= room + sizeof room) break;
        if (count < NAMES_MAX) names[count++] = material->name;
        for (char *name = strtok(others, " "); name && count < NAMES_MAX; name = strtok(NULL, " "))
            names[count++] = name;
    }
    names[count] = NULL;
    size_t length = 0;
    for (; word[length] && length + 1 < sizeof lower; length++)
        lower[length] = word[length] >= 'A' && word[length] <= 'Z' ? (char)(word[length] - 'A' + 'a') : word[length];
    lower[length] = 0;
    const gyre_material *meant = gyre_material_find(suggest(lower, names));
    return meant ? meant->name : NULL;
}

static int ask_density(const char *text, inertia_request *out) {
    if (!text) return EXIT_DONE;
    out->is_density_given = 1;
    out->material = gyre_material_find(text);
    out->density = out->material ? out->material->density : parse_with_unit(text, densities);
    if (out->density > 0) {
        if (!out->material && out->density < DENSITY_LIGHT) {
            char warning[160];
            snprintf(warning, sizeof warning,
                     "--density %g kg/m^3 is less than that of foam; if it is in g/cm^3, give %g or '%gg/cm3'",
                     out->density, 1000 * out->density, out->density);
            print_log(GYRE_LOG_WARNING, warning, NULL);
        }
        return EXIT_DONE;
    }
    if (strchr("+-.0123456789", text[0])) {
        fprintf(stderr, "gyre inertia: --density must be a number > 0 in kg/m^3, such as 7850 or 7.85g/cm3, is '%s'\n",
                shown(text).text);
        return EXIT_USAGE;
    }
    const char *meant = suggest_material(text);
    fprintf(stderr, "gyre inertia: --density: there is no material '%s'; ", shown(text).text);
    if (meant) fprintf(stderr, "did you mean %s? ", meant);
    fprintf(stderr, "Give a number in kg/m^3, or one of:");
    print_materials();
    return EXIT_USAGE;
}

// ---- masses, units, lengths, frames ----

static int ask_mass(const char *text, inertia_request *out) {
    if (!text) return EXIT_DONE;
    out->mass = parse_with_unit(text, masses);
    if (out->mass > 0) return EXIT_DONE;
    fprintf(stderr,
            "gyre inertia: --mass must be a mass > 0 in kg, or with a unit (kg, g, t, lb) as in 500g, is '%s'\n",
            shown(text).text);
    return EXIT_USAGE;
}

static int ask_unit(const char *text, inertia_request *out) {
    if (!text) return EXIT_DONE;
    out->unit = factor_of(lengths, text);
    out->is_unit_given = 1;
    if (out->unit > 0) return EXIT_DONE;
    fprintf(stderr, "gyre inertia: --unit: there is no unit '%s'; the units are:", shown(text).text);
    for (const named_factor *row = lengths; row->name; row++)
        fprintf(stderr, "%s %s", row == lengths ? "" : ",", row->name);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

static int ask_shell(const char *text, inertia_request *out) {
    if (!text) return EXIT_DONE;
    out->thickness = parse_with_unit(text, lengths);
    if (out->thickness > 0) return EXIT_DONE;
    fprintf(stderr,
            "gyre inertia: --shell must be a thickness > 0 in metres, or with a unit such as 2mm or 0.1in, is '%s'\n",
            shown(text).text);
    return EXIT_USAGE;
}

static int ask_weld(const char *text, inertia_request *out) {
    if (!text) return EXIT_DONE;
    char *end;
    out->weld = strtod(text, &end);
    if (end != text && *end == 0 && out->weld >= 0 && isfinite(out->weld)) return EXIT_DONE;
    fprintf(stderr, "gyre inertia: --weld must be a number >= 0 in units of the file, is '%s'\n", shown(text).text);
    return EXIT_USAGE;
}

static int ask_frame(const char *text, inertia_request *out) {
    if (!text) return EXIT_DONE;
    const char *names[GYRE_INERTIA_FRAME_COUNT + 1] = {NULL};
    for (int i = 0; i < GYRE_INERTIA_FRAME_COUNT; i++) {
        names[i] = gyre_inertia_frame_name((gyre_inertia_frame)i);
        if (strcmp(names[i], text) != 0) continue;
        out->frame = (gyre_inertia_frame)i;
        return EXIT_DONE;
    }
    const char *meant = suggest(text, names);
    fprintf(stderr, "gyre inertia: --frame: there is no frame '%s'; ", shown(text).text);
    if (meant) fprintf(stderr, "did you mean %s? ", meant);
    fprintf(stderr, "%s frames are: center, origin, principal\n", meant ? "The" : "the");
    return EXIT_USAGE;
}

// ---- combinations of options ----

static int refuse(const char *text) {
    fprintf(stderr, "gyre inertia: %s\n", text);
    return EXIT_USAGE;
}

// At most one of --json, --urdf, --mjcf, --sdf can write to standard output.
static int ask_format(const cli_options *asked, inertia_request *out) {
    const int elements[GYRE_ELEMENT_COUNT] = {asked->urdf, asked->mjcf, asked->sdf};
    int count = asked->json;
    out->element = GYRE_ELEMENT_COUNT;
    for (int i = 0; i < GYRE_ELEMENT_COUNT; i++) {
        count += elements[i];
        if (elements[i]) out->element = (gyre_element)i;
    }
    if (count > 1) return refuse("give only one of --json, --urdf, --mjcf, --sdf");
    if (asked->check.count > 0 && (count > 0 || asked->frame || asked->output.count > 0))
        return refuse("--check cannot be combined with --json, --urdf, --mjcf, --sdf, --frame or -o");
    if (out->element == GYRE_ELEMENT_COUNT || out->frame != GYRE_INERTIA_AT_ORIGIN) return EXIT_DONE;
    fprintf(stderr, "gyre inertia: --frame must be center or principal with --%s, is 'origin'\n",
            gyre_element_name(out->element));
    return EXIT_USAGE;
}

static int check_operands(const cli_options *asked) {
    int standard_inputs = 0;
    if (asked->operand_count == 0 && asked->check.count == 0)
        return refuse("needs a mesh: a file, or - for standard input: gyre inertia part.stl");
    if (asked->operand_count == 0 && (asked->density || asked->unit || asked->shell || asked->weld))
        return refuse("--density, --unit, --shell and --weld need a mesh, and --check is given without a mesh");
    for (int i = 0; i < asked->operand_count; i++)
        standard_inputs += strcmp(asked->operands[i], "-") == 0;
    return standard_inputs > 1 ? refuse("standard input (-) can be read only once") : EXIT_DONE;
}

int inertia_ask(const cli_options *asked, inertia_request *out_request) {
    inertia_request request = {.asked = asked, .density = DENSITY_DEFAULT, .unit = 1, .weld = -1};
    int code = check_operands(asked);
    if (code == EXIT_DONE && asked->mass && asked->density)
        code = refuse("give only one of --mass and --density: the other follows from the volume");
    if (code == EXIT_DONE) code = ask_density(asked->density, &request);
    if (code == EXIT_DONE) code = ask_mass(asked->mass, &request);
    if (code == EXIT_DONE) code = ask_unit(asked->unit, &request);
    if (code == EXIT_DONE) code = ask_shell(asked->shell, &request);
    if (code == EXIT_DONE) code = ask_weld(asked->weld, &request);
    if (code == EXIT_DONE) code = ask_frame(asked->frame, &request);
    if (code == EXIT_DONE) code = ask_format(asked, &request);
    if (code == EXIT_DONE) *out_request = request;
    return code;
}
