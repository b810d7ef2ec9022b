#!/bin/sh
# Random scenes move as the equations in the documentation say: oracle.sh quick|full. An integrator that shares no code with Gyre
# (test/oracle, scipy's DOP853) runs each scene too. First it is made with mistakes, which must be detected. A scene that differs
# stays in BINARY/oracle with the command that repeats it; SCENES and SEED choose others.
set -eu
python=/usr/bin/python3
"$python" -c "import scipy" 2>/dev/null || { echo "scipy for $python is missing: ./bootstrap test"; exit 77; }
program="$SOURCE/test/oracle/oracle.py"
oracle() { "$python" "$program" "$BINARY/gyre" "$@"; }

mistakes=$("$python" "$program" --list)
for mistake in $mistakes; do
    oracle "$BINARY/oracle/control" --control "$mistake" --scenes 300
done
case $1 in
quick) oracle "$BINARY/oracle" --scenes "${SCENES:-1000}" --seed "${SEED:-1}" ;;
full) oracle "$BINARY/oracle" --scenes "${SCENES:-12000}" --seed "${SEED:-2}" ;;
*) echo "oracle.sh quick|full" >&2; exit 2 ;;
esac
