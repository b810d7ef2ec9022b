#!/bin/sh
# Doubling times: twice the size costs at most three times the CPU time, for every dimension of calls (doubling.c) and of
# inputs and outputs of the command (doubling.py). Quick: small sizes, some of the inputs. Both programs measure a
# quadratic routine too, whose growth must be detected.
set -eu
command -v python3 >/dev/null 2>&1 || { echo "python3 is missing"; exit 77; }
log="$BINARY/test/trust/doubling.log"
code=0
"$BINARY/test/trust/doubling" "$1" >"$log" || code=1
cat "$log"
calls=$(tail -n 1 "$log")
python3 "$SOURCE/test/trust/doubling.py" "$BINARY/gyre" "$BINARY/test/trust/doubling" "$1" >"$log" || code=1
cat "$log"
echo "reached: $calls; $(tail -n 1 "$log"); quadratic controls noticed"
exit $code
