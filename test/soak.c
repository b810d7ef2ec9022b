/// A long run of many bodies on two threads must hold memory constant: soak BODIES STEPS [ledger]. With `ledger` there
/// are the ledger and a force on all bodies, else nothing but gravity acts. After the first steps nothing is allocated
/// any more and the process does not grow. Prints what it measured; exits with 1 when memory grew.
#include "body_helpers.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WARM_UP = 3, SLACK_KIB = 256 }; // pages that stdio and a thread's stack may still touch

typedef struct memory_count {
    size_t calls;
} memory_count;

static void *counted_take(size_t size, size_t alignment, void *user) {
    ((memory_count *)user)->calls++;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void counted_give(void *block, void *user) {
    (void)user;
    free(block);
}

static void insist(gyre_result r) {
    if (r == GYRE_OK) return;
    fprintf(stderr, "soak: %s\n", gyre_result_text(r));
    exit(1);
}

// Resident memory of the process [KiB]; -1 where the system does not report it.
static long resident_kib(void) {
    FILE *f = fopen("/proc/self/statm", "r");
    long size, resident;
    bool is_known = f && fscanf(f, "%ld %ld", &size, &resident) == 2;
    if (f) fclose(f);
    return is_known ? resident * (sysconf(_SC_PAGESIZE) / 1024) : -1;
}

static gyre_world *make_world(size_t count, int has_ledger, memory_count *memory) {
    random_source r = {1};
    gyre_world_def def = gyre_world_def_default();
    def.gravity = (gyre_vec3){0, 0, -9.81};
    def.body_capacity = count;
    def.has_ledger = has_ledger;
    def.threads = 2;
    def.allocator = (gyre_allocator){counted_take, counted_give, memory};
    gyre_world *world;
    insist(gyre_world_create(&def, &world));
    for (size_t i = 0; i < count; i++) {
        gyre_body_def body = gyre_body_def_default();
        double a = random_between(&r, 1, 2), b = i % 3 ? random_between(&r, 1, 2) : a, c = random_between(&r, 1, 2);
        body.mass = (gyre_mass_properties){1, {0, 0, 0}, {a, b, c, 0, 0, 0}};
        body.orientation = random_rotation(&r);
        body.angular_velocity = random_vec3(&r, 10);
        gyre_body_id id;
        insist(gyre_world_add_body(world, &body, &id));
    }
    if (!has_ledger) return world;
    gyre_force_def drag = gyre_force_def_default(GYRE_FORCE_drag);
    drag.parameters.drag.linear = 0.1;
    gyre_force_id id;
    insist(gyre_world_add_force(world, &drag, &id));
    return world;
}

static void step(gyre_world *world, size_t count) {
    for (size_t i = 0; i < count; i++)
        insist(gyre_world_step(world, 1.0 / 60, NULL));
}

int main(int argument_count, char **arguments) {
    size_t bodies = argument_count > 1 ? strtoul(arguments[1], NULL, 10) : 1000000;
    size_t steps = argument_count > 2 ? strtoul(arguments[2], NULL, 10) : 1000;
    if (bodies == 0 || steps < 4) {
        fprintf(stderr, "soak BODIES STEPS [ledger]: at least 1 and 4\n");
        return 2;
    }
    memory_count memory = {0};
    gyre_world *world = make_world(bodies, argument_count > 3, &memory);
    step(world, WARM_UP);
    size_t calls = memory.calls;
    long before = resident_kib();
    for (size_t done = 0; done < steps; done += steps / 4) {
        step(world, steps / 4);
        printf("soak: %zu bodies, step %" PRIu64 ": %ld KiB resident, %+ld since step %d, %zu allocations since\n",
               bodies, gyre_world_step_count(world), resident_kib(), resident_kib() - before, WARM_UP,
               memory.calls - calls);
        fflush(stdout);
    }
    bool has_grown = memory.calls != calls || resident_kib() - before > SLACK_KIB;
    printf("soak: state %016" PRIx64 ", memory %s\n", gyre_world_hash(world), has_grown ? "GREW" : "constant");
    gyre_world_destroy(world);
    return has_grown;
}
