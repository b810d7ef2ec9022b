// Transport bar below the stage, and the method panel.
import { element, icon } from '../view/dom.js';
import { numberText } from '../view/numbers.js';

const ICONS = {
  play: 'M7 4.5v15l12.5-7.5Z',
  pause: 'M6 4.5h4.2v15H6ZM13.8 4.5H18v15h-4.2Z',
  step: 'M5 4.5v15L15.5 12ZM16.5 4.5H19v15h-2.5Z',
  reset: 'M12 4a8 8 0 1 1-7.7 5.8l2.3.7A5.6 5.6 0 1 0 12 6.4V10L6.2 5.2 12 .4Z',
  hand: 'M8.5 12V5.4a1.4 1.4 0 0 1 2.8 0V11h.6V3.6a1.4 1.4 0 0 1 2.8 0V11h.6V5.2a1.4 1.4 0 0 1 2.8 0v9.2c0 4.6-2.6 7.6-6.6 7.6-3 0-4.8-1.4-6.2-4.2L2.8 13c-.9-1.8 1.2-3 2.5-1.6Z',
  eye: 'M12 5c5 0 8.7 3.6 10.5 7-1.8 3.4-5.5 7-10.5 7S3.3 15.4 1.5 12C3.3 8.6 7 5 12 5Zm0 2.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8Zm0 2.2a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z',
  fit: 'M3 3h7v2.4H7.1l3.6 3.6-1.7 1.7-3.6-3.6V10H3ZM21 21h-7v-2.4h2.9l-3.6-3.6 1.7-1.7 3.6 3.6V14H21ZM21 3v7h-2.4V7.1L15 10.7 13.3 9l3.6-3.6H14V3ZM3 21v-7h2.4v2.9L9 13.3l1.7 1.7-3.6 3.6H10V21Z',
};
const SPEEDS = [[1 / 32, '1/32 ×'], [1 / 8, '1/8 ×'], [1 / 4, '1/4 ×'], [1 / 2, '1/2 ×'], [1, '1 ×'], [2, '2 ×'], [4, '4 ×']];
const STEPS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16, 32];
const MOST_STEPS = 1000000;

const key = (id, name, label, onclick, more = {}) =>
  element('button', { type: 'button', class: 'key', id, 'aria-label': label, title: label, onclick, ...more }, icon(ICONS[name]));

const option = (value, text, isSelected) => element('option', { value, selected: isSelected }, text);

/** The step as text: "1/60" if the step is one second divided by an integer. */
export function stepText(dt) {
  const inverse = 1 / dt;
  return dt < 1 && Math.abs(inverse - Math.round(inverse)) < 1e-9 * inverse ? `1/${Math.round(inverse)}` : numberText(dt, 6);
}

/** do: { play(), pause(), step(), reset(), runSteps(n), fit(), setSpeed(x), show(what, isOn) } */
export function createTransport(session, act) {
  const play = key('play', 'play', 'Play (space)', () => (session.isPlaying ? act.pause() : act.play()), { class: 'key primary' });
  const hand = key('hand', 'hand', 'Hand: click a body to push it, drag it to pull it', () => setHand(true), { 'aria-pressed': 'true' });
  const eye = key('eye', 'eye', 'Eye: click a body to select it, drag to turn the view', () => setHand(false), { 'aria-pressed': 'false' });
  const speed = element('select', { id: 'speed', 'aria-label': 'Speed', title: 'Speed', onchange: () => act.setSpeed(Number(speed.value)) },
    ...SPEEDS.map(([value, text]) => option(value, text, value === 1)));
  const count = element('input', { id: 'count', type: 'number', min: 1, max: MOST_STEPS, step: 1, value: 600, 'aria-label': 'Number of steps' });
  const runSteps = element('button', { type: 'button', class: 'key', id: 'run-steps', title: 'Restart and take exactly this number of steps' }, 'Run steps');
  const run = () => {
    const n = Math.round(Number(count.value));
    if (n >= 1 && n <= MOST_STEPS) act.runSteps(n);
  };
  runSteps.addEventListener('click', run);
  count.addEventListener('keydown', (event) => { if (event.key === 'Enter') run(); });
  let isHand = true;
  function setHand(on) {
    isHand = on;
    hand.setAttribute('aria-pressed', String(on));
    eye.setAttribute('aria-pressed', String(!on));
  }
  const chip = (what, text, isOn = false) => {
    const box = element('input', { type: 'checkbox', id: `show-${what}`, checked: isOn, onchange: () => act.show(what, box.checked) });
    return element('label', { class: `chip chip-${what}` }, box, text);
  };

  const root = element('div', { class: 'transport' },
    element('div', { class: 'group' }, key('reset', 'reset', 'Reset to the start (R)', act.reset), play, key('step', 'step', 'One step (S)', act.step)),
    element('div', { class: 'group' }, speed),
    element('div', { class: 'group', role: 'group', 'aria-label': 'Pointer mode' }, hand, eye, key('fit', 'fit', 'Fit the view (F)', act.fit)),
    element('div', { class: 'group' }, count, runSteps),
    element('div', { class: 'group chips', role: 'group', 'aria-label': 'Show' },
      chip('trails', 'trails', true), chip('L', 'L', true), chip('w', 'ω', true), chip('v', 'v'), chip('axes', 'axes')));
  // after a mouse click the space key must act on the page (play, pause), not on the focused button
  root.addEventListener('click', (event) => { if (event.detail > 0) event.target.closest('button')?.blur(); });
  return {
    element: root,
    isHand: () => isHand,
    toggleHand: () => setHand(!isHand),
    update() {
      const words = session.isPlaying ? 'Pause (space)' : 'Play (space)';
      if (play.title === words) return;
      play.replaceChildren(icon(session.isPlaying ? ICONS.pause : ICONS.play));
      play.title = words;
      play.setAttribute('aria-label', words);
    },
  };
}

/** choose(change) throws if the scene does not support the change. */
export function createMethods(engine, session, choose) {
  const list = () => engine.methods.map(({ name }) => option(name, name));
  const method = element('select', { id: 'method', 'aria-label': 'Method' }, ...list());
  const other = element('select', { id: 'other', 'aria-label': 'Method on the right' }, ...list());
  const isSplit = element('input', { type: 'checkbox', id: 'split' });
  const step = element('select', { id: 'dt', 'aria-label': 'Step size' });
  const about = element('p', { class: 'hint' });
  const refusal = element('p', { class: 'refusal', id: 'refusal', role: 'status' });
  let before = 'semi_implicit_euler'; // the last method chosen for comparison

  function attempt(change) {
    try {
      choose(change);
      refusal.textContent = '';
    } catch (error) {
      refusal.textContent = error.message;
    }
    update();
  }
  method.addEventListener('change', () => attempt({ method: method.value }));
  other.addEventListener('change', () => { before = other.value; attempt({ other: other.value }); });
  isSplit.addEventListener('change', () => attempt({ other: isSplit.checked ? before : null }));
  step.addEventListener('change', () => attempt({ dt: step.value === 'own' ? null : Number(step.value) }));

  let own = 0;
  function update() {
    method.value = session.run.method;
    isSplit.checked = session.isSplit;
    other.disabled = !session.isSplit;
    other.value = session.isSplit ? session.runs[1].method : before;
    about.textContent = engine.methods.find(({ name }) => name === session.run.method)?.text ?? '';
    if (session.ownStep !== own) {
      own = session.ownStep;
      step.replaceChildren(...STEPS.map((factor) => (factor === 1 ? option('own', `${stepText(own)} s (scene)`)
        : option(String(own * factor), `${stepText(own * factor)} s`))));
    }
    const chosen = session.chosen.dt;
    if (chosen && !Array.from(step.options).some(({ value }) => Number(value) === chosen)) step.append(option(String(chosen), `${stepText(chosen)} s`));
    step.value = chosen ? String(chosen) : 'own';
  }

  const field = (label, control) => element('label', { class: 'field' }, element('span', {}, label), control);
  const root = element('div', { class: 'methods' },
    field('Method', method), field('Step', step), about,
    element('div', { class: 'field' }, element('label', { class: 'chip' }, isSplit, 'Compare'), other), refusal);
  return { element: root, update, clear: () => { refusal.textContent = ''; } };
}
