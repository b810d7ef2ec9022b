// A TypeScript program that uses the npm package: tests the types, and npm.sh runs it as JavaScript.
import { BODY, loadGyre, POSE_STRIDE, type Engine, type Problem, type Run } from 'gyre';

const name: string = process.argv[2] ?? 'tennis-racket';
const gyre: Engine = await loadGyre();
const example = gyre.examples.find((e) => e.name === name);
if (!example) throw new Error(`no example ${name}`);

const broken = gyre.open('{"gyre": 1, "dt": -1}');
const problems: Problem[] = broken.problems;
if (broken.run !== null || problems.length === 0) throw new Error('an invalid scene was accepted');

const opened = gyre.open(example.text);
if (opened.run === null) throw new Error(opened.problems.map((p) => p.text).join('\n'));
const run: Run = opened.run;
const steps: number = run.step(Math.round(run.duration / run.dt));
if (steps !== run.steps) throw new Error(run.message);
const poses: Float64Array = run.poses();
if (poses.length !== POSE_STRIDE * run.bodyCount) throw new Error('poses');
if (run.numbers().length !== BODY.stride * run.bodyCount) throw new Error('numbers');
if (!Number.isFinite(run.totals().residual)) throw new Error('totals');
if (run.bodies()[0]?.kind === undefined) throw new Error('bodies');
console.log(`hash ${run.hash}`);
run.close();
