"""Scenes: files that describe a world, how long to run it and how it looks."""

import ctypes as c
import os

from . import _structs as s
from ._library import call
from .errors import SceneError, check
from .world import Log, World

_MESH_BYTES_MAX = 1 << 30


def examples():
    """The scenes that are built in: {name: title}."""
    found, index = {}, 0
    while row := call("example_at", index):
        found[row.contents.name.decode()] = row.contents.title.decode()
        index += 1
    return found


class Scene:
    """A scene, and the world in it. To be closed, or used in `with`.

        with gyre.Scene.example("tennis-racket") as scene:
            scene.run()
            print(scene.world.hash)
    """

    def __init__(self, text, base=None):
        """From JSON (text or bytes). `base` is the path beside which meshes are looked for; without it a scene cannot refer to files.
        A scene that is wrong raises SceneError with all of its problems."""
        if isinstance(text, (str, os.PathLike)) and str(text).endswith(".json"):
            raise ValueError(f"Scene takes the text of a scene; Scene.read({str(text)!r}) reads the file")
        data = text.encode() if isinstance(text, str) else bytes(text)
        self._log = Log()
        problems = []

        def on_problem(problem, _):
            p = problem.contents
            problems.append((p.line, p.column, p.where.decode(errors="replace"), p.text.decode(errors="replace")))

        options = call("scene_options_default")
        options.log = self._log.logger
        options.on_problem = s.ON_PROBLEM(on_problem)
        if base is not None:
            self._beside = s.files_beside(os.fsencode(base), 0, _MESH_BYTES_MAX)
            options.loader = call("file_loader", c.byref(self._beside))
        self._pointer = c.c_void_p()
        code = call("scene_read", data, len(data), c.byref(options), c.byref(self._pointer))
        if code != 0:
            raise SceneError(code, problems, self._log.take())
        #: The world at t = 0; it belongs to the scene.
        self.world = World._of_scene(call("scene_world", self._pointer), self._log)

    @classmethod
    def read(cls, path):
        """A scene file, with the meshes beside it."""
        with open(path, "rb") as file:
            return cls(file.read(), base=path)

    @classmethod
    def example(cls, name):
        """One of `examples()`."""
        row = call("example_find", name.encode())
        if not row:
            raise KeyError(f"there is no example '{name}': there are {', '.join(examples())}")
        return cls(c.string_at(row.contents.text, row.contents.size))

    def close(self):
        """Frees the scene and its world; a second time is fine."""
        if self._pointer:
            self.world.close()
            call("scene_destroy", self._pointer)
        self._pointer = c.c_void_p()

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

    title = property(lambda self: call("scene_get_settings", self._open()).title.decode(), doc="What it says of itself.")
    dt = property(lambda self: call("scene_get_settings", self._open()).dt, doc="The step [s].")
    duration = property(lambda self: call("scene_get_settings", self._open()).duration, doc="[s]")
    fps = property(lambda self: call("scene_get_settings", self._open()).fps, doc="Frames per second.")
    steps = property(lambda self: call("scene_step_count", self._open()), doc="How many steps the whole run has.")
    frames = property(lambda self: call("scene_frame_count", self._open()), doc="How many frames it has.")

    def set(self, dt=None, duration=None, fps=None):
        """Other settings than the file's."""
        old = call("scene_get_settings", self._open())
        given = (old.dt if dt is None else dt, old.duration if duration is None else duration, old.fps if fps is None else fps)
        check(call("scene_set_settings", self._pointer, *given))

    def run(self, steps=None):
        """Takes the steps that are left of the scene, or so many."""
        left = max(0, self.steps - self.world.steps)
        self.world.step(self.dt, left if steps is None else steps)

    def each_frame(self):
        """Runs the scene and stops at every frame: `for t in scene.each_frame(): use(scene.world.motions())`."""
        for frame in range(self.frames):
            self.run(call("scene_step_of_frame", self._open(), frame) - self.world.steps)
            yield self.world.time
        self.run()

    def record(self, path):
        """Runs the scene from its beginning and writes it as the extension says (.csv .npz .glb .svg .json .html .gyre): the bytes of
        `gyre run -o`. The file appears whole or not at all."""
        if self.world.steps:
            raise ValueError("a recording begins at the beginning, and steps have been taken")
        number, pieces = c.c_int(), []
        check(call("format_of_path", os.fsencode(path), c.byref(number)), f"no format writes '{os.fspath(path)}'")

        def write(data, size, _):
            pieces.append(c.string_at(data, size))
            return 0

        definition = call("recording_def_default", number)
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
        temporary = f"{os.fspath(path)}.part"
        with open(temporary, "wb") as file:
            file.writelines(pieces)
        os.replace(temporary, path)

    def text(self):
        """The scene as JSON, with the world as it is now."""
        pieces = []

        def write(data, size, _):
            pieces.append(c.string_at(data, size))
            return 0

        sink = s.sink(s.SINK_WRITE(write), None, None)
        check(call("scene_write", self._open(), c.byref(sink)), self._log.take)
        return b"".join(pieces).decode()


def run(scene):
    """Runs an example, by its name, or a scene file to its end and returns the hash: `gyre run SCENE --quiet --hash`."""
    with (Scene.example(scene) if scene in examples() else Scene.read(scene)) as opened:
        opened.run()
        return opened.world.hash
