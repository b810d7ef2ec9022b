// Starts Debian's Chromium with playwright-core: with a new profile and software WebGL, and records all errors of pages.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SKIPPED = 77; // exit code that ctest counts as skipped
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const PATIENCE = 120000; // [ms] timeout; drawing without a graphics card is slow on a busy machine
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--enable-unsafe-swiftshader'];

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(SKIPPED);
}

async function playwright() {
  try {
    return await import('playwright-core');
  } catch {
    return skip('playwright-core is not installed: ./bootstrap web browser');
  }
}

// Returns { context, open(path, viewport, address, media), close() }. open() returns a page with `trouble`: console errors,
// exceptions, dialogs and requests.
export async function launch(options = {}) {
  if (!existsSync(CHROMIUM)) skip('chromium is not installed: ./bootstrap web browser');
  const { chromium } = await playwright();
  const profile = mkdtempSync(join(tmpdir(), 'gyre-browser-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, headless: true, args: FLAGS, viewport: { width: 640, height: 480 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const ended = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };

  async function open(path, viewport, address = '', media = {}) {
    const page = await context.newPage();
    await page.emulateMedia(media);
    page.trouble = [];
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !isNoise(message.text())) page.trouble.push(`console: ${message.text()}`); });
    page.on('pageerror', (error) => page.trouble.push(`exception: ${error.message}`));
    page.on('dialog', (dialog) => { page.trouble.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
    page.on('request', (request) => { if (!/^(file|data|blob):/.test(request.url())) page.trouble.push(`request: ${request.url()}`); });
    if (viewport) await page.setViewportSize(viewport);
    await page.goto(`file://${path}${address}`);
    return page;
  }
  return { context, open, close: ended };
}

// Messages of software rendering that are not errors.
const isNoise = (text) => /GPU stall due to ReadPixels|software WebGL|SwiftShader|swiftshader/i.test(text);

// Waits until no redraw is pending.
export async function drawn(page) {
  await page.waitForFunction(() => window.gyreReplay?.isSettled());
}

export async function ready(page) {
  await page.waitForFunction(() => window.gyreReplay?.drawn > 0 && window.gyreReplay.isSettled());
}
