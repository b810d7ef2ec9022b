"""Gyre: rigid-body dynamics.

    import gyre
    with gyre.World(gravity=(0, 0, -9.81)) as world:
        brick = world.add_body(gyre.mass_of_shape("box", 2, 1, 0.5, mass=3), angular_velocity=(0.1, 5, 0))
        world.step(1 / 60, 600)
        print(world.motions()["position"][0], world.hash)

The same library as the C one, over its shared library: the same scenes, the same bits. Numbers of many bodies are numpy arrays that
the library fills itself. What fails raises GyreError and has changed nothing.
"""

from ._library import call as _call
from ._structs import MOTION, POSE
from .errors import GyreError, SceneError
from .mass import Diagnosis, MassProperties, diagnose, mass_of_mesh, mass_of_shape
from .scene import Scene, examples, run
from .world import World, damping_from_factor

__version__ = _call("version").decode()


def methods():
    """The names of the integration methods."""
    names, index = [], 0
    while name := _call("method_name", index):
        names.append(name.decode())
        index += 1
    return names


def kernels():
    """The names of the kernels that this machine can run."""
    names, index = [], 0
    while name := _call("kernel_name", index):
        names += [name.decode()] if _call("kernel_is_usable", index) else []
        index += 1
    return names


__all__ = [
    "MOTION", "POSE", "Diagnosis", "GyreError", "MassProperties", "Scene", "SceneError", "World", "damping_from_factor", "diagnose",
    "examples", "kernels", "mass_of_mesh", "mass_of_shape", "methods", "run",
]
