// Time of the replay: play, pause, seek. Independent of the page.

export function createClock(run, onChange) {
  const first = run.times[0], last = run.times[run.frames - 1], span = last - first;
  const rate = naturalRate(span); // simulated seconds per real second at speed 1
  const state = { t: first, isPlaying: false, speed: 1, isLooping: true };
  let before = null;

  function seek(t) {
    state.t = Math.min(Math.max(t, first), last);
    onChange();
  }
  const seekFrame = (k) => seek(run.times[Math.min(Math.max(k, 0), run.frames - 1)]);
  const frame = () => run.frameAt(state.t);

  function play() {
    if (span <= 0 || state.isPlaying) return;
    if (state.t >= last) state.t = first;
    state.isPlaying = true;
    before = null;
    onChange();
    requestAnimationFrame(tick);
  }

  // Pauses at a recorded frame, so that the numbers belong to a recorded state.
  function pause() {
    state.isPlaying = false;
    seekFrame(frame());
  }

  // Advances by the real time since the last call, at most 0.1 s: after the tab was hidden, the replay continues where it stopped.
  function tick(now) {
    if (!state.isPlaying) return;
    const passed = before === null ? 0 : Math.min(now - before, 100) / 1000;
    before = now;
    let t = state.t + passed * rate * state.speed;
    if (t >= last) {
      if (!state.isLooping) {
        state.isPlaying = false;
        return seek(last);
      }
      t = first + ((t - first) % span);
    }
    state.t = t;
    onChange();
    requestAnimationFrame(tick);
  }

  function step(frames) {
    state.isPlaying = false;
    seekFrame(frame() + frames);
  }

  return { state, first, last, span, rate, play, pause, seek, seekFrame, step, frame,
    toggle: () => (state.isPlaying ? pause() : play()) };
}

// Runs of 1 s to 300 s play in real time; other runs are scaled to last about 20 s.
function naturalRate(span) {
  if (span >= 1 && span <= 300) return 1;
  if (!(span > 0)) return 1;
  const raw = span / 20, ten = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((k) => k * ten).find((r) => r >= raw * 0.999);
}
