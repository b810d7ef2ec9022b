// Draws all bodies with instancing: one mesh per geometry, shared by all bodies that use it.
//
// View coordinates are (world - center) / unit, computed in double precision before the graphics card rounds to 32 bits, so
// scenes of any size, from a gyroscope to the solar system, have the same relative precision.
import * as THREE from 'three';
import { describe } from './geometry.js';

const BODY_NUMBERS = 7; // x y z qw qx qy qz of a pose

function rotationOf(w, x, y, z, out, at) {
  const n = 2 / (w * w + x * x + y * y + z * z || 1);
  out[at] = 1 - n * (y * y + z * z), out[at + 1] = n * (x * y - w * z), out[at + 2] = n * (x * z + w * y);
  out[at + 3] = n * (x * y + w * z), out[at + 4] = 1 - n * (x * x + z * z), out[at + 5] = n * (y * z - w * x);
  out[at + 6] = n * (x * z - w * y), out[at + 7] = n * (y * z + w * x), out[at + 8] = 1 - n * (x * x + y * y);
}

// Lists the parts of all bodies: mesh, instance, rotation with scale (9 numbers) and offset in the model (3).
function listParts(bodies, meshes, unit) {
  const kinds = new Map();
  const parts = [];
  bodies.forEach((body, index) => {
    for (const shape of body.shapes) {
      const look = describe(shape, meshes);
      if (!kinds.has(look.key)) kinds.set(look.key, { make: look.make, colors: [], owners: [] });
      const kind = kinds.get(look.key);
      const turn = new Float64Array(9);
      rotationOf(...(shape.orientation ?? [1, 0, 0, 0]), turn, 0);
      const offset = shape.position ?? [0, 0, 0];
      parts.push({ body: index, kind, instance: kind.owners.length,
        local: turn.map((a, i) => (a * look.scale[i % 3]) / unit), offset: offset.map((a) => a / unit) });
      kind.owners.push(index);
      kind.colors.push(body.color);
    }
  });
  return { kinds, parts };
}

function instancedMesh(kind, sectors) {
  const material = new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.62, metalness: 0.04, side: THREE.DoubleSide });
  const mesh = new THREE.InstancedMesh(kind.make(sectors), material, kind.owners.length);
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.frustumCulled = false; // culling would need new bounds in every frame
  mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
  kind.colors.forEach((color, i) => mesh.setColorAt(i, new THREE.Color(color)));
  mesh.userData.owners = kind.owners;
  return mesh;
}

// Radius of each body about its model origin, in units of the view.
function reachOf(count, parts) {
  const reaches = new Float64Array(count);
  for (const part of parts) {
    const sphere = part.kind.mesh.geometry.boundingSphere;
    const m = part.local;
    const stretch = Math.sqrt(Math.max(...[0, 1, 2].map((c) => m[c] ** 2 + m[3 + c] ** 2 + m[6 + c] ** 2)));
    const reach = Math.hypot(...part.offset) + stretch * (sphere.radius + sphere.center.length());
    reaches[part.body] = Math.max(reaches[part.body], reach);
  }
  return reaches;
}

export function createBodies(bodies, meshes, space) {
  const group = new THREE.Group();
  const { kinds, parts } = listParts(bodies, meshes, space.unit);
  const sectors = bodies.length > 300 ? 16 : bodies.length > 60 ? 24 : bodies.length > 12 ? 32 : 64;
  for (const kind of kinds.values()) {
    kind.mesh = instancedMesh(kind, sectors);
    kind.mesh.geometry.computeBoundingSphere();
    kind.mesh.geometry.computeBoundingBox();
    group.add(kind.mesh);
  }
  const partsOf = bodies.map(() => []);
  for (const part of parts) {
    part.matrices = part.kind.mesh.instanceMatrix.array;
    partsOf[part.body].push(part);
  }
  const places = new Float64Array(3 * bodies.length); // of the model origins, in the view
  const turns = new Float64Array(9 * bodies.length);
  const reaches = reachOf(bodies.length, parts);

  function setPoses(poses) {
    const [cx, cy, cz] = space.center;
    for (let i = 0; i < bodies.length; i++) {
      const p = BODY_NUMBERS * i;
      places[3 * i] = (poses[p] - cx) / space.unit;
      places[3 * i + 1] = (poses[p + 1] - cy) / space.unit;
      places[3 * i + 2] = (poses[p + 2] - cz) / space.unit;
      rotationOf(poses[p + 3], poses[p + 4], poses[p + 5], poses[p + 6], turns, 9 * i);
    }
    for (const part of parts) placePart(part);
    for (const kind of kinds.values()) kind.mesh.instanceMatrix.needsUpdate = true;
  }

  // columns of the matrix: turn * local; last column: place + turn * offset
  function placePart(part) {
    const m = part.matrices, local = part.local, offset = part.offset, r = 9 * part.body, p = 3 * part.body;
    const x = offset[0], y = offset[1], z = offset[2];
    let at = 16 * part.instance;
    for (let row = 0; row < 3; row++, at++) {
      const a = turns[r + 3 * row], b = turns[r + 3 * row + 1], c = turns[r + 3 * row + 2];
      m[at] = a * local[0] + b * local[3] + c * local[6];
      m[at + 4] = a * local[1] + b * local[4] + c * local[7];
      m[at + 8] = a * local[2] + b * local[5] + c * local[8];
      m[at + 12] = places[p + row] + a * x + b * y + c * z;
    }
    m[at + 12] = 1;
    if (!(m[at + 9] - m[at + 9] === 0)) m.fill(0, at - 3, at + 12); // not finite: the body was removed
  }

  // Bounding box of a body relative to its model origin, along world axes [m], for orientation q; without q, for all orientations.
  function measure(i, q) {
    const all = reaches[i] * space.unit;
    if (!q) return { low: [-all, -all, -all], high: [all, all, all] };
    const low = [0, 0, 0], high = [0, 0, 0], turn = new Float64Array(9), corner = new THREE.Vector3();
    rotationOf(...q, turn, 0);
    for (const part of partsOf[i]) {
      const box = part.kind.mesh.geometry.boundingBox;
      for (let k = 0; k < 8; k++) {
        corner.set(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z);
        const own = [0, 1, 2].map((row) => part.offset[row] + part.local[3 * row] * corner.x + part.local[3 * row + 1] * corner.y + part.local[3 * row + 2] * corner.z);
        for (let row = 0; row < 3; row++) {
          const value = (turn[3 * row] * own[0] + turn[3 * row + 1] * own[1] + turn[3 * row + 2] * own[2]) * space.unit;
          low[row] = Math.min(low[row], value), high[row] = Math.max(high[row], value);
        }
      }
    }
    return { low, high };
  }

  function pick(raycaster) {
    let nearest = null;
    for (const kind of kinds.values()) {
      kind.mesh.boundingSphere = null; // outdated: the bodies have moved
      for (const hit of raycaster.intersectObject(kind.mesh, false))
        if (!nearest || hit.distance < nearest.distance)
          nearest = { body: kind.owners[hit.instanceId], distance: hit.distance, point: hit.point };
    }
    return nearest;
  }

  function dispose() {
    for (const kind of kinds.values()) {
      kind.mesh.geometry.dispose();
      kind.mesh.material.dispose();
      kind.mesh.dispose();
    }
  }

  return { group, places, turns, reaches, measure, setPoses, pick, dispose };
}
