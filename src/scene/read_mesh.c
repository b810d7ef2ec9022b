/// Reads the mesh files of a scene through the caller's loader.
#include "scene/read_mesh.h"

#include "base/memory.h"
#include "gyre/doctor.h"
#include "mass/tensor.h"
#include "math/finite.h"

#include <stdio.h>
#include <string.h>

enum { REFERENCE_MAX = 1024 }; // maximum length of a file name inside a mesh file, including its folder [bytes]

// ---- loading ----

// Loads files relative to the folder of a .gltf file; the caller's loader expects names relative to the scene.
typedef struct folder_loader {
    const gyre_loader *inner;
    const char *file; // the part up to the last slash is the folder
} folder_loader;

static gyre_result load_from_folder(const char *reference, const void **out_bytes, size_t *out_size,
                                    char out_text[GYRE_LOADER_TEXT_SIZE], void *user) {
    const folder_loader *folder = user;
    char path[REFERENCE_MAX];
    const char *slash = strrchr(folder->file, '/');
    size_t length = slash && reference[0] != '/' ? (size_t)(slash - folder->file) + 1 : 0;
    int n = snprintf(path, sizeof path, "%.*s%s", (int)length, folder->file, reference);
    if (n < 0 || (size_t)n >= sizeof path) {
        snprintf(out_text, GYRE_LOADER_TEXT_SIZE, "its path is longer than %d bytes", REFERENCE_MAX - 1);
        return GYRE_ERR_FILE_READ;
    }
    return folder->inner->load(path, out_bytes, out_size, out_text, folder->inner->user);
}

static void unload_from_folder(const void *bytes, void *user) {
    const folder_loader *folder = user;
    if (folder->inner->unload) folder->inner->unload(bytes, folder->inner->user);
}

static void keep_problem(scene_mesh *mesh, const gyre_model_error *error) {
    if (error->line > 0)
        snprintf(mesh->problem, sizeof mesh->problem, "%s:%d:%d: %s", mesh->file, error->line, error->column,
                 error->text);
    else
        snprintf(mesh->problem, sizeof mesh->problem, "%s: byte %zu: %s", mesh->file, error->byte, error->text);
}

static double longest_side(const gyre_mesh *mesh) {
    double longest = 0;
    for (size_t axis = 0; axis < 3 && mesh->vertex_count > 0; axis++) {
        double low = mesh->positions[axis], high = low;
        for (size_t i = 1; i < mesh->vertex_count; i++) {
            double a = mesh->positions[3 * i + axis];
            low = a < low ? a : low;
            high = a > high ? a : high;
        }
        longest = high - low > longest ? high - low : longest;
    }
    return longest;
}

// Warns of the first fault in the file that does not affect the mesh.
static void warn_of_model(scene_reader *reader, const place *at, const scene_mesh *mesh) {
    const gyre_model_error *first = &mesh->model.warning;
    if (mesh->model.warning_count == 0) return;
    if (first->line > 0)
        gyre_warn_at(reader, at, "%s:%d:%d: %s", mesh->file, first->line, first->column, first->text);
    else
        gyre_warn_at(reader, at, "%s: byte %zu: %s", mesh->file, first->byte, first->text);
}

static void read_model(scene_reader *reader, const place *at, scene_mesh *mesh, const void *bytes, size_t size) {
    folder_loader folder = {&reader->loader, mesh->file};
    gyre_model_options options = gyre_model_options_default();
    gyre_model_error error;
    options.allocator = *reader->allocator;
    options.file_name = mesh->file;
    options.loader = (gyre_loader){load_from_folder, unload_from_folder, &folder};
    gyre_result r = gyre_model_read(bytes, size, &options, &mesh->model, &error);
    if (r == GYRE_ERR_NO_MEMORY)
        reader->is_out_of_memory = true;
    else if (r != GYRE_OK)
        keep_problem(mesh, &error);
    else
        mesh->longest_side = longest_side(&mesh->model.mesh);
    if (r == GYRE_OK) warn_of_model(reader, at, mesh);
}

static void load(scene_reader *reader, const place *at, scene_mesh *mesh) {
    const gyre_loader *loader = &reader->loader;
    char text[GYRE_LOADER_TEXT_SIZE] = "";
    const void *bytes = NULL;
    size_t size = 0;
    gyre_result r = loader->load(mesh->file, &bytes, &size, text, loader->user);
    if (r == GYRE_ERR_NO_MEMORY) {
        reader->is_out_of_memory = true;
    } else if (r != GYRE_OK) {
        text[sizeof text - 1] = '\0';
        snprintf(mesh->problem, sizeof mesh->problem, "%s", text[0] ? text : gyre_result_text(r));
    } else {
        read_model(reader, at, mesh, bytes, size);
        if (loader->unload) loader->unload(bytes, loader->user);
    }
}

// ---- finding ----

static bool make_room(scene_reader *reader) {
    gyre_scene *scene = reader->scene;
    if (scene->mesh_count < scene->mesh_room) return true;
    size_t room = scene->mesh_room ? 2 * scene->mesh_room : 8;
    scene_mesh **meshes = gyre_take_array(reader->allocator, room, sizeof(scene_mesh *));
    if (!meshes) return false;
    if (scene->mesh_count > 0) memcpy(meshes, scene->meshes, scene->mesh_count * sizeof(scene_mesh *));
    gyre_give_back(reader->allocator, scene->meshes);
    scene->meshes = meshes;
    scene->mesh_room = room;
    return true;
}

// Returns NULL and sets is_out_of_memory if there is no memory.
static scene_mesh *add_mesh(scene_reader *reader, const char *file) {
    gyre_scene *scene = reader->scene;
    size_t size = strlen(file) + 1;
    bool has_room = make_room(reader) && gyre_name_table_reserve(&reader->mesh_names, reader->allocator, 1);
    scene_mesh *mesh = has_room ? gyre_take_array(reader->allocator, 1, sizeof *mesh) : NULL;
    char *name = mesh ? gyre_take_array(reader->allocator, size, 1) : NULL;
    if (!name) {
        gyre_give_back(reader->allocator, mesh);
        reader->is_out_of_memory = true;
        return NULL;
    }
    *mesh = (scene_mesh){.file = name};
    memcpy(name, file, size);
    gyre_name_table_insert(&reader->mesh_names, name, (uint32_t)scene->mesh_count);
    scene->meshes[scene->mesh_count++] = mesh;
    return mesh;
}

static bool is_name_good(scene_reader *reader, const place *at, const char *file) {
    bool has_control = false;
    for (const char *c = file; *c; c++)
        has_control = has_control || (unsigned char)*c < 0x20 || *c == 0x7f;
    if (!file[0])
        gyre_problem_at(reader, at, "must not be empty");
    else if (has_control)
        gyre_problem_at(reader, at, "must not contain control characters");
    else if (strlen(file) > NAME_BYTES_MAX)
        gyre_problem_at(reader, at, "must not be longer than %d bytes, is %zu", NAME_BYTES_MAX, strlen(file));
    else if (!reader->loader.load)
        gyre_problem_at(reader, at, "mesh files are not available: the scene is read without a file loader");
    else
        return true;
    return false;
}

scene_mesh *gyre_find_mesh(scene_reader *reader, const place *at, const char *file) {
    uint32_t index;
    scene_mesh *mesh;
    if (reader->is_out_of_memory || !is_name_good(reader, at, file)) return NULL;
    if (gyre_name_table_find(&reader->mesh_names, file, &index)) {
        mesh = reader->scene->meshes[index];
    } else {
        mesh = add_mesh(reader, file);
        if (mesh) load(reader, at, mesh);
    }
    if (reader->is_out_of_memory) return NULL;
    if (!mesh->problem[0]) return mesh;
    gyre_problem_at(reader, at, "%s", mesh->problem);
    return NULL;
}

double gyre_mesh_unit(const part_source *source) {
    static const double factors[] = {
    // in the order of the names of key `unit`
#define X(name, metres) metres,
#include "gyre/length_units.def"
#undef X
    };
    return source->scale * factors[source->unit];
}

// ---- mass ----

// Warns if a mesh was repaired in a way that changes its mass, or if its mass is an estimate.
static void warn(scene_reader *reader, const place *at, const scene_mesh *mesh, const gyre_diagnosis *diagnosis) {
    const gyre_issue *worst = NULL;
    for (size_t i = 0; i < diagnosis->issue_count; i++) {
        const gyre_issue *issue = &diagnosis->issues[i];
        if (issue->is_damage && (!worst || (worst->is_repaired && !issue->is_repaired))) worst = issue;
    }
    bool is_sound = !worst || (worst->is_repaired && diagnosis->best == GYRE_ESTIMATE_exact);
    if (!is_sound) gyre_warn_at(reader, at, "%s: %s. %s", mesh->file, worst->text, diagnosis->trust);
}

static gyre_result weigh_solid(scene_reader *reader, const place *at, const scene_mesh *mesh,
                               gyre_mass_properties *out) {
    gyre_doctor_options options = gyre_doctor_options_default();
    gyre_diagnosis diagnosis = {0};
    options.amount = gyre_by_density(1);
    options.is_soup = mesh->model.is_soup;
    options.allocator = *reader->allocator;
    gyre_result r = gyre_diagnose(&mesh->model.mesh, &options, &diagnosis);
    if (r != GYRE_OK) return r;
    const gyre_estimate *best = &diagnosis.estimates[diagnosis.best];
    *out = best->mass;
    r = best->is_known ? GYRE_OK : GYRE_ERR_SHAPE;
    if (r == GYRE_OK) warn(reader, at, mesh, &diagnosis);
    gyre_diagnosis_clear(&diagnosis);
    return r;
}

// Computes the mass properties for density 1, once per file: other units and densities only scale them.
static bool ask_weight(scene_reader *reader, const place *at, scene_mesh *mesh, mesh_weight *weight, bool is_hollow) {
    if (weight->is_asked) return !weight->problem[0];
    gyre_result r = is_hollow ? gyre_mass_of_mesh_shell(&mesh->model.mesh, gyre_by_density(1), &weight->mass)
                              : weigh_solid(reader, at, mesh, &weight->mass);
    if (r == GYRE_ERR_NO_MEMORY) return reader->is_out_of_memory = true, false;
    weight->is_asked = true;
    if (r == GYRE_OK) return true;
    snprintf(weight->problem, sizeof weight->problem, "%s",
             r != GYRE_ERR_SHAPE ? gyre_result_text(r)
             : is_hollow         ? "its triangles have no area"
                                 : "it encloses no volume; for a sheet set \"hollow\": true");
    return false;
}

bool gyre_weigh_mesh(scene_reader *reader, const place *at, scene_mesh *mesh, const gyre_look_part *part,
                     gyre_amount amount, gyre_mass_properties *out_mass) {
    mesh_weight *weight = part->shape.is_hollow ? &mesh->hollow : &mesh->solid;
    if (!ask_weight(reader, at, mesh, weight, part->shape.is_hollow)) {
        if (!reader->is_out_of_memory)
            gyre_problem_at(reader, at, "the mass of %s cannot be computed: %s", mesh->file, weight->problem);
        return false;
    }
    // volume scales with unit^3, area with unit^2, inertia of equal mass with unit^2
    const gyre_mass_properties *one = &weight->mass;
    double unit = part->mesh_unit, measure = one->mass * unit * unit * (part->shape.is_hollow ? 1 : unit);
    double mass = amount.kind == GYRE_AMOUNT_MASS ? amount.value : amount.value * measure;
    gyre_vec3 c = one->center;
    *out_mass = (gyre_mass_properties){
        .mass = mass,
        .center = {c.x * unit, c.y * unit, c.z * unit},
        .inertia = tensor_plus((gyre_tensor){0}, mass / one->mass * (unit * unit), one->inertia),
    };
    bool is_good = mass > 0 && is_finite(mass) && is_finite_vec3(out_mass->center) &&
                   gyre_inertia_check(&out_mass->inertia, NULL) == GYRE_OK;
    if (!is_good) gyre_problem_at(reader, at, "is too small or too large to compute its mass");
    return is_good;
}
