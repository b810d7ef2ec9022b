/// The parts of a world. Only files of this folder access them.
#pragma once

#include "gyre/ledger.h"
#include "gyre/world.h"

#include "base/id_pool.h"
#include "base/name_table.h"
#include "kernels/kernel.h"
#include "kernels/streams.h"

enum {
    WORLD_MARKER = 0x47595731, // "GYW1"
    BODY_MARKER = 0x47594231,  // "GYB1"
    FORCE_MARKER = 0x47594631, // "GYF1"
    NAME_LENGTH_MAX = 255,     // bytes
};

/// Largest ratio of principal moments for which m can be derived from L without losing digits of w. Bodies with a
/// larger ratio carry m.
#define EXTREME_RATIO 1000.0

/// Optional properties that few bodies have.
typedef struct body_extras {
    gyre_vec3 pivot; // as given, model frame
    double linear_damping, angular_damping;
    gyre_path_point *path; // owned, or NULL
    size_t path_count;
} body_extras;

/// Body record: properties that a step does not read and that cannot be derived. The streams contain the rest.
typedef struct body_record {
    uint32_t id_index;
    uint8_t kind;  // gyre_body_kind
    uint8_t locks; // GYRE_LOCK_ bits
    bool has_pivot : 1, has_mass : 1, is_asleep : 1;
    gyre_mass_properties properties; // as given, model frame
    gyre_quat axes;                  // body frame to model frame
    uint64_t user_data;
    char *name;          // owned, or NULL
    body_extras *extras; // owned; NULL: all fields are zero
} body_record;

/// Bodies of one partition occupy consecutive slots, and a step treats them alike. Sweeps process only the awake
/// partitions.
typedef enum partition {
    PARTITION_FREE,        // dynamic bodies that can move and rotate in all directions
    PARTITION_CONSTRAINED, // dynamic bodies with locks or a pivot
    PARTITION_KINEMATIC,
    PARTITION_ASLEEP, // sleeping dynamic bodies
    PARTITION_STATIC,
    PARTITION_COUNT
} partition;

enum { AWAKE_PARTITIONS = PARTITION_ASLEEP };

#define SLOT_NONE UINT32_MAX

/// Slots begin .. end - 1. begin is a multiple of STREAM_PADDING; slots between two partitions are padding.
typedef struct slot_range {
    uint32_t begin, end;
} slot_range;

/// Numbers of bodies with each feature. A sweep skips features that no body has.
typedef struct feature_counts {
    uint32_t locked, driven, damped, pivot, carried;
} feature_counts;

/// The neighbours of a force in the list of one of its bodies (force_lists.c); 0: none.
typedef struct force_link {
    uint32_t previous, next;
} force_link;

typedef struct force_list {
    uint32_t first, last;
} force_list;

/// A force. The record of a removed force is zero except is_removed, until the store is compacted.
typedef struct force_record {
    uint32_t id_index;
    bool is_removed;
    force_link links[2];            // in the lists of body and other
    gyre_force_def def;             // as given; name and profile owned
    gyre_force_parameters resolved; // in body frames, for the force equations
    bool is_uniform;                // acts on every body, and `resolved` is valid for all of them
    bool depends_on_velocity;
    bool counts_potential; // its potential is part of the world's energy: the force is always active, with factor 1
    bool counted_before;   // counts_potential before the current step
    double window;         // fraction of the current step for which the force acts
    double work, external; // ledger [J]
    double other_power;    // power of the part without a potential, on all bodies of the force, in this kick [W]
} force_record;

/// Energy and momenta of the dynamic bodies at one time.
typedef struct totals {
    double kinetic, potential;
    vec3 P, L;          // L about the origin
    gyre_result result; // error of a callback or of on_progress; GYRE_OK: none
    uint32_t failed;    // slot of the callback force that failed; UINT32_MAX: on_progress
} totals;

typedef struct ledger {
    bool has_begun; // the first step fixes `initial`
    bool is_edited; // the world was edited since the last step; `before_edits` holds the totals before the edits
    totals initial, before_edits;
    uint64_t first_step;
    double first_time;
    double applied, driven, dissipated, edited, hook; // [J]
    double gone_external;                             // of removed forces
    vec3 impulse, angular_impulse;
} ledger;

/// Memory that is kept from step to step.
typedef struct scratch {
    void *block;
    size_t size; // [bytes]
} scratch;

// ---- the parts of a world ----

/// Bodies: a slab of streams for what a step touches, an array of records for the rest (body_store.c, stream_memory.c).
typedef struct body_store {
    double *slab;      // moving streams (once or twice), then fixed streams
    double *moving[2]; // moving[1] is NULL in a world that is not transactional
    double *fixed;
    double *groups[GROUP_COUNT]; // NULL until needed
    size_t moving_streams;       // count, with or without the streams of carried momenta
    size_t stride, capacity;
    int current; // buffer that holds the state; the other buffer holds the state before the last step
    body_record *records;
    slot_range ranges[PARTITION_COUNT];
    feature_counts features[PARTITION_COUNT];
    uint32_t count; // bodies of all partitions
    size_t path_count;
    bool has_applied, has_applied_at_rest; // an applied wrench is not zero: on any body; on a body that is not awake
    id_pool ids;
    name_table names;
} body_store;

/// Forces, in the order in which they were added (force_store.c, force_lists.c).
typedef struct force_store {
    force_record *records;
    uint32_t count, capacity; // include the records of removed forces
    uint32_t removed_count;
    force_list *lists; // by the index of a body's id
    size_t list_count;
    id_pool ids;
    name_table names;
} force_store;

/// time = base + steps_of_h * h: multiples of a step size do not accumulate rounding errors.
typedef struct step_time {
    double base, h;
    uint64_t steps_of_h, steps;
} step_time;

/// Memory of steps, grown when needed and freed with the world.
typedef struct scratch_memory {
    scratch callback_block; // block of bodies passed to a callback force
    scratch ode_vectors;    // the state as one vector
    scratch ode_solver;     // memory of gyre_ode
    scratch accounts;       // rates and velocities for the ledger
    scratch blocks;         // results of blocks of bodies
    scratch tasks;          // states of parallel tasks
    scratch held;           // momenta of bodies that a constraint hook changed
} scratch_memory;

/// A long call, which on_progress can stop (world/progress.h).
typedef struct progress {
    bool is_on;            // a long call is running and counts its work
    bool is_in_hook;       // on_progress is running
    double expected, done; // units of work; expected 0: unknown
    double reached;        // progress from 0 to 1 if expected is 0
    size_t since_call;     // units since on_progress was called
    gyre_result result;    // error with which on_progress stopped the call, or GYRE_OK
} progress;

/// Phases of a world: it can be edited when idle; constraint hooks can change momenta while solving.
typedef enum world_phase { PHASE_IDLE, PHASE_STEPPING, PHASE_SOLVING } world_phase;

struct gyre_world {
    gyre_world_def def;
    uint32_t tag; // of this world's ids
    world_phase phase;
    bool is_in_callback; // a force callback or on_progress runs; it can read the world but cause no other callback
    progress progress;
    unsigned doubts; // DOUBT_ bits: warnings that were already logged or are suppressed
    const kernel_table *kernel;
    const kernel_table *kernel_now; // the kernel for the present number of awake bodies
    bool is_kernel_free;            // the user named no kernel: few bodies use a narrower kernel

    body_store bodies;
    force_store forces;
    step_time time;
    ledger ledger, ledger_before_step;
    bool is_wrench_current; // the wrench streams hold the forces of the current state (forces of position and time)
    double next_step;       // step size that an adaptive method would try next
    scratch_memory scratch;
    uint32_t held_count;      // bodies that the constraint hook of this step has changed
    struct thread_pool *pool; // NULL: the caller's thread, or the definition's parallel_for
};

static inline const body_extras *gyre_extras_of(const body_record *record) {
    static const body_extras none = {0};
    return record->extras ? record->extras : &none;
}

/// Returns the id of the live body with this index.
static inline gyre_body_id gyre_body_id_of(const gyre_world *world, uint32_t index) {
    return (gyre_body_id){index, gyre_id_generation(&world->bodies.ids, index), world->tag};
}

/// Finds the slot of a body; false unless it exists and belongs to this world.
static inline bool gyre_find_body_slot(const gyre_world *world, gyre_body_id id, uint32_t *out_slot) {
    return id.world == world->tag && gyre_id_find(&world->bodies.ids, id.index, id.generation, out_slot);
}

static inline bool gyre_find_force_slot(const gyre_world *world, gyre_force_id id, uint32_t *out_slot) {
    return id.world == world->tag && gyre_id_find(&world->forces.ids, id.index, id.generation, out_slot);
}

/// Returns the label of a body or a force for messages: its name, or its kind and number.
enum { LABEL_SIZE = 64 };
const char *gyre_body_label(const gyre_world *world, uint32_t slot, char buffer[LABEL_SIZE]);
const char *gyre_force_label(const gyre_world *world, uint32_t slot, char buffer[LABEL_SIZE]);

/// Returns GYRE_ERR_NAME and logs the reason unless `name` is a valid new name in this table.
gyre_result gyre_name_check(const gyre_world *world, const name_table *table, const char *name);

/// Returns a copy made with the world's allocator; NULL if out of memory.
char *gyre_copy_text(const gyre_world *world, const char *text);

/// Returns at least `size` bytes in `kept`, whose contents are lost when it grows; NULL if out of memory.
void *gyre_scratch_reserve(const gyre_world *world, scratch *kept, size_t size);

/// Returns GYRE_OK if the world can be changed now, GYRE_ERR_NULL_POINTER if it is NULL, GYRE_ERR_STEPPING inside a
/// step.
gyre_result gyre_world_check_idle(const gyre_world *world);

/// Returns GYRE_ERR_LENGTH and logs an error unless `count` is the number of bodies.
gyre_result gyre_all_bodies_check(const gyre_world *world, size_t count);

/// Returns GYRE_ERR_OPTION and logs `what`, the field and the allowed range unless a number, such as an enum value, is
/// in 0..most.
gyre_result gyre_choice_check(const gyre_logger *log, const char *what, const char *field, int value, int most);

/// Prepares an edit of the world; call it before every change by the user. Invalidates cached forces and records the
/// present energy and momenta for the ledger.
void gyre_world_begin_edit(gyre_world *world);

/// Chooses world->kernel_now; call it after the number of awake bodies has changed.
void gyre_world_choose_kernel(gyre_world *world);
