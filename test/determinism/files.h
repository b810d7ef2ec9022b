/// Scenes from files: every example, shapes and compounds, meshes in several formats, whole and broken ones.
#pragma once

#include "base/number_text.h"
#include "kit.h"
#include "mesh_helpers.h"
#include "model_samples.h"

// ---- meshes as bytes ----

typedef struct byte_buffer {
    unsigned char *bytes;
    size_t size, capacity;
} byte_buffer;

static inline void put(byte_buffer *b, const void *bytes, size_t size) {
    if (b->size + size > b->capacity) {
        b->capacity = 2 * (b->size + size);
        b->bytes = realloc(b->bytes, b->capacity);
        if (!b->bytes) insist(GYRE_ERR_NO_MEMORY);
    }
    memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
}

static inline void put_text(byte_buffer *b, const char *text) { put(b, text, strlen(text)); }

static inline void put_number(byte_buffer *b, double value) {
    char text[NUMBER_TEXT_SIZE];
    put(b, text, gyre_number_format(value, text));
    put_text(b, " ");
}

// The low `size` bytes, the least first or last.
static inline void put_integer(byte_buffer *b, uint64_t value, int size, int is_big) {
    for (int i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)(value >> 8 * (is_big ? size - 1 - i : i));
        put(b, &byte, 1);
    }
}

static inline byte_buffer obj_of(const own_mesh *m) {
    byte_buffer b = {0};
    for (size_t i = 0; i < m->view.vertex_count; i++) {
        put_text(&b, "v ");
        for (size_t k = 0; k < 3; k++)
            put_number(&b, m->positions[3 * i + k]);
        put_text(&b, "\n");
    }
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        put_text(&b, "f ");
        for (size_t k = 0; k < 3; k++)
            put_number(&b, m->triangles[3 * i + k] + 1.0);
        put_text(&b, "\n");
    }
    return b;
}

static inline byte_buffer stl_of(const own_mesh *m) { // binary: floats, in no order of vertices
    byte_buffer b = {0};
    for (int i = 0; i < 80; i++)
        put_text(&b, "-");
    put_integer(&b, m->view.triangle_count, 4, 0);
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        put(&b, (char[12]){0}, 12);
        for (size_t k = 0; k < 9; k++) {
            float value = (float)m->positions[3 * m->triangles[3 * i + k / 3] + k % 3];
            uint32_t bits;
            memcpy(&bits, &value, sizeof bits);
            put_integer(&b, bits, 4, 0);
        }
        put_integer(&b, 0, 2, 0);
    }
    return b;
}

static inline byte_buffer ply_of(const own_mesh *m) { // binary, big-endian, doubles
    byte_buffer b = {0};
    char header[256];
    snprintf(header, sizeof header,
             "ply\nformat binary_big_endian 1.0\nelement vertex %zu\nproperty double x\nproperty double y\nproperty "
             "double z\nelement face %zu\nproperty list uchar uint vertex_indices\nend_header\n",
             m->view.vertex_count, m->view.triangle_count);
    put_text(&b, header);
    for (size_t i = 0; i < 3 * m->view.vertex_count; i++) {
        uint64_t bits;
        memcpy(&bits, &m->positions[i], sizeof bits);
        put_integer(&b, bits, 8, 1);
    }
    for (size_t i = 0; i < m->view.triangle_count; i++) {
        put_integer(&b, 3, 1, 1);
        for (size_t k = 0; k < 3; k++)
            put_integer(&b, m->triangles[3 * i + k], 4, 1);
    }
    return b;
}

// ---- diagnoses of them ----

static inline void add_diagnosis_to_hash(gyre_hash *hash, const gyre_mesh *mesh, int is_soup, double thickness,
                                         gyre_mass_properties *out_best) {
    gyre_doctor_options options = gyre_doctor_options_default();
    options.is_soup = is_soup;
    options.thickness = thickness;
    options.voxel_budget = 5000;
    gyre_diagnosis d;
    insist(gyre_diagnose(mesh, &options, &d));
    for (size_t i = 0; i < d.issue_count; i++) {
        gyre_hash_add_u64(hash, (uint64_t)d.issues[i].kind);
        gyre_hash_add_u64(hash, d.issues[i].count);
    }
    for (int k = 0; k < GYRE_ESTIMATE_COUNT; k++) {
        const gyre_estimate *e = &d.estimates[k];
        gyre_hash_add_u64(hash, (uint64_t)e->is_known);
        if (!e->is_known) continue;
        gyre_hash_add_doubles(hash, (double[]){e->volume, e->error}, 2);
        add_mass_to_hash(hash, &e->mass);
    }
    gyre_hash_add_u64(hash, (uint64_t)d.best);
    gyre_hash_add_doubles(hash, (double[]){d.area, d.spread}, 2);
    gyre_hash_add_doubles(hash, d.mesh.positions, 3 * d.mesh.vertex_count);
    for (size_t i = 0; i < 3 * d.mesh.triangle_count; i++)
        gyre_hash_add_u64(hash, d.mesh.triangles[i]);
    *out_best = d.estimates[d.best].mass;
    gyre_diagnosis_clear(&d);
}

static inline own_mesh random_part(random_source *r, int kind, size_t fineness) {
    own_mesh m = kind % 3 == 0   ? mesh_of_torus(3, random_between(r, 0.5, 1.5), 2 * fineness, fineness)
                 : kind % 3 == 1 ? mesh_of_sphere(random_between(r, 0.5, 2), fineness)
                                 : mesh_of_cylinder(0.7, random_between(r, 1, 3), 3 * fineness);
    double factor = random_between(r, 0.1, 2);
    gyre_quat q = random_rotation(r);
    mesh_move(&m, factor, q, random_vec3(r, 1));
    return m;
}

static inline void spoil(own_mesh *m, random_source *r, int kind) {
    size_t count = m->view.triangle_count;
    if (kind & 1) mesh_remove_triangle(m, random_u64(r) % count);
    if (kind & 2)
        for (size_t i = 0; i < 20; i++)
            mesh_flip(m, i);
    if (kind & 4)
        for (size_t i = 0; i < 3 * (count / 5); i++) // so many that nothing can be closed
            m->triangles[i] = m->triangles[3 * (count - 1 - i / 3) + i % 3];
}

static inline gyre_mass_properties mass_of_part(gyre_hash *hash, random_source *r, int kind) {
    own_mesh part = random_part(r, kind, 12);
    spoil(&part, r, kind % 8);
    byte_buffer b = kind % 4 == 0 ? obj_of(&part) : kind % 4 == 1 ? stl_of(&part) : ply_of(&part);
    gyre_model model;
    insist(gyre_model_read(b.bytes, b.size, NULL, &model, NULL));
    gyre_hash_add_doubles(hash, model.mesh.positions, 3 * model.mesh.vertex_count);
    gyre_mass_properties mass;
    add_diagnosis_to_hash(hash, &model.mesh, model.is_soup, kind % 7 == 6 ? 0.01 : 0, &mass);
    gyre_model_clear(&model);
    free(b.bytes);
    mesh_free(&part);
    return mass;
}

// Parts from files, weighed, thrown.
static inline void thrown_parts(gyre_hash *hash, int steps) {
    random_source r = {83};
    gyre_world_def world_def = chosen_world_def();
    world_def.gravity = (gyre_vec3){0, 0, -9.81};
    gyre_world *world;
    insist(gyre_world_create(&world_def, &world));
    for (int kind = 0; kind < 4 + steps / 100; kind++) {
        gyre_body_def def = gyre_body_def_default();
        def.mass = mass_of_part(hash, &r, kind);
        def.orientation = random_rotation(&r);
        def.angular_velocity = random_vec3(&r, 20);
        gyre_body_id id;
        insist(gyre_world_add_body(world, &def, &id));
    }
    step_world(world, 1.0 / 60, steps);
    add_world_to_hash(hash, world);
    gyre_world_destroy(world);
}

// ---- scene files ----

typedef struct shelf {
    byte_buffer torus, sphere, open;
} shelf;

static inline gyre_result load_mesh(const char *reference, const void **out_bytes, size_t *out_size,
                                    char out_text[GYRE_LOADER_TEXT_SIZE], void *user) {
    (void)out_text;
    const shelf *s = user;
    const byte_buffer *b = strcmp(reference, "torus.obj") == 0    ? &s->torus
                           : strcmp(reference, "sphere.stl") == 0 ? &s->sphere
                                                                  : &s->open;
    *out_bytes = b->bytes;
    *out_size = b->size;
    return GYRE_OK;
}

static inline void unload_mesh(const void *bytes, void *user) { (void)bytes, (void)user; }

static inline shelf fill_shelf(void) {
    random_source r = {84};
    own_mesh torus = random_part(&r, 0, 6);
    own_mesh sphere = random_part(&r, 1, 6);
    own_mesh open = random_part(&r, 2, 6);
    spoil(&open, &r, 1);
    shelf s = {obj_of(&torus), stl_of(&sphere), ply_of(&open)};
    mesh_free(&torus);
    mesh_free(&sphere);
    mesh_free(&open);
    return s;
}

static inline void tell_problem(const gyre_problem *problem, void *user) {
    (void)user;
    fprintf(stderr, "determinism: %d:%d: %s: %s\n", problem->line, problem->column, problem->where, problem->text);
}

static inline gyre_result write_to_buffer(const void *bytes, size_t size, void *user) {
    put(user, bytes, size);
    return GYRE_OK;
}

// Reads the text, runs its world, writes it and continues with the written text.
static inline void run_scene_text(gyre_hash *hash, const char *text, size_t size, int steps) {
    shelf files = fill_shelf();
    gyre_scene_options options = gyre_scene_options_default();
    options.loader = (gyre_loader){load_mesh, unload_mesh, &files};
    options.on_problem = tell_problem;
    gyre_scene *scene, *copy;
    insist(gyre_scene_read(text, size, &options, &scene));
    double h = gyre_scene_get_settings(scene).dt;
    insist(gyre_world_set_threads(gyre_scene_world(scene), chosen_threads));
    step_world(gyre_scene_world(scene), h, steps / 2);
    add_world_to_hash(hash, gyre_scene_world(scene));
    byte_buffer written = {0};
    insist(gyre_scene_write(scene, &(gyre_sink){write_to_buffer, NULL, &written}));
    add_text_to_hash(hash, (const char *)written.bytes, written.size);
    insist(gyre_scene_read(written.bytes, written.size, &options, &copy));
    insist(gyre_world_set_threads(gyre_scene_world(copy), chosen_threads));
    step_world(gyre_scene_world(copy), h, steps - steps / 2);
    add_world_to_hash(hash, gyre_scene_world(copy));
    gyre_scene_destroy(scene);
    gyre_scene_destroy(copy);
    free(written.bytes);
    free(files.torus.bytes);
    free(files.sphere.bytes);
    free(files.open.bytes);
}

static inline void every_shape(gyre_hash *hash, int steps) {
    static const char text[] =
        "{\"gyre\": 1, \"gravity\": [0, 0, -9.80665], \"dt\": 0.008333333333333333, \"bodies\": ["
        "{\"name\": \"box\", \"density\": 7.85e3, \"shape\": {\"type\": \"box\", \"size\": [0.1, 0.2, 0.37]},"
        " \"orientation\": {\"axis\": [1, 2, 3], \"degrees\": 33.3}, \"angular_velocity\": [1, 20, 0.3]},"
        "{\"name\": \"ball\", \"mass\": 0.41, \"shape\": {\"type\": \"sphere\", \"radius\": 0.11},"
        " \"angular_velocity\": [1e3, 0, 1]},"
        "{\"name\": \"can\", \"mass\": 0.355, \"shape\": {\"type\": \"cylinder\", \"radius\": 0.033, \"height\": "
        "0.123},"
        " \"angular_velocity_body\": [3, 1e-9, 50]},"
        "{\"name\": \"pipe\", \"density\": 2700, \"shape\": {\"type\": \"tube\", \"radius\": 0.05, \"inner_radius\": "
        "0.04,"
        " \"height\": 2}, \"angular_velocity\": [0.1, 0.2, 300]},"
        "{\"name\": \"capsule\", \"mass\": 70, \"shape\": {\"type\": \"capsule\", \"radius\": 0.2, \"length\": 1.4},"
        " \"lock\": [\"rx\", \"ry\", \"rz\"], \"velocity\": [1, 2, 3], \"linear_damping\": 0.1},"
        "{\"name\": \"egg\", \"mass\": 0.06, \"shape\": {\"type\": \"ellipsoid\", \"radii\": [0.02, 0.021, 0.03],"
        " \"hollow\": true}, \"angular_velocity\": [5, 6, 7]},"
        "{\"name\": \"die\", \"mass\": 0.01, \"shape\": {\"type\": \"dodecahedron\", \"edge\": 0.01},"
        " \"angular_velocity\": [50, 60, 70]},"
        "{\"name\": \"corner\", \"density\": 1e3, \"shape\": {\"type\": \"tetrahedron\", \"corners\":"
        " [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]}, \"angular_velocity\": [0.5, 0.6, 0.7]},"
        "{\"name\": \"dumbbell\", \"shape\": {\"type\": \"compound\", \"parts\": ["
        "{\"type\": \"cylinder\", \"radius\": 0.01, \"height\": 0.5, \"density\": 7850},"
        "{\"type\": \"sphere\", \"radius\": 0.1, \"position\": [0, 0, 0.3], \"density\": 7000},"
        "{\"type\": \"cone\", \"radius\": 0.1, \"height\": 0.2, \"position\": [0, 0, -0.3], \"density\": 7100,"
        " \"orientation\": {\"axis\": [1, 1, 0], \"angle\": 0.7}}]}, \"angular_velocity\": [4, 1, 0.1]},"
        "{\"name\": \"torus\", \"density\": 1000, \"shape\": {\"type\": \"mesh\", \"file\": \"torus.obj\", \"hollow\": "
        "true},"
        " \"angular_velocity\": [4, 1, 9]},"
        "{\"name\": \"sphere\", \"mass\": 3, \"shape\": {\"type\": \"mesh\", \"file\": \"sphere.stl\", \"hollow\": "
        "true, \"unit\": "
        "\"mm\"},"
        " \"angular_velocity\": [4, 1, 9]},"
        "{\"name\": \"open\", \"mass\": 3, \"shape\": {\"type\": \"mesh\", \"file\": \"open.ply\", \"scale\": 0.3},"
        " \"angular_velocity\": [4, 1, 9]},"
        "{\"name\": \"top\", \"mass\": 0.5, \"shape\": {\"type\": \"cone\", \"radius\": 0.05, \"height\": 0.08},"
        " \"pivot\": [0, 0, 0.04], \"orientation\": {\"axis\": [1, 0, 0], \"degrees\": 160},"
        " \"angular_velocity_body\": [0, 0, -200]}],"
        "\"forces\": [{\"type\": \"drag\", \"body\": \"all\", \"linear\": 0.01},"
        "{\"type\": \"spring\", \"body\": \"box\", \"at\": [0, 0, 0.1], \"to\": \"can\", \"stiffness\": 40, "
        "\"length\": 0.3},"
        "{\"type\": \"thruster\", \"body\": \"pipe\", \"at\": [0.05, 0, 0], \"direction\": [0, 1, 0.1], \"thrust\": 2,"
        " \"profile\": [[0, 0], [0.3, 1], [2, 0]]}]}";
    run_scene_text(hash, text, sizeof text - 1, steps);
}

// Small files of every format: only reading and weighing.
static inline void every_format(gyre_hash *hash, int steps) {
    static const struct {
        const char *bytes;
        size_t size;
    } samples[] = {
#define SAMPLE_ROW(text) {text, sizeof(text) - 1},
        SAMPLE_ROW(SAMPLE_STL_TEXT) SAMPLE_ROW(SAMPLE_STL_TEXT_ODD) SAMPLE_ROW(SAMPLE_STL_BINARY)
            SAMPLE_ROW(SAMPLE_OBJ_PLAIN) SAMPLE_ROW(SAMPLE_OBJ_RICH) SAMPLE_ROW(SAMPLE_PLY_TEXT)
                SAMPLE_ROW(SAMPLE_PLY_LITTLE) SAMPLE_ROW(SAMPLE_PLY_BIG) SAMPLE_ROW(SAMPLE_PLY_OLD_MAC)
#undef SAMPLE_ROW
    };
    (void)steps;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        gyre_model model;
        gyre_mass_properties mass;
        insist(gyre_model_read(samples[i].bytes, samples[i].size, NULL, &model, NULL));
        gyre_hash_add_u64(hash, (uint64_t)model.format);
        add_diagnosis_to_hash(hash, &model.mesh, model.is_soup, 0, &mass);
        gyre_model_clear(&model);
    }
}
