// Rigid-body dynamics in WebAssembly. Units are SI, axes right-handed, quaternions begin with the scalar part.

/**
 * Starts the library from the gyre.wasm of this package, or from another place: bytes or a compiled module (esbuild: import it with
 * the loader `binary`). Each call is an instance of its own.
 */
export function loadGyre(source?: ArrayBufferView | ArrayBuffer | WebAssembly.Module): Promise<Engine>;
export function startEngine(source: ArrayBufferView | ArrayBuffer | WebAssembly.Module): Promise<Engine>;

/** What is wrong with a scene, in the command's words; line 0 means the whole file. */
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
  /** Such as "0.1.0". */
  readonly version: string;
  readonly examples: Example[];
  readonly methods: { name: string; text: string }[];
  /** Reads a scene. With problems there is no run. */
  open(text: string, options?: { hasLedger?: boolean }): { run: Run; problems: [] } | { run: null; problems: Problem[] };
}

/** Seven numbers per body in `Run.poses`: position, then orientation w, x, y, z. */
export const POSE_STRIDE: 7;

/** Where the columns of `Run.numbers` begin; they are those of a CSV recording. */
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

/** A shape of a body, in its model frame; what its parameters mean is in include/gyre/primitives.def. */
export interface Part {
  shape: string;
  parameters: number[];
  position: number[];
  orientation: number[];
}

export interface Body {
  name: string;
  kind: 'dynamic' | 'static' | 'kinematic';
  /** [kg] */
  mass: number;
  /** Of mass, in the model frame [m]. */
  center: number[];
  /** Red, green, blue in 0..1. */
  color: number[];
  parts: Part[];
}

/** Energies [J] and momenta; what only the ledger knows is NaN without one. */
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

/** A spring of the scene: ends in the models of their bodies; without another body (-1) `to` is in the world. */
export interface Spring {
  body: number;
  at: number[];
  other: number;
  to: number[];
}

/** Formats of recordings; html is written where the package was built with Node.js and its packages. */
export type Format = 'csv' | 'npz' | 'glb' | 'svg' | 'json' | 'html' | 'gyre';

/** One run of a scene. */
export class Run {
  private constructor();
  readonly bodyCount: number;
  readonly title: string;
  readonly method: string;
  /** The step [s]. */
  readonly dt: number;
  /** Of the scene [s]. */
  readonly duration: number;
  readonly fps: number;
  /** Steps taken. */
  readonly steps: number;
  /** [s] */
  readonly time: number;
  /** Why the last call failed, or ''. */
  readonly message: string;
  /** 16 hexadecimal digits, as `gyre run --hash` prints them. */
  readonly hash: string;
  /** Has push or grab changed anything? Then the hash is no longer that of the scene alone. */
  readonly isTouched: boolean;
  /** The fraction of a step that the clock holds back, for poses(). */
  readonly alpha: number;
  /** Simulated seconds that the clock has given up. */
  readonly dropped: number;
  /** Gives the memory back; the run is gone. */
  close(): void;
  /** Throws with the reason when the method cannot honour what is in the world. */
  setMethod(name: string): void;
  setStep(dt: number): void;
  /** Takes n steps; fewer when one fails: `message` then says why. */
  step(n?: number): number;
  /** So many seconds for the clock; the steps taken, or -1 when one failed. */
  advance(seconds: number, maxTime: number, maxSteps: number): number;
  /** POSE_STRIDE numbers per body; a view that is good until the next call. */
  poses(alpha?: number): Float64Array;
  /** BODY.stride numbers per body; a view that is good until the next call. */
  numbers(): Float64Array;
  totals(): Totals;
  springs(): Spring[];
  bodies(): Body[];
  /** A blow [N s] at a world point. */
  push(body: number, impulse: ArrayLike<number> & Iterable<number>, point: ArrayLike<number> & Iterable<number>): boolean;
  /** A spring from the world point `point` of the body to the hand; `rate` is its angular frequency [1/s]. */
  grab(body: number, point: ArrayLike<number> & Iterable<number>, rate: number): boolean;
  moveHand(point: ArrayLike<number> & Iterable<number>): boolean;
  release(): boolean;
  /** The scene with the present state. */
  sceneText(): string;
  /** The run so far (or the whole scene, before the first step) as a file. `pause` is awaited now and then. */
  export(format: Format, pause?: (part: number) => Promise<void>): Promise<Uint8Array>;
}
