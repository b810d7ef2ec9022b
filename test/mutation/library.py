"""The build that mutants are made in: shared libraries that show their inside, at -O1 with AddressSanitizer, and the tests
linked to them once.

A mutant is a library with the objects of one changed file. The source is never touched: the changed file is in an overlay
folder that the compiler looks into first. Objects with the same bytes as before, compiled without the sanitizers (which put
places of the source into them), are the same program: such a mutant is no mutant. Where a test program holds a copy of the changed file (inline functions, clock.c), it is built again too, so that no test
fails only because the two copies differ.
"""
import json
import os
import re
import shlex
import subprocess

CONFIGURE = ["-DCMAKE_BUILD_TYPE=None", "-DBUILD_SHARED_LIBS=ON", "-DGYRE_SHOW_INSIDE=ON", "-DGYRE_BUILD_TESTS=ON",
             # the wide kernels are the same text once more, and slow to compile: left out
             "-DGYRE_HAS_AVX2_FLAG=OFF", "-DGYRE_HAS_AVX512_FLAG=OFF", "-DGYRE_INSTALL=OFF", "-DGYRE_HARDEN=OFF",
             "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]


# A wrong index or a leak may leave all results unchanged: `make test` has AddressSanitizer, and so have mutants.
WATCHED = "-g1 -fsanitize=address,bounds -fno-sanitize-recover=bounds"


def quiet(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)


def build(source, place, flags, jobs, extra=(), target="all"):
    """Configures and builds; only what changed since the last time."""
    for command in (["cmake", "-S", source, "-B", place, "-DCMAKE_C_FLAGS=" + flags, *CONFIGURE, *extra],
                    ["cmake", "--build", place, "--parallel", str(jobs), "--target", target]):
        done = quiet(command)
        if done.returncode:
            raise SystemExit("mutation: %s failed:\n%s" % (" ".join(command), done.stdout[-3000:]))


def without_sanitizers(command):
    return [word for word in command if not word.startswith(("-g1", "-fsanitize", "-fno-sanitize"))]


def compiled(command, place, out):
    command = list(command)
    command[command.index("-o") + 1] = out
    return quiet(command, cwd=place).returncode == 0


# The shared libraries by target.
LIBRARIES = {"gyre": "libgyre.so", "gyre_io": "libgyre_io.so"}


class Unit:
    """One compilation of one file: its command, its object, the files it reads and the target that it is a part of."""

    def __init__(self, entry):
        self.place = entry["directory"]
        self.source = os.path.realpath(entry["file"])
        self.command = shlex.split(entry["command"])
        self.object = os.path.join(self.place, self.command[self.command.index("-o") + 1])
        self.target = re.search(r"CMakeFiles/([^/]+)\.dir/", self.object).group(1)
        self.reads = set()
        if os.path.exists(self.object + ".d"):
            with open(self.object + ".d") as file:
                names = file.read().replace("\\\n", " ").split(":", 1)[1].split()
            self.reads = {os.path.realpath(os.path.join(self.place, name)) for name in names}


class Library:
    def __init__(self, source, place):
        self.source, self.place = source, place
        with open(os.path.join(place, "compile_commands.json")) as file:
            self.units = [Unit(entry) for entry in json.load(file)]
        self.sonames = {name: re.search(r"SONAME +\[?([^\]\s]+)", quiet(["objdump", "-p", os.path.join(place, name)]).stdout).group(1)
                        for name in LIBRARIES.values()}
        self.symbols = {}

    def units_reading(self, path):
        path = os.path.realpath(os.path.join(self.source, path))
        return [unit for unit in self.units if path in unit.reads]

    def link(self, target, changed, out):
        """Links a target again, with changed objects (old path: new path), to the file out."""
        found = [unit for unit in self.units if unit.target == target][0]
        folder = found.object.split("/CMakeFiles/")[0]
        with open(os.path.join(folder, "CMakeFiles", target + ".dir", "link.txt")) as file:
            words = shlex.split(file.readlines()[0])
        result = []
        for i, word in enumerate(words):
            path = os.path.normpath(os.path.join(folder, word))
            result.append(out if i > 0 and words[i - 1] == "-o" else changed.get(path, word))
        return quiet(result, cwd=folder).returncode == 0

    def has_function(self, unit, function):
        """True if the object has a copy of an inline function, according to the traced build, in which all functions have names."""
        traced = unit.object.replace(self.place + "/", os.path.join(os.path.dirname(self.place), "traced") + "/", 1)
        if traced not in self.symbols:
            listed = quiet(["nm", traced]).stdout.split() if os.path.exists(traced) else []
            self.symbols[traced] = {word.split(".")[0] for word in listed}
        return not self.symbols[traced] or function in self.symbols[traced]

    def unwatched(self, unit):
        """The object of the unchanged file without the sanitizers, made once."""
        path = unit.object + ".unwatched"
        if not os.path.exists(path) or os.path.getmtime(path) < os.path.getmtime(unit.object):
            if not compiled(without_sanitizers(unit.command), unit.place, path + ".new"):
                raise SystemExit("mutation: %s does not compile" % unit.source)
            os.replace(path + ".new", path)
        return path

    def make_mutant(self, path, text, work, function, tests_wanted):
        """Builds the library (and the test programs of tests_wanted that hold a copy) with the text for the file path.
        "same", "broken" (does not compile), or {target: program} for what was made beside the library in work."""
        overlay = os.path.join(work, "overlay")
        placed = os.path.join(overlay, os.path.relpath(path, "src"))
        os.makedirs(os.path.dirname(placed), exist_ok=True)
        with open(placed, "w") as file:
            file.write(text)
        try:
            return self.made_with(path, placed, overlay, work, function, tests_wanted)
        finally:
            os.remove(placed)

    def made_with(self, path, placed, overlay, work, function, tests_wanted):
        original = os.path.realpath(os.path.join(self.source, path))
        changed = {}
        for unit in self.units_reading(path):
            if unit.target not in LIBRARIES and unit.target not in tests_wanted:
                continue
            if function and not path.endswith(".c") and not self.has_function(unit, function):
                continue
            new = os.path.join(work, unit.target + "-" + os.path.basename(unit.object))
            command = [placed if os.path.realpath(os.path.join(unit.place, word)) == original else word for word in unit.command]
            first = next(i for i, word in enumerate(command) if word.startswith("-I"))
            command[first:first] = ["-I", overlay]
            if not compiled(without_sanitizers(command), unit.place, new):
                return "broken"
            with open(new, "rb") as a, open(self.unwatched(unit), "rb") as b:
                if a.read() == b.read():
                    continue
            if not compiled(command, unit.place, new):
                return "broken"
            changed[unit.object] = new
        if not changed:
            return "same"
        made = {}
        for target in {unit.target for unit in self.units if unit.object in changed}:
            out = os.path.join(work, LIBRARIES.get(target, target))
            if not self.link(target, changed, out):
                return "broken"
            made[target] = out
        for name in {LIBRARIES[target] for target in made if target in LIBRARIES}:
            if not os.path.exists(os.path.join(work, self.sonames[name])):
                os.symlink(name, os.path.join(work, self.sonames[name]))
        return made
