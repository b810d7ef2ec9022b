/// Files: read whole, read beside another file and nowhere else, written whole or not at all. The only part of Gyre
/// that opens files; it needs POSIX and can be left out of a build (CMake option GYRE_FILES).
#pragma once

#include "gyre/base.h"

GYRE_BEGIN_DECLS

/// What went wrong, in words with the path and the system's reason, such as "cannot read 'a.json': Permission denied".
typedef struct gyre_file_error {
    gyre_result code; // GYRE_OK while there is none
    char text[256];   // one sentence
} gyre_file_error;

/// Reads a whole file, or standard input when the path is "-". Devices and pipes are read to their end. *out_bytes has
/// a NUL behind it that *out_size does not count; give it back with gyre_file_free. `allocator` may be NULL (malloc),
/// `out_error` too. Fails with GYRE_ERR_FILE_MISSING, GYRE_ERR_FILE_READ, GYRE_ERR_FILE_TOO_LARGE (more than max_size
/// bytes) or GYRE_ERR_NO_MEMORY.
gyre_result gyre_file_read(const char *path, size_t max_size, const gyre_allocator *allocator, void **out_bytes,
                           size_t *out_size, gyre_file_error *out_error);

/// For gyre_file_read_beside.
enum {
    GYRE_FILES_ALLOW_PATH = 1, ///< the reference may lead anywhere
};

/// Reads the file that another one, at base_path, refers to: "part.obj" or "parts/a.obj", seen from the base's folder
/// ("-": the working directory). A reference from a file that came from somewhere must not read anything else: absolute
/// paths, "..", and symbolic links that lead out of that folder are GYRE_ERR_PATH_ESCAPES, and only regular files are
/// read. Otherwise like gyre_file_read.
gyre_result gyre_file_read_beside(const char *base_path, const char *reference, unsigned flags, size_t max_size,
                                  const gyre_allocator *allocator, void **out_bytes, size_t *out_size,
                                  gyre_file_error *out_error);

/// The same as a gyre_loader, for scenes with meshes and for .gltf files with their buffers beside them. The struct
/// must live as long as the loader is used.
typedef struct gyre_files_beside {
    const char *base_path;           // of the file that refers to others
    unsigned flags;                  // GYRE_FILES_ALLOW_PATH or 0
    size_t max_size;                 // of one file [bytes]
    const gyre_allocator *allocator; // where the bytes are kept; NULL: malloc
} gyre_files_beside;
gyre_loader gyre_file_loader(gyre_files_beside *beside);

/// Gives back what was read, to the allocator that it came from; NULL is fine.
void gyre_file_free(const gyre_allocator *allocator, void *bytes);

/// 1 if both paths lead to one file, by whatever names and links; of files that are not there yet, if they would. Ask
/// before something is written over what was read. 0 for NULL.
int gyre_file_is_same(const char *path_a, const char *path_b);

/// A file being written.
typedef struct gyre_file_writer gyre_file_writer;

/// Begins to write a file. Nothing is seen at `path` before the commit: bytes go to a temporary file in the same
/// folder, which the commit makes durable and renames. An existing file keeps its permissions (not its owner and hard
/// links); a symbolic link stays, and what it leads to is replaced. What is no regular file (/dev/stdout, a pipe) is
/// written to directly, and so is standard output when the path is "-": there nothing can be taken back. A program that
/// writes to pipes decides itself about SIGPIPE. Fails with GYRE_ERR_FILE_WRITE or GYRE_ERR_NO_MEMORY.
gyre_result gyre_file_writer_open(const char *path, const gyre_allocator *allocator, gyre_file_writer **out_writer,
                                  gyre_file_error *out_error);

/// Adds bytes. The first error stays, and later calls return it at once. GYRE_ERR_NULL_POINTER without a writer, or
/// without bytes that there should be.
gyre_result gyre_file_writer_write(gyre_file_writer *writer, const void *bytes, size_t size);

/// The first error so far; its code is GYRE_OK while there is none. Valid as long as the writer; NULL for
/// NULL.
const gyre_file_error *gyre_file_writer_error(const gyre_file_writer *writer);

/// The writer as a sink for other parts of the library, with `patch` unless bytes go to a pipe or a device. Valid as
/// long as the writer.
gyre_sink gyre_file_writer_sink(gyre_file_writer *writer);

/// Puts the file in its place, whole, or returns the first error and leaves what was there. The writer is gone either
/// way.
gyre_result gyre_file_writer_commit(gyre_file_writer *writer, gyre_file_error *out_error);

/// Removes the temporary file and the writer; NULL is fine.
void gyre_file_writer_abort(gyre_file_writer *writer);

GYRE_END_DECLS
