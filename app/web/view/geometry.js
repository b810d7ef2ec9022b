// Triangles of shapes. Geometries have unit size, with a scale per shape: all boxes share one cube and all balls one sphere,
// so that a thousand bodies need a few draw calls.
//
// Shapes have the keys of scene files, lengths in metres, axes along z:
//   { type: 'box', size: [x, y, z] } | 'sphere' radius | 'ellipsoid' radii: [x, y, z] | 'cylinder', 'cone' radius, height
//   'capsule' radius, length | 'tube' radius, inner_radius, height | 'torus' radius, tube_radius
//   'frustum' bottom_radius, top_radius, height | 'hemisphere' radius | 'mesh' mesh: index into `meshes`, scale
// each with an optional position [x, y, z] and orientation [w, x, y, z] in the model frame of the body.
import * as THREE from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

const along = (geometry) => geometry.rotateX(Math.PI / 2); // the axis of symmetry is y in three.js, z in Gyre

// Darkens every second patch of the surface, so that rotation of round bodies is visible. Tints whole triangles, so edges stay sharp.
function tinted(geometry, isDark) {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  const at = flat.attributes.position;
  const tints = new Float32Array(3 * at.count);
  for (let i = 0; i < at.count; i += 3) {
    const middle = [at.getX(i) + at.getX(i + 1) + at.getX(i + 2), at.getY(i) + at.getY(i + 1) + at.getY(i + 2),
      at.getZ(i) + at.getZ(i + 1) + at.getZ(i + 2)];
    tints.fill(isDark(...middle) ? 0.72 : 1, 3 * i, 3 * i + 9);
  }
  flat.setAttribute('color', new THREE.BufferAttribute(tints, 3));
  flat.deleteAttribute('uv');
  return flat;
}

const byOctant = (x, y, z) => x * y * z > 0;
const byQuarter = (x, y) => x * y > 0;
const byBack = (x, y, z) => Math.min(x, y, z) < -Math.max(x, y, z); // the box faces with normals along negative axes

function tube(inner, n) {
  const outside = along(new THREE.CylinderGeometry(1, 1, 1, n, 1, true));
  const inside = along(new THREE.CylinderGeometry(inner, inner, 1, n, 1, true));
  inside.scale(1, 1, -1); // reverses the winding
  const normals = inside.attributes.normal.array;
  for (let i = 0; i < normals.length; i++) normals[i] = -normals[i]; // normals of the inner surface point to the axis
  const top = new THREE.RingGeometry(inner, 1, n, 1).translate(0, 0, 0.5);
  const bottom = new THREE.RingGeometry(inner, 1, n, 1).rotateX(Math.PI).translate(0, 0, -0.5);
  return mergeGeometries([outside, inside, top, bottom]);
}

function hemisphere(n) {
  const dome = along(new THREE.SphereGeometry(1, n, n / 4, 0, 2 * Math.PI, 0, Math.PI / 2));
  const floor = new THREE.CircleGeometry(1, n).rotateX(Math.PI);
  return mergeGeometries([dome, floor]);
}

// key: shapes with equal keys share a geometry; make(sectors): creates the geometry; scale: from the geometry to the shape.
const shapes = {
  box: (s) => ({ key: '', scale: s.size, make: () => tinted(new THREE.BoxGeometry(1, 1, 1), byBack) }),
  sphere: (s) => shapes.ellipsoid({ radii: [s.radius, s.radius, s.radius] }),
  ellipsoid: (s) => ({ key: 'ball', scale: s.radii, make: (n) => tinted(along(new THREE.SphereGeometry(1, n, n / 2)), byOctant) }),
  cylinder: (s) => ({ key: '', scale: [s.radius, s.radius, s.height],
    make: (n) => tinted(along(new THREE.CylinderGeometry(1, 1, 1, n)), byQuarter) }),
  cone: (s) => ({ key: '', scale: [s.radius, s.radius, s.height],
    make: (n) => tinted(along(new THREE.ConeGeometry(1, 1, n)), byQuarter) }),
  frustum: (s) => {
    const widest = Math.max(s.bottom_radius, s.top_radius);
    return { key: `${s.bottom_radius / widest}:${s.top_radius / widest}`, scale: [widest, widest, s.height],
      make: (n) => tinted(along(new THREE.CylinderGeometry(s.top_radius / widest, s.bottom_radius / widest, 1, n)), byQuarter) };
  },
  tube: (s) => ({ key: `${s.inner_radius / s.radius}`, scale: [s.radius, s.radius, s.height],
    make: (n) => tinted(tube(s.inner_radius / s.radius, n), byQuarter) }),
  capsule: (s) => ({ key: `${s.length / s.radius}`, scale: [s.radius, s.radius, s.radius],
    make: (n) => tinted(along(new THREE.CapsuleGeometry(1, s.length / s.radius, n / 4, n)), byOctant) }),
  torus: (s) => ({ key: `${s.tube_radius / s.radius}`, scale: [s.radius, s.radius, s.radius],
    make: (n) => tinted(new THREE.TorusGeometry(1, s.tube_radius / s.radius, n / 2, n), byQuarter) }),
  hemisphere: (s) => ({ key: '', scale: [s.radius, s.radius, s.radius], make: (n) => tinted(hemisphere(n), byQuarter) }),
  mesh: (s, meshes) => ({ key: String(s.mesh), scale: [s.scale ?? 1, s.scale ?? 1, s.scale ?? 1], make: () => meshGeometry(meshes[s.mesh]) }),
};

function meshGeometry(mesh) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(mesh.positions, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(mesh.normals, 3));
  geometry.setAttribute('color', new THREE.BufferAttribute(new Float32Array(mesh.positions.length).fill(1), 3));
  geometry.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
  return geometry;
}

// Returns how to draw a shape: { key, scale: [x, y, z], make(sectors) }.
export function describe(shape, meshes) {
  const found = shapes[shape.type];
  if (!found) throw new Error(`unknown shape '${shape.type}'`);
  const made = found(shape, meshes);
  return { ...made, key: (shape.type === 'sphere' ? 'ellipsoid' : shape.type) + made.key };
}
