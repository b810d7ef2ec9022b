/// Measures, writes and reads a binary format, all with the same function.
///
/// A function that describes a structure passes the address of each value to the functions below, in order. The mode of
/// the archive decides whether a call counts bytes, stores the value or sets it, so the three modes always agree.
/// Bytes are little-endian on every machine; doubles keep their bits, including NaN.
///
/// Errors are sticky: after the first bad value `is_bad` stays set, nothing more is written, and every value is read as
/// 0. A description therefore needs no checks until its end. The caller makes semantic checks (an index out of range,
/// an unknown enum value) and sets `is_bad`.
#pragma once

#include "gyre/base.h"

#include <stdbool.h>

typedef enum archive_mode { ARCHIVE_MEASURE, ARCHIVE_WRITE, ARCHIVE_READ, ARCHIVE_MODE_COUNT } archive_mode;

typedef struct archive {
    archive_mode mode;
    uint8_t *out;          // written to; NULL in the other modes
    const uint8_t *in;     // read from; NULL in the other modes
    size_t size;           // of `out` or `in`; unlimited when measuring
    size_t at;             // current offset
    bool is_bad;           // the data ended early or is invalid
    bool is_out_of_memory; // an allocation failed; is_bad is set too
} archive;

archive gyre_archive_measure(void);
archive gyre_archive_write(uint8_t *out, size_t size);
archive gyre_archive_read(const uint8_t *in, size_t size);

void gyre_archive_u8(archive *stream, uint8_t *value);
void gyre_archive_u32(archive *stream, uint32_t *value);
void gyre_archive_u64(archive *stream, uint64_t *value);
void gyre_archive_double(archive *stream, double *value);
/// Measures, writes or reads raw bytes; `bytes` may be NULL if count is 0.
void gyre_archive_bytes(archive *stream, void *bytes, size_t count);

/// Measures, writes or reads the number of elements that follow, each of at least `min_bytes_each` (> 0) bytes. When
/// reading, a count larger than the rest of the input sets is_bad and reads as 0, so that later allocations are bounded
/// by the size of the input. True unless the archive is bad.
bool gyre_archive_count(archive *stream, size_t *count, size_t min_bytes_each);

/// Measures, writes or reads a text of at most `max_length` characters. A longer text sets is_bad in every mode,
/// because it could not be read again. NULL and the empty text are stored alike and read as NULL. Reading sets *text to
/// a new string, which the caller frees.
void gyre_archive_string(archive *stream, char **text, size_t max_length, const gyre_allocator *allocator);

/// Returns a checksum of bytes. It detects every change within one 8-byte word, and misses any other
/// change with probability 2^-64.
uint64_t gyre_archive_checksum(const uint8_t *bytes, size_t size);
