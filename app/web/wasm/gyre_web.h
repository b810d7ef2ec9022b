/// The library for a page: runs of scenes, their numbers in linear memory, a hand that pushes and grabs, files as
/// bytes. app/web/engine/engine.js is the other side of this header.
///
/// Over the public headers alone. Bodies are numbered in the order of the scene. Text and numbers that come back belong
/// to the run (or to the library) and stay until the next call that fills the same buffer, or until the run is closed.
/// Counts are doubles where JavaScript counts: exact up to 2^53.
#pragma once

#include "gyre/gyre.h"

#ifdef __wasm__
#define GYRE_WEB_EXPORT(name) __attribute__((export_name(#name)))
#else
#define GYRE_WEB_EXPORT(name)
#endif

typedef struct gyre_web_run gyre_web_run;

// ---- what is built in ----

const char *gyre_web_version(void);
/// NULL past the last one.
const char *gyre_web_example_name(int index);
const char *gyre_web_example_title(int index);
const char *gyre_web_example_text(int index);
const char *gyre_web_method_name(int index);
const char *gyre_web_method_text(int index);

// ---- life ----

/// Reads a scene. A run comes back also when the scene has problems: it then has no world, and every other call but
/// gyre_web_problem_* and gyre_web_close answers with nothing. NULL when there is no memory.
gyre_web_run *gyre_web_open(const char *text, size_t size, int has_ledger);
void gyre_web_close(gyre_web_run *run);

/// What is wrong with the scene, in the order of the file: the command line's words. Line and column count from 1; a
/// line of 0 means the whole file.
int gyre_web_problem_count(const gyre_web_run *run);
int gyre_web_problem_line(const gyre_web_run *run, int index);
int gyre_web_problem_column(const gyre_web_run *run, int index);
const char *gyre_web_problem_text(const gyre_web_run *run, int index);

// ---- settings: before the first step ----

const char *gyre_web_title(const gyre_web_run *run);
const char *gyre_web_method(const gyre_web_run *run);
double gyre_web_dt(const gyre_web_run *run);       // [s]
double gyre_web_duration(const gyre_web_run *run); // [s], of the scene
double gyre_web_fps(const gyre_web_run *run);

/// 1 when it was done; 0 and gyre_web_message otherwise, as for a method that cannot honour what is in the world.
int gyre_web_set_method(gyre_web_run *run, const char *name);
int gyre_web_set_dt(gyre_web_run *run, double dt);

// ---- stepping ----

/// Takes n steps and returns how many were taken: fewer when one fails, and gyre_web_message says why.
double gyre_web_step(gyre_web_run *run, double n);

/// Gives the clock so many seconds of simulated time (gyre/clock.h) and returns the steps taken; -1 when one failed.
int gyre_web_advance(gyre_web_run *run, double time, double max_time, int max_steps);
double gyre_web_alpha(const gyre_web_run *run);   // the fraction of a step that the clock holds back
double gyre_web_dropped(const gyre_web_run *run); // [s] of simulated time, given up so far

/// Why the last call failed, in one sentence; "" when it did not.
const char *gyre_web_message(const gyre_web_run *run);

// ---- numbers ----

int gyre_web_body_count(const gyre_web_run *run);
double gyre_web_steps(const gyre_web_run *run);
double gyre_web_time(const gyre_web_run *run);
uint64_t gyre_web_hash(const gyre_web_run *run);

/// Seven numbers per body: position and orientation (w, x, y, z) of the model, between the last two states by alpha
/// (1: as they are now).
const double *gyre_web_poses(gyre_web_run *run, double alpha);

/// Twenty numbers per body, the columns of a CSV recording: centre of mass, orientation of the model (w, x, y, z),
/// velocity, angular velocity, momentum, angular momentum, energy.
enum { GYRE_WEB_BODY_NUMBERS = 20 };
const double *gyre_web_numbers(gyre_web_run *run);

/// Kinetic, potential, initial energy, work, dissipated, edited, residual [J], momentum (3), angular momentum about the
/// origin (3). Without a ledger what only it knows is NaN.
enum { GYRE_WEB_TOTALS = 13 };
const double *gyre_web_totals(gyre_web_run *run);

/// The springs of the scene, eight numbers each: body, its end in the model of that body, the other body (-1: none),
/// its end in the model of that one or in the world.
enum { GYRE_WEB_SPRING_NUMBERS = 8 };
int gyre_web_spring_count(const gyre_web_run *run);
const double *gyre_web_springs(gyre_web_run *run);

// ---- what bodies are ----

const char *gyre_web_body_name(const gyre_web_run *run, int body);
/// Kind (gyre_body_kind), mass [kg], centre of mass in the model (3), red, green, blue.
enum { GYRE_WEB_BODY_FACTS = 8 };
const double *gyre_web_body_facts(gyre_web_run *run, int body);
int gyre_web_part_count(const gyre_web_run *run, int body);
/// "box", "sphere"...: what the twelve parameters mean is in gyre/primitives.def.
const char *gyre_web_part_shape(const gyre_web_run *run, int body, int part);
/// Position and orientation (w, x, y, z) in the model, then the parameters.
enum { GYRE_WEB_PART_NUMBERS = 7 + GYRE_SHAPE_PARAMETERS_MAX };
const double *gyre_web_part_numbers(gyre_web_run *run, int body, int part);

// ---- the hand ----

/// What the hand does is remembered with the number of the step, so that an export shows it too. All return 1 when
/// done.

/// A blow [N s] at a world point.
int gyre_web_push(gyre_web_run *run, int body, double jx, double jy, double jz, double px, double py, double pz);

/// Takes hold of a body at a world point of it: a spring from there to the hand, with `rate` [1/s] as its angular
/// frequency (slower for long steps), and a damper. Only bodies that forces move can be grabbed.
int gyre_web_grab(gyre_web_run *run, int body, double px, double py, double pz, double rate);
int gyre_web_move_hand(gyre_web_run *run, double x, double y, double z);
int gyre_web_release(gyre_web_run *run);

/// 1 when the hand has touched anything since the beginning: the hash is then no longer that of the scene alone.
int gyre_web_is_touched(const gyre_web_run *run);

// ---- files ----

/// The scene with the present state (gyre_scene_write). The hand lets go first. NULL and a message on failure.
const char *gyre_web_scene_text(gyre_web_run *run);

typedef struct gyre_web_export gyre_web_export;

/// Runs the scene again from its beginning to the present step (or, when there is none yet, to its end), with all that
/// the hand did, and records it. `format` is a name of gyre/formats.def. NULL and a message on failure.
gyre_web_export *gyre_web_export_begin(gyre_web_run *run, const char *format);
/// Takes up to n steps; the part that is done, 0 to 1. On failure -1: gyre_web_export_message.
double gyre_web_export_advance(gyre_web_export *job, double n);
const char *gyre_web_export_message(const gyre_web_export *job);
const uint8_t *gyre_web_export_bytes(const gyre_web_export *job);
size_t gyre_web_export_size(const gyre_web_export *job);
void gyre_web_export_close(gyre_web_export *job);
