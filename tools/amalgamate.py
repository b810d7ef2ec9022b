#!/usr/bin/env python3
"""Combines libgyre into gyre.c and gyre.h, and libgyre_io into gyre_io.c and gyre_io.h, for projects that compile Gyre's sources themselves.

    amalgamate.py SOURCE GENERATED PLACE

SOURCE is the project; GENERATED has the C files that the build generates (build/generated); PLACE receives the four files.

A .c file concatenates all units. Private names of a unit (static functions, types, constants) are renamed if another file has
the same name. The kernels are compiled once per width, so the headers with physics are repeated for each kernel with renamed
names. A pragma enables the instructions that the kernel needs. Macros are undefined at the end of their unit.
"""

import os
import re
import sys

sys.dont_write_bytecode = True  # no __pycache__ in the source tree
from amalgamate_names import MACRO, declared_names, renamed  # noqa: E402

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:"([^"]+)"|<([^>]+)>)')
ONCE = re.compile(r"^#pragma once\n", re.M)
KERNEL = re.compile(r"src/kernels/kernel_(f64\w*)\.c$")
LANES = "math/lanes.h"
# Units that need POSIX; GYRE_NO_FILES omits them.
FILES = "src/files/"
# Alternative units: the first is compiled with zlib, the second with GYRE_NO_ZLIB.
WITH_ZLIB, WITHOUT_ZLIB = "src/record/compress_zlib.c", "src/record/compress_stored.c"
# The libraries: name of the files and of the CMake target, header with all public headers, generated units.
LIBRARIES = {"gyre": ("gyre/gyre.h", []), "gyre_io": ("gyre/io.h", ["example_scenes.c", "part_page.c"])}
# Compilers define these macros for a whole translation unit; in this file the target differs between sections.
TARGET_MACROS = {"__AVX2__": "GYRE_USE_AVX2", "__AVX512F__": "GYRE_USE_AVX512", "__AVX512DQ__": "GYRE_USE_AVX512"}
# Names from system headers; project files that do not include these headers use the names for other things.
SYSTEM_NAMES = {"flock", "round", "link", "index", "read", "write", "remove", "select", "truncate", "times", "signal", "y0", "y1", "j0"}
TARGETS = {"f64x4": ("AVX2", "avx2"), "f64x8": ("AVX512", "avx512f,avx512dq")}
# If the compiler's own target already has the instructions, the pragma must not replace the target's other instructions.
BEGIN_TARGET = """#ifdef GYRE_WIDE_KERNELS
#define GYRE_USE_{0}
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("{1}"))), apply_to = function)
#elif !defined(GYRE_TARGET_HAS_{0})
#pragma GCC push_options
#pragma GCC target("{1}")
#endif
#endif
"""
END_TARGET = """#ifdef GYRE_WIDE_KERNELS
#undef GYRE_USE_{0}
#if defined(__clang__)
#pragma clang attribute pop
#elif !defined(GYRE_TARGET_HAS_{0})
#pragma GCC pop_options
#endif
#endif
"""


class Project:
    """The files of the library and their includes."""

    def __init__(self, source, generated):
        self.source = source
        self.generated = generated
        self.texts = {}
        self.names = {}

    def path(self, name):
        folder = "include" if name.startswith("gyre/") else "src"
        return os.path.join(self.source, folder, name)

    def text(self, path):
        if path not in self.texts:
            with open(path, encoding="utf-8") as file:
                self.texts[path] = file.read()
        return self.texts[path]

    def names_in(self, path):
        if path not in self.names:
            self.names[path] = declared_names(self.text(path))
        return self.names[path]

    def includes(self, path):
        found = (INCLUDE.match(line) for line in self.text(path).splitlines())
        return [match.group(1) for match in found if match and match.group(1)]

    def closure(self, path):
        """All files of the project that a file includes, directly or indirectly."""
        seen, waiting = set(), [path]
        while waiting:
            for name in self.includes(waiting.pop()):
                if name not in seen:
                    seen.add(name)
                    waiting.append(self.path(name))
        return seen

    def depends_on_width(self, name):
        return name == LANES or LANES in self.closure(self.path(name))

    def units(self, library):
        """The sources of a library in the order of CMakeLists.txt, generated ones first."""
        listing = self.text(os.path.join(self.source, "CMakeLists.txt"))
        lists = re.findall(rf"^ *(?:add_library|target_sources)\({library}(?: PRIVATE)?\n([^()]*)\)", listing, re.M)
        units = [os.path.join(self.generated, name) for name in LIBRARIES[library][1]]
        return units + [os.path.join(self.source, unit) for unit in re.findall(r"^\s+(src/\w+/\w+\.c)$", "\n".join(lists), re.M)]


def version_of(project):
    listing = project.text(os.path.join(project.source, "CMakeLists.txt"))
    return re.search(r"project\(gyre VERSION ([0-9.]+)", listing).group(1)


class Writer:
    """Collects the text of one output file."""

    def __init__(self, project):
        self.project = project
        self.done = set()  # headers already written
        self.parts = []

    def add(self, text):
        self.parts.append(text)

    def expand(self, path, renames, done_here=None):
        """The text of a file, with the project's files it includes inserted, each header once. With done_here, headers that depend
        on the width are written once per section."""
        lines = []
        for line in renamed(ONCE.sub("", self.project.text(path)), renames(path)).splitlines(keepends=True):
            match = INCLUDE.match(line)
            if not match or not match.group(1):
                lines.append(line)
                continue
            name = match.group(1)
            done = self.done
            if name.endswith(".h"):
                if done_here is not None and self.project.depends_on_width(name):
                    done = done_here
                if name in done:
                    continue
                done.add(name)
            lines.append(self.expand(self.project.path(name), renames, done_here))
        return "".join(lines)


def undefine(project, paths):
    """#undef lines for all macros of these files."""
    names = sorted({name for path in paths for name in MACRO.findall(project.text(path))})
    return "".join(f"#undef {name}\n" for name in names)


def owners_of_names(project, units):
    """The files that declare each name at file scope, or as a macro of a header: {name: {path}}."""
    owners = {}
    headers = {project.path(name) for unit in units for name in project.closure(unit) if name.endswith(".h")}
    for path in list(units) + sorted(headers):
        names = project.names_in(path) | (set(MACRO.findall(project.text(path))) if path in headers else set())
        for name in names:
            owners.setdefault(name, set()).add(path)
    return owners


def private_names(project, unit, owners):
    """Names of a unit that files other than its headers declare too; they must be renamed."""
    family = {unit} | {project.path(name) for name in project.closure(unit)}
    names = {name for name in project.names_in(unit) if not name.startswith("gyre_")}
    shared = {name for name in names if any(name in project.names_in(path) for path in family - {unit})}
    return {name for name in names - shared if owners[name] - family or name in SYSTEM_NAMES}


def header_clashes(project, owners):
    """New names where two headers, or a header and the system, use the same name: {header: {name: new name}}."""
    news = {}
    for name, paths in owners.items():
        headers = sorted(path for path in paths if path.endswith(".h") and name in project.names_in(path))
        if name.startswith("gyre_"):
            continue
        for path in headers if name in SYSTEM_NAMES else headers[1:]:
            if name in SYSTEM_NAMES or headers[0] not in {project.path(other) for other in project.closure(path)}:
                news.setdefault(path, {})[name] = f"{name}_of_{tag_of(path)}"
    return news


def lasting_macros(project, path):
    """Macros that a header defines and that neither the header nor its .def files undefine."""
    lists = [project.path(name) for name in project.includes(path) if name.endswith(".def")]
    ended = {name for file in [path] + lists for name in re.findall(r"^[ \t]*#[ \t]*undef[ \t]+(\w+)", project.text(file), re.M)}
    return set(MACRO.findall(project.text(path))) - ended


def refuse_macro_clashes(project, owners):
    """Fails if two headers define a macro of the same name, because macros of headers stay defined until the end of the file."""
    for name, paths in owners.items():
        headers = sorted(path for path in paths if path.endswith(".h") and name in lasting_macros(project, path))
        if len(headers) > 1:
            sys.exit(f"amalgamate: {name} is a macro of {' and of '.join(headers)}: rename one of them")


def header_names(project, path, news):
    """The new names that apply in a file: the names for the file and for its headers."""
    names = dict(news.get(path, {}))
    for name in project.closure(path):
        names.update(news.get(project.path(name), {}))
    return names


def tag_of(path):
    folder, name = os.path.split(path)
    return f"{os.path.basename(folder)}_{os.path.splitext(name)[0]}"


def write_unit(writer, unit, owners, news):
    """Writes one .c file that is compiled once."""
    project = writer.project
    own = {name: f"{name}_of_{tag_of(unit)}" for name in private_names(project, unit, owners)}
    text = writer.expand(unit, lambda path: {**header_names(project, path, news), **(own if path == unit else {})})
    text += undefine(project, [unit])
    # names that macros paste together need a #define, because the text does not contain them
    for name in sorted(own):
        if any(name.startswith(stem) for stem in re.findall(r"\b(\w+_)##", project.text(unit))):
            text = f"#define {name} {own[name]}\n{text}#undef {name}\n"
    # after the unit, restore the macros that headers also define
    for name in sorted(set(MACRO.findall(project.text(unit)))):
        if any(path.endswith(".h") for path in owners.get(name, ())):
            text = f'#pragma push_macro("{name}")\n#undef {name}\n{text}#pragma pop_macro("{name}")\n'
    section = f"\n// ---- {os.path.relpath(unit, project.source)} ----\n\n{text}"
    if FILES in unit:
        section = f"\n#ifndef GYRE_NO_FILES{section}#endif\n"
    if unit.endswith((WITH_ZLIB, WITHOUT_ZLIB)):
        section = f"\n#if{'n' if unit.endswith(WITH_ZLIB) else ''}def GYRE_NO_ZLIB{section}#endif\n"
    writer.add(section)


def write_kernel(writer, unit, width):
    """Writes a kernel: another copy of the physics, for the kernel's width and instructions."""
    project = writer.project
    files = {name for name in project.closure(unit) if name.endswith(".inc") or project.depends_on_width(name)}
    paths = [project.path(name) for name in sorted(files)] + [unit]
    macros = {name for header in project.closure(unit) for name in MACRO.findall(project.text(project.path(header)))}
    names = {name for path in paths for name in project.names_in(path)} - macros
    renames = {name: f"{name}_{width}" for name in names if not name.startswith("gyre_")}
    missing = [name for name in project.closure(unit) if name.endswith(".h") and name not in files and
               name not in writer.done and not name.startswith("gyre/")]
    if missing:
        sys.exit(f"amalgamate: {', '.join(missing)}: must be included by a unit before the kernels")
    text = writer.expand(unit, lambda path: renames if path in paths else {}, set())
    for name in sorted(renames):
        if re.search(r"_(pair_)?pull$", name):  # pulls.h builds these names by pasting
            text = f"#define {name} {renames[name]}\n{text}#undef {name}\n"
    text += undefine(project, paths)
    if width in TARGETS:
        text = BEGIN_TARGET.format(*TARGETS[width]) + text + END_TARGET.format(*TARGETS[width])
    writer.add(f"\n// ---- {os.path.relpath(unit, project.source)} ----\n\n{text}")


def system_headers(project, units):
    """System headers that units include unconditionally; conditional includes stay in place."""
    found = set()
    paths = list(units) + [project.path(name) for unit in units for name in project.closure(unit)]
    for path in set(paths):
        depth = 0
        for line in project.text(path).splitlines():
            depth += bool(re.match(r"\s*#\s*if", line)) - bool(re.match(r"\s*#\s*endif", line))
            match = INCLUDE.match(line)
            if match and match.group(2) and depth == 0:
                found.add((FILES in path and match.group(2) in ("fcntl.h", "unistd.h", "sys/stat.h"), match.group(2)))
    zlib = (False, "zlib.h") in found
    found.discard((False, "zlib.h"))
    posix = "".join(f"#include <{name}>\n" for is_posix, name in sorted(found) if is_posix)
    common = "".join(f"#include <{name}>\n" for is_posix, name in sorted(found) if not is_posix)
    return (common + (f"#ifndef GYRE_NO_FILES\n{posix}#endif\n" if posix else "") +
            ("#ifndef GYRE_NO_ZLIB\n#include <zlib.h>\n#endif\n" if zlib else ""))


def read_template(project, name):
    text = project.text(os.path.join(project.source, "tools", name))
    license_text = project.text(os.path.join(project.source, "LICENSE"))
    comment = "".join(f"// {line}".rstrip() + "\n" for line in license_text.splitlines())
    if "@FLAGS@" in text:
        text = text.replace("@FLAGS@\n", read_template(project, "amalgamated_flags.c.in"))
    return text.replace("@VERSION@", version_of(project)).replace("@LICENSE@\n", comment)


def make_header(project, library, above):
    """The header of a library. `above`: headers to omit, because another output header contains them."""
    writer = Writer(project)
    writer.done |= above
    writer.add(read_template(project, f"amalgamated_{library}.h.in"))
    writer.add(writer.expand(project.path(LIBRARIES[library][0]), lambda path: {}))
    return "".join(writer.parts), writer.done


def make_source(project, library, public_headers):
    units = project.units(library)
    kernels = [unit for unit in units if KERNEL.search(unit)]
    others = [unit for unit in units if unit not in kernels]
    owners = owners_of_names(project, others)
    refuse_macro_clashes(project, owners)
    news = header_clashes(project, owners)
    writer = Writer(project)
    writer.done |= public_headers | {header for header, _ in LIBRARIES.values()}
    writer.add(read_template(project, f"amalgamated_{library}.c.in").replace("@SYSTEM_HEADERS@\n", system_headers(project, units)))
    for unit in others:
        write_unit(writer, unit, owners, news)
    writer.add(undefine(project, {project.path(name) for unit in kernels for name in project.closure(unit)
                                  if project.depends_on_width(name)}))
    for unit in kernels:
        write_kernel(writer, unit, KERNEL.search(unit).group(1))
    text = "".join(writer.parts[1:])
    text = re.sub(r"^#define _(POSIX_C|XOPEN)_SOURCE \d+L? *//.*\n", "", text, flags=re.M)
    for name, other in TARGET_MACROS.items():
        text = text.replace(name, other)
    return writer.parts[0] + text


def main():
    source, generated, place = sys.argv[1:]
    project = Project(os.path.abspath(source), os.path.abspath(generated))
    header, headers = make_header(project, "gyre", {"gyre/io.h"})
    io_header, all_headers = make_header(project, "gyre_io", headers - {"gyre/io.h"})
    files = {"gyre.h": header, "gyre.c": make_source(project, "gyre", headers),
             "gyre_io.h": io_header, "gyre_io.c": make_source(project, "gyre_io", all_headers)}
    os.makedirs(place, exist_ok=True)
    for name, text in files.items():
        with open(os.path.join(place, name), "w", encoding="utf-8") as file:
            file.write(text)
        print(f"{os.path.join(place, name)}: {text.count(chr(10))} lines, {len(text.encode()) // 1024} KiB")


if __name__ == "__main__":
    main()
