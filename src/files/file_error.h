/// Errors about files, in words.
#pragma once

#include "gyre/files.h"

/// Fills `error` (which may be NULL) with "<what> '<path>': <reason>" and returns `code`. A path that is too long is
/// cut at its beginning: its end tells more.
gyre_result gyre_file_fail(gyre_file_error *error, gyre_result code, const char *what, const char *path,
                           const char *reason);

/// The same with the system's words for an errno. ENOENT becomes GYRE_ERR_FILE_MISSING where `code` is
/// GYRE_ERR_FILE_READ.
gyre_result gyre_file_fail_errno(gyre_file_error *error, gyre_result code, const char *what, const char *path,
                                 int number);

/// For wrong arguments: the text of `code` alone.
gyre_result gyre_file_refuse(gyre_file_error *error, gyre_result code);
