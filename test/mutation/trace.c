/// Records the functions of both libraries that a test enters: linked into each library, built with
/// -finstrument-functions. One byte per address of a library's code, in a file shared by all processes of the test
/// (environment variable MUTATION_TRACE): its first half for libgyre, its second for libgyre_io.
#define _GNU_SOURCE // dladdr
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAP_BYTES = 1 << 25, HALF = MAP_BYTES / 2 };
#define PLAIN __attribute__((no_instrument_function))
#define OWN __attribute__((visibility("hidden"))) // each library calls its own copy

extern const char __ehdr_start[] __attribute__((visibility("hidden")));
static unsigned char *map;

PLAIN __attribute__((constructor(101))) static void open_map(void) {
    const char *name = getenv("MUTATION_TRACE");
    int file = name ? open(name, O_RDWR) : -1;
    if (file < 0) return;
    void *place = mmap(NULL, MAP_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    Dl_info library;
    if (place != MAP_FAILED && dladdr(__ehdr_start, &library))
        map = (unsigned char *)place + (strstr(library.dli_fname, "libgyre_io") ? HALF : 0);
    close(file);
}

PLAIN OWN void __cyg_profile_func_enter(void *function, void *site);
PLAIN OWN void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site) {
    (void)site;
    size_t offset = (size_t)((const char *)function - __ehdr_start);
    if (map && offset < HALF) map[offset] = 1;
}

void __cyg_profile_func_exit(void *function, void *site) { (void)function, (void)site; }
