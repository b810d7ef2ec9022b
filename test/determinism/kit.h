/// Helpers of the scenes of the determinism check, which use only public functions, and only sqrt of libm.
#pragma once

#include "body_helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void insist(gyre_result r) {
    if (r == GYRE_OK) return;
    fprintf(stderr, "determinism: %s\n", gyre_result_text(r));
    exit(1);
}

static inline void *room_for(size_t count, size_t size) {
    void *room = calloc(count, size);
    if (!room) insist(GYRE_ERR_NO_MEMORY);
    return room;
}

static inline void add_vec3_to_hash(gyre_hash *hash, gyre_vec3 v) { gyre_hash_add_doubles(hash, &v.x, 3); }

static inline void add_text_to_hash(gyre_hash *hash, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        gyre_hash_add_u64(hash, (unsigned char)text[i]);
}

static inline void add_mass_to_hash(gyre_hash *hash, const gyre_mass_properties *p) {
    gyre_hash_add_double(hash, p->mass);
    add_vec3_to_hash(hash, p->center);
    gyre_hash_add_doubles(hash, &p->inertia.xx, 6);
    gyre_mass m;
    gyre_quat axes;
    insist(gyre_mass_principal_sorted(p, &m, &axes));
    add_vec3_to_hash(hash, m.inertia);
    gyre_hash_add_doubles(hash, &axes.w, 4);
}

static int chosen_threads = 1; // that move the bodies of every world

static inline gyre_world_def chosen_world_def(void) {
    gyre_world_def def = gyre_world_def_default();
    def.threads = chosen_threads;
    return def;
}

static inline void step_world(gyre_world *world, double h, int steps) {
    gyre_step_report report;
    for (int i = 0; i < steps; i++)
        if (gyre_world_step(world, h, &report) != GYRE_OK) {
            fprintf(stderr, "determinism: step %llu: %s\n", (unsigned long long)report.step, report.text);
            exit(1);
        }
}

// The state to the last bit, and what people read off it: motions, energies, momenta and, if there is one, the ledger.
static inline void add_world_to_hash(gyre_hash *hash, const gyre_world *world) {
    gyre_hash_add_u64(hash, gyre_world_hash(world));
    size_t count = gyre_world_body_count(world);
    gyre_motion *motions = room_for(count, sizeof *motions);
    insist(gyre_world_get_motions(world, NULL, count, motions));
    for (size_t i = 0; i < count; i++) {
        add_vec3_to_hash(hash, motions[i].position);
        gyre_hash_add_doubles(hash, &motions[i].orientation.w, 4);
        add_vec3_to_hash(hash, motions[i].velocity);
        add_vec3_to_hash(hash, motions[i].angular_velocity);
    }
    free(motions);
    double kinetic, potential;
    gyre_vec3 P, L;
    insist(gyre_world_energy(world, &kinetic, &potential));
    insist(gyre_world_momentum(world, (gyre_vec3){1, 2, 3}, &P, &L));
    gyre_hash_add_doubles(hash, (double[]){kinetic, potential}, 2);
    add_vec3_to_hash(hash, P);
    add_vec3_to_hash(hash, L);
    gyre_ledger ledger;
    if (gyre_world_get_ledger(world, &ledger) != GYRE_OK) return;
    gyre_hash_add_doubles(hash, (double[]){ledger.work, ledger.dissipated, ledger.edited, ledger.residual}, 4);
    add_vec3_to_hash(hash, ledger.momentum.residual);
    add_vec3_to_hash(hash, ledger.angular_momentum.residual);
}

/// One of 10^low to 10^high, evenly spread over the decades.
static inline double random_size(random_source *r, double low, double high) {
    return gyre_exp(2.302585092994046 * random_between(r, low, high));
}
