/// STL, text and binary, and bytes of no format.
#include "model_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    int is_other = fuzz_begins(bytes, size, "ply") || fuzz_begins(bytes, size, "glTF") ||
                   fuzz_begins(bytes, size, "{") || fuzz_begins(bytes, size, "v ") || fuzz_begins(bytes, size, "f ");
    return is_other ? 0 : fuzz_model(bytes, size);
}
