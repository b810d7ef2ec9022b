/// Particles with springs, drag and gravity: integrates their derivative for 300 frames of 1/30 s and compares the
/// result with the closed form.
#include <gyre/gyre.h>

#include <math.h>
#include <stdio.h>

enum { LEFT, RIGHT, DROP, COUNT };

static const double MASS[COUNT] = {1, 3, 0.5};     // [kg]
static const double STIFFNESS = 12, LENGTH = 2;    // spring between left and right: stiffness [N/m], rest length [m]
static const double DRAG = 0.25;                   // drag coefficient c of the drop [N s/m], F = -c v
static const double GRAVITY = 9.81, STRETCH = 0.5; // gravity [m/s^2]; initial stretch of the spring [m]

// Adds forces on one particle; the system adds gravity. y holds all particles, because a spring needs both ends.
static gyre_result add_forces(double t, size_t index, const gyre_particle *particle, const double *y, gyre_vec3 *force,
                              void *user) {
    (void)t, (void)user;
    if (index == DROP) {
        *force = (gyre_vec3){-DRAG * particle->v.x, -DRAG * particle->v.y, -DRAG * particle->v.z};
        return GYRE_OK;
    }
    gyre_particle other;
    gyre_array_to_particle(&y[(index == LEFT ? RIGHT : LEFT) * GYRE_PARTICLE_SIZE], &other);
    gyre_vec3 d = {other.x.x - particle->x.x, other.x.y - particle->x.y, other.x.z - particle->x.z};
    double distance = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    double pull = STIFFNESS * (distance - LENGTH) / distance;
    *force = (gyre_vec3){pull * d.x, pull * d.y, pull * d.z};
    return GYRE_OK;
}

typedef struct comparison {
    size_t frames;
    double worst; // difference from the closed form
} comparison;

static gyre_result compare(size_t frame, double t, const double *y, size_t length, void *user) {
    comparison *c = user;
    gyre_particle p[COUNT];
    gyre_result r = gyre_array_to_particles(y, length, p, COUNT);
    if (r != GYRE_OK) return r;
    // the masses oscillate about their freely falling centre of mass; the drop tends to v = -m g / c
    double rate = sqrt(STIFFNESS * (1 / MASS[LEFT] + 1 / MASS[RIGHT])), terminal = MASS[DROP] * GRAVITY / DRAG;
    double swing = LENGTH + STRETCH * cos(rate * t), fall = -GRAVITY * t * t / 2;
    double speed = -terminal * (1 - exp(-DRAG / MASS[DROP] * t));
    c->worst = fmax(c->worst, fabs(p[RIGHT].x.x - p[LEFT].x.x - swing));
    c->worst = fmax(c->worst, fabs(p[LEFT].x.z - fall));
    c->worst = fmax(c->worst, fabs(p[DROP].v.z - speed));
    c->frames++;
    if (frame % 60 == 0)
        printf("frame %3zu: spring %.6f m (closed form %.6f), drop %10.6f m/s (%10.6f)\n", frame,
               p[RIGHT].x.x - p[LEFT].x.x, swing, p[DROP].v.z, speed);
    return GYRE_OK;
}

int main(void) {
    gyre_particle_system system = gyre_particle_system_default();
    system.masses = MASS;
    system.count = COUNT;
    system.gravity.z = -GRAVITY;
    system.add_forces = add_forces;

    gyre_particle start[COUNT] = {[RIGHT] = {.x = {LENGTH + STRETCH, 0, 0}}, [DROP] = {.x = {0, 5, 0}}};
    double y[COUNT * GYRE_PARTICLE_SIZE];
    if (gyre_particles_to_array(start, COUNT, y, COUNT * GYRE_PARTICLE_SIZE) != GYRE_OK) return 1;
    gyre_run run = gyre_run_default(); // 300 frames after the initial frame, 30 per second
    comparison c = {0, 0};
    run.on_frame = compare;
    run.user = &c;
    if (gyre_run_derivative(gyre_particle_dydt, &system, &run, y, COUNT * GYRE_PARTICLE_SIZE, NULL) != GYRE_OK)
        return 1;
    printf("%zu frames, never off by more than 1e-6: %s\n", c.frames, c.worst < 1e-6 ? "yes" : "no");
    return 0;
}
