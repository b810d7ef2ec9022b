// One stage, or two side by side with the same camera.
import { element } from '../view/dom.js';
import { createStage } from '../view/stage.js';
import { BODY } from '../engine/run.js';
import { attachHand } from './hand.js';
import { length, minus, times, toWorld } from './pose.js';
import { drawnBodies } from './shapes.js';

const TRAIL_PIECES = 600, TRAIL_BODIES = 200;
const ARROWS_MOST = 12; // above this number of bodies, only the selected body has arrows
const ARROW_LENGTHS = { L: 1.2, w: 0.85, v: 1 }; // length of the longest arrow of a kind, relative to the size of a body or of the view

// Bounds of everything visible: the paths and the sizes of the bodies. measure() is the stage's.
function boundsOf(frames, facts, measure) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity], points = [];
  facts.forEach(({ kind }, i) => {
    const isStill = kind === 'static';
    const own = measure(i, isStill ? frames[0].subarray(7 * i + 3, 7 * i + 7) : null);
    for (const poses of isStill ? frames.slice(0, 1) : frames) {
      const place = Array.from(poses.subarray(7 * i, 7 * i + 3));
      place.forEach((a, c) => {
        low[c] = Math.min(low[c], a + own.low[c]);
        high[c] = Math.max(high[c], a + own.high[c]);
      });
      if (!isStill) points.push(...place, own.high[0]);
      else for (let b = 0; b < 8; b++) points.push(...place.map((a, c) => a + (b & (1 << c) ? own.high[c] : own.low[c])), 0);
    }
  });
  return low.every(Number.isFinite) && high.every(Number.isFinite) ? { low, high, points } : { low: [-1, -1, -1], high: [1, 1, 1] };
}

export function createViews(session, host) {
  const root = element('div', { class: 'views' });
  const sides = [0, 1].map((side) => {
    const canvas = element('canvas', { class: 'stage', 'aria-label': '3-D view of the scene. Drag to turn the camera, scroll or pinch to zoom.', role: 'img' });
    const label = element('span', { class: `view-label series-${side === 0 ? 3 : 1}`, hidden: true });
    const frame = element('div', { class: 'view', hidden: side > 0 }, canvas, label);
    root.append(frame);
    const made = { side, canvas, label, frame, stage: null };
    attachHand(frame, { ...host, session, side, stage: () => made.stage, onTouch: (body) => { watched = body, host.onTouch(); } });
    return made;
  });
  const shown = { L: true, w: true, v: false, axes: false, trails: true };
  let theme = 'dark', selected = -1, followed = -1, largest = {}, trailed = [], isFollowingCamera = false, lastTrail = -1, bounds = null;
  let watched = -1, targetBefore = null; // the body that was pushed or pulled last; the camera's target before this body left the view

  const active = () => sides.filter(({ stage }) => stage);

  // Copies the camera of one stage to the other stage.
  function onCamera(side) {
    if (!isFollowingCamera) {
      isFollowingCamera = true;
      const view = sides[side].stage?.view();
      for (const other of active()) if (other.side !== side && view) other.stage.setView(view);
      isFollowingCamera = false;
    }
    host.onChange();
  }

  // A stage began to follow the watched body (-1: it stopped, because the user moved the camera).
  function onFollow(body) {
    if (body >= 0) targetBefore ??= sides[0].stage.view().target;
    else for (const { stage } of active()) stage.follow(-1);
    if (body < 0) watched = -1, targetBefore = null;
    followed = body;
    host.onFollow();
  }

  // Stops following a pushed body. After a reset the camera looks at the same point as before the push.
  function unwatch() {
    watched = -1;
    if (!targetBefore) return;
    follow(-1);
    for (const { stage } of active()) {
      const { camera, target } = stage.view(), arm = minus(camera, target);
      stage.setView({ camera: targetBefore.map((a, c) => a + arm[c]), target: targetBefore });
    }
    targetBefore = null;
  }

  // True if two bounds are about equal, so that the camera need not move.
  function isLike(a, b) {
    if (!a) return false;
    const size = (box) => length(minus(box.high, box.low)) + 1e-12 * length(box.high);
    const apart = length(minus(a.low, b.low)) + length(minus(a.high, b.high));
    return apart <= 0.7 * Math.max(size(a), size(b)) || apart === 0;
  }

  function build({ keepsView = false } = {}) {
    const before = bounds, view = keepsView ? sides[0].stage?.view() : null;
    for (const made of active()) made.stage.dispose(), made.stage = null;
    followed = watched = -1, targetBefore = null;
    const { bodies, meshes } = drawnBodies(session.facts);
    const frames = session.scout();
    const options = { meshes, springs: session.run.springs(), theme, bounds: (measure) => { return (bounds ??= boundsOf(frames, session.facts, measure)); } };
    bounds = null; // computed once, for both stages
    trailed = session.facts.map((_, i) => i).filter((i) => session.facts[i].kind !== 'static').slice(0, TRAIL_BODIES);
    // all canvases need their final size before the first view is fitted
    for (const { frame, label, side } of sides) frame.hidden = side >= session.runs.length, label.hidden = !session.isSplit;
    sides.slice(0, session.runs.length).forEach((made, side) => {
      made.label.textContent = session.runs[side].method;
      try {
        made.stage = createStage(made.canvas, bodies, { ...options, onChange: () => onCamera(side), onFollow });
      } catch (error) { // without WebGL only the 3-D view is missing
        made.label.hidden = false;
        made.label.textContent = `No 3-D view: ${error.message}`;
        return;
      }
      if (trailed.length > 0) made.stage.trails.reserve(trailed.map((i) => bodies[i]), TRAIL_PIECES);
      if (bodies.length > 400) made.stage.show('shadows', false);
      made.stage.show('trails', shown.trails);
    });
    const common = view && isLike(before, bounds) ? view : sides[0].stage?.view();
    for (const { stage } of active()) stage.setView(common);
    select(-1);
    clear();
  }

  // Removes trails and arrow scales after a reset.
  function clear() {
    largest = {};
    lastTrail = -1;
    unwatch();
    for (const { stage } of active()) stage.trails.clear();
  }

  function pushTrails(run, stage, poses) {
    const places = new Float64Array(3 * trailed.length);
    trailed.forEach((body, i) => {
      const at = toWorld(poses, body, session.facts[body].center);
      places.set(at, 3 * i);
    });
    stage.trails.push(places);
  }

  const wanted = () => (selected >= 0 ? [selected] : session.facts.length <= ARROWS_MOST ? session.facts.map((_, i) => i) : []);

  // The longest vector of a kind so far sets the scale, so arrow lengths are comparable over time.
  function addArrows(list, kind, at, numbers, bodies, stage, poses) {
    const vectors = bodies.map((body) => Array.from(numbers.subarray(BODY.stride * body + at, BODY.stride * body + at + 3)));
    largest[kind] = Math.max(largest[kind] ?? 0, ...vectors.map(length));
    if (!(largest[kind] > 0)) return;
    const reach = Math.max(...bodies.map((body) => stage.reach(body)));
    const longest = ARROW_LENGTHS[kind] * Math.min(Math.max(1.6 * reach, stage.size / 12), stage.size / 3.5);
    bodies.forEach((body, i) =>
      list.push({ kind, from: toWorld(poses, body, session.facts[body].center), vector: times(longest / largest[kind], vectors[i]) }));
  }

  function arrowsOf(run, stage, side, poses) {
    const list = [], bodies = wanted().filter((body) => session.facts[body].kind !== 'static');
    if (bodies.length > 0 && (shown.L || shown.w || shown.v)) {
      const numbers = run.numbers();
      for (const [kind, at] of [['L', BODY.angularMomentum], ['w', BODY.spin], ['v', BODY.velocity]])
        if (shown[kind]) addArrows(list, kind, at, numbers, bodies, stage, poses);
    }
    if (shown.axes)
      for (const body of bodies) {
        const from = toWorld(poses, body, [0, 0, 0]), size = 1.4 * stage.reach(body);
        ['x', 'y', 'z'].forEach((kind, c) => {
          const end = toWorld(poses, body, [0, 1, 2].map((k) => (k === c ? size : 0)));
          list.push({ kind, from, vector: minus(end, from) });
        });
      }
    if (session.hand?.targets) {
      const from = toWorld(poses, session.hand.body, session.hand.model);
      list.push({ kind: 'F', from, vector: minus(session.hand.targets[side], from) });
    }
    return list;
  }

  function draw() {
    const isNew = session.run.steps !== lastTrail;
    lastTrail = session.run.steps;
    for (const { stage, side } of active()) {
      const run = session.runs[side];
      const poses = Float64Array.from(run.poses(session.alpha));
      stage.watch(session.hand ? -1 : watched); // while a body is held, a moving camera would move the point below the pointer
      stage.setPoses(poses);
      if (isNew && trailed.length > 0) pushTrails(run, stage, poses);
      stage.setArrows(arrowsOf(run, stage, side, poses));
      stage.render();
    }
  }

  function select(body) {
    selected = body;
    for (const { stage } of active()) stage.select(body);
  }

  // Follows a body; -1 stops following.
  function follow(body) {
    followed = body;
    for (const { stage } of active()) stage.follow(body);
    host.onFollow();
  }

  return {
    element: root, build, clear, draw, select,
    get followed() { return followed; },
    follow(body) {
      watched = -1, targetBefore = null;
      follow(body);
    },
    fit() {
      watched = -1, targetBefore = null;
      follow(-1);
      for (const { stage } of active()) stage.fit();
    },
    show(what, isOn) {
      shown[what] = isOn;
      if (what === 'trails') for (const { stage } of active()) stage.show('trails', isOn);
    },
    setTheme(name) {
      theme = name;
      for (const { stage } of active()) stage.setTheme(name);
    },
    resize() {
      for (const { stage } of active()) stage.resize();
    },
  };
}
