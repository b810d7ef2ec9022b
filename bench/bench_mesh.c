/// Measures the mesh integrals in triangles per second, compared with a textbook implementation.
/// bench_mesh [GRID [RUNS]]: a torus of 2 GRID^2 triangles (default 708: a million triangles), minimum of the runs.
#define _POSIX_C_SOURCE 199309L // clock_gettime

#include "gyre/mesh.h"
#include "mesh_helpers.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- textbook implementation: structs for vertices and faces, integrals about the origin, plain sums ----

typedef struct textbook_face {
    uint32_t a, b, c;
} textbook_face;

typedef struct textbook_mesh {
    gyre_vec3 *vertices;
    textbook_face *faces;
    size_t face_count;
} textbook_mesh;

// Integrals of 1, x, y, z, x^2, y^2, z^2, xy, yz, zx over the solid               Eberly, "Polyhedral Mass Properties
// (Revisited)", after Mirtich 1996: surface integrals of polynomials, triangle by triangle
static void subexpressions(double w0, double w1, double w2, double f[3], double g[3]) {
    double t0 = w0 + w1, t1 = w0 * w0, t2 = t1 + w1 * t0;
    f[0] = t0 + w2;
    f[1] = t2 + w2 * f[0];
    f[2] = w0 * t1 + w1 * t2 + w2 * f[1];
    g[0] = f[1] + w0 * (f[0] + w0);
    g[1] = f[1] + w1 * (f[0] + w1);
    g[2] = f[1] + w2 * (f[0] + w2);
}

static gyre_mass_properties textbook_mass(const textbook_mesh *mesh, double density) {
    const double factor[10] = {1.0 / 6,  1.0 / 24, 1.0 / 24,  1.0 / 24,  1.0 / 60,
                               1.0 / 60, 1.0 / 60, 1.0 / 120, 1.0 / 120, 1.0 / 120};
    double sum[10] = {0};
    for (size_t i = 0; i < mesh->face_count; i++) {
        textbook_face face = mesh->faces[i];
        gyre_vec3 p = mesh->vertices[face.a], q = mesh->vertices[face.b], r = mesh->vertices[face.c];
        gyre_vec3 d = crossed(minus(q, p), minus(r, p));
        double fx[3], fy[3], fz[3], gx[3], gy[3], gz[3];
        subexpressions(p.x, q.x, r.x, fx, gx);
        subexpressions(p.y, q.y, r.y, fy, gy);
        subexpressions(p.z, q.z, r.z, fz, gz);
        sum[0] += d.x * fx[0];
        sum[1] += d.x * fx[1], sum[2] += d.y * fy[1], sum[3] += d.z * fz[1];
        sum[4] += d.x * fx[2], sum[5] += d.y * fy[2], sum[6] += d.z * fz[2];
        sum[7] += d.x * (p.y * gx[0] + q.y * gx[1] + r.y * gx[2]);
        sum[8] += d.y * (p.z * gy[0] + q.z * gy[1] + r.z * gy[2]);
        sum[9] += d.z * (p.x * gz[0] + q.x * gz[1] + r.x * gz[2]);
    }
    for (int i = 0; i < 10; i++)
        sum[i] *= factor[i] * density;
    double m = sum[0];
    gyre_vec3 c = {sum[1] / m, sum[2] / m, sum[3] / m};
    return (gyre_mass_properties){
        m,
        c,
        {sum[5] + sum[6] - m * (c.y * c.y + c.z * c.z), sum[4] + sum[6] - m * (c.z * c.z + c.x * c.x),
         sum[4] + sum[5] - m * (c.x * c.x + c.y * c.y), -(sum[7] - m * c.x * c.y), -(sum[9] - m * c.z * c.x),
         -(sum[8] - m * c.y * c.z)},
    };
}

// ---- timing ----

typedef struct scene {
    own_mesh mesh;
    textbook_mesh textbook;
} scene;

static gyre_result run_textbook(const scene *s, gyre_mass_properties *out) {
    *out = textbook_mass(&s->textbook, 1);
    return GYRE_OK;
}

static gyre_result run_closed(const scene *s, gyre_mass_properties *out) {
    return gyre_mass_of_closed_mesh(&s->mesh.view, gyre_by_density(1), out);
}

static gyre_result run_checked(const scene *s, gyre_mass_properties *out) {
    return gyre_mass_of_mesh(&s->mesh.view, gyre_by_density(1), NULL, out, NULL);
}

static gyre_result run_shell(const scene *s, gyre_mass_properties *out) {
    return gyre_mass_of_mesh_shell(&s->mesh.view, gyre_by_density(1), out);
}

static uint64_t hash_of(const gyre_mass_properties *p) {
    gyre_hash hash = gyre_hash_begin();
    double values[10] = {p->mass,       p->center.x,   p->center.y,   p->center.z,   p->inertia.xx,
                         p->inertia.yy, p->inertia.zz, p->inertia.xy, p->inertia.xz, p->inertia.yz};
    gyre_hash_add_doubles(&hash, values, 10);
    return gyre_hash_value(&hash);
}

static double largest(gyre_mass_comparison c) { return fmax(c.mass, fmax(c.center, c.inertia)); }

int main(int argc, char **argv) {
    size_t grid = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 708;
    int runs = argc > 2 ? atoi(argv[2]) : 10;
    if (grid < 3 || runs < 1) return fprintf(stderr, "usage: bench_mesh [grid >= 3 [runs >= 1]]\n"), 2;
    scene s = {.mesh = mesh_of_torus(1, 0.4, grid, grid)};
    mesh_move(&s.mesh, 1, (gyre_quat){0.5, 0.5, -0.5, 0.5}, (gyre_vec3){1, 2, 3});
    // the structs have the same memory layout as the arrays
    s.textbook =
        (textbook_mesh){(gyre_vec3 *)s.mesh.positions, (textbook_face *)s.mesh.triangles, s.mesh.view.triangle_count};
    const struct {
        const char *name;
        gyre_result (*run)(const scene *, gyre_mass_properties *);
        int is_solid;
    } rows[] = {{"textbook", run_textbook, 1},
                {"gyre_mass_of_closed_mesh", run_closed, 1},
                {"gyre_mass_of_mesh (checked)", run_checked, 1},
                {"gyre_mass_of_mesh_shell", run_shell, 0}};

    printf("%zu triangles, minimum of %d runs\n", s.mesh.view.triangle_count, runs);
    printf("%-28s %14s %12s %8s %12s  %s\n", "", "triangles/s", "ns/triangle", "ratio", "difference", "hash");
    gyre_mass_properties reference = {0};
    double reference_time = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gyre_mass_properties p = {0};
        double best = HUGE_VAL;
        for (int n = 0; n < runs; n++) {
            double start = now();
            gyre_result r = rows[i].run(&s, &p);
            best = fmin(best, now() - start);
            if (r != GYRE_OK) return fprintf(stderr, "%s: %s\n", rows[i].name, gyre_result_text(r)), 1;
        }
        if (i == 0) reference = p, reference_time = best;
        char difference[32] = "-"; // a shell's mass properties differ from the solid's
        if (rows[i].is_solid)
            snprintf(difference, sizeof difference, "%.1e", largest(gyre_mass_compare(&p, &reference, 1)));
        double count = (double)s.mesh.view.triangle_count;
        printf("%-28s %14.4g %12.2f %8.2f %12s  %016" PRIx64 "\n", rows[i].name, count / best, 1e9 * best / count,
               reference_time / best, difference, hash_of(&p));
    }
    mesh_free(&s.mesh);
    return 0;
}
