/// What a world is made of. Only files of this folder look inside.
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

/// Moments further apart than this lose digits of w when m is derived from the world's L: their m is carried.
#define EXTREME_RATIO 1000.0

/// What most bodies do not have.
typedef struct body_extras {
    gyre_vec3 pivot; // as given, model frame
    double linear_damping, angular_damping;
    gyre_path_point *path; // owned, or NULL
    size_t path_count;
} body_extras;

/// What is seldom needed of a body and follows from nothing else; the rest is in streams.
typedef struct body_record {
    uint32_t id_index;
    uint8_t kind;  // gyre_body_kind
    uint8_t locks; // GYRE_LOCK_ bits
    bool has_pivot : 1, has_mass : 1, is_asleep : 1;
    gyre_mass_properties properties; // as given, model frame
    gyre_quat axes;                  // body frame to model frame
    uint64_t user_data;
    char *name;          // owned, or NULL
    body_extras *extras; // owned; NULL: all of it is zero
} body_record;

/// Bodies of one partition occupy consecutive slots, and a step treats them alike. Only the awake ones are swept.
typedef enum partition {
    PARTITION_FREE,        // dynamic bodies that can move and rotate in all directions
    PARTITION_CONSTRAINED, // dynamic bodies with locks or a pivot
    PARTITION_KINEMATIC,
    PARTITION_ASLEEP, // dynamic bodies at rest until something wakes them
    PARTITION_STATIC,
    PARTITION_COUNT
} partition;

enum { AWAKE_PARTITIONS = PARTITION_ASLEEP };

#define SLOT_NONE UINT32_MAX

/// Slots begin .. end - 1. begin is a multiple of STREAM_PADDING; slots between two partitions are padding.
typedef struct slot_range {
    uint32_t begin, end;
} slot_range;

/// Number of bodies that have a feature, which decides what a sweep must look at.
typedef struct feature_counts {
    uint32_t locked, driven, damped, pivot, carried;
} feature_counts;

/// The neighbours of a force in the list of a body that it names (force_lists.c); 0: none.
typedef struct force_link {
    uint32_t previous, next;
} force_link;

typedef struct force_list {
    uint32_t first, last;
} force_list;

/// All zero but is_removed: a force that was removed, until the store is compacted.
typedef struct force_record {
    uint32_t id_index;
    bool is_removed;
    force_link links[2];            // in the lists of body and other
    gyre_force_def def;             // as given; name and profile owned
    gyre_force_parameters resolved; // in body frames, as the equations want them
    bool is_uniform;                // on every body, and `resolved` is right for all of them
    bool depends_on_velocity;
    bool counts_potential; // has one, and acts always and with factor 1
    bool counted_before;   // counts_potential before the running step
    double window;         // fraction of the running step for which it acts
    double work, external; // ledger [J]
    double other_power;    // of its part without a potential, on all its bodies in the present kick [W]
} force_record;

/// Energy and momenta of the dynamic bodies at one time.
typedef struct totals {
    double kinetic, potential;
    vec3 P, L;          // L about the origin
    gyre_result result; // what a callback said that was asked for its potential
    uint32_t failed;    // the slot of its force, when that was no success; UINT32_MAX: on_progress
} totals;

typedef struct ledger {
    bool has_begun; // the first step fixes `initial`
    bool is_edited; // something changed by hand since the last step, which had left `before_edits`
    totals initial, before_edits;
    uint64_t first_step;
    double first_time;
    double applied, driven, dissipated, edited, hook; // [J]
    double gone_external;                             // by forces that have been removed
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
    double *groups[GROUP_COUNT]; // NULL until they are needed
    size_t moving_streams;       // with or without the carried ones
    size_t stride, capacity;
    int current; // buffer that holds the state; the other one holds the state before the last step
    body_record *records;
    slot_range ranges[PARTITION_COUNT];
    feature_counts features[PARTITION_COUNT];
    uint32_t count; // bodies of all partitions
    size_t path_count;
    bool has_applied, has_applied_at_rest; // an applied stream is not zero, for awake bodies and for others
    id_pool ids;
    name_table names;
} body_store;

/// Forces, in the order in which they were added (force_store.c, force_lists.c).
typedef struct force_store {
    force_record *records;
    uint32_t count, capacity; // records, with those of removed forces
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

/// A call that may take long, and may be stopped (world/progress.h).
typedef struct progress {
    bool is_on;            // such a call runs, and its work counts
    bool is_in_hook;       // on_progress is being asked
    double expected, done; // units of work; expected 0: nobody knows
    double reached;        // 0 to 1, where expected is 0
    size_t since_call;     // units since on_progress was called
    gyre_result result;    // what it stopped the call with
} progress;

/// What may be done to the world just now.
typedef enum world_phase { PHASE_IDLE, PHASE_STEPPING, PHASE_SOLVING } world_phase;

struct gyre_world {
    gyre_world_def def;
    uint32_t tag; // of this world's ids
    world_phase phase;
    bool is_in_callback; // a force callback or on_progress runs: it can read the world, and no callback may be called
    progress progress;
    unsigned doubts; // DOUBT_...: warnings that were logged already
    const kernel_table *kernel;
    const kernel_table *kernel_now; // the kernel for the present number of awake bodies
    bool is_kernel_free;            // the kernel was not named: few bodies use a narrower one

    body_store bodies;
    force_store forces;
    step_time time;
    ledger ledger, ledger_before_step;
    bool is_wrench_current; // the wrench streams hold the forces of the current state (forces of position and time)
    double next_step;       // step size that an adaptive method would try next
    scratch_memory scratch;
    struct thread_pool *pool; // NULL: the caller's thread, or the definition's parallel_for
};

static inline const body_extras *gyre_extras_of(const body_record *record) {
    static const body_extras none = {0};
    return record->extras ? record->extras : &none;
}

/// The id of the live body with this index.
static inline gyre_body_id gyre_body_id_of(const gyre_world *world, uint32_t index) {
    return (gyre_body_id){index, gyre_id_generation(&world->bodies.ids, index), world->tag};
}

/// The position of a body that exists and belongs to this world.
static inline bool gyre_find_body_slot(const gyre_world *world, gyre_body_id id, uint32_t *out_slot) {
    return id.world == world->tag && gyre_id_find(&world->bodies.ids, id.index, id.generation, out_slot);
}

static inline bool gyre_find_force_slot(const gyre_world *world, gyre_force_id id, uint32_t *out_slot) {
    return id.world == world->tag && gyre_id_find(&world->forces.ids, id.index, id.generation, out_slot);
}

/// What to call a body or a force in a message: its name, or its kind and number.
enum { LABEL_SIZE = 64 };
const char *gyre_body_label(const gyre_world *world, uint32_t slot, char buffer[LABEL_SIZE]);
const char *gyre_force_label(const gyre_world *world, uint32_t slot, char buffer[LABEL_SIZE]);

/// GYRE_ERR_NAME unless `name` can be given to something new in this table; said in the log.
gyre_result gyre_name_check(const gyre_world *world, const name_table *table, const char *name);

/// A copy that belongs to the world; NULL when there is no memory.
char *gyre_copy_text(const gyre_world *world, const char *text);

/// At least `size` bytes in `kept`, contents lost when it grows; NULL when there is no memory.
void *gyre_scratch_reserve(const gyre_world *world, scratch *kept, size_t size);

/// GYRE_OK when the world may be changed now, GYRE_ERR_NULL_POINTER without a world, GYRE_ERR_STEPPING inside a step.
gyre_result gyre_world_check_idle(const gyre_world *world);

/// GYRE_ERR_LENGTH, with a message, unless `count` is the number of bodies.
gyre_result gyre_all_bodies_check(const gyre_world *world, size_t count);

/// Checks a number from 0 to most, such as that of an enum; logs `what`, the field and the allowed range if it is out
/// of range, and returns GYRE_ERR_OPTION.
gyre_result gyre_choice_check(const gyre_logger *log, const char *what, const char *field, int value, int most);

/// Called before anything in the world is changed by hand: cached forces are no longer those of the state, and the
/// ledger remembers what was before.
void gyre_world_begin_edit(gyre_world *world);

/// Chooses world->kernel_now; called after the number of awake bodies has changed.
void gyre_world_choose_kernel(gyre_world *world);
