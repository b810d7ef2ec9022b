// One run of a scene.

/** Number of values per body in `Run.poses()`: position, then orientation w, x, y, z. */
export const POSE_STRIDE = 7;

/** Offsets of the quantities in `Run.numbers()`, in the column order of a CSV recording. */
export const BODY = { position: 0, orientation: 3, velocity: 7, spin: 10, momentum: 13, angularMomentum: 16, energy: 19, stride: 20 };

const PART_NUMBERS = 19;
const SPRING_NUMBERS = 8;
const KINDS = ['dynamic', 'static', 'kinematic'];

/**
 * @typedef {{shape: string, parameters: number[], position: number[], orientation: number[]}} Part
 * @typedef {{name: string, kind: string, mass: number, center: number[], color: number[], parts: Part[]}} Body
 * @typedef {{kinetic: number, potential: number, energy: number, initial: number, work: number, dissipated: number,
 *   edited: number, residual: number, momentum: number[], angularMomentum: number[]}} Totals
 */

export class Run {
  #engine;
  #pointer;

  /** Called by Engine.open only. */
  constructor(engine, pointer) {
    this.#engine = engine;
    this.#pointer = pointer;
    this.bodyCount = this.#call('body_count');
    this.title = this.#text('title');
  }

  #call(name, ...rest) {
    return this.#engine.exports[`gyre_web_${name}`](this.#pointer, ...rest);
  }

  #text(name, ...rest) {
    return this.#engine.memory.text(this.#call(name, ...rest));
  }

  #numbers(name, count, ...rest) {
    return this.#engine.memory.numbers(this.#call(name, ...rest), count);
  }

  #done(isDone) {
    if (!isDone) throw new Error(this.message || 'the call failed');
  }

  close() {
    this.#call('close');
    this.#pointer = 0;
  }

  get method() { return this.#text('method'); }
  get dt() { return this.#call('dt'); }
  get duration() { return this.#call('duration'); }
  get fps() { return this.#call('fps'); }
  get steps() { return this.#call('steps'); }
  get time() { return this.#call('time'); }
  /** The error of the last call, or ''. */
  get message() { return this.#text('message'); }
  /** 16 hexadecimal digits, as `gyre run --hash` prints them. */
  get hash() { return BigInt.asUintN(64, this.#call('hash')).toString(16).padStart(16, '0'); }
  /** True after push or grab: the hash then differs from the hash of the scene alone. */
  get isTouched() { return this.#call('is_touched') === 1; }
  /** The time that the clock has not simulated yet, as a fraction of a step; pass it to poses(). */
  get alpha() { return this.#call('alpha'); }
  /** Simulated time [s] that the clock has dropped. */
  get dropped() { return this.#call('dropped'); }

  /** Throws if the method does not support a feature of the world. */
  setMethod(name) {
    this.#done(this.#engine.memory.withText(name, (at) => this.#call('set_method', at)));
  }

  setStep(dt) {
    this.#done(this.#call('set_dt', dt));
  }

  /** Takes n steps and returns the number taken: fewer if one fails, with the error in `message`. */
  step(n = 1) {
    return this.#call('step', n);
  }

  /** Advances the clock by simulated seconds; returns the number of steps taken, or -1 if one failed. */
  advance(seconds, maxTime, maxSteps) {
    return this.#call('advance', seconds, maxTime, maxSteps);
  }

  /** POSE_STRIDE numbers per body: a view, valid until the next call. */
  poses(alpha = 1) {
    return this.#numbers('poses', this.bodyCount * POSE_STRIDE, alpha);
  }

  /** BODY.stride numbers per body, with the offsets of BODY: a view, valid until the next call. */
  numbers() {
    return this.#numbers('numbers', this.bodyCount * BODY.stride);
  }

  /** @returns {Totals} */
  totals() {
    const [kinetic, potential, initial, work, dissipated, edited, residual, ...vectors] = this.#numbers('totals', 13);
    return {
      kinetic, potential, energy: kinetic + potential, initial, work, dissipated, edited, residual,
      momentum: vectors.slice(0, 3), angularMomentum: vectors.slice(3, 6),
    };
  }

  /** The springs of the scene. Ends are points in the model frame of their body; `to` is a world point if other is -1. */
  springs() {
    const all = Array.from(this.#numbers('springs', SPRING_NUMBERS * this.#call('spring_count')));
    return Array.from({ length: all.length / SPRING_NUMBERS }, (_, i) => {
      const [body, x, y, z, other, ...to] = all.slice(SPRING_NUMBERS * i, SPRING_NUMBERS * (i + 1));
      return { body, at: [x, y, z], other, to };
    });
  }

  /** Kind, mass and appearance of each body. @returns {Body[]} */
  bodies() {
    return Array.from({ length: this.bodyCount }, (_, i) => {
      const [kind, mass, ...rest] = this.#numbers('body_facts', 8, i);
      const parts = Array.from({ length: this.#call('part_count', i) }, (_, p) => {
        const shape = this.#text('part_shape', i, p);
        const numbers = Array.from(this.#numbers('part_numbers', PART_NUMBERS, i, p));
        return { shape, position: numbers.slice(0, 3), orientation: numbers.slice(3, 7), parameters: numbers.slice(7) };
      });
      return { name: this.#text('body_name', i), kind: KINDS[kind], mass, center: rest.slice(0, 3), color: rest.slice(3, 6), parts };
    });
  }

  // ---- the hand: each function returns true if it changed something ----

  /** Applies an impulse [N s] at a world point. */
  push(body, impulse, point) {
    return this.#call('push', body, ...impulse, ...point) === 1;
  }

  /** Attaches a spring from the world point `point` of the body to the hand; `rate` is its angular frequency [1/s]. */
  grab(body, point, rate) {
    return this.#call('grab', body, ...point, rate) === 1;
  }

  moveHand(point) {
    return this.#call('move_hand', ...point) === 1;
  }

  release() {
    return this.#call('release') === 1;
  }

  // ---- files ----

  /** The scene as JSON, with the current state. */
  sceneText() {
    const text = this.#text('scene_text');
    this.#done(text !== null);
    return text;
  }

  /**
   * Records the run so far (before the first step: the whole scene) in a format of gyre/formats.def, including the input
   * by hand. Simulates the run again in pieces and awaits `pause` between the pieces.
   * @param {string} format
   * @param {(part: number) => Promise<void>} [pause]
   * @returns {Promise<Uint8Array>}
   */
  async export(format, pause = async () => {}) {
    const { exports, memory } = this.#engine;
    const job = memory.withText(format, (at) => this.#call('export_begin', at));
    this.#done(job !== 0);
    try {
      const stepsAtOnce = Math.max(1, Math.floor(20000 / Math.max(1, this.bodyCount)));
      for (;;) {
        const part = exports.gyre_web_export_advance(job, stepsAtOnce);
        if (part < 0) throw new Error(memory.text(exports.gyre_web_export_message(job)));
        if (part >= 1) break;
        await pause(part);
      }
      return memory.bytes(exports.gyre_web_export_bytes(job), exports.gyre_web_export_size(job)).slice();
    } finally {
      exports.gyre_web_export_close(job);
    }
  }
}
