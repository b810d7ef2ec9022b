/// Input that is allowed but hardly meant: degrees for radians, milliseconds for seconds, coordinates of another frame
/// for a lever arm. Each kind is warned of once per world.
#pragma once

#include "gyre/world.h"
#include "base/for_io.h"

#include <stdbool.h>

/// What a world warns of once.
enum { DOUBT_DEGREES = 1, DOUBT_STEP = 2, DOUBT_ARM = 4, DOUBT_ALL = 7 };

/// Which of them the world keeps to itself from now on: for a reader of scenes, which warns itself and knows the place.
FOR_IO void gyre_world_leave_doubts(gyre_world *world, unsigned doubts);

/// Room for the sentence about a doubt, which begins with a verb: "is 90 rad/s, ...".
enum { DOUBT_TEXT_SIZE = 200 };

/// True for an angular velocity [rad/s] with a component that looks like degrees a second: 45, 90, ... 360, 540, 720,
/// and multiples of 360 up to 3600. Other numbers of degrees (30, 60, 100) are as usual in rad/s.
FOR_IO bool gyre_doubt_degrees(gyre_vec3 w, char text[DOUBT_TEXT_SIZE]);

/// True for a step longer than a second in which gravity changes velocities by more than 50 m/s, a body turns more
/// than once (unless the method is exact for that), or a spring makes an explicit method with this step unstable. The
/// length alone is no reason: planets take steps of hours.
FOR_IO bool gyre_doubt_step(const gyre_world *world, double h, char text[DOUBT_TEXT_SIZE]);

/// True for a force that acts more than a hundred radii of gyration from the reference point of a body that can turn.
/// *out_field is the name of the parameter that holds the point.
FOR_IO bool gyre_doubt_arm_of_force(const gyre_world *world, const gyre_force_def *def, const char **out_field,
                                    char text[DOUBT_TEXT_SIZE]);

/// Warns in the log, once per world, of a body that was added, a force that was added, an arm [m] from a body's
/// reference point at which something is applied by hand, and a step.
void gyre_warn_of_degrees(gyre_world *world, const gyre_body_def *def);
void gyre_warn_of_force(gyre_world *world, const gyre_force_def *def);
void gyre_warn_of_arm(gyre_world *world, uint32_t slot, gyre_vec3 arm);
void gyre_warn_of_step(gyre_world *world, double h);
