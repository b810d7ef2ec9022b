/// Meshes from glTF files.
#include "mesh/model_builder.h"

gyre_result gyre_read_gltf(model_source *source, model_builder *builder) {
    (void)builder;
    return gyre_model_fail(source, 0, "glTF is not read yet");
}
