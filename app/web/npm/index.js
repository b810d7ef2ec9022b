// Gyre for browsers. Fetches gyre.wasm from the folder of this file, with an expression that bundlers recognise.

import { startEngine } from './engine.js';

export { Engine, startEngine } from './engine.js';
export { BODY, POSE_STRIDE, Run } from './run.js';

/** Starts the library. */
export async function loadGyre(source) {
  if (source) return startEngine(source);
  const response = await fetch(new URL('./gyre.wasm', import.meta.url));
  if (!response.ok) throw new Error(`cannot fetch gyre.wasm: ${response.status} ${response.statusText}`);
  return startEngine(await response.arrayBuffer());
}
