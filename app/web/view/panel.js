// Panel with the numbers of one body.
//
//   const panel = createPanel();
//   panel.setBody({ name, kind, mass });
//   panel.setNumbers({ x, q, v, w, P, L, F: [..], energy }, largest);  // SI units; missing quantities are hidden
// `largest` has the largest magnitude of each quantity over the run; it sets the number of decimals.
import { element, tidy } from './dom.js';
import { numberText, steadyText } from './numbers.js';

const ROWS = [
  ['x', 'position', 'm', 'centre of mass'],
  ['q', 'orientation', '', 'unit quaternion w, x, y, z'],
  ['v', 'velocity', 'm/s', 'of the centre of mass'],
  ['w', 'angular velocity', 'rad/s', 'world axes'],
  ['P', 'momentum', 'kg m/s', 'mass times velocity'],
  ['L', 'angular momentum', 'kg m²/s', 'about the centre of mass'],
  ['F', 'force', 'N', 'total force, from the change of momentum'],
  ['energy', 'energy', 'J', 'kinetic and potential; two dynamic bodies share their mutual potential equally'],
];

export function createPanel() {
  const name = element('h2', { class: 'panel-name', dir: 'auto' });
  const facts = element('p', { class: 'panel-facts' });
  const cells = new Map();
  const list = element('dl', { class: 'panel-list', 'aria-label': 'Numbers of the selected body' });
  for (const [key, label, unit, hint] of ROWS) {
    const count = key === 'energy' ? 1 : key === 'q' ? 4 : 3;
    const values = Array.from({ length: count }, () => element('span', { 'data-quantity': key }));
    const symbol = key === 'w' ? 'ω' : key === 'energy' ? 'E' : key;
    const row = element('div', { class: 'panel-row', title: `${label}: ${hint}` },
      element('dt', { 'aria-label': `${label} ${unit}` }, element('span', { class: `symbol symbol-${key}` }, symbol), ' ', element('span', { class: 'unit' }, unit)),
      element('dd', { class: `values values-${count}` }, ...values));
    cells.set(key, { row, values, shown: values.map(() => '') });
    list.append(row);
  }
  const root = element('section', { class: 'panel', 'aria-label': 'Selected body' }, name, facts, list);

  function setBody(body) {
    name.textContent = tidy(body.name, 60);
    name.title = tidy(body.name, 400);
    facts.textContent = body.kind + (body.mass > 0 ? `, ${numberText(body.mass, 5)} kg` : '');
  }

  function setNumbers(numbers, largest = {}) {
    for (const [key, cell] of cells) {
      const given = numbers[key];
      cell.row.hidden = given === undefined;
      if (given === undefined) continue;
      const numbersOf = typeof given === 'number' ? [given] : given;
      cell.values.forEach((span, i) => {
        span.dataset.value = numbersOf[i]; // unrounded, for scripts
        const text = steadyText(numbersOf[i], largest[key] ?? 0, key === 'energy' ? 8 : key === 'q' ? 5 : 6);
        if (text === cell.shown[i]) return; // avoids a new layout of the page
        span.textContent = cell.shown[i] = text;
      });
    }
  }

  return { element: root, setBody, setNumbers };
}
