/// The mistakes of scene_mistakes.def and what stands around them.
#pragma once

// The text before and after a mistake of each kind.
static const char *const wraps[][2] = {
    {"", ""},                                                                              // raw: the whole file
    {"{\"gyre\":1,", "}"},                                                                 // scene: keys of the top
    {"{\"gyre\":1,\"bodies\":[\n{\"name\":\"a\",\"mass\":1,\"inertia\":[1,1,1],", "}]}"},  // body: keys of a body
    {"{\"gyre\":1,\"bodies\":[{\"name\":\"a\",\"mass\":1,\"inertia\":[1,1,1]},\n", "] }"}, // also: another body
    {"{\"gyre\":1,\"bodies\":[{\"name\":\"b\",\"mass\":1,\"shape\":\n", "}]}"},            // shape: of a body
    {"{\"gyre\":1,\"bodies\":[{\"name\":\"a\",\"mass\":1,\"inertia\":[1,1,1]}],\"forces\":[\n", "]}"}, // force
};

enum { WRAP_raw, WRAP_scene, WRAP_body, WRAP_also, WRAP_shape, WRAP_force };

// 300 bytes
#define FIFTY "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define LONG_NAME FIFTY FIFTY FIFTY FIFTY FIFTY FIFTY

static const struct {
    int wrap;
    const char *text, *problems;
} mistakes[] = {
#define M(kind, text, problems) {WRAP_##kind, text, problems},
#include "scene_mistakes.def"
#undef M
};
