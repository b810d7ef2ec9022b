"""The forces of docs/SCENES.md, written as the page defines them. A force adds to the wrenches of bodies at one time."""
from math import pi, sqrt

import algebra as al
from algebra import add, dot, norm, scale, sub, times
from fluid import Fluid


class Unfit(Exception):
    """The motion is singular here, or nearly: two answers could differ for no fault."""


def vector_of(data, key, body):
    return times(body.R, data[key]) if data.get("frame") == "body" else data[key]


class Field:
    def __init__(self, data, scene):
        self.acceleration = data["acceleration"]

    def act(self, t, factor, body):
        body.push(scale(factor * body.mass, self.acceleration))

    def potential(self, body):
        return -body.mass * dot(self.acceleration, body.x)


class Force:
    def __init__(self, data, scene):
        self.data = data

    def act(self, t, factor, body):
        at = self.data.get("at")
        point = at if at and self.data.get("at_frame") == "world" else body.point(at)
        body.push(scale(factor, vector_of(self.data, "force", body)), point)


class Torque:
    def __init__(self, data, scene):
        self.data = data

    def act(self, t, factor, body):
        body.turn(scale(factor, vector_of(self.data, "torque", body)))


class Thruster:
    def __init__(self, data, scene):
        self.at, self.force = data.get("at"), scale(data["thrust"], al.unit(data["direction"]))

    def act(self, t, factor, body):
        body.push(scale(factor, times(body.R, self.force)), body.point(self.at))


class Spring:
    def __init__(self, data, scene):
        self.at, self.to_at = data.get("at"), data.get("to_at")
        self.other = scene.body(data.get("to", "world"))
        self.stiffness, self.damping, self.length = data["stiffness"], data.get("damping", 0), data.get("length", 0)

    def ends(self, body):
        a = body.point(self.at)
        b = self.other.point(self.to_at) if self.other else self.to_at or al.ZERO
        return a, b, sub(b, a), norm(sub(b, a))

    def act(self, t, factor, body):
        a, b, line, distance = self.ends(body)
        if self.length == 0 and self.damping == 0:
            force = scale(factor * self.stiffness, line)
        else:
            if distance < 0.05:
                raise Unfit("the ends of a spring meet")
            u = scale(1 / distance, line)
            rate = dot(u, sub(self.other.velocity_at(b) if self.other else al.ZERO, body.velocity_at(a)))
            force = scale(factor * (self.stiffness * (distance - self.length) + self.damping * rate), u)
        body.push(force, a)
        if self.other:
            self.other.push(scale(-1, force), b)

    def potential(self, body):
        return self.stiffness * (self.ends(body)[3] - self.length) ** 2 / 2


class Torsion:
    def __init__(self, data, scene):
        self.stiffness, self.damping = data["stiffness"], data.get("damping", 0)
        self.reference = al.conjugate(al.read_rotation(data.get("reference")))

    def twist(self, body):
        return al.rotation_vector(al.quaternion_product(body.q, self.reference))

    def act(self, t, factor, body):
        twist = self.twist(body)
        if self.stiffness and norm(twist) > pi - 0.05:
            raise Unfit("a torsion spring turns half a turn, where both ways are short")
        body.turn(scale(-factor, add(scale(self.stiffness, twist), scale(self.damping, body.w))))

    def potential(self, body):
        twist = self.twist(body)
        return self.stiffness * dot(twist, twist) / 2


class Drag:
    def __init__(self, data, scene):
        self.linear, self.quadratic = data.get("linear", 0), data.get("quadratic", 0)
        self.angular, self.medium = data.get("angular", 0), data.get("velocity", al.ZERO)

    def act(self, t, factor, body):
        u = sub(body.v, self.medium)
        body.push(scale(-factor * (self.linear + self.quadratic * norm(u)), u))
        body.turn(scale(-factor * self.angular, body.w))


class Attraction:
    def __init__(self, data, scene):
        to = data.get("to")
        self.other = scene.body(to) if isinstance(to, str) else None
        self.point = to if to and not self.other else al.ZERO
        self.to_at, self.mu = data.get("to_at"), data.get("mu")
        self.softening = data.get("softening", 0)

    def distance(self, body):
        b = self.other.point(self.to_at) if self.other else self.point
        line = sub(b, body.x)
        if norm(line) < 0.2 and self.softening < 0.2:
            raise Unfit("a body meets what attracts it")
        return b, line, sqrt(dot(line, line) + self.softening**2)

    def act(self, t, factor, body):
        b, line, r = self.distance(body)
        force = scale(factor * body.mass * self.mu / r**3, line)
        body.push(force)
        if self.other:
            self.other.push(scale(-1, force), b)

    def potential(self, body):
        return -body.mass * self.mu / self.distance(body)[2]


class MutualAttraction:
    """Of all pairs of bodies with a mass."""

    def __init__(self, data, scene):
        self.G, self.softening = data.get("G", 6.6743e-11), data.get("softening", 0)
        self.bodies = scene.bodies

    def pairs(self):
        for i, a in enumerate(self.bodies):
            for b in self.bodies[:i]:
                if (a.is_dynamic or b.is_dynamic) and a.mass and b.mass:
                    line = sub(b.x, a.x)
                    if norm(line) < 0.2 and self.softening < 0.2:
                        raise Unfit("two bodies meet")
                    yield a, b, line, sqrt(dot(line, line) + self.softening**2)

    def act_on_all(self, t, factor):
        for a, b, line, r in self.pairs():
            force = scale(factor * self.G * a.mass * b.mass / r**3, line)
            a.push(force)
            b.push(scale(-1, force))

    def potentials(self):
        for a, b, line, r in self.pairs():
            yield a, b, -self.G * a.mass * b.mass / r


KINDS = {"field": Field, "force": Force, "torque": Torque, "thruster": Thruster, "spring": Spring, "torsion": Torsion,
         "drag": Drag, "wind": Drag, "attraction": Attraction, "buoyancy": Fluid}
