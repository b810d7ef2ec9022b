/// Coefficients of the Runge-Kutta methods, one table per row of methods.def.
#include "integrators/butcher.h"

#include <stddef.h>

static const butcher_table table_explicit_euler = {.stages = 1, .b = {1}};

static const butcher_table table_midpoint = {.stages = 2, .c = {0, 0.5}, .a = {{0}, {0.5}}, .b = {0, 1}};

static const butcher_table table_heun = {.stages = 2, .c = {0, 1}, .a = {{0}, {1}}, .b = {0.5, 0.5}};

static const butcher_table table_ralston = {
    .stages = 2, .c = {0, 2.0 / 3}, .a = {{0}, {2.0 / 3}}, .b = {1.0 / 4, 3.0 / 4}};

static const butcher_table table_rk4 = {
    .stages = 4,
    .c = {0, 0.5, 0.5, 1},
    .a = {{0}, {0.5}, {0, 0.5}, {0, 0, 1}},
    .b = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
};

static const butcher_table table_three_eighths = {
    .stages = 4,
    .c = {0, 1.0 / 3, 2.0 / 3, 1},
    .a = {{0}, {1.0 / 3}, {-1.0 / 3, 1}, {1, -1, 1}},
    .b = {1.0 / 8, 3.0 / 8, 3.0 / 8, 1.0 / 8},
};

// Dormand and Prince 1980; dense output of Shampine 1986 in the form of Hairer, Norsett and Wanner, II.6.
static const butcher_table table_dopri5 = {
    .stages = 7,
    .c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
    .a = {{0},
          {1.0 / 5},
          {3.0 / 40, 9.0 / 40},
          {44.0 / 45, -56.0 / 15, 32.0 / 9},
          {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
          {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
          {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}},
    .b = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0},
    .error_order = 4,
    .e = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40},
    .dense = {-12715105075.0 / 11282082432, 0, 87487479700.0 / 32700410799, -10690763975.0 / 1880347072,
              701980252875.0 / 199316789632, -1453857185.0 / 822651844, 69997945.0 / 29380423},
    .ends_with_derivative = 1,
};

// ARK4(3)6L[2]SA of Kennedy and Carpenter 2003, implicit part: L-stable, stiffly accurate, stage order 2.
static const butcher_table table_esdirk4 = {
    .stages = 6,
    .gamma = 1.0 / 4,
    .c = {0, 1.0 / 2, 83.0 / 250, 31.0 / 50, 17.0 / 20, 1},
    .a = {{0},
          {1.0 / 4, 1.0 / 4},
          {8611.0 / 62500, -1743.0 / 31250, 1.0 / 4},
          {5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108, 1.0 / 4},
          {15267082809.0 / 155376265600, -71443401.0 / 120774400, 730878875.0 / 902184768, 2285395.0 / 8070912,
           1.0 / 4},
          {82889.0 / 524892, 0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211, 1.0 / 4}},
    .b = {82889.0 / 524892, 0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211, 1.0 / 4},
    .error_order = 3,
    .e = {31666707.0 / 9881966720, 0, -256875.0 / 105007616, -2768025.0 / 128864768, 169839.0 / 3864644,
          -5247.0 / 225920},
    .ends_with_derivative = 1,
};

// One pointer per row of methods.def; NULL for splitting methods.
#define TABLE_runge_kutta(name) &table_##name
#define TABLE_splitting(name) NULL
static const butcher_table *const tables[GYRE_METHOD_COUNT] = {
#define X(name, order, family, text) TABLE_##family(name),
#include "gyre/methods.def"
#undef X
};

const butcher_table *gyre_butcher_table_of(gyre_method method) {
    return (unsigned)method < GYRE_METHOD_COUNT ? tables[method] : NULL;
}
