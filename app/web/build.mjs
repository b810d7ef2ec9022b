// Bundles a page: `node app/web/build.mjs PAGE OUT_FOLDER` writes OUT_FOLDER/PAGE.js and PAGE.css from app/web/PAGE/main.js
// and app/web/PAGE/page.css. The two files are complete: the page loads nothing at run time.
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [page, out] = process.argv.slice(2);
if (!page || !out) {
  console.error('usage: node app/web/build.mjs PAGE OUT_FOLDER');
  process.exit(2);
}

const common = { bundle: true, minify: true, charset: 'ascii', legalComments: 'eof', logLevel: 'warning', target: ['es2022'] };
await build({ ...common, entryPoints: [join(here, page, 'main.js')], outfile: join(out, `${page}.js`), format: 'iife' });
await build({ ...common, entryPoints: [join(here, page, 'page.css')], outfile: join(out, `${page}.css`) });

// The texts must not end the <script> or <style> element around them. Browsers normalise \r to \n, which would change the hash.
for (const name of [`${page}.js`, `${page}.css`]) {
  const text = await readFile(join(out, name), 'utf8');
  if (/<\/(script|style)|<!--|\r/i.test(text)) throw new Error(`${name}: cannot be embedded in a page because it contains </script, </style, <!-- or \\r`);
}
