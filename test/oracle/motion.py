"""The motion of a scene by scipy's DOP853, in pieces: no piece contains an edge of a window, a corner of a profile or of a path."""
from math import floor, inf

import numpy as np
from scipy.integrate import DOP853

from forces import Unfit
from scene import SIZE, Scene

FASTEST, QUICKEST = 60.0, 25.0  # [m/s], [rad/s]: faster scenes amplify differences


def frame_steps(scene):
    """Frame k is the step nearest to k / fps."""
    fps, steps = scene.data["fps"], []
    k = 0
    while round(k / fps / scene.dt) <= scene.step_count:
        steps.append(round(k / fps / scene.dt))
        k += 1
    return steps


def break_times(scene, frames):
    h, end = scene.dt, scene.step_count * scene.dt
    times = {n * h for n in frames} | {0.0, end}
    for f in scene.forces:
        for edge in (f.start, f.end):
            if 0 <= edge < end and edge != inf:
                n = floor(edge / h + 1e-9)  # the step that contains the edge is a piece, with a share of the force
                times |= {n * h, min(end, (n + 1) * h)}
        times |= {float(p[0]) for p in f.profile or () if 0 < p[0] < end}
    for b in scene.bodies:
        times |= {float(t) for t in getattr(b, "path_times", ()) if 0 < t < end}
    result = []
    for t in sorted(times):
        if not result or t - result[-1] > 1e-9 * h:
            result.append(t)
    return result


def piece(scene, y, t0, t1, rtol):
    middle = 0.5 * (t0 + t1)
    step = floor(middle / scene.dt) * scene.dt
    for f in scene.forces:
        f.open_window(step, scene.dt)
    solver = DOP853(lambda t, y: np.array(scene.derivative(min(max(t, t0 + 1e-13), t1 - 1e-13), y)), t0, y, t1, rtol=rtol,
                    atol=rtol / 10)
    while solver.status == "running":
        solver.step()
        if solver.status == "failed" or solver.nfev > 60000:
            raise Unfit("the solver needs too many steps")
        for k, b in enumerate(scene.bodies):
            state = solver.y[SIZE * k:SIZE * k + SIZE]
            if not (abs(state[3:6]).max() < FASTEST and abs(state[10:13]).max() < QUICKEST):
                raise Unfit("something moves too fast")
    return solver.y


def solve(data, folder=".", rtol=1e-11):
    """Times and columns of every frame."""
    scene = Scene(data, folder)
    frames = frame_steps(scene)
    y, frame_times, rows, previous = np.array(scene.start()), [], [], 0.0
    for t in break_times(scene, frames):
        if t > previous:
            y = piece(scene, y, previous, t, rtol)
            previous = t
        n = round(t / scene.dt)
        if n in frames and abs(n * scene.dt - t) < 1e-9 * scene.dt:
            frame_times.append(n * scene.dt)
            rows.append(scene.columns(t, y))
    return frame_times, rows
