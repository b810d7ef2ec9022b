/// Errors about files.
#pragma once

#include "gyre/files.h"

/// Fills `error` (may be NULL) with "<what> '<path>': <reason>" and returns `code`. A long path loses its beginning,
/// because its end is more specific.
gyre_result gyre_file_fail(gyre_file_error *error, gyre_result code, const char *what, const char *path,
                           const char *reason);

/// Like gyre_file_fail; the reason is the system's text for an errno. ENOENT changes GYRE_ERR_FILE_READ to
/// GYRE_ERR_FILE_MISSING.
gyre_result gyre_file_fail_errno(gyre_file_error *error, gyre_result code, const char *what, const char *path,
                                 int number);

/// Reports an invalid argument: fills `error` with the text of `code`.
gyre_result gyre_file_refuse(gyre_file_error *error, gyre_result code);
