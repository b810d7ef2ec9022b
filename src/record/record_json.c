/// Writes the ledger of the world at the end as JSON.
#include "record/record.h"

#include "base/log.h"
#include "record/ledger_json.h"
#include "record/name_text.h"

#include <stdio.h>

enum { LABEL_ROOM = 1024 }; // the longest name with every byte replaced by U+FFFD

static gyre_result pass_on(const void *bytes, size_t size, void *user) {
    output *out = user;
    gyre_output_write(out, bytes, size);
    return out->result;
}

// Writes null for a non-finite number, because JSON cannot contain it; a world without rollback can produce such
// numbers.
static void put_number(gyre_json_writer *w, double value) {
    if (value - value == 0)
        gyre_json_put_number(w, value);
    else
        gyre_json_put_null(w);
}

static void put_amount(gyre_json_writer *w, const char *key, double value) {
    gyre_json_put_key(w, key);
    put_number(w, value);
}

static void put_vector(gyre_json_writer *w, const char *key, gyre_vec3 v) {
    gyre_json_put_key(w, key);
    gyre_json_begin_array(w);
    put_number(w, v.x);
    put_number(w, v.y);
    put_number(w, v.z);
    gyre_json_end_array(w);
}

// ---- work ----

static bool is_name_taken(const gyre_world *world, const char *name) {
    gyre_force_id force;
    return gyre_world_find_force(world, name, &force) == GYRE_OK;
}

// Returns the name of a force. An unnamed force is named after its kind; the second and later unnamed forces of a kind
// are numbered.
static const char *label_of(const recording *r, gyre_force_id force, unsigned seen[GYRE_FORCE_KIND_COUNT],
                            char room[LABEL_ROOM]) {
    const char *name = gyre_force_name(r->world, force);
    if (name && name[0] != '\0') return gyre_clean_text(name, room, LABEL_ROOM);
    gyre_force_def def;
    if (gyre_force_get(r->world, force, &def) != GYRE_OK) return "";
    do {
        unsigned number = ++seen[def.kind];
        const char *kind = gyre_force_kind_name(def.kind);
        if (number == 1)
            snprintf(room, LABEL_ROOM, "%s", kind);
        else
            snprintf(room, LABEL_ROOM, "%s %u", kind, number);
    } while (is_name_taken(r->world, room));
    return room;
}

// Writes the work that no potential accounts for. Its sum is gyre_ledger.work.
static gyre_result put_work(const recording *r, gyre_json_writer *w) {
    unsigned seen[GYRE_FORCE_KIND_COUNT] = {0};
    gyre_force_id force = {0};
    gyre_json_put_key(w, "work");
    gyre_json_begin_object(w);
    while (!gyre_force_is_none(force = gyre_world_next_force(r->world, force))) {
        char room[LABEL_ROOM];
        double external;
        gyre_result result = gyre_force_get_work(r->world, force, NULL, &external);
        if (result != GYRE_OK) return result;
        put_amount(w, label_of(r, force, seen, room), external);
    }
    const char *const others[] = {"(applied by hand)", "(bodies on paths)", "(forces that were removed)"};
    double works[3];
    gyre_result result = gyre_world_get_other_work(r->world, &works[0], &works[1]);
    if (result == GYRE_OK) result = gyre_world_get_removed_work(r->world, &works[2]);
    for (int i = 0; result == GYRE_OK && i < 3; i++)
        if (works[i] != 0) put_amount(w, others[i], works[i]);
    gyre_json_end_object(w);
    return result;
}

// ---- the file ----

static gyre_result put_energy(const recording *r, gyre_json_writer *w, const gyre_ledger *ledger) {
    gyre_json_put_key(w, "energy");
    gyre_json_begin_object(w);
    put_amount(w, "initial", ledger->initial);
    put_amount(w, "final", ledger->final);
    put_amount(w, "kinetic", ledger->kinetic);
    put_amount(w, "potential", ledger->potential);
    gyre_result result = put_work(r, w);
    put_amount(w, "dissipated", ledger->dissipated);
    if (ledger->edited != 0) put_amount(w, "edited", ledger->edited);
    put_amount(w, "residual", ledger->residual);
    gyre_json_end_object(w);
    return result;
}

static void put_account(gyre_json_writer *w, const char *key, const gyre_vector_account *account) {
    gyre_json_put_key(w, key);
    gyre_json_begin_object(w);
    put_vector(w, "initial", account->initial);
    put_vector(w, "final", account->final);
    put_vector(w, "impulse", account->impulse);
    put_vector(w, "residual", account->residual);
    gyre_json_end_object(w);
}

gyre_result gyre_ledger_write_json(const recording *r, const gyre_ledger *ledger, bool is_early, gyre_json_style style,
                                   gyre_sink sink) {
    gyre_json_writer w;
    gyre_json_writer_init(&w, sink, style);
    char hash[32];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)gyre_world_hash(r->world));
    gyre_json_begin_object(&w);
    put_amount(&w, "steps", (double)ledger->steps);
    put_amount(&w, "time", ledger->time);
    gyre_json_put_key(&w, "hash");
    gyre_json_put_string(&w, hash);
    if (is_early) {
        gyre_json_put_key(&w, "is_early");
        gyre_json_put_bool(&w, true);
    }
    gyre_result result = put_energy(r, &w, ledger);
    if (result != GYRE_OK) return result;
    put_account(&w, "momentum", &ledger->momentum);
    put_account(&w, "angular_momentum", &ledger->angular_momentum);
    gyre_json_end_object(&w);
    return gyre_json_writer_finish(&w);
}

static gyre_result begin_json(recording *r) {
    gyre_result result = gyre_world_get_other_work(r->world, NULL, NULL); // cheap, unlike the ledger
    if (result == GYRE_ERR_OPTION)
        gyre_log_line(&r->log, GYRE_LOG_ERROR, "json: the world has no ledger: create it with has_ledger = 1");
    return result;
}

static gyre_result end_json(recording *r, bool is_early) {
    gyre_ledger ledger;
    gyre_result result = gyre_world_get_ledger(r->world, &ledger);
    if (result != GYRE_OK) return result;
    return gyre_ledger_write_json(r, &ledger, is_early, GYRE_JSON_PRETTY,
                                  (gyre_sink){.write = pass_on, .user = &r->out});
}

const format_writer gyre_writer_json = {.begin = begin_json, .end = end_json};
