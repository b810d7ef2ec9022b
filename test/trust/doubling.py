#!/usr/bin/env python3
"""Doubling times of the command: doubling.py GYRE NAMES quick|full [INPUT...].

For every dimension of every kind of input, with the worst values that are known, twice the size costs at most three times
the CPU time. NAMES is the program `doubling` of test/trust, which prints names with equal hashes. (doubling.c measures
the calls of the library.)
"""
import math, os, random, subprocess, sys, tempfile

import doubling_meshes as m

GYRE, NAMES, HOW = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
CHOSEN = sys.argv[4:]
BAR = 3
ENOUGH, MOST = (0.3, 4) if HOW == "full" else (0.02, 0.4)  # seconds of a run: enough to be measured; the longest in doubt
TRIES = 3 if HOW == "full" else 2
LIMITS = ["--max-file", "4G"]

ANY = (0, 2)  # accepted or refused: that is for other tests
LEAST = 1 << 12 if HOW == "full" else 1 << 10  # triangles of a surface
cases = []  # name, function of n that writes files and returns arguments, least n, largest n, exit codes


def case(least=256, most=1 << 18, codes=(0,), is_control=False):
    def add(function):
        cases.append((function.__doc__, function, least, most, codes, is_control))
        return function
    return add


def write(name, *parts):
    with open(name, "wb") as file:
        for part in parts:
            file.write(part.encode() if isinstance(part, str) else part)
    return name


# ---- scenes ----

def scene(bodies, forces=(), more="", command="check", options=()):
    bodies, forces = ",\n".join(bodies), ",\n".join(forces)
    write("scene.json", '{"gyre":1,%s"bodies":[%s],"forces":[%s]}' % (more, bodies, forces))
    return [command, "scene.json", *(LIMITS if command in ("check", "run", "verify") else []), *options]


def body(name, more=""):
    return '{"name":"%s","mass":1,"inertia":[1,2,2.5]%s}' % (name, more)


def bodies(n):
    return [body(f"b{i}", f',"position":[{i},0,0],"angular_velocity":[0.1,1,0.2]') for i in range(n)]


names_of_one_hash = []


def crafted(n):
    if len(names_of_one_hash) < n:  # each takes thousands of attempts
        names_of_one_hash[:] = subprocess.run([NAMES, "names", str(2 * n)], capture_output=True, text=True, check=True).stdout.split()
    return names_of_one_hash[:n]


def spring(a, b, more=""):
    return '{"type":"spring","body":"%s","to":"%s","stiffness":1%s}' % (a, b, more)


@case()
def scene_bodies(n):
    "scene: bodies"
    return scene(bodies(n))


@case()
def scene_crafted(n):
    "scene: names of bodies with one hash"
    return scene([body(name) for name in crafted(n)])


@case()
def scene_alike(n):
    "scene: names with long equal beginnings"
    return scene([body("n" * 240 + str(i)) for i in range(n)])


@case(codes=(2,))
def scene_one_name(n):
    "scene: bodies of one name"
    return scene([body("a")] * n)


@case()
def scene_force_names(n):
    "scene: names of forces with one hash"
    return scene(bodies(2), [spring("b0", "world", ',"name":"%s"' % name) for name in crafted(n)])


@case()
def scene_chain(n):
    "scene: a chain of springs"
    return scene(bodies(n), [spring(f"b{i}", f"b{i + 1}") for i in range(n - 1)])


@case()
def scene_hub(n):
    "scene: springs from one body to all"
    return scene(bodies(n), [spring("b0", f"b{i}") for i in range(1, n)])


@case()
def scene_buoyancy(n):
    "scene: buoyancy on all bodies"
    balls = ['{"name":"b%d","mass":1,"shape":{"type":"sphere","radius":1}}' % i for i in range(n)]
    return scene(balls, ['{"type":"buoyancy","name":"lift","body":"all","fluid_density":1000}'], '"gravity":[0,0,-9.81],')


@case(codes=(2,))
def scene_unknown_bodies(n):
    "scene: forces on unknown bodies"
    return scene(bodies(n), [spring(f"c{i}", "world") for i in range(n)])


@case()
def scene_path(n):
    "scene: points of a path"
    points = ",".join('{"t":%d,"position":[%d,0,0],"orientation":{"axis":[0,0,1],"degrees":%d}}' % (i, i % 7, i % 360) for i in range(n))
    return scene(['{"name":"a","kind":"kinematic","path":[%s]}' % points])


@case()
def scene_profile(n):
    "scene: points of a profile"
    points = ",".join("[%d,%d]" % (i, i % 2) for i in range(n))
    return scene(bodies(1), ['{"type":"field","body":"all","acceleration":[1,0,0],"profile":[%s]}' % points])


def compound(parts):
    return scene(['{"name":"a","density":1,"shape":{"type":"compound","parts":[%s]}}' % ",".join(parts)])


@case()
def scene_parts(n):
    "scene: parts of a compound"
    return compound('{"type":"box","size":[1,1,1],"position":[%d,0,0]}' % i for i in range(n))


@case()
def scene_meshes(n):
    "scene: bodies with the same mesh"
    write("cube.obj", m.cube_obj())
    return scene('{"name":"b%d","density":1,"shape":{"type":"mesh","file":"cube.obj"}}' % i for i in range(n))


@case(4, 4096)
def scene_mesh_files(n):
    "scene: bodies with different meshes"
    for i in range(n):
        write(f"c{i}.obj", m.cube_obj())
    return scene('{"name":"b%d","density":1,"shape":{"type":"mesh","file":"c%d.obj"}}' % (i, i) for i in range(n))


@case(codes=(2,))
def scene_unknown_keys(n):
    "scene: unknown keys of one body"
    return scene([body("a", "".join(',"k%d":%d' % (i, i) for i in range(n)))])


@case(codes=(2,))
def scene_same_keys(n):
    "scene: the same key again and again"
    return scene([body("a", ',"color":1' * n)])


@case(codes=(2,))
def scene_mistakes(n):
    "scene: a mistake in every body"
    return scene([body(f"b{i}", ',"positon":[0,0,0],"lock":["w"],"kind":"ghost"') for i in range(n)])


@case(codes=(2,))
def scene_mistakes_in_a_line(n):
    "scene: mistakes in one line"
    return scene([",".join(body(f"\u00e4{i}", ',"velocity":1') for i in range(n))])


# ---- JSON ----

def text(*parts):
    return ["check", write("scene.json", *parts), *LIMITS]


@case(1 << 14, 1 << 26, ANY)
def json_string(n):
    "JSON: a long string, with escapes"
    return text('{"gyre":1,"title":"', "\\u00e4a\u00e4\\n" * (n // 8), '"}')


@case(1 << 14, 1 << 26, ANY)
def json_open_string(n):
    "JSON: a long string without end"
    return text('{"gyre":1,"title":"', "a\\\\" * (n // 3))


@case(1 << 14, 1 << 24, ANY)
def json_digits(n):
    "JSON: a number of many digits"
    return text('{"gyre":1,"dt":0.', "3" * n, "}")


@case(1 << 10, 1 << 20, ANY)
def json_long_numbers(n):
    "JSON: many numbers of many digits"
    return text('{"gyre":1,"x":[', ",".join(["1.%039d5" % 0] * n), "]}")


@case(1 << 14, 1 << 26, ANY)
def json_space(n):
    "JSON: white space"
    return text('{"gyre":1,', " \n\t" * (n // 3), '"x":1}')


@case(1 << 10, 1 << 21, ANY)
def json_nested(n):
    "JSON: deep arrays"
    return text('{"gyre":1,"x":[', ",".join(["[" * 60 + "]" * 60] * (n // 60)), "]}")


@case(1 << 10, 1 << 20, ANY)
def json_keys(n):
    "JSON: keys with long equal beginnings"
    return text('{"gyre":1,"x":{', ",".join('"%s%d":1' % ("k" * 100, n - i) for i in range(n)), "}}")


@case(1 << 14, 1 << 25, ANY)
def json_error(n):
    "JSON: a mistake at the end of a long line"
    return text('{"gyre":1,"x":[', "\u00e4 1,".replace("\u00e4", "") * (n // 3), "x]}")


# ---- runs and their files ----

# a build without Node.js writes no pages
HAS_PAGES = b"no replay page" not in subprocess.run([GYRE, "run", "tennis-racket", "--duration", "0.1", "--quiet", "-o", "no folder/x.html"], capture_output=True).stderr
FORMATS = ("csv", "npz", "glb", "svg", "json", "gyre") + ("html",) * HAS_PAGES


def run_of_bodies(format):
    def run(n):
        return scene(bodies(n), (), '"dt":0.01,"duration":0.03,"fps":100,', "run", ["--quiet", "-o", "out." + format])
    run.__doc__ = f"run: bodies in .{format}"
    return run


def run_of_frames(format):
    def run(n):
        return scene(bodies(2), [spring("b0", "b1")], '"dt":0.01,"duration":%g,"fps":100,' % (n / 100), "run", ["--quiet", "-o", "out." + format])
    run.__doc__ = f"run: frames in .{format}"
    return run


for format in FORMATS:
    case(64, 1 << 16)(run_of_bodies(format))
    case(64, 1 << 17)(run_of_frames(format))


@case()
def run_ledger(n):
    "run: forces in the printed ledger"
    forces = [spring("b0", "world", ',"damping":1,"name":"f%d"' % i) for i in range(n)]
    return scene(bodies(1), forces, '"dt":0.01,"duration":0.01,"fps":100,', "run")


@case(64, 1 << 16)
def verify_bodies(n):
    "verify: bodies"
    return scene(bodies(n), (), '"dt":0.01,"duration":0.02,"fps":100,', "verify")


@case(64, 1 << 16)
def verify_steps(n):
    "verify: steps"
    return scene(bodies(2), (), '"dt":0.01,"duration":%g,"fps":100,' % (n / 100), "verify")


@case(16, 4096)
def check_files(n):
    "check: files"
    scene(bodies(10))
    return ["check", *["scene.json"] * n]


@case(1 << 10, 1 << 10, is_control=True)
def control(n):
    "control: a quadratic program"
    return [None, sys.executable, "-c", f"for i in range({n}):\n for k in range({n}): pass"]


# ---- meshes ----

def inertia(content, name="mesh.bin", options=()):
    return ["inertia", write(name, content), *LIMITS, *options]




def mesh_case(name, make, least=256, most=1 << 19, codes=ANY):
    def run(n):
        return inertia(make(n))
    run.__doc__ = "mesh: " + name
    case(least, most, codes)(run)


def node_tree(n, nodes, roots=(0,)):
    tree, buffer = m.gltf_parts(m.CUBE_POINTS, m.CUBE)
    tree["nodes"], tree["scenes"] = nodes, [{"nodes": list(roots)}]
    return m.glb(tree, buffer)


def many_in_gltf(n, what):
    """A cube and n more of something."""
    tree, buffer = m.gltf_parts(m.CUBE_POINTS, m.CUBE)
    if what == "meshes":
        tree["meshes"] *= n
        tree["nodes"] = [{"mesh": i, "translation": [2 * i, 0, 0]} for i in range(n)]
        tree["scenes"] = [{"nodes": list(range(n))}]
    elif what == "primitives":
        tree["meshes"][0]["primitives"] *= n
    elif what == "buffers":
        tree["buffers"] += [{"byteLength": 4, "uri": "data:application/octet-stream;base64,AAAAAA=="}] * n
    elif what == "materials":
        tree["materials"] = [{"name": f"m{i}"} for i in range(n)]
    else:
        tree[what] += tree[what][:1] * n
    return m.glb(tree, buffer)


def add_mesh_formats():
    mesh_case("STL, triangles", lambda n: m.stl(*m.sphere(n)))
    mesh_case("STL, text", lambda n: m.stl_text(*m.sphere(n)))
    mesh_case("STL, text, solids", lambda n: "".join(m.stl_text(m.CUBE_POINTS, m.CUBE, f"s{i}") for i in range(n // 12)))
    mesh_case("STL, text, a long name", lambda n: m.stl_text(m.CUBE_POINTS, m.CUBE, "n" * n), 1 << 14, 1 << 26)
    mesh_case("OBJ, triangles", lambda n: m.obj(*m.sphere(n)))
    mesh_case("OBJ, groups and materials", lambda n: m.obj(*m.sphere(n), lambda i: f"g group{i}\nusemtl m{i}\no o{i}\ns {i}\n"))
    mesh_case("OBJ, comments", lambda n: m.cube_obj() + "# comment\n" * n, 1 << 14, 1 << 24)
    mesh_case("OBJ, a long comment", lambda n: "# " + "c" * n + "\n" + m.cube_obj(), 1 << 14, 1 << 27)
    mesh_case("OBJ, continued lines", lambda n: m.cube_obj() + "g a " + "b \\\n" * n + "\n", 1 << 14, 1 << 24)
    mesh_case("OBJ, long numbers", lambda n: m.obj(m.CUBE_POINTS, m.CUBE) + "v 0." + "1" * n + " 0 0\n", 1 << 14, 1 << 26)
    mesh_case("OBJ, unused points", lambda n: m.obj(m.sphere(n)[0], [(0, 1, 2)]))
    mesh_case("OBJ, negative indices", lambda n: m.obj([], []) + "".join("v 0 0 %d\nv 1 0 %d\nv 0 1 %d\nf -3 -2 -1\n" % (i, i, i) for i in range(n)))
    mesh_case("OBJ, wrong lines", lambda n: m.cube_obj() + "bogus 1 2\n" * n, 1 << 12, 1 << 24)
    mesh_case("PLY, triangles", lambda n: m.ply(*m.sphere(n)))
    mesh_case("PLY, text", lambda n: m.ply_text(*m.sphere(n)))
    mesh_case("PLY, comments", lambda n: m.ply_header("ascii", 0, 0, "comment c\n" * n), 1 << 10, 1 << 24)
    mesh_case("PLY, properties", lambda n: "ply\nformat ascii 1.0\nelement vertex 1\nproperty double x\nproperty double y\nproperty double z\n" + "".join(f"property float p{i}\n" for i in range(n)) + "end_header\n", 256, 1 << 20)
    mesh_case("PLY, elements", lambda n: "ply\nformat ascii 1.0\n" + "".join(f"element e{i} 0\n" for i in range(n)) + "end_header\n", 256, 1 << 20)
    mesh_case("GLB, triangles", lambda n: m.glb(*m.gltf_parts(*m.sphere(n))))
    mesh_case("glTF, triangles in base64", lambda n: m.gltf(*m.gltf_parts(*m.sphere(n))))
    for what in ("meshes", "primitives", "accessors", "bufferViews", "buffers", "materials", "nodes"):
        mesh_case("GLB, " + what, lambda n, what=what: many_in_gltf(n, what), 64)
    mesh_case("GLB, a chain of nodes", lambda n: node_tree(n, [{"children": [i + 1]} for i in range(n)] + [{"mesh": 0}]), 64)
    mesh_case("GLB, nodes with the same two children", lambda n: node_tree(n, [{"children": [i + 1, i + 1]} for i in range(n)] + [{"mesh": 0}]), 4, 1 << 18)
    mesh_case("GLB, a chain of nodes to each of which a scene leads", lambda n: node_tree(n, [{"children": [i + 1]} for i in range(n)] + [{"mesh": 0}], range(n)), 64)
    for name, polygon in (("regular", m.regular), ("comb", m.comb), ("spiral", m.spiral)):
        mesh_case(f"OBJ, a {name} face", lambda n, polygon=polygon: m.obj(*m.prism(polygon(n))), 64)
        mesh_case(f"PLY, a {name} face", lambda n, polygon=polygon: m.ply(*m.prism(polygon(n))), 64)
    mesh_case("OBJ, one corner again and again", lambda n: m.obj(m.CUBE_POINTS, m.CUBE + [(0,) * n]), 1024, 1 << 22)


def add_surfaces():
    r = random.Random(2)
    surfaces = {
        "shells in a row": lambda n: m.cubes(m.in_a_row(n // 12)),
        "shells that touch": lambda n: m.cubes(m.in_a_row(n // 12, 1)),
        "shells that overlap": lambda n: m.cubes(m.in_a_row(n // 12, 0.5)),
        "shells in each other": lambda n: m.cubes(m.nested(n // 12)),
        "shells at one place": lambda n: m.cubes([(0, 0, 0, 1)] * (n // 12)),
        "shells without a side": lambda n: m.cubes(m.in_a_row(n // 12), m.CUBE[1:]),
        "shells in each other without a side": lambda n: m.cubes(m.nested(n // 12), m.CUBE[2:]),
        "shells turned inside out": lambda n: m.cubes(m.in_a_row(n // 12), [(a, c, b) for a, b, c in m.CUBE]),
        "shells in each other, turned": lambda n: m.cubes(m.nested(n // 12), [(a, c, b) for a, b, c in m.CUBE]),
        "shells very far apart": lambda n: m.cubes([(3.0 ** min(i, 70) + i, 0, 0, 1) for i in range(n // 12)]),
        "needles that cross": m.needles,
        "strips that cross": m.crossing_strips,
        "triangles at one edge": m.fan,
        "a cone": m.cone,
        "a hole with many edges": lambda n: m.ring_of([1.0] * (n // 2)),
        "a hole with teeth": lambda n: m.ring_of([1 + i % 2 for i in range(n // 2)]),
        "a random hole": lambda n: m.ring_of([r.uniform(0.5, 2) for i in range(n // 2)]),
        "a sheet with holes": m.plate_with_holes,
        "cracks": m.cracked,
        "one triangle again and again": lambda n: ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)] * n),
        "one triangle and its back": lambda n: ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2), (0, 2, 1)] * (n // 2)),
        "triangles without area": lambda n: m.soup([((i, 0, 0), (i, 1, 0), (i, 2, 0)) for i in range(n)]),
        "triangles all over a box": lambda n: m.soup([tuple((r.random(), r.random(), r.random()) for _ in range(3)) for _ in range(n)]),
        "small triangles all over a box": lambda n: m.soup([tuple((x + 0.01 * r.random(), y + 0.01 * r.random(), z + 0.01 * r.random()) for _ in range(3)) for x, y, z in ((r.random(), r.random(), r.random()) for _ in range(n))]),
        "large triangles in one place": lambda n: m.soup([((-1 - r.random(), -1, z), (1, -1 - r.random(), -z), (0, 1 + r.random(), z)) for z in (r.uniform(-1, 1) for _ in range(n))]),
    }
    for name, make in surfaces.items():
        mesh_case(name, lambda n, make=make: m.stl(*make(n)), LEAST)
    for name in ("shells in a row", "shells at one place", "one triangle again and again", "small triangles all over a box", "a random hole"):
        def welded(n, make=surfaces[name]):
            return inertia(m.stl(*make(n)), options=["--weld", "0.001"])
        welded.__doc__ = "mesh, --weld: " + name
        case(LEAST, 1 << 19, ANY)(welded)
    for name in ("shells in a row", "a sheet with holes", "cracks"):
        def shell(n, make=surfaces[name]):
            return inertia(m.stl(*make(n)), options=["--shell", "0.001"])
        shell.__doc__ = "mesh, --shell: " + name
        case(LEAST, 1 << 19, ANY)(shell)
    for format in ("svg", "html")[:1 + HAS_PAGES]:
        for name in ("shells in a row", "shells without a side", "small triangles all over a box"):
            def drawn(n, make=surfaces[name], format=format):
                return inertia(m.stl(*make(n)), options=["-o", "part." + format])
            drawn.__doc__ = f"mesh, .{format}: {name}"
            case(LEAST, 1 << 19, ANY)(drawn)


def add_parts():
    for name, options in (("printed", []), ("--json", ["--json"]), (".svg", ["-o", "parts.svg"]), (".html", ["-o", "parts.html"]))[:3 + HAS_PAGES]:
        def parts(n, options=options):
            return ["inertia", *[write(f"p{i}.obj", m.obj([(x + 2 * i, y, z) for x, y, z in m.CUBE_POINTS], m.CUBE)) for i in range(n)], *options]
        parts.__doc__ = "parts: files, " + name
        case(8, 1024)(parts)


add_mesh_formats()
add_surfaces()
add_parts()


# ---- measuring ----

def seconds_of(one, n, tries=TRIES):
    """CPU time of a run, without that of a run with hardly any input; the least of some tries, of one if it takes long."""
    name, make, _, _, codes, _ = one
    arguments = make(n)
    command = [GYRE, *arguments] if arguments[0] else arguments[1:]
    least = math.inf
    while tries > 0:
        tries = tries - 1 if least < MOST else 0
        pid = os.posix_spawnp(command[0], command, os.environ, file_actions=[
            (os.POSIX_SPAWN_OPEN, fd, name_of, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600) for fd, name_of in ((1, "/dev/null"), (2, "stderr"))])
        _, status, usage = os.wait4(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if code not in codes:
            raise SystemExit(f"doubling.py: {name}, n = {n}: exit code {code}: {open('stderr').read(400)}")
        least = min(least, usage.ru_utime + usage.ru_stime)
    return max(least - idle.get(arguments[0], 0), 1e-3)


def growth_of(one):
    """The size that was measured and the growth of the time from there to twice the size.

    A growth above the bar is measured again at larger sizes, as in doubling.c, until it is below, or a run takes long.
    """
    _, _, n, most, _, _ = one
    small = seconds_of(one, n, 1)
    while small < ENOUGH and n < most:
        n *= min(max(2, 2 ** int(math.log2(ENOUGH / small))), 8)
        small = seconds_of(one, n, 1)
    small = seconds_of(one, n)
    large = seconds_of(one, 2 * n)
    while HOW == "full" and large < 1.5 * small < MOST and n < most:  # parts of constant time hide the growth
        n, small, large = 2 * n, large, seconds_of(one, 4 * n)
    while large > BAR * small and large < MOST:
        n, small, large = 2 * n, large, seconds_of(one, 4 * n)
    if large > BAR * small: small, large = seconds_of(one, n), seconds_of(one, 2 * n)
    return n, large, large / small


idle = {}  # CPU time of each command on hardly any input


def main():
    names = [one[0] for one in cases]
    assert len(set(names)) == len(names), "two inputs have one name"
    chosen = [one for one in cases if any(one[0].startswith(start) for start in CHOSEN)] if CHOSEN else cases
    if HOW == "quick" and not CHOSEN:  # some of each kind
        kinds = {"control": 1, "mesh": 14}
        chosen = [one for i, one in enumerate(cases) if i % kinds.get(one[0].split(":")[0], 5) == 0]
    count, worst, failed = 0, 0, 0
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        for command, make in {"check": scene_bodies, "inertia": lambda n: inertia(m.cube_obj()), None: control}.items():
            idle[command] = seconds_of((command, make, 0, 0, (0,), False), 1)
        idle["run"] = idle["verify"] = idle["check"]
        for one in chosen:
            name, is_control = one[0], one[5]
            n, seconds, growth = growth_of(one)
            is_wrong = (growth <= BAR) == is_control
            print(f"{name:52} n = {n:9}  {seconds:6.3f} s  x {growth:.2f}" + ("  (control)" if is_control else "") + ("  FAILED" if is_wrong else ""), flush=True)
            failed += is_wrong
            if is_control: continue
            count += 1
            worst = max(worst, growth)
        os.chdir("/")
    print(f"{count} inputs, worst growth {worst:.2f}, {failed} wrong")
    return 1 if failed else 0


sys.exit(main())
