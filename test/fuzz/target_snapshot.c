/// Snapshots: restored ones are saved as the same bytes by a second round and continue with the same bits; refused
/// ones leave the world unchanged. Length and checksum are corrected first, else hardly any change would get past
/// them; one input in 16 is taken as it is.
#include "base/archive.h"
#include "fuzz.h"

enum { HEADER_SIZE = 24, STEPS = 2, STEPPED_BODIES_MAX = 16 };

// ---- the world that restores: a callback force whose function snapshots borrow, and in some inputs a body ----

static gyre_result push(const gyre_force_block *block, void *user) {
    (void)user;
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force.x += 1;
    return GYRE_OK;
}

// NULL: there was no memory.
static gyre_world *create(const gyre_allocator *allocator) {
    gyre_world_def def = gyre_world_def_default();
    def.allocator = *allocator;
    def.has_ledger = 1;
    gyre_body_def body = gyre_body_def_default();
    body.mass = (gyre_mass_properties){.mass = 1, .inertia = {.xx = 1, .yy = 1, .zz = 1}};
    gyre_force_def force = gyre_force_def_default(GYRE_FORCE_callback);
    force.parameters.callback.function = push;
    force.name = "well";
    gyre_world *world = NULL;
    gyre_body_id body_id;
    gyre_force_id force_id;
    gyre_result r = gyre_world_create(&def, &world);
    // the room for a body takes longer to make than a snapshot to read
    if (r == GYRE_OK && fuzz_choice() % 8 == 0) r = gyre_world_add_body(world, &body, &body_id);
    if (r == GYRE_OK) r = gyre_world_add_force(world, &force, &force_id);
    if (r == GYRE_OK) return world;
    FUZZ_CHECK(r == GYRE_ERR_NO_MEMORY && fuzz_has_failed());
    gyre_world_destroy(world);
    return NULL;
}

// ---- bytes ----

static void put_u64(uint8_t *out, uint64_t value) {
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

// The input with the size and checksum that belong to it.
static fuzz_bytes mended(const uint8_t *bytes, size_t size) {
    fuzz_bytes copy = {malloc(size + 1), size, size + 1};
    FUZZ_CHECK(copy.bytes);
    if (size > 0) memcpy(copy.bytes, bytes, size);
    if (size < HEADER_SIZE || fuzz_choice() % 16 == 0) return copy;
    put_u64(copy.bytes + 8, size - HEADER_SIZE);
    put_u64(copy.bytes + 16, gyre_archive_checksum(copy.bytes + HEADER_SIZE, size - HEADER_SIZE));
    return copy;
}

// A world that was restored can be saved.
static fuzz_bytes saved(const gyre_world *world) {
    fuzz_bytes s = {0};
    size_t written;
    FUZZ_CHECK(gyre_world_snapshot_size(world, &s.size) == GYRE_OK);
    s.bytes = malloc(s.size);
    FUZZ_CHECK(s.bytes && gyre_world_save(world, s.bytes, s.size, &written) == GYRE_OK && written == s.size);
    return s;
}

// ---- guarantees ----

static int restore(gyre_world *world, const fuzz_bytes *bytes) {
    uint64_t before = gyre_world_hash(world);
    gyre_result r = gyre_world_restore(world, bytes->bytes, bytes->size);
    FUZZ_CHECK(r == GYRE_OK || r == GYRE_ERR_SNAPSHOT || (r == GYRE_ERR_NO_MEMORY && fuzz_has_failed()));
    FUZZ_CHECK(r == GYRE_OK || gyre_world_hash(world) == before);
    return r == GYRE_OK;
}

static void step_both(gyre_world *a, gyre_world *b) {
    if (gyre_world_body_count(a) > STEPPED_BODIES_MAX || gyre_method_is_adaptive(gyre_world_method(a))) return;
    for (int i = 0; i < STEPS && !fuzz_has_failed(); i++) {
        gyre_step_report of_a, of_b;
        gyre_result r = gyre_world_step(a, 0.01, &of_a), s = gyre_world_step(b, 0.01, &of_b);
        FUZZ_CHECK(fuzz_has_failed() || (r == s && gyre_world_hash(a) == gyre_world_hash(b)));
    }
}

static void check_second_round(gyre_world *first, const gyre_allocator *allocator) {
    gyre_world *second = create(allocator);
    if (!second) return;
    fuzz_bytes s = saved(first);
    int is_restored = restore(second, &s);
    FUZZ_CHECK(is_restored || fuzz_has_failed());
    if (is_restored) {
        fuzz_bytes t = saved(second);
        FUZZ_CHECK(fuzz_are_same(&s, &t) && gyre_world_hash(first) == gyre_world_hash(second));
        fuzz_bytes_free(&t);
        step_both(first, second);
    }
    fuzz_bytes_free(&s);
    gyre_world_destroy(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    gyre_allocator allocator = fuzz_begin(bytes, size);
    gyre_world *world = create(&allocator);
    if (world) {
        fuzz_bytes input = mended(bytes, size);
        if (restore(world, &input) && fuzz_choice() % 4 != 1) check_second_round(world, &allocator);
        fuzz_bytes_free(&input);
        gyre_world_destroy(world);
    }
    fuzz_end();
    return 0;
}
