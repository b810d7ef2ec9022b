#!/bin/sh
# Runs every consumer test completely (make package-test). ONLY="deb npm" runs some of them.
set -u
failed=""
for test in ${ONLY:-version headers cmake pkgconfig fetchcontent amalgamation python mingw dist deb npm abi}; do
    echo "== $test"
    sh "$SOURCE/test/consumer/$test.sh" full
    case $? in
    0 | 77) ;;
    *) failed="$failed $test" ;;
    esac
done
[ -z "$failed" ] || { echo "FAILED:$failed"; exit 1; }
echo "packages: all tests passed"
