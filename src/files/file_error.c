/// Formats errors about files.
#define _POSIX_C_SOURCE 200809L // strerror_r. NOLINT(bugprone-reserved-identifier): feature test macro

#include "files/file_error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SHOWN = 120 };

gyre_result gyre_file_fail(gyre_file_error *error, gyre_result code, const char *what, const char *path,
                           const char *reason) {
    if (!error) return code;
    error->code = code;
    size_t length = strlen(path);
    const char *shown = length > PATH_SHOWN ? path + length - PATH_SHOWN : path;
    char raw[sizeof error->text];
    snprintf(raw, sizeof raw, "%s '%s%s': %s", what, shown > path ? "..." : "", shown, reason);
    gyre_show_line(raw, error->text, sizeof error->text);
    return code;
}

gyre_result gyre_file_fail_errno(gyre_file_error *error, gyre_result code, const char *what, const char *path,
                                 int number) {
    char reason[96];
    if (strerror_r(number, reason, sizeof reason) != 0) snprintf(reason, sizeof reason, "error %d", number);
    if (number == ENOENT && code == GYRE_ERR_FILE_READ) code = GYRE_ERR_FILE_MISSING;
    return gyre_file_fail(error, code, what, path, reason);
}

gyre_result gyre_file_refuse(gyre_file_error *error, gyre_result code) {
    if (!error) return code;
    error->code = code;
    snprintf(error->text, sizeof error->text, "%s", gyre_result_text(code));
    return code;
}
