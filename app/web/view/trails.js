// Trails of bodies: line segments between frames, drawn in one call.
//
// The buffer is ordered by frame, so a range of time is a range of the buffer. A replay loads all segments once and selects
// a range; the live page uses the buffer as a ring.
import * as THREE from 'three';

export function createTrails(space) {
  const group = new THREE.Group();
  let lines = null, tracked = [], capacity = 0, pushed = 0, last = null;

  // Allocates `frames` segments for each of the bodies ([{ color }]).
  function reserve(bodies, frames) {
    dispose();
    tracked = bodies, capacity = frames, pushed = 0, last = null;
    const geometry = new THREE.BufferGeometry();
    const colors = new Uint8Array(6 * bodies.length * frames), color = new THREE.Color();
    bodies.forEach((body, i) => {
      color.set(body.color).convertLinearToSRGB();
      const bytes = [color.r, color.g, color.b].map((c) => Math.round(255 * c));
      for (let k = 0; k < frames; k++) for (let e = 0; e < 2; e++) colors.set(bytes, 6 * (k * bodies.length + i) + 3 * e);
    });
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(6 * bodies.length * frames), 3).setUsage(THREE.DynamicDrawUsage));
    geometry.setAttribute('color', new THREE.BufferAttribute(colors, 3, true));
    geometry.setDrawRange(0, 0);
    lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.75 }));
    lines.frustumCulled = false;
    group.add(lines);
  }

  function put(slot, from, to) {
    const at = lines.geometry.attributes.position.array;
    for (let i = 0; i < tracked.length; i++)
      for (let c = 0; c < 3; c++) {
        const a = 6 * (slot * tracked.length + i) + c;
        at[a] = (from[3 * i + c] - space.center[c]) / space.unit;
        at[a + 3] = (to[3 * i + c] - space.center[c]) / space.unit;
      }
  }

  // Loads all segments. place(k, out) writes three numbers per tracked body [m].
  function load(place) {
    const from = new Float64Array(3 * tracked.length), to = new Float64Array(3 * tracked.length);
    place(0, from);
    for (let k = 0; k < capacity; k++) {
      place(k + 1, to);
      put(k, from, to);
      from.set(to);
    }
    lines.geometry.attributes.position.needsUpdate = true;
  }

  // Shows the segments between frames `from` and `to`.
  function show(from, to) {
    if (!lines) return;
    const first = Math.max(0, from), end = Math.min(capacity, to);
    lines.geometry.setDrawRange(2 * tracked.length * first, 2 * tracked.length * Math.max(0, end - first));
  }

  // Adds a frame (three numbers per tracked body [m]); the oldest segment is overwritten.
  function push(places) {
    if (!lines) return;
    if (last) {
      const slot = pushed++ % capacity, attribute = lines.geometry.attributes.position;
      put(slot, last, places);
      attribute.addUpdateRange(6 * slot * tracked.length, 6 * tracked.length);
      attribute.needsUpdate = true;
      show(0, Math.min(pushed, capacity));
    }
    last = Float64Array.from(places);
  }

  function clear() {
    pushed = 0, last = null;
    show(0, 0);
  }

  function dispose() {
    if (!lines) return;
    group.remove(lines);
    lines.geometry.dispose();
    lines.material.dispose();
    lines = null;
  }

  return { group, reserve, load, show, push, clear, dispose };
}
