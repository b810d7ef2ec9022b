"""Vectors, rotations and small matrices as tuples: faster than numpy for three numbers."""
from math import atan2, cos, pi, sin, sqrt

ZERO = (0.0, 0.0, 0.0)


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(s, a):
    return (s * a[0], s * a[1], s * a[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def norm(a):
    return sqrt(dot(a, a))


def unit(a):
    return scale(1 / norm(a), a)


# ---- matrices: tuples of three rows

def times(m, a):
    return (dot(m[0], a), dot(m[1], a), dot(m[2], a))


def transposed_times(m, a):
    return (m[0][0] * a[0] + m[1][0] * a[1] + m[2][0] * a[2],
            m[0][1] * a[0] + m[1][1] * a[1] + m[2][1] * a[2],
            m[0][2] * a[0] + m[1][2] * a[1] + m[2][2] * a[2])


def solve(m, b):
    """Solves m x = b by Cramer's rule; m is symmetric."""
    c0, c1, c2 = cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])
    return scale(1 / dot(m[0], c0), add(add(scale(b[0], c0), scale(b[1], c1)), scale(b[2], c2)))


# ---- quaternions w, x, y, z

def quaternion_product(p, q):
    return (p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
            p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
            p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
            p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0])


def conjugate(q):
    return (q[0], -q[1], -q[2], -q[3])


def normalized(q):
    length = sqrt(sum(a * a for a in q))
    return tuple(a / length for a in q)


def matrix_of(q):
    """The rotation matrix of a quaternion of any length: v -> q v q* / |q|^2."""
    w, x, y, z = q
    s = 2 / (w * w + x * x + y * y + z * z)
    return ((1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)),
            (s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)),
            (s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)))


def about_axis(axis, angle):
    u = unit(axis)
    return (cos(angle / 2), *scale(sin(angle / 2), u))


def rotation_vector(q):
    """Axis times angle, at most pi, of the rotation q: the shorter way."""
    if q[0] < 0:
        q = tuple(-a for a in q)
    s = norm(q[1:])
    if s < 1e-12:
        return scale(2 / q[0], q[1:])
    return scale(2 * atan2(s, q[0]) / s, q[1:])


def read_rotation(value):
    """An orientation of a scene: four numbers, or an axis with an angle or degrees."""
    if value is None:
        return (1.0, 0.0, 0.0, 0.0)
    if isinstance(value, dict):
        angle = value["degrees"] * pi / 180 if "degrees" in value else value["angle"]
        return about_axis(value["axis"], angle)
    return normalized(value)
