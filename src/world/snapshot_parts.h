/// Parts of a snapshot. One description of a world serves to measure, write and read it (base/archive.h).
#pragma once

#include "base/archive.h"
#include "world/world.h"

enum {
    SNAPSHOT_UNSECTIONED = 1, // version 1: one sequence of values, slots without gaps
    SNAPSHOT_SECTIONED = 2,   // version 2: sections with tags, the slots of partitions, sleeping bodies
};

/// What is measured, written or read.
typedef struct snapshot {
    archive *a;
    gyre_world *world;
    const gyre_world *owner; // the restoring world, where functions of callbacks come from; `world` when writing
    uint32_t version;
} snapshot;

void gyre_put_vec3(archive *a, gyre_vec3 *v);
void gyre_put_quat(archive *a, gyre_quat *q);
void gyre_put_bool(archive *a, bool *value);
void gyre_put_body_id(archive *a, gyre_body_id *id);

/// An int or enum in 0..count - 1.
int gyre_put_choice(archive *a, int value, int count);

/// A number that must be finite.
void gyre_put_finite(archive *a, double *value);

/// Marks the archive as bad unless the result is GYRE_OK, and as out of memory if that was the reason.
void gyre_note_result(archive *a, gyre_result r);

void gyre_snapshot_settings(const snapshot *s);
void gyre_snapshot_ledger(const snapshot *s);
void gyre_snapshot_bodies(const snapshot *s);
void gyre_snapshot_forces(const snapshot *s);
