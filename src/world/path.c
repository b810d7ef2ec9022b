/// Kinematic paths: both velocities are constant between two points, so that pose and velocity agree exactly.
#include "world/path.h"

#include "math/convert.h"
#include "math/finite.h"
#include "motion/turn.h"

static const double UNIT_SLACK = 1e-6; // how far from 1 the length of an orientation may be

typedef struct velocities {
    vec3 linear, angular;
} velocities;

static velocities velocities_between(const gyre_path_point *from, const gyre_path_point *to) {
    real rate = 1 / (to->t - from->t);
    vec3 way = sub(vec3_in(to->pose.position), vec3_in(from->pose.position));
    // the turn q in q to = q from, as seen from the world; its logarithm takes the shorter way
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
        // points can be too far apart, or too close in time
        velocities v = velocities_between(&points[i - 1], &points[i]);
        if (!is_finite_vec3(vec3_out(v.linear)) || !is_finite_vec3(vec3_out(v.angular))) return GYRE_ERR_PATH;
    }
    return GYRE_OK;
}

// Normalising twice can change the last bit: what is of unit length to rounding stays, so that a path which was written
// to a file comes back as it was.
static quat unit(quat q) { return magnitude(quat_dot(q, q) - 1) <= 1e-15 ? q : normalized(q); }

void gyre_path_prepare(gyre_path_point *points, size_t count) {
    for (size_t i = 0; i < count; i++) {
        quat q = unit(quat_in(points[i].pose.orientation));
        if (i > 0 && quat_dot(quat_in(points[i - 1].pose.orientation), q) < 0) q = quat_scale(-1, q);
        points[i].pose.orientation = quat_out(q);
    }
}

// The last point that is not later than t, for t from the first point on.
static size_t point_before(const gyre_path_point *points, size_t count, double t) {
    size_t low = 0, high = count; // points[low].t <= t < points[high].t
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (points[middle].t <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

path_motion gyre_path_at(const gyre_path_point *points, size_t count, double t) {
    const gyre_path_point *last = &points[count - 1];
    if (t < points[0].t) return (path_motion){.pose = points[0].pose};
    if (!(t < last->t)) return (path_motion){.pose = last->pose};

    const gyre_path_point *from = &points[point_before(points, count, t)];
    velocities v = velocities_between(from, from + 1);
    real elapsed = t - from->t;
    vec3 position = add(vec3_in(from->pose.position), scale(elapsed, v.linear));
    quat orientation = exponential_turn(quat_in(from->pose.orientation), v.angular, elapsed);
    return (path_motion){
        .pose = {vec3_out(position), quat_out(orientation)},
        .velocity = vec3_out(v.linear),
        .angular_velocity = vec3_out(v.angular),
    };
}

path_motion gyre_path_arriving_at(const gyre_path_point *points, size_t count, double t) {
    path_motion motion = gyre_path_at(points, count, t);
    if (!(t > points[0].t && t <= points[count - 1].t)) return motion;
    size_t next = point_before(points, count, t); // also the one that t falls on
    if (points[next].t != t) return motion;
    velocities v = velocities_between(&points[next - 1], &points[next]);
    motion.velocity = vec3_out(v.linear);
    motion.angular_velocity = vec3_out(v.angular);
    return motion;
}
