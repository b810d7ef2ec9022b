/// Real time to fixed steps: the game loop's accumulator, done once and properly.
///
/// A clock gathers the real time of frames and takes as many steps of one fixed size as fit. What remains is alpha, how
/// far between the last two states to draw (0: the one before, 1: the last); gyre_body_get_interpolated_pose turns it
/// into poses. When a frame takes too long the clock drops time, says so, and the simulation slows down instead of
/// falling ever further behind.
///
/// No time gets lost to rounding: steps taken, accumulator and dropped time add up to the real time, however many
/// frames it came in. A step may begin a billionth of a step early (the accumulator is then as little below 0), so that
/// frames of three steps each are three steps each even where rounding makes 1/60 a little less than three times 1/180.
#pragma once

#include "gyre/world.h"

GYRE_BEGIN_DECLS

/// A clock: how it shall run, and what it has gathered.
typedef struct gyre_clock {
    uint32_t marker; // set by gyre_clock_default
    double step;     // [s]; 1/60
    double max_time; // most real time that one call may catch up [s]; 0.25
    int max_steps;   // most steps in one call; 8
    /// Called after every step; may be NULL. Any result but GYRE_OK stops the clock with that result.
    gyre_result (*on_step)(gyre_world *world, void *user);
    /// The notes' DisplayBodies: called once at the end of every call that succeeded so far, with alpha; may be NULL.
    gyre_result (*on_frame)(const gyre_world *world, double alpha, void *user);
    void *user;              // yours: handed to on_step and on_frame
    double accumulator;      // real time not yet simulated [s]
    double accumulator_rest; // what rounding cuts off it [s]
    double dropped;          // real time given up so far [s]
} gyre_clock;

/// Steps of 1/60 s, at most 8 of them and 0.25 s in one call, no callbacks.
gyre_clock gyre_clock_default(void);

/// What one call of gyre_clock_advance did.
typedef struct gyre_clock_report {
    int steps;             // taken by this call
    double alpha;          // accumulator / step, 0 <= alpha < 1; after a failure at most 1
    double dropped;        // by this call [s]
    gyre_step_report step; // the last step's; all zero when none was tried
} gyre_clock_report;

/// The frame took `real_time` seconds: takes the steps that fit. Real time beyond max_time is dropped at once, whole
/// steps that are still due after max_steps at the end.
///
/// When a step or a callback fails, the call ends with that result; the clock keeps the time that was not simulated, up
/// to max_time (or one step, if that is longer), and the next call tries again. Before anything has happened it fails
/// with GYRE_ERR_TIME for a real time that is negative or not finite or a clock that holds one that is not finite,
/// GYRE_ERR_STEP unless step is finite and > 0, GYRE_ERR_OPTION unless max_time is finite and > 0 and max_steps > 0,
/// and GYRE_ERR_DEFINITION for a clock that did not come from gyre_clock_default. `report` may be NULL.
gyre_result gyre_clock_advance(gyre_clock *clock, gyre_world *world, double real_time, gyre_clock_report *report);

GYRE_END_DECLS
