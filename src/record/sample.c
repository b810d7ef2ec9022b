/// Samples one frame of a recording, once for all formats.
#include "record/record.h"

const char *const gyre_column_names[COLUMN_COUNT] = {
#define X(name) #name,
#include "record/columns.def"
#undef X
};

static void set(recording *r, column c, size_t row, double value) {
    r->columns[(size_t)c * r->body_count + row] = value;
}

static void set_vec3(recording *r, column first, size_t row, gyre_vec3 v) {
    set(r, first, row, v.x);
    set(r, first + 1, row, v.y);
    set(r, first + 2, row, v.z);
}

static void set_quat(recording *r, column first, size_t row, gyre_quat q) {
    set(r, first, row, q.w);
    set(r, first + 1, row, q.x);
    set(r, first + 2, row, q.y);
    set(r, first + 3, row, q.z);
}

// Sets all numbers of a removed body to NaN, because 0 is a valid value.
static void lose_body(recording *r, size_t row) {
    const double none = __builtin_nan("");
    const gyre_vec3 no_vec3 = {none, none, none};
    r->is_gone[row] = true;
    r->motions[row] = (gyre_motion){no_vec3, {none, none, none, none}, no_vec3, no_vec3};
    r->kinetic[row] = r->potential[row] = none;
    for (column c = 0; c < COLUMN_COUNT; c++)
        set(r, c, row, none);
}

static void close_ranks(recording *r) {
    size_t count = 0;
    for (size_t i = 0; i < r->here_count; i++) {
        if (!gyre_body_is_valid(r->world, r->here[i])) {
            lose_body(r, r->here_rows[i]);
            continue;
        }
        r->here[count] = r->here[i];
        r->here_rows[count++] = r->here_rows[i];
    }
    r->here_count = count;
}

static gyre_result sample_body(recording *r, gyre_body_id body, size_t row) {
    gyre_motion *motion = &r->motions[row];
    gyre_state state;
    gyre_result result = gyre_body_get_motion(r->world, body, motion);
    if (result == GYRE_OK) result = gyre_body_get_state(r->world, body, &state);
    if (result != GYRE_OK) return result;
    set_vec3(r, COLUMN_x, row, state.x);
    set_quat(r, COLUMN_qw, row, motion->orientation);
    set_vec3(r, COLUMN_vx, row, motion->velocity);
    set_vec3(r, COLUMN_wx, row, motion->angular_velocity);
    set_vec3(r, COLUMN_Px, row, state.P);
    set_vec3(r, COLUMN_Lx, row, state.L);
    return GYRE_OK;
}

gyre_result gyre_sample_frame(recording *r) {
    r->t = gyre_world_time(r->world);
    close_ranks(r);
    double *kinetic = r->here_energies, *potential = r->here_energies + r->body_count;
    gyre_result result = gyre_world_get_energies(r->world, r->here, r->here_count, kinetic, potential);
    for (size_t i = 0; result == GYRE_OK && i < r->here_count; i++) {
        size_t row = r->here_rows[i];
        result = sample_body(r, r->here[i], row);
        r->kinetic[row] = kinetic[i];
        r->potential[row] = potential[i];
        set(r, COLUMN_energy, row, kinetic[i] + potential[i]);
    }
    return result;
}
