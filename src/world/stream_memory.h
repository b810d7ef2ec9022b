/// Memory of the streams: which of them a world has, and room for its bodies in all of them.
#pragma once

#include "world/world.h"

/// Streams that not every world needs, as bits of a set: one per group, and the carried momenta among the moving ones.
enum stream_need {
    NEED_FEATURES = 1 << GROUP_FEATURES,
    NEED_APPLIED = 1 << GROUP_APPLIED,
    NEED_WRENCH = 1 << GROUP_WRENCH,
    NEED_PREDICTED = 1 << GROUP_PREDICTED,
    NEED_CARRIED = 1 << GROUP_COUNT,
};

/// Feature streams of a free body.
const double *gyre_free_features(void);

/// Fixed streams of padding: unit mass and moments, no weight.
const double *gyre_fixed_at_rest(void);

/// Number of slots for this many bodies: padding after each partition, and gaps between partitions (body_layout.h).
size_t gyre_slots_for(size_t body_count);

/// Makes room for `capacity` bodies in every stream that exists. On failure nothing has changed.
gyre_result gyre_streams_make_room(gyre_world *world, size_t capacity);

/// Adds the streams that are missing; new streams hold the values of free bodies. On failure nothing has changed.
/// Pointers into moving streams stay valid unless carried momenta are added.
gyre_result gyre_streams_need(gyre_world *world, unsigned needs);

/// The streams that exist, as NEED_ bits.
unsigned gyre_streams_met(const gyre_world *world);

/// True if there are streams for carried momenta.
static inline bool gyre_streams_carry(const gyre_world *world) {
    return world->bodies.moving_streams > PLAIN_MOVING_STREAMS;
}

/// Makes slots padding: unit bodies at rest, without weight, so that sweeps compute whole lane groups.
void gyre_streams_put_to_rest(gyre_world *world, size_t begin, size_t end);

/// Copies all numbers of one slot to another.
void gyre_streams_move(gyre_world *world, uint32_t from, uint32_t to);

void gyre_streams_free(gyre_world *world);
