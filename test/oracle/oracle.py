#!/usr/bin/env python3
"""Compares runs of `gyre run` with an integrator that shares no code with it: scipy's DOP853 on equations written from docs/.

    oracle.py GYRE FOLDER --scenes 300 --seed 1          random scenes; a scene that differs stays in FOLDER
    oracle.py GYRE FOLDER --seed 1 --only 17             one of them again, with the differences
    oracle.py GYRE FOLDER --scene FILE                   a scene file
    oracle.py GYRE FOLDER --control thruster             an oracle with a mistake: it must differ
    oracle.py --list                                     the mistakes
"""
import argparse
import collections
import json
import os
import subprocess
import sys

import numpy as np

import controls
from forces import Unfit
from motion import solve
from random_scenes import ADAPTIVE, ORDERS, Generator

BAR = 1e-7  # largest difference, relative to the largest value of the quantity in the scene (at least 1)
LEAST_FOR_ALL = 1000  # scenes in which everything that a scene can say must occur
COLUMNS = {"x": ("x", "y", "z"), "q": ("qw", "qx", "qy", "qz"), "v": ("vx", "vy", "vz"), "w": ("wx", "wy", "wz"),
           "P": ("Px", "Py", "Pz"), "L": ("Lx", "Ly", "Lz"), "energy": ("energy",)}


class Refused(Exception):
    """Gyre reports an error."""


def run_gyre(gyre, data, folder, dt, tolerance):
    """One run: an array frames x bodies x columns for every quantity."""
    scene = dict(data, dt=dt)
    if data["method"] in ADAPTIVE:
        scene.update(rtol=tolerance, atol=tolerance / 10)
    path, out = (os.path.join(folder, "run-%d%s" % (os.getpid(), end)) for end in (".json", ".npz"))
    with open(path, "w") as file:
        json.dump(scene, file)
    run = subprocess.run([gyre, "run", path, "--quiet", "-o", out], capture_output=True, text=True)
    if run.returncode:
        raise Refused(run.stderr.strip() or "exit code %d" % run.returncode)
    os.remove(path)
    with np.load(out) as arrays:
        os.remove(out)
        return {name: np.stack([arrays[c] for c in columns], axis=2) for name, columns in COLUMNS.items()}, arrays["t"]


def distance(a, b):
    return max(np.abs(a[c] - b[c]).max() / max(1, np.abs(a[c]).max()) for c in a)


def extrapolated(gyre, data, folder, order):
    """Richardson's extrapolation over halved steps (errors h^p, h^(p+1), ...), until entries of two rows agree to a twentieth of the bar.

    An entry of column k comes from the last k + 1 step sizes, so that too long ones, which may be unstable, do not stay in. Returns the
    result, the runs of the last two step sizes, and the difference of the two entries.
    """
    previous, best, t = [], (np.inf, None), None
    for level in range(12):
        try:
            run, t = run_gyre(gyre, data, folder, data["dt"] / 2**level, 0)
        except Refused as refused:
            if "not finite" not in str(refused) or level == 11:
                raise
            continue  # unstable with this step
        row = [run]
        for k, coarse in enumerate(previous[:8]):
            factor = 2.0 ** (order + k)
            row.append({c: (factor * row[k][c] - coarse[c]) / (factor - 1) for c in run})
        for now, before in zip(row, previous):
            best = min(best, (distance(now, before), now), key=lambda entry: entry[0])
        last_two = [previous[0] if previous else None, run]
        if best[0] < BAR / 20:
            break
        previous = row
    return (best[1], t), [(r, t) for r in last_two], best[0]


def compare(data, ours, theirs):
    """The largest difference of every quantity, relative to its largest value: {quantity: (difference, frame, body)}."""
    times, rows = ours
    columns, t = theirs
    result = {}
    if len(t) != len(times) or np.abs(t - times).max() > 1e-12:
        return {"t": (1.0, 0, "frames at %s instead of %s" % (t, times))}
    for name in COLUMNS:
        truth = np.array([[body[name] for body in row] for row in rows])
        found = columns[name]
        size = max(1.0, np.abs(truth).max())
        if name == "energy":  # the zero of a potential is free
            truth, found = truth - truth[0], found - found[0]
        if name == "q":
            found = found * np.where((found * truth).sum(axis=2, keepdims=True) < 0, -1, 1)
        off = np.abs(found - truth).max(axis=2) / size
        for k, body in enumerate(data["bodies"]):
            if name in "vwPL" and "path" in body:  # the velocity jumps at a point of a path
                corners = np.array([p["t"] for p in body["path"]])
                off[np.abs(np.array(times)[:, None] - corners[None, :]).min(axis=1) < 1e-9, k] = 0
        frame, body = np.unravel_index(np.nanargmax(np.where(np.isnan(off), 9, off)), off.shape)
        result[name] = (float(off[frame, body]), int(frame), data["bodies"][body]["name"])
    return result


def worst(differences):
    return max((d[0] if d[0] == d[0] else 9.0) for d in differences.values())


def compare_fixed_steps(gyre, data, folder, truth):
    """As compare, for a method that does not choose its steps. True if the limit for short steps was reached."""
    order = ORDERS[data["method"]]
    found, last_two, unsettled = extrapolated(gyre, data, folder, order)
    if unsettled < BAR / 10:
        return compare(data, truth, found), True
    # the steps cannot be made short enough: the error must fall with the order of the method, and the same scene is run by dopri5
    coarse, fine = (worst(compare(data, truth, run)) for run in last_two)
    if coarse / fine < 0.8 * 2**order:
        return {"error of the method, halving the step divides it by only %.2g" % (coarse / fine): (9.0, 0, "")}, False
    return compare(data, truth, run_gyre(gyre, dict(data, method="dopri5"), folder, data["dt"], 1e-13)), False


def judge(gyre, data, folder):
    """The differences, and whether the limit for short steps was reached. Differences beyond the bar are computed again with a hundredth of
    both tolerances."""
    for rtol, tolerance in ((1e-11, 1e-12), (1e-13, 1e-14)):
        truth, is_settled = solve(data, folder, rtol), True
        if data["method"] in ADAPTIVE:
            differences = compare(data, truth, run_gyre(gyre, data, folder, data["dt"], tolerance))
        else:
            differences, is_settled = compare_fixed_steps(gyre, data, folder, truth)
        if worst(differences) <= BAR:
            break
    return differences, is_settled


class Tally:
    """Counts of one run of this programme."""

    def __init__(self):
        self.scenes = self.unfit = self.unsettled = self.worst = 0
        self.failed, self.said = [], collections.Counter()

    def count(self, data):
        self.scenes += 1
        self.said["method " + data["method"]] += 1
        for f in data["forces"]:
            self.said.update(["force_%s %s" % (f["type"], key) for key in f])
        for b in data["bodies"]:
            self.said.update(["body " + key for key in b])
            shape = b.get("shape", {})
            for s in [shape] * bool(shape) + shape.get("parts", []):
                self.said.update(["shape_%s %s" % (s["type"], key) for key in s] + ["hollow" for key in s if key == "hollow"])
                self.said.update(["part " + key for key in s if key in ("density", "position", "orientation")])


def remove(files):
    for file in files:
        os.remove(file)


def unsaid(gyre, said):
    """Keys of the schema that no scene had. Colours, names and stored states are not motion."""
    schema = json.loads(subprocess.run([gyre, "schema"], capture_output=True, text=True, check=True).stdout)
    wanted = ["method " + name for name in schema["properties"]["method"]["enum"]]
    wanted += ["hollow", "part density", "part position", "part orientation"]
    for part, of in schema["$defs"].items():
        if part == "body" or part.startswith(("shape_", "force_")):
            wanted += ["%s %s" % (part, key) for key in of["properties"] if key not in ("name", "color", "state", "hollow")]
    return [w for w in wanted if w not in said]


def check(options, data, tally):
    """Counts a scene and its worst difference; returns the differences and whether they are small."""
    try:
        differences, is_settled = judge(options.gyre, data, options.folder)
    except Refused as refused:
        differences, is_settled = {"refused: " + str(refused): (9.0, 0, "")}, True
    tally.count(data)
    tally.unsettled += not is_settled
    tally.worst = max(tally.worst, worst(differences))
    return differences, worst(differences) <= BAR


def report(options, data, differences, index):
    name = "scene-%s-%d.json" % (options.seed, index)
    with open(os.path.join(options.folder, name), "w") as file:
        json.dump(data, file, indent=1)
    print("%s (%s): differs" % (name, data["method"]))
    for quantity, (off, frame, body) in differences.items():
        if off > BAR:
            print("    %s of %s in frame %d: %.2g" % (quantity, body, frame, off))
    print("    repeat: %s %s %s %s --seed %s --only %d"
          % (sys.executable, os.path.abspath(__file__), os.path.abspath(options.gyre), options.folder, options.seed, index), flush=True)


def check_random(options, index, tally):
    """Checks the scene of an index: the first candidate whose motion is regular."""
    differences, is_right, attempt = None, False, 0
    while differences is None:
        made = Generator(options.seed, index, attempt, options.folder)
        data = made.scene()
        try:
            differences, is_right = check(options, data, tally)
        except Unfit:
            remove(made.files)
            tally.unfit, attempt = tally.unfit + 1, attempt + 1
    if not is_right:
        tally.failed.append(index)
        if not options.control:
            report(options, data, differences, index)
            return
    remove(made.files)


def run_control(options, tally):
    controls.MISTAKES[options.control]()
    for index in range(options.scenes):
        check_random(options, index, tally)
        if tally.failed:
            print("control: an oracle with the mistake '%s' differs in scene %d" % (options.control, index))
            return 0
    print("control: an oracle with the mistake '%s' agrees in %d scenes: this test proves nothing" % (options.control, tally.scenes))
    return 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("gyre")
    parser.add_argument("folder")
    parser.add_argument("--scenes", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", type=int)
    parser.add_argument("--scene")
    parser.add_argument("--control", choices=list(controls.MISTAKES))
    options = parser.parse_args()
    options.folder = os.path.abspath(options.folder)
    os.makedirs(options.folder, exist_ok=True)
    tally = Tally()
    if options.control:
        return run_control(options, tally)
    if options.scene:
        with open(options.scene) as file:
            differences, is_right = check(options, json.load(file), tally)
        print("\n".join("%-8s %.2g" % (quantity, d[0]) for quantity, d in differences.items()))
        return 0 if is_right else 1
    for index in range(options.scenes) if options.only is None else [options.only]:
        check_random(options, index, tally)
    for what, count in sorted(tally.said.items()):
        print("%6d %s" % (count, what))
    print("reached: %d scenes (seed %s; %d candidates with singular motion left out, %d too violent for their method), %d differ by more than %g; "
          "largest difference %.2g" % (tally.scenes, options.seed, tally.unfit, tally.unsettled, len(tally.failed), BAR, tally.worst))
    missing = unsaid(options.gyre, tally.said) if options.scenes >= LEAST_FOR_ALL and options.only is None else []
    if missing:
        print("no scene has said: " + ", ".join(missing) + "; add it to test/oracle")
    return 1 if tally.failed or missing or tally.scenes == 0 else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(controls.MISTAKES))
        sys.exit()
    sys.exit(main())
