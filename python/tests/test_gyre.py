"""The module gives the same results as the library and the command."""

import os
import subprocess
import tempfile
import unittest

import numpy as np

import gyre

COMMAND = os.path.join(os.environ["BINARY"], "gyre")

CUBE = np.array([[x, y, z] for x in (0, 2) for y in (0, 2) for z in (0, 2)], float)
FACES = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]], np.uint32)


def command(*arguments):
    return subprocess.run([COMMAND, *arguments], check=True, capture_output=True, text=True).stdout.strip()


class Scenes(unittest.TestCase):
    def test_examples_have_the_bits_of_the_command(self):
        for name in ("tennis-racket", "floating-crate", "spring-pendulum"):
            self.assertEqual("hash " + gyre.run(name), command("run", name, "--quiet", "--hash"))

    def test_a_recording_has_the_bytes_of_the_command(self):
        with tempfile.TemporaryDirectory() as place, gyre.Scene.example("two-forces") as scene:
            for extension in ("csv",):
                here, there = os.path.join(place, f"here.{extension}"), os.path.join(place, f"there.{extension}")
                scene.record(here)
                command("run", "two-forces", "--quiet", "-o", there)
                with open(here, "rb") as a, open(there, "rb") as b:
                    self.assertEqual(a.read(), b.read())

    def test_an_invalid_scene_raises_all_of_its_problems(self):
        with self.assertRaises(gyre.SceneError) as caught:
            gyre.Scene('{"gyre": 1, "dt": -1, "bodies": [{"name": "a", "mas": 1}]}')
        self.assertEqual(caught.exception.name, "GYRE_ERR_SCENE")
        self.assertGreaterEqual(len(caught.exception.problems), 2)
        self.assertIn("mas", str(caught.exception))

    def test_warnings_are_no_problems(self):
        spin = '{"gyre": 1, "bodies": [{"name": "a", "mass": %s, "inertia": [1, 1, 1], "orientation": {"axis": [0, 0, 1], "angle": 90}}]}'
        with self.assertWarnsRegex(UserWarning, "^1:.*: bodies.0..orientation.angle: 90 radians are 14.3 turns"):
            scene = gyre.Scene(spin % "1")
        with scene:
            (line, column, where, text), = scene.warnings
            self.assertEqual((line, where), (1, "bodies[0].orientation.angle"))
            self.assertIn("degrees", text)
        with self.assertRaises(gyre.SceneError) as caught:
            gyre.Scene(spin % "-1")
        self.assertEqual([problem[2] for problem in caught.exception.problems], ["bodies[0].mass"])

    def test_wrong_arguments_are_named(self):
        with self.assertRaisesRegex(ValueError, r"Scene.read\('nope.json'\) reads the file"):
            gyre.Scene("nope.json")
        world = gyre.World()
        for wrong in ((1, 2), "fast", 3):
            with self.assertRaisesRegex((TypeError, ValueError), "velocity must be 3 numbers, is"):
                world.add_body(gyre.mass_of_shape("sphere", 1, mass=1), velocity=wrong)

    def test_a_scene_is_written_and_read_back(self):
        with gyre.Scene.example("tennis-racket") as scene:
            scene.run(10)
            with gyre.Scene(scene.text()) as again:
                np.testing.assert_array_equal(again.world.motions()["position"], scene.world.motions()["position"])

    def test_a_closed_scene_raises(self):
        scene = gyre.Scene.example("tennis-racket")
        world = scene.world
        scene.close()
        scene.close()
        with self.assertRaises(ValueError):
            world.step(0.1)
        with self.assertRaises(ValueError):
            scene.run()

    def test_an_unknown_example_is_a_value_error(self):
        with self.assertRaisesRegex(ValueError, "did you mean 'tennis-racket'"):
            gyre.Scene.example("tenis-racket")


class Worlds(unittest.TestCase):
    def setUp(self):
        self.world = gyre.World(gravity=(0, 0, -10), ledger=True)
        self.addCleanup(self.world.close)
        self.box = gyre.mass_of_shape("box", 2, 1, 0.5, mass=3)

    def test_a_falling_body_moves_by_g_t_squared_half(self):
        self.world.add_body(self.box, name="brick", velocity=(1, 0, 0))
        self.world.step(0.25, 8)
        motion = self.world.motions()[0]
        np.testing.assert_allclose(motion["position"], [2, 0, -20], rtol=1e-15, atol=1e-15)  # exact up to rounding
        self.assertEqual(self.world.names(), ["brick"])
        self.assertEqual(self.world.time, 2.0)
        self.assertLess(abs(self.world.ledger()["residual"]), 1e-12)

    def test_arrays_are_filled_in_place_and_views_change_too(self):
        for i in range(5):
            self.world.add_body(self.box, position=(i, 0, 0))
        motions = self.world.motions()
        positions = motions["position"]
        self.assertTrue(np.shares_memory(positions, motions))
        self.assertEqual(positions[:, 0].tolist(), [0, 1, 2, 3, 4])
        self.world.step(0.5)
        self.assertIs(self.world.motions(out=motions), motions)
        self.assertEqual(positions[:, 2].tolist(), [-1.25] * 5)

    def test_an_error_in_set_motions_changes_no_body(self):
        for _ in range(3):
            self.world.add_body(self.box)
        motions = self.world.motions()
        motions["position"][:, 1] = [1, 2, 3]
        self.world.set_motions(motions)
        motions["orientation"][2] = 0
        motions["position"][:, 1] = 7
        with self.assertRaises(gyre.GyreError):
            self.world.set_motions(motions)
        self.assertEqual(self.world.motions()["position"][:, 1].tolist(), [1, 2, 3])

    def test_arrays_of_wrong_type_or_length_are_rejected(self):
        self.world.add_body(self.box)
        with self.assertRaises(TypeError):
            self.world.set_motions(np.zeros((1, 13)))
        with self.assertRaises(TypeError):
            self.world.motions(out=np.empty(4, gyre.MOTION)[::2])
        with self.assertRaises(gyre.GyreError) as caught:
            self.world.motions(out=np.empty(2, gyre.MOTION))
        self.assertEqual(caught.exception.name, "GYRE_ERR_LENGTH")

    def test_an_error_has_the_name_of_the_result_and_the_log(self):
        with self.assertRaises(gyre.GyreError) as caught:
            self.world.add_body(gyre.MassProperties(-1.0))
        self.assertEqual(caught.exception.name, "GYRE_ERR_MASS")
        self.assertTrue(caught.exception.log)
        self.assertEqual(len(self.world), 0)

    def test_a_restored_snapshot_steps_to_the_same_bits(self):
        self.world.add_body(self.box, angular_velocity=(0.1, 5, 0))
        self.world.step(0.01, 10)
        saved = self.world.save()
        self.world.step(0.01, 10)
        with gyre.World() as other:
            other.restore(saved)
            other.step(0.01, 10)
            self.assertEqual(other.hash, self.world.hash)

    def test_a_spring_holds_the_weight_of_a_body(self):
        body = self.world.add_body(self.box, position=(0, 0, -1))
        self.world.add_force("spring", body, stiffness=30.0, to_at=(0, 0, 0))  # 3 kg at 10 m/s^2 on 30 N/m: 1 m
        self.world.step(0.01, 100)
        np.testing.assert_allclose(self.world.motions()["position"][0], [0, 0, -1], atol=1e-14)
        with self.assertRaises(TypeError):
            self.world.add_force("spring", body, stifness=1)

    def test_choices_of_forces_are_given_by_name(self):
        body = self.world.add_body(self.box, name="a")
        self.world.add_force("force", body, force=(0, 0, 30), frame="world")
        self.world.step(0.5, 4)
        np.testing.assert_allclose(self.world.motions()["position"][0], 0, atol=1e-14)
        with self.assertRaises(ValueError):
            self.world.add_force("force", body, force=(0, 0, 1), frame="sideways")

    def test_an_applied_force_lasts_one_step(self):
        body = self.world.add_body(self.box)
        self.world.gravity = (0, 0, 0)
        self.world.apply_force(body, (3, 0, 0))
        self.world.step(1.0, 2)
        self.assertEqual(self.world.motions()["velocity"][0].tolist(), [1, 0, 0])

    def test_points_of_the_model_move_with_the_body(self):
        with gyre.World() as world:
            body = world.add_body(gyre.MassProperties(1, inertia=(1, 1, 1)), position=(100, 0, 0), orientation=(0.5, 0.5, 0.5, 0.5))
            self.assertEqual(world.world_point(body, (1, 2, 3)), (103, 1, 2))
            self.assertEqual(world.model_point(body, (103, 1, 2)), (1, 2, 3))
            self.assertEqual(world.world_vector(body, (1, 2, 3)), (3, 1, 2))
            self.assertEqual(world.model_vector(body, (3, 1, 2)), (1, 2, 3))
            world.apply_impulse_at_model_point(body, (0, 1, 0), (0, 0.5, 0))  # at (100, 0, 0.5): L = (-0.5, 0, 0)
            np.testing.assert_allclose(world.motions()["angular_velocity"][0], (-0.5, 0, 0), atol=1e-15)

    def test_methods_and_kernels_have_names(self):
        self.assertIn("exact", gyre.methods())
        self.assertIn("f64", gyre.kernels())
        self.world.method = "rk4"
        self.assertEqual(self.world.method, "rk4")
        with self.assertRaisesRegex(ValueError, "did you mean 'exact'"):
            self.world.method = "exakt"


class Damping(unittest.TestCase):
    def test_a_factor_is_converted_to_k_and_a_wrong_one_raises(self):
        self.assertAlmostEqual(gyre.damping_from_factor(0.5), np.log(2), places=15)
        self.assertAlmostEqual(gyre.damping_from_factor(0.1, 1 / 60), -60 * np.log(0.9), places=13)
        with self.assertRaisesRegex(gyre.GyreError, "the fraction of the velocity that is lost"):
            gyre.damping_from_factor(1.5)


class Masses(unittest.TestCase):
    def test_a_cube_has_the_same_mass_properties_as_mesh_and_as_shape(self):
        mesh = gyre.mass_of_mesh(CUBE, FACES, density=2.0)
        shape = gyre.mass_of_shape("box", 2, 2, 2, density=2.0)
        self.assertEqual(mesh.center, (1, 1, 1))
        np.testing.assert_allclose(mesh.matrix(), shape.matrix(), rtol=1e-15, atol=1e-14)
        self.assertAlmostEqual(mesh.principal()[0][0], 16 * 8 / 12, places=13)  # m (a^2 + a^2) / 12

    def test_an_open_mesh_is_rejected_with_a_sentence(self):
        with self.assertRaises(gyre.GyreError) as caught:
            gyre.mass_of_mesh(CUBE, FACES[1:], density=1.0)
        self.assertEqual(caught.exception.name, "GYRE_ERR_MESH_OPEN")
        self.assertIn("edge", caught.exception.log)

    def test_diagnose_computes_the_mass_of_a_file(self):
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "cube.obj")
            with open(path, "w") as file:
                file.writelines(f"v {x} {y} {z}\n" for x, y, z in CUBE)
                file.writelines(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in FACES)
            found = gyre.diagnose(path, density=1000.0, unit=0.5)
            self.assertTrue(found.is_watertight)
            self.assertEqual(found.method, "exact")
            self.assertAlmostEqual(found.properties.mass, 1000.0, places=9)
            with open(path, "w") as file:
                file.write("v 0 0\n")
            with self.assertRaises(gyre.GyreError):
                gyre.diagnose(path)


class Module(unittest.TestCase):
    def test_the_version_is_that_of_the_command(self):
        self.assertEqual("gyre " + gyre.__version__, command("--version"))


if __name__ == "__main__":
    unittest.main()
