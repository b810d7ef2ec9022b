/// Names and extensions of the output formats.
#include "gyre/record.h"

#include <stdbool.h>
#include <string.h>

static const struct {
    const char *name, *extension, *text;
} formats[GYRE_FORMAT_COUNT] = {
#define X(name, extension, text) [GYRE_FORMAT_##name] = {#name, extension, text},
#include "gyre/formats.def"
#undef X
};

static bool is_format(gyre_format format) { return (unsigned)format < GYRE_FORMAT_COUNT; }

const char *gyre_format_name(gyre_format format) { return is_format(format) ? formats[format].name : NULL; }
const char *gyre_format_extension(gyre_format format) { return is_format(format) ? formats[format].extension : NULL; }
const char *gyre_format_text(gyre_format format) { return is_format(format) ? formats[format].text : NULL; }

// Extensions are ASCII and are compared independently of the locale.
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    if (length < end_length) return false;
    for (size_t i = 0; i < end_length; i++)
        if (lower(text[length - end_length + i]) != end[i]) return false;
    return true;
}

gyre_result gyre_format_of_path(const char *path, gyre_format *out_format) {
    if (!path || !out_format) return GYRE_ERR_NULL_POINTER;
    for (int format = 0; format < GYRE_FORMAT_COUNT; format++)
        if (ends_with(path, formats[format].extension)) {
            *out_format = (gyre_format)format;
            return GYRE_OK;
        }
    return GYRE_ERR_FORMAT;
}
