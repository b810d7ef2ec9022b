#!/bin/sh
# The command as a user types it: exit codes, streams of the output, messages.
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

expect 0 "usage: gyre run SCENE" "" --help
expect 0 "usage: gyre run SCENE" "" help
expect 0 "usage: gyre run SCENE [options]" "" help run
expect 2 "" "usage: gyre run SCENE"
expect 0 "gyre 0." "" --version
expect 0 "tennis-racket" "" examples
expect 0 "semi_implicit_euler" "" methods
expect 0 '"$schema"' "" schema
# every page of help fits a terminal
commands=$("$gyre" --help | awk '/^(usage:|      ) gyre [a-z]/ { sub(/^usage:/, ""); print $2 }')
[ "$(echo "$commands" | wc -l)" = 9 ] || { echo "FAILED: not 9 commands: $commands"; failed=1; }
for command in $commands; do
    expect 0 "usage: gyre $command" "" $command --help
    [ "$(awk 'length > 80' out | wc -l)" = 0 ] && [ "$(wc -l <out)" -le 24 ] || { echo "FAILED: gyre $command --help is larger than 80 x 24"; failed=1; }
done
"$gyre" --help >out
[ "$(awk 'length > 80' out | wc -l)" = 0 ] && [ "$(wc -l <out)" -le 24 ] || { echo "FAILED: gyre --help is larger than 80 x 24"; failed=1; }

expect 2 "" "there is no command 'fly'; see gyre --help" fly
# a scene, an example, a mesh or a snapshot without a command
expect 2 "" "there is no command 'tennis-racket'; did you mean gyre run tennis-racket? Or see gyre --help" tennis-racket
expect 2 "" "did you mean gyre run tennis-racket? Or" tenis-racket
"$gyre" examples tennis-racket >own.json
expect 2 "" "there is no command 'own.json'; did you mean gyre run own.json? Or" own.json
echo 'v 0 0 0' >part.STL
expect 2 "" "there is no command 'part.STL'; did you mean gyre inertia part.STL? Or" part.STL
echo >half.gyre
expect 2 "" "did you mean gyre run SCENE --from half.gyre? Or" half.gyre
expect 2 "" "there is no command 'none.json'; see gyre --help" none.json
expect 2 "" "did you mean verify?" verfy
expect 2 "" "did you mean examples?" example
expect 2 "" "gyre methods: takes no arguments, got 'x'" methods x
expect 2 "" "gyre selftest: takes no arguments, got '67'" selftest 67
for command in run check verify; do
    expect 2 "" "gyre $command: needs a scene: a file, - for standard input, or an example: gyre $command tennis-racket" $command
done
expect 2 "" "takes one argument, got 'a' and 'b'" run a b
expect 2 "" "takes one argument, got 'a' and 'b'" verify a b
expect 2 "" "unknown option '--speed'; see gyre run --help" run --speed 3
expect 2 "" "did you mean --duration?" run tennis-racket --duraton 3
expect 2 "" "did you mean --every?" verify tennis-racket --evry 3
# names that other tools use, also with a value attached, and as letters; only options that the command has
for pair in step:dt_SECONDS timestep:dt_SECONDS time-step=0.1:dt_SECONDS time:duration_SECONDS until:duration_SECONDS \
    steps:duration_SECONDS out:output_FILE json:output_FILE integrator:method_NAME solver=rk4:method_NAME jobs:threads_N \
    resume:from_SNAPSHOT silent:quiet; do
    meant=$(echo "${pair#*:}" | tr _ ' ')
    expect 2 "" "unknown option '--${pair%:*}'; did you mean --$meant? Or see gyre run --help" run tennis-racket --${pair%:*} 3
done
expect 2 "" "unknown option '-t'; did you mean --duration SECONDS? Or" run tennis-racket -t 3
expect 2 "" "unknown option '-j4'; did you mean --threads N? Or" run tennis-racket -j4
expect 2 "" "unknown option '--step'; did you mean --dt SECONDS? Or" verify tennis-racket --step 3
expect 2 "" "unknown option '--solver'; see gyre check --help" check --solver rk4
expect 2 "" "unknown option '--units'; did you mean --unit UNIT? Or" inertia --units mm x.stl
expect 2 "" "unknown option '--material'; did you mean --density DENSITY? Or" inertia --material steel x.stl
# each of these names is unknown to every command that would suggest it, and names an option
for row in $(sed -n 's/^OTHER_NAME("\([^"]*\)", \([a-z_]*\))$/\1:\2/p' "$SOURCE/app/cli/options.def"); do
    option=$(echo "${row#*:}" | tr _ -)
    grep -q "^X(${row#*:}, " "$SOURCE/app/cli/options.def" || { echo "FAILED: ${row%:*} stands for ${row#*:}, which is not an option"; failed=1; }
    [ "${row%:*}" != "$option" ] || { echo "FAILED: ${row%:*} stands for itself"; failed=1; }
done
[ "$(grep -c '^OTHER_NAME' "$SOURCE/app/cli/options.def")" -ge 70 ] || { echo "FAILED: hardly any other names were found"; failed=1; }
expect 2 "" "unknown option '-o'" check -o x.csv
expect 2 "" "unknown option '-x'" run tennis-racket -x
expect 2 "" "unknown option '--fps'" bench --fps 3
expect 2 "" "-o needs a value: FILE" run tennis-racket -o
expect 2 "" "--output a.csv is given twice" run tennis-racket -o a.csv -o a.csv
expect 2 "" "-o a: the extension must be one of: .csv .npz .glb .svg .json .html .gyre" run tennis-racket -o a
expect 2 "" "--threads must be a whole number from 1 to 256, is '0'" run tennis-racket --threads 0
expect 2 "" "--threads must be a whole number from 1 to 256, is '2x'" run tennis-racket --threads 2x
expect 2 "" "--max-bodies must be a whole number from 1 to 1000000000, is '0'" run tennis-racket --max-bodies 0
expect 2 "" "--max-file must be a number of bytes >= 1, such as 1000000, 64M or 2G, is '1.5M'" check tennis-racket --max-file 1.5M
expect 2 "" "--max-memory must be a number of bytes >= 1, such as 1000000, 64M or 2G, is '20000000T'" verify frisbee --max-memory 20000000T
expect 2 "" "unknown option '--max-bodies'" inertia --max-bodies 3 x.stl
expect 2 "" "the limit is 5 bodies; --max-bodies N raises it" run solar-system --max-bodies 5
expect 0 "valid: 6 bodies" "" check solar-system --max-bodies 6 --max-memory 1G
expect 3 "" "the limit is 1024 bytes of memory; --max-memory SIZE raises it" run tennis-racket --max-memory 1K
expect 2 "" "--dt must be a number > 0, is '1/0'" run tennis-racket --dt 1/0
expect 2 "" "--dt must be a number > 0, is '1/'" run tennis-racket --dt 1/
expect 3 "" "; the tumbling block is the program examples/tumbling_block.c" run tumbling-block
expect 3 "" "there is no example 'rocket'" examples rocket
expect 2 "" "--dt needs a value" run tennis-racket --dt
expect 2 "" "--dt must be a number > 0, is '-1'" run tennis-racket --dt -1
expect 2 "" "--dt must be a number > 0, is '1x'" run tennis-racket --dt 1x
expect 2 "" "--fps must be a number > 0, is 'nan'" run tennis-racket --fps nan
expect 2 "" "--duration must be a number > 0, is 'inf'" run tennis-racket --duration inf
expect 2 "" "unknown option '--quiet=3'" run tennis-racket --quiet=3
expect 2 "" "there is no command '--verison'; did you mean --version? Or see gyre --help" --verison
echo 'v 0 0 0' >part.obj
expect 2 "" "gyre run: part.obj looks like a mesh: use gyre inertia" run part.obj
echo '{"gyre": 1}' >scene.json
expect 2 "" "gyre inertia: scene.json looks like a scene: use gyre check or gyre run" inertia scene.json
echo '{"gyre":1,"bodies":[{"name":"a","mass":1,"shape":{"type":"mesh","file":"none.stl"}}]}' >scene.json
expect 3 "" "cannot read 'none.stl': No such file or directory" check scene.json
expect 3 "" "cannot read 'none.stl': No such file or directory" run scene.json
expect 2 "" "--method: there is no method 'euler'; the methods are: explicit_euler" run tennis-racket --method euler
expect 2 "" "there is no method 'rk5'; did you mean rk4? The methods are: explicit_euler, midpoint" run tennis-racket --method rk5
expect 3 "" "cannot read 'tennis-raket': No such file or directory; did you mean the example tennis-racket?" run tennis-raket
expect 3 "" "cannot read 'nowhere/at.json': No such file or directory; gyre examples lists" run nowhere/at.json
expect 3 "" "cannot read '.'" run .
# scenes: a heading, the ledger, the hash
expect 2 "" "--fps must be <= 1/dt = 60, is 61: frames are steps and are never interpolated" run tennis-racket --fps 61
expect 2 "" "gives 0 steps; must be 1 to 1e+10" run tennis-racket --duration 0.001
expect 2 "" "gives 6e+13 steps" run tennis-racket --duration 1e12
expect 2 "" "unknown option '--hash=1'" run tennis-racket --hash=1
expect 0 "1 body, exact, dt = 1/60 s, 0 to 60 s" "" run tennis-racket --hash
[ "$(awk 'length > 120' out | wc -l)" = 0 ] || { echo "FAILED: a line of the output is wider than 120 columns"; failed=1; }
grep -qE '^hash [0-9a-f]{16}$' out || { echo "FAILED: no hash in $(tail -n 1 out)"; failed=1; }
# free flight: energy to rounding (ten ulp of 4 J), momenta to the bit
awk '$1 == "residual" && !seen++ { ok = $2 * $2 < 1e-14 * 1e-14 } END { exit !ok }' out || { echo "FAILED: the racket's energy drifts"; failed=1; }
[ "$(awk '$1 == "residual" && $2 == 0 && $3 == 0 && $4 == 0' out | wc -l)" = 2 ] || { echo "FAILED: the racket's momenta drift"; failed=1; }
whole=$(tail -n 1 out)
expect 0 "$whole" "" run tennis-racket --quiet --hash
[ "$(wc -l <out)" = 1 ] || { echo "FAILED: --quiet --hash prints more than the hash"; failed=1; }
expect 0 "" "" run tennis-racket --quiet
expect 0 "dt = 1/120 s, 0 to 2 s" "" run tennis-racket --dt 1/120 --duration=2
expect 0 "20 steps, 60 s" "" run tennis-racket --dt 3
for method in semi_implicit_euler explicit_euler; do
    expect 0 " 3.40256 " "warning: $method: energy error +3.4 J, 46 % of the largest energy: reduce --dt, or use --method exact" run tennis-racket --method $method
done

expect 2 "" "rkn4 cannot be used: air depends on velocity" run frisbee --method rkn4
expect 0 "by air" "" run frisbee
# people get six significant digits
grep -E '[1-9](\.?[0-9]){6}' out && { echo "FAILED: the ledger has numbers with more than six digits"; failed=1; }
expect 0 "by " "" run spacecraft

# check: every problem with its place; the worst scene decides
printf '{ "gyre": 1,\n  "bodys": [],\n  "dt": -1 }\n' >bad.json
expect 2 "" "bad.json:2:" check bad.json
grep -q '^bad.json:3:' err || { echo "FAILED: gyre check reports the first problem only"; failed=1; }
expect 2 "" "bad.json:2:" run bad.json
expect 2 "" "bad.json:2:" verify bad.json
expect 2 "tennis-racket: valid: 1 body, 0 forces, 3600 steps, 3601 frames" "bad.json:3:" check tennis-racket bad.json
expect 3 "tennis-racket: valid" "cannot read 'none.json'" check none.json bad.json tennis-racket
printf 'not JSON' >bad.json
expect 2 "" "bad.json:1:1: " check bad.json
expect 0 "frisbee: valid" "" check $("$gyre" examples | awk '{ print $1 }')

expect 0 "saved and restored 120 times" "" verify tennis-racket --duration 2 --every 1
expect 0 "--threads 3  " "" verify frisbee --threads 3 --duration 1
kernels=$(grep -c '^kernel .* \(same\|steps\)$' out)
[ "$kernels" -ge 1 ] && [ "$(grep -c 'same$' out)" = $((kernels - 1 + 4)) ] || { echo "FAILED: verify does not report 'same' for every run"; failed=1; }
expect 2 "" "'f65' is not available; available in this build on this CPU: f64" run frisbee --kernel f65 --duration 1
expect 0 "hash" "" run frisbee --kernel f64 --duration 1 --quiet --hash
expect 2 "" "rkn4 cannot be used" verify frisbee --method rkn4
expect 2 "" "cannot read standard input, because verify reads the scene several times" verify -

# a full disk is an error, not silence
if [ -w /dev/full ]; then
    got=0
    "$gyre" run tennis-racket >/dev/full 2>err || got=$?
    [ "$got" = 3 ] || { echo "FAILED: a full disk gives exit code $got, expected 3"; failed=1; }
    grep -q 'cannot write standard output: No space left on device' err || { echo "FAILED: a full disk says: $(cat err)"; failed=1; }
    "$gyre" schema >/dev/full 2>err && { echo "FAILED: a schema on a full disk is no error"; failed=1; }
    [ "$(wc -l <err)" = 1 ] || { echo "FAILED: a full disk is reported twice: $(cat err)"; failed=1; }
fi
[ $failed = 0 ] && echo "the command behaves"
exit $failed
