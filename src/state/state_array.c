/// Converts states to arrays of doubles and back, bit for bit.                         Baraff 1997, section 3
#include "gyre/state.h"

#include "base/memory.h"

static double *put_vec3(double *y, gyre_vec3 a) {
    *y++ = a.x;
    *y++ = a.y;
    *y++ = a.z;
    return y;
}

static const double *get_vec3(const double *y, gyre_vec3 *a) {
    *a = (gyre_vec3){y[0], y[1], y[2]};
    return y + 3;
}

void gyre_particle_to_array(const gyre_particle *particle, double out_y[GYRE_PARTICLE_SIZE]) {
    if (!particle || !out_y) return;
    put_vec3(put_vec3(out_y, particle->x), particle->v);
}

void gyre_array_to_particle(const double y[GYRE_PARTICLE_SIZE], gyre_particle *out_particle) {
    if (!y || !out_particle) return;
    get_vec3(get_vec3(y, &out_particle->x), &out_particle->v);
}

void gyre_state_to_array(const gyre_state *state, double out_y[GYRE_STATE_SIZE]) {
    if (!state || !out_y) return;
    double *y = put_vec3(out_y, state->x);
    *y++ = state->q.w;
    *y++ = state->q.x;
    *y++ = state->q.y;
    *y++ = state->q.z;
    put_vec3(put_vec3(y, state->P), state->L);
}

void gyre_array_to_state(const double y[GYRE_STATE_SIZE], gyre_state *out_state) {
    if (!y || !out_state) return;
    y = get_vec3(y, &out_state->x);
    out_state->q = (gyre_quat){y[0], y[1], y[2], y[3]};
    get_vec3(get_vec3(y + 4, &out_state->P), &out_state->L);
}

void gyre_matrix_state_to_array(const gyre_matrix_state *state, double out_y[GYRE_MATRIX_STATE_SIZE]) {
    if (!state || !out_y) return;
    double *y = put_vec3(out_y, state->x);
    for (int i = 0; i < 3; i++) // rotation matrix
        for (int j = 0; j < 3; j++)
            *y++ = state->R.m[i][j];
    put_vec3(put_vec3(y, state->P), state->L);
}

void gyre_array_to_matrix_state(const double y[GYRE_MATRIX_STATE_SIZE], gyre_matrix_state *out_state) {
    if (!y || !out_state) return;
    y = get_vec3(y, &out_state->x);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out_state->R.m[i][j] = *y++;
    get_vec3(get_vec3(y, &out_state->P), &out_state->L);
}

static gyre_result check_arrays(const void *things, size_t count, size_t size, const double *y, size_t length) {
    if (!things || !y) return GYRE_ERR_NULL_POINTER;
    size_t wanted;
    if (count == 0 || !size_multiply(count, size, &wanted) || wanted != length) return GYRE_ERR_LENGTH;
    return GYRE_OK;
}

// Bodies_to_Array and Array_to_Bodies are the same loop for every type of state.
#define MANY(things, thing, type, size)                                                                                \
    gyre_result gyre_##things##_to_array(const type *items, size_t count, double *out_y, size_t length) {              \
        gyre_result r = check_arrays(items, count, size, out_y, length);                                               \
        for (size_t i = 0; r == GYRE_OK && i < count; i++)                                                             \
            gyre_##thing##_to_array(&items[i], &out_y[i * size]);                                                      \
        return r;                                                                                                      \
    }                                                                                                                  \
    gyre_result gyre_array_to_##things(const double *y, size_t length, type *out_items, size_t count) {                \
        gyre_result r = check_arrays(out_items, count, size, y, length);                                               \
        for (size_t i = 0; r == GYRE_OK && i < count; i++)                                                             \
            gyre_array_to_##thing(&y[i * size], &out_items[i]);                                                        \
        return r;                                                                                                      \
    }
MANY(particles, particle, gyre_particle, GYRE_PARTICLE_SIZE)
MANY(states, state, gyre_state, GYRE_STATE_SIZE)
MANY(matrix_states, matrix_state, gyre_matrix_state, GYRE_MATRIX_STATE_SIZE)
#undef MANY
