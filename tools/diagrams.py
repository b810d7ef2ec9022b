#!/usr/bin/env python3
"""Draws the figures of docs/MANUAL.md: diagrams.py FOLDER writes one SVG file for each. The figures follow the reader's light or dark theme."""
import math
import sys
from pathlib import Path
from xml.sax.saxutils import escape

STYLE = """
  .ink { stroke: #24292f; fill: none; stroke-width: 1.6 } .thin { stroke-width: 1 } .dash { stroke-dasharray: 4 4 }
  .fill { fill: #eaeef2; stroke: #24292f; stroke-width: 1.6 } .soft { fill: #f6f8fa; stroke: #8c959f; stroke-width: 1 }
  .blue { stroke: #0b5fff; fill: none; stroke-width: 2 } .bluefill { fill: #cfe0ff; stroke: #0b5fff; stroke-width: 1.6 }
  .red { stroke: #cf222e; fill: none; stroke-width: 2 } .redfill { fill: #ffd8d3; stroke: #cf222e; stroke-width: 1.6 }
  .green { stroke: #1a7f37; fill: none; stroke-width: 2 } .greenfill { fill: #d2f4d9; stroke: #1a7f37; stroke-width: 1.6 }
  text { fill: #24292f; font: 14px system-ui, sans-serif } .small { font-size: 12px } .grey { fill: #57606a }
  .inkhead { fill: #24292f } .bluehead { fill: #0b5fff } .redhead { fill: #cf222e } .greenhead { fill: #1a7f37 }
  @media (prefers-color-scheme: dark) {
    .ink, .fill { stroke: #e6edf3 } .fill { fill: #30363d } .soft { fill: #21262d; stroke: #6e7681 } text { fill: #e6edf3 } .grey { fill: #9198a1 }
    .bluefill { fill: #12305f } .redfill { fill: #5a1e1a } .greenfill { fill: #12401f } .inkhead { fill: #e6edf3 }
    .blue, .bluefill { stroke: #6ea0ff } .bluehead { fill: #6ea0ff }
  }
"""


class Drawing:
    def __init__(self, width, height, title):
        self.parts, self.width, self.height, self.title = [], width, height, title

    def add(self, text):
        self.parts.append(text)

    def line(self, x1, y1, x2, y2, kind="ink"):
        self.add(f'<line class="{kind}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>')

    def arrow(self, x1, y1, x2, y2, kind="ink"):
        length = math.hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        self.line(x1, y1, x2 - 7 * ux, y2 - 7 * uy, kind)
        corners = [(x2, y2), (x2 - 10 * ux - 4.5 * uy, y2 - 10 * uy + 4.5 * ux), (x2 - 10 * ux + 4.5 * uy, y2 - 10 * uy - 4.5 * ux)]
        self.add(f'<polygon class="{kind.split()[0]}head" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}"/>')

    def box(self, x, y, width, height, kind="fill", turn=0, round_by=3):
        turned = f' transform="rotate({turn} {x + width / 2:g} {y + height / 2:g})"' if turn else ""
        self.add(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_by}"{turned}/>')

    def circle(self, x, y, radius, kind="fill"):
        self.add(f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>')

    def path(self, data, kind="ink"):
        self.add(f'<path class="{kind}" d="{data}"/>')

    def text(self, x, y, words, anchor="start", kind=""):
        self.add(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>')

    def spring(self, x1, y1, x2, y2, kind="ink"):
        turns, length = 9, math.hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        points = [(x1, y1)]
        for i in range(turns):
            along, side = length * (0.15 + 0.7 * (i + 0.5) / turns), 6 if i % 2 else -6
            points.append((x1 + along * ux - side * uy, y1 + along * uy + side * ux))
        points.append((x2, y2))
        self.path("M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points), kind)

    def save(self, path):
        body = "\n".join(self.parts)
        path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}" '
                        f'role="img">\n<title>{escape(self.title)}</title>\n<style>{STYLE}</style>\n{body}\n</svg>\n', encoding="utf-8")


def frames():
    d = Drawing(680, 250, "Model, body and world frame")
    d.arrow(40, 215, 110, 215)
    d.arrow(40, 215, 40, 145)
    d.text(114, 219, "x", kind="small")
    d.text(34, 138, "z", kind="small")
    d.text(40, 238, "world: y goes into the page", kind="grey small")
    d.box(230, 90, 190, 80, turn=-18)
    d.circle(268, 172, 4, "bluefill")
    d.arrow(268, 172, 333, 151, "blue")
    d.arrow(268, 172, 247, 107, "blue")
    d.text(275, 205, "model: axes of the shape", kind="small")
    d.circle(345, 120, 4, "redfill")
    d.arrow(345, 120, 410, 87, "red")
    d.arrow(345, 120, 312, 55, "red")
    d.text(425, 70, "body: at the centre of mass,", kind="small")
    d.text(425, 87, "along the principal axes", kind="small")
    d.line(44, 212, 264, 174, "ink thin dash")
    d.text(470, 140, "position, orientation, points", kind="grey small")
    d.text(470, 156, "on the body: model", kind="grey small")
    d.text(470, 182, "velocity, momentum, force:", kind="grey small")
    d.text(470, 198, "world", kind="grey small")
    return d


def ids():
    d = Drawing(680, 170, "An id is an index, a generation and a world")
    for i, (name, text) in enumerate([("index", "slot of the body"), ("generation", "counts reuse of the slot"), ("world", "world of the slot")]):
        d.box(40 + 140 * i, 30, 130, 34, "bluefill")
        d.text(105 + 140 * i, 52, name, "middle")
        d.text(105 + 140 * i, 84, text, "middle", "grey small")
    d.text(480, 52, "= gyre_body_id")
    d.text(40, 122, "body removed, another one added in its slot:", kind="small")
    d.text(40, 146, "the old id has the old generation: GYRE_ERR_STALE_ID, never the wrong body", kind="small")
    return d


def step():
    d = Drawing(680, 260, "A step: kick, drift, kick, from one buffer into the other")
    d.text(30, 34, "before", kind="grey small")
    d.text(618, 34, "after", kind="grey small")
    d.box(30, 44, 60, 120, "fill")
    d.text(60, 109, "x q P L", "middle", "small")
    d.box(590, 44, 60, 120, "greenfill")
    d.text(620, 109, "x q P L", "middle", "small")
    for x, name, text, kind in [(120, "kick", "half of each force", "bluefill"), (280, "drift", "exact free flight", "fill"), (440, "kick", "the other half", "bluefill")]:
        d.box(x, 74, 130, 60, kind)
        d.text(x + 65, 100, name, "middle")
        d.text(x + 65, 120, text, "middle", "grey small")
    for x in (92, 252, 412, 572):
        d.arrow(x, 104, x + (26 if x != 572 else 18), 104)
    d.text(120, 165, "P, L change", kind="grey small")
    d.text(280, 165, "x, q change; P, L do not", kind="grey small")
    d.arrow(505, 180, 505, 215, "red")
    d.text(650, 232, "a state that is not finite: the old buffer stays, the report names the culprit", "end", "small")
    d.arrow(190, 218, 66, 172, "red")
    return d


def forces():
    d = Drawing(680, 330, "Forces on a body")
    places = [(30 + 162 * (i % 4), 20 + 152 * (i // 4)) for i in range(8)]
    names = ["force, thruster", "torque, torsion", "spring", "drag, wind", "field, gravity", "buoyancy", "attraction", "impulse"]
    for (x, y), name in zip(places, names):
        d.box(x, y, 150, 140, "soft")
        d.text(x + 75, y + 130, name, "middle", "small")
    x, y = places[0]
    d.box(x + 35, y + 45, 60, 36, turn=12)
    d.arrow(x + 90, y + 95, x + 92, y + 30, "blue")
    x, y = places[1]
    d.box(x + 45, y + 45, 60, 36)
    d.path(f"M{x + 40} {y + 95} A45 45 0 1 1 {x + 112} {y + 92}", "blue")
    d.arrow(x + 115, y + 86, x + 108, y + 98, "blue")
    x, y = places[2]
    d.line(x + 20, y + 15, x + 60, y + 15)
    d.spring(x + 40, y + 15, x + 90, y + 72, "blue")
    d.box(x + 75, y + 70, 50, 32)
    x, y = places[3]
    for k in range(4):
        d.arrow(x + 12, y + 30 + 22 * k, x + 50, y + 30 + 22 * k, "blue")
    d.circle(x + 90, y + 62, 26)
    x, y = places[4]
    for k in range(4):
        d.arrow(x + 25 + 33 * k, y + 15, x + 25 + 33 * k, y + 45, "blue")
    d.box(x + 45, y + 60, 60, 36)
    x, y = places[5]
    d.box(x + 45, y + 38, 60, 46)
    d.path(f"M{x + 8} {y + 62} q 8 -7 17 0 t 17 0 t 17 0 t 17 0 t 17 0 t 17 0 t 17 0 t 14 0", "blue")
    d.arrow(x + 75, y + 108, x + 75, y + 88, "blue")
    x, y = places[6]
    d.circle(x + 40, y + 60, 22)
    d.circle(x + 118, y + 50, 10)
    d.arrow(x + 66, y + 57, x + 86, y + 54, "blue")
    d.arrow(x + 106, y + 51, x + 90, y + 54, "blue")
    x, y = places[7]
    d.box(x + 55, y + 40, 60, 42, turn=-14)
    d.path(f"M{x + 12} {y + 50} l 14 8 l -8 4 l 18 8", "red")
    d.arrow(x + 36, y + 70, x + 54, y + 76, "red")
    return d


def held():
    d = Drawing(680, 190, "A pivot and locks")
    d.path("M90 40 l -14 -18 h 28 z", "fill")
    d.add('<rect class="fill" x="78" y="40" width="24" height="100" rx="3" transform="rotate(-25 90 40)"/>')
    d.circle(90, 40, 5, "redfill")
    d.path("M70 153 A115 115 0 0 0 165 127", "blue")
    d.arrow(160, 131, 172, 119, "blue")
    d.text(60, 182, "a pivot: a fixed point of the body", kind="small")
    d.line(330, 140, 640, 140)
    d.box(430, 92, 90, 46)
    d.arrow(530, 115, 585, 115, "blue")
    d.line(475, 40, 475, 82, "red dash")
    d.text(482, 48, "z, and rotation", kind="small")
    d.text(482, 64, "about x and y: locked", kind="small")
    d.text(330, 182, "locks: factors 0 and 1 along world axes", kind="small")
    return d


def clock():
    d = Drawing(680, 220, "Frames of any length, steps of one length")
    d.text(20, 48, "frames", kind="small")
    at = 90
    for width in (95, 150, 70, 130, 110):
        d.box(at, 30, width, 28, "bluefill")
        at += width
    d.text(20, 118, "steps", kind="small")
    count = int((at - 90) // 80)
    for i in range(count):
        d.box(90 + 80 * i, 100, 80, 28, "fill")
    d.line(at, 24, at, 150, "red dash")
    d.text(at - 4, 166, "now", "end", "small")
    begin = 90 + 80 * count
    d.arrow(begin, 145, at, 145, "red")
    d.text(90, 190, "alpha is the remaining fraction of a step: draw the pose interpolated between the last two states", kind="small")
    d.text(90, 210, "a frame that takes too long drops time and reports it", kind="grey small")
    return d


def ledger():
    d = Drawing(680, 200, "The ledger")
    cells = [("initial", "fill", ""), ("work", "bluefill", "+"), ("edited", "bluefill", "+"), ("dissipated", "redfill", "-"), ("residual", "soft", "+"), ("final", "greenfill", "=")]
    for i, (name, kind, sign) in enumerate(cells):
        d.box(24 + 110 * i, 50, 88, 40, kind)
        d.text(68 + 110 * i, 75, name, "middle", "small")
        if sign:
            d.text(13 + 110 * i, 75, sign, "middle")
    d.text(68, 30, "from the state", "middle", "grey small")
    d.text(618, 30, "from the state", "middle", "grey small")
    d.text(288, 30, "from the motion, force by force", "middle", "grey small")
    d.text(508, 120, "energy error", "middle", "small")
    d.text(508, 137, "of the method", "middle", "small")
    d.text(24, 180, "Only the residual is computed as a difference of the other terms.", kind="small")
    return d


def threads():
    d = Drawing(680, 210, "Blocks, threads and lanes")
    for i in range(8):
        d.box(30 + 76 * i, 30, 70, 36, "bluefill" if i < 4 else "greenfill")
        d.text(65 + 76 * i, 53, "512", "middle", "small")
    d.text(30, 20, "bodies in fixed blocks of 512", kind="grey small")
    d.text(290, 88, "thread 1", "middle", "small")
    d.text(486, 88, "thread 2", "middle", "small")
    d.line(65, 66, 40, 118, "ink thin dash")
    d.line(100, 66, 324, 118, "ink thin dash")
    for i in range(8):
        d.box(40 + 36 * i, 120, 32, 28, "fill")
    d.text(350, 138, "eight bodies in the lanes of one instruction", kind="small")
    d.text(30, 184, "Sums over lanes and blocks have a fixed order: results do not depend on threads or lanes.", kind="small")
    return d


def same_bits():
    d = Drawing(680, 190, "The same bits on every machine")
    d.box(24, 70, 110, 44)
    d.text(79, 97, "scene.json", "middle", "small")
    for i, name in enumerate(["gcc, AVX-512", "clang, -O0", "aarch64", "s390x, big-endian", "WebAssembly"]):
        y = 12 + 36 * i
        d.box(210, y, 150, 28, "bluefill")
        d.text(285, y + 19, name, "middle", "small")
        d.arrow(138, 92, 206, y + 14)
        d.arrow(364, y + 14, 436, 92)
    d.box(440, 70, 200, 44, "greenfill")
    d.text(540, 97, "one hash", "middle", "small")
    return d


def precision():
    d = Drawing(680, 290, "Resolution of positions against the distance from the origin")
    left, right, top, bottom = 90, 640, 30, 230
    d.line(left, bottom, right, bottom)
    d.line(left, bottom, left, top)

    def place(distance, fine):
        return left + (right - left) * math.log10(distance) / 12, bottom - (bottom - top) * (math.log10(fine) + 16) / 13

    for power in range(0, 13, 3):
        x, _ = place(10.0**power, 1e-16)
        d.line(x, bottom, x, bottom + 5)
        d.text(x, bottom + 21, ["1 m", "1 km", "1000 km", "1e9 m", "1e12 m"][power // 3], "middle", "small")
    for power, name in [(-15, "1e-15 m"), (-12, "1e-12 m"), (-9, "1 nm"), (-6, "1 um"), (-3, "1 mm")]:
        _, y = place(1, 10.0**power)
        d.line(left - 5, y, left, y)
        d.text(left - 9, y + 4, name, "end", "small")
    points = [place(10.0**(k / 8), math.ulp(10.0**(k / 8))) for k in range(0, 97)]
    d.path("M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points), "blue")
    d.text((left + right) / 2, bottom + 46, "distance from the origin", "middle", "grey small")
    d.text(left + 12, top + 6, "spacing of doubles", kind="grey small")
    return d


def errors():
    d = Drawing(680, 170, "A failed call changes nothing and reports the cause")
    d.box(30, 50, 120, 44)
    d.text(90, 77, "call", "middle", "small")
    d.arrow(154, 62, 246, 40)
    d.arrow(154, 82, 246, 116, "red")
    d.box(250, 18, 400, 42, "greenfill")
    d.text(266, 44, "GYRE_OK: the call is complete", kind="small")
    d.box(250, 96, 400, 52, "redfill")
    d.text(266, 118, "GYRE_ERR_...: no bit has changed;", kind="small")
    d.text(266, 136, "the log or report names body, force, field, place", kind="small")
    return d


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for draw in (frames, ids, step, forces, held, clock, ledger, threads, same_bits, precision, errors):
        draw().save(Path(sys.argv[1]) / f"manual-{draw.__name__.replace('_', '-')}.svg")


if __name__ == "__main__":
    main()
