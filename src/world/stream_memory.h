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

/// A body that has nothing but mass, as numbers of the feature streams.
const double *gyre_free_features(void);

/// Constants of what stands where no body is: of unit mass, without weight.
const double *gyre_fixed_at_rest(void);

/// Room for `capacity` bodies in every stream there is. On failure nothing has changed.
gyre_result gyre_streams_make_room(gyre_world *world, size_t capacity);

/// These streams from now on, those that are there already too: new ones say of every body what was true without them.
/// On failure nothing has changed. Pointers into moving streams are good for longer only when none are carried anew.
gyre_result gyre_streams_need(gyre_world *world, unsigned needs);

/// The streams that are there, as NEED_ bits.
unsigned gyre_streams_met(const gyre_world *world);

/// Whether bodies have a place for the momenta they carry.
static inline bool gyre_streams_carry(const gyre_world *world) { return world->moving_streams > PLAIN_MOVING_STREAMS; }

/// Makes slots what padding is: unit bodies at rest, without weight, so that whole lanes are computed without asking.
void gyre_streams_put_to_rest(gyre_world *world, size_t begin, size_t end);

/// All numbers of one slot to another.
void gyre_streams_move(gyre_world *world, uint32_t from, uint32_t to);

void gyre_streams_free(gyre_world *world);
