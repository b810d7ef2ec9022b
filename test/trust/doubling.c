/// Doubling times of the library: twice as many bodies, forces, names, points or calls cost at most three times the CPU
/// time, in any order of calls. doubling quick|full [ROUTINE...] measures, doubling names N prints N names with equal
/// hashes. (doubling.py measures the command: files in, files out.)
#include "base/memory.h"
#include "crafted_names.h"
#include "doubling_routines.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// CPU time of a routine for one size, without that of making its input.
static double time_of(const routine *r, size_t n) {
    stage s;
    begin_stage(&s, n, r->needs);
    if (r->prepare) r->prepare(&s);
    double begin = cpu_seconds();
    r->run(&s);
    double seconds = cpu_seconds() - begin;
    end_stage(&s);
    return seconds;
}

// Measurements disturb each other on a busy machine, and always upwards.
static double least_time_of(const routine *r, size_t n, int tries) {
    double least = time_of(r, n);
    for (int i = 1; i < tries; i++) {
        double again = time_of(r, n);
        if (again < least) least = again;
    }
    return least;
}

enum { TRIES = 2, TRIES_IN_DOUBT = 5 };
static const double BAR = 3;

// CPU times of a run [s]: enough to be measured; the longest while a growth is in doubt.
typedef struct time_limits {
    double enough, most;
} time_limits;

// The growth of a routine's time from n to 2 n. Where 2 n does not fit into a cache any more, that of a linear routine
// can exceed the bar, but returns below it for larger sizes; that of a quadratic one stays at 4. So a growth above
// the bar is measured again at larger sizes, until it is below, or until a run takes long.
static double growth_at(const routine *r, size_t n, const time_limits *limits) {
    double small = least_time_of(r, n, TRIES), large = least_time_of(r, 2 * n, TRIES);
    while (large > BAR * small && large < limits->most) {
        n *= 2;
        small = large;
        large = least_time_of(r, 2 * n, TRIES_IN_DOUBT);
    }
    return large / small;
}

// The size at which a routine takes long enough to be measured, and its growth there.
static double measure(const routine *r, const time_limits *limits, size_t *out_n) {
    size_t n = r->least;
    while (n < r->most && time_of(r, n) < limits->enough)
        n *= 2;
    *out_n = n;
    return growth_at(r, n, limits);
}

static bool is_chosen(const char *name, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return true;
    return count == 0;
}

static int print_names(size_t count) {
    for (size_t i = 0; i < count; i++) {
        char name[CRAFTED_NAME_SIZE];
        name_with_hash(name, i, true);
        puts(name);
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "names") == 0) return print_names(strtoul(argv[2], NULL, 10));
#ifdef __GLIBC__
    // malloc decides by the blocks it got back whether a large one begins with new pages, which are slow at first use
    mallopt(M_MMAP_THRESHOLD, 1 << 28);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
    bool is_full = argc > 1 && strcmp(argv[1], "full") == 0;
    const time_limits limits = is_full ? (time_limits){0.1, 2} : (time_limits){0.002, 0.1};
    double worst = 0;
    int count = 0, failed = 0;
    for (size_t i = 0; i < routine_count; i++) {
        const routine *r = &routines[i];
        if (!is_chosen(r->name, argc - 2, argv + 2)) continue;
        size_t n;
        double growth = measure(r, &limits, &n);
        bool is_wrong = r->is_control ? growth <= BAR : growth > BAR;
        printf("%-44s n = %8zu  x %.2f%s%s\n", r->name, n, growth, r->is_control ? "  (control)" : "",
               is_wrong ? r->is_control ? "  NOT NOTICED" : "  FAILED" : "");
        fflush(stdout);
        failed += is_wrong;
        if (r->is_control) continue;
        count++;
        if (growth > worst) worst = growth;
    }
    printf("%d routines, worst growth %.2f, %d wrong\n", count, worst, failed);
    return failed > 0;
}
