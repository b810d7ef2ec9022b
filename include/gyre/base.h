/// What every part of Gyre shares: result codes, the allocator and log of the host program, the assert hook, hashing.
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

/// The result of a call that can fail. GYRE_OK is 0; everything else means that nothing of yours has changed, except
/// what is there to explain a failure (reports).
typedef enum gyre_result {
#define X(name, text) GYRE_##name,
#include "gyre/results.def"
#undef X
    GYRE_RESULT_COUNT
} gyre_result;

/// One sentence that says what is wrong and what would be right; never NULL, also for numbers that are no result.
const char *gyre_result_text(gyre_result result);

/// The name as written in C, such as "GYRE_ERR_TIME"; never NULL.
const char *gyre_result_name(gyre_result result);

/// The library's version, such as "0.1.0".
const char *gyre_version(void);

/// Whether numbers work on this thread, and in this build of the library, as the same bits everywhere need it:
/// GYRE_ERR_ROUNDING, GYRE_ERR_DENORMALS or GYRE_ERR_CONTRACTION when they do not. Threads are started with an
/// environment that is right; a plug-in, a driver or -ffast-math in another library may change it. gyre_world_create
/// and gyre_ode ask themselves; a step does not.
gyre_result gyre_check_environment(void);

/// A name from somewhere as part of one line for a terminal or a log: control characters, line ends, marks that turn
/// the direction of writing and bytes that are no UTF-8 are written as escapes. Fills `out`, which has room for `size`
/// bytes, cut between characters if need be, and returns it. Gyre's own sentences have been through it. Without `text`,
/// `out` or room nothing happens.
char *gyre_show_line(const char *text, char *out, size_t size);

/// A piece of work with a number, for those who share out work among threads.
typedef void (*gyre_task)(size_t index, void *context);

/// Where a call takes its memory. All zero means malloc and free. The pointers must stay valid for as long as the call
/// runs or the created thing lives. `take` returns `size` bytes aligned to `alignment` (a power of two), or NULL.
typedef struct gyre_allocator {
    void *(*take)(size_t size, size_t alignment, void *user); // `size` bytes, or NULL
    void (*give)(void *block, void *user);                    // takes them back
    void *user;                                               // yours: handed to both
} gyre_allocator;

/// How bad a line of the log is.
typedef enum gyre_log_level { GYRE_LOG_INFO, GYRE_LOG_WARNING, GYRE_LOG_ERROR, GYRE_LOG_LEVEL_COUNT } gyre_log_level;

/// Where a call explains itself in words, one line without a newline each. All zero means silence.
typedef struct gyre_logger {
    void (*write)(gyre_log_level level, const char *text, void *user); // one line
    void *user;                                                        // yours: handed to write
} gyre_logger;

/// Returns a logger that writes each message to stderr as a line, such as "gyre: warning: ...", and flushes stdout
/// before it.
gyre_logger gyre_logger_stderr(void);

/// Where bytes go, piece by piece. Any result but GYRE_OK ends the writing with that result.
typedef struct gyre_sink {
    gyre_result (*write)(const void *bytes, size_t size, void *user); // appends
    /// Overwrites bytes that were written before, at an offset from the beginning; may be NULL.
    gyre_result (*patch)(uint64_t offset, const void *bytes, size_t size, void *user);
    void *user; // yours: handed to both
} gyre_sink;

/// Room for what a loader says about a failure.
enum { GYRE_LOADER_TEXT_SIZE = 256 };

/// Where bytes come from that a file refers to by name, such as the mesh of a scene. `load` hands out bytes that stay
/// until `unload`; when it fails it may say why in out_text. All zero means that nothing can be referred to.
typedef struct gyre_loader {
    gyre_result (*load)(const char *reference, const void **out_bytes, size_t *out_size,
                        char out_text[GYRE_LOADER_TEXT_SIZE], void *user); // finds the bytes
    void (*unload)(const void *bytes, void *user);                         // takes them back
    void *user;                                                            // yours: handed to both
} gyre_loader;

/// Called when an invariant of the library is broken: a bug in Gyre, never bad input. The library's own version prints
/// to stderr and aborts; a program that defines a function of this name replaces it at link time (Gyre keeps no global
/// hook that could be changed under a running simulation). If it returns, the library goes on.
void gyre_assert_failed(const char *condition, const char *file, int line);

/// A hash under construction. It is computed value by value, never over padding, is the same on every machine, and
/// changes when any single value changes. -0 hashes like 0, and every NaN like every other. Nothing is added to NULL,
/// whose hash is 0.
typedef struct gyre_hash {
    uint64_t state; // not the hash yet: gyre_hash_value is
} gyre_hash;

/// A hash of nothing yet.
gyre_hash gyre_hash_begin(void);
/// Adds one value; a double by its bits, but see gyre_hash for -0 and NaN.
void gyre_hash_add_u64(gyre_hash *hash, uint64_t value);
void gyre_hash_add_double(gyre_hash *hash, double value);
/// Adds the count, then the values.
void gyre_hash_add_doubles(gyre_hash *hash, const double *values, size_t count);
/// The hash of everything added so far; adding may continue.
uint64_t gyre_hash_value(const gyre_hash *hash);

GYRE_END_DECLS
