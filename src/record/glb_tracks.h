/// Stores the motion of all bodies as 32-bit numbers until the end, because glTF stores each body's track in one piece.
///
/// 28 bytes per body and frame, in memory and in the file.
#pragma once

#include "record/record.h"

enum { TRACK_NUMBERS = 7 }; // position x y z, orientation x y z w

typedef struct track_block track_block;

/// First and last pose of a body, and flags for the parts that have changed.
typedef struct glb_track {
    float first[TRACK_NUMBERS], last[TRACK_NUMBERS];
    bool is_moving, is_turning;
} glb_track;

typedef struct glb_tracks {
    glb_track *bodies;
    track_block *oldest, *newest; // blocks of frames
    size_t frames_per_block;
    uint64_t frame_count;
    double start;    // [s] time of the first frame
    float last_time; // [s] relative to start
} glb_tracks;

gyre_result gyre_glb_tracks_begin(const recording *r, glb_tracks *tracks);
/// Stores the present frame. Skips the frame if its time, as a float, is not later than the previous frame's time.
gyre_result gyre_glb_tracks_add(const recording *r, glb_tracks *tracks);
void gyre_glb_tracks_free(const recording *r, glb_tracks *tracks);

/// The first function writes the times of all frames [s], relative to the first frame. The second function writes, for
/// one body, `count` numbers per frame, beginning at number `first`.
void gyre_glb_tracks_write_times(const glb_tracks *tracks, output *out);
void gyre_glb_tracks_write(const glb_tracks *tracks, size_t body, size_t first, size_t count, output *out);
