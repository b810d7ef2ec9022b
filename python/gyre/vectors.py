"""Three and four numbers, from and to C."""

from . import _structs as s


def _numbers(value, count, name):
    try:
        numbers = [float(x) for x in value]
    except TypeError:
        raise TypeError(f"{name} must be {count} numbers, is {value!r}") from None
    except ValueError:
        numbers = []
    if len(numbers) != count:
        raise ValueError(f"{name} must be {count} numbers, is {value!r}")
    return numbers


def vec3_of(numbers, name="a vector"):
    """gyre_vec3 from anything with three numbers. The name is for the error."""
    return s.vec3(*_numbers(numbers, 3, name))


def quat_of(numbers, name="an orientation"):
    """gyre_quat from anything with four numbers, the scalar first."""
    return s.quat(*_numbers(numbers, 4, name))


def tuple_of(struct):
    """The numbers of a struct."""
    return tuple(getattr(struct, name) for name, _ in struct._fields_)
