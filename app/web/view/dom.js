// Creates elements without parsing markup: text is inserted as text only, so scene text cannot become markup.

// element('button', { class: 'key', 'aria-label': 'Play', onclick: f }, 'text', child...)
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

// A 24 x 24 icon from constant path data.
export function icon(path) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const drawn = document.createElementNS(SVG, 'path');
  drawn.setAttribute('d', path);
  svg.append(drawn);
  return svg;
}

// True if the user's system asks for reduced motion.
export const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

// Shortens a name or title and replaces control characters and text-direction marks, which would disturb adjacent text.
export function tidy(text, longest = 120) {
  const plain = String(text).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
  const letters = Array.from(plain);
  return letters.length > longest ? letters.slice(0, longest - 1).join('') + '…' : plain;
}
