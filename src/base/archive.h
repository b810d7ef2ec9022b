/// One description of a format serves to measure, to write and to read it.
///
/// A function that describes a thing passes the address of each of its values to the calls below, in order. Run over a
/// measuring archive it counts the bytes, over a writing one it stores the values, over a reading one it fills them in:
/// the three cannot disagree. Bytes are little endian on every machine and doubles keep their bits, NaNs included.
///
/// Trouble is remembered, not returned: after the first bad value `is_bad` stays set, nothing more is written, and
/// everything that is read is 0. So a description runs to its end whatever the bytes say and is asked once, then.
/// Meaning is the caller's to check (an index that names nothing, an enum that does not exist): it sets `is_bad`
/// itself.
#pragma once

#include "gyre/base.h"

#include <stdbool.h>

typedef enum archive_mode { ARCHIVE_MEASURE, ARCHIVE_WRITE, ARCHIVE_READ, ARCHIVE_MODE_COUNT } archive_mode;

typedef struct archive {
    archive_mode mode;
    uint8_t *out;          // written to; NULL in the other modes
    const uint8_t *in;     // read from; NULL in the other modes
    size_t size;           // of out or in; there is no end to measuring
    size_t at;             // bytes so far
    bool is_bad;           // the bytes end too early, or mean nothing
    bool is_out_of_memory; // then is_bad too: not the bytes' fault
} archive;

archive gyre_archive_measure(void);
archive gyre_archive_write(uint8_t *out, size_t size);
archive gyre_archive_read(const uint8_t *in, size_t size);

void gyre_archive_u8(archive *stream, uint8_t *value);
void gyre_archive_u32(archive *stream, uint32_t *value);
void gyre_archive_u64(archive *stream, uint64_t *value);
void gyre_archive_double(archive *stream, double *value);
/// `bytes` may be NULL when count is 0.
void gyre_archive_bytes(archive *stream, void *bytes, size_t count);

/// How many elements follow, each of which takes at least `min_bytes_each` (> 0) bytes. A count that the bytes left
/// cannot hold is bad and reads as 0: whoever allocates for *count elements afterwards allocates no more than the
/// input's own size allows. True unless the archive is bad.
bool gyre_archive_count(archive *stream, size_t *count, size_t min_bytes_each);

/// A text of at most `max_length` characters; a longer one is bad in every mode, since it could not be read again. No
/// text (NULL) and an empty one are stored alike and read as NULL. Reading overwrites *text with a string from the
/// allocator, which the caller gives back.
void gyre_archive_string(archive *stream, char **text, size_t max_length, const gyre_allocator *allocator);

/// A checksum over bytes. It notices every change of a single byte, or of several within one of the 8-byte words that
/// the bytes are read in, and of other changes all but some one in 2^64.
uint64_t gyre_archive_checksum(const uint8_t *bytes, size_t size);
