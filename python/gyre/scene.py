"""Scenes: files that describe a world, the duration of its run and its appearance."""

import ctypes as c
import os

from . import _structs as s
from ._library import call
from .arguments import checked, integer, number, path as path_of, text as text_of, unknown, wrong
from .errors import SceneError, check, lines_of, refuse_attribute
from .world import Log, World

_MESH_BYTES_MAX = 1 << 30
_FORMATS = (".csv", ".npz", ".glb", ".svg", ".json", ".html", ".gyre")


def examples():
    """The built-in scenes: {name: title}."""
    found, index = {}, 0
    while row := call("example_at", index):
        found[row.contents.name.decode()] = row.contents.title.decode()
        index += 1
    return found


def _scene_data(text):
    """The bytes of a scene's text."""
    if isinstance(text, os.PathLike) or (isinstance(text, str) and text.endswith(".json")):
        raise ValueError(f"Scene takes the text of a scene; Scene.read({str(text)!r}) reads the file")
    if isinstance(text, dict):
        raise TypeError("text must be JSON (str or bytes), is a dict: gyre.Scene(json.dumps(it))")
    if not isinstance(text, (str, bytes, bytearray, memoryview)):
        raise wrong(TypeError, "text", "JSON (str or bytes)", text)
    return text.encode(errors="surrogatepass") if isinstance(text, str) else bytes(text)


class Scene:
    """A scene and its world. Close it after use, or use it in a `with` statement.

        with gyre.Scene.example("tennis-racket") as scene:
            scene.run()
            print(scene.world.hash)
    """

    __slots__ = ("_log", "_pointer", "_beside", "warnings", "world", "__weakref__")

    @checked
    def __init__(self, text, base=None):
        """Reads a scene from JSON (text or bytes). References to mesh files are relative to the folder of the path `base`; without it a
        scene cannot refer to files. An invalid scene raises SceneError with all problems."""
        object.__setattr__(self, "_pointer", c.c_void_p())
        object.__setattr__(self, "_log", Log())
        data = _scene_data(text)
        errors, warnings = [], []

        def on_problem(problem, _):
            p = problem.contents
            found = errors if p.severity == s.SEVERITY_ERROR else warnings
            found.append((p.line, p.column, p.where.decode(errors="replace"), p.text.decode(errors="replace")))

        options = call("scene_options_default")
        options.log = self._log.logger
        options.on_problem = s.ON_PROBLEM(on_problem)
        if base is not None:
            object.__setattr__(self, "_beside", s.files_beside(os.fsencode(path_of(base, "base")), 0, _MESH_BYTES_MAX))
            options.loader = call("file_loader", c.byref(self._beside))
        code = call("scene_read", data, len(data), c.byref(options), c.byref(self._pointer))
        if code != 0:
            raise SceneError(code, errors, self._log.take())
        #: Values that are valid but probably mistakes, each as (line, column, where, text).
        object.__setattr__(self, "warnings", tuple(warnings))
        #: The world; the scene owns it.
        object.__setattr__(self, "world", World._of_scene(call("scene_world", self._pointer), self._log))
        self._log.warnings += lines_of(warnings)
        self._log.warn()

    def __setattr__(self, name, value):
        if name in ("dt", "duration", "fps"):
            raise AttributeError(f"Scene.{name} cannot be set by assignment: scene.set({name}=...)")
        if not hasattr(self, "__dict__"):  # subclasses have one
            refuse_attribute(self, name, ())
        object.__setattr__(self, name, value)

    @classmethod
    @checked
    def read(cls, path):
        """Reads a scene file and the meshes that it refers to."""
        name = path_of(path)
        with open(name, "rb") as file:
            return cls(file.read(), base=name)

    @classmethod
    @checked
    def example(cls, name):
        """Reads one of the built-in scenes, `examples()`."""
        row = call("example_find", text_of(name, "name"))
        if not row:
            raise ValueError(unknown("name", name, examples()))
        return cls(c.string_at(row.contents.text, row.contents.size))

    def close(self):
        """Frees the scene and its world. Closing twice is allowed."""
        if self._pointer:
            self.world.close()
            call("scene_destroy", self._pointer)
        object.__setattr__(self, "_pointer", c.c_void_p())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_pointer", None):
            self.close()

    def _open(self):
        if not self._pointer:
            raise ValueError("the scene is closed")
        return self._pointer

    title = property(lambda self: call("scene_get_settings", self._open()).title.decode(), doc="Title of the scene.")
    dt = property(lambda self: call("scene_get_settings", self._open()).dt, doc="Step size [s].")
    duration = property(lambda self: call("scene_get_settings", self._open()).duration, doc="Duration of the run [s].")
    fps = property(lambda self: call("scene_get_settings", self._open()).fps, doc="Frames per second.")
    steps = property(lambda self: call("scene_step_count", self._open()), doc="Number of steps of the run.")
    frames = property(lambda self: call("scene_frame_count", self._open()), doc="Number of frames of the run.")

    @checked
    def set(self, dt=None, duration=None, fps=None):
        """Overrides the file's settings; None keeps a setting."""
        old = call("scene_get_settings", self._open())
        given = [number(value, name) if value is not None else getattr(old, name)
                 for name, value in (("dt", dt), ("duration", duration), ("fps", fps))]
        check(call("scene_set_settings", self._pointer, *given),
              lambda: "expected dt > 0, duration > 0 and 0 < fps <= 1 / dt, got dt = {:g}, duration = {:g}, fps = {:g}".format(*given))

    @checked
    def run(self, steps=None):
        """Runs the scene to its end, or takes the given number of steps."""
        left = max(0, self.steps - self.world.steps)
        self.world.step(self.dt, left if steps is None else integer(steps, "steps"))

    def each_frame(self):
        """Runs the scene and yields the time of every frame: `for t in scene.each_frame(): use(scene.world.motions())`."""
        for frame in range(self.frames):
            self.run(max(0, call("scene_step_of_frame", self._open(), frame) - self.world.steps))
            yield self.world.time
        self.run()

    @checked
    def record(self, path):
        """Runs the scene from its start and writes a recording, the same bytes as `gyre run -o`. The extension selects the format: .csv
        .npz .glb .svg .json .html .gyre. A run that fails leaves no file."""
        target = path_of(path)
        self._open()
        if self.world.steps:
            raise ValueError("record must start at step 0, and the scene has taken steps: read the scene again")
        index, pieces = c.c_int(), []
        check(call("format_of_path", os.fsencode(target), c.byref(index)),
              f"path must end in one of {' '.join(_FORMATS)}, is '{os.fsdecode(target)}'")

        def write(data, size, _):
            pieces.append(c.string_at(data, size))
            return 0

        definition = call("recording_def_default", index)
        definition.sink.write = s.SINK_WRITE(write)
        definition.log = self._log.logger
        recording = c.c_void_p()
        check(call("recording_begin", c.byref(definition), self._open(), c.byref(recording)), self._log.take)
        try:
            for _ in self.each_frame():
                check(call("recording_frame", recording), self._log.take)
            check(call("recording_end", recording, 0), self._log.take)
        finally:
            call("recording_destroy", recording)
        temporary = f"{os.fsdecode(target)}.part"
        with open(temporary, "wb") as file:
            file.writelines(pieces)
        os.replace(temporary, target)

    def text(self):
        """The scene as JSON, with the current state of the world."""
        pieces = []

        def write(data, size, _):
            pieces.append(c.string_at(data, size))
            return 0

        sink = s.sink(s.SINK_WRITE(write), None, None)
        check(call("scene_write", self._open(), c.byref(sink)), self._log.take)
        return b"".join(pieces).decode()


@checked
def run(scene):
    """Runs a built-in scene (by its name) or a scene file to its end and returns the hash, as `gyre run SCENE --quiet --hash` prints it."""
    if not isinstance(scene, (str, bytes, os.PathLike)):
        raise wrong(TypeError, "scene", "the name of a built-in scene or a path", scene)
    name = os.fsdecode(scene)
    if name not in examples() and not name.endswith(".json") and not os.path.exists(name):
        raise ValueError(unknown("scene", name, examples()) + ", and no file has this name")
    with (Scene.example(name) if name in examples() else Scene.read(name)) as opened:
        opened.run()
        return opened.world.hash
