#!/usr/bin/env python3
"""Writes examples/scenes/asteroid-field.json: tumbling rocks on circular orbits about a small planet.

    python3 tools/make_asteroid_field.py > examples/scenes/asteroid-field.json

Every rock has the speed of a circular orbit, sqrt(mu / r), so its distance from the planet is constant.
"""
import math
import random

COUNT, MU, INNER, OUTER = 1000, 100.0, 20.0, 60.0
SHAPES = ("box", "ellipsoid")


def numbers(values, digits):
    return "[" + ", ".join(repr(round(v, digits)) for v in values) + "]"


def direction(source):
    while True:
        v = [source.uniform(-1, 1) for _ in range(3)]
        length = math.sqrt(sum(c * c for c in v))
        if 0.1 < length < 1:
            return [c / length for c in v]


def rock(source, index):
    angle, height, radius = source.uniform(0, 2 * math.pi), source.gauss(0, 0.06), source.uniform(INNER, OUTER)
    ring = math.sqrt(1 - height * height)
    position = [round(radius * c, 6) for c in (ring * math.cos(angle), ring * math.sin(angle), height)]
    radius = math.sqrt(sum(c * c for c in position))
    ahead = [-math.sin(angle), math.cos(angle), 0]
    speed = math.sqrt(MU / radius)
    shape = SHAPES[index % 2]
    size = [source.uniform(0.2, 0.9) * (2 if shape == "box" else 1) for _ in range(3)]
    spin = [source.uniform(0.1, 2) * c for c in direction(source)]
    kind = '"size"' if shape == "box" else '"radii"'
    return (f'    {{ "name": "rock {index + 1}", "density": 2500, "shape": {{ "type": "{shape}", {kind}: {numbers(size, 3)} }}, '
            f'"position": {numbers(position, 6)}, "velocity": {numbers([speed * c for c in ahead], 9)}, '
            f'"angular_velocity": {numbers(spin, 3)}, "color": "#8c8379" }}')


def main():
    source = random.Random(1)
    rocks = ",\n".join(rock(source, i) for i in range(COUNT))
    print(f"""{{
  "gyre": 1,
  "title": "A thousand tumbling rocks on circles about a small planet",
  "dt": 0.016666666666666666, "duration": 20, "fps": 30,
  "bodies": [
{rocks},
    {{ "name": "planet", "kind": "static", "shape": {{ "type": "sphere", "radius": 10 }}, "color": "#6b7f99" }}
  ],
  "forces": [
    {{ "type": "attraction", "body": "all", "to": [0, 0, 0], "mu": {MU:g} }}
  ]
}}""")


if __name__ == "__main__":
    main()
