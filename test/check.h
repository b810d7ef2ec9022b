/// Thin names over cmocka: TEST defines and registers a test, CHECK_* compare and print both sides.
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gyre/base.h"

// C's NAN and INFINITY are floats, and a silent conversion is an error in this project.
#undef NAN
#undef INFINITY
#define NAN __builtin_nan("")
#define INFINITY __builtin_inf()

enum { TESTS_MAX = 128 };
static struct CMUnitTest registered_tests[TESTS_MAX];
static size_t registered_test_count;

/// A test states one fact and is named after it; spec_NN_ in front names the item of docs/SPEC.md that it holds up.
#define TEST(test_name)                                                                                                \
    static void test_name(void **unused_state);                                                                        \
    __attribute__((constructor)) static void register_##test_name(void) {                                              \
        if (registered_test_count == TESTS_MAX) abort();                                                               \
        registered_tests[registered_test_count++] = (struct CMUnitTest){#test_name, test_name, NULL, NULL, NULL};      \
    }                                                                                                                  \
    static void test_name(void **unused_state __attribute__((unused)))

#define RUN_TESTS(group)                                                                                               \
    int main(void) { return _cmocka_run_group_tests(group, registered_tests, registered_test_count, NULL, NULL); }

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) fail_msg("not true: %s", #condition);                                                        \
    } while (0)

#define CHECK_NEAR(got, want, tolerance)                                                                               \
    do {                                                                                                               \
        double got_ = (got), want_ = (want), tolerance_ = (tolerance);                                                 \
        if (!(fabs(got_ - want_) <= tolerance_))                                                                       \
            fail_msg("%s is %.17g, expected %.17g +- %g (off by %g)", #got, got_, want_, tolerance_, got_ - want_);    \
    } while (0)

#define CHECK_BELOW(got, bound)                                                                                        \
    do {                                                                                                               \
        double got_ = (got), bound_ = (bound);                                                                         \
        if (!(got_ < bound_)) fail_msg("%s is %.17g, expected less than %.17g", #got, got_, bound_);                   \
    } while (0)

/// The same number to the last bit, which for doubles means the same bits.
#define CHECK_SAME(got, want)                                                                                          \
    do {                                                                                                               \
        double got_ = (got), want_ = (want);                                                                           \
        if (memcmp(&got_, &want_, sizeof got_) != 0)                                                                   \
            fail_msg("%s is %.17g (%a), expected exactly %.17g (%a)", #got, got_, got_, want_, want_);                 \
    } while (0)

#define CHECK_EQ(got, want)                                                                                            \
    do {                                                                                                               \
        long long got_ = (long long)(got), want_ = (long long)(want);                                                  \
        if (got_ != want_) fail_msg("%s is %lld, expected %lld", #got, got_, want_);                                   \
    } while (0)

#define CHECK_BYTES(got, want, size)                                                                                   \
    do {                                                                                                               \
        if (memcmp((got), (want), (size)) != 0) fail_msg("%s differs from %s", #got, #want);                           \
    } while (0)

#define CHECK_RESULT(call, want)                                                                                       \
    do {                                                                                                               \
        gyre_result got_ = (call), want_ = (want);                                                                     \
        if (got_ != want_)                                                                                             \
            fail_msg("%s gives %s, expected %s", #call, gyre_result_name(got_), gyre_result_name(want_));              \
    } while (0)

#define CHECK_OK(call) CHECK_RESULT(call, GYRE_OK)
