#!/bin/sh
# The part of src/ that the tests run: coverage.sh full|quick. docs/COVERAGE.md defines the counts.
#   full   builds the library unoptimised with counters (preset `coverage`, in BINARY/coverage), runs the tests there, and
#          fails below 95 % of lines or 90 % of branches. Per file: BINARY/coverage/files.txt; per folder: BINARY/trust/coverage/table.md.
#   quick  the same counting over a small program whose numbers are known, and a check that every exclusion has a reason.
# SOURCE is the project, BINARY a release build with tests, JOBS how many compilers and tests run at a time.
set -eu
LINES_BAR=95
BRANCHES_BAR=90
for tool in gcc gcov gcovr python3; do
    command -v $tool >/dev/null || { echo "coverage.sh: $tool is missing (./bootstrap trust)"; exit 77; }
done

# Tests that are not run with counters: name and reason. Everything else of ctest is.
cat_skipped() {
    cat <<'SKIPPED'
web\..*                     browsers, and the library built for another machine
project\.check_determinism  builds trees of its own
project\.check_tsan         builds trees of its own
project\.check_install      builds trees of its own
project\.check_hardening    looks at flags that this build has not
project\.check_code_blocks  links programs without the counters' library
project\.check_site         reads the pages
project\.howto              builds trees of its own
consumer\..*                builds trees of its own
project\.check_layers       reads the sources
project\.check_spec         reads the sources
app\.check_docs             reads the sources
app\.check_man              reads the manual
app\.check_bench            measures times
app\.check_inertia          is told how far a command has come when it takes long, and expects that it does not
motion\.accuracy_flow       a million steps of what motion.drift covers
math\.accuracy_elementary   two million arguments of what math.lanes covers
world\.soak                 memory over many steps, of what world.* covers
trust\.memory               fails the counters' own allocations too; its half that needs no other malloc is run below
trust\.[^ams].*             rows that build trees of their own, inject faults into system calls, or measure
trust\.(analysis|snapshots)  rows that build trees of their own, or take long
SKIPPED
}
skipped() { cat_skipped | awk '{ printf "%s^%s$", (NR > 1 ? "|" : ""), $1 }'; }

# collect ROOT OBJECTS OUT: the counters below OBJECTS for the sources below ROOT/src, as OUT.csv and OUT.json. A header or
# .inc that is compiled several times counts once: a line or branch is reached if any of the copies reached it.
# gcovr 5.2 stops where one name is a function at two lines of a file, which is what lanes.h has for its widths, so that it is
# not told about functions. It also stops at a count below 0, which was seen once (counters of one file that do not add up):
# such a branch counts as not reached.
collect() {
    cat >"$work/gcov" <<'GCOV'
#!/bin/sh
gcov "$@" || exit $?
for file in *.gcov; do
    [ ! -e "$file" ] || sed -i -e '/^function .* called /d' -e 's/^\(branch .* taken\) -[0-9]*/\1 0/' \
        -e 's/^ *-[0-9][0-9]*\**:/    #####:/' "$file"
done
GCOV
    chmod +x "$work/gcov"
    (cd "$2" && gcovr --root "$1" --filter "$1/src/" --object-directory "$2" --gcov-executable "$work/gcov" \
        --csv "$3.csv" --json "$3.json" .)
}

# tables CSV: percent of lines and branches per folder and in all, as a table of Markdown
tables() {
    python3 - "$1" <<'PYTHON'
import csv, sys
sums = {}
for row in csv.DictReader(open(sys.argv[1])):
    folder = "/".join(row["filename"].split("/")[:2])
    for key in (folder, "**src**"):
        sums.setdefault(key, [0] * 4)
        for i, name in enumerate(("line_total", "line_covered", "branch_total", "branch_covered")):
            sums[key][i] += int(row[name])
def percent(part, whole):
    return f"{int(1000 * part / whole) / 10:.1f} %" if whole else "-"  # never rounded up
print("| folder | lines | reached | branches | reached |\n|---|---|---|---|---|")
for folder in sorted(sums, key=lambda name: (name == "**src**", name)):
    lines, lines_hit, branches, branches_hit = sums[folder]
    print(f"| {folder} | {lines} | {percent(lines_hit, lines)} | {branches} | {percent(branches_hit, branches)} |")
PYTHON
}

# Every mark in the sources that excludes lines has a reason: GCOVR_EXCL_LINE: reason. Other spellings that gcovr
# accepts are not used, nor blocks.
check_marks() {
    marks=$(grep -rnE '[A-Z]*COV[A-Z]*_EXCL' "$SOURCE/src" || true)
    bad=$(printf '%s\n' "$marks" | grep -v '^$' | grep -vE '// GCOVR_EXCL_(LINE|BR_LINE): [a-z][^*]{8,}$' || true)
    [ -z "$bad" ] || { echo "marks without a reason, or spelled otherwise:"; echo "$bad"; return 1; }
    mark_count=$(printf '%s\n' "$marks" | grep -c . || true)
}

# Every entry of the list above has a reason, and is the name of a test, not of one that was renamed. (Rows come and go.)
check_skipped() {
    cat_skipped | while read -r pattern reason; do
        [ -n "$reason" ] || { echo "no reason: $pattern"; exit 1; }
        case $pattern in trust* | web* | consumer*) continue ;; esac
        grep -qE "\b${pattern##*.}\b" "$SOURCE/test/CMakeLists.txt" || { echo "no test is called $pattern"; exit 1; }
    done
}

# Two files share a header of six lines and four branches (two conditions of one `if`), of which one file reaches one and the
# other two; one line and one branch are never reached. One function stands at another line for each of the files. Each file has
# one more line. A header that were counted twice, or one copy that hid the other, gives other numbers.
check_counting() {
    small="$work/small"
    rm -rf "$small"
    mkdir -p "$small/src/part"
    cat >"$small/src/part/choice.h" <<'C'
#ifdef WIDE
static inline int twice(int a) { return 2 * a; }
#else
static inline int twice(int a) { return a + a; }
#endif
static inline int choice(int a, int b) {
    if (a > 0 && b > 0)
        return twice(1);
    return twice(a) + 1 - twice(a);
}
C
    cat >"$small/src/part/one.c" <<'C'
#define WIDE
#include "choice.h"
int one(int a) { return choice(a, 0); }
C
    cat >"$small/src/part/main.c" <<'C'
#include "choice.h"
int one(int a);
int main(void) { return choice(-1, 0) + one(1) == 2 ? 0 : 1; }
C
    (cd "$small" && gcc --coverage -O0 -o program src/part/one.c src/part/main.c && ./program)
    collect "$small" "$small" "$small/counted"
    found=$(tables "$small/counted.csv" | tail -n 1)
    wanted='| **src** | 8 | 87.5 % | 4 | 75.0 % |'
    [ "$found" = "$wanted" ] || { echo "a small program is counted wrong: $found, not $wanted"; return 1; }
}

work="$BINARY/trust/coverage"
mkdir -p "$work"
mark_count=0
check_marks
check_skipped
check_counting
echo "marks in the sources that leave a line out: $mark_count, each with its reason; a small program is counted right"
if [ "${1:-full}" = quick ]; then
    echo "reached: counting tried on a small program, $mark_count lines left out"
    exit 0
fi

tree="$BINARY/coverage"
echo "building $tree"
(cd "$SOURCE" && cmake --preset coverage -B "$tree" >"$work/build.log" && cmake --build "$tree" --parallel "${JOBS:-2}" >>"$work/build.log" 2>&1) ||
    { tail -n 30 "$work/build.log"; exit 1; }
find "$tree" -name '*.gcda' -delete
echo "running the tests"
ctest --test-dir "$tree" --parallel "${JOBS:-2}" --timeout 600 --exclude-regex "$(skipped)" >"$work/tests.log" 2>&1 ||
    { grep -E '\*\*\*|tests passed' "$work/tests.log"; echo "tests fail with counters: see $work/tests.log"; exit 1; }
grep 'tests passed' "$work/tests.log"
"$tree/test/trust/memory_faults" quick >>"$work/tests.log" || { tail -n 20 "$work/tests.log"; echo "memory_faults fails with counters"; exit 1; }
collect "$SOURCE" "$tree" "$tree/coverage"
python3 - "$tree/coverage.csv" >"$tree/files.txt" <<'PYTHON'
import csv, sys
print(f"{'lines':>6} {'missed':>6} {'branches':>8} {'missed':>6}  file")
for row in csv.DictReader(open(sys.argv[1])):
    lines, branches = int(row["line_total"]), int(row["branch_total"])
    print(f"{lines:6} {lines - int(row['line_covered']):6} {branches:8} {branches - int(row['branch_covered']):6}  {row['filename']}")
PYTHON
tables "$tree/coverage.csv" | tee "$work/table.md"
echo "per file: $tree/files.txt; per folder: $work/table.md"
tail -n 1 "$work/table.md" | awk -F '|' -v lines_bar=$LINES_BAR -v branches_bar=$BRANCHES_BAR '{
    print "reached:" $4 "of lines," $6 "of branches of src"
    exit !($4 + 0 >= lines_bar && $6 + 0 >= branches_bar)
}'
