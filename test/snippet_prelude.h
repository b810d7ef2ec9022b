/// Names that a snippet in a page may use, each with a valid value. docs/STYLE.md documents their use
/// in pages.
#pragma once

#include "gyre/gyre.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SNIPPET_PRELUDE                                                                                                \
    gyre_world *world = NULL;                                                                                          \
    gyre_world_def world_def = gyre_world_def_default();                                                               \
    gyre_body_def body_def = gyre_body_def_default();                                                                  \
    gyre_body_id body = {0, 0, 0}, other = {0, 0, 0};                                                                  \
    gyre_force_id force = {0, 0, 0};                                                                                   \
    gyre_clock clock = gyre_clock_default();                                                                           \
    gyre_motion motion;                                                                                                \
    gyre_pose pose;                                                                                                    \
    gyre_step_report report;                                                                                           \
    gyre_ledger ledger;                                                                                                \
    gyre_mass mass = {1, {1, 2, 3}};                                                                                   \
    gyre_mass_properties properties = {1, {0, 0, 0}, {1, 2, 3, 0, 0, 0}};                                              \
    gyre_state state = {{0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}};                                                \
    gyre_auxiliary A;                                                                                                  \
    gyre_wrench wrench = {{0, 0, 0}, {0, 0, 0}};                                                                       \
    gyre_system system = gyre_system_default();                                                                        \
    gyre_ode_options options = gyre_ode_options_default();                                                             \
    gyre_vec3 p = {0, 0, 0}, v = {0, 0, 0}, w = {0, 0, 0};                                                             \
    gyre_quat q = {1, 0, 0, 0};                                                                                        \
    gyre_result r = GYRE_OK;                                                                                           \
    double t = 0, h = 1.0 / 60, energy = 0;
