/// The ledger of a recording's world as JSON: a file of its own, or part of a page.
#pragma once

#include "gyre/ledger.h"
#include "json/json_write.h"
#include "record/record.h"

/// The object that docs/OUTPUTS.md describes, for the ledger of the recording's world.
gyre_result gyre_ledger_write_json(const recording *r, const gyre_ledger *ledger, bool is_early, gyre_json_style style,
                                   gyre_sink sink);
