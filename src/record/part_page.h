/// The script and the style of the page that shows parts: part_viewer.js and part_viewer.css as they are.
#pragma once

extern const char gyre_part_viewer_script[];
extern const char gyre_part_viewer_style[];
