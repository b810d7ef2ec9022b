/// Diagnoses made by hand, for pictures of them. part_free when done.
#pragma once

#include "gyre/datasheet.h"
#include "gyre/record.h"
#include "mesh_helpers.h"

#include <stdio.h>

typedef struct own_part {
    own_mesh mesh;
    gyre_diagnosis diagnosis;
} own_part;

/// The diagnosis of a mesh without further information. The part takes ownership of the mesh.
static inline own_part part_of(own_mesh mesh, double unit) {
    own_part p = {.mesh = mesh};
    gyre_diagnosis *d = &p.diagnosis;
    d->mesh = mesh.view;
    d->unit = unit;
    const double *first = mesh.positions + 3 * (size_t)mesh.triangles[0];
    d->low = d->high = (gyre_vec3){unit * first[0], unit * first[1], unit * first[2]};
    for (size_t i = 0; i < 3 * mesh.view.triangle_count; i++) {
        const double *at = mesh.positions + 3 * (size_t)mesh.triangles[i];
        d->low = (gyre_vec3){fmin(d->low.x, unit * at[0]), fmin(d->low.y, unit * at[1]), fmin(d->low.z, unit * at[2])};
        d->high =
            (gyre_vec3){fmax(d->high.x, unit * at[0]), fmax(d->high.y, unit * at[1]), fmax(d->high.z, unit * at[2])};
    }
    gyre_mass_properties in_units;
    gyre_estimate *exact = &d->estimates[GYRE_ESTIMATE_exact];
    if (gyre_mass_of_closed_mesh(&mesh.view, gyre_by_density(1000), &in_units) == GYRE_OK &&
        gyre_mass_scale(&in_units, unit, &exact->mass) == GYRE_OK) {
        exact->is_known = 1;
        exact->volume = exact->mass.mass / 1000;
    }
    d->best = GYRE_ESTIMATE_exact;
    return p;
}

static inline void part_free(own_part *p) {
    mesh_free(&p->mesh);
    free(p->diagnosis.rim_edges);
    *p = (own_part){0};
}

static inline void part_add_issue(own_part *p, gyre_issue_kind kind, int is_damage, int is_repaired, const char *text) {
    gyre_issue *issue = &p->diagnosis.issues[p->diagnosis.issue_count++];
    *issue = (gyre_issue){.kind = kind, .count = 1, .is_damage = is_damage, .is_repaired = is_repaired};
    snprintf(issue->text, sizeof issue->text, "%s", text);
}

static inline void part_add_rim(own_part *p, const uint32_t *loop, size_t count) {
    gyre_diagnosis *d = &p->diagnosis;
    d->rim_edges = realloc(d->rim_edges, 2 * (d->rim_edge_count + count) * sizeof *d->rim_edges);
    if (!d->rim_edges) abort();
    for (size_t i = 0; i < count; i++) {
        d->rim_edges[2 * (d->rim_edge_count + i)] = loop[i];
        d->rim_edges[2 * (d->rim_edge_count + i) + 1] = loop[(i + 1) % count];
    }
    d->rim_edge_count += count;
    d->loop_count++;
}

/// The page as a string; to be freed.
typedef gyre_result part_writer(const gyre_part *, size_t, const gyre_allocator *, const gyre_sink *);
static inline char *part_page(part_writer *write, const gyre_part *parts, size_t count) {
    gyre_memory_sink memory = {{0}, NULL, 0, 0};
    gyre_sink sink = gyre_sink_to_memory(&memory);
    if (write(parts, count, NULL, &sink) != GYRE_OK || sink.write("", 1, sink.user) != GYRE_OK) abort();
    return (char *)memory.bytes;
}
