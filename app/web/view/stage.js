// The 3-D view.
//
//   const stage = createStage(canvas, bodies, options);
//   stage.setPoses(poses);   // Float64Array, seven per body: x y z (origin of the model frame [m]) qw qx qy qz
//   stage.render();
//
// bodies: [{ name, kind: 'dynamic' | 'static' | 'kinematic', color: '#rrggbb', shapes: [...] }], shapes as in geometry.js.
// options, all optional:
//   meshes    [{ positions: Float32Array, normals: Float32Array, triangles: Uint32Array }] that shapes refer to
//   springs   [{ body, at: [x, y, z], other: index or -1, to: [x, y, z] }], model coordinates; `to` is a world point if other is -1
//   bounds    { low: [x, y, z], high: [x, y, z], points } of the whole scene [m]: the first view shows the bounds; the ground
//             is below. points (optional) are spheres that the first view must contain: [x, y, z, radius, ...]. Or a
//             function of measure; measure(i, q) returns the { low, high } of body i about its model origin with orientation q
//             (without q: for any orientation)
//   ground    height of the ground [m]; default: the lowest point of the bounds
//   theme     'dark' or 'light'
//   onChange  called when the camera has moved; the caller must render again
//   onFollow  called with the watched body when the camera begins to follow it, and with -1 when the user has moved the
//             camera away
//
// The stage:
//   setPoses(poses)             places all bodies and springs; render() draws them
//   setArrows(arrows)           [{ from: [m], vector: [m], kind: 'L' | 'w' | 'v' | 'F' | 'x' | 'y' | 'z' }], world
//   trails                      see trails.js: reserve, load and show (replay), or reserve and push (live)
//   select(i)                   draws a ring around a body (-1: none)
//   follow(i)                   moves the camera with a body (-1: none)
//   watch(i)                    follows a body as soon as its motion takes it out of the view or far into the background (-1:
//                               none). The user can turn and zoom meanwhile; moving the camera away stops following
//   pick(x, y)                  the body under a point of the canvas [CSS px]: { body, point: [m] } or null
//   pointAt(x, y, near)         the world point under (x, y) at the distance of the world point `near` [m]: for dragging
//   show(what, isOn)            shows or hides 'grid', 'shadows', 'springs' or 'trails'
//   fit()                       returns to the first view
//   look(from)                  views the target along the axis 'x', 'y' or 'z'
//   view(), setView(view)       position and target of the camera [m], to copy them to another stage
//   direction()                 viewing direction, a unit vector in the world
//   setTheme(theme), render(), resize(), dispose()
//   cell, size, reach(i)        cell size of the grid, size of the scene, radius of a body about its model origin [m]
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { ARROW_COLORS, createArrows } from './arrows.js';
import { createBodies } from './bodies.js';
import { createGround } from './ground.js';
import { createMarks } from './marks.js';
import { createSprings } from './springs.js';
import { createTrails } from './trails.js';

const VIEW_SIZE = 10; // size of the scene in view coordinates
const LEAVES_AT = 0.95, LOST_AT = 1.15; // distance from the middle of the view, as a fraction of its half width and height
const FAR_AT = 1.5; // depth at which a body is too far away, as a multiple of the distance from camera to target
const CENTERING = 0.08; // fraction of the distance to the middle that a watched body moves per frame
const FIRST_DIRECTION = new THREE.Vector3(1, -0.75, 0.52).normalize();
const THEMES = {
  dark: { sky: '#12171e', hemisphere: ['#c8d8ef', '#2a3039', 0.9], sun: ['#fff3e0', 2.1], ring: '#ffd166', spring: '#aab6c6' },
  light: { sky: '#eef1f5', hemisphere: ['#ffffff', '#b4b9c1', 1.25], sun: ['#fff6e8', 1.9], ring: '#c2410c', spring: '#6b7686' },
};

function spaceOf(bounds) {
  const center = [0, 1, 2].map((c) => (bounds.low[c] + bounds.high[c]) / 2);
  const size = Math.hypot(...[0, 1, 2].map((c) => bounds.high[c] - bounds.low[c]));
  return { center, unit: (size > 0 && Number.isFinite(size) ? size : 1) / VIEW_SIZE, size };
}

// The bounds [m]. The view's scale depends on the bounds, so bodies are measured in a temporary view with the unit 1 m.
function boundsOf(bodies, meshes, given) {
  if (typeof given !== 'function') return given ?? { low: [-1, -1, -1], high: [1, 1, 1] };
  const drawn = createBodies(bodies, meshes, { center: [0, 0, 0], unit: 1 });
  const bounds = given(drawn.measure);
  drawn.dispose();
  return bounds;
}

export function createStage(canvas, bodies, options = {}) {
  const meshes = options.meshes ?? [];
  const bounds = boundsOf(bodies, meshes, options.bounds);
  const space = spaceOf(bounds);
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFShadowMap;
  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(38, 1, 0.01, 1000);
  camera.up.set(0, 0, 1);
  const controls = new OrbitControls(camera, canvas);
  controls.addEventListener('change', () => options.onChange?.());
  controls.addEventListener('start', () => { isCentering = false, isUsersView = true; });

  const drawn = createBodies(bodies, meshes, space);
  const lowest = options.ground ?? bounds.low[2] - 0.02 * space.size;
  const ground = createGround(space, (lowest - space.center[2]) / space.unit, space.size);
  const marks = createMarks(bodies, drawn);
  const arrows = createArrows();
  const trails = createTrails(space);
  const coilWidth = Math.min(0.4 * (Math.max(0, ...drawn.reaches) || 0.3), 0.013 * VIEW_SIZE);
  const springs = createSprings(options.springs ?? [], drawn, space, coilWidth);
  const hemisphere = new THREE.HemisphereLight();
  hemisphere.position.set(0, 0, 1);
  const sun = new THREE.DirectionalLight();
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.bias = -0.0006;
  sun.shadow.normalBias = 0.02;
  const lamp = new THREE.DirectionalLight('#ffffff', 0.75); // at the camera, so that no visible side is black
  scene.add(hemisphere, lamp, lamp.target, sun, sun.target, ground.group, drawn.group, springs.group, trails.group, marks.group, arrows.group);

  let selected = -1, followed = -1, theme = 'dark', width = 1, height = 1;
  let watched = -1, isChasing = false, isCentering = false, isUsersView = false; // isChasing: follows because the watched body left the view
  const followedAt = new THREE.Vector3(), moved = new THREE.Vector3();

  const toWorld = (v) => [0, 1, 2].map((c) => v.getComponent(c) * space.unit + space.center[c]);
  const toView = (x) => new THREE.Vector3(...[0, 1, 2].map((c) => (x[c] - space.center[c]) / space.unit));

  // ---- camera ----

  // Distance at which the view contains all points of the bounds, or without points, all corners of the bounds.
  function fitDistance() {
    const up = Math.tan((camera.fov * Math.PI) / 360), across = up * camera.aspect;
    const right = new THREE.Vector3().crossVectors(camera.up, FIRST_DIRECTION).normalize();
    const top = new THREE.Vector3().crossVectors(FIRST_DIRECTION, right);
    let distance = 0;
    const hold = (point, radius) => {
      const toward = point.dot(FIRST_DIRECTION) + radius;
      distance = Math.max(distance, toward + (Math.abs(point.dot(top)) + radius) / up, toward + (Math.abs(point.dot(right)) + radius) / across);
    };
    const { points, low, high } = bounds;
    for (let i = 0; points && i < points.length; i += 4) hold(toView(points.slice(i, i + 3)), points[i + 3] / space.unit);
    for (let i = 0; !points && i < 8; i++) hold(toView([0, 1, 2].map((c) => (i & (1 << c) ? high[c] : low[c]))), 0);
    return 1.1 * (distance || 2 * VIEW_SIZE);
  }

  function fit() {
    controls.target.set(0, 0, 0);
    controls.maxDistance = 40 * VIEW_SIZE;
    camera.position.copy(FIRST_DIRECTION).multiplyScalar(fitDistance());
    controls.update();
    if (followed >= 0) follow(followed);
  }

  // Follows a body: centres it and moves the camera nearer if the body is too far to see well.
  function follow(i) {
    followed = i, isChasing = isCentering = false;
    if (i < 0) return;
    followedAt.fromArray(drawn.places, 3 * i);
    const arm = camera.position.clone().sub(controls.target);
    const near = 7.5 * Math.max(drawn.reaches[i], 1e-4);
    if (arm.length() > near) arm.setLength(near);
    controls.target.copy(followedAt);
    camera.position.copy(followedAt).add(arm);
    controls.update();
  }

  function keepBeside() {
    if (followed < 0) return;
    moved.fromArray(drawn.places, 3 * followed).sub(followedAt);
    if (!Number.isFinite(moved.lengthSq())) return; // the body was removed
    followedAt.add(moved);
    if (isCentering) moved.addScaledVector(followedAt.clone().sub(controls.target).sub(moved), CENTERING);
    controls.target.add(moved);
    camera.position.add(moved);
  }

  // True if the origin of a body lies within `part` of the view and not deeper than `depth`.
  function isInView(i, part, depth = Infinity) {
    camera.updateMatrixWorld();
    const at = new THREE.Vector3().fromArray(drawn.places, 3 * i).applyMatrix4(camera.matrixWorldInverse);
    const up = Math.tan((camera.fov * Math.PI) / 360) * -at.z;
    return at.z < 0 && -at.z <= depth && Math.abs(at.y) <= part * up && Math.abs(at.x) <= part * up * camera.aspect;
  }

  // Follows the watched body without changing the view abruptly: the body moves to the middle within a few frames.
  function chase() {
    followed = watched, isChasing = isCentering = true, isUsersView = false;
    followedAt.fromArray(drawn.places, 3 * followed);
    options.onFollow?.(followed);
  }

  function look(from) {
    const arm = { x: [1, 0, 0.0001], y: [0, -1, 0.0001], z: [0, -0.0001, 1] }[from];
    const distance = camera.position.distanceTo(controls.target);
    camera.position.copy(controls.target).addScaledVector(new THREE.Vector3(...arm), distance);
    controls.update();
  }

  // ---- pointing ----

  const raycaster = new THREE.Raycaster(), pointer = new THREE.Vector2();

  function aim(x, y) {
    raycaster.setFromCamera(pointer.set((2 * x) / width - 1, 1 - (2 * y) / height), camera);
  }

  // The nearest body within 14 px, for bodies that are too small to hit.
  function pickDot(x, y) {
    let best = null, nearest = 14;
    const at = new THREE.Vector3();
    for (let i = 0; i < bodies.length; i++) {
      at.fromArray(drawn.places, 3 * i).project(camera);
      const distance = Math.hypot(((at.x + 1) / 2) * width - x, ((1 - at.y) / 2) * height - y);
      if (at.z < 1 && distance < nearest) best = i, nearest = distance;
    }
    return best === null ? null : { body: best, point: toWorld(at.fromArray(drawn.places, 3 * best)) };
  }

  function pick(x, y) {
    aim(x, y);
    const hit = drawn.pick(raycaster);
    return hit ? { body: hit.body, point: toWorld(hit.point) } : pickDot(x, y);
  }

  function pointAt(x, y, near) {
    aim(x, y);
    const normal = camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, toView(near));
    const hit = raycaster.ray.intersectPlane(plane, new THREE.Vector3());
    return hit ? toWorld(hit) : null;
  }

  const view = () => ({ camera: toWorld(camera.position), target: toWorld(controls.target) });
  function setView(v) {
    camera.position.copy(toView(v.camera));
    controls.target.copy(toView(v.target));
    controls.update();
  }

  // ---- drawing ----

  // Tests whether the body is in view before and after the poses change, with the same camera, so only its motion counts.
  function setPoses(poses) {
    if (isChasing && isUsersView && !isInView(followed, LOST_AT)) follow(-1), watched = -1, options.onFollow?.(-1);
    const depth = FAR_AT * camera.position.distanceTo(controls.target);
    const wasInView = followed < 0 && watched >= 0 && isInView(watched, LEAVES_AT, depth);
    drawn.setPoses(poses);
    springs.update();
    if (wasInView && !isInView(watched, LEAVES_AT, depth)) chase();
    else keepBeside();
  }

  function setArrows(list) {
    const thickness = 0.0042 * camera.position.distanceTo(controls.target);
    arrows.set(list.map((arrow) => ({
      from: arrow.from.map((a, c) => (a - space.center[c]) / space.unit),
      vector: arrow.vector.map((a) => a / space.unit),
      color: ARROW_COLORS[theme][arrow.kind],
      width: 'xyz'.includes(arrow.kind) ? 0.6 * thickness : thickness,
    })));
  }

  function setTheme(name) {
    theme = name;
    const colors = THEMES[name];
    scene.background = new THREE.Color(colors.sky);
    hemisphere.color.set(colors.hemisphere[0]);
    hemisphere.groundColor.set(colors.hemisphere[1]);
    hemisphere.intensity = colors.hemisphere[2];
    sun.color.set(colors.sun[0]);
    sun.intensity = colors.sun[1];
    marks.setColor(colors.ring);
    springs.setColor(colors.spring);
    ground.setTheme(name);
  }

  // Fits the shadow map to the area around the camera's target, so that shadows are sharper in a near view.
  function aimSun(distance) {
    const reached = Math.min(1.2 * distance, 1.2 * VIEW_SIZE);
    sun.target.position.copy(controls.target);
    sun.position.set(0.42, -0.34, 1).normalize().multiplyScalar(4 * reached).add(controls.target);
    const frame = sun.shadow.camera;
    Object.assign(frame, { left: -reached, right: reached, top: reached, bottom: -reached, near: reached, far: 8 * reached });
    frame.updateProjectionMatrix();
  }

  function render() {
    const distance = camera.position.distanceTo(controls.target);
    camera.near = distance / 300;
    camera.far = 12 * distance + 4 * VIEW_SIZE;
    camera.updateProjectionMatrix();
    ground.update(controls.target, Math.max(distance, 0.4 * VIEW_SIZE));
    marks.update(camera, selected, height / (2 * Math.tan((camera.fov * Math.PI) / 360)));
    lamp.position.copy(camera.position);
    lamp.target.position.copy(controls.target);
    aimSun(distance);
    renderer.render(scene, camera);
  }

  let hasSize = false;
  function resize() {
    width = canvas.clientWidth || 1, height = canvas.clientHeight || 1;
    renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    if (!hasSize) fit();
    hasSize = true;
  }

  const layers = { grid: ground.group, springs: springs.group, trails: trails.group };
  function show(what, isOn) {
    if (what === 'shadows') sun.castShadow = isOn;
    else layers[what].visible = isOn;
  }

  function dispose() {
    for (const part of [drawn, ground, marks, arrows, trails, springs, controls, renderer]) part.dispose();
  }

  setTheme(options.theme ?? 'dark');
  resize();
  return {
    setPoses, setArrows, trails, follow, pick, pointAt, show, fit, look, setTheme, render, resize, dispose,
    view, setView, direction: () => camera.getWorldDirection(new THREE.Vector3()).toArray(),
    select: (i) => { selected = i; },
    watch: (i) => { watched = i; },
    setControlsEnabled: (isOn) => { controls.enabled = isOn; }, // off while a body is dragged
    reach: (i) => drawn.reaches[i] * space.unit,
    cell: ground.cell, size: space.size, camera, canvas,
  };
}
