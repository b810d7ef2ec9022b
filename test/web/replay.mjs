// The replay page in a browser: it loads from file:// without other files, plays, seeks, and shows the numbers of the CSV recording.
import { drawn, launch, ready } from './browser.mjs';
import { check, finish, overlaps, workshop } from './checks.mjs';

const PRECISION = 2 ** -20; // largest error relative to the change of a quantity from its first value: docs/OUTPUTS.md
const SCENE = {
  gyre: 1, title: 'A bob on a spring beside a post', gravity: [0, 0, -9.81], dt: 0.01, duration: 2, fps: 50,
  bodies: [
    { name: 'bob', mass: 2, shape: { type: 'box', size: [0.5, 0.3, 0.2] }, center_of_mass: [0.05, 0, 0.02], position: [0.3, 0, 0], angular_velocity: [1, 2, 0.5] },
    { name: 'post', kind: 'static', shape: { type: 'cylinder', radius: 0.2, height: 2 }, position: [-1.5, 0, 0] },
    { name: 'dart', mass: 1, shape: { type: 'compound', parts: [{ type: 'octahedron', edge: 0.3 }, { type: 'torus', radius: 0.3, tube_radius: 0.05, position: [0, 0, 0.2] }] }, position: [1, 1, 0], velocity: [0, 0, 4] },
  ],
  forces: [{ type: 'spring', name: 'coil', body: 'bob', at: [0.2, 0, 0], to: 'world', to_at: [0, 0, 1], stiffness: 60, length: 0.5 }],
};
const GROUPS = { x: ['x', 'y', 'z'], q: ['qw', 'qx', 'qy', 'qz'], v: ['vx', 'vy', 'vz'], w: ['wx', 'wy', 'wz'], P: ['Px', 'Py', 'Pz'], L: ['Lx', 'Ly', 'Lz'], energy: ['energy'] };

const shop = workshop();
shop.run(SCENE, 'run.html', 'run.csv');
const rows = shop.csv('run.csv'), bodies = SCENE.bodies.length, frames = rows.length / bodies;
const browser = await launch({ reducedMotion: 'reduce' });
const page = await browser.open(shop.at('run.html'), { width: 420, height: 400 });
await ready(page);
const frame = () => page.evaluate(() => window.gyreReplay.frame());
const shown = () => page.evaluate(() => Object.fromEntries(Array.from(document.querySelectorAll('.panel-row')).map((row) => {
  const cells = Array.from(row.querySelectorAll('[data-quantity]'));
  return [cells[0].dataset.quantity, cells.map((cell) => [Number(cell.dataset.value), Number(cell.textContent.replace('−', '-'))])];
})));

// ---- contents ----
check((await page.textContent('h1')) === SCENE.title, 'the title is shown');
const facts = await page.textContent('.facts');
check(/method exact/.test(facts) && /dt = 0\.01 s/.test(facts) && /hash [0-9a-f]{16}/.test(facts), 'method, step and hash are shown', facts);
check((await page.locator('.ledger').textContent()).includes('residual'), 'the ledger is shown');
check((await page.locator('canvas.plot-canvas').count()) === 4, 'there are four plots');
const nameless = await page.evaluate(() => Array.from(document.querySelectorAll('button, select, input, canvas')).filter((e) =>
  !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.[0]?.textContent.trim())).map((e) => e.outerHTML));
check(nameless.length === 0, 'every control has a name', nameless);

// ---- motion ----
check(!(await page.evaluate(() => window.gyreReplay.clock.state.isPlaying)) && (await frame()) === 0, 'with reduced motion the replay is paused at the start');
const moving = await browser.open(shop.at('run.html'), { width: 420, height: 400 }, '', { reducedMotion: 'no-preference' });
await moving.waitForFunction(() => window.gyreReplay?.frame() > 2);
check((await moving.getAttribute('#play', 'aria-label')) === 'Pause', 'without it the replay plays when opened');
await moving.close();

// ---- numbers ----
for (const k of [0, 1, 37, frames - 1]) {
  await page.evaluate((at) => window.gyreReplay.seekFrame(at), k);
  await drawn(page);
  for (let i = 0; i < bodies; i++) {
    await page.selectOption('#body', String(i));
    await drawn(page);
    const panel = await shown(), row = rows[k * bodies + i];
    for (const [group, columns] of Object.entries(GROUPS)) {
      const change = Math.max(...columns.map((c) => Math.max(...rows.filter((_, n) => n % bodies === i).map((r) => Math.abs(r[c] - rows[i][c])))));
      columns.forEach((c, n) => {
        const [value, text] = panel[group][n];
        check(Math.abs(value - row[c]) <= PRECISION * change + 1e-12 * Math.abs(row[c]) + 1e-300, `${row.body}.${c} in frame ${k} equals the CSV value`, value, row[c]);
        check(Math.abs(text - value) <= 1e-4 * Math.max(1, Math.abs(value)), `${row.body}.${c} is shown with its value`, text, value);
      });
    }
  }
  check((await page.textContent('#time')).startsWith(String(rows[k * bodies].t)), `the time of frame ${k} is shown`, await page.textContent('#time'));
}

// ---- time ----
await page.selectOption('#body', '0');
await page.evaluate(() => window.gyreReplay.seekFrame(0));
await page.click('#play');
await page.waitForFunction(() => window.gyreReplay.frame() > 3);
check((await page.getAttribute('#play', 'aria-label')) === 'Pause', 'the button is labelled Pause while playing');
await page.click('#play');
await drawn(page);
const paused = await frame();
await page.waitForTimeout(300);
check((await frame()) === paused, 'a paused replay stays at its frame');
await page.click('#forward');
check((await frame()) === Math.min(paused + 1, frames - 1), 'one frame forward');
await page.click('#back');
await page.click('#back');
check((await frame()) === Math.max(0, Math.min(paused + 1, frames - 1) - 2), 'two frames back');
await page.locator('#timeline').fill('50');
check((await frame()) === 50, 'the timeline seeks', await frame());
await page.evaluate(() => document.activeElement.blur());
for (const [key, want] of [['Home', 0], ['.', 1], ['.', 2], [',', 1], ['End', frames - 1]]) {
  await page.keyboard.press(key);
  check((await frame()) === want, `the key ${key}`, await frame(), want);
}
await page.keyboard.press('ArrowLeft');
check((await frame()) < frames - 1, 'the left arrow goes back');
await page.keyboard.press('Home');
await page.keyboard.press(' ');
await page.waitForFunction(() => window.gyreReplay.frame() > 1);
await page.keyboard.press(' ');
check(!(await page.evaluate(() => window.gyreReplay.clock.state.isPlaying)), 'space plays and pauses');

// ---- plots ----
const area = page.locator('.plot-area').first();
await area.scrollIntoViewIfNeeded();
const box = await area.boundingBox();
await page.mouse.click(box.x + 46 + 0.5 * (box.width - 56), box.y + 40);
check(Math.abs((await frame()) - (frames - 1) / 2) <= 1, 'a click on a plot moves time', await frame());
await page.mouse.move(box.x + 46 + 0.5 * (box.width - 56), box.y + 40);
await page.mouse.down();
await page.mouse.move(box.x + 46 + 0.25 * (box.width - 56), box.y + 50, { steps: 3 });
await page.mouse.up();
check(Math.abs((await frame()) - (frames - 1) / 4) <= 1, 'dragging on a plot moves time', await frame());
const playhead = () => page.locator('.plot-playhead').first().evaluate((e) => e.getBoundingClientRect().left);
await drawn(page);
const before = await playhead();
await page.evaluate((at) => window.gyreReplay.seekFrame(at), frames - 1);
await drawn(page);
check((await playhead()) > before + 50, 'the playhead follows time', before, await playhead());
const legend = await page.locator('.plot-legend').first().textContent();
const total = rows.slice(-bodies).reduce((sum, row) => sum + row.energy, 0);
check(Math.abs(Number(legend.match(/total (\S+)/)[1].split('kinetic')[0].replace('−', '-')) - total) < 1e-3 * Math.max(1, Math.abs(total)), 'the legend shows the energy of the frame', legend, total);

// ---- switches ----
await page.click('#follow');
check((await page.getAttribute('#follow', 'aria-pressed')) === 'true', 'follow is on');
await page.click('#reset');
check((await page.getAttribute('#follow', 'aria-pressed')) === 'false', 'Reset view ends following');
for (const name of ['v', 'F', 'axes', 'springs', 'grid', 'shadows', 'trails']) await page.locator(`#show-${name}`).click();
await drawn(page);
const theme = await page.evaluate(() => document.documentElement.dataset.theme);
await page.click('#theme');
check((await page.evaluate(() => document.documentElement.dataset.theme)) !== theme, 'the theme changes');
check(page.trouble.length === 0, 'there are no errors, warnings, dialogs or requests', page.trouble);
await page.close();

// ---- window sizes ----
for (const [width, height] of [[360, 640], [800, 600], [1280, 720]]) {
  const window = await browser.open(shop.at('run.html'), { width, height });
  await ready(window);
  const wrong = await overlaps(window);
  check(wrong.length === 0, `nothing overlaps or leaves a window of ${width} x ${height}`, wrong.slice(0, 8));
  check(window.trouble.length === 0, 'the page has no errors', window.trouble);
  await window.close();
}

await browser.close();
shop.close();
finish();
