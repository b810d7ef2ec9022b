/// Writes JSON to a sink, value by value.
#include "json/json_write.h"

#include "base/number_text.h"
#include "base/utf8.h"

#include <string.h>

// Flags of each open array or object.
enum {
    LEVEL_OBJECT = 1,
    LEVEL_HAS_ITEMS = 2,
    LEVEL_HELD = 4,        // all items so far are numbers, stored in writer->held
    LEVEL_AFTER_NUMBER = 8 // the last element is a number; another number can follow on its line
};

// ---- bytes ----

static void fail(gyre_json_writer *w, gyre_result result) {
    if (w->result == GYRE_OK) w->result = result;
}

static void flush(gyre_json_writer *w) {
    if (w->result == GYRE_OK && w->buffer_size > 0) w->result = w->sink.write(w->buffer, w->buffer_size, w->sink.user);
    w->buffer_size = 0;
}

static void put(gyre_json_writer *w, const char *bytes, size_t size) {
    w->column += size;
    while (size > 0) {
        if (w->buffer_size == JSON_BUFFER_SIZE) flush(w);
        size_t room = JSON_BUFFER_SIZE - w->buffer_size, part = size < room ? size : room;
        memcpy(w->buffer + w->buffer_size, bytes, part);
        w->buffer_size += part;
        bytes += part;
        size -= part;
    }
}

static void put_text(gyre_json_writer *w, const char *text) { put(w, text, strlen(text)); }

static void new_line(gyre_json_writer *w) {
    if (w->style != GYRE_JSON_PRETTY) return;
    put(w, "\n", 1);
    w->column = 0;
    for (size_t i = 0; i < w->depth; i++)
        put(w, "  ", 2);
}

// ---- before a value ----

static uint8_t *innermost(gyre_json_writer *w) { return w->depth > 0 ? &w->levels[w->depth - 1] : NULL; }

// Writes the held numbers, because the array does not fit on one line.
static void release_held(gyre_json_writer *w, uint8_t *level) {
    if (!(*level & LEVEL_HELD)) return;
    *level &= (uint8_t)~LEVEL_HELD;
    if (w->held_size == 0) return;
    new_line(w);
    put(w, w->held, w->held_size);
}

// True if a value is allowed here. A root or the value of a key needs no separator.
static bool may_begin(gyre_json_writer *w) {
    if (w->result != GYRE_OK) return false;
    uint8_t *level = innermost(w);
    bool is_expected = level && *level & LEVEL_OBJECT ? w->has_key : level || !w->has_root;
    if (!is_expected) fail(w, GYRE_ERR_JSON_ORDER);
    w->has_key = false;
    w->has_root = true;
    return is_expected;
}

static bool begin_value(gyre_json_writer *w) {
    if (!may_begin(w)) return false;
    uint8_t *level = innermost(w);
    if (!level || *level & LEVEL_OBJECT) return true;
    release_held(w, level);
    if (*level & LEVEL_HAS_ITEMS) put(w, ",", 1);
    *level = LEVEL_HAS_ITEMS;
    new_line(w);
    return true;
}

// ---- arrays and objects ----

static void begin_level(gyre_json_writer *w, const char *bracket, uint8_t level) {
    if (!begin_value(w)) return;
    if (w->depth == JSON_WRITE_DEPTH_MAX) {
        fail(w, GYRE_ERR_JSON_LIMIT);
        return;
    }
    put_text(w, bracket);
    w->levels[w->depth++] = level;
    w->held_size = 0;
}

void gyre_json_writer_init(gyre_json_writer *writer, gyre_sink sink, gyre_json_style style) {
    // clears everything except the large arrays: they need no initial values
    writer->sink = sink;
    writer->style = style;
    writer->result = sink.write ? GYRE_OK : GYRE_ERR_NULL_POINTER;
    writer->has_key = writer->has_root = false;
    writer->depth = writer->column = writer->held_size = writer->buffer_size = 0;
}

void gyre_json_begin_object(gyre_json_writer *w) { begin_level(w, "{", LEVEL_OBJECT); }

void gyre_json_begin_array(gyre_json_writer *w) { begin_level(w, "[", w->style == GYRE_JSON_PRETTY ? LEVEL_HELD : 0); }

static void end_level(gyre_json_writer *w, const char *bracket, uint8_t kind) {
    if (w->result != GYRE_OK) return;
    uint8_t *level = innermost(w);
    if (!level || (*level & LEVEL_OBJECT) != kind || w->has_key) {
        fail(w, GYRE_ERR_JSON_ORDER);
        return;
    }
    w->depth--;
    if (*level & LEVEL_HELD)
        put(w, w->held, w->held_size);
    else if (*level & LEVEL_HAS_ITEMS)
        new_line(w);
    put_text(w, bracket);
}

void gyre_json_end_object(gyre_json_writer *w) { end_level(w, "}", LEVEL_OBJECT); }

void gyre_json_end_array(gyre_json_writer *w) { end_level(w, "]", 0); }

// ---- strings ----

static void put_escaped(gyre_json_writer *w, char c) {
    static const char letters[] = "\"\\bfnrt", meanings[] = "\"\\\b\f\n\r\t", digits[] = "0123456789abcdef";
    const char *meaning = c ? strchr(meanings, c) : NULL;
    if (meaning)
        put(w, (char[]){'\\', letters[meaning - meanings]}, 2);
    else
        put(w, (char[]){'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]}, 6);
}

static void put_quoted(gyre_json_writer *w, const char *text, size_t length) {
    const char *p = text, *end = text + length, *run = text;
    put(w, "\"", 1);
    while (p < end) {
        uint32_t code;
        size_t size = gyre_utf8_decode(p, end, &code);
        if (size == 0) {
            fail(w, GYRE_ERR_TEXT);
            return;
        }
        if (code < 0x20 || code == '"' || code == '\\') {
            put(w, run, (size_t)(p - run));
            put_escaped(w, *p);
            run = p + 1;
        }
        p += size;
    }
    put(w, run, (size_t)(p - run));
    put(w, "\"", 1);
}

void gyre_json_put_key(gyre_json_writer *w, const char *key) { gyre_json_put_key_bytes(w, key, strlen(key)); }

void gyre_json_put_key_bytes(gyre_json_writer *w, const char *key, size_t length) {
    if (w->result != GYRE_OK) return;
    uint8_t *level = innermost(w);
    if (!level || !(*level & LEVEL_OBJECT) || w->has_key) {
        fail(w, GYRE_ERR_JSON_ORDER);
        return;
    }
    if (*level & LEVEL_HAS_ITEMS) put(w, ",", 1);
    *level |= LEVEL_HAS_ITEMS;
    new_line(w);
    put_quoted(w, key, length);
    put_text(w, w->style == GYRE_JSON_PRETTY ? ": " : ":");
    w->has_key = true;
}

void gyre_json_put_string(gyre_json_writer *w, const char *text) { gyre_json_put_string_bytes(w, text, strlen(text)); }

void gyre_json_put_string_bytes(gyre_json_writer *w, const char *text, size_t length) {
    if (begin_value(w)) put_quoted(w, text, length);
}

// ---- numbers and words ----

// Writes an element of a pretty array, on the line of the previous number if it fits.
static void put_number_element(gyre_json_writer *w, uint8_t *level, const char *text, size_t length) {
    size_t separated = length + (*level & LEVEL_HAS_ITEMS ? 2 : 0);
    if (*level & LEVEL_HELD) {
        if (w->column + w->held_size + separated < JSON_LINE_MAX) { // one column is reserved for the bracket
            if (*level & LEVEL_HAS_ITEMS) memcpy(w->held + w->held_size, ", ", 2);
            memcpy(w->held + w->held_size + separated - length, text, length);
            w->held_size += separated;
            *level |= LEVEL_HAS_ITEMS | LEVEL_AFTER_NUMBER;
            return;
        }
        release_held(w, level);
    }
    if (*level & LEVEL_HAS_ITEMS) put(w, ",", 1);
    if (*level & LEVEL_AFTER_NUMBER && w->column + 1 + length < JSON_LINE_MAX) // one column is reserved for the comma
        put(w, " ", 1);
    else
        new_line(w);
    put(w, text, length);
    *level |= LEVEL_HAS_ITEMS | LEVEL_AFTER_NUMBER;
}

void gyre_json_put_number(gyre_json_writer *w, double value) {
    char text[NUMBER_TEXT_SIZE];
    size_t length = gyre_number_format(value, text);
    if (length == 0) fail(w, GYRE_ERR_NOT_FINITE);
    uint8_t *level = innermost(w);
    if (w->style == GYRE_JSON_PRETTY && level && !(*level & LEVEL_OBJECT)) {
        if (may_begin(w)) put_number_element(w, level, text, length);
    } else if (begin_value(w)) {
        put(w, text, length);
    }
}

void gyre_json_put_bool(gyre_json_writer *w, bool value) {
    if (begin_value(w)) put_text(w, value ? "true" : "false");
}

void gyre_json_put_null(gyre_json_writer *w) {
    if (begin_value(w)) put_text(w, "null");
}

gyre_result gyre_json_writer_finish(gyre_json_writer *w) {
    if (w->depth > 0 || !w->has_root) fail(w, GYRE_ERR_JSON_ORDER);
    if (w->style == GYRE_JSON_PRETTY) put(w, "\n", 1);
    flush(w);
    return w->result;
}
