/// Names and texts of the result codes, and the library version.
#include "gyre/base.h"

static const char *const names[] = {
#define X(name, text) "GYRE_" #name,
#include "gyre/results.def"
#undef X
};

static const char *const texts[] = {
#define X(name, text) text,
#include "gyre/results.def"
#undef X
};

// The cast also rejects negative numbers.
static int is_known(gyre_result result) { return (unsigned)result < (unsigned)GYRE_RESULT_COUNT; }

const char *gyre_result_text(gyre_result result) { return is_known(result) ? texts[result] : "not a gyre_result"; }

const char *gyre_result_name(gyre_result result) { return is_known(result) ? names[result] : "not a gyre_result"; }

const char *gyre_version(void) { return GYRE_VERSION; }
