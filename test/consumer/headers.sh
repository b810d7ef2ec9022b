#!/bin/sh
# Each installed header, alone and with the others, compiles without warnings in every supported language.
. "$SOURCE/test/consumer/common.sh"
cmake --install "$BINARY" --prefix "$work/prefix" --component dev >/dev/null
tried=""
check() { # check COMPILER LANGUAGE STANDARDS...
    compiler=$1 language=$2
    shift 2
    command -v "$compiler" >/dev/null 2>&1 || { echo "skipped $compiler: not installed"; return 0; }
    for standard in "$@"; do
        # all files in one call, because starting a compiler takes longer than compiling one file
        (cd "$work/$language" && "$compiler" "-std=$standard" -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$work/prefix/include" *.*) ||
            fail "the headers give warnings with $compiler -std=$standard -Wall -Wextra -Wpedantic"
        tried="$tried $compiler/$standard"
    done
}
mkdir "$work/c" "$work/c++"
for header in "$work"/prefix/include/gyre/*.h; do
    name=$(basename "$header")
    echo "#include \"gyre/$name\"" | tee "$work/c/$name.c" >"$work/c++/$name.cpp"
done
cp "$consumer/run_example.c" "$work/c/"
cp "$consumer/run_example.c" "$work/c++/run_example.cpp"
check gcc c c17 c2x
check clang c c17 c2x
check g++ c++ c++17 c++20
check clang++ c++ c++17 c++20
[ -n "$tried" ] || skip "no compiler"
echo "headers: each compiles alone without warnings with$tried"

# a file with warnings makes the check fail
echo 'int f(int unused) { struct { int a[0]; } b; return 0; }' >"$work/c/unclean.c"
if (check gcc c c17) >/dev/null 2>&1; then fail "a file with warnings was accepted"; fi
