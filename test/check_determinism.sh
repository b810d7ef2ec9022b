#!/bin/sh
# The same bits everywhere: test/determinism/determinism.c prints the lines of test/determinism/golden, built
# by any compiler with any flags for any machine. SOURCE is the project, BINARY a place to build in.
#   check_determinism.sh shipped   20 steps of every scene by the build in BINARY, as CMake made it
#   check_determinism.sh quick     20 steps in a few other builds, two at a time
#   check_determinism.sh all       1000 steps in all of them, JOBS at a time: make determinism
# Builds are kept in BINARY/determinism and made again only as far as something changed.
set -eu
mode=$1
golden="$SOURCE/test/determinism/golden"
work="$BINARY/determinism"
mkdir -p "$work"

if [ "$mode" = shipped ]; then
    "$BINARY/test/determinism" --steps 20 >"$work/shipped.txt"
    awk '$2 == 20' "$golden" | diff - "$work/shipped.txt" || { echo "FAILED: these lines are not those of $golden"; exit 1; }
    echo "$(wc -l <"$work/shipped.txt") scenes have the bits of $golden"
    exit 0
fi

# One line per build: name|CMake options|flags|command that runs the program|kernels and threads: each kernel alone and the
# widest with 2, 3 and 8 threads (all), each kernel with another number of threads (few), each kernel (kernels).
fma=$(grep -q -w fma /proc/cpuinfo 2>/dev/null && echo yes || echo no)
jobs="$work/jobs"
: >"$jobs"
add() { # add NAME CMAKE_ARGUMENTS FLAGS RUNNER CHOICE
    echo "$1|$2|$3|$4|$5" >>"$jobs"
}
add_native() { # add_native CHOICE COMPILER FLAGS
    choice=$1
    shift
    case $2 in
    *haswell*) [ $fma = yes ] || { echo "skipped: $1 $2 (this CPU has no FMA)"; return; } ;;
    esac
    add "$1 $2" "-DCMAKE_C_COMPILER=$1" "$2" "" $choice
}
add_cross() { # add_cross NAME PROCESSOR CMAKE_ARGUMENTS FLAGS RUNNER: only where the machine can run it
    command -v "${5%% *}" >/dev/null 2>&1 || { echo "skipped: $1 (there is no ${5%% *})"; return; }
    add "$1" "-DCMAKE_SYSTEM_PROCESSOR=$2 $3" "$4" "$5" kernels
}

if [ "$mode" = quick ]; then
    steps=20 JOBS=2
    add_native few gcc "-O3 -march=haswell"
    add_native few clang "-O3 -march=haswell"
else
    steps=1000 JOBS=${JOBS:-2}
    # the slow ones first
    static=-DCMAKE_EXE_LINKER_FLAGS=-static
    add_cross "aarch64 gcc -O3" aarch64 "-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc $static" "-O3" qemu-aarch64
    add_cross "s390x gcc -O3 (big-endian)" s390x "-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_C_COMPILER=s390x-linux-gnu-gcc $static" "-O3" qemu-s390x
    for flags in "-O0" "-O2" "-O3" "-O3 -march=haswell"; do
        add_native all gcc "$flags"
        add_native all clang "$flags"
    done
    # Windows: the same x86, with another C library and other rules for calls
    wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
    export WINEDEBUG=-all WINEPREFIX="$work/wine"
    for flags in "-O0" "-O3"; do
        add_cross "x86_64-w64-mingw32 gcc $flags" x86_64 "-DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc $static" "$flags" "$wine"
    done
    wasm="-DGYRE_THREADS=OFF -DCMAKE_SYSTEM_NAME=Generic -DCMAKE_C_COMPILER=clang -DCMAKE_C_COMPILER_TARGET=wasm32-wasi -DCMAKE_AR=$(command -v llvm-ar || echo llvm-ar)
        -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY -DCMAKE_EXE_LINKER_FLAGS=-Wl,-z,stack-size=1048576"
    wasm=$(echo "$wasm" | tr '\n' ' ')
    node="node --no-warnings $SOURCE/test/determinism/run_wasm.mjs"
    add_cross "wasm32 -O3, in Node" wasm32 "$wasm" "-O3" "$node"
    add_cross "wasm32 -O3 -msimd128, in Node" wasm32 "$wasm" "-O3 -msimd128" "$node"
fi

export SOURCE work golden steps
cat >"$work/build" <<'BUILD'
line=$1
name=${line%%|*} rest=${line#*|}
arguments=${rest%%|*} rest=${rest#*|}
flags=${rest%%|*} rest=${rest#*|}
runner=${rest%%|*} choice=${rest#*|}
place="$work/$(echo "$name" | tr -c 'a-zA-Z0-9_\n' '-')"
mkdir -p "$place"
rm -f "$place"/lines-*
report() { printf '%-30s %4s s to build %4s s to run  %s\n' "$name" "$2" "$3" "$1"; }
now() { date +%s; }

begun=$(now)
{ cmake -S "$SOURCE/test/determinism" -B "$place" -DCMAKE_BUILD_TYPE=None "-DCMAKE_C_FLAGS=$flags" $arguments &&
    cmake --build "$place"; } >"$place/log" 2>&1 || { tail -n 20 "$place/log"; report NO-BUILD - -; exit 1; }
built=$(now)
program="$place/determinism"
for ending in wasm exe; do [ -e "$program" ] || [ ! -e "$program.$ending" ] || program="$program.$ending"; done
awk -v steps="$steps" '$2 == steps' "$golden" >"$place/golden"
failed=0 results=""
kernels=$($runner "$program" --kernels | tr -d "\r")
widest= pairs="" threads=1
for kernel in $kernels; do
    widest=$kernel
    case $choice in
    few) threads=$((threads + 1)) ;; # 2, 3, 4
    esac
    pairs="$pairs $kernel:$threads"
done
case $choice in
all) pairs="$pairs $widest:2 $widest:3 $widest:8" ;;
esac
for pair in $pairs; do
    kernel=${pair%:*} threads=${pair#*:}
    lines="$place/lines-$kernel-$threads"
    GYRE_KERNEL=$kernel $runner "$program" --threads "$threads" --steps "$steps" >"$lines.raw" || { report "$pair FAILED" $((built - begun)) -; exit 1; }
    tr -d "\r" <"$lines.raw" >"$lines" # lines of Windows
    rm "$lines.raw"
    different=$(diff "$place/golden" "$lines" | grep -c '^>' || true)
    if cmp -s "$place/golden" "$lines"; then verdict=ok; else verdict="DIFFERENT in $different scenes"; fi
    results="$results${results:+, }$pair $verdict"
    [ "$verdict" = ok ] || failed=1
done
[ -n "$results" ] || { results="no kernel runs" failed=1; }
report "$results" $((built - begun)) $(($(now) - built))
for lines in "$place"/lines-*; do
    diff "$place/golden" "$lines" | sed -n "s|^> |    ${lines##*/lines-} |p"
done
exit $failed
BUILD
failed=0
tr '\n' '\0' <"$jobs" | xargs -0 -n 1 -P "$JOBS" sh "$work/build" || failed=1
[ $failed = 0 ] || echo "FAILED: $mode: $steps steps are not the same everywhere"

# The control: with contraction allowed on a machine that has fused multiply-add, the bits must change (gcc fuses from -O2
# on). One file compiled so is enough: the rest is what gcc built above.
control() {
    place="$work/gcc--O3--march-haswell"
    gcc -std=c17 -O2 -march=haswell -fno-math-errno -ffp-contract=fast -I"$SOURCE/include" -I"$SOURCE/src" \
        -c "$SOURCE/src/math/elementary.c" -o "$place/contracted.o" &&
        gcc "$place/contracted.o" "$place/CMakeFiles/determinism.dir/determinism.c.o" "$place/gyre/libgyre_io.a" "$place/gyre/libgyre.a" -lm -pthread \
            -o "$place/control" || return 1
    "$place/control" --steps "$steps" elementary-functions >"$place/control.txt" || return 1
    [ "$(wc -l <"$place/control.txt")" = 1 ] || return 1
    ! grep -qxF -f "$place/control.txt" "$golden"
}
if [ $fma = yes ]; then
    if control; then echo "control: contraction changes the bits"; else echo "FAILED: the control has the same bits"; failed=1; fi
fi
exit $failed
