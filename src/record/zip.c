/// Writes the headers of zip archives.
#include "record/zip.h"

#include "base/check.h"

#include <string.h>

enum {
    LOCAL_HEADER = 0x04034b50,
    DIRECTORY_ENTRY = 0x02014b50,
    DIRECTORY_END = 0x06054b50,
    DIRECTORY_END_64 = 0x06064b50,
    DIRECTORY_END_64_PLACE = 0x07064b50,
    LOCAL_SIZE = 30, // size of a header without name and extra field
    EXTRA_64_ID = 1, // size of the extra field with 8-byte sizes and offsets
    EXTRA_HEADER_SIZE = 4,
    END_64_REST = 44,   // size of the zip64 end record after its own size field
    VERSION_PLAIN = 20, // version that a reader needs: zip 2.0
    VERSION_64 = 45,    // zip64
    FIRST_DAY = 0x0021, // always 1 January 1980, so that equal runs give equal files
};
static const uint32_t SEE_EXTRA_32 = UINT32_MAX; // marks a number stored in the extra field instead
static const uint16_t SEE_EXTRA_16 = UINT16_MAX;

// Writes a number, little endian; returns the end.
static uint8_t *put(uint8_t *at, uint64_t value, size_t size) {
    for (size_t i = 0; i < size; i++)
        *at++ = (uint8_t)(value >> (8 * i));
    return at;
}

static uint8_t *put_name(uint8_t *at, const char *name) {
    for (; *name; name++)
        *at++ = (uint8_t)*name; // without its NUL
    return at;
}

static size_t extra_size(size_t numbers, bool is_zip64) { return is_zip64 ? EXTRA_HEADER_SIZE + 8 * numbers : 0; }

size_t gyre_zip_header_size(const char *name, bool is_zip64) {
    return LOCAL_SIZE + strlen(name) + extra_size(2, is_zip64);
}

// Writes the fields common to header and directory, from the version to the length of the extra field.
static uint8_t *put_common(uint8_t *at, const zip_member *member, bool is_zip64, size_t extra) {
    GYRE_ASSERT(strlen(member->name) <= ZIP_NAME_MAX);
    GYRE_ASSERT(is_zip64 || member->size < SEE_EXTRA_32);
    uint64_t size = is_zip64 ? SEE_EXTRA_32 : member->size;
    at = put(at, is_zip64 ? VERSION_64 : VERSION_PLAIN, 2);
    at = put(at, 0, 2); // flags
    at = put(at, 0, 2); // stored
    at = put(at, 0, 2); // midnight
    at = put(at, FIRST_DAY, 2);
    at = put(at, member->crc, 4);
    at = put(at, size, 4); // size in the archive
    at = put(at, size, 4); // uncompressed size
    at = put(at, strlen(member->name), 2);
    return put(at, extra, 2);
}

// Writes the extra field up to the member's size, which is stored twice.
static uint8_t *put_extra(uint8_t *at, const zip_member *member, size_t extra) {
    at = put(at, EXTRA_64_ID, 2);
    at = put(at, extra - EXTRA_HEADER_SIZE, 2);
    at = put(at, member->size, 8);
    return put(at, member->size, 8);
}

size_t gyre_zip_header(const zip_member *member, bool is_zip64, uint8_t out[ZIP_HEADER_MAX]) {
    size_t extra = extra_size(2, is_zip64);
    uint8_t *at = put(out, LOCAL_HEADER, 4);
    at = put_common(at, member, is_zip64, extra);
    at = put_name(at, member->name);
    if (is_zip64) at = put_extra(at, member, extra);
    return (size_t)(at - out);
}

static void write_entry(output *out, const zip_member *member, bool is_zip64) {
    uint8_t bytes[ZIP_HEADER_MAX];
    size_t extra = extra_size(3, is_zip64);
    uint8_t *at = put(bytes, DIRECTORY_ENTRY, 4);
    at = put(at, is_zip64 ? VERSION_64 : VERSION_PLAIN, 2); // made by
    at = put_common(at, member, is_zip64, extra);
    at = put(at, 0, 2); // no comment
    at = put(at, 0, 2); // on the first disk
    at = put(at, 0, 2); // internal attributes
    at = put(at, 0, 4); // external attributes
    at = put(at, is_zip64 ? SEE_EXTRA_32 : member->offset, 4);
    at = put_name(at, member->name);
    if (is_zip64) at = put(put_extra(at, member, extra), member->offset, 8);
    gyre_output_write(out, bytes, (size_t)(at - bytes));
}

static void write_end_64(output *out, size_t count, uint64_t start) {
    uint8_t bytes[ZIP_HEADER_MAX];
    uint64_t end = gyre_output_offset(out);
    uint8_t *at = put(bytes, DIRECTORY_END_64, 4);
    at = put(at, END_64_REST, 8);
    at = put(at, VERSION_64, 2);
    at = put(at, VERSION_64, 2);
    at = put(at, 0, 4);     // this disk
    at = put(at, 0, 4);     // the directory's disk
    at = put(at, count, 8); // members on this disk
    at = put(at, count, 8); // members
    at = put(at, end - start, 8);
    at = put(at, start, 8);
    at = put(at, DIRECTORY_END_64_PLACE, 4);
    at = put(at, 0, 4); // its disk
    at = put(at, end, 8);
    at = put(at, 1, 4); // disks
    gyre_output_write(out, bytes, (size_t)(at - bytes));
}

void gyre_zip_directory(output *out, const zip_member *members, size_t count, bool is_zip64) {
    uint64_t start = gyre_output_offset(out);
    for (size_t i = 0; i < count; i++)
        write_entry(out, &members[i], is_zip64);
    uint64_t size = gyre_output_offset(out) - start;
    if (is_zip64) write_end_64(out, count, start);
    uint8_t bytes[ZIP_HEADER_MAX];
    uint8_t *at = put(bytes, DIRECTORY_END, 4);
    at = put(at, 0, 2); // this disk
    at = put(at, 0, 2); // the directory's disk
    at = put(at, is_zip64 ? SEE_EXTRA_16 : count, 2);
    at = put(at, is_zip64 ? SEE_EXTRA_16 : count, 2);
    at = put(at, is_zip64 ? SEE_EXTRA_32 : size, 4);
    at = put(at, is_zip64 ? SEE_EXTRA_32 : start, 4);
    at = put(at, 0, 2); // no comment
    gyre_output_write(out, bytes, (size_t)(at - bytes));
}
