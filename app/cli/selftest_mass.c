/// Items 40 to 51: mass properties.
#include "selftest.h"

#include <math.h>
#include <string.h>

static double tensor_distance(const gyre_tensor *a, const gyre_tensor *b) {
    double diagonal = fmax(fmax(fabs(a->xx - b->xx), fabs(a->yy - b->yy)), fabs(a->zz - b->zz));
    double products = fmax(fmax(fabs(a->xy - b->xy), fabs(a->xz - b->xz)), fabs(a->yz - b->yz));
    return fmax(diagonal, products);
}

static gyre_mass_properties mass_of(verdict *v, gyre_shape shape, gyre_amount amount) {
    gyre_mass_properties properties = {0};
    must(v, gyre_mass_of_shape(&shape, amount, &properties));
    return properties;
}

// A mesh of a box with edges x, y, z and a corner at the origin.
typedef struct box_mesh {
    double positions[24];
} box_mesh;

static const uint32_t box_triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                           2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static gyre_mesh mesh_of_box(gyre_vec3 size, box_mesh *memory) {
    for (int i = 0; i < 8; i++) {
        memory->positions[3 * i] = i & 1 ? size.x : 0;
        memory->positions[3 * i + 1] = i & 2 ? size.y : 0;
        memory->positions[3 * i + 2] = i & 4 ? size.z : 0;
    }
    return (gyre_mesh){memory->positions, 8, box_triangles, 12};
}

// The corner of a cube: its volume is 1/6, that of its bounding box is 1.
static const double corner_positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const uint32_t corner_triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
static const gyre_mesh CORNER = {corner_positions, 4, corner_triangles, 4};

static void item_40(verdict *v) {
    const gyre_vec3 points[4] = {{1, 0, 0.5}, {-0.3, 2, 0}, {0, -1, 3}, {2, 2, 2}};
    const double masses[4] = {1, 2, 0.5, 3};
    gyre_mass_properties found = {0};
    gyre_tensor about_origin = {0}, direct = {0};
    must(v, gyre_mass_of_points(points, masses, 4, &found));
    must(v, gyre_mass_inertia_about(&found, (gyre_vec3){0, 0, 0}, &about_origin));
    for (int i = 0; i < 4; i++) { // sum of m (r^2 1 - r r^T)
        gyre_vec3 r = points[i];
        direct.xx += masses[i] * (r.y * r.y + r.z * r.z);
        direct.yy += masses[i] * (r.x * r.x + r.z * r.z);
        direct.zz += masses[i] * (r.x * r.x + r.y * r.y);
        direct.xy -= masses[i] * r.x * r.y;
        direct.xz -= masses[i] * r.x * r.z;
        direct.yz -= masses[i] * r.y * r.z;
    }
    double error = tensor_distance(&about_origin, &direct);
    expect_that(v, error < 1e-13 && found.mass == 6.5, "M = 6.5, tensors equal", "M = %g, error %.1e", found.mass,
                error);
}

static void item_40a(verdict *v) {
    gyre_mass_properties box = mass_of(v, (gyre_shape){GYRE_SHAPE_box, 0, {2, 3, 4}}, gyre_by_density(1));
    const gyre_particle particles[2] = {{{0, 0, 0}, {4, 0, 0}}, {{4, 0, 0}, {0, 0, 0}}};
    const double masses[2] = {1, 3};
    double moment = 0;
    gyre_particle center = {{0, 0, 0}, {0, 0, 0}};
    must(v, gyre_inertia_about_axis(&box.inertia, (gyre_vec3){1, 1, 0}, &moment));
    must(v, gyre_particles_center(particles, masses, 2, &center, NULL));
    int is_right = fabs(moment - 45) < 1e-13 && center.x.x == 3 && center.v.x == 1;
    expect_that(v, is_right, "45 kg m^2; x = 3, v = 1", "%g kg m^2; x = %g, v = %g", moment, center.x.x, center.v.x);
}

static void item_41(verdict *v) {
    gyre_mass_properties box = mass_of(v, (gyre_shape){GYRE_SHAPE_box, 0, {2, 3, 4}}, gyre_by_density(1));
    gyre_mass_properties ball = mass_of(v, (gyre_shape){GYRE_SHAPE_sphere, 0, {1}}, gyre_by_mass(1));
    double error = fmax(fabs(box.inertia.xx - 50), fmax(fabs(box.inertia.yy - 40), fabs(box.inertia.zz - 26)));
    error = fmax(error, fmax(fabs(box.mass - 24), fabs(ball.inertia.xx - 0.4)));
    expect_that(v, error < 1e-14, "24 kg; 50, 40, 26; 0.4", "%g kg; %g, %g, %g; %g", box.mass, box.inertia.xx,
                box.inertia.yy, box.inertia.zz, ball.inertia.xx);
}

static void item_42(verdict *v) {
    gyre_mass_properties exact = {0}, box = {0};
    must(v, gyre_mass_of_mesh(&CORNER, gyre_by_density(1), NULL, &exact, NULL));
    must(v, gyre_mass_of_bounding_box(&CORNER, gyre_by_density(1), &box));
    gyre_mass_comparison error = gyre_mass_compare(&box, &exact, 1);
    expect_that(v, fabs(error.mass - 5) < 1e-14, "mass too large by 500 %", "by %.4g %%", 100 * error.mass);
}

static void item_43(verdict *v) {
    gyre_mass_properties exact = {0}, coarse = {0}, fine = {0};
    must(v, gyre_mass_of_mesh(&CORNER, gyre_by_density(1), NULL, &exact, NULL));
    must(v, gyre_mass_of_voxels(&CORNER, 8, gyre_by_density(1), NULL, &coarse));
    must(v, gyre_mass_of_voxels(&CORNER, 128, gyre_by_density(1), NULL, &fine));
    double first = gyre_mass_compare(&coarse, &exact, 1).inertia, last = gyre_mass_compare(&fine, &exact, 1).inertia;
    expect_that(v, last < first / 8 && last < 0.02, "16 x finer: < 1/8 error", "%.2g, then %.2g", first, last);
}

static int in_cylinder(gyre_vec3 p, void *user) {
    (void)user;
    return p.x * p.x + p.y * p.y <= 1;
}

static void item_43a(verdict *v) {
    gyre_mass_properties found = {0};
    gyre_mass_error claimed = {0};
    must(v, gyre_mass_of_inside(in_cylinder, NULL, (gyre_vec3){-1, -1, -1}, (gyre_vec3){1, 1, 1}, 1e-2, 1000000,
                                gyre_by_density(1), &found, &claimed));
    double error = fabs(found.mass - 6.283185307179586);
    expect_that(v, error <= claimed.mass && claimed.mass <= 1e-2 * found.mass, "error <= claimed <= 1 %",
                "%.1e of %.1e kg", error, claimed.mass);
}

static void item_44(verdict *v) {
    box_mesh memory;
    gyre_mesh mesh = mesh_of_box((gyre_vec3){2, 3, 4}, &memory);
    gyre_mass_properties found = {0};
    gyre_mass_properties box = mass_of(v, (gyre_shape){GYRE_SHAPE_box, 0, {2, 3, 4}}, gyre_by_density(1));
    must(v, gyre_mass_of_mesh(&mesh, gyre_by_density(1), NULL, &found, NULL));
    double error = tensor_distance(&found.inertia, &box.inertia) / 50;
    expect_that(v, error < 1e-12, "tensor of the box to 1e-12", "error %.1e", error);
}

static void item_45(verdict *v) {
    gyre_mass_properties cube = mass_of(v, (gyre_shape){GYRE_SHAPE_box, 0, {2, 2, 2}}, gyre_by_density(1));
    gyre_mass_properties whole = mass_of(v, (gyre_shape){GYRE_SHAPE_box, 0, {2, 2, 4}}, gyre_by_density(1));
    gyre_mass_properties low = {0}, high = {0}, joined = {0};
    must(v, gyre_mass_translate(&cube, (gyre_vec3){0, 0, -1}, &low));
    must(v, gyre_mass_translate(&cube, (gyre_vec3){0, 0, 1}, &high));
    must(v, gyre_mass_add(&low, &high, &joined));
    double error = tensor_distance(&joined.inertia, &whole.inertia);
    expect_that(v, error < 1e-13, "two cubes = box 2 x 2 x 4", "error %.1e", error);
}

static void item_46(verdict *v) {
    // a rotated tensor with nearly equal moments
    gyre_mat3 R = gyre_quat_to_mat3((gyre_quat){0.5, 0.5, -0.5, 0.5}),
              diagonal = {{{1, 0, 0}, {0, 1 + 1e-9, 0}, {0, 0, 2}}};
    gyre_mat3 mix = {{{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}}};
    R = matrix_product(&mix, &R);
    gyre_mat3 R_transposed, A, V = {{{0}}};
    for (int i = 0; i < 9; i++)
        R_transposed.m[i / 3][i % 3] = R.m[i % 3][i / 3];
    A = matrix_product(&R, &diagonal);
    A = matrix_product(&A, &R_transposed);
    gyre_vec3 values = {0};
    must(v, gyre_symmetric_eigen(&A, &values, &V));
    gyre_mat3 scaled = V, AV = matrix_product(&A, &V);
    for (int i = 0; i < 3; i++) {
        scaled.m[i][0] *= values.x;
        scaled.m[i][1] *= values.y;
        scaled.m[i][2] *= values.z;
    }
    gyre_vec3 a = {V.m[0][0], V.m[1][0], V.m[2][0]}, b = {V.m[0][1], V.m[1][1], V.m[2][1]};
    gyre_vec3 c = cross_of(a, b), third = {V.m[0][2], V.m[1][2], V.m[2][2]};
    double residual = matrix_distance(&AV, &scaled), handed = length_of(minus(c, third));
    expect_that(v, residual < 4e-15 && handed < 4e-15, "A V = V D, det V = +1", "residual %.1e", residual);
}

static void item_47(verdict *v) {
    const gyre_tensor impossible = {1, 1, 3, 0, 0, 0}, rod = {1, 1, 0, 0, 0, 0}, plate = {1, 2, 3, 0, 0, 0};
    gyre_inertia_report report = {0};
    int is_refused = gyre_inertia_check(&impossible, &report) == GYRE_ERR_INERTIA;
    must(v, gyre_inertia_check(&rod, NULL));
    must(v, gyre_inertia_check(&plate, NULL));
    expect_that(v, is_refused && report.deficit == 1, "3 > 1 + 1 refused, by 1", "%s, by %g",
                is_refused ? "refused" : "accepted", report.deficit);
}

static void item_47a(verdict *v) {
    gyre_mat3 skew = {{{2, -0.5, 0}, {0.5, 3, 0}, {0, 0, 4}}};
    gyre_tensor none;
    gyre_inertia_report report = {0};
    int is_refused = gyre_inertia_from_matrix(&skew, &none, &report) == GYRE_ERR_NOT_SYMMETRIC;
    int is_named = strstr(report.text, "Ixy = -0.5 and Iyx = 0.5") != NULL;
    expect_that(v, is_refused && is_named && report.deficit == 1, "Ixy and Iyx differ by 1", "%s differ by %g",
                is_named ? "Ixy and Iyx" : "entries", report.deficit);
}

static void item_48(verdict *v) {
    const gyre_rigid_body nothing = {0}; // mass 0: its inverse mass and inertia are 0
    gyre_system system = gyre_system_default();
    system.bodies = &nothing;
    system.body_count = 1;
    system.gravity.z = -9.81;
    gyre_state state = {.x = {1, 2, 3}, .q = {1, 0, 0, 0}};
    double y[GYRE_STATE_SIZE], ydot[GYRE_STATE_SIZE], largest = 0;
    gyre_state_to_array(&state, y);
    must(v, gyre_dydt(0, y, ydot, &system));
    for (int i = 0; i < GYRE_STATE_SIZE; i++)
        largest = fmax(largest, fabs(ydot[i]));
    gyre_mass mass = {2, {1, 1.5, 2}};
    gyre_auxiliary A = {0};
    must(v, gyre_auxiliary_of(&mass, &state, &A));
    expect_that(v, largest == 0 && A.I_inv.m[2][2] == 0.5, "1/I = 0.5; static: dy/dt = 0", "%g; %g", A.I_inv.m[2][2],
                largest);
}

static void item_49(verdict *v) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, (gyre_vec3){0, 0, 0});
    gyre_body_def def = brick();
    def.mass.center = (gyre_vec3){0.5, 0, 0};
    def.position = (gyre_vec3){10, 0, 0};
    def.orientation = (gyre_quat){sqrt(0.5), 0, 0, sqrt(0.5)}; // x to y
    gyre_body_id body = add_body(v, world, &def);
    gyre_state state = {0};
    must(v, gyre_body_get_state(world, body, &state));
    gyre_vec3 origin = motion_of(v, world, body).position;
    double error = length_of(minus(state.x, (gyre_vec3){10, 0.5, 0})) + length_of(minus(origin, def.position));
    expect_that(v, error < 4e-15, "(10, 0), (10, 0.5)", "(%g, %.3g), (%g, %g)", origin.x, fabs(round(origin.y)),
                state.x.x, state.x.y);
    gyre_world_destroy(world);
}

// Motion of a box after an impulse of 1 N s along y, 0.5 m off its centre along x.
static gyre_motion after_impulse(verdict *v, double length) {
    gyre_world *world = begin_world(v, GYRE_METHOD_exact, (gyre_vec3){0, 0, 0});
    gyre_body_def def = gyre_body_def_default();
    def.mass = mass_of(v, (gyre_shape){GYRE_SHAPE_box, 0, {length, 1, 1}}, gyre_by_mass(2));
    gyre_body_id body = add_body(v, world, &def);
    must(v, gyre_body_apply_impulse(world, body, (gyre_vec3){0, 1, 0}, (gyre_vec3){0.5, 0, 0}));
    gyre_motion motion = motion_of(v, world, body);
    gyre_world_destroy(world);
    return motion;
}

static void item_50(verdict *v) {
    gyre_tensor box = mass_of(v, (gyre_shape){GYRE_SHAPE_box, 0, {4, 1, 1}}, gyre_by_mass(2)).inertia;
    gyre_tensor ball = mass_of(v, (gyre_shape){GYRE_SHAPE_sphere, 0, {1}}, gyre_by_mass(2)).inertia;
    gyre_motion shorter = after_impulse(v, 1), longer = after_impulse(v, 4);
    int is_right = box.xx < box.yy && box.xx < box.zz && ball.xx == ball.yy && ball.yy == ball.zz;
    double v_ratio = shorter.velocity.y / longer.velocity.y;
    double w_ratio = shorter.angular_velocity.z / longer.angular_velocity.z;
    // I of a box about z is M (x^2 + y^2) / 12: 17/2 times larger for the long box
    expect_that(v, is_right && v_ratio == 1 && fabs(w_ratio - 8.5) < 1e-14, "ratio of v 1, of w 8.5",
                "ratio of v %g, of w %g", v_ratio, w_ratio);
}

static void item_51(verdict *v) {
    gyre_mass mass = {2, {1, 1.5, 2}};
    gyre_state state = {.q = {sqrt(0.5), 0, 0, sqrt(0.5)}}; // 90 degrees about z
    gyre_auxiliary A = {0};
    must(v, gyre_auxiliary_of(&mass, &state, &A));
    double error = fabs(A.I.m[0][0] - 1.5) + fabs(A.I.m[1][1] - 1) + fabs(A.I.m[2][2] - 2);
    expect_that(v, error < 4e-15, "1, 1.5, 2 -> 1.5, 1, 2", "%g, %g, %g", A.I.m[0][0], A.I.m[1][1], A.I.m[2][2]);
}

const selftest_item selftest_mass[] = {
    {"40", "point masses: M, centre, tensor by two formulas", item_40},
    {"40a", "moment n . I n; centre and velocity of particles", item_40a},
    {"41", "box 2 x 3 x 4 of density 1; ball of 1 kg, 1 m", item_41},
    {"42", "error of a bounding box as an approximation", item_42},
    {"43", "voxels converge to the exact tensor", item_43},
    {"43a", "inside test of a cylinder: the error is a bound", item_43a},
    {"44", "closed mesh of a box, by the divergence theorem", item_44},
    {"45", "compound bodies, parallel axis theorem", item_45},
    {"46", "principal axes with nearly equal moments", item_46},
    {"47", "impossible tensors refused; rod and plate accepted", item_47},
    {"47a", "a matrix that is not symmetric names its entries", item_47a},
    {"48", "inverse inertia; a body without mass is static", item_48},
    {"49", "centre of mass away from the model's origin", item_49},
    {"50", "same impulse off centre on a cube and a long box", item_50},
    {"51", "a 90 degree rotation swaps entries of the inertia", item_51},
    {0, 0, 0},
};
