/// Mass properties of many bodies, and explanations of many tensors, for check_same_answers.sh.
#include "answers.h"
#include "doctor_helpers.h"
#include "gyre/materials.h"
#include "shape_oracle.h"

static void put_tensor(FILE *file, const gyre_tensor *t) {
    fprintf(file, " [%.17g %.17g %.17g %.17g %.17g %.17g]", t->xx, t->yy, t->zz, t->xy, t->xz, t->yz);
}

static void put_properties(FILE *file, const char *name, gyre_result r, const gyre_mass_properties *p) {
    fprintf(file, "%s: %s", name, gyre_result_text(r));
    if (r == GYRE_OK) {
        fprintf(file, " %.17g (%.17g %.17g %.17g)", p->mass, p->center.x, p->center.y, p->center.z);
        put_tensor(file, &p->inertia);
    }
    fprintf(file, "\n");
}

static void put_principal(FILE *file, const gyre_mass_properties *p) {
    gyre_mass mass;
    gyre_quat axes;
    gyre_vec3 edges = {0};
    gyre_result r = gyre_mass_principal(p, &mass, &axes);
    fprintf(file, "  %s", gyre_result_text(r));
    if (r == GYRE_OK) {
        fprintf(file, " %.17g %.17g %.17g, %.17g %.17g %.17g %.17g", mass.inertia.x, mass.inertia.y, mass.inertia.z,
                axes.w, axes.x, axes.y, axes.z);
        CHECK_OK(gyre_mass_to_box(&mass, &edges));
        fprintf(file, ", as a box %.17g %.17g %.17g", edges.x, edges.y, edges.z);
        CHECK_OK(gyre_mass_principal_sorted(p, &mass, &axes));
        fprintf(file, ", sorted %.17g %.17g %.17g, %.17g %.17g %.17g %.17g", mass.inertia.x, mass.inertia.y,
                mass.inertia.z, axes.w, axes.x, axes.y, axes.z);
    }
    fprintf(file, "\n");
}

// Shifted, rotated, scaled, added to another body and subtracted again.
static void put_moved(FILE *file, random_source *r, const gyre_mass_properties *p) {
    gyre_mass_properties a = *p, b = {0}, sum = {0}, rest = {0};
    gyre_vec3 offset = random_vec3(r, 2);
    gyre_quat turn = random_rotation(r);
    put_properties(file, "  moved", gyre_mass_translate(p, offset, &a), &a);
    put_properties(file, "  turned", gyre_mass_rotate(&a, turn, &b), &b);
    put_properties(file, "  scaled", gyre_mass_scale(&b, random_between(r, 0.1, 3), &a), &a);
    put_properties(file, "  joined", gyre_mass_add(p, &b, &sum), &sum);
    put_properties(file, "  taken", gyre_mass_subtract(&sum, &b, &rest), &rest);
    put_properties(file, "  taken from less", gyre_mass_subtract(&b, &sum, &rest), &rest);
    gyre_tensor about;
    CHECK_OK(gyre_mass_inertia_about(&b, offset, &about));
    put_tensor(file, &about);
    put_properties(file, "  from there", gyre_mass_from_inertia_about(b.mass, b.center, offset, &about, &a), &a);
    put_principal(file, &b);
}

static void put_shapes(FILE *file, random_source *r) {
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++)
        for (int is_hollow = 0; is_hollow <= 1; is_hollow++)
            for (int trial = 0; trial < 6; trial++) {
                gyre_shape shape = random_shape(r, (gyre_shape_kind)kind, is_hollow);
                // some with a parameter at a limit or beyond it
                size_t which = (size_t)trial % gyre_shape_parameter_count((gyre_shape_kind)kind);
                if (trial == 3) shape.parameters[which] = 0;
                if (trial == 4) shape.parameters[which] *= 8;
                if (trial == 5) shape.parameters[which] *= -1;
                gyre_amount amount = trial % 2 ? gyre_by_mass(3) : gyre_by_density(0.5);
                double measure = 0;
                gyre_mass_properties p = {0};
                gyre_result measured = gyre_shape_measure(&shape, &measure);
                fprintf(file, "%s %d %d: %s %.17g, ", gyre_shape_name((gyre_shape_kind)kind), is_hollow, trial,
                        gyre_result_text(measured), measure);
                gyre_result made = gyre_mass_of_shape(&shape, amount, &p);
                put_properties(file, "mass", made, &p);
                if (made == GYRE_OK) put_moved(file, r, &p);
            }
}

static void put_points(FILE *file, random_source *r) {
    gyre_vec3 points[12];
    double masses[12];
    for (size_t count = 0; count <= 12; count++) {
        for (size_t i = 0; i < 12; i++) {
            points[i] = random_vec3(r, 1);
            masses[i] = i == 5 ? 0 : random_between(r, 0, 2);
        }
        if (count == 9) masses[8] = -0.1;
        if (count == 10) points[9].y = NAN;
        gyre_mass_properties p = {0};
        gyre_result made = gyre_mass_of_points(points, masses, count, &p);
        put_properties(file, "points", made, &p);
        if (made == GYRE_OK) put_principal(file, &p);
    }
}

static void put_mesh(FILE *file, const char *name, const own_mesh *m) {
    gyre_mesh_report report = {.text = ""};
    gyre_mass_properties p = {0};
    gyre_amount amount = gyre_by_density(2);
    gyre_result r = gyre_mass_of_mesh(&m->view, amount, NULL, &p, &report);
    put_properties(file, name, r, &p);
    fprintf(file,
            "  open %zu flipped %zu shared %zu degenerate %zu inverted %d first %zd volume %.17g area %.17g: %s\n",
            report.open_edges, report.flipped_edges, report.non_manifold_edges, report.degenerate_faces,
            report.is_inverted, (ptrdiff_t)report.first_bad_triangle, report.volume, report.area, report.text);
    put_properties(file, "  closed", gyre_mass_of_closed_mesh(&m->view, amount, &p), &p);
    put_properties(file, "  shell", gyre_mass_of_mesh_shell(&m->view, amount, &p), &p);
    put_properties(file, "  box", gyre_mass_of_bounding_box(&m->view, amount, &p), &p);
    for (size_t resolution = 0; resolution <= 9; resolution += 3)
        put_properties(file, "  cubes", gyre_mass_of_voxels(&m->view, resolution, amount, NULL, &p), &p);
}

static void put_meshes(FILE *file, random_source *r) {
    for (int which = 0; which < BASE_COUNT; which++) {
        own_mesh m = with_room(base_mesh(which));
        put_mesh(file, "mesh", &m);
        mesh_flip(&m, random_triangle(r, &m));
        put_mesh(file, "one flipped", &m);
        mesh_flip_all(&m);
        put_mesh(file, "all but one flipped", &m);
        mesh_remove_triangle(&m, random_triangle(r, &m));
        put_mesh(file, "one less", &m);
        const uint32_t *t = m.triangles + 3 * random_triangle(r, &m);
        mesh_add_triangle(&m, t[0], t[1], t[1]);
        mesh_add_triangle(&m, t[0], t[1], t[2]);
        put_mesh(file, "a flat and a double one", &m);
        m.triangles[4] = (uint32_t)m.view.vertex_count;
        put_mesh(file, "a vertex too far", &m);
        mesh_free(&m);
    }
}

// As heavy as far from the middle of a ball, nothing outside; a wall of another density from x = 0.3 on.
static double layered_density(gyre_vec3 point, void *user) {
    double radius2 = inner(point, point);
    (void)user;
    return radius2 > 1 ? 0 : point.x > 0.3 ? 5 : sqrt(radius2);
}

static void put_densities(FILE *file) {
    for (size_t budget = 3000; budget <= 100000; budget += 48500) {
        gyre_mass_properties p = {0};
        gyre_mass_error error = {0};
        gyre_result r = gyre_mass_of_density(layered_density, NULL, (gyre_vec3){-1, -0.5, -1}, (gyre_vec3){1, 1, 0.75},
                                             5e-2, budget, NULL, &p, &error);
        put_properties(file, "density", r, &p);
        fprintf(file, "  %.17g %.17g %.17g %zu\n", error.mass, error.center, error.inertia, error.evaluations);
    }
    for (size_t i = 0; gyre_material_at(i); i++)
        fprintf(file, "%s %.17g\n", gyre_material_at(i)->name, gyre_material_at(i)->density);
}

// ---- tensors that people state ----

static void put_verdict(FILE *file, const gyre_tensor *t, const gyre_mass_properties *actual) {
    gyre_inertia_report report = {.text = ""};
    gyre_result r = gyre_inertia_check(t, &report);
    put_tensor(file, t);
    fprintf(file, " %s: %d %.17g %.17g %.17g, %.17g, %s\n", gyre_result_text(r), (int)report.problem, report.moments[0],
            report.moments[1], report.moments[2], report.deficit, report.text);
    gyre_tensor nearest = {0};
    double change = 0;
    r = gyre_inertia_nearest(t, &nearest, &change);
    fprintf(file, "  nearest: %s %.17g", gyre_result_text(r), change);
    put_tensor(file, &nearest);
    gyre_inertia_explanation why = {0};
    r = gyre_inertia_explain(t, &why);
    fprintf(file, "\n  %s, %zu slips\n", gyre_result_text(r), why.count);
    for (size_t i = 0; i < why.count; i++) {
        fprintf(file, "    %d", (int)why.mendings[i].cause);
        put_tensor(file, &why.mendings[i].inertia);
        fprintf(file, " %s\n", why.mendings[i].text);
    }
    for (double tolerance = 1e-9; tolerance < 1; tolerance *= 1e3) {
        gyre_slip_report slip = {.text = ""};
        r = gyre_inertia_diagnose(t, actual, tolerance, &slip);
        fprintf(file, "    %s: %d, factor %g, error %.9g, %s\n", gyre_result_text(r), (int)slip.slip, slip.factor,
                slip.error, slip.text);
    }
}

enum {
    STATED_RIGHT,
    STATED_SIGN,
    STATED_ORDER,
    STATED_ENTRY,
    STATED_SECOND,
    STATED_POINT,
    STATED_UNIT,
    STATED_AXES,
    STATED_DIGITS,
    STATED_NEGATIVE,
    STATED_BROKEN,
    STATED_COUNT
};

// The tensor of a body with one common mistake.
static gyre_tensor stated_tensor(int mistake, const gyre_mass_properties *p) {
    gyre_tensor t = p->inertia;
    double half = 0.5 * (t.xx + t.yy + t.zz);
    switch (mistake) {
    case STATED_SIGN:
        return (gyre_tensor){t.xx, t.yy, t.zz, -t.xy, -t.xz, -t.yz};
    case STATED_ORDER:
        return (gyre_tensor){t.xx, t.xy, t.xz, t.yy, t.yz, t.zz};
    case STATED_ENTRY:
        return (gyre_tensor){t.xx, 100 * t.yy, t.zz, t.xy, t.xz, t.yz};
    case STATED_SECOND:
        return (gyre_tensor){half - t.xx, half - t.yy, half - t.zz, -t.xy, -t.xz, -t.yz};
    case STATED_POINT:
        CHECK_OK(gyre_mass_inertia_about(p, (gyre_vec3){0}, &t));
        return t;
    case STATED_UNIT:
        return (gyre_tensor){1e6 * t.xx, 1e6 * t.yy, 1e6 * t.zz, 1e6 * t.xy, 1e6 * t.xz, 1e6 * t.yz};
    case STATED_AXES:
        return (gyre_tensor){t.zz, t.xx, t.yy, t.xz, t.yz, t.xy};
    case STATED_DIGITS:
        return (gyre_tensor){rint(100 * t.xx) / 100, rint(100 * t.yy) / 100, rint(100 * t.zz) / 100,
                             rint(100 * t.xy) / 100, rint(100 * t.xz) / 100, rint(100 * t.yz) / 100};
    case STATED_NEGATIVE:
        return (gyre_tensor){t.xx, -t.yy, t.zz, t.xy, t.xz, t.yz};
    case STATED_BROKEN:
        return (gyre_tensor){t.xx, t.yy, INFINITY, t.xy, NAN, t.yz};
    default:
        return t;
    }
}

static void put_verdicts(FILE *file, random_source *r) {
    for (int trial = 0; trial < 12; trial++) {
        gyre_shape shape = random_shape(r,
                                        trial % 3 == 2 ? GYRE_SHAPE_rod
                                        : trial % 3    ? GYRE_SHAPE_plate
                                                       : GYRE_SHAPE_box,
                                        0);
        gyre_mass_properties p, turned, away;
        CHECK_OK(gyre_mass_of_shape(&shape, gyre_by_mass(random_between(r, 0.5, 5)), &p));
        CHECK_OK(gyre_mass_rotate(&p, random_rotation(r), &turned));
        CHECK_OK(gyre_mass_translate(&turned, random_vec3(r, 1), &away));
        for (int mistake = 0; mistake < STATED_COUNT; mistake++) {
            gyre_tensor stated = stated_tensor(mistake, &away);
            put_verdict(file, &stated, &away);
        }
    }
}

void put_masses(FILE *file) {
    random_source r = {31};
    put_shapes(file, &r);
    put_points(file, &r);
    put_meshes(file, &r);
    put_densities(file);
    put_verdicts(file, &r);
}
