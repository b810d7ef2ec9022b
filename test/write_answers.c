/// Writes the library's results for many inputs into a directory, for check_same_answers.sh, which detects any changed
/// digit or word. Other tests check that the results are right.
///   diagnoses.txt  sheets of meshes that were damaged in every way
///   masses.txt     mass properties of many bodies, verdicts on tensors with one mistake (answers_mass.c)
///   models.txt     what readers make of mesh files with one byte changed, taken out or doubled
///   written.txt    the examples on their way, written as scenes again
#include "answers.h"
#include "doctor_helpers.h"
#include "gyre/datasheet.h"
#include "gyre/model.h"
#include "gyre/record.h"
#include "gyre/scene.h"
#include "model_samples.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_in(const char *directory, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "wb");
    if (!file) perror(path), exit(1);
    return file;
}

static gyre_result put(const void *bytes, size_t size, void *user) {
    return fwrite(bytes, 1, size, user) == size ? GYRE_OK : GYRE_ERR_FILE_WRITE;
}

// ---- diagnoses ----

enum { AS_IT_IS, DELETED, FLIPPED, DOUBLED, SQUEEZED, JITTERED, APART, CROSSED, HOLLOW, NESTED, MIXED, DAMAGE_COUNT };
static const char *const damage_names[DAMAGE_COUNT] = {"as it is", "deleted",  "flipped", "doubled",
                                                       "squeezed", "jittered", "apart",   "crossed",
                                                       "hollow",   "nested",   "mixed"};

// Another one of the same kind, smaller or moved; wound like a cavity if asked for.
static void add_another(own_mesh *m, int which, double factor, gyre_vec3 offset, bool is_cavity) {
    own_mesh other = base_mesh(which);
    mesh_move(&other, factor, (gyre_quat){1, 0, 0, 0}, offset);
    if (is_cavity) mesh_flip_all(&other);
    mesh_append(m, &other);
    mesh_free(&other);
}

static void delete_some(own_mesh *m, random_source *r, size_t count) {
    for (size_t k = 0; k < count; k++)
        mesh_remove_triangle(m, random_triangle(r, m));
}

static void flip_some(own_mesh *m, random_source *r, size_t count) {
    for (size_t k = 0; k < count; k++)
        mesh_flip(m, random_triangle(r, m));
}

static void double_some(own_mesh *m, random_source *r, size_t count, bool is_squeezed) {
    for (size_t k = 0; k < count; k++) {
        const uint32_t *t = m->triangles + 3 * random_triangle(r, m);
        mesh_add_triangle(m, t[0], t[1], is_squeezed ? t[1] : t[2]);
    }
}

static void jitter(own_mesh *m, random_source *r, double size) {
    for (size_t i = 0; i < 3 * m->view.vertex_count; i++)
        m->positions[i] += random_between(r, -size, size);
}

static own_mesh damaged(int which, int damage, size_t amount, random_source *r) {
    own_mesh base = base_mesh(which),
             m = mesh_with_room(3 * base.view.triangle_count + 9, 4 * base.view.triangle_count + 9);
    gyre_vec3 middle = which == 4 ? (gyre_vec3){10, -20, 30} : (gyre_vec3){0};
    double size = which == 3 ? 0.003 : 1;
    mesh_append(&m, &base);
    mesh_free(&base);
    if (damage == DELETED || damage == MIXED) delete_some(&m, r, amount);
    if (damage == FLIPPED || damage == MIXED) flip_some(&m, r, amount);
    if (damage == DOUBLED || damage == MIXED) double_some(&m, r, amount, false);
    if (damage == SQUEEZED || damage == MIXED) double_some(&m, r, amount, true);
    if (damage == JITTERED || damage == APART) {
        own_mesh apart = mesh_apart(&m);
        if (damage == JITTERED) jitter(&apart, r, (double)amount * 3e-6 * size);
        mesh_free(&m);
        return apart;
    }
    if (damage == CROSSED)
        add_another(&m, which, 1, (gyre_vec3){0.2 * size * (double)amount, 0.1 * size, 0.05 * size}, false);
    // about its own middle, half as large
    gyre_vec3 back = {0.5 * middle.x, 0.5 * middle.y, 0.5 * middle.z};
    if (damage == HOLLOW) add_another(&m, which, 0.5, back, amount % 2 == 0);
    if (damage == NESTED) {
        own_mesh lid = mesh_of_box((gyre_vec3){8 * size, 8 * size, 8 * size});
        mesh_move(&lid, 1, (gyre_quat){1, 0, 0, 0}, middle);
        mesh_append(&m, &lid);
        mesh_free(&lid);
    }
    return m;
}

static void put_diagnosis(FILE *file, const char *name, const own_mesh *m, const gyre_doctor_options *options) {
    gyre_diagnosis d;
    gyre_result r = gyre_diagnose(&m->view, options, &d);
    if (r != GYRE_OK) {
        fprintf(file, "%s: %s\n", name, gyre_result_text(r));
        return;
    }
    gyre_sink sink = {.write = put, .user = file};
    gyre_part part = {name, &d};
    r = gyre_datasheet_write_json(&part, 1, GYRE_INERTIA_AT_CENTER, &sink);
    fprintf(file, "%s\n%s: %s; %zu joined, %zu holes, %zu shells, %zu cavities, %zu caps, spread %.17g\n",
            gyre_result_text(r), name, d.trust, d.joined_count, d.loop_count, d.shell_count, d.cavity_count,
            d.cap_triangle_count, d.spread);
    gyre_diagnosis_clear(&d);
}

static void put_diagnoses(FILE *file) {
    gyre_doctor_options options = quick_options();
    options.voxel_budget = 1500;
    random_source r = {29};
    for (int which = 0; which < BASE_COUNT; which++)
        for (int damage = 0; damage < DAMAGE_COUNT; damage++)
            for (size_t amount = 1; amount <= 6; amount += 5) {
                own_mesh m = damaged(which, damage, amount, &r);
                char name[80];
                snprintf(name, sizeof name, "mesh %d %s %zu", which, damage_names[damage], amount);
                options.is_soup = damage == APART;
                options.thickness = damage == DELETED && amount == 6 && which == 2 ? 0.01 : 0;
                put_diagnosis(file, name, &m, &options);
                mesh_free(&m);
            }
}

// ---- models ----

static void put_model(FILE *file, const char *how, size_t at, const unsigned char *bytes, size_t size) {
    gyre_model model;
    gyre_model_error error;
    gyre_result r = gyre_model_read(bytes, size, NULL, &model, &error);
    if (r != GYRE_OK) {
        fprintf(file, "%s %zu: %s, byte %zu, %d:%d: %s\n", how, at, gyre_result_text(r), error.byte, error.line,
                error.column, error.text);
        return;
    }
    fprintf(file, "%s %zu: %s, soup %d, %zu ignored:", how, at, gyre_model_format_name(model.format), model.is_soup,
            model.ignored_count);
    for (size_t i = 0; i < 3 * model.mesh.vertex_count; i++)
        fprintf(file, " %.9g", model.mesh.positions[i]);
    for (size_t i = 0; i < 3 * model.mesh.triangle_count; i++)
        fprintf(file, " %u", (unsigned)model.mesh.triangles[i]);
    fprintf(file, "\n");
    gyre_model_clear(&model);
}

static void put_changed_models(FILE *file, const unsigned char *bytes, size_t size) {
    unsigned char *copy = malloc(size + 1);
    if (!copy) abort();
    for (size_t i = 0; i < size; i++) {
        memcpy(copy, bytes, size);
        copy[i] ^= 1;
        put_model(file, "bit", i, copy, size);
        copy[i] = ' ';
        put_model(file, "space", i, copy, size);
        copy[i] = '9';
        put_model(file, "nine", i, copy, size);
        memmove(copy + i, bytes + i + 1, size - i - 1);
        put_model(file, "without", i, copy, size - 1);
        memcpy(copy, bytes, i + 1);
        memcpy(copy + i + 1, bytes + i, size - i);
        put_model(file, "doubled", i, copy, size + 1);
        put_model(file, "end", i, bytes, i);
    }
    free(copy);
}

static const char gltf_text[] =
    "{\"asset\":{\"version\":\"2.0\",\"minVersion\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{"
    "\"mesh\":0,\"scale\":[2,1,1]"
    ","
    "\"children\":[1]},{\"translation\":[1,2,3],\"rotation\":[0,0,0.6,0.8],\"mesh\":0}],\"meshes\":[{\"primitives\":[{"
    "\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":4}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":"
    "5126,"
    "\"count\":3,\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}],"
    "\"bufferViews\":"
    "[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":3}],\"buffers\":[{\"byteLength\":"
    "39,"
    "\"uri\":\"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAEC\"}]}";

static void put_models(FILE *file) {
    for (size_t k = 0; k < MODEL_SAMPLE_COUNT; k++)
        put_changed_models(file, (const unsigned char *)model_samples[k].bytes, model_samples[k].size);
    put_changed_models(file, (const unsigned char *)gltf_text, sizeof gltf_text - 1);
}

// ---- scenes ----

static void put_scenes(FILE *file) {
    gyre_sink sink = {.write = put, .user = file};
    for (size_t k = 0; gyre_example_at(k); k++) {
        const gyre_example *example = gyre_example_at(k);
        if (example->size > 100000) continue; // thousands of bodies of one kind
        gyre_scene *scene;
        CHECK_OK(gyre_scene_read(example->text, example->size, NULL, &scene));
        for (int i = 0; i < 10; i++)
            CHECK_OK(gyre_world_step(gyre_scene_world(scene), gyre_scene_get_settings(scene).dt, NULL));
        CHECK_OK(gyre_scene_write(scene, &sink));
        gyre_scene_destroy(scene);
    }
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    const struct {
        const char *name;
        void (*write)(FILE *file);
    } files[] = {{"diagnoses.txt", put_diagnoses},
                 {"masses.txt", put_masses},
                 {"models.txt", put_models},
                 {"written.txt", put_scenes}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = open_in(argv[1], files[i].name);
        files[i].write(file);
        if (fclose(file) != 0) perror(files[i].name), exit(1);
    }
    return 0;
}
