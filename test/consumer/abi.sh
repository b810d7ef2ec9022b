#!/bin/sh
# check_abi.sh sees what it should: in a repository of its own with a tag, nothing changed is fine, a new function is fine, a struct that
# grew is not, unless the soname changes with it.
. "$SOURCE/test/consumer/common.sh"
command -v abidiff >/dev/null 2>&1 || skip "no abidiff; ./bootstrap package installs it"
git -C "$SOURCE" rev-parse HEAD >/dev/null 2>&1 || skip "no git repository"
mkdir "$work/repository"
git -C "$SOURCE" archive HEAD | tar -x -C "$work/repository"
cd "$work/repository"
git init -q .
git config user.name consumer
git config user.email consumer@localhost
git add -A
git commit -qm release
check() { sh "$SOURCE/tools/check_abi.sh" "$work/repository" "$work/abi" >"$work/log" 2>&1; }
check || fail "without a tag it does not say so: $(cat "$work/log")"
grep -q "no tag" "$work/log" || fail "without a tag: $(cat "$work/log")"
git tag v0.1.0
check || fail "nothing changed: $(cat "$work/log")"
grep -q "as in v0.1.0" "$work/log" || fail "nothing changed: $(cat "$work/log")"

# in a header that few files include: little is compiled again
sed -i 's/^gyre_clock gyre_clock_default(void);/&\ndouble gyre_clock_rest(const gyre_clock *clock);/' include/gyre/clock.h
echo 'double gyre_clock_rest(const gyre_clock *clock) { return clock->accumulator_rest; }' >>src/world/clock.c
check || fail "a new function: $(cat "$work/log")"
grep -q "additions" "$work/log" || fail "a new function: $(cat "$work/log")"

sed -i 's|^    double dropped; .*given up so far.*|&\n    double more;|' include/gyre/clock.h
grep -q "double more;" include/gyre/clock.h || fail "gyre_clock did not grow"
check && fail "a struct that grew was not noticed: $(cat "$work/log")"
grep -q "FAILED: the interface" "$work/log" || fail "a struct that grew: $(cat "$work/log")"

sed -i 's/^project(gyre VERSION 0\.1\./project(gyre VERSION 0.2./' CMakeLists.txt
check || fail "a struct that grew with the version: $(cat "$work/log")"
echo "abi: equal, added to, broken, and broken with another soname: all four are told apart"
