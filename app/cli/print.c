/// Numbers, hashes and the ledger as text.
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS_MAX = 20 }; // maximum number of forces printed on separate lines

number_text exact_text(double value) {
    number_text text;
    if (value == 0) value = 0; // not -0
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text.digits, sizeof text.digits, "%.*g", digits, value);
        if (strtod(text.digits, NULL) == value) break;
    }
    return text;
}

number_text short_text(double value) {
    number_text text;
    snprintf(text.digits, sizeof text.digits, "%.6g", value == 0 ? 0 : value);
    return text;
}

shown_text shown(const char *name) {
    shown_text line = {""};
    gyre_show_line(name, line.text, sizeof line.text);
    return line;
}

number_text step_text(double dt) {
    double rate = round(1 / dt);
    if (!(rate > 1 && 1 / rate == dt)) return short_text(dt);
    number_text text;
    snprintf(text.digits, sizeof text.digits, "1/%.17g", rate);
    return text;
}

void print_hash(uint64_t hash) { printf("hash %016" PRIx64 "\n", hash); }

static int output_problem; // stored because stdio reports an error only once

int flush_output(void) {
    if (fflush(stdout) != 0 && output_problem <= 0) output_problem = errno;
    if (ferror(stdout) && output_problem == 0) output_problem = -1;
    return output_problem;
}

gyre_result write_to_stdout(const void *bytes, size_t size, void *user) {
    (void)user;
    if (fwrite(bytes, 1, size, stdout) == size) return GYRE_OK;
    if (output_problem <= 0) output_problem = errno;
    return GYRE_ERR_FILE_WRITE;
}

void print_log(gyre_log_level level, const char *text, void *user) {
    (void)user;
    if (level == GYRE_LOG_INFO) return;
    flush_output(); // keeps stdout and stderr in order on a terminal
    fprintf(stderr, "gyre: %s%s\n", level == GYRE_LOG_WARNING ? "warning: " : "", text);
}

static void print_amount(const char *name, double value) { printf("  %-26s %14s\n", name, short_text(value).digits); }

static void print_account(const char *title, const gyre_vector_account *account) {
    const struct {
        const char *name;
        const gyre_vec3 *v;
    } rows[] = {{"initial", &account->initial},
                {"final", &account->final},
                {"impulse", &account->impulse},
                {"residual", &account->residual}};
    printf("%-42s%s %14s %14s\n", title, "x", "y", "z");
    for (int i = 0; i < 4; i++)
        printf("  %-26s %14s %14s %14s\n", rows[i].name, short_text(rows[i].v->x).digits,
               short_text(rows[i].v->y).digits, short_text(rows[i].v->z).digits);
}

// Prints the work of each force; forces with a potential count as potential energy, not as work.
static gyre_result print_workers(const gyre_world *world) {
    double applied, driven, work, others = 0;
    int count = 0;
    for (gyre_force_id f = gyre_world_next_force(world, (gyre_force_id){0}); !gyre_force_is_none(f);
         f = gyre_world_next_force(world, f)) {
        char label[80];
        const char *name = gyre_force_name(world, f);
        gyre_force_def def;
        gyre_result r = gyre_force_get_work(world, f, NULL, &work);
        if (r == GYRE_OK) r = gyre_force_get(world, f, &def);
        if (r != GYRE_OK) return r;
        if (work == 0) continue;
        if (++count > WORKERS_MAX) {
            others += work;
            continue;
        }
        snprintf(label, sizeof label, "  by %.70s",
                 shown(name && name[0] ? name : gyre_force_kind_name(def.kind)).text);
        print_amount(label, work);
    }
    if (count > WORKERS_MAX) print_amount("  by other forces", others);
    gyre_result r = gyre_world_get_other_work(world, &applied, &driven);
    if (r != GYRE_OK) return r;
    if (applied != 0) print_amount("  applied", applied);
    if (driven != 0) print_amount("  by paths", driven);
    return GYRE_OK;
}

double residual_part(const gyre_ledger *l) {
    double whole = fmax(fmax(fabs(l->initial), fabs(l->final)), fmax(fabs(l->kinetic), fabs(l->potential)));
    whole = fmax(whole, fmax(fabs(l->work), fabs(l->dissipated)));
    return l->residual == 0 ? 0 : fabs(l->residual) / whole;
}

gyre_result print_ledger(const gyre_world *world, const gyre_ledger *ledger) {
    printf("ledger: %" PRIu64 " steps, %s s\n", ledger->steps, short_text(ledger->time).digits);
    printf("energy [J]\n");
    print_amount("initial", ledger->initial);
    print_amount("final", ledger->final);
    print_amount("  kinetic", ledger->kinetic);
    print_amount("  potential", ledger->potential);
    print_amount("work", ledger->work);
    gyre_result r = print_workers(world);
    if (r != GYRE_OK) return r;
    print_amount("dissipated", ledger->dissipated);
    if (ledger->edited != 0) print_amount("edited", ledger->edited);
    printf("  %-26s %14s  %.1e of the largest energy (error of the method)\n", "residual",
           short_text(ledger->residual).digits, residual_part(ledger));
    print_account("momentum [kg m/s]", &ledger->momentum);
    print_account("angular momentum about origin [kg m^2/s]", &ledger->angular_momentum);
    return GYRE_OK;
}
