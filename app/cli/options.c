/// The arguments of `gyre run`.
#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int parse_positive(const char *name, const char *text, double *out_value) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != 0 || !(value > 0) || isinf(value)) {
        fprintf(stderr, "gyre run: %s must be a number > 0, is '%s'\n", name, text);
        return EXIT_USAGE;
    }
    *out_value = value;
    return EXIT_DONE;
}

static int parse_method(const char *text, gyre_method *out_method) {
    if (gyre_method_from_name(text, out_method) == GYRE_OK) return EXIT_DONE;
    fprintf(stderr, "gyre run: --method: there is no '%s'; the methods are", text);
    for (int i = 0; i < GYRE_METHOD_COUNT; i++)
        fprintf(stderr, "%s %s", i ? "," : "", gyre_method_name((gyre_method)i));
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

// One option that takes a value.
static int parse_valued(const char *name, const char *value, run_options *options) {
    if (strcmp(name, "--method") == 0) {
        options->has_method = 1;
        return parse_method(value, &options->method);
    }
    if (strcmp(name, "--dt") == 0) return parse_positive(name, value, &options->dt);
    if (strcmp(name, "--duration") == 0) return parse_positive(name, value, &options->duration);
    return parse_positive(name, value, &options->fps);
}

static int is_valued(const char *name) {
    return strcmp(name, "--method") == 0 || strcmp(name, "--dt") == 0 || strcmp(name, "--duration") == 0 ||
           strcmp(name, "--fps") == 0;
}

static int parse_flag(const char *name, run_options *options) {
    if (strcmp(name, "--quiet") == 0) return options->is_quiet = 1;
    if (strcmp(name, "--hash") == 0) return options->wants_hash = 1;
    return 0;
}

// `--name value` or `--name=value`: copies the name and returns the value, or NULL when there is none.
static const char *split_option(int count, char **arguments, int *index, char *out_name, size_t size) {
    const char *argument = arguments[*index], *equals = strchr(argument, '=');
    size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    snprintf(out_name, size, "%.*s", (int)(length < size ? length : size - 1), argument);
    if (equals) return equals + 1;
    if (!is_valued(out_name) || *index + 1 == count) return NULL;
    return arguments[++*index];
}

static int parse_option(int count, char **arguments, int *index, run_options *options) {
    char name[32];
    const char *value = split_option(count, arguments, index, name, sizeof name);
    if (!value && parse_flag(name, options)) return EXIT_DONE;
    if (!is_valued(name)) {
        fprintf(stderr, "gyre run: unknown option '%s'; see gyre run --help\n", arguments[*index]);
        return EXIT_USAGE;
    }
    if (!value) {
        fprintf(stderr, "gyre run: %s needs a value\n", name);
        return EXIT_USAGE;
    }
    return parse_valued(name, value, options);
}

int run_options_parse(int count, char **arguments, run_options *out_options) {
    run_options options = {0};
    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i];
        if (argument[0] == '-' && argument[1] != 0) {
            int code = parse_option(count, arguments, &i, &options);
            if (code != EXIT_DONE) return code;
        } else if (options.example) {
            fprintf(stderr, "gyre run: one example at a time: '%s' or '%s'?\n", options.example, argument);
            return EXIT_USAGE;
        } else {
            options.example = argument;
        }
    }
    if (!options.example) {
        fprintf(stderr, "gyre run: which example? Try: gyre run tennis-racket\n");
        return EXIT_USAGE;
    }
    *out_options = options;
    return EXIT_DONE;
}
