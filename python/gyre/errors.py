"""Exceptions of calls that failed."""

import re
import sys

from ._library import call

# Results not caused by an argument: resources, the environment, a computation that did not converge or was stopped.
_NOT_AN_ARGUMENT = {
    "GYRE_ERR_TOLERANCE_NOT_MET", "GYRE_ERR_STEP_LIMIT", "GYRE_ERR_NO_MEMORY", "GYRE_ERR_TOO_LARGE", "GYRE_ERR_STOPPED",
    "GYRE_ERR_STEPPING", "GYRE_ERR_FILE_MISSING", "GYRE_ERR_FILE_READ", "GYRE_ERR_FILE_WRITE", "GYRE_ERR_ROUNDING",
    "GYRE_ERR_DENORMALS", "GYRE_ERR_CONTRACTION", "GYRE_ERR_NOT_CONVERGED",
}
_PYTHON_NAMES = {"has_ledger": "ledger", "is_transactional": "transactional", "NULL": "None"}


def in_python(text):
    """The library's message with Python's names; omits remarks in parentheses about C functions that Python lacks."""
    module = sys.modules["gyre"]
    text = re.sub(r" \(gyre_(\w+)[^)]*\)", lambda m: m.group() if hasattr(module, m.group(1)) else "", text)
    text = re.sub(r"\bgyre_(\w+)", lambda m: f"gyre.{m.group(1)}" if hasattr(module, m.group(1)) else m.group(), text)
    return re.sub(r"\b\w+\b", lambda m: _PYTHON_NAMES.get(m.group(), m.group()), text)


class GyreError(Exception):
    """A call failed and changed nothing. `name` is the result as C names it ("GYRE_ERR_MASS"), `code` its number, `log` the library's
    messages from this call. If an argument or a file has a wrong value, the error is also a ValueError."""

    def __init__(self, code, log=""):
        self.code = code
        self.name = call("result_name", code).decode()
        self.log = log
        super().__init__(in_python(log or call("result_text", code).decode()))


class GyreValueError(GyreError, ValueError):
    """A GyreError caused by a value from the caller."""


def lines_of(problems):
    """Problems of a scene as text, with their positions."""
    return [f"{line}:{column}: {where + ': ' if where else ''}{text}" for line, column, where, text in problems]


class SceneError(GyreValueError):
    """A scene has problems: `problems` lists all of them, each as (line, column, where, text)."""

    def __init__(self, code, problems, log=""):
        self.problems = problems
        super().__init__(code, "; ".join(lines_of(problems)) or log)


def error_of(code, log=""):
    """The exception for a result that is not GYRE_OK."""
    name = call("result_name", code).decode()
    return (GyreError if name in _NOT_AN_ARGUMENT else GyreValueError)(code, log)


def check(code, log=""):
    """Raises unless the result is GYRE_OK. `log` is a text, or a function that returns it."""
    if code != 0:
        raise error_of(code, log() if callable(log) else log)


def refuse_attribute(thing, name, settable):
    """Raises AttributeError for an assignment to an attribute that cannot be set."""
    kind = type(thing).__name__
    can = f"; {kind} has {', '.join(settable)} to set" if settable else ""
    raise AttributeError(f"{kind}.{name} cannot be set{can}")
