#!/bin/sh
# A wrong floating-point environment is detected: environment.sh quick|full (the same; it takes seconds).
# Rounding modes and flushing, set in a program; contraction, -ffast-math and wide registers, in builds of the check and of a
# kernel that have them; and the command, started in a wrong environment. SOURCE is the project, BINARY a build with tests.
set -eu
work="$BINARY/trust/environment"
mkdir -p "$work"
failed=0
caught=0

modes=$("$BINARY/test/trust/environment") || { echo "$modes"; exit 1; }
echo "$modes"

cat >"$work/ask.c" <<'ASK'
#include "gyre/base.h"
int main(void) { return (int)gyre_check_environment(); }
ASK
number_of() { # the number of a result, by its name
    printf '#include "gyre/base.h"\n#include <stdio.h>\nint main(void) { return printf("%%d", GYRE_%s) < 0; }\n' "$1" >"$work/number.c"
    "$CC" "-I$SOURCE/include" "$work/number.c" -o "$work/number" && "$work/number"
}
contraction=$(number_of ERR_CONTRACTION) denormals=$(number_of ERR_DENORMALS)

built_with() { # built_with EXPECTED... -- FLAGS: the check alone, built and linked with these flags, gives one of these numbers
    expected=""
    while [ "$1" != -- ]; do expected="$expected $1"; shift; done
    shift
    "$CC" -O2 "$@" "-I$SOURCE/include" "$work/ask.c" "$SOURCE/src/base/environment.c" -o "$work/ask" -lm
    code=0
    "$work/ask" || code=$?
    case " $expected " in
    *" $code "*) caught=$((caught + 1)) ;;
    *) echo "FAILED: built with $*: gives $code, not$expected"; failed=1 ;;
    esac
}
built_with 0 -- -ffp-contract=off
case $(uname -m) in
x86_64)
    if grep -q -w fma /proc/cpuinfo; then built_with "$contraction" -- -ffp-contract=fast -mfma; fi
    built_with "$contraction" "$denormals" -- -ffast-math
    built_with "$contraction" -- -ffp-contract=off -fassociative-math -fno-signed-zeros -fno-trapping-math
    built_with "$contraction" -- -ffp-contract=off -mfpmath=387
    # a kernel that was compiled with contraction
    if grep -q -w fma /proc/cpuinfo; then
        cat >"$work/kernel.c" <<'KERNEL'
#include "kernels/kernel.h"
int main(void) { return gyre_kernel_f64.rounds_products(); }
KERNEL
        for flags in "-ffp-contract=off" "-ffp-contract=fast -mfma"; do
            "$CC" -std=c17 -O1 -fexpensive-optimizations $flags -fno-math-errno "-I$SOURCE/include" "-I$SOURCE/src" "$work/kernel.c" "$SOURCE/src/kernels/kernel_f64.c" \
                -static -Wl,--unresolved-symbols=ignore-all -o "$work/kernel" -lm
            rounds=0
            "$work/kernel" || rounds=$?
            case "$flags:$rounds" in
            *off:1 | *mfma:0) caught=$((caught + 1)) ;;
            *) echo "FAILED: a kernel built with $flags: rounds_products gives $rounds"; failed=1 ;;
            esac
        done
    fi ;;
esac

# the command, in a process that was started wrong
if [ -e "$BINARY/test/trust/libflushing.so" ]; then
    code=0
    LD_PRELOAD="$BINARY/test/trust/libflushing.so" "$BINARY/gyre" run tennis-racket --quiet --hash >"$work/command.txt" 2>&1 || code=$?
    if [ $code = 1 ] && grep -q "^gyre: .*flush-to-zero" "$work/command.txt"; then caught=$((caught + 1)); else
        echo "FAILED: the command where numbers are flushed to zero: exit code $code"
        cat "$work/command.txt"
        failed=1
    fi
fi
echo "reached: $modes in wrong modes; $caught builds and processes distinguished"
exit $failed
