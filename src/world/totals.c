/// Energy and momenta, of one body and of the world.
#include "world/totals.h"

#include "base/memory.h"
#include "mass/tensor.h"
#include "math/convert.h"
#include "math/finite.h"
#include "state/auxiliary.h"
#include "world/sweeps.h"
#include "world/body_layout.h"
#include "world/body_store.h"
#include "world/progress.h"
#include "world/evaluation.h"

gyre_state gyre_state_of_stage(const gyre_world *world, const double *moving, const double *momenta, uint32_t slot) {
    const body_record *record = &world->bodies.records[slot];
    mass_props m = gyre_store_props(world, slot);
    state Y = load_state(moving, momenta, world->bodies.stride, slot);
    if (record->kind != GYRE_BODY_DYNAMIC) {
        // stored with unit mass: its momenta are velocities
        auxiliary A = auxiliary_of(&Y, &m);
        vec3 w_body = transpose_mul(&A.R, A.w);
        gyre_mass own = gyre_record_own_mass(record);
        return (gyre_state){vec3_out(Y.x), quat_out(Y.q), vec3_out(scale(own.mass, A.v)),
                            vec3_out(mul(&A.R, times(vec3_in(own.inertia), w_body)))};
    }
    if (m.is_rotation_locked) {
        // the stored L is the component about the free axis, about the reference point; here L = I w about the centre
        // of mass
        auxiliary A = auxiliary_of(&Y, &m);
        quat model = quat_mul(Y.q, conjugate(quat_in(record->axes)));
        mat3 inertia = tensor_in(&record->properties.inertia);
        vec3 c = mul(&A.R, m.center), v = add(A.v, cross(A.w, c));
        return (gyre_state){vec3_out(add(Y.x, c)), quat_out(Y.q), vec3_out(scale(m.mass, v)),
                            vec3_out(rotate(model, mul(&inertia, rotate_back(model, A.w))))};
    }
    if (!record->has_pivot) return (gyre_state){vec3_out(Y.x), quat_out(Y.q), vec3_out(Y.P), vec3_out(Y.L)};
    // from the pivot to the centre of mass: P = M w x c,  L = L_pivot - c x P
    auxiliary A = auxiliary_of(&Y, &m);
    vec3 c = mul(&A.R, m.center);
    vec3 P = scale(m.mass, cross(A.w, c));
    return (gyre_state){vec3_out(add(Y.x, c)), quat_out(Y.q), vec3_out(P), vec3_out(sub(Y.L, cross(c, P)))};
}

gyre_state gyre_state_of_body(const gyre_world *world, const double *moving, uint32_t slot) {
    return gyre_state_of_stage(world, moving, moving + STREAM_P * world->bodies.stride, slot);
}

double gyre_kinetic_energy_of_body(const gyre_world *world, const double *moving, uint32_t slot) {
    if (world->bodies.records[slot].kind != GYRE_BODY_DYNAMIC) return 0;
    mass_props m = gyre_store_props(world, slot);
    state Y = gyre_store_load(world, moving, slot);
    auxiliary A = auxiliary_of(&Y, &m);
    return HALF * (dot(Y.P, A.v) + dot(Y.L, A.w)); // with a pivot, P is 0 and L . w / 2 is the whole kinetic energy
}

// Returns -M g . c of a dynamic body, where c is its centre of mass.
static double potential_in_gravity(const gyre_world *world, const double *moving, uint32_t slot) {
    mass_props m = gyre_store_props(world, slot);
    state Y = gyre_store_load(world, moving, slot);
    return -m.mass * dot(vec3_in(world->def.gravity), add(Y.x, rotate(Y.q, m.center)));
}

// Computes the totals without the potentials of forces.
static totals totals_of_bodies(const gyre_world *world, const double *moving) {
    double sums[TOTAL_COUNT];
    gyre_sum_up(world, moving, sums);
    return (totals){
        .failed = UINT32_MAX,
        .kinetic = sums[TOTAL_KINETIC],
        .potential = sums[TOTAL_POTENTIAL],
        .P = {sums[TOTAL_P], sums[TOTAL_P + 1], sums[TOTAL_P + 2]},
        .L = {sums[TOTAL_L], sums[TOTAL_L + 1], sums[TOTAL_L + 2]},
    };
}

totals gyre_totals_of(const gyre_world *world, const double *moving, double t) {
    totals sum = totals_of_bodies(world, moving);
    double in_forces = 0;
    sum.result = gyre_potential_of_forces(world, moving, t, &in_forces, &sum.failed);
    sum.potential += in_forces;
    if (sum.result == GYRE_OK)
        sum.result = gyre_work_result(world); // the sums are incomplete if on_progress stopped them
    return sum;
}

totals gyre_totals_now(const gyre_world *world) {
    return gyre_totals_of(world, world->bodies.moving[world->bodies.current], gyre_world_time(world));
}

totals gyre_totals_asked(const gyre_world *world) {
    bool has_begun = gyre_work_begin(world, world->bodies.count + gyre_work_of_round(world));
    totals now = gyre_totals_now(world);
    now.result = gyre_work_end(world, has_begun, now.result);
    return now;
}

gyre_result gyre_world_energy(const gyre_world *world, double *out_kinetic, double *out_potential) {
    if (!world || !out_kinetic || !out_potential) return GYRE_ERR_NULL_POINTER;
    totals now = gyre_totals_asked(world);
    if (now.result != GYRE_OK) return now.result;
    *out_kinetic = now.kinetic;
    *out_potential = now.potential;
    return GYRE_OK;
}

static void add_potential(void *context, uint32_t force_slot, uint32_t body_slot, const pull *p) {
    (void)force_slot;
    double *of_slots = context;
    of_slots[body_slot] += p->potential;
}

// Computes the potentials of all bodies, because even one body needs an evaluation of all forces.
static gyre_result potentials_of_slots(const gyre_world *world, double *out_potentials) {
    const double *moving = world->bodies.moving[world->bodies.current];
    FOR_EACH_BODY(world, slot)
    out_potentials[slot] =
        world->bodies.records[slot].kind == GYRE_BODY_DYNAMIC ? potential_in_gravity(world, moving, slot) : 0;
    pull_visitor visitor = {add_potential, out_potentials};
    return gyre_visit_potentials(world, moving, gyre_world_time(world), &visitor);
}

gyre_result gyre_world_get_energies(const gyre_world *world, const gyre_body_id *bodies, size_t count,
                                    double *out_kinetic, double *out_potential) {
    if (!world || (count > 0 && (!out_kinetic || !out_potential))) return GYRE_ERR_NULL_POINTER;
    if (!bodies && gyre_all_bodies_check(world, count) != GYRE_OK) return GYRE_ERR_LENGTH;
    uint32_t slot;
    for (size_t i = 0; bodies && i < count; i++)
        if (!gyre_find_body_slot(world, bodies[i], &slot)) return GYRE_ERR_STALE_ID;
    if (count == 0) return GYRE_OK;
    double *of_slots = gyre_take_array(&world->def.allocator, gyre_layout_end(world), sizeof *of_slots);
    if (!of_slots) return GYRE_ERR_NO_MEMORY;
    bool has_begun = gyre_work_begin(world, gyre_work_of_round(world));
    gyre_result r = gyre_work_end(world, has_begun, potentials_of_slots(world, of_slots));
    gyre_body_id id = {0};
    for (size_t i = 0; r == GYRE_OK && i < count; i++) {
        id = bodies ? bodies[i] : gyre_world_next_body(world, id);
        if (!gyre_find_body_slot(world, id, &slot)) continue; // impossible: the body was found above
        out_kinetic[i] = gyre_kinetic_energy_of_body(world, world->bodies.moving[world->bodies.current], slot);
        out_potential[i] = of_slots[slot];
    }
    gyre_give_back(&world->def.allocator, of_slots);
    return r;
}

gyre_result gyre_world_momentum(const gyre_world *world, gyre_vec3 point, gyre_vec3 *out_P, gyre_vec3 *out_L) {
    if (!world || !out_P || !out_L) return GYRE_ERR_NULL_POINTER;
    if (!is_finite_vec3(point)) return GYRE_ERR_NOT_FINITE;
    totals now = totals_of_bodies(world, world->bodies.moving[world->bodies.current]);
    *out_P = vec3_out(now.P);
    *out_L = vec3_out(sub(now.L, cross(vec3_in(point), now.P)));
    return GYRE_OK;
}
