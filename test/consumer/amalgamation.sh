#!/bin/sh
# gyre.c and gyre_io.c compiled in another project give the command's bits with every kernel. Quick: one compiler, -O0, narrow
# kernels; `full`: several compilers and flags, and a program in C++.
. "$SOURCE/test/consumer/common.sh"
command -v python3 >/dev/null 2>&1 || skip "no python3"
[ -e /usr/include/zlib.h ] || skip "no zlib; ./bootstrap build installs it"
python3 "$SOURCE/tools/amalgamate.py" "$SOURCE" "$BINARY/generated" "$work"
cp "$consumer/run_example.c" "$work/main.c"
block sh "Amalgamation" >"$work/page.sh"
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
refused() { # refused FLAG: the files must reject a flag that changes bits
    for file in gyre.c gyre_io.c; do
        "$CC" -std=c17 -E "$1" $file -o /dev/null >refused.log 2>&1 && fail "$file accepts $1"
        grep -q "error.*change the bits of results" refused.log || fail "$file rejects $1 for another reason"
    done
}
without_scenes() { # gyre.c alone is enough for a program without scenes
    sed 's|<gyre/gyre.h>|"gyre.h"|' "$SOURCE/examples/push_block.c" >push_block.c
    "$CC" -std=c17 push_block.c gyre.o -lm -pthread -o push_block || fail "a program without scenes needs more than gyre.c"
    ./push_block >push_block.out || fail "a program without scenes fails"
}

refused -ffast-math
refused -Ofast
if [ "${1:-quick}" = quick ]; then
    examples="tennis-racket floating-crate"
    compiler=$(command -v clang || echo "$CC") # takes half of gcc's time
    "$compiler" -std=c17 -Wall -Werror -O0 -DGYRE_NO_WIDE_KERNELS -c gyre.c
    "$compiler" -std=c17 -Wall -Werror -O0 -c gyre_io.c
    "$CC" -std=c17 -DGYRE_SINGLE_HEADER -Wall -Wextra -Wpedantic -Werror main.c gyre_io.o gyre.o -lz -lm -pthread -o main
    every_kernel "amalgamation, -O0" ./main f64 f64x2
    without_scenes
    exit 0
fi

# the page's commands
sed "s|^cc|$CC -Wall -Werror -DGYRE_SINGLE_HEADER|" page.sh >build.sh
sh ./build.sh || fail "the page's commands"
every_kernel "amalgamation, the page's commands" ./main f64 f64x2 f64x4 f64x8
without_scenes
[ -z "$(nm -g --defined-only gyre.o gyre_io.o | awk 'NF == 3 && $3 !~ /^gyre_/ { print $3 }')" ] || fail "there are symbols without the prefix"
try() { # try WHAT COMPILER FLAGS...
    how=$1
    shift
    command -v "$1" >/dev/null 2>&1 || { echo "skipped $1: not installed"; return 0; }
    "$@" -std=c17 -Wall -Werror -c gyre.c gyre_io.c || fail "$how does not compile"
    "$CC" -std=c17 -DGYRE_SINGLE_HEADER main.c gyre_io.o gyre.o -lz -lm -pthread -o main
    # fused multiply-add rounds once instead of twice, which changes bits
    objdump -d gyre.o gyre_io.o | grep -qE 'vfn?m(add|sub)' && fail "$how has fused multiply-add instructions"
    every_kernel "amalgamation, $how" ./main f64 f64x2 f64x4 f64x8
}
try "clang -O2" clang -O2 -ffp-contract=off -fno-math-errno
try "gcc -O3 -march=native, no other flag" gcc -O3 -march=native
try "clang -O3 -march=native, no other flag" clang -O3 -march=native
if command -v g++ >/dev/null 2>&1; then
    cp main.c main.cpp
    g++ -std=c++17 -DGYRE_SINGLE_HEADER -Wall -Wextra -Wpedantic -Werror main.cpp gyre_io.o gyre.o -lz -lm -pthread -o main_cpp
    same_bits "amalgamation, from C++" ./main_cpp
fi
"$CC" -std=c17 -Wall -Werror -O0 -DGYRE_NO_WIDE_KERNELS -DGYRE_NO_THREADS -c gyre.c -o least.o
"$CC" -std=c17 -Wall -Werror -O0 -DGYRE_NO_FILES -DGYRE_NO_ZLIB -c gyre_io.c -o least_io.o
nm least.o least_io.o | grep -qE ' U (pthread_|open|fsync|deflate)' && fail "without threads, files and zlib they still call them"
"$CC" -std=c17 -DGYRE_SINGLE_HEADER main.c least_io.o least.o -lm -o main
same_bits "amalgamation, without threads, files and zlib" ./main
