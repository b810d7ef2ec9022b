// Transport bar below the view: buttons, timeline, speed, and their keyboard shortcuts.
import { element, icon } from '../view/dom.js';
import { numberText, spanText, steadyText } from '../view/numbers.js';

const ICONS = {
  start: 'M6 5h2v14H6ZM19 5v14L9 12Z', back: 'M15 5v14L5 12ZM17 5h2v14h-2Z', play: 'M7 4v16l13-8Z', pause: 'M6 4h4v16H6ZM14 4h4v16h-4Z',
  forward: 'M9 5v14l10-7ZM5 5h2v14H5Z', end: 'M16 5h2v14h-2ZM5 5v14l10-7Z',
  loop: 'M7 7h9V4l5 4.5-5 4.5v-3H7v4H4V10a3 3 0 0 1 3-3ZM17 17H8v3l-5-4.500 5-4.500v3h9v-4h3v4a3 3 0 0 1-3 3Z',
};
const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];

function key(name, words, keys, onclick) {
  return element('button', { type: 'button', class: 'key', id: name, 'aria-label': words, title: `${words} (${keys})`, onclick }, icon(ICONS[name]));
}

export function createTransport(clock, run) {
  const { state } = clock;
  const play = key('play', 'Play', 'space', clock.toggle);
  play.classList.add('primary');
  const loop = key('loop', 'Loop', 'l', () => toggleLoop());
  loop.setAttribute('aria-pressed', 'true');
  const slider = element('input', { type: 'range', id: 'timeline', min: 0, max: run.frames - 1, step: 1, value: 0, 'aria-label': 'Time',
    oninput: () => { state.isPlaying = false; clock.seekFrame(Number(slider.value)); } });
  const speed = element('select', { id: 'speed', 'aria-label': 'Speed', onchange: () => { state.speed = Number(speed.value); } },
    ...SPEEDS.map((s) => element('option', { value: s, selected: s === 1 }, `${s}×`)));
  const time = element('output', { id: 'time', for: 'timeline' });
  const frame = element('output', { id: 'frame', for: 'timeline' });
  const pace = clock.rate === 1 ? null : element('span', { class: 'pace' }, `1 s shows ${spanText(clock.rate)}`);
  const root = element('div', { class: 'transport', role: 'group', 'aria-label': 'Playback' },
    element('div', { class: 'timeline' }, slider),
    element('div', { class: 'keys' }, key('start', 'To the start', 'home', () => clock.seekFrame(0)), key('back', 'One frame back', ',', () => clock.step(-1)),
      play, key('forward', 'One frame forward', '.', () => clock.step(1)), key('end', 'To the end', 'end', () => clock.seekFrame(run.frames - 1)), loop, speed),
    element('div', { class: 'readout' }, time, frame, pace));

  function toggleLoop() {
    state.isLooping = !state.isLooping;
    loop.setAttribute('aria-pressed', String(state.isLooping));
  }

  function changeSpeed(by) {
    const at = SPEEDS.indexOf(state.speed) + by;
    if (at < 0 || at >= SPEEDS.length) return;
    state.speed = SPEEDS[at];
    speed.value = String(state.speed);
  }

  let wasPlaying = null;
  function update(k) {
    slider.value = String(k);
    const text = `${steadyText(run.times[k], clock.last, 6)} s`;
    slider.setAttribute('aria-valuetext', text);
    time.textContent = text;
    frame.textContent = `frame ${k + 1} of ${run.frames}`;
    if (wasPlaying === state.isPlaying) return;
    wasPlaying = state.isPlaying;
    play.replaceChildren(icon(state.isPlaying ? ICONS.pause : ICONS.play));
    play.setAttribute('aria-label', state.isPlaying ? 'Pause' : 'Play');
    play.title = `${state.isPlaying ? 'Pause' : 'Play'} (space)`;
  }

  const keys = {
    ' ': clock.toggle,
    ',': () => clock.step(-1),
    '.': () => clock.step(1),
    ArrowLeft: () => clock.seek(state.t - clock.rate * Math.min(1, clock.span / clock.rate / 20)),
    ArrowRight: () => clock.seek(state.t + clock.rate * Math.min(1, clock.span / clock.rate / 20)),
    ArrowUp: () => changeSpeed(1),
    ArrowDown: () => changeSpeed(-1),
    Home: () => clock.seekFrame(0),
    End: () => clock.seekFrame(run.frames - 1),
    l: toggleLoop,
  };

  // Handles a key; returns true if it is a shortcut. Form elements keep the keys that they use themselves.
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return false;
    const target = event.target;
    if (target.matches?.('select, textarea, input:not([type=checkbox])')) return false;
    if (event.key === ' ' && target.matches?.('button, summary, input')) return false;
    keys[event.key]();
    event.preventDefault();
    return true;
  }

  return { element: root, update, onKey, rateText: numberText(clock.rate) };
}
