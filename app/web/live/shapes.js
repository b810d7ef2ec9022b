// Converts the library's bodies to the bodies that the stage draws.
import { ConvexGeometry } from 'three/examples/jsm/geometries/ConvexGeometry.js';
import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three';

const GOLDEN = (1 + Math.sqrt(5)) / 2;

// Converts the parameters of gyre/primitives.def to the stage's keys, for shapes that the stage can draw.
const NAMED = {
  box: (p) => ({ size: p.slice(0, 3) }),
  sphere: ([radius]) => ({ radius }),
  cylinder: ([radius, height]) => ({ radius, height }),
  tube: ([radius, inner_radius, height]) => ({ radius, inner_radius, height }),
  capsule: ([radius, length]) => ({ radius, length }),
  cone: ([radius, height]) => ({ radius, height }),
  frustum: ([bottom_radius, top_radius, height]) => ({ bottom_radius, top_radius, height }),
  ellipsoid: (p) => ({ radii: p.slice(0, 3) }),
  torus: ([radius, tube_radius]) => ({ radius, tube_radius }),
  hemisphere: ([radius]) => ({ radius }),
  rod: ([length]) => ({ type: 'cylinder', radius: length / 100, height: length }),
  disc: ([radius]) => ({ type: 'cylinder', radius, height: radius / 500 }),
};

const points = (p, count) => Array.from({ length: count }, (_, i) => p.slice(3 * i, 3 * i + 3));

// The points (0, +-a, +-b) and their cyclic permutations.
function cyclic(a, b) {
  const made = [];
  for (const s of [a, -a]) for (const t of [b, -b]) made.push([0, s, t], [t, 0, s], [s, t, 0]);
  return made;
}

const cube = (s) => Array.from({ length: 8 }, (_, i) => [i & 1 ? -s : s, i & 2 ? -s : s, i & 4 ? -s : s]);

// Solids with flat faces are drawn as the convex hull of their corners, in the library's coordinates.
const CORNERS = {
  pyramid: ([x, y, z]) => [[-x, -y, -z], [x, -y, -z], [x, y, -z], [-x, y, -z], [0, 0, z]].map((c) => c.map((a) => a / 2)),
  wedge: ([x, y, z]) => [[-x, -y, -z], [x, -y, -z], [-x, -y, z], [-x, y, -z], [x, y, -z], [-x, y, z]].map((c) => c.map((a) => a / 2)),
  tetrahedron: (p) => points(p, 4),
  regular_tetrahedron: ([e]) => [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]].map((c) => c.map((a) => (a * e) / (2 * Math.SQRT2))),
  octahedron: ([e]) => [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]].map((c) => c.map((a) => (a * e) / Math.SQRT2)),
  icosahedron: ([e]) => cyclic(e / 2, (e / 2) * GOLDEN),
  dodecahedron: ([e]) => [...cube((e / 2) * GOLDEN), ...cyclic(e / 2, (e / 2) * GOLDEN * GOLDEN)],
};

// Surfaces without thickness, as triangles.
const SHEETS = {
  plate: ([x, y]) => [[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, -y, 0], [x, y, 0], [-x, y, 0]].map((c) => c.map((a) => a / 2)),
  triangle: (p) => points(p, 3),
};

function meshOf(shape, parameters) {
  let geometry;
  if (CORNERS[shape]) geometry = new ConvexGeometry(CORNERS[shape](parameters).map((c) => new Vector3(...c)));
  else if (SHEETS[shape]) {
    geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(SHEETS[shape](parameters).flat(), 3));
    geometry.computeVertexNormals();
  } else return null;
  const positions = geometry.attributes.position.array, normals = geometry.attributes.normal.array;
  return { positions, normals, triangles: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i) };
}

const hex = (color) => '#' + color.map((c) => Math.round(255 * c).toString(16).padStart(2, '0')).join('');

/** Bodies and meshes for createStage. */
export function drawnBodies(bodies) {
  const meshes = [], known = new Map();
  const shapeOf = ({ shape, parameters, position, orientation }) => {
    const place = { position, orientation };
    if (NAMED[shape]) return { type: shape, ...NAMED[shape](parameters), ...place };
    const key = `${shape} ${parameters}`;
    if (!known.has(key)) {
      const mesh = meshOf(shape, parameters);
      if (!mesh) return null; // unknown shape: the body is drawn as a dot
      known.set(key, meshes.push(mesh) - 1);
    }
    return { type: 'mesh', mesh: known.get(key), ...place };
  };
  const drawn = bodies.map((b) => ({ name: b.name, kind: b.kind, color: hex(b.color), shapes: b.parts.map(shapeOf).filter(Boolean) }));
  return { bodies: drawn, meshes };
}
