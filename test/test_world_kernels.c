/// Whole worlds under every kernel: the same bits, and clear words for kernels that are not there.
#define _POSIX_C_SOURCE 200809L // setenv. NOLINT(bugprone-reserved-identifier): feature macro

#include "crowd.h"

#include "gyre/kernels.h"

enum { BODIES = 101, FEW_BODIES = 21, STEPS = 300 };

static gyre_world *crowd_under(const char *kernel, gyre_method method, unsigned features, int has_ledger) {
    gyre_world_def def = plain_world_def();
    def.gravity = (gyre_vec3){0.5, 0.25, -9.81};
    def.method = method;
    def.kernel = kernel;
    def.has_ledger = has_ledger;
    gyre_world *world = world_of(&def);
    add_crowd(world, gyre_method_is_implicit(method) ? FEW_BODIES : BODIES, features, 7);
    return world;
}

static void run_crowd(gyre_world *world, int steps) {
    for (int i = 0; i < steps; i++) {
        if (i % 10 == 3) push_crowd(world, i);
        take_steps(world, i % 50 == 49 ? 2 * DT : DT, 1);
    }
}

static int is_wide(int index) { return index > 0 && gyre_kernel_is_usable(index); }

TEST(a_crowd_ends_with_the_same_bits_under_every_kernel) {
    const gyre_method methods[] = {GYRE_METHOD_exact, GYRE_METHOD_semi_implicit_euler};
    for (size_t m = 0; m < COUNT_OF(methods); m++)
        for (unsigned features = 0; features <= CROWD_ALL; features += features < 16 ? 5 : 3) {
            gyre_world *narrow = crowd_under("f64", methods[m], features, 0);
            uint64_t begin = gyre_world_hash(narrow);
            run_crowd(narrow, STEPS);
            CHECK(gyre_world_hash(narrow) != begin);
            for (int k = 1; gyre_kernel_name(k); k++) {
                if (!is_wide(k)) continue;
                gyre_world *wide = crowd_under(gyre_kernel_name(k), methods[m], features, 0);
                run_crowd(wide, STEPS);
                if (gyre_world_hash(wide) != gyre_world_hash(narrow))
                    fail_msg("%s, %s, features %u", gyre_kernel_name(k), gyre_method_name(methods[m]), features);
                gyre_world_destroy(wide);
            }
            gyre_world_destroy(narrow);
        }
}

// Undamped bodies, so that all methods take part; with the ledger, whose sums must not depend on the width either.
TEST(every_method_and_its_ledger_are_the_same_under_every_kernel) {
    for (int m = 0; m < GYRE_METHOD_COUNT; m++) {
        gyre_world *narrow = crowd_under("f64", (gyre_method)m, CROWD_ALL & ~CROWD_DAMPING, 1);
        run_crowd(narrow, 10);
        gyre_ledger want = ledger_of(narrow);
        for (int k = 1; gyre_kernel_name(k); k++) {
            if (!is_wide(k)) continue;
            gyre_world *wide = crowd_under(gyre_kernel_name(k), (gyre_method)m, CROWD_ALL & ~CROWD_DAMPING, 1);
            run_crowd(wide, 10);
            gyre_ledger got = ledger_of(wide);
            CHECK_EQ(gyre_world_hash(wide), gyre_world_hash(narrow));
            CHECK_BYTES(&got, &want, sizeof got);
            gyre_world_destroy(wide);
        }
        gyre_world_destroy(narrow);
    }
}

// ---- against the solver for arrays, which evaluates one body after another ----

static gyre_result unit_quaternions(double t, double *y, void *user) {
    const size_t *count = user;
    (void)t;
    for (size_t i = 0; i < *count; i++) {
        double *q = &y[GYRE_STATE_SIZE * i + 3];
        double scale = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int k = 0; k < 4; k++)
            q[k] *= scale;
    }
    return GYRE_OK;
}

enum { ARRAY_BODIES = 67 };

// One step of free bodies in a world and of the same bodies in an array.
static void compare_with_array(const char *kernel, gyre_method method, size_t count) {
    gyre_world_def world_def = plain_world_def();
    world_def.gravity = (gyre_vec3){0.5, 0.25, -9.81};
    world_def.method = method;
    world_def.kernel = kernel;
    gyre_world *world = world_of(&world_def);
    gyre_rigid_body bodies[ARRAY_BODIES] = {0};
    gyre_body_id ids[ARRAY_BODIES];
    double y[GYRE_STATE_SIZE * ARRAY_BODIES], end[GYRE_STATE_SIZE];
    random_source r = {17};
    for (size_t i = 0; i < count; i++) {
        gyre_body_def def = random_body_def(&r);
        def.mass.inertia = (gyre_tensor){.xx = random_between(&r, 1, 2), .yy = random_between(&r, 2, 3), .zz = 3};
        bodies[i].mass = (gyre_mass){def.mass.mass, {def.mass.inertia.xx, def.mass.inertia.yy, def.mass.inertia.zz}};
        ids[i] = add_body(world, &def);
        gyre_state s = state_of(world, ids[i]);
        gyre_state_to_array(&s, &y[GYRE_STATE_SIZE * i]);
    }
    gyre_system system = gyre_system_default();
    system.bodies = bodies;
    system.body_count = count;
    system.gravity = world_def.gravity;
    gyre_ode_options options = gyre_ode_options_default();
    options.method = method;
    options.step = gyre_method_is_adaptive(method) ? 0 : DT;
    options.rtol = world_def.rtol;
    options.atol = world_def.atol;
    options.project = unit_quaternions;
    options.user = &count;
    CHECK_OK(gyre_system_advance(&system, y, y, GYRE_STATE_SIZE * count, 0, DT, &options, NULL));
    take_steps(world, DT, 1);
    for (size_t i = 0; i < count; i++) {
        gyre_state s = state_of(world, ids[i]);
        gyre_state_to_array(&s, end);
        CHECK_BYTES(end, &y[GYRE_STATE_SIZE * i], sizeof end);
    }
    gyre_world_destroy(world);
}

TEST(runge_kutta_methods_give_the_bits_of_the_solver_for_arrays) {
    const size_t counts[] = {1, 5, 8, ARRAY_BODIES};
    for (int k = 0; gyre_kernel_name(k); k++)
        for (int m = 0; m < GYRE_METHOD_COUNT && gyre_kernel_is_usable(k); m++)
            for (size_t i = 0; i < COUNT_OF(counts) && gyre_method_is_general((gyre_method)m); i++)
                compare_with_array(gyre_kernel_name(k), (gyre_method)m, counts[i]);
}

TEST(the_kernel_can_change_between_steps) {
    gyre_world *world = crowd_under("f64", GYRE_METHOD_exact, CROWD_ALL, 0);
    gyre_world *changing = crowd_under("f64", GYRE_METHOD_exact, CROWD_ALL, 0);
    for (int i = 0; i < 60; i++) {
        int k = i % 3;
        if (gyre_kernel_is_usable(k)) {
            CHECK_OK(gyre_world_set_kernel(changing, gyre_kernel_name(k)));
            CHECK(strcmp(gyre_world_kernel(changing), gyre_kernel_name(k)) == 0);
        }
        take_steps(world, DT, 1);
        take_steps(changing, DT, 1);
    }
    CHECK_EQ(gyre_world_hash(changing), gyre_world_hash(world));
    gyre_world_destroy(world);
    gyre_world_destroy(changing);
}

TEST(a_missing_kernel_is_an_error_that_lists_the_available_ones) {
    gyre_world_def def = plain_world_def();
    char name[] = "f128";
    def.kernel = name;
    gyre_world *world = NULL;
    CHECK_RESULT(gyre_world_create(&def, &world), GYRE_ERR_KERNEL);
    CHECK(world == NULL);
    CHECK(strstr(log_text, "'f128' is not available") != NULL);
    CHECK(strstr(log_text, "this CPU: f64") != NULL);
    for (int k = 0; gyre_kernel_name(k); k++)
        if (gyre_kernel_is_usable(k)) CHECK(strstr(log_text, gyre_kernel_name(k)) != NULL);
    snprintf(name, sizeof name, "f64");
    world = world_of(&def);
    name[0] = 'x'; // the world keeps nothing of the definition
    CHECK_REFUSED(world, gyre_world_set_kernel(world, "f63"), GYRE_ERR_KERNEL);
    CHECK(strcmp(gyre_world_kernel(world), "f64") == 0);
    gyre_world_def like;
    CHECK_OK(gyre_world_get_def(world, &like));
    CHECK(strcmp(like.kernel, "f64") == 0);
    CHECK_RESULT(gyre_world_set_kernel(NULL, "f64"), GYRE_ERR_NULL_POINTER);
    CHECK(gyre_world_kernel(NULL) == NULL);
    gyre_world_destroy(world);
}

TEST(the_environment_selects_the_kernel_if_the_definition_does_not) {
    char before[64] = "";
    if (getenv("GYRE_KERNEL")) snprintf(before, sizeof before, "%s", getenv("GYRE_KERNEL"));
    gyre_world_def def = plain_world_def();
    gyre_world *world = NULL;
    setenv("GYRE_KERNEL", "f64", 1);
    world = world_of(&def);
    CHECK(strcmp(gyre_world_kernel(world), "f64") == 0);
    CHECK_OK(gyre_world_get_def(world, &def));
    CHECK(def.kernel == NULL); // no kernel was requested
    gyre_world_destroy(world);
    setenv("GYRE_KERNEL", "abacus", 1);
    CHECK_RESULT(gyre_world_create(&def, &world), GYRE_ERR_KERNEL);
    CHECK(strstr(log_text, "abacus") != NULL);
    def.kernel = "f64"; // the definition comes first
    world = world_of(&def);
    gyre_world_destroy(world);
    setenv("GYRE_KERNEL", "", 1); // as good as none
    def.kernel = NULL;
    world = world_of(&def);
    int best = 0;
    for (int k = 0; gyre_kernel_name(k); k++)
        if (gyre_kernel_is_usable(k)) best = k;
    CHECK(strcmp(gyre_world_kernel(world), gyre_kernel_name(best)) == 0);
    gyre_world_destroy(world);
    if (before[0])
        setenv("GYRE_KERNEL", before, 1);
    else
        unsetenv("GYRE_KERNEL");
}

RUN_TESTS("world kernels")
