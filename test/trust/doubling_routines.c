/// Routines of the library for doubling.c.
#include "doubling_routines.h"

#include "crafted_names.h"
#include "gyre/ledger.h"
#include "gyre/ode.h"

#include <stdio.h>
#include <stdlib.h>

static void each_body(stage *s, gyre_result (*call)(stage *s, gyre_body_id body), const char *name) {
    for (size_t i = 0; i < s->n; i++)
        insist(call(s, s->bodies[s->order[i]]), name);
}

static void each_force(stage *s, gyre_result (*call)(stage *s, gyre_force_id force), const char *name) {
    for (size_t i = 0; i < s->n; i++)
        insist(call(s, s->forces[s->order[i]]), name);
}

// ---- bodies come and go ----

static void add_bodies(stage *s) {
    for (size_t i = 0; i < s->n; i++) {
        gyre_body_def def = body_at(s, i, 0);
        gyre_body_id id;
        insist(gyre_world_add_body(s->world, &def, &id), "gyre_world_add_body");
    }
}

static void add_special_bodies(stage *s) {
    for (size_t i = 0; i < s->n; i++) {
        gyre_body_def def = body_at(s, i, SPECIAL);
        gyre_body_id id;
        insist(gyre_world_add_body(s->world, &def, &id), "gyre_world_add_body");
    }
}

static gyre_result remove_body(stage *s, gyre_body_id body) { return gyre_world_remove_body(s->world, body); }
static void remove_bodies(stage *s) { each_body(s, remove_body, "gyre_world_remove_body"); }

// The first body that is left, again and again.
static void pop_bodies(stage *s) {
    for (size_t i = 0; i < s->n; i++) {
        gyre_body_id first = gyre_world_next_body(s->world, (gyre_body_id){0});
        insist(gyre_world_remove_body(s->world, first), "gyre_world_remove_body");
    }
}

static gyre_result exchange_body(stage *s, gyre_body_id body) {
    gyre_result r = gyre_world_remove_body(s->world, body);
    gyre_body_def def = body_at(&(stage){0}, 0, 0);
    return r == GYRE_OK ? gyre_world_add_body(s->world, &def, &body) : r;
}
static void exchange_bodies(stage *s) { each_body(s, exchange_body, "exchange"); }

static void remove_first_body(stage *s) { insist(gyre_world_remove_body(s->world, s->bodies[0]), "remove"); }

// ---- forces come and go ----

static void add_forces_on(stage *s, bool is_on_first) {
    for (size_t i = 0; i < s->n; i++) {
        gyre_force_def def = gyre_force_def_default(GYRE_FORCE_drag);
        def.parameters.drag.linear = 1;
        def.body = s->bodies[is_on_first ? 0 : s->order[i]];
        def.name = name_at(s, i);
        gyre_force_id id;
        insist(gyre_world_add_force(s->world, &def, &id), "gyre_world_add_force");
    }
}
static void add_forces(stage *s) { add_forces_on(s, false); }
static void add_forces_on_one(stage *s) { add_forces_on(s, true); }

static gyre_result remove_force(stage *s, gyre_force_id force) { return gyre_world_remove_force(s->world, force); }
static void remove_forces(stage *s) { each_force(s, remove_force, "gyre_world_remove_force"); }

static void pop_forces(stage *s) {
    for (size_t i = 0; i < s->n; i++) {
        gyre_force_id first = gyre_world_next_force(s->world, (gyre_force_id){0});
        insist(gyre_world_remove_force(s->world, first), "gyre_world_remove_force");
    }
}

static gyre_result exchange_force(stage *s, gyre_force_id force) {
    gyre_result r = gyre_world_remove_force(s->world, force);
    gyre_force_def def = gyre_force_def_default(GYRE_FORCE_drag);
    def.parameters.drag.linear = 1;
    return r == GYRE_OK ? gyre_world_add_force(s->world, &def, &force) : r;
}
static void exchange_forces(stage *s) { each_force(s, exchange_force, "exchange"); }

// A query after every removal.
static gyre_result remove_and_ask(stage *s, gyre_force_id force) {
    gyre_result r = gyre_world_remove_force(s->world, force);
    gyre_force_id last = s->forces[s->order[s->n - 1]];
    double potential = 0;
    if (r == GYRE_OK && gyre_force_is_valid(s->world, last)) r = gyre_force_potential(s->world, last, &potential);
    s->sum += potential;
    return r;
}
static void remove_forces_and_ask(stage *s) { each_force(s, remove_and_ask, "gyre_force_potential"); }

// ---- names ----

static void find_names(stage *s) {
    for (size_t i = 0; i < s->n; i++) {
        gyre_body_id id;
        insist(gyre_world_find_body(s->world, name_at(s, s->order[i]), &id), "gyre_world_find_body");
    }
}

static void miss_names(stage *s) {
    for (size_t i = 0; i < s->n; i++) {
        char name[CRAFTED_NAME_SIZE];
        gyre_body_id id;
        name_with_hash(name, s->n + i, false);
        s->sum += gyre_world_find_body(s->world, name, &id);
    }
}

// ---- edits ----

static gyre_result set_mass(stage *s, gyre_body_id body) {
    gyre_mass_properties mass = {.mass = 2, .inertia = {.xx = 2, .yy = 2, .zz = 3}};
    return gyre_body_set_mass(s->world, body, &mass);
}
static void set_masses(stage *s) { each_body(s, set_mass, "gyre_body_set_mass"); }

static gyre_result set_kind(stage *s, gyre_body_id body) {
    return gyre_body_set_kind(s->world, body, GYRE_BODY_STATIC);
}
static void set_kinds(stage *s) { each_body(s, set_kind, "gyre_body_set_kind"); }

static gyre_result set_damping(stage *s, gyre_body_id body) { return gyre_body_set_damping(s->world, body, 1, 1); }
static void set_dampings(stage *s) { each_body(s, set_damping, "gyre_body_set_damping"); }

static gyre_result set_locks(stage *s, gyre_body_id body) { return gyre_body_set_locks(s->world, body, GYRE_LOCK_X); }
static void set_all_locks(stage *s) { each_body(s, set_locks, "gyre_body_set_locks"); }

static gyre_result set_pose(stage *s, gyre_body_id body) {
    return gyre_body_set_pose(s->world, body, (gyre_pose){{1, 2, 3}, {1, 0, 0, 0}});
}
static void set_poses(stage *s) { each_body(s, set_pose, "gyre_body_set_pose"); }

static gyre_result push(stage *s, gyre_body_id body) {
    gyre_result r = gyre_body_apply_impulse(s->world, body, (gyre_vec3){1, 0, 0}, (gyre_vec3){0, 0, 0});
    return r == GYRE_OK ? gyre_body_apply_force_at_center(s->world, body, (gyre_vec3){1, 0, 0}) : r;
}
static void push_all(stage *s) { each_body(s, push, "gyre_body_apply_impulse"); }

static gyre_result set_parameters(stage *s, gyre_force_id force) {
    gyre_force_def def;
    gyre_result r = gyre_force_get(s->world, force, &def);
    return r == GYRE_OK ? gyre_force_set_parameters(s->world, force, &def.parameters) : r;
}
static void set_all_parameters(stage *s) { each_force(s, set_parameters, "gyre_force_set_parameters"); }

// ---- queries ----

static gyre_result ask_body(stage *s, gyre_body_id body) {
    gyre_motion motion;
    gyre_body_def def;
    double energy = 0;
    gyre_result r = gyre_body_get_motion(s->world, body, &motion);
    if (r == GYRE_OK) r = gyre_body_get_def(s->world, body, &def);
    if (r == GYRE_OK) r = gyre_body_kinetic_energy(s->world, body, &energy);
    s->sum += motion.position.x + energy;
    return r;
}
static void ask_bodies(stage *s) { each_body(s, ask_body, "gyre_body_get_motion"); }

static gyre_result ask_force(stage *s, gyre_force_id force) {
    double potential = 0, work = 0;
    gyre_result r = gyre_force_potential(s->world, force, &potential);
    if (r == GYRE_OK) r = gyre_force_get_work(s->world, force, &work, NULL);
    s->sum += potential + work;
    return r;
}
static void ask_forces(stage *s) { each_force(s, ask_force, "gyre_force_potential"); }

static void walk(stage *s) {
    gyre_body_id body = {0};
    gyre_force_id force = {0};
    while (!gyre_body_is_none(body = gyre_world_next_body(s->world, body)))
        s->sum++;
    while (!gyre_force_is_none(force = gyre_world_next_force(s->world, force)))
        s->sum++;
}

static void ask_world(stage *s) {
    double kinetic = 0, potential = 0;
    gyre_vec3 P = {0}, L = {0};
    insist(gyre_world_energy(s->world, &kinetic, &potential), "gyre_world_energy");
    insist(gyre_world_momentum(s->world, P, &P, &L), "gyre_world_momentum");
    s->sum += kinetic + potential + P.x + L.x + (double)(gyre_world_hash(s->world) >> 60);
}

static void ask_energies(stage *s) {
    double *energies = calloc(2 * s->body_count, sizeof *energies);
    if (!energies) insist(GYRE_ERR_NO_MEMORY, "calloc");
    insist(gyre_world_get_energies(s->world, s->bodies, s->body_count, energies, energies + s->body_count),
           "gyre_world_get_energies");
    s->sum += energies[0];
    free(energies);
}

// ---- steps and snapshots ----

static void step(stage *s) { insist(gyre_world_step(s->world, 0.01, NULL), "gyre_world_step"); }

static void step_by_tolerance(stage *s) {
    insist(gyre_world_set_method(s->world, GYRE_METHOD_dopri5), "gyre_world_set_method");
    insist(gyre_world_step(s->world, 0.01, NULL), "gyre_world_step");
}

static void destroy(stage *s) {
    gyre_world_destroy(s->world);
    s->world = NULL;
}

static void save(stage *s) { insist(gyre_world_save(s->world, s->bytes, s->size, &s->size), "gyre_world_save"); }

static void restore(stage *s) { insist(gyre_world_restore(s->world, s->bytes, s->size), "gyre_world_restore"); }

// n ids, of which few are in use
static void thin_out(stage *s) {
    for (size_t i = 1; i + 1 < s->n; i++)
        insist(gyre_world_remove_body(s->world, s->bodies[i]), "gyre_world_remove_body");
}

static void walk_often(stage *s) {
    for (int i = 0; i < 10; i++)
        walk(s);
}

// ---- points ----

static void make_path(stage *s) {
    gyre_path_point *points = calloc(s->n, sizeof *points);
    for (size_t i = 0; points && i < s->n; i++)
        points[i] = (gyre_path_point){(double)i, {{(double)(i % 7), 0, 0}, {1, 0, 0, 0}}};
    gyre_body_def def = body_at(s, 0, 0);
    def.kind = GYRE_BODY_KINEMATIC;
    def.path = points;
    def.path_count = s->n;
    def.angular_velocity = (gyre_vec3){0, 0, 0};
    gyre_body_id id;
    insist(gyre_world_add_body(s->world, &def, &id), "gyre_world_add_body");
    free(points);
}

static void follow_path(stage *s) {
    for (size_t i = 0; i < s->n; i++)
        insist(gyre_world_step(s->world, 1, NULL), "gyre_world_step");
}

static void make_profile(stage *s) {
    gyre_profile_point *points = calloc(s->n, sizeof *points);
    for (size_t i = 0; points && i < s->n; i++)
        points[i] = (gyre_profile_point){(double)i, (double)(i % 2)};
    gyre_force_def def = gyre_force_def_default(GYRE_FORCE_field);
    def.parameters.field.acceleration = (gyre_vec3){1, 0, 0};
    def.profile = points;
    def.profile_count = s->n;
    gyre_force_id id;
    insist(gyre_world_add_force(s->world, &def, &id), "gyre_world_add_force");
    free(points);
}

// ---- scenes from worlds ----

static gyre_result drop(const void *bytes, size_t size, void *user) {
    ((stage *)user)->sum += (double)size + (double)*(const char *)bytes;
    return GYRE_OK;
}

// A scene whose first body has no name while others have every name that the writer would give it, one after the other;
// every force is on the body without a name.
static void write_scene_of_taken_names(stage *s) {
    static const char empty[] = "{\"gyre\":1}";
    gyre_scene *scene;
    insist(gyre_scene_read(empty, sizeof empty - 1, NULL, &scene), "gyre_scene_read");
    gyre_world *world = gyre_scene_world(scene);
    gyre_body_def def = body_at(&(stage){0}, 0, 0);
    gyre_body_id nameless, id;
    insist(gyre_world_add_body(world, &def, &nameless), "gyre_world_add_body");
    for (size_t i = 0; i < s->n; i++) {
        char name[32];
        snprintf(name, sizeof name, "body %u", (unsigned)(1 + 1000003 * i));
        def.name = name;
        insist(gyre_world_add_body(world, &def, &id), "gyre_world_add_body");
        gyre_force_def force = gyre_force_def_default(GYRE_FORCE_drag);
        force.parameters.drag.linear = 1;
        force.body = nameless;
        gyre_force_id force_id;
        insist(gyre_world_add_force(world, &force, &force_id), "gyre_world_add_force");
    }
    insist(gyre_scene_write(scene, &(gyre_sink){drop, NULL, s}), "gyre_scene_write");
    gyre_scene_destroy(scene);
}

// ---- the control ----

// Looks every name up by comparing it with all others.
static void search_all(stage *s) {
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < s->n && strcmp(name_at(s, k), name_at(s, s->order[i])) != 0; k++)
            s->sum++;
}

// ---- all ----

enum { FEW = 256, MANY = 1 << 18 };

// clang-format off: one row per routine
const routine routines[] = {
    {"control: linear search for names", NAMED | SHUFFLED, 64, 1 << 13, NULL, search_all, true},
    {"add bodies", 0, FEW, MANY, NULL, add_bodies, false},
    {"add bodies with locks, damping and pivots", 0, FEW, MANY, NULL, add_special_bodies, false},
    {"add bodies with names", NAMED, FEW, MANY, NULL, add_bodies, false},
    {"add bodies with names of one hash", CRAFTED, FEW, MANY, NULL, add_bodies, false},
    {"add bodies with long equal beginnings of names", ALIKE, FEW, MANY / 2, NULL, add_bodies, false},
    {"remove bodies from the front", BODIES, FEW, MANY, NULL, remove_bodies, false},
    {"remove bodies from the back", BODIES | DESCENDING, FEW, MANY, NULL, remove_bodies, false},
    {"remove bodies in random order", BODIES | SHUFFLED, FEW, MANY, NULL, remove_bodies, false},
    {"remove bodies with names of one hash", BODIES | CRAFTED | SHUFFLED, FEW, MANY, NULL, remove_bodies, false},
    {"remove the first body again and again", BODIES, FEW, 4 * MANY, NULL, pop_bodies, false},
    {"exchange bodies in random order", BODIES | SHUFFLED, FEW, MANY, NULL, exchange_bodies, false},
    {"remove bodies and their forces", BODIES | FORCES | SHUFFLED, FEW, MANY, NULL, remove_bodies, false},
    {"remove bodies of a chain of springs", BODIES | FORCES | BETWEEN | SHUFFLED, FEW, MANY, NULL, remove_bodies,
     false},
    {"remove a body with n forces", FORCES | ON_FIRST, FEW, MANY, NULL, remove_first_body, false},
    {"remove a body with n springs", BODIES | FORCES | HUB, FEW, MANY, NULL, remove_first_body, false},
    {"remove the ends of n springs of one body", BODIES | FORCES | HUB | DESCENDING, FEW, MANY, NULL, remove_bodies,
     false},
    {"add forces", BODIES, FEW, MANY, NULL, add_forces, false},
    {"add forces to one body", 0, FEW, MANY, NULL, add_forces_on_one, false},
    {"add forces with names of one hash", CRAFTED, FEW, MANY, NULL, add_forces_on_one, false},
    {"remove forces from the front", BODIES | FORCES, FEW, MANY, NULL, remove_forces, false},
    {"remove forces from the back", BODIES | FORCES | DESCENDING, FEW, MANY, NULL, remove_forces, false},
    {"remove forces in random order", BODIES | FORCES | SHUFFLED, FEW, MANY, NULL, remove_forces, false},
    {"remove forces of one body from the front", FORCES | ON_FIRST, FEW, MANY, NULL, remove_forces, false},
    {"remove forces of one body from the back", FORCES | ON_FIRST | DESCENDING, FEW, MANY, NULL, remove_forces, false},
    {"remove forces of one body in random order", FORCES | ON_FIRST | SHUFFLED, FEW, MANY, NULL, remove_forces, false},
    {"remove forces with names of one hash", FORCES | CRAFTED | SHUFFLED, FEW, MANY, NULL, remove_forces, false},
    {"remove the first force again and again", FORCES, FEW, 4 * MANY, NULL, pop_forces, false},
    {"exchange forces in random order", FORCES | SHUFFLED, FEW, MANY, NULL, exchange_forces, false},
    {"remove forces, with a query after each", BODIES | FORCES | BETWEEN | SHUFFLED, FEW, MANY, NULL,
     remove_forces_and_ask, false},
    {"find names", BODIES | NAMED | SHUFFLED, FEW, MANY, NULL, find_names, false},
    {"find names of one hash", BODIES | CRAFTED | SHUFFLED, FEW, MANY, NULL, find_names, false},
    {"find names with long equal beginnings", BODIES | ALIKE | SHUFFLED, FEW, MANY / 2, NULL, find_names, false},
    {"look for unknown names of one hash", BODIES | CRAFTED, FEW, MANY, NULL, miss_names, false},
    {"set masses", BODIES | FORCES | LEDGER | STEPPED | SHUFFLED, FEW, MANY, NULL, set_masses, false},
    {"set kinds", BODIES | FORCES | LEDGER | STEPPED | SHUFFLED, FEW, MANY, NULL, set_kinds, false},
    {"set damping", BODIES | LEDGER | STEPPED | SHUFFLED, FEW, MANY, NULL, set_dampings, false},
    {"set locks", BODIES | LEDGER | STEPPED | SHUFFLED, FEW, MANY, NULL, set_all_locks, false},
    {"set poses", BODIES | FORCES | BETWEEN | LEDGER | STEPPED | SHUFFLED, FEW, MANY, NULL, set_poses, false},
    {"apply impulses and forces", BODIES | LEDGER | STEPPED | SHUFFLED, FEW, MANY, NULL, push_all, false},
    {"set parameters of forces", BODIES | FORCES | LEDGER | STEPPED | SHUFFLED, FEW, MANY, NULL, set_all_parameters,
     false},
    {"set parameters of forces on one body", FORCES | ON_FIRST | LEDGER | STEPPED, FEW, MANY, NULL, set_all_parameters,
     false},
    {"query bodies one by one", BODIES | SPECIAL | STEPPED | SHUFFLED, FEW, MANY, NULL, ask_bodies, false},
    {"query forces one by one", BODIES | FORCES | BETWEEN | LEDGER | STEPPED | SHUFFLED, FEW, MANY, NULL, ask_forces,
     false},
    {"list bodies and forces", BODIES | FORCES, FEW, 4 * MANY, NULL, walk, false},
    {"list the few of n bodies that are left", BODIES, FEW, 4 * MANY, thin_out, walk_often, false},
    {"energy, momentum and hash of a world", BODIES | FORCES | BETWEEN | SPECIAL, FEW, MANY, NULL, ask_world, false},
    {"energies of bodies", BODIES | FORCES | HUB, FEW, MANY, NULL, ask_energies, false},
    {"step, bodies", BODIES, FEW, MANY, NULL, step, false},
    {"step, bodies with locks, damping and pivots", BODIES | SPECIAL | LEDGER, FEW, MANY, NULL, step, false},
    {"step, forces on each body", BODIES | FORCES | LEDGER, FEW, MANY, NULL, step, false},
    {"step, forces on one body", FORCES | ON_FIRST | LEDGER, FEW, MANY, NULL, step, false},
    {"step, forces on all of two bodies", FORCES | ON_ALL | LEDGER, FEW, MANY, NULL, step, false},
    {"step, a chain of springs", BODIES | FORCES | BETWEEN | LEDGER, FEW, MANY, NULL, step, false},
    {"step, springs from one body to all others", BODIES | FORCES | HUB | LEDGER, FEW, MANY, NULL, step, false},
    {"step by dopri5, springs", BODIES | FORCES | BETWEEN | LEDGER, FEW, MANY / 4, NULL, step_by_tolerance, false},
    {"steps along a path of n points", 0, FEW, MANY, make_path, follow_path, false},
    {"steps with a profile of n points", LEDGER, FEW, MANY, make_profile, follow_path, false},
    {"add a path of n points", 0, FEW, 4 * MANY, NULL, make_path, false},
    {"add a profile of n points", 0, FEW, 4 * MANY, NULL, make_profile, false},
    {"save bodies and forces", BODIES | FORCES | NAMED | SPECIAL | SAVED, FEW, MANY, NULL, save, false},
    {"restore bodies and forces", BODIES | FORCES | NAMED | SPECIAL | SAVED, FEW, MANY, NULL, restore, false},
    {"restore names of one hash", BODIES | FORCES | CRAFTED | SAVED, FEW, MANY, NULL, restore, false},
    {"restore forces of one body", FORCES | ON_FIRST | SAVED, FEW, MANY, NULL, restore, false},
    {"destroy a world", BODIES | FORCES | NAMED, FEW, MANY, NULL, destroy, false},
    {"write a scene of taken names", 0, FEW, MANY, NULL, write_scene_of_taken_names, false},
};
// clang-format on
const size_t routine_count = sizeof routines / sizeof *routines;
