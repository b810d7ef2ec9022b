/// Writes files atomically: complete or not at all.
#define _XOPEN_SOURCE 700 // POSIX 2008 with realpath. NOLINT(bugprone-reserved-identifier): feature test macro

#include "gyre/files.h"

#include "base/memory.h"
#include "files/file_error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 16, WRITE_MAX = 1 << 30, PATH_ROOM = 4096, NAME_ROOM = 64, ATTEMPTS_MAX = 100, NONE = -1 };

static const char CANNOT_WRITE[] = "cannot write";

struct gyre_file_writer {
    gyre_allocator allocator;
    gyre_file_error error;     // the first error
    int file;                  // descriptor being written
    bool is_output;            // 1: `file` is standard output, which stays open
    int folder;                // folder of the temporary and final files; NONE: writes to the final file directly
    char path[PATH_ROOM];      // final path, symbolic links resolved
    const char *name;          // last part of `path`
    char temporary[NAME_ROOM]; // name of the temporary file in the same folder
    size_t size;               // bytes in the buffer
    char buffer[BUFFER_SIZE];
};

static gyre_result fail_errno(gyre_file_writer *w, int number) {
    return gyre_file_fail_errno(&w->error, GYRE_ERR_FILE_WRITE, CANNOT_WRITE, w->path, number);
}

static gyre_result fail(gyre_file_writer *w, const char *reason) {
    return gyre_file_fail(&w->error, GYRE_ERR_FILE_WRITE, CANNOT_WRITE, w->path, reason);
}

// ---- opening ----

// Opens an existing target that is not a regular file (a pipe, a device); it receives the bytes as they are written.
static gyre_result open_directly(gyre_file_writer *w) {
    do
        w->file = open(w->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    while (w->file < 0 && errno == EINTR);
    return w->file < 0 ? fail_errno(w, errno) : GYRE_OK;
}

static gyre_result open_folder(gyre_file_writer *w) {
    char *slash = strrchr(w->path, '/');
    w->name = slash ? slash + 1 : w->path;
    if (w->name[0] == 0) return fail(w, "the path has no file name");
    char before = slash ? slash[1] : 0;
    if (slash) slash[1] = 0; // the folder, including the slash
    do
        w->folder = open(slash ? w->path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (w->folder < 0 && errno == EINTR);
    int problem = errno;
    if (slash) slash[1] = before;
    return w->folder < 0 ? fail_errno(w, problem) : GYRE_OK;
}

// Creates a new temporary file. The process id and the time make its name probably unused; O_EXCL fails if the name is
// in use.
static gyre_result create_temporary(gyre_file_writer *w) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        snprintf(w->temporary, sizeof w->temporary, ".gyre-%ld-%lx-%d.tmp", (long)getpid(), (unsigned long)now.tv_nsec,
                 attempt);
        w->file = openat(w->folder, w->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (w->file >= 0) return GYRE_OK;
        if (errno != EEXIST && errno != EINTR) return fail_errno(w, errno);
    }
    return fail(w, "cannot find an unused name for a temporary file");
}

// Resolves a symbolic link, so that its target is replaced, not the link.
static gyre_result resolve_link(gyre_file_writer *w) {
    struct stat link;
    if (lstat(w->path, &link) != 0) return errno == ENOENT ? GYRE_OK : fail_errno(w, errno);
    if (!S_ISLNK(link.st_mode)) return GYRE_OK;
    char *target = realpath(w->path, NULL);
    if (!target) return fail_errno(w, errno);
    size_t length = strlen(target);
    if (length < PATH_ROOM) memcpy(w->path, target, length + 1);
    free(target);
    return length < PATH_ROOM ? GYRE_OK : fail_errno(w, ENAMETOOLONG);
}

static gyre_result keep_permissions(gyre_file_writer *w, mode_t mode) {
    int result;
    do
        result = fchmod(w->file, mode & 0777);
    while (result != 0 && errno == EINTR);
    return result == 0 ? GYRE_OK : fail_errno(w, errno);
}

static gyre_result open_path(gyre_file_writer *w) {
    struct stat status;
    bool exists = stat(w->path, &status) == 0;
    if (!exists && errno != ENOENT) return fail_errno(w, errno);
    if (exists && S_ISDIR(status.st_mode)) return fail_errno(w, EISDIR);
    if (exists && !S_ISREG(status.st_mode)) return open_directly(w);
    // a file without write permission must not be replaced either
    if (exists && access(w->path, W_OK) != 0) return fail_errno(w, errno);
    gyre_result r = resolve_link(w);
    if (r == GYRE_OK) r = open_folder(w);
    if (r == GYRE_OK) r = create_temporary(w);
    return r == GYRE_OK && exists ? keep_permissions(w, status.st_mode) : r;
}

// ---- ending ----

static void destroy(gyre_file_writer *w) {
    if (w->file != NONE && !w->is_output) close(w->file);
    if (w->temporary[0]) unlinkat(w->folder, w->temporary, 0);
    if (w->folder != NONE) close(w->folder);
    gyre_allocator allocator = w->allocator;
    gyre_give_back(&allocator, w);
}

static gyre_result write_all(gyre_file_writer *w, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t count = write(w->file, bytes, size < WRITE_MAX ? size : WRITE_MAX);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return fail_errno(w, count < 0 ? errno : EIO);
        bytes += count;
        size -= (size_t)count;
    }
    return GYRE_OK;
}

static gyre_result flush(gyre_file_writer *w) {
    size_t size = w->size;
    w->size = 0;
    return write_all(w, w->buffer, size);
}

// Flushes to disk. Ignores EINVAL, because it means that the file system does not support flushing.
static gyre_result sync_descriptor(gyre_file_writer *w, int descriptor) {
    int result;
    do
        result = fsync(descriptor);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP ? GYRE_OK : fail_errno(w, errno);
}

// close releases the descriptor even if it fails.
static gyre_result close_file(gyre_file_writer *w) {
    int file = w->file;
    w->file = NONE;
    if (w->is_output || close(file) == 0 || errno == EINTR) return GYRE_OK;
    return fail_errno(w, errno);
}

static gyre_result put_in_place(gyre_file_writer *w) {
    if (renameat(w->folder, w->temporary, w->folder, w->name) != 0) return fail_errno(w, errno);
    w->temporary[0] = 0;
    return sync_descriptor(w, w->folder); // makes the new name durable too
}

// ---- the interface ----

gyre_result gyre_file_writer_open(const char *path, const gyre_allocator *allocator, gyre_file_writer **out_writer,
                                  gyre_file_error *out_error) {
    static const gyre_allocator standard = {0};
    if (!allocator) allocator = &standard;
    if (!path || !out_writer) return gyre_file_refuse(out_error, GYRE_ERR_NULL_POINTER);
    if (gyre_allocator_check(allocator) != GYRE_OK) return gyre_file_refuse(out_error, GYRE_ERR_ALLOCATOR);
    if (strlen(path) >= PATH_ROOM)
        return gyre_file_fail_errno(out_error, GYRE_ERR_FILE_WRITE, CANNOT_WRITE, path, ENAMETOOLONG);
    gyre_file_writer *w = gyre_take_array(allocator, 1, sizeof *w);
    if (!w) return gyre_file_fail(out_error, GYRE_ERR_NO_MEMORY, CANNOT_WRITE, path, "out of memory");
    w->allocator = *allocator;
    w->error = (gyre_file_error){GYRE_OK, ""};
    w->file = w->folder = NONE;
    w->temporary[0] = 0;
    w->size = 0;
    w->is_output = strcmp(path, "-") == 0;
    const char *shown = w->is_output ? "standard output" : path;
    memcpy(w->path, shown, strlen(shown) + 1);
    if (w->is_output) w->file = STDOUT_FILENO;

    gyre_result r = w->is_output ? GYRE_OK : open_path(w);
    if (r != GYRE_OK) {
        if (out_error) *out_error = w->error;
        destroy(w);
        return r;
    }
    *out_writer = w;
    return GYRE_OK;
}

gyre_result gyre_file_writer_write(gyre_file_writer *w, const void *bytes, size_t size) {
    if (!w || (!bytes && size > 0)) return GYRE_ERR_NULL_POINTER;
    if (w->error.code != GYRE_OK) return w->error.code;
    if (size > BUFFER_SIZE - w->size && flush(w) != GYRE_OK) return w->error.code;
    if (size >= BUFFER_SIZE) return write_all(w, bytes, size);
    if (size > 0) memcpy(w->buffer + w->size, bytes, size);
    w->size += size;
    return GYRE_OK;
}

const gyre_file_error *gyre_file_writer_error(const gyre_file_writer *w) { return w ? &w->error : NULL; }

static gyre_result write_to_sink(const void *bytes, size_t size, void *user) {
    return gyre_file_writer_write(user, bytes, size);
}

static gyre_result patch_in_sink(uint64_t offset, const void *bytes, size_t size, void *user) {
    gyre_file_writer *w = user;
    if (!w || (!bytes && size > 0)) return GYRE_ERR_NULL_POINTER;
    if (w->error.code != GYRE_OK || flush(w) != GYRE_OK) return w->error.code;
    for (const char *at = bytes; size > 0;) {
        ssize_t count = pwrite(w->file, at, size < WRITE_MAX ? size : WRITE_MAX, (off_t)offset);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return fail_errno(w, count < 0 ? errno : EIO);
        at += count;
        offset += (uint64_t)count;
        size -= (size_t)count;
    }
    return GYRE_OK;
}

gyre_sink gyre_file_writer_sink(gyre_file_writer *w) {
    bool is_direct = !w || w->folder == NONE; // bytes that a pipe has accepted cannot be discarded
    return (gyre_sink){.write = write_to_sink, .patch = is_direct ? NULL : patch_in_sink, .user = w};
}

gyre_result gyre_file_writer_commit(gyre_file_writer *w, gyre_file_error *out_error) {
    if (!w) return GYRE_ERR_NULL_POINTER;
    gyre_result r = w->error.code;
    bool is_direct = w->folder == NONE;
    if (r == GYRE_OK) r = flush(w);
    if (r == GYRE_OK && !is_direct) r = sync_descriptor(w, w->file);
    if (r == GYRE_OK) r = close_file(w);
    if (r == GYRE_OK && !is_direct) r = put_in_place(w);
    if (out_error) *out_error = w->error;
    destroy(w);
    return r;
}

void gyre_file_writer_abort(gyre_file_writer *w) {
    if (w) destroy(w);
}
