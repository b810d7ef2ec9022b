/// The inertia of a steel plate with a hole, and the diagnosis of a wrong tensor.
#include <gyre/gyre.h>

#include <stdio.h>

static int failed(gyre_result r) {
    if (r != GYRE_OK) fprintf(stderr, "%s\n", gyre_result_text(r));
    return r != GYRE_OK;
}

int main(void) {
    gyre_amount steel = gyre_by_density(7850); // [kg/m^3]
    gyre_shape plate = {GYRE_SHAPE_box, 0, {0.2, 0.1, 0.01}}, hole = {GYRE_SHAPE_cylinder, 0, {0.02, 0.01}};
    gyre_mass_properties whole, bore, part;
    if (failed(gyre_mass_of_shape(&plate, steel, &whole)) || failed(gyre_mass_of_shape(&hole, steel, &bore))) return 1;
    // the hole is 5 cm off the centre
    if (failed(gyre_mass_translate(&bore, (gyre_vec3){0.05, 0, 0}, &bore))) return 1;
    if (failed(gyre_mass_subtract(&whole, &bore, &part))) return 1;

    gyre_mass body;
    gyre_quat axes;
    if (failed(gyre_mass_principal_sorted(&part, &body, &axes))) return 1;
    printf("mass %.4f kg, centre of mass at x = %.5f m\n", part.mass, part.center.x);
    printf("principal moments %.6f, %.6f, %.6f kg m^2\n", body.inertia.x, body.inertia.y, body.inertia.z);

    // the same tensor as a CAD program might print it, in kg mm^2
    gyre_tensor I = part.inertia, stated = {1e6 * I.xx, 1e6 * I.yy, 1e6 * I.zz, 1e6 * I.xy, 1e6 * I.xz, 1e6 * I.yz};
    gyre_slip_report slip;
    if (failed(gyre_inertia_diagnose(&stated, &part, 1e-6, &slip))) return 1;
    printf("%s\n", slip.text);

    gyre_tensor impossible = {1, 1, 3, 0, 0, 0};
    gyre_inertia_report report;
    if (gyre_inertia_check(&impossible, &report) != GYRE_OK) printf("%s\n", report.text);
    return 0;
}
