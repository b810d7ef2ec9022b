/// Measures conversion of numbers to text and back in nanoseconds per number, compared with the C library.
/// bench_numbers [COUNT [RUNS]]: COUNT numbers of each kind (default 200000), minimum of the runs.
#define _POSIX_C_SOURCE 199309L // clock_gettime

#include "base/number_text.h"
#include "random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct texts {
    const double *values;
    char (*rows)[NUMBER_TEXT_SIZE];
    size_t *lengths;
    size_t count;
} texts;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- the candidates: each returns a checksum of its results, so that the compiler cannot remove the work ----

static uint64_t run_format(texts *t) {
    uint64_t sum = 0;
    char row[NUMBER_TEXT_SIZE];
    for (size_t i = 0; i < t->count; i++)
        sum += gyre_number_format(t->values[i], row);
    return sum;
}

static uint64_t run_printf(texts *t) {
    uint64_t sum = 0;
    char row[NUMBER_TEXT_SIZE];
    for (size_t i = 0; i < t->count; i++)
        sum += (uint64_t)snprintf(row, sizeof row, "%.17g", t->values[i]);
    return sum;
}

static uint64_t hash_of(double value, uint64_t sum) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (sum ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
}

static uint64_t run_parse(texts *t) {
    uint64_t sum = 0;
    for (size_t i = 0; i < t->count; i++) {
        double value;
        gyre_number_parse(t->rows[i], t->lengths[i], &value);
        sum = hash_of(value, sum);
    }
    return sum;
}

static uint64_t run_strtod(texts *t) {
    uint64_t sum = 0;
    for (size_t i = 0; i < t->count; i++)
        sum = hash_of(strtod(t->rows[i], NULL), sum);
    return sum;
}

// ---- the numbers ----

static double any_bits(random_source *r) {
    uint64_t bits = random_u64(r);
    double value;
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 1;
}
static double unit_range(random_source *r) { return random_between(r, -1, 1); }
static double six_digits(random_source *r) { return (double)(int)random_between(r, -1e6, 1e6) / 1000; }
static double integer(random_source *r) { return (double)(int)random_between(r, -1e6, 1e6); }

int main(int argc, char **argv) {
    size_t count = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 200000;
    int runs = argc > 2 ? atoi(argv[2]) : 7;
    if (count < 1 || runs < 1) return fprintf(stderr, "usage: bench_numbers [count >= 1 [runs >= 1]]\n"), 2;
    double *values = malloc(count * sizeof *values);
    texts t = {values, malloc(count * sizeof *t.rows), malloc(count * sizeof *t.lengths), count};
    if (!values || !t.rows || !t.lengths) return fprintf(stderr, "out of memory\n"), 1;

    const struct {
        const char *name;
        double (*make)(random_source *);
    } kinds[] = {{"-1 to 1", unit_range}, {"six digits", six_digits}, {"integers", integer}, {"any bits", any_bits}};
    const struct {
        const char *name;
        uint64_t (*run)(texts *);
    } rows[] = {{"gyre_number_format", run_format},
                {"snprintf %.17g", run_printf},
                {"gyre_number_parse", run_parse},
                {"strtod", run_strtod}};
    printf("%zu numbers, minimum of %d runs, ns per number\n%-20s", count, runs, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        printf(" %20s", rows[i].name);
    printf("  hash\n");
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        random_source r = {k + 1};
        for (size_t i = 0; i < count; i++) {
            values[i] = kinds[k].make(&r);
            t.lengths[i] = gyre_number_format(values[i], t.rows[i]);
        }
        printf("%-20s", kinds[k].name);
        uint64_t sum = 0;
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            double best = HUGE_VAL;
            for (int n = 0; n < runs; n++) {
                double start = now();
                sum = rows[i].run(&t);
                best = fmin(best, now() - start);
            }
            printf(" %20.1f", 1e9 * best / (double)count);
        }
        printf("  %016" PRIx64 "\n", sum);
    }
    free(t.lengths), free(t.rows), free(values);
    return 0;
}
