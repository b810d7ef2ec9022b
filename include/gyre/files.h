/// Reading and writing files: whole files, files that another file refers to (only in its folder), and atomic writing.
/// Only this part of Gyre opens files. It needs POSIX and can be left out of a build (CMake option GYRE_FILES).
#pragma once

#include "gyre/base.h"

GYRE_BEGIN_DECLS

/// Describes a failure, with the path and the system's reason, such as "cannot read 'a.json': Permission denied".
typedef struct gyre_file_error {
    gyre_result code; // GYRE_OK if there is no error
    char text[256];   // one sentence
} gyre_file_error;

/// Reads a whole file, or standard input if the path is "-". Devices and pipes are read to their end. A NUL, not
/// counted in *out_size, follows the bytes in *out_bytes. Free them with gyre_file_free. `allocator` may be NULL
/// (malloc); `out_error` may be NULL. GYRE_ERR_FILE_MISSING, GYRE_ERR_FILE_READ, GYRE_ERR_FILE_TOO_LARGE (more than
/// max_size bytes), GYRE_ERR_ALLOCATOR or GYRE_ERR_NO_MEMORY.
gyre_result gyre_file_read(const char *path, size_t max_size, const gyre_allocator *allocator, void **out_bytes,
                           size_t *out_size, gyre_file_error *out_error);

/// Flags of gyre_file_read_beside.
enum {
    GYRE_FILES_ALLOW_PATH = 1, ///< allow references to files outside the folder
};

/// Reads a file that another file, at base_path, refers to. `reference` is relative to the folder of base_path ("-":
/// the working directory), such as "part.obj" or "parts/a.obj". A reference in an untrusted file must not give access
/// to other files: absolute paths, ".." and symbolic links that lead out of the folder fail with GYRE_ERR_PATH_ESCAPES,
/// and only regular files are read. Otherwise like gyre_file_read.
gyre_result gyre_file_read_beside(const char *base_path, const char *reference, unsigned flags, size_t max_size,
                                  const gyre_allocator *allocator, void **out_bytes, size_t *out_size,
                                  gyre_file_error *out_error);

/// Settings of a gyre_loader that reads files with gyre_file_read_beside.
typedef struct gyre_files_beside {
    const char *base_path;           // path of the file that contains the references
    unsigned flags;                  // GYRE_FILES_ALLOW_PATH or 0
    size_t max_size;                 // maximum size of one file [bytes]
    const gyre_allocator *allocator; // for the bytes; NULL: malloc
} gyre_files_beside;
/// Returns a loader for scenes with meshes and for .gltf files with separate buffers. `beside` must stay valid as long
/// as the loader is used.
gyre_loader gyre_file_loader(gyre_files_beside *beside);

/// Frees bytes that were read, with the allocator that was used for reading (NULL: malloc). `bytes` may be NULL.
void gyre_file_free(const gyre_allocator *allocator, void *bytes);

/// Returns 1 if both paths lead to the same file, also through links or different spellings; the files need not exist
/// yet. 0 if a path is NULL. Call this before writing, to avoid overwriting an input file.
int gyre_file_is_same(const char *path_a, const char *path_b);

/// A file that is being written.
typedef struct gyre_file_writer gyre_file_writer;

/// Begins to write a file. The file appears at `path` only at the commit: bytes go to a temporary file in the same
/// folder; the commit flushes it to disk and renames it. An existing file keeps its permissions, but not its owner and
/// hard links; a symbolic link is kept and its target is replaced. If the path is not a regular file (/dev/stdout, a
/// pipe) or is "-" (standard output), bytes are written directly, which cannot be undone. Gyre does not handle SIGPIPE;
/// the program must. GYRE_ERR_FILE_WRITE or GYRE_ERR_NO_MEMORY.
gyre_result gyre_file_writer_open(const char *path, const gyre_allocator *allocator, gyre_file_writer **out_writer,
                                  gyre_file_error *out_error);

/// Appends bytes. After the first error every call returns that error. GYRE_ERR_NULL_POINTER if `writer` is NULL, or if
/// `bytes` is NULL and size is not 0.
gyre_result gyre_file_writer_write(gyre_file_writer *writer, const void *bytes, size_t size);

/// Returns the first error; its code is GYRE_OK if nothing failed. Valid as long as the writer exists. NULL if `writer`
/// is NULL.
const gyre_file_error *gyre_file_writer_error(const gyre_file_writer *writer);

/// Returns a sink that writes to this file. It supports `patch` unless bytes go to a pipe or a device. Valid as long as
/// the writer exists.
gyre_sink gyre_file_writer_sink(gyre_file_writer *writer);

/// Completes the file and moves it to its path. On failure returns the first error; an existing file is unchanged,
/// unless the only failure was flushing the folder. Destroys the writer in any case.
gyre_result gyre_file_writer_commit(gyre_file_writer *writer, gyre_file_error *out_error);

/// Removes the temporary file and destroys the writer. NULL is allowed.
void gyre_file_writer_abort(gyre_file_writer *writer);

GYRE_END_DECLS
