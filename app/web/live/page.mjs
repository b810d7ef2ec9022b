// Assembles the live page: `node app/web/live/page.mjs OUT_FOLDER GYRE_WASM` writes OUT_FOLDER/gyre.html from live.js and
// live.css (build.mjs) and the library. Its Content-Security-Policy allows this script and style sheet, by their hashes, and
// WebAssembly, but no network access.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [out, wasm] = process.argv.slice(2);
const script = await readFile(join(out, 'live.js'), 'utf8');
const style = await readFile(join(out, 'live.css'), 'utf8');
const library = gzipSync(await readFile(wasm), { level: 9 }).toString('base64');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'", `script-src ${hash(script)} 'wasm-unsafe-eval'`, `style-src ${hash(style)}`,
  "base-uri 'none'", "form-action 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Gyre</title>
<style>${style}</style>
</head>
<body>
<p>Gyre needs a browser with JavaScript and WebAssembly.</p>
<script type="application/octet-stream" id="library">${library}</script>
<script>${script}</script>
</body>
</html>
`;
await writeFile(join(out, 'gyre.html'), page);
console.log(`${join(out, 'gyre.html')}: ${Math.round(page.length / 1000)} kB`);
