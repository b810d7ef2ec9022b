"""Worlds: bodies, forces and the step that moves them."""

import ctypes as c

import numpy as np

from . import _structs as s
from ._library import call
from .errors import check
from .mass import MassProperties, as_properties
from .vectors import quat_of, vec3_of, tuple_of

_FRAMES = {"world": 0, "body": 1}
_KINDS = {"dynamic": 0, "static": 1, "kinematic": 2}
_LOCKS = {"x": 1, "y": 2, "z": 4, "rx": 8, "ry": 16, "rz": 32}
# types of the parameters of forces, as forces.def orders them
_NUMBER, _OTHER_POINT, _CHOICE, _FLAG = 0, 7, 10, 11
_VECTORS, _POINTS, _ROTATIONS = (1, 2, 3, 4), (5, 6, 7), (8, 9)
_AT_BODY, _AT_WORLD = 1, 2


class Log:
    """What the library says while a world lives; the last lines explain a failure."""

    def __init__(self):
        self.lines = []
        self.logger = s.logger(s.LOG_WRITE(lambda level, text, user: self.lines.append(text.decode(errors="replace"))), None)

    def take(self):
        text, self.lines[:] = "; ".join(self.lines), []
        return text


def method_number(name):
    """The number of an integration method, such as "exact" or "rk4"."""
    number = c.c_int()
    check(call("method_from_name", name.encode(), c.byref(number)), f"there is no method '{name}'")
    return number.value


def damping_from_factor(factor, period=1.0):
    """The damping k [1/s] that takes the part `factor` (0 up to below 1) of a velocity in every `period` [s]."""
    k = c.c_double()
    check(call("damping_from_factor", factor, period, c.byref(k)))
    return k.value


class World:
    """Bodies and forces, moved by steps. To be closed, or used in `with`.

    Arrays over all bodies (`motions`, `poses`, `energies`) are in the order of ids, which is that of `bodies()`: of adding, as long
    as nobody was removed. Units are SI, quaternions begin with the scalar part.
    """

    def __init__(self, gravity=(0, 0, 0), method="exact", ledger=False, threads=1, kernel=None, transactional=True, capacity=0):
        self._log = Log()
        definition = call("world_def_default")
        definition.gravity = vec3_of(gravity, "gravity")
        definition.method = method_number(method)
        definition.has_ledger = ledger
        definition.threads = threads
        definition.kernel = kernel.encode() if kernel else None
        definition.is_transactional = transactional
        definition.body_capacity = capacity
        definition.log = self._log.logger
        self._pointer = c.c_void_p()
        self._is_owner = True
        check(call("world_create", c.byref(definition), c.byref(self._pointer)), self._log.take)

    @classmethod
    def _of_scene(cls, pointer, log):
        """The world of a scene, which owns it."""
        world = cls.__new__(cls)
        world._log, world._pointer, world._is_owner = log, c.c_void_p(pointer), False
        return world

    def close(self):
        """Frees the world, unless a scene owns it; a second time is fine."""
        if self._pointer and self._is_owner:
            call("world_destroy", self._pointer)
        self._pointer = c.c_void_p()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_pointer", None):
            self.close()

    def __len__(self):
        return self._ask("world_body_count")

    def _ask(self, name, *arguments):
        """A function that cannot fail."""
        if not self._pointer:
            raise ValueError("the world is closed")
        return call(name, self._pointer, *arguments)

    def _do(self, name, *arguments):
        """A function that can."""
        self._log.take()
        check(self._ask(name, *arguments), self._log.take)

    # ---- the world ----

    time = property(lambda self: self._ask("world_time"), doc="Seconds since the beginning.")
    steps = property(lambda self: self._ask("world_step_count"), doc="Steps taken.")
    kernel = property(lambda self: self._ask("world_kernel").decode(), doc="The loops that move the bodies: f64, f64x2, f64x4, f64x8.")
    hash = property(lambda self: f"{self._ask('world_hash'):016x}", doc="The state as 16 hexadecimal digits: the same on every machine.")

    @property
    def method(self):
        """The integration method; can be set."""
        return call("method_name", self._ask("world_method")).decode()

    @method.setter
    def method(self, name):
        self._do("world_set_method", method_number(name))

    @property
    def gravity(self):
        """[m/s^2]; can be set."""
        return tuple_of(self._ask("world_gravity"))

    @gravity.setter
    def gravity(self, value):
        self._do("world_set_gravity", vec3_of(value))

    def set_threads(self, threads):
        """How many threads move the bodies; results never depend on it."""
        self._do("world_set_threads", threads)

    def step(self, dt, count=1):
        """Takes `count` steps of `dt` seconds. A step that fails raises, and the world is as it was before that step."""
        report = s.step_report()
        for _ in range(count):
            check(self._ask("world_step", dt, c.byref(report)), lambda: report.text.decode(errors="replace"))

    def fly(self, t):
        """Moves free bodies under uniform gravity by any time in one go, exact to rounding."""
        report = s.step_report()
        check(self._ask("world_fly", t, c.byref(report)), lambda: report.text.decode(errors="replace"))

    def energy(self):
        """Kinetic and potential energy [J]."""
        kinetic, potential = c.c_double(), c.c_double()
        self._do("world_energy", c.byref(kinetic), c.byref(potential))
        return kinetic.value, potential.value

    def momentum(self, point=(0, 0, 0)):
        """Momentum, and angular momentum about a point."""
        P, L = s.vec3(), s.vec3()
        self._do("world_momentum", vec3_of(point, "point"), c.byref(P), c.byref(L))
        return tuple_of(P), tuple_of(L)

    def ledger(self):
        """Where energy and momenta went, as a dict; for worlds that keep one."""
        ledger = s.ledger()
        self._do("world_get_ledger", c.byref(ledger))
        return {name: {part: tuple_of(getattr(value, part)) for part, _ in value._fields_} if isinstance(value, s.vector_account) else value
                for name, value in ((name, getattr(ledger, name)) for name, _ in ledger._fields_)}

    def save(self):
        """Everything in the world as bytes."""
        size = c.c_size_t()
        self._do("world_snapshot_size", c.byref(size))
        buffer = c.create_string_buffer(size.value)
        self._do("world_save", buffer, len(buffer), c.byref(size))
        return buffer.raw[:size.value]

    def restore(self, snapshot):
        """Back from the bytes of `save`: goes on with the same bits."""
        self._do("world_restore", bytes(snapshot), len(snapshot))

    # ---- all bodies at once ----

    def motions(self, out=None):
        """Pose and velocities of all bodies: an array of gyre.MOTION, written by the library itself. `out` is an array to write into,
        so that a loop needs no new memory; motions["position"] is a view into it, n x 3."""
        out = np.empty(len(self), s.MOTION) if out is None else _checked(out, s.MOTION)
        self._do("world_get_motions", None, out.size, out.ctypes.data)
        return out

    def set_motions(self, motions):
        """Sets pose and velocities of all bodies, all or none."""
        motions = _checked(motions, s.MOTION)
        self._do("world_set_motions", None, motions.size, motions.ctypes.data)

    def poses(self, alpha=1.0, out=None):
        """Poses of all bodies between the last step's beginning (alpha 0) and end (1): an array of gyre.POSE."""
        out = np.empty(len(self), s.POSE) if out is None else _checked(out, s.POSE)
        self._do("world_get_interpolated_poses", None, out.size, alpha, out.ctypes.data)
        return out

    def energies(self):
        """Kinetic and potential energy of each body [J]: two arrays."""
        kinetic, potential = np.empty(len(self)), np.empty(len(self))
        self._do("world_get_energies", None, len(self), kinetic.ctypes.data, potential.ctypes.data)
        return kinetic, potential

    # ---- bodies ----

    def bodies(self):
        """The ids of all bodies."""
        ids, body = [], self._ask("world_next_body", s.body_id())
        while body.generation:
            ids.append(body)
            body = self._ask("world_next_body", body)
        return ids

    def names(self):
        """The names of all bodies, "" where there is none."""
        return [self._ask("body_name", body).decode() for body in self.bodies()]

    def find(self, name):
        """The id of the body with this name."""
        body = s.body_id()
        code = self._ask("world_find_body", name.encode(), c.byref(body))
        check(code, f"there is no body '{name}'")
        return body

    def add_body(self, mass=None, *, name=None, kind="dynamic", position=(0, 0, 0), orientation=(1, 0, 0, 0), velocity=(0, 0, 0),
                 angular_velocity=(0, 0, 0), angular_frame="world", linear_damping=0.0, angular_damping=0.0, locks=(), pivot=None):
        """Adds a body and returns its id. `mass` is a gyre.MassProperties, as gyre.mass_of_shape gives it; `locks` are some of "x", "y",
        "z" (world translation) and "rx", "ry", "rz" (rotation)."""
        definition = call("body_def_default")
        definition.name = name.encode() if name else None
        definition.kind = _KINDS[kind]
        if mass is not None:
            definition.mass = as_properties(mass)
        definition.position, definition.orientation = vec3_of(position, "position"), quat_of(orientation, "orientation")
        definition.velocity, definition.angular_velocity = vec3_of(velocity, "velocity"), vec3_of(angular_velocity, "angular_velocity")
        definition.angular_frame = _FRAMES[angular_frame]
        definition.linear_damping, definition.angular_damping = linear_damping, angular_damping
        definition.locks = sum({_LOCKS[lock] for lock in locks})
        if pivot is not None:
            definition.has_pivot, definition.pivot = 1, vec3_of(pivot, "pivot")
        body = s.body_id()
        self._do("world_add_body", c.byref(definition), c.byref(body))
        return body

    def remove_body(self, body):
        """Removes a body and every force that names it."""
        self._do("world_remove_body", body)

    def mass_of(self, body):
        """The body's gyre.MassProperties."""
        properties = s.mass_properties()
        self._do("body_get_mass", body, c.byref(properties))
        return MassProperties.of(properties)

    def apply_force(self, body, force, point=None):
        """A force [N] during the next step, at a world point or at the centre of mass."""
        if point is None:
            self._do("body_apply_force_at_center", body, vec3_of(force, "force"))
        else:
            self._do("body_apply_force", body, vec3_of(force, "force"), vec3_of(point, "point"))

    def apply_force_at_model_point(self, body, force, model_point):
        """Applies a force [N, world axes] at a point of the model during the next step."""
        self._do("body_apply_force_at_model_point", body, vec3_of(force, "force"), vec3_of(model_point, "model_point"))

    def apply_torque(self, body, torque):
        """A torque [N m] during the next step."""
        self._do("body_apply_torque", body, vec3_of(torque, "torque"))

    def apply_impulse(self, body, impulse, point):
        """A blow [N s] at a world point."""
        self._do("body_apply_impulse", body, vec3_of(impulse, "impulse"), vec3_of(point, "point"))

    def apply_impulse_at_model_point(self, body, impulse, model_point):
        """Applies an impulse [N s, world axes] at a point of the model immediately."""
        self._do("body_apply_impulse_at_model_point", body, vec3_of(impulse, "impulse"), vec3_of(model_point, "model_point"))

    def world_point(self, body, model_point):
        """Converts a point from model coordinates to world coordinates."""
        return self._convert("body_world_point", body, model_point, "model_point")

    def model_point(self, body, world_point):
        """Converts a point from world coordinates to model coordinates."""
        return self._convert("body_model_point", body, world_point, "world_point")

    def world_vector(self, body, model_vector):
        """Turns a vector from model axes to world axes."""
        return self._convert("body_world_vector", body, model_vector, "model_vector")

    def model_vector(self, body, world_vector):
        """Turns a vector from world axes to model axes."""
        return self._convert("body_model_vector", body, world_vector, "world_vector")

    def _convert(self, function, body, v, name):
        out = s.vec3()
        self._do(function, body, vec3_of(v, name), c.byref(out))
        return (out.x, out.y, out.z)

    # ---- forces ----

    def add_force(self, kind, body=None, other=None, *, name=None, start=0.0, until=float("inf"), **parameters):
        """Adds a force of include/gyre/forces.def, say add_force("spring", body, stiffness=40, to_at=(0, 0, 3)), on all bodies when none
        is given. Points are in the coordinates of the body, or of the world: ("world", point)."""
        number, count = c.c_int(), c.c_size_t()
        check(call("force_kind_from_name", kind.encode(), c.byref(number)), f"there is no force '{kind}'")
        definition = call("force_def_default", number)
        rows = call("force_fields", number, c.byref(count))
        fields = {rows[i].name.decode(): rows[i] for i in range(count.value)}
        for key, value in parameters.items():
            if key not in fields:
                raise TypeError(f"the force '{kind}' has no parameter '{key}': it has {', '.join(fields)}")
            _put(definition.parameters, fields[key], value, other is not None)
        definition.name = name.encode() if name else None
        definition.body, definition.other = body or s.body_id(), other or s.body_id()
        setattr(definition, "from", start)
        definition.until = until
        force = s.force_id()
        self._do("world_add_force", c.byref(definition), c.byref(force))
        return force

    def remove_force(self, force):
        """Removes a force."""
        self._do("world_remove_force", force)


def _checked(array, dtype):
    """An array that the library can read and write as it lies there."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype or not array.flags.c_contiguous:
        raise TypeError(f"an array of {dtype} without gaps is needed")
    return array


def _choices(at):
    """Names one behind the other, the last one followed by an empty one."""
    names = []
    while name := c.string_at(at):
        names.append(name.decode())
        at += len(name) + 1
    return names


def _put(parameters, row, value, has_other):
    """One parameter of a force to its place."""
    at = c.addressof(parameters) + row.offset
    if row.type == _NUMBER:
        c.c_double.from_address(at).value = value
    elif row.type in _VECTORS:
        c.memmove(at, c.byref(vec3_of(value)), c.sizeof(s.vec3))
    elif row.type in _ROTATIONS:
        c.memmove(at, c.byref(quat_of(value)), c.sizeof(s.quat))
    elif row.type in _POINTS:
        kind = _AT_WORLD if row.type == _OTHER_POINT and not has_other else _AT_BODY
        if isinstance(value[0], str):
            kind, value = (_AT_WORLD if value[0] == "world" else _AT_BODY), value[1]
        c.c_int.from_address(at).value = kind
        c.memmove(at + 8, c.byref(vec3_of(value)), c.sizeof(s.vec3))
    elif row.type == _CHOICE:
        names = _choices(row.choices)
        if value not in names:
            raise ValueError(f"'{row.name.decode()}' is one of {', '.join(names)}, not '{value}'")
        c.c_int.from_address(at).value = names.index(value)
    elif row.type == _FLAG:
        c.c_int.from_address(at).value = bool(value)
    else:
        raise TypeError(f"'{row.name.decode()}' cannot be given from Python")
