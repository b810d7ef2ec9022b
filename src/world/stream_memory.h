/// Memory of the streams: allocates the streams that a world needs, with room for its bodies.
#pragma once

#include "world/world.h"

/// Optional streams, as bits of a set: one bit per group, and one for the carried momenta among the moving streams.
enum stream_need {
    NEED_FEATURES = 1 << GROUP_FEATURES,
    NEED_APPLIED = 1 << GROUP_APPLIED,
    NEED_WRENCH = 1 << GROUP_WRENCH,
    NEED_PREDICTED = 1 << GROUP_PREDICTED,
    NEED_CARRIED = 1 << GROUP_COUNT,
};

/// Returns the values of the feature streams for a free body.
const double *gyre_free_features(void);

/// Returns the values of the fixed streams for padding: unit mass and moments, no weight.
const double *gyre_fixed_at_rest(void);

/// Returns the number of slots for this many bodies, with padding after each partition and gaps between partitions
/// (body_layout.h).
size_t gyre_slots_for(size_t body_count);

/// Makes room for `capacity` bodies in every existing stream. On failure the world is unchanged.
gyre_result gyre_streams_make_room(gyre_world *world, size_t capacity);

/// Adds the missing streams, with the values of free bodies. On failure the world is unchanged. Pointers into moving
/// streams stay valid unless carried momenta are added.
gyre_result gyre_streams_need(gyre_world *world, unsigned needs);

/// Returns the existing streams as NEED_ bits.
unsigned gyre_streams_met(const gyre_world *world);

/// True if there are streams for carried momenta.
static inline bool gyre_streams_carry(const gyre_world *world) {
    return world->bodies.moving_streams > PLAIN_MOVING_STREAMS;
}

/// Turns slots into padding: unit bodies at rest without weight, so that sweeps can process whole lane groups.
void gyre_streams_put_to_rest(gyre_world *world, size_t begin, size_t end);

/// Copies all numbers of one slot to another.
void gyre_streams_move(gyre_world *world, uint32_t from, uint32_t to);

void gyre_streams_free(gyre_world *world);
