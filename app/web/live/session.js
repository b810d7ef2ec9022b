// One scene, run by one method or by two in parallel with the same steps. Independent of the page.
import { createHistory } from './history.js';
import { minus, plus, toModel, toWorld } from './pose.js';

const CATCH_UP = 0.25; // maximum real time [s] that one frame simulates, for example after the tab was hidden
const STEPPING_BUDGET = 11; // [ms] per frame for the steps of all runs
const WORK_BUDGET = 30; // [ms] per frame for steps while requested steps remain
const SLOWEST_SCENE = 120; // [s] longer scenes are sped up to take SHOWN_IN
const SHOWN_IN = 30; // [s]
const SCOUT_FRAMES = 60, SCOUT_POSES = 20000, SCOUT_BUDGET = 60; // limits of scout(); the budget in [ms]

// Columns of the history: all quantities of the first run, then the energy of the second run.
export const COLUMN = { kinetic: 0, potential: 1, total: 2, Px: 3, Py: 4, Pz: 5, Lx: 6, Ly: 7, Lz: 8, other: 9 };

export class Session {
  #engine;
  #stepCost = 0.01; // [ms] for one step of all runs
  #wanted = 0; // requested steps not yet taken
  #atOnce = 1; // requested steps per row of the history
  #endsAt = Infinity; // step at the end of the scene's duration

  constructor(engine) {
    this.#engine = engine;
    this.text = '';
    this.runs = [];
    this.facts = []; // kind, mass and appearance of the bodies: see Run.bodies
    this.chosen = { method: null, other: null, dt: null }; // null: the scene's setting; `other` null: no second run
    this.speed = 1;
    this.isPlaying = false;
    this.message = ''; // reason for the last stop
    this.history = createHistory(10);
    this.hand = null; // the held body, the held point of its model, and the target in each run
    this.droppedReal = 0; // real time [s] that was dropped
  }

  get run() { return this.runs[0]; }
  /** Interpolation between the last two states, for drawing. */
  get alpha() { return this.isPlaying ? this.run.alpha : 1; }
  get isSplit() { return this.runs.length > 1; }

  /** Opens the runs of a scene; throws if a method does not support the scene. */
  #open(text, chosen) {
    const runs = [];
    try {
      for (const method of chosen.other ? [chosen.method, chosen.other] : [chosen.method]) {
        const { run, problems } = this.#engine.open(text);
        if (!run) return { runs: [], problems };
        runs.push(run);
        if (chosen.dt) run.setStep(chosen.dt);
        if (method) run.setMethod(method);
      }
    } catch (error) {
      for (const run of runs) run.close();
      throw error;
    }
    return { runs, problems: [] };
  }

  // The step size in the scene file.
  #ownStep(text, chosen, run) {
    if (!chosen.dt) return run.dt;
    const { run: plain } = this.#engine.open(text);
    const { dt } = plain;
    plain.close();
    return dt;
  }

  #take(text, chosen) {
    const { runs, problems } = this.#open(text, chosen);
    if (problems.length > 0) return problems;
    this.ownStep = this.#ownStep(text, chosen, runs[0]);
    for (const run of this.runs) run.close();
    this.runs = runs;
    this.facts = this.run.bodies();
    this.text = text;
    this.chosen = chosen;
    this.message = '';
    this.hand = null;
    this.droppedReal = 0;
    this.history.clear();
    this.#stepCost = 0.01;
    this.#wanted = 0;
    const { duration, dt } = this.run;
    this.naturalSpeed = duration <= SLOWEST_SCENE && dt <= 0.2 ? 1 : duration / SHOWN_IN;
    this.#endsAt = Math.round(duration / dt);
    this.#sample();
    return [];
  }

  /** Loads a scene and returns its problems; with problems the session does not change. */
  load(text, chosen = {}) {
    return this.#take(text, { method: null, other: null, dt: null, ...chosen });
  }

  reset() {
    this.#take(this.text, this.chosen);
  }

  /** Restarts with another method or step; throws and changes nothing if the scene does not support it. */
  choose(change) {
    this.#take(this.text, { ...this.chosen, ...change });
  }

  /** Computes poses over the scene's duration, within SCOUT_BUDGET, to fit the first view to them. */
  scout() {
    const { runs } = this.#open(this.text, { ...this.chosen, other: null });
    const [run] = runs, frames = [Float64Array.from(run.poses())];
    const count = Math.min(SCOUT_FRAMES, Math.ceil(SCOUT_POSES / (run.bodyCount || 1)));
    const steps = Math.max(1, Math.round(run.duration / run.dt / count));
    const begun = performance.now();
    while (frames.length <= count && performance.now() - begun < SCOUT_BUDGET && run.step(steps) === steps) frames.push(Float64Array.from(run.poses()));
    run.close();
    return frames;
  }

  #sample() {
    this.history.offer(this.run.time, () => {
      const { kinetic, potential, energy, momentum, angularMomentum } = this.run.totals();
      return [kinetic, potential, energy, ...momentum, ...angularMomentum, this.isSplit ? this.runs[1].totals().energy : NaN];
    });
  }

  #stop(message) {
    this.pause();
    this.message = message;
  }

  play() {
    this.message = '';
    this.#wanted = 0;
    if (this.run.steps >= this.#endsAt) this.#endsAt = Infinity; // a second Play continues past the end
    this.isPlaying = true;
  }

  pause() {
    this.isPlaying = false;
    this.#wanted = 0;
  }

  /** Advances the runs by one frame of `seconds` real time. */
  tick(seconds) {
    if (this.#wanted > 0) return this.#workOff(WORK_BUDGET);
    if (!this.isPlaying) return;
    const pace = this.speed * this.naturalSpeed;
    const isFree = this.runs.some((run) => run.isTouched); // after input by hand the run does not stop at the scene's end
    const left = isFree ? Infinity : this.#endsAt - this.run.steps;
    const affordable = Math.max(1, Math.floor(STEPPING_BUDGET / this.#stepCost));
    const most = Math.min(affordable, left, 100000);
    const begun = performance.now(), droppedBefore = this.run.dropped;
    const taken = this.run.advance(seconds * pace, Math.max(CATCH_UP * pace, this.run.dt), most);
    if (taken < 0) return this.#stop(this.run.message);
    for (const other of this.runs.slice(1))
      if (other.step(taken) < taken) return this.#stop(other.message);
    if (taken > 0) this.#stepCost = 0.8 * this.#stepCost + (0.2 * (performance.now() - begun)) / taken;
    // time cut off at the end of the scene does not count as dropped
    if (taken < left) this.droppedReal += (this.run.dropped - droppedBefore) / pace;
    this.#sample();
    if (taken === left) this.#stop(`The scene's duration of ${this.run.duration} s is over. Play continues, Reset restarts.`);
  }

  /** Takes exactly n steps, spread over several frames. Play, pause and reset cancel the remaining steps. */
  step(n = 1) {
    this.pause();
    this.message = '';
    this.#wanted = n;
    this.#atOnce = Math.ceil(n / 1000);
    this.#workOff(WORK_BUDGET);
  }

  /** Number of requested steps not yet taken. */
  get wanted() { return this.#wanted; }

  #workOff(milliseconds) {
    const begun = performance.now();
    while (this.#wanted > 0 && performance.now() - begun < milliseconds) {
      const count = Math.min(this.#atOnce, this.#wanted);
      for (const run of this.runs) if (run.step(count) < count) return this.#stop(run.message);
      this.#wanted -= count;
      this.#sample();
    }
  }

  // ---- the hand ----
  //
  // Acts on all runs at the same model point of the body. `side` is the index of the run under the pointer, `point` the
  // world point under the pointer in that run.

  /** World coordinates of the body's point in every run. */
  #pointInAll(side, body, point) {
    const model = toModel(this.runs[side].poses(this.alpha), body, point);
    return this.runs.map((run) => toWorld(run.poses(), body, model));
  }

  push(side, body, impulse, point) {
    const places = this.#pointInAll(side, body, point);
    return this.runs.map((run, i) => run.push(body, impulse, places[i])).some(Boolean);
  }

  grab(side, body, point, rate) {
    const places = this.#pointInAll(side, body, point);
    if (!this.runs.map((run, i) => run.grab(body, places[i], rate)).some(Boolean)) return false;
    this.hand = { body, model: toModel(this.runs[side].poses(), body, places[side]), shifts: places.map((p) => minus(p, places[side])) };
    return true;
  }

  moveHand(point) {
    if (!this.hand) return;
    this.hand.targets = this.hand.shifts.map((shift) => plus(point, shift));
    this.runs.forEach((run, i) => run.moveHand(this.hand.targets[i]));
  }

  release() {
    this.hand = null;
    for (const run of this.runs) run.release();
  }
}
