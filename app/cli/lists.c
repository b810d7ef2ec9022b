/// `gyre examples`, `gyre methods`, `gyre schema`, `gyre check`.
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LIST_WIDTH = 20 };

static int print_example(const char *name) {
    const gyre_example *example = gyre_example_find(name);
    if (example) {
        fwrite(example->text, 1, example->size, stdout);
        return EXIT_DONE;
    }
    fprintf(stderr, "gyre examples: there is no example '%s'; gyre examples lists them\n", shown(name).text);
    return EXIT_FILES;
}

int examples_command(const cli_options *asked) {
    if (asked->operand_count > 0) return print_example(asked->operands[0]);
    for (size_t i = 0; gyre_example_at(i); i++)
        printf("%-*s %s\n", LIST_WIDTH, gyre_example_at(i)->name, gyre_example_at(i)->title);
    return EXIT_DONE;
}

int methods_command(const cli_options *asked) {
    (void)asked;
    printf("%-*s %-6s %s\n", LIST_WIDTH, "method", "order", "description");
    for (int i = 0; i < GYRE_METHOD_COUNT; i++) {
        gyre_method method = (gyre_method)i;
        printf("%-*s %-6d %s\n", LIST_WIDTH, gyre_method_name(method), gyre_method_order(method),
               gyre_method_text(method));
    }
    return EXIT_DONE;
}

int schema_command(const cli_options *asked) {
    (void)asked;
    gyre_sink sink = {.write = write_to_stdout};
    gyre_result r = gyre_scene_write_schema(&sink);
    // main reports failed writes to standard output when the command ends
    if (r != GYRE_OK && r != GYRE_ERR_FILE_WRITE) fprintf(stderr, "gyre schema: %s\n", gyre_result_text(r));
    return r == GYRE_OK ? EXIT_DONE : EXIT_FILES;
}

static int check_scene(const char *name, const cli_options *asked) {
    gyre_scene *scene;
    int code = scene_load("gyre check", name, asked, &scene);
    if (code != EXIT_DONE) return code;
    const gyre_world *world = gyre_scene_world(scene);
    gyre_step_report report;
    if (gyre_world_check_method(world, &report) != GYRE_OK) {
        fprintf(stderr, "%s: method: %s\n", shown(name).text, report.text);
        code = EXIT_USAGE;
    } else {
        size_t bodies = gyre_world_body_count(world), forces = gyre_world_force_count(world);
        printf("%s: valid: %zu %s, %zu %s, %" PRIu64 " steps, %" PRIu64 " frames\n", shown(name).text, bodies,
               bodies == 1 ? "body" : "bodies", forces, forces == 1 ? "force" : "forces", gyre_scene_step_count(scene),
               gyre_scene_frame_count(scene));
    }
    gyre_scene_destroy(scene);
    return code;
}

// Returns the largest exit code over all scenes.
int check_command(const cli_options *asked) {
    int worst = EXIT_DONE;
    for (int i = 0; i < asked->operand_count; i++) {
        int code = check_scene(asked->operands[i], asked);
        if (code > worst) worst = code;
    }
    return worst;
}
