/// A program that uses the installed libraries: runs an example to its end and prints the hash of
/// `gyre run --hash`. Valid C17, C23 and C++17; includes public headers only.
#ifdef GYRE_SINGLE_HEADER
#include "gyre_io.h"
#else
#include "gyre/gyre.h"
#endif

#include <inttypes.h>
#include <stdio.h>

static int run(gyre_scene *scene) {
    gyre_world *world = gyre_scene_world(scene);
    double dt = gyre_scene_get_settings(scene).dt;
    for (uint64_t step = 0; step < gyre_scene_step_count(scene); step++) {
        gyre_step_report report;
        if (gyre_world_step(world, dt, &report) != GYRE_OK) {
            fprintf(stderr, "%s\n", report.text);
            return 1;
        }
    }
    printf("hash %016" PRIx64 "\n", gyre_world_hash(world));
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && argv[1][0] == '-') { // --version
        printf("%s\n", gyre_version());
        return 0;
    }
    const gyre_example *example = gyre_example_find(argc == 2 ? argv[1] : "tennis-racket");
    if (!example) return 2;
    gyre_scene *scene = NULL;
    gyre_result result = gyre_scene_read(example->text, example->size, NULL, &scene);
    if (result != GYRE_OK) {
        fprintf(stderr, "%s\n", gyre_result_text(result));
        return 1;
    }
    int code = run(scene);
    gyre_scene_destroy(scene);
    return code;
}
