"""Mass properties of the shapes of docs/SCENES.md, as integrals: polyhedra by tetrahedra and triangles, round shapes by quadrature."""
from math import pi, sqrt
import os

import numpy as np
from scipy.spatial import ConvexHull

import algebra as al

# densities [kg/m^3] of include/gyre/materials.def that the random scenes use
MATERIALS = {"steel": 7850, "aluminium": 2700, "water": 1000, "ice": 917, "oak": 720, "cork": 200, "seawater": 1025, "oil": 900}
UNITS = {"m": 1, "mm": 0.001, "cm": 0.01, "in": 0.0254, "ft": 0.3048}
GOLDEN = (1 + sqrt(5)) / 2
NODES, WEIGHTS = np.polynomial.legendre.leggauss(48)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2  # for 0..1


class Moments:
    """Integrals of 1, x and x x^T over a set (times a density)."""

    def __init__(self, measure=0.0, first=(0, 0, 0), second=np.zeros((3, 3))):
        self.measure, self.first, self.second = float(measure), np.array(first, float), np.array(second, float)

    def __add__(self, other):
        return Moments(self.measure + other.measure, self.first + other.first, self.second + other.second)

    def times(self, factor):
        return Moments(factor * self.measure, factor * self.first, factor * self.second)

    def moved(self, R, p):
        R, p = np.array(R), np.array(p, float)
        first, second = R @ self.first, R @ self.second @ R.T
        return Moments(self.measure, first + self.measure * p,
                       second + np.outer(first, p) + np.outer(p, first) + self.measure * np.outer(p, p))

    def centre(self):
        return self.first / self.measure

    def inertia_about_centre(self):
        c = self.centre()
        second = self.second - self.measure * np.outer(c, c)
        return np.trace(second) * np.eye(3) - second


# ---- polyhedra

def hull_triangles(points):
    points = np.array(points, float)
    hull = ConvexHull(points)
    for corners, plane in zip(hull.simplices, hull.equations):
        a, b, c = points[corners]
        yield (a, b, c) if np.dot(np.cross(b - a, c - a), plane[:3]) > 0 else (a, c, b)


def simplex_sum(triangles, hollow):
    total = Moments()
    for a, b, c in triangles:
        # of a simplex with corners v_i in n dimensions: (sum v_i v_i^T + s s^T) measure / ((n+1)(n+2)), s = sum v_i
        measure = np.linalg.norm(np.cross(b - a, c - a)) / 2 if hollow else np.dot(a, np.cross(b, c)) / 6
        n = 2 if hollow else 3
        s = a + b + c
        squares = np.outer(a, a) + np.outer(b, b) + np.outer(c, c) + np.outer(s, s)
        total += Moments(measure, measure * s / (n + 1), measure * squares / ((n + 1) * (n + 2)))
    return total


def signs(*numbers):
    result = [()]
    for a in numbers:
        result = [r + (s,) for r in result for s in ((a, -a) if a else (a,))]
    return result


def cyclic(points):
    return [p[k:] + p[:k] for p in points for k in range(3)]


def corners_of(shape):
    kind = shape["type"]
    if kind == "box":
        return signs(*(a / 2 for a in shape["size"]))
    if kind == "tetrahedron":
        return shape["corners"]
    if kind == "pyramid":
        (a, b), h = shape["size"], shape["height"]
        return [(x, y, -h / 2) for x, y in signs(a / 2, b / 2)] + [(0, 0, h / 2)]
    if kind == "wedge":
        (a, b), h = shape["size"], shape["height"]
        return [(x, y, z) for y in (-b / 2, b / 2) for x, z in ((-a / 2, -h / 2), (a / 2, -h / 2), (-a / 2, h / 2))]
    regular = {"regular_tetrahedron": ([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], 2 * sqrt(2)),
               "octahedron": (cyclic(signs(1, 0, 0)), sqrt(2)),
               "icosahedron": (cyclic(signs(0, 1, GOLDEN)), 2),
               "dodecahedron": (signs(1, 1, 1) + cyclic(signs(0, 1 / GOLDEN, GOLDEN)), 2 / GOLDEN)}
    if kind in regular:
        points, edge = regular[kind]
        return [tuple(a * shape["edge"] / edge for a in p) for p in points]
    return None


# ---- shapes of revolution: the outline in the half plane (r, z), as curves over u in 0..1

def line(r0, z0, r1, z1):
    """r, z, |d(r, z)/du| and dz/du."""
    return lambda u: (r0 + u * (r1 - r0), z0 + u * (z1 - z0), np.hypot(r1 - r0, z1 - z0) + 0 * u, z1 - z0 + 0 * u)


def arc(r0, z0, radius, from_angle, to_angle):
    def curve(u):
        turn = to_angle - from_angle
        angle = from_angle + u * turn
        return (r0 + radius * np.cos(angle), z0 + radius * np.sin(angle), radius * abs(turn) + 0 * u,
                radius * np.cos(angle) * turn)
    return curve


def outline(shape):
    kind = shape["type"]
    r, h = shape.get("radius"), shape.get("height")
    if kind == "sphere":
        return [arc(0, 0, r, -pi / 2, pi / 2)]
    if kind == "hemisphere":
        return [line(0, 0, r, 0), arc(0, 0, r, 0, pi / 2)]
    if kind == "cylinder":
        return [line(0, -h / 2, r, -h / 2), line(r, -h / 2, r, h / 2), line(r, h / 2, 0, h / 2)]
    if kind == "tube":
        i = shape["inner_radius"]
        return [line(i, -h / 2, r, -h / 2), line(r, -h / 2, r, h / 2), line(r, h / 2, i, h / 2), line(i, h / 2, i, -h / 2)]
    if kind == "capsule":
        l = shape["length"]
        return [arc(0, -l / 2, r, -pi / 2, 0), line(r, -l / 2, r, l / 2), arc(0, l / 2, r, 0, pi / 2)]
    if kind == "cone":
        return [line(0, -h / 2, r, -h / 2), line(r, -h / 2, 0, h / 2)]
    if kind == "frustum":
        a, b = shape["bottom_radius"], shape["top_radius"]
        return [line(0, -h / 2, a, -h / 2), line(a, -h / 2, b, h / 2), line(b, h / 2, 0, h / 2)]
    if kind == "torus":
        return [arc(r, 0, shape["tube_radius"], -pi, pi)]
    return None


def revolved(curves, hollow):
    """Of the surface: integrals of 2 pi r ds. Of the solid: of discs pi r^2 dz along the outline, upwards positive."""
    measure = first_z = across = along = 0.0
    for curve in curves:
        r, z, speed, rise = curve(NODES)
        part = WEIGHTS * (2 * pi * r * speed if hollow else pi * r * r * rise)
        measure, first_z = measure + part.sum(), first_z + (part * z).sum()
        across += (part * r * r).sum() / (2 if hollow else 4)
        along += (part * z * z).sum()
    return Moments(measure, (0, 0, first_z), np.diag([across, across, along]))


# ---- the others

def ellipsoid(radii, hollow):
    a, b, c = radii
    if not hollow:
        volume = 4 / 3 * pi * a * b * c
        return Moments(volume, (0, 0, 0), volume / 5 * np.diag([a * a, b * b, c * c]))
    z, phi = 2 * NODES - 1, np.arange(128) * 2 * pi / 128  # the area element is smooth: both rules converge exponentially
    z, phi = np.meshgrid(z, phi, indexing="ij")
    weights = 2 * WEIGHTS[:, None] * (2 * pi / 128)
    s = np.sqrt(1 - z * z)
    x, y = s * np.cos(phi), s * np.sin(phi)
    part = weights * np.sqrt((b * c * x) ** 2 + (c * a * y) ** 2 + (a * b * z) ** 2)
    return Moments(part.sum(), (0, 0, 0), np.diag([(part * (a * x) ** 2).sum(), (part * (b * y) ** 2).sum(), (part * (c * z) ** 2).sum()]))


def thin(shape):
    kind = shape["type"]
    if kind == "rod":
        l = shape["length"]
        return Moments(l, (0, 0, 0), np.diag([0, 0, l**3 / 12]))
    if kind == "disc":
        area = pi * shape["radius"] ** 2
        return Moments(area, (0, 0, 0), area * shape["radius"] ** 2 / 4 * np.diag([1, 1, 0]))
    if kind == "plate":
        a, b = shape["size"]
        return Moments(a * b, (0, 0, 0), a * b / 12 * np.diag([a * a, b * b, 0]))
    if kind == "triangle":
        return simplex_sum([np.array(shape["corners"], float)], True)
    return None


def mesh(shape, folder):
    """Of an OBJ file of triangles that is closed and wound outwards."""
    factor = shape.get("scale", 1) * UNITS[shape.get("unit", "m")]
    points, triangles = [], []
    with open(os.path.join(folder, shape["file"])) as lines:
        for words in map(str.split, lines):
            if words and words[0] == "v":
                points.append(factor * np.array([float(a) for a in words[1:]]))
            elif words and words[0] == "f":
                triangles.append([points[int(a) - 1] for a in words[1:]])
    return simplex_sum(triangles, shape.get("hollow", False))


def density_number(density):
    return MATERIALS[density] if isinstance(density, str) else density


def moments_of(shape, density, folder):
    """Integrals of a shape, times its density; that of a part replaces that of the body."""
    kind, hollow = shape["type"], shape.get("hollow", False)
    if kind == "compound":
        total = Moments()
        for part in shape["parts"]:
            own = density_number(part["density"]) if "density" in part else density
            R = al.matrix_of(al.read_rotation(part.get("orientation")))
            total += moments_of(part, own, folder).moved(R, part.get("position", (0, 0, 0)))
        return total
    corners, curves = corners_of(shape), outline(shape)
    if corners is not None:
        moments = simplex_sum(hull_triangles(corners), hollow)
    elif curves is not None:
        moments = revolved(curves, hollow)
    elif kind == "ellipsoid":
        moments = ellipsoid(shape["radii"], hollow)
    elif kind == "mesh":
        moments = mesh(shape, folder)
    else:
        moments = thin(shape)
    return moments.times(density)


def read_tensor(numbers):
    xx, yy, zz, xy, xz, yz = (list(numbers) + [0, 0, 0])[:6]
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], float)


def mass_properties(body, folder):
    """Mass, centre in the model, inertia about it. Zero mass: static and kinematic bodies without one."""
    mass, centre, inertia = body.get("mass", 0.0), body.get("center_of_mass"), np.zeros((3, 3))
    if "inertia" in body:
        inertia = read_tensor(body["inertia"])
    elif "shape" in body:
        moments = moments_of(body["shape"], density_number(body.get("density", 1.0)), folder)
        if "mass" in body:
            moments = moments.times(mass / moments.measure)
        if "mass" in body or "density" in body or body["shape"]["type"] == "compound":
            mass, inertia = moments.measure, moments.inertia_about_centre()
            centre = centre if centre is not None else moments.centre()
    return mass, tuple(map(float, centre if centre is not None else (0, 0, 0))), tuple(map(tuple, inertia.tolist()))
