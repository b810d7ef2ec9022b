/// What a run holds; shared by the files of this folder only.
#pragma once

#include "gyre_web.h"

#include <stdbool.h>

typedef struct web_problem {
    int line, column;
    char text[sizeof((gyre_problem *)0)->where + sizeof((gyre_problem *)0)->text];
} web_problem;

/// Everything the hand does, so that a run can be run again.
typedef enum web_deed { WEB_PUSH, WEB_GRAB, WEB_MOVE, WEB_RELEASE } web_deed;

typedef struct web_input {
    uint64_t step; // before which it happened
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
    char *text; // of the scene, to begin again from
    size_t text_size;
    gyre_scene *scene; // NULL when it had problems
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
    web_deed last_deed; // of the last input
    uint64_t last_step;

    double *poses, *numbers, *springs; // one block each, taken when asked for
    double totals[GYRE_WEB_TOTALS], facts[GYRE_WEB_BODY_FACTS], part[GYRE_WEB_PART_NUMBERS];
    gyre_memory_sink scene_text;
};

/// Fills in the message; returns 1 when all is well.
int gyre_web_say(gyre_web_run *run, gyre_result result, const char *text);

/// Does what the hand did, without remembering it.
gyre_result gyre_web_do(gyre_web_run *run, const web_input *input);

/// To be called before every step: the damper of the hand, which acts for one step.
gyre_result gyre_web_before_step(gyre_web_run *run);

/// One step of the run, the hand included.
gyre_result gyre_web_take_step(gyre_web_run *run);
