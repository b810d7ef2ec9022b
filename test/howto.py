#!/usr/bin/env python3
"""Carries out the instructions of the pages in docs/contributing.

    howto.py check SOURCE WORK        applies each page's changes to a copy of the sources and compiles its files: quick
    howto.py whole SOURCE WORK        also builds the copy and runs the tests that the page names: minutes

A comment before a code block names its destination:
    <!-- new file: PATH -->
    <!-- into PATH, before: TEXT -->     before the first line that begins with TEXT, blanks aside
    <!-- into PATH, after: TEXT -->
and two at the end of the page name commands and tests to run:
    <!-- compiles: PATH... -->
    <!-- tests: NAME... -->              names of ctest
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

STEP = re.compile(r"<!-- (?:new file: (?P<new>\S+)|into (?P<into>\S+), (?P<where>before|after): (?P<text>.+?)) -->\n```\w+\n(?P<block>.*?)```\n", re.S)
FOLDERS = ["include", "src", "test", "app", "examples", "cmake", "bench", "docs"]
FILES = ["CMakeLists.txt", "CMakePresets.json", "README.md", "CHANGELOG.md", "LICENSE", "package.json", "package-lock.json"]


def copy_of(source, place):
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for folder in FOLDERS:
        shutil.copytree(source / folder, place / folder, symlinks=True)
    for file in FILES:
        if (source / file).exists():
            shutil.copy(source / file, place / file)


def do_step(place, step):
    if step["new"]:
        path = place / step["new"]
        if path.exists():
            sys.exit(f"{step['new']}: is there already")
        path.write_text(step["block"], encoding="utf-8")
        return
    path = place / step["into"]
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    found = [i for i, line in enumerate(lines) if line.strip().startswith(step["text"])]
    if not found:
        sys.exit(f"{step['into']}: no line begins with '{step['text']}'")
    at = found[0] + (step["where"] == "after")
    path.write_text("".join(lines[:at] + [step["block"]] + lines[at:]), encoding="utf-8")


def words_of(page, text, name):
    found = re.search(rf"<!-- {name}: (.+?) -->", text)
    if not found:
        sys.exit(f"{page}: lacks the comment {name}")
    return found[1].split()


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode != 0:
        print(done.stdout[-4000:])
        sys.exit(f"FAILED: {' '.join(map(str, command))}")


def compile_files(place, files):
    flags = ["-std=c17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-ffp-contract=off", "-fno-math-errno"]
    for file in files:
        run([os.environ.get("CC", "cc"), *flags, f"-I{place}/include", f"-I{place}/src", f"-I{place}/test", place / file])


def build_and_test(source, place, tests):
    if (source / "node_modules").exists():
        (place / "node_modules").symlink_to((source / "node_modules").resolve())
    build = place / "build"
    run(["cmake", "-S", place, "-B", build, "-DGYRE_BUILD_TESTS=ON", "-DGYRE_WARNINGS_AS_ERRORS=ON"])
    run(["cmake", "--build", build, "--parallel", str(os.cpu_count() or 2)])
    run(["ctest", "--test-dir", build, "--no-tests=error", "--output-on-failure", "-R", "^(" + "|".join(tests) + ")$"])


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("check", "whole"):
        sys.exit(__doc__)
    mode, source, work = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    pages = sorted((source / "docs/contributing").glob("*.md"))
    if not pages:
        sys.exit("docs/contributing: no pages")
    for page in pages:
        text = page.read_text(encoding="utf-8")
        steps = [match.groupdict() for match in STEP.finditer(text)]
        if len(steps) != text.count("\n```") // 2:
            sys.exit(f"{page}: a block without a comment that names its destination")
        place = work / page.stem
        copy_of(source, place)
        for step in steps:
            do_step(place, step)
        files, tests = words_of(page, text, "compiles"), words_of(page, text, "tests")
        compile_files(place, files)
        if mode == "whole":
            build_and_test(source, place, tests)
        print(f"{page.stem}: {len(steps)} changes, {len(files)} files compiled" + (f", {len(tests)} tests pass" if mode == "whole" else ""))
        if mode == "check":
            shutil.rmtree(place)


if __name__ == "__main__":
    main()
