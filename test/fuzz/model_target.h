/// Meshes of any format: accepted ones keep the guarantees of gyre/model.h and can be measured and diagnosed; refused
/// ones have an error with a position.
#pragma once

#include "fuzz.h"

#include <math.h>

enum { DIAGNOSED_TRIANGLES_MAX = 64, MODEL_TRIANGLES_MAX = 1 << 18 };

static inline void fuzz_check_model(const gyre_model *model) {
    const gyre_mesh *mesh = &model->mesh;
    FUZZ_CHECK(mesh->triangle_count > 0 && mesh->triangle_count <= MODEL_TRIANGLES_MAX);
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++)
        FUZZ_CHECK(mesh->triangles[i] < mesh->vertex_count);
    for (size_t i = 0; i < 3 * mesh->vertex_count; i++)
        FUZZ_CHECK(isfinite(mesh->positions[i]));
}

static inline void fuzz_weigh_model(const gyre_model *model, const gyre_allocator *allocator) {
    gyre_mesh_report report;
    gyre_mass_properties mass;
    gyre_result r = gyre_mass_of_mesh(&model->mesh, gyre_by_density(1), allocator, &mass, &report);
    if (r == GYRE_OK) FUZZ_CHECK(isfinite(mass.mass) && mass.mass > 0);
    FUZZ_CHECK(r != GYRE_ERR_MESH_INDEX && r != GYRE_ERR_LENGTH);
    if (model->mesh.triangle_count > DIAGNOSED_TRIANGLES_MAX || fuzz_choice() % 16 != 0) return;
    gyre_doctor_options how = gyre_doctor_options_default();
    how.is_soup = model->is_soup;
    how.voxel_budget = fuzz_choice() % 128 == 0 ? 200 : 0; // touching boxes takes long beside reading a few bytes
    how.allocator = *allocator;
    gyre_diagnosis diagnosis;
    r = gyre_diagnose(&model->mesh, &how, &diagnosis);
    FUZZ_CHECK(r == GYRE_OK || r == GYRE_ERR_SHAPE || r == GYRE_ERR_NOT_FINITE ||
               (r == GYRE_ERR_NO_MEMORY && fuzz_has_failed()));
    if (r != GYRE_OK) return;
    FUZZ_CHECK(diagnosis.trust[0] != '\0' && diagnosis.estimates[diagnosis.best].is_known);
    FUZZ_CHECK(isfinite(diagnosis.estimates[diagnosis.best].mass.mass));
    gyre_diagnosis_clear(&diagnosis);
}

static inline int fuzz_model(const uint8_t *bytes, size_t size) {
    gyre_allocator allocator = fuzz_begin(bytes, size);
    gyre_model_options options = gyre_model_options_default();
    options.max_triangles = MODEL_TRIANGLES_MAX;
    options.loader = fuzz_loader();
    options.allocator = allocator;
    gyre_model model;
    gyre_model_error error;
    gyre_result r = gyre_model_read(bytes, size, &options, &model, &error);
    if (r == GYRE_OK) {
        fuzz_check_model(&model);
        fuzz_weigh_model(&model, &allocator);
        gyre_model_clear(&model);
    } else {
        FUZZ_CHECK(error.code == r && error.text[0] != '\0' && memchr(error.text, '\0', sizeof error.text));
        FUZZ_CHECK(error.byte <= size && error.line >= 0 && (error.line > 0) == (error.column > 0));
        FUZZ_CHECK(r != GYRE_ERR_NO_MEMORY || fuzz_has_failed());
    }
    fuzz_end();
    return 0;
}

/// True if the bytes begin with a word; each target skips the other formats.
static inline int fuzz_begins(const uint8_t *bytes, size_t size, const char *word) {
    return size >= strlen(word) && memcmp(bytes, word, strlen(word)) == 0;
}
