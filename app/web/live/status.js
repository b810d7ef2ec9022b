// Status lines: time, steps, the hash of the state, and the command that prints the same hash.
import { element } from '../view/dom.js';
import { numberText, spanText } from '../view/numbers.js';

const LONG_AGO = 6000; // [ms] how long a message stays visible

export function createStatus(session, exampleName) {
  const value = (id, title) => element('output', { id, title });
  const time = value('time', 'simulated time'), steps = value('steps', 'steps taken'), pace = value('pace', 'simulated time per second');
  const hash = value('hash', 'hash of the state: equal on every machine');
  const touched = element('span', { class: 'tag', id: 'touched', hidden: true, title: 'Pushed or pulled by hand: the hash differs from the hash of the scene alone' }, 'touched');
  const dropped = element('span', { class: 'tag', id: 'dropped', hidden: true, title: 'Real time that was skipped because this machine is too slow for the scene' });
  const command = element('code', { id: 'command', title: 'prints the same hash' });
  const message = element('p', { class: 'message', id: 'message', role: 'status' });
  const root = element('div', { class: 'status' },
    element('p', { class: 'status-line' }, 't = ', time, element('span', { class: 'dot' }, '·'), steps, ' steps', pace, dropped),
    element('p', { class: 'status-line' }, 'hash ', hash, touched),
    element('p', { class: 'status-line command-line' }, command),
    message);
  let told = '', toldAt = 0;

  // The value of --duration for the same number of steps. The command takes round(duration / dt) steps, so twelve digits
  // suffice in most cases; otherwise JavaScript writes the shortest digits that read back exactly, as the library does.
  function durationText({ steps, dt }) {
    const short = Number((steps * dt).toPrecision(12));
    return String(Math.round(short / dt) === steps ? short : steps * dt);
  }

  function commandWords() {
    const { run, chosen } = session;
    const parts = ['gyre', 'run', exampleName() ?? 'scene.json'];
    if (chosen.method) parts.push('--method', run.method);
    if (chosen.dt) parts.push('--dt', String(run.dt));
    if (run.steps > 0) parts.push('--duration', durationText(run));
    return [...parts, '--quiet', '--hash'];
  }

  return {
    element: root,
    tell(text) {
      told = text, toldAt = performance.now();
      message.textContent = text;
    },
    update() {
      const { run } = session;
      time.textContent = session.naturalSpeed === 1 ? `${numberText(run.time, 6)} s` : spanText(run.time);
      steps.textContent = String(run.steps);
      hash.textContent = session.isSplit ? session.runs.map((r) => r.hash).join(' | ') : run.hash;
      touched.hidden = !run.isTouched;
      pace.textContent = session.naturalSpeed === 1 ? '' : ` · 1 s shows ${spanText(session.naturalSpeed * session.speed)}`;
      dropped.hidden = session.droppedReal < 0.05;
      dropped.textContent = `dropped ${session.droppedReal.toFixed(1)} s`;
      command.hidden = run.isTouched || run.steps === 0;
      const words = commandWords().map((word) => element('span', {}, word)); // lines break only between words
      command.replaceChildren(...words.flatMap((word) => [word, ' ']));
      if (performance.now() - toldAt > LONG_AGO) told = '';
      message.textContent = session.message || (session.wanted > 0 ? `${session.wanted} steps left` : told);
    },
    fail(error) {
      message.textContent = `The library stopped: ${error.message}. Reload the page.`;
      console.error(error);
    },
  };
}
