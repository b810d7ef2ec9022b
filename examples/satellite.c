/// A tumbling satellite stops its rotation with thrusters: mass properties from parts, a control law, and a ledger with
/// the work of the thrusters and the energy error of the integrator.
#include <gyre/gyre.h>

#include <stdio.h>

// A hull with a solar panel on each side.
static gyre_result mass_of_satellite(gyre_mass_properties *out_mass) {
    gyre_shape hull = {GYRE_SHAPE_box, 0, {1, 1, 1.5}}, panel = {GYRE_SHAPE_plate, 0, {0.8, 3}};
    gyre_mass_properties part, side;
    gyre_result r = gyre_mass_of_shape(&hull, gyre_by_mass(180), out_mass);
    if (r == GYRE_OK) r = gyre_mass_of_shape(&panel, gyre_by_density(4), &part); // [kg/m^2]
    for (int i = -1; r == GYRE_OK && i <= 1; i += 2) {
        r = gyre_mass_translate(&part, (gyre_vec3){0, 2.2 * i, 0}, &side);
        if (r == GYRE_OK) r = gyre_mass_add(out_mass, &side, out_mass);
    }
    return r;
}

// Two nozzles pushing in opposite directions form a couple about one body axis, with torque 2 (r x F).
static gyre_result add_couple(gyre_world *world, gyre_body_id body, const char *name, gyre_vec3 torque,
                              gyre_force_id *out_force) {
    gyre_force_def def = gyre_force_def_default(GYRE_FORCE_torque);
    def.name = name;
    def.body = body;
    def.parameters.torque.frame = GYRE_FRAME_BODY;
    def.parameters.torque.torque = torque;
    return gyre_world_add_force(world, &def, out_force);
}

// Returns a torque that opposes the spin about one axis; 0 for a spin below a limit.
static double against(double spin) { return spin > 0.002 ? -2 : spin < -0.002 ? 2 : 0; } // [N m]

static gyre_result steer(gyre_world *world, gyre_body_id body, const gyre_force_id couples[3]) {
    gyre_motion m;
    gyre_result r = gyre_body_get_motion(world, body, &m);
    if (r != GYRE_OK) return r;
    gyre_vec3 w = gyre_quat_rotate_back(m.orientation, m.angular_velocity);
    const gyre_vec3 torques[3] = {{against(w.x), 0, 0}, {0, against(w.y), 0}, {0, 0, against(w.z)}};
    for (int i = 0; r == GYRE_OK && i < 3; i++) {
        gyre_force_parameters p = gyre_force_parameters_default(GYRE_FORCE_torque);
        p.torque.frame = GYRE_FRAME_BODY;
        p.torque.torque = torques[i];
        r = gyre_force_set_parameters(world, couples[i], &p);
    }
    return r;
}

static gyre_result print_ledger(const gyre_world *world, const gyre_force_id couples[3]) {
    gyre_ledger l;
    gyre_result r = gyre_world_get_ledger(world, &l);
    if (r != GYRE_OK) return r;
    printf("\nenergy: %.6f J at first, %.6f J now, %.6f J done by the thrusters\n", l.initial, l.final, l.work);
    for (int i = 0; i < 3; i++) {
        double work;
        r = gyre_force_get_work(world, couples[i], &work, NULL);
        if (r != GYRE_OK) return r;
        printf("  %-5s %10.6f J\n", gyre_force_name(world, couples[i]), work);
    }
    printf("residual: %.1e J, energy added or lost by the integrator\n", l.residual);
    gyre_vec3 d = l.angular_momentum.residual;
    printf("residual of the angular momentum: (%.1e, %.1e, %.1e) kg m^2/s\n", d.x, d.y, d.z);
    return GYRE_OK;
}

static gyre_result fly(gyre_world *world) {
    gyre_body_def def = gyre_body_def_default();
    gyre_result r = mass_of_satellite(&def.mass);
    if (r != GYRE_OK) return r;
    printf("%.1f kg, moments %.1f, %.1f, %.1f kg m^2\n", def.mass.mass, def.mass.inertia.xx, def.mass.inertia.yy,
           def.mass.inertia.zz);
    def.name = "satellite";
    def.angular_velocity = (gyre_vec3){0.05, 0.12, -0.08};
    gyre_body_id body;
    gyre_force_id couples[3];
    r = gyre_world_add_body(world, &def, &body);
    const char *names[3] = {"roll", "pitch", "yaw"};
    for (int i = 0; r == GYRE_OK && i < 3; i++)
        r = add_couple(world, body, names[i], (gyre_vec3){0, 0, 0}, &couples[i]);

    for (int i = 0; r == GYRE_OK && i <= 1200; i++) {
        gyre_motion m;
        r = gyre_body_get_motion(world, body, &m);
        if (r != GYRE_OK) break;
        gyre_vec3 w = m.angular_velocity;
        if (i % 150 == 0)
            printf("t = %5.1f s  w = (%7.4f, %7.4f, %7.4f) rad/s\n", gyre_world_time(world), w.x, w.y, w.z);
        if (i >= 300) r = steer(world, body, couples); // ground control reacts after 30 s
        if (r == GYRE_OK) r = gyre_world_step(world, 0.1, NULL);
    }
    return r == GYRE_OK ? print_ledger(world, couples) : r;
}

int main(void) {
    gyre_world_def def = gyre_world_def_default();
    def.has_ledger = 1;
    def.log = gyre_logger_stderr(); // errors name the body or force
    gyre_world *world;
    gyre_result r = gyre_world_create(&def, &world);
    if (r != GYRE_OK) return 1;
    r = fly(world);
    gyre_world_destroy(world);
    return r == GYRE_OK ? 0 : 1;
}
