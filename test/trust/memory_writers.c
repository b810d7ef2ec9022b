/// Writers without memory: every example in every format, diagnoses as text, picture and page.
#include "determinism/files.h"
#include "doctor_helpers.h"
#include "gyre/gyre.h"
#include "memory_trials.h"
#include "snapshot_tag.h"

static void add_sink_to_hash(gyre_hash *outcome, gyre_memory_sink *memory) {
    add_bytes_to_hash(outcome, memory->bytes, memory->size);
    if (memory->bytes) memory->allocator.give(memory->bytes, memory->allocator.user);
}

// ---- recordings ----

// A few frames: a failure leaves the world unchanged, and every later call returns the same error.
static gyre_result record(trial *t, gyre_scene *scene, gyre_sink sink) {
    gyre_world *world = gyre_scene_world(scene);
    double dt = gyre_scene_get_settings(scene).dt;
    gyre_recording_def def = gyre_recording_def_default((gyre_format)t->choice);
    gyre_recording *recording = NULL;
    def.sink = sink;
    def.allocator = t->allocator;
    world_bytes before = world_bytes_of(world);
    gyre_result r = gyre_recording_begin(&def, scene, &recording), end = GYRE_OK;
    if (r != GYRE_OK && recording) trial_complain(t, "a recording that did not begin");
    for (int k = 0; k < 4 && r == GYRE_OK; k++) {
        r = gyre_recording_frame(recording);
        if (first_change(world, &before) >= 0) trial_complain(t, "a frame changes the world");
        if (r == GYRE_OK && gyre_world_step(world, dt, NULL) != GYRE_OK) abort();
        world_bytes_free(&before);
        before = world_bytes_of(world);
    }
    if (recording) end = gyre_recording_end(recording, 1);
    if (r != GYRE_OK && recording && end != r) trial_complain(t, "the end forgets the failure");
    if (first_change(world, &before) >= 0) trial_complain(t, "the end changes the world");
    world_bytes_free(&before);
    gyre_recording_destroy(recording);
    return r != GYRE_OK ? r : end;
}

static gyre_result run_recording(trial *t, gyre_hash *outcome) {
    const gyre_example *example = t->subject;
    gyre_scene *scene = NULL;
    if (gyre_scene_read(example->text, example->size, NULL, &scene) != GYRE_OK) abort();
    double dt = gyre_scene_get_settings(scene).dt;
    if (gyre_scene_set_settings(scene, dt, 6 * dt, 1 / dt) != GYRE_OK) abort(); // npz has room for all frames
    gyre_memory_sink memory = {.allocator = t->allocator};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    if (t->variant) sink.patch = NULL; // a pipe
    gyre_result r = record(t, scene, sink);
    forget_tag((char *)memory.bytes, memory.size);
    add_sink_to_hash(outcome, &memory);
    gyre_scene_destroy(scene);
    return r;
}

// A build that was made without Node.js has no page to put into .html files.
static bool can_record(gyre_format format) {
    const gyre_example *example = gyre_example_at(0);
    gyre_scene *scene = NULL;
    gyre_recording *recording = NULL;
    gyre_memory_sink memory = {0};
    gyre_recording_def def = gyre_recording_def_default(format);
    def.sink = gyre_sink_to_memory(&memory);
    if (gyre_scene_read(example->text, example->size, NULL, &scene) != GYRE_OK) abort();
    gyre_result r = gyre_recording_begin(&def, scene, &recording);
    if (r != GYRE_OK) printf("%s: %s\n", gyre_format_name(format), gyre_result_text(r));
    gyre_recording_destroy(recording);
    free(memory.bytes);
    gyre_scene_destroy(scene);
    return r != GYRE_ERR_FORMAT;
}

static void try_recordings(void) {
    bool is_possible[GYRE_FORMAT_COUNT];
    for (int f = 0; f < GYRE_FORMAT_COUNT; f++)
        is_possible[f] = can_record((gyre_format)f);
    for (size_t k = 0; gyre_example_at(k); k++)
        for (int f = 0; f < GYRE_FORMAT_COUNT; f++)
            for (int is_pipe = 0; is_pipe < 2; is_pipe++) {
                trial t = {.run = run_recording, .subject = gyre_example_at(k), .choice = f, .variant = is_pipe};
                if (is_pipe && strcmp(gyre_format_name((gyre_format)f), "npz") != 0) continue; // the rest never patch
                if (!is_possible[f]) continue;
                snprintf(t.name, sizeof t.name, "%s as %s", gyre_example_at(k)->name, gyre_format_name((gyre_format)f));
                try_all(&t);
            }
}

// ---- parts ----

static void add_diagnosis(gyre_hash *outcome, const gyre_diagnosis *d) {
    add_bytes_to_hash(outcome, d->estimates, sizeof d->estimates);
    add_bytes_to_hash(outcome, d->mesh.positions, 3 * d->mesh.vertex_count * sizeof *d->mesh.positions);
    add_bytes_to_hash(outcome, d->mesh.triangles, 3 * d->mesh.triangle_count * sizeof *d->mesh.triangles);
    gyre_hash_add_u64(outcome, d->issue_count);
}

static gyre_doctor_options options_of(trial *t) {
    gyre_doctor_options o = quick_options();
    o.voxel_budget = 1000;
    o.allocator = t->allocator;
    if (t->choice & 1) o.is_soup = 1;
    if (t->choice & 2) o.thickness = 0.01;
    if (t->choice & 4) o.weld = 1e-4;
    return o;
}

static gyre_result run_doctor(trial *t, gyre_hash *outcome) {
    const own_mesh *m = t->subject;
    gyre_doctor_options o = options_of(t);
    gyre_diagnosis d;
    gyre_result r = gyre_diagnose(&m->view, &o, &d);
    if (r != GYRE_OK) return r;
    add_diagnosis(outcome, &d);
    gyre_diagnosis_clear(&d);
    return GYRE_OK;
}

// The diagnosis is made before memory fails.
static gyre_result run_datasheet(trial *t, gyre_hash *outcome) {
    const own_mesh *m = t->subject;
    gyre_doctor_options o = quick_options();
    o.voxel_budget = 1000;
    gyre_diagnosis d;
    if (gyre_diagnose(&m->view, &o, &d) != GYRE_OK) abort();
    gyre_part parts[] = {{"one.stl", &d}, {"two.stl", &d}};
    size_t count = (size_t)t->variant;
    gyre_memory_sink memory = {.allocator = t->allocator};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    gyre_result r;
    if (t->choice == 0)
        r = gyre_datasheet_write_svg(parts, count, &t->allocator, &sink);
    else if (t->choice == 1)
        r = gyre_datasheet_write_html(parts, count, &t->allocator, &sink);
    else if (t->choice == 2)
        r = gyre_datasheet_write_json(parts, count, GYRE_INERTIA_AT_CENTER, &sink);
    else
        r = gyre_datasheet_write_element(&d.estimates[d.best].mass, "one.stl", (gyre_element)(t->choice - 3),
                                         GYRE_INERTIA_AT_CENTER, &sink);
    add_sink_to_hash(outcome, &memory);
    gyre_diagnosis_clear(&d);
    return r;
}

static void try_part(const own_mesh *m, const char *name, bool has_pictures) {
    for (int choice = 0; choice < 8; choice++) {
        trial t = {.run = run_doctor, .subject = m, .choice = choice};
        snprintf(t.name, sizeof t.name, "doctor, %s, options %d", name, choice);
        try_all(&t);
    }
    for (int choice = has_pictures ? 0 : 2; choice < 3 + GYRE_ELEMENT_COUNT; choice++)
        for (int count = 1; count <= 2; count++) {
            trial t = {.run = run_datasheet, .subject = m, .choice = choice, .variant = count};
            snprintf(t.name, sizeof t.name, "datasheet %d, %s, %d parts", choice, name, count);
            try_all(&t);
        }
}

static void try_parts(void) {
    random_source r = {3};
    for (int which = 0; which < BASE_COUNT; which += is_quick ? 4 : 1)
        for (int damage = 0; damage < 6; damage += is_quick ? 3 : 1) {
            own_mesh m = with_room(base_mesh(which));
            char name[64];
            snprintf(name, sizeof name, "solid %d, damage %d", which, damage);
            if (damage & 1) spoil(&m, &r, 3);
            if (damage & 2) { // another one across it
                own_mesh other = base_mesh(which);
                mesh_move(&other, 1, (gyre_quat){1, 0, 0, 0}, (gyre_vec3){0.2, 0.1, 0.05});
                mesh_append(&m, &other);
                mesh_free(&other);
            }
            if (damage & 4) {
                own_mesh apart = mesh_apart(&m);
                mesh_free(&m);
                m = apart;
            }
            try_part(&m, name,
                     is_quick ? damage + which == 3 : damage % 3 == 0); // pictures take a tenth of a second each
            mesh_free(&m);
        }
}

// ---- text that needs no allocation ----

static gyre_result run_text(trial *t, gyre_hash *outcome) {
    const gyre_example *example = t->subject;
    gyre_scene *scene = NULL;
    if (gyre_scene_read(example->text, example->size, NULL, &scene) != GYRE_OK) abort();
    gyre_memory_sink memory = {.allocator = t->allocator};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    gyre_result r = t->choice ? gyre_scene_write_schema(&sink) : gyre_scene_write(scene, &sink);
    add_sink_to_hash(outcome, &memory);
    gyre_scene_destroy(scene);
    return r;
}

void try_writers(void) {
    try_recordings();
    for (size_t k = 0; gyre_example_at(k); k++)
        for (int choice = 0; choice < (k == 0 ? 2 : 1); choice++) {
            trial t = {.run = run_text, .subject = gyre_example_at(k), .choice = choice};
            snprintf(t.name, sizeof t.name, "%s as %s", gyre_example_at(k)->name, choice ? "schema" : "scene");
            try_all(&t);
        }
    try_parts();
}
