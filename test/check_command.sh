#!/bin/sh
# The command as a person types it: exit codes, where the text goes, what the messages say.
set -eu
gyre="$BINARY/gyre"
work="$BINARY/command-check"
rm -rf "$work"
mkdir -p "$work"
cd "$work"
failed=0

# expect CODE 'PART OF STDOUT' 'PART OF STDERR' ARGUMENTS...; an empty part means that the stream must be empty
expect() {
    code=$1 out_part=$2 err_part=$3
    shift 3
    got=0
    "$gyre" "$@" >out 2>err || got=$?
    [ "$got" = "$code" ] || { echo "FAILED: gyre $*: exit code $got, expected $code"; failed=1; }
    for stream in out err; do
        [ $stream = out ] && part=$out_part || part=$err_part
        if [ -z "$part" ]; then
            [ ! -s $stream ] || { echo "FAILED: gyre $*: std$stream is not empty: $(head -n 1 $stream)"; failed=1; }
        else
            grep -qF -e "$part" $stream || { echo "FAILED: gyre $*: no '$part' in std$stream: $(head -n 3 $stream)"; failed=1; }
        fi
    done
}

expect 0 "usage: gyre run EXAMPLE" "" --help
expect 0 "usage: gyre run EXAMPLE" "" run --help
expect 0 "Exit codes: 0 done, 1 a failed step or selftest, 2 bad usage" "" --help
expect 0 "gyre 0." "" --version
expect 0 "tumbling-block" "" examples
expect 0 "tennis-racket" "" examples
expect 0 "semi_implicit_euler" "" methods
expect 2 "" "usage: gyre run EXAMPLE"
expect 0 "usage: gyre run EXAMPLE" "" help
expect 2 "" "there is no command 'fly'" fly
expect 2 "" "examples takes no arguments, but there is 'x'" examples x
expect 2 "" "which example?" run
expect 2 "" "selftest takes no arguments, but there is '67'" selftest 67
expect 2 "" "one example at a time: 'a' or 'b'?" run a b
expect 2 "" "unknown option '--speed'" run --speed 3
expect 2 "" "--dt needs a value" run tumbling-block --dt
expect 2 "" "--dt must be a number > 0, is '-1'" run tumbling-block --dt -1
expect 2 "" "--dt must be a number > 0, is '1x'" run tumbling-block --dt 1x
expect 2 "" "--fps must be a number > 0, is 'nan'" run tumbling-block --fps nan
expect 2 "" "--duration must be a number > 0, is 'inf'" run tumbling-block --duration inf
expect 2 "" "makes 0.03 frames" run tumbling-block --duration 0.001
expect 2 "" "makes 3e+301 frames" run tumbling-block --duration 1e300
expect 2 "" "unknown option '--quiet=3'" run tumbling-block --quiet=3
expect 2 "" "there is no 'rk5'; the methods are explicit_euler, midpoint" run tumbling-block --method rk5
expect 3 "" "there is no example 'tumbling-blok'; gyre examples lists them" run tumbling-blok
expect 1 "energy inf | " "gyre run: the matrix form overflowed at t = 3." run tumbling-block --method explicit_euler
expect 0 "largest drift (matrix | quaternion): energy" "" run tumbling-block
# a heading, two lines of column names, 301 frames, the deviation and the drift
[ "$(wc -l <out)" = 306 ] || { echo "FAILED: $(wc -l <out) lines instead of 306"; failed=1; }
[ "$(awk 'length > 120' out | wc -l)" = 0 ] || { echo "FAILED: a line of the output is wider than 120 columns"; failed=1; }
[ "$(awk '$1 ~ /^[0-9]+$/ && NF == 12' out | wc -l)" = 301 ] || { echo "FAILED: not 301 frames"; failed=1; }
expect 0 "largest drift" "" run tumbling-block --quiet --duration=2 --fps=60 --dt 0.001 --method=midpoint
[ "$(wc -l <out)" = 2 ] || { echo "FAILED: --quiet prints more than the drift"; failed=1; }
expect 0 "(quaternion)" "" run tumbling-block --quiet --method semi_implicit_euler

expect 0 "hash " "" run tumbling-block --quiet --hash
[ "$(wc -l <out)" = 1 ] || { echo "FAILED: --quiet --hash prints more than the hash"; failed=1; }

# worlds: a heading, rows once per second, the ledger, the hash
expect 2 "" "--fps 61 is above 1/dt = 60: there are no states between steps" run tennis-racket --fps 61
expect 2 "" "makes 0 steps; 1 to 1e+10 are possible" run tennis-racket --duration 0.001
expect 2 "" "makes 6e+13 steps" run tennis-racket --duration 1e12
expect 2 "" "unknown option '--hash=1'" run tennis-racket --hash=1
expect 0 "flips, one every 10.977573 s; the closed form has one every 10.977573 s" "" run tennis-racket --hash
[ "$(awk '$1 ~ /^[0-9]+[.]/ && NF == 6' out | wc -l)" = 61 ] || { echo "FAILED: not 61 frames"; failed=1; }
[ "$(awk 'length > 120' out | wc -l)" = 0 ] || { echo "FAILED: a line of the output is wider than 120 columns"; failed=1; }
grep -qE '^hash [0-9a-f]{16}$' out || { echo "FAILED: no hash in $(tail -n 1 out)"; failed=1; }
# free flight: energy to rounding (ten ulp of 4 J), momenta to the bit
awk '$1 == "residual" && !seen++ { ok = $2 * $2 < 1e-14 * 1e-14 } END { exit !ok }' out || { echo "FAILED: the racket's energy drifts"; failed=1; }
[ "$(awk '$1 == "residual" && $2 == 0 && $3 == 0 && $4 == 0' out | wc -l)" = 2 ] || { echo "FAILED: the racket's momenta drift"; failed=1; }
whole=$(tail -n 1 out)
expect 0 "$whole" "" run tennis-racket --quiet --hash
[ "$(wc -l <out)" = 1 ] || { echo "FAILED: --quiet --hash prints more than the hash"; failed=1; }
expect 0 "" "" run tennis-racket --quiet
# frame k is the step nearest to k / fps: of 7 per second at dt 1/60 the second is step 17
expect 0 "     0.283" "" run tennis-racket --fps 7 --duration 1
[ "$(awk '$1 ~ /^[0-9]+[.]/ && NF == 6' out | wc -l)" = 8 ] || { echo "FAILED: not 8 frames"; failed=1; }
for method in semi_implicit_euler explicit_euler; do
    expect 0 "3.40255757" "warning: $method added 3.4 J, 46 % of the energy, out of nothing" run tennis-racket --method $method
done

expect 0 "top 1: precesses at 3.216994 rad/s; closed form 3.216994" "" run spinning-top
expect 0 "a tilt of 0.556588 rad; closed form 0.556588" "" run spinning-top
expect 2 "" "rkn4 cannot be used here: air depends on velocity" run spring-pendulum --method rkn4
expect 0 "by air" "" run spring-pendulum
expect 0 "by engine" "" run satellite

# a full disk is an error, not silence
if [ -w /dev/full ]; then
    got=0
    "$gyre" run tumbling-block >/dev/full 2>err || got=$?
    [ "$got" = 3 ] || { echo "FAILED: a full disk gives exit code $got, expected 3"; failed=1; }
fi
[ $failed = 0 ] && echo "the command behaves"
exit $failed
