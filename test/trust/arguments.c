/// The matrix of bad arguments: every public function, every parameter and field, every bad value, and every function
/// called from inside a step. A failing call must change nothing; arguments that the documentation excludes must
/// fail. arguments.py writes the table from the headers. Calls run in a child process, so that a crash costs one cell.
///
///     arguments            all cells
///     arguments quick      nearly all
///     arguments CELL...    some of them, as a failure names them: 'gyre_world_step.h=NaN'
#include "arguments_cells.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// Of the processor: on a busy machine a call may wait for long. A call that only sleeps has more.
enum { SECONDS_PER_CELL = 10, SECONDS_ASLEEP = 300 };

// AddressSanitizer sees what is read beyond an array whose length was a lie, also where nothing else would come of it.
#ifdef __SANITIZE_ADDRESS__
enum { IS_WATCHED = 1 };
#else
enum { IS_WATCHED = 0 };
#endif

static const char *const controls[] = {"control_crashes", "control_accepts_nan", "control_changes_the_world",
                                       "control_writes_its_output", "control_steps_in_a_step"};
enum { CONTROL_COUNT = sizeof controls / sizeof *controls };

/// Memory shared by the child that runs the cells and the process that watches it.
typedef struct shared {
    volatile size_t cell; // the one that runs
    volatile int is_done; // no crash ended the child
    size_t tried, refused, wrong;
    int is_found[CONTROL_COUNT];
    char name[256];
} shared;

static int is_quick;
static char **wanted;
static int wanted_count;

static int is_wanted(const char *name) {
    for (int i = 0; i < wanted_count; i++)
        if (strcmp(wanted[i], name) == 0) return 1;
    return wanted_count == 0;
}

static void found(shared *all, const char *name, const char *wrong, gyre_result result) {
    for (int i = 0; i < CONTROL_COUNT; i++)
        if (strncmp(name, controls[i], strlen(controls[i])) == 0) {
            all->is_found[i] = 1;
            printf("control: %s %s, and is found\n", name, wrong);
            return;
        }
    all->wrong++;
    printf("WRONG: %s %s (%s)\n", name, wrong, gyre_result_name(result));
}

static int begin_cell(shared *all, size_t *number, size_t first) {
    size_t n = (*number)++;
    if (n < first || !is_wanted(all->name)) return 0;
    all->cell = n;
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = SECONDS_PER_CELL}, NULL);
    alarm(SECONDS_ASLEEP);
    return 1;
}

static void finish_cell(shared *all, verdict v) {
    all->tried += (size_t)v.is_tried;
    all->refused += v.result != GYRE_OK;
    if (v.wrong) found(all, all->name, v.wrong, v.result);
}

// Pictures of parts take three quarters of the time: a quick run breaks no fields inside them that may be anything.
static int is_left_out(const call_row *row, const call_slot *s, int value) {
    if (s->expected[value] == 'S' || (IS_WATCHED && s->kind == SIZE && value > 0)) return 1;
    return is_quick && s->expected[value] == 'E' && strstr(s->path, "diagnosis->") &&
           (strstr(row->name, "write_svg") || strstr(row->name, "write_html"));
}

static void run_row(shared *all, const call_row *row, size_t *number, size_t first) {
    snprintf(all->name, sizeof all->name, "%s", row->name);
    if (begin_cell(all, number, first)) finish_cell(all, try_value(row, NULL, 0, 'O'));
    for (const call_slot *s = row->slots; s < row->slots + row->slot_count; s++)
        for (int value = 0; s->expected[value]; value++) {
            snprintf(all->name, sizeof all->name, "%s.%s=%s", row->name, s->path, value_name(s->kind, value));
            if (!is_left_out(row, s, value) && begin_cell(all, number, first))
                finish_cell(all, try_value(row, s, value, s->expected[value]));
        }
    for (int place = 0; row->in_step[0] && place < 2; place++) {
        snprintf(all->name, sizeof all->name, "%s.step=%s", row->name, place ? "hook" : "callback");
        if (row->in_step[place] != 'S' && begin_cell(all, number, first))
            finish_cell(all, try_in_step(row, place, row->in_step[place]));
    }
}

static void run_from(shared *all, size_t first) {
    size_t number = 0;
    for (size_t i = 0; i < arguments_row_count; i++)
        run_row(all, &arguments_rows[i], &number, first);
    all->is_done = 1;
}

// Runs every cell, in a new child after each that ends one.
static void run_all(shared *all) {
    for (size_t first = 0; !all->is_done; first = all->cell + 1) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            run_from(all, first);
            fflush(stdout);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (all->is_done) return;
        int is_late = WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF);
        all->tried++;
        found(all, all->name, is_late ? "does not return" : "ends the process", GYRE_OK);
    }
}

static const char *path_in(const char *folder, const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *folder, const char *name) {
    FILE *file = fopen(path_in(folder, name), "w");
    if (!file || fputs("hello", file) < 0 || fclose(file) != 0) abort();
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0); // a crash must not take lines with it
    char folder[] = "/tmp/gyre-arguments-XXXXXX";
    is_quick = count > 1 && strcmp(arguments[1], "quick") == 0;
    wanted = arguments + 1 + is_quick;
    wanted_count = count - 1 - is_quick;
    if (!mkdtemp(folder)) return 2;
    write_file(folder, "file");
    write_file(folder, "beside");
    cells_folder = folder;
    shared *all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) return 2;
    run_all(all);
    remove(path_in(folder, "file"));
    remove(path_in(folder, "beside"));
    remove(path_in(folder, "new"));
    rmdir(folder);
    int found_count = 0;
    for (int i = 0; i < CONTROL_COUNT; i++)
        found_count += all->is_found[i];
    printf("reached: %zu functions, %zu cells, %zu refused, %zu wrong; %d of %d planted mistakes found\n",
           arguments_function_count, all->tried, all->refused, all->wrong, found_count, CONTROL_COUNT);
    return all->wrong == 0 && (wanted_count > 0 || found_count == CONTROL_COUNT) ? 0 : 1;
}
