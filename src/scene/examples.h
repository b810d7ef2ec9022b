/// The scene files of examples/scenes, written as C by cmake/embed_scenes.cmake when the library is built.
#pragma once

#include "gyre/scene.h"

extern const gyre_example gyre_examples[];
extern const size_t gyre_example_count;
