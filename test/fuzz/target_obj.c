/// OBJ.
#include "model_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    int is_other = fuzz_begins(bytes, size, "ply") || fuzz_begins(bytes, size, "glTF") ||
                   fuzz_begins(bytes, size, "{") || fuzz_begins(bytes, size, "solid");
    return is_other ? 0 : fuzz_model(bytes, size);
}
