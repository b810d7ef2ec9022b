/// The gyre command.
#include "cli.h"
#include "scene.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "gyre: rigid bodies that move and spin\n"
    "\n"
    "usage: gyre run EXAMPLE [options]   simulate; print frames and the conservation ledger\n"
    "       gyre examples                the examples that are built in\n"
    "       gyre methods                 the integration methods\n"
    "       gyre selftest                every numbered requirement: expected, got, pass\n"
    "       gyre --version | --help\n"
    "\n"
    "options of gyre run (every example has its own defaults, which it prints):\n"
    "  --method NAME      integration method; see gyre methods\n"
    "  --dt SECONDS       step size\n"
    "  --duration SECONDS length of the run: round(duration / dt) steps\n"
    "  --fps FRAMES       rows of the table per second; each is the step nearest to its time\n"
    "  --hash             last line: the hash of the final state, equal on every machine\n"
    "  --quiet            no frames and no ledger; with --hash the hash alone\n"
    "tumbling-block is the course notes' own loop: there --dt is the longest step, every frame is cut into\n"
    "equal ones, and --quiet leaves the drift.\n"
    "\n"
    "Bodies pass through each other: there is no collision yet. SI units, radians, right-handed axes.\n"
    "Exit codes: 0 done, 1 a failed step or selftest, 2 bad usage, 3 missing input or failed output.\n"
    "A large energy residual is a warning on stderr, with exit code 0.\n";

static int run_command(int count, char **arguments) {
    run_options options;
    int code = run_options_parse(count, arguments, &options);
    if (code != EXIT_DONE) return code;
    if (strcmp(options.example, "tumbling-block") == 0) return tumbling_block_run(&options);
    const scene *found = scene_find(options.example);
    if (found) return scene_run(found, &options);
    fprintf(stderr, "gyre run: there is no example '%s'; gyre examples lists them (scene files are not read yet)\n",
            options.example);
    return EXIT_FILES;
}

static int examples_command(void) {
    for (size_t i = 0; scene_at(i); i++)
        printf("%-18s %s\n", scene_at(i)->name, scene_at(i)->text);
    printf("%-18s %s\n", "tumbling-block",
           "the course notes' RunSimulation, with matrices and quaternions side by side");
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
                          : strcmp(command, "selftest") == 0  ? selftest_run
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
