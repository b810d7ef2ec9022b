#!/bin/sh
# The same bits everywhere: determinism.c gives one hash, whatever compiler and flags built it and the library.
# SOURCE is the project, BINARY a place to build in. A control shows that the check can fail. Two builds run at a time.
set -eu
work="$BINARY/determinism"
rm -rf "$work"
mkdir -p "$work"
golden=$(cat "$SOURCE/test/determinism.golden")
same_bits="-ffp-contract=off -fno-math-errno"
gcc_same_bits="$same_bits -fno-tree-slp-vectorize" # what CMakeLists.txt adds for gcc, and why: docs/NUMERICS.md

# One line per build: want|name|compiler and flags|emulator. -O3 is the library as CMake built it, below.
jobs="$work/jobs"
for flags in "-O0" "-O2" "-O3 -march=haswell"; do
    case $flags in
    *haswell*) grep -q -w fma /proc/cpuinfo 2>/dev/null || { echo "skipped: $flags (this CPU has no FMA)"; continue; } ;;
    esac
    echo "same|gcc $flags|gcc $flags $gcc_same_bits|"
    echo "same|clang $flags|clang $flags $same_bits|"
done >"$jobs"
# The control: with contraction allowed on a machine that has fused multiply-add, the bits must change.
if grep -q -w fma /proc/cpuinfo 2>/dev/null; then
    echo "other|gcc with contraction on (the control: must differ)|gcc -O3 -march=haswell -ffp-contract=fast -fno-math-errno|" >>"$jobs"
fi
# Another architecture, where the machine can (Debian: gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user).
if command -v aarch64-linux-gnu-gcc >/dev/null 2>&1 && command -v qemu-aarch64 >/dev/null 2>&1; then
    echo "same|aarch64-linux-gnu-gcc -O3|aarch64-linux-gnu-gcc -O3 -static $gcc_same_bits|qemu-aarch64" >>"$jobs"
fi

# Everything below scene files and recordings.
sources=$(cd "$SOURCE/src" && find "$PWD/base" "$PWD/math" "$PWD/mass" "$PWD/state" "$PWD/forces" "$PWD/motion" \
    "$PWD/integrators" "$PWD/kernels" "$PWD/world" -name '*.c' | sort | tr '\n' ' ')
export SOURCE work golden sources
cat >"$work/build" <<'BUILD'
line=$1
want=${line%%|*} rest=${line#*|}
name=${rest%%|*} rest=${rest#*|}
compile=${rest%%|*} emulator=${rest#*|}
program=$(mktemp "$work/program.XXXXXX")
$compile -std=c17 -DGYRE_VERSION='"0"' -I"$SOURCE/include" -I"$SOURCE/src" -I"$SOURCE/test" $sources \
    "$SOURCE/test/determinism.c" -lm -o "$program" || { echo "FAILED: $name does not build"; exit 1; }
got=$($emulator "$program")
echo "$got  $name"
if [ "$want" = same ]; then [ "$got" = "$golden" ]; else [ "$got" != "$golden" ]; fi ||
    { echo "FAILED: $name: expected $([ "$want" = same ] || echo anything but) $golden"; exit 1; }
BUILD
failed=0
tr '\n' '\0' <"$jobs" | xargs -0 -n 1 -P 2 sh "$work/build" || failed=1

# The library as CMake built it, flags and all.
"$CC" -std=c17 -I"$SOURCE/include" -I"$SOURCE/test" "$SOURCE/test/determinism.c" "$BINARY/libgyre.a" -lm -o "$work/shipped"
got=$("$work/shipped")
echo "$got  the library in $(basename "$BINARY")"
[ "$got" = "$golden" ] || { echo "FAILED: expected $golden"; failed=1; }
rm -f "$work"/program.*
exit $failed
