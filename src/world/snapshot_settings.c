/// The settings, the time and the ledger of a world in a snapshot, and values that all parts share.
#include "integrators/solver.h"
#include "math/finite.h"
#include "world/snapshot_parts.h"

// ---- values ----

void gyre_put_vec3(archive *a, gyre_vec3 *v) {
    gyre_archive_double(a, &v->x);
    gyre_archive_double(a, &v->y);
    gyre_archive_double(a, &v->z);
}

void gyre_put_quat(archive *a, gyre_quat *q) {
    gyre_archive_double(a, &q->w);
    gyre_archive_double(a, &q->x);
    gyre_archive_double(a, &q->y);
    gyre_archive_double(a, &q->z);
}

void gyre_put_bool(archive *a, bool *value) {
    uint8_t byte = *value;
    gyre_archive_u8(a, &byte);
    if (byte > 1) a->is_bad = true;
    *value = byte == 1;
}

int gyre_put_choice(archive *a, int value, int count) {
    uint32_t number = (uint32_t)value;
    gyre_archive_u32(a, &number);
    if (number >= (uint32_t)count) a->is_bad = true;
    return a->is_bad ? 0 : (int)number;
}

void gyre_put_body_id(archive *a, gyre_body_id *id) {
    gyre_archive_u32(a, &id->index);
    gyre_archive_u32(a, &id->generation);
    gyre_archive_u32(a, &id->world);
}

void gyre_put_finite(archive *a, double *value) {
    gyre_archive_double(a, value);
    if (!is_finite(*value)) a->is_bad = true;
}

void gyre_note_result(archive *a, gyre_result r) {
    if (r != GYRE_OK) a->is_bad = true;
    if (r == GYRE_ERR_NO_MEMORY) a->is_out_of_memory = true;
}

// ---- settings and ledger ----

void gyre_snapshot_settings(const snapshot *s) {
    archive *a = s->a;
    gyre_world *w = s->world;
    gyre_world_def *def = &w->def;
    gyre_put_vec3(a, &def->gravity);
    def->method = (gyre_method)gyre_put_choice(a, (int)def->method, GYRE_METHOD_COUNT);
    gyre_put_finite(a, &def->rtol);
    gyre_put_finite(a, &def->atol);
    def->orientation_update =
        (gyre_orientation_update)gyre_put_choice(a, (int)def->orientation_update, GYRE_ORIENTATION_UPDATE_COUNT);
    def->has_ledger = gyre_put_choice(a, def->has_ledger != 0, 2);
    gyre_ode_options options = gyre_ode_options_default();
    options.rtol = def->rtol;
    options.atol = def->atol;
    if (gyre_options_check(&options) != GYRE_OK) a->is_bad = true;
    gyre_archive_u32(a, &w->tag);
    gyre_put_finite(a, &w->time.base);
    gyre_put_finite(a, &w->time.h);
    gyre_archive_u64(a, &w->time.steps_of_h);
    gyre_archive_u64(a, &w->time.steps);
    gyre_put_bool(a, &w->bodies.has_applied);
    if (a->mode == ARCHIVE_READ) w->bodies.has_applied_at_rest = w->bodies.has_applied;
    gyre_put_finite(a, &w->next_step);
    if (!is_finite_vec3(def->gravity)) a->is_bad = true;
}

static void put_totals(archive *a, totals *t) {
    double *values[] = {&t->kinetic, &t->potential, &t->P.x, &t->P.y, &t->P.z, &t->L.x, &t->L.y, &t->L.z};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        gyre_archive_double(a, values[i]);
}

void gyre_snapshot_ledger(const snapshot *s) {
    archive *a = s->a;
    ledger *l = &s->world->ledger;
    gyre_put_bool(a, &l->has_begun);
    gyre_put_bool(a, &l->is_edited);
    put_totals(a, &l->initial);
    put_totals(a, &l->before_edits);
    gyre_archive_u64(a, &l->first_step);
    double *values[] = {
        &l->first_time,        &l->applied,          &l->driven,    &l->dissipated, &l->edited,
        &l->gone_external,     &l->impulse.x,        &l->impulse.y, &l->impulse.z,  &l->angular_impulse.x,
        &l->angular_impulse.y, &l->angular_impulse.z};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        gyre_archive_double(a, values[i]);
    if (s->version >= SNAPSHOT_SECTIONED) gyre_archive_double(a, &l->hook);
}
