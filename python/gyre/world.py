"""Worlds: bodies, forces and the steps that move them."""

import ctypes as c
import sys
import warnings

import numpy as np

from . import _structs as s
from ._library import call, names_of
from .arguments import (body_of, checked, choice, flag, integer, names_at, number, quat_of, shown, suggestion, text as text_of, tuple_of,
                        unknown, vec3_of, wrong)
from .errors import check, in_python, refuse_attribute
from .mass import MassProperties, as_properties

_FRAMES = {"world": 0, "body": 1}
_KINDS = {"dynamic": 0, "static": 1, "kinematic": 2}
_LOCKS = {"x": 1, "y": 2, "z": 4, "rx": 8, "ry": 16, "rz": 32}
# Types of the parameters of forces, in the order of forces.def.
_NUMBER, _OTHER_POINT, _CHOICE, _FLAG, _FUNCTION = 0, 7, 10, 11, 12
_VECTORS, _POINTS, _ROTATIONS = (1, 2, 3, 4), (5, 6, 7), (8, 9)
_AT_BODY, _AT_WORLD = 1, 2
_THREADS_MAX = 256
_ERR_LENGTH = 3  # GYRE_ERR_LENGTH
_LOG_WARNING = 1  # GYRE_LOG_WARNING


def _warn(text):
    """Warns with the position of the line that called this module."""
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, stacklevel=level)


class Log:
    """Collects the library's messages; the messages of a failed call explain the failure."""

    def __init__(self):
        self.lines, self.warnings = [], []

        def write(level, text, _):
            (self.warnings if level == _LOG_WARNING else self.lines).append(text.decode(errors="replace"))

        self.logger = s.logger(s.LOG_WRITE(write), None)

    def take(self):
        text, self.lines[:] = "; ".join(self.lines), []
        return text

    def warn(self):
        """Passes the library's warnings to Python."""
        texts, self.warnings[:] = list(self.warnings), []
        for text in texts:
            _warn(in_python(text))


def method_number(name):
    """The number of an integration method, such as "exact" or "rk4"."""
    index = c.c_int()
    if call("method_from_name", text_of(name, "method"), c.byref(index)) != 0:
        raise ValueError(unknown("method", name, method_names()))
    return index.value


def method_names():
    """The names of the integration methods."""
    return names_of("method_name")


def kernel_names():
    """The names of the kernels that this CPU can run."""
    return [name for index, name in enumerate(names_of("kernel_name")) if call("kernel_is_usable", index)]


@checked
def damping_from_factor(factor, period=1.0):
    """The damping k [1/s] that removes the fraction `factor` (0 <= factor < 1) of a velocity in every `period` [s]."""
    k = c.c_double()
    factor, period = number(factor, "factor"), number(period, "period")
    if not period > 0:
        raise wrong(ValueError, "period", "> 0", period)
    check(call("damping_from_factor", factor, period, c.byref(k)))
    return k.value


class World:
    """Bodies and forces, moved by steps. Close it after use, or use it in a `with` statement.

    Arrays over all bodies (`motions`, `poses`, `energies`) have the order of `bodies()`: the order of ids, which is the order of
    addition until a body is removed. Units are SI; quaternions have the scalar part first.
    """

    __slots__ = ("_log", "_pointer", "_is_owner", "__weakref__")

    @checked
    def __init__(self, gravity=(0, 0, 0), method="exact", ledger=False, threads=1, kernel=None, transactional=True, capacity=0):
        """Creates an empty world. `ledger` records energy and momenta, `transactional` undoes a step that fails, `capacity`
        reserves memory for that many bodies. gyre.methods() and gyre.kernels() list the names."""
        self._pointer = c.c_void_p()
        self._log = Log()
        definition = call("world_def_default")
        definition.gravity = vec3_of(gravity, "gravity")
        definition.method = method_number(method)
        definition.has_ledger = flag(ledger, "ledger")
        definition.threads = _thread_count(threads)
        definition.kernel = text_of(kernel, "kernel", is_optional=True)
        if kernel is not None and kernel not in kernel_names():
            raise ValueError(unknown("kernel", kernel, kernel_names()))
        definition.is_transactional = flag(transactional, "transactional")
        definition.body_capacity = integer(capacity, "capacity")
        definition.log = self._log.logger
        self._is_owner = True
        check(call("world_create", c.byref(definition), c.byref(self._pointer)), self._log.take)

    def __setattr__(self, name, value):
        if not name.startswith("_") and name not in ("gravity", "method") and not hasattr(self, "__dict__"):  # subclasses have one
            refuse_attribute(self, name, ("gravity", "method"))
        object.__setattr__(self, name, value)

    @classmethod
    def _of_scene(cls, pointer, log):
        """The world of a scene; the scene owns it."""
        world = cls.__new__(cls)
        world._log, world._pointer, world._is_owner = log, c.c_void_p(pointer), False
        return world

    def close(self):
        """Frees the world unless a scene owns it. Closing twice is allowed."""
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
        """Calls a function that cannot fail."""
        if not self._pointer:
            raise ValueError("the world is closed")
        answer = call(name, self._pointer, *arguments)
        if self._log.warnings:
            self._log.warn()
        return answer

    def _do(self, name, *arguments):
        """Calls a function that returns a result, and raises unless it is GYRE_OK."""
        self._log.take()
        check(self._ask(name, *arguments), self._log.take)

    # ---- the world ----

    time = property(lambda self: self._ask("world_time"), doc="Simulated time [s].")
    steps = property(lambda self: self._ask("world_step_count"), doc="Number of steps taken.")
    kernel = property(lambda self: self._ask("world_kernel").decode(), doc="Name of the kernel that moves the bodies: f64, f64x2, f64x4 or f64x8.")
    hash = property(lambda self: f"{self._ask('world_hash'):016x}", doc="Hash of the state, 16 hexadecimal digits; equal on every machine.")

    @property
    def method(self):
        """Name of the integration method; can be set."""
        return call("method_name", self._ask("world_method")).decode()

    @method.setter
    def method(self, name):
        self._do("world_set_method", method_number(name))

    @property
    def gravity(self):
        """Gravity [m/s^2]; can be set."""
        return tuple_of(self._ask("world_gravity"))

    @gravity.setter
    def gravity(self, value):
        self._do("world_set_gravity", vec3_of(value, "gravity"))

    @checked
    def set_threads(self, threads):
        """Sets the number of threads that move the bodies. Results do not depend on the number."""
        self._do("world_set_threads", _thread_count(threads))

    @checked
    def step(self, dt, count=1):
        """Takes `count` steps of `dt` seconds. A step that fails raises and leaves the world as it was before that step."""
        report = s.step_report()
        dt = number(dt, "dt")
        for _ in range(integer(count, "count")):
            check(self._ask("world_step", dt, c.byref(report)), lambda: report.text.decode(errors="replace"))

    @checked
    def fly(self, t):
        """Advances a world of free bodies under uniform gravity by any time in one call, exact to rounding."""
        report = s.step_report()
        check(self._ask("world_fly", number(t, "t"), c.byref(report)), lambda: report.text.decode(errors="replace"))

    def energy(self):
        """Total kinetic and potential energy [J]."""
        kinetic, potential = c.c_double(), c.c_double()
        self._do("world_energy", c.byref(kinetic), c.byref(potential))
        return kinetic.value, potential.value

    @checked
    def momentum(self, point=(0, 0, 0)):
        """Total momentum [N s], and total angular momentum [N m s] about a point."""
        P, L = s.vec3(), s.vec3()
        self._do("world_momentum", vec3_of(point, "point"), c.byref(P), c.byref(L))
        return tuple_of(P), tuple_of(L)

    def ledger(self):
        """The ledger, an account of energy and momenta, as a dict. The world must have been created with ledger=True."""
        ledger = s.ledger()
        check(self._ask("world_get_ledger", c.byref(ledger)), "this world has no ledger: create it with ledger=True")
        return {name: {part: tuple_of(getattr(value, part)) for part, _ in value._fields_} if isinstance(value, s.vector_account) else value
                for name, value in ((name, getattr(ledger, name)) for name, _ in ledger._fields_)}

    def save(self):
        """A snapshot of the whole world, as bytes."""
        size = c.c_size_t()
        self._do("world_snapshot_size", c.byref(size))
        buffer = c.create_string_buffer(size.value)
        self._do("world_save", buffer, len(buffer), c.byref(size))
        return buffer.raw[:size.value]

    @checked
    def restore(self, snapshot):
        """Replaces the world by a snapshot from `save`. Later steps are bit-identical to those of the saved world."""
        if not isinstance(snapshot, (bytes, bytearray, memoryview)):
            raise wrong(TypeError, "snapshot", "bytes from World.save", snapshot)
        data = bytes(snapshot)
        self._do("world_restore", data, len(data))

    # ---- all bodies at once ----

    @checked
    def motions(self, out=None):
        """Pose and velocities of all bodies: an array of gyre.MOTION, filled by the library. Pass an earlier array as `out` to reuse its
        memory. motions["position"] is a view of n x 3 numbers."""
        out = np.empty(len(self), s.MOTION) if out is None else self._array(out, "out", "MOTION")
        self._do("world_get_motions", None, out.size, out.ctypes.data)
        return out

    @checked
    def set_motions(self, motions):
        """Sets pose and velocities of all bodies. On an error no body changes."""
        motions = self._array(motions, "motions", "MOTION", is_written=False)
        self._do("world_set_motions", None, motions.size, motions.ctypes.data)

    @checked
    def poses(self, alpha=1.0, out=None):
        """Poses of all bodies, interpolated between the start (alpha 0) and the end (alpha 1) of the last step: an array of gyre.POSE."""
        alpha = number(alpha, "alpha")
        if not 0 <= alpha <= 1:
            raise wrong(ValueError, "alpha", "from 0 to 1", alpha)
        out = np.empty(len(self), s.POSE) if out is None else self._array(out, "out", "POSE")
        check(self._ask("world_get_interpolated_poses", None, out.size, alpha, out.ctypes.data),
              "this world keeps no earlier state to interpolate from: create it with transactional=True")
        return out

    def _array(self, array, name, kind, is_written=True):
        """The array, if the library can read (and write) its memory directly."""
        is_fit = isinstance(array, np.ndarray) and array.dtype == getattr(s, kind) and array.flags.c_contiguous
        if not is_fit or (is_written and not array.flags.writeable):
            what = f"an array of {array.dtype}" if isinstance(array, np.ndarray) and array.dtype != getattr(s, kind) else shown(array)
            raise TypeError(f"{name} must be a contiguous{' writeable' * is_written} numpy array of gyre.{kind}, is {what}")
        if array.size != len(self):
            check(_ERR_LENGTH, f"{name} must have one element for each of the {len(self)} bodies, has {array.size}")
        return array

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
        """The names of all bodies; "" for a body without a name."""
        return [self._ask("body_name", body).decode() for body in self.bodies()]

    @checked
    def find(self, name):
        """The id of the body with this name."""
        body = s.body_id()
        code = self._ask("world_find_body", text_of(name, "name"), c.byref(body))
        check(code, lambda: f"name: no body is named '{name}'{suggestion(name, [other for other in self.names() if other])}")
        return body

    @checked
    def add_body(self, mass=None, *, name=None, kind="dynamic", position=(0, 0, 0), orientation=(1, 0, 0, 0), velocity=(0, 0, 0),
                 angular_velocity=(0, 0, 0), angular_frame="world", linear_damping=0.0, angular_damping=0.0, locks=(), pivot=None):
        """Adds a body and returns its id. `mass` is a gyre.MassProperties, for example from gyre.mass_of_shape; `kind` is "dynamic",
        "static" or "kinematic"; `angular_frame` ("world" or "body") gives the axes of `angular_velocity`; `locks` lists some of "x", "y",
        "z" (translation along world axes) and "rx", "ry", "rz" (rotation); `pivot` is a point of the model that stays in place."""
        definition = call("body_def_default")
        definition.name = text_of(name, "name", is_optional=True) or None
        definition.kind = choice(kind, "kind", _KINDS)
        if mass is not None:
            definition.mass = as_properties(mass)
        definition.position, definition.orientation = vec3_of(position, "position"), quat_of(orientation, "orientation")
        definition.velocity, definition.angular_velocity = vec3_of(velocity, "velocity"), vec3_of(angular_velocity, "angular_velocity")
        definition.angular_frame = choice(angular_frame, "angular_frame", _FRAMES)
        definition.linear_damping = number(linear_damping, "linear_damping")
        definition.angular_damping = number(angular_damping, "angular_damping")
        definition.locks = _lock_bits(locks)
        if pivot is not None:
            definition.has_pivot, definition.pivot = 1, vec3_of(pivot, "pivot")
        q = definition.orientation
        if q.w == 0 and q.x == 0 and q.z != 0:  # same check as for scenes: read as x, y, z, w (scipy's order), these numbers are the identity or a rotation about z
            _warn(f"orientation is read as w, x, y, z: a half turn about (0, {q.y:g}, {q.z:g}); if it is x, y, z, w, give ({q.z:g}, 0, 0, {q.y:g})")
        body = s.body_id()
        self._do("world_add_body", c.byref(definition), c.byref(body))
        return body

    @checked
    def remove_body(self, body):
        """Removes a body and every force on it."""
        self._do("world_remove_body", body_of(body))

    @checked
    def mass_of(self, body):
        """The body's gyre.MassProperties."""
        properties = s.mass_properties()
        self._do("body_get_mass", body_of(body), c.byref(properties))
        return MassProperties.of(properties)

    @checked
    def apply_force(self, body, force, point=None):
        """Applies a force [N] during the next step, at a world point [m] or at the centre of mass."""
        if point is None:
            self._do("body_apply_force_at_center", body_of(body), vec3_of(force, "force"))
        else:
            self._do("body_apply_force", body_of(body), vec3_of(force, "force"), vec3_of(point, "point"))

    @checked
    def apply_force_at_model_point(self, body, force, model_point):
        """Applies a force [N, world axes] at a point of the model during the next step."""
        self._do("body_apply_force_at_model_point", body_of(body), vec3_of(force, "force"), vec3_of(model_point, "model_point"))

    @checked
    def apply_torque(self, body, torque):
        """Applies a torque [N m] during the next step."""
        self._do("body_apply_torque", body_of(body), vec3_of(torque, "torque"))

    @checked
    def apply_impulse(self, body, impulse, point):
        """Applies an impulse [N s] at a world point [m] immediately."""
        self._do("body_apply_impulse", body_of(body), vec3_of(impulse, "impulse"), vec3_of(point, "point"))

    @checked
    def apply_impulse_at_model_point(self, body, impulse, model_point):
        """Applies an impulse [N s, world axes] at a point of the model immediately."""
        self._do("body_apply_impulse_at_model_point", body_of(body), vec3_of(impulse, "impulse"), vec3_of(model_point, "model_point"))

    @checked
    def world_point(self, body, model_point):
        """Converts a point from model coordinates to world coordinates."""
        return self._convert("body_world_point", body, model_point, "model_point")

    @checked
    def model_point(self, body, world_point):
        """Converts a point from world coordinates to model coordinates."""
        return self._convert("body_model_point", body, world_point, "world_point")

    @checked
    def world_vector(self, body, model_vector):
        """Converts a vector from model axes to world axes."""
        return self._convert("body_world_vector", body, model_vector, "model_vector")

    @checked
    def model_vector(self, body, world_vector):
        """Converts a vector from world axes to model axes."""
        return self._convert("body_model_vector", body, world_vector, "world_vector")

    def _convert(self, function, body, v, name):
        out = s.vec3()
        self._do(function, body_of(body), vec3_of(v, name), c.byref(out))
        return (out.x, out.y, out.z)

    # ---- forces ----

    @checked
    def add_force(self, kind, body=None, other=None, *, name=None, start=0.0, until=float("inf"), **parameters):
        """Adds a force, for example add_force("spring", body, stiffness=40, to_at=(0, 0, 3)), and returns its id. Without a body the force
        acts on all bodies. A point is three numbers in the axes of the body's model, or ("world", point). gyre.forces() lists the kinds and
        their parameters."""
        index = c.c_int()
        if call("force_kind_from_name", text_of(kind, "kind"), c.byref(index)) != 0:
            raise ValueError(unknown("kind", kind, forces()))
        definition = call("force_def_default", index)
        fields = _force_rows(index)
        if any(row.type == _FUNCTION for row in fields.values()):
            raise ValueError(f"kind: '{kind}' needs a function in C; in Python use apply_force and apply_torque before each step")
        for key, value in parameters.items():
            if key not in fields:
                raise TypeError(f"{kind}: unknown parameter '{key}'{suggestion(key, fields)} (one of {', '.join(fields)})")
            _put(definition.parameters, fields[key], f"{kind}: {key}", value, other is not None)
        missing = [key for key, row in fields.items() if row.is_required and key not in parameters]
        if missing:
            raise TypeError(f"{kind}: missing {', '.join(missing)}")
        definition.name = text_of(name, "name", is_optional=True) or None
        definition.body = s.body_id() if body is None else body_of(body)
        definition.other = s.body_id() if other is None else body_of(other, "other")
        setattr(definition, "from", number(start, "start", infinity=True))
        definition.until = number(until, "until", infinity=True)
        force = s.force_id()
        self._do("world_add_force", c.byref(definition), c.byref(force))
        return force

    @checked
    def remove_force(self, force):
        """Removes a force."""
        if not isinstance(force, s.force_id):
            raise wrong(TypeError, "force", "a force id (from add_force)", force)
        self._do("world_remove_force", force)


def _thread_count(value):
    count = integer(value, "threads", least=-2 ** 31)
    if not 0 <= count <= _THREADS_MAX:
        raise wrong(ValueError, "threads", f"from 1 to {_THREADS_MAX}", value)
    return count


def _lock_bits(locks):
    """The bit mask of a list of locks."""
    if isinstance(locks, (str, bytes, dict)) or not hasattr(locks, "__iter__"):
        raise wrong(TypeError, "locks", 'a list such as ["x", "rx"]', locks)
    bits = sum({choice(lock, "locks", _LOCKS) for lock in locks})
    about = [name for name in ("rx", "ry", "rz") if bits & _LOCKS[name]]
    if len(about) == 1:
        raise ValueError(f"locks: rotation can be locked about none, two or all three axes, is locked about one: {about[0]}")
    return bits


def _force_rows(index):
    """The rows of forces.def for one kind: {parameter: row}."""
    count = c.c_size_t()
    rows = call("force_fields", index, c.byref(count))
    return {rows[i].name.decode(): rows[i] for i in range(count.value)}


def forces():
    """The kinds of forces that Python can add and the names of their parameters: {kind: (parameter, ...)}."""
    rows = {kind: _force_rows(index) for index, kind in enumerate(names_of("force_kind_name"))}
    return {kind: tuple(fields) for kind, fields in rows.items() if all(row.type != _FUNCTION for row in fields.values())}


def _point(value, name, default):
    """Kind and coordinates of a point: three numbers, or ("world", three numbers), or ("body", three numbers)."""
    if isinstance(value, (tuple, list)) and len(value) == 2 and isinstance(value[0], str):
        return choice(value[0], name, {"world": _AT_WORLD, "body": _AT_BODY}), vec3_of(value[1], name)
    if isinstance(value, str):
        raise wrong(TypeError, name, 'three numbers or ("world", three numbers)', value)
    return default, vec3_of(value, name)


def _put(parameters, row, name, value, has_other):
    """Writes one parameter of a force. `name` is for errors."""
    at = c.addressof(parameters) + row.offset
    if row.type == _NUMBER:
        c.c_double.from_address(at).value = number(value, name)
    elif row.type in _VECTORS:
        c.memmove(at, c.byref(vec3_of(value, name)), c.sizeof(s.vec3))
    elif row.type in _ROTATIONS:
        c.memmove(at, c.byref(quat_of(value, name)), c.sizeof(s.quat))
    elif row.type in _POINTS:
        kind, point = _point(value, name, _AT_WORLD if row.type == _OTHER_POINT and not has_other else _AT_BODY)
        c.c_int.from_address(at).value = kind
        c.memmove(at + 8, c.byref(point), c.sizeof(s.vec3))
    elif row.type == _CHOICE:
        names = names_at(row.choices)
        c.c_int.from_address(at).value = choice(value, name, {key: index for index, key in enumerate(names)})
    else:
        c.c_int.from_address(at).value = flag(value, name)
