"""Every code block of README.md and docs is compiled or run, and every relative link of every page leads somewhere.

docs/STYLE.md, "Code in pages", documents the checks of each kind of block and the comments that change them. Environment: SOURCE (the project),
BINARY (its build), CC. Arguments: pages to look at (default: all).
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(os.environ["SOURCE"])
BINARY = pathlib.Path(os.environ["BINARY"])
CC = os.environ.get("CC", "cc")
WORK = BINARY / "code-blocks"
STRICT = ["-std=c17", "-Wall", "-Wextra", "-Werror", f"-I{SOURCE / 'include'}"]
ELLIPSIS = re.compile(r"^\s*(//\s*)?\.\.\.\s*$")  # a line that stands for others
MARKS = ("not run", "run", "file", "fragment", "output of", "files of", "may fail", "quotes")

failures = []
counts = {}


def fail(page, line, text):
    failures.append(f"FAILED: {page}:{line}: {text}")


def count(what):
    counts[what] = counts.get(what, 0) + 1


# ---- pages to blocks -------------------------------------------------------------------------------------------------


class Block:
    """A fenced block (language "" for a plain one), indented output (language "indented") or a hidden command ("run")."""

    def __init__(self, page, line, language, text="", marks=None):
        self.page, self.line, self.language, self.text, self.marks = page, line, language, text, marks or {}


def marks_of(comment):
    """Parses a comment: {"file": "crate.json"} for <!-- file: crate.json -->, {} for unknown comments."""
    name, _, value = comment.strip().partition(":")
    if name == "new file" or name.startswith("into "):
        return {"change": value.strip()}  # test/howto.py makes it, in a copy of the sources
    return {name.strip(): value.strip()} if name.strip() in MARKS else {}


def blocks_of(page):
    lines = (SOURCE / page).read_text(encoding="utf-8").split("\n")
    blocks, marks, in_list, i = [], {}, False, 0
    while i < len(lines):
        line = lines[i]
        fence = re.match(r"^( *)```(\w*)\s*$", line)
        comment = re.match(r"^ *<!--(.*?)-->\s*$", line)
        if fence:
            begin, indent = i + 1, len(fence[1])
            i += 1
            while i < len(lines) and lines[i].strip() != "```":
                i += 1
            if i == len(lines):
                fail(page, begin, "the block has no end")
            body = "\n".join(text[indent:] if not text[:indent].strip() else text for text in lines[begin:i])
            blocks.append(Block(page, begin, fence[2], body, marks))
            marks = {}
        elif comment:
            found = marks_of(comment[1])
            if "run" in found:
                blocks.append(Block(page, i + 1, "run", found.pop("run"), marks))
                marks = {}
            if "files of" in found:
                blocks.append(Block(page, i + 1, "files of", found.pop("files of")))
            marks = {**marks, **found}
        elif line.startswith("    ") and not in_list and (i == 0 or not lines[i - 1].strip() or blocks and blocks[-1].language == "indented" and lines[i - 1].startswith("    ")):
            blocks.append(Block(page, i + 1, "indented", line[4:].rstrip()))
        elif line.strip():
            in_list = bool(re.match(r"^ {0,3}([-*]|\d+\.) ", line)) or in_list and line.startswith("  ")
            if line.startswith("#"):
                blocks.append(Block(page, i + 1, "heading"))
            if marks:
                fail(page, i + 1, f"a comment ({', '.join(marks)}) without a block")
                marks = {}
        i += 1
    return blocks


# ---- running -----------------------------------------------------------------------------------------------------------


def run(command, folder, may_fail=False):
    """Output and errors of a script of sh, together, in a folder; None after a failure that was not announced."""
    path = f"{BINARY}:{BINARY / 'examples'}:{BINARY / 'test'}:{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c" if may_fail else "-ec", command], cwd=folder, env={**os.environ, "PATH": path}, timeout=120,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout, done.returncode


def run_block(block, folder):
    output, code = run(block.text, folder, "may fail" in block.marks)
    if code != 0 and "may fail" not in block.marks or code in (126, 127):
        fail(block.page, block.line, f"ended with {code}:\n{output}")
    count("commands run")
    return output


def same_output(shown, got):
    """Line by line; a line "..." stands for any number of lines."""
    shown, got = [[line.rstrip() for line in text.rstrip("\n").split("\n")] for text in (shown, got)]
    pieces, at = [[]], 0
    for line in shown:
        if ELLIPSIS.match(line):
            pieces.append([])
        else:
            pieces[-1].append(line)
    if len(pieces) == 1:
        return shown == got
    if got[: len(pieces[0])] != pieces[0] or pieces[-1] and got[-len(pieces[-1]):] != pieces[-1]:
        return False
    for piece in pieces:
        at = next((k + len(piece) for k in range(at, len(got) - len(piece) + 1) if got[k : k + len(piece)] == piece), None)
        if at is None:
            return False
    return True


def compile_and_run(block, folder):
    program = WORK / "program"
    source = WORK / "main.c"
    source.write_text(block.text + "\n", encoding="utf-8")
    built = subprocess.run([CC, *STRICT, str(source), str(BINARY / "libgyre_io.a"), str(BINARY / "libgyre.a"), "-lz", "-lm", "-lpthread", "-o", str(program)],
                           capture_output=True, text=True)
    if built.returncode != 0:
        fail(block.page, block.line, f"does not compile:\n{built.stderr}")
        return ""
    count("programs run")
    output, code = run(str(program), folder)
    if code != 0:
        fail(block.page, block.line, f"the program ended with {code}:\n{output}")
    return output


# ---- snippets ----------------------------------------------------------------------------------------------------------


def squeezed(text):
    return re.sub(r"\s+", "", text)


def tracked_files():
    """Texts of the project, without white space, to find quotations in."""
    texts = []
    for folder in ("include", "src", "app", "examples", "test", "bench", "tools"):
        for path in sorted((SOURCE / folder).rglob("*")):
            if path.suffix in (".c", ".h", ".inc", ".def", ".py", ".mjs", ".js", ".csv", ".json", ".sh") and path.is_file():
                texts.append(squeezed(path.read_text(encoding="utf-8", errors="replace")))
    return texts


def is_quotation(text, cache=[]):
    """All of the text is in one file of the project, white space aside; "..." stands for what was left out."""
    if not cache:
        cache.append(tracked_files())
    pieces = [squeezed(piece) for piece in re.split(r"(?m)^\s*(?://\s*)?\.\.\.\s*$", text)]

    def is_in(file):
        at = 0
        for piece in pieces:
            at = file.find(piece, at)
            if at < 0:
                return False
            at += len(piece)
        return True

    return any(is_in(file) for file in cache[0])


def compile_snippet(block):
    prelude = (SOURCE / "test/snippet_prelude.h").resolve()
    as_statements = f'#include "{prelude}"\nvoid snippet(void) {{\n    SNIPPET_PRELUDE\n    {{\n#line {block.line + 1} "{block.page}"\n{block.text}\n    }}\n}}\n'
    as_declarations = f'#include "{prelude}"\n#line {block.line + 1} "{block.page}"\n{block.text}\n'
    messages = []
    for text in (as_statements, as_declarations):
        done = subprocess.run([CC, *STRICT, "-Wno-unused", "-fsyntax-only", "-x", "c", "-"], input=text, capture_output=True, text=True)
        if done.returncode == 0:
            count("snippets compiled")
            return
        messages.append(done.stderr)
    fail(block.page, block.line, f"neither compiles nor quotes a file of the project:\n{messages[0]}")


# ---- scenes ------------------------------------------------------------------------------------------------------------


def scene_around(kind, text):
    """A whole scene from a part of one."""
    if kind == "scene":
        scene = json.loads("{" + text + "}")
    else:
        part = json.loads(text)
        if kind == "shape":
            part = {"name": "thing", "mass": 1, "shape": part}
        scene = {"bodies" if kind in ("body", "shape") else "forces": [part]}
    scene.setdefault("gyre", 1)
    bodies = scene.setdefault("bodies", [])
    named = {body["name"] for body in bodies}
    for force in scene.get("forces", []):
        for key in ("body", "to"):
            name = force.get(key)
            if isinstance(name, str) and name not in named | {"world", "all"}:
                bodies.append({"name": name, "mass": 1, "shape": {"type": "sphere", "radius": 0.5}})
                named.add(name)
    return json.dumps(scene)


def check_scene(block, folder):
    text = block.text
    try:
        if "fragment" in block.marks:
            text = scene_around(block.marks["fragment"], text)
    except ValueError as error:
        fail(block.page, block.line, f"is no part of a scene: {error}")
        return
    (WORK / "scene.json").write_text(text, encoding="utf-8")
    output, code = run(f"gyre check '{WORK / 'scene.json'}'", folder)
    if code != 0:
        fail(block.page, block.line, f"gyre check refuses it:\n{output}")
    count("scenes checked")


# ---- one page ----------------------------------------------------------------------------------------------------------


def check_not_run(block):
    tests = re.findall(r"test/[\w./]+", block.marks["not run"])
    if not tests or not all((SOURCE / test).exists() for test in tests):
        fail(block.page, block.line, 'a block that is not run names the test that does it instead: "not run: why; test/..."')
    count("not run")


def check_block(block, folder):
    """Returns the output of the block, or None if it prints nothing."""
    marks, language = block.marks, block.language
    if "file" in marks:
        (folder / marks["file"]).write_text(block.text + "\n", encoding="utf-8")
    if "not run" in marks:
        return check_not_run(block)
    if "change" in marks:
        return count("changes, made by test/howto.py")
    if "output of" in marks:
        output, _ = run(marks["output of"], folder, True)
        if not same_output(block.text, output):
            fail(block.page, block.line, f"is not what `{marks['output of']}` prints:\n{output}")
        count("outputs compared")
    elif language in ("sh", "run"):
        return run_block(block, folder)
    elif language == "c" and re.search(r"\bint main\(", block.text):
        return compile_and_run(block, folder)
    elif language == "json":
        check_scene(block, folder)
    elif language == "python":
        (folder / "block.py").write_text(block.text, encoding="utf-8")
        return run_block(Block(block.page, block.line, "sh", "/usr/bin/python3 block.py", marks), folder)
    elif is_quotation(block.text):
        count("quotations found")
    elif language == "c":
        compile_snippet(block)
    else:
        fail(block.page, block.line, f"a block of {language or 'no language'} is neither output nor a quotation (trees and drawings are ```text)")
    return None


def scratch_folder(page, name):
    folder = WORK / name / page.replace("/", "-")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def check_page(page, name="pages", is_check=True):
    folder, printed, last = scratch_folder(page, name), "", None
    for block in blocks_of(page):
        language = block.language
        if language == "files of":
            shutil.copytree(check_page(block.text, "borrowed", False), folder, dirs_exist_ok=True)
        elif not is_check:
            if language in ("sh", "run") or "file" in block.marks:
                check_block(block, folder)
        elif language == "heading":
            last = None
        elif language == "indented":
            if block.text and f"\n{block.text}\n" not in "\n" + printed:
                fail(page, block.line, f"shows a line that nothing before it prints: {block.text}")
            count("lines of output compared")
        elif language == "" and last is not None and not block.marks:
            if not same_output(block.text, last):
                fail(page, block.line, f"shows another output than there is:\n{last}")
            count("outputs compared")
            last = None
        elif language != "text":
            output = check_block(block, folder)
            if language != "run":
                last = output
            printed += "\n".join(line.rstrip() for line in (output or "").split("\n")) + "\n"
    return folder


# ---- links -------------------------------------------------------------------------------------------------------------


def without_code(text):
    """Links in code are none. Lines stay where they are."""
    text = re.sub(r"(?ms)^( *)```.*?^ *```\s*?$", lambda block: "\n" * block[0].count("\n"), text)
    return re.sub(r"`[^`\n]*`", "`code`", text)


def anchors_of(path, cache={}):
    """Names of headings by GitHub's rules: lower case, punctuation dropped, spaces to dashes, doubles numbered."""
    if path not in cache:
        seen, anchors = {}, set()
        text = re.sub(r"(?ms)^```.*?^```$", "", path.read_text(encoding="utf-8"))
        for heading in re.findall(r"(?m)^#{1,6} +(.*?) *#*$", text):
            heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
            slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            number = seen.get(slug, 0)
            seen[slug] = number + 1
            anchors.add(f"{slug}-{number}" if number else slug)
        cache[path] = anchors | set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    return cache[path]


def check_links(page):
    path = SOURCE / page
    for number, line in enumerate(without_code(path.read_text(encoding="utf-8")).split("\n"), 1):
        for target in re.findall(r"\]\(([^()\s]+)\)", line) + re.findall(r'(?:src|href)="([^"]+)"', line):
            if re.match(r"[a-z]+:", target):
                continue
            count("links followed")
            place, _, anchor = target.partition("#")
            file = (path.parent / place).resolve() if place else path
            if not file.exists():
                fail(page, number, f"the link {target} leads nowhere")
            elif anchor and file.suffix == ".md" and anchor not in anchors_of(file):
                fail(page, number, f"the link {target} leads to a heading that is not there")


# ---- names -------------------------------------------------------------------------------------------------------------


def declared_names(cache=[]):
    """Every word that begins with gyre_ or GYRE_ in the project, those that lists make included."""
    if not cache:
        words = set()
        for folder in ("include", "src", "app", "test", "python", "tools"):
            for path in (SOURCE / folder).rglob("*"):
                if path.suffix in (".c", ".h", ".in", ".inc", ".def", ".txt", ".py"):
                    words |= set(re.findall(r"\b(?:gyre|GYRE)_\w+", path.read_text(encoding="utf-8", errors="replace")))
        words |= set(re.findall(r"\bGYRE_\w+", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))) if (SOURCE / "CMakeLists.txt").exists() else set()
        cache.append(words)
    return cache[0]


def is_made_by_list(name):
    """GYRE_METHOD_rk4 and its like come from a row of a .def file."""
    row = re.match(r"(?:gyre_force|GYRE_[A-Z]+)_(\w+)$", name)
    return bool(row) and any(re.search(rf"\b{row[1]}\b", path.read_text(encoding="utf-8")) for path in (SOURCE / "include/gyre").glob("*.def"))


def check_names(page):
    """Code within the text: functions, types and files of the project that are named exist."""
    text = re.sub(r"(?ms)^( *)```.*?^ *```\s*?$", lambda block: "\n" * block[0].count("\n"), (SOURCE / page).read_text(encoding="utf-8"))
    for number, line in enumerate(text.split("\n"), 1):
        for code in re.findall(r"`([^`]+)`", line):
            name = re.match(r"^((?:gyre|GYRE)_\w+[a-zA-Z0-9])(?:\(.*\)|\.[\w.]+)?$", code)
            path = re.match(r"^(?:(?:src|include|test|examples|docs|tools|app|bench|cmake)/[\w./-]+|gyre/\w+\.(?:h|def))$", code)
            if name:
                count("names looked up")
                if name[1] not in declared_names() and not is_made_by_list(name[1]):
                    fail(page, number, f"there is no {name[1]}")
            elif path:
                count("names looked up")
                place = SOURCE / ("include" if code.startswith("gyre/") else "") / code
                if not place.exists():
                    fail(page, number, f"there is no file {code}")


def all_pages():
    skipped = {"build", "node_modules", ".git"}
    for folder, folders, files in os.walk(SOURCE):
        folders[:] = sorted(name for name in folders if name not in skipped)
        yield from (str((pathlib.Path(folder) / name).relative_to(SOURCE)) for name in sorted(files)
                   if name.endswith(".md") and name != "wrong_page.md")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    pages = sys.argv[1:] or list(all_pages())
    for page in pages:
        check_links(page)
        if page == "README.md" or page.startswith("docs/"):
            check_page(page)
            check_names(page)
    print("\n".join(failures) or f"{len(pages)} pages: " + ", ".join(f"{number} {what}" for what, number in sorted(counts.items())))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
