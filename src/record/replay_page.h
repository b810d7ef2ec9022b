/// Script and style of the page that replays a run, bundled from app/web by esbuild, each with its hash as a source
/// expression of a Content-Security-Policy ("sha256-..."). The texts are empty in a build without Node.
#pragma once

extern const char gyre_replay_script[], gyre_replay_script_hash[];
extern const char gyre_replay_style[], gyre_replay_style_hash[];
