// The live page: runs a scene with the library in WebAssembly and shows stage, controls, editor and instruments.
import { element, isMotionReduced, tidy } from '../view/dom.js';
import { createPanel } from '../view/panel.js';
import { createThemeSwitch } from '../view/theme.js';
import { startEngine } from '../engine/engine.js';
import { BODY } from '../engine/run.js';
import { createEditor } from './editor.js';
import { createFiles } from './files.js';
import { createGallery } from './gallery.js';
import { createLedger, createPlots } from './instruments.js';
import { createMethods, createTransport } from './controls.js';
import { createStatus } from './status.js';
import { createTabs } from './tabs.js';
import { Session } from './session.js';
import { fromFragment, gunzip } from './share.js';
import { createViews } from './views.js';

const FIRST = 'tennis-racket';
const NUMBERS_EVERY = 120; // [ms] between updates of numbers; digits that change faster are unreadable

async function libraryBytes() {
  const packed = Uint8Array.from(atob(document.getElementById('library').textContent.trim()), (c) => c.charCodeAt(0));
  return gunzip(packed);
}

function createPage(engine) {
  const session = new Session(engine);
  let example = null; // name of the example that the page shows; null after an edit
  let isDirty = true, lastNumbers = 0, selected = -1;
  const touch = () => { isDirty = true; };
  const numbersSoon = () => { lastNumbers = 0, isDirty = true; };
  const status = createStatus(session, () => example);
  const { tell } = status;

  // ---- loading scenes ----

  function shown({ isNew }) {
    views.build({ keepsView: !isNew });
    selected = -1;
    select(session.facts.findIndex(({ kind }) => kind === 'dynamic'), false);
    title.textContent = tidy(session.run.title, 200) || 'Untitled scene';
    gallery.mark(example);
    methods.clear();
    methods.update();
    numbersSoon();
  }

  // Starts the run, unless the user's system asks for reduced motion.
  function begin() {
    if (!isMotionReduced()) session.play();
  }

  function takeText(text) {
    const kept = { ...session.chosen };
    const own = session.run.method;
    let problems;
    try {
      problems = session.load(text, kept);
    } catch { // the new scene does not support the chosen method or step
      try {
        problems = session.load(text);
      } catch (error) {
        return [{ line: 0, column: 0, text: error.message }];
      }
    }
    if (problems.length > 0) return problems;
    if (!kept.method && own !== session.run.method) tell(`Method: ${session.run.method}.`);
    example = engine.examples.find((e) => e.text === text)?.name ?? null;
    shown({ isNew: false });
    return [];
  }

  function takeExample(name, chosen = {}) {
    const byName = (wanted) => engine.examples.find((e) => e.name === wanted);
    if (!byName(name)) tell(`Unknown example: ${tidy(name, 60)}.`);
    const found = byName(name) ?? byName(FIRST);
    session.load(found.text, chosen);
    example = found.name;
    editor.set(found.text);
    shown({ isNew: true });
    begin();
  }

  async function takeFragment() {
    const said = await fromFragment(location.hash).catch((error) => {
      tell(`Invalid link: ${error.message}`);
      return null;
    });
    const { example: name = FIRST, text, ...chosen } = said ?? {};
    try {
      if (text === undefined) return takeExample(name, chosen);
      const problems = session.load(text, chosen);
      example = null;
      if (session.runs.length === 0) takeExample(FIRST); // runs an example, because the page needs a run
      editor.set(text);
      if (problems.length > 0) {
        editor.show(problems);
        tabs.open('scene');
        tell('The scene of this link has problems.');
        return;
      }
      shown({ isNew: true });
      begin();
    } catch (error) {
      tell(error.message);
      if (session.runs.length === 0) takeExample(FIRST);
    }
  }

  function choose(change) {
    const wasSplit = session.isSplit;
    session.choose(change);
    views.build({ keepsView: session.isSplit === wasSplit });
    select(selected, false);
    session.play();
    numbersSoon();
  }

  // ---- parts of the page ----

  const act = {
    play: () => { session.play(), numbersSoon(); },
    pause: () => { session.pause(), numbersSoon(); },
    step: () => { session.step(1), numbersSoon(); },
    reset: () => { session.reset(), views.clear(), numbersSoon(); },
    runSteps(n) {
      session.reset();
      views.clear();
      session.step(n);
      numbersSoon();
    },
    fit: () => { views.fit(), touch(); },
    setSpeed: (speed) => { session.speed = speed; },
    show: (what, isOn) => { views.show(what, isOn), touch(); },
  };
  const transport = createTransport(session, act);
  const views = createViews(session, {
    isHand: transport.isHand, onChange: touch, tell,
    onSelect: (body) => select(body, true),
    onTouch: () => { if (!session.isPlaying && session.hand) session.play(); numbersSoon(); },
    onFollow: () => showFollow(),
  });
  const gallery = createGallery(engine, (name) => {
    takeExample(name);
    history.replaceState(null, '', `#example=${encodeURIComponent(name)}`);
    // in a narrow window the gallery is below the stage
    views.element.scrollIntoView({ block: 'nearest', behavior: isMotionReduced() ? 'instant' : 'smooth' });
  });
  const editor = createEditor(takeText);
  const methods = createMethods(engine, session, choose);
  const plots = createPlots(), ledger = createLedger(), panel = createPanel();
  const follow = element('button', { type: 'button', class: 'key', id: 'follow', 'aria-pressed': 'false', onclick: () => {
    views.follow(views.followed === selected ? -1 : selected);
    touch();
  } }, 'Follow');
  function showFollow() {
    follow.setAttribute('aria-pressed', String(selected >= 0 && views.followed === selected));
  }
  const files = createFiles({
    session, tell,
    name: () => example ?? 'scene',
    where: () => ({ example, text: session.text, ...session.chosen }),
  });
  const toEditor = element('button', { type: 'button', class: 'key', id: 'from-here', title: 'Put the scene with its current state into the editor', onclick: () => {
    editor.set(session.run.sceneText());
    takeText(editor.text);
  } }, 'Edit from here');

  function select(body, isRinged) {
    selected = body;
    views.select(isRinged ? body : -1);
    showFollow();
    if (body >= 0) panel.setBody(session.facts[body]);
    numbersSoon();
  }

  const title = element('p', { class: 'scene-title', dir: 'auto' });
  const tabs = createTabs([
    { id: 'examples', name: 'Examples', side: 'left', content: [gallery.element] },
    { id: 'scene', name: 'Scene', side: 'left', content: [editor.element, element('div', { class: 'keys' }, toEditor)] },
    { id: 'method', name: 'Method', side: 'right', content: [methods.element, ledger.element] },
    { id: 'plots', name: 'Plots', side: 'right', content: [plots.element] },
    { id: 'body', name: 'Body', side: 'right', content: [panel.element, element('div', { class: 'keys' }, follow)] },
    { id: 'files', name: 'Files', side: 'right', content: [files] },
  ], () => { editor.redraw(), numbersSoon(); });

  const theme = createThemeSwitch((name) => { views.setTheme(name), numbersSoon(); });
  document.body.replaceChildren(
    element('header', {}, element('h1', {}, 'Gyre'), title, theme),
    element('main', {}, views.element, transport.element, status.element),
    tabs.nav, tabs.left, tabs.right);

  // ---- the loop ----

  function showNumbers() {
    transport.update();
    status.update();
    ledger.update(session);
    plots.update(session);
    if (selected < 0) return;
    const all = session.run.numbers(), at = BODY.stride * selected;
    const take = (from, count) => Array.from(all.subarray(at + from, at + from + count));
    panel.setNumbers({
      x: take(BODY.position, 3), q: take(BODY.orientation, 4), v: take(BODY.velocity, 3), w: take(BODY.spin, 3),
      P: take(BODY.momentum, 3), L: take(BODY.angularMomentum, 3), energy: all[at + BODY.energy],
    });
  }

  let before = performance.now();
  function frame(now) {
    const wasPlaying = session.isPlaying || session.wanted > 0;
    session.tick(Math.max(0, now - before) / 1000);
    before = now;
    if ((wasPlaying && session.wanted === 0) || isDirty) {
      isDirty = false;
      views.draw();
    }
    const hasStopped = wasPlaying && !session.isPlaying && session.wanted === 0;
    if (now - lastNumbers > NUMBERS_EVERY || hasStopped) {
      showNumbers();
      lastNumbers = session.isPlaying || session.wanted > 0 ? now : Infinity; // draws a paused run once
    }
  }
  const loop = (now) => {
    try {
      frame(now);
    } catch (error) {
      status.fail(error); // after a trap the library's memory may be corrupt
      return;
    }
    requestAnimationFrame(loop);
  };

  new ResizeObserver(() => { views.resize(), numbersSoon(); }).observe(views.element);
  addEventListener('hashchange', () => takeFragment());
  const keys = { ' ': () => (session.isPlaying ? act.pause() : act.play()), s: act.step, r: act.reset, f: act.fit, h: transport.toggleHand };
  addEventListener('keydown', (event) => {
    const taken = event.key === ' ' ? 'input, textarea, select, button' : 'input:not([type=checkbox]), textarea, select';
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(taken)) return;
    keys[event.key]();
    event.preventDefault();
  });
  return { begin: async () => { await takeFragment(), gallery.draw(), requestAnimationFrame(loop); } };
}

async function begin() {
  try {
    const engine = await startEngine(await libraryBytes());
    await createPage(engine).begin();
    document.documentElement.dataset.ready = 'yes';
  } catch (error) {
    document.body.append(element('p', { class: 'failure', role: 'alert' }, `The page failed to start: ${error.message}`));
    throw error;
  }
}
begin();
