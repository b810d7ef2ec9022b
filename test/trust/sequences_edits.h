/// Random calls that make, change and remove things, each with the model beside it; good and bad ones.
#pragma once

#include "sequences_model.h"

enum { WORLDS_MAX = 3 };

typedef struct sequence_sums {
    uint64_t operations, refused, steps, failed_steps, restores;
} sequence_sums;

extern model worlds[WORLDS_MAX];
extern size_t world_count;
extern random_source dice;
extern sequence_sums sums;

static inline size_t below(size_t count) { return (size_t)(random_u64(&dice) % count); }
static inline bool one_in(size_t count) { return below(count) == 0; }

static inline double bad_number(void) {
    const double bad[] = {__builtin_nan(""), __builtin_inf(), -__builtin_inf()};
    return bad[below(3)];
}

/// A body of the model, or NULL if it has no bodies; and an invalid id.
model_body *some_body(model *m);
gyre_body_id bad_body(model *m);

/// The world that the operation is about. settle compares its bytes with those after the last call that could have
/// changed it: a call that failed has changed nothing. must_be and must_fail settle.
extern const gyre_world *acting;
void act_on(const gyre_world *world);
world_bytes bytes_of_acting(void); // a copy
void settle(gyre_result got, const char *what);
void must_be(gyre_result got, gyre_result want, const char *what);
void must_fail(gyre_result got, const char *what);

void create_world(void);
void destroy_world(size_t index);
void change_world(model *m);
void add_body(model *m);
void remove_body(model *m);
void move_body(model *m);
void change_body(model *m);
void push_body(model *m);
void add_force(model *m);
void remove_force(model *m);
