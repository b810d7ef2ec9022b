/// Names and properties of the integration methods.
#include "gyre/ode.h"

#include "integrators/butcher.h"

#include <string.h>

typedef struct method_row {
    const char *name;
    int order;
    const char *text;
} method_row;

static const method_row rows[GYRE_METHOD_COUNT] = {
#define X(name, order, family, text) {#name, order, text},
#include "gyre/methods.def"
#undef X
};

static int is_known(gyre_method method) { return (unsigned)method < GYRE_METHOD_COUNT; }

const char *gyre_method_name(gyre_method method) { return is_known(method) ? rows[method].name : NULL; }

const char *gyre_method_text(gyre_method method) { return is_known(method) ? rows[method].text : NULL; }

int gyre_method_order(gyre_method method) { return is_known(method) ? rows[method].order : 0; }

gyre_result gyre_method_from_name(const char *name, gyre_method *out_method) {
    if (!name || !out_method) return GYRE_ERR_NULL_POINTER;
    for (int i = 0; i < GYRE_METHOD_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0) {
            *out_method = (gyre_method)i;
            return GYRE_OK;
        }
    return GYRE_ERR_METHOD;
}

int gyre_method_is_general(gyre_method method) { return gyre_butcher_table_of(method) != NULL; }

int gyre_method_is_adaptive(gyre_method method) {
    const butcher_table *table = gyre_butcher_table_of(method);
    return table && table->error_order > 0;
}

int gyre_method_is_implicit(gyre_method method) {
    const butcher_table *table = gyre_butcher_table_of(method);
    return table && table->gamma != 0;
}
