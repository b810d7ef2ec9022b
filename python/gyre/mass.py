"""Mass, centre and inertia of shapes and meshes."""

import ctypes as c
import os
from dataclasses import dataclass, field

import numpy as np

from . import _structs as s
from ._library import call
from .errors import GyreError, check
from .vectors import tuple_of, vec3_of


@dataclass(frozen=True)
class MassProperties:
    """A body's mass [kg], its centre of mass [m] and its inertia there [kg m^2] (xx, yy, zz, xy, xz, yz with the tensor's own sign), in
    the model's axes."""

    mass: float
    center: tuple = (0.0, 0.0, 0.0)
    inertia: tuple = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    @classmethod
    def of(cls, properties):
        return cls(properties.mass, tuple_of(properties.center), tuple_of(properties.inertia))

    def matrix(self):
        """The inertia as a 3 x 3 array."""
        xx, yy, zz, xy, xz, yz = self.inertia
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])

    def principal(self):
        """Principal moments, ascending, and the rotation from the principal axes to the model's (w, x, y, z)."""
        mass, axes = s.mass(), s.quat()
        check(call("mass_principal_sorted", c.byref(as_properties(self)), c.byref(mass), c.byref(axes)))
        return tuple_of(mass.inertia), tuple_of(axes)


@dataclass(frozen=True)
class Diagnosis:
    """What the mesh doctor found: the best estimate, how it was made, what is wrong with the mesh."""

    properties: MassProperties
    volume: float
    method: str
    is_watertight: bool
    trust: str
    issues: list = field(default_factory=list)  # of (kind, count, sentence)


def as_properties(mass):
    """The struct of a MassProperties."""
    inertia = tuple(mass.inertia)
    return s.mass_properties(mass.mass, vec3_of(mass.center), s.tensor(*(inertia + (0.0,) * (6 - len(inertia)))))


def _amount(mass, density):
    if (mass is None) == (density is None):
        raise TypeError("give either mass or density")
    return call("by_mass", mass) if density is None else call("by_density", density)


def mass_of_shape(kind, *parameters, mass=None, density=None, hollow=False):
    """A shape of include/gyre/primitives.def: mass_of_shape("box", 2, 1, 0.5, mass=3)."""
    number = c.c_int()
    check(call("shape_from_name", kind.encode(), c.byref(number)), f"there is no shape '{kind}'")
    count = call("shape_parameter_count", number)
    if len(parameters) != count:
        raise TypeError(f"'{kind}' has {count} parameters, not {len(parameters)}")
    shape = s.shape(number, hollow, (c.c_double * 12)(*parameters))
    out = s.mass_properties()
    check(call("mass_of_shape", c.byref(shape), _amount(mass, density), c.byref(out)))
    return MassProperties.of(out)


def _mesh(vertices, triangles):
    """The struct of a mesh, and the arrays that it points to; those of doubles and of uint32 are used as they are."""
    vertices = np.ascontiguousarray(vertices, np.float64).reshape(-1, 3)
    triangles = np.ascontiguousarray(triangles, np.uint32).reshape(-1, 3)
    mesh = s.mesh(vertices.ctypes.data_as(c.POINTER(c.c_double)), len(vertices),
                  triangles.ctypes.data_as(c.POINTER(c.c_uint32)), len(triangles))
    return mesh, (vertices, triangles)


def mass_of_mesh(vertices, triangles, *, mass=None, density=None):
    """Exact mass properties of the solid inside a closed mesh: n x 3 places [m] and m x 3 indices, counter-clockwise from outside."""
    mesh, _keep = _mesh(vertices, triangles)
    out, report = s.mass_properties(), s.mesh_report()
    check(call("mass_of_mesh", c.byref(mesh), _amount(mass, density), None, c.byref(out), c.byref(report)),
          lambda: report.text.decode(errors="replace"))
    return MassProperties.of(out)


def diagnose(path, *, mass=None, density=None, unit=1.0):
    """What `gyre inertia` does: reads STL, OBJ, PLY or GLB, mends what can be mended and weighs it. `unit` is in metres."""
    with open(path, "rb") as file:
        data = file.read()
    model, error, found = s.model(), s.model_error(), s.diagnosis()
    check(call("model_read", data, len(data), None, c.byref(model), c.byref(error)),
          lambda: f"{os.fspath(path)}: {error.text.decode(errors='replace')}")
    try:
        options = call("doctor_options_default")
        options.unit, options.is_soup = unit, model.is_soup
        if mass is not None or density is not None:
            options.amount = _amount(mass, density)
        code = call("diagnose", c.byref(model.mesh), c.byref(options), c.byref(found))
        if code != 0:
            raise GyreError(code, f"{os.fspath(path)}: {call('result_text', code).decode()}")
        best = found.estimates[found.best]
        issues = [(call("issue_name", i.kind).decode(), i.count, i.text.decode()) for i in found.issues[:found.issue_count]]
        return Diagnosis(MassProperties.of(best.mass), best.volume, call("estimate_name", found.best).decode(),
                         bool(found.is_watertight), found.trust.decode(), issues)
    finally:
        call("diagnosis_clear", c.byref(found))
        call("model_clear", c.byref(model))
