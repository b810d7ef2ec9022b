/// What a replay keeps of a run until its end: the numbers of every body in every frame, or in every second, fourth...
/// when they would be too many.
#pragma once

#include "record/record.h"

enum {
    TRACK_SAMPLES_MAX = 1 << 20, // frames times bodies that are kept: 143 MB
    TRACK_FRAMES_MAX = 1 << 17,  // frames that are kept
    TRACK_WORLD_NUMBERS = 9,     // kinetic, potential, residual, P, L
    TRACK_BODY_NUMBERS = 17,     // x, q, v, w, L, energy
};

/// One frame: its time, the world's numbers, then those of the first body, of the second...
typedef struct replay_frame {
    uint64_t index; // of the recording
    double t;
    double world[TRACK_WORLD_NUMBERS];
    double bodies[];
} replay_frame;

typedef struct replay_tracks {
    replay_frame **frames;
    size_t count, capacity;
    size_t frames_max;
    uint64_t stride;     // every frame, every second one, every fourth...
    replay_frame *spare; // the last frame, when it is not among those
    bool has_spare;
} replay_tracks;

/// GYRE_ERR_TOO_LARGE when there are so many bodies that not even two frames fit.
gyre_result gyre_replay_tracks_begin(const recording *r, replay_tracks *tracks);
void gyre_replay_tracks_free(const recording *r, replay_tracks *tracks);

/// The present frame of the recording.
gyre_result gyre_replay_tracks_add(const recording *r, replay_tracks *tracks);

/// The last frame is kept whatever the stride. To be called once, at the end.
gyre_result gyre_replay_tracks_end(const recording *r, replay_tracks *tracks);

/// The block of bytes that docs/OUTPUTS.md describes.
gyre_result gyre_replay_tracks_write(const recording *r, const replay_tracks *tracks, output *out);
