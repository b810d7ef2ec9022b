/// Kinematic paths. Both velocities are constant between two points, so that velocities are the exact derivatives of
/// poses.
#include "world/path.h"

#include "math/convert.h"
#include "math/finite.h"
#include "motion/turn.h"

#include <float.h>

static const double UNIT_SLACK = 1e-6; // tolerance of the length of an orientation

typedef struct velocities {
    vec3 linear, angular;
} velocities;

static velocities velocities_between(const gyre_path_point *from, const gyre_path_point *to) {
    real rate = 1 / (to->t - from->t);
    vec3 way = sub(vec3_in(to->pose.position), vec3_in(from->pose.position));
    // the world-frame rotation r with to = r from; rotation_vector takes the shorter way
    quat turn = quat_mul(quat_in(to->pose.orientation), conjugate(quat_in(from->pose.orientation)));
    return (velocities){scale(rate, way), scale(rate, rotation_vector(turn))};
}

static bool is_point_usable(const gyre_path_point *point) {
    gyre_quat q = point->pose.orientation;
    real length = root(quat_dot(quat_in(q), quat_in(q)));
    return is_finite(point->t) && is_finite_vec3(point->pose.position) && magnitude(length - 1) <= UNIT_SLACK;
}

gyre_result gyre_path_check(const gyre_path_point *points, size_t count) {
    if (count == 0) return GYRE_ERR_PATH;
    if (!points) return GYRE_ERR_NULL_POINTER;
    for (size_t i = 0; i < count; i++) {
        if (!is_point_usable(&points[i])) return GYRE_ERR_PATH;
        if (i == 0) continue;
        double duration = points[i].t - points[i - 1].t;
        if (!(duration > 0) || !is_finite(duration)) return GYRE_ERR_PATH;
        // velocities overflow if points are too far apart or too close in time
        velocities v = velocities_between(&points[i - 1], &points[i]);
        if (!is_finite_vec3(vec3_out(v.linear)) || !is_finite_vec3(vec3_out(v.angular))) return GYRE_ERR_PATH;
    }
    return GYRE_OK;
}

// Normalising twice can change the last bit. Quaternions that are normalised up to rounding are not changed, so that a
// path that was written to a file and read back is bit-identical.
static quat unit(quat q) { return magnitude(quat_dot(q, q) - 1) <= 1e-15 ? q : normalized(q); }

void gyre_path_prepare(gyre_path_point *points, size_t count) {
    for (size_t i = 0; i < count; i++) {
        quat q = unit(quat_in(points[i].pose.orientation));
        if (i > 0 && quat_dot(quat_in(points[i - 1].pose.orientation), q) < 0) q = quat_scale(-1, q);
        points[i].pose.orientation = quat_out(q);
    }
}

// Returns the number of points not later than t.
static size_t points_until(const gyre_path_point *points, size_t count, double t) {
    size_t low = 0, high = count; // points[low - 1].t <= t < points[high].t
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (!(t < points[middle].t)) // a NaN time counts as after the last point
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static gyre_pose pose_at(const gyre_path_point *points, size_t count, double t) {
    size_t passed = points_until(points, count, t);
    if (passed == 0) return points[0].pose;
    if (passed == count) return points[count - 1].pose;
    const gyre_path_point *from = &points[passed - 1];
    velocities v = velocities_between(from, from + 1);
    real elapsed = t - from->t;
    vec3 position = add(vec3_in(from->pose.position), scale(elapsed, v.linear));
    return (gyre_pose){vec3_out(position),
                       quat_out(exponential_turn(quat_in(from->pose.orientation), v.angular, elapsed))};
}

// Returns the pose at t with the velocities of the segment that contains t_inside.
static path_motion motion_at(const gyre_path_point *points, size_t count, double t, double t_inside) {
    path_motion motion = {.pose = pose_at(points, count, t)};
    size_t passed = points_until(points, count, t_inside);
    if (passed == 0 || passed == count) return motion;
    velocities v = velocities_between(&points[passed - 1], &points[passed]);
    motion.velocity = vec3_out(v.linear);
    motion.angular_velocity = vec3_out(v.angular);
    return motion;
}

// Returns a bound on the rounding error of a step's time: 3 * 0.1 is later than a point at 0.3. At t = 0 the
// bound is not 0.
static double rounding_of(double t) { return 8 * DBL_EPSILON * magnitude(t) + DBL_MIN; }

path_motion gyre_path_at(const gyre_path_point *points, size_t count, double t) {
    return motion_at(points, count, t, t + rounding_of(t));
}

path_motion gyre_path_arriving_at(const gyre_path_point *points, size_t count, double t) {
    return motion_at(points, count, t, t - rounding_of(t));
}
