/// A page of memory shared by failing_malloc.c and the test that loads it.
#pragma once

typedef struct failing_malloc_page {
    long calls, fail_at; // fail_at < 0: none
    long is_onward;      // all after it fail, too
    long failures;
} failing_malloc_page;
