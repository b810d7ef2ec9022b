/// Worlds for doubling.c.
#include "doubling_routines.h"

#include "crafted_names.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>

void insist(gyre_result r, const char *call) {
    if (r == GYRE_OK) return;
    printf("FAILED: %s: %s\n", call, gyre_result_name(r));
    exit(1);
}

static void *take(size_t count, size_t size) {
    void *block = calloc(count + 1, size);
    if (!block) insist(GYRE_ERR_NO_MEMORY, "calloc");
    return block;
}

static void fill_order(stage *s, unsigned needs) {
    random_source r = {s->n};
    for (size_t i = 0; i < s->n; i++)
        s->order[i] = needs & DESCENDING ? s->n - 1 - i : i;
    for (size_t i = s->n; needs & SHUFFLED && i-- > 1;) {
        size_t j = random_u64(&r) % (i + 1), other = s->order[i];
        s->order[i] = s->order[j];
        s->order[j] = other;
    }
}

static void fill_names(stage *s, unsigned needs) {
    s->names = take(s->n, NAME_ROOM);
    for (size_t i = 0; i < s->n; i++) {
        char *name = s->names + i * NAME_ROOM;
        if (needs & CRAFTED)
            name_with_hash(name, i, false);
        else if (needs & ALIKE)
            snprintf(name, NAME_ROOM, "%0200d%zu", 0, i);
        else
            snprintf(name, NAME_ROOM, "body %zu", i);
    }
}

const char *name_at(const stage *s, size_t i) { return s->names ? s->names + i * NAME_ROOM : NULL; }

gyre_body_def body_at(const stage *s, size_t i, unsigned needs) {
    gyre_body_def def = gyre_body_def_default();
    def.name = name_at(s, i);
    def.mass = (gyre_mass_properties){.mass = 1, .inertia = {.xx = 1, .yy = 2, .zz = 2.5}};
    def.position = (gyre_vec3){(double)i, 0, 0};
    def.angular_velocity = (gyre_vec3){0.5, 1, 0.25};
    if (needs & SPECIAL && i % 3 == 0) def.locks = GYRE_LOCK_PLANAR, def.angular_velocity = (gyre_vec3){0, 0, 1};
    if (needs & SPECIAL && i % 3 == 1) def.angular_damping = 0.5;
    if (needs & SPECIAL && i % 3 == 2) def.has_pivot = 1, def.pivot = (gyre_vec3){0, 0, 1};
    return def;
}

static void add_bodies(stage *s, unsigned needs) {
    s->body_count = needs & BODIES ? s->n : 2;
    s->bodies = take(s->body_count, sizeof *s->bodies);
    for (size_t i = 0; i < s->body_count; i++) {
        gyre_body_def def = body_at(s, i, needs);
        if (!(needs & BODIES)) def.name = NULL; // the names are for bodies that the routine adds
        insist(gyre_world_add_body(s->world, &def, &s->bodies[i]), "gyre_world_add_body");
    }
}

static gyre_force_def force_at(const stage *s, size_t i, unsigned needs) {
    bool is_spring = needs & (BETWEEN | HUB);
    gyre_force_def def = gyre_force_def_default(is_spring ? GYRE_FORCE_spring : GYRE_FORCE_thruster);
    size_t on = needs & (ON_FIRST | HUB) ? 0 : i % s->body_count;
    if (!(needs & ON_ALL)) def.body = s->bodies[on];
    def.name = name_at(s, i);
    if (is_spring) {
        size_t other = needs & HUB ? 1 + i % (s->body_count - 1) : (i + 1) % s->body_count;
        def.other = s->bodies[other];
        def.parameters.spring.stiffness = 1e-3;
        def.parameters.spring.length = 1;
    } else {
        def.parameters.thruster.direction = (gyre_vec3){0, 0, 1};
        def.parameters.thruster.thrust = 1e-3;
    }
    return def;
}

static void add_forces(stage *s, unsigned needs) {
    s->force_count = s->n;
    s->forces = take(s->n, sizeof *s->forces);
    for (size_t i = 0; i < s->n; i++) {
        gyre_force_def def = force_at(s, i, needs);
        insist(gyre_world_add_force(s->world, &def, &s->forces[i]), "gyre_world_add_force");
    }
}

void begin_stage(stage *s, size_t n, unsigned needs) {
    *s = (stage){.n = n};
    s->order = take(n, sizeof *s->order);
    fill_order(s, needs);
    if (needs & (NAMED | CRAFTED | ALIKE)) fill_names(s, needs);
    gyre_world_def def = gyre_world_def_default();
    def.has_ledger = needs & LEDGER ? 1 : 0;
    insist(gyre_world_create(&def, &s->world), "gyre_world_create");
    add_bodies(s, needs);
    if (needs & FORCES) add_forces(s, needs);
    if (needs & STEPPED) insist(gyre_world_step(s->world, 0.01, NULL), "gyre_world_step");
    if (!(needs & SAVED)) return;
    insist(gyre_world_snapshot_size(s->world, &s->size), "gyre_world_snapshot_size");
    s->bytes = take(s->size, 1);
    insist(gyre_world_save(s->world, s->bytes, s->size, &s->size), "gyre_world_save");
}

void end_stage(stage *s) {
    if (s->sum != s->sum) insist(GYRE_ERR_NOT_FINITE, "a result");
    gyre_world_destroy(s->world);
    free(s->bodies);
    free(s->forces);
    free(s->order);
    free(s->names);
    free(s->bytes);
}
