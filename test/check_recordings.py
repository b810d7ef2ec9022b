"""Recordings as other programs see them: CSV by Python's csv, NPZ by numpy, JSON by json. check_recordings.py FOLDER"""
import csv
import json
import math
import os
import sys
import zipfile

import numpy

folder = sys.argv[1]
COLUMNS = "x y z qw qx qy qz vx vy vz wx wy wz Px Py Pz Lx Ly Lz energy".split()


def path(name):
    return os.path.join(folder, name)


def check(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")


def bits(a):
    return numpy.ascontiguousarray(a, dtype="<f8").tobytes()


def same_table(csv_name, npz_name, frames):
    with open(path(csv_name), newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    arrays = numpy.load(path(npz_name))
    check(zipfile.ZipFile(path(npz_name)).testzip() is None, f"{npz_name}: checksums")
    check(set(arrays.files) == {"t", "body", *COLUMNS}, f"{npz_name}: its arrays are {arrays.files}")
    bodies = list(arrays["body"])
    check(bodies == ["brick", 'a "round", heavy ball', "floor"], f"{npz_name}: its bodies are {bodies}")
    check(len(rows) == frames * len(bodies), f"{csv_name}: {len(rows)} rows")
    check([r["body"] for r in rows] == bodies * frames, f"{csv_name}: order of the bodies")
    t = numpy.array([float(r["t"]) for r in rows]).reshape(frames, len(bodies))
    check(bits(t) == bits(numpy.repeat(arrays["t"][:, None], len(bodies), axis=1)), f"{npz_name}: t")
    for name in COLUMNS:
        check(arrays[name].dtype == numpy.dtype("<f8"), f"{npz_name}: {name} has type {arrays[name].dtype}")
        check(arrays[name].shape == (frames, len(bodies)), f"{npz_name}: {name} has shape {arrays[name].shape}")
        table = numpy.array([float(r[name]) for r in rows]).reshape(frames, len(bodies))
        check(bits(table) == bits(arrays[name]), f"{npz_name}: {name} differs from the table")
    return arrays


def same_ledger(name, is_early):
    with open(path(name), encoding="utf-8") as file:
        ledger = json.load(file)
    keys = ["steps", "time", "hash", *(["is_early"] if is_early else []), "energy", "momentum", "angular_momentum"]
    check(list(ledger) == keys, f"{name}: its keys are {list(ledger)}")
    energy = ledger["energy"]
    keys = ["initial", "final", "kinetic", "potential", "work", "dissipated", "residual"]
    check(list(energy) == keys, f"{name}: the keys of energy are {list(energy)}")
    for key in ("momentum", "angular_momentum"):
        check(list(ledger[key]) == ["initial", "final", "impulse", "residual"], f"{name}: the keys of {key}")
        check(all(len(v) == 3 for v in ledger[key].values()), f"{name}: {key} is made of vectors")
    check(list(energy["work"]) == ["spring", "air"], f"{name}: work by {list(energy['work'])}")
    residual = energy["final"] - energy["initial"] - sum(energy["work"].values()) + energy["dissipated"]
    size = abs(energy["initial"]) + abs(energy["final"]) + sum(map(abs, energy["work"].values()))
    check(math.isclose(residual, energy["residual"], abs_tol=8 * 2**-53 * size), f"{name}: the sum is {residual}")
    return ledger


arrays = same_table("run.csv", "run.npz", 3601)
same_table("early.csv", "early.npz", 7)
with open(path("run.npz"), "rb") as a, open(path("appended.npz"), "rb") as b:
    check(a.read() == b.read(), "appended.npz differs from run.npz")

nobody = numpy.load(path("nobody.npz"))
check(nobody["t"].shape == (61,) and nobody["x"].shape == (61, 0) and nobody["body"].shape == (0,), "nobody.npz")

archive = zipfile.ZipFile(path("huge.npz"))
check(archive.infolist()[-1].header_offset > 2**32, "huge.npz is no test of large archives")
check(archive.testzip() is None, "huge.npz: checksums")
huge = numpy.load(path("huge.npz"))
check(huge["energy"].shape == (3, 50), f"huge.npz: energy has shape {huge['energy'].shape}")
check((huge["x"] == numpy.arange(50.0)).all() and (huge["qw"] == 1).all() and (huge["energy"] == 0).all(), "huge.npz")

ledger = same_ledger("run.json", False)
check(ledger["steps"] == 3600 and ledger["time"] == arrays["t"][-1], "run.json: steps and time")
total = arrays["energy"].sum(axis=1)
check(math.isclose(total[0], ledger["energy"]["initial"], rel_tol=1e-14), "the table's first energies are the ledger's")
check(math.isclose(total[-1], ledger["energy"]["final"], rel_tol=1e-14), "the table's last energies are the ledger's")
check(same_ledger("early.json", True)["steps"] == 6, "early.json: steps")
print("csv, numpy and json agree about", len(arrays.files), "arrays of", arrays["x"].shape)
