// Gallery of the examples, each with a picture.
import { element, tidy } from '../view/dom.js';
import { drawThumbnail } from './thumbnail.js';

const WIDTH = 280, HEIGHT = 170; // [px] of the canvas; twice its size on the page, for high-density screens

export function createGallery(engine, onChoose) {
  const cards = engine.examples.map(({ name, title, text }) => {
    const picture = element('canvas', { width: WIDTH, height: HEIGHT, 'aria-hidden': 'true' });
    const card = element('button', { type: 'button', class: 'card', 'data-example': name, title: tidy(title, 300), onclick: () => onChoose(name) },
      picture, element('span', { class: 'card-name' }, name), element('span', { class: 'card-title' }, tidy(title, 300)));
    return { name, text, picture, card };
  });
  const root = element('div', { class: 'gallery' }, ...cards.map(({ card }) => card));

  // Draws one picture per timer event, so that the page stays responsive.
  const waiting = [...cards];
  function drawNext() {
    const next = waiting.shift();
    if (!next) return;
    drawThumbnail(next.picture, engine, next.text);
    setTimeout(drawNext, 0);
  }

  return {
    element: root,
    draw: () => setTimeout(drawNext, 0),
    mark(name) {
      for (const { name: own, card } of cards) card.setAttribute('aria-pressed', String(own === name));
    },
  };
}
