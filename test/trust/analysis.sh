#!/bin/sh
# No undefined behaviour, no leaks, no races: eight tools, each of which must first find a bug made on purpose (the files of
# `controls`), or finding nothing would mean nothing. False alarms are silenced where they are, with the reason.
#   analysis.sh quick   the controls of the tools that are there, cppcheck and -fanalyzer over a part of src;
#                       make test runs all tests with ASan and UBSan anyway
#   analysis.sh full    everything: every test with ASan and UBSan, the tool and every determinism scene with MSan, threads with
#                       TSan, the tool and some tests under valgrind, all sources by gcc -fanalyzer, clang-tidy, cppcheck
# TOOLS="msan valgrind" runs some of the eight, in full.
set -u
mode=$1
controls="$SOURCE/test/trust/controls"
work="$BINARY/analysis"
mkdir -p "$work"
findings=0 tools=0 options=

has() { command -v "$1" >/dev/null 2>&1; }
missing() { echo "missing: $1"; [ "$mode" = quick ] || exit 77; }
finding() { # finding TOOL LOG: prints the end of the tool's output
    echo "FINDING: $1"
    grep -E "(warning|error):" "$2" | head -n 5
    tail -n 30 "$2"
    findings=$((findings + 1))
}
end() { # end TOOL WHAT
    tools=$((tools + 1))
    printf '%-14s %2d findings  %4d s  %s\n' "$1" $((findings - before)) $(($(date +%s) - begun)) "$2"
}
blind() { echo "FAILED: $1 does not find the bug of controls/$2.c"; exit 1; }

# must_stop TOOL NAME COMPILE...: the control, compiled like this, must be stopped when it runs; a race, which is one only if its
# threads meet, in one of ten runs
must_stop() {
    tool=$1 name=$2
    shift 2
    "$@" -g -w "$controls/$name.c" -o "$work/$name" >"$work/$name.log" 2>&1 || { cat "$work/$name.log"; echo "FAILED: $tool: no build"; exit 1; }
    tries=1
    [ "$name" != race ] || tries=10
    while "$work/$name" >"$work/$name.log" 2>&1; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || blind "$tool" "$name"
    done
    grep -q "Sanitizer\|runtime error" "$work/$name.log" || blind "$tool" "$name"
}

# ---- controls ----
undefined="-fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all"
sanitizer_controls() { # sanitizer_controls COMPILER
    must_stop "$1 ASan" heap "$1" -O1 -fsanitize=address
    must_stop "$1 LeakSanitizer" leak "$1" -O1 -fsanitize=address
    must_stop "$1 UBSan" overflow "$1" -O1 $undefined
    must_stop "$1 UBSan" cast "$1" -O1 $undefined
}
memcheck="valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible"
valgrind_controls() {
    for name in heap leak unset; do
        "$CC" -g -O0 -w "$controls/$name.c" -o "$work/$name" || exit 1
        $memcheck "$work/$name" >"$work/$name.log" 2>&1
        [ $? = 99 ] || blind valgrind $name
    done
}
# gcc 12 loses sight of arrays that loops fill, and calls them uninitialized: MSan and valgrind look for those by running
analyse="gcc -fanalyzer -Wno-analyzer-use-of-uninitialized-value -Werror -std=c17 -O1 -ffp-contract=off -S -o /dev/null"
analyzer_control() { ! $analyse "$controls/twice.c" >"$work/twice.log" 2>&1 || blind "gcc -fanalyzer" twice; }
tidy_control() {
    ! clang-tidy --quiet --config-file="$SOURCE/.clang-tidy" "$controls/twice.c" -- -std=c17 >"$work/twice.log" 2>&1 || blind clang-tidy twice
}
checked="cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1"
cppcheck_control() { ! $checked "$controls/twice.c" >"$work/twice.log" 2>&1 || blind cppcheck twice; }

# ---- over sources ----
# analyse_files FILES...: with the flags of the build as far as they matter; the file's own come first
analyse_files() {
    for file in "$@"; do
        case $file in
        src/kernels/kernel_f64x8.c) wide="-mavx512f -mavx512dq" ;;
        src/kernels/kernel_f64x4.c) wide=-mavx2 ;;
        *) wide= ;;
        esac
        (cd "$SOURCE" && $analyse $wide -Iinclude -Isrc -Iapp/cli -DGYRE_THREADS '-DGYRE_VERSION="0"' "$file") >"$work/one.log" 2>&1 ||
            finding "gcc -fanalyzer $file" "$work/one.log"
    done
}

# ---- over runs ----
# A sanitizer or valgrind ends a program with 99. Bad meshes and scenes may end it with 1 to 3, nothing may crash it.
try() {
    "$@" >"$work/out" 2>&1 </dev/null
    code=$?
    [ $code -lt 99 ] || finding "$* ($code)" "$work/out"
}
must_pass() {
    "$@" >"$work/out" 2>&1 </dev/null || finding "$*" "$work/out"
}
# exercise GYRE...: the tool does everything it can
exercise() {
    place="$work/files"
    rm -rf "$place"
    mkdir -p "$place/meshes"
    (cd "$place/meshes" && python3 "$SOURCE/test/inertia_meshes.py")
    must_pass "$@" selftest
    must_pass "$@" schema
    for example in "$SOURCE"/examples/scenes/*.json; do
        name=$(basename "$example" .json)
        # as many steps as every path needs; the asteroids are a thousand, and the planets take steps of six hours
        case $name in
        solar-system) short="--duration 648000" longer="--duration 864000" ;;
        *) short="--duration 0.5 --fps 10" longer="--duration 0.6" ;;
        esac
        must_pass "$@" run "$name" $short --threads 2 --hash -o "$place/$name.csv" -o "$place/$name.npz" \
            -o "$place/$name.glb" -o "$place/$name.svg" -o "$place/$name.json" -o "$place/$name.gyre"
        must_pass "$@" run "$name" --from "$place/$name.gyre" $longer --quiet
        try "$@" run "$name" $short --quiet -o "$place/$name.html" # refused in a build without Node.js
        must_pass "$@" check "$example"
    done
    meshes="$place/meshes"
    try "$@" check "$meshes/box.obj" "$meshes/empty.stl" "$SOURCE/examples/scene.schema.json"
    must_pass "$@" verify tennis-racket --duration 0.5
    for mesh in "$meshes"/*.stl "$meshes"/*.obj "$meshes"/*.ply "$meshes"/*.gl*; do
        try "$@" inertia "$mesh" --json -o "$place/part.svg" -o "$place/part.html"
    done
    try "$@" inertia "$meshes/box.stl" "$meshes/left.obj" --weld 0.001 --frame principal --urdf
    try "$@" inertia "$meshes/open.stl" --shell 2mm --mjcf
    try "$@" inertia --check "1 2 9"
}
build() { # build PLACE TARGETS..., by clang with $flags and the CMake options in $options
    place=$1
    shift
    targets=
    for target in "$@"; do targets="$targets --target $target"; done
    { cmake -S "$SOURCE" -B "$place" $options -DCMAKE_BUILD_TYPE=None -DGYRE_BUILD_TESTS=ON -DCMAKE_C_COMPILER=clang "-DCMAKE_C_FLAGS=$flags" &&
        cmake --build "$place" $targets; } >"$work/build.log" 2>&1 || { tail -n 20 "$work/build.log"; echo "FAILED: no build"; exit 1; }
}

# ---- quick ----
if [ "$mode" = quick ]; then
    sanitizer_controls gcc
    for tool in clang valgrind clang-tidy cppcheck; do has $tool || missing $tool; done
    if has clang; then
        must_stop MSan unset clang -O1 -fsanitize=memory -fno-sanitize-recover=all
        must_stop TSan race clang -O1 -fsanitize=thread -pthread
    fi
    if has valgrind; then valgrind_controls; fi
    if has clang-tidy; then tidy_control; fi
    analyzer_control
    analyse_files src/json/json.c src/base/archive.c src/files/file_write.c
    if has cppcheck; then
        cppcheck_control
        (cd "$SOURCE" && $checked -Iinclude -Isrc src/base src/files) >"$work/one.log" 2>&1 || finding cppcheck "$work/one.log"
    fi
    echo "reached: controls found, $findings findings in a part"
    [ $findings = 0 ]
    exit
fi

# ---- full ----
for tool in gcc clang valgrind clang-tidy cppcheck python3; do has $tool || missing $tool; done
cd "$SOURCE" || exit 1
sources=$(git ls-files 'src/*.c' 'app/cli/*.c')

run_cppcheck() {
    cppcheck_control
    $checked -Iinclude -Isrc src app >"$work/cppcheck.log" 2>&1 || finding cppcheck "$work/cppcheck.log"
    end cppcheck "src and app"
}
run_analyzer() {
    analyzer_control
    # without the kernels: loops of arithmetic over arrays, which allocate nothing and take minutes each
    analyse_files $(echo "$sources" | grep -v src/kernels/kernel_)
    end "gcc -fanalyzer" "src and app/cli without the four kernels"
}
run_tidy() {
    tidy_control
    cmake --preset clang -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
    for file in $sources; do
        clang-tidy --quiet -p build/clang "$file" >"$work/one.log" 2>/dev/null || finding "clang-tidy $file" "$work/one.log"
    done
    end clang-tidy "src and app/cli"
}
run_valgrind() {
    valgrind_controls
    exercise $memcheck "$BINARY/gyre"
    for test in archive json number_text snapshot scene record model read_gltf world world_bodies world_callbacks; do
        must_pass $memcheck "$BINARY/test/test_$test"
    done
    end valgrind "the tool with every example, format and mesh; eleven tests"
}
run_msan() {
    must_stop MSan unset clang -O1 -fsanitize=memory -fno-sanitize-recover=all
    flags="-O1 -g -fsanitize=memory -fno-sanitize-recover=all -fno-omit-frame-pointer"
    options=-DGYRE_ZLIB=OFF # the system's zlib is not instrumented
    build "$work/msan" gyre_tool determinism soak_scenes
    options=
    export MSAN_OPTIONS=exitcode=99
    exercise "$work/msan/gyre"
    must_pass "$work/msan/test/determinism" --steps 20
    must_pass "$work/msan/test/trust/soak_scenes" --scenes 20
    end MSan "the tool likewise, every determinism scene, twenty random scenes"
}
run_tsan() {
    must_stop TSan race clang -O1 -fsanitize=thread -pthread
    sh test/check_tsan.sh >"$work/tsan.log" 2>&1 || finding TSan "$work/tsan.log"
    end TSan "worlds on 2, 3 and 8 threads, worlds side by side"
}
run_asan() {
    sanitizer_controls gcc
    sanitizer_controls clang
    { cmake --preset asan -DGYRE_BUILD_TESTS=ON && cmake --build --preset asan; } >"$work/build.log" 2>&1 ||
        { tail -n 20 "$work/build.log"; echo "FAILED: no build"; exit 1; }
    ctest --preset asan -LE trust >"$work/asan.log" 2>&1 || finding "ASan and UBSan" "$work/asan.log"
    tools=$((tools + 1)) # two in one
    end "ASan, UBSan" "$(grep -o '[0-9]* tests failed out of [0-9]*' "$work/asan.log"), with leaks and float-cast-overflow"
}

for tool in ${TOOLS:-cppcheck analyzer tidy valgrind msan tsan asan}; do
    begun=$(date +%s) before=$findings
    run_$tool
done
echo "reached: $tools tools, $findings findings; each finds its control"
[ $findings = 0 ]
