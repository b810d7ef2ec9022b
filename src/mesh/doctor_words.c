/// The doctor's findings in words, and the recommendation.
#include "mesh/doctor.h"

#include <stdarg.h>
#include <stdio.h>

// An estimate by surfaces and one by voxels agree when they are no farther apart than the voxels' own error and this.
static const double AGREEMENT = 0.005, AGREEMENT_OF_CAPS = 0.02, AGREEMENT_OF_FLAT_CAPS = 0.1,
                    AGREEMENT_UNEXPLAINED = 0.03;

static const struct {
    const char *name, *one, *several;
    int is_damage;
} issue_rows[] = {
#define X(name, is_damage, one, several) {#name, one, several, is_damage},
#include "gyre/mesh_issues.def"
#undef X
};

static const struct {
    const char *name, *text;
} estimate_rows[] = {
#define X(name, text) {#name, text},
#include "gyre/estimates.def"
#undef X
};

const char *gyre_issue_name(gyre_issue_kind kind) {
    return (unsigned)kind < GYRE_ISSUE_KIND_COUNT ? issue_rows[kind].name : NULL;
}
const char *gyre_estimate_name(gyre_estimate_kind kind) {
    return (unsigned)kind < GYRE_ESTIMATE_COUNT ? estimate_rows[kind].name : NULL;
}
const char *gyre_estimate_text(gyre_estimate_kind kind) {
    return (unsigned)kind < GYRE_ESTIMATE_COUNT ? estimate_rows[kind].text : NULL;
}

// ---- issues ----

// Adds an issue when there is one: "3 edges belong to one triangle only", and what else is to be said.
__attribute__((format(printf, 5, 6))) static void add_issue(gyre_diagnosis *d, gyre_issue_kind kind, finding f,
                                                            bool is_repaired, const char *more, ...) {
    if (f.count == 0) return;
    gyre_issue *issue = &d->issues[d->issue_count++];
    *issue = (gyre_issue){.kind = kind,
                          .count = f.count,
                          .first_triangle = f.first,
                          .is_damage = issue_rows[kind].is_damage,
                          .is_repaired = is_repaired};
    int length = snprintf(issue->text, sizeof issue->text, "%zu %s", f.count,
                          f.count == 1 ? issue_rows[kind].one : issue_rows[kind].several);
    va_list arguments;
    va_start(arguments, more);
    vsnprintf(issue->text + length, sizeof issue->text - (size_t)length, more, arguments);
    va_end(arguments);
}

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

static void describe_open(const examination *e, gyre_diagnosis *d) {
    finding open = e->counts.open;
    size_t holes = e->holes.loop_count;
    if (open.count > 0) {
        bool are_all_closed = e->holes.closed_count == holes;
        add_issue(d, GYRE_ISSUE_open_edge, open, are_all_closed, ": the rim%s of %zu hole%s%s%s", plural(holes), holes,
                  plural(holes), are_all_closed ? ", closed for the repaired surface" : "",
                  e->holes.are_flat && are_all_closed ? " by flat caps" : "");
        return;
    }
    finding joined = {e->open_before, 0};
    if (e->joined_places > 0)
        add_issue(d, GYRE_ISSUE_open_edge, joined, true, ": cracks, closed by joining %zu vert%s up to %.3g apart",
                  e->joined_places, e->joined_places == 1 ? "ex" : "ices", e->crack_width);
    else
        add_issue(d, GYRE_ISSUE_open_edge, joined, true,
                  ": vertices were split, %zu of them at the place of another; joined", d->joined_count);
}

void gyre_describe_issues(const examination *e, gyre_diagnosis *d) {
    finding crossings = e->crossings.pairs, none = {0};
    if (crossings.count == 0) crossings.count = e->crossed_shells / 2 + (e->crossed_shells & 1);
    describe_open(e, d);
    add_issue(d, GYRE_ISSUE_non_manifold_edge, e->counts.non_manifold_edges, false, "%s",
              e->is_closed ? ", as parts do that touch along an edge" : "");
    add_issue(d, GYRE_ISSUE_non_manifold_vertex, e->counts.non_manifold_vertices, false, "%s", "");
    add_issue(d, GYRE_ISSUE_duplicate_face, e->duplicate, true, "%s", "; the copies were dropped");
    add_issue(d, GYRE_ISSUE_degenerate_face, e->degenerate, true, "%s", ", which changes nothing");
    add_issue(d, GYRE_ISSUE_flipped_face, e->flipped, true, "%s", "; turned like their neighbours");
    add_issue(d, GYRE_ISSUE_inverted, e->inverted, true, "%s",
              e->cavities.count > 0 ? "; turned (a surface inside another one bounds a cavity)" : "; turned");
    add_issue(d, GYRE_ISSUE_self_intersection, crossings, false, "%s",
              e->crossings.is_interrupted     ? ", or more"
              : e->crossings.pairs.count == 0 ? ": closed surfaces reach into each other"
                                              : "");
    add_issue(d, GYRE_ISSUE_cavity, e->cavities, false, "%s", "");
    add_issue(d, GYRE_ISSUE_separate_shells, e->parts.count > 1 ? e->parts : none, false, "%s", "");
}

// ---- the recommendation ----

// How far two estimates of the same density are apart: volume, centre and inertia, relative. With a given mass the
// inertias have been scaled to it: the density is put back.
static double distance(const examination *e, const gyre_estimate *a, const gyre_estimate *b) {
    gyre_vec3 low = e->box.low, high = e->box.high;
    double size = e->options->unit * length((vec3){high.x - low.x, high.y - low.y, high.z - low.z});
    gyre_mass_properties other = b->mass;
    double k = b->volume / a->volume * a->mass.mass / b->mass.mass;
    const gyre_tensor *I = &b->mass.inertia;
    other.mass *= k;
    other.inertia = (gyre_tensor){k * I->xx, k * I->yy, k * I->zz, k * I->xy, k * I->xz, k * I->yz};
    gyre_mass_comparison c = gyre_mass_compare(&other, &a->mass, size);
    return larger(magnitude(b->volume / a->volume - 1), larger(c.inertia, c.center));
}

__attribute__((format(printf, 2, 3))) static void say(gyre_diagnosis *d, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(d->trust, sizeof d->trust, format, arguments);
    va_end(arguments);
}

// For sentences; nobody needs to know more exactly that two numbers agree.
static double percent(double part) { return larger(100 * part, 0.01); }

// What was done to the surface: "after 3 triangles were turned round and 1 hole was closed".
static void list_repairs(const examination *e, char *text, size_t size) {
    const struct {
        size_t count;
        const char *one, *several;
    } rows[] = {
        {e->joined_places, "vertex was joined with its neighbour", "vertices were joined with their neighbours"},
        {e->duplicate.count, "doubled triangle was dropped", "doubled triangles were dropped"},
        {e->flipped.count, "triangle was turned round", "triangles were turned round"},
        {e->inverted.count, "surface was turned inside out", "surfaces were turned inside out"},
        {e->holes.closed_count, "hole was closed", "holes were closed"},
    };
    size_t left = 0, used = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        left += rows[i].count > 0;
    text[0] = 0;
    for (size_t i = 0, first = 1; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].count == 0) continue;
        const char *between = first ? "" : left == 1 ? " and " : ", ";
        int length = snprintf(text + used, size - used, "%s%zu %s", between, rows[i].count,
                              rows[i].count == 1 ? rows[i].one : rows[i].several);
        used = used + (size_t)length < size ? used + (size_t)length : size - 1;
        first = 0;
        left--;
    }
}

static void trust_surface(const examination *e, gyre_diagnosis *d, const char *repairs) {
    char check[120] = "";
    bool has_voxel = d->estimates[GYRE_ESTIMATE_voxel].is_known;
    if (has_voxel) snprintf(check, sizeof check, " The voxel estimate agrees within %.2g %%.", percent(d->spread));
    const char *crossing = "";
    if (is_overlapping(e))
        crossing = " Triangles pass through each other, but enclose hardly any volume twice.";
    else if (e->crossings.is_interrupted)
        crossing = " The search for triangles that pass through each other was cut short.";
    const char *sheet =
        e->holes.closed_count > 0 ? " If the part is a sheet and no solid, give its thickness instead." : "";
    if (d->best == GYRE_ESTIMATE_exact)
        say(d, "Use exact: the surface is closed and consistently wound.%s%s", crossing, check);
    else
        say(d, "Use repaired: after %s the surface is closed and consistently wound.%s%s%s", repairs, crossing, check,
            sheet);
}

static void trust_voxel(const examination *e, gyre_diagnosis *d, gyre_estimate_kind surface_kind) {
    const char *why = "parts of the surface enclose the same volume twice or none";
    if (!e->is_closed && e->counts.non_manifold_edges.count > 0)
        why = "the surface cannot be closed: edges with more than two triangles leave open which side is inside";
    else if (!e->is_closed)
        why = "the surface cannot be closed";
    else if (is_overlapping(e))
        why = "parts run through each other, and an integral over the surface counts what they share more than once";
    else if (e->holes.closed_count > 0)
        why = "the holes are too large to say how they should be closed";
    double error = d->estimates[GYRE_ESTIMATE_voxel].error;
    if (d->estimates[surface_kind].is_known)
        say(d,
            "Use voxel (statistical error about %.2g %%): %s. It is %.2g %% away from the integral over the %s "
            "surface.",
            percent(error), why, percent(d->spread), surface_kind == GYRE_ESTIMATE_exact ? "given" : "repaired");
    else
        say(d, "Use voxel (statistical error about %.2g %%): %s.", percent(error), why);
}

// May the integral over the surface be used, when the voxels say something else by `apart`?
static bool is_surface_better(const examination *e, const gyre_estimate *voxel, double apart) {
    if (!e->is_closed) return false;
    if (!voxel->is_known) return true;
    double error = voxel->error;
    if (is_overlapping(e)) return apart <= error + AGREEMENT;
    if (e->holes.closed_count > 0)
        return apart <= error + (e->holes.are_flat ? AGREEMENT_OF_FLAT_CAPS : AGREEMENT_OF_CAPS);
    return apart <= 2 * error + AGREEMENT_UNEXPLAINED;
}

void gyre_recommend(const examination *e, gyre_diagnosis *d) {
    const gyre_estimate *voxel = &d->estimates[GYRE_ESTIMATE_voxel];
    gyre_estimate_kind surface_kind = is_changed(e) ? GYRE_ESTIMATE_repaired : GYRE_ESTIMATE_exact;
    const gyre_estimate *surface_estimate = &d->estimates[surface_kind];
    if (surface_estimate->is_known && voxel->is_known) d->spread = distance(e, surface_estimate, voxel);
    char repairs[240];
    list_repairs(e, repairs, sizeof repairs);
    if (e->options->thickness > 0 && d->estimates[GYRE_ESTIMATE_shell].is_known) {
        d->best = GYRE_ESTIMATE_shell;
        d->spread = 0;
        say(d, "Use shell: the triangles are taken as a sheet %.6g m thick, as asked for.", e->options->thickness);
    } else if (surface_estimate->is_known && is_surface_better(e, voxel, d->spread)) {
        d->best = surface_kind;
        trust_surface(e, d, repairs);
    } else if (voxel->is_known) {
        d->best = GYRE_ESTIMATE_voxel;
        if (!surface_estimate->is_known) d->spread = voxel->error;
        trust_voxel(e, d, surface_kind);
    } else {
        d->best = surface_kind;
        say(d, "Use %s with care: nothing else could be computed to check it.", gyre_estimate_name(surface_kind));
    }
}
