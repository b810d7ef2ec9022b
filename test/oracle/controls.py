"""Mistakes that the oracle can be made with, to see that it detects differences of their kind."""
import algebra as al
import forces
import scene


def thruster():
    """A defect that Gyre had: for bodies whose directions are all alike, the direction is taken in the principal axes."""
    def act(self, t, factor, body):
        axes = principal_axes(body.inertia)
        body.push(al.scale(factor, al.times(body.R, al.times(axes, self.force))), body.point(self.at))

    forces.Thruster.act = act


def principal_axes(inertia):
    import numpy as np
    axes = np.linalg.eigh(np.array(inertia))[1]
    axes = axes if np.linalg.det(axes) > 0 else -axes
    return tuple(map(tuple, axes.tolist()))


def reaction():
    """A spring pulls one of its two bodies only."""
    whole = forces.Spring.act

    def act(self, t, factor, body):
        before = (self.other.force, self.other.torque) if self.other else None
        whole(self, t, factor, body)
        if before:
            self.other.force, self.other.torque = before

    forces.Spring.act = act


def window():
    """Windows are ignored."""
    scene.Acting.open_window = lambda self, t, h: None


def stiffness():
    """A spring is softer by a millionth."""
    make = forces.Spring.__init__

    def softer(self, data, of):
        make(self, data, of)
        self.stiffness *= 1 - 1e-6

    forces.Spring.__init__ = softer


MISTAKES = {"thruster": thruster, "reaction": reaction, "window": window, "stiffness": stiffness}
