/// Loads files only from the folder of another file or its subfolders.
///
/// The path is resolved one name at a time. The target of a symbolic link replaces the name of the link in the path and
/// is resolved the same way. So a path that leaves the folder is detected before anything is opened. The file is opened
/// through descriptors of the folders on its path, and no folder may be a link. If a name is replaced by a link in the
/// meantime, opening fails. Linux has openat2 for this, but other systems do not, and two implementations could behave
/// differently.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature test macro

#include "files/file_error.h"
#include "files/file_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, LINKS_MAX = 32 };

static const char CANNOT_READ[] = "cannot read";

_Static_assert(GYRE_LOADER_TEXT_SIZE == sizeof(((gyre_file_error *)0)->text),
               "gyre_load_beside copies the text of the error");

// State of resolving a path relative to the base folder.
typedef struct walk {
    int base;              // descriptor of the base folder
    char done[PATH_ROOM];  // resolved names, without links
    char to_do[PATH_ROOM]; // the unresolved rest
    int links;             // links followed so far
} walk;

// Result of resolving one name: an errno, or one of these codes.
enum { STEP_OK = 0, STEP_ESCAPES = -1 };

static int open_retrying(int folder, const char *name, int flags) {
    int file;
    do
        file = openat(folder, name, flags | O_CLOEXEC | O_NOCTTY);
    while (file < 0 && errno == EINTR);
    return file;
}

// Opens `path` below folder `base`, with `flags` for the last name. Fails if any name is a link. Returns a descriptor,
// or -1 with errno.
static int open_below(int base, const char *path, int flags) {
    char name[PATH_ROOM];
    int folder = base;
    for (;;) {
        size_t length = strcspn(path, "/");
        bool is_last = path[length] == 0;
        memcpy(name, path, length);
        name[length] = 0;
        int next = open_retrying(folder, length ? name : ".", O_NOFOLLOW | (is_last ? flags : O_RDONLY | O_DIRECTORY));
        int problem = errno;
        if (folder != base) close(folder);
        errno = problem;
        if (next < 0 || is_last) return next;
        folder = next;
        path += length + 1;
    }
}

// Takes the next name of the unresolved path; false at its end.
static bool next_name(walk *w, char name[PATH_ROOM]) {
    char *p = w->to_do + strspn(w->to_do, "/");
    size_t length = strcspn(p, "/");
    memcpy(name, p, length);
    name[length] = 0;
    memmove(w->to_do, p + length, strlen(p + length) + 1);
    return length > 0;
}

static int append_name(walk *w, const char *name) {
    size_t size = strlen(w->done), length = strlen(name);
    if (size + length + 2 > PATH_ROOM) return ENAMETOOLONG;
    if (size > 0) w->done[size++] = '/';
    memcpy(w->done + size, name, length + 1);
    return STEP_OK;
}

static int leave_folder(walk *w) {
    if (w->done[0] == 0) return STEP_ESCAPES;
    char *slash = strrchr(w->done, '/');
    *(slash ? slash : w->done) = 0;
    return STEP_OK;
}

// Inserts the target of a link before the unresolved path.
static int follow_link(walk *w, const char *text, size_t length) {
    if (text[0] == '/') return STEP_ESCAPES;
    if (++w->links > LINKS_MAX) return ELOOP;
    size_t rest = strlen(w->to_do);
    if (length + 1 + rest + 1 > PATH_ROOM) return ENAMETOOLONG;
    memmove(w->to_do + length + 1, w->to_do, rest + 1);
    memcpy(w->to_do, text, length);
    w->to_do[length] = '/';
    return STEP_OK;
}

static int take_step(walk *w, const char *name) {
    if (strcmp(name, ".") == 0) return STEP_OK;
    if (strcmp(name, "..") == 0) return leave_folder(w);
    int folder = open_below(w->base, w->done, O_RDONLY | O_DIRECTORY);
    if (folder < 0) return errno;
    char text[PATH_ROOM];
    ssize_t length = readlinkat(folder, name, text, sizeof text);
    int problem = errno;
    close(folder);
    if (length > 0) return length < PATH_ROOM ? follow_link(w, text, (size_t)length) : ENAMETOOLONG;
    return problem == EINVAL ? append_name(w, name) : problem; // EINVAL: not a link
}

// True if the reference contains "..": always refused, even if it would stay inside the folder.
static bool has_parent(const char *reference) {
    for (const char *p = reference; *p; p += strspn(p, "/")) {
        size_t length = strcspn(p, "/");
        if (length == 2 && p[0] == '.' && p[1] == '.') return true;
        p += length;
    }
    return false;
}

// Opens the file that the reference resolves to. Returns a descriptor, or -1 with an errno or STEP_ESCAPES in *problem.
static int open_contained(int base, const char *reference, int *problem) {
    walk w = {.base = base};
    char name[PATH_ROOM];
    *problem = STEP_ESCAPES;
    if (reference[0] == '/' || has_parent(reference)) return -1;
    *problem = ENAMETOOLONG;
    if (strlen(reference) >= PATH_ROOM) return -1;
    memcpy(w.to_do, reference, strlen(reference) + 1);
    while (next_name(&w, name)) {
        *problem = take_step(&w, name);
        if (*problem != STEP_OK) return -1;
    }
    // O_NONBLOCK: do not wait for a pipe's writer, because pipes are refused below
    int file = open_below(base, w.done, O_RDONLY | O_NONBLOCK);
    *problem = errno;
    return file;
}

// Opens the folder of a path: the part before the last slash.
static int open_folder_of(const char *path) {
    char folder[PATH_ROOM] = ".";
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (length >= PATH_ROOM) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (slash) {
        memcpy(folder, path, length);
        folder[length] = 0;
        if (length == 0) memcpy(folder, "/", 2);
    }
    return open_retrying(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY);
}

gyre_result gyre_file_read_beside(const char *base_path, const char *reference, unsigned flags, size_t max_size,
                                  const gyre_allocator *allocator, void **out_bytes, size_t *out_size,
                                  gyre_file_error *out_error) {
    if (!base_path || !reference || !out_bytes || !out_size) return gyre_file_refuse(out_error, GYRE_ERR_NULL_POINTER);
    if (flags & ~(unsigned)GYRE_FILES_ALLOW_PATH) return gyre_file_refuse(out_error, GYRE_ERR_OPTION);
    int folder = open_folder_of(base_path);
    if (folder < 0)
        return gyre_file_fail_errno(out_error, GYRE_ERR_FILE_READ, "cannot open the folder of", base_path, errno);
    int file, problem = STEP_OK;
    if (flags & GYRE_FILES_ALLOW_PATH) {
        file = open_retrying(folder, reference, O_RDONLY | O_NONBLOCK);
        problem = errno;
    } else {
        file = open_contained(folder, reference, &problem);
    }
    close(folder);
    if (file < 0 && problem == STEP_ESCAPES)
        return gyre_file_fail(out_error, GYRE_ERR_PATH_ESCAPES, CANNOT_READ, reference,
                              "it leads out of the folder of the file that refers to it");
    if (file < 0) return gyre_file_fail_errno(out_error, GYRE_ERR_FILE_READ, CANNOT_READ, reference, problem);

    struct stat status;
    gyre_result r;
    if (fstat(file, &status) != 0)
        r = gyre_file_fail_errno(out_error, GYRE_ERR_FILE_READ, CANNOT_READ, reference, errno);
    else if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        r = gyre_file_fail(out_error, GYRE_ERR_FILE_READ, CANNOT_READ, reference, "it is not a regular file");
    else
        r = gyre_file_read_all(file, reference, max_size, allocator, out_bytes, out_size, out_error);
    close(file);
    return r;
}

// ---- loader ----

static gyre_result load_beside(const char *reference, const void **out_bytes, size_t *out_size,
                               char out_text[GYRE_LOADER_TEXT_SIZE], void *user) {
    const gyre_files_beside *beside = user;
    gyre_file_error error = {GYRE_OK, ""};
    void *bytes = NULL;
    gyre_result r = gyre_file_read_beside(beside->base_path, reference, beside->flags, beside->max_size,
                                          beside->allocator, &bytes, out_size, &error);
    if (r == GYRE_OK)
        *out_bytes = bytes;
    else
        memcpy(out_text, error.text, GYRE_LOADER_TEXT_SIZE);
    return r;
}

static void unload(const void *bytes, void *user) {
    gyre_file_free(((const gyre_files_beside *)user)->allocator, (void *)bytes);
}

gyre_loader gyre_file_loader(gyre_files_beside *beside) { return (gyre_loader){load_beside, unload, beside}; }
