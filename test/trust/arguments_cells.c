#include "arguments_cells.h"

#include "arguments_control.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <string.h>

enum { ARGS_MAX = 1024, PIECES_MAX = 8, OUTPUT_BYTES = 1 << 17, UNTOUCHED = 0xa5 };

const char *cells_folder;

// ---- outputs and inputs of one call ----

typedef struct piece {
    const uint8_t *bytes;
    size_t size;
    int may_change;
} piece;

static uint8_t output_bytes[OUTPUT_BYTES];
static size_t output_used;
static piece pieces[PIECES_MAX]; // outputs, and those inputs that a failure may change
static size_t piece_count;

static void add_piece(const void *bytes, size_t size, int may_change) {
    if (piece_count == PIECES_MAX) abort();
    pieces[piece_count++] = (piece){bytes, size, may_change};
}

void *cell_output(size_t size, int may_change) {
    uint8_t *bytes = output_bytes + output_used;
    output_used += (size + 63) / 64 * 64;
    if (output_used > sizeof output_bytes) abort();
    add_piece(bytes, size, may_change);
    return bytes;
}

void *cell_may_change(void *input, size_t size) {
    add_piece(input, size, 1);
    return input;
}

void cell_touch_text(const char *text) {
    static volatile char last;
    for (; text && *text; text++)
        last = *text;
    (void)last;
}

static int is_output(const piece *p) {
    return p->bytes >= output_bytes && p->bytes < output_bytes + sizeof output_bytes;
}

static int are_outputs_untouched(void) {
    for (const piece *p = pieces; p < pieces + piece_count; p++)
        for (size_t i = 0; i < p->size && is_output(p) && !p->may_change; i++)
            if (p->bytes[i] != UNTOUCHED) return 0;
    return 1;
}

// ---- functions with mistakes, to be found ----

gyre_result control_crashes(const gyre_world *world) {
    if (!world) raise(SIGSEGV);
    return GYRE_OK;
}
gyre_result control_accepts_nan(const gyre_world *world, double number) {
    if (!world) return GYRE_ERR_NULL_POINTER;
    return isinf(number) ? GYRE_ERR_NOT_FINITE : GYRE_OK;
}
gyre_result control_changes_the_world(gyre_world *world, double number) {
    if (gyre_world_clear_applied(world) != GYRE_OK) return GYRE_ERR_NULL_POINTER;
    return isfinite(number) ? GYRE_OK : GYRE_ERR_NOT_FINITE;
}
gyre_result control_writes_its_output(const gyre_world *world, double number, double *out_number) {
    if (!world || !out_number) return GYRE_ERR_NULL_POINTER;
    *out_number = number;
    return isfinite(number) ? GYRE_OK : GYRE_ERR_NOT_FINITE;
}
gyre_result control_steps_in_a_step(gyre_world *world) { return world ? GYRE_OK : GYRE_ERR_NULL_POINTER; }

// ---- bad values, in the order of arguments.py ----

static void *place_of(const call_slot *slot, uint8_t *args) {
    uint8_t *at = args + slot->offsets[0];
    for (int i = 1; i < slot->offset_count; i++) {
        uint8_t *next;
        memcpy(&next, at, sizeof next);
        if (!next) return NULL;
        at = next + slot->offsets[i];
    }
    return at;
}

static void put_number(double *at, int value) {
    double bad[] = {__builtin_nan(""), HUGE_VAL, -HUGE_VAL, -0.0, 4.9e-324, *at == 0 ? -1 : -fabs(*at), 1e308, -1e308};
    *at = bad[value];
}

static void put_text(const char **at, int value) {
    static char longer[70001];
    memset(longer, 'a', sizeof longer - 1);
    const char *bad[] = {NULL, "", "\xff\xfe", longer};
    *at = bad[value];
}

// Ids of bodies and of forces have the same fields.
static void put_id(gyre_body_id *at, int value, gyre_body_id removed, gyre_body_id foreign) {
    gyre_body_id bad[] = {{0, 0, 0},
                          removed,
                          foreign,
                          {UINT32_MAX, at->generation, at->world},
                          {at->index, at->generation + 1, at->world},
                          {at->index, at->generation, UINT32_MAX}};
    *at = bad[value];
}

static void put(const stage *s, const call_slot *slot, void *at, int value) {
    gyre_body_id removed = {s->removed_force.index, s->removed_force.generation, s->removed_force.world};
    gyre_body_id foreign = {s->foreign_force.index, s->foreign_force.generation, s->foreign_force.world};
    const int enums[] = {-1, slot->limit, INT_MAX}, ints[] = {-1, INT_MIN, INT_MAX};
    const size_t sizes[] = {0, SIZE_MAX, SIZE_MAX / 8 + 1, SIZE_MAX / 2};
    switch (slot->kind) {
    case NUMBER:
        put_number(at, value);
        break;
    case POINTER:
    case USER:
        memset(at, 0, sizeof(void *));
        break;
    case TEXT:
        put_text(at, value);
        break;
    case BODY:
        put_id(at, value, s->removed_body, s->foreign_body);
        break;
    case FORCE:
        put_id(at, value, removed, foreign);
        break;
    case ENUM:
        memcpy(at, &enums[value], sizeof(int));
        break;
    case INT:
        memcpy(at, &ints[value], sizeof(int));
        break;
    case BITS:
        *(unsigned *)at = UINT_MAX;
        break;
    case MARKER:
        *(uint32_t *)at = value == 0 ? 0 : ~*(uint32_t *)at;
        break;
    case U64:
        *(uint64_t *)at = value == 0 ? 0 : UINT64_MAX;
        break;
    case U32:
        *(uint32_t *)at = value == 0 ? 0 : UINT32_MAX;
        break;
    case SIZE:
        memcpy(at, &sizes[value], sizeof(size_t));
        break;
    }
}

// ---- what everything is like ----

typedef struct looks {
    uint64_t hash;
    size_t bodies, forces, size;
    uint8_t bytes[SAVED_MAX];
} looks;

static void look(const gyre_world *world, looks *out) {
    memset(out, 0, offsetof(looks, bytes));
    if (!world) return;
    out->hash = gyre_world_hash(world);
    out->bodies = gyre_world_body_count(world);
    out->forces = gyre_world_force_count(world);
    if (gyre_world_save(world, out->bytes, sizeof out->bytes, &out->size) != GYRE_OK) abort();
}

static int is_alike(const looks *a, const looks *b) {
    return a->size == b->size && a->hash == b->hash && a->bodies == b->bodies && a->forces == b->forces &&
           memcmp(a->bytes, b->bytes, a->size) == 0;
}

typedef struct scenery {
    looks world, other, scene;
    gyre_scene_settings settings;
    inputs in;
} scenery;

static void look_around(stage *s, scenery *out) {
    look(s->world, &out->world);
    look(s->other, &out->other);
    look(s->scene ? gyre_scene_world(s->scene) : NULL, &out->scene);
    memset(&out->settings, 0, sizeof out->settings);
    if (s->scene) out->settings = gyre_scene_get_settings(s->scene);
    memcpy(&out->in, &s->in, sizeof out->in);
}

static int is_same_scenery(const scenery *a, const scenery *b) {
    return is_alike(&a->world, &b->world) && is_alike(&a->other, &b->other) && is_alike(&a->scene, &b->scene) &&
           memcmp(&a->settings, &b->settings, sizeof a->settings) == 0;
}

// Inputs outside the pieces that may change.
static int is_same_input(const stage *s, const scenery *before) {
    const uint8_t *now = (const uint8_t *)&s->in, *then = (const uint8_t *)&before->in;
    if (memcmp(now, then, sizeof s->in) == 0) return 1;
    for (size_t i = 0; i < sizeof s->in; i++) {
        int is_free = now[i] == then[i];
        for (const piece *p = pieces; p < pieces + piece_count; p++)
            is_free |= p->may_change && now + i >= p->bytes && now + i < p->bytes + p->size;
        if (!is_free) return 0;
    }
    return 1;
}

// ---- one cell ----

static stage the_stage;

static void begin(const call_row *row, uint8_t *args) {
    if (row->size > ARGS_MAX) abort();
    output_used = piece_count = 0;
    stage_build(&the_stage, cells_folder);
    row->fill(&the_stage, args);
    memset(output_bytes, UNTOUCHED, output_used);
}

static const char *judge(const call_row *row, char expected, gyre_result result) {
    if (!row->has_result) return NULL;
    if (expected == 'R' && result == GYRE_OK) return "is accepted";
    if (expected == 'O' && result != GYRE_OK) return "is refused";
    if ((int)result < 0 || result >= GYRE_RESULT_COUNT) return "returns an unknown result code";
    return NULL;
}

verdict try_value(const call_row *row, const call_slot *slot, int value, char expected) {
    static scenery before, after;
    static _Alignas(16) uint8_t args[ARGS_MAX];
    begin(row, args);
    void *at = slot ? place_of(slot, args) : args;
    verdict v = {NULL, GYRE_OK, at != NULL};
    if (!at) {
        stage_clear(&the_stage);
        return v;
    }
    if (slot) put(&the_stage, slot, at, value);
    look_around(&the_stage, &before);
    v.result = row->call(&the_stage, args);
    v.wrong = judge(row, expected, v.result);
    int has_failed = row->has_result && v.result != GYRE_OK;
    if (!v.wrong && has_failed && !are_outputs_untouched()) v.wrong = "fails and has written its output";
    if (!v.wrong && has_failed && !is_same_input(&the_stage, &before)) v.wrong = "fails and has changed its input";
    row->after(&the_stage, args, v.result);
    look_around(&the_stage, &after);
    if (!v.wrong && (has_failed || !row->may_change_world) && !is_same_scenery(&before, &after))
        v.wrong = has_failed ? "fails and has changed the world" : "only reads and has changed the world";
    stage_clear(&the_stage);
    return v;
}

// ---- inside a step ----

typedef struct inner {
    const call_row *row;
    uint8_t *args;
    int was_called;
    gyre_result result;
} inner;

static void call_inner(stage *s, void *argument) {
    inner *i = argument;
    i->was_called = 1;
    i->result = i->row->call(s, i->args);
}

// Worlds made one after the other have different numbers, which are in all of their ids: takes the number out, and the
// checksum, which is over it too.
static void forget_number(looks *l, uint32_t number) {
    enum { HEADER = 24 };
    memset(l->bytes, 0, HEADER);
    for (size_t i = HEADER; i + sizeof number <= l->size; i++)
        if (memcmp(l->bytes + i, &number, sizeof number) == 0) memset(l->bytes + i, 0, sizeof number);
}

// One step of the row's world, with the call inside it, or without (NULL).
static const char *step_with(const call_row *row, int place, inner *call, looks *out) {
    static _Alignas(16) uint8_t args[ARGS_MAX];
    begin(row, args);
    stage *s = &the_stage;
    gyre_world *world = s->world;
    if (row->world_offset >= 0) {
        memcpy(args + row->world_offset, &world, sizeof(void *));
    } else {
        stage_arm_scene(s);
        world = gyre_scene_world(s->scene);
    }
    if (call) {
        *call = (inner){row, args, 0, GYRE_OK};
        s->inside = call_inner;
        s->inside_argument = call;
        s->inside_place = place;
    }
    gyre_result result = gyre_world_step(world, 0.01, NULL);
    look(world, out);
    forget_number(out, gyre_world_next_body(world, (gyre_body_id){0, 0, 0}).world);
    if (row->world_offset < 0 && call) row->after(s, args, call->result);
    stage_clear(s);
    if (call && !call->was_called) return "was not called";
    return result == GYRE_OK ? NULL : "makes the step fail";
}

verdict try_in_step(const call_row *row, int place, char expected) {
    static looks alone, together;
    inner call;
    verdict v = {step_with(row, place, NULL, &alone), GYRE_OK, 1};
    if (v.wrong) return v;
    v.wrong = step_with(row, place, &call, &together);
    v.result = call.result;
    if (!v.wrong) v.wrong = judge(row, expected, call.result);
    if (!v.wrong && expected != 'O' && !is_alike(&alone, &together)) v.wrong = "changes what the step comes to";
    return v;
}
