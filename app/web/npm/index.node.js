// Gyre for Node.js. Reads gyre.wasm from the folder of this file.

import { readFile } from 'node:fs/promises';
import { startEngine } from './engine.js';

export { Engine, startEngine } from './engine.js';
export { BODY, POSE_STRIDE, Run } from './run.js';

/** Starts the library. */
export async function loadGyre(source) {
  return startEngine(source ?? (await readFile(new URL('./gyre.wasm', import.meta.url))));
}
