#!/bin/sh
# No undefined behaviour, no leaks, no races: eight tools, each of which must first find a bug made on purpose (the files of
# `controls`), or finding nothing would mean nothing. False alarms are silenced where they are, with the reason.
#   analysis.sh quick   the controls of the tools that are there, cppcheck and -fanalyzer over a part of src;
#                       make test runs all tests with ASan and UBSan anyway
#   analysis.sh full    everything: every test with ASan and UBSan, the tool and every determinism scene with MSan, threads with
#                       TSan, the tool and some tests under valgrind, all sources by gcc -fanalyzer, clang-tidy, cppcheck
set -u
mode=$1
controls="$SOURCE/test/trust/controls"
work="$BINARY/analysis"
mkdir -p "$work"
findings=0 tools=0

has() { command -v "$1" >/dev/null 2>&1; }
missing() { echo "missing: $1"; [ "$mode" = quick ] || exit 77; }
finding() { # finding TOOL LOG: what the tool said, the end of it
    echo "FINDING: $1"
    tail -n 30 "$2"
    findings=$((findings + 1))
}
begin() { begun=$(date +%s) before=$findings; }
end() { # end TOOL WHAT
    tools=$((tools + 1))
    printf '%-14s %2d findings  %4d s  %s\n' "$1" $((findings - before)) $(($(date +%s) - begun)) "$2"
}
blind() { echo "FAILED: $1 does not find the bug of controls/$2.c"; exit 1; }

# must_stop TOOL NAME COMPILE...: the control, compiled like this, must be stopped when it runs
must_stop() {
    tool=$1 name=$2
    shift 2
    "$@" -g -w "$controls/$name.c" -o "$work/$name" >"$work/$name.log" 2>&1 || { cat "$work/$name.log"; echo "FAILED: $tool: no build"; exit 1; }
    if "$work/$name" >"$work/$name.log" 2>&1; then blind "$tool" "$name"; fi
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
analyse="gcc -fanalyzer -Werror -std=c17 -O1 -ffp-contract=off -S -o /dev/null"
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
