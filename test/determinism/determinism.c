/// Prints one hash per scene. Built by any compiler, with any flags, for any machine, with any kernel and any number of
/// threads, it must print the lines of the file `golden`. (builds.sh does all that.)
///     determinism [--steps LENGTH] [--threads COUNT] [SCENE]
///                                             every scene, or one, for 20 and for 1000 steps, or for LENGTH
///     determinism --kernels                   the kernels that can run here, to be chosen by GYRE_KERNEL
#include "changes.h"
#include "files.h"
#include "functions.h"

#include <inttypes.h>

static const struct {
    const char *name;
    void (*run)(gyre_hash *hash, int steps);
} plain_scenes[] = {
    {"elementary-functions", elementary_functions},
    {"free-flights", free_flights},
    {"systems", systems},
    {"implicit-systems", implicit_systems},
    {"mass-properties", mass_properties},
    {"numbers", numbers},
    {"model-formats", every_format},
    {"thrown-parts", thrown_parts},
    {"every-shape", every_shape},
    {"changing-world", changing_world},
    {"long-flights", long_flights},
};

static const char *only; // this scene, or NULL: all

static int is_wanted(const char *name) { return !only || strcmp(only, name) == 0; }

static void print_line(const char *name, int steps, const gyre_hash *hash) {
    printf("%-28s %4d %016" PRIx64 "\n", name, steps, gyre_hash_value(hash));
    fflush(stdout);
}

static void run_all(int steps) {
    for (size_t i = 0; i < sizeof plain_scenes / sizeof plain_scenes[0]; i++) {
        if (!is_wanted(plain_scenes[i].name)) continue;
        gyre_hash hash = gyre_hash_begin();
        plain_scenes[i].run(&hash, steps);
        print_line(plain_scenes[i].name, steps, &hash);
    }
    for (size_t i = 0; i < CROWD_COUNT; i++) {
        if (!is_wanted(crowds[i].name)) continue;
        gyre_hash hash = gyre_hash_begin();
        run_crowd(&hash, &crowds[i], steps);
        print_line(crowds[i].name, steps, &hash);
    }
    for (size_t i = 0; gyre_example_at(i); i++) {
        const gyre_example *example = gyre_example_at(i);
        if (!is_wanted(example->name)) continue;
        gyre_hash hash = gyre_hash_begin();
        run_scene_text(&hash, example->text, example->size, steps);
        print_line(example->name, steps, &hash);
    }
}

static int print_kernels(void) {
    for (int i = 0; gyre_kernel_name(i); i++)
        if (gyre_kernel_is_usable(i)) printf("%s\n", gyre_kernel_name(i));
    return 0;
}

int main(int count, char **arguments) {
    int steps = 0;
    for (int i = 1; i < count; i++)
        if (strcmp(arguments[i], "--kernels") == 0)
            return print_kernels();
        else if (strcmp(arguments[i], "--steps") == 0 && i + 1 < count)
            steps = atoi(arguments[++i]);
        else if (strcmp(arguments[i], "--threads") == 0 && i + 1 < count)
            chosen_threads = atoi(arguments[++i]);
        else
            only = arguments[i];
    if (steps > 0) {
        run_all(steps);
        return 0;
    }
    run_all(20);
    run_all(1000);
    return 0;
}
