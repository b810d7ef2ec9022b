// A decoded run: poses to draw, numbers to show, bounds and largest values for scales.
import { largest, valueAt, vectorAt } from './data.js';

const BOUND_FRAMES = 60; // frames per body that are sampled for the bounds of the view
const CAREFUL_BODIES = 50; // above this number of bodies, a turning body is bounded by its enclosing sphere

export function createRun(page, tracks) {
  const { times, frames } = tracks;
  const bodies = page.bodies;

  // ---- poses ----

  // The model origin is x - q c q*, with c the centre of mass in the model.
  function placeOrigin(c, out, at) {
    const norm = 1 / Math.hypot(out[at + 3], out[at + 4], out[at + 5], out[at + 6]);
    const w = norm * out[at + 3], x = norm * out[at + 4], y = norm * out[at + 5], z = norm * out[at + 6];
    const tx = 2 * (y * c[2] - z * c[1]), ty = 2 * (z * c[0] - x * c[2]), tz = 2 * (x * c[1] - y * c[0]);
    out[at] -= c[0] + w * tx + (y * tz - z * ty);
    out[at + 1] -= c[1] + w * ty + (z * tx - x * tz);
    out[at + 2] -= c[2] + w * tz + (x * ty - y * tx);
  }

  // Poses of the model frames, interpolated from frame k to frame k + 1 by `part` (0 <= part < 1); seven numbers per body.
  function posesAt(k, part, out) {
    for (let i = 0; i < bodies.length; i++) {
      const track = tracks.bodies[i], at = 7 * i;
      const isBetween = part > 0 && k + 1 < track.count;
      put(track.x, k, isBetween ? part : 0, out, at);
      put(track.q, k, isBetween ? part : 0, out, at + 3);
      if (k >= track.count) out[at] = NaN; // the body was removed
      else if (bodies[i].center) placeOrigin(bodies[i].center, out, at);
    }
  }

  // Interpolates one quantity. Called for every body in every frame, so it allocates nothing. Orientations have only
  // approximately unit length, which suffices for drawing.
  function put(quantity, k, part, out, at) {
    const { first, n, step } = quantity;
    for (let c = 0; c < first.length; c++) {
      if (n === null) {
        out[at + c] = first[c];
        continue;
      }
      const column = n[c], a = column[k];
      out[at + c] = first[c] + step * (part > 0 ? a + part * (column[k + 1] - a) : a);
    }
  }

  // ---- numbers ----

  // Mean force from the change of momentum between the neighbouring frames; includes forces from pivots and locks.
  function forceAt(i, k) {
    const { v, count } = tracks.bodies[i];
    const a = Math.max(k - 1, 0), b = Math.min(k + 1, count - 1);
    if (bodies[i].kind !== 'dynamic' || !(b > a) || k >= count) return k < count ? [0, 0, 0] : [NaN, NaN, NaN];
    return [0, 1, 2].map((c) => (bodies[i].mass * (valueAt(v, c, b) - valueAt(v, c, a))) / (times[b] - times[a]));
  }

  function numbersAt(i, k) {
    const track = tracks.bodies[i];
    const q = vectorAt(track.q, k), v = vectorAt(track.v, k);
    return {
      x: vectorAt(track.x, k), q, v, w: vectorAt(track.w, k), P: v.map((a) => a * bodies[i].mass),
      L: vectorAt(track.L, k), F: forceAt(i, k), energy: valueAt(track.energy, 0, k),
    };
  }

  function largestForce(i) {
    let size = 0;
    for (let k = 0; k < tracks.bodies[i].count; k++) size = Math.max(size, Math.hypot(...forceAt(i, k)));
    return size;
  }

  // The largest magnitude of each quantity of a body, for the number of decimals and the scale of arrows; computed at first use.
  const kept = new Map();
  function largestOf(i) {
    if (!kept.has(i)) {
      const { x, v, w, L, energy } = tracks.bodies[i], speed = largest(v);
      kept.set(i, { x: largest(x), q: 1, v: speed, w: largest(w), P: speed * bodies[i].mass, L: largest(L), F: largestForce(i), energy: largest(energy) });
    }
    return kept.get(i);
  }

  // ---- extents ----

  // Bounds of everything visible: the paths and the sizes of the bodies. measure() is the stage's.
  function bounds(measure) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity], points = [];
    tracks.bodies.forEach((track, i) => {
      if (track.count === 0) return;
      const isTurning = track.q.n !== null, isRound = isTurning && bodies.length > CAREFUL_BODIES;
      const end = track.x.n || isTurning ? track.count : 1;
      const every = Math.max(1, Math.floor(end / BOUND_FRAMES));
      let own = measure(i, isRound ? null : vectorAt(track.q, 0));
      for (let k = 0; k < end; k += every) {
        const place = [NaN, NaN, NaN, 1, 0, 0, 0];
        put(track.x, k, 0, place, 0);
        put(track.q, k, 0, place, 3);
        if (bodies[i].center) placeOrigin(bodies[i].center, place, 0);
        if (isTurning && !isRound) own = measure(i, place.slice(3));
        for (let c = 0; c < 3; c++) {
          low[c] = Math.min(low[c], place[c] + own.low[c]);
          high[c] = Math.max(high[c], place[c] + own.high[c]);
        }
        if (isRound) points.push(place[0], place[1], place[2], own.high[0]);
        else for (let b = 0; b < 8; b++) points.push(...[0, 1, 2].map((c) => place[c] + (b & (1 << c) ? own.high[c] : own.low[c])), 0);
      }
    });
    if (!(low[0] <= high[0])) return { low: [-1, -1, -1], high: [1, 1, 1] };
    return { low, high, points };
  }

  // Index of the last frame at or before t.
  function frameAt(t) {
    let a = 0, b = frames - 1;
    while (a < b) {
      const middle = (a + b + 1) >> 1;
      if (times[middle] <= t) a = middle; else b = middle - 1;
    }
    return a;
  }

  return { bodies, frames, times, tracks, posesAt, numbersAt, largestOf, bounds, frameAt };
}
