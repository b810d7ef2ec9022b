#!/bin/sh
# check_abi.sh in a temporary repository with a tag: it accepts no change and a new function, and rejects a larger struct unless the soname
# changes too.
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
check || fail "without a tag it fails: $(cat "$work/log")"
grep -q "no tag" "$work/log" || fail "without a tag: $(cat "$work/log")"
git tag v0.1.0
check || fail "nothing changed: $(cat "$work/log")"
grep -q "no change since v0.1.0" "$work/log" || fail "nothing changed: $(cat "$work/log")"

# in a header that few files include, so few files are recompiled
sed -i 's/^gyre_clock gyre_clock_default(void);/&\ndouble gyre_clock_rest(const gyre_clock *clock);/' include/gyre/clock.h
echo 'double gyre_clock_rest(const gyre_clock *clock) { return clock->accumulator_rest; }' >>src/world/clock.c
check || fail "a new function: $(cat "$work/log")"
grep -q "additions" "$work/log" || fail "a new function: $(cat "$work/log")"

# an internal function that libgyre_io uses may change
sed -i 's/^FOR_IO void gyre_give_back(const gyre_allocator \*allocator, void \*block);/FOR_IO void gyre_give_back(const gyre_allocator *allocator, const void *block);/' src/base/memory.h
grep -q "const void \*block" src/base/memory.h || fail "could not change gyre_give_back"
sed -i 's/^void gyre_give_back(const gyre_allocator \*allocator, void \*block) {/void gyre_give_back(const gyre_allocator *allocator, const void *const_block) {\n    void *block = (void *)(size_t)const_block;/' src/base/memory.c
check || fail "another internal function: $(cat "$work/log")"

sed -i 's|^    double dropped;.*|&\n    double more;|' include/gyre/clock.h
grep -q "double more;" include/gyre/clock.h || fail "could not add a member to gyre_clock"
check && fail "a larger struct was accepted: $(cat "$work/log")"
grep -q "FAILED: the interface" "$work/log" || fail "a larger struct: $(cat "$work/log")"

sed -i 's/^project(gyre VERSION 0\.1\./project(gyre VERSION 0.2./' CMakeLists.txt
check || fail "a larger struct with a new version: $(cat "$work/log")"
echo "abi: no change, additions, a break, and a break with a new soname are reported as such"
