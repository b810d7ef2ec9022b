/// Writes the format html: a page that replays the run, in one self-contained file.
///
/// The page's security policy allows only one script and one style sheet, identified by their hashes. Everything from
/// the scene is data: escaped text, or JSON in an element that browsers do not run. Frames are kept until the end
/// (replay_tracks.h).
#include "record/record.h"

#include "base/log.h"
#include "record/base64.h"
#include "record/compress.h"
#include "record/escape.h"
#include "record/ledger_json.h"
#include "record/replay_columns.h"
#include "record/replay_model.h"
#include "record/replay_page.h"
#include "record/replay_tracks.h"
#include "record/svg_element.h"

#include <stdio.h>
#include <string.h>

typedef struct html_state {
    replay_model model;
    replay_tracks tracks;
} html_state;

static void put(output *out, const char *text) { gyre_output_text(out, text); }

static void put_number(output *out, const char *before, double value) {
    put(out, before);
    gyre_output_number(out, value);
}

static void put_integer(output *out, const char *before, uint64_t value) {
    put(out, before);
    gyre_output_integer(out, (int64_t)value);
}

// ---- head -----------------------------------------------------------------------------------------------------------

static void put_head(output *out, const char *title) {
    put(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '");
    put(out, gyre_replay_script_hash);
    put(out, "'; style-src '");
    put(out, gyre_replay_style_hash);
    put(out, "'; base-uri 'none'; form-action 'none'\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    gyre_output_xml_text(out, title[0] ? title : "Gyre replay", SIZE_MAX);
    put(out, "</title>\n<style>");
    put(out, gyre_replay_style);
    put(out, "</style>\n</head>\n<body>\n<noscript>This page replays a simulation and needs JavaScript for "
             "it.</noscript>\n");
}

// ---- data -----------------------------------------------------------------------------------------------------------

typedef gyre_result (*block_function)(const recording *r, const html_state *s, output *out);

static gyre_result write_tracks(const recording *r, const html_state *s, output *out) {
    return gyre_replay_tracks_write(r, &s->tracks, out);
}

static gyre_result write_meshes(const recording *r, const html_state *s, output *out) {
    return gyre_replay_model_write_meshes(r, &s->model, out);
}

static gyre_result pass_to_base64(const void *bytes, size_t size, void *user) {
    base64 *encoded = user;
    gyre_base64_add(encoded, bytes, size);
    return encoded->out->result;
}

static gyre_result gather(const recording *r, const html_state *s, block_function write, gyre_memory_sink *out_bytes) {
    output raw;
    gyre_sink sink = gyre_sink_to_memory(out_bytes);
    gyre_result result = gyre_output_begin(&raw, &sink, &r->allocator, false);
    if (result != GYRE_OK) return result;
    result = write(r, s, &raw);
    if (result == GYRE_OK) result = gyre_output_end(&raw);
    gyre_output_free(&raw);
    return result;
}

// Writes bytes, deflated, as base64 in a JSON string.
static gyre_result put_block(recording *r, const html_state *s, const char *before, block_function write) {
    gyre_memory_sink bytes = {.allocator = r->allocator};
    base64 encoded = {.out = &r->out};
    gyre_sink sink = {.write = pass_to_base64, .user = &encoded};
    output deflated;
    put(&r->out, before);
    gyre_result result = gather(r, s, write, &bytes);
    if (result == GYRE_OK) result = gyre_output_begin(&deflated, &sink, &r->allocator, false);
    if (result == GYRE_OK) {
        result = gyre_deflate(bytes.bytes, bytes.size, &r->allocator, &deflated);
        if (result == GYRE_OK) result = gyre_output_end(&deflated);
        gyre_output_free(&deflated);
    }
    gyre_base64_end(&encoded);
    gyre_recording_give(r, bytes.bytes);
    put(&r->out, "\"");
    return result;
}

// Escapes <, because </script> would end the data element. In JSON, < occurs only in strings.
static gyre_result pass_on_escaped(const void *bytes, size_t size, void *user) {
    output *out = user;
    const char *text = bytes;
    for (size_t i = 0; i < size; i++)
        if (text[i] == '<')
            put(out, "\\u003c");
        else
            gyre_output_write(out, &text[i], 1);
    return out->result;
}

static gyre_result put_ledger(recording *r, bool is_early) {
    gyre_ledger ledger;
    gyre_result result = gyre_world_get_ledger(r->world, &ledger);
    if (result == GYRE_ERR_OPTION || result == GYRE_ERR_STOPPED)
        return GYRE_OK; // the world has no ledger, or its computation was interrupted
    if (result != GYRE_OK) return result;
    put(&r->out, ",\n\"ledger\":");
    return gyre_ledger_write_json(r, &ledger, is_early, GYRE_JSON_COMPACT,
                                  (gyre_sink){.write = pass_on_escaped, .user = &r->out});
}

static void put_settings(recording *r, const replay_tracks *tracks, bool is_early) {
    output *out = &r->out;
    gyre_scene_settings settings = gyre_scene_get_settings(r->scene);
    gyre_vec3 gravity = gyre_world_gravity(r->world);
    char hash[32];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)gyre_world_hash(r->world));
    put(out, "{\"replay\":1,\"generator\":\"Gyre ");
    put(out, gyre_version());
    put(out, "\",\"title\":");
    gyre_output_json_string_in_page(out, settings.title);
    put(out, ",\"method\":\"");
    put(out, gyre_method_name(gyre_world_method(r->world)));
    put(out, "\",\"hash\":\"");
    put(out, hash);
    put_number(out, "\",\"dt\":", settings.dt);
    put_number(out, ",\"fps\":", settings.fps);
    put_integer(out, ",\"frames\":", tracks->count);
    put_integer(out, ",\"frames_recorded\":", r->frame_count);
    put_integer(out, ",\"stride\":", tracks->stride);
    put_number(out, ",\"precision\":", 1.0 / (1 << COLUMN_BITS));
    put_number(out, ",\"gravity\":[", gravity.x);
    put_number(out, ",", gravity.y);
    put_number(out, ",", gravity.z);
    put(out, is_early ? "],\"is_early\":true,\n" : "],\n");
}

static gyre_result put_data(recording *r, const html_state *s, bool is_early) {
    output *out = &r->out;
    put(out, "<script type=\"application/json\" id=\"replay\">");
    put_settings(r, &s->tracks, is_early);
    gyre_output_write(out, s->model.text.bytes, s->model.text.size);
    gyre_result result = put_ledger(r, is_early);
    if (result == GYRE_OK && s->model.mesh_count > 0) result = put_block(r, s, ",\n\"meshes\":\"", write_meshes);
    if (result == GYRE_OK) result = put_block(r, s, ",\n\"tracks\":\"", write_tracks);
    put(out, "}</script>\n");
    return result;
}

// ---- the recording --------------------------------------------------------------------------------------------------

static gyre_result begin_html(recording *r) {
    html_state *s = r->state;
    if (gyre_replay_script[0] == '\0') {
        gyre_log_line(&r->log, GYRE_LOG_ERROR,
                      "html: this build has no replay page, because Node.js was missing: run ./bootstrap web and "
                      "build again");
        return GYRE_ERR_FORMAT;
    }
    gyre_result result = gyre_replay_tracks_begin(r, &s->tracks);
    if (result != GYRE_OK) {
        gyre_log_line(&r->log, GYRE_LOG_ERROR, "html: a replay is limited to %d bodies, but the scene has %zu",
                      TRACK_SAMPLES_MAX / 2, r->body_count);
        return result;
    }
    return gyre_replay_model_make(r, &s->model);
}

static gyre_result frame_html(recording *r) {
    html_state *s = r->state;
    return gyre_replay_tracks_add(r, &s->tracks);
}

static gyre_result end_html(recording *r, bool is_early) {
    html_state *s = r->state;
    gyre_result result = gyre_replay_tracks_end(r, &s->tracks);
    if (result != GYRE_OK) return result;
    if (s->tracks.stride > 1)
        gyre_log_line(&r->log, GYRE_LOG_WARNING,
                      "html: a replay of all %llu frames would be too large: it keeps one frame in %llu",
                      (unsigned long long)r->frame_count, (unsigned long long)s->tracks.stride);
    put_head(&r->out, gyre_scene_get_settings(r->scene).title);
    result = put_data(r, s, is_early);
    put(&r->out, "<script>");
    put(&r->out, gyre_replay_script);
    put(&r->out, "</script>\n</body>\n</html>\n");
    return result;
}

static void free_html(recording *r) {
    html_state *s = r->state;
    gyre_replay_tracks_free(r, &s->tracks);
    gyre_replay_model_free(r, &s->model);
}

const format_writer gyre_writer_html = {.state_size = sizeof(html_state),
                                        .is_sampled = true,
                                        .begin = begin_html,
                                        .frame = frame_html,
                                        .end = end_html,
                                        .free_state = free_html};
