/// Writes zip archives of uncompressed members, in zip64 format if the sizes require it. PKWARE APPNOTE 6.3, sections
/// 4.3 and 4.5.3.
#pragma once

#include "record/output.h"

typedef struct zip_member {
    const char *name; // ASCII, at most ZIP_NAME_MAX characters
    uint64_t offset;  // offset of its header in the archive
    uint64_t size;    // [bytes] of its contents, which follow the header
    uint32_t crc;     // checksum of its contents
} zip_member;

enum { ZIP_NAME_MAX = 32, ZIP_HEADER_MAX = 128 };

/// Returns the size of the header before a member's contents.
size_t gyre_zip_header_size(const char *name, bool is_zip64);

/// Writes the header; returns its size.
size_t gyre_zip_header(const zip_member *member, bool is_zip64, uint8_t out[ZIP_HEADER_MAX]);

/// Writes the directory at the end of the archive: the list of members.
void gyre_zip_directory(output *out, const zip_member *members, size_t count, bool is_zip64);
