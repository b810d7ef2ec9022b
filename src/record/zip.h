/// Zip archives of members that are stored as they are, in the form that holds any size (zip64) where it is needed.
/// PKWARE APPNOTE 6.3, sections 4.3 and 4.5.3.
#pragma once

#include "record/output.h"

typedef struct zip_member {
    const char *name; // ASCII, at most ZIP_NAME_MAX characters
    uint64_t offset;  // of its header in the archive
    uint64_t size;    // of its contents, which follow the header [bytes]
    uint32_t crc;     // of its contents
} zip_member;

enum { ZIP_NAME_MAX = 32, ZIP_HEADER_MAX = 128 };

/// The size of the header before a member's contents.
size_t gyre_zip_header_size(const char *name, bool is_zip64);

/// The header itself; returns its size.
size_t gyre_zip_header(const zip_member *member, bool is_zip64, uint8_t out[ZIP_HEADER_MAX]);

/// What stands at the end of the archive, here at the end of `out`: the list of members.
void gyre_zip_directory(output *out, const zip_member *members, size_t count, bool is_zip64);
