/// glTF and GLB.
#include "model_target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    int is_gltf = fuzz_begins(bytes, size, "glTF") || fuzz_begins(bytes, size, "{");
    return is_gltf ? fuzz_model(bytes, size) : 0;
}
