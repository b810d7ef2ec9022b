/// The ledger through random edits between steps. dopri5 with a tolerance at rounding leaves no error of the method, so
/// any residual is a booking error.
#include "recipe.h"

enum { SEEDS = 200, STEPS = 64, EDITS = 14 };

typedef struct edited_world {
    recipe recipe;
    gyre_world *world;
    gyre_body_id ids[RECIPE_BODIES];
    double largest; // energy so far [J]
} edited_world;

static gyre_body_id any_body(edited_world *e, dice *d) { return e->ids[roll(d, e->recipe.body_count)]; }

static gyre_force_id first_force(const edited_world *e) { return gyre_world_next_force(e->world, no_force); }

static gyre_motion any_motion(edited_world *e, dice *d, gyre_body_id body) {
    gyre_motion m = motion_of(e->world, body);
    if (roll(d, 2)) m.position = plus(m.position, scaled(0.25, any_vector(d)));
    if (roll(d, 2)) m.orientation = any_turn(d);
    m.velocity = any_vector(d);
    m.angular_velocity = any_vector(d);
    return m;
}

static gyre_result add_another_force(edited_world *e, dice *d) {
    recipe_force f = any_force(d, &e->recipe);
    f.def.from = -INFINITY; // a corner within a step is more than dopri5 is asked to resolve
    f.def.profile_count = 0;
    f.def.body = f.body == NOBODY ? no_body : e->ids[f.body];
    f.def.other = f.other == NOBODY ? no_body : e->ids[f.other];
    gyre_force_id id;
    return gyre_world_add_force(e->world, &f.def, &id);
}

static gyre_result exchange_body(edited_world *e, dice *d) {
    int i = roll(d, e->recipe.body_count);
    if (e->recipe.bodies[i].path_count > 0) e->recipe.bodies[i].path = e->recipe.paths[i];
    CHECK_OK(gyre_world_remove_body(e->world, e->ids[i]));
    return gyre_world_add_body(e->world, &e->recipe.bodies[i], &e->ids[i]);
}

static gyre_result set_other_parameters(edited_world *e, dice *d) {
    gyre_force_id force = first_force(e);
    gyre_force_def def;
    if (gyre_force_is_none(force)) return GYRE_OK;
    CHECK_OK(gyre_force_get(e->world, force, &def));
    recipe_force f = {.def = def, .body = gyre_body_is_none(def.body) ? NOBODY : 0};
    make_parameters(d, &f);
    if (gyre_body_is_none(def.other)) aim_at_world(d, &f);
    return gyre_force_set_parameters(e->world, force, &f.def.parameters);
}

// Some are refused (a body on a path cannot be set) and must not be booked.
static gyre_result edit(edited_world *e, dice *d) {
    gyre_world *world = e->world;
    gyre_body_id body = any_body(e, d);
    gyre_motion motion = any_motion(e, d, body);
    gyre_mass_properties mass = {positive_number(d), any_vector(d), any_tensor(d)};
    switch (roll(d, EDITS)) {
    case 0:
        return gyre_body_set_motion(world, body, &motion);
    case 1:
        return gyre_body_set_velocity(world, body, motion.velocity, motion.angular_velocity);
    case 2:
        return gyre_body_set_pose(world, body, (gyre_pose){motion.position, motion.orientation});
    case 3:
        return gyre_body_apply_impulse(world, body, any_vector(d), motion.position);
    case 4:
        return gyre_body_apply_force(world, body, any_vector(d), motion.position);
    case 5:
        return gyre_body_apply_torque(world, body, any_vector(d));
    case 6:
        return gyre_body_set_mass(world, body, &mass);
    case 7:
        return gyre_body_set_kind(world, body, (gyre_body_kind)roll(d, GYRE_BODY_KIND_COUNT));
    case 8:
        return gyre_body_set_damping(world, body, roll(d, 2) * positive_number(d), positive_number(d));
    case 9:
        return gyre_world_set_gravity(world, any_vector(d));
    case 10:
        return add_another_force(e, d);
    case 11:
        return gyre_force_is_none(first_force(e)) ? GYRE_OK : gyre_world_remove_force(world, first_force(e));
    case 12:
        return set_other_parameters(e, d);
    default:
        return exchange_body(e, d);
    }
}

static double largest_of(gyre_vec3 a, gyre_vec3 b) { return fmax(norm(a), norm(b)); }

static void check_ledger(edited_world *e) {
    gyre_ledger l = ledger_of(e->world);
    e->largest = fmax(e->largest, fmax(fabs(l.kinetic) + fabs(l.potential), fabs(l.work)));
    e->largest = fmax(e->largest, largest_of(l.angular_momentum.final, l.angular_momentum.impulse));
    double tolerance = 1e-10 * fmax(1, e->largest);
    CHECK_NEAR(l.residual, 0, tolerance);
    CHECK_VEC3_NEAR(l.momentum.residual, ((gyre_vec3){0, 0, 0}), tolerance);
    CHECK_VEC3_NEAR(l.angular_momentum.residual, ((gyre_vec3){0, 0, 0}), tolerance);
}

TEST(random_edits_leave_no_residual_in_the_ledger) {
    int edits = 0, refused = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        dice d = {{seed}, seed % 2 == 0, 0};
        edited_world e = {.recipe = any_recipe(&d, GYRE_METHOD_dopri5)};
        e.recipe.h = 1.0 / 64; // corners of paths and profiles, at quarters of a second, are at ends of steps
        for (int i = 0; i < e.recipe.force_count; i++)
            e.recipe.forces[i].def.from = -INFINITY, e.recipe.forces[i].def.until = INFINITY;
        e.recipe.world.rtol = e.recipe.world.atol = 1e-13;
        print_message("seed %llu\n", (unsigned long long)seed);
        e.world = build(&e.recipe, e.ids);
        for (int i = 0; i < STEPS; i++) {
            take_steps(e.world, e.recipe.h, 1);
            check_ledger(&e);
            for (int k = roll(&d, 3); k > 0; k--) {
                edits++;
                REMEMBER(was, e.world);
                if (edit(&e, &d) == GYRE_OK) continue;
                refused++;
                CHECK_UNCHANGED(e.world, was);
            }
        }
        gyre_world_destroy(e.world);
    }
    print_message("%d edits, %d refused\n", edits, refused);
    CHECK(refused > 10 && edits > 10 * refused);
}

RUN_TESTS("world edits")
