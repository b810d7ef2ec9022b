/// Parses command-line options; options.def lists them.
#include "options.h"

#include "cli.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 40, HELP_COLUMN = 22 };

typedef enum option_kind {
    KIND_flag,
    KIND_positive,
    KIND_count,
    KIND_size,
    KIND_method,
    KIND_text,
    KIND_list,
    KIND_numbers,
} option_kind;

typedef struct option_row {
    const char *name;
    const char *value; // name of the option's value in the help; NULL for a flag
    const char *text;
    size_t offset; // offset of the option's field in cli_options
    option_kind kind;
    char letter;
} option_row;

static const option_row rows[OPTION_COUNT] = {
#define X(name, letter, value, kind, text) {#name, value, text, offsetof(cli_options, name), KIND_##kind, letter},
#include "options.def"
#undef X
};

// Another tool's name for an option.
typedef struct other_name {
    const char *name;
    option_id option;
} other_name;

static const other_name other_names[] = {
#define X(name, letter, value, kind, text)
#define OTHER_NAME(name, option) {name, OPTION_##option},
#include "options.def"
#undef X
};

// An option name as the user types it: --max-file for max_file.
typedef struct spelling {
    char name[NAME_MAX_LENGTH];
} spelling;

static spelling spelling_of(const option_row *row) {
    spelling s;
    snprintf(s.name, sizeof s.name, "%s", row->name);
    for (char *c = s.name; *c; c++)
        if (*c == '_') *c = '-';
    return s;
}

static int is_known(const command *of, int id) { return (of->options & (1u << id)) != 0 || id == OPTION_help; }

// ---- values ----

// Parses a number or a fraction such as 1/60, which has no finite decimal form.
static int parse_positive(const command *of, const option_row *row, const char *text, double *out_value) {
    char *end;
    double value = strtod(text, &end);
    if (end != text && *end == '/') {
        const char *below = end + 1;
        value /= strtod(below, &end);
        if (end == below) end = (char *)text;
    }
    if (end == text || *end != 0 || !(value > 0) || isinf(value)) {
        fprintf(stderr, "gyre %s: --%s must be a number > 0, is '%s'\n", of->name, row->name, shown(text).text);
        return EXIT_USAGE;
    }
    *out_value = value;
    return EXIT_DONE;
}

static int parse_count(const command *of, const option_row *row, const char *text, int *out_value) {
    char *end;
    long value = strtol(text, &end, 10), most = strcmp(row->name, "threads") == 0 ? GYRE_THREADS_MAX : 1000000000;
    if (end == text || *end != 0 || value < 1 || value > most) {
        fprintf(stderr, "gyre %s: --%s must be a whole number from 1 to %ld, is '%s'\n", of->name,
                spelling_of(row).name, most, shown(text).text);
        return EXIT_USAGE;
    }
    *out_value = (int)value;
    return EXIT_DONE;
}

// Parses a number of bytes; K, M, G, T multiply by powers of 1024.
static int parse_size(const command *of, const option_row *row, const char *text, size_t *out_value) {
    static const char units[] = "KMGT";
    char *end;
    unsigned long long value = text[0] >= '0' && text[0] <= '9' ? strtoull(text, &end, 10) : 0;
    const char *unit = value > 0 && *end ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    // strtoull returns ULLONG_MAX for larger numbers too
    if (value == 0 || end[unit != NULL] != 0 || value >= (ULLONG_MAX >> shift) || value << shift > SIZE_MAX) {
        fprintf(stderr, "gyre %s: --%s must be a number of bytes >= 1, such as 1000000, 64M or 2G, is '%s'\n", of->name,
                spelling_of(row).name, shown(text).text);
        return EXIT_USAGE;
    }
    *out_value = (size_t)value << shift;
    return EXIT_DONE;
}

static int parse_method(const command *of, const char *text, method_choice *out_choice) {
    method_choice choice = {1, GYRE_METHOD_exact};
    if (gyre_method_from_name(text, &choice.value) == GYRE_OK) {
        *out_choice = choice;
        return EXIT_DONE;
    }
    const char *names[GYRE_METHOD_COUNT + 1] = {NULL};
    for (int i = 0; i < GYRE_METHOD_COUNT; i++)
        names[i] = gyre_method_name((gyre_method)i);
    const char *meant = suggest(text, names);
    fprintf(stderr, "gyre %s: --method: there is no method '%s'; ", of->name, shown(text).text);
    if (meant) fprintf(stderr, "did you mean %s? ", meant);
    fprintf(stderr, meant ? "The methods are:" : "the methods are:");
    for (int i = 0; i < GYRE_METHOD_COUNT; i++)
        fprintf(stderr, "%s %s", i ? "," : "", names[i]);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

static int add_to_list(const command *of, const option_row *row, const char *text, text_list *list) {
    for (int i = 0; i < list->count; i++) {
        if (!gyre_file_is_same(list->items[i], text)) continue;
        fprintf(stderr, "gyre %s: --%s %s is given twice\n", of->name, row->name, shown(text).text);
        return EXIT_USAGE;
    }
    if (list->count == LIST_MAX) {
        fprintf(stderr, "gyre %s: --%s can be given at most %d times\n", of->name, row->name, LIST_MAX);
        return EXIT_USAGE;
    }
    list->items[list->count++] = text;
    return EXIT_DONE;
}

// Appends the numbers of a word such as 3, -0.5 or 1,2,3 (a final comma is allowed); returns 0 for any other word.
static int add_numbers(const char *word, number_list *list) {
    number_list longer = *list;
    do {
        char *end;
        double value = strtod(word, &end);
        if (end == word || (*end != 0 && *end != ',') || !isfinite(value)) return 0;
        if (longer.count < 6) longer.items[longer.count] = value;
        longer.count++;
        word = *end ? end + 1 : end;
    } while (*word);
    *list = longer;
    return 1;
}

static int take_numbers(const command *of, const option_row *row, const char *value, int count, char **words,
                        int *index, number_list *out) {
    number_list list = {.count = 0};
    const char *stopped_at = value && !add_numbers(value, &list) ? value : NULL;
    while (!stopped_at && *index + 1 < count && add_numbers(words[*index + 1], &list))
        ++*index;
    if (list.count == 3 || list.count == 6) {
        *out = list;
        return EXIT_DONE;
    }
    if (!stopped_at && *index + 1 < count) stopped_at = words[*index + 1];
    fprintf(stderr, "gyre %s: --%s needs 3 or 6 numbers, Ixx Iyy Izz [Ixy Ixz Iyz]; found %d", of->name, row->name,
            list.count);
    if (stopped_at) fprintf(stderr, " before '%s'", shown(stopped_at).text);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

static int take_value(const command *of, const option_row *row, const char *text, cli_options *out) {
    void *field = (char *)out + row->offset;
    if (row->kind == KIND_positive) return parse_positive(of, row, text, field);
    if (row->kind == KIND_count) return parse_count(of, row, text, field);
    if (row->kind == KIND_size) return parse_size(of, row, text, field);
    if (row->kind == KIND_method) return parse_method(of, text, field);
    if (row->kind == KIND_list) return add_to_list(of, row, text, field);
    *(const char **)field = text;
    return EXIT_DONE;
}

// ---- names ----

// Finds the command's option that other tools call by this name, or returns NULL.
static const option_row *find_other_name(const command *of, const char *name) {
    for (size_t i = 0; i < sizeof other_names / sizeof other_names[0]; i++)
        if (is_known(of, (int)other_names[i].option) && strcmp(other_names[i].name, name) == 0)
            return &rows[other_names[i].option];
    return NULL;
}

static int refuse_option(const command *of, const char *name, const char *word) {
    const char *names[OPTION_COUNT + 1];
    spelling spellings[OPTION_COUNT];
    int count = 0;
    for (int id = 0; id < OPTION_COUNT; id++) {
        spellings[id] = spelling_of(&rows[id]);
        if (is_known(of, id)) names[count++] = spellings[id].name;
    }
    names[count] = NULL;
    char letter[] = {word[1], 0};
    const option_row *other = find_other_name(of, word[1] == '-' ? name : letter);
    const char *meant = other ? spellings[other - rows].name : suggest(name, names);
    fprintf(stderr, "gyre %s: unknown option '%s'; ", of->name, shown(word).text);
    if (meant) fprintf(stderr, "did you mean --%s", meant);
    if (other && other->value) fprintf(stderr, " %s", other->value);
    fprintf(stderr, "%ssee gyre %s --help\n", meant ? "? Or " : "", of->name);
    return EXIT_USAGE;
}

// Finds the option in a word such as --dt, --dt=3, -o or -ofile; *out_value is the attached value, or NULL.
static const option_row *find_option(const command *of, const char *word, const char **out_value, char *out_name) {
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    snprintf(out_name, NAME_MAX_LENGTH, "%.*s", (int)length - 2 > 0 ? (int)length - 2 : 0, word + 2);
    *out_value = equals ? equals + 1 : NULL;
    int is_short = word[1] != '-';
    for (int id = 0; id < OPTION_COUNT; id++) {
        const option_row *row = &rows[id];
        if (!is_known(of, id)) continue;
        if (!is_short && strcmp(out_name, spelling_of(row).name) == 0) return row;
        if (!is_short || row->letter != word[1]) continue;
        *out_value = word[2] ? word + 2 : NULL;
        return row;
    }
    return NULL;
}

static int parse_option(const command *of, int count, char **words, int *index, cli_options *out) {
    const char *word = words[*index], *value;
    char name[NAME_MAX_LENGTH];
    const option_row *row = find_option(of, word, &value, name);
    if (!row || (!row->value && value)) return refuse_option(of, name, word);
    if (row->kind == KIND_flag) {
        *(int *)((char *)out + row->offset) = 1;
        return EXIT_DONE;
    }
    if (row->kind == KIND_numbers)
        return take_numbers(of, row, value, count, words, index, (number_list *)((char *)out + row->offset));
    if (!value) {
        if (*index + 1 == count) {
            fprintf(stderr, "gyre %s: %s needs a value: %s\n", of->name, word, row->value);
            return EXIT_USAGE;
        }
        value = words[++*index];
    }
    return take_value(of, row, value, out);
}

static int check_operands(const command *of, const cli_options *o) {
    if (o->help) return EXIT_DONE;
    if (o->operand_count > of->operand_max) {
        if (of->operand_max == 0)
            fprintf(stderr, "gyre %s: takes no arguments, got '%s'\n", of->name, shown(o->operands[0]).text);
        else
            fprintf(stderr, "gyre %s: takes one argument, got '%s' and '%s'\n", of->name, shown(o->operands[0]).text,
                    shown(o->operands[1]).text);
        return EXIT_USAGE;
    }
    if (o->operand_count >= of->operand_min) return EXIT_DONE;
    fprintf(stderr, "gyre %s: needs a scene: a file, - for standard input, or an example: gyre %s tennis-racket\n",
            of->name, of->name);
    return EXIT_USAGE;
}

int options_parse(const command *of, int count, char **words, cli_options *out_options) {
    cli_options found = {.operands = words};
    int are_operands = 0;
    for (int i = 0; i < count; i++) {
        int is_option = !are_operands && words[i][0] == '-' && words[i][1] != 0;
        if (is_option && strcmp(words[i], "--") == 0) {
            are_operands = 1;
        } else if (is_option) {
            int code = parse_option(of, count, words, &i, &found);
            if (code != EXIT_DONE) return code;
        } else {
            words[found.operand_count++] = words[i];
        }
    }
    int code = check_operands(of, &found);
    if (code == EXIT_DONE) *out_options = found;
    return code;
}

// ---- help ----

void options_print_help(const command *of) {
    printf("usage: gyre %s%s%s%s\n%s\n\n", of->name, of->operands[0] ? " " : "", of->operands,
           of->options ? " [options]" : "", of->more);
    for (int id = 0; id < OPTION_COUNT; id++) {
        const option_row *row = &rows[id];
        if (!is_known(of, id)) continue;
        char label[2 * NAME_MAX_LENGTH];
        char letter[] = {'-', row->letter, ',', ' ', 0};
        snprintf(label, sizeof label, "%s--%s%s%s", row->letter ? letter : "", spelling_of(row).name,
                 row->value ? " " : "", row->value ? row->value : "");
        printf("  %-*s %s\n", HELP_COLUMN, label, row->text);
    }
}
