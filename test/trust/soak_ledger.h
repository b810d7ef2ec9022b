/// Checks the balance of the ledger. A residual is the largest measured one, divided by the turnover: energies, or
/// momenta of single bodies, summed without signs. That of the momentum is rounding. Those of energy and angular
/// momentum are what the method leaves: above a small bound they must fall at least by half when steps are a quarter as
/// long, which a wrong account does not.
#pragma once

#include "soak_scene.h"

enum { ENERGY, ANGULAR_MOMENTUM, MOMENTUM, ACCOUNT_COUNT };
static const char *const account_names[ACCOUNT_COUNT] = {"energy", "angular momentum", "momentum"};

/// Below this a residual is not asked about. Momenta are sums of some 1e5 kicks, each rounded.
static const double account_bounds[ACCOUNT_COUNT] = {1e-5, 1e-9, 1e-12};

typedef struct books {
    int is_kept;
    double turnover[ACCOUNT_COUNT], residual[ACCOUNT_COUNT];
} books;

static inline double larger(double a, double b) { return a > b || a != a ? a : b; }

static inline void audit(books *b, const gyre_world *world) {
    gyre_ledger l;
    if (!b->is_kept || gyre_world_get_ledger(world, &l) != GYRE_OK) return;
    double momentum = norm(l.momentum.impulse), angular = norm(l.angular_momentum.impulse);
    gyre_body_id id = {0};
    while (!gyre_body_is_none(id = gyre_world_next_body(world, id))) {
        gyre_state s;
        insist(gyre_body_get_state(world, id, &s));
        momentum += norm(s.P);
        angular += norm(s.L) + norm(s.x) * norm(s.P);
    }
    double energy = l.kinetic + fabs(l.potential) + fabs(l.initial) + fabs(l.work) + l.dissipated + fabs(l.edited);
    const double turnover[] = {energy, angular, momentum};
    const double residual[] = {fabs(l.residual), norm(l.angular_momentum.residual), norm(l.momentum.residual)};
    for (int i = 0; i < ACCOUNT_COUNT; i++) {
        b->turnover[i] = larger(turnover[i], b->turnover[i]);
        b->residual[i] = larger(residual[i], b->residual[i]);
    }
}

static inline books books_of(const gyre_world *world) {
    gyre_ledger l;
    books b = {.is_kept = gyre_world_get_ledger(world, &l) == GYRE_OK};
    audit(&b, world);
    return b;
}

/// Relative to the turnover; NaN counts as more than anything.
static inline double gap(const books *b, int account) {
    return b->residual[account] == 0 ? 0 : b->residual[account] / b->turnover[account];
}

static inline int is_closed(const books *b, int account) { return gap(b, account) <= account_bounds[account]; }

static inline int are_closed(const books *b) {
    return !b->is_kept || (is_closed(b, ENERGY) && is_closed(b, ANGULAR_MOMENTUM) && is_closed(b, MOMENTUM));
}

/// Given the same with steps a quarter as long.
static inline int is_explained(const books *b, const books *finer, int account) {
    return is_closed(b, account) ||
           (account != MOMENTUM && (is_closed(finer, account) || gap(finer, account) <= gap(b, account) / 2));
}
