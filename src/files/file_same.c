/// Tests whether two paths name the same file.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): feature test macro

#include "gyre/files.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDER_MAX = 4096 }; // longest folder path; also the limit of most systems

static bool is_one_place(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

// Splits a path: returns the part after the last slash and copies the folder before it.
static const char *last_name(const char *path, char folder[FOLDER_MAX]) {
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    if (length >= FOLDER_MAX) return NULL;
    memcpy(folder, path, length);
    folder[length] = 0;
    if (length == 0) memcpy(folder, ".", 2);
    return slash ? slash + 1 : path;
}

// For paths that do not exist: true if both have the same name in the same folder.
static bool will_be_one(const char *a, const char *b) {
    char folder_a[FOLDER_MAX], folder_b[FOLDER_MAX];
    const char *name_a = last_name(a, folder_a), *name_b = last_name(b, folder_b);
    if (!name_a || !name_b || strcmp(name_a, name_b) != 0) return false;
    struct stat in_a, in_b;
    return stat(folder_a, &in_a) == 0 && stat(folder_b, &in_b) == 0 && is_one_place(&in_a, &in_b);
}

int gyre_file_is_same(const char *path_a, const char *path_b) {
    if (!path_a || !path_b) return 0;
    if (strcmp(path_a, path_b) == 0) return 1;
    struct stat a, b;
    bool is_a_there = stat(path_a, &a) == 0, is_b_there = stat(path_b, &b) == 0;
    if (is_a_there && is_b_there) return is_one_place(&a, &b);
    return !is_a_there && !is_b_there && will_be_one(path_a, path_b);
}
