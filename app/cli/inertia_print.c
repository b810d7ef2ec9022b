/// Prints the report of a mesh: its size, mass properties, defects, and how well the estimates agree.
#include "inertia.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_WIDTH = 96 };

// ---- pieces of text ----

// Prints indented text in lines of TEXT_WIDTH; the first line begins at the current `column`.
static void print_wrapped(const char *text, int column, int indent) {
    while (*text) {
        size_t length = strcspn(text, " ");
        if (text[length] == ' ' && text[length + 1] == '%') length += 1 + strcspn(text + length + 1, " "); // 0.3 %
        if (column > indent && column + 1 + (int)length > TEXT_WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            printf(" ");
            column++;
        }
        printf("%.*s", (int)length, text);
        column += (int)length;
        text += length;
        text += strspn(text, " ");
    }
    printf("\n");
}

static void print_amount(const char *name, double value, const char *unit) {
    printf("  %-18s %s %s", name, short_text(value).digits, unit);
}

void inertia_print_tensor(const char *indent, const gyre_tensor *t) {
    const double rows[3][3] = {{t->xx, t->xy, t->xz}, {t->xy, t->yy, t->yz}, {t->xz, t->yz, t->zz}};
    for (int i = 0; i < 3; i++)
        printf("%s%14s %14s %14s\n", indent, short_text(rows[i][0]).digits, short_text(rows[i][1]).digits,
               short_text(rows[i][2]).digits);
}

void inertia_print_entries(const char *indent, const gyre_tensor *t) {
    printf("%s", indent);
    for (int i = 0; i < 6; i++)
        printf("%s%s", i ? " " : "", exact_text((&t->xx)[i]).digits);
    printf("\n");
}

// ---- the answer ----

static void print_size(const gyre_diagnosis *d) {
    printf("%.4g x %.4g x %.4g m", d->high.x - d->low.x, d->high.y - d->low.y, d->high.z - d->low.z);
}

static void print_read(const inertia_part *part) {
    const char *format = gyre_model_format_text(part->format);
    printf("%s\n  %.*s: %zu triangle%s, %zu vertices", shown(part->file).text, (int)strcspn(format, ","), format,
           part->triangle_count, part->triangle_count == 1 ? "" : "s", part->vertex_count);
    if (part->diagnosis.joined_count > 0) printf(" (%zu merged)", part->diagnosis.joined_count);
    printf("; ");
    print_size(&part->diagnosis);
    printf("\n\n");
}

static void print_density(const inertia_request *request, double mass, double volume) {
    if (request->mass > 0)
        printf("  (%s; %.6g kg/m^3)\n", mass < request->mass ? "share of --mass" : "from --mass", mass / volume);
    else if (request->material)
        printf("  (%s, %g kg/m^3)\n", request->material->name, request->density);
    else if (request->is_density_given)
        printf("  (%g kg/m^3)\n", request->density);
    else
        printf("  (default density %g kg/m^3: give --density or --mass)\n", request->density);
}

static void print_axes(const gyre_mass *moments, gyre_quat axes) {
    const double values[3] = {moments->inertia.x, moments->inertia.y, moments->inertia.z};
    const gyre_vec3 units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    printf("  principal moments [kg m^2]  along\n");
    for (int i = 0; i < 3; i++) {
        gyre_vec3 axis = gyre_quat_rotate(axes, units[i]);
        printf("    %14s  ", short_text(values[i]).digits);
        const double numbers[3] = {axis.x, axis.y, axis.z};
        for (int k = 0; k < 3; k++)
            printf(" %9.6f", fabs(numbers[k]) < 5e-7 ? 0 : numbers[k]); // not -0
        printf("\n");
    }
}

static gyre_result print_answer(const inertia_request *request, const gyre_mass_properties *mass, double volume,
                                double area) {
    static const char *const frames[GYRE_INERTIA_FRAME_COUNT] = {"about the centre of mass, along the axes of the mesh",
                                                                 "about the origin of the mesh, along its axes",
                                                                 "about the centre of mass, along the principal axes"};
    gyre_mass moments;
    gyre_quat axes;
    gyre_result r = gyre_mass_principal_sorted(mass, &moments, &axes);
    if (r != GYRE_OK) return r;
    gyre_tensor inertia = gyre_inertia_in_frame(mass, request->frame, axes);
    if (request->frame == GYRE_INERTIA_PRINCIPAL)
        inertia = (gyre_tensor){moments.inertia.x, moments.inertia.y, moments.inertia.z, 0, 0, 0};
    print_amount("mass", mass->mass, "kg");
    print_density(request, mass->mass, volume);
    print_amount("volume", volume, "m^3\n");
    if (area > 0) print_amount("area", area, "m^2\n");
    printf("  %-18s %s %s %s m\n", "centre of mass", short_text(mass->center.x).digits,
           short_text(mass->center.y).digits, short_text(mass->center.z).digits);
    printf("  inertia [kg m^2], %s\n", frames[request->frame]);
    inertia_print_tensor("    ", &inertia);
    print_axes(&moments, axes);
    return GYRE_OK;
}

// ---- the diagnosis ----

static void print_issues(const gyre_diagnosis *d) {
    int damages = 0;
    for (size_t i = 0; i < d->issue_count; i++)
        damages += d->issues[i].is_damage;
    printf("\n  diagnosis: %s%s\n", damages ? "damaged" : "no damage", d->is_watertight ? ", watertight" : "");
    // defects come before notes
    for (int is_damage = 1; is_damage >= 0; is_damage--)
        for (size_t i = 0; i < d->issue_count; i++) {
            const gyre_issue *issue = &d->issues[i];
            if (!issue->is_damage != !is_damage) continue;
            const char *label = !is_damage ? "note" : issue->is_repaired ? "repaired" : "damage";
            printf("    %-9s ", label);
            print_wrapped(issue->text, 14, 14);
        }
}

// Formats the difference from the best estimate, such as "-0.05 %"; empty for the best estimate.
static void difference_text(double value, double reference, int is_best, char out[16]) {
    double percent = 100 * (value / reference - 1), size = fabs(percent);
    out[0] = 0;
    if (is_best || reference == 0 || !isfinite(percent)) return;
    if (size < 1e-9)
        snprintf(out, 16, "same");
    else if (size < 0.01)
        snprintf(out, 16, "<0.01 %%");
    else if (size < 9.5)
        snprintf(out, 16, "%+.*g %%", size < 0.095 ? 1 : 2, percent);
    else if (size < 999.5)
        snprintf(out, 16, "%+.0f %%", percent);
    else
        snprintf(out, 16, "x %.2g", value / reference);
}

static void print_estimate(const inertia_request *request, const gyre_diagnosis *d, gyre_estimate_kind kind,
                           gyre_quat axes) {
    const gyre_estimate *e = &d->estimates[kind], *best = &d->estimates[d->best];
    gyre_tensor inertia = gyre_inertia_in_frame(&e->mass, request->frame, axes),
                reference = gyre_inertia_in_frame(&best->mass, request->frame, axes);
    const double values[5] = {e->mass.mass, e->volume, inertia.xx, inertia.yy, inertia.zz},
                 references[5] = {best->mass.mass, best->volume, reference.xx, reference.yy, reference.zz};
    int is_best = kind == d->best, gap = 0; // spaces to print before the next word, so that no line ends with spaces
    printf("  %c %-9s", is_best ? '>' : ' ', gyre_estimate_name(kind));
    for (int i = 0; i < 5; i++) {
        char difference[16];
        difference_text(values[i], references[i], is_best, difference);
        int length = printf("%*s%.4g", gap, "", values[i]) - gap;
        if (difference[0]) length += printf("%*s%s", length < 10 ? 10 - length : 1, "", difference);
        gap = length < 19 ? 19 - length : 1;
    }
    printf("\n");
}

static void print_estimates(const inertia_request *request, const gyre_diagnosis *d, gyre_quat axes) {
    printf("\n  %-10s %-18s %-18s %-18s %-18s %s\n", "estimates", "mass [kg]", "volume [m^3]", "Ixx [kg m^2]", "Iyy",
           "Izz");
    for (int kind = 0; kind < GYRE_ESTIMATE_COUNT; kind++)
        if (d->estimates[kind].is_known) print_estimate(request, d, (gyre_estimate_kind)kind, axes);
}

static void print_trust(const gyre_diagnosis *d) {
    printf("  > marks the estimate used above");
    if (isfinite(d->spread) && d->spread > 0) printf("; spread %.2g %%", 100 * d->spread);
    printf("\n  ");
    print_wrapped(d->trust, 2, 2);
}

static gyre_result print_part(const inertia_request *request, const inertia_part *part) {
    const gyre_diagnosis *d = &part->diagnosis;
    const gyre_estimate *best = &d->estimates[d->best];
    gyre_mass moments;
    gyre_quat axes;
    gyre_result r = gyre_mass_principal_sorted(&best->mass, &moments, &axes);
    if (r != GYRE_OK) return r;
    print_read(part);
    r = print_answer(request, &best->mass, best->volume, d->area);
    print_issues(d);
    print_estimates(request, d, axes);
    print_trust(d);
    return r;
}

static gyre_result print_total(const inertia_request *request, const inertia_parts *parts) {
    gyre_mass_properties total;
    gyre_result r = gyre_parts_total(parts->views, parts->count, &total);
    if (r != GYRE_OK) return r;
    double volume = 0;
    for (size_t i = 0; i < parts->count; i++)
        volume += parts->items[i].diagnosis.estimates[parts->items[i].diagnosis.best].volume;
    printf("\ntotal of %zu parts\n", parts->count);
    return print_answer(request, &total, volume, 0);
}

int inertia_print(const inertia_request *request, const inertia_parts *parts) {
    gyre_result r = GYRE_OK;
    for (size_t i = 0; i < parts->count && r == GYRE_OK; i++) {
        if (i > 0) printf("\n");
        r = print_part(request, &parts->items[i]);
    }
    if (r == GYRE_OK && parts->count > 1) r = print_total(request, parts);
    if (r == GYRE_OK) return EXIT_DONE;
    fprintf(stderr, "gyre inertia: %s\n", gyre_result_text(r));
    return EXIT_USAGE;
}
