#include "sequences_edits.h"

model worlds[WORLDS_MAX];
size_t world_count;
random_source dice;
sequence_sums sums;
const gyre_world *acting;
static world_bytes last;

// ---- ids ----

model_body *some_body(model *m) { return m->now.body_count ? &m->now.bodies[below(m->now.body_count)] : NULL; }

// An invalid id: zero, removed, of another world, or never issued.
gyre_body_id bad_body(model *m) {
    model *other = &worlds[below(world_count)];
    model_body *foreign = some_body(other);
    gyre_body_id id = {0, 0, 0};
    if (one_in(3) && m->stale_body_count)
        id = m->stale_bodies[below(m->stale_body_count) % STALE_MAX];
    else if (one_in(2) && other != m && foreign)
        id = foreign->id;
    else if (one_in(2))
        id = (gyre_body_id){(uint32_t)below(100), 1 + (uint32_t)below(1 << 30), (uint32_t)below(1 << 30)};
    return model_find(m, id) ? (gyre_body_id){0, 0, 0} : id;
}

void act_on(const gyre_world *world) {
    acting = world;
    world_bytes_free(&last);
    if (world) last = world_bytes_of(world);
}

world_bytes bytes_of_acting(void) {
    world_bytes copy = {malloc(last.size + 1), last.size};
    if (!copy.bytes) abort();
    if (last.size > 0) memcpy(copy.bytes, last.bytes, last.size);
    return copy;
}

void settle(gyre_result got, const char *what) {
    if (!acting) return;
    world_bytes now = world_bytes_of(acting);
    long at = first_difference(&now, &last);
    if (got != GYRE_OK && at >= 0)
        differ("%s fails with %s and changes byte %ld of the snapshot", what, gyre_result_name(got), at);
    world_bytes_free(&last);
    last = now;
}

void must_be(gyre_result got, gyre_result want, const char *what) {
    sums.refused += got != GYRE_OK;
    if (got != want) differ("%s gives %s, expected %s", what, gyre_result_name(got), gyre_result_name(want));
    settle(got, what);
}

void must_fail(gyre_result got, const char *what) {
    sums.refused++;
    if (got == GYRE_OK) differ("%s is accepted", what);
    settle(got, what);
}

// ---- worlds ----

// One that chooses its own steps follows every turn of a fast rod, minutes of them in one step: it is rare.
static gyre_method some_method(size_t count) {
    gyre_method method = (gyre_method)below(count);
    return gyre_method_is_adaptive(method) && !one_in(100) ? GYRE_METHOD_exact : method;
}

static void run_backward(size_t count, gyre_task task, void *context, void *user) {
    (void)user;
    while (count-- > 0)
        task(count, context);
}

void create_world(void) {
    model *m = &worlds[world_count];
    gyre_world_def def = gyre_world_def_default();
    memset(m, 0, sizeof *m);
    if (one_in(2)) def.gravity = random_vec3(&dice, 10);
    def.method = some_method(GYRE_METHOD_COUNT);
    def.is_transactional = !one_in(6);
    def.has_ledger = one_in(2);
    def.threads = (int)below(3);
    if (one_in(3)) def.parallel_for.run = run_backward;
    def.body_capacity = below(20);
    def.rtol = def.atol = 1e-4;
    if (one_in(20)) {
        gyre_world *none = NULL;
        def.gravity.y = bad_number();
        must_fail(gyre_world_create(&def, &none), "non-finite gravity");
        if (none) differ("a world from a definition that was refused");
        return;
    }
    must_be(gyre_world_create(&def, &m->world), GYRE_OK, "create");
    m->is_transactional = def.is_transactional;
    m->has_ledger = def.has_ledger;
    m->threads = def.threads > 1 ? def.threads : 1;
    m->now.gravity = def.gravity;
    m->now.method = def.method;
    m->clock = gyre_clock_default();
    world_count++;
}

void destroy_world(size_t index) {
    gyre_world_destroy(worlds[index].world);
    if (index != --world_count) memcpy(&worlds[index], &worlds[world_count], sizeof worlds[index]);
}

void change_world(model *m) {
    gyre_vec3 g = one_in(2) ? random_vec3(&dice, 10) : (gyre_vec3){0, 0, 0};
    gyre_method method = some_method(GYRE_METHOD_COUNT + 1);
    int threads = (int)below(4);
    switch (below(4)) {
    case 0:
        if (one_in(5)) {
            g.x = bad_number();
            must_fail(gyre_world_set_gravity(m->world, g), "non-finite gravity");
            return;
        }
        must_be(gyre_world_set_gravity(m->world, g), GYRE_OK, "set_gravity");
        m->now.gravity = g;
        break;
    case 1:
        must_be(gyre_world_set_method(m->world, method), method < GYRE_METHOD_COUNT ? GYRE_OK : GYRE_ERR_METHOD,
                "set_method");
        if (method < GYRE_METHOD_COUNT) m->now.method = method;
        break;
    case 2:
        must_be(gyre_world_set_threads(m->world, threads), GYRE_OK, "set_threads");
        m->threads = threads > 1 ? threads : 1;
        break;
    default:
        must_be(gyre_world_set_kernel(m->world, one_in(2) ? NULL : "f64"), GYRE_OK, "set_kernel");
    }
}

// ---- bodies ----

static gyre_mass_properties some_mass(void) {
    double a = random_between(&dice, 1, 2), b = random_between(&dice, 1, 2), c = random_between(&dice, 1, 1.9);
    double scale = one_in(4) ? 0.1 : 1, thin = one_in(6) ? 5e-4 : 1; // a rod, far from a ball
    gyre_tensor I = {scale * a, scale * (thin < 1 ? a : b), scale * (thin < 1 ? thin * a : c), 0, 0, 0};
    return (gyre_mass_properties){scale * random_between(&dice, 0.5, 5), random_vec3(&dice, 0.3), I};
}

static gyre_motion some_motion(void) {
    return (gyre_motion){random_vec3(&dice, 5), random_rotation(&dice), random_vec3(&dice, 3), random_vec3(&dice, 5)};
}

static void make_name(char name[NAME_SIZE]) {
    if (one_in(2))
        snprintf(name, NAME_SIZE, "n%zu", below(40));
    else
        name[0] = '\0';
}

static bool is_body_name_taken(const model *m, const char *name) {
    for (size_t i = 0; i < m->now.body_count; i++)
        if (name[0] && strcmp(m->now.bodies[i].name, name) == 0) return true;
    return false;
}

static void spoil_body(gyre_body_def *def) {
    double *numbers[] = {&def->mass.mass,  &def->mass.inertia.yy,    &def->position.x,    &def->orientation.w,
                         &def->velocity.z, &def->angular_velocity.y, &def->linear_damping};
    if (one_in(4))
        def->marker = 0;
    else if (one_in(4))
        def->kind = GYRE_BODY_KIND_COUNT;
    else
        *numbers[below(7)] = bad_number();
}

void add_body(model *m) {
    if (m->now.body_count == BODIES_MAX) return;
    gyre_body_def def = gyre_body_def_default();
    gyre_motion motion = some_motion();
    model_body b = {.user_data = random_u64(&dice)};
    make_name(b.name);
    b.mass = def.mass = some_mass();
    b.kind = def.kind = one_in(5) ? (gyre_body_kind)below(3) : GYRE_BODY_DYNAMIC;
    def.position = motion.position;
    def.orientation = motion.orientation;
    if (def.kind != GYRE_BODY_STATIC) def.velocity = motion.velocity, def.angular_velocity = motion.angular_velocity;
    if (one_in(5)) b.linear_damping = def.linear_damping = 0.1;
    if (one_in(5)) b.angular_damping = def.angular_damping = 0.2;
    if (one_in(6)) b.locks = def.locks = (unsigned)below(64);
    if (one_in(8)) def.has_pivot = 1, b.has_pivot = true;
    def.name = b.name[0] ? b.name : NULL;
    def.user_data = b.user_data;
    bool is_spoilt = one_in(8);
    if (is_spoilt) spoil_body(&def);
    gyre_result r = gyre_world_add_body(m->world, &def, &b.id);
    settle(r, "add_body");
    if (r == GYRE_OK && is_spoilt) differ("an invalid body is accepted");
    if (r == GYRE_OK && is_body_name_taken(m, b.name)) differ("two bodies are called '%s'", b.name);
    if (r == GYRE_OK)
        m->now.bodies[m->now.body_count++] = b;
    else
        sums.refused++;
}

void remove_body(model *m) {
    model_body *b = some_body(m);
    if (one_in(4) || !b) {
        must_be(gyre_world_remove_body(m->world, bad_body(m)), GYRE_ERR_STALE_ID, "removing nobody");
        return;
    }
    must_be(gyre_world_remove_body(m->world, b->id), GYRE_OK, "remove_body");
    model_removed_body(m, (size_t)(b - m->now.bodies));
}

void move_body(model *m) {
    model_body *b = some_body(m);
    gyre_motion motion = some_motion();
    bool is_bad = one_in(4) || !b;
    gyre_body_id id = is_bad ? bad_body(m) : b->id;
    gyre_pose pose = {motion.position, motion.orientation};
    gyre_result r = GYRE_OK;
    switch (below(4)) {
    case 0:
        r = gyre_body_set_motion(m->world, id, &motion);
        break;
    case 1:
        r = gyre_body_set_pose(m->world, id, pose);
        break;
    case 2:
        r = gyre_body_set_velocity(m->world, id, motion.velocity, motion.angular_velocity);
        break;
    default:
        r = gyre_world_set_motions(m->world, &id, 1, &motion);
    }
    settle(r, "moving a body");
    if (is_bad)
        must_be(r, GYRE_ERR_STALE_ID, "moving nobody");
    else if (b->kind == GYRE_BODY_DYNAMIC && !b->locks && !b->has_pivot)
        must_be(r, GYRE_OK, "moving a body");
    motion.velocity.y = bad_number();
    if (b) must_fail(gyre_body_set_motion(m->world, b->id, &motion), "a non-finite velocity");
}

void change_body(model *m) {
    model_body *b = some_body(m);
    if (!b || one_in(6)) {
        must_be(gyre_body_set_damping(m->world, bad_body(m), 1, 1), GYRE_ERR_STALE_ID, "damping nobody");
        return;
    }
    gyre_mass_properties mass = some_mass();
    gyre_body_kind kind = (gyre_body_kind)below(3);
    double damping = one_in(2) ? 0 : random_between(&dice, 0, 1);
    unsigned locks = (unsigned)below(64);
    uint64_t data = random_u64(&dice);
    gyre_result r;
    switch (below(6)) {
    case 0:
        r = gyre_body_set_mass(m->world, b->id, &mass);
        settle(r, "set_mass");
        if (r == GYRE_OK) b->mass = mass;
        break;
    case 1:
        r = gyre_body_set_kind(m->world, b->id, kind);
        settle(r, "set_kind");
        if (r == GYRE_OK) b->kind = kind;
        break;
    case 2:
        must_be(gyre_body_set_damping(m->world, b->id, damping, 0), GYRE_OK, "set_damping");
        b->linear_damping = damping;
        b->angular_damping = 0;
        break;
    case 3:
        r = gyre_body_set_locks(m->world, b->id, locks);
        settle(r, "set_locks");
        if (r == GYRE_OK) b->locks = locks;
        break;
    case 4:
        must_be(gyre_body_set_user_data(m->world, b->id, data), GYRE_OK, "set_user_data");
        b->user_data = data;
        break;
    default:
        mass.mass = one_in(2) ? -1 : bad_number();
        must_fail(gyre_body_set_mass(m->world, b->id, &mass), "an invalid mass");
        must_fail(gyre_body_set_kind(m->world, b->id, GYRE_BODY_KIND_COUNT), "an invalid kind");
        must_fail(gyre_body_set_locks(m->world, b->id, 64), "an invalid lock");
        must_fail(gyre_body_set_damping(m->world, b->id, -1, 0), "negative damping");
    }
}

void push_body(model *m) {
    model_body *b = some_body(m);
    bool is_bad = one_in(5) || !b;
    gyre_body_id id = is_bad ? bad_body(m) : b->id;
    gyre_vec3 v = random_vec3(&dice, 2), at = random_vec3(&dice, 2);
    gyre_result r = GYRE_OK;
    size_t which = below(6);
    switch (which) {
    case 0:
        r = gyre_body_apply_force(m->world, id, v, at);
        break;
    case 1:
        r = gyre_body_apply_force_at_center(m->world, id, v);
        break;
    case 2:
        r = gyre_body_apply_torque(m->world, id, v);
        break;
    case 3:
        r = gyre_body_apply_impulse(m->world, id, v, at);
        break;
    case 4:
        r = gyre_body_apply_angular_impulse(m->world, id, v);
        break;
    default:
        must_be(gyre_world_clear_applied(m->world), GYRE_OK, "clear_applied");
        m->now.has_applied = false;
        return;
    }
    must_be(r, is_bad ? GYRE_ERR_STALE_ID : GYRE_OK, "pushing");
    if (!is_bad && which < 3) m->now.has_applied = true;
    v.x = bad_number();
    if (b) must_fail(gyre_body_apply_force_at_center(m->world, b->id, v), "a non-finite force");
}

// ---- forces ----

static void set_parameters(gyre_force_kind kind, gyre_force_parameters *p) {
    gyre_vec3 v = random_vec3(&dice, 2);
    double k = random_between(&dice, 0.1, 3);
    switch (kind) {
    case GYRE_FORCE_field:
        p->field.acceleration = v;
        break;
    case GYRE_FORCE_force:
        p->force.force = v;
        break;
    case GYRE_FORCE_torque:
        p->torque.torque = v;
        break;
    case GYRE_FORCE_spring:
        p->spring.stiffness = k;
        break;
    case GYRE_FORCE_torsion:
        p->torsion.stiffness = k;
        break;
    case GYRE_FORCE_drag:
        p->drag.linear = k;
        break;
    case GYRE_FORCE_wind:
        p->wind.velocity = v;
        break;
    case GYRE_FORCE_thruster:
        p->thruster.direction = v, p->thruster.thrust = k;
        break;
    case GYRE_FORCE_buoyancy:
        p->buoyancy.fluid_density = k, p->buoyancy.radius = 0.5;
        break;
    case GYRE_FORCE_attraction:
        p->attraction.mu = k, p->attraction.softening = 0.5;
        break;
    default:
        break;
    }
}

void add_force(model *m) {
    if (m->now.force_count == FORCES_MAX) return;
    gyre_force_kind kind = (gyre_force_kind)below(GYRE_FORCE_callback);
    gyre_force_def def = gyre_force_def_default(kind);
    model_force f = {.kind = kind};
    model_body *a = some_body(m), *b = some_body(m);
    make_name(f.name);
    set_parameters(kind, &def.parameters);
    if (a && !one_in(4)) def.body = a->id;
    if (a && b != a && gyre_force_may_join(kind) && one_in(2)) def.other = b->id;
    if (one_in(4)) def.from = model_time(&m->now), def.until = def.from + 1;
    def.name = f.name[0] ? f.name : NULL;
    f.body = def.body;
    f.other = def.other;
    bool is_bad = one_in(6);
    if (is_bad && one_in(3))
        def.from = __builtin_nan("");
    else if (is_bad && one_in(2))
        def.kind = GYRE_FORCE_KIND_COUNT;
    else if (is_bad)
        def.body = (gyre_body_id){3, 1u << 31, 5};
    gyre_result r = gyre_world_add_force(m->world, &def, &f.id);
    settle(r, "add_force");
    if (is_bad) must_fail(r, "an invalid force");
    if (r == GYRE_OK) m->now.forces[m->now.force_count++] = f;
}

void remove_force(model *m) {
    gyre_force_id none = {0, 0, 0};
    if (m->stale_force_count) none = m->stale_forces[below(m->stale_force_count) % STALE_MAX];
    for (size_t i = 0; i < m->now.force_count; i++) // a snapshot brought it back
        if (memcmp(&m->now.forces[i].id, &none, sizeof none) == 0) none = (gyre_force_id){0, 0, 0};
    must_be(gyre_world_remove_force(m->world, none), GYRE_ERR_STALE_ID, "removing no force");
    if (m->now.force_count == 0) return;
    size_t index = below(m->now.force_count);
    must_be(gyre_world_remove_force(m->world, m->now.forces[index].id), GYRE_OK, "remove_force");
    model_removed_force(m, index);
}
