#!/bin/sh
# docs/ARCHITECTURE.md is correct: every folder of src and app is in its table, no #include points upward, and libgyre needs nothing of
# libgyre_io. SOURCE is the project, BINARY its build.
set -eu
cd "$SOURCE"

# The table's rows "| 3 | `src/state` | holds | 0-2 |" become "3 src/state 0-2" (two folders in a row: two lines).
table=$(awk -F'|' '/^\| *[0-9]+ *\| *`(src|app)\// {
    layer = $2 + 0; allowed = $5; gsub(/[ `]/, "", allowed)
    count = split($3, folders, ","); for (i = 1; i <= count; i++) { gsub(/[ `]/, "", folders[i]); print layer, folders[i], allowed }
}' docs/ARCHITECTURE.md)
[ "$(echo "$table" | wc -l)" -ge 13 ] || { echo "FAILED: the table of folders was not found"; exit 1; }

failed=0
for folder in $(find src app -mindepth 1 -maxdepth 1 -type d | sort); do
    echo "$table" | grep -q " $folder " || { echo "FAILED: $folder is not in docs/ARCHITECTURE.md"; failed=1; }
done

# Each public header is in the layer of its row "| `gyre/state.h` | 3 |".
headers=$(awk -F'|' '/^\| *`gyre\/[a-z]+\.h` *\|/ { gsub(/[ `]/, "", $2); print $2, $3 + 0 }' docs/ARCHITECTURE.md)
for header in $(find include/gyre -name '*.h' | sed 's|include/||' | sort); do
    echo "$headers" | grep -q "^$header " || { echo "FAILED: $header is not in docs/ARCHITECTURE.md"; failed=1; }
done

{
    echo "$table" | sed 's/^/folder /'
    echo "$headers" | sed 's/^/header /'
    grep -rn '^ *# *include *"' src app include | sed -E 's/^([^:]*):([0-9]+):.*"([^"]*)".*/include \1 \2 \3/'
} | awk '
    $1 == "folder" { layer[$3] = $2; allowed[$3] = $4; next }
    $1 == "header" { header_layer[$2] = $3; next }
    {
        file = $2; target = $4; where = file ":" $3
        split(file, part, "/"); folder = part[1] "/" part[2]
        if (target ~ /\.def$/) next                      # lists, included by their own layer
        if (target ~ /^gyre\//) {
            if (part[1] == "app") next
            own = part[1] == "include" ? header_layer["gyre/" part[3]] : layer[folder]
            if (header_layer[target] > own) { print "FAILED: " where " includes " target " from above"; bad = 1 }
            next
        }
        if (part[1] == "include") { print "FAILED: " where ": public headers include only gyre/"; bad = 1; next }
        if (split(target, to, "/") < 2) {                # a file beside it
            if (part[1] != "app") { print "FAILED: " where ": name the folder, \"" part[2] "/" target "\""; bad = 1 }
            next
        }
        to_folder = "src/" to[1]
        if (part[1] == "app") { print "FAILED: " where ": the applications include only gyre/"; bad = 1; next }
        if (to_folder == folder) next
        if (!(to_folder in layer)) { print "FAILED: " where " includes from an unknown folder " to[1]; bad = 1; next }
        split(allowed[folder], range, "-"); last = range[2] == "" ? range[1] : range[2]
        if (layer[to_folder] > last + 0) { print "FAILED: " where " includes " target " from above"; bad = 1 }
    }
    END { exit bad }' || failed=1

# The rows "| `libgyre_io` | `json`, ... | `datasheet.h`, ... | needs |": folders of both libraries, headers of libgyre_io.
row() { awk -F'|' -v name="\`$1\`" -v column="$2" '$2 ~ "^ *" name " *$" { gsub(/[`,]/, "", $column); print $column; exit }' docs/ARCHITECTURE.md; }
base=$(row libgyre 3) io=$(row libgyre_io 3) io_headers=$(row libgyre_io 4)
[ -n "$base" ] && [ -n "$io" ] && [ -n "$io_headers" ] || { echo "FAILED: the table of libraries was not found"; exit 1; }
for folder in src/*/; do
    name=$(basename "$folder")
    [ "$(echo $base $io | tr ' ' '\n' | grep -cx "$name")" = 1 ] || { echo "FAILED: src/$name must be in one library of docs/ARCHITECTURE.md"; failed=1; }
done

# No include of libgyre, in src or in its public headers, names a folder or header of libgyre_io.
either() { echo "$@" | tr ' ' '|'; } # an alternative of a regular expression
of_io="\"(($(either $io))/[^\"]*|gyre/(gyre|$(either $io_headers | sed 's/\.h//g'))\.h)\""
headers_of_base=$(ls include/gyre/*.h | grep -vE "/(gyre|$(either $io_headers | sed 's/\.h//g'))\.h$")
if grep -nE "^ *# *include *$of_io" $(echo "$base" | tr ' ' '\n' | sed '/./s|.*|src/&/*.[chi]*|') $headers_of_base; then
    echo "FAILED: libgyre must not include these headers of libgyre_io"
    failed=1
fi

# Each source of src is in the list of its library in CMakeLists.txt, and the finished libgyre.a needs no function of libgyre_io.
sources_of() { # sources_of TARGET
    awk -v target="$1" '/^ *(add_library|target_sources)\(/ { on = $0 ~ "[(]" target "( PRIVATE)?$" } on { sub(/\)$/, "", $1); print $1 } /\)$/ { on = 0 }' CMakeLists.txt |
        grep '^src/' | sort
}
for library in "gyre $base" "gyre_io $io"; do
    target=${library%% *}
    sources_of "$target" >"$BINARY/sources-listed"
    ls $(echo "${library#* }" | tr ' ' '\n' | sed '/./s|.*|src/&/*.c|') | sort | diff "$BINARY/sources-listed" - || { echo "FAILED: the sources of $target in CMakeLists.txt"; failed=1; }
done
nm -g --defined-only "$BINARY/libgyre.a" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >"$BINARY/symbols-defined"
nm -u "$BINARY/libgyre.a" 2>/dev/null | awk '$1 == "U" && $2 ~ /^gyre_/ { print $2 }' | sort -u | comm -23 - "$BINARY/symbols-defined" >"$BINARY/symbols-missing"
[ -s "$BINARY/symbols-defined" ] && [ ! -s "$BINARY/symbols-missing" ] || { echo "FAILED: libgyre.a does not define:"; cat "$BINARY/symbols-missing"; failed=1; }
[ $failed = 0 ] && echo "every folder is documented, every include points downward, and libgyre needs nothing of libgyre_io"
exit $failed
