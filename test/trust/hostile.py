#!/usr/bin/env python3
"""Hostile scenes, meshes and snapshots for the command: hostile.py GYRE quick|full.

Each case is possible hostile input: it must be refused with the documented exit code and a message with its position, within
seconds, in less than 64 MB. `quick` runs every fourth case.
"""
import base64, json, os, re, socket, struct, subprocess, sys, tempfile, threading, time

GYRE, HOW = os.path.abspath(sys.argv[1]), sys.argv[2]
MEMORY_MAX = 64 << 20
SECONDS_MAX = 20  # of the clock, on a busy machine; a case takes some hundredths
USAGE, FILES = 2, 3

# file:line:column, or the file alone where there are no lines
AT_LINE = r"^[^\n]*scene\.json:\d+:\d+: "
OF_FILE = r"(cannot read '[^']*|scene\.json: )"
OF_MESH = r"(mesh[^\n]*:\d+:\d+: |mesh[^\n]*: byte \d+: |mesh[^\n]*: \S)"

cases = []  # name, arguments, exit codes, what stderr must match, standard input


def case(name, arguments, codes, says, stdin=None):
    cases.append((name, arguments, codes, says, stdin))


def write(name, content):
    """A file in the folder of the cases, by a function if it is long."""
    with open(name, "wb") as file:
        if callable(content):
            content(file)
        else:
            file.write(content.encode() if isinstance(content, str) else content)
    return name


count = 0


def folder():
    global count
    count += 1
    os.mkdir(f"{count:04d}")
    return f"{count:04d}"


def scene(name, content, codes=(USAGE,), says=AT_LINE, command="check"):
    case(name, [command, write(folder() + "/scene.json", content)], codes, says)


def body(members, more=""):
    return '{"gyre":1,"bodies":[{"name":"a","mass":1,"inertia":[1,1,1],' + members + "}]" + more + "}"


def force(members):
    return body('"color":"#102030"', ',"forces":[{' + members + "}]")


# ---- text that is no JSON ----

def texts():
    deep = 10**6
    scene("a million arrays", lambda f: f.write(b"[" * deep))
    scene("a million arrays, closed", lambda f: f.write(b"[" * deep + b"]" * deep))
    scene("a million objects", lambda f: f.write(b'{"a":' * deep))
    scene("a million arrays in a key", lambda f: f.write(b'{"gyre":1,"bodies":' + b"[" * deep))
    scene("a million parts in each other", lambda f: f.write(
        b'{"gyre":1,"bodies":[{"name":"a","mass":1,"shape":' + b'{"type":"compound","parts":[' * deep))
    scene("65 levels", '{"gyre":1,"x":' + "[" * 65 + "]" * 65 + "}")
    scene("digits without end", lambda f: f.write(b'{"gyre":1,"dt":' + b"1" * 10**7 + b"}"))
    scene("decimals without end, then a letter", lambda f: f.write(b'{"gyre":1,"dt":0.' + b"0" * 10**7 + b"x}"))
    scene("an exponent without end", lambda f: f.write(b'{"gyre":1,"dt":1e' + b"9" * 10**7 + b"}"))
    scene("a string of 10 MB, not ended", lambda f: f.write(b'{"gyre":1,"title":"' + b"a" * 10**7))
    scene("a key of 10 MB", lambda f: f.write(b'{"gyre":1,"' + b"k" * 10**7 + b'":1}'))
    scene("10 MB of white space", lambda f: f.write(b" " * 10**7))
    scene("a name of 1 MB", lambda f: f.write(
        b'{"gyre":1,"bodies":[{"name":"' + b"n" * 10**6 + b'","mass":1,"inertia":[1,1,1]},3]}'))
    for number in ("1e400", "-1e400", "1e999999999", "NaN", "Infinity", "-Infinity", "nan", "0x10", "01", "1.", ".5", "+1",
                   "1e", "1e+", "--1", "-", "1_000", "1,5", "1 2", "\uff11"):
        scene("number " + number, '{"gyre":1,"dt":' + number + "}")
    for text in ("", " ", "\n\n", "null", "[]", '"gyre"', "1", "{", "}", "{}", '{"gyre"', '{"gyre":', '{"gyre":1', '{"gyre":1,',
                 '{"gyre":1,}', "{'gyre':1}", "{gyre:1}", '{"gyre":1}{}', '{"gyre":1} x', '// a\n{"gyre":1}', '{"gyre":1/**/}',
                 '{"gyre" 1}', '{"gyre":1;"dt":1}', '{"gyre":True}', '{"gyre":1]', "\x00", '{"gyre":1}\x00', '{"gy\x00re":1}'):
        scene("text " + repr(text), text)
    for mark in (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff", b"\xef\xbb", b"\x1f\x8b"):
        scene("mark " + mark.hex(), mark + b'{"gyre":1}')
    for code in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
        scene("in " + code, '{"gyre":1}'.encode(code))


BAD_UTF8 = ("80", "bf", "c080", "c1bf", "e08080", "e09fbf", "f0808080", "f08fbfbf", "eda080", "edbfbf", "eda080edb080", "f4908080",
            "f5808080", "f8888080", "fe", "ff", "c3", "e282", "f09f98", "c328", "e28228", "f09f9828", "fc8080808080")


def encodings():
    for bad in BAD_UTF8:
        bad_bytes = bytes.fromhex(bad)
        scene("utf-8 in a string " + bad, b'{"gyre":1,"title":"' + bad_bytes + b'"}')
        scene("utf-8 in a key " + bad, b'{"gyre":1,"' + bad_bytes + b'":1}')
        scene("utf-8 in the open " + bad, b'{"gyre":1}' + bad_bytes)
    for escape in (r"\ud800", r"\udc00", r"\ud800x", r"\ud800\ud800", r"\u12", r"\u12g4", r"\x41", r"\'", "\\", "\n", "\t", "\x01", "\x1f"):
        scene("escape " + repr(escape), '{"gyre":1,"title":"' + escape + '"}')
    for key in ("title", "name"):
        value = '"a\\u0000b"'
        scene("NUL in " + key, '{"gyre":1,"title":%s}' % value if key == "title" else body('"lock":["x"]').replace('"a"', value))
    scene("NUL in a key", '{"gyre":1,"dt\\u0000":1}')


# ---- valid JSON, invalid scenes ----

def values():
    wrong = ("null", "true", '"1"', "[]", "{}", "[[1]]")
    for key in ("dt", "duration", "fps", "gravity", "bodies", "forces", "method", "title", "gyre"):
        for value in wrong:
            if (key, value) in (("bodies", "[]"), ("forces", "[]"), ("title", '"1"')): continue
            scene(f"{key} {value}", '{"gyre":1,"%s":%s}' % (key, value) if key != "gyre" else '{"gyre":%s}' % value)
    for key in ("position", "orientation", "shape", "lock", "pivot", "path", "color", "linear_damping", "center_of_mass"):
        for value in wrong:
            if (key, value) in (("lock", "[]"), ): continue
            scene(f"body {key} {value}", body(f'"{key}":{value}'))
    for members in ('"mass":0', '"mass":-1', '"mass":1e308,"velocity":[1e308,0,0]', '"inertia":[1,1,3]', '"inertia":[-1,1,1]',
                    '"inertia":[0,0,0]', '"inertia":[1,1]', '"inertia":[1e308,1e308,1e308,1e308,1e308,1e308]'):
        scene("body " + members, '{"gyre":1,"bodies":[{"name":"a","density":1,%s,"x":1}]}' % members)
    for members in ('"orientation":[0,0,0,0]', '"orientation":[1,1,1,1]', '"orientation":{"axis":[0,0,0],"angle":1}',
                    '"lock":["w"]', '"lock":["rx"]', '"kind":"ghost"', '"color":"red"', '"linear_damping":-1',
                    '"angular_velocity":[1,0,0],"angular_velocity_body":[1,0,0]', '"path":[{"t":0}]',
                    '"kind":"kinematic","path":[{"t":1},{"t":0}]', '"shape":{"type":"box","size":[0,1,1]}',
                    '"shape":{"type":"sphere","radius":-1}', '"shape":{"type":"tube","radius":1,"inner_radius":2,"height":1}',
                    '"shape":{"type":"torus","radius":1,"tube_radius":2}', '"shape":{"type":"compound","parts":[]}',
                    '"shape":{"type":"blob"}', '"shape":{"size":[1,1,1]}'):
        scene("body " + members, body(members))
    for key, value in (("dt", "0"), ("dt", "-1"), ("dt", "5e-324"), ("duration", "1e308"), ("fps", "1e308"), ("duration", "-1"),
                       ("method", '"euler2"'), ("rtol", "-1"), ("rtol", "1e-300"), ("gyre", "2"), ("boddies", "[]"), ("\\u0000", "1")):
        scene(f"{key} {value}", '{"gyre":1,"%s":%s}' % (key, value) if key != "gyre" else '{"gyre":%s}' % value)


def names():
    scene("a key twice", '{"gyre":1,"dt":1,"dt":2}')
    scene("a key twice, escaped", '{"gyre":1,"dt":1,"\\u0064t":2}')
    scene("a key of a body twice", body('"mass":2'))
    scene("a key twice, a hundred thousand others between", lambda f: f.write(
        b'{"a":0,' + b"".join(b'"k%d":0,' % i for i in range(100000)) + b'"a":1}'))
    two = '{"gyre":1,"bodies":[{"name":%s,"mass":1,"inertia":[1,1,1]},{"name":%s,"mass":1,"inertia":[1,1,1]}]}'
    scene("a name twice", two % ('"a"', '"a"'))
    scene("a name twice, escaped", two % ('"a"', '"\\u0061"'))
    scene("an empty name", two % ('"a"', '""'))
    scene("a body called world", two % ('"a"', '"world"'))
    scene("a body called all", two % ('"a"', '"all"'))
    scene("no name", '{"gyre":1,"bodies":[{"mass":1,"inertia":[1,1,1]}]}')
    scene("ten thousand bodies of one name", lambda f: f.write(b'{"gyre":1,"bodies":[' + b",".join(
        [b'{"name":"a","mass":1,"inertia":[1,1,1]}'] * 10000) + b"]}"))
    for members in ('"type":"spring","body":"nobody","stiffness":1', '"type":"spring","body":"a","to":"a","stiffness":1',
                    '"type":"spring","body":"a","to":"nobody","stiffness":1', '"type":"spring","body":"a","stiffness":-1',
                    '"type":"attraction","body":"a","to":"a","mu":1', '"type":"push","body":"a"', '"body":"a"',
                    '"type":"force","body":"a","force":[1,0,0],"from":2,"until":1', '"type":"force","body":"a"',
                    '"type":"force","body":"a","force":[1,0,0],"profile":[[1,0],[0,0]]', '"type":"drag","body":"a","linear":-1',
                    '"type":"force","body":"world","force":[1,0,0]', '"type":"thruster","body":"a","direction":[0,0,0],"thrust":1'):
        scene("force " + members, force(members))


# ---- sizes ----

def sizes():
    for kind in FLOODS:
        for command in ("check", "run"):
            case(f"a pipe with 1 GB of {kind}, {command}", [command, "-"], (FILES,), r"'standard input': it is larger.*\n.*--max-file", kind)
        case(f"a pipe with 1 GB of {kind}, inertia", ["inertia", "-"], (FILES,), r"'standard input': it is larger.*\n.*--max-file", kind)

    def sparse(path, size, begin=b""):
        with open(path, "wb") as file:
            file.write(begin)
            file.truncate(size)
        return path
    case("a scene of 1 GB", ["run", sparse(folder() + "/scene.json", 1 << 30, b'{"gyre":1,"title":"')], (FILES,), r"scene\.json': it is larger.*\n.*--max-file")
    case("a mesh of 8 GB", ["inertia", sparse(folder() + "/mesh.stl", 8 << 30)], (FILES,), r"mesh\.stl': it is larger.*\n.*--max-file")
    case("a snapshot of 8 GB", ["run", "tennis-racket", "--from", sparse(folder() + "/x.gyre", 8 << 30)], (FILES,), r"x\.gyre': it is larger.*\n.*--max-file")
    at = folder()
    write(at + "/scene.json", body('"shape":{"type":"mesh","file":"mesh.stl"}'))
    sparse(at + "/mesh.stl", 8 << 30)
    case("a scene with a mesh of 8 GB", ["run", at + "/scene.json"], (USAGE,), AT_LINE + r"[^\n]*mesh\.stl[^\n]*larger.*\n.*--max-file")
    many = b'{"gyre":1,"bodies":[' + b",".join(b"{}" for _ in range(60)) + b"]}"
    case("more bodies than allowed", ["check", write(folder() + "/scene.json", many), "--max-bodies", "59"], (USAGE,), AT_LINE + r"bodies: .*59.*\n.*--max-bodies")
    case("more memory than allowed", ["run", "asteroid-field", "--max-memory", "100K"], (FILES,), r"asteroid-field: out of memory\n.*102400.*--max-memory")
    case("more memory than allowed, in a run", ["run", "tennis-racket", "--quiet", "-o", folder() + "/out.html", "--max-memory", "300K"], (1, FILES), r"--max-memory")
    for option in ("--max-bodies", "--max-file", "--max-memory"):
        for value in ("0", "-1", "x", "", "1e6", "99999999999999999999", "1Z", "1.5M"):
            case(f"{option} '{value}'", ["run", "tennis-racket", option, value], (USAGE,), option + r" must be .* '" + re.escape(value) + "'")
    case("a duration without end", ["run", "tennis-racket", "--duration", "1e300"], (USAGE,), r"makes 6e\+301 steps")
    case("a step of nothing", ["run", "tennis-racket", "--dt", "1e-300"], (USAGE,), r"steps")


# ---- paths ----

def paths():
    def refused(name, file, says=r"shape\.file: ", prepare=None, codes=(USAGE,)):
        at = folder()
        if prepare: prepare(at)
        write(at + "/scene.json", body('"shape":{"type":"mesh","file":%s}' % json.dumps(file)))
        case("mesh " + name, ["run", at + "/scene.json"], codes, AT_LINE + "[^\n]*" + says)
    write("outside.stl", "solid\nendsolid\n")
    for name, file in (("by ..", "../outside.stl"), ("by a/../..", "a/../../outside.stl"), ("/etc/passwd", "/etc/passwd"),
                       ("/dev/zero", "/dev/zero"), ("/dev/stdin", "/dev/stdin"), ("/proc/self/mem", "/proc/self/mem"), ("empty", ""),
                       ("dots", ".."), ("slash", "/"), ("NUL", "a\0b"), ("very long", "a/" * 5000 + "b.stl"),
                       ("long name", "n" * 5000)):
        refused(name, file)
    # missing, or there and yet not to be read: trouble with files, no mistake of the scene
    def unreadable(name, file="mesh.stl", prepare=None):
        refused(name, file, r"shape\.file: cannot read '", prepare, (FILES,))
    for name, file in (("missing", "none.stl"), ("minus", "-"), ("a folder", "sub/"), ("a URL", "http://example.com/a.stl"),
                       ("home", "~/a.stl"), ("dot", ".")):
        unreadable(name, file)
    def link(target):
        return lambda at: os.symlink(target, at + "/mesh.stl")
    refused("by a link outside", "mesh.stl", prepare=link("../outside.stl"))
    refused("by a link to /etc/passwd", "mesh.stl", prepare=link("/etc/passwd"))
    refused("by a link to /dev/zero", "mesh.stl", prepare=link("/dev/zero"))
    unreadable("by a link to itself", prepare=link("mesh.stl"))
    unreadable("by a link to nothing", prepare=link("gone.stl"))
    def linked_folder(at):
        os.symlink("..", at + "/up")
    refused("by a linked folder", "up/outside.stl", prepare=linked_folder)
    unreadable("that is a pipe", prepare=lambda at: os.mkfifo(at + "/mesh.stl"))
    unreadable("that is a folder", prepare=lambda at: os.mkdir(at + "/mesh.stl"))
    def make_socket(at):
        s = socket.socket(socket.AF_UNIX)
        s.bind(at + "/mesh.stl")
        s.close()
    unreadable("that is a socket", prepare=make_socket)
    refused("that is empty", "mesh.stl", prepare=lambda at: write(at + "/mesh.stl", b""))
    refused("without a mesh", "mesh.stl", prepare=lambda at: write(at + "/mesh.stl", b"hello"))
    for command in ("run", "check", "inertia"):
        case(command + " /dev/zero", [command, "/dev/zero"], (FILES,), r"'/dev/zero': it is larger.*\n.*--max-file")
        case(command + " a folder", [command, folder()], (FILES,), OF_FILE)
        case(command + " missing", [command, "none/scene.json"], (FILES,), OF_FILE)
        case(command + " /proc/self/mem", [command, "/proc/self/mem"], (FILES,), OF_FILE)
        at = folder()
        make_socket(at)
        case(command + " a socket", [command, at + "/mesh.stl"], (FILES,), OF_FILE)


# ---- meshes ----

def mesh(name, content, codes=(USAGE,), file="mesh", says=OF_MESH):
    case("mesh: " + name, ["inertia", write(folder() + "/" + file, content)], codes, says)


def gltf(**members):
    top = {"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36, "uri": "data:application/gltf-buffer;base64," + base64.b64encode(struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)).decode()}],
           "bufferViews": [{"buffer": 0, "byteLength": 36}], "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
           "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}]}
    top.update(members)
    return json.dumps(top)


def meshes():
    for promised in (1, 100, 2**31, 2**32 - 1):
        mesh(f"STL promises {promised} triangles", b"x" * 80 + struct.pack("<I", promised) + b"\0" * 49)
    mesh("STL with NaN", b"x" * 80 + struct.pack("<I", 1) + b"\0" * 12 + struct.pack("<9f", *[float("nan")] * 9) + b"\0\0")
    for text in ("solid", "solid\nfacet", "solid\nfacet normal 0 0 0\nouter loop\nvertex 1", "solid\nendsolid", "solid\n" + "facet " * 1000,
                 "solid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1e999 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid"):
        mesh("STL " + text[:40], text)
    header = "ply\nformat {} 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\nelement face {}\nproperty list {} int vertex_indices\nend_header\n"
    for form in ("ascii", "binary_little_endian", "binary_big_endian"):
        for vertices, faces in ((2**32 - 1, 1), (10**18, 1), (3, 10**18), (-1, 1), (3, "1e9")):
            mesh(f"PLY {form} {vertices} {faces}", header.format(form, vertices, faces, "uchar").encode() + b"\0" * 64)
    mesh("PLY list of 2^32 - 1", header.format("binary_little_endian", 1, 1, "uint").encode() + b"\0" * 12 + b"\xff" * 4)
    mesh("PLY with an index beyond", header.format("ascii", 3, 1, "uchar") + "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n")
    for text in ("ply", "ply\n", "ply\nformat ascii 2.0\nend_header\n", "ply\nformat ascii 1.0\n" + "comment x\n" * 1000,
                 "ply\nformat ascii 1.0\nelement vertex 1\nproperty quux x\nend_header\n0\n"):
        mesh("PLY " + repr(text[:40]), text)
    mesh("PLY with 10 MB of header", lambda f: f.write(b"ply\nformat ascii 1.0\ncomment " + b"x" * 10**7))
    for text in ("f 1 2 3\n", "v 0 0 0\nf 1 2 3\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -4 1 2\n",
                 "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999\n", "v 0 0\n", "v a b c\n", "v 1e999 0 0\n", "v nan 0 0\n", "v 0 0 0\n",
                 "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/2/3/4 2 3\n"):
        mesh("OBJ " + repr(text[-30:]), text)
    view, accessor = {"buffer": 0, "byteLength": 36}, {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}
    for name, members in (
            ("version 1", {"asset": {"version": "1.0"}}), ("no asset", {"asset": 1}), ("a buffer of 4 GB", {"buffers": [{"byteLength": 2**32}]}),
            ("a buffer by ..", {"buffers": [{"byteLength": 36, "uri": "../../outside.stl"}]}), ("a buffer /dev/zero", {"buffers": [{"byteLength": 36, "uri": "/dev/zero"}]}),
            ("a buffer from the net", {"buffers": [{"byteLength": 36, "uri": "http://example.com/x"}]}), ("a buffer that is missing", {"buffers": [{"byteLength": 36, "uri": "none.bin"}]}),
            ("bad base64", {"buffers": [{"byteLength": 36, "uri": "data:application/gltf-buffer;base64,!!!!"}]}),
            ("a view beyond", {"bufferViews": [{"buffer": 0, "byteOffset": 20, "byteLength": 36}]}), ("a view of no buffer", {"bufferViews": [{"buffer": 9, "byteLength": 36}]}),
            ("an accessor beyond", {"accessors": [dict(accessor, count=4)]}), ("an accessor of 1e9", {"accessors": [dict(accessor, count=10**9)]}),
            ("an accessor of 1e18", {"accessors": [dict(accessor, count=10**18)]}), ("an accessor of -1", {"accessors": [dict(accessor, count=-1)]}),
            ("an accessor of half", {"accessors": [dict(accessor, count=0.5)]}), ("an accessor of 1e9 zeros", {"accessors": [{"componentType": 5126, "count": 10**9, "type": "VEC3"}]}),
            ("a sparse accessor of 1e9", {"accessors": [dict(accessor, sparse={"count": 10**9, "indices": {"bufferView": 0, "componentType": 5125}, "values": {"bufferView": 0}})]}),
            ("a stride of 4", {"bufferViews": [dict(view, byteStride=4)]}), ("an offset of 1", {"accessors": [dict(accessor, byteOffset=1, count=2)]}),
            ("unknown components", {"accessors": [dict(accessor, componentType=1)]}), ("no positions", {"meshes": [{"primitives": [{"attributes": {}}]}]}),
            ("no accessor", {"meshes": [{"primitives": [{"attributes": {"POSITION": 7}}]}]}), ("a node in itself", {"nodes": [{"mesh": 0, "children": [0]}]}),
            ("nodes in a ring", {"nodes": [{"children": [1]}, {"mesh": 0, "children": [0]}]}), ("a node with two parents", {"nodes": [{"children": [1, 2]}, {"children": [2]}, {"mesh": 0}]}),
            ("no node", {"scenes": [{"nodes": [5]}]}), ("a chain of 100000 nodes in a ring", {"nodes": [{"children": [(i + 1) % 100000]} for i in range(100000)]}),
            ("a matrix of infinity", {"nodes": [{"mesh": 0, "matrix": [1e308] * 16}]}), ("Draco", {"extensionsRequired": ["KHR_draco_mesh_compression"]}),
            ("one mesh ten million times", {"nodes": [{"mesh": 0} for _ in range(10**4)], "scenes": [{"nodes": list(range(10**4))}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}] * 1000}]})):
        mesh("glTF " + name, gltf(**members), codes=(USAGE, FILES))
    for name, parts in (("only a magic", b"glTF"), ("too long", b"glTF" + struct.pack("<II", 2, 2**32 - 1) + b"\0" * 20), ("version 9", b"glTF" + struct.pack("<II", 9, 32) + b"\0" * 20),
                        ("a chunk of 4 GB", b"glTF" + struct.pack("<III", 2, 32, 2**32 - 4) + b"JSON" + b"{}" * 6), ("no JSON", b"glTF" + struct.pack("<III", 2, 32, 12) + b"BIN\0" + b"\0" * 12),
                        ("bad JSON", b"glTF" + struct.pack("<III", 2, 32, 12) + b"JSON" + b"{" * 12), ("deep JSON", b"glTF" + struct.pack("<III", 2, 20 + 10**6, 10**6) + b"JSON" + b"[" * 10**6)):
        mesh("GLB " + name, parts)
    for name, content in (("empty", b""), ("spaces", b" " * 1000), ("PNG", b"\x89PNG\r\n\x1a\n"), ("ZIP", b"PK\3\4"), ("noise", bytes(range(256)) * 40), ("STEP", b"ISO-10303-21;\n"),
                          ("UTF-16", "solid x".encode("utf-16")), ("a scene", b'{"gyre":1}')):
        mesh(name, content)


# ---- snapshots ----

def snapshots():
    good = folder() + "/good.gyre"
    subprocess.run([GYRE, "run", "tennis-racket", "--quiet", "--duration", "1", "-o", good], check=True)
    with open(good, "rb") as file:
        whole = file.read()
    def snapshot(name, content, says=r"--from [^\n]*: "):
        case("snapshot: " + name, ["run", "tennis-racket", "--from", write(folder() + "/x.gyre", content)], (USAGE, FILES), says)
    for name, content in (("empty", b""), ("zeros", b"\0" * 1000), ("only a magic", whole[:4]), ("only a header", whole[:24]), ("cut", whole[:-1]), ("longer", whole + b"\0"),
                          ("version 9", whole[:4] + struct.pack("<I", 9) + whole[8:]), ("a size of 2^64 - 1", whole[:8] + b"\xff" * 8 + whole[16:]),
                          ("a size of 0", whole[:8] + b"\0" * 8 + whole[16:]), ("another checksum", whole[:16] + b"\0" * 8 + whole[24:]), ("text", b"hello")):
        snapshot(name, content)
    for at in range(24, len(whole), max(1, len(whole) // 12)):
        snapshot(f"byte {at} changed", whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:])
    other = folder() + "/other.gyre"
    subprocess.run([GYRE, "run", "gyroscope", "--quiet", "--duration", "1", "-o", other], check=True)
    case("snapshot of another scene", ["run", "tennis-racket", "--from", other], (USAGE,), "another scene")
    case("snapshot that is missing", ["run", "tennis-racket", "--from", "none.gyre"], (FILES,), "none.gyre")
    case("snapshot that is a folder", ["run", "tennis-racket", "--from", folder()], (FILES,), "cannot read")
    case("snapshot /dev/zero", ["run", "tennis-racket", "--from", "/dev/zero"], (FILES,), r"larger.*\n.*--max-file")


# ---- running ----

# 1 GB each, through a pipe: its beginning, and its repeated part.
FLOODS = {"string": (b'{"gyre":1,"title":"', b"a"), "number": (b'{"gyre":1,"dt":0.', b"1"), "spaces": (b"{", b" "), "depth": (b"", b"[")}


def feed(pipe, flood):
    begin, more = FLOODS[flood]
    block = more * (1 << 16)
    try:
        with pipe:
            pipe.write(begin)
            for _ in range(10**9 // len(block)):
                pipe.write(block)
    except BrokenPipeError:
        pass  # refused before the end: as it should be


def run(arguments, stdin):
    """Exit code (negative: a signal), stderr, peak memory in bytes, seconds."""
    begun = time.monotonic()
    with open("stderr", "wb") as errors, open("stdout", "wb") as output:
        child = subprocess.Popen([GYRE] + arguments, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL, stdout=output, stderr=errors)
    timer = threading.Timer(SECONDS_MAX, child.kill)
    timer.start()
    if stdin: threading.Thread(target=feed, args=(child.stdin, stdin)).start()
    _, status, usage = os.wait4(child.pid, 0)
    timer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    with open("stderr", "rb") as errors:
        text = errors.read(100000).decode("utf-8", "replace")
    return child.returncode, text, usage.ru_maxrss * 1024, time.monotonic() - begun


def complaint(name, arguments, codes, says, stdin):
    """Returns the failure of a case, or None."""
    code, text, memory, seconds = run(arguments, stdin)
    if code not in codes: return f"exit code {code}, not {codes}: {text[:300]}"
    if not re.search(says, text, re.MULTILINE): return f"the message does not match {says}: {text[:300]!r}"
    if memory >= MEMORY_MAX: return f"took {memory >> 20} MB"
    with open("stdout", "rb") as output:
        printed = text + output.read(100000).decode("utf-8", "replace")
    commanding = COMMANDING.search(printed)
    if commanding: return f"prints {commanding[0]!r}: {printed[max(0, commanding.start() - 40):commanding.end() + 40]!r}"
    return None


# ---- names on a terminal ----

# control characters of terminals, and characters that reverse the direction of writing
COMMANDING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffd]")


def terminals():
    for mark in ("\x1b[2J", "\x1b]0;owned\x07", "\x9b31m", "a\nfake line", "a\rgyre: done", "\b\b\b", "\x7f", "\u202egnp.exe", "\u2066", "\u2028"):
        shown = "(\\\\x[0-9a-f]{2}|\\\\u[0-9a-f]{4})"
        name = json.dumps(mark)
        # a good run, whose ledger names the force; a step that fails, whose report names the body; mistakes that repeat names and keys
        whole = '{"gyre":1,"title":%s,"duration":0.1,"bodies":[{"name":%s,"mass":1,"inertia":[1,1,1],"velocity":[%s,0,0]}],"forces":[{"type":"drag","name":%s,"body":%s,"linear":%s}]}'
        scene("terminal: names " + repr(mark), whole % (name, name, "1", json.dumps("f" + mark), name, "1"), (0,), "", "run")
        scene("terminal: a step fails " + repr(mark), whole % (name, name, "1e308", json.dumps("f" + mark), name, "1e308"), (1,), shown, "run")
        scene("terminal: a mistake " + repr(mark), whole % (name, name, "1", name, json.dumps("none" + mark), "1"))
        scene("terminal: a key " + repr(mark), '{"gyre":1,%s:1}' % name, says=shown)
        for command in ("run", "check", "inertia", "examples"):
            case(f"terminal: {command} a file " + repr(mark), [command, "none" + mark], (USAGE, FILES), shown)
        case("terminal: option " + repr(mark), ["run", "tennis-racket", "--" + mark], (USAGE,), shown)
        case("terminal: a value " + repr(mark), ["run", "tennis-racket", "--dt", mark], (USAGE,), shown)
        case("terminal: output " + repr(mark), ["run", "tennis-racket", "-o", mark], (USAGE,), shown)
        at = folder()
        write(at + "/m" + mark + ".stl", "solid\n")
        case("terminal: a mesh " + repr(mark), ["inertia", at + "/m" + mark + ".stl"], (USAGE,), shown)


def write_controls():
    write("good.json", body('"position":[0,0,1]'))
    write("bad.json", "{")
    write("crowd.json", lambda f: f.write(b'{"gyre":1,"duration":0.1,"bodies":[' + b",".join(
        b'{"name":"b%d","mass":1,"inertia":[1,1,1],"position":[%d,0,0],"velocity":[0,1,0]}' % (i, i) for i in range(CROWD)) + b"]}"))


def controls():
    """Checks that the checks above can fail: input that must not be refused, and mistakes that must be detected."""
    good, bad = "good.json", "bad.json"
    assert run(["check", good], None)[0] == 0, "a good scene is refused"
    assert complaint("", ["check", good], (USAGE,), AT_LINE, None), "a good scene counts as refused"
    assert complaint("", ["check", bad], (USAGE,), "nowhere", None), "an error without a place is not detected"
    assert "MB" in (complaint("", ["check", "-", "--max-file", "100M"], (FILES,), "", "string") or ""), "100 MB are not detected"
    code, text, _, _ = run(["check", "crowd.json"], None)
    assert code == 0, f"{CROWD} bodies are refused: {text}"


CROWD = 10**6 if HOW == "full" else 10**4


def make_cases():
    try:
        write_controls()
        for add in (texts, encodings, values, names, sizes, paths, meshes, snapshots, terminals):
            add()
        write("cases", json.dumps(cases))
        os._exit(0)
    except Exception as problem:
        print(problem, file=sys.stderr)
        os._exit(1)


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        if HOW == "full": globals()["SECONDS_MAX"] = 60
        # In a separate process: a child process inherits the peak memory of its parent.
        if os.fork() == 0: make_cases()
        assert os.wait()[1] == 0, "the cases could not be made"
        with open("cases") as file:
            made = json.load(file)
        controls()
        chosen = made if HOW == "full" else made[::4]
        failed = 0
        for one in chosen:
            wrong = complaint(*one)
            if wrong:
                failed += 1
                print(f"FAILED: {one[0]}: gyre {' '.join(one[1])[:200]}: {wrong}")
        print(f"reached: {len(chosen)} cases, {failed} not refused as they should be, no control characters printed; each under 64 MB, a scene of {CROWD} bodies is accepted")
        os.chdir("/")
        return 1 if failed or (HOW == "full" and len(made) < 200) else 0


sys.exit(main())
