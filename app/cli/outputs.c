/// Writes recordings to files.
#include "outputs.h"
#include "interrupt.h"

#include <stdio.h>

int outputs_check(const text_list *paths) {
    for (int i = 0; i < paths->count; i++) {
        gyre_format format;
        if (gyre_format_of_path(paths->items[i], &format) == GYRE_OK) continue;
        fprintf(stderr, "gyre run: -o %s: the extension must be one of:", shown(paths->items[i]).text);
        for (int f = 0; f < GYRE_FORMAT_COUNT; f++)
            fprintf(stderr, " %s", gyre_format_extension((gyre_format)f));
        fprintf(stderr, "\n");
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

int outputs_spare(const char *who, const text_list *paths, const char *input) {
    for (int i = 0; i < paths->count; i++) {
        if (!gyre_file_is_same(paths->items[i], input)) continue;
        fprintf(stderr, "%s: -o %s would replace the input file %s: choose another name\n", who,
                shown(paths->items[i]).text, shown(input).text);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

static void drop(output_file *file) {
    gyre_recording_destroy(file->recording);
    gyre_file_writer_abort(file->writer);
    *file = (output_file){.path = file->path};
}

// Prints the writer's error, or the text of the result if the writer has none.
static int explain(const output_file *file, gyre_result r) {
    const gyre_file_error *error = file->writer ? gyre_file_writer_error(file->writer) : NULL;
    flush_output();
    if (error && error->code != GYRE_OK)
        fprintf(stderr, "gyre run: %s\n", error->text);
    else
        fprintf(stderr, "gyre run: -o %s: %s\n", shown(file->path).text, gyre_result_text(r));
    return r == GYRE_ERR_FORMAT ? EXIT_USAGE : EXIT_FILES;
}

// True if a signal stopped the world; the file itself has no error.
static int is_stopped(gyre_result r) { return r == GYRE_ERR_STOPPED && interrupt_signal(); }

// Some formats reserve gigabytes before the first frame: a signal stops only this reservation; files already begun are
// finished.
static gyre_result write_unless_stopped(const void *bytes, size_t size, void *user) {
    const output_file *file = user;
    if (!file->has_begun && interrupt_signal()) return GYRE_ERR_STOPPED;
    return file->sink.write(bytes, size, file->sink.user);
}

static gyre_result patch(uint64_t offset, const void *bytes, size_t size, void *user) {
    const output_file *file = user;
    return file->sink.patch(offset, bytes, size, file->sink.user);
}

static int begin_file(output_file *file, gyre_scene *scene, const gyre_allocator *allocator) {
    gyre_format format;
    gyre_result r = gyre_format_of_path(file->path, &format);
    if (r != GYRE_OK) return explain(file, r);
    gyre_file_error error;
    r = gyre_file_writer_open(file->path, NULL, &file->writer, &error);
    if (r != GYRE_OK) {
        fprintf(stderr, "gyre run: %s\n", error.text);
        return EXIT_FILES;
    }
    gyre_recording_def def = gyre_recording_def_default(format);
    def.allocator = *allocator;
    file->sink = gyre_file_writer_sink(file->writer);
    def.sink = (gyre_sink){write_unless_stopped, file->sink.patch ? patch : NULL, file};
    def.log = (gyre_logger){print_log, NULL};
    r = gyre_recording_begin(&def, scene, &file->recording);
    if (is_stopped(r)) return EXIT_SIGNAL + interrupt_signal();
    file->has_begun = r == GYRE_OK;
    return r == GYRE_OK ? EXIT_DONE : explain(file, r);
}

int outputs_begin(outputs *out, const text_list *paths, gyre_scene *scene, const gyre_allocator *allocator) {
    *out = (outputs){.count = paths->count};
    int code = EXIT_DONE;
    for (int i = 0; i < paths->count && code == EXIT_DONE; i++) {
        out->files[i].path = paths->items[i];
        code = begin_file(&out->files[i], scene, allocator);
    }
    for (int i = 0; i < out->count && code != EXIT_DONE; i++)
        drop(&out->files[i]);
    return code;
}

int outputs_frame(outputs *out) {
    int code = EXIT_DONE;
    for (int i = 0; i < out->count; i++) {
        output_file *file = &out->files[i];
        gyre_result r = gyre_recording_frame(file->recording);
        if (r == GYRE_OK) continue;
        if (is_stopped(r)) return EXIT_SIGNAL + interrupt_signal(); // the file ends with the previous frame
        code = explain(file, r);
        drop(file);
    }
    return code;
}

static int end_file(output_file *file, int is_early) {
    gyre_result r = gyre_recording_end(file->recording, is_early);
    if (is_stopped(r)) {
        flush_output();
        fprintf(stderr,
                "gyre run: -o %s: not written: the run was interrupted, and computing energies takes too long\n",
                shown(file->path).text);
        return EXIT_SIGNAL + interrupt_signal();
    }
    if (r != GYRE_OK) return explain(file, r);
    gyre_file_error error;
    r = gyre_file_writer_commit(file->writer, &error);
    file->writer = NULL; // committing frees the writer, also on failure
    if (r == GYRE_OK) return EXIT_DONE;
    flush_output();
    fprintf(stderr, "gyre run: %s\n", error.text);
    return EXIT_FILES;
}

int outputs_end(outputs *out, int is_early) {
    int code = EXIT_DONE;
    for (int i = 0; i < out->count; i++) {
        output_file *file = &out->files[i];
        if (!file->recording) continue; // it has failed earlier
        int one = end_file(file, is_early);
        if (one != EXIT_DONE) code = one;
        drop(file);
    }
    return code;
}
