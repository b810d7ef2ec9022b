/// Reads orientations: quaternions, or an axis with an angle.
#include "scene/reader.h"

#include "math/finite.h"

#include <string.h>

static const double RADIANS_PER_DEGREE = 0.017453292519943295;
static const double TURN = 6.283185307179586; // [rad]

// Warns of an angle beyond one turn: 90 radians are valid, but 90 degrees are probably meant.
static void warn_of_degrees(scene_reader *reader, const place *at, const key_value *angle) {
    double a = angle->numbers[0];
    if (a >= -TURN && a <= TURN) return;
    place here = place_of_key(at, "angle", angle->node);
    char buffer[NUMBER_SIZE];
    gyre_number_in_words(a, buffer);
    gyre_warn_at(reader, &here, "%s radians are %.3g turns; for degrees write \"degrees\": %s", buffer, a / TURN,
                 buffer);
}

static bool read_axis_angle(scene_reader *reader, const place *at, key_value *v) {
    key_value keys[KEY_END_orientation - KEY_BEGIN_orientation];
    if (!gyre_read_keys(reader, at, "orientation", KEY_ROWS(orientation), keys)) return false;
    const key_value *axis = &keys[0], *angle = &keys[1], *degrees = &keys[2];
    if (angle->node && degrees->node) {
        place second = place_of_key(at, "degrees", degrees->node);
        gyre_problem_at(reader, &second, "give angle (radians) or degrees, not both");
        return false;
    }
    if (!angle->node && !degrees->node) {
        place missing = place_of_key(at, "angle", NULL);
        gyre_problem_at(reader, &missing, "is missing: give angle (radians) or degrees");
        return false;
    }
    if (!axis->is_good || !(angle->is_good || degrees->is_good)) return false;
    if (angle->node) warn_of_degrees(reader, at, angle);
    double turn = angle->node ? angle->numbers[0] : degrees->numbers[0] * RADIANS_PER_DEGREE;
    gyre_quat q;
    if (gyre_quat_from_axis_angle(vec3_of(axis), turn, &q) != GYRE_OK) {
        gyre_problem_at(reader, at, "the axis is too short or too long to give a rotation");
        return false;
    }
    memcpy(v->numbers, (double[4]){q.w, q.x, q.y, q.z}, 4 * sizeof(double));
    return true;
}

static const char *length_hint(const double q[4]) {
    double largest = 0;
    for (int i = 0; i < 4; i++)
        largest = q[i] > largest ? q[i] : -q[i] > largest ? -q[i] : largest;
    if (largest == 0) return "; the identity is [1, 0, 0, 0]";
    return largest > 1.01 ? "; for angles write {\"axis\": [x, y, z], \"degrees\": d}" : "";
}

// Warns of a quaternion that is probably in the order x, y, z, w. If w = x = 0 and z != 0, it is a half turn about an
// axis in the y-z plane, which is rare. In the order x, y, z, w the same numbers would be the identity or a rotation
// about z, which are the most common orientations. Other quaternions with w = 0 cause no warning, because half turns
// about x, y and diagonals are common.
static void warn_of_order(scene_reader *reader, const place *at, const double q[4]) {
    if (q[0] != 0 || q[1] != 0 || q[3] == 0) return;
    char y[NUMBER_SIZE], z[NUMBER_SIZE];
    gyre_number_in_words(q[2], y);
    gyre_number_in_words(q[3], z);
    gyre_warn_at(
        reader, at,
        "is read as w, x, y, z: a half turn about [0, %s, %s]; if it is x, y, z, w, write [%s, 0, 0, %s]; if a "
        "half turn is meant, write {\"axis\": [0, %s, %s], \"degrees\": 180}",
        y, z, z, y, y, z);
}

bool gyre_read_orientation(scene_reader *reader, const place *at, const key_row *row, key_value *v) {
    v->count = 4;
    if (at->node->type == GYRE_JSON_OBJECT) return read_axis_angle(reader, at, v);
    if (at->node->type != GYRE_JSON_ARRAY || at->node->count != 4) {
        gyre_wrong_type(reader, at, gyre_key_type_text(row->type));
        return false;
    }
    double *q = v->numbers;
    if (!gyre_read_items(reader, at, GYRE_RULE_any, q)) return false;
    double length = __builtin_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (length >= 1 - 1e-6 && length <= 1 + 1e-6) return warn_of_order(reader, at, q), true;
    if (!is_finite(length))
        gyre_problem_at(reader, at, "must have length 1 to within 1e-6, is far longer%s", length_hint(q));
    else
        gyre_problem_at(reader, at, "must have length 1 to within 1e-6, has length %.9g%s", length, length_hint(q));
    return false;
}
