#!/bin/sh
# The same bits everywhere: determinism.c gives one hash, whatever compiler and flags built it and the library.
# SOURCE is the project, BINARY a place to build in. A control shows that the check can fail.
set -eu
work="$BINARY/determinism"
mkdir -p "$work"
golden=$(cat "$SOURCE/test/determinism.golden")
same_bits="-ffp-contract=off -fno-math-errno"

hash_of() { # hash_of COMPILER FLAGS [EMULATOR]: prints what the program prints
    "$1" -std=c17 -DGYRE_VERSION='"0"' $2 -I"$SOURCE/include" -I"$SOURCE/src" -I"$SOURCE/test" \
        $(find "$SOURCE/src" -name '*.c' | sort) "$SOURCE/test/determinism.c" -lm -o "$work/determinism"
    ${3:-} "$work/determinism"
}

has_haswell=no
if grep -q -w fma /proc/cpuinfo 2>/dev/null && grep -q -w avx2 /proc/cpuinfo; then has_haswell=yes; fi

failed=0
for compiler in gcc clang; do
    for flags in "-O0" "-O2" "-O3" "-O3 -march=haswell"; do
        case $flags in
        *haswell*) [ $has_haswell = yes ] || { echo "skipped: $compiler $flags (this CPU has no FMA)"; continue; } ;;
        esac
        got=$(hash_of "$compiler" "$flags $same_bits")
        echo "$got  $compiler $flags"
        [ "$got" = "$golden" ] || { echo "FAILED: expected $golden"; failed=1; }
    done
done

# The library as CMake built it, flags and all.
"$CC" -std=c17 -I"$SOURCE/include" -I"$SOURCE/test" "$SOURCE/test/determinism.c" "$BINARY/libgyre.a" -lm -o "$work/shipped"
got=$("$work/shipped")
echo "$got  the library in $(basename "$BINARY")"
[ "$got" = "$golden" ] || { echo "FAILED: expected $golden"; failed=1; }

# Another architecture, where the machine can (Debian: gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user).
if command -v aarch64-linux-gnu-gcc >/dev/null 2>&1 && command -v qemu-aarch64 >/dev/null 2>&1; then
    got=$(hash_of aarch64-linux-gnu-gcc "-O3 -static $same_bits" qemu-aarch64)
    echo "$got  aarch64-linux-gnu-gcc -O3"
    [ "$got" = "$golden" ] || { echo "FAILED: expected $golden"; failed=1; }
fi

# The control: with contraction allowed on a machine that has fused multiply-add, the bits must change.
if [ $has_haswell = yes ]; then
    got=$(hash_of gcc "-O3 -march=haswell -ffp-contract=fast -fno-math-errno")
    echo "$got  gcc with contraction on (the control: must differ)"
    [ "$got" != "$golden" ] || { echo "FAILED: the check cannot see contraction"; failed=1; }
fi
exit $failed
