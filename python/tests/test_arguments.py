"""Wrong arguments raise TypeError or ValueError with a sentence that names the parameter, the expected value and the value given."""

import unittest
import warnings

import numpy as np

import gyre

NAN = float("nan")
CORNERS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
FACES = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]


class Arguments(unittest.TestCase):
    def setUp(self):
        self.world = gyre.World()
        self.other_world = gyre.World()
        self.addCleanup(self.world.close)
        self.addCleanup(self.other_world.close)
        self.box = gyre.mass_of_shape("box", 2, 1, 0.5, mass=3)
        self.brick = self.world.add_body(self.box, name="brick")
        self.stranger = self.other_world.add_body(self.box)

    def check(self, rows):
        """Every row is (error, pattern of its message, function, arguments, keywords)."""
        for error, pattern, function, arguments, keywords in rows:
            with self.subTest(f"{function.__name__}{arguments} {keywords}"):
                with self.assertRaisesRegex(error, pattern):
                    function(*arguments, **keywords)

    def rows(self, function, *rows):
        self.check([(error, pattern, function, arguments, keywords) for error, pattern, arguments, keywords in rows])

    def test_add_body(self):
        box = self.box
        self.rows(
            self.world.add_body,
            (ValueError, r"^kind: unknown 'fixed' \(one of dynamic, static, kinematic\)$", (box,), {"kind": "fixed"}),
            (TypeError, "^kind must be one of 'dynamic', 'static', 'kinematic', is None$", (box,), {"kind": None}),
            (ValueError, r"^locks: unknown 'rotx'; did you mean 'rx'\? \(one of x, y, z, rx, ry, rz\)$", (box,), {"locks": ["rotx"]}),
            (ValueError, "locks: rotation can be locked about none, two or all three axes, is locked about one: ry", (box,), {"locks": ["ry"]}),
            (TypeError, 'locks must be a list such as', (box,), {"locks": "rx"}),
            (TypeError, "locks must be one of .*, is 8", (box,), {"locks": [8]}),
            (TypeError, "^mass must be gyre.MassProperties, is 3: gyre.mass_of_shape", (), {"mass": 3}),
            (ValueError, "mass: a dynamic body needs a mass > 0, for example from gyre.mass_of_shape", (), {}),
            (ValueError, r"^position must be 3 numbers, is \(1, 2\)$", (box,), {"position": (1, 2)}),
            (TypeError, "^position must be 3 numbers, is None$", (box,), {"position": None}),
            (TypeError, r"^position\[2\] must be a number, is 'x'$", (box,), {"position": (1, 2, "x")}),
            (ValueError, r"^velocity\[0\] must be a finite number, is nan$", (box,), {"velocity": (NAN, 0, 0)}),
            (ValueError, "^orientation must be 4 numbers", (box,), {"orientation": (1, 0, 0)}),
            (ValueError, r"orientation: must be a unit quaternion w, x, y, z, is \(2, 0, 0, 0\) of length 2$", (box,), {"orientation": (2, 0, 0, 0)}),
            (TypeError, "^name must be a str, is 3$", (box,), {"name": 3}),
            (ValueError, "name must be a str without NUL", (box,), {"name": "a\0b"}),
            (ValueError, "the name 'brick' is taken", (box,), {"name": "brick"}),
            (ValueError, "linear_damping: must be finite and >= 0 .*, is -1", (box,), {"linear_damping": -1}),
            (TypeError, "^angular_damping must be a number, is 'x'$", (box,), {"angular_damping": "x"}),
            (ValueError, r"^angular_frame: unknown 'local' \(one of world, body\)$", (box,), {"angular_frame": "local"}),
            (TypeError, "^pivot must be 3 numbers, is 1$", (box,), {"pivot": 1}),
            (TypeError, r"^World.add_body: unknown keyword 'veloctiy'; did you mean 'velocity'\?", (box,), {"veloctiy": (1, 0, 0)}),
            (TypeError, "^World.add_body: got 2 positional arguments, takes mass; by keyword: name, kind,", (box, (0, 0, 1)), {}),
            (ValueError, "mass: must be finite and > 0, is -1", (gyre.MassProperties(-1.0),), {}),
            (ValueError, "triangle inequality", (gyre.MassProperties(1, inertia=(1, 1, 5)),), {}),
        )
        self.assertEqual(len(self.world), 1)

    def test_mass_properties(self):
        self.rows(
            gyre.MassProperties,
            (TypeError, "^MassProperties: missing mass$", (), {}),
            (TypeError, "^mass must be a number, is '3'$", ("3",), {}),
            (ValueError, r"^inertia must be 6 numbers \(xx, yy, zz, xy, xz, yz\), or 3", (3,), {"inertia": np.eye(3)}),
            (TypeError, "^inertia must be 6 numbers", (3,), {"inertia": 2}),
            (ValueError, "^center must be 3 numbers", (3, (1, 2)), {}),
        )

    def test_mass_of_shape(self):
        self.rows(
            gyre.mass_of_shape,
            (ValueError, r"^kind: unknown 'spere'; did you mean 'sphere'\? \(one of box, ", ("spere", 1), {"mass": 1}),
            (TypeError, "^kind must be a str, is None$", (None, 1), {"mass": 1}),
            (TypeError, r"^box takes 3 parameters \(size_x, size_y, size_z\), got 2", ("box", 1, 2), {"mass": 1}),
            (TypeError, "^radius must be a number, is 'big'$", ("sphere", "big"), {"mass": 1}),
            (ValueError, "^box: lengths must be > 0.* size_y = -1", ("box", 1, -1, 1), {"mass": 1}),
            (ValueError, "^torus: .* radius = 1, tube_radius = 2$", ("torus", 1, 2), {"mass": 1}),
            (ValueError, "^hollow: a rod is a surface or a line", ("rod", 1), {"mass": 1, "hollow": True}),
            (TypeError, "^hollow must be True or False, is 'yes'$", ("sphere", 1), {"mass": 1, "hollow": "yes"}),
            (TypeError, "one of them is required", ("sphere", 1), {}),
            (TypeError, "not both", ("sphere", 1), {"mass": 1, "density": 1}),
            (ValueError, "^mass must be > 0, is -1$", ("sphere", 1), {"mass": -1}),
            (TypeError, "^mass must be a number, is '3 kg'$", ("sphere", 1), {"mass": "3 kg"}),
            (ValueError, r"^density: unknown material 'steal'; did you mean 'steel'\? \(gyre.materials", ("sphere", 1), {"density": "steal"}),
            (TypeError, "unknown keyword 'size'", ("box",), {"size": (1, 1, 1), "mass": 1}),
        )

    def test_a_density_can_be_the_name_of_a_material(self):
        by_name = gyre.mass_of_shape("box", 1, 1, 1, density="steel")
        self.assertEqual(by_name, gyre.mass_of_shape("box", 1, 1, 1, density=gyre.materials()["steel"]))
        self.assertEqual(gyre.mass_of_mesh(CORNERS, FACES, density="Stainless Steel").mass, gyre.materials()["stainless_steel"] / 6)

    def test_meshes(self):
        self.rows(
            gyre.mass_of_mesh,
            (ValueError, "edges belong to one triangle only", (CORNERS, FACES[1:]), {"density": 1}),
            (ValueError, "^triangles must be indices below the number of vertices, 4, has 9$", (CORNERS, [[0, 1, 9]]), {"density": 1}),
            (ValueError, "^triangles must be indices from 0, has -1$", (CORNERS, [[0, 1, -1]]), {"density": 1}),
            (TypeError, "^triangles must be an n x 3 array of indices", (CORNERS, [[0.5, 1, 2]]), {"density": 1}),
            (ValueError, r"^vertices must be an n x 3 array of numbers, has the shape \(3, 4\)$", (np.zeros((3, 4)), FACES), {"density": 1}),
            (ValueError, "^vertices must be finite", ([[NAN, 0, 0]] + CORNERS[1:], FACES), {"density": 1}),
            (TypeError, "^vertices must be an n x 3 array", (None, None), {"density": 1}),
        )
        self.rows(
            gyre.diagnose,
            (TypeError, "^path must be a path", (3,), {}),
            (ValueError, r"^unit: unknown 'inch'; did you mean 'in'\?", ("a.stl",), {"unit": "inch"}),
            (ValueError, "^unit must be > 0, is 0", ("a.stl",), {"unit": 0}),
            (FileNotFoundError, "a.stl", ("a.stl",), {}),
        )

    def test_worlds(self):
        self.rows(
            gyre.World,
            (ValueError, r"^method: unknown 'rk5'; did you mean 'rk4'\? \(one of explicit_euler,", (), {"method": "rk5"}),
            (TypeError, "^method must be a str, is 4$", (), {"method": 4}),
            (TypeError, "^gravity must be 3 numbers, is -9.81$", (), {"gravity": -9.81}),
            (ValueError, r"^kernel: unknown 'avx2' \(one of f64", (), {"kernel": "avx2"}),
            (ValueError, "^threads must be from 1 to 256, is 1000$", (), {"threads": 1000}),
            (ValueError, "^threads must be from 1 to 256, is -1$", (), {"threads": -1}),
            (TypeError, "^threads must be an integer, is 2.5$", (), {"threads": 2.5}),
            (TypeError, "^ledger must be True or False, is 'yes'$", (), {"ledger": "yes"}),
            (ValueError, "^capacity must be an integer from 0", (), {"capacity": -1}),
            (TypeError, r"^World: unknown keyword 'gravty'; did you mean 'gravity'\?", (), {"gravty": (0, 0, 1)}),
        )
        world = self.world
        self.rows(
            setattr,
            (ValueError, "^method: unknown 'exakt'; did you mean 'exact'", (world, "method", "exakt"), {}),
            (TypeError, "^gravity must be 3 numbers, is 9.81$", (world, "gravity", 9.81), {}),
            (AttributeError, "^World.gravty cannot be set; World has gravity, method to set$", (world, "gravty", (0, 0, 1)), {}),
            (AttributeError, "^World.time cannot be set", (world, "time", 3), {}),
        )

    def test_a_subclass_can_have_attributes(self):
        class Own(gyre.World):
            def __init__(self):
                super().__init__()
                self.label = "mine"

        with Own() as world:
            self.assertEqual(world.label, "mine")

    def test_steps_and_states(self):
        world = self.world
        self.check([
            (TypeError, "^World.step: missing dt$", world.step, (), {}),
            (TypeError, "^dt must be a number, is '0.1'$", world.step, ("0.1",), {}),
            (ValueError, "^dt must be a finite number, is nan$", world.step, (NAN,), {}),
            (TypeError, "^count must be an integer, is 2.5$", world.step, (0.1, 2.5), {}),
            (ValueError, "^count must be an integer from 0", world.step, (0.1, -3), {}),
            (ValueError, "^t must be a finite number, is inf$", world.fly, (float("inf"),), {}),
            (TypeError, "^point must be 3 numbers, is 3$", world.momentum, (3,), {}),
            (ValueError, "^this world has no ledger: create it with ledger=True$", world.ledger, (), {}),
            (TypeError, "^snapshot must be bytes from World.save, is 'x'$", world.restore, ("x",), {}),
            (ValueError, "snapshot", world.restore, (b"xyz",), {}),
            (TypeError, "^out must be a contiguous writeable numpy array of gyre.MOTION", world.motions, ([1, 2],), {}),
            (ValueError, "^out must have one element for each of the 1 bodies, has 3$", world.motions, (np.empty(3, gyre.MOTION),), {}),
            (TypeError, "^motions must be a contiguous numpy array of gyre.MOTION", world.set_motions, (None,), {}),
            (ValueError, "^alpha must be from 0 to 1, is 2", world.poses, (2,), {}),
            (TypeError, "^factor must be a number, is 'x'$", gyre.damping_from_factor, ("x",), {}),
            (ValueError, "^period must be > 0, is 0", gyre.damping_from_factor, (0.5, 0), {}),
        ])

    def test_a_read_only_array_is_not_written(self):
        motions = self.world.motions()
        motions.flags.writeable = False
        with self.assertRaisesRegex(TypeError, "writeable"):
            self.world.motions(out=motions)
        self.world.set_motions(motions)

    def test_bodies(self):
        world, brick = self.world, self.brick
        self.check([
            (ValueError, r"^name: no body is named 'brik'; did you mean 'brick'\?$", world.find, ("brik",), {}),
            (TypeError, "^name must be a str, is None$", world.find, (None,), {}),
            (TypeError, r"^body must be a body id .*, is 'brick': world.find\('brick'\)", world.remove_body, ("brick",), {}),
            (ValueError, "belongs to another world|does not exist in this world", world.remove_body, (self.stranger,), {}),
            (TypeError, "^body must be a body id", world.apply_force, ((1, 0, 0), brick), {}),
            (TypeError, "^force must be 3 numbers, is 5$", world.apply_force, (brick, 5), {}),
            (ValueError, r"^force\[0\] must be a finite number", world.apply_force, (brick, (NAN, 0, 0)), {}),
            (TypeError, "^World.apply_impulse: missing point$", world.apply_impulse, (brick, (1, 0, 0)), {}),
            (TypeError, "^body must be a body id", world.mass_of, (0,), {}),
        ])

    def test_add_force(self):
        brick = self.brick
        self.rows(
            self.world.add_force,
            (ValueError, r"^kind: unknown 'sprng'; did you mean 'spring'\? \(one of field,", ("sprng", brick), {"stiffness": 1}),
            (TypeError, "^kind must be a str, is 3$", (3,), {}),
            (TypeError, r"^spring: unknown parameter 'stifness'; did you mean 'stiffness'\?", ("spring", brick), {"stifness": 1}),
            (TypeError, "^spring: missing stiffness$", ("spring", brick), {}),
            (ValueError, "^spring: stiffness must be finite and >= 0, is -1$", ("spring", brick), {"stiffness": -1}),
            (TypeError, "^spring: stiffness must be a number, is None$", ("spring", brick), {"stiffness": None}),
            (ValueError, "^spring: stiffness must be a finite number, is nan$", ("spring", brick), {"stiffness": NAN}),
            (TypeError, "^body must be a body id", ("spring", "brick"), {"stiffness": 1}),
            (TypeError, "^other must be a body id", ("spring", brick, 1), {"stiffness": 1}),
            (TypeError, '^spring: to_at must be three numbers or', ("spring", brick), {"stiffness": 1, "to_at": "world"}),
            (ValueError, "^spring: to_at: unknown 'sky'", ("spring", brick), {"stiffness": 1, "to_at": ("sky", (1, 2, 3))}),
            (TypeError, "^spring: to_at must be 3 numbers, is 3$", ("spring", brick), {"stiffness": 1, "to_at": ("world", 3)}),
            (ValueError, r"^force: frame: unknown 'local' \(one of world, body\)$", ("force", brick), {"force": (0, 0, 1), "frame": "local"}),
            (TypeError, "^force: force must be 3 numbers, is 1$", ("force", brick), {"force": 1}),
            (TypeError, "^start must be a number, is 'now'$", ("force", brick), {"force": (0, 0, 1), "start": "now"}),
            (TypeError, "^attraction: is_mutual must be True or False", ("attraction",), {"is_mutual": "yes"}),
            (ValueError, "^kind: 'callback' needs a function in C", ("callback", brick), {}),
        )
        self.check([(TypeError, "^force must be a force id", self.world.remove_force, (brick,), {})])

    def test_the_message_has_the_names_of_python(self):
        with self.assertRaises(gyre.GyreError) as caught:
            self.world.add_body(self.box, orientation=(2, 0, 0, 0))
        self.assertEqual(caught.exception.name, "GYRE_ERR_ORIENTATION")
        self.assertIsInstance(caught.exception, ValueError)
        self.assertNotRegex(str(caught.exception), "gyre_|GYRE_")

    def test_warnings_of_the_library_reach_python(self):
        with self.assertWarnsRegex(UserWarning, "^degrees: angular_velocity: y is 90 rad/s") as caught:
            self.world.add_body(self.box, name="degrees", angular_velocity=(0, 90, 0))
        self.assertEqual(caught.filename, __file__)
        far = self.world.add_body(self.box, name="far", position=(1000, 0, 0))
        with self.assertWarnsRegex(UserWarning, "^far: the point of application is 999 m from the body's centre"):
            self.world.apply_impulse(far, (0, 1, 0), (0.5, 0, 0))
        with self.assertWarnsRegex(UserWarning, r"^orientation is read as w, x, y, z: .* if it is x, y, z, w, give \(1, 0, 0, 0\)$") as caught:
            self.world.add_body(self.box, orientation=(0, 0, 0, 1))
        self.assertEqual(caught.filename, __file__)
        scene = '{"gyre": 1, "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1], "orientation": [0, 0, 0, 1]}]}'
        with self.assertWarnsRegex(UserWarning, r"bodies\[0\].orientation: is read as w, x, y, z: a half turn"):
            gyre.Scene(scene).close()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.world.add_body(self.box, name="harmless", angular_velocity=(0, 3, 0), orientation=(0, 0, 1, 0))

    def test_scenes(self):
        scene = gyre.Scene.example("couple")
        self.addCleanup(scene.close)
        self.check([
            (ValueError, r"^Scene takes the text of a scene; Scene.read\('a.json'\)", gyre.Scene, ("a.json",), {}),
            (TypeError, r"^text must be JSON \(str or bytes\), is 3$", gyre.Scene, (3,), {}),
            (TypeError, r"is a dict: gyre.Scene\(json.dumps\(it\)\)$", gyre.Scene, ({"gyre": 1},), {}),
            (ValueError, "^1:1: expected a value", gyre.Scene, ("not JSON",), {}),
            (TypeError, "^base must be a path", gyre.Scene, ("{}",), {"base": 3}),
            (TypeError, "^path must be a path", gyre.Scene.read, (3,), {}),
            (TypeError, "^name must be a str, is None$", gyre.Scene.example, (None,), {}),
            (ValueError, r"^scene: unknown 'tenis-racket'; did you mean 'tennis-racket'\?", gyre.run, ("tenis-racket",), {}),
            (TypeError, "^scene must be the name of a built-in scene or a path, is None$", gyre.run, (None,), {}),
            (TypeError, "^dt must be a number, is 'x'$", scene.set, (), {"dt": "x"}),
            (ValueError, "^expected dt > 0, .* got dt = -1,", scene.set, (), {"dt": -1}),
            (TypeError, "^Scene.set: unknown keyword 'length'", scene.set, (), {"length": 1}),
            (TypeError, "^steps must be an integer, is 2.5$", scene.run, (2.5,), {}),
            (ValueError, "^path must end in one of .csv .npz .*, is 'x.mp4'$", scene.record, ("x.mp4",), {}),
            (TypeError, "^path must be a path", scene.record, (None,), {}),
            (AttributeError, r"^Scene.dt cannot be set by assignment: scene.set\(dt=...\)$", setattr, (scene, "dt", 1), {}),
            (AttributeError, "^Scene.world cannot be set$", setattr, (scene, "world", 1), {}),
        ])


if __name__ == "__main__":
    unittest.main()
