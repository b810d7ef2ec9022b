#!/bin/sh
# One test of a page in a real browser: check_web.sh replay runs test/web/replay.mjs. Skipped without Node or Chromium.
set -eu
cd "$SOURCE"
command -v node >/dev/null 2>&1 || { echo "skipped: there is no node: ./bootstrap web browser"; exit 77; }
exec node "test/web/$1.mjs"
