/// The structs behind gyre_web.h; private to this folder.
#pragma once

#include "gyre_web.h"

#include <stdbool.h>

typedef struct web_problem {
    int line, column;
    gyre_severity severity;
    char text[sizeof((gyre_problem *)0)->where + sizeof((gyre_problem *)0)->text];
} web_problem;

/// An input by hand, recorded so that an export can repeat it.
typedef enum web_deed { WEB_PUSH, WEB_GRAB, WEB_MOVE, WEB_RELEASE } web_deed;

typedef struct web_input {
    uint64_t step; // the input comes before this step
    web_deed deed;
    int body;
    gyre_vec3 impulse; // of a push [N s]
    gyre_vec3 point;   // world
    double rate;       // of a grab [1/s]
} web_input;

typedef struct web_hand {
    bool is_holding;
    int body;
    gyre_force_id spring;
    gyre_vec3 grip;   // model frame
    gyre_vec3 target; // world
    double damping;   // [N s/m]
} web_hand;

struct gyre_web_run {
    char *text; // the scene as given, for exports
    size_t text_size;
    gyre_scene *scene; // NULL if the scene has errors
    gyre_world *world;
    gyre_body_id *bodies;
    int body_count;
    web_problem *problems;
    int problem_count, problem_capacity;
    gyre_clock clock;
    double alpha;
    char message[512];

    web_hand hand;
    web_input *inputs;
    size_t input_count, input_capacity;
    web_deed last_deed; // kind of the last input
    uint64_t last_step;

    double *poses, *numbers, *springs; // one block each, allocated at first use
    double totals[GYRE_WEB_TOTALS], facts[GYRE_WEB_BODY_FACTS], part[GYRE_WEB_PART_NUMBERS];
    gyre_memory_sink scene_text;
};

/// Sets the message; returns 1 if the result is GYRE_OK.
int gyre_web_say(gyre_web_run *run, gyre_result result, const char *text);

/// Performs an input without recording it.
gyre_result gyre_web_do(gyre_web_run *run, const web_input *input);

/// Applies the damping force of the hand for one step; called before every step.
gyre_result gyre_web_before_step(gyre_web_run *run);

/// Takes one step of the run, with the damping force of the hand.
gyre_result gyre_web_take_step(gyre_web_run *run);
