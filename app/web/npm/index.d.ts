// Rigid-body dynamics in WebAssembly. Units are SI, axes are right-handed, quaternions have the scalar part first.

/**
 * Starts the library from the gyre.wasm of this package, or from `source`: its bytes or a compiled module (esbuild: import it with
 * the loader `binary`). Each call creates a separate instance.
 */
export function loadGyre(source?: ArrayBufferView | ArrayBuffer | WebAssembly.Module): Promise<Engine>;
export function startEngine(source: ArrayBufferView | ArrayBuffer | WebAssembly.Module): Promise<Engine>;

/** A problem or a warning of a scene, with the text that `gyre check` prints; line 0 means the whole file. */
export interface Problem {
  line: number;
  column: number;
  text: string;
}

export interface Example {
  name: string;
  title: string;
  /** The scene, as JSON. */
  text: string;
}

export class Engine {
  private constructor();
  /** Version of the library, such as "0.1.0". */
  readonly version: string;
  readonly examples: Example[];
  readonly methods: { name: string; text: string }[];
  /** Reads a scene. If it has problems, run is null. Warnings report valid values that are probably mistakes. */
  open(text: string, options?: { hasLedger?: boolean }): { run: Run; problems: []; warnings: Problem[] } | { run: null; problems: Problem[]; warnings: Problem[] };
}

/** Number of values per body in `Run.poses`: position, then orientation w, x, y, z. */
export const POSE_STRIDE: 7;

/** Offsets of the quantities in `Run.numbers`, in the column order of a CSV recording. */
export const BODY: {
  readonly position: number;
  readonly orientation: number;
  readonly velocity: number;
  readonly spin: number;
  readonly momentum: number;
  readonly angularMomentum: number;
  readonly energy: number;
  readonly stride: number;
};

/** A shape of a body, in its model frame; include/gyre/primitives.def lists the parameters of each shape. */
export interface Part {
  shape: string;
  parameters: number[];
  position: number[];
  orientation: number[];
}

export interface Body {
  name: string;
  kind: 'dynamic' | 'static' | 'kinematic';
  /** Mass [kg]. */
  mass: number;
  /** Centre of mass in the model frame [m]. */
  center: number[];
  /** Red, green and blue, each from 0 to 1. */
  color: number[];
  parts: Part[];
}

/** Energies [J] and momenta. Without a ledger, initial, work, dissipated, edited and residual are NaN. */
export interface Totals {
  kinetic: number;
  potential: number;
  energy: number;
  initial: number;
  work: number;
  dissipated: number;
  edited: number;
  residual: number;
  momentum: number[];
  angularMomentum: number[];
}

/** A spring of the scene. Ends are points in the model of their body; `to` is a world point if other is -1. */
export interface Spring {
  body: number;
  at: number[];
  other: number;
  to: number[];
}

/** Formats of recordings; html is available if the package was built with the replay page. */
export type Format = 'csv' | 'npz' | 'glb' | 'svg' | 'json' | 'html' | 'gyre';

/** One run of a scene. */
export class Run {
  private constructor();
  readonly bodyCount: number;
  readonly title: string;
  readonly method: string;
  /** Step size [s]. */
  readonly dt: number;
  /** Duration of the scene [s]. */
  readonly duration: number;
  readonly fps: number;
  /** Number of steps taken. */
  readonly steps: number;
  /** Simulated time [s]. */
  readonly time: number;
  /** The error of the last call, or ''. */
  readonly message: string;
  /** 16 hexadecimal digits, as `gyre run --hash` prints them. */
  readonly hash: string;
  /** True after push or grab: the hash then differs from the hash of the scene alone. */
  readonly isTouched: boolean;
  /** The fraction of a step that the clock has not simulated yet, for poses(). */
  readonly alpha: number;
  /** Simulated time [s] that the clock has dropped. */
  readonly dropped: number;
  /** Frees the run; it must not be used afterwards. */
  close(): void;
  /** Throws if the method does not support a feature of the world. */
  setMethod(name: string): void;
  setStep(dt: number): void;
  /** Takes n steps and returns the number taken: fewer if one fails, with the error in `message`. */
  step(n?: number): number;
  /** Advances the clock by simulated seconds; returns the number of steps taken, or -1 if one failed. */
  advance(seconds: number, maxTime: number, maxSteps: number): number;
  /** POSE_STRIDE numbers per body: a view, valid until the next call. */
  poses(alpha?: number): Float64Array;
  /** BODY.stride numbers per body: a view, valid until the next call. */
  numbers(): Float64Array;
  totals(): Totals;
  springs(): Spring[];
  bodies(): Body[];
  /** Applies an impulse [N s] at a world point; returns false if the body does not respond to forces. */
  push(body: number, impulse: ArrayLike<number> & Iterable<number>, point: ArrayLike<number> & Iterable<number>): boolean;
  /** Attaches a spring from the world point `point` of the body to the hand; `rate` is its angular frequency [1/s]. */
  grab(body: number, point: ArrayLike<number> & Iterable<number>, rate: number): boolean;
  moveHand(point: ArrayLike<number> & Iterable<number>): boolean;
  release(): boolean;
  /** The scene as JSON, with the current state. */
  sceneText(): string;
  /** Records the run so far (before the first step: the whole scene) as a file. `pause` is awaited between pieces of work. */
  export(format: Format, pause?: (part: number) => Promise<void>): Promise<Uint8Array>;
}
