#include "arguments_stage.h"

#include <stdio.h>
#include <string.h>

static void must(gyre_result result, const char *what) {
    if (result == GYRE_OK) return;
    printf("arguments_stage: %s: %s\n", what, gyre_result_name(result));
    exit(2);
}

// ---- what the library calls ----

static void *take(size_t size, size_t alignment, void *user) {
    (void)user;
    size_t rounded = (size + alignment - 1) / alignment * alignment;
    return rounded < size ? NULL : aligned_alloc(alignment, rounded);
}
static void give(void *block, void *user) {
    (void)user;
    free(block);
}
static void hear(gyre_log_level level, const char *text, void *user) { (void)level, (void)text, (void)user; }
static void watch_model(double part, void *user) { (void)part, (void)user; }
static void watch_doctor(double part, const char *what, void *user) { (void)part, (void)what, (void)user; }
static void hear_problem(const gyre_problem *problem, void *user) { (void)problem, (void)user; }
static gyre_result swallow(const void *bytes, size_t size, void *user) {
    (void)bytes, (void)size, (void)user;
    return GYRE_OK;
}
static gyre_result swallow_at(uint64_t offset, const void *bytes, size_t size, void *user) {
    (void)offset;
    return swallow(bytes, size, user);
}
static gyre_result load_nothing(const char *reference, const void **out_bytes, size_t *out_size,
                                char out_text[GYRE_LOADER_TEXT_SIZE], void *user) {
    (void)reference, (void)out_bytes, (void)out_size, (void)out_text, (void)user;
    return GYRE_ERR_FILE_MISSING;
}
static void unload_nothing(const void *bytes, void *user) { (void)bytes, (void)user; }
static void run_tasks(size_t count, gyre_task task, void *context, void *user) {
    (void)user;
    for (size_t i = 0; i < count; i++)
        task(i, context);
}

double density_of_stage(gyre_vec3 point, void *user) {
    (void)user;
    return 1 + point.x;
}

int inside_of_stage(gyre_vec3 point, void *user) {
    (void)user;
    return point.x < 0.5;
}

gyre_result decay(double t, const double *y, double *out_ydot, void *user) {
    (void)t, (void)user;
    for (int i = 0; i < 4; i++)
        out_ydot[i] = -y[i];
    return GYRE_OK;
}

static gyre_result project(double t, double *y, void *user) {
    (void)t, (void)y, (void)user;
    return GYRE_OK;
}
static gyre_result see_step(const gyre_ode_step *step, void *user) {
    (void)step, (void)user;
    return GYRE_OK;
}
static gyre_result see_frame(size_t frame, double t, const double *y, size_t length, void *user) {
    (void)frame, (void)t, (void)y, (void)length, (void)user;
    return GYRE_OK;
}
static gyre_result push_body(double t, size_t index, const gyre_state *state, const double *y, gyre_wrench *wrench,
                             void *user) {
    (void)t, (void)index, (void)state, (void)y, (void)user;
    wrench->force.x += 1;
    return GYRE_OK;
}
static gyre_result push_particle(double t, size_t index, const gyre_particle *particle, const double *y,
                                 gyre_vec3 *force, void *user) {
    (void)t, (void)index, (void)particle, (void)y, (void)user;
    force->x += 1;
    return GYRE_OK;
}
static gyre_result see_world_step(gyre_world *world, void *user) {
    (void)world, (void)user;
    return GYRE_OK;
}
static gyre_result see_world_frame(const gyre_world *world, double alpha, void *user) {
    (void)world, (void)alpha, (void)user;
    return GYRE_OK;
}

static void call_inside(stage *s, int place) {
    if (!s || !s->inside || s->inside_place != place) return;
    void (*inside)(stage *, void *) = s->inside;
    s->inside = NULL; // once
    inside(s, s->inside_argument);
}
static gyre_result push_block(const gyre_force_block *block, void *user) {
    for (size_t i = 0; i < block->count; i++)
        block->wrenches[i].force.z += 0.5;
    call_inside(user, 0);
    return GYRE_OK;
}
static gyre_result hook(gyre_world *world, double h, void *user) {
    (void)world, (void)h;
    call_inside(user, 1);
    return GYRE_OK;
}

static gyre_result on_progress(double part, void *user) {
    (void)part, (void)user;
    return GYRE_OK;
}

// ---- good values ----

static void set_values(inputs *in) {
    in->vector = (gyre_vec3){0.25, -0.5, 0.75};
    in->moments = (gyre_vec3){1, 2, 2.5};
    in->turn = (gyre_quat){0.5, -0.5, 0.5, 0.5};
    in->pose = (gyre_pose){in->vector, in->turn};
    in->matrix = gyre_quat_to_mat3(in->turn);
    in->symmetric = (gyre_mat3){{{1, 0.1, 0.2}, {0.1, 2, -0.1}, {0.2, -0.1, 2.5}}};
    in->mass = (gyre_mass){2, in->moments};
    in->properties = (gyre_mass_properties){2, in->vector, {1, 2, 2.5, 0.1, 0.2, -0.1}};
    in->hole = (gyre_mass_properties){0.5, in->vector, {0.01, 0.02, 0.025, 0, 0, 0}};
    in->amount = gyre_by_density(1000);
    in->wrench = (gyre_wrench){in->vector, in->vector};
    in->hash = gyre_hash_begin();
    in->allocator = (gyre_allocator){take, give, in};
    in->sink = (gyre_sink){swallow, swallow_at, in};
    in->memory.allocator = in->allocator;
    in->shape = (gyre_shape){GYRE_SHAPE_box, 0, {1, 2, 3}};
    for (int i = 0; i < 4; i++) {
        in->masses[i] = 1 + i;
        in->vectors[i] = (gyre_vec3){i & 1, i >> 1, i == 3};
    }
    for (int i = 0; i < Y_LENGTH; i++)
        in->y[i] = 0.1 * (i + 1);
    for (int i = 0; i < 3; i++) {
        in->times[i] = 0.25 * (i + 1);
        in->profile[i] = (gyre_profile_point){0.25 * i, 0.5 + 0.25 * i};
    }
    for (int i = 0; i < 2; i++) {
        in->particles[i] = (gyre_particle){in->vector, in->vectors[i]};
        in->states[i] = (gyre_state){in->vector, in->turn, in->vectors[i + 1], in->vector};
        in->matrix_states[i] = (gyre_matrix_state){in->vector, in->matrix, in->vectors[i + 1], in->vector};
        in->motions[i] = (gyre_motion){in->vectors[i], in->turn, in->vector, in->vector};
        in->path[i] = (gyre_path_point){i, in->pose};
    }
    in->velocity_state = (gyre_velocity_state){in->vector, in->matrix, in->vector, in->vector};
    gyre_state_to_array(in->states, in->y_body);
}

static void set_solvers(inputs *in) {
    in->point_force = (gyre_point_force){in->vector, in->vector};
    in->rigid_body = (gyre_rigid_body){in->mass, 0, &in->point_force, 1};
    in->system = gyre_system_default();
    in->system.bodies = &in->rigid_body;
    in->system.body_count = 1;
    in->system.gravity = in->vector;
    in->system.add_forces = push_body;
    in->system.user = in;
    in->system.log = (gyre_logger){hear, in};
    in->particle_system = gyre_particle_system_default();
    in->particle_system.masses = in->masses;
    in->particle_system.count = 2;
    in->particle_system.add_forces = push_particle;
    in->particle_system.user = in;
    in->particle_system.log = (gyre_logger){hear, in};
    in->ode_step = (gyre_ode_step){0, 4, 0, 1, in->y, in->y + 4, NULL};
    in->ode_options = gyre_ode_options_default();
    in->ode_options.rtol = in->ode_options.atol = 1e-6;
    in->ode_options.initial_step = 0.1;
    in->ode_options.max_step = 0.5;
    in->ode_options.max_steps = 10000;
    in->ode_options.on_step = see_step;
    in->ode_options.project = project;
    in->ode_options.user = in;
    in->ode_options.allocator = in->allocator;
    in->ode_options.log = (gyre_logger){hear, in};
    in->run = gyre_run_default();
    in->run.frame_count = 3;
    in->run.options = in->ode_options;
    in->run.on_frame = see_frame;
    in->run.user = in;
    in->clock = gyre_clock_default();
    in->clock.on_step = see_world_step;
    in->clock.on_frame = see_world_frame;
    in->clock.user = in;
}

static void set_definitions(inputs *in) {
    in->world_def = gyre_world_def_default();
    in->world_def.gravity = (gyre_vec3){0, 0, -1};
    in->world_def.has_ledger = 1;
    in->world_def.kernel = "f64";
    in->world_def.body_capacity = 4;
    in->world_def.parallel_for = (gyre_parallel_for){run_tasks, in};
    in->world_def.solve_constraints = hook;
    in->world_def.on_progress = on_progress;
    in->world_def.allocator = in->allocator;
    in->world_def.log = (gyre_logger){hear, in};
    in->body_def = gyre_body_def_default();
    in->body_def.name = "new";
    in->body_def.mass = in->properties;
    in->body_def.position = in->vector;
    in->body_def.orientation = in->turn;
    in->body_def.velocity = in->vector;
    in->body_def.angular_velocity = in->vector;
    in->body_def.linear_damping = in->body_def.angular_damping = 0.1;
    in->body_def.locks = GYRE_LOCK_X;
    in->pivot_def = in->body_def;
    in->pivot_def.locks = 0;
    in->pivot_def.has_pivot = 1;
    in->pivot_def.pivot = (gyre_vec3){0, 0, -1};
    in->path_def = in->body_def;
    in->path_def.kind = GYRE_BODY_KINEMATIC;
    in->path_def.locks = 0;
    in->path_def.path = in->path;
    in->path_def.path_count = 2;
}

static void set_mesh(inputs *in) {
    static const uint32_t cube[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                      2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    for (int i = 0; i < 24; i++)
        in->positions[i] = (i / 3) >> (i % 3) & 1;
    memcpy(in->triangles, cube, sizeof cube);
    in->mesh = (gyre_mesh){in->positions, 8, in->triangles, 12};
    in->doctor_options = gyre_doctor_options_default();
    in->doctor_options.voxel_budget = 1000;
    in->doctor_options.allocator = in->allocator;
    in->doctor_options.on_progress = watch_doctor;
    in->doctor_options.user = in;
    static gyre_diagnosis diagnosis; // made once: it takes longer than everything else
    if (!diagnosis.mesh.positions) must(gyre_diagnose(&in->mesh, &in->doctor_options, &diagnosis), "diagnose");
    in->diagnosis = diagnosis;
    memcpy(in->part_positions, diagnosis.mesh.positions, sizeof in->part_positions);
    memcpy(in->part_triangles, diagnosis.mesh.triangles, sizeof in->part_triangles);
    in->diagnosis.mesh.positions = in->part_positions; // copies, for calls to break
    in->diagnosis.mesh.triangles = in->part_triangles;
    in->parts[0] = (gyre_part){"cube.stl", &in->diagnosis};
    static const char model[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    in->model_bytes = model;
    in->model_size = sizeof model - 1;
    in->model_options = gyre_model_options_default();
    in->model_options.loader = (gyre_loader){load_nothing, unload_nothing, in};
    in->model_options.allocator = in->allocator;
    in->model_options.on_progress = watch_model;
    in->model_options.user = in;
}

static void set_files(inputs *in, const char *folder) {
    static char file[512], new_file[512];
    snprintf(file, sizeof file, "%s/file", folder);
    snprintf(new_file, sizeof new_file, "%s/new", folder);
    in->file = file;
    in->new_file = new_file;
    in->beside = (gyre_files_beside){.base_path = file, .max_size = 4096};
    static const char scene[] =
        "{\"gyre\": 1, \"dt\": 0.01, \"duration\": 1, \"fps\": 20, \"bodies\": [{\"name\": \"a\", "
        "\"shape\": {\"type\": \"box\", \"size\": [1, 2, 3]}, \"mass\": 2}]}";
    in->scene_bytes = scene;
    in->scene_size = sizeof scene - 1;
    in->scene_options = gyre_scene_options_default();
    in->scene_options.allocator = in->allocator;
    in->scene_options.log = (gyre_logger){hear, in};
    in->scene_options.loader = (gyre_loader){load_nothing, unload_nothing, in};
    in->scene_options.on_problem = hear_problem;
    in->scene_options.user = in;
    in->recording_def = gyre_recording_def_default(GYRE_FORMAT_csv);
    in->recording_def.sink = in->sink;
    in->recording_def.allocator = in->allocator;
    in->recording_def.log = (gyre_logger){hear, in};
}

// Every number a force needs, and points on the body.
static void set_parameters(stage *s) {
    gyre_force_parameters *p = s->in.parameters;
    for (int kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++)
        p[kind] = gyre_force_parameters_default((gyre_force_kind)kind);
    gyre_point on_body = {GYRE_AT_BODY, s->in.vector};
    p[GYRE_FORCE_field].field.acceleration = s->in.vector;
    p[GYRE_FORCE_force].force.force = s->in.vector;
    p[GYRE_FORCE_force].force.at = on_body;
    p[GYRE_FORCE_torque].torque.torque = s->in.vector;
    p[GYRE_FORCE_spring].spring =
        (gyre_force_spring){.at = on_body, .to_at = on_body, .stiffness = 2, .damping = 0.1, .length = 1};
    p[GYRE_FORCE_torsion].torsion.stiffness = 2;
    p[GYRE_FORCE_torsion].torsion.reference = s->in.turn;
    p[GYRE_FORCE_drag].drag = (gyre_force_drag){0.1, 0.2, 0.3};
    p[GYRE_FORCE_wind].wind = (gyre_force_wind){s->in.vector, 0.1, 0.2};
    p[GYRE_FORCE_thruster].thruster = (gyre_force_thruster){on_body, s->in.vector, 2};
    p[GYRE_FORCE_buoyancy].buoyancy.fluid_density = 1;
    p[GYRE_FORCE_buoyancy].buoyancy.solid = GYRE_SOLID_BOX;
    p[GYRE_FORCE_buoyancy].buoyancy.radius = 1;
    p[GYRE_FORCE_buoyancy].buoyancy.size = s->in.moments;
    p[GYRE_FORCE_buoyancy].buoyancy.at = on_body;
    p[GYRE_FORCE_attraction].attraction.to = on_body;
    p[GYRE_FORCE_attraction].attraction.mu = 0.1;
    p[GYRE_FORCE_attraction].attraction.softening = 0.5;
    p[GYRE_FORCE_callback].callback.function = push_block;
    p[GYRE_FORCE_callback].callback.user = s;
}

static gyre_force_def force_def(stage *s, gyre_force_kind kind) {
    gyre_force_def def = gyre_force_def_default(kind);
    def.parameters = s->in.parameters[kind];
    def.body = s->body;
    if (gyre_force_may_join(kind)) def.other = s->second;
    return def;
}

static void set_forces(stage *s) {
    for (int kind = 0; kind < GYRE_FORCE_KIND_COUNT; kind++) {
        gyre_force_def def = force_def(s, (gyre_force_kind)kind);
        def.name = gyre_force_kind_name((gyre_force_kind)kind);
        must(gyre_world_add_force(s->world, &def, &s->forces[kind]), def.name);
        def.name = "new";
        def.profile = s->in.profile;
        def.profile_count = 3;
        def.from = 0;
        def.until = 100;
        s->in.force_defs[kind] = def;
    }
    s->force = s->forces[GYRE_FORCE_spring];
    gyre_force_def def = force_def(s, GYRE_FORCE_drag);
    must(gyre_world_add_force(s->world, &def, &s->removed_force), "drag");
    must(gyre_world_remove_force(s->world, s->removed_force), "remove");
}

static gyre_body_id add(gyre_world *world, gyre_body_def def, const char *name) {
    gyre_body_id id;
    def.name = name;
    must(gyre_world_add_body(world, &def, &id), "body");
    return id;
}

static void set_worlds(stage *s) {
    gyre_world_def def = s->in.world_def;
    def.user = s;
    must(gyre_world_create(&def, &s->world), "world");
    gyre_body_def plain = s->in.body_def;
    plain.locks = 0;
    s->body = add(s->world, plain, "brick");
    s->removed_body = add(s->world, plain, "removed");
    s->second = add(s->world, plain, "second");
    must(gyre_world_remove_body(s->world, s->removed_body), "remove");
    s->in.bodies[0] = s->body;
    s->in.bodies[1] = s->second;
    set_forces(s);
    def.solve_constraints = NULL;
    must(gyre_world_create(&def, &s->other), "world");
    plain.linear_damping = plain.angular_damping = 0;
    s->foreign_body = add(s->other, plain, "foreign");
    gyre_force_def drag = force_def(s, GYRE_FORCE_drag);
    drag.body = s->foreign_body;
    gyre_force_id gone;
    must(gyre_world_add_force(s->other, &drag, &gone), "drag");
    s->foreign_force = gone; // was there, so that its number is another world's; gone, so that this world can fly
    must(gyre_world_remove_force(s->other, gone), "remove");
    must(gyre_world_step(s->world, 0.01, NULL), "step");
    must(gyre_world_save(s->world, s->saved, sizeof s->saved, &s->saved_size), "save");
    must(gyre_body_apply_force_at_center(s->world, s->body, s->in.vector), "apply");
}

void stage_build(stage *s, const char *folder) {
    memset(s, 0, offsetof(stage, saved));
    memset(&s->in, 0, sizeof *s - offsetof(stage, in));
    set_values(&s->in);
    set_solvers(&s->in);
    set_definitions(&s->in);
    set_mesh(&s->in);
    set_files(&s->in, folder);
    set_parameters(s);
    set_worlds(s);
}

void stage_clear(stage *s) {
    gyre_file_writer_abort(s->writer);
    free(s->block);
    gyre_model_clear(&s->model);
    gyre_diagnosis_clear(&s->own_diagnosis);
    gyre_recording_destroy(s->recording);
    gyre_scene_destroy(s->scene);
    gyre_world_destroy(s->world);
    gyre_world_destroy(s->other);
}

// ---- what few calls need ----

gyre_scene *stage_scene(stage *s) {
    if (s->scene) return s->scene;
    must(gyre_scene_read(s->in.scene_bytes, s->in.scene_size, &s->in.scene_options, &s->scene), "scene");
    return s->scene;
}

void stage_arm_scene(stage *s) {
    gyre_force_def def = gyre_force_def_default(GYRE_FORCE_callback);
    gyre_force_id id;
    def.parameters = s->in.parameters[GYRE_FORCE_callback];
    must(gyre_world_add_force(gyre_scene_world(s->scene), &def, &id), "callback");
}

gyre_recording *stage_recording(stage *s) {
    if (!s->recording) must(gyre_recording_begin(&s->in.recording_def, stage_scene(s), &s->recording), "recording");
    return s->recording;
}

gyre_file_writer *stage_writer(stage *s) {
    if (!s->writer) must(gyre_file_writer_open(s->in.new_file, &s->in.allocator, &s->writer, NULL), "writer");
    return s->writer;
}

void *stage_block(stage *s) {
    size_t size;
    if (!s->block) must(gyre_file_read(s->in.file, 4096, &s->in.allocator, &s->block, &size, NULL), "file");
    return s->block;
}

gyre_model *stage_model(stage *s) {
    must(gyre_model_read(s->in.model_bytes, s->in.model_size, &s->in.model_options, &s->model, NULL), "model");
    return &s->model;
}

gyre_diagnosis *stage_diagnosis(stage *s) {
    must(gyre_diagnose(&s->in.mesh, &s->in.doctor_options, &s->own_diagnosis), "diagnosis");
    return &s->own_diagnosis;
}
