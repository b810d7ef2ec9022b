/// Extreme values give right results or errors that name them: extremes quick|full [control]. Masses 1e-12 to 1e12 kg,
/// rods and plates, spins 1e-9 to 1e6 rad/s, steps 1e-9 to 10 s, places to 1e12 m, forces to 1e300 N, every method.
/// Every tolerance below is derived from roundings, u = 2^-53 each; errors are counted in units of it.
#include "extremes.h"

#include <inttypes.h>

tally sums;
bool is_control;
static int stride; // of decades

static double decade(int exponent) { return pow(10, exponent); }

// ---- what is set is read back ----

// Position and mass: the same bits. v = (M v) / M: two roundings. w, along the principal axes of an unturned body,
// likewise, with two more for the sums with zeros; a turned one loses up to 16 roundings of L against the smallest
// moment.
static void compare_with(const extreme *e, const gyre_body_def *def) {
    gyre_motion m;
    gyre_mass_properties mass;
    gyre_vec3 I = moments_of(def);
    insist(gyre_body_get_motion(e->world, e->body, &m), "get_motion");
    insist(gyre_body_get_mass(e->world, e->body, &mass), "get_mass");
    note_same(&m.position, &def->position, sizeof m.position, "position");
    note_same(&mass, &def->mass, sizeof mass, "mass");
    note_vector(m.velocity, def->velocity, 2 * U * length_of(def->velocity), "velocity");
    double roundings = def->orientation.w == 1 ? 4 : 16 * largest_of(I) / smallest_of(I);
    note_vector(m.angular_velocity, def->angular_velocity, roundings * U * length_of(def->angular_velocity), "spin");
}

// By the definition of a body, and set later on one that was another.
static void check_read_back(gyre_body_def def) {
    extreme e = begin_extreme(GYRE_METHOD_exact, (gyre_vec3){0, 0, 0});
    gyre_result r = gyre_world_add_body(e.world, &def, &e.body);
    if (r == GYRE_OK)
        compare_with(&e, &def);
    else
        note_refusal(r == GYRE_ERR_NOT_FINITE || r == GYRE_ERR_MASS || r == GYRE_ERR_INERTIA, r, "add_body");
    if (r == GYRE_OK) insist(gyre_world_remove_body(e.world, e.body), "remove_body");
    gyre_body_def plain = extreme_body(SHAPE_BRICK, 1);
    gyre_motion motion = {def.position, def.orientation, def.velocity, def.angular_velocity};
    insist(gyre_world_add_body(e.world, &plain, &e.body), "add_body");
    r = gyre_body_set_mass(e.world, e.body, &def.mass);
    if (r == GYRE_OK) r = gyre_body_set_motion(e.world, e.body, &motion);
    if (r == GYRE_OK)
        compare_with(&e, &def);
    else
        note_refusal(r == GYRE_ERR_NOT_FINITE || r == GYRE_ERR_MASS || r == GYRE_ERR_INERTIA, r, "set_motion");
    end_extreme(&e);
}

static void read_back_everything(void) {
    for (int mass = -12; mass <= 12; mass += stride)
        for (int place = 0; place <= 12; place += stride)
            for (int speed = -9; speed <= 6; speed += stride)
                for (int shape = 0; shape < SHAPE_COUNT; shape++) {
                    gyre_body_def def = extreme_body(shape, decade(mass));
                    def.position = (gyre_vec3){decade(place), -0.3 * decade(place), 1 / 3.0};
                    def.velocity = (gyre_vec3){decade(speed), 0.1 * decade(speed), -decade(speed)};
                    def.angular_velocity = (gyre_vec3){-decade(speed), 0.7 * decade(speed), decade(speed)};
                    check_read_back(def);
                    def.orientation = (gyre_quat){0.5, -0.5, 0.5, 0.5};
                    check_read_back(def);
                }
    for (int size = 20; size <= 308; size += 36 * stride) { // far beyond: refused, or the same all the same
        gyre_body_def def = extreme_body(SHAPE_BRICK, 2);
        def.position.x = decade(size);
        check_read_back(def);
        def.velocity.y = decade(size);
        check_read_back(def);
        def.angular_velocity.z = decade(size);
        check_read_back(def);
    }
}

// ---- free fall ----

// One step of x0 + v0 h + g h^2 / 2; for the first-order methods their own formula. Up to 12 kicks and drifts of
// three roundings each, of each term: 40 u.
static void check_fall(gyre_method method, double mass, double place, double speed, double h) {
    gyre_vec3 g = {0.5, -2, -9.81};
    extreme e = begin_extreme(method, g);
    gyre_body_def def = extreme_body(SHAPE_BRICK, mass);
    def.position = (gyre_vec3){place, -place, 0.25};
    def.velocity = (gyre_vec3){speed, -0.5 * speed, speed};
    insist(gyre_world_add_body(e.world, &def, &e.body), "add_body");
    if (step_or_refuse(&e, h)) {
        gyre_motion m;
        insist(gyre_body_get_motion(e.world, e.body, &m), "get_motion");
        double half = method == GYRE_METHOD_explicit_euler ? 0 : method == GYRE_METHOD_semi_implicit_euler ? 1 : 0.5;
        const double *x0 = &def.position.x, *v0 = &def.velocity.x, *a = &g.x, *x = &m.position.x, *v = &m.velocity.x;
        for (int i = 0; i < 3; i++) {
            note_number(x[i], (long double)x0[i] + (long double)v0[i] * h + (long double)half * a[i] * h * h,
                        40 * U * (fabs(x0[i]) + fabs(v0[i] * h) + fabs(a[i] * h * h)), "place after a fall");
            note_number(v[i], (long double)v0[i] + (long double)a[i] * h, 40 * U * (fabs(v0[i]) + fabs(a[i] * h)),
                        "velocity after a fall");
        }
        if (gyre_world_time(e.world) != h) note_silent("time after one step");
    }
    end_extreme(&e);
}

static void fall_everywhere(void) {
    for (int method = 0; method < GYRE_METHOD_COUNT; method++)
        for (int mass = -12; mass <= 12; mass += stride)
            for (int place = 0; place <= 12; place += stride)
                for (int speed = -9; speed <= 6; speed += 3)
                    for (int h = -9; h <= 1; h += stride)
                        check_fall((gyre_method)method, decade(mass), decade(place), decade(speed), decade(h));
}

// ---- free rotation ----

// L keeps its bits and q its length (to 4 roundings) in every method. Where the motion has a formula, the attitude is
// the formula's: with exact drifts to the rounding of the angle, which for a rod is that of the spin about its axis, u
// |L| t / I_min; with the others to what their order leaves, (angle)^(order + 1), while a step turns by little.
static void check_turn(int way, int shape, double mass, double spin, double h) {
    gyre_method method = way < GYRE_METHOD_COUNT ? (gyre_method)way : GYRE_METHOD_exact;
    extreme e = begin_extreme(method, (gyre_vec3){0, 0, 0});
    gyre_body_def def = extreme_body(shape, mass);
    gyre_vec3 I = moments_of(&def);
    def.orientation = (gyre_quat){0.8, 0, 0.6, 0};
    def.angular_frame = GYRE_FRAME_BODY;
    def.angular_velocity = (gyre_vec3){0.48 * spin, 0.36 * spin, 0.8 * spin};
    insist(gyre_world_add_body(e.world, &def, &e.body), "add_body");
    gyre_state before, after;
    insist(gyre_body_get_state(e.world, e.body, &before), "get_state");
    double turned = length_of(before.L) / smallest_of(I) * h;
    bool is_exact = method >= GYRE_METHOD_exact && !gyre_method_is_general(method), is_done;
    if (gyre_method_is_adaptive(method) && turned > 10) { // would take as many steps as there are turns
        end_extreme(&e);
        return;
    }
    is_done = way == GYRE_METHOD_COUNT ? fly_or_refuse(&e, h) : step_or_refuse(&e, h);
    if (is_done) {
        insist(gyre_body_get_state(e.world, e.body, &after), "get_state");
        note_same(&after.L, &before.L, sizeof after.L, "angular momentum");
        note_number(quat_length(after.q), 1, 4 * U, "length of q");
        double tolerance = U * (400 + 16 * turned);
        if (!is_exact) tolerance += pow(turned, gyre_method_order(method) + 1);
        if (is_exact || turned <= 0.01)
            note_number(attitude_error(&after, &before, I, h), 0, tolerance, gyre_method_name(method));
    }
    end_extreme(&e);
}

static void turn_everything(void) {
    for (int way = 0; way <= GYRE_METHOD_COUNT; way++)
        for (int shape = 0; shape < SHAPE_COUNT; shape++)
            for (int mass = -12; mass <= 12; mass += 2 * stride)
                for (int spin = -9; spin <= 6; spin += stride)
                    for (int h = -9; h <= 1; h += stride)
                        check_turn(way, shape, decade(mass), decade(spin), decade(h));
}

// ---- forces ----

// P = F h in up to 12 kicks, 16 roundings, each of the smallest number where numbers end; or the step is refused, names
// the body and leaves it.
static void check_force(gyre_method method, double mass, double force, double h) {
    extreme e = begin_extreme(method, (gyre_vec3){0, 0, 0});
    gyre_body_def def = extreme_body(SHAPE_BRICK, mass);
    insist(gyre_world_add_body(e.world, &def, &e.body), "add_body");
    gyre_vec3 F = {force, -0.5 * force, 0.25 * force};
    gyre_result r = gyre_body_apply_force_at_center(e.world, e.body, F);
    if (r != GYRE_OK) {
        note_refusal(r == GYRE_ERR_NOT_FINITE, r, "apply_force");
    } else if (step_or_refuse(&e, h)) {
        gyre_state s;
        insist(gyre_body_get_state(e.world, e.body, &s), "get_state");
        gyre_vec3 P = {F.x * h, F.y * h, F.z * h};
        note_vector(s.P, P, 16 * (U * length_of(P) + 0x1p-1074), "momentum");
    }
    end_extreme(&e);
}

static void push_everything(void) {
    for (int method = 0; method < GYRE_METHOD_COUNT; method++)
        for (int mass = -12; mass <= 12; mass += stride)
            for (int force = -300; force <= 300; force += 12 * stride)
                for (int h = -9; h <= 1; h += stride)
                    check_force((gyre_method)method, decade(mass), decade(force), decade(h));
}

// ---- what is no body ----

static void check_moments(gyre_vec3 moments, gyre_result want) {
    extreme e = begin_extreme(GYRE_METHOD_exact, (gyre_vec3){0, 0, 0});
    gyre_body_def def = extreme_body(SHAPE_BRICK, 1);
    def.mass.inertia = (gyre_tensor){moments.x, moments.y, moments.z, 0, 0, 0};
    gyre_result r = gyre_world_add_body(e.world, &def, &e.body);
    if (r != want) note_wrong("moments %g %g %g give %s", moments.x, moments.y, moments.z, gyre_result_name(r));
    if (r != GYRE_OK) note_refusal(r == want, r, "moments");
    sums.cases++;
    end_extreme(&e);
}

static void check_limits_of_bodies(void) {
    for (int scale = -12; scale <= 12; scale += stride) {
        double I = decade(scale);
        check_moments((gyre_vec3){I, I, 2 * I}, GYRE_OK);                       // a plate
        check_moments((gyre_vec3){I, I, 2 * I * (1 + 0.5e-9)}, GYRE_OK);        // printed with digits that rounded up
        check_moments((gyre_vec3){I, I, 2 * I * (1 + 2e-9)}, GYRE_ERR_INERTIA); // no body
        check_moments((gyre_vec3){I, I, 1e-9 * I}, GYRE_OK);                    // a rod
        check_moments((gyre_vec3){I, I, 0}, GYRE_ERR_INERTIA);                  // which nothing could stop
        check_moments((gyre_vec3){I, I, -I * 1e-3}, GYRE_ERR_INERTIA);
    }
}

int main(int count, char **arguments) {
    if (count < 2) return 2;
    stride = arguments[1][0] == 'f' ? 1 : 4;
    is_control = count > 2;
    check_limits_of_bodies();
    read_back_everything();
    fall_everywhere();
    turn_everything();
    push_everything();
    printf("reached: %" PRIu64 " cases, worst error %.2f of its tolerance (%s), %" PRIu64 " refused by name, %" PRIu64
           " silent changes, %" PRIu64 " wrong\n",
           sums.cases, sums.worst, sums.worst_what, sums.refusals, sums.silent, sums.wrong);
    return sums.wrong + sums.silent > 0;
}
