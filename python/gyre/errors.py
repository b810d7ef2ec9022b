"""What a call that fails raises."""

from ._library import call


class GyreError(Exception):
    """A call failed, and nothing has changed. `name` is the result as C writes it ("GYRE_ERR_MASS"), `code` its number, `log` what the
    library said besides."""

    def __init__(self, code, log=""):
        self.code = code
        self.name = call("result_name", code).decode()
        self.log = log
        super().__init__(f"{self.name}: {log or call('result_text', code).decode()}")


class SceneError(GyreError):
    """A scene has problems: `problems` are all of them, each (line, column, where, text)."""

    def __init__(self, code, problems, log=""):
        self.problems = problems
        told = [f"{line}:{column}: {where + ': ' if where else ''}{text}" for line, column, where, text in problems]
        super().__init__(code, "; ".join(told) or log)


def check(code, log=""):
    """Raises unless the result is GYRE_OK. `log` is text, or a function that makes it."""
    if code != 0:
        raise GyreError(code, log() if callable(log) else log)
