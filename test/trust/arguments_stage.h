/// The arguments for every call of the matrix: a world with bodies and every kind of force, another one, ids that
/// are no longer valid, and good values of everything that a public function takes. Built again for each call.
#pragma once

#include "gyre/gyre.h"

#include <stdlib.h>

enum { Y_LENGTH = 36, SAVED_MAX = 65536 };

/// Everything that arguments point to. A call that fails leaves all of it unchanged.
typedef struct inputs {
    gyre_vec3 vector, moments, vectors[4];
    gyre_quat turn;
    gyre_pose pose;
    gyre_mat3 matrix, symmetric;
    gyre_mass mass;
    gyre_mass_properties properties, hole;
    gyre_amount amount;
    double masses[4], times[3], y[Y_LENGTH], y_body[GYRE_STATE_SIZE];
    gyre_particle particles[2];
    gyre_state states[2];
    gyre_matrix_state matrix_states[2];
    gyre_velocity_state velocity_state;
    gyre_wrench wrench;
    gyre_hash hash;
    gyre_allocator allocator;
    gyre_force_parameters parameters[GYRE_FORCE_KIND_COUNT];
    gyre_force_def force_defs[GYRE_FORCE_KIND_COUNT];
    gyre_profile_point profile[3];
    gyre_point_force point_force;
    gyre_rigid_body rigid_body;
    gyre_system system;
    gyre_particle_system particle_system;
    gyre_ode_step ode_step;
    gyre_ode_options ode_options;
    gyre_run run;
    gyre_world_def world_def;
    gyre_body_def body_def, path_def, pivot_def;
    gyre_path_point path[2];
    gyre_motion motions[2];
    gyre_body_id bodies[2];
    gyre_clock clock;
    double positions[24], part_positions[24];
    uint32_t triangles[36], part_triangles[36];
    gyre_mesh mesh;
    gyre_doctor_options doctor_options;
    gyre_diagnosis diagnosis;
    gyre_part parts[1];
    gyre_sink sink;
    gyre_memory_sink memory;
    const char *file, *new_file;
    gyre_files_beside beside;
    const void *model_bytes;
    size_t model_size;
    gyre_model_options model_options;
    gyre_shape shape;
    const void *scene_bytes;
    size_t scene_size;
    gyre_scene_options scene_options;
    gyre_recording_def recording_def;
} inputs;

typedef struct stage {
    gyre_world *world, *other; // `other` has one free body and nothing else, so that it can fly
    gyre_body_id body, second, removed_body, foreign_body;
    gyre_force_id force, forces[GYRE_FORCE_KIND_COUNT], removed_force, foreign_force;
    uint8_t saved[SAVED_MAX];
    size_t saved_size;
    inputs in;
    // made by the first argument that asks for it
    gyre_scene *scene;
    gyre_recording *recording;
    gyre_file_writer *writer;
    void *block;
    gyre_model model;
    gyre_diagnosis own_diagnosis;
    int user; // where user pointers point to
    /// Called once, from a place inside the next step (0 is the force callback, 1 the constraint hook); NULL: not at
    /// all.
    void (*inside)(struct stage *s, void *argument);
    void *inside_argument;
    int inside_place;
} stage;

/// `folder` is for files; it has one named "file" and one named "beside".
void stage_build(stage *s, const char *folder);
void stage_clear(stage *s);

gyre_scene *stage_scene(stage *s);
/// Gives the scene's world the force callback through which `inside` is called.
void stage_arm_scene(stage *s);
gyre_recording *stage_recording(stage *s);
gyre_file_writer *stage_writer(stage *s);
void *stage_block(stage *s);
gyre_model *stage_model(stage *s);
gyre_diagnosis *stage_diagnosis(stage *s);

double density_of_stage(gyre_vec3 point, void *user);
int inside_of_stage(gyre_vec3 point, void *user);
gyre_result decay(double t, const double *y, double *out_ydot, void *user);
