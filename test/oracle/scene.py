"""A scene file as equations of motion: Newton's and Euler's, in the bodies' axes, from docs/SCENES.md and docs/WORLD.md.

State of a moving body: centre x, its velocity v, orientation q, angular velocity w in the body's axes. (Gyre's state is momenta.)"""
from bisect import bisect_right

import algebra as al
from algebra import add, cross, dot, scale, sub, times, transposed_times
from forces import KINDS, MutualAttraction
from mass import mass_properties

SIZE = 13  # numbers of a body in the state
AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


class Body:
    def __init__(self, data, folder):
        self.name, self.shape, self.kind = data["name"], data.get("shape"), data.get("kind", "dynamic")
        self.is_dynamic = self.kind == "dynamic"
        self.mass, self.centre, self.inertia = mass_properties(data, folder)
        self.linear_damping, self.angular_damping = data.get("linear_damping", 0), data.get("angular_damping", 0)
        locks = data.get("lock", ())
        self.locked = [AXES[a] for a in locks if len(a) == 1]
        free = [AXES[a] for a in AXES if "r" + a not in locks]
        self.hinge = free[0] if len(free) == 1 else None  # two rotations are locked: the axis of the third
        self.is_turning = len(free) > 0
        self.q = al.read_rotation(data.get("orientation"))
        self.R = al.matrix_of(self.q)
        self.path = data.get("path")
        self.origin = tuple(data.get("position", al.ZERO))
        self.x = add(self.origin, times(self.R, self.centre))
        self.v = tuple(data.get("velocity", al.ZERO))
        self.w = tuple(data.get("angular_velocity", al.ZERO))
        if "angular_velocity_body" in data:
            self.w = times(self.R, data["angular_velocity_body"])
        if self.kind == "static":
            self.v = self.w = al.ZERO
        self.pivot = None
        if "pivot" in data:
            self.set_pivot(data["pivot"])
        self.start = self.state()
        if self.path:
            self.read_path(data)
        self.clear()

    def set_pivot(self, pivot):
        """The point about which the body turns; the inertia about it is greater by the mass at the arm (Steiner)."""
        self.arm = sub(self.centre, pivot)  # from the pivot to the centre of mass, body axes
        self.pivot = add(self.origin, times(self.R, pivot))
        self.v = cross(self.w, sub(self.x, self.pivot))

    def inertia_about_hold(self):
        if self.pivot is None:
            return self.inertia
        r, square = self.arm, dot(self.arm, self.arm)
        return tuple(tuple(self.inertia[i][k] + self.mass * ((square if i == k else 0) - r[i] * r[k]) for k in range(3))
                     for i in range(3))

    def state(self):
        return (*self.x, *self.v, *self.q, *transposed_times(self.R, self.w))

    def place(self, t, y):
        """Takes over a state, or the pose of a kinematic body at time t."""
        if self.kind == "kinematic":
            self.move(t)
        elif self.is_dynamic:
            self.q = tuple(y[6:10])
            self.R = al.matrix_of(self.q)
            self.w_body = tuple(y[10:13])
            self.w = times(self.R, self.w_body)
            if self.pivot is None:
                self.x, self.v = tuple(y[0:3]), tuple(y[3:6])
            else:
                arm = times(self.R, self.arm)
                self.x, self.v = add(self.pivot, arm), cross(self.w, arm)

    # ---- kinematic bodies

    def read_path(self, data):
        points = [(p["t"], tuple(p.get("position", self.origin)),
                   al.read_rotation(p.get("orientation", data.get("orientation")))) for p in self.path]
        self.path, self.path_times = points, [p[0] for p in points]

    def move(self, t):
        if not self.path:
            turn = al.norm(self.w) * t
            x, q = add(self.start[0:3], scale(t, self.v)), self.start[6:10]
            self.x, self.q = x, al.quaternion_product(al.about_axis(self.w, turn), q) if turn else q
            self.R = al.matrix_of(self.q)
            return
        k = bisect_right(self.path_times, t)
        a, b = self.path[max(k - 1, 0)], self.path[min(k, len(self.path) - 1)]
        origin, q, speed, self.w = a[1], a[2], al.ZERO, al.ZERO
        if a is not b:
            part = (t - a[0]) / (b[0] - a[0])
            speed = scale(1 / (b[0] - a[0]), sub(b[1], a[1]))
            origin = add(a[1], scale(t - a[0], speed))
            turn = al.rotation_vector(al.quaternion_product(b[2], al.conjugate(a[2])))
            if any(turn):
                q = al.quaternion_product(al.about_axis(turn, part * al.norm(turn)), a[2])
                self.w = scale(1 / (b[0] - a[0]), turn)
        self.q, self.R = q, al.matrix_of(q)
        offset = times(self.R, self.centre)
        self.x, self.v = add(origin, offset), add(speed, cross(self.w, offset))

    # ---- points and forces

    def point(self, at):
        """The world point of a model point; the centre of mass without one."""
        return self.x if at is None else add(self.x, times(self.R, sub(at, self.centre)))

    def velocity_at(self, point):
        return add(self.v, cross(self.w, sub(point, self.x)))

    def clear(self):
        self.force = self.torque = al.ZERO

    def push(self, force, point=None):
        self.force = add(self.force, force)
        if point is not None:
            self.torque = add(self.torque, cross(sub(point, self.x), force))

    def turn(self, torque):
        self.torque = add(self.torque, torque)

    def derivative(self):
        # damping: P' = -k P, and L' = -k L about the centre of mass or the pivot
        w, inertia = self.w_body, self.inertia_held
        force = sub(self.force, scale(self.linear_damping * self.mass, self.v))
        torque = sub(self.torque, scale(self.angular_damping, times(self.R, times(inertia, w))))
        if self.pivot is not None:
            torque = add(torque, cross(sub(self.x, self.pivot), force))
        if self.hinge:
            axis = transposed_times(self.R, self.hinge)
            turning = scale(dot(self.hinge, torque) / dot(axis, times(inertia, axis)), axis)
        elif self.is_turning:
            turning = al.solve(inertia, sub(transposed_times(self.R, torque), cross(w, times(inertia, w))))
        else:
            turning = al.ZERO
        acceleration = scale(1 / self.mass, force)
        for axis in self.locked:
            acceleration = sub(acceleration, scale(dot(axis, acceleration), axis))
        q = self.q
        spin = al.quaternion_product(q, (0.0, w[0] / 2, w[1] / 2, w[2] / 2))
        if self.pivot is not None:
            return (*al.ZERO, *al.ZERO, *spin, *turning)
        return (*self.v, *acceleration, *spin, *turning)


class Acting:
    """A force of the scene with its bodies, window and profile."""

    def __init__(self, data, scene):
        self.is_mutual = data["type"] == "attraction" and data.get("mutual", False)
        self.force = (MutualAttraction if self.is_mutual else KINDS[data["type"]])(data, scene)
        self.data, self.profile = data, data.get("profile")
        self.start, self.end = data.get("from", 0), data.get("until", float("inf"))
        everyone = data.get("body", "all") == "all"
        other = getattr(self.force, "other", None)
        self.bodies = [b for b in scene.bodies if b.is_dynamic and b is not other] if everyone else [scene.body(data["body"])]
        self.share = 1.0  # of the step that is being taken

    def open_window(self, t, h):
        self.share = max(0.0, min(t + h, self.end) - max(t, self.start)) / h

    def factor(self, t):
        if not self.profile or self.share == 0:
            return self.share
        points = self.profile
        k = bisect_right([p[0] for p in points], t)
        if k == 0 or k == len(points):
            return self.share * points[max(k - 1, 0)][1]
        (t0, f0), (t1, f1) = points[k - 1], points[k]
        return self.share * (f0 + (f1 - f0) * (t - t0) / (t1 - t0))

    def act(self, t):
        factor = self.factor(t)
        if factor == 0:
            return
        if self.is_mutual:
            self.force.act_on_all(t, factor)
            return
        for body in self.bodies:
            self.force.act(t, factor, body)

    def has_energy(self):
        is_lasting = not self.profile and self.start == 0 and self.end == float("inf")
        return is_lasting and hasattr(self.force, "potentials" if self.is_mutual else "potential")


class Scene:
    def __init__(self, data, folder="."):
        self.data, self.dt = data, data["dt"]
        self.gravity = tuple(data.get("gravity", al.ZERO))
        self.bodies = [Body(b, folder) for b in data["bodies"]]
        for b in self.bodies:
            b.inertia_held = b.inertia_about_hold()
        self.forces = [Acting(f, self) for f in data.get("forces", [])]
        self.step_count = round(data["duration"] / self.dt)

    def body(self, name):
        return next((b for b in self.bodies if b.name == name), None)

    def start(self):
        return [a for b in self.bodies for a in b.start]

    def place(self, t, y):
        for k, b in enumerate(self.bodies):
            b.place(t, y[SIZE * k:SIZE * k + SIZE])

    def derivative(self, t, y):
        self.place(t, y)
        for b in self.bodies:
            b.clear()
            if b.is_dynamic:
                b.push(scale(b.mass, self.gravity))
        for f in self.forces:
            f.act(t)
        return [a for b in self.bodies for a in (b.derivative() if b.is_dynamic else (0.0,) * SIZE)]

    def potentials(self):
        """Potential energy of each body, divided as docs/OUTPUTS.md says."""
        parts = {id(b): -b.mass * dot(self.gravity, b.x) for b in self.bodies}

        def share(a, b, energy):
            both = a.is_dynamic and b is not None and b.is_dynamic
            for body in (a, b) if both else ((a,) if a.is_dynamic else (b,)):
                parts[id(body)] += energy / 2 if both else energy

        for f in self.forces:
            if not f.has_energy():
                continue
            if f.is_mutual:
                for a, b, energy in f.force.potentials():
                    share(a, b, energy)
            else:
                for b in f.bodies:
                    share(b, getattr(f.force, "other", None), f.force.potential(b))
        return [parts[id(b)] if b.is_dynamic else 0.0 for b in self.bodies]

    def columns(self, t, y):
        """The columns of an output for every body at time t (docs/OUTPUTS.md)."""
        self.place(t, y)
        rows = []
        for b, potential in zip(self.bodies, self.potentials()):
            P = scale(b.mass, b.v)
            L = times(b.R, times(b.inertia, transposed_times(b.R, b.w)))
            kinetic = (dot(P, b.v) + dot(L, b.w)) / 2 if b.is_dynamic else 0.0
            rows.append({"x": b.x, "q": al.normalized(b.q), "v": b.v, "w": b.w, "P": P, "L": L,
                         "energy": (kinetic + potential if b.is_dynamic else 0.0,)})
        return rows
