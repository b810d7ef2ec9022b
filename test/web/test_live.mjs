// The live page in a browser, from file://: user input, links, files, and hostile scenes.
//   node --test test_live.mjs; the environment has GYRE (the command) and GYRE_PAGE (gyre.html)
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { launch } from './browser.mjs';

const { GYRE, GYRE_PAGE } = process.env;
// a quarter of the pixels, because drawing without a graphics card takes most of the time
const browser = await launch({ acceptDownloads: true, deviceScaleFactor: 0.5 });
const folder = mkdtempSync(join(tmpdir(), 'gyre-live-'));
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const WIDE = { width: 1080, height: 460 }, PHONE = { width: 360, height: 640 };
const command = (...rest) => execFileSync(GYRE, rest, { encoding: 'utf8', stdio: 'pipe' });
const hashOfCommand = (...rest) => command('run', ...rest, '--quiet', '--hash').match(/hash ([0-9a-f]{16})/)[1];

const pages = [];
async function open(fragment = '', viewport = WIDE) {
  const page = await browser.open(GYRE_PAGE, viewport, fragment);
  pages.push(page);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes' && document.getElementById('steps').textContent !== '');
  return page;
}
afterEach(async () => {
  for (const page of pages.splice(0)) {
    const { trouble } = page;
    await page.close();
    assert.deepEqual(trouble, []);
  }
});

const textOf = (page, selector) => page.locator(selector).textContent();
const stepsOf = async (page) => Number(await textOf(page, '#steps'));

// Restarts and takes exactly n steps with the control of the page.
async function runSteps(page, n) {
  await page.fill('#count', String(n));
  await page.click('#run-steps');
  await page.waitForFunction((wanted) => document.getElementById('steps').textContent === String(wanted), n);
}

const quantity = (page, name) => page.locator(`[data-quantity="${name}"]`).evaluateAll((spans) => spans.map((s) => Number(s.dataset.value)));

// The middle of the stage, where most scenes have their first body.
async function middle(page) {
  const box = await page.locator('.stage').first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('it loads from file:// without errors and draws a picture of every example', async () => {
  const page = await open();
  assert.equal(await page.title(), 'Gyre');
  assert.equal(await page.locator('.card').count(), command('examples').trim().split('\n').length);
  await page.waitForFunction(() => Array.from(document.querySelectorAll('.card canvas')).every((canvas) => {
    const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    pen.drawImage(canvas, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value, i) => i % 4 === 3 && value > 0);
  }));
});

test('every example runs and has the hash of the command', async () => {
  const page = await open();
  const names = await page.locator('.card').evaluateAll((cards) => cards.map((card) => card.dataset.example));
  for (const name of names) {
    await page.click(`[data-example="${name}"]`);
    await page.waitForFunction(() => Number(document.getElementById('steps').textContent) > 0);
    await runSteps(page, 40);
    const shown = await textOf(page, '#command');
    assert.equal(await textOf(page, '#hash'), hashOfCommand(...shown.trim().split(' ').slice(2)), name);
    assert.ok(shown.includes(name));
  }
});

test('play, pause, single step, reset and keys work', async () => {
  const page = await open();
  await page.click('#play');
  const paused = await stepsOf(page);
  await page.waitForTimeout(300);
  assert.equal(await stepsOf(page), paused);
  await page.click('#step');
  await page.waitForFunction((n) => document.getElementById('steps').textContent === String(n), paused + 1);
  await page.click('#reset');
  await page.waitForFunction(() => document.getElementById('steps').textContent === '0');
  await page.locator('body').press('s');
  await page.waitForFunction(() => document.getElementById('steps').textContent === '1');
  await page.locator('body').press(' ');
  await page.waitForFunction(() => Number(document.getElementById('steps').textContent) > 5);
});

test('the scene stops at its end with the hash of the whole run', async () => {
  const page = await open('#example=frisbee'); // two seconds
  await page.waitForFunction(() => document.getElementById('message').textContent.includes('is over'));
  assert.equal(await textOf(page, '#hash'), hashOfCommand('frisbee'));
});

test('problems have the place and the text of gyre check', async () => {
  const page = await open();
  await page.click('[data-opens="scene"]');
  const right = await page.inputValue('#editor');
  const wrong = right.replace('"mass": 1,', '"mas": 1,').replace('"duration": 60', '"duration": -60');
  await page.fill('#editor', wrong);
  await page.waitForSelector('.problem');
  const file = join(folder, 'wrong.json');
  writeFileSync(file, wrong);
  assert.throws(() => command('check', file), (failure) => {
    failure.told = (failure.stderr + failure.stdout).trim().split('\n').filter((l) => l.startsWith(file)).map((l) => l.slice(file.length + 1).replace(/: /, ' '));
    writeFileSync(join(folder, 'told'), failure.told.join('\n'));
    return true;
  });
  const told = readFileSync(join(folder, 'told'), 'utf8').split('\n');
  const shown = await page.locator('.problem').allTextContents();
  assert.deepEqual(shown, told);
  await page.locator('.problem').nth(1).click();
  const [place, line, column] = await page.evaluate(() => {
    const area = document.getElementById('editor'), before = area.value.slice(0, area.selectionStart).split('\n');
    return [area.selectionStart, before.length, before.at(-1).length + 1];
  });
  assert.ok(shown[1].startsWith(`${line}:${column} `), `${place}: ${line}:${column} for ${shown[1]}`);
  assert.equal(await page.locator('.editor-lines .wrong').count(), 2);
  // the run restarts when the text is valid again
  await page.fill('#editor', right.replace('"mass": 1,', '"mass": 7,'));
  await page.waitForFunction(() => document.querySelectorAll('.problem').length === 0);
  assert.equal(await textOf(page, '.panel-facts'), 'dynamic, 7 kg');
});

test('a click pushes a body away', async () => {
  const page = await open();
  await page.click('#reset'); // restarts and keeps playing
  const [x, y] = await middle(page);
  await page.mouse.click(x, y);
  await page.waitForSelector('#touched:not([hidden])');
  const pushed = await quantity(page, 'v');
  assert.ok(Math.hypot(...pushed) > 0.1, `${pushed}`);
  assert.ok(pushed[1] > 0, 'away from the camera'); // the first view looks along +y

  await page.click('#reset');
  await page.waitForSelector('#touched', { state: 'hidden' });
});

test('a drag pulls a body with the pointer until it is released', async () => {
  const scene = { gyre: 1, duration: 600, bodies: [{ name: 'crate', mass: 2, shape: { type: 'box', size: [1, 1, 1] } }] };
  const page = await open(`#text=${Buffer.from(JSON.stringify(scene)).toString('base64url')}`);
  const [x, y] = await middle(page);
  // to the right in the first view, which looks along (-0.8, 1, -0.55)
  const right = async (name) => ((await quantity(page, name))[0] * 1 + (await quantity(page, name))[1] * 0.8) / Math.hypot(1, 0.8);
  assert.equal(await right('x'), 0);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 9; i++) await page.mouse.move(x + 10 * i, y), await page.waitForTimeout(60);
  await page.waitForFunction(() => document.getElementById('touched').checkVisibility());
  let along = 0;
  for (let tries = 0; tries < 60 && along < 0.4; tries++) await page.waitForTimeout(100), along = await right('x');
  assert.ok(along >= 0.4, `${along} m`);
  // after the release no force acts, so the velocity keeps all its bits
  await page.mouse.up();
  await page.mouse.move(x - 150, y);
  const moreSteps = async (n) => {
    const now = await stepsOf(page);
    await page.waitForFunction((wanted) => Number(document.getElementById('steps').textContent) >= wanted, now + n);
  };
  await moreSteps(20);
  const velocity = await quantity(page, 'v');
  await moreSteps(20);
  assert.deepEqual(await quantity(page, 'v'), velocity);
});

test('the picture changes where a body moves and only there', async () => {
  const page = await open();
  await page.click('#play');
  for (const what of ['trails', 'L', 'w']) await page.uncheck(`#show-${what}`, { force: true });
  await page.click('#reset');
  const picture = async () => {
    await page.waitForTimeout(600);
    return page.locator('.stage').first().screenshot();
  };
  const before = await picture();
  const again = await picture();
  await runSteps(page, 45);
  const later = await picture();
  const changed = (a, b) => page.context().newPage().then(async (blank) => {
    const part = await blank.evaluate(async (both) => {
      const pixels = await Promise.all(both.map(async (text) => {
        const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], { type: 'image/png' }));
        const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        pen.drawImage(bitmap, 0, 0);
        return pen.getImageData(0, 0, bitmap.width, bitmap.height);
      }));
      const { width, height } = pixels[0];
      const count = { middle: 0, corner: 0 };
      for (let i = 0; i < width * height; i++) {
        const [px, py] = [i % width / width, Math.floor(i / width) / height];
        const differs = [0, 1, 2].some((c) => Math.abs(pixels[0].data[4 * i + c] - pixels[1].data[4 * i + c]) > 40);
        if (!differs) continue;
        if (px > 0.3 && px < 0.7 && py > 0.2 && py < 0.9) count.middle++;
        if (px < 0.15 && py < 0.3) count.corner++;
      }
      return count;
    }, [a, b].map((png) => png.toString('base64')));
    await blank.close();
    return part;
  });
  assert.deepEqual(await changed(before, again), { middle: 0, corner: 0 });
  const moved = await changed(before, later);
  assert.ok(moved.middle > 150, `${moved.middle} pixels`);
  assert.equal(moved.corner, 0);
});

test('a change of method or step changes the hash, and an unsupported method is rejected with a reason', async () => {
  const page = await open();
  await page.selectOption('#method', 'rk4');
  await page.selectOption('#dt', { label: '1/30 s' });
  await runSteps(page, 90);
  assert.equal(await textOf(page, '#hash'), hashOfCommand('tennis-racket', '--method', 'rk4', '--dt', '1/30', '--duration', '3'));
  await page.click('[data-example="frisbee"]');
  await page.selectOption('#method', 'rkn4');
  assert.match(await textOf(page, '#refusal'), /air depends on velocity/);
  assert.equal(await page.inputValue('#method'), 'exact');
});

test('in a comparison exact keeps the energy while semi_implicit_euler gains energy', async () => {
  const page = await open();
  await page.check('#split', { force: true });
  await runSteps(page, 1200);
  assert.deepEqual(await page.locator('.view-label:visible').allTextContents(), ['exact', 'semi_implicit_euler']);
  const row = (name) => page.locator(`.ledger [data-row="${name}"] td`).allTextContents().then((cells) => cells.map((c) => Number(c.replace('−', '-'))));
  const [[exactFirst, otherFirst], [exactNow, otherNow]] = [await row('initial'), await row('energy')];
  assert.equal(exactNow, exactFirst);
  assert.ok(otherNow > 1.05 * otherFirst, `${otherNow}`);
  assert.match(await textOf(page, '#verdict'), /semi_implicit_euler: energy error \+[0-9.]+ % of the largest energy/);
  const [left, right] = (await textOf(page, '#hash')).split(' | ');
  assert.equal(left, hashOfCommand('tennis-racket', '--duration', '20'));
  assert.equal(right, hashOfCommand('tennis-racket', '--duration', '20', '--method', 'semi_implicit_euler'));
  assert.equal(await page.locator('.plot').first().isHidden(), true);
});

test('a link restores scene, text and settings', async () => {
  const page = await open();
  await page.click('[data-opens="scene"]');
  const text = (await page.inputValue('#editor')).replace('Tennis racket', 'Schläger 🎾 ⟨shared⟩');
  await page.fill('#editor', text);
  await page.waitForFunction(() => document.querySelector('.scene-title').textContent.includes('shared'));
  await page.selectOption('#method', 'heun');
  await runSteps(page, 50);
  const hash = await textOf(page, '#hash');
  await page.click('#share');
  await page.waitForFunction(() => document.getElementById('link').value.includes('#scene='));
  const link = await page.inputValue('#link');
  const other = await open(link.slice(link.indexOf('#')));
  assert.equal(await other.inputValue('#editor'), text);
  assert.equal(await other.inputValue('#method'), 'heun');
  await runSteps(other, 50);
  assert.equal(await textOf(other, '#hash'), hash);
});

test('invalid links give a message and the page still works', async () => {
  for (const fragment of ['#scene=AAAA', '#scene=%%%', '#text=eyJneXJlIjoxfQ', '#example=nobody', '#text=e30&method=nonsense&dt=-1']) {
    const page = await open(fragment);
    await page.waitForFunction(() => document.querySelectorAll('.stage').length === 2);
    await runSteps(page, 3);
  }
});

test('after a blocked tab the run does not catch up and shows the dropped time', async () => {
  const page = await open();
  const steps = await page.evaluate(() => new Promise((done) => {
    const stepsNow = () => Number(document.getElementById('steps').textContent);
    const before = stepsNow(), begun = performance.now();
    while (performance.now() - begun < 2500);
    const look = () => (document.getElementById('dropped').hidden ? requestAnimationFrame(look) : done(stepsNow() - before));
    look();
  }));
  assert.ok(Number((await textOf(page, '#dropped')).match(/[0-9.]+/)[0]) >= 1.5);
  assert.ok(steps < 120, `${steps}: two and a half seconds would be 150 steps`);
});

test('files from the browser have the bytes of those of the command', async () => {
  const page = await open('#example=couple');
  await runSteps(page, 128);
  const save = async (format) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-format="${format}"]`)]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  for (const format of ['csv', 'glb', 'json']) {
    const file = join(folder, `couple.${format}`);
    command('run', 'couple', '--duration', '2', '--quiet', '-o', file);
    const { bytes } = await save(format);
    assert.ok(bytes.equals(readFileSync(file)), format);
  }
  const scene = await save('scene');
  assert.equal(scene.name, 'couple.scene.json');
  const file = join(folder, scene.name);
  writeFileSync(file, scene.bytes);
  command('check', file);
});

// A page with its data decompressed: the library in the browser has no zlib.
const unpacked = (file) => readFileSync(file, 'utf8').replace(/"(tracks|meshes)":"([A-Za-z0-9+/=]+)"/g,
  (_, key, text) => `"${key}":"${inflateRawSync(Buffer.from(text, 'base64')).toString('hex')}"`);

test('a replay from the browser has the data of that of the command', async (t) => {
  const page = await open('#example=couple');
  await runSteps(page, 64);
  const download = page.waitForEvent('download').catch(() => null);
  await page.click('[data-format="html"]');
  const got = await Promise.race([download, page.waitForFunction(() => document.querySelector('#part-files [role="status"]').textContent.startsWith('Replay:')).then(() => null)]);
  if (!got) return t.skip(await textOf(page, '#part-files [role="status"]'));
  const file = join(folder, 'couple.html');
  command('run', 'couple', '--duration', '1', '--quiet', '-o', file);
  const page_of_command = unpacked(file);
  assert.match(page_of_command, /"tracks":"[0-9a-f]{1000}/);
  assert.ok(unpacked(await got.path()) === page_of_command);
});

test('a hundred hostile names are shown as text only', async () => {
  const attacks = ['<img src=x onerror=pwned=1>', '<script>pwned=1</script>', '"><svg onload=pwned=1>', "'-pwned=1-'", 'javascript:pwned=1', '</textarea><script>pwned=1</script>',
    '${pwned=1}', '{{constructor.constructor("pwned=1")()}}', '</script><script>pwned=1</script>', '<!--', ']]>', '\u202egnp.exe', '\u0001', '__proto__', 'constructor', '<style>*{display:none}</style>',
    '<iframe srcdoc="<script>parent.pwned=1</script>">', '<a href="javascript:pwned=1">', '<form action=https://example.com><input autofocus onfocus=pwned=1>', '&lt;script&gt;'];
  const names = Array.from({ length: 100 }, (_, i) => `${attacks[i % attacks.length]} ${i}`);
  const scene = { gyre: 1, title: attacks.join(' '), bodies: names.map((name, i) => ({ name, mass: 1, shape: { type: 'box', size: [1, 1, 1] }, position: [i % 10, Math.floor(i / 10), 0] })),
    forces: names.slice(0, 20).map((name, i) => ({ type: 'drag', name: `f ${name}`, body: name, linear: 0.1 + i })) };
  const page = await open();
  await page.click('#play'); // pauses, because a hundred bodies are slow to draw without a graphics card
  await page.click('[data-opens="scene"]');
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  // as one line, because Chromium takes minutes to enter thousands of lines
  await page.fill('#editor', JSON.stringify(scene));
  await page.waitForFunction(() => document.querySelector('.panel-name').textContent.startsWith('<img'));
  await page.click('#fit');
  const [x, y] = await middle(page);
  await page.mouse.click(x, y); // selects a body, pushes it and shows its name
  await page.waitForSelector('#touched:not([hidden])');
  // the same names in error messages: unknown keys and bodies
  scene.forces = names.map((name) => ({ type: 'drag', body: name + 'x', linear: 1, [name]: 1 }));
  await page.fill('#editor', JSON.stringify(scene));
  await page.waitForFunction(() => document.querySelectorAll('.problem').length >= 100);
  await page.locator('.problem').first().click();
  assert.equal(await page.evaluate(() => 'pwned' in window), false);
  assert.equal(await page.locator('img, iframe, form, svg[onload], script, style:not(head style), a').count(), 0);
  assert.ok(elements > 100);
});

test('the policy blocks foreign scripts, foreign styles and the network', async () => {
  const page = await browser.open(GYRE_PAGE, WIDE);
  const outcome = await page.evaluate(async () => {
    const tried = {};
    const script = document.createElement('script');
    script.textContent = 'window.pwned = 1';
    document.body.append(script);
    tried.script = 'pwned' in window;
    const style = document.createElement('style');
    style.textContent = 'body { --pwned: 1 }';
    document.head.append(style);
    tried.style = getComputedStyle(document.body).getPropertyValue('--pwned') !== '';
    tried.fetch = await fetch('https://example.com/').then(() => true, () => false);
    // in a timer, because the policy does not apply to code that a debugger evaluates
    tried.eval = await new Promise((done) => setTimeout(() => {
      try { done(Boolean(new Function('return 1')())); } catch { done(false); }
    }));
    return tried;
  });
  assert.deepEqual(outcome, { script: false, style: false, fetch: false, eval: false });
  await page.close();
});

// Describes visible controls that cover each other, cannot be scrolled into view, or extend beyond the window.
async function crowding(page) {
  return page.evaluate(() => {
    const controls = Array.from(document.querySelectorAll('button, select, input, textarea, output, h1, .scene-title, .plot')).filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 0);
    const complaints = [];
    const nameOf = (e) => e.id || e.dataset.example || e.className || e.textContent.slice(0, 20);
    for (const control of controls) {
      control.scrollIntoView({ block: 'center' });
      const box = control.getBoundingClientRect();
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!hit || !(control.contains(hit) || hit.contains(control))) complaints.push(`${nameOf(control)} is covered by ${hit && nameOf(hit)}`);
      if (box.left < -0.5 || box.right > innerWidth + 0.5) complaints.push(`${nameOf(control)} leaves the window`);
    }
    scrollTo(0, 0);
    const boxes = controls.map((e) => e.getBoundingClientRect());
    controls.forEach((a, i) => controls.forEach((b, j) => {
      if (j <= i || a.contains(b) || b.contains(a) || a.closest('.gallery, .problems') || b.closest('.gallery, .problems')) return;
      const wide = Math.min(boxes[i].right, boxes[j].right) - Math.max(boxes[i].left, boxes[j].left);
      const high = Math.min(boxes[i].bottom, boxes[j].bottom) - Math.max(boxes[i].top, boxes[j].top);
      if (wide > 1 && high > 1) complaints.push(`${nameOf(a)} overlaps ${nameOf(b)}`);
    }));
    if (document.documentElement.scrollWidth > innerWidth) complaints.push('the page scrolls sideways');
    return complaints;
  });
}

// Number of red pixels on the stage.
async function redPixels(page) {
  const png = await page.locator('.stage').first().screenshot();
  const blank = await page.context().newPage();
  const count = await blank.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type: 'image/png' }));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    let red = 0;
    for (let i = 0; i < data.length; i += 4) red += data[i] > 70 && data[i] > 2.5 * data[i + 1] && data[i] > 2.5 * data[i + 2];
    return red;
  }, png.toString('base64'));
  await blank.close();
  return count;
}

const RED_CRATE = { gyre: 1, duration: 600, bodies: [{ name: 'crate', mass: 2, shape: { type: 'box', size: [1, 1, 1] }, color: '#ff0000' }] };
const isFollowing = (page) => page.locator('#follow').getAttribute('aria-pressed').then((text) => text === 'true');

async function openCrate() {
  const page = await open(`#text=${Buffer.from(JSON.stringify(RED_CRATE)).toString('base64url')}`);
  for (const what of ['trails', 'L', 'w']) await page.uncheck(`#show-${what}`, { force: true });
  return page;
}

async function pushCrate(page) {
  const [x, y] = await middle(page);
  await page.mouse.click(x, y);
  await page.waitForSelector('#touched:not([hidden])');
}

test('the camera follows a pushed body that leaves the view, and a reset returns to it', async () => {
  const page = await openCrate();
  const before = await redPixels(page);
  assert.ok(before > 300, `${before} pixels`);
  await page.waitForTimeout(300);
  assert.equal(await isFollowing(page), false);
  await pushCrate(page);
  await page.waitForFunction(() => document.getElementById('follow').getAttribute('aria-pressed') === 'true');
  const now = await stepsOf(page);
  await page.waitForFunction((n) => Number(document.getElementById('steps').textContent) > n, now + 240);
  assert.ok(await redPixels(page) > 0.5 * before, 'the body keeps its size on the screen');
  await page.click('#reset');
  await page.waitForFunction(() => document.getElementById('follow').getAttribute('aria-pressed') === 'false');
  await page.click('#play'); // pause
  const after = await redPixels(page);
  assert.ok(after > 0.6 * before && after < 1.5 * before, `${after} pixels, before ${before}`); // lines of text change the size of the stage
});

test('the user turns and zooms while the camera follows, and ends it by Follow', async () => {
  const page = await openCrate();
  await pushCrate(page);
  await page.waitForFunction(() => document.getElementById('follow').getAttribute('aria-pressed') === 'true');
  await page.waitForTimeout(1500);
  const before = await redPixels(page);
  const [x, y] = await middle(page);
  await page.mouse.move(x, y);
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -200);
  await page.waitForTimeout(1000);
  const nearer = await redPixels(page);
  assert.ok(nearer > 1.3 * before, `${nearer} pixels, before ${before}`);
  assert.equal(await isFollowing(page), true);
  await page.click('#follow');
  assert.equal(await isFollowing(page), false);
  await page.waitForTimeout(2500);
  assert.equal(await isFollowing(page), false, 'following does not start again');
  assert.ok(await redPixels(page) < 0.5 * nearer, 'the body moves away from the camera');
});

test('the camera does not follow a body that the user moves out of the view', async () => {
  const page = await openCrate();
  await pushCrate(page);
  const box = await page.locator('.stage').first().boundingBox();
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down({ button: 'right' }); // pans
  await page.mouse.move(box.x + box.width - 20, box.y + box.height - 20, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await page.waitForTimeout(2500);
  assert.equal(await isFollowing(page), false);
});

test('on a phone choosing an example scrolls to the stage', async () => {
  const page = await open('#example=couple', PHONE);
  await page.click('#play'); // pause: drawing is slow without a graphics card
  const top = () => page.locator('.views').evaluate((e) => e.getBoundingClientRect().top);
  await page.locator('[data-example="two-forces"]').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok(await top() < -50, 'the stage is outside of the window');
  await page.locator('.card').last().click();
  await page.waitForFunction(() => document.querySelector('.views').getBoundingClientRect().top >= -0.5);
  assert.ok(await top() < 600);
});
test('on a phone nothing overlaps and every control can be reached', async () => {
  const page = await open('#example=spinning-top', PHONE);
  await page.click('#play');
  for (const tab of ['examples', 'scene', 'method', 'plots', 'body', 'files']) {
    await page.click(`[data-opens="${tab}"]`);
    assert.equal(await page.locator('.part:visible').count(), 1, tab);
    assert.deepEqual(await crowding(page), [], tab);
  }
  // also in a comparison
  await page.click('[data-opens="method"]');
  await page.check('#split', { force: true });
  await page.click('#play');
  assert.equal(await page.locator('.stage:visible').count(), 2);
  assert.deepEqual(await crowding(page), []);
});

test('in wide windows nothing overlaps', async () => {
  for (const viewport of [{ width: 1021, height: 600 }, { width: 1500, height: 700 }]) {
    const page = await open('#example=couple', viewport);
    await page.click('#play');
    for (const tab of ['examples', 'scene']) {
      await page.click(`[data-opens="${tab}"]`);
      assert.deepEqual((await crowding(page)).filter((c) => !c.includes('is covered by right') && !c.includes('overlaps')), [], tab);
    }
    await page.close();
    pages.length = 0;
  }
});

test('all controls have accessible names', async () => {
  const page = await open();
  const nameless = await page.evaluate(() => Array.from(document.querySelectorAll('button, select, input, textarea, canvas'))
    .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label')?.textContent.trim() || e.getAttribute('aria-hidden'))).map((e) => e.outerHTML));
  assert.deepEqual(nameless, []);
});
