// Takes the pictures of the pages for README.md and docs: node tools/pictures.mjs, or make pictures.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { drawn, launch, ready } from '../test/web/browser.mjs';

const PICTURES = [
  { name: 'replay-tennis-racket', scene: 'tennis-racket', frame: 330, width: 1180, height: 830, theme: 'dark' },
  { name: 'replay-asteroid-field', scene: 'asteroid-field', frame: 200, width: 1080, height: 680, theme: 'dark', part: '#stage' },
  { name: 'replay-spring-pendulum', scene: 'spring-pendulum', frame: 122, width: 1080, height: 680, theme: 'light', part: '#stage' },
];
const LIVE = [{ name: 'live-split', address: '#example=tennis-racket&other=semi_implicit_euler', steps: 2700, width: 1280, height: 800, theme: 'dark' }];
const SHADES = 5; // distance between the shades of a colour; fewer shades halve the file without a visible difference

function chunk(kind, bytes) {
  const body = Buffer.concat([Buffer.from(kind), bytes]), whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(bytes.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}

// Reduces the shades of a picture and compresses it with zlib's best level; the browser's own PNG is twice as large.
async function smaller(page, png) {
  const { width, height, pixels } = await page.evaluate(async ([base64, apart]) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = '';
    for (let i = 0; i < data.length; i++) if (i % 4 < 3) text += String.fromCharCode(Math.min(255, Math.round(data[i] / apart) * apart));
    return { width: bitmap.width, height: bitmap.height, pixels: btoa(text) };
  }, [png.toString('base64'), SHADES]);
  const rgb = Buffer.from(pixels, 'base64'), rows = Buffer.alloc(height * (3 * width + 1)), head = Buffer.alloc(13);
  for (let y = 0; y < height; y++) rgb.copy(rows, y * (3 * width + 1) + 1, y * 3 * width, (y + 1) * 3 * width);
  head.writeUInt32BE(width, 0), head.writeUInt32BE(height, 4), head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

const folder = mkdtempSync(join(tmpdir(), 'gyre-pictures-'));
mkdirSync('docs/pictures', { recursive: true });
const browser = await launch();
for (const { name, scene, frame, width, height, theme, part } of PICTURES) {
  execFileSync(join(process.env.BINARY ?? 'build', 'gyre'), ['run', scene, '--quiet', '-o', join(folder, 'run.html')]);
  const page = await browser.context.newPage();
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' }); // keeps the replay paused
  await page.goto(`file://${join(folder, 'run.html')}`);
  await ready(page);
  await page.evaluate((k) => window.gyreReplay.seekFrame(k), frame);
  await drawn(page);
  const path = `docs/pictures/${name}.png`;
  writeFileSync(path, await smaller(page, await (part ? page.locator(part) : page).screenshot()));
  console.log(path);
  await page.close();
}
for (const { name, address, steps, width, height, theme } of LIVE) {
  const page = await browser.context.newPage();
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(`file://${join(process.cwd(), process.env.BINARY ?? 'build', 'web/gyre.html')}${address}`);
  await page.fill('#count', String(steps));
  await page.click('#run-steps');
  await page.waitForFunction((wanted) => document.getElementById('steps').textContent === String(wanted), steps);
  await page.waitForTimeout(3000); // for the page to draw the pictures of the examples
  const path = `docs/pictures/${name}.png`, blank = await browser.context.newPage(); // the page's content security policy forbids images
  writeFileSync(path, await smaller(blank, await page.screenshot()));
  console.log(path);
  await Promise.all([page.close(), blank.close()]);
}
await browser.close();
rmSync(folder, { recursive: true });
