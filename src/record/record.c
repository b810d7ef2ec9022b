/// Creation, frames and end of a recording, for all formats.
#include "record/record.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { RECORDING_MARKER = 0x47595231, NUMBERED_NAME_SIZE = 32 }; // "GYR1"

static const format_writer *const writers[GYRE_FORMAT_COUNT] = {
#define X(name, extension, text) [GYRE_FORMAT_##name] = &gyre_writer_##name,
#include "gyre/formats.def"
#undef X
};

void *gyre_recording_take(const recording *r, size_t count, size_t size) {
    return gyre_take_array(&r->allocator, count > 0 ? count : 1, size);
}

void gyre_recording_give(const recording *r, void *block) { gyre_give_back(&r->allocator, block); }

gyre_recording_def gyre_recording_def_default(gyre_format format) {
    return (gyre_recording_def){.marker = RECORDING_MARKER, .format = format};
}

static gyre_result def_check(const gyre_recording_def *def, const gyre_scene *scene, gyre_recording **out_recording) {
    if (!def || !scene || !out_recording) return GYRE_ERR_NULL_POINTER;
    if (def->marker != RECORDING_MARKER) return GYRE_ERR_DEFINITION;
    if ((unsigned)def->format >= GYRE_FORMAT_COUNT) return GYRE_ERR_FORMAT;
    if (!def->sink.write) return GYRE_ERR_NULL_POINTER;
    return gyre_allocator_check(&def->allocator);
}

// ---- bodies ----

// Returns the name of a body; for an unnamed body, a name made from its id in `room`.
static const char *name_of(const recording *r, gyre_body_id body, char room[NUMBERED_NAME_SIZE]) {
    const char *name = gyre_body_name(r->world, body);
    if (name && name[0] != '\0') return name;
    snprintf(room, NUMBERED_NAME_SIZE, "body #%u", body.index);
    return room;
}

static gyre_result copy_names(recording *r) {
    char room[NUMBERED_NAME_SIZE];
    size_t size = 0;
    for (size_t i = 0; i < r->body_count; i++)
        size += strlen(name_of(r, r->bodies[i], room)) + 1;
    r->names = gyre_recording_take(r, r->body_count, sizeof *r->names);
    r->name_text = gyre_recording_take(r, size, 1);
    if (!r->names || !r->name_text) return GYRE_ERR_NO_MEMORY;
    char *end = r->name_text;
    for (size_t i = 0; i < r->body_count; i++) {
        const char *name = name_of(r, r->bodies[i], room);
        size_t length = strlen(name);
        memcpy(end, name, length + 1);
        r->names[i] = end;
        end += length + 1;
    }
    return GYRE_OK;
}

static gyre_result list_bodies(recording *r) {
    r->body_count = gyre_world_body_count(r->world);
    r->bodies = gyre_recording_take(r, r->body_count, sizeof *r->bodies);
    if (!r->bodies) return GYRE_ERR_NO_MEMORY;
    gyre_body_id body = {0};
    for (size_t i = 0; i < r->body_count; i++)
        r->bodies[i] = body = gyre_world_next_body(r->world, body);
    return copy_names(r);
}

static gyre_result take_samples(recording *r) {
    size_t count = r->body_count, numbers;
    if (!size_multiply(count, COLUMN_COUNT, &numbers)) return GYRE_ERR_TOO_LARGE;
    r->motions = gyre_recording_take(r, count, sizeof *r->motions);
    r->kinetic = gyre_recording_take(r, count, sizeof *r->kinetic);
    r->potential = gyre_recording_take(r, count, sizeof *r->potential);
    r->columns = gyre_recording_take(r, numbers, sizeof *r->columns);
    r->is_gone = gyre_recording_take(r, count, sizeof *r->is_gone);
    r->here_rows = gyre_recording_take(r, count, sizeof *r->here_rows);
    r->here = gyre_recording_take(r, count, sizeof *r->here);
    r->here_energies = gyre_recording_take(r, 2 * count, sizeof *r->here_energies);
    if (!r->motions || !r->kinetic || !r->potential || !r->columns || !r->is_gone || !r->here_rows || !r->here ||
        !r->here_energies)
        return GYRE_ERR_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        r->is_gone[i] = false;
        r->here_rows[i] = i;
        r->here[i] = r->bodies[i];
    }
    r->here_count = count;
    return GYRE_OK;
}

// ---- creation, frames, end ----

static gyre_result begin_format(recording *r, const gyre_sink *sink) {
    gyre_result result = gyre_output_begin(&r->out, sink, &r->allocator, r->writer->needs_patch);
    if (result == GYRE_OK) result = list_bodies(r);
    if (result == GYRE_OK && r->writer->is_sampled) result = take_samples(r);
    if (result == GYRE_OK && r->writer->state_size > 0) {
        r->state = gyre_recording_take(r, r->writer->state_size, 1);
        if (!r->state) return GYRE_ERR_NO_MEMORY;
        memset(r->state, 0, r->writer->state_size);
    }
    if (result == GYRE_OK && r->writer->begin) result = r->writer->begin(r);
    return result == GYRE_OK ? r->out.result : result;
}

gyre_result gyre_recording_begin(const gyre_recording_def *def, gyre_scene *scene, gyre_recording **out_recording) {
    gyre_result result = def_check(def, scene, out_recording);
    if (result != GYRE_OK) return result;
    recording *r = gyre_take_array(&def->allocator, 1, sizeof *r);
    if (!r) return GYRE_ERR_NO_MEMORY;
    *r = (recording){
        .writer = writers[def->format],
        .allocator = def->allocator,
        .log = def->log,
        .scene = scene,
        .world = gyre_scene_world(scene),
        .frames_expected = gyre_scene_frame_count(scene),
    };
    result = begin_format(r, &def->sink);
    if (result == GYRE_OK)
        *out_recording = r;
    else
        gyre_recording_destroy(r);
    return result;
}

// Returns an error if the recording has failed or ended, because nothing more may be written.
static gyre_result open_check(const recording *r) {
    if (!r) return GYRE_ERR_NULL_POINTER;
    if (r->result != GYRE_OK) return r->result;
    return r->has_ended ? GYRE_ERR_STOPPED : GYRE_OK;
}

static gyre_result keep_result(recording *r, gyre_result result) {
    r->result = result == GYRE_OK ? r->out.result : result;
    return r->result;
}

gyre_result gyre_recording_frame(recording *r) {
    gyre_result result = open_check(r);
    if (result != GYRE_OK) return result;
    const format_writer *writer = r->writer;
    if (writer->is_sampled) result = gyre_sample_frame(r);
    if (result == GYRE_OK && writer->frame) result = writer->frame(r);
    // on_progress stopped the frame before anything was written
    if (result == GYRE_ERR_STOPPED && r->out.result == GYRE_OK) return result;
    if (result == GYRE_OK) r->frame_count++;
    return keep_result(r, result);
}

gyre_result gyre_recording_end(recording *r, int is_early) {
    gyre_result result = open_check(r);
    if (result != GYRE_OK) return result;
    r->has_ended = true;
    if (r->writer->end) result = r->writer->end(r, is_early != 0);
    if (result == GYRE_OK) result = gyre_output_end(&r->out);
    return keep_result(r, result);
}

void gyre_recording_destroy(recording *r) {
    if (!r) return;
    gyre_allocator allocator = r->allocator;
    if (r->state && r->writer->free_state) r->writer->free_state(r);
    void *const blocks[] = {r->state,     r->here_energies, r->here,    r->here_rows, r->is_gone,       r->columns,
                            r->potential, r->kinetic,       r->motions, r->name_text, (void *)r->names, r->bodies};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        gyre_give_back(&allocator, blocks[i]);
    gyre_output_free(&r->out);
    gyre_give_back(&allocator, r);
}
