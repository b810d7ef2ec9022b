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
    if (strcmp(name, "--method") == 0) return parse_method(value, &options->method);
    if (strcmp(name, "--dt") == 0) return parse_positive(name, value, &options->dt);
    if (strcmp(name, "--duration") == 0) return parse_positive(name, value, &options->duration);
    return parse_positive(name, value, &options->fps);
}

static int is_valued(const char *name) {
    return strcmp(name, "--method") == 0 || strcmp(name, "--dt") == 0 || strcmp(name, "--duration") == 0 ||
           strcmp(name, "--fps") == 0;
}

static int check_together(const run_options *options) {
    if (!options->scene) {
        fprintf(stderr, "gyre run: which scene? Try: gyre run tumbling-block\n");
        return EXIT_USAGE;
    }
    double frames = options->duration * options->fps;
    if (frames < 1 || frames > 1e9) {
        fprintf(stderr, "gyre run: --duration %g at --fps %g makes %.0f frames; 1 to 1000000000 are possible\n",
                options->duration, options->fps, floor(frames));
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

int run_options_parse(int count, char **arguments, run_options *out_options) {
    run_options options = {.method = GYRE_METHOD_rk4, .duration = 10, .fps = 30};
    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i];
        if (strcmp(argument, "--quiet") == 0) {
            options.is_quiet = 1;
        } else if (is_valued(argument)) {
            if (i + 1 == count) {
                fprintf(stderr, "gyre run: %s needs a value\n", argument);
                return EXIT_USAGE;
            }
            int code = parse_valued(argument, arguments[++i], &options);
            if (code != EXIT_DONE) return code;
        } else if (argument[0] == '-' && argument[1] != 0) {
            fprintf(stderr, "gyre run: unknown option '%s'; see gyre run --help\n", argument);
            return EXIT_USAGE;
        } else if (options.scene) {
            fprintf(stderr, "gyre run: one scene at a time: '%s' or '%s'?\n", options.scene, argument);
            return EXIT_USAGE;
        } else {
            options.scene = argument;
        }
    }
    int code = check_together(&options);
    if (code == EXIT_DONE) *out_options = options;
    return code;
}
