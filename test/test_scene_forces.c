/// Layer 10: the world of a scene has its forces.
#include "scene_helpers.h"

#define WITH(forces)                                                                                                   \
    "{\"gyre\":1,\"bodies\":[{\"name\":\"a\",\"mass\":2,\"shape\":{\"type\":\"box\",\"size\":[1,2,3]}},"               \
    "{\"name\":\"b\",\"mass\":3,\"shape\":{\"type\":\"sphere\",\"radius\":2},\"position\":[9,0,0]},"                   \
    "{\"name\":\"s\",\"kind\":\"static\"}],\"forces\":[" forces "]}"

static gyre_scene *scene; // of the running test

// The i-th force of a scene that stays until the next call.
static gyre_force_def force_at(const char *text, int index) {
    gyre_scene_destroy(scene);
    scene = scene_of(text);
    gyre_force_id id = gyre_world_next_force(gyre_scene_world(scene), (gyre_force_id){0});
    for (; index > 0; index--)
        id = gyre_world_next_force(gyre_scene_world(scene), id);
    gyre_force_def def = gyre_force_def_default(GYRE_FORCE_field);
    CHECK_OK(gyre_force_get(gyre_scene_world(scene), id, &def));
    return def;
}

static gyre_force_def force_of(const char *text) { return force_at(text, 0); }

static void done(void) {
    gyre_scene_destroy(scene);
    scene = NULL;
}

static void check_vec3(gyre_vec3 got, double x, double y, double z) {
    CHECK_SAME(got.x, x);
    CHECK_SAME(got.y, y);
    CHECK_SAME(got.z, z);
}

static void check_point(gyre_point got, gyre_point_kind kind, double x, double y, double z) {
    CHECK_EQ(got.kind, kind);
    check_vec3(got.p, x, y, z);
}

TEST(a_force_acts_on_a_body_or_on_all) {
    gyre_force_def def = force_of(WITH("{\"type\":\"field\",\"body\":\"b\",\"acceleration\":[1,2,3]}"));
    CHECK_EQ(def.kind, GYRE_FORCE_field);
    CHECK(is_same_id(def.body, body_of(scene, "b")));
    check_vec3(def.parameters.field.acceleration, 1, 2, 3);
    def = force_of(WITH("{\"type\":\"field\",\"body\":\"all\",\"acceleration\":[1,2,3],\"name\":\"lift\"}"));
    CHECK(gyre_body_is_none(def.body));
    CHECK(strcmp(def.name, "lift") == 0);
    done();
}

// A force that acts always has a potential that counts, one with a window has not: 0 is the usual beginning.
TEST(windows_and_profiles_are_read) {
    gyre_force_def def = force_of(WITH("{\"type\":\"field\",\"body\":\"a\",\"acceleration\":[1,2,3]}"));
    CHECK_SAME(def.from, -INFINITY);
    CHECK_SAME(def.until, INFINITY);
    def = force_of(WITH("{\"type\":\"field\",\"body\":\"a\",\"acceleration\":[1,2,3],\"from\":0}"));
    CHECK_SAME(def.from, -INFINITY);
    def = force_of(WITH("{\"type\":\"field\",\"body\":\"a\",\"acceleration\":[1,2,3],\"from\":0.5,\"until\":2,"
                        "\"profile\":[[0,1],[1,-3]]}"));
    CHECK_SAME(def.from, 0.5);
    CHECK_SAME(def.until, 2);
    CHECK_EQ(def.profile_count, 2);
    CHECK_SAME(def.profile[1].t, 1);
    CHECK_SAME(def.profile[1].factor, -3);
    done();
}

TEST(force_and_torque_are_read) {
    gyre_force_force p = force_of(WITH("{\"type\":\"force\",\"body\":\"a\",\"force\":[1,2,3]}")).parameters.force;
    check_vec3(p.force, 1, 2, 3);
    CHECK_EQ(p.frame, GYRE_FRAME_WORLD);
    CHECK_EQ(p.at.kind, GYRE_AT_CENTER);
    p = force_of(WITH("{\"type\":\"force\",\"body\":\"a\",\"force\":[1,2,3],\"frame\":\"body\",\"at\":[4,5,6]}"))
            .parameters.force;
    CHECK_EQ(p.frame, GYRE_FRAME_BODY);
    check_point(p.at, GYRE_AT_BODY, 4, 5, 6);
    p = force_of(WITH("{\"type\":\"force\",\"body\":\"a\",\"force\":[1,2,3],\"at\":[4,5,6],\"at_frame\":\"world\"}"))
            .parameters.force;
    check_point(p.at, GYRE_AT_WORLD, 4, 5, 6);
    gyre_force_torque t =
        force_of(WITH("{\"type\":\"torque\",\"body\":\"a\",\"torque\":[1,2,3],\"frame\":\"body\"}")).parameters.torque;
    check_vec3(t.torque, 1, 2, 3);
    CHECK_EQ(t.frame, GYRE_FRAME_BODY);
    done();
}

TEST(a_spring_connects_a_body_to_the_world_or_to_a_body) {
    gyre_force_def def =
        force_of(WITH("{\"type\":\"spring\",\"body\":\"a\",\"at\":[1,2,3],\"to\":\"world\",\"to_at\":[4,5,6],"
                      "\"stiffness\":7,\"damping\":8,\"length\":9}"));
    gyre_force_spring p = def.parameters.spring;
    CHECK(gyre_body_is_none(def.other));
    check_point(p.at, GYRE_AT_BODY, 1, 2, 3);
    check_point(p.to_at, GYRE_AT_WORLD, 4, 5, 6);
    CHECK_SAME(p.stiffness, 7);
    CHECK_SAME(p.damping, 8);
    CHECK_SAME(p.length, 9);
    def = force_of(WITH("{\"type\":\"spring\",\"body\":\"a\",\"to\":\"b\",\"to_at\":[4,5,6],\"stiffness\":7}"));
    CHECK(is_same_id(def.other, body_of(scene, "b")));
    check_point(def.parameters.spring.to_at, GYRE_AT_BODY, 4, 5, 6);
    def = force_of(WITH("{\"type\":\"spring\",\"body\":\"a\",\"to\":\"b\",\"stiffness\":7}"));
    CHECK_EQ(def.parameters.spring.at.kind, GYRE_AT_CENTER);
    CHECK_EQ(def.parameters.spring.to_at.kind, GYRE_AT_CENTER);
    done();
}

TEST(torsion_drag_wind_and_thruster_are_read) {
    gyre_force_torsion t = force_of(WITH("{\"type\":\"torsion\",\"body\":\"a\",\"stiffness\":1,\"damping\":2,"
                                         "\"reference\":[0,1,0,0]}"))
                               .parameters.torsion;
    CHECK_SAME(t.stiffness, 1);
    CHECK_SAME(t.damping, 2);
    CHECK_SAME(t.reference.x, 1);
    gyre_force_drag d =
        force_of(WITH("{\"type\":\"drag\",\"body\":\"all\",\"linear\":1,\"quadratic\":2,\"angular\":3}"))
            .parameters.drag;
    CHECK_SAME(d.linear, 1);
    CHECK_SAME(d.quadratic, 2);
    CHECK_SAME(d.angular, 3);
    gyre_force_wind w =
        force_of(WITH("{\"type\":\"wind\",\"body\":\"a\",\"velocity\":[1,2,3],\"quadratic\":4}")).parameters.wind;
    check_vec3(w.velocity, 1, 2, 3);
    CHECK_SAME(w.quadratic, 4);
    gyre_force_thruster r = force_of(WITH("{\"type\":\"thruster\",\"body\":\"a\",\"at\":[1,2,3],\"direction\":[0,0,5],"
                                          "\"thrust\":6}"))
                                .parameters.thruster;
    check_point(r.at, GYRE_AT_BODY, 1, 2, 3);
    check_vec3(r.direction, 0, 0, 5);
    CHECK_SAME(r.thrust, 6);
    done();
}

TEST(attraction_is_to_a_point_to_a_body_or_mutual) {
    gyre_force_def def =
        force_of(WITH("{\"type\":\"attraction\",\"body\":\"all\",\"to\":[1,2,3],\"mu\":4,\"softening\":5}"));
    check_point(def.parameters.attraction.to, GYRE_AT_WORLD, 1, 2, 3);
    CHECK_SAME(def.parameters.attraction.mu, 4);
    CHECK_SAME(def.parameters.attraction.softening, 5);
    CHECK_EQ(def.parameters.attraction.is_mutual, 0);
    def = force_of(WITH("{\"type\":\"attraction\",\"body\":\"a\",\"to\":\"b\",\"mu\":4}"));
    CHECK(is_same_id(def.other, body_of(scene, "b")));
    CHECK_EQ(def.parameters.attraction.to.kind, GYRE_AT_CENTER);
    def = force_of(WITH("{\"type\":\"attraction\",\"body\":\"a\",\"to\":\"b\",\"to_at\":[1,2,3],\"mu\":4}"));
    check_point(def.parameters.attraction.to, GYRE_AT_BODY, 1, 2, 3);
    def = force_of(WITH("{\"type\":\"attraction\",\"mutual\":true,\"G\":7}"));
    CHECK_EQ(def.parameters.attraction.is_mutual, 1);
    CHECK_SAME(def.parameters.attraction.G, 7);
    CHECK(gyre_body_is_none(def.body) && gyre_body_is_none(def.other));
    def = force_of(WITH("{\"type\":\"attraction\",\"mutual\":true,\"body\":\"all\"}"));
    CHECK_SAME(def.parameters.attraction.G, 6.6743e-11);
    done();
}

TEST(a_floating_body_displaces_the_volume_of_its_shape) {
    gyre_force_def def =
        force_of(WITH("{\"type\":\"buoyancy\",\"body\":\"a\",\"fluid_density\":1000,\"surface\":2,\"drag\":3}"));
    gyre_force_buoyancy p = def.parameters.buoyancy;
    CHECK_SAME(p.fluid_density, 1000);
    CHECK_SAME(p.surface, 2);
    CHECK_SAME(p.drag, 3);
    CHECK_EQ(p.solid, GYRE_SOLID_BOX);
    check_vec3(p.size, 1, 2, 3);
    check_point(p.at, GYRE_AT_BODY, 0, 0, 0);
    p = force_of(WITH("{\"type\":\"buoyancy\",\"body\":\"b\",\"fluid_density\":1000}")).parameters.buoyancy;
    CHECK_EQ(p.solid, GYRE_SOLID_SPHERE);
    CHECK_SAME(p.radius, 2);
    p = force_of(WITH("{\"type\":\"buoyancy\",\"body\":\"b\",\"fluid_density\":1,\"solid\":\"box\",\"size\":[3,4,5],"
                      "\"at\":[1,0,0],\"turned\":[0,0,1,0]}"))
            .parameters.buoyancy;
    CHECK_EQ(p.solid, GYRE_SOLID_BOX);
    check_vec3(p.size, 3, 4, 5);
    check_point(p.at, GYRE_AT_BODY, 1, 0, 0);
    CHECK_SAME(p.turned.y, 1);
    p = force_of(WITH("{\"type\":\"buoyancy\",\"body\":\"b\",\"fluid_density\":\"seawater\"}")).parameters.buoyancy;
    CHECK_SAME(p.fluid_density, 1025);
    done();
}

TEST(lift_on_all_is_one_force_for_each_dynamic_body) {
    gyre_force_def def =
        force_at(WITH("{\"type\":\"buoyancy\",\"name\":\"lift\",\"body\":\"all\",\"fluid_density\":1000}"), 1);
    CHECK_EQ(gyre_world_force_count(gyre_scene_world(scene)), 2);
    CHECK(is_same_id(def.body, body_of(scene, "b")));
    CHECK_EQ(def.parameters.buoyancy.solid, GYRE_SOLID_SPHERE);
    CHECK(strcmp(def.name, "lift on b") == 0);
    done();
}

RUN_TESTS("scene_forces")
