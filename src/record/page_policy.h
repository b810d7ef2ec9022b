/// Restricts a page to the scripts and styles whose hashes are in its Content-Security-Policy.
#pragma once

#include "record/output.h"

/// Writes the source expression 'sha256-...' of an inline script or style.
void gyre_output_policy_hash(output *out, const char *text);
