/// `gyre inertia`: mass properties of meshes, with a diagnosis of their defects.
#include "inertia.h"
#include "interrupt.h"
#include "outputs.h"

#include <stdio.h>
#include <string.h>

static const double LARGE = 5;    // [m]: a longer part is probably given in millimetres
static const double SMALL = 1e-4; // [m]: a shorter part is probably given in metres
static const double THICK = 0.25; // fraction of the longest side: thicker than any sheet
static const double PLATE = 0.1;  // [m]: thicker than a ship's plating

static double longest_side(const gyre_diagnosis *d) {
    double x = d->high.x - d->low.x, y = d->high.y - d->low.y, z = d->high.z - d->low.z;
    double longer = x > y ? x : y;
    return longer > z ? longer : z;
}

// ---- warnings ----

static void warn_of_damage(const inertia_part *part) {
    const gyre_diagnosis *d = &part->diagnosis;
    const gyre_issue *first = NULL;
    int others = 0;
    for (size_t i = 0; i < d->issue_count; i++) {
        if (!d->issues[i].is_damage) continue;
        if (!first)
            first = &d->issues[i];
        else
            others++;
    }
    if (!first) return;
    char more[40] = "", text[500];
    if (others > 0) snprintf(more, sizeof more, " (and %d other kind%s of damage)", others, others > 1 ? "s" : "");
    snprintf(text, sizeof text, "%.200s: %s%s; the result is the estimate '%s'", part->file, first->text, more,
             gyre_estimate_name(d->best));
    print_log(GYRE_LOG_WARNING, text, NULL);
}

static int has_unit(const char *amount) { return !strchr(".0123456789", amount[strlen(amount) - 1]); }

static void warn_of_size(const inertia_request *request, const inertia_part *part) {
    double size = longest_side(&part->diagnosis);
    char text[400] = "";
    if (size > LARGE && !request->is_unit_given && part->format != GYRE_MODEL_gltf)
        snprintf(text, sizeof text,
                 "%.200s is %.3g m long; %s files have no unit: give --unit mm if it is in millimetres", part->file,
                 size, gyre_model_format_name(part->format));
    else if (size < SMALL)
        snprintf(text, sizeof text, "%.200s is %.3g mm long%s", part->file, 1000 * size,
                 request->is_unit_given ? ": check --unit" : ": give --unit if it is not in metres");
    if (text[0]) print_log(GYRE_LOG_WARNING, text, NULL);
    text[0] = 0;
    if (request->thickness > THICK * size)
        snprintf(text, sizeof text,
                 "--shell %.6g m is thick for %.200s, which is %.3g m long; 2 millimetres are written 2mm",
                 request->thickness, part->file, size);
    else if (request->thickness >= PLATE && !has_unit(request->asked->shell))
        snprintf(text, sizeof text, "--shell %.6g is in metres: write %.6gmm if it is in millimetres",
                 request->thickness, request->thickness);
    if (text[0]) print_log(GYRE_LOG_WARNING, text, NULL);
}

// ---- files ----

typedef gyre_result (*picture_writer)(const gyre_part *parts, size_t count, const gyre_allocator *allocator,
                                      const gyre_sink *sink);

static picture_writer writer_of(const char *path) {
    return has_ending(path, ".svg")    ? gyre_datasheet_write_svg
           : has_ending(path, ".html") ? gyre_datasheet_write_html
                                       : NULL;
}

static int check_outputs(const cli_options *asked) {
    const text_list *paths = &asked->output;
    for (int i = 0; i < asked->operand_count; i++)
        if (outputs_spare("gyre inertia", paths, asked->operands[i]) != EXIT_DONE) return EXIT_USAGE;
    for (int i = 0; i < paths->count; i++) {
        if (writer_of(paths->items[i])) continue;
        fprintf(stderr, "gyre inertia: -o %s: the extension must be one of: .svg .html\n", shown(paths->items[i]).text);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

static int write_picture(const char *path, const inertia_parts *parts) {
    gyre_file_error error;
    gyre_file_writer *writer;
    gyre_result r = gyre_file_writer_open(path, NULL, &writer, &error);
    if (r == GYRE_OK) {
        gyre_allocator allocator = {0};
        gyre_sink sink = gyre_file_writer_sink(writer);
        gyre_result drawn = writer_of(path)(parts->views, parts->count, &allocator, &sink);
        if (drawn != GYRE_OK && gyre_file_writer_error(writer)->code == GYRE_OK) {
            gyre_file_writer_abort(writer);
            fprintf(stderr, "gyre inertia: -o %s: %s\n", shown(path).text, gyre_result_text(drawn));
            return EXIT_FILES;
        }
        r = gyre_file_writer_commit(writer, &error); // returns the first error of the writer
    }
    if (r == GYRE_OK) return EXIT_DONE;
    fprintf(stderr, "gyre inertia: %s\n", error.text);
    return EXIT_FILES;
}

static int write_pictures(const text_list *paths, const inertia_parts *parts) {
    int code = EXIT_DONE;
    if (paths->count == 0) return code;
    flush_output();
    interrupt_watch(); // a signal ends the loop after the current file is processed
    for (int i = 0; i < paths->count && !interrupt_signal(); i++) {
        int one = write_picture(paths->items[i], parts);
        if (one != EXIT_DONE) code = one;
    }
    return interrupt_signal() ? EXIT_SIGNAL + interrupt_signal() : code;
}

// ---- results ----

// "a.stl", or "a.stl and 2 other files"
static void describe_source(const inertia_parts *parts, char *out, size_t size) {
    if (parts->count == 1)
        snprintf(out, size, "%s", parts->items[0].file);
    else
        snprintf(out, size, "%.300s and %zu other file%s", parts->items[0].file, parts->count - 1,
                 parts->count > 2 ? "s" : "");
}

static int print_element(const inertia_request *request, const inertia_parts *parts, const gyre_sink *sink) {
    char source[400];
    gyre_mass_properties total;
    gyre_result r = gyre_parts_total(parts->views, parts->count, &total);
    describe_source(parts, source, sizeof source);
    if (r == GYRE_OK) r = gyre_datasheet_write_element(&total, source, request->element, request->frame, sink);
    if (r == GYRE_OK) return EXIT_DONE;
    if (r != GYRE_ERR_FILE_WRITE) fprintf(stderr, "gyre inertia: %s\n", gyre_result_text(r));
    return r == GYRE_ERR_FILE_WRITE ? EXIT_FILES : EXIT_USAGE;
}

static int print_json(const inertia_request *request, const inertia_parts *parts, const gyre_sink *sink) {
    gyre_result r = gyre_datasheet_write_json(parts->views, parts->count, request->frame, sink);
    if (r == GYRE_OK) return EXIT_DONE;
    if (r != GYRE_ERR_FILE_WRITE) fprintf(stderr, "gyre inertia: %s\n", gyre_result_text(r));
    return r == GYRE_ERR_FILE_WRITE ? EXIT_FILES : EXIT_USAGE;
}

static int print_results(const inertia_request *request, const inertia_parts *parts) {
    gyre_sink sink = {.write = write_to_stdout};
    if (request->asked->check.count > 0) return inertia_check(request, parts);
    if (request->asked->json) return print_json(request, parts, &sink);
    if (request->element != GYRE_ELEMENT_COUNT) return print_element(request, parts, &sink);
    return inertia_print(request, parts);
}

int inertia_command(const cli_options *asked) {
    inertia_request request;
    int code = inertia_ask(asked, &request);
    if (code == EXIT_DONE) code = check_outputs(asked);
    if (code != EXIT_DONE) return code;
    inertia_parts parts = {0};
    if (asked->operand_count == 0) return inertia_check(&request, &parts);
    code = inertia_load(&request, &parts);
    if (code != EXIT_DONE) return code;
    code = print_results(&request, &parts);
    for (size_t i = 0; i < parts.count; i++) {
        warn_of_damage(&parts.items[i]);
        warn_of_size(&request, &parts.items[i]);
    }
    int files_code = write_pictures(&asked->output, &parts);
    inertia_parts_clear(&parts);
    return files_code != EXIT_DONE ? files_code : code;
}
