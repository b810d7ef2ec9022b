"""Every public function on one page, with its first sentence: python3 tools/cheatsheet.py >docs/CHEATSHEET.md

The page is generated from the headers, and test/check_docs.sh compares it with them.
"""
import pathlib
import re
import sys
import textwrap

sys.dont_write_bytecode = True
import doxygen_filter

INCLUDE = pathlib.Path(__file__).resolve().parent.parent / "include/gyre"
ORDER = ("world", "ledger", "clock", "snapshot", "scene", "record", "files", "mass", "shape", "mesh", "model", "doctor", "datasheet", "materials",
         "state", "forces", "motion", "ode", "math", "kernels", "base")


#: A full stop that ends a sentence, between a word and a space. The dots in "w . I w", "1.5", "e.g." and "..." do not end a sentence.
SENTENCE_END = re.compile(r"(?<=[^\s.])(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bcf)\.(?=\s|$)")


def first_sentence(doc):
    """The first sentence of a comment, given as lines."""
    text = " ".join(re.sub(r"^\s*///\s?", "", line) for line in doc).strip()
    end = SENTENCE_END.search(text)
    return (text[: end.end()] if end else text).replace("\\<", "<").replace("\\>", ">")


def in_short(sentence):
    """A sentence without a leading "Returns the" and without the part after a semicolon."""
    text = sentence.split("; ")[0].rstrip(".")
    return re.sub(r"^Returns (?:the |an? )?", "", text)


def functions_of(path):
    """(section, first sentence, prototype) of every function of a header, in the header's order."""
    section, doc, statement = "", [], ""
    depth = 0
    for line in doxygen_filter.filtered(path).split("\n"):
        heading = re.match(r"^// ---- (.*?) ----", line)
        if heading:
            section = heading[1]
        elif line.startswith("///"):
            if statement == "":
                doc.append(line)
        elif depth == 0 and (statement or re.match(r"^(?:static inline |const )?\w+ \**gyre_\w+\(", line)):
            statement += " " + re.sub(r"///<.*|//.*", "", line).strip()
            if re.search(r"[;}]\s*$", statement):
                prototype = re.sub(r"\s*\{.*\}\s*$", ";", statement.strip()).replace("static inline ", "")
                yield section, in_short(first_sentence(doc)), re.sub(r"\s+", " ", prototype)
                doc, statement = [], ""
        else:
            code = re.sub(r"//.*", "", line)
            depth += code.count("{") - code.count("}")
            doc = []


def folded(prototype, width=132):
    """Breaks a long prototype into several lines, as in the headers."""
    lines, indent = [], prototype.index("(") + 1
    for word in prototype.split(", "):
        if lines and len(lines[-1]) + len(word) + 2 <= width:
            lines[-1] += ", " + word
        elif lines:
            lines[-1] += ","
            lines.append(" " * indent + word)
        else:
            lines.append(word)
    return "\n".join(lines)


def header_page(name):
    path = INCLUDE / f"{name}.h"
    first = path.read_text(encoding="utf-8").split("\n\n")[0].split("\n///\n")[0].split("\n#pragma")[0]
    yield f"## gyre/{name}.h\n\n{first_sentence(first.split(chr(10)))}\n\n```c"
    last_section, last_sentence = "", None
    for section, sentence, prototype in functions_of(path):
        if section != last_section:
            yield f"\n// ---- {section} ----"
        if sentence != last_sentence:
            yield "\n" + textwrap.fill(sentence, 132, initial_indent="// ", subsequent_indent="// ", break_long_words=False, break_on_hyphens=False)
        yield folded(prototype)
        last_section, last_sentence = section, sentence
    yield "```\n"


def page():
    yield "# Cheat sheet\n"
    yield ("Every public function, by header; the [headers](../include/gyre) have the details. `tools/cheatsheet.py` generates this page from them. "
           "Other lists: [forces](WORLD.md#forces), [methods](WORLD.md#methods), [shapes](SCENES.md#shapes), [materials](INERTIA.md#mass-or-density), "
           "[results](../include/gyre/results.def) with their texts.\n")
    for name in ORDER:
        yield from header_page(name)


if __name__ == "__main__":
    missing = {path.stem for path in INCLUDE.glob("*.h")} - set(ORDER) - {"gyre", "io"}
    if missing:
        raise SystemExit(f"cheatsheet.py does not know the headers {', '.join(sorted(missing))}")
    print("\n".join(page()).replace("```c\n\n", "```c\n").rstrip())
