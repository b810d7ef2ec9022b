/// Free flight by any time in one go: a step of the method `exact`, whose drift is exact at any size, when nothing but
/// uniform gravity acts.
#include "integrators/composition.h"
#include "world/body_layout.h"
#include "world/body_store.h"
#include "world/force_store.h"
#include "world/step.h"

#include <stdio.h>

static gyre_result refuse(gyre_step_report *report, const char *culprit, const char *reason) {
    snprintf(report->text, sizeof report->text, "free flight is not possible: %s %s", culprit, reason);
    return GYRE_ERR_METHOD_UNFIT;
}

static gyre_result body_check(const gyre_world *world, uint32_t slot, gyre_step_report *report) {
    const body_record *record = &world->bodies.records[slot];
    if (record->kind != GYRE_BODY_DYNAMIC) return GYRE_OK;
    gyre_vec3 g = world->def.gravity;
    bool has_gravity = g.x != 0 || g.y != 0 || g.z != 0;
    const body_extras *extras = gyre_extras_of(record);
    const char *reason = extras->linear_damping + extras->angular_damping > 0 ? "is damped"
                         : record->has_pivot && has_gravity                   ? "has a pivot and gravity acts on it"
                                                                              : NULL;
    if (!reason) return GYRE_OK;
    char buffer[LABEL_SIZE];
    report->body = gyre_body_id_of(world, record->id_index);
    return refuse(report, gyre_body_label(world, slot, buffer), reason);
}

static gyre_result flight_check(const gyre_world *world, gyre_step_report *report) {
    char buffer[LABEL_SIZE];
    if (world->forces.count > 0) {
        report->force = gyre_force_id_at(world, 0);
        return refuse(report, gyre_force_label(world, 0, buffer), "acts");
    }
    if (world->bodies.has_applied) return refuse(report, "a force", "was applied by hand for the next step");
    if (world->def.solve_constraints) return refuse(report, "the constraint hook", "must run at every step");
    gyre_result r = GYRE_OK;
    FOR_EACH_AWAKE_BODY(world, slot) {
        r = body_check(world, slot, report);
        if (r != GYRE_OK) break;
    }
    return r;
}

gyre_result gyre_world_fly(gyre_world *world, double t, gyre_step_report *report) {
    gyre_step_report own_report;
    if (!report) report = &own_report;
    gyre_result r = gyre_begin_report(world, report);
    if (r != GYRE_OK) return r;
    gyre_force_store_compact(world);
    r = flight_check(world, report);
    if (r == GYRE_OK) r = gyre_take_step(world, t, gyre_composition_of(GYRE_METHOD_exact), report);
    return gyre_end_report(world, r, report);
}
