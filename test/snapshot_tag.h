/// Snapshots of two worlds that are alike, compared byte by byte.
#pragma once

#include "base/archive.h"

#include <string.h>

/// A snapshot contains the number of its world, which differs between worlds of one process: this replaces it by 0, and
/// so the checksum, if it is right.
static inline void forget_tag(char *bytes, size_t size) {
    enum { CHECKSUM_AT = 16, HEADER = 24, SECTION = 12, TAG_AT = HEADER + SECTION + 52 };
    uint64_t checksum;
    char tag[4];
    if (!bytes || size < TAG_AT + sizeof tag || memcmp(bytes, "GYRS", 4) != 0) return;
    memcpy(&checksum, bytes + CHECKSUM_AT, sizeof checksum);
    if (gyre_archive_checksum((uint8_t *)bytes + HEADER, size - HEADER) != checksum) return;
    memset(bytes + CHECKSUM_AT, 0, sizeof checksum);
    memcpy(tag, bytes + TAG_AT, sizeof tag);
    for (size_t i = HEADER; i + sizeof tag <= size; i++)
        if (memcmp(bytes + i, tag, sizeof tag) == 0) memset(bytes + i, 0, sizeof tag);
}
