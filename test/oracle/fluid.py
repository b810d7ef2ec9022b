"""Buoyancy of a sphere or a box: the weight of the displaced fluid, upwards at the centre of the submerged part."""
from math import pi

import algebra as al
from algebra import add, cross, dot, scale, sub
from mass import density_number


def submerged_sphere(centre, radius, surface):
    """Volume and centroid of the part of a ball below a level."""
    depth = min(max(surface - (centre[2] - radius), 0.0), 2 * radius)  # of the lowest point
    if depth == 0:
        return 0.0, centre
    volume = pi * depth * depth * (3 * radius - depth) / 3
    below = 3 * (2 * radius - depth) ** 2 / (4 * (3 * radius - depth))  # of the centroid of a cap, from the centre
    return volume, (centre[0], centre[1], centre[2] - below)


FACES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))  # outwards; corner bits are x, y, z


def submerged_box(centre, half_edges, surface):
    """The same of a box: its faces, cut at the surface, span pyramids from a point of the surface; the lid spans none."""
    corners = []
    for bits in range(8):
        p = centre
        for axis in range(3):
            p = add(p, scale(1 if bits >> axis & 1 else -1, half_edges[axis]))
        corners.append(p)
    apex = (centre[0], centre[1], surface)
    volume, first = 0.0, al.ZERO
    for face in FACES:
        polygon = []
        for k in range(4):
            p, q = corners[face[k]], corners[face[(k + 1) % 4]]
            if p[2] <= surface:
                polygon.append(sub(p, apex))
            if (p[2] < surface) != (q[2] < surface) and p[2] != surface and q[2] != surface:
                s = (surface - p[2]) / (q[2] - p[2])
                polygon.append(sub(add(p, scale(s, sub(q, p))), apex))
        for k in range(1, len(polygon) - 1):
            part = dot(polygon[0], cross(polygon[k], polygon[k + 1])) / 6
            volume += part
            first = add(first, scale(part / 4, add(polygon[0], add(polygon[k], polygon[k + 1]))))
    if abs(volume) < 1e-14:
        return 0.0, centre
    return abs(volume), add(apex, scale(1 / volume, first))


class Fluid:
    def __init__(self, data, scene):
        self.density, self.surface, self.drag = density_number(data["fluid_density"]), data.get("surface", 0), data.get("drag", 0)
        self.gravity, self.data = scene.gravity, data

    def solid_of(self, body):
        """Centre and radius, or centre and half edges, in the world."""
        data, at = self.data, self.data.get("at")
        if "solid" not in data:
            data, at = body.shape, al.ZERO  # the origin of the shape, also if the centre of mass is elsewhere
        if "radius" in data:
            return body.point(at), data["radius"]
        size, turned = data["size"], al.matrix_of(al.quaternion_product(body.q, al.read_rotation(data.get("turned"))))
        return body.point(at), [scale(size[k] / 2, tuple(row[k] for row in turned)) for k in range(3)]

    def displaced(self, body):
        """Displaced volume, its centroid, and the volume of the whole solid."""
        centre, extent = self.solid_of(body)
        if isinstance(extent, list):
            return *submerged_box(centre, extent, self.surface), 8 * abs(dot(extent[0], cross(extent[1], extent[2])))
        return *submerged_sphere(centre, extent, self.surface), 4 / 3 * pi * extent**3

    def act(self, t, factor, body):
        volume, middle, whole = self.displaced(body)
        if volume:
            body.push((0.0, 0.0, -factor * self.density * volume * self.gravity[2]), middle)  # the surface is level
            body.push(scale(-factor * self.drag * volume / whole, body.velocity_at(middle)), middle)

    def potential(self, body):
        volume, middle, _ = self.displaced(body)
        return -self.density * volume * self.gravity[2] * (self.surface - middle[2])
