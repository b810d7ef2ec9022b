// Functions for the tests of pages: checks, files that gyre writes, overlaps of elements.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const gyre = join(process.env.BINARY ?? 'build', 'gyre');
const SKIPPED = 77;
let failures = 0;

export function check(isTrue, fact, ...seen) {
  if (isTrue) return;
  failures++;
  console.log(`FAILED: ${fact}`, ...seen);
}

export function finish() {
  console.log(failures === 0 ? 'all checks passed' : `${failures} checks failed`);
  process.exitCode = failures === 0 ? 0 : 1;
}

// A temporary folder in which gyre runs scenes.
export function workshop() {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-web-'));
  const at = (name) => join(folder, name);
  function run(scene, ...files) {
    const name = typeof scene === 'string' ? scene : at('scene.json');
    if (typeof scene !== 'string') writeFileSync(name, JSON.stringify(scene));
    try {
      execFileSync(gyre, ['run', name, '--quiet', ...files.flatMap((file) => (file.startsWith('-') || !file.includes('.') || /^[\d.]+$/.test(file) ? [file] : ['-o', at(file)]))], { stdio: ['ignore', 'ignore', 'pipe'] });
    } catch (error) {
      const words = String(error.stderr);
      if (!/the replay page is not in this build/.test(words)) throw new Error(words);
      console.log('skipped: gyre was built without the replay page: ./bootstrap web');
      process.exit(SKIPPED);
    }
  }
  // the rows of a CSV file, ordered by frame, then body: { t, body, x, ... }
  function csv(name) {
    const [head, ...lines] = readFileSync(at(name), 'utf8').trim().split('\n');
    const keys = head.split(',');
    return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [keys[i], keys[i] === 'body' ? cell : Number(cell)])));
  }
  return { at, run, csv, text: (name) => readFileSync(at(name), 'utf8'), close: () => rmSync(folder, { recursive: true, force: true }) };
}

// Describes pairs of overlapping elements of which neither contains the other, and elements that extend beyond the window's sides.
export function overlaps(page) {
  return page.evaluate(() => {
    const wrong = [], width = document.documentElement.clientWidth;
    const leaves = Array.from(document.querySelectorAll('button, select, input, output, canvas, h1, h2, p, label, dt, dd span, th, td, .plot-head, .plot-name'))
      .filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 0);
    const name = (e) => `${e.tagName.toLowerCase()}#${e.id}.${e.className} "${(e.textContent ?? '').slice(0, 20)}"`;
    if (document.documentElement.scrollWidth > width) wrong.push(`the page is ${document.documentElement.scrollWidth} px wide, the window ${width} px`);
    leaves.forEach((a, i) => {
      const p = a.getBoundingClientRect();
      if (p.left < -0.5 || p.right > width + 0.5) wrong.push(`${name(a)} leaves the window: ${p.left} to ${p.right}`);
      if (a.scrollWidth > a.clientWidth + 1 && a.clientWidth > 0 && !['H2', 'SELECT', 'INPUT'].includes(a.tagName) && getComputedStyle(a).overflow === 'visible') wrong.push(`${name(a)} is larger than its box`);
      for (const b of leaves.slice(i + 1)) {
        if (a.contains(b) || b.contains(a)) continue;
        const q = b.getBoundingClientRect();
        const across = Math.min(p.right, q.right) - Math.max(p.left, q.left), down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (across > 1 && down > 1) wrong.push(`${name(a)} and ${name(b)} overlap by ${across.toFixed(1)} x ${down.toFixed(1)}`);
      }
    });
    return wrong;
  });
}
