/// List of the candidates of `gyre bench`.
#include "bench.h"

enum { BASELINE_COUNT = 2 };

typedef struct peer {
    const char *what, *program, *variant;
    size_t capacity;
} peer;

// Each engine with its fastest and its most accurate settings (see bench/peer_*.c). The capacity (number of bodies)
// limits the run time.
static const peer peers[] = {
    {"bullet", "gyre-peer-bullet", "fast", 1000000}, {"bullet", "gyre-peer-bullet", "accurate", 10000},
    {"ode", "gyre-peer-ode", "fast", 1000000},       {"ode", "gyre-peer-ode", "accurate", 10000},
    {"mujoco", "gyre-peer-mujoco", "fast", 10000},   {"mujoco", "gyre-peer-mujoco", "accurate", 1000},
};

static bench_candidate program(const char *what, const char *name, const char *variant, const char *options) {
    return (bench_candidate){
        .what = what, .program = name, .variant = variant, .options = options, .threads = 1, .row = bench_row_none()};
}

bench_candidate bench_field_textbook(void) { return program("textbook", "gyre-baseline-textbook", "default", ""); }
bench_candidate bench_field_lean(void) { return program("lean", "gyre-baseline-lean", "default", ""); }

bench_candidate bench_field_method(gyre_method method, int threads) {
    return (bench_candidate){
        .what = gyre_method_name(method), .options = "", .method = method, .threads = threads, .row = bench_row_none()};
}

int bench_field_peer_count(void) { return (int)(sizeof peers / sizeof peers[0]); }

bench_candidate bench_field_peer(int index) {
    bench_candidate c = program(peers[index].what, peers[index].program, peers[index].variant, peers[index].variant);
    c.row.is_peer = 1;
    return c;
}

size_t bench_field_peer_capacity(int index) { return peers[index].capacity; }

int bench_field_count(int has_peers) {
    return BASELINE_COUNT + GYRE_METHOD_COUNT + (has_peers ? bench_field_peer_count() : 0);
}

bench_candidate bench_field_candidate(int index) {
    if (index == 0) return bench_field_textbook();
    if (index == 1) return bench_field_lean();
    index -= BASELINE_COUNT;
    return index < GYRE_METHOD_COUNT ? bench_field_method((gyre_method)index, 1)
                                     : bench_field_peer(index - GYRE_METHOD_COUNT);
}
