// Pointer input on a stage: a click on a body pushes it, a drag pulls it; a drag on the background turns the camera.
import { length, minus, times } from './pose.js';

const STILL = 5; // [px] a shorter movement counts as a click
const GRIP = 9; // angular frequency of the spring between body and hand [rad per real second]
const PUSH = 2.5; // speed that a push adds [body sizes per real second]

/**
 * @param {HTMLElement} frame  parent of the canvas; receives events before the camera controls do
 * @param {{stage: () => object, session: object, side: number, isHand: () => boolean, onSelect: (body: number) => void,
 *   onTouch: (body: number) => void, tell: (text: string) => void}} host
 */
export function attachHand(frame, { stage, session, side, isHand, onSelect, onTouch, tell }) {
  let held = null; // { id, body, point, from: [x, y], isGrabbing }

  const place = (event) => {
    const box = stage().canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  // Simulated seconds per real second; pushes and pulls scaled by it look equally fast in every scene.
  const pace = () => Math.max(session.naturalSpeed, session.naturalSpeed * session.speed);

  function down(event) {
    if (!stage() || event.button !== 0 || event.target !== stage().canvas || held) return;
    const from = place(event), hit = stage().pick(...from);
    if (!hit) return;
    held = { id: event.pointerId, ...hit, from, isGrabbing: false, isMovable: session.facts[hit.body].kind === 'dynamic' };
    if (!isHand() || !held.isMovable) return; // a drag turns the camera; a click still selects
    stage().setControlsEnabled(false);
    frame.setPointerCapture(event.pointerId);
  }

  function move(event) {
    if (!held || event.pointerId !== held.id) return;
    const at = place(event);
    if (!held.isGrabbing && length(minus(at, held.from)) < STILL) return;
    held.hasMoved = true;
    if (!isHand() || !held.isMovable) return;
    if (!held.isGrabbing) {
      held.isGrabbing = session.grab(side, held.body, held.point, GRIP / pace());
      if (!held.isGrabbing) return;
      onSelect(held.body);
      onTouch(held.body);
    }
    const target = stage().pointAt(...at, held.point);
    if (target) session.moveHand(target);
  }

  function push() {
    const speed = (PUSH * stage().reach(held.body)) / pace();
    const impulse = times(session.facts[held.body].mass * speed, stage().direction());
    if (session.push(side, held.body, impulse, held.point)) {
      tell(`Pushed ${session.facts[held.body].name}.`);
      onTouch(held.body);
    }
  }

  function up(event) {
    if (!held || event.pointerId !== held.id) return;
    const was = held;
    if (was.isGrabbing) session.release();
    else if (!was.hasMoved && event.type === 'pointerup') {
      onSelect(was.body);
      if (isHand() && was.isMovable) push();
    }
    held = null;
    stage().setControlsEnabled(true);
  }

  frame.addEventListener('pointerdown', down, true);
  frame.addEventListener('pointermove', move);
  frame.addEventListener('pointerup', up);
  frame.addEventListener('pointercancel', up);
}
