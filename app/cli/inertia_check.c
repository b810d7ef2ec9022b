/// `gyre inertia --check`: tests whether a rigid body can have a tensor, finds the mistake in an impossible tensor, and
/// compares a tensor with a mesh.
#include "inertia.h"

#include <stdio.h>

static const double TOLERANCE = 1e-2; // tolerance of a comparison, because data sheets give few digits
static const double LARGE = 100;      // [m]: a longer body is probably given in other units
static const double SMALL = 1e-4;     // [m]: a shorter body is probably given in other units

static gyre_tensor tensor_of(const number_list *list) {
    const double *n = list->items; // the last three are 0 if only three are given
    return (gyre_tensor){n[0], n[1], n[2], n[3], n[4], n[5]};
}

// ---- size of a body with the tensor ----

static double longest(gyre_vec3 size) {
    double longer = size.x > size.y ? size.x : size.y;
    return longer > size.z ? longer : size.z;
}

static int box_of(double mass, const double moments[3], double factor, gyre_vec3 *out_size) {
    gyre_mass body = {mass, {factor * moments[0], factor * moments[1], factor * moments[2]}};
    if (body.inertia.x < 0) body.inertia.x = 0; // the check tolerates slightly negative values
    return gyre_mass_to_box(&body, out_size) == GYRE_OK;
}

// Prints the units in which the same numbers give a body of ordinary size.
static void suggest_units(double mass, const double moments[3], gyre_vec3 size) {
    static const struct {
        double factor;
        const char *text;
    } units[] = {{1e-3, "in g m^2 (multiply by 1e-3)"},
                 {1e-6, "in kg mm^2 (multiply by 1e-6)"},
                 {1e-9, "in g mm^2 (multiply by 1e-9)"},
                 {1e3, "for a mass in grams, not kg"}};
    char text[200];
    snprintf(text, sizeof text, "a body of %.3g kg with this inertia is %.3g m long: check the units", mass,
             longest(size));
    print_log(GYRE_LOG_WARNING, text, NULL);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        gyre_vec3 other;
        if (!box_of(mass, moments, units[i].factor, &other)) continue;
        if (longest(other) > LARGE || longest(other) < SMALL) continue;
        printf("  %s it is %.3g x %.3g x %.3g m\n", units[i].text, other.x, other.y, other.z);
    }
}

static void print_box(double mass, const double moments[3]) {
    gyre_vec3 size;
    if (!box_of(mass, moments, 1, &size)) return;
    printf("with %.6g kg it is equivalent to a solid box of %.3g x %.3g x %.3g m\n", mass, size.x, size.y, size.z);
    if (longest(size) > LARGE || longest(size) < SMALL) suggest_units(mass, moments, size);
}

// ---- the mistake in an impossible tensor ----

static void print_mendings(const gyre_tensor *tensor) {
    gyre_inertia_explanation explanation;
    gyre_tensor nearest;
    double change;
    if (gyre_inertia_explain(tensor, &explanation) != GYRE_OK) return; // not finite: already printed
    if (explanation.count == 0) printf("no known mistake explains it\n");
    for (size_t i = 0; i < explanation.count; i++) {
        printf("possible %s: %s; corrected tensor:\n", i ? "alternative" : "mistake", explanation.mendings[i].text);
        inertia_print_entries("  ", &explanation.mendings[i].inertia);
    }
    int is_nearest_told = explanation.count > 0 && explanation.mendings[0].cause == GYRE_CAUSE_ROUNDING;
    if (is_nearest_told || gyre_inertia_nearest(tensor, &nearest, &change) != GYRE_OK) return;
    printf("nearest possible tensor (%.3g kg m^2 away):\n", change);
    inertia_print_entries("  ", &nearest);
}

static int check_alone(const gyre_tensor *tensor, gyre_inertia_report *out_report) {
    gyre_result r = gyre_inertia_check(tensor, out_report);
    printf("tensor [kg m^2]\n");
    inertia_print_tensor("  ", tensor);
    if (r == GYRE_OK) {
        printf("possible: %s\n", out_report->text);
        return EXIT_DONE;
    }
    printf("impossible: %s\n", out_report->text);
    print_mendings(tensor);
    return EXIT_FAILED;
}

// ---- comparison with the mesh ----

static int compare(const gyre_tensor *tensor, const inertia_parts *parts) {
    gyre_mass_properties mesh;
    gyre_slip_report report;
    gyre_result r = gyre_parts_total(parts->views, parts->count, &mesh);
    if (r == GYRE_OK) r = gyre_inertia_diagnose(tensor, &mesh, TOLERANCE, &report);
    if (r != GYRE_OK) {
        fprintf(stderr, "gyre inertia: %s\n", gyre_result_text(r));
        return EXIT_USAGE;
    }
    printf("tensor of the mesh [kg m^2], for a mass of %.6g kg\n", mesh.mass);
    inertia_print_tensor("  ", &mesh.inertia);
    printf("comparison: %s\n", report.text);
    if (report.slip == GYRE_SLIP_NONE)
        printf("  (the largest difference is %.2g %% of the largest entry)\n", 100 * report.error);
    else
        print_log(GYRE_LOG_WARNING, "the tensor differs from that of the mesh", NULL);
    return EXIT_DONE;
}

int inertia_check(const inertia_request *request, const inertia_parts *parts) {
    gyre_tensor tensor = tensor_of(&request->asked->check);
    gyre_inertia_report report;
    int code = check_alone(&tensor, &report);
    if (parts->count > 0) {
        int compared = compare(&tensor, parts);
        return compared != EXIT_DONE ? compared : code;
    }
    if (code == EXIT_DONE && request->mass > 0) print_box(request->mass, report.moments);
    return code;
}
