/// Script and style of the parts page: the contents of part_viewer.js and part_viewer.css.
#pragma once

extern const char gyre_part_viewer_script[];
extern const char gyre_part_viewer_style[];
