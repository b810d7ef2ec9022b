/// PLY, text and binary of either order of bytes.
#include "model_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    return fuzz_begins(bytes, size, "ply") ? fuzz_model(bytes, size) : 0;
}
