/// The parts of write_answers.c for other things than diagnoses, models and scenes.
#pragma once

#include <stdio.h>

/// Masses of shapes, points, meshes and densities, moved and put together; verdicts on tensors that people state.
void put_masses(FILE *file);
