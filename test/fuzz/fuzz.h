/// Helpers of the fuzz targets: an allocator that counts, and fails on purpose; checks; written bytes.
///
/// A target is one LLVMFuzzerTestOneInput, which libFuzzer calls with generated inputs (`make fuzz`) and
/// replay.c with files and simple changes of them (`make test`). It must behave the same for the same bytes.
#pragma once

#include "gyre/gyre.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Prints a guarantee that an input broke and aborts.
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_failed(#condition, __FILE__, __LINE__))
_Noreturn void fuzz_failed(const char *condition, const char *file, int line);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/// Number of the allocation of the next input that fails, counted from 1. FUZZ_BY_INPUT: one in 16 inputs has a failing
/// allocation, chosen by its bytes.
enum { FUZZ_BY_INPUT = 0 };
#define FUZZ_NONE SIZE_MAX
extern size_t fuzz_fail_at;

/// Number of allocations of the last input, including the failed one.
extern size_t fuzz_allocations;

/// Begins an input; the allocator is valid until fuzz_end, where everything must have been freed. Using more than 256
/// MB at a time is a failure, and so is more than a second of processor time per input.
gyre_allocator fuzz_begin(const uint8_t *bytes, size_t size);
void fuzz_end(void);

/// True if the allocation chosen to fail has failed.
int fuzz_has_failed(void);

/// A number that the bytes of the input decide, for choices that need not be bytes of it.
uint64_t fuzz_choice(void);

/// Bytes that were written. All zero is empty.
typedef struct fuzz_bytes {
    uint8_t *bytes;
    size_t size, room;
} fuzz_bytes;
gyre_sink fuzz_sink(fuzz_bytes *to);
int fuzz_are_same(const fuzz_bytes *a, const fuzz_bytes *b);
void fuzz_bytes_free(fuzz_bytes *bytes);

/// A few small files, by the names "a.bin", "box.obj", "open.obj", "flat.stl", "part.gltf"; others are missing.
gyre_loader fuzz_loader(void);
