#include "sequences_model.h"

#include <inttypes.h>
#include <stdarg.h>

uint64_t at_seed, at_operation;
bool is_forgetful;

_Noreturn void differ(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("WRONG: seed %" PRIu64 ", operation %" PRIu64 ": ", at_seed, at_operation);
    vprintf(format, arguments);
    printf("\nrepeat: sequences %" PRIu64 " %" PRIu64 "\n", at_operation + 1, at_seed);
    va_end(arguments);
    exit(1);
}

// ---- what calls do ----

double model_time(const model_state *m) { return m->base_time + (double)m->steps_of_h * m->h; }

void model_stepped(model *m, double h) {
    model_state *s = &m->now;
    if (h == 0) return;
    if (h != s->h) {
        s->base_time = model_time(s);
        s->h = h;
        s->steps_of_h = 0;
    }
    s->steps_of_h++;
    s->steps++;
    s->has_applied = false;
}

void model_removed_force(model *m, size_t index) {
    model_state *s = &m->now;
    m->stale_forces[m->stale_force_count++ % STALE_MAX] = s->forces[index].id;
    s->forces[index] = s->forces[--s->force_count];
}

void model_removed_body(model *m, size_t index) {
    model_state *s = &m->now;
    gyre_body_id id = s->bodies[index].id;
    for (size_t i = s->force_count; i-- > 0 && !is_forgetful;)
        if (same_body(s->forces[i].body, id) || same_body(s->forces[i].other, id)) model_removed_force(m, i);
    m->stale_bodies[m->stale_body_count++ % STALE_MAX] = id;
    s->bodies[index] = s->bodies[--s->body_count];
}

model_body *model_find(model *m, gyre_body_id id) {
    for (size_t i = 0; i < m->now.body_count; i++)
        if (same_body(m->now.bodies[i].id, id)) return &m->now.bodies[i];
    return NULL;
}

bool model_is_free(const model *m, const model_body *b) {
    gyre_vec3 g = m->now.gravity;
    if (g.x != 0 || g.y != 0 || g.z != 0 || m->now.has_applied) return false;
    if (b->kind != GYRE_BODY_DYNAMIC || b->locks || b->has_pivot) return false;
    if (b->linear_damping != 0 || b->angular_damping != 0) return false;
    for (size_t i = 0; i < m->now.force_count; i++) {
        const model_force *f = &m->now.forces[i];
        if (gyre_body_is_none(f->body) || same_body(f->body, b->id) || same_body(f->other, b->id)) return false;
    }
    return true;
}

// ---- comparing ----

static bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

void model_check_counts(const model *m) {
    const model_state *s = &m->now;
    if (gyre_world_body_count(m->world) != s->body_count)
        differ("%zu bodies, expected %zu", gyre_world_body_count(m->world), s->body_count);
    if (gyre_world_force_count(m->world) != s->force_count)
        differ("%zu forces, expected %zu", gyre_world_force_count(m->world), s->force_count);
    if (gyre_world_step_count(m->world) != s->steps)
        differ("%" PRIu64 " steps, expected %" PRIu64, gyre_world_step_count(m->world), s->steps);
    if (!same_bits(gyre_world_time(m->world), model_time(s)))
        differ("t = %.17g, expected %.17g", gyre_world_time(m->world), model_time(s));
}

static void check_body(const model *m, const model_body *b) {
    gyre_mass_properties mass;
    gyre_body_kind kind;
    double linear, angular;
    unsigned locks;
    uint64_t user_data;
    const gyre_world *w = m->world;
    if (!gyre_body_is_valid(w, b->id)) differ("body %u is gone", b->id.index);
    if (gyre_body_get_mass(w, b->id, &mass) || gyre_body_get_kind(w, b->id, &kind) ||
        gyre_body_get_damping(w, b->id, &linear, &angular) || gyre_body_get_locks(w, b->id, &locks) ||
        gyre_body_get_user_data(w, b->id, &user_data))
        differ("body %u cannot be asked", b->id.index);
    if (memcmp(&mass, &b->mass, sizeof mass) != 0) differ("body %u: another mass, %.17g", b->id.index, mass.mass);
    if (kind != b->kind) differ("body %u: kind %d, expected %d", b->id.index, (int)kind, (int)b->kind);
    if (!same_bits(linear, b->linear_damping) || !same_bits(angular, b->angular_damping))
        differ("body %u: another damping, %g %g", b->id.index, linear, angular);
    if (locks != b->locks) differ("body %u: locks %u, expected %u", b->id.index, locks, b->locks);
    if (user_data != b->user_data) differ("body %u: other user data", b->id.index);
    if (strcmp(gyre_body_name(w, b->id), b->name) != 0)
        differ("body %u: name '%s', expected '%s'", b->id.index, gyre_body_name(w, b->id), b->name);
    gyre_body_id found;
    if (b->name[0] && (gyre_world_find_body(w, b->name, &found) || !same_body(found, b->id)))
        differ("body %u is not found by its name '%s'", b->id.index, b->name);
}

static void check_force(const model *m, const model_force *f) {
    gyre_force_def def;
    if (!gyre_force_is_valid(m->world, f->id) || gyre_force_get(m->world, f->id, &def))
        differ("force %u is gone", f->id.index);
    if (def.kind != f->kind || !same_body(def.body, f->body) || !same_body(def.other, f->other))
        differ("force %u is another one", f->id.index);
    if (strcmp(gyre_force_name(m->world, f->id), f->name) != 0) differ("force %u has another name", f->id.index);
}

// Each once, and ascending.
static void check_order(const model *m) {
    size_t count = 0;
    gyre_body_id body = {0, 0, 0}, last = body;
    while (body = gyre_world_next_body(m->world, body), !gyre_body_is_none(body)) {
        if (count++ > 0 && body.index <= last.index) differ("bodies are not listed in the order of ids");
        last = body;
    }
    if (count != m->now.body_count) differ("%zu bodies are listed, expected %zu", count, m->now.body_count);
    gyre_force_id force = {0, 0, 0};
    for (count = 0; force = gyre_world_next_force(m->world, force), !gyre_force_is_none(force);)
        count++;
    if (count != m->now.force_count) differ("%zu forces are listed, expected %zu", count, m->now.force_count);
}

static void check_ledger(const model *m) {
    gyre_ledger l;
    double kinetic, potential;
    gyre_result r = gyre_world_get_ledger(m->world, &l);
    if (!m->has_ledger) {
        if (r != GYRE_ERR_OPTION) differ("a world without a ledger gives %s", gyre_result_name(r));
        return;
    }
    if (r == GYRE_ERR_NOT_FINITE) return; // energies may overflow where states do not
    if (r != GYRE_OK) differ("the ledger gives %s", gyre_result_name(r));
    if (gyre_world_energy(m->world, &kinetic, &potential) != GYRE_OK) differ("a ledger, and no energy");
    if (!same_bits(l.kinetic, kinetic) || !same_bits(l.potential, potential))
        differ("the ledger has energies %.17g %.17g, the world %.17g %.17g", l.kinetic, l.potential, kinetic,
               potential);
}

void model_check(const model *m) {
    const model_state *s = &m->now;
    model_check_counts(m);
    for (size_t i = 0; i < s->body_count; i++)
        check_body(m, &s->bodies[i]);
    for (size_t i = 0; i < s->force_count; i++)
        check_force(m, &s->forces[i]);
    for (size_t i = 0; i < m->stale_body_count && i < STALE_MAX; i++)
        if (gyre_body_is_valid(m->world, m->stale_bodies[i]) && !model_find((model *)m, m->stale_bodies[i]))
            differ("body %u was removed and is valid", m->stale_bodies[i].index);
    check_order(m);
    check_ledger(m);
    gyre_vec3 g = gyre_world_gravity(m->world);
    if (memcmp(&g, &s->gravity, sizeof g) != 0) differ("another gravity");
    if (gyre_world_method(m->world) != s->method) differ("another method");
    if (gyre_world_threads(m->world) != m->threads) differ("other threads");
}
