#!/usr/bin/env python3
"""Plots the measurements of `gyre bench` and writes a page of results; needs only Python's standard library.

    plot.py FOLDER [PAGE...]

reads FOLDER/bench.csv and FOLDER/bench.txt and writes into FOLDER: cost.svg (time per body and step against the number of
bodies), error.svg and error_unstable.svg (attitude error after a minute against computing time per simulated second) and
README.md. In each PAGE it replaces the text between two markers by a table of error and cost, with the versions of the engines
that bench.txt reports.
"""
import csv
import math
import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

BEGIN, BEGIN_SHORT, END = "<!-- table: made by make bench -->", "<!-- table: made by make bench, in short -->", "<!-- table: end -->"
WIDTH, HEIGHT = 960, 600
LEFT, RIGHT, TOP, BOTTOM = 90, 720, 56, 536

# Colour, mark and line width of each candidate, the same in all plots.
STYLES = {
    "exact": ("#0b5fff", "circle", 3.0),
    "semi_implicit_euler": ("#d9480f", "circle", 2.0),
    "rk4": ("#7048e8", "circle", 1.5),
    "dopri5": ("#0c8599", "circle", 1.5),
    "rkn4": ("#846358", "circle", 1.5),
    "rkn6": ("#f06595", "circle", 1.5),
    "textbook": ("#212529", "square", 2.0),
    "lean": ("#868e96", "square", 2.0),
    "bullet": ("#e67700", "diamond", 1.5),
    "ode": ("#a61e4d", "diamond", 1.5),
    "mujoco": ("#66a80f", "diamond", 1.5),
}
LABELS = {"textbook": "textbook loop (T1)", "lean": "lean loop (T2)", "bullet": "Bullet", "ode": "ODE", "mujoco": "MuJoCo"}
ENGINES = ("bullet", "ode", "mujoco")


def read_rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Axis:
    """Logarithmic axis over whole powers of ten, from pixel `start` to pixel `end`."""

    def __init__(self, values, start, end, least_decades=1):
        self.low = math.floor(math.log10(min(values)) + 1e-9)
        self.high = max(math.ceil(math.log10(max(values)) - 1e-9), self.low + least_decades)
        self.start, self.end = start, end

    def place(self, value):
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self):
        stride = 1 + (self.high - self.low) // 10
        return [10.0**k for k in range(self.low, self.high + 1, stride)]

    def minor(self):
        if self.high - self.low > 4:
            return []
        return [m * 10.0**k for k in range(self.low, self.high) for m in (2, 5)]


def plain(value):
    if 1e-3 <= value < 1e4:
        return f"{value:g}"
    if value in (1e4, 1e5, 1e6):
        return {1e4: "10k", 1e5: "100k", 1e6: "1M"}[value]
    return f"1e{round(math.log10(value))}"


class Page:
    def __init__(self, title, note):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            'font-family="sans-serif" font-size="13" fill="#212529">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        ]
        self.text(LEFT, 24, title, size=17, weight="bold")
        self.text(LEFT, 43, note, size=12, fill="#495057")

    def text(self, x, y, words, anchor="start", size=13, fill="#212529", weight="normal", turn=None):
        extra = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" fill="{fill}"{extra}>'
            f"{escape(words)}</text>"
        )

    def line(self, x1, y1, x2, y2, color, width=1.0, dash=None):
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width}"{extra}/>'
        )

    def axes(self, x_axis, y_axis, x_label, y_label):
        for value in x_axis.ticks():
            x = x_axis.place(value)
            self.line(x, TOP, x, BOTTOM, "#dee2e6")
            self.text(x, BOTTOM + 18, plain(value), anchor="middle", size=12)
        for value in y_axis.minor():
            y = y_axis.place(value)
            self.line(LEFT, y, RIGHT, y, "#f1f3f5")
            self.text(LEFT - 8, y + 4, plain(value), anchor="end", size=10, fill="#868e96")
        for value in y_axis.ticks():
            y = y_axis.place(value)
            self.line(LEFT, y, RIGHT, y, "#dee2e6")
            self.text(LEFT - 8, y + 4, plain(value), anchor="end", size=12)
        self.line(LEFT, BOTTOM, RIGHT, BOTTOM, "#212529")
        self.line(LEFT, TOP, LEFT, BOTTOM, "#212529")
        self.text((LEFT + RIGHT) / 2, BOTTOM + 42, x_label, anchor="middle")
        self.text(26, (TOP + BOTTOM) / 2, y_label, anchor="middle", turn=-90)

    def mark(self, x, y, color, shape, is_hollow):
        fill = "#ffffff" if is_hollow else color
        style = f'fill="{fill}" stroke="{color}" stroke-width="1.6"'
        if shape == "circle":
            self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" {style}/>')
        elif shape == "square":
            self.parts.append(f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" {style}/>')
        else:
            points = f"{x:.1f},{y - 5.5:.1f} {x + 5.5:.1f},{y:.1f} {x:.1f},{y + 5.5:.1f} {x - 5.5:.1f},{y:.1f}"
            self.parts.append(f'<polygon points="{points}" {style}/>')

    def curve(self, points, style, is_dashed, is_hollow):
        color, shape, width = style
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = ' stroke-dasharray="5 4"' if is_dashed else ""
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}"{dash}/>')
        for x, y in points:
            self.mark(x, y, color, shape, is_hollow)

    def legend(self, entries):
        """Draws legend entries (height on the right edge, name, style, dashed, hollow) near their curves, without overlap."""
        y = TOP - 4
        for wanted, name, style, is_dashed, is_hollow in sorted(entries, key=lambda e: e[0]):
            y = max(y + 19, min(wanted, BOTTOM - 4))
            self.line(RIGHT + 14, y, RIGHT + 38, y, style[0], style[2], "5 4" if is_dashed else None)
            self.mark(RIGHT + 26, y, style[0], style[1], is_hollow)
            self.text(RIGHT + 46, y + 4, name, size=12)

    def write(self, path):
        path.write_text("\n".join(self.parts + ["</svg>", ""]), encoding="utf-8")


def machine_of(rows):
    first = rows[0]
    return f"{first['cpu']}, {first['compiler']}, commit {first['commit']}, load {first['load']}; minimum of several rounds"


def name_of(what, options):
    name = LABELS.get(what, what)
    return f"{name}, {options}" if options else name


def series_of(rows, scenes):
    """Time per body and step, by (candidate, options, threads) and number of bodies."""
    series = {}
    for row in rows:
        if row["scene"] not in scenes or row["what"] not in STYLES or not row["ns_per_body_step"]:
            continue
        if row["scene"] != scenes[0] and row["what"] in ("exact", "semi_implicit_euler"):
            continue
        key = (row["what"], row["options"], int(row["threads"]))
        series.setdefault(key, {})[int(row["bodies"])] = float(row["ns_per_body_step"])
    return series


def plot_cost(rows, path):
    series = series_of(rows, ["spin5", "spin5_peers"])
    x_axis = Axis([n for points in series.values() for n in points], LEFT, RIGHT)
    limits = [float(row["ns_per_body_step"]) for row in rows if row["scene"] == "triad"]
    y_axis = Axis([ns for points in series.values() for ns in points.values()] + limits, BOTTOM, TOP)
    page = Page("Time per body and step, free bodies, one thread unless stated", machine_of(rows))
    page.axes(x_axis, y_axis, "bodies", "nanoseconds per body and step")
    entries = []
    for (what, options, threads), points in series.items():
        name = name_of(what, options) + (f", {threads} threads" if threads > 1 else "")
        place = [(x_axis.place(n), y_axis.place(points[n])) for n in sorted(points)]
        is_dashed = threads > 1
        page.curve(place, STYLES[what], is_dashed, options == "accurate" or threads > 1)
        entries.append((place[-1][1], name, STYLES[what], is_dashed, options == "accurate" or threads > 1))
    for limit in limits:
        y = y_axis.place(limit)
        page.line(LEFT, y, RIGHT, y, "#adb5bd", 1.5, "2 4")
        page.text(LEFT + 8, y - 5, "memory bandwidth: 240 bytes per body", size=11, fill="#868e96")
    page.legend(entries)
    page.write(path)


def cost_of(rows, what, options):
    """Nanoseconds per body and step with 1000 bodies, the number at which all candidates are measured."""
    scenes = ("spin5_methods", "spin5_peers") if options == "" else ("spin5_peers",)
    found = [
        float(row["ns_per_body_step"])
        for row in rows
        if row["what"] == what and row["options"] == options and row["scene"] in scenes and row["bodies"] == "1000"
        and row["ns_per_body_step"]
    ]
    return min(found) if found else None


FLOOR = 1e-15  # smaller errors are drawn at this value


def plot_error(rows, scene, title, path):
    curves = {}
    for row in rows:
        if row["scene"] != scene or row["what"] not in STYLES or not row["attitude_error"]:
            continue
        each = cost_of(rows, row["what"], row["options"])
        rate = int(row["steps_per_second"])
        if each is not None:
            point = (each * rate / 1000, max(float(row["attitude_error"]), FLOOR))
            curves.setdefault((row["what"], row["options"]), []).append(point)
    if not curves:
        return
    x_axis = Axis([x for points in curves.values() for x, _ in points], LEFT, RIGHT)
    y_axis = Axis([y for points in curves.values() for _, y in points] + [math.pi], BOTTOM, TOP)
    page = Page(title, machine_of(rows))
    page.axes(x_axis, y_axis, "computing time per body and simulated second [us] (60, 240, 960 steps)",
              "attitude error after 60 s [rad]")
    entries = []
    for (what, options), points in curves.items():
        place = [(x_axis.place(x), y_axis.place(y)) for x, y in sorted(points)]
        page.curve(place, STYLES[what], False, options == "accurate")
        entries.append((place[-1][1], name_of(what, options), STYLES[what], False, options == "accurate"))
    page.legend(entries)
    page.write(path)


def table_of_cost(rows):
    series = series_of(rows, ["spin5", "spin5_peers"])
    sizes = sorted({n for points in series.values() for n in points})
    lines = ["| ns per body and step | " + " | ".join(plain(float(n)) for n in sizes) + " |", "|---" * (len(sizes) + 1) + "|"]
    for (what, options, threads), points in series.items():
        name = name_of(what, options) + (f", {threads} threads" if threads > 1 else "")
        lines.append(f"| {name} | " + " | ".join(f"{points[n]:.1f}" if n in points else "" for n in sizes) + " |")
    return lines


def table_of_errors(rows, scene):
    lines = ["| after 60 s at 1/60 s | energy | L | attitude [rad] |", "|---|---|---|---|"]
    for row in rows:
        if row["scene"] == scene and row["steps_per_second"] == "60":
            columns = (row[name] for name in ("energy_drift", "momentum_drift", "attitude_error"))
            lines.append(f"| {name_of(row['what'], row['options'])} | " + " | ".join(columns) + " |")
    return lines


# Rows of the table in PAGE, in order.
SUMMARY = [("exact", ""), ("semi_implicit_euler", ""), ("rk4", ""), ("textbook", ""), ("lean", ""), ("bullet", "fast"),
           ("bullet", "accurate"), ("ode", "fast"), ("ode", "accurate"), ("mujoco", "fast"), ("mujoco", "accurate")]


# Rows of the short table: method exact, the two loops, and each engine with its most accurate options.
SHORT = [who for who in SUMMARY if who[0] not in ("semi_implicit_euler", "rk4") and who[1] != "fast"]


def versions_of(text):
    """Names with versions ("Bullet 3.24") by engine, from lines such as "bullet: Bullet 3.24, double" in bench.txt."""
    return {what: name for what, name in re.findall(r"(?m)^(\w+): ([^,\n]+),", text) if what in ENGINES}


def table_of_both(rows, versions, summary):
    """Table of error (a tumbling body after one minute) and cost (per body, with 1000 bodies)."""
    errors = {(row["what"], row["options"]): row for row in rows
              if row["scene"] == "tumble_general" and row["steps_per_second"] == "60"}
    costs = {}
    for row in rows:
        if row["scene"] in ("spin5_methods", "spin5_peers") and row["bodies"] == "1000" and row["ns_per_body_step"]:
            costs.setdefault((row["what"], row["options"]), float(row["ns_per_body_step"]))
    lines = ["| one minute at 60 steps per second | attitude error [rad] | relative energy error | ns per body and step |",
             "|---|---|---|---|"]
    for who in summary:
        if who not in errors or who not in costs:
            continue
        name = f"{versions[who[0]]}, {who[1]}" if who[0] in versions else name_of(*who)
        if who[0] not in LABELS:
            name = f"Gyre, `{name}`"
        attitude, energy = (float(errors[who][column]) for column in ("attitude_error", "energy_drift"))
        lines.append(f"| {name} | {attitude:.1e} | {energy:.1e} | {costs[who]:.0f} |")
    widest = next((row["kernel"] for row in rows if row["what"] == "exact" and row["kernel"]), "")
    return [*lines, "", f"{rows[0]['cpu']}, {rows[0]['compiler']}, Gyre's kernel {widest}."]


def fill_page(rows, versions, path):
    text = path.read_text(encoding="utf-8")
    begin, summary = (BEGIN_SHORT, SHORT) if BEGIN_SHORT in text else (BEGIN, SUMMARY)
    if begin not in text or END not in text.split(begin, 1)[1]:
        sys.exit(f"{path}: missing the marker '{begin}' followed by '{END}'")
    before, rest = text.split(begin, 1)
    after = rest.split(END, 1)[1]
    path.write_text(before + "\n".join([begin, *table_of_both(rows, versions, summary), END]) + after, encoding="utf-8")


def write_page(rows, folder):
    text = (folder / "bench.txt").read_text(encoding="utf-8")
    first = rows[0]
    lines = [
        "# Results",
        "",
        "`make bench` writes all files of this folder: `bench.csv` (every measurement), `bench.txt` (the output of `gyre bench`) and the",
        "plots. [docs/BENCHMARKS.md](../../docs/BENCHMARKS.md) describes the measurements.",
        "",
        f"Commit {first['commit']}, {first['compiler']}, {first['cpu']}, load {first['load']} at the start.",
        "",
        "## Bars",
        "",
        "```",
        text[text.index("limit (1 thread") :].rstrip(),
        "```",
        "",
        "## Cost",
        "",
        "Free bodies, spins up to 5 rad/s.",
        "",
        *table_of_cost(rows),
        "",
        "![time per body and step against the number of bodies](cost.svg)",
        "",
        "## Error",
        "",
        "I = (1, 2, 3), w = (1, .5, 2):",
        "",
        *table_of_errors(rows, "tumble_general"),
        "",
        "w = (.01, 2, .01), about the unstable axis:",
        "",
        *table_of_errors(rows, "tumble_unstable"),
        "",
        "![error against cost](error.svg)",
        "![error against cost about the unstable axis](error_unstable.svg)",
        "",
    ]
    (folder / "README.md").write_text("\n".join(lines), encoding="utf-8")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    rows = read_rows(folder / "bench.csv")
    if not rows:
        sys.exit(f"{folder}/bench.csv: no measurements")
    plot_cost(rows, folder / "cost.svg")
    plot_error(rows, "tumble_general", "Error against cost: a tumbling body, I = (1, 2, 3), w = (1, .5, 2)",
               folder / "error.svg")
    plot_error(rows, "tumble_unstable", "Error against cost: about the unstable axis, I = (1, 2, 3), w = (.01, 2, .01)",
               folder / "error_unstable.svg")
    write_page(rows, folder)
    versions = versions_of((folder / "bench.txt").read_text(encoding="utf-8"))
    for page in sys.argv[2:]:
        fill_page(rows, versions, Path(page))
    print(f"{folder}: README.md, cost.svg, error.svg, error_unstable.svg", *sys.argv[2:])


if __name__ == "__main__":
    main()
