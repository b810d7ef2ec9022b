/// Layer 0: ids with generations.
#include "base/id_pool.h"
#include "check.h"
#include "host.h"
#include "random.h"

enum { BUFFER_SIZE = 8192 };

static const gyre_allocator standard = {0};

static id_pool pool_with_room(size_t count) {
    id_pool pool = {0};
    CHECK(gyre_id_pool_reserve(&pool, &standard, count));
    return pool;
}

TEST(indices_begin_at_0_and_generations_at_1) {
    id_pool pool = pool_with_room(3);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQ(gyre_id_take(&pool, 10 + i), i);
        CHECK_EQ(gyre_id_generation(&pool, i), 1);
    }
    CHECK_EQ(pool.live_count, 3);
    gyre_id_pool_free(&pool, &standard);
}

TEST(a_valid_id_is_found_at_its_position) {
    id_pool pool = pool_with_room(2);
    uint32_t a = gyre_id_take(&pool, 7), b = gyre_id_take(&pool, 8), position = 99;
    CHECK(gyre_id_find(&pool, a, 1, &position));
    CHECK_EQ(position, 7);
    gyre_id_move(&pool, a, 0x7ffffffe); // the largest there is
    CHECK(gyre_id_find(&pool, a, 1, &position));
    CHECK_EQ(position, 0x7ffffffe);
    CHECK(gyre_id_find(&pool, b, 1, NULL));
    gyre_id_pool_free(&pool, &standard);
}

TEST(the_last_freed_index_is_reused_first_with_a_new_generation) {
    id_pool pool = pool_with_room(4);
    for (uint32_t i = 0; i < 4; i++)
        gyre_id_take(&pool, i);
    gyre_id_give(&pool, 1);
    gyre_id_give(&pool, 3);
    CHECK_EQ(pool.live_count, 2);
    CHECK_EQ(gyre_id_take(&pool, 0), 3);
    CHECK_EQ(gyre_id_take(&pool, 0), 1);
    CHECK_EQ(gyre_id_generation(&pool, 1), 2);
    gyre_id_give(&pool, 1);
    CHECK_EQ(gyre_id_take(&pool, 0), 1);
    CHECK_EQ(gyre_id_generation(&pool, 1), 3);
    gyre_id_pool_free(&pool, &standard);
}

TEST(ids_that_are_stale_or_made_up_are_not_found) {
    id_pool pool = pool_with_room(2), empty = {0};
    uint32_t index = gyre_id_take(&pool, 5), position = 99;
    CHECK(!gyre_id_find(&pool, index, 0, &position)); // "none"
    CHECK(!gyre_id_find(&pool, index, 2, &position));
    pool.slots[index + 1] = (id_slot){1, 6};              // uninitialised memory within the capacity
    CHECK(!gyre_id_find(&pool, index + 1, 1, &position)); // not in use yet
    CHECK(!gyre_id_find(&pool, UINT32_MAX, 1, &position));
    CHECK(!gyre_id_find(&empty, 0, 1, &position));
    gyre_id_give(&pool, index);
    CHECK(!gyre_id_find(&pool, index, 1, &position));
    CHECK(!gyre_id_find(&pool, index, 2, &position)); // the next life has not begun
    gyre_id_take(&pool, 6);
    CHECK(!gyre_id_find(&pool, index, 1, &position));
    CHECK_EQ(position, 99);
    gyre_id_pool_free(&pool, &standard);
}

TEST(an_index_without_generations_left_is_retired) {
    id_pool pool = pool_with_room(2);
    gyre_id_take(&pool, 0);
    pool.slots[0].generation = UINT32_MAX - 2;
    gyre_id_give(&pool, 0);
    CHECK_EQ(gyre_id_take(&pool, 0), 0); // the last life
    CHECK(gyre_id_find(&pool, 0, UINT32_MAX - 1, NULL));
    gyre_id_give(&pool, 0);
    CHECK_EQ(gyre_id_take(&pool, 0), 1);
    CHECK(!gyre_id_find(&pool, 0, UINT32_MAX, NULL));
    CHECK_EQ(gyre_id_next(&pool, 0), 1);
    gyre_id_give(&pool, 1);
    CHECK_EQ(pool.free_count, 1); // the retired one is no room for a take
    gyre_id_pool_free(&pool, &standard);
}

TEST(live_indices_are_walked_in_order) {
    id_pool pool = pool_with_room(5), empty = {0};
    CHECK(gyre_id_next(&empty, 0) == ID_NONE);
    for (uint32_t i = 0; i < 5; i++)
        gyre_id_take(&pool, i);
    gyre_id_give(&pool, 3);
    gyre_id_give(&pool, 0);
    CHECK_EQ(gyre_id_next(&pool, 0), 1);
    CHECK_EQ(gyre_id_next(&pool, 2), 2);
    CHECK_EQ(gyre_id_next(&pool, 3), 4);
    CHECK(gyre_id_next(&pool, 5) == ID_NONE);
    CHECK(gyre_id_next(&pool, UINT32_MAX) == ID_NONE);
    gyre_id_pool_free(&pool, &standard);
}

TEST(reserving_counts_free_indices_as_capacity) {
    failing host = {.fail_at = -1};
    gyre_allocator allocator = {failing_take, failing_give, &host};
    id_pool pool = {0};
    CHECK(gyre_id_pool_reserve(&pool, &allocator, 0));
    CHECK_EQ(host.calls, 0);
    CHECK(gyre_id_pool_reserve(&pool, &allocator, 8));
    for (uint32_t i = 0; i < 8; i++)
        gyre_id_take(&pool, i);
    for (uint32_t i = 0; i < 4; i++)
        gyre_id_give(&pool, i);
    CHECK(gyre_id_pool_reserve(&pool, &allocator, 4));
    CHECK_EQ(host.calls, 1);
    CHECK(gyre_id_pool_reserve(&pool, &allocator, 5));
    CHECK_EQ(host.calls, 2);
    gyre_id_pool_free(&pool, &allocator);
    CHECK_EQ(host.live, 0);
}

TEST(reserving_one_at_a_time_allocates_rarely) {
    failing host = {.fail_at = -1};
    gyre_allocator allocator = {failing_take, failing_give, &host};
    id_pool pool = {0};
    for (uint32_t i = 0; i < 1000; i++) {
        CHECK(gyre_id_pool_reserve(&pool, &allocator, 1));
        gyre_id_take(&pool, i);
    }
    CHECK_EQ(host.calls, 11); // 1, 2, 4, ... 1024
    gyre_id_pool_free(&pool, &allocator);
}

TEST(a_reservation_that_fails_changes_nothing) {
    failing host = {.fail_at = 1};
    gyre_allocator allocator = {failing_take, failing_give, &host};
    id_pool pool = {0};
    CHECK(gyre_id_pool_reserve(&pool, &allocator, 2));
    gyre_id_take(&pool, 5);
    id_pool before = pool;
    CHECK(!gyre_id_pool_reserve(&pool, &allocator, 9)); // no memory
    CHECK_BYTES(&pool, &before, sizeof pool);
    CHECK(!gyre_id_pool_reserve(&pool, &allocator, 0x7fffffff)); // more than there are indices, with those in use
    CHECK(!gyre_id_pool_reserve(&pool, &allocator, SIZE_MAX));
    CHECK_EQ(host.calls, 2); // which is known without asking for memory
    CHECK_BYTES(&pool, &before, sizeof pool);
    CHECK(gyre_id_find(&pool, 0, 1, NULL));
    gyre_id_pool_free(&pool, &allocator);
    CHECK_EQ(host.live, 0);
}

// ---- saving and restoring ----

static size_t save(id_pool *pool, uint8_t *bytes, size_t size) {
    archive measured = gyre_archive_measure(), written = gyre_archive_write(bytes, size);
    CHECK(gyre_id_pool_archive(pool, &measured, &standard));
    CHECK(gyre_id_pool_archive(pool, &written, &standard));
    CHECK_EQ(measured.at, written.at);
    return written.at;
}

static id_pool restored(const uint8_t *bytes, size_t size) {
    id_pool pool = {0};
    archive stream = gyre_archive_read(bytes, size);
    CHECK(gyre_id_pool_archive(&pool, &stream, &standard));
    CHECK_EQ(stream.at, size);
    return pool;
}

// Eight indices: 1, 4, 6 are free in that order, 2 is retired.
static id_pool used_pool(void) {
    id_pool pool = pool_with_room(8);
    for (uint32_t i = 0; i < 8; i++)
        gyre_id_take(&pool, 7 - i);
    pool.slots[2].generation = UINT32_MAX - 1;
    gyre_id_give(&pool, 2);
    gyre_id_give(&pool, 6);
    gyre_id_give(&pool, 4);
    gyre_id_give(&pool, 1);
    return pool;
}

TEST(bytes_cut_off_anywhere_give_an_empty_pool) {
    uint8_t bytes[BUFFER_SIZE];
    id_pool pool = used_pool();
    size_t size = save(&pool, bytes, sizeof bytes);
    for (size_t cut = 0; cut < size; cut++) {
        failing host = {.fail_at = -1};
        gyre_allocator allocator = {failing_take, failing_give, &host};
        id_pool got = {0}, empty = {0};
        archive stream = gyre_archive_read(bytes, cut);
        CHECK(!gyre_id_pool_archive(&got, &stream, &allocator));
        CHECK(stream.is_bad && !stream.is_out_of_memory);
        CHECK_BYTES(&got, &empty, sizeof got);
        CHECK_EQ(host.calls, 0); // the count tells, before anything is allocated
    }
    gyre_id_pool_free(&pool, &standard);
}

TEST(restoring_without_memory_gives_an_empty_pool) {
    uint8_t bytes[BUFFER_SIZE];
    id_pool pool = used_pool(), got = {0}, empty = {0};
    archive stream = gyre_archive_read(bytes, save(&pool, bytes, sizeof bytes));
    failing host = {.fail_at = 0};
    gyre_allocator allocator = {failing_take, failing_give, &host};
    CHECK(!gyre_id_pool_archive(&got, &stream, &allocator));
    CHECK(stream.is_bad && stream.is_out_of_memory);
    CHECK_BYTES(&got, &empty, sizeof got);
    gyre_id_pool_free(&pool, &standard);
}

static bool can_restore(const id_slot *slots, uint32_t count, uint32_t free_first) {
    uint8_t bytes[BUFFER_SIZE];
    archive written = gyre_archive_write(bytes, sizeof bytes);
    size_t wide_count = count;
    gyre_archive_u32(&written, &free_first);
    gyre_archive_count(&written, &wide_count, 8);
    for (uint32_t i = 0; i < count; i++) {
        id_slot slot = slots[i];
        gyre_archive_u32(&written, &slot.generation);
        gyre_archive_u32(&written, &slot.position);
    }
    id_pool pool = {0};
    archive stream = gyre_archive_read(bytes, written.at);
    bool is_restored = gyre_id_pool_archive(&pool, &stream, &standard);
    gyre_id_pool_free(&pool, &standard);
    return is_restored;
}

TEST(an_impossible_list_of_free_indices_is_refused) {
    const uint32_t FREE = 0x80000000u, END = 0xffffffffu;
    id_slot good[4] = {{1, 0}, {2, FREE | 3}, {5, 1}, {2, END}};
    CHECK(can_restore(good, 4, 1));
    CHECK(can_restore(good, 0, 0));
    CHECK(can_restore((id_slot[]){{1, 0}, {UINT32_MAX, END}}, 2, 0));   // retired
    CHECK(!can_restore(good, 4, 3));                                    // 1 is not in the list
    CHECK(!can_restore(good, 4, 0));                                    // 0 is in use
    CHECK(!can_restore((id_slot[]){{1, 1}, {2, END}, {2, END}}, 3, 0)); // an end beyond the list
    CHECK(!can_restore(good, 4, 4));
    CHECK(!can_restore(good, 4, 0x7fffffff));
    CHECK(!can_restore(good, 1, 1));                                      // no list, but a head
    CHECK(!can_restore((id_slot[]){{2, FREE | 1}, {2, FREE | 0}}, 2, 0)); // a ring
    CHECK(!can_restore((id_slot[]){{2, FREE | 0}}, 1, 0));
    CHECK(!can_restore((id_slot[]){{2, FREE | 1}, {2, FREE | 9}}, 2, 0));
    CHECK(!can_restore((id_slot[]){{2, FREE | 1}, {UINT32_MAX, END}}, 2, 0));           // on into a retired one
    CHECK(!can_restore((id_slot[]){{2, FREE | 1}, {UINT32_MAX, END}, {2, END}}, 3, 0)); // of the right length, too
    CHECK(!can_restore((id_slot[]){{UINT32_MAX, 0}}, 1, 0));                            // retired and in use
    CHECK(!can_restore((id_slot[]){{UINT32_MAX, FREE | 0}}, 1, 0));
    CHECK(!can_restore((id_slot[]){{0, 0}}, 1, 0));          // an id in use without a generation
    CHECK(!can_restore((id_slot[]){{1, 0x7fffffff}}, 1, 0)); // a position beyond the maximum
}

// ---- against a model ----

enum { MODEL_IDS = 64 };

// A simple model of the pool: a stack of freed indices.
typedef struct model {
    uint32_t generation[MODEL_IDS], position[MODEL_IDS], stack[MODEL_IDS];
    bool is_alive[MODEL_IDS];
    uint32_t count, stacked;
} model;

static void check_against_model(const id_pool *pool, const model *m) {
    uint32_t walked = gyre_id_next(pool, 0), alive = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t position = 12345;
        CHECK_EQ(gyre_id_find(pool, i, m->generation[i], &position), m->is_alive[i]);
        if (!m->is_alive[i]) continue;
        CHECK_EQ(position, m->position[i]);
        CHECK(!gyre_id_find(pool, i, m->generation[i] - 1, NULL));
        CHECK_EQ(walked, i);
        walked = gyre_id_next(pool, i + 1);
        alive++;
    }
    CHECK(walked == ID_NONE);
    CHECK_EQ(pool->live_count, alive);
}

static void random_operation(id_pool *pool, model *m, random_source *r) {
    uint32_t choice = (uint32_t)(random_u64(r) % 4), index = (uint32_t)(random_u64(r) % MODEL_IDS);
    uint32_t position = (uint32_t)(random_u64(r) % 1000);
    if (choice < 2 && (m->stacked > 0 || m->count < MODEL_IDS)) {
        index = m->stacked > 0 ? m->stack[--m->stacked] : m->count++;
        m->generation[index]++;
        m->position[index] = position;
        m->is_alive[index] = true;
        CHECK(gyre_id_pool_reserve(pool, &standard, 1));
        CHECK_EQ(gyre_id_take(pool, position), index);
        CHECK_EQ(gyre_id_generation(pool, index), m->generation[index]);
    } else if (choice == 2 && m->is_alive[index]) {
        m->position[index] = position;
        gyre_id_move(pool, index, position);
    } else if (choice == 3 && m->is_alive[index]) {
        m->is_alive[index] = false;
        m->stack[m->stacked++] = index;
        gyre_id_give(pool, index);
    }
}

TEST(random_operations_and_restarts_agree_with_a_model) {
    uint8_t bytes[BUFFER_SIZE];
    random_source r = {7};
    id_pool pool = {0};
    model m = {0};
    for (int i = 0; i < 20000; i++) {
        random_operation(&pool, &m, &r);
        check_against_model(&pool, &m);
        if (random_u64(&r) % 32 != 0) continue;
        size_t size = save(&pool, bytes, sizeof bytes);
        gyre_id_pool_free(&pool, &standard);
        pool = restored(bytes, size);
    }
    CHECK_EQ(m.count, MODEL_IDS); // the pool was full at some time
    gyre_id_pool_free(&pool, &standard);
}

RUN_TESTS("id_pool")
