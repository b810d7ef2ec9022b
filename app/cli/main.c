/// The gyre command: its list of commands, help and exit codes.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature macro

#include "cli.h"
#include "command_limits.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SCENE_LIMITS (OPTION_BIT(max_bodies) | OPTION_BIT(max_file) | OPTION_BIT(max_memory))

#define RUN_OPTIONS                                                                                                    \
    (OPTION_BIT(output) | OPTION_BIT(duration) | OPTION_BIT(dt) | OPTION_BIT(fps) | OPTION_BIT(method) |               \
     OPTION_BIT(threads) | OPTION_BIT(kernel) | OPTION_BIT(from) | OPTION_BIT(hash) | OPTION_BIT(quiet) |              \
     SCENE_LIMITS)

#define INERTIA_OPTIONS                                                                                                \
    (OPTION_BIT(output) | OPTION_BIT(density) | OPTION_BIT(mass) | OPTION_BIT(unit) | OPTION_BIT(shell) |              \
     OPTION_BIT(weld) | OPTION_BIT(frame) | OPTION_BIT(json) | OPTION_BIT(urdf) | OPTION_BIT(mjcf) | OPTION_BIT(sdf) | \
     OPTION_BIT(check) | OPTION_BIT(max_file) | OPTION_BIT(max_memory))

static const command commands[] = {
    {"run", "SCENE", "simulate a scene, print energies, write recordings",
     "Simulates SCENE: a file, - for standard input, or a built-in example. Prints\n"
     "energies, work and momenta, and writes the files given with -o: .csv .npz .glb\n"
     ".svg .json .html .gyre. Ctrl-C ends the run early and keeps the files complete.\n"
     "Bodies pass through each other: there is no collision detection yet. Warns of\n"
     "a large energy error.",
     RUN_OPTIONS, 1, 1, run_command},
    {"inertia", "MESH...", "mass, centre, inertia of STL, OBJ, PLY, glTF files",
     "Computes mass, centre of mass and inertia of MESH (STL, OBJ, PLY, GLB, glTF; -\n"
     "for standard input), lists its defects and estimates the error. Several files\n"
     "are parts of one body. Output is in SI units; Ixy is minus the integral of\n"
     "x y dm. -o draws the parts: .svg, or .html (interactive). --check tests a\n"
     "tensor, with or without a mesh; with --mass it prints the size of the body.\n"
     "Manual: share/doc/gyre/docs/INERTIA.md",
     INERTIA_OPTIONS, 0, 1000000, inertia_command},
    {"check", "SCENE...", "report every problem in scene files",
     "Reads each SCENE and prints every problem as file:line:column: key: problem.", SCENE_LIMITS, 1, 1000000,
     check_command},
    {"verify", "SCENE", "check that a run gives the same bits every time",
     "Runs SCENE with 1 to N threads (default 2), with every kernel, and with a save\n"
     "and restore into another world at every K-th step. The hash of the final state\n"
     "must always be the same.",
     OPTION_BIT(every) | OPTION_BIT(threads) | OPTION_BIT(duration) | OPTION_BIT(dt) | OPTION_BIT(method) |
         SCENE_LIMITS,
     1, 1, verify_command},
    {"examples", "[NAME]", "list the built-in examples, or print one",
     "Lists the built-in examples, or prints the scene file of an example:\n"
     "gyre examples tennis-racket >mine.json",
     0, 0, 1, examples_command},
    {"methods", "", "list the integration methods", "Lists the integration methods.", 0, 0, 0, methods_command},
    {"schema", "", "print the JSON Schema of scene files, for editors",
     "Prints the JSON Schema (2020-12) of scene files: gyre schema >scene.schema.json", 0, 0, 0, schema_command},
    {"selftest", "", "compare results on this machine with closed forms",
     "Compares results of this build on this machine with closed forms. Prints the\n"
     "expected value, the computed value, and ok or FAIL for each result. Numbers of\n"
     "requirements refer to docs/SPEC.md; make test tests every requirement.",
     0, 0, 0, selftest_command},
    {"bench", "", "measure the time per body and step",
     "Measures the time per body and step for 1 to 1000000 bodies in free fall, in\n"
     "comparison with a textbook loop (T1) and an optimised loop (T2), which are\n"
     "separate programs in the same folder. Also measures memory and accuracy, and\n"
     "compares the results with the promised limits. Takes about a minute.\n"
     "-o FILE.csv writes the measurements.",
     OPTION_BIT(output) | OPTION_BIT(quick) | OPTION_BIT(peers), 0, 0, bench_command},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_help(FILE *to) {
    fputs("gyre: simulates rigid bodies; computes mass properties of meshes\n\n", to);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        char label[32];
        snprintf(label, sizeof label, "%s %s", commands[i].name, commands[i].operands);
        fprintf(to, "%s%-16s %s\n", i ? "       gyre " : "usage: gyre ", label, commands[i].text);
    }
    fputs("       gyre COMMAND --help | gyre --version\n"
          "\n"
          "Try: gyre run tennis-racket -o racket.glb -o racket.svg\n"
          "Bodies pass through each other: there is no collision detection yet. Units are\n"
          "SI, angles are in radians, axes are right-handed.\n"
          "Exit codes: 0 success; 1 a step, verify or selftest failed, or the tensor of\n"
          "--check is impossible; 2 wrong usage, or an invalid scene or mesh; 3 a file\n"
          "could not be read or written, or memory ran out; 128+n ended by signal n.\n",
          to);
}

static const command *find_command(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

// Suggests the command for an operand given without a command: a mesh, a scene, a snapshot, an example.
static int suggest_for_operand(const char *name) {
    int is_file = access(name, F_OK) == 0;
    const char *example = is_file ? NULL : suggest_example(name);
    if (example)
        fprintf(stderr, "did you mean gyre run %s? ", example);
    else if (is_file && is_mesh_name(name))
        fprintf(stderr, "did you mean gyre inertia %s? ", shown(name).text);
    else if (is_file && has_ending(name, ".gyre"))
        fprintf(stderr, "did you mean gyre run SCENE --from %s? ", shown(name).text);
    else if (is_file && has_ending(name, ".json"))
        fprintf(stderr, "did you mean gyre run %s? ", shown(name).text);
    else
        return 0;
    return 1;
}

static int refuse_command(const char *name) {
    const char *names[COMMAND_COUNT + 3] = {NULL};
    for (int i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i].name;
    names[COMMAND_COUNT] = "--version", names[COMMAND_COUNT + 1] = "--help";
    const char *meant = suggest(name, names);
    fprintf(stderr, "gyre: there is no command '%s'; ", shown(name).text);
    if (meant) fprintf(stderr, "did you mean %s? ", meant);
    int is_suggested = meant || suggest_for_operand(name);
    fprintf(stderr, "%s gyre --help\n", is_suggested ? "Or see" : "see");
    return EXIT_USAGE;
}

static int dispatch(int count, char **words) {
    if (count == 0) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    const char *name = words[0];
    if (strcmp(name, "--version") == 0) return printf("gyre %s\n", gyre_version()) < 0;
    int is_help = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (is_help && count == 1) {
        print_help(stdout);
        return EXIT_DONE;
    }
    const command *found = find_command(is_help ? words[1] : name);
    if (!found) return refuse_command(is_help ? words[1] : name);
    cli_options asked = {.help = is_help};
    int code = is_help ? EXIT_DONE : options_parse(found, count - 1, words + 1, &asked);
    if (code != EXIT_DONE) return code;
    // a closed pipe ends the command, unless it must finish files first
    if (asked.output.count > 0) signal(SIGPIPE, SIG_IGN);
    if (asked.help) {
        options_print_help(found);
        return EXIT_DONE;
    }
    gyre_result environment = gyre_check_environment();
    if (environment != GYRE_OK) {
        fprintf(stderr, "gyre: %s\n", gyre_result_text(environment));
        return EXIT_FAILED;
    }
    limits kept;
    limits_init(&kept, &asked);
    asked.limits = &kept;
    code = found->run(&asked);
    if (code != EXIT_DONE) limits_explain(&kept, found->name);
    return code;
}

// Opens /dev/null in place of closed standard streams: otherwise a file opened later would get their descriptor and
// receive the printed text.
static void occupy_standard_streams(void) {
    while (1) {
        int file = open("/dev/null", O_RDONLY);
        if (file >= 0 && file <= 2) continue;
        if (file > 2) close(file);
        return;
    }
}

int main(int argc, char **argv) {
    occupy_standard_streams();
    // writing a file above the size limit then fails and is reported
    signal(SIGXFSZ, SIG_IGN);
    int code = dispatch(argc - 1, argv + 1);
    // a full disk is detected only when the buffer is written
    int problem = flush_output();
    // no message if the reader closed the pipe, as head does
    if (problem == EPIPE && (code == EXIT_DONE || code == EXIT_FILES)) return EXIT_SIGNAL + SIGPIPE;
    if (problem != 0 && problem != EPIPE) {
        fprintf(stderr, "gyre: cannot write standard output%s%s\n", problem > 0 ? ": " : "",
                problem > 0 ? strerror(problem) : "");
        return code == EXIT_DONE ? EXIT_FILES : code;
    }
    return code;
}
