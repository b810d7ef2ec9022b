/// One world with one body at the edge of the range, and the tally of what came of it.
#pragma once

#include "gyre/gyre.h"
#include "world_bytes.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define U 0x1p-53 // one rounding

typedef struct tally {
    uint64_t cases, refusals, silent, wrong;
    double worst; // in units of the tolerance
    const char *worst_what;
} tally;

extern tally sums;
extern bool is_control; // every compared number is a little off: all of it must be detected

/// Symmetric about z (except for the brick, whose motion has no elementary formula).
enum { SHAPE_BALL, SHAPE_EGG, SHAPE_PLATE, SHAPE_ROD, SHAPE_NEEDLE, SHAPE_WIRE, SHAPE_BRICK, SHAPE_COUNT };

typedef struct extreme {
    gyre_world *world;
    gyre_body_id body;
} extreme;

void insist(gyre_result r, const char *what);
extreme begin_extreme(gyre_method method, gyre_vec3 gravity);
void end_extreme(extreme *e);
/// A body called "extreme" of that shape, some 1 m large.
gyre_body_def extreme_body(int shape, double mass);
/// 1 when it was done; else the refusal is noted, and must name the body and leave the world unchanged.
bool step_or_refuse(extreme *e, double h);
bool fly_or_refuse(extreme *e, double t);

void note_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
void note_silent(const char *what);
void note_refusal(bool is_named, gyre_result r, const char *what);
void note_same(const void *got, const void *want, size_t size, const char *what);
void note_number(long double got, long double want, double tolerance, const char *what);
void note_vector(gyre_vec3 got, gyre_vec3 want, double tolerance, const char *what);

static inline double length_of(gyre_vec3 a) { return hypot(hypot(a.x, a.y), a.z); }
static inline double largest_of(gyre_vec3 a) { return fmax(a.x, fmax(a.y, a.z)); }
static inline double smallest_of(gyre_vec3 a) { return fmin(a.x, fmin(a.y, a.z)); }
static inline gyre_vec3 moments_of(const gyre_body_def *def) {
    return (gyre_vec3){def->mass.inertia.xx, def->mass.inertia.yy, def->mass.inertia.zz};
}
long double quat_length(gyre_quat q);

/// The angle [rad] between an attitude and where the motion from `before` leads in the time t, by the formula for a
/// symmetric body (in long double), or for others by the closed form of gyre_free_flight.
double attitude_error(const gyre_state *after, const gyre_state *before, gyre_vec3 moments, double t);
