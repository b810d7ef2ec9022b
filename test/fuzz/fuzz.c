#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature macro
#include "fuzz.h"

#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <time.h>

// Of the processor: a busy machine makes no input slow. Counters of branches, unoptimised, do.
#ifdef GYRE_COUNTS_BRANCHES
static const double SECONDS_MAX = 20;
#else
static const double SECONDS_MAX = 1;
#endif
static const size_t MEMORY_MAX = (size_t)256 << 20;

size_t fuzz_fail_at = FUZZ_BY_INPUT;
size_t fuzz_allocations;

typedef struct block {
    size_t size;
    size_t padding[7]; // the bytes behind it are aligned to 64
} block;

// Freed large blocks, kept for later allocations of the same size: fresh pages take longer than the rest of a
// world. AddressSanitizer treats them as freed.
enum { KEPT_MAX = 8, KEPT_SIZE_MIN = 1 << 14 };
static block *kept[KEPT_MAX];

static size_t fails, live, taken;
static uint64_t choice;
static int has_failed;
static double begun;

void fuzz_failed(const char *condition, const char *file, int line) {
    fprintf(stderr, "%s:%d: broken guarantee: %s\n", file, line, condition);
    abort();
}

static block *take_kept(size_t size) {
    for (int i = 0; i < KEPT_MAX; i++) {
        block *b = kept[i];
        if (!b || b->size != size) continue;
        kept[i] = NULL;
        ASAN_UNPOISON_MEMORY_REGION(b + 1, size);
        memset(b + 1, 0xa5, 64); // the contents are undefined
        return b;
    }
    return NULL;
}

static int keep_block(block *b) {
    for (int i = 0; i < KEPT_MAX && b->size >= KEPT_SIZE_MIN; i++) {
        if (kept[i]) continue;
        kept[i] = b;
        ASAN_POISON_MEMORY_REGION(b + 1, b->size);
        return 1;
    }
    return 0;
}

static void *take(size_t size, size_t alignment, void *user) {
    (void)user;
    FUZZ_CHECK(alignment <= 64 && size > 0);
    if (++fuzz_allocations == fails) {
        has_failed = 1;
        return NULL;
    }
    FUZZ_CHECK(size <= MEMORY_MAX && taken <= MEMORY_MAX - size);
    void *memory = size >= KEPT_SIZE_MIN ? take_kept(size) : NULL;
    if (!memory && posix_memalign(&memory, 64, sizeof(block) + size) != 0) return NULL;
    block *b = memory;
    b->size = size;
    taken += size;
    live++;
    return b + 1;
}

static void give(void *bytes, void *user) {
    (void)user;
    FUZZ_CHECK(bytes && live > 0);
    block *b = (block *)bytes - 1;
    taken -= b->size;
    live--;
    if (!keep_block(b)) free(b);
}

static double processor_seconds(void) {
    struct timespec now;
    FUZZ_CHECK(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

gyre_allocator fuzz_begin(const uint8_t *bytes, size_t size) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325); // FNV-1a, and its high bits brought down
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    choice = hash ^ (hash >> 29);
    fails = fuzz_fail_at;
    if (fuzz_fail_at == FUZZ_BY_INPUT) fails = choice % 16 == 0 ? 1 + (choice >> 8) % 48 : FUZZ_NONE;
    fuzz_allocations = live = taken = 0;
    has_failed = 0;
    begun = processor_seconds();
    return (gyre_allocator){take, give, NULL};
}

void fuzz_end(void) {
    FUZZ_CHECK(live == 0 && taken == 0);
    FUZZ_CHECK(processor_seconds() - begun <= SECONDS_MAX);
}

int fuzz_has_failed(void) { return has_failed; }

uint64_t fuzz_choice(void) { return choice >> 16; }

// ---- bytes ----

static gyre_result keep(const void *bytes, size_t size, void *user) {
    fuzz_bytes *to = user;
    if (size > to->room - to->size) {
        to->room = 2 * (to->size + size) + 256;
        to->bytes = realloc(to->bytes, to->room);
        FUZZ_CHECK(to->bytes);
    }
    if (size > 0) memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return GYRE_OK;
}

gyre_sink fuzz_sink(fuzz_bytes *to) { return (gyre_sink){.write = keep, .user = to}; }

int fuzz_are_same(const fuzz_bytes *a, const fuzz_bytes *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

void fuzz_bytes_free(fuzz_bytes *bytes) {
    free(bytes->bytes);
    *bytes = (fuzz_bytes){0};
}

// ---- files ----

#define BOX "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 1 2 0\nv 0 0 3\nv 1 0 3\nv 0 2 3\nv 1 2 3\n"
static const struct {
    const char *name, *text;
} files[] = {
    {"a.bin", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200?\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200?\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200?"},
    {"box.obj", BOX "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"},
    {"open.obj", BOX "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\n"},
    {"flat.stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
                 "endsolid\n"},
    {"part.gltf",
     "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":48,\"uri\":\"a.bin\"}],"
     "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
     "\"count\":4,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":5}]}],"
     "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]}"},
};

static gyre_result load(const char *reference, const void **out_bytes, size_t *out_size,
                        char out_text[GYRE_LOADER_TEXT_SIZE], void *user) {
    (void)user;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(files[i].name, reference) != 0) continue;
        *out_bytes = files[i].text;
        *out_size = i == 0 ? 48 : strlen(files[i].text);
        return GYRE_OK;
    }
    if (strlen(reference) % 2) snprintf(out_text, GYRE_LOADER_TEXT_SIZE, "there is no '%.100s'", reference);
    return GYRE_ERR_FILE_MISSING;
}

gyre_loader fuzz_loader(void) { return (gyre_loader){.load = load}; }
