/// Reads a mesh file, diagnoses it, computes its mass properties and writes them for a robot description.
#include <gyre/gyre.h>

#include <stdio.h>
#include <string.h>

// A ramp of 0.6 x 0.3 x 0.2 m. One of its sides is missing.
static const char ramp[] = "v 0 0 0\nv 0.6 0 0\nv 0.6 0.3 0\nv 0 0.3 0\nv 0 0 0.2\nv 0 0.3 0.2\n"
                           "f 4 3 2 1\nf 1 2 5\nf 2 3 6 5\nf 5 6 4 1\n";

static gyre_result print(const void *bytes, size_t size, void *user) {
    return fwrite(bytes, 1, size, user) == size ? GYRE_OK : GYRE_ERR_FILE_WRITE;
}

static gyre_result weigh(const gyre_model *model) {
    gyre_doctor_options how = gyre_doctor_options_default();
    how.amount = gyre_by_density(gyre_material_find("oak")->density);
    how.is_soup = model->is_soup;
    gyre_diagnosis diagnosis;
    gyre_result r = gyre_diagnose(&model->mesh, &how, &diagnosis);
    if (r != GYRE_OK) return r;
    for (size_t i = 0; i < diagnosis.issue_count; i++)
        printf("%s\n", diagnosis.issues[i].text);
    const gyre_estimate *best = &diagnosis.estimates[diagnosis.best];
    printf("%s\n%s: %.3f kg in %.4f m^3\n", diagnosis.trust, gyre_estimate_name(diagnosis.best), best->mass.mass,
           best->volume);
    gyre_sink sink = {.write = print, .user = stdout};
    r = gyre_datasheet_write_element(&best->mass, "ramp.obj", GYRE_ELEMENT_URDF, GYRE_INERTIA_AT_CENTER, &sink);
    gyre_diagnosis_clear(&diagnosis);
    return r;
}

int main(void) {
    gyre_model model;
    gyre_model_error error;
    if (gyre_model_read(ramp, strlen(ramp), NULL, &model, &error) != GYRE_OK) {
        fprintf(stderr, "ramp.obj:%d:%d: %s\n", error.line, error.column, error.text);
        return 1;
    }
    gyre_result r = weigh(&model);
    gyre_model_clear(&model);
    if (r != GYRE_OK) fprintf(stderr, "%s\n", gyre_result_text(r));
    return r != GYRE_OK;
}
