/// Reads whole files into memory.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature test macro

#include "files/file_read.h"

#include "base/memory.h"
#include "files/file_error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_ROOM = 1 << 16, READ_MAX = 1 << 30 };

static const char CANNOT_READ[] = "cannot read";
static const gyre_allocator STANDARD = {0};

// Bytes read so far.
typedef struct contents {
    char *bytes;
    size_t size, room; // room: capacity, excluding the byte for the NUL
} contents;

// Grows the buffer to `room` bytes and a NUL.
static bool grow(contents *c, size_t room, const gyre_allocator *allocator) {
    char *larger = gyre_take_array(allocator, room + 1, 1);
    if (!larger) return false;
    if (c->size > 0) memcpy(larger, c->bytes, c->size);
    gyre_give_back(allocator, c->bytes);
    c->bytes = larger;
    c->room = room;
    return true;
}

static size_t first_room(const struct stat *status) {
    if (!S_ISREG(status->st_mode) || status->st_size < FIRST_ROOM) return FIRST_ROOM;
    return (size_t)status->st_size + 1; // one byte more than the file has, to detect its end without growing
}

static gyre_result fail_too_large(gyre_file_error *error, const char *path, size_t max_size) {
    char reason[64];
    snprintf(reason, sizeof reason, "it is larger than the allowed %zu bytes", max_size);
    return gyre_file_fail(error, GYRE_ERR_FILE_TOO_LARGE, CANNOT_READ, path, reason);
}

// Reads to the end of the file, or until it has more than max_size bytes.
static gyre_result read_contents(int file, const char *path, size_t max_size, size_t room,
                                 const gyre_allocator *allocator, contents *c, gyre_file_error *error) {
    for (;;) {
        if (c->size > max_size) return fail_too_large(error, path, max_size);
        if (c->size == c->room) {
            size_t larger = c->room == 0 ? room : c->room < max_size / 2 ? 2 * c->room : max_size + 1;
            if (larger > max_size + 1) larger = max_size + 1;
            if (!grow(c, larger, allocator))
                return gyre_file_fail(error, GYRE_ERR_NO_MEMORY, CANNOT_READ, path, "out of memory");
        }
        size_t part = c->room - c->size;
        ssize_t count = read(file, c->bytes + c->size, part < READ_MAX ? part : READ_MAX);
        if (count == 0) {
            c->bytes[c->size] = 0;
            return GYRE_OK;
        }
        if (count > 0)
            c->size += (size_t)count;
        else if (errno != EINTR)
            return gyre_file_fail_errno(error, GYRE_ERR_FILE_READ, CANNOT_READ, path, errno);
    }
}

gyre_result gyre_file_read_all(int file, const char *path, size_t max_size, const gyre_allocator *allocator,
                               void **out_bytes, size_t *out_size, gyre_file_error *out_error) {
    if (!allocator) allocator = &STANDARD;
    if (gyre_allocator_check(allocator) != GYRE_OK) return gyre_file_refuse(out_error, GYRE_ERR_ALLOCATOR);
    struct stat status;
    if (fstat(file, &status) != 0) return gyre_file_fail_errno(out_error, GYRE_ERR_FILE_READ, CANNOT_READ, path, errno);
    if (S_ISDIR(status.st_mode)) return gyre_file_fail_errno(out_error, GYRE_ERR_FILE_READ, CANNOT_READ, path, EISDIR);
    if (max_size > SIZE_MAX - 2) max_size = SIZE_MAX - 2; // room for the NUL and one byte more than allowed
    if (S_ISREG(status.st_mode) && (uintmax_t)status.st_size > max_size)
        return fail_too_large(out_error, path, max_size);

    contents c = {0};
    gyre_result r = read_contents(file, path, max_size, first_room(&status), allocator, &c, out_error);
    if (r != GYRE_OK) {
        gyre_give_back(allocator, c.bytes);
        return r;
    }
    *out_bytes = c.bytes;
    *out_size = c.size;
    return GYRE_OK;
}

gyre_result gyre_file_read(const char *path, size_t max_size, const gyre_allocator *allocator, void **out_bytes,
                           size_t *out_size, gyre_file_error *out_error) {
    if (!path || !out_bytes || !out_size) return gyre_file_refuse(out_error, GYRE_ERR_NULL_POINTER);
    if (strcmp(path, "-") == 0)
        return gyre_file_read_all(STDIN_FILENO, "standard input", max_size, allocator, out_bytes, out_size, out_error);
    int file;
    do
        file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (file < 0 && errno == EINTR);
    if (file < 0) return gyre_file_fail_errno(out_error, GYRE_ERR_FILE_READ, CANNOT_READ, path, errno);
    gyre_result r = gyre_file_read_all(file, path, max_size, allocator, out_bytes, out_size, out_error);
    close(file);
    return r;
}

void gyre_file_free(const gyre_allocator *allocator, void *bytes) {
    gyre_give_back(allocator ? allocator : &STANDARD, bytes);
}
