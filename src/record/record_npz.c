/// Writes NPZ: a zip archive of numpy arrays (NEP 1), one per column.
///
/// The number of frames is known, so the offset of every array is fixed. The archive is filled with zeros, then batches
/// of frames are patched in. Headers are written at the end, when checksums and the actual number of frames are known.
/// A run of any length needs the memory of one batch. A run that ends early leaves gaps between the arrays. Readers
/// ignore gaps, because the directory at the end of the archive has the offsets.
#include "record/record.h"

#include "base/memory.h"
#include "record/compress.h"
#include "record/name_text.h"
#include "record/zip.h"

#include <stdio.h>
#include <string.h>

enum {
    MEMBER_T,
    MEMBER_BODY,
    MEMBER_COLUMNS,
    MEMBER_COUNT = MEMBER_COLUMNS + COLUMN_COUNT,
    NPY_HEADER_SIZE = 128,
    NPY_PREFIX_SIZE = 10, // magic, version, size of the rest
    BATCH_SIZE = 1 << 20, // [bytes] large enough for few writes, but small enough for the cache
    NAMES_SIZE = 1 << 14, // [bytes] of names written at once
    DOUBLE_SIZE = 8,
    CHARACTER_SIZE = 4, // UTF-32
};

typedef struct npz_state {
    zip_member members[MEMBER_COUNT];
    char names[MEMBER_COUNT][ZIP_NAME_MAX];
    uint32_t data_crc[MEMBER_COUNT]; // checksums without array headers
    bool is_zip64;
    size_t characters; // length of the longest name, at least 1
    uint8_t *batch;    // numbers of a batch of frames: all t, then column by column
    uint64_t batch_frames, batch_used;
} npz_state;

static size_t row_size(const recording *r, int member) {
    return DOUBLE_SIZE * (member == MEMBER_T ? 1 : r->body_count);
}

static uint64_t data_size(const recording *r, int member, uint64_t frames) {
    const npz_state *npz = r->state;
    if (member == MEMBER_BODY) return (uint64_t)CHARACTER_SIZE * npz->characters * r->body_count;
    return row_size(r, member) * frames;
}

// Returns the offset of an array's numbers in the archive.
static uint64_t data_offset(const npz_state *npz, int member) {
    const zip_member *m = &npz->members[member];
    return m->offset + gyre_zip_header_size(m->name, npz->is_zip64) + NPY_HEADER_SIZE;
}

// ---- names ----

static size_t count_characters(const char *text) {
    size_t count = 0;
    for (; *text; count++)
        gyre_next_character(&text);
    return count;
}

static uint8_t *put_integer(uint8_t *at, uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++)
        *at++ = (uint8_t)(value >> (8 * i));
    return at;
}

// Writes a name as UTF-32, padded with zeros.
static uint8_t *put_name(uint8_t *at, const char *text, size_t size) {
    memset(at, 0, size);
    for (uint8_t *next = at; *text;)
        next = put_integer(next, gyre_next_character(&text), CHARACTER_SIZE);
    return at + size;
}

static gyre_result write_names(recording *r) {
    npz_state *npz = r->state;
    size_t size = CHARACTER_SIZE * npz->characters, at_once = NAMES_SIZE / size + 1;
    uint8_t *bytes = gyre_recording_take(r, at_once, size);
    if (!bytes) return GYRE_ERR_NO_MEMORY;
    for (size_t first = 0; first < r->body_count; first += at_once) {
        uint8_t *end = bytes;
        for (size_t i = first; i < r->body_count && i < first + at_once; i++)
            end = put_name(end, r->names[i], size);
        size_t used = (size_t)(end - bytes);
        gyre_output_patch(&r->out, data_offset(npz, MEMBER_BODY) + first * size, bytes, used);
        npz->data_crc[MEMBER_BODY] = gyre_crc32(npz->data_crc[MEMBER_BODY], bytes, used);
    }
    gyre_recording_give(r, bytes);
    return GYRE_OK;
}

// ---- layout ----

static void name_members(npz_state *npz) {
    for (int i = 0; i < MEMBER_COUNT; i++) {
        const char *name = i == MEMBER_T ? "t" : i == MEMBER_BODY ? "body" : gyre_column_names[i - MEMBER_COLUMNS];
        snprintf(npz->names[i], sizeof npz->names[i], "%s.npy", name);
        npz->members[i].name = npz->names[i];
    }
}

// False if the size of the archive would not fit into 63 bits.
static bool is_countable(const recording *r) {
    uint64_t bytes;
    return !__builtin_mul_overflow(r->frames_expected, (uint64_t)DOUBLE_SIZE * (1 + COLUMN_COUNT), &bytes) &&
           !__builtin_mul_overflow(bytes, (uint64_t)r->body_count + 1, &bytes) && bytes < UINT64_MAX / 2;
}

// Computes the offset of every member; returns the end of the last member.
static uint64_t place_members(recording *r) {
    npz_state *npz = r->state;
    uint64_t at = 0;
    for (int i = 0; i < MEMBER_COUNT; i++) {
        npz->members[i].offset = at;
        at = data_offset(npz, i) + data_size(r, i, r->frames_expected);
    }
    return at;
}

static gyre_result take_batch(recording *r) {
    npz_state *npz = r->state;
    size_t frame_size = row_size(r, MEMBER_T) + COLUMN_COUNT * row_size(r, MEMBER_COLUMNS), size;
    npz->batch_frames = BATCH_SIZE / frame_size;
    if (npz->batch_frames > r->frames_expected) npz->batch_frames = r->frames_expected;
    if (npz->batch_frames == 0) npz->batch_frames = 1;
    if (!size_multiply(frame_size, (size_t)npz->batch_frames, &size)) return GYRE_ERR_TOO_LARGE;
    npz->batch = gyre_recording_take(r, size, 1);
    return npz->batch ? GYRE_OK : GYRE_ERR_NO_MEMORY;
}

static gyre_result begin_npz(recording *r) {
    npz_state *npz = r->state;
    if (!is_countable(r)) return GYRE_ERR_TOO_LARGE;
    npz->characters = 1;
    for (size_t i = 0; i < r->body_count; i++) {
        size_t count = count_characters(r->names[i]);
        if (count > npz->characters) npz->characters = count;
    }
    name_members(npz);
    uint64_t end = place_members(r);
    npz->is_zip64 = end > UINT32_MAX - BATCH_SIZE; // leaves room for the directory, which must begin below 4 GiB too
    if (npz->is_zip64) end = place_members(r);
    gyre_result result = take_batch(r);
    if (result == GYRE_OK) gyre_output_zeros(&r->out, end);
    return result;
}

// ---- frames ----

// Returns the part of the batch that belongs to one member and has batch_frames rows.
static uint8_t *batch_of(const recording *r, int member) {
    const npz_state *npz = r->state;
    if (member == MEMBER_T) return npz->batch;
    size_t before = row_size(r, MEMBER_T) + (size_t)(member - MEMBER_COLUMNS) * row_size(r, member);
    return npz->batch + (size_t)npz->batch_frames * before;
}

static void put_row(const recording *r, int member, const double *values) {
    const npz_state *npz = r->state;
    size_t size = row_size(r, member);
    uint8_t *at = batch_of(r, member) + (size_t)npz->batch_used * size;
    for (size_t i = 0; i < size / DOUBLE_SIZE; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        at = put_integer(at, bits, DOUBLE_SIZE);
    }
}

// Writes the frames in the batch: the last batch_used of `frames` frames.
static void write_batch(recording *r, uint64_t frames) {
    npz_state *npz = r->state;
    uint64_t first = frames - npz->batch_used;
    for (int i = 0; i < MEMBER_COUNT; i++) {
        if (i == MEMBER_BODY) continue;
        const uint8_t *bytes = batch_of(r, i);
        size_t size = row_size(r, i) * (size_t)npz->batch_used;
        gyre_output_patch(&r->out, data_offset(npz, i) + data_size(r, i, first), bytes, size);
        npz->data_crc[i] = gyre_crc32(npz->data_crc[i], bytes, size);
    }
    npz->batch_used = 0;
}

static gyre_result frame_npz(recording *r) {
    npz_state *npz = r->state;
    if (r->frame_count == r->frames_expected) return GYRE_ERR_LENGTH;
    put_row(r, MEMBER_T, &r->t);
    for (column c = 0; c < COLUMN_COUNT; c++)
        put_row(r, MEMBER_COLUMNS + (int)c, column_of(r, c));
    npz->batch_used++;
    if (npz->batch_used == npz->batch_frames) write_batch(r, r->frame_count + 1);
    return GYRE_OK;
}

// ---- the end ----

static void describe(const recording *r, int member, char *out, size_t size) {
    const npz_state *npz = r->state;
    unsigned long long frames = r->frame_count, bodies = r->body_count;
    const char *form = "{'descr': '<f8', 'fortran_order': False, 'shape': (%llu, %llu), }";
    if (member == MEMBER_BODY)
        snprintf(out, size, "{'descr': '<U%zu', 'fortran_order': False, 'shape': (%llu,), }", npz->characters, bodies);
    else if (member == MEMBER_T)
        snprintf(out, size, "{'descr': '<f8', 'fortran_order': False, 'shape': (%llu,), }", frames);
    else
        snprintf(out, size, form, frames, bodies);
}

static void npy_header(const recording *r, int member, uint8_t out[NPY_HEADER_SIZE]) {
    static const uint8_t magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    char text[NPY_HEADER_SIZE - NPY_PREFIX_SIZE];
    describe(r, member, text, sizeof text);
    memset(out, ' ', NPY_HEADER_SIZE);
    memcpy(out, magic, sizeof magic);
    uint8_t *at = put_integer(out + sizeof magic, sizeof text, 2);
    for (const char *c = text; *c; c++)
        *at++ = (uint8_t)*c;
    out[NPY_HEADER_SIZE - 1] = '\n';
}

static void write_headers(recording *r, int member) {
    npz_state *npz = r->state;
    zip_member *m = &npz->members[member];
    uint8_t bytes[ZIP_HEADER_MAX + NPY_HEADER_SIZE], npy[NPY_HEADER_SIZE];
    uint64_t numbers = data_size(r, member, r->frame_count);
    npy_header(r, member, npy);
    m->size = NPY_HEADER_SIZE + numbers;
    m->crc = gyre_crc32_join(gyre_crc32(0, npy, sizeof npy), npz->data_crc[member], numbers);
    size_t size = gyre_zip_header(m, npz->is_zip64, bytes);
    memcpy(bytes + size, npy, sizeof npy);
    gyre_output_patch(&r->out, m->offset, bytes, size + sizeof npy);
}

static gyre_result end_npz(recording *r, bool is_early) {
    (void)is_early; // array shapes contain the actual number of frames
    npz_state *npz = r->state;
    write_batch(r, r->frame_count);
    gyre_result result = write_names(r);
    if (result != GYRE_OK) return result;
    for (int i = 0; i < MEMBER_COUNT; i++)
        write_headers(r, i);
    gyre_zip_directory(&r->out, npz->members, MEMBER_COUNT, npz->is_zip64);
    return GYRE_OK;
}

static void free_npz(recording *r) {
    const npz_state *npz = r->state;
    gyre_recording_give(r, npz->batch);
}

const format_writer gyre_writer_npz = {
    .state_size = sizeof(npz_state),
    .needs_patch = true,
    .is_sampled = true,
    .begin = begin_npz,
    .frame = frame_npz,
    .end = end_npz,
    .free_state = free_npz,
};
