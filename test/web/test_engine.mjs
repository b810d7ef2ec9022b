// The WebAssembly library in Node.js gives the same bits, messages and files as the command.
//   node --test test_engine.mjs; the environment has GYRE (the command) and GYRE_WASM (the library)
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startEngine } from '../../app/web/engine/engine.js';
import { BODY } from '../../app/web/engine/run.js';

const { GYRE, GYRE_WASM } = process.env;
const engine = await startEngine(readFileSync(GYRE_WASM));
const folder = mkdtempSync(join(tmpdir(), 'gyre-web-'));
after(() => rmSync(folder, { recursive: true }));

const example = (name) => engine.examples.find((e) => e.name === name).text;
const open = (text, options) => {
  const { run, problems } = engine.open(text, options);
  assert.deepEqual(problems, []);
  return run;
};
const command = (...rest) => execFileSync(GYRE, rest, { encoding: 'utf8' });
const hashOfCommand = (...rest) => command('run', ...rest, '--quiet', '--hash').match(/hash ([0-9a-f]{16})/)[1];

test('the examples and methods are those of the command', () => {
  const listed = command('examples');
  for (const { name } of engine.examples) assert.ok(listed.includes(name), name);
  assert.ok(engine.examples.length >= 14);
  const methods = command('methods');
  for (const { name } of engine.methods) assert.ok(methods.includes(name), name);
});

for (const { name, text } of engine.examples)
  test(`${name} has the hash of the command`, () => {
    const run = open(text);
    const steps = Math.min(150, Math.round(run.duration / run.dt));
    assert.equal(run.step(steps), steps);
    assert.equal(run.hash, hashOfCommand(name, '--duration', String(steps * run.dt)));
    run.close();
  });

for (const { name: method } of engine.methods)
  test(`${method} has the hash of the command`, () => {
    const run = open(example('spring-pendulum'));
    run.setMethod(method);
    run.setStep(0.01);
    run.step(80);
    assert.equal(run.hash, hashOfCommand('spring-pendulum', '--method', method, '--dt', '0.01', '--duration', '0.8'));
    run.close();
  });

test('steps by the clock give the hash of the command', () => {
  const run = open(example('tennis-racket'));
  let taken = 0;
  for (let frame = 0; frame < 40; frame++) taken += run.advance(0.0123, 0.25, 8);
  assert.equal(run.steps, taken);
  assert.ok(Math.abs(taken - (40 * 0.0123) / run.dt) <= 1);
  assert.ok(run.alpha >= 0 && run.alpha < 1);
  assert.equal(run.hash, hashOfCommand('tennis-racket', '--duration', String(taken * run.dt)));
  // after a blocked minute the clock counts 0.25 s, and takes at most eight steps
  assert.equal(run.advance(60, 0.25, 8), 8);
  assert.ok(Math.abs(run.dropped - (60 - 8 * run.dt)) < 2 * run.dt);
});

test('problems have the places and texts of the command', () => {
  const text = '{\n  "gyre": 1,\n  "bodies": [\n    { "name": "a", "mas": 2, "inertia": [1, 1, 9] },\n    { "name": "a" }\n  ],\n  "dt": "x"\n}\n';
  const file = join(folder, 'wrong.json');
  writeFileSync(file, text);
  let told = '';
  try {
    execFileSync(GYRE, ['check', file], { stdio: 'pipe' });
  } catch (failure) {
    told = failure.stderr.toString() + failure.stdout.toString();
  }
  const { run, problems } = engine.open(text);
  assert.equal(run, null);
  assert.ok(problems.length >= 3);
  for (const { line, column, text: what } of problems) assert.ok(told.includes(`${file}:${line}:${column}: ${what}\n`), what);
});

test('a warning is no problem', () => {
  const { run, problems, warnings } = engine.open('{"gyre":1}');
  assert.ok(run);
  assert.deepEqual(problems, []);
  assert.deepEqual(warnings, [{ line: 1, column: 1, text: 'bodies: the scene has no bodies' }]);
  run.close();
});

test('text that is not a scene gives problems and no exception', () => {
  for (const text of ['', '{', '[]', 'null', '\u0000', '{"gyre":1,"bodies":[{"name":"\ud800"}]}', '['.repeat(100000)])
    assert.ok(engine.open(text).problems.length > 0);
});

test('an unsupported method throws the reason and changes nothing', () => {
  const run = open(example('frisbee'));
  assert.throws(() => run.setMethod('rkn4'), /air depends on velocity/);
  assert.equal(run.method, 'exact');
  assert.throws(() => run.setStep(-1), /must be a finite number of seconds > 0/);
});

test('a step that fails keeps the state before it', () => {
  const run = open('{"gyre":1,"bodies":[{"name":"a","mass":1e-300,"shape":{"type":"sphere","radius":1}}],' +
    '"forces":[{"type":"force","name":"f","body":"a","force":[1e300,0,0]}]}');
  assert.equal(run.step(10), 0);
  assert.match(run.message, /a: /);
  assert.equal(run.steps, 0);
  run.close();
});

test('numbers() has the columns of a recording', async () => {
  const run = open(example('spinning-top'));
  run.step(20); // a frame of the scene: 50 per second at 1 ms
  const rows = new TextDecoder().decode(await run.export('csv')).trim().split('\n');
  const last = rows.at(-1).split(',').slice(2).map(Number);
  assert.deepEqual(Array.from(run.numbers().slice(0, BODY.stride)), last);
  run.close();
});

test('exports have the bytes of the files of the command', async () => {
  for (const format of ['csv', 'json', 'glb', 'svg', 'npz']) {
    const run = open(example('couple'));
    const file = join(folder, `couple.${format}`);
    command('run', 'couple', '--quiet', '-o', file);
    assert.ok(Buffer.from(await run.export(format)).equals(readFileSync(file)), format);
    run.close();
  }
});

test('a push changes momentum by the impulse', () => {
  const run = open(example('tennis-racket'));
  assert.ok(run.push(0, [0, 0, 3], [1, 0, 0]));
  assert.ok(run.isTouched);
  const { momentum, angularMomentum } = run.totals();
  assert.deepEqual(momentum, [0, 0, 3]);
  assert.ok(Math.abs(angularMomentum[1] - (4 - 3)) < 1e-12); // r x J = (0, -3, 0)
  run.close();
});

test('a grabbed body moves to the hand with every method, without gaining energy', () => {
  for (const { name: method } of engine.methods) {
    const run = open(example('tennis-racket'));
    run.setMethod(method);
    const energyBefore = run.totals().energy;
    assert.ok(run.grab(0, [1, 0, 0], 9));
    assert.ok(run.moveHand([3, 1, 2]));
    run.step(900);
    const pose = run.poses();
    assert.ok(Math.hypot(pose[0] - 3, pose[1] - 1, pose[2] - 2) < 1.2, `${method}: ${pose.slice(0, 3)}`);
    assert.ok(run.release());
    if (method !== 'explicit_euler') assert.ok(run.totals().energy < energyBefore + 1, method);
    run.close();
  }
});

test('a static body cannot be grabbed or pushed', () => {
  const run = open(example('frisbee')); // its second body is the ground
  assert.equal(run.grab(1, [0, 0, 0], 9), false);
  assert.equal(run.push(1, [1, 0, 0], [0, 0, 0]), false);
  assert.equal(run.grab(7, [0, 0, 0], 9), false);
  assert.equal(run.isTouched, false);
  run.close();
});

test('an export repeats the input by hand with the same bits', async () => {
  const run = open(example('spring-pendulum'));
  run.step(50);
  run.push(0, [0.3, 0.2, 0], [-0.6, 0, -1.5]);
  run.step(10);
  run.grab(1, [0.9, 0, -1.5], 9);
  for (let i = 0; i < 20; i++) {
    run.moveHand([0.9 + 0.02 * i, 0, -1.5]);
    run.advance(0.013, 0.25, 100);
  }
  run.release();
  run.step(10);
  const ledger = JSON.parse(new TextDecoder().decode(await run.export('json')));
  assert.equal(ledger.hash, run.hash);
  assert.equal(ledger.steps, run.steps);
  run.close();
});

test('a scene written with its current state continues with the same bits', () => {
  const run = open(example('spinning-top'));
  run.step(100);
  const again = open(run.sceneText());
  run.step(50);
  again.step(50);
  assert.deepEqual(Array.from(again.numbers()), Array.from(run.numbers()));
  run.close();
  again.close();
});

test('bodies() and springs() describe bodies, shapes and springs', () => {
  const run = open(example('spring-pendulum'));
  const bodies = run.bodies();
  assert.deepEqual(bodies.map((b) => b.name), ['bouncer', 'swinger', 'beam']);
  assert.deepEqual(bodies.map((b) => b.kind), ['dynamic', 'dynamic', 'static']);
  assert.equal(bodies[2].parts[0].shape, 'box');
  assert.deepEqual(bodies[2].parts[0].parameters.slice(0, 3), [2.4, 0.1, 0.1]);
  assert.deepEqual(run.springs().map((s) => [s.body, s.other, s.to[0]]), [[0, -1, -0.6], [1, -1, 0.6]]);
  run.close();
});

test('closed runs free their memory', () => {
  const cycle = () => {
    const run = open(example('floating-crate'));
    run.step(5);
    run.numbers(), run.poses(), run.springs(), run.sceneText();
    run.close();
    engine.open('{');
  };
  for (let i = 0; i < 20; i++) cycle();
  const before = engine.exports.memory.buffer.byteLength;
  for (let i = 0; i < 200; i++) cycle();
  assert.equal(engine.exports.memory.buffer.byteLength, before);
});
