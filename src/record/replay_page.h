/// Script and style of the page that replays a run, bundled from app/web by esbuild. Both texts are empty in a build
/// without Node.
#pragma once

extern const char gyre_replay_script[];
extern const char gyre_replay_style[];
