"""Converts arguments for C. Errors name the parameter, the expected value and the value given."""

import ctypes as c
import difflib
import functools
import inspect
import math
import numbers
import os
import reprlib

from . import _structs as s

_KEYWORDS = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def shown(value):
    """The value as text for a message, shortened."""
    return reprlib.repr(value)


def wrong(error, name, expected, value):
    """The error for a value that the parameter does not accept."""
    return error(f"{name} must be {expected}, is {shown(value)}")


def _plain(name):
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def suggestion(given, names):
    """ "; did you mean 'x'?" with the nearest name; empty if no name is near."""
    plain = {_plain(name): name for name in names}
    near = difflib.get_close_matches(_plain(given), plain, 1, 0.6)
    return f"; did you mean '{plain[near[0]]}'?" if near else ""


def unknown(name, given, names):
    """The message for a name that is not in a list."""
    return f"{name}: unknown '{given}'{suggestion(given, names)} (one of {', '.join(names)})"


def number(value, name, infinity=False):
    """A finite float (or inf, if allowed) from a Python or numpy number."""
    if isinstance(value, (bool, str, bytes)) or value is None:
        raise wrong(TypeError, name, "a number", value)
    try:
        result = float(value)
    except OverflowError:
        raise wrong(ValueError, name, "a finite number", value) from None
    except (TypeError, ValueError):
        raise wrong(TypeError, name, "a number", value) from None
    if math.isnan(result) or (math.isinf(result) and not infinity):
        raise wrong(ValueError, name, "a number" if infinity else "a finite number", value)
    return result


def integer(value, name, least=0):
    """An int from `least` to 2^31 - 1."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise wrong(TypeError, name, "an integer", value)
    if not least <= value < 2 ** 31:
        raise wrong(ValueError, name, f"an integer from {least} to 2147483647", value)
    return int(value)


def flag(value, name):
    """Converts a Python or NumPy bool, or an integer 0 or 1, to 0 or 1."""
    is_flag = isinstance(value, numbers.Integral) or type(value).__name__ in ("bool_", "bool")
    if not is_flag or value not in (0, 1):
        raise wrong(TypeError, name, "True or False", value)
    return int(value)


def text(value, name, is_optional=False):
    """UTF-8 bytes of a str; None for None if the argument is optional."""
    if value is None and is_optional:
        return None
    if not isinstance(value, str):
        raise wrong(TypeError, name, "a str", value)
    if "\0" in value:
        raise wrong(ValueError, name, "a str without NUL", value)
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise wrong(ValueError, name, "a str that UTF-8 can encode", value) from None


def path(value, name="path"):
    """A path as str or bytes; refuses integers, because the system would read them as file descriptors."""
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise wrong(TypeError, name, "a path (str or os.PathLike)", value)
    return os.fspath(value)


def choice(value, name, table):
    """The value of a name in a dict."""
    if not isinstance(value, str):
        raise wrong(TypeError, name, f"one of {', '.join(map(repr, table))}", value)
    if value not in table:
        raise ValueError(unknown(name, value, table))
    return table[value]


def _numbers(value, count, name):
    expected = f"{count} numbers"
    if isinstance(value, (str, bytes, dict)):
        raise wrong(TypeError, name, expected, value)
    try:
        items = list(value)
    except TypeError:
        raise wrong(TypeError, name, expected, value) from None
    if len(items) != count:
        raise wrong(ValueError, name, expected, value)
    return [number(item, f"{name}[{i}]") for i, item in enumerate(items)]


def vec3_of(value, name):
    """gyre_vec3 from a sequence of three numbers."""
    return s.vec3(*_numbers(value, 3, name))


def quat_of(value, name):
    """gyre_quat from a sequence of four numbers, scalar part first."""
    return s.quat(*_numbers(value, 4, name))


def tensor_of(value, name):
    """gyre_tensor from the moments xx, yy, zz, or from xx, yy, zz, xy, xz, yz."""
    try:
        items = list(value)
    except TypeError:
        items = []
    if len(items) not in (3, 6) or hasattr(items[0], "__len__"):
        raise wrong(ValueError if items else TypeError, name, "6 numbers (xx, yy, zz, xy, xz, yz), or 3 (xx, yy, zz)", value)
    return s.tensor(*_numbers(items, len(items), name))


def body_of(value, name="body"):
    """gyre_body_id from an id that the world returned."""
    if not isinstance(value, s.body_id):
        advice = f": world.find({value!r}) returns the id of the body" if isinstance(value, str) else ""
        raise TypeError(f"{name} must be a body id (from add_body, find or bodies), is {shown(value)}{advice}")
    return value


def tuple_of(struct):
    """The members of a struct as a tuple."""
    return tuple(getattr(struct, name) for name, _ in struct._fields_)


def names_at(address):
    """The names in a C list: each name ends with NUL, and an empty name ends the list."""
    names = []
    while name := c.string_at(address):
        names.append(name.decode())
        address += len(name) + 1
    return names


def checked(function):
    """Decorator: a call with an unknown keyword, too many arguments or a missing argument raises TypeError with the names."""
    name = function.__qualname__.replace(".__init__", "")
    parameters = [p for p in inspect.signature(function).parameters.values() if p.name not in ("self", "cls")]
    is_bound = len(parameters) < len(inspect.signature(function).parameters)
    known = [p.name for p in parameters if p.kind in _KEYWORDS]
    positional = [p.name for p in parameters if p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    required = [p.name for p in parameters if p.kind in _KEYWORDS and p.default is inspect.Parameter.empty]
    takes_all_keywords = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters)
    takes_all_arguments = any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters)

    @functools.wraps(function)
    def call(*arguments, **given):
        count = len(arguments) - is_bound
        if not takes_all_keywords:
            for key in given:
                if key not in known:
                    raise TypeError(f"{name}: unknown keyword '{key}'{suggestion(key, known)} (it takes {', '.join(known) or 'none'})")
        if count > len(positional) and not takes_all_arguments:
            by_keyword = f"; by keyword: {', '.join(known[len(positional):])}" if len(known) > len(positional) else ""
            raise TypeError(f"{name}: got {count} positional arguments, takes {', '.join(positional) or 'none'}{by_keyword}")
        missing = [key for key in required if key not in given and key not in positional[:count]]
        if missing:
            raise TypeError(f"{name}: missing {', '.join(missing)}")
        return function(*arguments, **given)

    return call
