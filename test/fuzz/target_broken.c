/// A control: the JSON target with a reader that is wrong on purpose, which replaying must detect.
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    gyre_allocator allocator = fuzz_begin(bytes, size);
    void *kept = allocator.take(8, 8, NULL);
    if (kept && memchr(bytes, '}', size)) allocator.give(kept, NULL); // kept when there is no brace
    fuzz_end();
    return 0;
}
