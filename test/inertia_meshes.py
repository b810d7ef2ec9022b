"""Small mesh files for check_inertia.sh, written here so that nothing of Gyre is needed to make them."""
import json
import struct

# a box of 0.3 x 0.2 x 0.1 m with a corner at (1, 2, 3)
LOW, SIZE = (1.0, 2.0, 3.0), (0.3, 0.2, 0.1)


def corners(low, size):
    return [tuple(low[k] + (size[k] if i >> k & 1 else 0) for k in range(3)) for i in range(8)]


QUADS = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
TRIANGLES = [t for a, b, c, d in QUADS for t in ((a, b, c), (a, c, d))]


def binary_stl(points, triangles):
    out = b"made by a test".ljust(80) + struct.pack("<I", len(triangles))
    for t in triangles:
        out += struct.pack("<12fH", 0, 0, 0, *(x for i in t for x in points[i]), 0)
    return out


def text_stl(points, triangles):
    facets = "".join(
        " facet normal 0 0 0\n  outer loop\n" + "".join("   vertex %r %r %r\n" % points[i] for i in t) + "  endloop\n endfacet\n"
        for t in triangles)
    return "solid box\n" + facets + "endsolid box\n"


def obj(points, quads):
    return "".join("v %r %r %r\n" % p for p in points) + "".join("f %d %d %d %d\n" % tuple(i + 1 for i in q) for q in quads)


def ply(points, quads):
    head = "ply\nformat ascii 1.0\nelement vertex %d\nproperty double x\nproperty double y\nproperty double z\n" \
           "element face %d\nproperty list uchar int vertex_indices\nend_header\n" % (len(points), len(quads))
    return head + "".join("%r %r %r\n" % p for p in points) + "".join("4 %d %d %d %d\n" % q for q in quads)


def gltf(points, triangles, uri):
    places = b"".join(struct.pack("<3f", *p) for p in points)
    indices = b"".join(struct.pack("<3H", *t) for t in triangles)
    head = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(points), "type": "VEC3",
                           "min": [min(p[k] for p in points) for k in range(3)], "max": [max(p[k] for p in points) for k in range(3)]},
                          {"bufferView": 1, "componentType": 5123, "count": 3 * len(triangles), "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteLength": len(places)},
                            {"buffer": 0, "byteOffset": len(places), "byteLength": len(indices)}],
            "buffers": [{"byteLength": len(places) + len(indices)}]}
    if uri:
        head["buffers"][0]["uri"] = uri
    return head, places + indices


def glb(points, triangles):
    head, data = gltf(points, triangles, None)
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def write(name, content):
    with open(name, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


box = corners(LOW, SIZE)
write("box.obj", obj(box, QUADS))
write("box.ply", ply(box, QUADS))
write("text.stl", text_stl(box, TRIANGLES))
write("box.stl", binary_stl(box, TRIANGLES))
write("box.glb", glb(box, TRIANGLES))
head, data = gltf(box, TRIANGLES, "box.bin")
write("box.gltf", json.dumps(head))
write("box.bin", data)
write("escape.gltf", json.dumps(gltf(box, TRIANGLES, "../box.bin")[0]))
write("lonely.gltf", json.dumps(gltf(box, TRIANGLES, "none.bin")[0]))
write("mm.stl", binary_stl([tuple(1000 * x for x in p) for p in box], TRIANGLES))
write("left.obj", obj(corners((0, 0, 0), (1, 2, 3)), QUADS))
write("right.obj", obj(corners((1, 0, 0), (1, 2, 3)), QUADS))
write("open.stl", binary_stl(box, TRIANGLES[1:]))
write("inverted.obj", obj(box, [q[::-1] for q in QUADS]))
write("plate.obj", "v 0 0 0\nv 0.3 0 0\nv 0.3 0.2 0\nv 0 0.2 0\nf 1 2 3 4\n")
write("short.stl", binary_stl(box, TRIANGLES)[:-30])
write("slip.obj", "v 0 0 0\nv 1 0 0\nv 0 1 x\nf 1 2 3\n")
write("words.obj", "hello\n")
write("empty.stl", "")
