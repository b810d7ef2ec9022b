/// The machine: CPU, compiler, load, clocks, memory bandwidth.
#define _DEFAULT_SOURCE // getloadavg. NOLINT(bugprone-reserved-identifier): feature macro

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef GYRE_COMMIT
#define GYRE_COMMIT "unknown"
#endif

static double read_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_processor_time(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }
double bench_wall_time(void) { return read_clock(CLOCK_MONOTONIC); }

// The first "model name" in /proc/cpuinfo of Linux; "unknown" elsewhere.
static void find_cpu(char *out_name, size_t size) {
    char line[256];
    snprintf(out_name, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        snprintf(out_name, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (file) fclose(file);
}

bench_machine bench_machine_look(void) {
    bench_machine m = {.commit = GYRE_COMMIT, .load = -1};
    double load;
    if (getloadavg(&load, 1) == 1) m.load = load;
    find_cpu(m.cpu, sizeof m.cpu);
#ifdef __clang__
    m.compiler = "clang " __clang_version__;
#elif defined(__GNUC__)
    m.compiler = "gcc " __VERSION__;
#else
    m.compiler = "unknown";
#endif
    return m;
}

double bench_triad(size_t length, int runs) {
    double *a = calloc(3 * length, sizeof *a), best = 0;
    if (!a) return 0;
    double *b = a + length, *c = b + length;
    for (size_t i = 0; i < length; i++) {
        b[i] = (double)i;
        c[i] = 1;
    }
    for (int run = 0; run < runs; run++) {
        double start = bench_processor_time();
        for (size_t i = 0; i < length; i++)
            a[i] = b[i] + 3 * c[i];
        double elapsed = bench_processor_time() - start;
        volatile double seen = a[length / 2]; // the compiler must not remove the loop
        (void)seen;
        double rate = 3 * sizeof *a * (double)length / elapsed;
        if (rate > best) best = rate;
    }
    free(a);
    return best;
}
