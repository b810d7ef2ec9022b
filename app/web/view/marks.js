// Marks on bodies: a dot for a body that is smaller than a few pixels, a ring around the selected body.
import * as THREE from 'three';

const FAR_AWAY = 1e9; // coordinate of hidden dots
const SMALLEST = 2.5; // [px] smaller bodies get a dot

export function createMarks(bodies, drawn) {
  const group = new THREE.Group();
  const at = new THREE.BufferAttribute(new Float32Array(3 * bodies.length), 3).setUsage(THREE.DynamicDrawUsage);
  const colors = new Float32Array(3 * bodies.length), color = new THREE.Color();
  bodies.forEach((body, i) => color.set(body.color).toArray(colors, 3 * i));
  const dots = new THREE.Points(new THREE.BufferGeometry(), new THREE.PointsMaterial({ size: 5, sizeAttenuation: false, vertexColors: true }));
  dots.geometry.setAttribute('position', at);
  dots.geometry.setAttribute('color', new THREE.BufferAttribute(colors, 3));
  dots.frustumCulled = false;
  const circle = Array.from({ length: 96 }, (_, i) => new THREE.Vector3(Math.cos((i * Math.PI) / 48), Math.sin((i * Math.PI) / 48), 0));
  const ring = new THREE.LineLoop(new THREE.BufferGeometry().setFromPoints(circle), new THREE.LineBasicMaterial({ transparent: true, opacity: 0.9, depthTest: false }));
  ring.frustumCulled = false;
  group.add(dots, ring);

  // Updates the marks. pixels: size of one view unit at distance 1 [px].
  function update(camera, selected, pixels) {
    const eye = camera.position;
    let seen = 0;
    for (let i = 0; i < bodies.length; i++) {
      const x = drawn.places[3 * i], y = drawn.places[3 * i + 1], z = drawn.places[3 * i + 2];
      const distance = Math.hypot(x - eye.x, y - eye.y, z - eye.z);
      const isSmall = drawn.reaches[i] * pixels < SMALLEST * distance;
      at.setXYZ(i, isSmall ? x : FAR_AWAY, isSmall ? y : FAR_AWAY, isSmall ? z : FAR_AWAY);
      if (isSmall) seen++;
    }
    dots.visible = seen > 0;
    at.needsUpdate = true;
    ring.visible = selected >= 0 && bodies.length > 1;
    if (!ring.visible) return;
    ring.position.fromArray(drawn.places, 3 * selected);
    const smallest = (9 * ring.position.distanceTo(eye)) / pixels;
    ring.scale.setScalar(Math.max(1.12 * drawn.reaches[selected], smallest));
    ring.quaternion.copy(camera.quaternion);
  }

  function dispose() {
    for (const mark of [dots, ring]) mark.geometry.dispose(), mark.material.dispose();
  }

  return { group, update, setColor: (c) => ring.material.color.set(c), dispose };
}
