"""Mass, centre of mass and inertia of shapes and meshes."""

import ctypes as c
from dataclasses import dataclass, field

import numpy as np

from . import _structs as s
from ._library import call, names_of
from .arguments import checked, flag, number, path as path_of, shown, suggestion, tensor_of, text, tuple_of, unknown, vec3_of, wrong
from .errors import check

_UNITS = {"m": 1.0, "mm": 0.001, "cm": 0.01, "in": 0.0254, "um": 1e-6, "ft": 0.3048}


@dataclass(frozen=True)
class MassProperties:
    """Mass [kg], centre of mass [m] and inertia about it [kg m^2] of a body, in the axes of its model. The inertia is (xx, yy, zz, xy,
    xz, yz): entries of the tensor, so xy is minus the integral of x y. (xx, yy, zz) alone is a diagonal tensor."""

    mass: float
    center: tuple = (0.0, 0.0, 0.0)
    inertia: tuple = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    def __post_init__(self):
        object.__setattr__(self, "mass", number(self.mass, "mass"))
        object.__setattr__(self, "center", tuple_of(vec3_of(self.center, "center")))
        object.__setattr__(self, "inertia", tuple_of(tensor_of(self.inertia, "inertia")))

    @classmethod
    def of(cls, properties):
        """MassProperties from the C struct."""
        return cls(properties.mass, tuple_of(properties.center), tuple_of(properties.inertia))

    def matrix(self):
        """The inertia as a 3 x 3 array."""
        xx, yy, zz, xy, xz, yz = self.inertia
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])

    def principal(self):
        """Principal moments in ascending order, and the rotation from the principal axes to the model's (w, x, y, z)."""
        mass, axes = s.mass(), s.quat()
        check(call("mass_principal_sorted", c.byref(as_properties(self)), c.byref(mass), c.byref(axes)))
        return tuple_of(mass.inertia), tuple_of(axes)


MassProperties.__init__ = checked(MassProperties.__init__)


@dataclass(frozen=True)
class Diagnosis:
    """Result of gyre.diagnose: the best estimate of the mass properties, the method used, and the defects of the mesh."""

    properties: MassProperties
    volume: float
    method: str
    is_watertight: bool
    trust: str
    issues: list = field(default_factory=list)  # of (kind, count, sentence)


def as_properties(mass, name="mass"):
    """The C struct of a MassProperties."""
    if not isinstance(mass, MassProperties):
        raise TypeError(f"{name} must be gyre.MassProperties, is {shown(mass)}: gyre.mass_of_shape(\"box\", 2, 1, 0.5, mass=3) returns the properties of a box")
    return s.mass_properties(mass.mass, s.vec3(*mass.center), s.tensor(*mass.inertia))


def materials():
    """Densities [kg/m^3] of common materials: {name: density}."""
    found, index = {}, 0
    while row := call("material_at", index):
        found[row.contents.name.decode()] = row.contents.density
        index += 1
    return found


def _density(value):
    """A density [kg/m^3] from a number or the name of a material."""
    if not isinstance(value, str):
        if isinstance(value, (bool, bytes)):
            raise wrong(TypeError, "density", "a number [kg/m^3] or the name of a material", value)
        return number(value, "density")
    row = call("material_find", text(value, "density"))
    if not row:
        raise ValueError(f"density: unknown material '{value}'{suggestion(value, materials())} (gyre.materials() lists all; a number is in kg/m^3)")
    return row.contents.density


def _amount(mass, density):
    if (mass is None) == (density is None):
        raise TypeError("give mass or density, " + ("not both" if mass is not None else "one of them is required"))
    name, given, value = ("mass", mass, number(mass, "mass")) if density is None else ("density", density, _density(density))
    if not value > 0:
        raise wrong(ValueError, name, "> 0", given)
    return call(f"by_{name}", value)


@checked
def mass_of_shape(kind, *parameters, mass=None, density=None, hollow=False):
    """Mass properties of a simple shape: mass_of_shape("box", 2, 1, 0.5, mass=3). `density` is a number [kg/m^3] or the name of a
    material ("steel"). gyre.shapes() lists the shapes with their parameters [m]."""
    index = c.c_int()
    if call("shape_from_name", text(kind, "kind"), c.byref(index)) != 0:
        raise ValueError(unknown("kind", kind, names_of("shape_name")))
    names = shapes()[kind]
    if len(parameters) != len(names):
        raise TypeError(f"{kind} takes {len(names)} parameter{'s' * (len(names) > 1)} ({', '.join(names)}), got {len(parameters)}: {shown(parameters)}")
    values = [number(value, name) for name, value in zip(names, parameters)]
    shape = s.shape(index, flag(hollow, "hollow"), (c.c_double * 12)(*values))
    out = s.mass_properties()
    if shape.is_hollow and call("shape_dimension", index) != 3:
        raise ValueError(f"hollow: a {kind} is a surface or a line; only solids can be hollow")
    given = ", ".join(f"{name} = {value:g}" for name, value in zip(names, values))
    is_hollow = "hollow " if hollow else ""
    check(call("mass_of_shape", c.byref(shape), _amount(mass, density), c.byref(out)),
          f"{is_hollow}{kind}: lengths must be > 0 and its parameters must describe a possible shape; they are {given}")
    return MassProperties.of(out)


def shapes():
    """The shapes of mass_of_shape and the names of their parameters: {name: (parameter, ...)}."""
    return {name: tuple(call("shape_parameter_name", kind, i).decode() for i in range(call("shape_parameter_count", kind)))
            for kind, name in enumerate(names_of("shape_name"))}


def _rows(value, name, kind):
    """An n x 3 array of doubles, or of uint32 for indices; arrays that already have this type are not copied."""
    is_index = kind == np.uint32
    expected = "an n x 3 array of " + ("indices" if is_index else "numbers")
    try:
        array = np.asarray(value)
    except ValueError:
        array = np.empty(0)
    if array.dtype.kind not in ("iu" if is_index else "iuf"):
        raise wrong(TypeError, name, expected, value)
    if array.ndim not in (1, 2) or array.size == 0 or (array.shape[1] != 3 if array.ndim == 2 else array.size % 3):
        raise ValueError(f"{name} must be {expected}, has the shape {array.shape}")
    if is_index and (array.min() < 0 or array.max() > 0xFFFFFFFF):
        raise ValueError(f"{name} must be indices from 0, has {array.min() if array.min() < 0 else array.max()}")
    if not is_index and not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, has NaN or infinity")
    return np.ascontiguousarray(array, kind).reshape(-1, 3)


def _mesh(vertices, triangles):
    """The C struct of a mesh and the arrays that it points to."""
    vertices, triangles = _rows(vertices, "vertices", np.float64), _rows(triangles, "triangles", np.uint32)
    if triangles.max() >= len(vertices):
        raise ValueError(f"triangles must be indices below the number of vertices, {len(vertices)}, has {triangles.max()}")
    mesh = s.mesh(vertices.ctypes.data_as(c.POINTER(c.c_double)), len(vertices),
                  triangles.ctypes.data_as(c.POINTER(c.c_uint32)), len(triangles))
    return mesh, (vertices, triangles)


@checked
def mass_of_mesh(vertices, triangles, *, mass=None, density=None):
    """Exact mass properties of the solid inside a closed mesh: n x 3 coordinates [m] and m x 3 indices, counter-clockwise seen from
    outside. `density` is a number [kg/m^3] or the name of a material."""
    mesh, _keep = _mesh(vertices, triangles)
    out, report = s.mass_properties(), s.mesh_report()
    check(call("mass_of_mesh", c.byref(mesh), _amount(mass, density), None, c.byref(out), c.byref(report)),
          lambda: report.text.decode(errors="replace"))
    return MassProperties.of(out)


@checked
def diagnose(path, *, mass=None, density=None, unit=1.0):
    """Reads an STL, OBJ, PLY or GLB file, repairs the mesh where possible and computes its mass properties, as `gyre inertia`
    does. `unit` is the length of one unit of the file: a number of metres or one of "m", "mm", "cm", "in", "um", "ft"."""
    if isinstance(unit, str) and unit not in _UNITS:
        raise ValueError(unknown("unit", unit, _UNITS))
    unit = _UNITS[unit] if isinstance(unit, str) else number(unit, "unit")
    if not unit > 0:
        raise wrong(ValueError, "unit", "> 0", unit)
    name = path_of(path)
    amount = None if mass is None and density is None else _amount(mass, density)
    with open(name, "rb") as file:
        data = file.read()
    model, error, found = s.model(), s.model_error(), s.diagnosis()
    check(call("model_read", data, len(data), None, c.byref(model), c.byref(error)),
          lambda: f"{name}: {error.text.decode(errors='replace')}")
    try:
        options = call("doctor_options_default")
        options.unit, options.is_soup = unit, model.is_soup
        if amount is not None:
            options.amount = amount
        code = call("diagnose", c.byref(model.mesh), c.byref(options), c.byref(found))
        check(code, lambda: f"{name}: {call('result_text', code).decode()}")
        best = found.estimates[found.best]
        issues = [(call("issue_name", i.kind).decode(), i.count, i.text.decode()) for i in found.issues[:found.issue_count]]
        return Diagnosis(MassProperties.of(best.mass), best.volume, call("estimate_name", found.best).decode(),
                         bool(found.is_watertight), found.trust.decode(), issues)
    finally:
        call("diagnosis_clear", c.byref(found))
        call("model_clear", c.byref(model))
