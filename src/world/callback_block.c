/// Callback forces: calls the user's function for blocks of bodies, not for individual bodies.
#include "world/callback_block.h"

#include "math/convert.h"
#include "world/body_layout.h"
#include "world/body_store.h"
#include "world/progress.h"
#include "world/totals.h"

#include <string.h>

enum { BLOCK_BODIES = 256 };

typedef struct block_memory {
    uint32_t slots[BLOCK_BODIES];
    gyre_state states[BLOCK_BODIES];
    gyre_vec3 velocities[BLOCK_BODIES], angular_velocities[BLOCK_BODIES];
    uint64_t user_data[BLOCK_BODIES];
    gyre_wrench wrenches[BLOCK_BODIES];
    double potentials[BLOCK_BODIES];
} block_memory;

gyre_result gyre_callback_reserve(gyre_world *world) {
    return gyre_scratch_reserve(world, &world->scratch.callback_block, sizeof(block_memory)) ? GYRE_OK
                                                                                             : GYRE_ERR_NO_MEMORY;
}

static void fill_row(const gyre_world *world, const stage *s, block_memory *block, size_t i) {
    uint32_t slot = block->slots[i];
    placed B = gyre_store_placed(world, s->moving, s->momenta, slot);
    block->states[i] = gyre_state_of_stage(world, s->moving, s->momenta, slot);
    block->velocities[i] = vec3_out(velocity_at(&B, B.center));
    block->angular_velocities[i] = vec3_out(B.w);
    block->user_data[i] = world->bodies.records[slot].user_data;
    block->wrenches[i] = (gyre_wrench){{0, 0, 0}, {0, 0, 0}};
    block->potentials[i] = 0;
}

static void visit_row(const gyre_world *world, const stage *s, const block_memory *block, size_t i, uint32_t force_slot,
                      double factor, const pull_visitor *visitor) {
    quat q = load_quat(s->moving + STREAM_Q * world->bodies.stride, world->bodies.stride, block->slots[i]);
    load act = {
        .F = scale(factor, vec3_in(block->wrenches[i].force)),
        .arm = rotate(q, gyre_store_props(world, block->slots[i]).center),
        .couple = scale(factor, vec3_in(block->wrenches[i].torque)),
    };
    bool has_potential = world->forces.records[force_slot].def.parameters.callback.has_potential;
    pull p = {.potential = factor * block->potentials[i]};
    if (has_potential)
        p.conservative = act;
    else
        p.other = act;
    visitor->visit(visitor->context, force_slot, block->slots[i], &p);
}

static gyre_result run_block(const gyre_world *world, const stage *s, block_memory *block, size_t count,
                             uint32_t force_slot, double factor, const pull_visitor *visitor) {
    const gyre_force_callback *p = &world->forces.records[force_slot].def.parameters.callback;
    gyre_result r = gyre_work(world, WORK_OF_CALLBACK);
    if (r != GYRE_OK) return r;
    for (size_t i = 0; i < count; i++)
        fill_row(world, s, block, i);
    gyre_force_block view = {
        .t = s->t,
        .count = count,
        .states = block->states,
        .velocities = block->velocities,
        .angular_velocities = block->angular_velocities,
        .user_data = block->user_data,
        .wrenches = block->wrenches,
        .potentials = p->has_potential ? block->potentials : NULL,
    };
    // computing energies also calls callbacks, outside of steps and on a const world: the flag prevents changes
    gyre_world *marked = (gyre_world *)world;
    marked->is_in_callback = true;
    r = p->function(&view, p->user);
    marked->is_in_callback = false;
    for (size_t i = 0; r == GYRE_OK && i < count; i++)
        visit_row(world, s, block, i, force_slot, factor, visitor);
    return r;
}

static bool is_visited(const gyre_world *world, uint32_t slot, bool is_for_step) {
    return is_for_step ? gyre_is_moved(world, slot) : world->bodies.records[slot].kind == GYRE_BODY_DYNAMIC;
}

gyre_result gyre_visit_callback(const gyre_world *world, uint32_t force_slot, double factor, const stage *s,
                                const pull_visitor *visitor, bool is_for_step) {
    if (world->is_in_callback) return GYRE_ERR_STEPPING; // prevents infinite recursion and reuse of the block
    block_memory *block = world->scratch.callback_block.block;
    const gyre_force_def *def = &world->forces.records[force_slot].def;
    bool is_on_all = gyre_body_is_none(def->body);
    uint32_t index = is_on_all ? 0 : def->body.index, end = is_on_all ? gyre_id_index_end(world) : index + 1;
    if (!is_on_all && !gyre_body_is_valid(world, def->body)) return GYRE_ERR_STALE_ID;
    size_t count = 0;
    for (; index < end; index++) {
        uint32_t slot = gyre_slot_of_index(world, index);
        if (slot != SLOT_NONE && is_visited(world, slot, is_for_step)) block->slots[count++] = slot;
        if (count == BLOCK_BODIES || (index + 1 == end && count > 0)) {
            gyre_result r = run_block(world, s, block, count, force_slot, factor, visitor);
            if (r != GYRE_OK) return r;
            count = 0;
        }
    }
    return GYRE_OK;
}
