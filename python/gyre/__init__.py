"""Gyre: rigid-body dynamics.

    import gyre
    with gyre.World(gravity=(0, 0, -9.81)) as world:
        brick = world.add_body(gyre.mass_of_shape("box", 2, 1, 0.5, mass=3), angular_velocity=(0.1, 5, 0))
        world.step(1 / 60, 600)
        print(world.motions()["position"][0], world.hash)

The module calls the C library through its shared library, so results are bit-identical to C. Arrays over bodies are numpy arrays that the
library fills directly. A wrong argument raises TypeError or ValueError, any other failure raises GyreError; a call that raises changes nothing.
Valid input that is probably a mistake, such as degrees, causes a UserWarning.
"""

from ._library import call as _call
from ._structs import MOTION, POSE
from .errors import GyreError, GyreValueError, SceneError
from .mass import Diagnosis, MassProperties, diagnose, mass_of_mesh, mass_of_shape, materials, shapes
from .scene import Scene, examples, run
from .world import World, damping_from_factor, forces, kernel_names as kernels, method_names as methods

__version__ = _call("version").decode()

__all__ = [
    "MOTION", "POSE", "Diagnosis", "GyreError", "GyreValueError", "MassProperties", "Scene", "SceneError", "World", "damping_from_factor",
    "diagnose", "examples", "forces", "kernels", "mass_of_mesh", "mass_of_shape", "materials", "methods", "run", "shapes",
]
