/// Checks that the method supports the bodies, forces and hooks of the world; reports the first unsupported item.
#include "integrators/composition.h"
#include "world/body_layout.h"
#include "world/force_store.h"
#include "world/step.h"

#include <stdio.h>

// Compositions of high order have backward substeps, in which damping would add energy.
static bool has_negative_steps(const composition *c) {
    for (int i = 0; i < c->drift_count; i++)
        if (c->drift[i] < 0 || c->kick[i] < 0) return true;
    return false;
}

static gyre_result refuse(const gyre_world *world, gyre_step_report *report, const char *culprit, const char *reason) {
    report->result = GYRE_ERR_METHOD_UNFIT;
    char raw[sizeof report->text];
    snprintf(raw, sizeof raw, "%s cannot be used: %s %s", gyre_method_name(world->def.method), culprit, reason);
    gyre_show_line(raw, report->text, sizeof report->text);
    return GYRE_ERR_METHOD_UNFIT;
}

static gyre_result check_negative_steps(const gyre_world *world, gyre_step_report *report) {
    char buffer[LABEL_SIZE];
    if (world->def.solve_constraints)
        return refuse(world, report, "the constraint hook", "needs a method without backward steps: use exact");
    for (uint32_t i = 0; i < world->forces.count; i++)
        if (world->forces.records[i].depends_on_velocity) {
            report->force = gyre_force_id_at(world, i);
            return refuse(
                world, report, gyre_force_label(world, i, buffer),
                "depends on velocity, which the backward steps of this method do not allow: use exact, rk4 or dopri5");
        }
    FOR_EACH_AWAKE_BODY(world, slot) {
        const body_record *record = &world->bodies.records[slot];
        const body_extras *extras = gyre_extras_of(record);
        if (record->kind != GYRE_BODY_DYNAMIC || extras->linear_damping + extras->angular_damping == 0) continue;
        report->body = gyre_body_id_of(world, record->id_index);
        return refuse(world, report, gyre_body_label(world, slot, buffer),
                      "is damped, which the backward steps of this method do not allow: use exact, rk4 or dopri5");
    }
    return GYRE_OK;
}

// Implicit methods store a dense matrix with one row and one column per number of the state.
static gyre_result check_size(const gyre_world *world, gyre_step_report *report) {
    const uint32_t most = GYRE_IMPLICIT_LENGTH_MAX / GYRE_STATE_SIZE;
    if (world->bodies.count <= most) return GYRE_OK;
    char reason[128];
    snprintf(reason, sizeof reason, "has %u bodies, this method is limited to %u: use exact or rk4",
             (unsigned)world->bodies.count, (unsigned)most);
    return refuse(world, report, "the world", reason);
}

gyre_result gyre_check_method(const gyre_world *world, gyre_step_report *report) {
    const composition *c = gyre_composition_of(world->def.method);
    if (c) return has_negative_steps(c) ? check_negative_steps(world, report) : GYRE_OK;
    if (world->def.solve_constraints)
        return refuse(world, report, "the constraint hook",
                      "needs a method that updates velocities before poses: use exact or semi_implicit_euler");
    return gyre_method_is_implicit(world->def.method) ? check_size(world, report) : GYRE_OK;
}

gyre_result gyre_world_check_method(const gyre_world *world, gyre_step_report *report) {
    gyre_step_report own_report;
    if (!world) return GYRE_ERR_NULL_POINTER;
    if (!report) report = &own_report;
    *report = (gyre_step_report){.step = world->time.steps, .time = gyre_world_time(world)};
    return gyre_check_method(world, report);
}
