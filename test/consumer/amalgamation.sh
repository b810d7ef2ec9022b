#!/bin/sh
# gyre.c and gyre.h compiled in another project give the command's bits with every kernel. Quick: one compiler, -O0, narrow
# kernels; `full`: several compilers and flags, and a program in C++.
. "$SOURCE/test/consumer/common.sh"
command -v python3 >/dev/null 2>&1 || skip "no python3"
python3 "$SOURCE/tools/amalgamate.py" "$SOURCE" "$BINARY/generated" "$work"
cp "$consumer/run_example.c" "$work/main.c"
block sh "Two files" >"$work/page.sh"
cd "$work"

every_kernel() { # every_kernel BUILD PROGRAM KERNELS...
    build=$1 program=$2
    shift 2
    for kernel in "$@"; do
        case $kernel in
        f64x4) grep -qw avx2 /proc/cpuinfo || continue ;;
        f64x8) grep -qw avx512dq /proc/cpuinfo || continue ;;
        esac
        same_bits "$build, $kernel" env GYRE_KERNEL="$kernel" "$program"
    done
}
refused() { # refused FLAG: gyre.c must reject a flag that changes bits
    "$CC" -std=c17 -E "$1" gyre.c -o /dev/null >refused.log 2>&1 && fail "$1 was accepted"
    grep -q "error.*change the bits of results" refused.log || fail "$1 is rejected for another reason"
}

refused -ffast-math
refused -Ofast
if [ "${1:-quick}" = quick ]; then
    examples="tennis-racket floating-crate"
    compiler=$(command -v clang || echo "$CC") # takes half of gcc's time
    "$compiler" -std=c17 -Wall -Werror -O0 -DGYRE_NO_WIDE_KERNELS -c gyre.c
    "$CC" -std=c17 -DGYRE_SINGLE_HEADER -Wall -Wextra -Wpedantic -Werror main.c gyre.o -lm -pthread -o main
    every_kernel "two files, -O0" ./main f64 f64x2
    exit 0
fi

# the page's commands
sed "s|^cc|$CC -Wall -Werror -DGYRE_SINGLE_HEADER|" page.sh >build.sh
sh ./build.sh || fail "the page's commands"
every_kernel "two files, the page's commands" ./main f64 f64x2 f64x4 f64x8
[ -z "$(nm -g --defined-only gyre.o | awk 'NF == 3 && $3 !~ /^gyre_/ { print $3 }')" ] || fail "gyre.o has symbols without the prefix"
try() { # try WHAT COMPILER FLAGS...
    how=$1
    shift
    command -v "$1" >/dev/null 2>&1 || { echo "skipped $1: not installed"; return 0; }
    "$@" -std=c17 -Wall -Werror -c gyre.c || fail "$how does not compile"
    "$CC" -std=c17 -DGYRE_SINGLE_HEADER main.c gyre.o -lm -pthread -o main
    # fused multiply-add rounds once instead of twice, which changes bits
    objdump -d gyre.o | grep -qE 'vfn?m(add|sub)' && fail "$how has fused multiply-add instructions"
    every_kernel "two files, $how" ./main f64 f64x2 f64x4 f64x8
}
try "clang -O2" clang -O2 -ffp-contract=off -fno-math-errno
try "gcc -O3 -march=native, no other flag" gcc -O3 -march=native
try "clang -O3 -march=native, no other flag" clang -O3 -march=native
if command -v g++ >/dev/null 2>&1; then
    cp main.c main.cpp
    g++ -std=c++17 -DGYRE_SINGLE_HEADER -Wall -Wextra -Wpedantic -Werror main.cpp gyre.o -lm -pthread -o main_cpp
    same_bits "two files, from C++" ./main_cpp
fi
"$CC" -std=c17 -Wall -Werror -O0 -DGYRE_NO_WIDE_KERNELS -DGYRE_NO_THREADS -DGYRE_NO_FILES -c gyre.c -o least.o
nm least.o | grep -qE ' U (pthread_|open|fsync)' && fail "without threads and files it still calls them"
"$CC" -std=c17 -DGYRE_SINGLE_HEADER main.c least.o -lm -o main
same_bits "two files, without threads and files" ./main
