/// Interface of the WebAssembly library: runs of scenes, their numbers in linear memory, input by hand (push, grab),
/// files as bytes. app/web/engine/engine.js calls it.
///
/// Implemented with the public headers only. Bodies are numbered in the order of the scene. Returned texts and arrays
/// belong to the run (or to the library) and stay valid until the next call that fills the same buffer, or until the
/// run is closed. Counts from and to JavaScript are doubles: exact up to 2^53.
#pragma once

#include "gyre/gyre.h"

#ifdef __wasm__
#define GYRE_WEB_EXPORT(name) __attribute__((export_name(#name)))
#else
#define GYRE_WEB_EXPORT(name)
#endif

typedef struct gyre_web_run gyre_web_run;

// ---- version, examples, methods ----

const char *gyre_web_version(void);
/// NULL if the index is out of range.
const char *gyre_web_example_name(int index);
const char *gyre_web_example_title(int index);
const char *gyre_web_example_text(int index);
const char *gyre_web_method_name(int index);
const char *gyre_web_method_text(int index);

// ---- open and close ----

/// Reads a scene. For a scene with errors the run has no world; then only gyre_web_problem_* and gyre_web_close
/// may be called. NULL if memory runs out.
gyre_web_run *gyre_web_open(const char *text, size_t size, int has_ledger);
void gyre_web_close(gyre_web_run *run);

/// The problems of the scene in the order of the file, with the texts of `gyre check`. Lines and columns start at 1;
/// line 0 means the whole file.
int gyre_web_problem_count(const gyre_web_run *run);
int gyre_web_problem_line(const gyre_web_run *run, int index);
int gyre_web_problem_column(const gyre_web_run *run, int index);
int gyre_web_problem_severity(const gyre_web_run *run, int index); // a gyre_severity
const char *gyre_web_problem_text(const gyre_web_run *run, int index);

// ---- settings: before the first step ----

const char *gyre_web_title(const gyre_web_run *run);
const char *gyre_web_method(const gyre_web_run *run);
double gyre_web_dt(const gyre_web_run *run);       // [s]
double gyre_web_duration(const gyre_web_run *run); // [s], of the scene
double gyre_web_fps(const gyre_web_run *run);

/// Returns 1 on success. On failure returns 0 and sets gyre_web_message, for example if the method does not support a
/// feature of the world.
int gyre_web_set_method(gyre_web_run *run, const char *name);
int gyre_web_set_dt(gyre_web_run *run, double dt);

// ---- stepping ----

/// Takes n steps and returns the number taken: fewer if one fails, with the error in gyre_web_message.
double gyre_web_step(gyre_web_run *run, double n);

/// Advances the clock (gyre/clock.h) by `time` simulated seconds; returns the number of steps taken, or -1 if one
/// failed.
int gyre_web_advance(gyre_web_run *run, double time, double max_time, int max_steps);
double gyre_web_alpha(const gyre_web_run *run);   // fraction of a step not simulated yet
double gyre_web_dropped(const gyre_web_run *run); // simulated time dropped so far [s]

/// The error of the last call, in one sentence; "" if it succeeded.
const char *gyre_web_message(const gyre_web_run *run);

// ---- numbers ----

int gyre_web_body_count(const gyre_web_run *run);
double gyre_web_steps(const gyre_web_run *run);
double gyre_web_time(const gyre_web_run *run);
uint64_t gyre_web_hash(const gyre_web_run *run);

/// Seven numbers per body: position and orientation (w, x, y, z) of the model, interpolated between the last two states
/// by alpha (1: the current state).
const double *gyre_web_poses(gyre_web_run *run, double alpha);

/// Twenty numbers per body, the columns of a CSV recording: centre of mass, orientation of the model (w, x, y, z),
/// velocity, angular velocity, momentum, angular momentum, energy.
enum { GYRE_WEB_BODY_NUMBERS = 20 };
const double *gyre_web_numbers(gyre_web_run *run);

/// Kinetic, potential, initial energy, work, dissipated, edited, residual [J], momentum (3), angular momentum about the
/// origin (3). Without a ledger initial energy, work, dissipated, edited and residual are NaN.
enum { GYRE_WEB_TOTALS = 13 };
const double *gyre_web_totals(gyre_web_run *run);

/// The springs of the scene, eight numbers each: body, end point in its model (3), other body (-1: none), end point in
/// that body's model or in the world (3).
enum { GYRE_WEB_SPRING_NUMBERS = 8 };
int gyre_web_spring_count(const gyre_web_run *run);
const double *gyre_web_springs(gyre_web_run *run);

// ---- facts about bodies ----

const char *gyre_web_body_name(const gyre_web_run *run, int body);
/// Kind (gyre_body_kind), mass [kg], centre of mass in the model (3), red, green, blue.
enum { GYRE_WEB_BODY_FACTS = 8 };
const double *gyre_web_body_facts(gyre_web_run *run, int body);
int gyre_web_part_count(const gyre_web_run *run, int body);
/// "box", "sphere" and so on; gyre/primitives.def lists the parameters of each shape.
const char *gyre_web_part_shape(const gyre_web_run *run, int body, int part);
/// Position and orientation (w, x, y, z) in the model, then the parameters.
enum { GYRE_WEB_PART_NUMBERS = 7 + GYRE_SHAPE_PARAMETERS_MAX };
const double *gyre_web_part_numbers(gyre_web_run *run, int body, int part);

// ---- the hand ----

/// Input by hand is recorded with the number of its step, so that an export repeats it. All functions return 1 if
/// successful.

/// Applies an impulse [N s] at a world point.
int gyre_web_push(gyre_web_run *run, int body, double jx, double jy, double jz, double px, double py, double pz);

/// Attaches a spring with a damper between a world point of a body and the hand. `rate` [1/s] is the angular frequency
/// of the spring; it is reduced for long steps. Only dynamic bodies can be grabbed.
int gyre_web_grab(gyre_web_run *run, int body, double px, double py, double pz, double rate);
int gyre_web_move_hand(gyre_web_run *run, double x, double y, double z);
int gyre_web_release(gyre_web_run *run);

/// 1 after a push or a grab: the hash then differs from the hash of the scene alone.
int gyre_web_is_touched(const gyre_web_run *run);

// ---- files ----

/// The scene as JSON, with the current state (gyre_scene_write). Releases a held body first. NULL and a message on
/// failure.
const char *gyre_web_scene_text(gyre_web_run *run);

typedef struct gyre_web_export gyre_web_export;

/// Starts a recording: the scene is simulated again from its start to the current step (before the first step: to its
/// end), with the recorded input by hand. `format` is a name from gyre/formats.def. NULL and a message on failure.
gyre_web_export *gyre_web_export_begin(gyre_web_run *run, const char *format);
/// Takes up to n steps and returns the completed fraction of the recording, 0 to 1. Returns -1 on failure, with
/// gyre_web_export_message.
double gyre_web_export_advance(gyre_web_export *job, double n);
const char *gyre_web_export_message(const gyre_web_export *job);
const uint8_t *gyre_web_export_bytes(const gyre_web_export *job);
size_t gyre_web_export_size(const gyre_web_export *job);
void gyre_web_export_close(gyre_web_export *job);
