#include "world/body_subset.h"

#include "world/stream_memory.h"

// Copies one number per stream for each body of the subset, and `at_rest` to the unused lanes; without streams,
// `at_rest` to all lanes.
static void load_streams(const gyre_world *world, const body_subset *subset, const double *streams, size_t count,
                         const double *at_rest, double *out) {
    for (size_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < SUBSET_MAX; i++)
            out[k * SUBSET_MAX + i] =
                streams && i < subset->count ? streams[k * world->bodies.stride + subset->slots[i]] : at_rest[k];
}

void gyre_subset_load(const gyre_world *world, const double *moving, body_subset *subset) {
    static const double moving_at_rest[MOVING_STREAMS] = {[STREAM_Q] = 1}, no_wrench[WRENCH_STREAMS] = {0};
    const body_store *bodies = &world->bodies;
    size_t carried = gyre_streams_carry(world) ? 0 : MOVING_STREAMS - PLAIN_MOVING_STREAMS;
    load_streams(world, subset, moving, MOVING_STREAMS - carried, moving_at_rest, subset->moving);
    load_streams(world, subset, NULL, carried, moving_at_rest + STREAM_M, subset->moving + STREAM_M * SUBSET_MAX);
    load_streams(world, subset, bodies->fixed, FIXED_STREAMS, gyre_fixed_at_rest(), subset->fixed);
    load_streams(world, subset, bodies->groups[GROUP_FEATURES], FEATURE_STREAMS, gyre_free_features(),
                 subset->features);
    load_streams(world, subset, bodies->groups[GROUP_APPLIED], WRENCH_STREAMS, no_wrench, subset->applied);
}

void gyre_subset_store(const gyre_world *world, const body_subset *subset, double *moving) {
    for (size_t k = 0; k < world->bodies.moving_streams; k++)
        for (uint32_t i = 0; i < subset->count; i++)
            moving[k * world->bodies.stride + subset->slots[i]] = subset->moving[k * SUBSET_MAX + i];
}

sweep gyre_subset_sweep(const gyre_world *world, body_subset *subset) {
    feature_counts have = {0};
    for (int p = 0; p < AWAKE_PARTITIONS; p++) {
        const feature_counts *of = &world->bodies.features[p];
        have.locked += of->locked;
        have.driven += of->driven;
        have.damped += of->damped;
        have.pivot += of->pivot;
        have.carried += of->carried;
    }
    return (sweep){
        .from = subset->moving,
        .to = subset->moving,
        .fixed = subset->fixed,
        .stride = SUBSET_MAX,
        .end = (subset->count + STREAM_PADDING - 1) / STREAM_PADDING * STREAM_PADDING,
        .has_locks = have.locked > 0,
        .has_driven = have.driven > 0,
        .has_damping = have.damped > 0,
        .has_pivots = have.pivot > 0,
        .has_carried = have.carried > 0,
        .has_applied = world->bodies.has_applied,
        .features = subset->features,
        .applied = subset->applied,
    };
}
