// Draws any number of arrows in a few draw calls, with instanced shafts and heads. Parts behind a body are drawn faintly,
// because most arrows start inside a body.
import * as THREE from 'three';

export const ARROW_COLORS = {
  dark: { L: '#f0a830', w: '#5cb8f2', v: '#2fc495', F: '#ff6f4d', x: '#ff7a70', y: '#6fd36a', z: '#78a6ff' },
  light: { L: '#b36b00', w: '#1273b8', v: '#00805c', F: '#c43f14', x: '#c9332a', y: '#2c8a2a', z: '#2a5fd0' },
};

export function createArrows() {
  const group = new THREE.Group();
  let capacity = 0, shafts = null, heads = null;
  const direction = new THREE.Vector3(), turn = new THREE.Quaternion(), up = new THREE.Vector3(0, 1, 0);
  const place = new THREE.Vector3(), scale = new THREE.Vector3(), matrix = new THREE.Matrix4(), color = new THREE.Color();

  function reserve(count) {
    if (count <= capacity) return;
    capacity = Math.max(16, 2 * count);
    dispose();
    const shaft = new THREE.CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
    const head = new THREE.ConeGeometry(1, 1, 14).translate(0, 0.5, 0);
    [shafts, heads] = [shaft, head].map((geometry) => {
      const mesh = new THREE.InstancedMesh(geometry, new THREE.MeshStandardMaterial({ roughness: 0.5 }), capacity);
      mesh.frustumCulled = false;
      mesh.setColorAt(0, color); // allocates the colours
      const ghost = new THREE.InstancedMesh(geometry, new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.45, depthTest: false, depthWrite: false }), capacity);
      ghost.instanceMatrix = mesh.instanceMatrix, ghost.instanceColor = mesh.instanceColor;
      ghost.frustumCulled = false;
      ghost.renderOrder = 1;
      mesh.userData.ghost = ghost;
      group.add(mesh, ghost);
      return mesh;
    });
  }

  // Sets the arrows: [{ from: [x, y, z], vector: [x, y, z], color, width }] in units of the view.
  function set(arrows) {
    reserve(arrows.length);
    if (!shafts) return;
    let count = 0;
    for (const arrow of arrows) {
      direction.fromArray(arrow.vector);
      const length = direction.length();
      if (!(length > 1e-9) || !Number.isFinite(length)) continue;
      turn.setFromUnitVectors(up, direction.divideScalar(length));
      const head = Math.min(4.4 * arrow.width, 0.5 * length), thin = Math.min(arrow.width, 0.12 * length);
      place.fromArray(arrow.from);
      shafts.setMatrixAt(count, matrix.compose(place, turn, scale.set(thin, length - head, thin)));
      place.addScaledVector(direction, length - head);
      heads.setMatrixAt(count, matrix.compose(place, turn, scale.set(2.4 * thin, head, 2.4 * thin)));
      shafts.setColorAt(count, color.set(arrow.color));
      heads.setColorAt(count, color);
      count++;
    }
    for (const mesh of [shafts, heads]) {
      for (const drawn of [mesh, mesh.userData.ghost]) drawn.count = count, drawn.visible = count > 0;
      mesh.instanceMatrix.needsUpdate = mesh.instanceColor.needsUpdate = true;
    }
  }

  function dispose() {
    for (const mesh of [shafts, heads]) {
      if (!mesh) continue;
      group.remove(mesh, mesh.userData.ghost);
      mesh.userData.ghost.material.dispose();
      mesh.geometry.dispose();
      mesh.material.dispose();
      mesh.dispose();
    }
  }

  return { group, set, dispose };
}
