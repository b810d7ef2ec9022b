#!/bin/sh
# The npm package: packed, installed offline into a project outside of the source tree, used in Node.js, checked by TypeScript, bundled for a browser.
. "$SOURCE/test/consumer/common.sh"
for command in node npm clang wasm-ld; do command -v $command >/dev/null 2>&1 || skip "no $command"; done
[ -e /usr/include/wasm32-wasi/stdio.h ] || skip "no wasi-libc; ./bootstrap wasm installs it"
modules="$SOURCE/node_modules"
WASM="$BINARY/web/wasm" sh "$SOURCE/app/web/npm/build.sh" "$SOURCE" "$work/npm"
export npm_config_cache="$work/cache" npm_config_offline=true npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
(cd "$work" && npm pack ./npm --silent >/dev/null)
tarball="$work/gyre-$(version).tgz"
[ -s "$tarball" ] || fail "npm pack did not write gyre-$(version).tgz"
for file in gyre.wasm index.js index.node.js index.d.ts engine.js run.js wasi.js README.md LICENSE package.json; do
    tar -tzf "$tarball" | grep -qx "package/$file" || fail "the package lacks $file"
done

mkdir "$work/project"
cd "$work/project"
echo '{ "name": "consumer", "private": true, "type": "module" }' >package.json
npm install --silent --ignore-scripts "$tarball" || fail "npm install"
for script in node_modules/gyre/*.js; do node --check "$script" || fail "$script"; done

# the program of the package's README
awk '/^```js$/ { on = 1; next } /^```$/ { on = 0 } on' node_modules/gyre/README.md >readme.js
node readme.js >readme.out || fail "the README's program"
grep -qx "$("$BINARY/gyre" run tennis-racket --quiet --hash | cut -d' ' -f2)" readme.out || fail "the README's program prints another hash"

block js "Node.js and browsers" >page_of_docs.js
node page_of_docs.js >/dev/null || fail "the program of docs/PACKAGING.md"

# types: checked by tsc if it is installed, which also converts the program to JavaScript
cp "$consumer/use_npm.ts" use.ts
tsc=${TSC:-$modules/.bin/tsc}
if [ -e "$tsc" ]; then
    echo 'declare const process: { argv: string[] };' >node.d.ts
    tsc() { "$tsc" --strict --target es2022 --module nodenext --moduleResolution nodenext --lib es2022,dom "$@"; }
    tsc use.ts node.d.ts || fail "the types"
    mv use.js typed.js
    same_bits "npm, Node, TypeScript" node typed.js
    # a wrong member name is an error
    sed 's/run\.hash/run.hsh/' use.ts >wrong.ts
    tsc --noEmit wrong.ts node.d.ts >/dev/null && fail "a wrong member name was accepted"
else
    echo "npm: skipped tsc; ./bootstrap web installs it"
fi
# types and code have the same members
node --input-type=module -e "
import { readFileSync } from 'node:fs';
import * as gyre from 'gyre';
const engine = await gyre.loadGyre();
const run = engine.open(engine.examples[0].text).run;
const types = readFileSync('node_modules/gyre/index.d.ts', 'utf8');
const body = (name) => types.match(new RegExp('export class ' + name + ' {([^]*?)\n}'))[1];
for (const [name, object] of [['Engine', engine], ['Run', run]]) {
  const named = [...body(name).matchAll(/^  (?:readonly )?(\w+)[(:]/gm)].map((m) => m[1]).filter((n) => n !== 'constructor');
  if (named.length < 4) throw new Error('no members of ' + name);
  for (const member of named) if (!(member in object)) throw new Error(name + ' has no ' + member);
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((n) => n !== 'constructor');
  for (const member of own) if (!named.includes(member)) throw new Error('the types of ' + name + ' have no ' + member);
}
for (const [, name] of types.matchAll(/^export (?:class|const|function) (\w+)/gm)) if (!(name in gyre)) throw new Error('no ' + name);
" || fail "types and code differ"

# a bundle for browsers that contains the bytes of the library; it is run in Node.js
if [ -e "$modules/esbuild" ]; then
    cat >page.js <<'JS'
import { loadGyre } from 'gyre';
import wasm from 'gyre/gyre.wasm';
const gyre = await loadGyre(wasm);
const run = gyre.open(gyre.examples.find((e) => e.name === process.argv[2]).text).run;
run.step(Math.round(run.duration / run.dt));
console.log(`hash ${run.hash}`);
JS
    "$modules/.bin/esbuild" page.js --bundle --format=esm --platform=browser --target=es2022 --loader:.wasm=binary --outfile=bundle.mjs --log-level=warning || fail "esbuild"
    grep -q "node:fs" bundle.mjs && fail "the bundle for browsers imports node:fs"
    same_bits "npm, bundle for browsers" node bundle.mjs
fi
