/// What a page may run: nothing but the texts whose hashes its Content-Security-Policy names.
#pragma once

#include "record/output.h"

/// The source expression 'sha256-...' of an inlined script or style.
void gyre_output_policy_hash(output *out, const char *text);
