/// Writes the results for every part and for all parts together as JSON.
#include "record/part_total.h"

#include "json/json_write.h"
#include "record/name_text.h"

enum { FILE_ROOM = 3 * 4096 + 8 }; // the longest path of common systems with every byte replaced by U+FFFD

static void put_number(gyre_json_writer *w, double value) {
    if (value - value == 0)
        gyre_json_put_number(w, value + 0.0); // adding 0 turns -0 into 0
    else
        gyre_json_put_null(w);
}

static void put_amount(gyre_json_writer *w, const char *key, double value) {
    gyre_json_put_key(w, key);
    put_number(w, value);
}

static void put_count(gyre_json_writer *w, const char *key, size_t value) { put_amount(w, key, (double)value); }

static void put_text(gyre_json_writer *w, const char *key, const char *text) {
    gyre_json_put_key(w, key);
    gyre_json_put_string(w, text);
}

static void put_answer(gyre_json_writer *w, const char *key, bool value) {
    gyre_json_put_key(w, key);
    gyre_json_put_bool(w, value);
}

static void put_array(gyre_json_writer *w, const char *key, const double *values, int count) {
    gyre_json_put_key(w, key);
    gyre_json_begin_array(w);
    for (int i = 0; i < count; i++)
        put_number(w, values[i]);
    gyre_json_end_array(w);
}

// ---- masses ----

// Writes mass, volume, centre and inertia of an estimate.
static void put_mass(gyre_json_writer *w, const gyre_mass_properties *mass, double volume, gyre_inertia_frame frame,
                     gyre_quat axes) {
    gyre_tensor I = gyre_inertia_in_frame(mass, frame, axes);
    const double inertia[6] = {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
    put_amount(w, "mass", mass->mass);
    put_amount(w, "volume", volume);
    put_array(w, "center_of_mass", &mass->center.x, 3);
    put_array(w, "inertia", inertia, 6);
}

// Writes the recommended estimate with its principal moments and axes.
static gyre_result put_recommended(gyre_json_writer *w, const gyre_mass_properties *mass, double volume,
                                   gyre_inertia_frame frame, gyre_quat *out_axes) {
    gyre_mass moments;
    gyre_result r = gyre_mass_principal_sorted(mass, &moments, out_axes);
    if (r != GYRE_OK) return r;
    gyre_mass_properties told = *mass;
    if (frame == GYRE_INERTIA_PRINCIPAL) { // writes the moments themselves, because a rotated tensor would have
                                           // rounding errors off the diagonal
        told.inertia = (gyre_tensor){moments.inertia.x, moments.inertia.y, moments.inertia.z, 0, 0, 0};
        frame = GYRE_INERTIA_AT_CENTER;
    }
    put_mass(w, &told, volume, frame, *out_axes);
    put_array(w, "principal_moments", &moments.inertia.x, 3);
    put_array(w, "principal_axes", &out_axes->w, 4);
    return GYRE_OK;
}

static void put_estimates(gyre_json_writer *w, const gyre_diagnosis *d, gyre_inertia_frame frame, gyre_quat axes) {
    gyre_json_put_key(w, "estimates");
    gyre_json_begin_object(w);
    for (int kind = 0; kind < GYRE_ESTIMATE_COUNT; kind++) {
        const gyre_estimate *estimate = &d->estimates[kind];
        if (kind == GYRE_ESTIMATE_repaired && !estimate->is_known) continue;
        gyre_json_put_key(w, gyre_estimate_name((gyre_estimate_kind)kind));
        if (!estimate->is_known) {
            gyre_json_put_null(w);
            continue;
        }
        gyre_json_begin_object(w);
        put_mass(w, &estimate->mass, estimate->volume, frame, axes);
        gyre_json_end_object(w);
    }
    gyre_json_end_object(w);
}

// ---- the mesh ----

static void put_issues(gyre_json_writer *w, const gyre_diagnosis *d) {
    gyre_json_put_key(w, "issues");
    gyre_json_begin_array(w);
    for (size_t i = 0; i < d->issue_count; i++) {
        const gyre_issue *issue = &d->issues[i];
        gyre_json_begin_object(w);
        put_text(w, "kind", gyre_issue_name(issue->kind));
        put_count(w, "count", issue->count);
        put_count(w, "first_triangle", issue->first_triangle);
        put_answer(w, "damage", issue->is_damage);
        put_answer(w, "repaired", issue->is_repaired);
        put_text(w, "text", issue->text);
        gyre_json_end_object(w);
    }
    gyre_json_end_array(w);
}

static void put_surface(gyre_json_writer *w, const gyre_diagnosis *d) {
    put_amount(w, "area", d->area);
    gyre_json_put_key(w, "bounding_box");
    gyre_json_begin_object(w);
    put_array(w, "low", &d->low.x, 3);
    put_array(w, "high", &d->high.x, 3);
    gyre_json_end_object(w);
    put_count(w, "triangles", d->mesh.triangle_count);
    put_count(w, "vertices", d->mesh.vertex_count);
    put_count(w, "joined_vertices", d->joined_count);
    put_count(w, "holes", d->loop_count);
    put_count(w, "shells", d->shell_count);
    put_count(w, "cavities", d->cavity_count);
}

static gyre_result put_part(gyre_json_writer *w, const gyre_part *part, gyre_inertia_frame frame) {
    const gyre_diagnosis *d = part->diagnosis;
    const gyre_estimate *best = best_of(part);
    char file[FILE_ROOM];
    gyre_quat axes;
    gyre_json_begin_object(w);
    put_text(w, "file", gyre_clean_text(part->file, file, sizeof file));
    gyre_result r = put_recommended(w, &best->mass, best->volume, frame, &axes);
    if (r != GYRE_OK) return r;
    put_answer(w, "watertight", d->is_watertight);
    put_text(w, "method", gyre_estimate_name(d->best));
    put_issues(w, d);
    put_estimates(w, d, frame, axes);
    put_amount(w, "spread", d->spread);
    put_text(w, "trust", d->trust);
    put_amount(w, "density", best->mass.mass / best->volume);
    put_text(w, "frame", gyre_inertia_frame_name(frame));
    put_surface(w, d);
    gyre_json_end_object(w);
    return GYRE_OK;
}

static gyre_result put_total(gyre_json_writer *w, const gyre_part *parts, size_t count, gyre_inertia_frame frame) {
    gyre_mass_properties total;
    gyre_result r = gyre_parts_total(parts, count, &total);
    if (r != GYRE_OK) return r;
    double volume = 0;
    bool is_watertight = true;
    gyre_estimate_kind worst = GYRE_ESTIMATE_exact; // estimates are listed from best to worst
    for (size_t i = 0; i < count; i++) {
        volume += best_of(&parts[i])->volume;
        is_watertight = is_watertight && parts[i].diagnosis->is_watertight;
        if (parts[i].diagnosis->best > worst) worst = parts[i].diagnosis->best;
    }
    gyre_quat axes;
    gyre_json_put_key(w, "total");
    gyre_json_begin_object(w);
    r = put_recommended(w, &total, volume, frame, &axes);
    if (r != GYRE_OK) return r;
    put_answer(w, "watertight", is_watertight);
    put_text(w, "method", gyre_estimate_name(worst));
    put_amount(w, "density", total.mass / volume);
    put_text(w, "frame", gyre_inertia_frame_name(frame));
    gyre_json_end_object(w);
    return GYRE_OK;
}

// Checks everything before writing, so that no incomplete result is written.
static gyre_result check_bodies(const gyre_part *parts, size_t count) {
    gyre_mass_properties total;
    gyre_mass moments;
    gyre_quat axes;
    gyre_result r = gyre_parts_total(parts, count, &total);
    if (r == GYRE_OK) r = gyre_mass_principal_sorted(&total, &moments, &axes);
    for (size_t i = 0; i < count && r == GYRE_OK; i++)
        r = gyre_mass_principal_sorted(&best_of(&parts[i])->mass, &moments, &axes);
    return r;
}

gyre_result gyre_datasheet_write_json(const gyre_part *parts, size_t count, gyre_inertia_frame frame,
                                      const gyre_sink *sink) {
    if (!sink || !sink->write) return GYRE_ERR_NULL_POINTER;
    gyre_result r = check_bodies(parts, count);
    if (r != GYRE_OK) return r;
    if (!gyre_inertia_frame_name(frame)) return GYRE_ERR_OPTION;
    gyre_json_writer w;
    gyre_json_writer_init(&w, *sink, GYRE_JSON_PRETTY);
    if (count == 1) {
        r = put_part(&w, parts, frame);
        return r == GYRE_OK ? gyre_json_writer_finish(&w) : r;
    }
    gyre_json_begin_object(&w);
    gyre_json_put_key(&w, "parts");
    gyre_json_begin_array(&w);
    for (size_t i = 0; i < count && r == GYRE_OK; i++)
        r = put_part(&w, &parts[i], frame);
    gyre_json_end_array(&w);
    if (r == GYRE_OK) r = put_total(&w, parts, count, frame);
    gyre_json_end_object(&w);
    return r == GYRE_OK ? gyre_json_writer_finish(&w) : r;
}
