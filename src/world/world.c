/// Creates and destroys worlds; functions and settings of a whole world.
#include "world/world.h"

#include "base/log.h"
#include "base/memory.h"
#include "integrators/solver.h"
#include "math/finite.h"
#include "world/body_layout.h"
#include "world/body_store.h"
#include "world/force_store.h"
#include "world/sleep.h"
#include "world/parallel.h"
#include "world/totals.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const gyre_quat no_turn = {1, 0, 0, 0};

gyre_world_def gyre_world_def_default(void) {
    return (gyre_world_def){
        .marker = WORLD_MARKER,
        .method = GYRE_METHOD_exact,
        .rtol = 1e-9,
        .atol = 1e-12,
        .is_transactional = 1,
    };
}

gyre_body_def gyre_body_def_default(void) { return (gyre_body_def){.marker = BODY_MARKER, .orientation = no_turn}; }

gyre_force_def gyre_force_def_default(gyre_force_kind kind) {
    return (gyre_force_def){
        .marker = FORCE_MARKER,
        .kind = kind,
        .parameters = gyre_force_parameters_default(kind),
        .from = -__builtin_inf(),
        .until = __builtin_inf(),
    };
}

// True if no usable kernel contains fused multiply-adds: kernels have separate compiler flags, so the test of
// gyre_options_check does not cover them.
static bool kernels_round(void) {
    for (int i = 0; gyre_kernel(i); i++)
        if (gyre_kernel_can_run(gyre_kernel(i)) && !gyre_kernel(i)->rounds_products()) return false;
    return true;
}

gyre_result gyre_choice_check(const gyre_logger *log, const char *what, const char *field, int value, int most) {
    if (value >= 0 && value <= most) return GYRE_OK;
    gyre_log_line(log, GYRE_LOG_ERROR, "%s: %s: must be 0 to %d, is %d", what, field, most, value);
    return GYRE_ERR_OPTION;
}

static gyre_result gravity_check(const gyre_logger *log, gyre_vec3 g) {
    if (is_finite_vec3(g)) return GYRE_OK;
    gyre_log_line(log, GYRE_LOG_ERROR, "world: gravity: must be finite, is (%g, %g, %g)", g.x, g.y, g.z);
    return GYRE_ERR_NOT_FINITE;
}

static gyre_result method_check(const gyre_logger *log, gyre_method method) {
    gyre_result r = gyre_choice_check(log, "world", "method", (int)method, GYRE_METHOD_COUNT - 1);
    return r == GYRE_OK ? r : GYRE_ERR_METHOD;
}

// Checks tolerances, allocator and floating-point arithmetic; logs the text of the result, with the tolerances.
static gyre_result environment_check(const gyre_world_def *def) {
    gyre_ode_options options = gyre_ode_options_default();
    options.rtol = def->rtol;
    options.atol = def->atol;
    gyre_result r = gyre_options_check(&options);
    if (r == GYRE_OK) r = gyre_allocator_check(&def->allocator);
    if (r == GYRE_OK && !kernels_round()) r = GYRE_ERR_CONTRACTION;
    if (r == GYRE_ERR_TOLERANCE)
        gyre_log_line(&def->log, GYRE_LOG_ERROR, "world: %s; rtol is %g, atol is %g", gyre_result_text(r), def->rtol,
                      def->atol);
    else if (r != GYRE_OK)
        gyre_log_line(&def->log, GYRE_LOG_ERROR, "world: %s", gyre_result_text(r));
    return r;
}

static gyre_result def_check(const gyre_world_def *def) {
    if (def->marker != WORLD_MARKER) return GYRE_ERR_DEFINITION; // its log may be an invalid pointer
    gyre_result r = gravity_check(&def->log, def->gravity);
    if (r == GYRE_OK) r = method_check(&def->log, def->method);
    if (r == GYRE_OK)
        r = gyre_choice_check(&def->log, "world", "orientation_update", (int)def->orientation_update,
                              GYRE_ORIENTATION_UPDATE_COUNT - 1);
    if (r == GYRE_OK) r = gyre_choice_check(&def->log, "world", "threads", def->threads, GYRE_THREADS_MAX);
    return r == GYRE_OK ? environment_check(def) : r;
}

// ---- the kernel ----

static void refuse_kernel(const gyre_logger *log, const char *name) {
    char list[120] = "";
    size_t length = 0;
    for (int i = 0; gyre_kernel(i); i++) {
        if (!gyre_kernel_can_run(gyre_kernel(i))) continue;
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", gyre_kernel(i)->name);
    }
    gyre_log_line(log, GYRE_LOG_ERROR,
                  "world: kernel: '%.40s' is not available; available in this build on this CPU: %s", name, list);
}

// Returns the kernel with this name or, without a name, the kernel named in GYRE_KERNEL, else the widest kernel. If the
// named kernel is not available, logs an error and returns NULL.
static const kernel_table *kernel_for(const gyre_logger *log, const char *name, bool *out_is_free) {
    if (!name) name = getenv("GYRE_KERNEL");
    *out_is_free = !name || !name[0];
    if (*out_is_free) return gyre_kernel_best();
    const kernel_table *kernel = gyre_kernel_find(name);
    if (!kernel) refuse_kernel(log, name);
    return kernel;
}

// Stores the kernel's constant name, because the name in the definition belongs to the caller.
static void use_kernel(gyre_world *world, const kernel_table *kernel, bool is_free, bool is_named) {
    world->kernel = kernel;
    world->is_kernel_free = is_free;
    world->def.kernel = is_named ? kernel->name : NULL;
    gyre_world_choose_kernel(world);
}

// Uses the narrowest kernel whose lanes hold all awake bodies: empty lanes cost as much as used lanes.
void gyre_world_choose_kernel(gyre_world *world) {
    uint32_t count = gyre_awake_count(world);
    world->kernel_now = world->kernel;
    for (int i = 0; world->is_kernel_free && gyre_kernel(i) != world->kernel; i++) {
        const kernel_table *kernel = gyre_kernel(i);
        if (!gyre_kernel_can_run(kernel) || (uint32_t)kernel->lanes < count) continue;
        world->kernel_now = kernel;
        return;
    }
}

const char *gyre_world_kernel(const gyre_world *world) { return world ? world->kernel->name : NULL; }

gyre_result gyre_world_set_kernel(gyre_world *world, const char *name) {
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return r;
    bool is_free;
    const kernel_table *kernel = kernel_for(&world->def.log, name, &is_free);
    if (!kernel) return GYRE_ERR_KERNEL;
    use_kernel(world, kernel, is_free, name != NULL);
    return GYRE_OK;
}

// ---- creating and destroying ----

// Returns a tag that distinguishes the ids of this world from the ids of other worlds. It is derived from a counter, so
// that equal runs write equal snapshots.
static uint32_t next_tag(void) {
    static atomic_uint_least32_t created;
    return ((uint32_t)atomic_fetch_add(&created, 1) + 1) * UINT32_C(0x9e3779b9); // odd, so 2^32 worlds differ
}

gyre_result gyre_world_create(const gyre_world_def *def, gyre_world **out_world) {
    gyre_world_def defaults = gyre_world_def_default();
    if (!def) def = &defaults;
    if (!out_world) return GYRE_ERR_NULL_POINTER;
    gyre_result r = def_check(def);
    if (r != GYRE_OK) return r;
    bool is_free;
    const kernel_table *kernel = kernel_for(&def->log, def->kernel, &is_free);
    if (!kernel) return GYRE_ERR_KERNEL;
    gyre_world *world = gyre_take_array(&def->allocator, 1, sizeof *world);
    if (!world) return GYRE_ERR_NO_MEMORY;
    memset(world, 0, sizeof *world);
    world->def = *def;
    world->tag = next_tag();
    use_kernel(world, kernel, is_free, def->kernel != NULL);
    r = gyre_body_store_reserve(world, def->body_capacity);
    if (r == GYRE_ERR_TOO_LARGE)
        gyre_log_line(&def->log, GYRE_LOG_ERROR, "world: body_capacity: %zu bodies: %s", def->body_capacity,
                      gyre_result_text(r));
    if (r == GYRE_OK) r = gyre_threads_start(world);
    if (r != GYRE_OK) {
        gyre_world_destroy(world);
        return r;
    }
    *out_world = world;
    return GYRE_OK;
}

static void free_scratch(gyre_world *world) {
    scratch_memory *all = &world->scratch;
    scratch *const blocks[] = {&all->callback_block, &all->ode_vectors, &all->ode_solver, &all->accounts,
                               &all->blocks,         &all->tasks,       &all->held};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        gyre_give_back(&world->def.allocator, blocks[i]->block);
}

void gyre_world_destroy(gyre_world *world) {
    if (!world || gyre_world_check_idle(world) != GYRE_OK) return;
    gyre_allocator allocator = world->def.allocator;
    gyre_threads_stop(world);
    gyre_force_store_free(world);
    gyre_body_store_free(world);
    free_scratch(world);
    gyre_give_back(&allocator, world);
}

// ---- for the files of this folder ----

void *gyre_scratch_reserve(const gyre_world *world, scratch *kept, size_t size) {
    if (size <= kept->size) return kept->block;
    void *block = gyre_take_array(&world->def.allocator, size, 1);
    if (!block) return NULL;
    gyre_give_back(&world->def.allocator, kept->block);
    kept->block = block;
    kept->size = size;
    return block;
}

gyre_result gyre_world_check_idle(const gyre_world *world) {
    if (!world) return GYRE_ERR_NULL_POINTER;
    return world->phase == PHASE_IDLE && !world->is_in_callback ? GYRE_OK : GYRE_ERR_STEPPING;
}

gyre_result gyre_all_bodies_check(const gyre_world *world, size_t count) {
    if (count == world->bodies.count) return GYRE_OK;
    gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "world: count must be %zu, the number of bodies, is %zu",
                  (size_t)world->bodies.count, count);
    return GYRE_ERR_LENGTH;
}

void gyre_world_begin_edit(gyre_world *world) {
    world->is_wrench_current = false;
    if (!world->def.has_ledger || !world->ledger.has_begun || world->ledger.is_edited) return;
    world->ledger.before_edits = gyre_totals_now(world);
    world->ledger.is_edited = true;
}

// ---- reading and changing settings ----

double gyre_world_time(const gyre_world *world) {
    return world ? world->time.base + (double)world->time.steps_of_h * world->time.h : 0;
}

uint64_t gyre_world_step_count(const gyre_world *world) { return world ? world->time.steps : 0; }

size_t gyre_world_body_count(const gyre_world *world) { return world ? world->bodies.count : 0; }

size_t gyre_world_force_count(const gyre_world *world) {
    return world ? world->forces.count - world->forces.removed_count : 0;
}

gyre_vec3 gyre_world_gravity(const gyre_world *world) { return world ? world->def.gravity : (gyre_vec3){0, 0, 0}; }

gyre_method gyre_world_method(const gyre_world *world) { return world ? world->def.method : GYRE_METHOD_COUNT; }

gyre_result gyre_world_get_def(const gyre_world *world, gyre_world_def *out_def) {
    if (!world || !out_def) return GYRE_ERR_NULL_POINTER;
    *out_def = world->def;
    out_def->body_capacity = 0;
    return GYRE_OK;
}

gyre_result gyre_world_set_gravity(gyre_world *world, gyre_vec3 gravity) {
    gyre_result r = gyre_world_check_idle(world);
    if (r == GYRE_OK) r = gravity_check(&world->def.log, gravity);
    if (r != GYRE_OK) return r;
    gyre_world_begin_edit(world);
    gyre_wake_all(world);
    world->def.gravity = gravity;
    return GYRE_OK;
}

gyre_result gyre_world_set_method(gyre_world *world, gyre_method method) {
    gyre_result r = gyre_world_check_idle(world);
    if (r == GYRE_OK) r = method_check(&world->def.log, method);
    if (r != GYRE_OK) return r;
    world->def.method = method;
    return GYRE_OK;
}
