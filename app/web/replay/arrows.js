// Selects the arrows to draw and scales them: the longest arrow of each kind in the run is as long as a body or a fraction of the view.

const LENGTHS = { L: 1.2, w: 0.85, v: 1, F: 1 };
const ALL_BODIES_MAX = 12; // above this number of bodies, only the selected body has arrows

function turned(q, v) {
  const [w, x, y, z] = q;
  const tx = 2 * (y * v[2] - z * v[1]), ty = 2 * (z * v[0] - x * v[2]), tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

export function createArrowChooser(run, stage) {
  const moving = run.bodies.map((body, i) => i).filter((i) => run.bodies[i].kind !== 'static');
  const hasAll = moving.length <= ALL_BODIES_MAX;
  const scales = new Map(); // scale of each kind, for all bodies together or for a single body

  function lengthFor(bodies) {
    const reach = Math.max(...bodies.map((i) => stage.reach(i)));
    return Math.min(Math.max(1.5 * reach, stage.size / 12), stage.size / 3.5);
  }

  function scaleOf(bodies, kind) {
    const key = `${bodies.length > 1 ? 'all' : bodies[0]} ${kind}`;
    if (!scales.has(key)) {
      const most = Math.max(...bodies.map((i) => run.largestOf(i)[kind]));
      scales.set(key, most > 0 ? (LENGTHS[kind] * lengthFor(bodies)) / most : 0);
    }
    return scales.get(key);
  }

  // The arrows in frame k. kinds: { L: true, ..., axes: true }.
  return function arrowsAt(k, selected, kinds) {
    const bodies = hasAll ? moving : selected >= 0 ? [selected] : [];
    const list = [];
    for (const i of bodies) {
      if (k >= run.tracks.bodies[i].count) continue;
      const numbers = run.numbersAt(i, k);
      for (const kind of ['L', 'w', 'v', 'F'])
        if (kinds[kind]) list.push({ kind, from: numbers.x, vector: numbers[kind].map((a) => a * scaleOf(bodies, kind)) });
      if (!kinds.axes) continue;
      const length = Math.max(1.35 * stage.reach(i), stage.size / 60);
      'xyz'.split('').forEach((kind, c) => {
        const axis = [0, 0, 0];
        axis[c] = length;
        list.push({ kind, from: numbers.x, vector: turned(numbers.q, axis) });
      });
    }
    return list;
  };
}
