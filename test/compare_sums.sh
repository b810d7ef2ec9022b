# For check_same_*.sh: compares the sums of all files below this folder with those of the file $golden, or writes them there, if SUMS is
# `write`. $work is this folder. Names that match $missing need not be there.
# on a busy machine a run takes long enough to report progress
find . -name '*.txt' -exec sed -i '/: [0-9]*0 %, .* left$/d' {} +
# texts that contain the version change with it, so they are left out of the sums
version=$("$BINARY/gyre" --version | sed 's/gyre //')
find . -type f -exec env LC_ALL=C sed -i "s/Gyre $version/Gyre/g" {} +
find . -type f | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum >"$work.sums" # beside the folder, and not that of another check
mv "$work.sums" sums
if [ "${SUMS:-}" = write ]; then
    cp sums "$golden"
    echo "$(wc -l <sums) sums written"
    exit 0
fi
if [ -n "${missing:-}" ]; then grep -v -e "$missing" "$golden" >expected; golden=expected; fi
diff "$golden" sums || { echo "FAILED: these files, in $(pwd), have changed"; exit 1; }
# and the check can fail
sed '1s/^./x/' sums | diff -q "$golden" - >/dev/null && { echo "FAILED: another sum passed"; exit 1; }
echo "$(wc -l <sums) files have the bytes of $golden"
