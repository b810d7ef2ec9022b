// The energy ledger as a table.
import { element, tidy } from '../view/dom.js';
import { numberText } from '../view/numbers.js';

export function createLedger(ledger) {
  const energy = ledger.energy;
  const rows = [['initial', energy.initial], ['final', energy.final], ['kinetic', energy.kinetic, true], ['potential', energy.potential, true]];
  const works = Object.entries(energy.work).filter(([, value]) => value !== 0);
  rows.push(['work', works.reduce((sum, [, value]) => sum + value, 0)]);
  for (const [name, value] of works.slice(0, 8)) rows.push([`by ${tidy(name, 40)}`, value, true]);
  if (works.length > 8) rows.push([`${works.length - 8} more`, NaN, true]);
  rows.push(['dissipated', energy.dissipated]);
  if (energy.edited !== undefined) rows.push(['edited', energy.edited]);
  rows.push(['residual', energy.residual]);
  const size = Math.max(Math.abs(energy.initial), Math.abs(energy.final), Math.abs(energy.kinetic), Math.abs(energy.potential));
  const part = size > 0 ? Math.abs(energy.residual) / size : 0;
  const table = element('table', { class: 'ledger-table', 'aria-label': 'Energy ledger' }, ...rows.map(([label, value, isPart]) =>
    element('tr', {}, element('th', { scope: 'row', class: isPart ? 'part' : undefined }, label), element('td', {}, value === null ? '–' : numberText(value, 9)))));
  return element('section', { class: 'ledger', 'aria-label': 'Ledger' },
    element('h2', {}, 'Ledger ', element('span', { class: 'plot-unit' }, '[J]')), table,
    element('p', { class: 'note' }, `The residual is the energy error of the method: ${numberText(part, 2)} of the largest energy.`));
}
