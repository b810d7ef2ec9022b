"""Meshes for doubling.py: surfaces that are hard for some part of `gyre inertia`, and writers for each format."""
import base64, json, math, random, struct


# ---- surfaces: a list of points and a list of triangles ----

def sphere(n):
    """A closed surface of about n triangles."""
    rows = max(3, int(math.sqrt(n / 2)))
    points, triangles = [], []
    for i in range(rows + 1):
        for j in range(rows):
            a, b = math.pi * i / rows, 2 * math.pi * j / rows
            points.append((math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)))
    for i in range(rows):
        for j in range(rows):
            a, b, k = i * rows + j, i * rows + (j + 1) % rows, rows
            if i > 0: triangles.append((a, a + k, b))
            if i < rows - 1: triangles.append((b, a + k, b + k))
    merged = lambda i: 0 if i < rows else rows * rows if i >= rows * rows else i
    return points, [tuple(merged(i) for i in t) for t in triangles]


CUBE_POINTS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
CUBE = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4), (2, 6, 3), (3, 6, 7), (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5)]


def cubes(places, triangles=CUBE):
    """A cube of this size at each place, as (x, y, z, size)."""
    points, all_triangles = [], []
    for x, y, z, size in places:
        first = len(points)
        points += [(x + size * a, y + size * b, z + size * c) for a, b, c in CUBE_POINTS]
        all_triangles += [(first + a, first + b, first + c) for a, b, c in triangles]
    return points, all_triangles


def in_a_row(n, step=2):
    return [(step * i, 0, 0, 1) for i in range(n)]


def nested(n):
    return [(-s / 2, -s / 2, -s / 2, s) for s in (1 + i / n for i in range(n))]


def soup(corners):
    """Triangles that share no points."""
    points = [p for triangle in corners for p in triangle]
    return points, [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(len(points) // 3)]


def needles(n):
    """Long triangles that all cross near the origin."""
    r = random.Random(1)
    def one():
        x, y, z = (r.gauss(0, 1) for _ in range(3))
        return (x, y, z), (-x, -y, -z), (x + 0.01, y, z)
    return soup([one() for _ in range(n)])


def crossing_strips(n):
    """Strips along x and strips along y: each crosses half of the others."""
    half, strips = n // 2, []
    for i in range(half):
        a = i / half
        strips += [((a, 0, -1e-3), (a, 1, 0), (a, 0, 1e-3)), ((0, a, -1e-3), (1, a, 0), (0, a, 1e-3))]
    return soup(strips)


def fan(n):
    """All triangles have one edge in common."""
    ring = [(math.cos(6.28 * i / n), math.sin(6.28 * i / n), 0) for i in range(n)]
    return [(0, 0, 0), (0, 0, 1)] + ring, [(0, 1, 2 + i) for i in range(n)]


def cone(n):
    """All triangles have one point in common; closed by one face of n corners (see faces)."""
    ring = [(math.cos(2 * math.pi * i / n), math.sin(2 * math.pi * i / n), 0) for i in range(n)]
    return [(0, 0, 1)] + ring, [(0, 1 + i, 1 + (i + 1) % n) for i in range(n)]


def ring_of(radii):
    """An open cylinder over a polygon with these radii: two holes of n edges."""
    n = len(radii)
    low = [(r * math.cos(2 * math.pi * i / n), r * math.sin(2 * math.pi * i / n), 0) for i, r in enumerate(radii)]
    triangles = []
    for i in range(n):
        k = (i + 1) % n
        triangles += [(i, k, n + i), (k, n + k, n + i)]
    return low + [(x, y, 1) for x, y, _ in low], triangles


def comb(n):
    """A polygon of n corners whose teeth defeat the search for ears."""
    return [(float(i), 100.0 * (i % 2), 0.0) for i in range(n - 2)] + [(n - 2.0, -1.0, 0.0), (0.0, -1.0, 0.0)]


def spiral(n):
    """A polygon of n corners along a spiral and back."""
    half = n // 2
    out = [((1 + i) * math.cos(0.1 * i), (1 + i) * math.sin(0.1 * i), 0) for i in range(half)]
    back = [((0.7 + i) * math.cos(0.1 * i), (0.7 + i) * math.sin(0.1 * i), 0) for i in reversed(range(half))]
    return out + back


def regular(n):
    return [(math.cos(2 * math.pi * i / n), math.sin(2 * math.pi * i / n), 0) for i in range(n)]


def prism(polygon):
    """A closed prism over a polygon, its ends as faces of n corners."""
    n = len(polygon)
    points = polygon + [(x, y, z + 1) for x, y, z in polygon]
    faces = [tuple(reversed(range(n))), tuple(range(n, 2 * n))]
    return points, faces + [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]


def plate_with_holes(n):
    """A sheet of quads of which every second is missing."""
    side = int(math.sqrt(n)) + 1
    points = [(float(i), float(j), 0.0) for i in range(side) for j in range(side)]
    triangles = []
    for i in range(side - 1):
        for j in range(side - 1):
            a = i * side + j
            if not (i % 2 and j % 2): triangles += [(a, a + side, a + 1), (a + 1, a + side, a + side + 1)]
    return points, triangles


def cracked(n):
    """A closed band whose sides have points that the other side does not have."""
    points, triangles = ring_of([1 + 1e-3 * (i % 2) for i in range(n)])
    middle = [tuple((points[i][k] + points[(i + 1) % n][k]) / 2 for k in range(3)) for i in range(n)]
    more = [(2 * n + i, (i + 1) % n, i) for i in range(n)]
    return points + middle, triangles + more


# ---- formats ----

def stl(points, triangles):
    record = struct.Struct("<12fH")
    body = b"".join([record.pack(0, 0, 0, *points[a], *points[b], *points[c], 0) for a, b, c in triangles])
    return b"binary".ljust(80) + struct.pack("<I", len(triangles)) + body


def stl_text(points, triangles, name="a"):
    vertex = ["vertex %.9g %.9g %.9g\n" % p for p in points]
    return f"solid {name}\n" + "".join([f"facet normal 0 0 0\nouter loop\n{vertex[a]}{vertex[b]}{vertex[c]}endloop\nendfacet\n" for a, b, c in triangles]) + f"endsolid {name}\n"


def obj(points, faces, before_face=None):
    lines = ["v %.17g %.17g %.17g\n" % p for p in points]
    for i, face in enumerate(faces):
        if before_face: lines.append(before_face(i))
        lines.append("f " + " ".join([str(1 + k) for k in face]) + "\n")
    return "".join(lines)


def ply_header(kind, points, faces, more=""):
    return f"ply\nformat {kind} 1.0\n{more}element vertex {points}\nproperty double x\nproperty double y\nproperty double z\nelement face {faces}\nproperty list int int vertex_indices\nend_header\n"


def ply_text(points, faces):
    return ply_header("ascii", len(points), len(faces)) + "".join(["%.17g %.17g %.17g\n" % p for p in points]) + "".join([f"{len(f)} {' '.join(map(str, f))}\n" for f in faces])


def ply(points, faces):
    body = b"".join([struct.pack("<3d", *p) for p in points]) + b"".join([struct.pack(f"<{1 + len(f)}i", len(f), *f) for f in faces])
    return ply_header("binary_little_endian", len(points), len(faces)).encode() + body


def gltf_parts(points, triangles):
    """The JSON of a mesh, and its buffer."""
    low = [min(p[k] for p in points) for k in range(3)]
    high = [max(p[k] for p in points) for k in range(3)]
    positions = b"".join([struct.pack("<3f", *p) for p in points])
    indices = b"".join([struct.pack("<3I", *t) for t in triangles])
    return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(points), "type": "VEC3", "min": low, "max": high},
                          {"bufferView": 1, "componentType": 5125, "count": 3 * len(triangles), "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": len(positions)},
                            {"buffer": 0, "byteOffset": len(positions), "byteLength": len(indices)}],
            "buffers": [{"byteLength": len(positions) + len(indices)}]}, positions + indices


def glb(tree, buffer):
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sIII4s", b"glTF", 2, 28 + len(text) + len(buffer), len(text), b"JSON") + text + struct.pack("<I4s", len(buffer), b"BIN\0") + buffer


def gltf(tree, buffer):
    tree["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(buffer).decode()
    return json.dumps(tree)


def cube_obj():
    return obj(CUBE_POINTS, CUBE)
