// Draws springs as coils between two points: instances of one coil of unit length, stretched.
import * as THREE from 'three';

const SLENDER = 14; // length-to-radius ratio at which the stretched wire has a round section

class Coil extends THREE.Curve {
  // Curve of the wire: straight ends, eleven turns between them.
  getPoint(s, target = new THREE.Vector3()) {
    const inner = Math.min(Math.max((s - 0.08) / 0.84, 0), 1);
    const width = Math.min(1, 12 * Math.min(inner, 1 - inner));
    const angle = 2 * Math.PI * 11 * inner;
    return target.set(width * Math.cos(angle), SLENDER * s, width * Math.sin(angle));
  }
}

// springs: [{ body, at: [x, y, z] in its model frame, other: index or -1, to: [x, y, z] in the other body's model or in the world, isOff }]
export function createSprings(springs, bodies, space, width) {
  const group = new THREE.Group();
  if (springs.length === 0) return { group, update() {}, setColor() {}, dispose() {} };
  const detail = springs.length > 50 ? 110 : 260;
  const material = new THREE.MeshStandardMaterial({ roughness: 0.45, metalness: 0.35 });
  const mesh = new THREE.InstancedMesh(new THREE.TubeGeometry(new Coil(), detail, 0.13, 5).scale(1, 1 / SLENDER, 1), material, springs.length);
  mesh.frustumCulled = false;
  mesh.castShadow = true;
  group.add(mesh);
  const ends = [new THREE.Vector3(), new THREE.Vector3()], turn = new THREE.Quaternion(), scale = new THREE.Vector3();
  const up = new THREE.Vector3(0, 1, 0), matrix = new THREE.Matrix4();

  function place(body, point, out) {
    if (body < 0) return out.fromArray(point.map((a, c) => (a - space.center[c]) / space.unit));
    const r = bodies.turns, p = bodies.places;
    return out.fromArray([0, 1, 2].map((row) => p[3 * body + row] +
      (r[9 * body + 3 * row] * point[0] + r[9 * body + 3 * row + 1] * point[1] + r[9 * body + 3 * row + 2] * point[2]) / space.unit));
  }

  // Places the springs; call it after the bodies are placed.
  function update() {
    springs.forEach((spring, i) => {
      place(spring.body, spring.at, ends[0]);
      place(spring.other, spring.to, ends[1]).sub(ends[0]);
      const length = ends[1].length();
      turn.setFromUnitVectors(up, length > 0 ? ends[1].divideScalar(length) : up);
      mesh.setMatrixAt(i, matrix.compose(ends[0], turn, scale.set(width, length, width).multiplyScalar(spring.isOff ? 0 : 1)));
    });
    mesh.instanceMatrix.needsUpdate = true;
  }

  return {
    group, update,
    setColor: (color) => material.color.set(color),
    dispose() { mesh.geometry.dispose(), material.dispose(), mesh.dispose(); },
  };
}
