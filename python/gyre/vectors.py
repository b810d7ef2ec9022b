"""Three and four numbers, from and to C."""

from . import _structs as s


def vec3_of(numbers):
    """gyre_vec3 from anything with three numbers."""
    x, y, z = numbers
    return s.vec3(x, y, z)


def quat_of(numbers):
    """gyre_quat from anything with four numbers, the scalar first."""
    w, x, y, z = numbers
    return s.quat(w, x, y, z)


def tuple_of(struct):
    """The numbers of a struct."""
    return tuple(getattr(struct, name) for name, _ in struct._fields_)
