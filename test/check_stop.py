#!/usr/bin/env python3
"""Signals inside long steps: gyre run stops there, ends its files, and shows how far the step is.

BINARY is the build. Steps take minutes here; a run that waits for the end of one exceeds the limit below, far above the usual
time. The time between signal and exit is printed, and is some hundredths of a second on an idle machine.
"""

import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time

GYRE = os.path.join(os.environ["BINARY"], "gyre")
WORK = os.path.join(os.environ["BINARY"], "stop-check")
LIMIT = 60  # [s]
failures = 0


def check(is_good, text):
    global failures
    if not is_good:
        failures += 1
        print("FAILED:", text)


def write_scenes():
    source = random.Random(1)
    bodies = [{"name": f"b{i}", "mass": 1, "inertia": [1, 1, 1], "position": [source.uniform(-100, 100) for _ in range(3)]}
              for i in range(20000)]
    attraction = {"type": "attraction", "name": "gravity", "body": "all", "mutual": True, "G": 1, "softening": 0.1}
    crowd = {"gyre": 1, "duration": 0.02, "dt": 0.01, "fps": 100, "method": "rkn6", "bodies": bodies, "forces": [attraction]}
    rod = {"mass": 1, "shape": {"type": "box", "size": [2, 0.01, 0.01]}, "angular_velocity": [1e5, 3e6, 2e5]}
    rods = {"gyre": 1, "duration": 1000, "dt": 100, "fps": 0.01, "method": "dopri5",
            "bodies": [dict(rod, name=f"rod{i}") for i in range(4)]}
    for name, scene in (("crowd", crowd), ("rods", rods)):
        with open(name + ".json", "w") as file:
            json.dump(scene, file)


def is_stepping(pid):
    """It reads the scene without watching for signals, and takes them from then on: they stand in the mask of caught ones."""
    with open(f"/proc/{pid}/status") as file:
        caught = int(re.search(r"SigCgt:\s*([0-9a-f]+)", file.read()).group(1), 16)
    return caught >> (signal.SIGTERM - 1) & 1


def stop(name, number, options, delay=0.5):
    """Sends the signal while the first frame or step runs; returns the exit code and the messages."""
    with open("out", "wb") as out, open("err", "wb") as err:
        process = subprocess.Popen([GYRE, "run", name + ".json", *options], stdout=out, stderr=err, stdin=subprocess.DEVNULL)
        while process.poll() is None and not is_stepping(process.pid):
            time.sleep(0.01)
        time.sleep(delay)
        sent = time.monotonic()
        process.send_signal(number)
        try:
            code = process.wait(LIMIT)
            print(f"{name}: {signal.Signals(number).name}: ended {time.monotonic() - sent:.3f} s later")
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
            check(False, f"{name}: {signal.Signals(number).name} waited {LIMIT} s for the end of a step")
    with open("err") as file:
        return code, file.read()


def text_of(path):
    if not os.path.exists(path):
        return ""
    with open(path) as file:
        return file.read()


def check_stops(name, number, rows):
    files = [f"{name}.{extension}" for extension in ("csv", "svg", "gyre", "npz")]
    for path in files:
        if os.path.exists(path):
            os.remove(path)
    code, said = stop(name, number, [word for path in files for word in ("-o", path)])
    check(code == 128 + number, f"{name}: exit code {code}, expected {128 + number}: {said[:300]}")
    check("stopped at t = 0 s" in said, f"{name}: the step was not rolled back: {said[:300]}")
    table = text_of(f"{name}.csv")
    check(table.endswith("\n") and table.count("\n") in rows, f"{name}.csv has {table.count(chr(10))} lines")
    check(text_of(f"{name}.svg").endswith("</svg>\n"), f"{name}.svg ends in the middle")
    for path in files[2:]:
        check(os.path.exists(path) and os.path.getsize(path) > 100, f"{path} is not there")
    left = [path for path in os.listdir(".") if path.startswith(name) and path not in files and path != name + ".json"]
    check(not left, f"{name}: left behind: {left}")


def check_beginning():
    """Before the first frame, space for a thousand frames is reserved: gigabytes of zeros."""
    code, said = stop("crowd", signal.SIGTERM, ["--duration", "10", "-o", "begun.npz", "-o", "begun.csv"], 0)
    check(code == 128 + signal.SIGTERM, f"stopped at the beginning: exit code {code}")
    check("stopped before the first step" in said, f"stopped at the beginning: {said[:300]}")
    left = [path for path in os.listdir(".") if "begun" in path]
    check(not left, f"stopped at the beginning: left behind: {left}")


def check_second_signal():
    """One of another kind does not count as a second one; one of the same kind ends the program by the signal itself."""
    process = subprocess.Popen([GYRE, "run", "rods.json"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not is_stepping(process.pid):
        time.sleep(0.01)
    process.send_signal(signal.SIGSTOP)  # so that both are there before it sees the first
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGCONT)
    code = process.wait(LIMIT)
    check(code in (128 + signal.SIGTERM, 128 + signal.SIGINT), f"two signals: exit code {code}")


def check_bar():
    """On a terminal the bar moves within the first of two steps."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(GYRE, [GYRE, "run", "crowd.json"])
    seen, text, begun = [], b"", time.monotonic()
    while len(set(seen)) < 2 and time.monotonic() - begun < 2 * LIMIT:
        if select.select([terminal], [], [], 1)[0]:
            try:
                text += os.read(terminal, 65536)
            except OSError:
                break
        seen = [int(part) for part in re.findall(rb"[#.]{40} +(\d+) %", text)]
    os.kill(pid, signal.SIGTERM)
    sent, ended = time.monotonic(), 0
    while not ended and time.monotonic() - sent < LIMIT:
        ended, status = os.waitpid(pid, os.WNOHANG)
        time.sleep(0.01)
    if not ended:
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    check(os.waitstatus_to_exitcode(status) == 128 + signal.SIGTERM, f"on a terminal: status {status}")
    check(len(set(seen)) >= 2 and seen == sorted(seen) and seen[-1] < 50, f"the bar does not move within a step: {seen}")
    print(f"the bar within the first of two steps: {seen[:3]} ... {seen[-1:]} %")


os.makedirs(WORK, exist_ok=True)
os.chdir(WORK)
write_scenes()
# the first frame of so many bodies takes long itself, and may be the one that is stopped
check_stops("crowd", signal.SIGTERM, (1, 20001))
check_stops("rods", signal.SIGTERM, (5,))
check_stops("rods", signal.SIGINT, (5,))
check_beginning()
check_second_signal()
check_bar()
sys.exit(failures > 0)
