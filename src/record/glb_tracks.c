/// Stores frames in a chain of blocks, so that nothing is copied and the length of the run need not be known.
#include "record/glb_tracks.h"

#include "base/memory.h"
#include "record/glb_model.h"

#include <string.h>

enum { BLOCK_BYTES = 1 << 20, BLOCK_FRAMES_MAX = 4096 };

struct track_block {
    track_block *next;
    size_t frame_count;
    float *times;   // frames_per_block times
    float *samples; // TRACK_NUMBERS for each frame of the first body, then of the second, ...
};

gyre_result gyre_glb_tracks_begin(const recording *r, glb_tracks *tracks) {
    size_t frame_bytes = (r->body_count + 1) * TRACK_NUMBERS * sizeof(float);
    tracks->frames_per_block = BLOCK_BYTES / frame_bytes;
    if (tracks->frames_per_block < 1) tracks->frames_per_block = 1;
    if (tracks->frames_per_block > BLOCK_FRAMES_MAX) tracks->frames_per_block = BLOCK_FRAMES_MAX;
    tracks->bodies = gyre_recording_take(r, r->body_count, sizeof *tracks->bodies);
    if (!tracks->bodies) return GYRE_ERR_NO_MEMORY;
    for (size_t i = 0; i < r->body_count; i++) // a valid pose for a body removed before the first frame
        tracks->bodies[i] = (glb_track){.last = {0, 0, 0, 0, 0, 0, 1}};
    return GYRE_OK;
}

void gyre_glb_tracks_free(const recording *r, glb_tracks *tracks) {
    while (tracks->oldest) {
        track_block *block = tracks->oldest;
        tracks->oldest = block->next;
        gyre_recording_give(r, block->samples);
        gyre_recording_give(r, block->times);
        gyre_recording_give(r, block);
    }
    gyre_recording_give(r, tracks->bodies);
}

static gyre_result add_block(const recording *r, glb_tracks *tracks) {
    size_t count;
    if (!size_multiply(tracks->frames_per_block, r->body_count * TRACK_NUMBERS, &count)) return GYRE_ERR_TOO_LARGE;
    track_block *block = gyre_recording_take(r, 1, sizeof *block);
    if (!block) return GYRE_ERR_NO_MEMORY;
    *block = (track_block){.times = gyre_recording_take(r, tracks->frames_per_block, sizeof(float)),
                           .samples = gyre_recording_take(r, count, sizeof(float))};
    if (tracks->newest)
        tracks->newest->next = block;
    else
        tracks->oldest = block;
    tracks->newest = block; // linked before the check, so that an incomplete block is freed too
    return block->times && block->samples ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

// q and -q are the same orientation, but interpolation needs the sign nearer to the previous orientation.
static void numbers_of(const gyre_motion *motion, const glb_track *track, bool is_first, float out[TRACK_NUMBERS]) {
    gyre_vec3 x = motion->position;
    gyre_quat q = motion->orientation;
    const float *last = track->last;
    double cosine = q.x * (double)last[3] + q.y * (double)last[4] + q.z * (double)last[5] + q.w * (double)last[6];
    double sign = !is_first && cosine < 0 ? -1 : 1;
    const double numbers[TRACK_NUMBERS] = {x.x, x.y, x.z, sign * q.x, sign * q.y, sign * q.z, sign * q.w};
    for (int i = 0; i < TRACK_NUMBERS; i++)
        out[i] = gyre_to_float(numbers[i]);
}

static void add_body(const gyre_motion *motion, bool is_gone, bool is_first, glb_track *track, float *out) {
    if (is_gone) // a removed body keeps its last pose
        memcpy(out, track->last, sizeof track->last);
    else
        numbers_of(motion, track, is_first, out);
    if (is_first) memcpy(track->first, out, sizeof track->first);
    memcpy(track->last, out, sizeof track->last);
    for (int i = 0; i < TRACK_NUMBERS; i++)
        if (out[i] != track->first[i]) *(i < 3 ? &track->is_moving : &track->is_turning) = true;
}

gyre_result gyre_glb_tracks_add(const recording *r, glb_tracks *tracks) {
    bool is_first = tracks->frame_count == 0;
    if (is_first) tracks->start = r->t;
    float time = gyre_to_float(r->t - tracks->start);
    if (!is_first && !(time > tracks->last_time)) return GYRE_OK;
    if (!tracks->newest || tracks->newest->frame_count == tracks->frames_per_block) {
        gyre_result result = add_block(r, tracks);
        if (result != GYRE_OK) return result;
    }
    track_block *block = tracks->newest;
    block->times[block->frame_count] = time;
    for (size_t i = 0; i < r->body_count; i++)
        add_body(&r->motions[i], r->is_gone[i], is_first, &tracks->bodies[i],
                 block->samples + (i * tracks->frames_per_block + block->frame_count) * TRACK_NUMBERS);
    block->frame_count++;
    tracks->frame_count++;
    tracks->last_time = time;
    return GYRE_OK;
}

void gyre_glb_tracks_write_times(const glb_tracks *tracks, output *out) {
    for (const track_block *block = tracks->oldest; block; block = block->next)
        for (size_t i = 0; i < block->frame_count; i++)
            gyre_output_float(out, block->times[i]);
}

void gyre_glb_tracks_write(const glb_tracks *tracks, size_t body, size_t first, size_t count, output *out) {
    for (const track_block *block = tracks->oldest; block; block = block->next)
        for (size_t i = 0; i < block->frame_count; i++)
            for (size_t k = first; k < first + count; k++)
                gyre_output_float(out, block->samples[(body * tracks->frames_per_block + i) * TRACK_NUMBERS + k]);
}
