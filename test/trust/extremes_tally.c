#include "extremes.h"

#include <stdarg.h>

void insist(gyre_result r, const char *what) {
    if (r == GYRE_OK) return;
    printf("extremes: %s: %s\n", what, gyre_result_name(r));
    exit(2);
}

// ---- one world ----

extreme begin_extreme(gyre_method method, gyre_vec3 gravity) {
    extreme e = {NULL, {0, 0, 0}};
    gyre_world_def def = gyre_world_def_default();
    def.gravity = gravity;
    def.method = method;
    def.kernel = "f64";
    insist(gyre_world_create(&def, &e.world), "create");
    return e;
}

void end_extreme(extreme *e) { gyre_world_destroy(e->world); }

gyre_body_def extreme_body(int shape, double mass) {
    static const double along[SHAPE_COUNT] = {1, 0.6, 2, 0.01, 1e-5, 1e-9, 1.9}; // over the moment across
    gyre_body_def def = gyre_body_def_default();
    double I = 0.7 * mass;
    def.name = "extreme";
    def.mass.mass = mass;
    def.mass.inertia = (gyre_tensor){I, shape == SHAPE_BRICK ? 1.3 * I : I, along[shape] * I, 0, 0, 0};
    return def;
}

static bool judge(extreme *e, gyre_result r, world_bytes *before, const gyre_step_report *report) {
    if (r != GYRE_OK && first_change(e->world, before) >= 0) note_silent("a world whose step failed");
    world_bytes_free(before);
    if (r == GYRE_OK) return true;
    bool is_named = report->body.generation == e->body.generation && report->body.world == e->body.world &&
                    report->quantity != GYRE_QUANTITY_NONE && strstr(report->text, "extreme");
    note_refusal(is_named && (r == GYRE_ERR_NOT_FINITE || r == GYRE_ERR_TOLERANCE_NOT_MET), r, report->text);
    return false;
}

bool step_or_refuse(extreme *e, double h) {
    gyre_step_report report;
    world_bytes before = world_bytes_of(e->world);
    return judge(e, gyre_world_step(e->world, h, &report), &before, &report);
}

bool fly_or_refuse(extreme *e, double t) {
    gyre_step_report report;
    world_bytes before = world_bytes_of(e->world);
    return judge(e, gyre_world_fly(e->world, t, &report), &before, &report);
}

// ---- the tally ----

enum { LINES_MAX = 30 };

void note_wrong(const char *format, ...) {
    if (sums.wrong++ >= LINES_MAX) return;
    va_list arguments;
    va_start(arguments, format);
    printf("WRONG: ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

void note_silent(const char *what) {
    if (sums.silent++ < LINES_MAX) printf("WRONG: %s changed silently\n", what);
}

void note_refusal(bool is_named, gyre_result r, const char *what) {
    sums.cases++;
    sums.refusals++;
    if (!is_named) note_wrong("refused without a name: %s: %s", gyre_result_name(r), what);
}

void note_same(const void *got, const void *want, size_t size, const char *what) {
    sums.cases++;
    if (memcmp(got, want, size) != 0) note_silent(what);
}

void note_number(long double got, long double want, double tolerance, const char *what) {
    sums.cases++;
    if (is_control) got += 2 * (long double)tolerance;
    double error = (double)fabsl(got - want);
    double units = error == 0 ? 0 : error / tolerance;
    if (!(units <= 1)) note_wrong("%s is %.20Lg, expected %.20Lg: %.3g tolerances off", what, got, want, units);
    if (units <= sums.worst) return;
    sums.worst = units;
    sums.worst_what = what;
}

void note_vector(gyre_vec3 got, gyre_vec3 want, double tolerance, const char *what) {
    double size = hypot(hypot(got.x - want.x, got.y - want.y), got.z - want.z);
    note_number(size, 0, tolerance, what);
}

// ---- attitudes ----

typedef struct quat_l {
    long double w, x, y, z;
} quat_l;

static quat_l times(quat_l a, quat_l b) {
    return (quat_l){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                    a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static quat_l unit_of(gyre_quat q) {
    long double n = quat_length(q);
    return (quat_l){q.w / n, q.x / n, q.y / n, q.z / n};
}

long double quat_length(gyre_quat q) {
    return sqrtl((long double)q.w * q.w + (long double)q.x * q.x + (long double)q.y * q.y + (long double)q.z * q.z);
}

static double angle_between(quat_l a, quat_l b) {
    quat_l d = times((quat_l){a.w, -a.x, -a.y, -a.z}, b);
    return (double)(2 * sqrtl(d.x * d.x + d.y * d.y + d.z * d.z)); // of small angles, and small angles are right
}

// About L by |L| t / A, after a turn about the own axis by m3 (1/C - 1/A) t, where m = R^T L.
static quat_l symmetric_motion(const gyre_state *s, gyre_vec3 moments, double t) {
    quat_l q = unit_of(s->q), back = {q.w, -q.x, -q.y, -q.z};
    quat_l m = times(times(back, (quat_l){0, s->L.x, s->L.y, s->L.z}), q);
    long double L = hypotl(hypotl(s->L.x, s->L.y), s->L.z), A = moments.x, C = moments.z;
    long double about_L = L * t / A / 2, about_axis = m.z * (1 / C - 1 / A) * t / 2, sine = sinl(about_L) / L;
    quat_l precession = {cosl(about_L), sine * s->L.x, sine * s->L.y, sine * s->L.z};
    quat_l spin = {cosl(about_axis), 0, 0, sinl(about_axis)};
    return times(times(precession, q), spin);
}

double attitude_error(const gyre_state *after, const gyre_state *before, gyre_vec3 moments, double t) {
    if (moments.x == moments.y) return angle_between(unit_of(after->q), symmetric_motion(before, moments, t));
    gyre_state want;
    gyre_mass mass = {1, moments};
    insist(gyre_free_flight(&mass, before, (gyre_vec3){0, 0, 0}, t, &want), "free_flight");
    return angle_between(unit_of(after->q), unit_of(want.q));
}
