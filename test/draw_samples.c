/// Writes drawings of all sorts into a directory: for validators, and for the eye.
#include "drawn_scene.h"
#include "mesh_helpers.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static const char *directory;

static void save(gyre_scene *scene, const char *name, gyre_format format, size_t frame_count, int is_early) {
    gyre_memory_sink bytes = drawn_recording(scene, format, frame_count, is_early);
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", directory, name, gyre_format_extension(format));
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.bytes, 1, bytes.size, file) != bytes.size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
    free(bytes.bytes);
}

// Frames are taken from where the world is: each format gets its own scene.
static void save_both(gyre_scene *make(void), const char *name, size_t frame_count, int is_early) {
    const gyre_format formats[] = {GYRE_FORMAT_glb, GYRE_FORMAT_svg};
    for (int i = 0; i < 2; i++) {
        gyre_scene *scene = make();
        save(scene, name, formats[i], frame_count, is_early);
        drawn_scene_free(scene);
    }
}

static const gyre_vec3 no_gravity = {0, 0, 0}, earth = {0, 0, -9.81};
static const gyre_quat upright = {1, 0, 0, 0};

// Every shape of the list in a row, turning; lengths 1, corners somewhere.
static gyre_scene *every_shape(void) {
    static gyre_look_part parts[GYRE_SHAPE_KIND_COUNT];
    static const double corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    gyre_scene *scene = drawn_scene("Every shape <&> \"more\"", no_gravity);
    for (int kind = 0; kind < GYRE_SHAPE_KIND_COUNT; kind++) {
        gyre_shape *shape = &parts[kind].shape;
        shape->kind = (gyre_shape_kind)kind;
        bool has_corners = kind == GYRE_SHAPE_tetrahedron || kind == GYRE_SHAPE_triangle;
        for (size_t i = 0; i < gyre_shape_parameter_count(shape->kind); i++)
            shape->parameters[i] = has_corners ? corners[i] : 1 / (1.0 + (double)i);
        parts[kind].pose.orientation = upright;
        gyre_body_def def = drawn_body(gyre_shape_name(shape->kind));
        def.position = (gyre_vec3){3 * (kind % 5), 3 * (kind / 5), 0};
        def.angular_velocity = (gyre_vec3){0.3, 1, 0.1};
        drawn_scene_add(scene, &def, (gyre_look){&parts[kind], 1, {kind % 3 / 2.0, 0.5, kind % 7 / 6.0}});
    }
    return scene;
}

// Two boxes and a ball as one body whose centre of mass is not the origin of its model, and one that stands still.
static gyre_scene *tumbling(void) {
    static const gyre_look_part hammer[] = {
        {.shape = {GYRE_SHAPE_box, 0, {0.3, 0.3, 2}}, .pose = {{0, 0, 0}, {1, 0, 0, 0}}},
        {.shape = {GYRE_SHAPE_box, 0, {1.2, 0.4, 0.4}}, .pose = {{0, 0, 1}, {1, 0, 0, 0}}},
        {.shape = {GYRE_SHAPE_sphere, 0, {0.25}}, .pose = {{0, 0, -1}, {0.8, 0.6, 0, 0}}},
    };
    static const gyre_look_part floor = {.shape = {GYRE_SHAPE_plate, 0, {20, 20}}, .pose = {{0, 0, 0}, {1, 0, 0, 0}}};
    gyre_scene *scene = drawn_scene("Tumbling hammer", earth);
    gyre_body_def def = drawn_body("hammer \"\xe2\x9a\x92\" \\ \x01");
    def.mass.center = (gyre_vec3){0, 0, 0.6};
    def.mass.inertia = (gyre_tensor){.xx = 0.5, .yy = 0.4, .zz = 0.15};
    def.position = (gyre_vec3){0, 0, 2};
    def.velocity = (gyre_vec3){1, 0.5, 9};
    def.angular_velocity = (gyre_vec3){0.05, 7, 0.05};
    drawn_scene_add(scene, &def, (gyre_look){hammer, 3, {0.8, 0.3, 0.1}});
    def = gyre_body_def_default();
    def.name = "floor";
    def.kind = GYRE_BODY_STATIC;
    drawn_scene_add(scene, &def, (gyre_look){&floor, 1, {0.7, 0.7, 0.7}});
    return scene;
}

static own_mesh one_triangle(gyre_vec3 a, gyre_vec3 b, gyre_vec3 c) {
    own_mesh m = mesh_with_room(3, 1);
    mesh_add_vertex(&m, a), mesh_add_vertex(&m, b), mesh_add_vertex(&m, c);
    mesh_add_triangle(&m, 0, 1, 2);
    return m;
}

// A cylinder as separate triangles, as STL has them.
static own_mesh soup(void) {
    own_mesh round = mesh_of_cylinder(1, 2, 48);
    size_t count = round.view.triangle_count;
    own_mesh m = mesh_with_room(3 * count, count);
    for (uint32_t i = 0; i < 3 * count; i++)
        mesh_add_vertex(&m, mesh_point(&round, round.triangles[i]));
    for (uint32_t i = 0; i < count; i++)
        mesh_add_triangle(&m, 3 * i, 3 * i + 1, 3 * i + 2);
    mesh_free(&round);
    return m;
}

// Meshes of files: a triangle, a soup, a ball with more vertices than 16 bits count, a triangle without area; and the
// soup again, smaller.
static gyre_scene *meshes(void) {
    static gyre_look_part parts[5];
    static own_mesh made[4];
    if (!made[0].positions) {
        made[0] = one_triangle((gyre_vec3){0, 0, 0}, (gyre_vec3){1, 0, 0}, (gyre_vec3){0, 1, 0});
        made[1] = soup();
        made[2] = mesh_of_sphere(1000, 200);
        made[3] = one_triangle((gyre_vec3){0, 0, 0}, (gyre_vec3){1, 0, 0}, (gyre_vec3){2, 0, 0});
    }
    gyre_scene *scene = drawn_scene("Meshes", no_gravity);
    for (int i = 0; i < 5; i++) {
        parts[i] = (gyre_look_part){.shape = {.kind = GYRE_SHAPE_KIND_COUNT},
                                    .pose.orientation = upright,
                                    .mesh = &made[i < 4 ? i : 1].view,
                                    .mesh_unit = i == 2   ? 0.001
                                                 : i == 4 ? 0.5
                                                          : 1};
        gyre_body_def def = drawn_body(NULL);
        def.position.x = 3 * i;
        def.angular_velocity = (gyre_vec3){0.3, 1, 0.1};
        drawn_scene_add(scene, &def, (gyre_look){&parts[i], 1, {0.8, 0.5, 0.2}});
    }
    return scene;
}

static gyre_scene *nothing(void) { return drawn_scene("", no_gravity); }

// A body without a look, which only spins: constant energy and momenta.
static gyre_scene *spinning(void) {
    gyre_scene *scene = drawn_scene("Free spin: every line is flat", no_gravity);
    gyre_body_def def = drawn_body(NULL);
    def.mass.inertia = (gyre_tensor){.xx = 1, .yy = 2, .zz = 2.5};
    def.velocity = (gyre_vec3){0.3, -0.2, 0.1};
    def.angular_velocity = (gyre_vec3){0.01, 2, 0.01};
    drawn_scene_add(scene, &def, (gyre_look){0});
    return scene;
}

static void add_force(gyre_scene *scene, const gyre_force_def *def) {
    gyre_force_id force;
    if (gyre_world_add_force(scene->world, def, &force) != GYRE_OK) abort();
}

// A thruster feeds energy in without end.
static gyre_scene *growing(void) {
    gyre_scene *scene = drawn_scene("A rocket: energy and momentum grow", no_gravity);
    gyre_body_def def = drawn_body("rocket");
    gyre_force_def thruster = gyre_force_def_default(GYRE_FORCE_thruster);
    thruster.body = drawn_scene_add(scene, &def, (gyre_look){0});
    thruster.parameters.thruster.direction = (gyre_vec3){0, 0, 1};
    thruster.parameters.thruster.thrust = 2e3;
    add_force(scene, &thruster);
    return scene;
}

// High up: the potential is large and hardly changes.
static gyre_scene *high_up(void) {
    gyre_scene *scene = drawn_scene("High up: a large potential that hardly changes", earth);
    gyre_body_def def = drawn_body("stone");
    def.position = (gyre_vec3){5000, 0, 100000};
    drawn_scene_add(scene, &def, (gyre_look){0});
    return scene;
}

// A stiff spring: many swings within one pixel.
static gyre_scene *swinging(void) {
    gyre_scene *scene = drawn_scene(
        "A spring that swings and has a title so long that it must be set in smaller letters to find room on the page",
        earth);
    gyre_body_def def = drawn_body("weight");
    gyre_force_def spring = gyre_force_def_default(GYRE_FORCE_spring);
    def.position = (gyre_vec3){0.2, 0, 0};
    spring.body = drawn_scene_add(scene, &def, (gyre_look){0});
    spring.parameters.spring.stiffness = 40;
    spring.parameters.spring.at = (gyre_point){GYRE_AT_BODY, {0, 0.1, 0}};
    add_force(scene, &spring);
    return scene;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    directory = argv[1];
    save_both(every_shape, "shapes", 61, 0);
    save_both(meshes, "meshes", 61, 0);
    save_both(tumbling, "tumbling", 121, 0);
    save_both(tumbling, "early", 40, 1);
    save_both(tumbling, "one_frame", 1, 0);
    save_both(tumbling, "no_frame", 0, 1);
    save_both(nothing, "nothing", 10, 0);
    save_both(spinning, "spinning", 601, 0);
    save_both(growing, "growing", 601, 0);
    save_both(high_up, "high_up", 61, 0);
    save_both(swinging, "swinging", 601, 0);
    save_both(swinging, "swinging_long", 100001, 0);
    return 0;
}
