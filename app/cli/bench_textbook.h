/// A step as textbooks and blog posts have it, to compare with.
#pragma once

#include <stddef.h>

typedef struct textbook_body {
    double mass;
    double inertia_inverse[3]; // body axes
    double x[3], v[3], w[3];   // world
    double q[4];               // w, x, y, z
} textbook_body;

/// Moves bodies in free fall by one step of h seconds.
void textbook_step(textbook_body *bodies, size_t count, const double gravity[3], double h);
