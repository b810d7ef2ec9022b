/// Keeps frames, drops every second frame when there are too many, and encodes them.
#include "record/replay_tracks.h"

#include "base/memory.h"
#include "gyre/ledger.h"
#include "record/replay_columns.h"

#include <math.h>
#include <string.h>

enum { FIRST_FRAMES = 64, COMPONENTS_MAX = 4 };

static const double LARGEST = 1e300; // differences of numbers below this are finite

// Component counts of the quantities of the world and of a body, in stored order.
static const size_t world_quantities[] = {1, 1, 1, 3, 3}, body_quantities[] = {3, 4, 3, 3, 3, 1};
enum { WORLD_QUANTITIES = 5, BODY_QUANTITIES = 6 };

// All columns except the momentum, which is mass times velocity.
static const column body_columns[TRACK_BODY_NUMBERS] = {
    COLUMN_x,  COLUMN_y,  COLUMN_z,  COLUMN_qw, COLUMN_qx, COLUMN_qy, COLUMN_qz, COLUMN_vx,    COLUMN_vy,
    COLUMN_vz, COLUMN_wx, COLUMN_wy, COLUMN_wz, COLUMN_Lx, COLUMN_Ly, COLUMN_Lz, COLUMN_energy};

// ---- keeping --------------------------------------------------------------------------------------------------------

gyre_result gyre_replay_tracks_begin(const recording *r, replay_tracks *tracks) {
    size_t most = TRACK_SAMPLES_MAX / (r->body_count > 0 ? r->body_count : 1);
    *tracks = (replay_tracks){.frames_max = most < TRACK_FRAMES_MAX ? most : TRACK_FRAMES_MAX, .stride = 1};
    return most < 2 ? GYRE_ERR_TOO_LARGE : GYRE_OK;
}

void gyre_replay_tracks_free(const recording *r, replay_tracks *tracks) {
    for (size_t i = 0; i < tracks->count; i++)
        gyre_recording_give(r, tracks->frames[i]);
    gyre_recording_give(r, tracks->frames);
    gyre_recording_give(r, tracks->spare);
}

static gyre_result make_room(const recording *r, replay_tracks *tracks) {
    if (tracks->count < tracks->capacity) return GYRE_OK;
    size_t capacity = tracks->capacity > 0 ? 2 * tracks->capacity : FIRST_FRAMES;
    replay_frame **frames = gyre_recording_take(r, capacity, sizeof(replay_frame *));
    if (!frames) return GYRE_ERR_NO_MEMORY;
    if (tracks->count > 0) memcpy(frames, tracks->frames, tracks->count * sizeof(replay_frame *));
    gyre_recording_give(r, tracks->frames);
    tracks->frames = frames;
    tracks->capacity = capacity;
    return GYRE_OK;
}

// Removes every second frame.
static void thin_out(const recording *r, replay_tracks *tracks) {
    size_t kept = 0;
    for (size_t i = 0; i < tracks->count; i++)
        if (i % 2 == 0)
            tracks->frames[kept++] = tracks->frames[i];
        else
            gyre_recording_give(r, tracks->frames[i]);
    tracks->count = kept;
    tracks->stride *= 2;
}

static gyre_result fill(const recording *r, replay_frame *frame) {
    gyre_ledger now = {0};
    gyre_result result = gyre_world_get_ledger(r->world, &now);
    if (result == GYRE_ERR_OPTION) { // the world has no ledger, so no residual
        result = gyre_world_energy(r->world, &now.kinetic, &now.potential);
        if (result == GYRE_OK)
            result =
                gyre_world_momentum(r->world, (gyre_vec3){0, 0, 0}, &now.momentum.final, &now.angular_momentum.final);
    }
    if (result != GYRE_OK) return result;
    gyre_vec3 P = now.momentum.final, L = now.angular_momentum.final;
    const double numbers[TRACK_WORLD_NUMBERS] = {now.kinetic, now.potential, now.residual, P.x, P.y,
                                                 P.z,         L.x,           L.y,          L.z};
    frame->index = r->frame_count;
    frame->t = r->t;
    memcpy(frame->world, numbers, sizeof numbers);
    for (int c = 0; c < TRACK_BODY_NUMBERS; c++)
        for (size_t i = 0; i < r->body_count; i++)
            frame->bodies[i * TRACK_BODY_NUMBERS + (size_t)c] = column_of(r, body_columns[c])[i];
    return GYRE_OK;
}

static replay_frame *take_frame(const recording *r) {
    return gyre_recording_take(r, 1, sizeof(replay_frame) + r->body_count * TRACK_BODY_NUMBERS * sizeof(double));
}

gyre_result gyre_replay_tracks_add(const recording *r, replay_tracks *tracks) {
    if (tracks->count == tracks->frames_max) thin_out(r, tracks);
    bool is_spare = r->frame_count % tracks->stride != 0;
    gyre_result result = is_spare ? GYRE_OK : make_room(r, tracks);
    if (result != GYRE_OK) return result;
    replay_frame *frame = is_spare && tracks->spare ? tracks->spare : take_frame(r);
    if (!frame) return GYRE_ERR_NO_MEMORY;
    if (is_spare) tracks->spare = frame;
    result = fill(r, frame);
    if (result == GYRE_OK && is_spare) {
        tracks->has_spare = true;
    } else if (result == GYRE_OK) {
        tracks->has_spare = false;
        tracks->frames[tracks->count++] = frame;
    } else if (!is_spare) {
        gyre_recording_give(r, frame);
    }
    return result;
}

gyre_result gyre_replay_tracks_end(const recording *r, replay_tracks *tracks) {
    if (!tracks->has_spare) return GYRE_OK;
    gyre_result result = make_room(r, tracks);
    if (result != GYRE_OK) return result;
    tracks->frames[tracks->count++] = tracks->spare;
    tracks->spare = NULL;
    tracks->has_spare = false;
    return GYRE_OK;
}

// ---- writing --------------------------------------------------------------------------------------------------------

// Returns the numbers of a body in a frame, or of the world if body = SIZE_MAX.
static const double *numbers_of(const replay_frame *frame, size_t body) {
    return body == SIZE_MAX ? frame->world : frame->bodies + body * TRACK_BODY_NUMBERS;
}

static bool is_sound(const double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!(fabs(numbers[i]) < LARGEST)) return false;
    return true;
}

// Returns the number of kept frames before the body was removed.
static size_t sound_frames(const replay_tracks *tracks, size_t body, size_t number_count) {
    size_t k = 0;
    while (k < tracks->count && is_sound(numbers_of(tracks->frames[k], body), number_count))
        k++;
    return k;
}

typedef struct track_writer {
    const replay_tracks *tracks;
    output *out;
    double *values;   // one quantity over time
    int32_t *scratch; // two numbers per frame
} track_writer;

static void write_quantities(track_writer *w, size_t body, const size_t *quantities, size_t quantity_count) {
    size_t number_count = body == SIZE_MAX ? TRACK_WORLD_NUMBERS : TRACK_BODY_NUMBERS, first = 0;
    size_t frames = sound_frames(w->tracks, body, number_count);
    gyre_output_u32(w->out, (uint32_t)frames);
    for (size_t i = 0; i < quantity_count; first += quantities[i++]) {
        for (size_t c = 0; c < quantities[i]; c++)
            for (size_t k = 0; k < frames; k++)
                w->values[c * frames + k] = numbers_of(w->tracks->frames[k], body)[first + c];
        gyre_columns_put(w->out, w->values, frames, quantities[i], w->scratch);
    }
}

gyre_result gyre_replay_tracks_write(const recording *r, const replay_tracks *tracks, output *out) {
    track_writer w = {tracks, out, gyre_recording_take(r, tracks->count, COMPONENTS_MAX * sizeof(double)),
                      gyre_recording_take(r, tracks->count, 2 * sizeof(int32_t))};
    bool has_room = w.values && w.scratch;
    if (has_room) {
        gyre_output_u32(out, (uint32_t)tracks->count);
        gyre_output_u32(out, (uint32_t)r->body_count);
        for (size_t k = 0; k < tracks->count; k++)
            gyre_columns_put_double(out, tracks->frames[k]->t);
        write_quantities(&w, SIZE_MAX, world_quantities, WORLD_QUANTITIES);
        for (size_t i = 0; i < r->body_count; i++)
            write_quantities(&w, i, body_quantities, BODY_QUANTITIES);
    }
    gyre_recording_give(r, w.scratch);
    gyre_recording_give(r, w.values);
    return has_room ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}
