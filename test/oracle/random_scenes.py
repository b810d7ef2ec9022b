"""Random scenes of everything a scene can say. In every second one the numbers are those that people type."""
from math import pi
import os
import random

import numpy as np

import algebra as al
from mass import hull_triangles

ADAPTIVE = ("dopri5", "esdirk4")
ORDERS = {"explicit_euler": 1, "semi_implicit_euler": 1, "midpoint": 2, "heun": 2, "ralston": 2, "exact": 2, "rk4": 4,
          "three_eighths": 4, "rkn4": 4, "rkn6": 6}
DIRECTIONS = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (-1, 0, 0), (1, 1, 1), (1, 1, 1), (1, 1, 1), (1, 1, 0), (0, 1, 1), (1, 0, -1),
              (1, -1, 1), (-1, -1, -1), (1, 2, 2), (2, -1, 0)]
TENSORS = [[1, 1, 1], [2, 2, 2], [1, 1, 2], [2, 1, 1], [1, 2, 3], [2, 3, 4], [3, 2, 2.5], [1, 1.5, 2], [2, 2, 1],
           [2, 2, 2, 0.5, 0.5, 0.5], [3, 2, 2.5, 0.7, 0.3, -0.2], [2, 2, 3, 0.5, 0, 0], [3, 3, 3, 1, 0, 0], [2, 2, 2, -0.5, -0.5, -0.5],
           [4, 3, 2, 0, 0.5, 0], [0.4, 0.4, 0.4], [3, 4, 3, 0, 1, 0]]


class Numbers(random.Random):
    """Numbers of one scene: nice or not."""

    is_nice = False

    def chance(self, p):
        return self.random() < p

    def positive(self, low, high):
        if self.is_nice:
            nice = [a for a in (0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 8, 10, 20, 40) if low <= a <= high]
            return self.choice(nice)
        return self.uniform(low, high)

    def signed(self, high):
        return self.choice((-1, 1)) * self.positive(high / 8, high)

    def vector(self, high):
        """Of a length of at most about `high`."""
        if not self.is_nice:
            return [self.uniform(-high, high) for _ in range(3)]
        if self.chance(0.6):
            size = self.positive(high / 4, high)
            return [size * a / max(map(abs, d)) for d in [self.choice(DIRECTIONS)] for a in d]
        return [self.choice([a for a in (-2, -1, -0.5, 0, 0, 0.5, 1, 2) if abs(a) <= high]) for _ in range(3)]

    def direction(self):
        return list(self.choice(DIRECTIONS)) if self.is_nice else [self.gauss(0, 1) for _ in range(3)]

    def rotation(self, half_turns=True):
        if not self.is_nice:
            q = al.normalized([self.gauss(0, 1) for _ in range(4)])
            return list(q) if self.chance(0.5) else {"axis": self.direction(), "angle": self.uniform(-3, 3)}
        degrees = [90, -90, 120, -120, 45, 30, 60] + ([180, 180, 240, 270] if half_turns else [])
        if self.chance(0.3):
            choices = [[1, 0, 0, 0], [0.5, 0.5, 0.5, 0.5], [0.5, -0.5, -0.5, -0.5], [0.6, 0.8, 0, 0]]
            return self.choice(choices + ([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0.6, 0.8, 0], [-1, 0, 0, 0]] if half_turns else []))
        key, value = ("degrees", self.choice(degrees)) if self.chance(0.7) else ("angle", self.choice([1, -0.5, pi / 2, 2 * pi / 3]))
        return {"axis": self.direction(), key: value}


class Generator:
    def __init__(self, seed, index, attempt, folder):
        self.n = Numbers("%s %d %d" % (seed, index, attempt))
        self.n.is_nice = index % 2 == 0
        self.folder, self.label, self.files = folder, "%s-%d" % (seed, index), []
        self.grid = self.n.choice((1 / 8, 0.1))  # frames [s], and the times of most windows, profiles and paths

    def maybe(self, data, key, make, p=0.5):
        if self.n.chance(p):
            data[key] = make()

    def times(self, first):
        return [k * self.grid if self.grid == 1 / 8 else k / 10 for k in range(first, 10)]

    # ---- shapes

    def simple_shape(self, dimension=3):
        n = self.n
        length = lambda: n.positive(0.5, 2)
        if dimension == 2:
            kind = n.choice(("disc", "plate", "triangle"))
        else:
            kind = "rod" if dimension == 1 else n.choice((
                "box", "sphere", "cylinder", "tube", "capsule", "cone", "frustum", "ellipsoid", "torus", "hemisphere", "pyramid",
                "wedge", "tetrahedron", "regular_tetrahedron", "octahedron", "dodecahedron", "icosahedron", "mesh"))
        shape = {"type": kind}
        if kind in ("box", "ellipsoid"):
            shape["size" if kind == "box" else "radii"] = [length() for _ in range(3)]
        elif kind in ("pyramid", "wedge", "plate"):
            shape["size"] = [length(), length()]
        elif kind in ("regular_tetrahedron", "octahedron", "dodecahedron", "icosahedron"):
            shape["edge"] = length()
        elif kind == "frustum":
            shape.update(bottom_radius=length(), top_radius=n.choice((0, 0.5, 1)) if n.is_nice else length())
        elif kind in ("tetrahedron", "triangle"):
            shape["corners"] = self.corners(4 if kind == "tetrahedron" else 3)
        elif kind not in ("rod", "mesh"):
            shape["radius"] = length()
        if kind in ("cylinder", "tube", "cone", "frustum", "pyramid", "wedge"):
            shape["height"] = length()
        if kind in ("capsule", "rod"):
            shape["length"] = length()
        if kind == "tube":
            shape["inner_radius"] = n.choice((0, 0.25, 0.5)) * shape["radius"]
        if kind == "torus":
            shape["tube_radius"] = n.choice((0.25, 0.5, 1)) * shape["radius"]
        if kind == "mesh":
            self.mesh(shape)
        if dimension == 3 and n.chance(0.25):
            shape["hollow"] = True
        return shape

    def corners(self, count):
        base = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]][:count]
        size, move = self.n.positive(0.5, 2), self.n.vector(1)
        bend = (lambda: 0) if self.n.is_nice else (lambda: self.n.uniform(-0.2, 0.2))
        return [[size * a + m + bend() for a, m in zip(p, move)] for p in base]

    def mesh(self, shape):
        n, factor = self.n, 1
        if n.chance(0.5):
            shape["unit"], factor = n.choice((("mm", 1000), ("m", 1), ("cm", 100)))
        if n.chance(0.3):
            shape["scale"] = n.choice((2, 0.5))
        points = [[0, 0, 0], [2, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]] if n.is_nice else [[n.uniform(-1, 1) for _ in range(3)] for _ in range(10)]
        shape["file"] = "mesh-%s-%d.obj" % (self.label, len(self.files))
        self.files.append(os.path.join(self.folder, shape["file"]))
        lines = []
        for k, corners in enumerate(hull_triangles(points)):
            lines += ["v %.17g %.17g %.17g" % tuple(factor * a for a in p) for p in corners]
            lines.append("f %d %d %d" % (3 * k + 1, 3 * k + 2, 3 * k + 3))
        with open(self.files[-1], "w") as file:
            file.write("\n".join(lines) + "\n")

    def shape(self):
        n = self.n
        if n.chance(0.15):
            return self.simple_shape(2)
        if n.chance(0.75):
            return self.simple_shape()
        parts, has_densities = [], n.chance(0.5)
        for _ in range(n.choice((1, 2, 2, 3))):
            is_thin = has_densities and parts and n.chance(0.3)  # a rod alone would have a moment of 0
            part = self.simple_shape(n.choice((1, 2)) if is_thin else 3)
            self.maybe(part, "position", lambda: n.vector(1), 0.8)
            self.maybe(part, "orientation", n.rotation)
            if has_densities:
                part["density"] = n.positive(0.5, 4)
            parts.append(part)
        return {"type": "compound", "parts": parts}

    # ---- bodies

    def mass(self, body):
        n = self.n
        if n.chance(0.4):
            body["shape"] = self.shape()
            is_dense = body["shape"]["type"] == "compound" and all("density" in p for p in body["shape"]["parts"])
            if not is_dense or n.chance(0.5):
                if n.chance(0.3) and not is_dense:
                    body["density"] = n.positive(0.5, 4)
                else:
                    body["mass"] = n.positive(0.5, 4)
        else:
            body["mass"] = n.positive(0.5, 4)
            if n.is_nice:
                body["inertia"] = n.choice(TENSORS)
            else:
                a = np.array([[n.gauss(0, 0.6) for _ in range(3)] for _ in range(4)])
                tensor = np.trace(a.T @ a) * np.eye(3) - a.T @ a + 0.05 * np.eye(3)
                body["inertia"] = [tensor[i] for i in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))] if n.chance(0.8) else sorted(np.diag(tensor))
            self.maybe(body, "shape", lambda: {"type": "box", "size": [1, 2, 1]}, 0.2)
        self.maybe(body, "center_of_mass", lambda: n.vector(0.5), 0.3)

    def body(self, name, kind):
        n = self.n
        body = {"name": name}
        if kind != "dynamic" or n.chance(0.1):
            body["kind"] = kind
        self.maybe(body, "position", lambda: n.vector(2), 0.7)
        self.maybe(body, "orientation", n.rotation, 0.7)
        if kind == "dynamic" or n.chance(0.4):
            self.mass(body)
        if kind == "kinematic" and n.chance(0.6):
            body["path"] = self.path()
        elif kind != "static":
            self.hold_and_throw(body, kind)
        return body

    def hold_and_throw(self, body, kind):
        n = self.n
        if kind == "dynamic" and n.chance(0.2):
            body["pivot"] = n.vector(1)
        elif kind == "dynamic" and n.chance(0.25):
            moves = n.choice(([], [], ["z"], ["x", "y"], ["x", "y", "z"]))
            turns = n.choice(([], ["rx", "ry"], ["ry", "rz"], ["rx", "rz"], ["rx", "ry", "rz"]))
            body["lock"] = n.sample(moves + turns, len(moves + turns))
        locks = body.get("lock", [])
        if "pivot" not in body and n.chance(0.7):
            body["velocity"] = [0 if a in locks else v for a, v in zip("xyz", n.vector(2))]
        if n.chance(0.7):
            spin = [0 if "r" + a in locks else v for a, v in zip("xyz", n.vector(3))]
            body["angular_velocity" if locks or n.chance(0.5) else "angular_velocity_body"] = spin
        if kind == "dynamic" and n.chance(0.15):
            self.maybe(body, "linear_damping", lambda: n.positive(0.25, 2), 0 if "pivot" in body else 0.7)
            self.maybe(body, "angular_damping", lambda: n.positive(0.25, 2), 0.7)

    def path(self):
        n, points = self.n, []
        for t in sorted(n.sample(self.times(-1), n.choice((1, 2, 3, 4)))):
            point = {"t": t}
            self.maybe(point, "position", lambda: n.vector(1), 0.8)
            self.maybe(point, "orientation", lambda: n.rotation(False))
            points.append(point)
        return points

    # ---- forces

    def force(self, kind, bodies):
        n = self.n
        names = [b["name"] for b in bodies if b.get("kind", "dynamic") == "dynamic"]
        data = {"type": kind, "body": n.choice(names) if n.chance(0.5) else "all"}
        getattr(self, "make_" + kind)(data, bodies)
        if n.chance(0.25):
            self.window(data)
        if n.chance(0.2):
            times = sorted(n.sample(self.times(-1), n.choice((1, 2, 3))))
            data["profile"] = [[t, n.choice((0, 1, -1, 0.5, 2)) if n.is_nice else n.uniform(-1, 2)] for t in times]
        return data

    def window(self, data):
        n = self.n
        aligned = n.chance(0.7)
        times = sorted((n.choice(self.times(0)) if aligned else n.choice((0.3, 0.1, 0.7, 1 / 3, n.uniform(0, 1)))) for _ in range(2))
        if n.chance(0.7):
            data["from"] = times[0]
        if n.chance(0.7):
            data["until"] = times[1] if times[1] > times[0] else times[1] + 0.25

    def at(self, data, key="at", p=0.6):
        self.maybe(data, key, lambda: self.n.vector(1), p)

    def other(self, data, bodies, p):
        others = [b["name"] for b in bodies if b["name"] != data["body"]]
        if others and data["body"] != "all" and self.n.chance(p):
            data["to"] = self.n.choice(others)
            return True
        return False

    def make_field(self, data, bodies):
        data["acceleration"] = self.n.vector(5)

    def make_force(self, data, bodies):
        data["force"] = self.n.vector(4)
        self.maybe(data, "frame", lambda: self.n.choice(("world", "body")), 0.6)
        self.at(data)
        if "at" in data:
            self.maybe(data, "at_frame", lambda: self.n.choice(("world", "body")), 0.5)

    def make_torque(self, data, bodies):
        data["torque"] = self.n.vector(3)
        self.maybe(data, "frame", lambda: self.n.choice(("world", "body")), 0.6)

    def make_spring(self, data, bodies):
        n = self.n
        self.at(data)
        if not self.other(data, bodies, 0.5):
            self.maybe(data, "to", lambda: "world", 0.3)
        self.at(data, "to_at")
        data["stiffness"] = n.choice((0, n.positive(1, 40), n.positive(1, 40), n.positive(1, 40)))
        self.maybe(data, "damping", lambda: n.positive(0.25, 2), 0.4)
        self.maybe(data, "length", lambda: n.positive(0.5, 2), 0.4)

    def make_torsion(self, data, bodies):
        n = self.n
        data["stiffness"] = n.choice((0, n.positive(1, 10), n.positive(1, 10)))
        self.maybe(data, "damping", lambda: n.positive(0.25, 2), 0.4)
        self.maybe(data, "reference", n.rotation)

    def make_drag(self, data, bodies):
        keys = self.n.sample(("linear", "quadratic", "angular"), self.n.choice((1, 2, 3)))
        data.update({key: self.n.positive(0.25, 1.5) for key in keys})

    def make_wind(self, data, bodies):
        data["velocity"] = self.n.vector(4)
        keys = self.n.sample(("linear", "quadratic"), self.n.choice((1, 2)))
        data.update({key: self.n.positive(0.25, 1.5) for key in keys})

    def make_thruster(self, data, bodies):
        data.update(direction=self.n.direction(), thrust=self.n.signed(4))
        self.at(data)

    def make_attraction(self, data, bodies):
        n = self.n
        if n.chance(0.5) and len(bodies) > 1:
            data.update(mutual=True, G=n.positive(0.5, 4))
            data.pop("body")
        else:
            data["mu"] = n.signed(4)
            if self.other(data, bodies, 0.6):
                self.at(data, "to_at")
            else:
                self.maybe(data, "to", lambda: n.vector(2), 0.7)
        self.maybe(data, "softening", lambda: n.positive(0.25, 1), 0.5)

    def make_buoyancy(self, data, bodies):
        n = self.n
        data["fluid_density"] = n.positive(0.5, 4)
        self.maybe(data, "surface", lambda: n.signed(1))
        self.maybe(data, "drag", lambda: n.positive(0.25, 2), 0.5)
        shapes = [b.get("shape", {}) for b in bodies if data["body"] in (b["name"], "all") and b.get("kind", "dynamic") == "dynamic"]
        if all(s.get("type") in ("sphere", "box") for s in shapes) and n.chance(0.7):
            return
        self.at(data)
        if n.chance(0.5):
            data.update(solid="sphere", radius=n.positive(0.5, 1.5))
        else:
            data.update(solid="box", size=[n.positive(0.5, 2) for _ in range(3)])
            self.maybe(data, "turned", n.rotation)

    # ---- scenes

    def scene(self):
        n = self.n
        is_crowd = n.chance(0.08)
        count = n.choice((9, 12, 17)) if is_crowd else n.choice((1, 1, 2, 3))
        kinds = ["dynamic"] + [n.choice(("dynamic", "dynamic", "dynamic", "static", "kinematic")) for _ in range(count - 1)]
        n.shuffle(kinds)
        bodies = [self.body("b%d" % k, kind) for k, kind in enumerate(kinds)]
        types = ("field", "force", "torque", "spring", "torsion", "drag", "wind", "thruster", "buoyancy", "attraction")
        forces = [self.force(n.choice(types), bodies) for _ in range(n.choice((1, 2) if is_crowd else (0, 1, 1, 2, 2, 3, 4)))]
        scene = {"gyre": 1, "dt": self.grid / 4, "duration": n.choice((4, 8, 8, 10)) * self.grid, "fps": round(1 / self.grid),
                 "bodies": bodies, "forces": forces}
        is_floating = any(f["type"] == "buoyancy" for f in forces)
        if n.chance(0.6) or is_floating:
            scene["gravity"] = [0, 0, -n.positive(1, 10)] if n.chance(0.5) else n.vector(5)
        scene["method"] = n.choice(fitting_methods(scene))
        if scene["method"] == "semi_implicit_euler":
            self.maybe(scene, "orientation_update", lambda: n.choice(("quaternion", "exponential")), 0.7)
        return scene


def depends_on_velocity(scene):
    return (any(b.get("linear_damping") or b.get("angular_damping") for b in scene["bodies"]) or
            any(f["type"] in ("drag", "wind") or f.get("damping") or f.get("drag") for f in scene["forces"]))


def is_smooth_between_steps(scene):
    """No kinks inside of steps: buoyancy has them at the surface, drag by |v| v where the velocity vanishes."""
    for f in scene["forces"]:
        edges = [f.get("from", 0), f.get("until", 0)]
        steps = [e / scene["dt"] for e in edges]
        if f["type"] == "buoyancy" or f.get("quadratic") or any(abs(s - round(s)) > 1e-9 for s in steps):
            return False
    return True


def fitting_methods(scene):
    if not is_smooth_between_steps(scene):
        return ["dopri5", "dopri5", "esdirk4"]
    methods = ["dopri5"] * 4 + ["esdirk4"] + ["exact"] * 3 + [m for m in ORDERS if m not in ("rkn4", "rkn6", "exact")]
    return methods if depends_on_velocity(scene) else methods + ["rkn4", "rkn6"] * 3
