/// Layer 0: names to indices.
#include "base/archive.h"
#include "base/name_table.h"
#include "check.h"
#include "crafted_names.h"
#include "host.h"
#include "random.h"

static const gyre_allocator standard = {0};

enum { NAME_SIZE = CRAFTED_NAME_SIZE };

TEST(a_name_is_found_by_its_letters_not_its_pointer) {
    name_table table = {0};
    CHECK(gyre_name_table_reserve(&table, &standard, 2));
    gyre_name_table_insert(&table, "hand", 3);
    gyre_name_table_insert(&table, "foot", 4);
    char other[] = "hand";
    uint32_t index = 99;
    CHECK(gyre_name_table_find(&table, other, &index));
    CHECK_EQ(index, 3);
    CHECK(gyre_name_table_find(&table, "foot", &index));
    CHECK_EQ(index, 4);
    gyre_name_table_free(&table, &standard);
}

TEST(missing_names_are_not_found) {
    name_table table = {0};
    uint32_t index = 99;
    CHECK(!gyre_name_table_find(&table, "hand", &index)); // empty, without memory
    CHECK(gyre_name_table_reserve(&table, &standard, 1));
    CHECK(!gyre_name_table_find(&table, "hand", &index)); // empty, with memory
    gyre_name_table_insert(&table, "hand", 3);
    CHECK(!gyre_name_table_find(&table, "han", &index));
    CHECK(!gyre_name_table_find(&table, "hands", &index));
    CHECK(!gyre_name_table_find(&table, "", &index));
    CHECK_EQ(index, 99);
    CHECK(gyre_name_table_find(&table, "hand", NULL));
    gyre_name_table_remove(&table, "hand");
    CHECK(!gyre_name_table_find(&table, "hand", &index));
    CHECK_EQ(table.count, 0);
    gyre_name_table_free(&table, &standard);
}

// Two names whose hashes are equal, found among "n0", "n1", ... "n999999".
TEST(names_with_the_same_hash_are_distinguished) {
    name_table table = {0};
    uint32_t index = 99;
    CHECK(gyre_name_table_reserve(&table, &standard, 2));
    gyre_name_table_insert(&table, "n8548", 1);
    CHECK(!gyre_name_table_find(&table, "n325793", &index));
    gyre_name_table_insert(&table, "n325793", 2);
    CHECK(gyre_name_table_find(&table, "n8548", &index));
    CHECK_EQ(index, 1);
    CHECK(gyre_name_table_find(&table, "n325793", &index));
    CHECK_EQ(index, 2);
    uint32_t first = (uint32_t)gyre_archive_checksum((const uint8_t *)"n8548", 5);
    CHECK_EQ(first, (uint32_t)gyre_archive_checksum((const uint8_t *)"n325793", 7)); // else find two other names
    gyre_name_table_remove(&table, "n8548");
    CHECK(gyre_name_table_find(&table, "n325793", &index));
    CHECK_EQ(index, 2);
    gyre_name_table_free(&table, &standard);
}

TEST(inserting_after_reserving_never_allocates) {
    failing host = {.fail_at = -1};
    gyre_allocator allocator = {failing_take, failing_give, &host};
    static char names[1000][8];
    name_table table = {0};
    CHECK(gyre_name_table_reserve(&table, &allocator, 0));
    CHECK_EQ(host.calls, 0);
    CHECK(gyre_name_table_reserve(&table, &allocator, 1000));
    for (uint32_t i = 0; i < 1000; i++) {
        snprintf(names[i], sizeof names[i], "%u", i);
        CHECK(gyre_name_table_reserve(&table, &allocator, 1000 - i));
        gyre_name_table_insert(&table, names[i], i);
    }
    CHECK_EQ(host.calls, 1);
    CHECK(table.count <= table.capacity);
    gyre_name_table_free(&table, &allocator);
    CHECK_EQ(host.live, 0);
}

TEST(a_reservation_that_fails_changes_nothing) {
    failing host = {.fail_at = 1};
    gyre_allocator allocator = {failing_take, failing_give, &host};
    name_table table = {0};
    uint32_t index = 99;
    CHECK(gyre_name_table_reserve(&table, &allocator, 1));
    gyre_name_table_insert(&table, "hand", 3);
    name_table before = table;
    CHECK(!gyre_name_table_reserve(&table, &allocator, 100)); // no memory
    CHECK_EQ(host.calls, 2);
    CHECK(!gyre_name_table_reserve(&table, &allocator, SIZE_MAX));         // the sum wraps
    CHECK(!gyre_name_table_reserve(&table, &allocator, SIZE_MAX / 2 + 1)); // the next power of two wraps
    CHECK(!gyre_name_table_reserve(&table, &allocator, SIZE_MAX / 8));     // the bytes wrap
    CHECK(!gyre_name_table_reserve(&table, &allocator, UINT32_MAX / 4));   // more than nodes have numbers
    CHECK_BYTES(&table, &before, sizeof table);
    CHECK(gyre_name_table_find(&table, "hand", &index));
    gyre_name_table_free(&table, &allocator);
    CHECK_EQ(host.live, 0);
}

TEST(names_crafted_to_have_one_hash_are_found) {
    enum { COUNT = 20000 };
    static char names[COUNT][NAME_SIZE];
    name_table table = {0};
    CHECK(gyre_name_table_reserve(&table, &standard, COUNT));
    uint64_t wanted = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        name_with_hash(names[i], i, false);
        uint64_t hash = gyre_archive_checksum((const uint8_t *)names[i], 16);
        if (i == 0) wanted = hash;
        CHECK_EQ(hash, wanted); // else the hash has changed, and so must name_with_hash
        CHECK(!gyre_name_table_find(&table, names[i], NULL));
        gyre_name_table_insert(&table, names[i], i);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t index;
        CHECK(gyre_name_table_find(&table, names[i], &index));
        CHECK_EQ(index, i);
    }
    gyre_name_table_free(&table, &standard);
}

// The deepest trees: each name a beginning of the next, and names that differ in their last bit only.
TEST(names_with_a_common_prefix_are_distinguished) {
    static char names[255][256];
    name_table table = {0};
    CHECK(gyre_name_table_reserve(&table, &standard, 255));
    for (uint32_t i = 0; i < 255; i++) {
        memset(names[i], i % 2 ? 'b' : 'a', i + 1);
        memset(names[i], 'a', i);
        gyre_name_table_insert(&table, names[i], i);
    }
    for (uint32_t i = 0; i < 255; i++) {
        uint32_t index;
        CHECK(gyre_name_table_find(&table, names[i], &index));
        CHECK_EQ(index, i);
    }
    for (uint32_t i = 0; i < 255; i += 2)
        gyre_name_table_remove(&table, names[i]);
    for (uint32_t i = 0; i < 255; i++)
        CHECK_EQ(gyre_name_table_find(&table, names[i], NULL), i % 2 == 1);
    gyre_name_table_free(&table, &standard);
}

enum { MODEL_NAMES = 300 };

typedef struct model {
    char names[MODEL_NAMES][NAME_SIZE];
    bool is_in[MODEL_NAMES];
    uint32_t index[MODEL_NAMES];
    size_t count;
} model;

static void check_against_model(const name_table *table, const model *m, size_t names) {
    CHECK_EQ(table->count, m->count);
    for (size_t i = 0; i < names; i++) {
        uint32_t index = 0;
        CHECK_EQ(gyre_name_table_find(table, m->names[i], &index), m->is_in[i]);
        if (m->is_in[i]) CHECK_EQ(index, m->index[i]);
    }
}

// Many small tables and some that grow: slots with several names are common. In every other life all names have one
// hash, so that a single tree holds them.
TEST(random_operations_agree_with_a_model) {
    static model m;
    random_source r = {11};
    for (int life = 0; life < 300; life++) {
        size_t names = life % 10 == 0 ? MODEL_NAMES : 9; // nine names: at most 8 of them fill half of 16 places
        memset(&m, 0, sizeof m);
        for (size_t i = 0; i < names; i++)
            if (life % 2)
                name_with_hash(m.names[i], i, false);
            else
                snprintf(m.names[i], sizeof m.names[i], "%d body%d", life, (int)i);
        name_table table = {0};
        for (int round = 0; round < 400; round++) {
            size_t i = random_u64(&r) % names;
            if (m.is_in[i]) {
                gyre_name_table_remove(&table, m.names[i]);
                m.count--;
            } else if (names > 9 || m.count < 8) {
                m.index[i] = (uint32_t)random_u64(&r);
                CHECK(gyre_name_table_reserve(&table, &standard, 1));
                gyre_name_table_insert(&table, m.names[i], m.index[i]);
                m.count++;
            } else {
                continue;
            }
            m.is_in[i] = !m.is_in[i];
            check_against_model(&table, &m, names);
        }
        gyre_name_table_free(&table, &standard);
    }
}

RUN_TESTS("name_table")
