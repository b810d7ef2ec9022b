/// Reads and writes the stored state of a body.
#include "world/exact_state.h"

#include "math/convert.h"
#include "math/finite.h"
#include "world/body_spec.h"
#include "world/body_store.h"

#include <string.h>

static size_t number_count(const gyre_world *world, uint32_t slot) {
    return gyre_store_carries(world, slot) ? EXACT_STATE_CARRIED : EXACT_STATE_SIZE;
}

// The momentum in the body frame comes after all other numbers.
_Static_assert((int)STREAM_M == (int)EXACT_STATE_SIZE, "x, q, P, L, m in this order");

size_t gyre_exact_state_get(const gyre_world *world, gyre_body_id body, double out_numbers[EXACT_STATE_CARRIED]) {
    uint32_t slot;
    if (!gyre_find_body_slot(world, body, &slot)) return 0;
    size_t count = number_count(world, slot);
    for (size_t k = 0; k < count; k++)
        out_numbers[k] = world->bodies.moving[world->bodies.current][k * world->bodies.stride + slot];
    return count;
}

gyre_result gyre_exact_state_set(gyre_world *world, gyre_body_id body, const double *numbers, size_t count) {
    uint32_t slot;
    if (!gyre_find_body_slot(world, body, &slot)) return GYRE_ERR_STALE_ID;
    if (count != number_count(world, slot)) return GYRE_ERR_LENGTH;
    if (!is_finite_array(numbers, count)) return GYRE_ERR_NOT_FINITE;
    state Y = {
        .x = {numbers[0], numbers[1], numbers[2]},
        .q = {numbers[3], numbers[4], numbers[5], numbers[6]},
        .P = {numbers[7], numbers[8], numbers[9]},
        .L = {numbers[10], numbers[11], numbers[12]},
    };
    if (!(magnitude(root(quat_dot(Y.q, Y.q)) - 1) <= 1e-6)) return GYRE_ERR_ORIENTATION;
    vec3 m = rotate_back(Y.q, Y.L);
    if (count == EXACT_STATE_CARRIED) m = (vec3){numbers[13], numbers[14], numbers[15]};
    gyre_world_begin_edit(world);
    gyre_store_set(world, slot, &Y, m);
    return GYRE_OK;
}

static void put_vec3(double *to, vec3 v) { memcpy(to, (double[3]){v.x, v.y, v.z}, 3 * sizeof *to); }

bool gyre_exact_state_is_of(const gyre_world *world, gyre_body_id body, const gyre_body_def *def) {
    double now[EXACT_STATE_CARRIED], then[EXACT_STATE_CARRIED];
    size_t count = gyre_exact_state_get(world, body, now);
    uint32_t slot;
    if (count == 0 || !gyre_find_body_slot(world, body, &slot)) return false;
    gyre_motion motion = gyre_record_first_motion(def);
    const gyre_world silent = {.tag = 0}; // has no log: a difference is not an error
    vec3 m;
    body_spec spec = gyre_store_spec(world, slot);
    state Y = gyre_record_state(&silent, "", &spec, &motion, &m);
    put_vec3(then, Y.x);
    memcpy(then + 3, (double[4]){Y.q.w, Y.q.x, Y.q.y, Y.q.z}, 4 * sizeof *then);
    put_vec3(then + 7, Y.P);
    put_vec3(then + 10, Y.L);
    put_vec3(then + 13, m);
    return memcmp(then, now, count * sizeof *then) == 0;
}
