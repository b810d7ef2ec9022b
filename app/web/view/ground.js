// The ground: a grid that fades out with distance, and shadows.
import * as THREE from 'three';

const VERTEX = `
  varying vec3 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`;

// Grid lines at every cell, stronger at every tenth; one pixel wide at any distance.
const FRAGMENT = `
  uniform vec3 color, middle;
  uniform vec2 offset;
  uniform float cell, reach, strength;
  varying vec3 place;
  float line(float size) {
    vec2 at = (place.xy - offset) / size;
    vec2 near = abs(fract(at - 0.5) - 0.5) / fwidth(at);
    float dense = max(fwidth(at).x, fwidth(at).y);
    return (1.0 - min(min(near.x, near.y), 1.0)) * (1.0 - smoothstep(0.25, 0.6, dense));
  }
  void main() {
    float fade = 1.0 - smoothstep(0.25, 1.0, length(place - middle) / reach);
    float alpha = max(0.45 * line(cell), line(10.0 * cell)) * fade * strength;
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(color, alpha);
    #include <colorspace_fragment>
  }`;

// Cell size: 1, 2 or 5 times a power of ten, about a tenth of the size of the scene.
function roundCell(size) {
  const raw = size / 12, ten = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((k) => k * ten).find((c) => c >= raw);
}

// Takes the height of the ground in view coordinates and the size of the scene [m].
export function createGround(space, height, size) {
  const group = new THREE.Group();
  const cell = roundCell(size);
  const uniforms = {
    color: { value: new THREE.Color() }, middle: { value: new THREE.Vector3() }, strength: { value: 1 },
    cell: { value: cell / space.unit }, reach: { value: 1 },
    offset: { value: new THREE.Vector2(...[0, 1].map((c) => (-space.center[c] / space.unit) % ((10 * cell) / space.unit))) },
  };
  const grid = new THREE.Mesh(new THREE.PlaneGeometry(1, 1),
    new THREE.ShaderMaterial({ uniforms, vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false, side: THREE.DoubleSide }));
  const shade = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.ShadowMaterial({ opacity: 0.28, depthWrite: false }));
  shade.receiveShadow = true;
  for (const plane of [grid, shade]) {
    plane.frustumCulled = false;
    group.add(plane);
  }

  // Centres the planes below the camera's target.
  function update(target, distance) {
    const reach = 4 * distance;
    uniforms.reach.value = reach;
    uniforms.middle.value.set(target.x, target.y, height);
    for (const plane of [grid, shade]) {
      plane.scale.set(2 * reach, 2 * reach, 1);
      plane.position.set(target.x, target.y, height);
    }
  }

  function setTheme(theme) {
    uniforms.color.value.set(theme === 'dark' ? '#8fa3bd' : '#4a5a70');
    uniforms.strength.value = theme === 'dark' ? 0.42 : 0.5;
    shade.material.opacity = theme === 'dark' ? 0.45 : 0.22;
  }

  function dispose() {
    for (const plane of [grid, shade]) plane.geometry.dispose(), plane.material.dispose();
  }

  return { group, cell, update, setTheme, dispose };
}
