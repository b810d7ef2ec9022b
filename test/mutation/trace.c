/// Records the functions of the library that a test enters. Linked into a library built with -finstrument-functions.
/// One byte per address of the library's code, in a file shared by all processes of the test (environment variable
/// MUTATION_TRACE).
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAP_BYTES = 1 << 24 };
#define PLAIN __attribute__((no_instrument_function))

extern const char __ehdr_start[] __attribute__((visibility("hidden")));
static unsigned char *map;

PLAIN __attribute__((constructor(101))) static void open_map(void) {
    const char *name = getenv("MUTATION_TRACE");
    int file = name ? open(name, O_RDWR) : -1;
    if (file < 0) return;
    void *place = mmap(NULL, MAP_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place != MAP_FAILED) map = place;
    close(file);
}

PLAIN void __cyg_profile_func_enter(void *function, void *site);
PLAIN void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site) {
    (void)site;
    size_t offset = (size_t)((const char *)function - __ehdr_start);
    if (map && offset < MAP_BYTES) map[offset] = 1;
}

void __cyg_profile_func_exit(void *function, void *site) { (void)function, (void)site; }
