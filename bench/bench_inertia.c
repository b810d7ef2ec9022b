/// Measures the time to compute mass properties from a binary STL file of a million triangles, stage by stage, relative
/// to the time to read the file; also measures peak memory.
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): the standard's feature-test macro

#include "gyre/gyre.h"
#include "mesh_helpers.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 3, STAGES_MAX = 16, TRIANGLE_SIZE = 50, HEADER_SIZE = 84 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double megabytes_at_most(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

// ---- the file ----

static void put_triangle(const own_mesh *m, size_t triangle, uint8_t *out) {
    memset(out, 0, TRIANGLE_SIZE);
    for (size_t i = 0; i < 9; i++) {
        float a = (float)m->positions[3 * (size_t)m->triangles[3 * triangle + i / 3] + i % 3];
        memcpy(out + 12 + 4 * i, &a, sizeof a); // STL is little-endian, as are the machines that run this benchmark
    }
}

static int write_stl(const char *path, const own_mesh *m) {
    FILE *file = fopen(path, "wb");
    if (!file) return 0;
    uint8_t bytes[HEADER_SIZE] = "a torus of a million triangles";
    uint32_t count = (uint32_t)m->view.triangle_count;
    memcpy(bytes + 80, &count, sizeof count);
    fwrite(bytes, 1, HEADER_SIZE, file);
    for (size_t i = 0; i < count; i++) {
        put_triangle(m, i, bytes);
        fwrite(bytes, 1, TRIANGLE_SIZE, file);
    }
    return fclose(file) == 0;
}

// ---- the stages ----

typedef struct stages {
    const char *names[STAGES_MAX];
    double seconds[STAGES_MAX]; // minimum of all runs
    int count, at;
    double started;
    const char *running;
} stages;

static void end_stage(stages *s, double t) {
    if (!s->running) return;
    double seconds = t - s->started;
    if (s->at == s->count) {
        s->names[s->count] = s->running;
        s->seconds[s->count++] = seconds;
    } else if (seconds < s->seconds[s->at]) {
        s->seconds[s->at] = seconds;
    }
    s->at++;
}

static void begin_stage(stages *s, const char *name) {
    double t = now();
    end_stage(s, t);
    s->running = name;
    s->started = t;
}

static void follow_doctor(double part, const char *what, void *user) {
    (void)part;
    stages *s = user;
    if (what != s->running) begin_stage(s, what);
}

static double plain_reading(const char *path) {
    static char buffer[1 << 20];
    double best = 1e9;
    for (int i = 0; i < RUNS; i++) {
        double started = now();
        FILE *file = fopen(path, "rb");
        if (!file) return 0;
        while (fread(buffer, 1, sizeof buffer, file) == sizeof buffer) {
        }
        fclose(file);
        double seconds = now() - started;
        best = seconds < best ? seconds : best;
    }
    return best;
}

static int run(const char *path, stages *s, gyre_estimate *out_estimate) {
    void *bytes;
    size_t size;
    gyre_model model;
    gyre_diagnosis diagnosis;
    s->at = 0;
    s->running = NULL;
    begin_stage(s, "file to memory");
    if (gyre_file_read(path, SIZE_MAX, NULL, &bytes, &size, NULL) != GYRE_OK) return 0;
    begin_stage(s, "reading STL");
    if (gyre_model_read(bytes, size, NULL, &model, NULL) != GYRE_OK) return 0;
    gyre_file_free(NULL, bytes);
    gyre_doctor_options options = gyre_doctor_options_default();
    options.is_soup = model.is_soup;
    options.on_progress = follow_doctor;
    options.user = s;
    gyre_result r = gyre_diagnose(&model.mesh, &options, &diagnosis);
    end_stage(s, now());
    if (r != GYRE_OK) return 0;
    *out_estimate = diagnosis.estimates[diagnosis.best];
    gyre_diagnosis_clear(&diagnosis);
    gyre_model_clear(&model);
    return 1;
}

int main(void) {
    char path[] = "bench_inertia_XXXXXX";
    int descriptor = mkstemp(path);
    if (descriptor < 0) return perror("bench_inertia"), 1;
    close(descriptor);
    own_mesh torus = mesh_of_torus(1, 0.3, 1000, 500);
    int is_written = write_stl(path, &torus);
    mesh_free(&torus);
    double size = (HEADER_SIZE + 1e6 * TRIANGLE_SIZE) / 1048576;
    stages s = {.count = 0};
    gyre_estimate estimate = {0};
    double plain = is_written ? plain_reading(path) : 0;
    for (int i = 0; i < RUNS && is_written; i++)
        is_written = run(path, &s, &estimate);
    remove(path);
    if (!is_written) return fprintf(stderr, "bench_inertia: cannot write or read the temporary file\n"), 1;

    double total = 0;
    printf("inertia of a binary STL file: 1000000 triangles, %.1f MB, one thread, minimum of %d runs\n", size, RUNS);
    printf("  %-28s %8.3f s\n", "reading the file only", plain);
    for (int i = 0; i < s.count; i++) {
        if (s.seconds[i] >= 0.0005) printf("  %-28s %8.3f s\n", s.names[i], s.seconds[i]);
        total += s.seconds[i];
    }
    printf("  %-28s %8.3f s, %.0f times the reading time\n", "total", total, total / plain);
    printf("  %-28s %8.0f MB, %.1f times the file size\n", "peak memory", megabytes_at_most(),
           megabytes_at_most() / size);
    printf("  volume %.9g m^3\n", estimate.volume);
    return 0;
}
