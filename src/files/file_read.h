/// Reads an open file.
#pragma once

#include "gyre/files.h"

/// Reads everything from descriptor `file`, which stays open; messages show `path`.
gyre_result gyre_file_read_all(int file, const char *path, size_t max_size, const gyre_allocator *allocator,
                               void **out_bytes, size_t *out_size, gyre_file_error *out_error);
