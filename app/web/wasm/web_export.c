/// Files of a run, in memory. A recording simulates the run again from its start, with the input by hand at the same
/// steps; the results are bit-identical.
#include "web_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

GYRE_WEB_EXPORT(gyre_web_scene_text) const char *gyre_web_scene_text(gyre_web_run *run) {
    if (!run->scene) return NULL;
    (void)gyre_web_release(run);
    run->scene_text.size = 0;
    gyre_sink sink = gyre_sink_to_memory(&run->scene_text);
    gyre_result r = gyre_scene_write(run->scene, &sink);
    if (r == GYRE_OK) r = sink.write("", 1, sink.user);
    return gyre_web_say(run, r, NULL) ? (const char *)run->scene_text.bytes : NULL;
}

struct gyre_web_export {
    gyre_web_run *run; // separate run, simulated from the start
    gyre_recording *recording;
    gyre_memory_sink bytes;
    uint64_t step, last;
    uint64_t frame, frames, next_frame;
    size_t next_input;
    bool is_complete;
    char message[512];
};

static void keep_log(gyre_log_level level, const char *text, void *user) {
    gyre_web_export *job = user;
    if (level == GYRE_LOG_ERROR) snprintf(job->message, sizeof job->message, "%s", text);
}

// Keeps the message of the log, which is more specific than the result.
static gyre_result explain(gyre_web_export *job, gyre_result r) {
    if (r != GYRE_OK && !job->message[0]) snprintf(job->message, sizeof job->message, "%s", gyre_result_text(r));
    return r;
}

static bool copy_inputs(gyre_web_export *job, const gyre_web_run *from) {
    job->run->inputs = malloc((from->input_count + 1) * sizeof *from->inputs);
    if (!job->run->inputs) return false;
    if (from->input_count > 0) memcpy(job->run->inputs, from->inputs, from->input_count * sizeof *from->inputs);
    job->run->input_count = from->input_count;
    return true;
}

static gyre_result begin(gyre_web_export *job, gyre_web_run *from, gyre_format format) {
    gyre_web_run *run = job->run;
    gyre_scene_settings settings = gyre_scene_get_settings(from->scene);
    uint64_t steps = gyre_world_step_count(from->world);
    double duration = steps > 0 ? (double)steps * settings.dt : settings.duration;
    gyre_result r = gyre_scene_set_settings(run->scene, settings.dt, duration, settings.fps);
    if (r == GYRE_OK) r = gyre_world_set_method(run->world, gyre_world_method(from->world));
    if (r != GYRE_OK) return r;
    job->last = gyre_scene_step_count(run->scene);
    job->frames = gyre_scene_frame_count(run->scene);

    gyre_recording_def def = gyre_recording_def_default(format);
    def.sink = gyre_sink_to_memory(&job->bytes);
    def.log = (gyre_logger){keep_log, job};
    r = gyre_recording_begin(&def, run->scene, &job->recording);
    if (r == GYRE_OK) r = gyre_recording_frame(job->recording);
    job->next_frame = gyre_scene_step_of_frame(run->scene, ++job->frame);
    return r;
}

static gyre_result find_format(const char *name, gyre_format *out_format) {
    for (int i = 0; i < GYRE_FORMAT_COUNT; i++)
        if (strcmp(gyre_format_name((gyre_format)i), name) == 0) return *out_format = (gyre_format)i, GYRE_OK;
    return GYRE_ERR_FORMAT;
}

GYRE_WEB_EXPORT(gyre_web_export_begin)
gyre_web_export *gyre_web_export_begin(gyre_web_run *run, const char *name) {
    gyre_format format;
    gyre_result r = run->scene ? find_format(name, &format) : GYRE_ERR_SCENE;
    if (r != GYRE_OK) return gyre_web_say(run, r, NULL), NULL;
    gyre_web_export *job = calloc(1, sizeof *job);
    r = GYRE_ERR_NO_MEMORY;
    if (job) job->run = gyre_web_open(run->text, run->text_size, 1);
    if (job && job->run && job->run->scene && copy_inputs(job, run)) r = begin(job, run, format);
    if (r == GYRE_OK) return job;
    gyre_web_say(run, r, job ? job->message : NULL);
    gyre_web_export_close(job);
    return NULL;
}

static gyre_result catch_up_with_hand(gyre_web_export *job) {
    const gyre_web_run *run = job->run;
    gyre_result r = GYRE_OK;
    while (r == GYRE_OK && job->next_input < run->input_count && run->inputs[job->next_input].step == job->step)
        r = gyre_web_do(job->run, &run->inputs[job->next_input++]);
    return r;
}

static gyre_result step(gyre_web_export *job) {
    gyre_result r = catch_up_with_hand(job);
    if (r == GYRE_OK && (r = gyre_web_take_step(job->run)) != GYRE_OK)
        snprintf(job->message, sizeof job->message, "%s", job->run->message);
    if (r != GYRE_OK) return r;
    job->step++;
    if (job->step != job->next_frame || job->frame >= job->frames) return GYRE_OK;
    job->next_frame = gyre_scene_step_of_frame(job->run->scene, ++job->frame);
    return gyre_recording_frame(job->recording);
}

GYRE_WEB_EXPORT(gyre_web_export_advance) double gyre_web_export_advance(gyre_web_export *job, double n) {
    if (job->message[0]) return -1;
    for (double i = 0; i < n && job->step < job->last; i++)
        if (explain(job, step(job)) != GYRE_OK) return -1;
    if (job->step < job->last) return (double)job->step / (double)job->last;
    if (!job->is_complete) {
        gyre_result r = catch_up_with_hand(job);
        if (r == GYRE_OK) r = gyre_recording_end(job->recording, 0);
        if (explain(job, r) != GYRE_OK) return -1;
        job->is_complete = true;
    }
    return 1;
}

GYRE_WEB_EXPORT(gyre_web_export_message) const char *gyre_web_export_message(const gyre_web_export *job) {
    return job->message;
}

GYRE_WEB_EXPORT(gyre_web_export_bytes) const uint8_t *gyre_web_export_bytes(const gyre_web_export *job) {
    return job->bytes.bytes;
}

GYRE_WEB_EXPORT(gyre_web_export_size) size_t gyre_web_export_size(const gyre_web_export *job) {
    return job->bytes.size;
}

GYRE_WEB_EXPORT(gyre_web_export_close) void gyre_web_export_close(gyre_web_export *job) {
    if (!job) return;
    gyre_recording_destroy(job->recording);
    gyre_web_close(job->run);
    free(job->bytes.bytes);
    free(job);
}
