// Conversion of points between model and world. A pose is seven numbers, x y z qw qx qy qz, as in Run.poses().

// v + 2 w (u x v) + 2 u x (u x v) with q = (w, u)
function rotate(w, x, y, z, [a, b, c]) {
  const i = 2 * (y * c - z * b), j = 2 * (z * a - x * c), k = 2 * (x * b - y * a);
  return [a + w * i + (y * k - z * j), b + w * j + (z * i - x * k), c + w * k + (x * j - y * i)];
}

/** World coordinates of a model point. */
export function toWorld(poses, body, point) {
  const [x, y, z, w, i, j, k] = poses.slice(7 * body, 7 * body + 7);
  const turned = rotate(w, i, j, k, point);
  return [x + turned[0], y + turned[1], z + turned[2]];
}

/** Model coordinates of a world point. */
export function toModel(poses, body, point) {
  const [x, y, z, w, i, j, k] = poses.slice(7 * body, 7 * body + 7);
  return rotate(w, -i, -j, -k, [point[0] - x, point[1] - y, point[2] - z]);
}

export const plus = (a, b) => a.map((v, i) => v + b[i]);
export const minus = (a, b) => a.map((v, i) => v - b[i]);
export const times = (s, a) => a.map((v) => s * v);
export const length = (a) => Math.hypot(...a);
