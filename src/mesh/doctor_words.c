/// Texts of the issues, and the recommendation with its reason.
#include "mesh/doctor.h"

#include <stdarg.h>
#include <stdio.h>

// A surface estimate and a voxel estimate agree if they differ by at most the voxel error plus this tolerance.
static const double AGREEMENT = 0.005, AGREEMENT_OF_CAPS = 0.02, AGREEMENT_UNEXPLAINED = 0.03;
// If more than this fraction of the surface is missing, the result is only a guess.
static const double LARGE_PART = 0.2;

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

// Adds an issue if f.count > 0: "3 edges belong to one triangle only", followed by the formatted text.
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

// End of the message about holes.
static const char *describe_caps(const examination *e, const gyre_diagnosis *d) {
    bool is_one = e->holes.loop_count == 1;
    if (e->holes.closed_count < e->holes.loop_count)
        return is_one ? ", which was not closed" : ", not all of which were closed";
    if (!d->estimates[GYRE_ESTIMATE_repaired].is_known) return "; closed, the surface encloses no volume";
    if (e->holes.are_flat) return is_one ? ", which was closed by a flat cap" : ", which were closed by flat caps";
    return is_one ? ", which was closed" : ", which were closed";
}

static void describe_open(const examination *e, gyre_diagnosis *d) {
    finding open = e->counts.open, cracked = {e->cracked_edges, 0};
    size_t holes = e->holes.loop_count;
    char cracks[80] = "";
    if (e->joined_places > 0)
        snprintf(cracks, sizeof cracks, "cracks, closed by merging %zu vert%s up to %.3g apart", e->joined_places,
                 e->joined_places == 1 ? "ex" : "ices", e->crack_width);
    if (open.count > 0 && e->options->thickness > 0) {
        add_issue(d, GYRE_ISSUE_open_edge, open, false, ": %zu border%s of the sheet", holes, plural(holes));
        d->issues[d->issue_count - 1].is_damage = 0; // a sheet has borders
    } else if (open.count > 0) {
        bool are_all_closed = e->holes.closed_count == holes && d->estimates[GYRE_ESTIMATE_repaired].is_known;
        add_issue(d, GYRE_ISSUE_open_edge, open, are_all_closed, ": the rim%s of %zu hole%s%s%s%s", plural(holes),
                  holes, plural(holes), describe_caps(e, d), cracks[0] ? "; also " : "", cracks);
    } else {
        add_issue(d, GYRE_ISSUE_open_edge, cracked, true, ": %s", cracks);
    }
}

// Texture and normal seams usually have several vertices at one position, so such vertices are not damage.
static void describe_merged(const examination *e, gyre_diagnosis *d) {
    size_t merged = d->joined_count - e->joined_places;
    bool closes_edges = e->open_before > e->counts.open.count + e->cracked_edges;
    finding split = {closes_edges ? merged : 0, 0};
    if (e->options->weld > 0)
        add_issue(d, GYRE_ISSUE_split_vertex, split, true, " up to %.3g apart", e->options->weld);
    else
        add_issue(d, GYRE_ISSUE_split_vertex, split, true, " at the same position, as is usual at texture seams");
}

// Reports intersecting triangles, or closed surfaces that overlap without intersecting triangles.
static void describe_crossings(const examination *e, gyre_diagnosis *d) {
    finding crossings = e->crossings.pairs;
    if (crossings.count == 0) crossings.count = e->crossed_shells / 2 + (e->crossed_shells & 1);
    if (crossings.count == 0) return;
    add_issue(d, GYRE_ISSUE_self_intersection, crossings, false, "%s",
              e->crossings.is_interrupted ? "; the search was stopped, so there may be more" : "");
    gyre_issue *issue = &d->issues[d->issue_count - 1];
    if (e->crossings.pairs.count == 0)
        snprintf(issue->text, sizeof issue->text, "%zu closed surface%s", e->crossed_shells,
                 e->crossed_shells == 1 ? " overlaps another one" : "s overlap");
}

void gyre_describe_issues(const examination *e, gyre_diagnosis *d) {
    finding none = {0};
    describe_open(e, d);
    add_issue(d, GYRE_ISSUE_non_manifold_edge, e->counts.non_manifold_edges, false, "%s",
              e->is_closed ? "; closed parts touch there" : "");
    add_issue(d, GYRE_ISSUE_non_manifold_vertex, e->counts.non_manifold_vertices, false, "%s", "");
    add_issue(d, GYRE_ISSUE_duplicate_face, e->duplicate, true, "%s", "; removed");
    add_issue(d, GYRE_ISSUE_degenerate_face, e->degenerate, true, "%s", "; this does not affect the result");
    add_issue(d, GYRE_ISSUE_flipped_face, e->flipped, true, "%s", "; reversed");
    add_issue(d, GYRE_ISSUE_inverted, e->inverted, true, "%s",
              e->cavities.count > 0 ? "; reversed (a surface inside another one bounds a cavity)" : "; reversed");
    describe_crossings(e, d);
    add_issue(d, GYRE_ISSUE_cavity, e->cavities, false, "%s", "");
    add_issue(d, GYRE_ISSUE_separate_shells, e->parts.count > 1 ? e->parts : none, false, "%s", "");
    describe_merged(e, d);
}

// ---- the recommendation ----

// Largest relative difference in volume, centre or inertia between two estimates, compared at equal density. Undoes the
// scaling of the inertias to a given mass.
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

// A percentage for messages; two digits suffice.
typedef struct percent_text {
    char digits[24];
} percent_text;

static percent_text percent(double part) {
    percent_text text;
    if (part < 0.995)
        snprintf(text.digits, sizeof text.digits, "%.2g %%", larger(100 * part, 0.01));
    else if (part < 9.995)
        snprintf(text.digits, sizeof text.digits, "%.0f %%", 100 * part);
    else
        snprintf(text.digits, sizeof text.digits, "more than 1000 %%");
    return text;
}

// Lists the repairs: "2 triangles were reversed and 1 hole was closed".
static void list_repairs(const examination *e, char *text, size_t size) {
    const struct {
        size_t count;
        const char *one, *several;
    } rows[] = {
        {e->joined_places, "vertex was merged with a neighbour", "vertices were merged with neighbours"},
        {e->duplicate.count, "duplicate triangle was removed", "duplicate triangles were removed"},
        {e->flipped.count, "triangle was reversed", "triangles were reversed"},
        {e->inverted.count, "inside-out surface was reversed", "inside-out surfaces were reversed"},
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

// Warns about other interpretations of a surface whose holes were closed.
static const char *other_reading(const examination *e) {
    if (e->holes.closed_count == 0) return "";
    if (e->holes.loop_count > 1 && e->missing > LARGE_PART)
        return " If the part is a sheet, not a solid, give its thickness. If a wall between two holes is missing, the "
               "result is wrong.";
    return " If the part is a sheet, not a solid, give its thickness instead.";
}

static const char *stopped_searches(const examination *e) {
    if (e->crossings.is_interrupted && e->is_nesting_interrupted)
        return " The searches for intersecting triangles and for surfaces inside others were stopped early.";
    if (e->crossings.is_interrupted) return " The search for intersecting triangles was stopped early.";
    return e->is_nesting_interrupted ? " The search for surfaces inside others was stopped early." : "";
}

static void trust_surface(const examination *e, gyre_diagnosis *d, const char *repairs) {
    const gyre_estimate *voxel = &d->estimates[GYRE_ESTIMATE_voxel];
    char check[160] = " No voxel estimate is available as a check.";
    bool is_far = d->spread > smaller(2 * voxel->error, 0.05) + AGREEMENT_UNEXPLAINED;
    if (voxel->is_known && is_far)
        snprintf(check, sizeof check, " The voxel estimate, which closes holes differently, differs by %s.",
                 percent(d->spread).digits);
    else if (voxel->is_known)
        snprintf(check, sizeof check, " The voxel estimate agrees within %s.", percent(d->spread).digits);
    const char *crossing = "";
    if (is_overlapping(e))
        crossing = " Triangles intersect, but the volume that is enclosed twice is negligible.";
    else
        crossing = stopped_searches(e);
    if (d->best == GYRE_ESTIMATE_exact)
        say(d, "Use the estimate 'exact': the surface is closed and consistently wound.%s%s", crossing, check);
    else
        say(d, "Use the estimate 'repaired': %s. The surface is now closed and consistently wound.%s%s%s", repairs,
            crossing, check, other_reading(e));
}

static const char *why_voxel(const examination *e) {
    if (!e->is_closed && e->counts.non_manifold_edges.count > 0)
        return "the surface cannot be closed, because edges with more than two triangles make its inside ambiguous";
    if (!e->is_closed) return "the surface cannot be closed";
    if (is_overlapping(e))
        return "parts overlap, and an integral over the surface counts their common volume more than once";
    if (e->crossings.cap_count > 0) return "caps that close the holes intersect the rest of the surface";
    if (e->holes.closed_count > 0) return "it is unclear how to close the holes";
    return "parts of the surface enclose the same volume twice, or no volume";
}

static void trust_voxel(const examination *e, gyre_diagnosis *d, gyre_estimate_kind surface_kind) {
    double error = d->estimates[GYRE_ESTIMATE_voxel].error;
    char beside[120] = "";
    if (d->estimates[surface_kind].is_known)
        snprintf(beside, sizeof beside, " It differs from the integral over the %s surface by %s.",
                 surface_kind == GYRE_ESTIMATE_exact ? "given" : "repaired", percent(d->spread).digits);
    if (e->missing > LARGE_PART)
        say(d,
            "Do not rely on this: about %s of the surface is missing, so the voxel estimate is only a guess; %s.%s%s",
            percent(e->missing).digits, why_voxel(e), beside, other_reading(e));
    else
        say(d, "Use the estimate 'voxel' (statistical error about %s): %s.%s", percent(error).digits, why_voxel(e),
            beside);
}

// True if the integral over the surface can be used although the voxel estimate differs by `apart`.
static bool is_surface_better(const examination *e, const gyre_estimate *voxel, double apart) {
    if (!e->is_closed) return false;
    if (!voxel->is_known) return true;
    double error = voxel->error;
    if (is_overlapping(e)) return apart <= error + AGREEMENT;
    if (e->holes.closed_count > 0) {
        // a flat rim has one obvious cap; voxels are inaccurate if a part consists mostly of rims
        bool is_evident = e->holes.are_flat && e->crossings.cap_count == 0 && e->doubtful_shells == 0;
        return is_evident || apart <= error + AGREEMENT_OF_CAPS;
    }
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
        say(d, "Use the estimate 'shell': the triangles are taken as a sheet %.6g m thick, as requested.",
            e->options->thickness);
    } else if (surface_estimate->is_known && is_surface_better(e, voxel, d->spread)) {
        d->best = surface_kind;
        trust_surface(e, d, repairs);
    } else if (voxel->is_known) {
        d->best = GYRE_ESTIMATE_voxel;
        // without a check, assume an error of at least the missing fraction
        if (!surface_estimate->is_known) d->spread = larger(voxel->error, e->missing);
        trust_voxel(e, d, surface_kind);
    } else {
        d->best = surface_kind;
        say(d, "Use the estimate '%s' with care: no other estimate is available to check it.",
            gyre_estimate_name(surface_kind));
    }
}
