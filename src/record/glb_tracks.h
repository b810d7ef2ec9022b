/// The motion of all bodies in 32-bit numbers, kept until the end: glTF wants each body's whole track in one piece.
///
/// 28 bytes per body and frame, which is what they take in the file too.
#pragma once

#include "record/record.h"

enum { TRACK_NUMBERS = 7 }; // position x y z, orientation x y z w

typedef struct track_block track_block;

/// Where a body began, was last, and what of it has changed in between.
typedef struct glb_track {
    float first[TRACK_NUMBERS], last[TRACK_NUMBERS];
    bool is_moving, is_turning;
} glb_track;

typedef struct glb_tracks {
    glb_track *bodies;
    track_block *oldest, *newest; // frames, in blocks
    size_t frames_per_block;
    uint64_t frame_count;
    double start;    // [s], of the first frame
    float last_time; // [s] since then
} glb_tracks;

gyre_result gyre_glb_tracks_begin(const recording *r, glb_tracks *tracks);
/// The present frame of the recording. Left out when its time, as a float, is not after the last one's.
gyre_result gyre_glb_tracks_add(const recording *r, glb_tracks *tracks);
void gyre_glb_tracks_free(const recording *r, glb_tracks *tracks);

/// The times of all frames [s], the first one 0; then `count` numbers per frame of one body, from number `first` on.
void gyre_glb_tracks_write_times(const glb_tracks *tracks, output *out);
void gyre_glb_tracks_write(const glb_tracks *tracks, size_t body, size_t first, size_t count, output *out);
