#!/bin/sh
# The tests notice a wrong line: test/mutation/mutation.py breaks src/ on purpose and counts the mutants that a test kills.
# `quick` tries the machinery on fixed mutants of one file. `full` takes a sample of all of src/ with a fixed seed, as many
# mutants as nine minutes allow. The first run takes some fifteen minutes before that, for builds and to learn what tests enter; both
# are kept in BINARY/mutation. `make mutation` takes more mutants.
set -eu
command -v python3 >/dev/null 2>&1 || { echo "python3 is missing"; exit 77; }
[ "${1:-full}" = full ] || exec python3 "$SOURCE/test/mutation/quick.py" "$SOURCE" "$BINARY"
for tool in nm addr2line objdump; do
    command -v $tool >/dev/null 2>&1 || { echo "$tool is missing"; exit 77; }
done
exec python3 "$SOURCE/test/mutation/mutation.py" "$SOURCE" "$BINARY/mutation" --count "${MUTANTS:-400}" --seed "${SEED:-1}" \
    --seconds "${SECONDS_MAX:-540}" --least 50 --bar 90 --jobs 1 --record "$SOURCE/test/mutation/record"
