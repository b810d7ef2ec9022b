/// The hash of a world: its inputs, and its golden values.
#include "crowd.h"

#include "kernels/kernel.h"
#include "kernels/streams.h"

enum { NUMBERS = STREAM_M, LANES = STREAM_PADDING };

// ---- the digest of a body ----

typedef struct group {
    double streams[MOVING_STREAMS * LANES];
    uint64_t digests[LANES];
} group;

static group some_states(void) {
    group g;
    random_source r = {5};
    for (int i = 0; i < MOVING_STREAMS * LANES; i++)
        g.streams[i] = random_between(&r, -3, 3);
    for (int i = 0; i < LANES; i++)
        g.digests[i] = 77;
    return g;
}

static void digest(const kernel_table *kernel, group *g) {
    const sweep s = {.from = g->streams, .stride = LANES, .end = LANES};
    kernel->digest(&s, g->digests);
}

static uint64_t digest_of_first(group g) {
    digest(&gyre_kernel_f64, &g);
    return g.digests[0];
}

TEST(every_bit_of_every_number_counts) {
    const group g = some_states();
    uint64_t original = digest_of_first(g);
    for (int k = 0; k < NUMBERS; k++)
        for (int bit = 0; bit < 64; bit++) {
            group changed = g;
            uint64_t bits;
            memcpy(&bits, &changed.streams[k * LANES], sizeof bits);
            bits ^= UINT64_C(1) << bit;
            memcpy(&changed.streams[k * LANES], &bits, sizeof bits);
            CHECK(digest_of_first(changed) != original);
        }
}

// Mistakes that keep all magnitudes, numbers in each other's places and signs, and last bits: every set of them.
TEST(the_hash_depends_on_positions_signs_and_last_bits) {
    const group g = some_states();
    uint64_t original = digest_of_first(g);
    for (int k = 0; k < NUMBERS; k++)
        for (int j = 0; j < k; j++) {
            group swapped = g;
            swapped.streams[k * LANES] = g.streams[j * LANES];
            swapped.streams[j * LANES] = g.streams[k * LANES];
            CHECK(digest_of_first(swapped) != original);
        }
    for (unsigned which = 1; which < 1u << NUMBERS; which++) {
        group turned = g, rounded = g;
        for (int k = 0; k < NUMBERS; k++) {
            if (!(which >> k & 1)) continue;
            turned.streams[k * LANES] = -g.streams[k * LANES];
            rounded.streams[k * LANES] = nextafter(g.streams[k * LANES], 9);
        }
        CHECK(digest_of_first(turned) != original);
        CHECK(digest_of_first(rounded) != original);
    }
}

TEST(the_digest_depends_on_the_seed_and_not_on_carried_momentum) {
    group g = some_states();
    uint64_t original = digest_of_first(g);
    for (int k = STREAM_M; k < MOVING_STREAMS; k++)
        g.streams[k * LANES] = 0;
    CHECK_EQ(digest_of_first(g), original);
    g.digests[0]++;
    CHECK(digest_of_first(g) != original);
}

TEST(equal_numbers_are_equal_and_all_nans_are_one) {
    const uint64_t nans[] = {UINT64_C(0x7ff0000000000001), UINT64_C(0xfff8000000000000), UINT64_C(0x7fffffffffffffff)};
    for (int k = 0; k < NUMBERS; k++) {
        group g = some_states();
        g.streams[k * LANES] = 0;
        uint64_t zero = digest_of_first(g);
        g.streams[k * LANES] = -0.0;
        CHECK_EQ(digest_of_first(g), zero);
        g.streams[k * LANES] = NAN;
        uint64_t nan = digest_of_first(g);
        CHECK(nan != zero);
        for (size_t i = 0; i < COUNT_OF(nans); i++) {
            memcpy(&g.streams[k * LANES], &nans[i], sizeof nans[i]);
            CHECK_EQ(digest_of_first(g), nan);
        }
        g.streams[k * LANES] = INFINITY;
        CHECK(digest_of_first(g) != nan);
    }
}

TEST(every_width_gives_the_digests_of_one) {
    const double odd[] = {NAN, -0.0, INFINITY, -INFINITY, 5e-324, -1.7e308, 0};
    group one = some_states();
    for (int i = 0; i < MOVING_STREAMS * LANES; i += 3)
        one.streams[i] = odd[i % (int)COUNT_OF(odd)];
    const group before = one;
    digest(&gyre_kernel_f64, &one);
    for (int k = 1; gyre_kernel(k); k++) {
        if (!gyre_kernel_can_run(gyre_kernel(k))) continue;
        group wide = before;
        digest(gyre_kernel(k), &wide);
        CHECK_BYTES(wide.digests, one.digests, sizeof one.digests);
    }
}

// ---- worlds ----

static gyre_body_def ball_with(int i) {
    gyre_body_def def = ball_def();
    def.position = (gyre_vec3){i, 0.5, -i};
    def.velocity = (gyre_vec3){0.25, i, 1};
    def.angular_velocity = (gyre_vec3){1, 2, i};
    return def;
}

static gyre_world *balls(int count) {
    gyre_world *world = plain_world();
    for (int i = 0; i < count; i++) {
        gyre_body_def def = ball_with(i);
        add_body(world, &def);
    }
    return world;
}

// Removing moves the last body into the hole: the same bodies under the same numbers, in other slots.
TEST(the_hash_does_not_depend_on_storage_order) {
    for (int count = 2; count < 1100; count = 3 * count + 1) {
        gyre_world *world = balls(count), *moved = balls(count);
        gyre_body_id second = gyre_world_next_body(moved, gyre_world_next_body(moved, no_body));
        CHECK_OK(gyre_world_remove_body(moved, second));
        CHECK(gyre_world_hash(moved) != gyre_world_hash(world));
        gyre_body_def def = ball_with(1);
        CHECK_EQ(add_body(moved, &def).index, second.index);
        CHECK_EQ(gyre_world_hash(moved), gyre_world_hash(world));
        gyre_world_destroy(world);
        gyre_world_destroy(moved);
    }
}

TEST(swapping_two_bodies_changes_the_hash) {
    gyre_world *world = balls(40);
    gyre_motion motions[40];
    CHECK_OK(gyre_world_get_motions(world, NULL, 40, motions));
    uint64_t original = gyre_world_hash(world);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < i; j++) {
            gyre_motion swapped[40];
            memcpy(swapped, motions, sizeof motions);
            swapped[i] = motions[j];
            swapped[j] = motions[i];
            CHECK_OK(gyre_world_set_motions(world, NULL, 40, swapped));
            CHECK(gyre_world_hash(world) != original);
        }
    CHECK_OK(gyre_world_set_motions(world, NULL, 40, motions));
    CHECK_EQ(gyre_world_hash(world), original);
    gyre_world_destroy(world);
}

TEST(time_steps_and_the_number_of_bodies_count) {
    gyre_world *one = plain_world(), *other = plain_world();
    uint64_t empty = gyre_world_hash(one);
    CHECK_EQ(gyre_world_hash(other), empty);
    take_steps(one, DT, 2);
    take_steps(other, 2 * DT, 1);
    CHECK(gyre_world_hash(one) != empty && gyre_world_hash(one) != gyre_world_hash(other));
    add_ball_at(other, (gyre_vec3){0, 0, 0});
    CHECK(gyre_world_hash(one) != gyre_world_hash(other));
    gyre_world_destroy(one);
    gyre_world_destroy(other);
}

// The value is part of the interface: recorded hashes must stay comparable between versions and machines.
TEST(the_hash_of_a_known_world_never_changes) {
    gyre_world *world = balls(1030);
    CHECK_EQ(gyre_world_hash(world), UINT64_C(0xfbff27156274f4af));
    gyre_world_destroy(world);
}

RUN_TESTS("world hash")
