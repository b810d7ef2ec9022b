/// Script and style of the page of parts: the contents of part_viewer.js and part_viewer.css, each with its hash as a
/// source expression of a Content-Security-Policy ("sha256-..."). The build computes the hashes.
#pragma once

extern const char gyre_part_viewer_script[], gyre_part_viewer_script_hash[];
extern const char gyre_part_viewer_style[], gyre_part_viewer_style_hash[];
