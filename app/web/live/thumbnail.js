// A small picture of a scene on a canvas, without WebGL: the bodies at the start, fainter at later times, and their paths.
import { Vector3 } from 'three';
import { describe } from '../view/geometry.js';
import { drawnBodies } from './shapes.js';
import { toWorld } from './pose.js';

const SAMPLES = 90, BUDGET = 25; // number of samples; maximum time [ms] for all samples
const WIDEST = 7; // [body sizes] paths longer than this are cut off, so that the body stays visible
const SOLID_MOST = 60; // above this number of bodies, all are drawn as dots
const SECTORS = 24;
const SHEETS = ['plate', 'triangle', 'disc']; // visible from both sides

const FORWARD = new Vector3(-0.8, 1, -0.55).normalize();
const RIGHT = new Vector3().crossVectors(FORWARD, new Vector3(0, 0, 1)).normalize();
const UP = new Vector3().crossVectors(RIGHT, FORWARD);
const LIGHT = new Vector3(0.35, -0.45, 0.85).normalize();
const along = (p, axis) => p[0] * axis.x + p[1] * axis.y + p[2] * axis.z;
const flat = (p) => [along(p, RIGHT), -along(p, UP)];

// The triangles of every shape in the model frame, nine numbers each.
function trianglesOf({ bodies, meshes }) {
  return bodies.map((body) => body.shapes.map((shape) => {
    const { make, scale } = describe(shape, meshes);
    const made = make(SECTORS), geometry = made.index ? made.toNonIndexed() : made;
    const at = geometry.attributes.position.array;
    const pose = [...(shape.position ?? [0, 0, 0]), ...(shape.orientation ?? [1, 0, 0, 0])];
    return Array.from({ length: at.length / 3 }, (_, i) => toWorld(pose, 0, [at[3 * i] * scale[0], at[3 * i + 1] * scale[1], at[3 * i + 2] * scale[2]]));
  }).flat());
}

// Poses from the start until a body has moved too far to be drawn, or the time budget is spent.
function posesOf(run, movers, reach) {
  const all = [Float64Array.from(run.poses())];
  const steps = Math.max(1, Math.round(run.duration / run.dt / SAMPLES));
  const begun = performance.now();
  const wentFar = (poses) => movers.some((i) => Math.hypot(...[0, 1, 2].map((c) => poses[7 * i + c] - all[0][7 * i + c])) > WIDEST * reach);
  while (all.length <= SAMPLES && performance.now() - begun < BUDGET && run.step(steps) === steps) {
    const poses = Float64Array.from(run.poses());
    if (movers.length <= SOLID_MOST && movers.length < 5 && wentFar(poses)) break;
    all.push(poses);
  }
  return all;
}

const shade = (color, light) => {
  const channels = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return `rgb(${channels.map((c) => Math.round(Math.min(255, c * light))).join(' ')})`;
};

export function drawThumbnail(canvas, engine, text) {
  const { run } = engine.open(text, { hasLedger: false });
  if (!run) return;
  const facts = run.bodies(), looks = drawnBodies(facts);
  const isMany = facts.length > SOLID_MOST;
  const triangles = isMany ? [] : trianglesOf(looks);
  const sizeOf = (i) => Math.max(0, ...triangles[i].map((p) => Math.hypot(...p)));
  const movers = facts.map((_, i) => i).filter((i) => facts[i].kind !== 'static');
  const reach = isMany ? 1 : Math.max(1e-9, ...movers.map(sizeOf));
  const frames = posesOf(run, movers, reach);
  const springs = run.springs();
  run.close();

  // bounds of the picture: the paths of the bodies, and the bodies at the drawn times
  const instants = [1, 0.66, 0.33, 0].map((part) => frames[Math.round(part * (frames.length - 1))]);
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  const include = (p) => {
    const [x, y] = flat(p);
    box.left = Math.min(box.left, x), box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y), box.bottom = Math.max(box.bottom, y);
  };
  const includeBody = (poses, i) => (isMany ? [] : triangles[i]).forEach((p) => include(toWorld(poses, i, p)));
  for (const poses of frames) for (const i of movers) include(poses.subarray(7 * i, 7 * i + 3));
  for (const poses of instants) for (const i of movers) includeBody(poses, i);
  // includes static bodies, except a body larger than everything else, such as a ground
  const fixed = facts.map((_, i) => i).filter((i) => facts[i].kind === 'static');
  const extent = Math.max(box.right - box.left, box.bottom - box.top);
  for (const i of fixed) if (movers.length === 0 || (!isMany && sizeOf(i) < extent)) includeBody(frames[0], i);
  const { left, right, top, bottom } = box;
  const { width, height } = canvas;
  const scale = 0.9 * Math.min(width / (right - left || 1), height / (bottom - top || 1));
  const toCanvas = (p) => {
    const [x, y] = flat(p);
    return [width / 2 + scale * (x - (left + right) / 2), height / 2 + scale * (y - (top + bottom) / 2)];
  };

  const pen = canvas.getContext('2d');
  pen.clearRect(0, 0, width, height);
  pen.lineJoin = 'round';

  function drawSolids(poses, who, opacity) {
    const faces = [];
    for (const i of who) {
      const corners = triangles[i].map((p) => toWorld(poses, i, p));
      const isSheet = facts[i].parts.some(({ shape }) => SHEETS.includes(shape));
      for (let k = 0; k < corners.length; k += 3) {
        const [a, b, c] = corners.slice(k, k + 3).map((p) => new Vector3(...p));
        const normal = new Vector3().crossVectors(b.sub(a), c.sub(a)).normalize();
        const isBehind = normal.dot(FORWARD) > 0;
        if (isBehind && !isSheet) continue; // back face of a solid
        faces.push({ corners: corners.slice(k, k + 3), color: looks.bodies[i].color, normal: isBehind ? normal.negate() : normal });
      }
    }
    for (const face of faces) face.depth = face.corners.reduce((sum, p) => sum + along(p, FORWARD), 0);
    faces.sort((a, b) => b.depth - a.depth);
    pen.globalAlpha = opacity;
    for (const { corners, color, normal } of faces) {
      pen.fillStyle = pen.strokeStyle = shade(color, 0.55 + 0.6 * Math.max(0, normal.dot(LIGHT)));
      pen.lineWidth = 0.7; // closes the seams between triangles
      pen.beginPath();
      for (const p of corners) pen.lineTo(...toCanvas(p));
      pen.closePath();
      pen.fill();
      if (opacity === 1) pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  // the path of each body
  pen.lineWidth = Math.max(1, width / 160);
  for (const i of isMany ? [] : movers) {
    pen.strokeStyle = looks.bodies[i].color;
    pen.globalAlpha = 0.7;
    pen.beginPath();
    for (const poses of frames) pen.lineTo(...toCanvas(poses.subarray(7 * i, 7 * i + 3)));
    pen.stroke();
    pen.globalAlpha = 1;
  }
  if (isMany) {
    for (const i of movers) {
      const [x, y] = toCanvas(frames[0].subarray(7 * i, 7 * i + 3));
      pen.fillStyle = shade(looks.bodies[i].color, 0.8 + 0.5 * ((i * 7) % 10) / 10);
      pen.beginPath();
      pen.arc(x, y, Math.max(1, width / 200) * (0.7 + ((i * 3) % 5) / 5), 0, 2 * Math.PI);
      pen.fill();
    }
    return;
  }
  drawSolids(frames[0], fixed, 0.55);
  pen.strokeStyle = '#8793a3';
  pen.lineWidth = Math.max(1, width / 140);
  for (const { body, at, other, to } of springs) {
    pen.beginPath();
    pen.moveTo(...toCanvas(toWorld(frames[0], body, at)));
    pen.lineTo(...toCanvas(other < 0 ? to : toWorld(frames[0], other, to)));
    pen.stroke();
  }
  let last = frames.at(-1);
  for (const poses of instants.slice(0, 3)) {
    const moved = movers.filter((i) => Math.hypot(...[0, 1, 2].map((c) => poses[7 * i + c] - frames[0][7 * i + c])) > 1.1 * sizeOf(i) &&
      (poses === last || Math.hypot(...[0, 1, 2].map((c) => poses[7 * i + c] - last[7 * i + c])) > 0.8 * sizeOf(i)));
    drawSolids(poses, moved, 0.28);
    last = poses;
  }
  drawSolids(frames[0], movers, 1);
}
