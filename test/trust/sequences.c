/// Random calls of the API against a simple model (sequences_model.h): sequences OPERATIONS [SEED [control]]. Several
/// worlds at a time, good and bad calls mixed. A call that fails must leave the hash of its world alone; the values of
/// the model must agree; free bodies keep P and L to the bit; a restored world has the hash it was saved with, and
/// continues like the one that never stopped.
#include "sequences_edits.h"

#include <inttypes.h>

enum { OPERATIONS_PER_SEED = 2000, CHECK_EVERY = 20 };

// ---- steps ----

typedef struct momenta {
    gyre_body_id id;
    gyre_vec3 P, L;
} momenta;

static size_t note_free(const model *m, momenta out[BODIES_MAX]) {
    size_t count = 0;
    for (size_t i = 0; i < m->now.body_count; i++) {
        const model_body *b = &m->now.bodies[i];
        gyre_state s;
        if (!model_is_free(m, b) || gyre_body_get_state(m->world, b->id, &s) != GYRE_OK) continue;
        out[count++] = (momenta){b->id, s.P, s.L};
    }
    return count;
}

static void check_free(const model *m, const momenta *before, size_t count) {
    for (size_t i = 0; i < count; i++) {
        gyre_state s;
        must_be(gyre_body_get_state(m->world, before[i].id, &s), GYRE_OK, "get_state");
        if (memcmp(&s.P, &before[i].P, sizeof s.P) != 0 || memcmp(&s.L, &before[i].L, sizeof s.L) != 0)
            differ("body %u is free, and its P or L changed: L.x from %.17g to %.17g (%s)", before[i].id.index,
                   before[i].L.x, s.L.x, gyre_method_name(m->now.method));
    }
}

// A world that cannot be taken back after a failure is not worth keeping. 0 when it is gone.
static int note_failure(model *m, gyre_result r) {
    sums.failed_steps++;
    if (m->is_transactional || r == GYRE_ERR_STEP || r == GYRE_ERR_METHOD_UNFIT) return 1;
    destroy_world((size_t)(m - worlds));
    return 0;
}

// 0 when the world is gone.
static int step_world(model *m) {
    static const double sizes[] = {0.01, 0.01, 0.01, 1.0 / 60, 0.1, 1, -0.01, 0, 1e-9};
    double h = one_in(12) ? bad_number() : sizes[below(9)];
    if (gyre_method_is_adaptive(m->now.method) && fabs(h) > 0.001)
        h = 0.001; // it would follow every turn of a fast rod
    momenta before[BODIES_MAX];
    size_t count = note_free(m, before);
    gyre_step_report report;
    bool is_flight = one_in(10);
    gyre_result r = is_flight ? gyre_world_fly(m->world, h, &report) : gyre_world_step(m->world, h, &report);
    if (report.result != r)
        differ("the report says %s, the step %s", gyre_result_name(report.result), gyre_result_name(r));
    if (!(h - h == 0)) must_fail(r, "a non-finite step");
    if (r == GYRE_OK || m->is_transactional) settle(r, is_flight ? "fly" : "step");
    if (r != GYRE_OK) return note_failure(m, r);
    sums.steps++;
    model_stepped(m, h);
    check_free(m, before, count);
    return 1;
}

static int advance_clock(model *m) {
    gyre_clock_report report;
    double time = one_in(8) ? bad_number() : random_between(&dice, 0, 0.08);
    if (gyre_method_is_adaptive(m->now.method)) return 1; // as in step_world
    gyre_result r = gyre_clock_advance(&m->clock, m->world, time, &report);
    if (!(time - time == 0)) {
        must_be(r, GYRE_ERR_TIME, "a frame of no time");
        return 1;
    }
    for (int i = 0; i < report.steps; i++)
        model_stepped(m, m->clock.step);
    return r == GYRE_OK ? 1 : note_failure(m, r);
}

// ---- snapshots ----

static void save_world(model *m) {
    size_t size;
    must_be(gyre_world_snapshot_size(m->world, &size), GYRE_OK, "snapshot_size");
    if (size > sizeof m->saved) differ("a snapshot of %zu bytes", size);
    must_be(gyre_world_save(m->world, m->saved, size - 1, &m->saved_size), GYRE_ERR_LENGTH,
            "saving with too little room");
    must_be(gyre_world_save(m->world, m->saved, sizeof m->saved, &m->saved_size), GYRE_OK, "save");
    if (m->saved_size != size) differ("a snapshot of %zu bytes has %zu", size, m->saved_size);
    m->then = m->now;
}

static void restore_world(model *m) {
    if (!m->saved_size) return;
    if (one_in(2)) {
        uint8_t *byte = &m->saved[below(m->saved_size)], was = *byte;
        *byte ^= (uint8_t)(1 + below(255));
        must_be(gyre_world_restore(m->world, m->saved, m->saved_size), GYRE_ERR_SNAPSHOT, "a damaged snapshot");
        *byte = was;
        must_be(gyre_world_restore(m->world, m->saved, below(m->saved_size)), GYRE_ERR_SNAPSHOT, "a cut snapshot");
        return;
    }
    must_be(gyre_world_restore(m->world, m->saved, m->saved_size), GYRE_OK, "restore");
    if (first_change(m->world, &(world_bytes){m->saved, m->saved_size}) >= 0)
        differ("a restored world has other bytes");
    m->now = m->then;
    sums.restores++;
}

// The world now, restored into a new one: both must continue with the same bits.
static int run_twin(model *m) {
    gyre_world_def def = gyre_world_def_default();
    gyre_world *twin = NULL;
    static uint8_t bytes[SNAPSHOT_MAX];
    size_t size;
    def.threads = (int)below(3);
    def.is_transactional = m->is_transactional;
    must_be(gyre_world_save(m->world, bytes, sizeof bytes, &size), GYRE_OK, "save");
    must_be(gyre_world_create(&def, &twin), GYRE_OK, "create");
    must_be(gyre_world_restore(twin, bytes, size), GYRE_OK, "restore");
    double h = gyre_method_is_adaptive(m->now.method) ? 0.001 : 0.01;
    gyre_result r = gyre_world_step(m->world, h, NULL), q = gyre_world_step(twin, h, NULL);
    uint64_t hash = gyre_world_hash(m->world), other = gyre_world_hash(twin);
    world_bytes of_twin = world_bytes_of(twin);
    bool is_alike = r != GYRE_OK || first_change(m->world, &of_twin) < 0;
    world_bytes_free(&of_twin);
    gyre_world_destroy(twin);
    if (r != q || !is_alike)
        differ("a restored world continues with %s %" PRIx64 ", the other with %s %" PRIx64, gyre_result_name(q), other,
               gyre_result_name(r), hash);
    sums.restores++;
    if (r != GYRE_OK) return note_failure(m, r);
    model_stepped(m, h);
    return 1;
}

// ---- questions ----

static void ask(model *m) {
    model_body *b = some_body(m);
    bool is_bad = one_in(4) || !b;
    gyre_body_id id = is_bad ? bad_body(m) : b->id;
    gyre_result want = is_bad ? GYRE_ERR_STALE_ID : GYRE_OK;
    gyre_motion motion;
    gyre_state state;
    gyre_wrench applied;
    gyre_body_def def;
    gyre_vec3 P, L;
    gyre_pose pose;
    must_be(gyre_body_get_motion(m->world, id, &motion), want, "get_motion");
    must_be(gyre_body_get_state(m->world, id, &state), want, "get_state");
    must_be(gyre_body_get_applied(m->world, id, &applied), want, "get_applied");
    must_be(gyre_body_get_def(m->world, id, &def), want, "get_def");
    must_be(gyre_body_momentum(m->world, id, (gyre_vec3){0, 0, 0}, &P, &L), want, "momentum");
    gyre_result r = gyre_body_get_interpolated_pose(m->world, id, 0.5, &pose);
    if (m->is_transactional)
        must_be(r, want, "get_interpolated_pose");
    else
        must_fail(r, "a pose from no past");
    if ((gyre_body_name(m->world, id) == NULL) != is_bad)
        differ("a name for an invalid id, or no name for a valid one");
    must_be(gyre_body_get_motion(NULL, id, &motion), GYRE_ERR_NULL_POINTER, "no world");
    must_be(gyre_body_get_motion(m->world, id, NULL), GYRE_ERR_NULL_POINTER, "no output");
    if (gyre_world_hash(NULL) != gyre_world_hash(NULL) || gyre_world_body_count(NULL) != 0)
        differ("no world has bodies");
    if (m->has_ledger && one_in(10)) must_be(gyre_world_reset_ledger(m->world), GYRE_OK, "reset_ledger");
}

// ---- one after the other ----

// 0 when the world is gone.
static int change(model *m) {
    switch (below(26)) {
    case 0:
        change_world(m);
        return 1;
    case 1:
    case 2:
    case 3:
    case 4:
        add_body(m);
        return 1;
    case 5:
    case 6:
        remove_body(m);
        return 1;
    case 7:
    case 8:
        move_body(m);
        return 1;
    case 9:
    case 10:
        change_body(m);
        return 1;
    case 11:
    case 12:
        push_body(m);
        return 1;
    case 13:
    case 14:
        add_force(m);
        return 1;
    case 15:
    case 16:
        remove_force(m);
        return 1;
    case 17:
        save_world(m);
        return 1;
    case 18:
        restore_world(m);
        return 1;
    case 19:
        return run_twin(m);
    case 20:
        return advance_clock(m);
    case 21:
        ask(m);
        return 1;
    default:
        return step_world(m);
    }
}

static void operate(void) {
    act_on(NULL);
    if (world_count < WORLDS_MAX && (world_count == 0 || one_in(200))) {
        create_world();
        return;
    }
    size_t index = below(world_count);
    model *m = &worlds[index];
    if (one_in(500)) {
        destroy_world(index);
        return;
    }
    act_on(m->world);
    world_bytes before = bytes_of_acting();
    uint64_t steps = m->now.steps, failed = sums.failed_steps;
    int is_there = change(m);
    // a step that failed, with none before it, has left everything unchanged
    if (is_there && sums.failed_steps != failed && m->now.steps == steps && first_change(m->world, &before) >= 0)
        differ("a step failed and the world has changed");
    world_bytes_free(&before);
    if (!is_there) return;
    model_check_counts(m);
    if (one_in(CHECK_EVERY)) model_check(m);
}

static void run_seed(uint64_t seed, uint64_t count) {
    at_seed = seed;
    dice.state = seed;
    for (at_operation = 0; at_operation < count; at_operation++, sums.operations++)
        operate();
    for (size_t i = 0; i < world_count; i++)
        model_check(&worlds[i]);
    while (world_count > 0)
        destroy_world(0);
}

int main(int argument_count, char **arguments) {
    uint64_t count = argument_count > 1 ? strtoull(arguments[1], NULL, 10) : 50000;
    uint64_t seed = argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    is_forgetful = argument_count > 3;
    for (uint64_t done = 0; done < count; done += OPERATIONS_PER_SEED, seed++)
        run_seed(seed, count - done < OPERATIONS_PER_SEED ? count - done : OPERATIONS_PER_SEED);
    printf("reached: %" PRIu64 " operations, %" PRIu64 " refused, %" PRIu64 " steps (%" PRIu64 " failed), %" PRIu64
           " restores, 0 differences\n",
           sums.operations, sums.refused, sums.steps, sums.failed_steps, sums.restores);
    return 0;
}
