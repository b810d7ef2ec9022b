/// Writes the ledger of a recording's world as JSON, for a separate file or as part of a page.
#pragma once

#include "gyre/ledger.h"
#include "json/json_write.h"
#include "record/record.h"

/// Writes the object that docs/OUTPUTS.md describes.
gyre_result gyre_ledger_write_json(const recording *r, const gyre_ledger *ledger, bool is_early, gyre_json_style style,
                                   gyre_sink sink);
