"""Converts a header of include/gyre for Doxygen: python3 tools/doxygen_filter.py include/gyre/world.h

The headers use conventions that Doxygen does not know: trailing comments are //, one comment may describe several declarations in a row,
and .def files generate lists. The filter
- replaces the #include of a .def file by its rows, each with its text as comment;
- turns a trailing comment into ///<, and repeats it for every name of the declaration;
- copies the comment of a declaration to the declarations that follow it without a blank line;
- marks the first comment as the file's, and adds the first page of the reference to gyre.h: all headers with their first sentences.
"""
import pathlib
import re
import sys


def arguments_of(text):
    """The arguments of a macro call; commas inside brackets and strings do not separate them."""
    found, depth, start, in_string, i = [], 0, 0, False, 0
    while i < len(text):
        c = text[i]
        if in_string:
            i += c == "\\"
            in_string = c != '"' or text[i] != '"'
        elif c == '"':
            in_string = True
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 0:
            found.append(text[start:i].strip())
            start = i + 1
        i += 1
    return found + [text[start:].strip()]


def calls_of(text):
    """(macro, arguments) of every call in a .def file, in order."""
    text = re.sub(r"(?m)^\s*#(?:.*\\\n)*.*$", "", text)
    text = re.sub(r"(?m)^\s*//.*$", "", text)
    for call in re.finditer(r"\b(X|GYRE_[A-Z_]+)\(", text):
        end, depth, in_string = call.end(), 1, False
        while depth:
            c = text[end]
            if c == '"' and text[end - 1] != "\\":
                in_string = not in_string
            depth += 0 if in_string else (c == "(") - (c == ")")
            end += 1
        yield call[1], arguments_of(text[call.end() : end - 1])


def words_of(arguments):
    """The text of a row: its last string."""
    strings = [a for a in arguments if a.startswith('"')]
    return re.sub(r'"\s*"', "", strings[-1])[1:-1].replace('\\"', '"').replace("\\0", " ") if strings else ""


def expanded(macros, name, arguments):
    """The expansion of one row, with its text as comment."""
    if name not in macros and name in ("GYRE_REQUIRED", "GYRE_CHOICE_REQUIRED") and "GYRE_FIELD" in macros:
        kind, field, rule, text = arguments
        name, arguments = "GYRE_FIELD", [kind, field, "NO_DEFAULT", rule, text]
    if name not in macros:
        return
    parameters, body = macros[name]
    values = dict(zip(parameters, arguments))
    body = re.sub(r"\s*##\s*", "##", body)
    body = re.sub(r"\w+", lambda word: values.get(word[0], word[0]), body).replace("##", "")
    text = words_of(arguments)
    if not body.strip():
        return
    if text and (body.rstrip().endswith("{") or body.lstrip().startswith("typedef")) and not body.lstrip().startswith("}"):
        yield f"/// {text}"
        yield body
    else:
        yield body + (f" ///< {text}" if text else "")


def with_lists(path):
    """The lines of a header with .def files expanded and their macros removed."""
    lines = path.read_text(encoding="utf-8").split("\n")
    macros, i = {}, 0
    while i < len(lines):
        line = lines[i]
        while line.startswith("#define") and line.endswith("\\"):
            i += 1
            line = line[:-1].rstrip() + "\n" + lines[i]
        define = re.match(r"#define (X|GYRE_\w+)\(([^)]*)\)\s*(.*)", line, re.S)
        include = re.match(r'#include "gyre/(\w+\.def)"', line)
        if define:
            macros[define[1]] = ([p.strip() for p in define[2].split(",")], re.sub(r"\s+", " ", define[3]))
        elif include:
            for name, arguments in calls_of((path.parent / include[1]).read_text(encoding="utf-8")):
                yield from expanded(macros, name, arguments)
            macros = {} if include[1] == "forces.def" else macros
        elif not line.startswith("#undef"):
            yield from line.split("\n")
        i += 1


def names_apart(line):
    """Splits `double t0, t1; ///< [s]` into two lines, so that each name has the comment."""
    found = re.match(r"^(\s*)((?:const )?\w+(?: \w+)?) (\*?\w+(?:\[\w+\])?(?:, \*?\w+(?:\[\w+\])?)+);(\s*///<.*)?$", line)
    if not found or found[2].startswith("return"):
        return [line]
    return [f"{found[1]}{found[2]} {name.strip()};{found[4] or ''}" for name in found[3].split(",")]


def behind(line):
    """Turns a trailing comment into ///<."""
    if re.match(r"^\s*//", line) or "///<" in line:
        return line
    return re.sub(r"^(.*\S)\s+//(?!/)\s?(.*)$", r"\1 ///< \2", line)


def filtered(path):
    lines, doc, is_new, has_file, depth, out = list(with_lists(path)), [], False, False, 0, []
    after_blank, in_declaration = True, False
    for k, line in enumerate(lines):
        if line.startswith("///") and not has_file:
            out.append("/// @file" if k == 0 else "///")
            has_file = True
        if line.startswith("///") or re.match(r"^\s+///(?!<)", line):
            if depth == 0 and not in_declaration:
                doc = [] if not is_new else doc
                doc.append(line)
                is_new = True
            out.append(line)
            continue
        continues = re.match(r"^\s+//(?!/)\s?(.*)$", line)
        if continues and out and "///<" in out[-1]:
            out.append(re.sub(r"//\s?", "///< ", line, count=1))  # continues a trailing comment
            continue
        code = re.sub(r"//.*$", "", line)
        starts = depth == 0 and not in_declaration and re.match(r"^(typedef|enum|struct|static inline|[a-z_]+\w* \**\w)", code)
        if starts:
            if not is_new and doc and not after_blank:
                out.extend(doc)
            elif not is_new:
                doc = []
            is_new = False
            in_declaration = True
        depth += code.count("{") - code.count("}")
        if in_declaration and depth == 0 and re.search(r"[;}]\s*$", code):
            in_declaration = False
        after_blank = not line.strip() or line.startswith("//") or line.startswith("#")
        if after_blank and not line.strip() and is_new and depth == 0:
            doc, is_new = [], False
        out.extend(names_apart(behind(line)))
    return "\n".join(re.sub(r"<(/?\w+(?: \.\.\./)?)>", r"\\<\1\\>", line) if "///" in line else line for line in out)


def first_page(folder):
    yield "/// @mainpage Reference"
    yield "/// All headers of the library. gyre/gyre.h includes all of them; each header can be included alone."
    for path in sorted(folder.glob("*.h")):
        sentence = re.sub(r"\s*\n///\s?", " ", re.match(r"///(.*(?:\n/// ?\S.*)*)", path.read_text(encoding="utf-8"))[1]).strip()
        yield f"/// - @ref {path.name} \"gyre/{path.name}\": {sentence}"
    yield ""


if __name__ == "__main__":
    if sys.argv[1].endswith("gyre.h"):
        print("\n".join(first_page(pathlib.Path(sys.argv[1]).parent)))
    print(filtered(pathlib.Path(sys.argv[1])))
