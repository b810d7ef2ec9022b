/// The hash that `gyre bench` must show for 100 bodies (20 for implicit methods) after 100 steps, through the library
/// alone: bench_hash METHOD
#include "bench_bodies.h"
#include "gyre/gyre.h"

#include <inttypes.h>
#include <stdio.h>

enum { COUNT = 100, COUNT_IMPLICIT = 20, STEPS = 100 };

static gyre_vec3 vector_of(const double a[3]) { return (gyre_vec3){a[0], a[1], a[2]}; }

int main(int argc, char **argv) {
    gyre_world_def def = gyre_world_def_default();
    gyre_world *world;
    if (argc != 2 || gyre_method_from_name(argv[1], &def.method) != GYRE_OK) return 2;
    const size_t count = gyre_method_is_implicit(def.method) ? COUNT_IMPLICIT : COUNT;
    const bench_bodies of = {count, BENCH_BOX, 5, 0};
    def.gravity.z = BENCH_GRAVITY;
    if (gyre_world_create(&def, &world) != GYRE_OK) return 1;
    gyre_result r = GYRE_OK;
    for (size_t i = 0; i < count && r == GYRE_OK; i++) {
        bench_body from = bench_body_of(&of, i);
        const double *I = from.inertia, *q = from.orientation;
        gyre_body_def body = gyre_body_def_default();
        gyre_body_id id;
        body.mass.mass = from.mass;
        body.mass.inertia = (gyre_tensor){I[0], I[1], I[2], 0, 0, 0};
        body.position = vector_of(from.position);
        body.orientation = (gyre_quat){q[0], q[1], q[2], q[3]};
        body.velocity = vector_of(from.velocity);
        body.angular_velocity = vector_of(from.angular_velocity);
        r = gyre_world_add_body(world, &body, &id);
    }
    for (int i = 0; i < STEPS && r == GYRE_OK; i++)
        r = gyre_world_step(world, BENCH_STEP, NULL);
    printf("%016" PRIx64 "\n", gyre_world_hash(world));
    gyre_world_destroy(world);
    return r != GYRE_OK;
}
