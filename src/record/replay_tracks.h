/// Frames that a replay keeps until the end of the run: the numbers of every body in every frame. If there are too many
/// frames, the replay keeps only every second, fourth, ... frame.
#pragma once

#include "record/record.h"

enum {
    TRACK_SAMPLES_MAX = 1 << 20, // limit for frames times bodies; needs 143 MB
    TRACK_FRAMES_MAX = 1 << 17,  // limit for frames
    TRACK_WORLD_NUMBERS = 9,     // kinetic, potential, residual, P, L
    TRACK_BODY_NUMBERS = 17,     // x, q, v, w, L, energy
};

/// One frame: its time, the world's numbers, then each body's numbers.
typedef struct replay_frame {
    uint64_t index; // number of the frame in the recording
    double t;
    double world[TRACK_WORLD_NUMBERS];
    double bodies[];
} replay_frame;

typedef struct replay_tracks {
    replay_frame **frames;
    size_t count, capacity;
    size_t frames_max;
    uint64_t stride;     // every stride-th frame is kept; a power of two
    replay_frame *spare; // the last frame, if it is not among `frames`
    bool has_spare;
} replay_tracks;

/// GYRE_ERR_TOO_LARGE if two frames of all bodies exceed the limit.
gyre_result gyre_replay_tracks_begin(const recording *r, replay_tracks *tracks);
void gyre_replay_tracks_free(const recording *r, replay_tracks *tracks);

/// Adds the present frame of the recording.
gyre_result gyre_replay_tracks_add(const recording *r, replay_tracks *tracks);

/// Adds the last frame even if the stride would skip it. Call it once, at the end.
gyre_result gyre_replay_tracks_end(const recording *r, replay_tracks *tracks);

/// Writes the block of bytes that docs/OUTPUTS.md describes.
gyre_result gyre_replay_tracks_write(const recording *r, const replay_tracks *tracks, output *out);
