/// Prints what is generated from the lists of keys: `scene_tables docs` the tables of docs/SCENES.md, `scene_tables
/// schema` the JSON Schema.
#include "gyre/scene.h"
#include "scene/keys.h"

#include <stdio.h>
#include <string.h>

static gyre_result print_bytes(const void *bytes, size_t size, void *user) {
    (void)user;
    return fwrite(bytes, 1, size, stdout) == size ? GYRE_OK : GYRE_ERR_STOPPED;
}

static void print_value(const key_row *row) {
    if (row->type == KEY_TYPE_orientation) { // the page explains it once
        printf("an [orientation](#an-orientation)");
        return;
    }
    if (row->type != KEY_TYPE_choice) {
        const char *rule = gyre_key_rule_text(row->rule);
        printf("%s%s%s", gyre_key_type_text(row->type), rule[0] ? " " : "", rule);
        return;
    }
    for (const char *name = row->choices; *name; name += strlen(name) + 1)
        printf("%s\"%s\"", name == row->choices ? "" : ", ", name);
}

static void print_row(const key_row *row) {
    printf("| `%s` | ", row->name);
    print_value(row);
    if (row->initial)
        printf(" | `%s` | %s |\n", row->initial, row->text);
    else
        printf(" | %s | %s |\n", row->is_required ? "required" : "", row->text);
}

static void print_table(const char *title, const key_row *rows, size_t count) {
    if (title) printf("\n### %s\n\n", title);
    printf("| key | value | default | meaning |\n|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++)
        print_row(&rows[i]);
}

static void print_shape(const char *name, const char *text, const key_set *keys) {
    printf("| `%s` | ", name);
    const char *between = "";
    for (size_t i = 0; i < keys->count; i++) {
        const key_row *row = &keys->rows[i];
        if (strcmp(row->name, "type") == 0 || strcmp(row->name, "hollow") == 0) continue;
        printf("%s`%s`: ", between, row->name);
        print_value(row);
        printf(", %s", row->text);
        if (row->initial) printf(", default `%s`", row->initial);
        between = "; ";
    }
    printf(" | %s |\n", text);
}

static void print_shapes(void) {
    printf("\n### Shapes\n\n| type | keys | shape |\n|---|---|---|\n");
    for (int i = 0; i <= SHAPE_MESH; i++) {
        key_set keys = gyre_shape_keys(i, false);
        print_shape(gyre_shape_word(i), gyre_shape_description(i), &keys);
    }
    printf("\nEvery shape also has\n\n");
    print_table(NULL, KEY_ROWS(shape));
    print_table("A part of a compound also has", KEY_ROWS(part));
}

static void print_forces(void) {
    print_table("Every force", KEY_ROWS(force));
    for (int i = 0; i < GYRE_FORCE_KIND_COUNT; i++) {
        if (!gyre_force_word(i)) continue;
        gyre_force_kind kind = (gyre_force_kind)i;
        key_set keys = gyre_force_keys(kind);
        size_t common = KEY_END_force - KEY_BEGIN_force;
        char title[200];
        snprintf(title, sizeof title, "`%s`: %s", gyre_force_kind_name(kind), gyre_force_kind_text(kind));
        print_table(title, keys.rows + common, keys.count - common);
    }
}

static void print_docs(void) {
    print_table("The scene", KEY_ROWS(scene));
    print_table("A body", KEY_ROWS(body));
    printf("\n### An orientation\n\nAn orientation is %s:\n\n", gyre_key_type_text(KEY_TYPE_orientation));
    print_table(NULL, KEY_ROWS(orientation));
    print_table("A point of a path", KEY_ROWS(path_point));
    print_shapes();
    print_forces();
}

int main(int count, char **words) {
    const char *what = count == 2 ? words[1] : "";
    if (strcmp(what, "docs") == 0) {
        print_docs();
        return 0;
    }
    gyre_sink sink = {.write = print_bytes};
    if (strcmp(what, "schema") == 0) return gyre_scene_write_schema(&sink) == GYRE_OK ? 0 : 1;
    fprintf(stderr, "scene_tables docs | scene_tables schema\n");
    return 2;
}
