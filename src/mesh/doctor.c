/// Runs an examination: joins vertices, examines and repairs the surface, computes the estimates.
#include "mesh/doctor.h"

#include "base/memory.h"
#include "mass/tensor.h"
#include "math/finite.h"
#include "mesh/voxels.h"

enum { DOCTOR_MARKER = 0x47594431 }; // "GYD1"

// A triangle is degenerate if its height is below this fraction of its longer edges: its area is then rounding error.
static const double AREA_NOISE = 0x1p-50;
// Tolerances for merging vertices on open rims, as fractions of the box's diagonal, tried in this order until no edge
// is open. The first tolerance closes only gaps due to rounding: many programs compute sin(pi) as 1e-16, so the poles
// of their spheres are tiny circles.
static const double CRACKS[] = {1e-10, 1e-6, 1e-5, 1e-4};

// A voxel estimate with a larger relative error is discarded.
static const double VOXEL_ERROR_MAX = 0.3;
// Holes count as large if their caps exceed this fraction of the total area.
static const double LARGE_HOLES = 0.01;

gyre_doctor_options gyre_doctor_options_default(void) {
    return (gyre_doctor_options){
        .marker = DOCTOR_MARKER,
        .amount = {GYRE_AMOUNT_DENSITY, 1000},
        .unit = 1,
        .weld = -1,
        .voxel_budget = 100000,
    };
}

static void report(const examination *e, double part, const char *what) {
    if (e->options->on_progress) e->options->on_progress(part, what, e->options->user);
}

// ---- joining ----

// Counts the open edges of the given mesh, before vertices at equal positions are merged.
static gyre_result count_given_open(examination *e) {
    edge_table edges;
    gyre_result r = gyre_edges_make(e->mesh, e->s.allocator, &edges);
    if (r != GYRE_OK) return r;
    edge_group edge;
    for (edge_cursor at = {0}; gyre_edges_next(&edges, &at, &edge);)
        e->open_before += edge.count == 1;
    gyre_edges_free(e->s.allocator, &edges);
    return GYRE_OK;
}

static gyre_result mend_cracks(examination *e, gyre_diagnosis *d) {
    gyre_vec3 low = e->box.low, high = e->box.high;
    double size = length((vec3){high.x - low.x, high.y - low.y, high.z - low.z});
    size_t open_before = e->counts.open.count;
    gyre_result r = GYRE_OK;
    for (size_t i = 0; i < sizeof CRACKS / sizeof *CRACKS && r == GYRE_OK && e->counts.open.count > 0; i++) {
        crack_report cracks;
        r = gyre_mend_cracks(&e->s, CRACKS[i] * size, i == 0, &cracks);
        if (r != GYRE_OK || cracks.joined == 0) continue;
        d->joined_count += cracks.joined;
        if (i > 0) e->joined_places += cracks.joined;
        if (i > 0) e->crack_width = larger(e->crack_width, cracks.distance);
        finding flipped_now;
        r = gyre_find_patches(&e->s, &e->counts, &flipped_now);
        if (e->flipped.count < flipped_now.count) e->flipped = flipped_now;
    }
    if (e->joined_places > 0) e->cracked_edges = open_before - e->counts.open.count;
    return r;
}

static gyre_result join(examination *e, gyre_diagnosis *d) {
    const gyre_doctor_options *o = e->options;
    report(e, 0.02, "joining vertices");
    gyre_result r =
        gyre_surface_join(e->mesh, &e->box, o->weld > 0 ? o->weld : 0, &o->allocator, &e->s, &e->degenerate);
    if (r != GYRE_OK) return r;
    d->joined_count = e->mesh->vertex_count - e->s.place_count;
    if (d->joined_count > 0 && !o->is_soup) r = count_given_open(e);
    report(e, 0.12, "comparing triangles");
    if (r == GYRE_OK) r = gyre_drop_duplicates(&e->s, &e->duplicate);
    if (r == GYRE_OK && e->s.triangle_count == 0) r = GYRE_ERR_SHAPE;
    report(e, 0.17, "following edges");
    if (r == GYRE_OK) r = gyre_find_patches(&e->s, &e->counts, &e->flipped);
    if (r == GYRE_OK && o->weld < 0) r = mend_cracks(e, d);
    return r;
}

// ---- examining and repairing ----

// Counts degenerate triangles, |e1 x e2| <= noise |e1| |e2| (compared as squares). Triangles that collapsed when
// vertices were merged are already counted.
static void find_flat(examination *e) {
    for (size_t i = 0; i < e->s.triangle_count; i++) {
        mesh_corners p = corners_of(&e->s, i);
        vec3 e1 = sub(p.b, p.a), e2 = sub(p.c, p.a), n = mesh_normal(p, (vec3){1, 1, 1});
        if (dot(n, n) <= AREA_NOISE * AREA_NOISE * dot(e1, e1) * dot(e2, e2))
            note_finding(&e->degenerate, e->s.origins[i]);
    }
}

static bool is_solid(const shell *s) { return s->is_closed && magnitude(s->volume) > s->noise; }

static void count_shells(examination *e, gyre_diagnosis *d) {
    e->is_closed = true;
    double area = 0, caps = 0;
    for (size_t i = 0; i < e->s.shell_count; i++) {
        const shell *one = &e->s.shells[i];
        area += one->area;
        caps += one->cap_area;
        if (!one->is_closed) e->is_closed = false;
        if (one->is_crossed) e->crossed_shells++;
        if (is_solid(one)) note_finding(one->depth & 1 ? &e->cavities : &e->parts, one->first_triangle);
    }
    e->missing = caps > 0 ? caps / (area + caps) : 0;
    d->shell_count = e->s.shell_count;
    d->cavity_count = e->cavities.count;
}

// True if every shell is closed without caps.
static bool is_watertight(const examination *e) {
    for (size_t i = 0; i < e->s.shell_count; i++)
        if (!e->s.shells[i].is_closed) return false;
    return e->counts.open.count == 0;
}

static gyre_result examine(examination *e, gyre_diagnosis *d, triangle_tree *tree) {
    find_flat(e);
    d->is_watertight = is_watertight(e);
    gyre_result r = GYRE_OK;
    if (e->counts.open.count > 0) {
        report(e, 0.3, "closing holes");
        r = gyre_close_holes(&e->s, &e->holes);
        if (r == GYRE_OK) r = gyre_find_closed(&e->s);
    }
    report(e, 0.33, "sorting triangles");
    if (r == GYRE_OK) r = gyre_tree_make(&e->s, tree);
    if (r != GYRE_OK) return r;
    gyre_measure_shells(&e->s);
    report(e, 0.37, "looking for intersections");
    e->crossings = gyre_find_intersections(tree, e->s.shells);
    report(e, 0.5, "nesting surfaces");
    r = gyre_nest_shells(&e->s, tree, &e->is_nesting_interrupted);
    if (r != GYRE_OK) return r;
    gyre_turn_shells(&e->s, &e->inverted, &e->doubtful_shells);
    count_shells(e, d);
    return GYRE_OK;
}

// ---- estimates ----

// Converts mass properties for density one, in mesh units, to the requested density or mass, in metres. `measure` is
// the dimension of the integral: 3 for volumes, 2 for areas.
static bool weigh(const examination *e, gyre_mass_properties one, int measure, double density, gyre_estimate *out) {
    double u = e->options->unit, m = measure == 3 ? u * u * u : u * u;
    double matter = one.mass * m,
           mass = e->options->amount.kind == GYRE_AMOUNT_MASS ? e->options->amount.value : density * matter;
    double factor = mass / one.mass * u * u;
    gyre_estimate known = {
        .is_known = 1,
        .volume = matter,
        .mass = {mass,
                 {u * one.center.x, u * one.center.y, u * one.center.z},
                 tensor_plus((gyre_tensor){0}, factor, one.inertia)},
    };
    bool is_good = mass > 0 && is_finite(mass) && is_finite(matter) && is_finite_vec3(known.mass.center) &&
                   gyre_inertia_check(&known.mass.inertia, NULL) == GYRE_OK;
    if (is_good) *out = known;
    return is_good;
}

static void weigh_volumes(const examination *e, gyre_diagnosis *d) {
    double density = e->options->amount.value;
    gyre_mass_properties one;
    gyre_mesh repaired = mesh_of_surface(&e->s);
    if (gyre_mass_of_closed_mesh(e->mesh, gyre_by_density(1), &one) == GYRE_OK)
        weigh(e, one, 3, density, &d->estimates[GYRE_ESTIMATE_exact]);
    if (is_changed(e) && gyre_mass_of_closed_mesh(&repaired, gyre_by_density(1), &one) == GYRE_OK)
        weigh(e, one, 3, density, &d->estimates[GYRE_ESTIMATE_repaired]);
    if (gyre_mass_of_bounding_box(e->mesh, gyre_by_density(1), &one) == GYRE_OK)
        weigh(e, one, 3, density, &d->estimates[GYRE_ESTIMATE_box]);
}

static gyre_result weigh_voxels(const examination *e, const triangle_tree *tree, gyre_diagnosis *d) {
    if (e->options->voxel_budget == 0) return GYRE_OK;
    work_progress progress = {e->options->on_progress, e->options->user, "counting voxels", 0.6, 1};
    // at a large hole the winding number falls gradually from 1 to 0, so the position where it equals 1/2 must be
    // accurate
    bool has_large_holes = e->missing > LARGE_HOLES;
    winding_field field;
    gyre_result r = gyre_winding_make(tree, has_large_holes ? WINDING_CAREFUL : WINDING_QUICK, &field);
    if (r != GYRE_OK) return r;
    shape_moments m;
    double error;
    r = gyre_fill_voxels(&field, e->options->voxel_budget, &progress, &m, &error);
    gyre_winding_free(&field);
    if (r == GYRE_ERR_NO_MEMORY) return r;
    if (r != GYRE_OK || error > VOXEL_ERROR_MAX) return GYRE_OK; // no voxel estimate
    gyre_mass_properties one;
    if (gyre_moments_to_properties(m, gyre_by_density(1), &one) != GYRE_OK) return GYRE_OK;
    double k = 1 / e->s.scale;
    one.mass *= k * k * k;
    one.center = (gyre_vec3){e->s.middle.x + k * one.center.x, e->s.middle.y + k * one.center.y,
                             e->s.middle.z + k * one.center.z};
    one.inertia = tensor_plus((gyre_tensor){0}, k * k * k * k * k, one.inertia);
    if (weigh(e, one, 3, e->options->amount.value, &d->estimates[GYRE_ESTIMATE_voxel]))
        d->estimates[GYRE_ESTIMATE_voxel].error = error;
    return GYRE_OK;
}

// Estimate for a sheet of the given thickness; if no thickness is given, for a sheet with the mass of the best
// estimate.
static void weigh_shell(const examination *e, gyre_diagnosis *d) {
    const gyre_estimate *best = &d->estimates[d->best];
    double thickness = e->options->thickness;
    gyre_mesh sheet = mesh_of_surface(&e->s);
    sheet.triangle_count -= e->s.cap_count;
    gyre_mass_properties one;
    gyre_estimate sheet_estimate = {0};
    if (gyre_mass_of_mesh_shell(&sheet, gyre_by_density(1), &one) != GYRE_OK) return;
    d->area = one.mass * e->options->unit * e->options->unit;
    if (!(thickness > 0) && !best->is_known) return;
    double density = thickness > 0 ? e->options->amount.value * thickness : best->mass.mass / d->area;
    if (!weigh(e, one, 2, density, &sheet_estimate)) return;
    sheet_estimate.volume = thickness > 0 ? sheet_estimate.volume * thickness : best->volume;
    d->estimates[GYRE_ESTIMATE_shell] = sheet_estimate;
}

// ---- result ----

static void hand_over(examination *e, gyre_diagnosis *d) {
    surface *s = &e->s;
    d->mesh = mesh_of_surface(s);
    d->unit = e->options->unit;
    d->cap_triangle_count = s->cap_count;
    d->rim_edges = s->rim_edges;
    d->rim_edge_count = s->rim_edge_count;
    d->allocator = e->options->allocator;
    s->positions = NULL;
    s->triangles = NULL;
    s->rim_edges = NULL;
}

static gyre_vec3 in_metres(double unit, gyre_vec3 p) { return (gyre_vec3){unit * p.x, unit * p.y, unit * p.z}; }

static gyre_result diagnose(examination *e, gyre_diagnosis *d) {
    triangle_tree tree = {0};
    gyre_result r = join(e, d);
    if (r == GYRE_OK) r = examine(e, d, &tree);
    if (r == GYRE_OK) {
        report(e, 0.55, "integrating");
        weigh_volumes(e, d);
        r = weigh_voxels(e, &tree, d);
    }
    gyre_tree_free(&tree);
    if (r != GYRE_OK) return r;
    d->loop_count = e->holes.loop_count;
    d->low = in_metres(e->options->unit, e->box.low);
    d->high = in_metres(e->options->unit, e->box.high);
    gyre_describe_issues(e, d);
    gyre_recommend(e, d);
    weigh_shell(e, d);
    if (e->options->thickness > 0) gyre_recommend(e, d); // choose again, now that the shell estimate is known
    if (!d->estimates[d->best].is_known) return GYRE_ERR_SHAPE;
    hand_over(e, d);
    report(e, 1, "done");
    return GYRE_OK;
}

static gyre_result check_options(const gyre_doctor_options *o) {
    if (o->marker != DOCTOR_MARKER) return GYRE_ERR_DEFINITION;
    if (!(o->unit > 0) || !is_finite(o->unit)) return GYRE_ERR_OPTION;
    if (!(o->thickness >= 0) || !is_finite(o->thickness) || !is_finite(o->weld)) return GYRE_ERR_OPTION;
    if (!gyre_is_amount(o->amount)) return GYRE_ERR_MASS;
    return gyre_allocator_check(&o->allocator);
}

gyre_result gyre_diagnose(const gyre_mesh *mesh, const gyre_doctor_options *options, gyre_diagnosis *out_diagnosis) {
    if (!mesh || !out_diagnosis) return GYRE_ERR_NULL_POINTER;
    gyre_doctor_options standard = gyre_doctor_options_default();
    examination e = {.mesh = mesh, .options = options ? options : &standard};
    gyre_result r = check_options(e.options);
    size_t bad_triangle;
    if (r == GYRE_OK) r = gyre_mesh_scan(mesh, &e.box, &bad_triangle);
    if (r != GYRE_OK) return r;
    gyre_diagnosis d = {0};
    r = diagnose(&e, &d);
    gyre_surface_free(&e.s);
    if (r == GYRE_OK) *out_diagnosis = d;
    return r;
}

void gyre_diagnosis_clear(gyre_diagnosis *diagnosis) {
    if (!diagnosis) return;
    gyre_give_back(&diagnosis->allocator, (void *)diagnosis->mesh.positions);
    gyre_give_back(&diagnosis->allocator, (void *)diagnosis->mesh.triangles);
    gyre_give_back(&diagnosis->allocator, diagnosis->rim_edges);
    *diagnosis = (gyre_diagnosis){0};
}
