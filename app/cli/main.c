/// The gyre command.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): reserved for saying this

#include "cli.h"
#include "command_limits.h"

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
    {"run", "SCENE", "simulate; print the ledger, write recordings",
     "Simulates SCENE (a file, - for standard input, or a built-in example), prints\n"
     "where energy and momenta went, and writes the files asked for: .csv .npz .glb\n"
     ".svg .json .html .gyre, each whole or not at all; Ctrl-C ends them properly.\n"
     "Bodies pass through each other: there is no collision yet. A large residual of\n"
     "energy is a warning. tumbling-block is the course notes' own loop and no scene:\n"
     "there --dt is the longest step, frames are printed, --quiet leaves the drift.",
     RUN_OPTIONS, 1, 1, run_command},
    {"inertia", "MESH...", "mass, centre, inertia of STL, OBJ, PLY, glTF files",
     "Weighs MESH (STL, OBJ, PLY, GLB, glTF; - for standard input), says what is\n"
     "wrong with it and how far to trust the answer. Several files are parts of one\n"
     "body. SI units; entries of the tensor itself, so Ixy is minus the integral of\n"
     "x y dm. -o draws: .svg, or .html to turn with the mouse. --mass is shared out\n"
     "by volume. --check goes without a mesh, too; then --mass tells how large the\n"
     "body would be. share/doc/gyre/docs/INERTIA.md has more.",
     INERTIA_OPTIONS, 0, 1000000, inertia_command},
    {"check", "SCENE...", "say everything that is wrong with scene files",
     "Reads each SCENE and prints every problem as file:line:column: where: what.", SCENE_LIMITS, 1, 1000000,
     check_command},
    {"verify", "SCENE", "same bits when run again, saved and restored",
     "Runs SCENE again for 1 to N threads (2), with every kernel, and saved and\n"
     "restored at every K-th step into another world: the hash must stay the same.",
     OPTION_BIT(every) | OPTION_BIT(threads) | OPTION_BIT(duration) | OPTION_BIT(dt) | OPTION_BIT(method) |
         SCENE_LIMITS,
     1, 1, verify_command},
    {"examples", "[NAME]", "the built-in examples; with a name, its scene file",
     "Lists the built-in examples, or prints the scene file of one to start from:\n"
     "gyre examples tennis-racket >mine.json",
     0, 0, 1, examples_command},
    {"methods", "", "the integration methods", "Lists the integration methods.", 0, 0, 0, methods_command},
    {"schema", "", "the JSON Schema of scene files, for editors",
     "Prints the JSON Schema (2020-12) of scene files: gyre schema >scene.schema.json", 0, 0, 0, schema_command},
    {"selftest", "", "every numbered requirement: expected, got, pass",
     "Computes every numbered requirement that exists: expected, got, pass.", 0, 0, 0, selftest_command},
    {"bench", "", "time per body and step, beside textbook loops",
     "Measures the time per body and step for 1 to 1000000 bodies in free fall,\n"
     "beside a loop as in textbooks (T1) and a lean one (T2), which are programs\n"
     "beside this one; memory, accuracy, and whether the bars hold. Takes a minute.\n"
     "-o FILE.csv keeps the measurements.",
     OPTION_BIT(output) | OPTION_BIT(quick) | OPTION_BIT(peers), 0, 0, bench_command},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_help(FILE *to) {
    fputs("gyre: rigid bodies that move and spin\n\n", to);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        char label[32];
        snprintf(label, sizeof label, "%s %s", commands[i].name, commands[i].operands);
        fprintf(to, "%s%-16s %s\n", i ? "       gyre " : "usage: gyre ", label, commands[i].text);
    }
    fputs("       gyre COMMAND --help | --version\n"
          "\n"
          "Try: gyre run tennis-racket -o racket.glb -o racket.svg\n"
          "Bodies pass through each other: there is no collision yet. SI units, radians,\n"
          "right-handed axes. Exit codes: 0 done; 1 a step, verify or selftest failed, or\n"
          "no body has the tensor of --check; 2 bad usage, scene or mesh; 3 input or\n"
          "output failed, or memory ran out; 128+n ended by signal n.\n",
          to);
}

static const command *find_command(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

static int refuse_command(const char *name) {
    const char *names[COMMAND_COUNT + 3] = {NULL};
    for (int i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i].name;
    names[COMMAND_COUNT] = "--version", names[COMMAND_COUNT + 1] = "--help";
    const char *meant = suggest(name, names);
    fprintf(stderr, "gyre: there is no command '%s'; ", shown(name).text);
    if (meant) fprintf(stderr, "did you mean %s? ", meant);
    fprintf(stderr, "%s gyre --help\n", meant ? "Or see" : "see");
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

// A file that is opened while a standard stream is closed would take its place, and get what is printed there.
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
    // a closed pipe or a file that grew too large is an error of the write, which is reported
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    int code = dispatch(argc - 1, argv + 1);
    // a full disk shows up only when the buffer is written
    int problem = flush_output();
    if (problem != 0) {
        fprintf(stderr, "gyre: cannot write standard output%s%s\n", problem > 0 ? ": " : "",
                problem > 0 ? strerror(problem) : "");
        return code == EXIT_DONE ? EXIT_FILES : code;
    }
    return code;
}
