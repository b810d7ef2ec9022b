/// MuJoCo for comparison: free bodies, contacts and constraints disabled, no damping, one thread.
///     fast      Euler, MuJoCo's default integrator
///     accurate  MuJoCo's Runge-Kutta method of order 4
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): the standard's feature-test macro

#include "candidate.h"

#include <mujoco/mujoco.h>

static mjModel *model;
static mjData *data;
static int is_accurate;

enum { BODY_TEXT_MAX = 512, FREE_POSITION = 7, FREE_VELOCITY = 6 };

// The model as MuJoCo's XML, the only input format of its C interface.
static char *describe(const bench_body *bodies, size_t count, size_t *out_length) {
    char *text = (char *)malloc(count * BODY_TEXT_MAX + 2048);
    if (!text) return NULL;
    size_t at = (size_t)sprintf(
        text,
        "<mujoco><compiler boundmass='0' boundinertia='0' balanceinertia='false'/>"
        "<option gravity='0 0 %.17g' integrator='%s'><flag contact='disable' constraint='disable' equality='disable' "
        "frictionloss='disable' limit='disable' passive='disable' actuation='disable' warmstart='disable' "
        "sensornoise='disable' energy='disable'/></option><worldbody>",
        BENCH_GRAVITY, is_accurate ? "RK4" : "Euler");
    for (size_t i = 0; i < count; i++) {
        const double *x = bodies[i].position, *I = bodies[i].inertia;
        at += (size_t)sprintf(text + at,
                              "<body pos='%.17g %.17g %.17g'><freejoint/><inertial pos='0 0 0' mass='%.17g' "
                              "diaginertia='%.17g %.17g %.17g'/></body>",
                              x[0], x[1], x[2], bodies[i].mass, I[0], I[1], I[2]);
    }
    at += (size_t)sprintf(text + at, "</worldbody></mujoco>");
    *out_length = at;
    return text;
}

static mjModel *load(const char *text, size_t length) {
    char error[512] = "";
    mjVFS *files = (mjVFS *)malloc(sizeof *files);
    if (!files) return NULL;
    mj_defaultVFS(files);
    mjModel *loaded = NULL;
    if (mj_makeEmptyFileVFS(files, "bodies.xml", (int)length) == 0) {
        memcpy(files->filedata[mj_findFileVFS(files, "bodies.xml")], text, length);
        loaded = mj_loadXML("bodies.xml", files, error, sizeof error);
        if (!loaded) fprintf(stderr, "MuJoCo: %s\n", error);
    }
    mj_deleteVFS(files);
    free(files);
    return loaded;
}

// Sets the state; rotates the angular velocity to body axes, as MuJoCo stores it.
static void place(const bench_body *b, size_t index) {
    mjtNum *position = data->qpos + index * FREE_POSITION, *velocity = data->qvel + index * FREE_VELOCITY;
    mjtNum back[4];
    mju_copy(position, b->position, 3);
    mju_copy(position + 3, b->orientation, 4);
    mju_copy(velocity, b->velocity, 3);
    mju_negQuat(back, b->orientation);
    mju_rotVecQuat(velocity + 3, b->angular_velocity, back);
}

static int candidate_make(const bench_body *bodies, size_t count) {
    size_t length;
    char *text = describe(bodies, count, &length);
    if (data) mj_deleteData(data);
    if (model) mj_deleteModel(model);
    data = NULL;
    model = text ? load(text, length) : NULL;
    free(text);
    data = model ? mj_makeData(model) : NULL;
    for (size_t i = 0; data && i < count; i++)
        place(&bodies[i], i);
    return data != NULL;
}

static void candidate_step(double h) {
    model->opt.timestep = h;
    mj_step(model, data);
}

static candidate_pose candidate_look(size_t index) {
    const mjtNum *position = data->qpos + index * FREE_POSITION, *velocity = data->qvel + index * FREE_VELOCITY;
    candidate_pose pose;
    mju_copy(pose.x, position, 3);
    mju_copy(pose.q, position + 3, 4);
    mju_rotVecQuat(pose.w, velocity + 3, pose.q);
    return pose;
}

static int candidate_choose(const char *variant) {
    is_accurate = strcmp(variant, "accurate") == 0;
    return is_accurate || strcmp(variant, "fast") == 0;
}

static void candidate_about(void) {
    printf("about MuJoCo %s, %s\n", mj_versionString(), sizeof(mjtNum) == 8 ? "double" : "float");
}

CANDIDATE_MAIN
