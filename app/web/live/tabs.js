// Tabs. In a wide window the left column shows one of its two parts, and the right column shows all its parts; a narrow window
// shows one part at a time. The style sheet selects the visible parts by the attributes data-left and data-tab.
import { element } from '../view/dom.js';

export function createTabs(parts, onOpen) {
  const buttons = new Map(), root = document.documentElement;
  const nav = element('nav', { 'aria-label': 'Parts of the page' });
  const sides = { left: element('aside', { class: 'left', 'aria-label': 'Scenes' }), right: element('aside', { class: 'right', 'aria-label': 'Instruments' }) };

  function open(id) {
    const part = parts.find((p) => p.id === id);
    root.dataset.tab = id;
    if (part.side === 'left') root.dataset.left = id;
    for (const [own, button] of buttons) button.setAttribute('aria-pressed', String(own === id || own === root.dataset.left));
    for (const [own, button] of buttons) button.classList.toggle('is-open', own === id);
    onOpen();
  }

  for (const { id, name, side, content } of parts) {
    const button = element('button', { type: 'button', class: `tab tab-${side}`, 'data-opens': id, onclick: () => open(id) }, name);
    buttons.set(id, button);
    nav.append(button);
    sides[side].append(element('section', { class: 'part', id: `part-${id}`, 'aria-label': name }, element('h2', { class: 'part-name' }, name), ...content));
  }
  root.dataset.left = root.dataset.tab = parts[0].id;
  for (const [own, button] of buttons) {
    button.setAttribute('aria-pressed', String(own === parts[0].id));
    button.classList.toggle('is-open', own === parts[0].id);
  }
  return { nav, ...sides, open };
}
