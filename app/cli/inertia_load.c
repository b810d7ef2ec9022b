/// Reads and diagnoses mesh files, shows progress, and prints errors with their position in the file.
#include "inertia.h"
#include "command_limits.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double READING = 0.2;             // estimated share of the total time spent reading
static const uint64_t PROGRESS_TOTAL = 100000; // of all files

// Progress of all files.
typedef struct loading {
    const inertia_request *request;
    progress bar;
    size_t index, count; // of files
} loading;

static void show(loading *l, double part) {
    double done = ((double)l->index + part) / (double)l->count;
    progress_show(&l->bar, done * (double)PROGRESS_TOTAL);
}

static void show_reading(double part, void *user) {
    loading *l = user;
    progress_stage(&l->bar, "reading");
    show(l, READING * part);
}

static void show_diagnosis(double part, const char *what, void *user) {
    loading *l = user;
    progress_stage(&l->bar, what);
    show(l, READING + (1 - READING) * part);
}

// ---- messages ----

static int refuse_model(const char *file, gyre_result r, const gyre_model_error *error) {
    const char *text = error->text[0] ? error->text : gyre_result_text(r);
    if (error->line > 0)
        fprintf(stderr, "gyre inertia: %s:%d:%d: %s\n", shown(file).text, error->line, error->column, text);
    else if (error->text[0])
        fprintf(stderr, "gyre inertia: %s: byte %zu: %s\n", shown(file).text, error->byte, text);
    else
        fprintf(stderr, "gyre inertia: %s: %s\n", shown(file).text, text);
    if (has_ending(file, ".json"))
        fprintf(stderr, "gyre inertia: %s looks like a scene: use gyre check or gyre run\n", shown(file).text);
    int is_file = r == GYRE_ERR_FILE_MISSING || r == GYRE_ERR_FILE_READ || r == GYRE_ERR_FILE_TOO_LARGE;
    return is_file ? EXIT_FILES : failure_code(r, EXIT_USAGE);
}

static int refuse_mesh(const char *file, gyre_result r, const inertia_request *request) {
    fprintf(stderr, "gyre inertia: %s: ", shown(file).text);
    if (r == GYRE_ERR_SHAPE && request->thickness > 0)
        fprintf(stderr, "the triangles have no area\n");
    else if (r == GYRE_ERR_SHAPE)
        fprintf(stderr, "the mesh encloses no volume; if it is a sheet, give its thickness: --shell 2mm\n");
    else
        fprintf(stderr, "%s\n", gyre_result_text(r));
    return failure_code(r, EXIT_USAGE);
}

// Prints the first fault that does not affect the mesh, and the number of further faults.
static void warn_of_model(loading *l, const char *file, const gyre_model *model) {
    const gyre_model_error *first = &model->warning;
    char place[48], more[48] = "", text[400];
    if (model->warning_count == 0) return;
    if (first->line > 0)
        snprintf(place, sizeof place, "%d:%d", first->line, first->column);
    else
        snprintf(place, sizeof place, " byte %zu", first->byte);
    if (model->warning_count > 1) snprintf(more, sizeof more, " (and %zu more warnings)", model->warning_count - 1);
    snprintf(text, sizeof text, "%.80s:%s: %s%s", shown(file).text, place, first->text, more);
    progress_end(&l->bar);
    print_log(GYRE_LOG_WARNING, text, NULL);
}

// ---- one file ----

static gyre_doctor_options doctor_options(loading *l, const gyre_model *model) {
    const inertia_request *request = l->request;
    gyre_doctor_options how = gyre_doctor_options_default();
    // the mass of several parts is divided later, in proportion to the volumes of the parts
    int is_by_mass = request->mass > 0 && l->count == 1;
    how.amount = is_by_mass ? gyre_by_mass(request->mass) : gyre_by_density(request->density);
    how.unit = request->unit;
    how.thickness = request->thickness;
    how.weld = request->weld;
    how.is_soup = model->is_soup;
    how.allocator = request->asked->limits->allocator;
    how.on_progress = show_diagnosis;
    how.user = l;
    return how;
}

static int diagnose(loading *l, const gyre_model *model, inertia_part *out) {
    gyre_doctor_options how = doctor_options(l, model);
    gyre_result r = gyre_diagnose(&model->mesh, &how, &out->diagnosis);
    if (r == GYRE_OK) return EXIT_DONE;
    progress_end(&l->bar);
    return refuse_mesh(out->file, r, l->request);
}

static int read_model(loading *l, const char *path, const char *file, gyre_model *out_model) {
    limits *kept = l->request->asked->limits;
    gyre_file_error file_error;
    void *bytes;
    size_t size, limit = limit_of_input(kept, path, kept->file);
    gyre_result r = gyre_file_read(path, limit, &kept->allocator, &bytes, &size, &file_error);
    limits_note_file(kept, r, limit);
    if (r != GYRE_OK) {
        progress_end(&l->bar);
        fprintf(stderr, "gyre inertia: %s\n", file_error.text);
        return EXIT_FILES;
    }
    gyre_files_beside beside = {.base_path = path, .max_size = kept->file, .allocator = &kept->allocator};
    gyre_model_options how = gyre_model_options_default();
    how.loader = gyre_file_loader(&beside);
    how.allocator = kept->allocator;
    how.file_name = file;
    how.on_progress = show_reading;
    how.user = l;
    gyre_model_error error = {.text = ""};
    r = gyre_model_read(bytes, size, &how, out_model, &error);
    limits_note_file(kept, r, kept->file);
    gyre_file_free(&kept->allocator, bytes);
    if (r == GYRE_OK) return EXIT_DONE;
    progress_end(&l->bar);
    return refuse_model(file, r, &error);
}

static int load_part(loading *l, const char *path, inertia_part *out) {
    gyre_model model;
    out->file = strcmp(path, "-") == 0 ? "stdin" : path;
    int code = read_model(l, path, out->file, &model);
    if (code != EXIT_DONE) return code;
    warn_of_model(l, out->file, &model);
    out->format = model.format;
    out->triangle_count = model.mesh.triangle_count;
    out->vertex_count = model.mesh.vertex_count;
    code = diagnose(l, &model, out);
    gyre_model_clear(&model);
    return code;
}

// ---- all files ----

void inertia_parts_clear(inertia_parts *parts) {
    for (size_t i = 0; i < parts->count; i++)
        gyre_diagnosis_clear(&parts->items[i].diagnosis);
    free(parts->items);
    free(parts->views);
    *parts = (inertia_parts){0};
}

static void set_mass(gyre_diagnosis *d, double mass) {
    for (int i = 0; i < GYRE_ESTIMATE_COUNT; i++) {
        gyre_mass_properties *p = &d->estimates[i].mass;
        if (!d->estimates[i].is_known) continue;
        double k = mass / p->mass;
        gyre_tensor I = p->inertia;
        p->mass = mass;
        p->inertia = (gyre_tensor){k * I.xx, k * I.yy, k * I.zz, k * I.xy, k * I.xz, k * I.yz};
    }
}

// Divides the mass of all parts by volume: the parts have the same density.
static void share_mass(inertia_parts *parts, double mass) {
    double volume = 0;
    for (size_t i = 0; i < parts->count; i++)
        volume += parts->items[i].diagnosis.estimates[parts->items[i].diagnosis.best].volume;
    for (size_t i = 0; i < parts->count; i++) {
        gyre_diagnosis *d = &parts->items[i].diagnosis;
        set_mass(d, mass * (d->estimates[d->best].volume / volume));
    }
}

int inertia_load(const inertia_request *request, inertia_parts *out_parts) {
    const cli_options *asked = request->asked;
    size_t count = (size_t)asked->operand_count;
    inertia_parts parts = {calloc(count + 1, sizeof *parts.items), calloc(count + 1, sizeof *parts.views), count};
    if (!parts.items || !parts.views) {
        free(parts.items);
        free(parts.views);
        fprintf(stderr, "gyre inertia: %s\n", gyre_result_text(GYRE_ERR_NO_MEMORY));
        return EXIT_FILES;
    }
    loading l = {.request = request, .count = count};
    progress_begin(&l.bar, "gyre inertia", (double)PROGRESS_TOTAL, 0);
    int worst = EXIT_DONE;
    for (; l.index < count; l.index++) {
        int code = load_part(&l, asked->operands[l.index], &parts.items[l.index]);
        if (code > worst) worst = code;
        parts.views[l.index] = (gyre_part){parts.items[l.index].file, &parts.items[l.index].diagnosis};
    }
    progress_end(&l.bar);
    if (worst != EXIT_DONE) {
        inertia_parts_clear(&parts);
        return worst;
    }
    if (request->mass > 0 && count > 1) share_mass(&parts, request->mass);
    *out_parts = parts;
    return EXIT_DONE;
}
