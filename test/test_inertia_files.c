/// From the bytes of a file to mass properties: solids as meshes, turned, far away, in millimetres, with cavities, in
/// every format that holds numbers exactly as they were written.
#include "doctor_helpers.h"
#include "model_helpers.h"
#include "model_samples.h"
#include "random.h"

enum { SOLID_COUNT = 7, FILE_MAX = 1 << 22 };

static char file[FILE_MAX];
static size_t file_size;

// ---- writing ----

static void put_bytes(const void *bytes, size_t size) {
    if (file_size + size > FILE_MAX) abort();
    memcpy(file + file_size, bytes, size);
    file_size += size;
}

__attribute__((format(printf, 1, 2))) static void put_text(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(file + file_size, FILE_MAX - file_size, format, arguments);
    va_end(arguments);
    if (length < 0 || file_size + (size_t)length >= FILE_MAX) abort();
    file_size += (size_t)length;
}

static void put_u32(uint32_t a) {
    put_bytes((uint8_t[]){(uint8_t)a, (uint8_t)(a >> 8), (uint8_t)(a >> 16), (uint8_t)(a >> 24)}, 4);
}

static void put_float(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    put_u32(bits);
}

static void put_big_endian(double a) {
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    for (int i = 7; i >= 0; i--)
        put_bytes((uint8_t[]){(uint8_t)(bits >> (8 * i))}, 1);
}

static void write_stl(const own_mesh *m) {
    char header[80] = "solid, though it is binary";
    put_bytes(header, 80);
    put_u32((uint32_t)m->view.triangle_count);
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        for (int k = 0; k < 3; k++)
            put_float(0);
        for (size_t k = 0; k < 9; k++)
            put_float((float)m->positions[3 * (size_t)m->triangles[3 * i + k / 3] + k % 3]);
        put_bytes("\0\0", 2);
    }
}

static void write_stl_text(const own_mesh *m) {
    put_text("solid part\n");
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        put_text("facet normal 0 0 0\nouter loop\n");
        for (size_t k = 0; k < 3; k++) {
            gyre_vec3 p = mesh_point(m, m->triangles[3 * i + k]);
            put_text("vertex %.17g %.17g %.17g\n", p.x, p.y, p.z);
        }
        put_text("endloop\nendfacet\n");
    }
    put_text("endsolid part\n");
}

static void write_obj(const own_mesh *m) {
    for (size_t i = 0; i < m->view.vertex_count; i++)
        put_text("v %.17g %.17g %.17g\n", m->positions[3 * i], m->positions[3 * i + 1], m->positions[3 * i + 2]);
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        const uint32_t *t = m->triangles + 3 * i;
        put_text("f %u %u %u\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
}

static void write_ply(const own_mesh *m) {
    put_text("ply\nformat binary_big_endian 1.0\nelement vertex %zu\nproperty double x\nproperty double y\nproperty "
             "double z\nelement face %zu\nproperty list uchar uchar vertex_indices\nend_header\n",
             m->view.vertex_count, m->view.triangle_count);
    for (size_t i = 0; i < 3 * m->view.vertex_count; i++)
        put_big_endian(m->positions[i]);
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        const uint32_t *t = m->triangles + 3 * i;
        put_bytes((uint8_t[]){3, (uint8_t)t[0], (uint8_t)t[1], (uint8_t)t[2]}, 4);
    }
}

// ---- solids ----

static own_mesh hollow(own_mesh outer, own_mesh inner) {
    own_mesh m = mesh_with_room(outer.view.vertex_count + inner.view.vertex_count,
                                outer.view.triangle_count + inner.view.triangle_count);
    mesh_flip_all(&inner);
    mesh_append(&m, &outer), mesh_append(&m, &inner);
    mesh_free(&outer), mesh_free(&inner);
    return m;
}

static own_mesh solid(int which) {
    const gyre_vec3 corners[4] = {{0, 0, 0}, {1, 0.25, 0}, {0.5, 2, 0.125}, {0.25, 0.5, 1.5}};
    switch (which) {
    case 0:
        return mesh_of_box((gyre_vec3){2, 3, 4});
    case 1:
        return mesh_of_tetrahedron(corners);
    case 2:
        return mesh_of_wedge((gyre_vec3){1, 2, 0.5});
    case 3:
        return mesh_of_sphere(1, 10);
    case 4:
        return mesh_of_torus(1, 0.25, 16, 12);
    case 5:
        return hollow(mesh_of_box((gyre_vec3){2, 2, 2}), mesh_of_box((gyre_vec3){1, 0.5, 0.25}));
    default:
        return hollow(mesh_of_cylinder(1, 2, 24), mesh_of_sphere(0.5, 8));
    }
}

// ---- reading back ----

static void check_file(const mesh_truth *truth, double unit, double tolerance) {
    gyre_model model;
    gyre_model_error error;
    CHECK_OK(gyre_model_read(file, file_size, NULL, &model, &error));
    gyre_doctor_options o = quick_options();
    o.voxel_budget = 1000;
    o.unit = unit;
    o.is_soup = model.is_soup;
    gyre_diagnosis d;
    CHECK_OK(gyre_diagnose(&model.mesh, &o, &d));
    CHECK_EQ(d.best, GYRE_ESTIMATE_exact);
    const gyre_estimate *best = &d.estimates[d.best];
    double mass = unit * unit * unit, length = mass * unit * unit * truth->inertia.xx;
    CHECK_NEAR(best->volume, mass * truth->volume, tolerance * mass * truth->volume);
    CHECK_NEAR(best->mass.mass, mass * truth->volume, tolerance * mass * truth->volume);
    const double *got = &best->mass.inertia.xx, *want = &truth->inertia.xx;
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(got[i], mass * unit * unit * want[i], tolerance * length);
    CHECK_NEAR(best->mass.center.x, unit * truth->center.x, tolerance * unit * (1 + fabs(truth->center.x)));
    CHECK_NEAR(best->mass.center.y, unit * truth->center.y, tolerance * unit * (1 + fabs(truth->center.y)));
    CHECK_NEAR(best->mass.center.z, unit * truth->center.z, tolerance * unit * (1 + fabs(truth->center.z)));
    gyre_diagnosis_clear(&d);
    gyre_model_clear(&model);
}

// The mesh as it is after its numbers were floats.
static void round_to_floats(own_mesh *m) {
    for (size_t i = 0; i < 3 * m->view.vertex_count; i++)
        m->positions[i] = (double)(float)m->positions[i];
}

static void (*const writers[])(const own_mesh *) = {write_stl, write_stl_text, write_obj, write_ply};

static void check_all_formats(own_mesh *m, double unit, double tolerance) {
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        own_mesh stored = mesh_with_room(m->view.vertex_count, m->view.triangle_count);
        mesh_append(&stored, m);
        if (writers[i] == write_stl) round_to_floats(&stored);
        mesh_truth truth = mesh_truth_of(&stored.view);
        file_size = 0;
        writers[i](&stored);
        check_file(&truth, unit, tolerance);
        mesh_free(&stored);
    }
}

TEST(solids_are_exact_in_every_format) {
    for (int which = 0; which < SOLID_COUNT; which++) {
        own_mesh m = solid(which);
        check_all_formats(&m, 1, 1e-12);
        check_all_formats(&m, 0.001, 1e-12);
        check_all_formats(&m, 0.0254, 1e-12);
        mesh_free(&m);
    }
}

TEST(solids_turned_at_random_are_exact_as_stored) {
    random_source r = {11};
    for (int which = 0; which < SOLID_COUNT; which++) {
        own_mesh m = solid(which);
        mesh_move(&m, 1, random_rotation(&r), random_vec3(&r, 2));
        check_all_formats(&m, 1, 1e-12);
        mesh_free(&m);
    }
}

// The oracle uses the stored vertices, and so includes the rounding of vertices far away.
TEST(solids_ten_thousand_sizes_away_are_exact_as_stored) {
    random_source r = {12};
    for (int which = 0; which < SOLID_COUNT; which++)
        for (int is_turned = 0; is_turned < 2; is_turned++) {
            own_mesh m = solid(which);
            mesh_move(&m, 1, is_turned ? random_rotation(&r) : (gyre_quat){1, 0, 0, 0},
                      (gyre_vec3){20000, -30000, 10000});
            // floats there are 0.002 apart: rounding may make any surface invalid except these
            if (which == 0 || which == 5) check_all_formats(&m, 0.001, 1e-12);
            for (size_t i = 1; i < sizeof writers / sizeof *writers; i++) {
                mesh_truth truth = mesh_truth_of(&m.view);
                file_size = 0;
                writers[i](&m);
                check_file(&truth, 1, 1e-12);
            }
            mesh_free(&m);
        }
}

// Textbook formulas, for solids whose corners are exact in the format.
TEST(boxes_have_the_inertia_of_the_formula) {
    own_mesh m = mesh_box_between((gyre_vec3){8192, -4096, 16384}, (gyre_vec3){8194, -4093, 16388});
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        file_size = 0;
        writers[i](&m);
        mesh_truth truth = {24, {8193, -4094.5, 16386}, {50, 40, 26, 0, 0, 0}};
        check_file(&truth, 1, 1e-12);
    }
    mesh_free(&m);
}

// ---- damaged files ----

// From any bytes to a diagnosis: no crash, no leak, and memory in proportion to the triangles.
static void survive(const void *bytes, size_t size) {
    counted_memory memory = {0};
    gyre_model_options reading = gyre_model_options_default();
    reading.allocator = counted_allocator(&memory);
    gyre_doctor_options o = quick_options();
    o.allocator = reading.allocator;
    o.voxel_budget = 200;
    gyre_model model = {0};
    gyre_diagnosis d;
    gyre_model_error error;
    if (read_model_copy(bytes, size, &reading, &model, &error) != GYRE_OK) return;
    o.is_soup = model.is_soup;
    gyre_result r = gyre_diagnose(&model.mesh, &o, &d);
    if (r == GYRE_OK) {
        const gyre_estimate *best = &d.estimates[d.best];
        CHECK(best->is_known && best->mass.mass > 0 && isfinite(best->mass.inertia.xx));
        CHECK_OK(gyre_inertia_check(&best->mass.inertia, NULL));
        CHECK(strlen(d.trust) > 20);
        gyre_diagnosis_clear(&d);
    } else {
        CHECK(r == GYRE_ERR_SHAPE || r == GYRE_ERR_NOT_FINITE);
    }
    // the bits of 256^3 voxels take 2.4 MB
    CHECK(memory.peak <= 1000 * model.mesh.triangle_count + 200 * model.mesh.vertex_count + 2500000);
    gyre_model_clear(&model);
    CHECK_EQ(memory.live, 0);
}

TEST(damaged_samples_are_diagnosed_or_refused) {
    random_source r = {13};
    for (size_t k = 0; k < MODEL_SAMPLE_COUNT; k++) {
        const model_sample *sample = &model_samples[k];
        uint8_t *copy = malloc(sample->size);
        for (int i = 0; i < 400; i++) {
            memcpy(copy, sample->bytes, sample->size);
            for (int n = 1 + (int)(random_u64(&r) % 4); n > 0; n--)
                copy[random_u64(&r) % sample->size] = (uint8_t)random_u64(&r);
            survive(copy, sample->size);
        }
        free(copy);
    }
}

// Numbers of a good binary file replaced by others: vertices anywhere, also at the ends of what a double can hold.
TEST(damaged_numbers_are_diagnosed_or_refused) {
    random_source r = {14};
    static const double wild[] = {0, -0.0, 1e-300, 1e300, -1e300, 1e150, 1e-150, 5e-324, 1.7e308, 1, 2};
    for (int k = 0; k < 600; k++) {
        own_mesh m = solid(k % SOLID_COUNT);
        for (int n = 1 + (int)(random_u64(&r) % 6); n > 0; n--)
            m.positions[random_u64(&r) % (3 * m.view.vertex_count)] =
                n & 1 ? wild[random_u64(&r) % (sizeof wild / sizeof *wild)] : random_between(&r, -3, 3);
        file_size = 0;
        write_ply(&m);
        survive(file, file_size);
        mesh_free(&m);
    }
}

RUN_TESTS("inertia from files")
