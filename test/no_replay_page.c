/// The library as it is without Node.js at build time: linked before it, these texts are taken and not its own.
#include "record/replay_page.h"

const char gyre_replay_script[] = "", gyre_replay_script_hash[] = "";
const char gyre_replay_style[] = "", gyre_replay_style_hash[] = "";
