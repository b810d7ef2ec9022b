/// Fixed steps from real time: the accumulator of a game loop.
///
/// A clock accumulates the real time of frames and takes as many fixed-size steps as fit into the accumulated time. The
/// remainder gives alpha, the position between the last two states (0: the previous state, 1: the current state); pass
/// it to gyre_body_get_interpolated_pose to draw. When a frame takes too long, the clock drops time and reports it: the
/// simulation slows down instead of falling further and further behind.
///
/// Rounding loses no time: the time of the steps taken, the accumulator and the dropped time add up to the real time,
/// for any sequence of frames. A step may begin early by up to 1e-9 of its size; the accumulator is then slightly
/// negative. A frame of 1/60 s therefore takes exactly three steps of 1/180 s, even if 1/60 is rounded to slightly less
/// than three times 1/180.
#pragma once

#include "gyre/world.h"

GYRE_BEGIN_DECLS

/// Settings and state of a clock.
typedef struct gyre_clock {
    uint32_t marker; // set by gyre_clock_default
    double step;     // step size [s]; default 1/60
    double max_time; // maximum real time processed per call [s]; default 0.25
    int max_steps;   // maximum number of steps per call; default 8
    /// Called after every step; may be NULL. Any result but GYRE_OK stops the clock; gyre_clock_advance returns it.
    gyre_result (*on_step)(gyre_world *world, void *user);
    /// Called once at the end of each call, unless the call has failed; may be NULL. The notes' DisplayBodies.
    gyre_result (*on_frame)(const gyre_world *world, double alpha, void *user);
    void *user;              // user data, passed to on_step and on_frame
    double accumulator;      // state: real time not yet simulated [s]
    double accumulator_rest; // state: rounding error of the accumulator [s]
    double dropped;          // state: total real time dropped [s]
} gyre_clock;

/// Returns a clock with steps of 1/60 s, at most 8 steps and 0.25 s per call, and no callbacks.
gyre_clock gyre_clock_default(void);

/// Result of one call of gyre_clock_advance.
typedef struct gyre_clock_report {
    int steps;             // number of steps taken by this call
    double alpha;          // accumulator / step, 0 <= alpha < 1; may be 1 after a failure
    double dropped;        // real time dropped by this call [s]
    gyre_step_report step; // report of the last step; all zero if no step was tried
} gyre_clock_report;

/// Advances the clock by the real time of one frame [s] and takes the steps that fit. First drops real time beyond
/// max_time; at the end, drops the whole steps still due after max_steps. `report` may be NULL.
///
/// If a step or a callback fails, the call returns that result. The clock then keeps the time that was not simulated,
/// up to max_time (or one step, if longer), and the next call tries again. Fails before any step with GYRE_ERR_TIME if
/// real_time is negative or non-finite or a time in the clock is non-finite, GYRE_ERR_STEP unless step is finite and >
/// 0, GYRE_ERR_OPTION unless max_time is finite and > 0 and max_steps > 0, and GYRE_ERR_DEFINITION if the clock did not
/// come from gyre_clock_default.
gyre_result gyre_clock_advance(gyre_clock *clock, gyre_world *world, double real_time, gyre_clock_report *report);

GYRE_END_DECLS
