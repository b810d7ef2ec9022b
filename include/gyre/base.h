/// Common definitions: result codes, allocator, log, sink, loader, assert hook and hash.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Public declarations have C linkage and are visible in a shared library; everything else is hidden.
#ifdef __cplusplus
#define GYRE_BEGIN_DECLS                                                                                               \
    extern "C" {                                                                                                       \
    _Pragma("GCC visibility push(default)")
#define GYRE_END_DECLS                                                                                                 \
    _Pragma("GCC visibility pop")                                                                                      \
    }
#else
#define GYRE_BEGIN_DECLS _Pragma("GCC visibility push(default)")
#define GYRE_END_DECLS _Pragma("GCC visibility pop")
#endif

GYRE_BEGIN_DECLS

/// Result of a call that can fail; 0 (GYRE_OK) means success. A failed call changes none of the caller's data, except
/// that it fills reports and error structs with the reason.
typedef enum gyre_result {
#define X(name, text) GYRE_##name,
#include "gyre/results.def"
#undef X
    GYRE_RESULT_COUNT
} gyre_result;

/// Returns one line that describes the result and, where possible, the remedy. Never NULL; "not a gyre_result" if
/// `result` is out of range.
const char *gyre_result_text(gyre_result result);

/// Returns the name as written in C, such as "GYRE_ERR_TIME". Never NULL; "not a gyre_result" if `result` is out of
/// range.
const char *gyre_result_name(gyre_result result);

/// Returns the version of the library, such as "0.1.0".
const char *gyre_version(void);

/// Checks that floating-point arithmetic, on this thread and in this build, gives bit-identical results. Returns
/// GYRE_ERR_ROUNDING if the rounding mode is not round-to-nearest, GYRE_ERR_DENORMALS if denormals are flushed to zero,
/// GYRE_ERR_CONTRACTION if the library was compiled with fused or reordered operations. Threads start with a valid
/// floating-point environment; a plug-in, a driver or another library built with -ffast-math may change it.
/// gyre_world_create and the solvers of gyre/ode.h call this function; gyre_world_step does not.
gyre_result gyre_check_environment(void);

/// Escapes untrusted text, so that it can be printed as part of one line. Control characters, line ends, characters
/// that change the writing direction and invalid UTF-8 are replaced by escapes. Writes at most `size` bytes to `out`,
/// including the final NUL, truncates between characters, and returns `out`. Does nothing if `text` or `out` is NULL or
/// `size` is 0. Gyre's messages are already escaped.
char *gyre_show_line(const char *text, char *out, size_t size);

/// A task of a parallel loop; `index` is the iteration.
typedef void (*gyre_task)(size_t index, void *context);

/// Memory allocator. If all members are zero, Gyre uses malloc and free. The function pointers and `user` must stay
/// valid until the call returns or the created object is destroyed.
typedef struct gyre_allocator {
    /// Returns `size` bytes aligned to `alignment` (a power of two), or NULL.
    void *(*take)(size_t size, size_t alignment, void *user);
    void (*give)(void *block, void *user); // frees a block
    void *user;                            // user data, passed to both functions
} gyre_allocator;

/// Severity of a log line.
typedef enum gyre_log_level { GYRE_LOG_INFO, GYRE_LOG_WARNING, GYRE_LOG_ERROR, GYRE_LOG_LEVEL_COUNT } gyre_log_level;

/// Receiver of log messages. All zero: no log.
typedef struct gyre_logger {
    void (*write)(gyre_log_level level, const char *text, void *user); // receives one line, without a newline
    void *user;                                                        // user data, passed to write
} gyre_logger;

/// Returns a logger that writes each message to stderr as a line, such as "gyre: warning: ...", and flushes stdout
/// before it.
gyre_logger gyre_logger_stderr(void);

/// Destination of a byte stream. Any result but GYRE_OK stops the output; the writing call returns it.
typedef struct gyre_sink {
    gyre_result (*write)(const void *bytes, size_t size, void *user); // appends bytes
    /// Overwrites earlier bytes, at an offset from the beginning. NULL: not supported.
    gyre_result (*patch)(uint64_t offset, const void *bytes, size_t size, void *user);
    void *user; // user data, passed to both functions
} gyre_sink;

/// Size of the error text of a gyre_loader [bytes].
enum { GYRE_LOADER_TEXT_SIZE = 256 };

/// Loads data that a file refers to by name, such as the meshes of a scene. If all members are zero, such references
/// are errors.
typedef struct gyre_loader {
    /// Returns bytes that stay valid until `unload`. On failure the callback may write a reason to out_text.
    gyre_result (*load)(const char *reference, const void **out_bytes, size_t *out_size,
                        char out_text[GYRE_LOADER_TEXT_SIZE], void *user);
    void (*unload)(const void *bytes, void *user); // frees bytes that `load` returned
    void *user;                                    // user data, passed to both functions
} gyre_loader;

/// Called when an internal invariant fails. A failed invariant is always a bug in Gyre, never caused by invalid input.
/// The default implementation prints to stderr and aborts; a program that defines a function with this name replaces it
/// at link time (unlike a global hook, it cannot change while a simulation runs). If the function returns, execution
/// continues.
void gyre_assert_failed(const char *condition, const char *file, int line);

/// State of a hash over a sequence of values. The hash is the same on every machine and changes when any single value
/// changes. Values are hashed one by one, without struct padding. -0 hashes like 0, and all NaNs hash alike.
typedef struct gyre_hash {
    uint64_t state; // internal; gyre_hash_value returns the hash
} gyre_hash;

/// Returns the state of an empty hash.
gyre_hash gyre_hash_begin(void);
/// Adds one integer. Does nothing if `hash` is NULL.
void gyre_hash_add_u64(gyre_hash *hash, uint64_t value);
/// Adds the bits of one double; -0 counts as 0, and all NaNs hash alike. Does nothing if `hash` is NULL.
void gyre_hash_add_double(gyre_hash *hash, double value);
/// Adds the number of values, then the values. Does nothing if `hash` is NULL.
void gyre_hash_add_doubles(gyre_hash *hash, const double *values, size_t count);
/// Returns the hash of the values added so far; more can be added afterwards. 0 if `hash` is NULL.
uint64_t gyre_hash_value(const gyre_hash *hash);

GYRE_END_DECLS
