/// The gyre command.
#include "cli.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "gyre: rigid bodies that move and spin\n"
    "\n"
    "usage: gyre run EXAMPLE [options]   simulate and print every frame, then the drift\n"
    "       gyre examples                the examples that are built in\n"
    "       gyre methods                 the integration methods\n"
    "       gyre --version | --help\n"
    "\n"
    "options of gyre run:\n"
    "  --method NAME    integration method (rk4); see gyre methods\n"
    "  --dt SECONDS     longest step: every frame is cut into equal ones (default: one step per frame,\n"
    "                   and dopri5 chooses by itself)\n"
    "  --duration SECONDS, --fps FRAMES   length of the run (10) and frames per second (30)\n"
    "  --quiet          only the drift\n"
    "\n"
    "Bodies pass through each other: there is no collision yet. SI units, radians, right-handed axes.\n"
    "Exit codes: 0 done, 1 a step failed, 2 bad usage, 3 missing input or failed output.\n";

typedef struct example {
    const char *name, *text;
    int (*run)(const run_options *options);
} example;

static const example examples[] = {
    {"tumbling-block", "the course notes' RunSimulation on a block that tumbles in free flight", tumbling_block_run},
};
enum { EXAMPLE_COUNT = sizeof examples / sizeof examples[0] };

static int run_command(int count, char **arguments) {
    run_options options;
    int code = run_options_parse(count, arguments, &options);
    if (code != EXIT_DONE) return code;
    for (int i = 0; i < EXAMPLE_COUNT; i++)
        if (strcmp(examples[i].name, options.example) == 0) return examples[i].run(&options);
    fprintf(stderr, "gyre run: there is no example '%s'; gyre examples lists them (scene files are not read yet)\n",
            options.example);
    return EXIT_FILES;
}

static int examples_command(void) {
    for (int i = 0; i < EXAMPLE_COUNT; i++)
        printf("%-20s %s\n", examples[i].name, examples[i].text);
    return EXIT_DONE;
}

static int methods_command(void) {
    printf("%-20s %-6s %s\n", "method", "order", "what it is");
    for (int i = 0; i < GYRE_METHOD_COUNT; i++) {
        gyre_method method = (gyre_method)i;
        printf("%-20s %-6d %s\n", gyre_method_name(method), gyre_method_order(method), gyre_method_text(method));
    }
    return EXIT_DONE;
}

static int version_command(void) {
    printf("gyre %s\n", gyre_version());
    return EXIT_DONE;
}

static int is_asking_for_help(int count, char **arguments) {
    if (count > 0 && strcmp(arguments[0], "help") == 0) return 1;
    for (int i = 0; i < count; i++)
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0) return 1;
    return 0;
}

static int dispatch(int count, char **arguments) {
    if (is_asking_for_help(count, arguments)) {
        fputs(help, stdout);
        return EXIT_DONE;
    }
    const char *command = count > 0 ? arguments[0] : "";
    if (strcmp(command, "run") == 0) return run_command(count - 1, arguments + 1);
    int (*simple)(void) = strcmp(command, "examples") == 0    ? examples_command
                          : strcmp(command, "methods") == 0   ? methods_command
                          : strcmp(command, "--version") == 0 ? version_command
                                                              : NULL;
    if (simple && count == 1) return simple();
    if (simple)
        fprintf(stderr, "gyre: %s takes no arguments, but there is '%s'\n", command, arguments[1]);
    else if (count > 0)
        fprintf(stderr, "gyre: there is no command '%s'; see gyre --help\n", command);
    else
        fputs(help, stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv) {
    int code = dispatch(argc - 1, argv + 1);
    // a full disk shows up only when the buffer is written
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "gyre: cannot write the output\n");
        return EXIT_FILES;
    }
    return code;
}
