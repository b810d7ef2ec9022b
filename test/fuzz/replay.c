/// Runs a fuzz target over files, without libFuzzer: `replay [-m MUTANTS] [-a ALLOCATIONS] FILE-OR-FOLDER...`.
///
/// Each file is given to the target as it is, then with its first, second, ... allocation failing (up to ALLOCATIONS),
/// then MUTANTS simple changes of all files, the same in every run. The last line is the number of inputs.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature macro
#include "fuzz.h"
#include "random.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MAX = 100000, GROWTH_MAX = 64 };

typedef struct input {
    uint8_t *bytes;
    size_t size;
} input;

static input inputs[FILES_MAX];
static size_t input_count, run_count;

static void give_to_target(const uint8_t *bytes, size_t size) {
    uint8_t *exact = malloc(size ? size : 1); // reading past the end is then seen
    FUZZ_CHECK(exact);
    memcpy(exact, bytes, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    run_count++;
}

static void replay(const input *in, size_t allocations) {
    fuzz_fail_at = FUZZ_BY_INPUT;
    give_to_target(in->bytes, in->size);
    fuzz_fail_at = FUZZ_NONE;
    give_to_target(in->bytes, in->size);
    for (size_t n = 1; n <= allocations; n++) {
        fuzz_fail_at = n;
        give_to_target(in->bytes, in->size);
        if (!fuzz_has_failed()) break;
    }
    fuzz_fail_at = FUZZ_BY_INPUT;
}

// One to four of: another byte, a bit, a byte more or less, a piece of another file, a piece twice, an end cut off.
static void give_mutant(random_source *r) {
    const input *in = &inputs[random_u64(r) % input_count], *other = &inputs[random_u64(r) % input_count];
    size_t size = in->size, room = in->size + 4 * GROWTH_MAX;
    uint8_t *bytes = malloc(room);
    FUZZ_CHECK(bytes);
    memcpy(bytes, in->bytes, size);
    for (uint64_t n = 1 + random_u64(r) % 4; n > 0 && size > 0; n--) {
        size_t at = random_u64(r) % size, length = 1 + random_u64(r) % GROWTH_MAX;
        uint64_t how = random_u64(r) % 7;
        if (how == 0) bytes[at] = (uint8_t)random_u64(r);
        if (how == 1) bytes[at] ^= (uint8_t)(1u << random_u64(r) % 8);
        if (how == 2) memmove(bytes + at, bytes + at + 1, --size - at);
        if (how == 3 && at + length <= size && other->size >= length)
            memcpy(bytes + at, other->bytes + random_u64(r) % (other->size - length + 1), length);
        if (how == 4 && at + length <= size && size + length <= room) {
            memmove(bytes + at + length, bytes + at, size - at);
            size += length;
        }
        if (how == 5) size = random_u64(r) % 8 == 0 ? at : size;
        if (how == 6) bytes[at] = (uint8_t)("0123456789.-+eE{}[]\",: \n\t\377\0"[random_u64(r) % 27]);
    }
    give_to_target(bytes, size);
    free(bytes);
}

// ---- files ----

static void add_file(const char *path) {
    FILE *file = fopen(path, "rb");
    FUZZ_CHECK(file && input_count < FILES_MAX);
    input in = {0};
    size_t room = 0, got;
    do {
        if (in.size == room) in.bytes = realloc(in.bytes, room = 2 * room + 4096);
        FUZZ_CHECK(in.bytes);
        got = fread(in.bytes + in.size, 1, room - in.size, file);
        in.size += got;
    } while (got > 0);
    fclose(file);
    inputs[input_count++] = in;
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

// Sorted by name, which is the same on every machine. A folder that is not there is empty.
static void add(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return;
    if (!S_ISDIR(status.st_mode)) {
        add_file(path);
        return;
    }
    struct dirent **entries;
    int count = scandir(path, &entries, is_visible, alphasort);
    FUZZ_CHECK(count >= 0);
    for (int i = 0; i < count; i++) {
        char child[4096];
        snprintf(child, sizeof child, "%s/%s", path, entries[i]->d_name);
        add(child);
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv) {
    size_t mutants = 0, allocations = 0;
    for (int option; (option = getopt(argc, argv, "m:a:")) != -1;) {
        if (option == 'm')
            mutants = strtoul(optarg, NULL, 10);
        else if (option == 'a')
            allocations = strtoul(optarg, NULL, 10);
        else
            return 2;
    }
    for (int i = optind; i < argc; i++)
        add(argv[i]);
    if (input_count == 0) {
        fprintf(stderr, "replay: no files\n");
        return 2;
    }
    for (size_t i = 0; i < input_count; i++)
        replay(&inputs[i], allocations);
    random_source random = {1};
    for (size_t i = 0; i < mutants; i++)
        give_mutant(&random);
    printf("%zu files, %zu inputs: no guarantee broken\n", input_count, run_count);
    for (size_t i = 0; i < input_count; i++)
        free(inputs[i].bytes);
    return 0;
}
