// The replay page: reads the data in the page, builds the page and plays the run.
//
// window.gyreReplay is for the console and for tests: frame(), seekFrame(k), select(i), numbersAt(i, k), play(), pause(),
// clock, isSettled() (true when no redraw is pending), and cost: JavaScript time of the last frame [ms], without drawing.
import { element, isMotionReduced, tidy } from '../view/dom.js';
import { numberText, spanText } from '../view/numbers.js';
import { createPanel } from '../view/panel.js';
import { createPlot } from '../view/plots.js';
import { createStage } from '../view/stage.js';
import { createThemeSwitch } from '../view/theme.js';
import { createArrowChooser } from './arrows.js';
import { createClock } from './clock.js';
import { columnOf, lengths, readMeshes, readTracks, unpack } from './data.js';
import { createLedger } from './ledger.js';
import { createRun } from './run.js';
import { createTransport } from './transport.js';

const TRAIL_PIECES_MAX = 400000;
const FAR_TRAVEL = 14; // [body sizes] the camera follows a body whose path is longer than this
const SHORT_TRAILS_FROM = 13; // below this number of bodies, trails show the whole path

// ---- parts of the page ----

function createHead(page, run, theme) {
  const facts = [`method ${page.method}`, `dt = ${numberText(page.dt)} s`, `${page.bodies.length} ${page.bodies.length === 1 ? 'body' : 'bodies'}`,
    spanText(run.times[run.frames - 1] - run.times[0])];
  return element('header', { class: 'head' },
    element('div', { class: 'head-text' },
      element('h1', { dir: 'auto', title: tidy(page.title, 400) }, tidy(page.title, 140) || 'Gyre replay'),
      element('p', { class: 'facts' }, facts.join(' · '), ' · ', element('span', { class: 'hash', title: 'Hash of the final state; equal on every machine' }, `hash ${page.hash}`)),
      page.is_early ? element('p', { class: 'warning' }, 'The run was stopped early; the replay ends there.') : null,
      page.stride > 1 ? element('p', { class: 'warning' }, `Of ${page.frames_recorded} recorded frames, this page shows one in ${page.stride}.`) : null),
    theme);
}

function createChips(shown, labels, onChange) {
  return labels.map(([name, words]) => element('label', { class: `chip chip-${name}` },
    element('input', { type: 'checkbox', id: `show-${name}`, checked: shown[name], onchange: (event) => { shown[name] = event.target.checked; onChange(name); } }), words));
}

function createPlots(run, onSeek) {
  const { frames, times, tracks } = run, { world } = tracks;
  const xyz = (quantity) => [0, 1, 2].map((c) => columnOf(quantity, c, frames));
  const xyzSeries = (name) => [{ name: `|${name}|`, color: 0 }, ...['x', 'y', 'z'].map((c, i) => ({ name: name + c, color: i + 1 }))];
  const kinetic = columnOf(world.kinetic, 0, frames), potential = columnOf(world.potential, 0, frames);
  const energy = createPlot({ title: 'Energy', unit: 'J', onSeek, series: [{ name: 'total', color: 0 }, { name: 'kinetic', color: 1 }, { name: 'potential', color: 3 }] });
  const momentum = createPlot({ title: 'Momentum', unit: 'kg m/s', onSeek, series: xyzSeries('P') });
  const angular = createPlot({ title: 'Angular momentum', hint: 'about the origin', unit: 'kg m²/s', onSeek, series: xyzSeries('L') });
  const spin = createPlot({ title: 'ω', unit: 'rad/s', onSeek, series: xyzSeries('ω') });
  const all = run.bodies.length > 0 ? [energy, spin, angular, momentum] : [energy, angular, momentum];
  return {
    all,
    load() {
      energy.setData(times, [kinetic.map((a, k) => a + potential[k]), kinetic, potential]);
      momentum.setData(times, [lengths(world.P, frames), ...xyz(world.P)]);
      angular.setData(times, [lengths(world.L, frames), ...xyz(world.L)]);
    },
    setBody(i) {
      const { w } = tracks.bodies[i];
      spin.setTitle(`Angular velocity of ${tidy(run.bodies[i].name, 40)}`);
      spin.setData(times, [lengths(w, frames), ...xyz(w)]);
    },
  };
}

// Loads the trails. In long runs of many bodies, trails omit some frames.
function loadTrails(run, stage) {
  const tracked = run.bodies.map((_, i) => i).filter((i) => run.tracks.bodies[i].x.n);
  const every = Math.max(1, Math.ceil((tracked.length * run.frames) / TRAIL_PIECES_MAX));
  const pieces = Math.floor((run.frames - 1) / every);
  if (tracked.length === 0 || pieces < 1) return () => {};
  stage.trails.reserve(tracked.map((i) => run.bodies[i]), pieces);
  stage.trails.load((piece, out) => tracked.forEach((i, slot) => {
    const { x } = run.tracks.bodies[i], k = Math.min(piece * every, x.count - 1);
    for (let c = 0; c < 3; c++) out[3 * slot + c] = k < 0 ? NaN : x.first[c] + x.n[c][k] * x.step;
  }));
  const length = tracked.length < SHORT_TRAILS_FROM ? pieces : Math.max(2, Math.round(0.08 * pieces));
  return (k) => {
    const now = Math.floor(k / every);
    stage.trails.show(now - length, now);
  };
}

// ---- the page ----

async function start() {
  const page = JSON.parse(document.getElementById('replay').textContent);
  const meshes = page.meshes ? readMeshes(await unpack(page.meshes)) : [];
  const run = createRun(page, readTracks(await unpack(page.tracks)));
  if (run.frames === 0) throw new Error('this recording has no frames');

  const shown = { L: true, w: true, v: false, F: false, axes: false, trails: true, grid: true, shadows: page.bodies.length <= 2000, springs: true };
  const canvas = element('canvas', { class: 'stage', id: 'stage', role: 'img', 'aria-label': '3-D view of the bodies. Drag to turn the camera, scroll or pinch to zoom, click a body to select it.' });
  const note = element('p', { class: 'stage-note', hidden: true });
  let stage = null, stale = true, selected = -1, theme = 'dark', arrowsAt = null, showTrails = null;
  const touch = () => { stale = true; };
  const clock = createClock(run, touch);
  const transport = createTransport(clock, run);
  const panel = createPanel();
  const plots = createPlots(run, (t) => { clock.state.isPlaying = false; clock.seekFrame(nearest(t)); });
  const themeSwitch = createThemeSwitch((name) => {
    theme = name;
    stage?.setTheme(name);
    for (const plot of plots.all) plot.redraw();
    touch();
  });

  function nearest(t) {
    const k = run.frameAt(t);
    return k + 1 < run.frames && run.times[k + 1] - t < t - run.times[k] ? k + 1 : k;
  }

  const chooser = element('select', { id: 'body', 'aria-label': 'Body', onchange: () => select(Number(chooser.value)) },
    ...run.bodies.map((body, i) => element('option', { value: i }, tidy(body.name, 60))));
  const follow = element('button', { type: 'button', class: 'key', id: 'follow', 'aria-pressed': 'false', title: 'Move the camera with the body (f)', onclick: () => setFollowed(!isFollowing()) }, 'Follow');
  const reset = element('button', { type: 'button', class: 'key', id: 'reset', title: 'Show the whole run again (r)', onclick: resetView }, 'Reset view');
  const isFollowing = () => follow.getAttribute('aria-pressed') === 'true';

  function setFollowed(isOn) {
    follow.setAttribute('aria-pressed', String(isOn));
    stage?.follow(isOn ? selected : -1);
    touch();
  }

  function resetView() {
    follow.setAttribute('aria-pressed', 'false');
    stage?.follow(-1);
    stage?.fit();
    touch();
  }

  function select(i) {
    if (i === selected || !run.bodies[i]) return;
    selected = i;
    chooser.value = String(i);
    panel.setBody(run.bodies[i]);
    plots.setBody(i);
    stage?.select(i);
    if (isFollowing()) stage?.follow(i);
    touch();
  }

  const layers = [['grid', 'grid'], ['shadows', 'shadows'], ['trails', 'trails'], ['springs', 'springs']].filter(([name]) => name !== 'springs' || page.springs.length > 0);
  const vectors = [['L', 'L'], ['w', 'ω'], ['v', 'v'], ['F', 'force'], ['axes', 'axes']];
  const cell = element('span', { class: 'cell' });
  const shows = element('div', { class: 'shows', role: 'group', 'aria-label': 'Show' },
    ...createChips(shown, vectors, touch), ...createChips(shown, layers, (name) => { stage?.show(name, shown[name]); touch(); }), cell);

  document.body.append(element('main', { class: 'replay' },
    createHead(page, run, themeSwitch),
    element('div', { class: 'stage-box' }, canvas, note),
    transport.element, shows,
    element('aside', { class: 'side' },
      element('div', { class: 'chooser' }, chooser, follow, reset),
      run.bodies.length > 0 ? panel.element : null,
      element('div', { class: 'plots' }, ...plots.all.map((plot) => plot.element)),
      page.ledger ? createLedger(page.ledger) : null,
      element('p', { class: 'note' }, 'Numbers are values at recorded frames; the view interpolates between frames. Each stored quantity has an error of at most one millionth of its largest change from the first frame. ',
        `Written by ${page.generator}.`))));

  // ---- view ----

  try {
    stage = createStage(canvas, run.bodies, { meshes, springs: page.springs, bounds: run.bounds, theme, onChange: touch });
    arrowsAt = createArrowChooser(run, stage);
    showTrails = loadTrails(run, stage);
    for (const [name] of layers) stage.show(name, shown[name]);
    cell.textContent = `grid ${numberText(stage.cell, 3)} m`;
  } catch (error) {
    console.warn(error); // the rest of the page works without the view
    canvas.hidden = true;
    note.hidden = false;
    note.textContent = 'The 3-D view needs WebGL2, which is not available in this browser. Numbers and plots are complete.';
  }

  const poses = new Float64Array(7 * run.bodies.length);
  function place(k) {
    const t = clock.state.t, next = Math.min(k + 1, run.frames - 1);
    const part = next > k ? (t - run.times[k]) / (run.times[next] - run.times[k]) : 0;
    run.posesAt(k, part, poses);
    for (const spring of page.springs) spring.isOff = t < (spring.from ?? -Infinity) || t > (spring.until ?? Infinity);
    stage.setPoses(poses);
    stage.setArrows(arrowsAt(k, selected, shown));
    showTrails(k);
  }

  const handle = { frame: clock.frame, seekFrame: clock.seekFrame, select, numbersAt: run.numbersAt, play: clock.play, pause: clock.pause, clock, cost: 0, drawn: 0, isSettled: () => !stale };
  function update() {
    if (stale) {
      stale = false;
      const began = performance.now(), k = clock.frame();
      transport.update(k);
      if (selected >= 0) panel.setNumbers(run.numbersAt(selected, k), run.largestOf(selected));
      for (const plot of plots.all) plot.setPlayhead(clock.state.isPlaying ? clock.state.t : run.times[k]);
      if (stage) place(k);
      handle.cost = performance.now() - began;
      stage?.render();
      handle.drawn++;
    }
    requestAnimationFrame(update);
  }

  // ---- input ----

  let pressed = null;
  canvas.addEventListener('pointerdown', (event) => { pressed = [event.clientX, event.clientY]; });
  canvas.addEventListener('pointerup', (event) => {
    if (!stage || !pressed || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > 5) return;
    const box = canvas.getBoundingClientRect();
    const hit = stage.pick(event.clientX - box.left, event.clientY - box.top);
    if (hit) select(hit.body);
  });
  document.addEventListener('keydown', (event) => {
    if (transport.onKey(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.('select, textarea, input:not([type=checkbox])')) return;
    if (event.key === 'f') setFollowed(!isFollowing());
    if (event.key === 'r') resetView();
  });
  new ResizeObserver(() => {
    stage?.resize();
    for (const plot of plots.all) plot.redraw();
    touch();
  }).observe(document.querySelector('.replay'));

  plots.load();
  if (run.bodies.length > 0) select(Math.max(0, run.bodies.findIndex((body) => body.kind === 'dynamic')));
  // A single body that travels far would be a dot in a view of its whole path.
  if (stage && run.bodies.length === 1 && stage.size > FAR_TRAVEL * stage.reach(0)) {
    place(0); // the camera follows from the position in the first frame
    setFollowed(true);
  }
  window.gyreReplay = handle;
  update();
  if (!isMotionReduced()) clock.play();
}

start().catch((error) => {
  document.body.append(element('p', { class: 'failure', role: 'alert' }, `This replay cannot be shown: ${error.message}`));
});
