/// The ledger of a recording's world as JSON: a file of its own, or part of a page.
#pragma once

#include "gyre/ledger.h"
#include "json/json_write.h"
#include "record/record.h"

/// The object that docs/OUTPUTS.md describes. GYRE_ERR_OPTION when the world keeps no ledger.
gyre_result gyre_ledger_write_json(const recording *r, bool is_early, gyre_json_style style, gyre_sink sink);
