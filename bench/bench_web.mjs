// Measures the speed of the WebAssembly library without drawing: node bench_web.mjs gyre.wasm [bodies]
// Tumbling free boxes of different sizes, minimum of several rounds, with and without the page's ledger.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { startEngine } from '../app/web/engine/engine.js';

const [wasm, bodies = '10000'] = process.argv.slice(2);
const count = Number(bodies);
const ROUNDS = 7;
const STEPS = Math.max(5, Math.round(600000 / count));
const WANTED_RATE = 60; // steps a second

function sceneOf(n) {
  const bodies = Array.from({ length: n }, (_, i) => ({
    name: `b${i}`,
    density: 1000,
    shape: { type: 'box', size: [1 + (i % 7) / 7, 1 + (i % 5) / 5, 0.4 + (i % 3) / 3] },
    position: [3 * (i % 100), 3 * Math.floor(i / 100), 0],
    velocity: [0.1 * (i % 9), 0, -0.1 * (i % 4)],
    angular_velocity: [0.3 + 0.1 * (i % 11), 2 - 0.2 * (i % 13), 0.5],
  }));
  return JSON.stringify({ gyre: 1, dt: 1 / 60, bodies });
}

const engine = await startEngine(readFileSync(wasm));
const text = sceneOf(count);
console.log(`${count} free bodies, exact, ${STEPS} steps a round, best of ${ROUNDS}; load ${loadavg()[0].toFixed(1)}`);
let isFastEnough = true;
for (const hasLedger of [false, true]) {
  const { run } = engine.open(text, { hasLedger });
  run.step(2); // the first step allocates memory
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    if (run.step(STEPS) !== STEPS) throw new Error(run.message);
    best = Math.min(best, performance.now() - begun);
  }
  const perStep = best / STEPS; // [ms]
  isFastEnough &&= 1000 / perStep >= WANTED_RATE;
  console.log(`${hasLedger ? 'with   ' : 'without'} a ledger: ${((1e6 * perStep) / count).toFixed(1)} ns per body and step, ` +
    `${perStep.toFixed(2)} ms per step, ${Math.floor(1000 / perStep)} steps a second; hash ${run.hash}`);
  run.close();
}
if (!isFastEnough) {
  console.log(`below ${WANTED_RATE} steps a second`);
  process.exitCode = 1;
}
