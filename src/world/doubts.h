/// Warnings about valid input that is probably a mistake: degrees for radians, milliseconds for seconds, coordinates of
/// another frame for a lever arm. A world logs each kind of warning once.
#pragma once

#include "gyre/world.h"
#include "base/for_io.h"

#include <stdbool.h>

/// Kinds of warnings, each of which a world logs once.
enum { DOUBT_DEGREES = 1, DOUBT_STEP = 2, DOUBT_ARM = 4, DOUBT_ALL = 7 };

/// Suppresses these kinds of warnings, for the scene reader, whose warnings include the line in the file.
FOR_IO void gyre_world_leave_doubts(gyre_world *world, unsigned doubts);

/// Size of the text of a warning. The text begins with a verb: "is 90 rad/s, ...".
enum { DOUBT_TEXT_SIZE = 200 };

/// True if a component of an angular velocity [rad/s] is likely to be in degrees per second: 45, 90, ... 360, 540, 720,
/// and multiples of 360 up to 3600. Other round numbers of degrees (30, 60, 100) are common in rad/s.
FOR_IO bool gyre_doubt_degrees(gyre_vec3 w, char text[DOUBT_TEXT_SIZE]);

/// True for a step longer than a second in which gravity changes velocities by more than 50 m/s, a body turns more than
/// once (unless the method is exact for that), or a spring makes an explicit method with this step unstable. The length
/// alone is not suspicious: simulations of planets use steps of hours.
FOR_IO bool gyre_doubt_step(const gyre_world *world, double h, char text[DOUBT_TEXT_SIZE]);

/// True for a force that acts more than a hundred radii of gyration from the reference point of a body that can turn.
/// *out_field is the name of the parameter that holds the point.
FOR_IO bool gyre_doubt_arm_of_force(const gyre_world *world, const gyre_force_def *def, const char **out_field,
                                    char text[DOUBT_TEXT_SIZE]);

/// Log a warning, once per world and kind, about a new body, a new force, the lever arm [m] of an applied force or
/// impulse from a body's reference point, and a step.
void gyre_warn_of_degrees(gyre_world *world, const gyre_body_def *def);
void gyre_warn_of_force(gyre_world *world, const gyre_force_def *def);
void gyre_warn_of_arm(gyre_world *world, uint32_t slot, gyre_vec3 arm);
void gyre_warn_of_step(gyre_world *world, double h);
