"""docs/notes: every numbered equation of the notes has a row, and every symbol of a row is in the code of one of the files of that row.
docs/STYLE.md: code within a line is code of the project (check_code_blocks.py checks the blocks).

Environment: SOURCE (the project). Looks at tables that have the columns "here" and "file" or "where"; comments of the files are
excluded. In docs/notes/errors.md, whose rows name no files, every symbol of ours must be in a header or in src.
"""
import os
import pathlib
import re
import sys

SOURCE = pathlib.Path(os.environ["SOURCE"])
EQUATIONS = {1: range(1, 4), 2: range(1, 44), 4: range(1, 3), 5: range(1, 7)}  # section: numbers
failures = []


def rows_of(page):
    """(cells by name of column) of every row of every table of a page."""
    head = None
    for line in (SOURCE / page).read_text(encoding="utf-8").split("\n"):
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")] if line.startswith("|") else []
        if not cells:
            head = None
        elif head is None:
            head = cells
        elif not set(line) <= set("|- "):
            yield dict(zip(head, cells))


def text_of(path):
    place = SOURCE / ("include" if path.startswith("gyre/") else "") / path
    if place.is_dir():
        return " ".join(sorted(file.name for file in place.iterdir()))
    if not place.is_file():
        return ""
    text = place.read_text(encoding="utf-8")
    return text if place.suffix == ".def" else re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def has_word(text, word):
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def check_symbols(page):
    checked = 0
    for row in rows_of(page):
        files = re.findall(r"`([\w./]+/[\w.]+)`", row.get("file", "") + row.get("where", ""))
        if not files or "here" not in row:
            continue
        text = " ".join(text_of(file) for file in files)
        for symbol in re.findall(r"`([\w.-]+)`", row["here"]):
            checked += 1
            # typedef struct gyre_run { ... on_frame ... }: both names; forces.def, two-forces: the name as it is
            if not has_word(text, symbol) and not all(has_word(text, part) for part in symbol.split(".")):
                failures.append(f"FAILED: {page}: {symbol} is not in {', '.join(files)}")
    return checked


def check_our_names(page):
    """Rows that name no files: every name that begins with gyre_ must be somewhere in the code."""
    code = " ".join(text_of(str(file.relative_to(SOURCE))) for folder in ("include", "src") for file in (SOURCE / folder).rglob("*.[ch]"))
    names = [name for row in rows_of(page) for name in re.findall(r"`(gyre_\w+)", row.get("here", ""))]
    failures.extend(f"FAILED: {page}: there is no {name}" for name in names if not has_word(code, name))
    return len(names)


def check_equations(page):
    found = set()
    for row in rows_of(page):
        numbers = re.findall(r"\((\d)-(\d+)\)( to)?", row.get("equation", ""))
        for (section, number, to), following in zip(numbers, numbers[1:] + [None]):
            last = int(following[1]) if to else int(number)
            found |= {(int(section), k) for k in range(int(number), last + 1)}
    wanted = {(section, number) for section, all_of_it in EQUATIONS.items() for number in all_of_it}
    for section, number in sorted(wanted ^ found):
        failures.append(f"FAILED: {page}: equation ({section}-{number}) {'has no row' if (section, number) in wanted else 'is not in the notes'}")
    return len(found)


def check_style(page):
    """Code in backticks that is a call, a statement or a function must be in a source file, white space aside."""
    files = [file for folder in ("include", "src", "app", "examples", "test") for file in (SOURCE / folder).rglob("*.[ch]")]
    code = "\n".join(re.sub(r"\s+", "", file.read_text(encoding="utf-8")) for file in files)
    rules = re.sub(r"```.*?```", "", (SOURCE / page).read_text(encoding="utf-8"), flags=re.S)
    quotations = [text for text in re.findall(r"`([^`\n]+)`", rules) if re.search(r"\w\(.*[);}]$|;$", text)]
    for text in quotations:
        wanted = re.sub(r"\s+", "", text)
        if (wanted[:-1] if wanted.endswith("()") else wanted) not in code:
            failures.append(f"FAILED: {page}: no file has `{text}`")
    return len(quotations)


quotations = check_style("docs/STYLE.md")
if quotations < 8:
    failures.append(f"FAILED: hardly any code was found in docs/STYLE.md: {quotations}")
equations = check_equations("docs/notes/equations.md")
symbols = sum(check_symbols(page) for page in ("docs/NOTES.md", "docs/notes/equations.md", "docs/notes/slides.md"))
symbols += check_our_names("docs/notes/errors.md")
if symbols < 100:
    failures.append(f"FAILED: hardly any symbols were found: {symbols}")
print("\n".join(failures) or f"{equations} equations have a row, {symbols} symbols are in the files of their rows, {quotations} quotations of docs/STYLE.md are code")
sys.exit(1 if failures else 0)
