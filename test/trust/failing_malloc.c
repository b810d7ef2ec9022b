/// To be loaded in front of the C library (LD_PRELOAD): the n-th call that takes memory fails, once or from then on.
/// The file that GYRE_FAILING_MALLOC names is a page shared with the test.
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): feature macro

#include "failing_malloc.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// the library's own, under the names that glibc keeps for this
// NOLINTBEGIN(bugprone-reserved-identifier)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
// NOLINTEND(bugprone-reserved-identifier)

static failing_malloc_page *page; // NULL: no allocation fails

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("GYRE_FAILING_MALLOC");
    int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) page = memory;
}

static int is_refused(void) {
    if (!page) return 0;
    long call = __atomic_fetch_add(&page->calls, 1, __ATOMIC_SEQ_CST);
    if (call < page->fail_at || page->fail_at < 0 || (call > page->fail_at && !page->is_onward)) return 0;
    __atomic_fetch_add(&page->failures, 1, __ATOMIC_SEQ_CST);
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return is_refused() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return is_refused() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return is_refused() ? NULL : __libc_realloc(block, size); }
void *aligned_alloc(size_t alignment, size_t size) { return is_refused() ? NULL : __libc_memalign(alignment, size); }
void *memalign(size_t alignment, size_t size) { return is_refused() ? NULL : __libc_memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
    void *block = is_refused() ? NULL : __libc_memalign(alignment, size);
    if (!block) return ENOMEM;
    *out = block;
    return 0;
}
