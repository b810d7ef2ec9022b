// Plots and the energy ledger.
import { element } from '../view/dom.js';
import { numberText, steadyText } from '../view/numbers.js';
import { createPlot } from '../view/plots.js';
import { COLUMN } from './session.js';

const LARGE_RESIDUAL = 1e-3; // fraction of the largest energy; the gyre command warns above the same residual

const LEDGER_ROWS = [
  ['initial', 'initial', 'kinetic and potential energy at the start'],
  ['energy', 'now', 'kinetic and potential energy'],
  ['work', 'work', 'done by forces without a potential'],
  ['dissipated', 'damped', 'removed by the damping of bodies'],
  ['edited', 'by hand', 'added by your pushes and pulls'],
  ['residual', 'residual', 'energy error of the method: now − initial − work + damped − by hand'],
];

export function createPlots() {
  const plot = (title, unit, names, columns) => ({
    columns,
    ...createPlot({ title, unit, series: names.map(([name, color]) => ({ name, color })) }),
  });
  const one = plot('Energy', 'J', [['kinetic', 2], ['potential', 3], ['total', 1]], [COLUMN.kinetic, COLUMN.potential, COLUMN.total]);
  const two = plot('Energy of both', 'J', [['left', 3], ['right', 1]], [COLUMN.total, COLUMN.other]);
  const L = plot('Angular momentum', 'kg m²/s', [['x', 1], ['y', 2], ['z', 3]], [COLUMN.Lx, COLUMN.Ly, COLUMN.Lz]);
  const P = plot('Momentum', 'kg m/s', [['x', 1], ['y', 2], ['z', 3]], [COLUMN.Px, COLUMN.Py, COLUMN.Pz]);
  const all = [one, two, L, P];
  const root = element('div', { class: 'plots' }, ...all.map((p) => p.element));

  return {
    element: root,
    update(session) {
      const { history } = session;
      one.element.hidden = session.isSplit;
      two.element.hidden = !session.isSplit;
      if (session.isSplit) two.setTitle(`Energy: ${session.runs[0].method} and ${session.runs[1].method}`);
      const now = history.times[history.count - 1];
      for (const p of all) {
        if (p.element.hidden || p.element.offsetParent === null) continue; // not visible
        p.setData(history.times, p.columns.map((c) => history.columns[c]), history.count);
        p.setPlayhead(now);
      }
    },
  };
}

export function createLedger() {
  const heads = [0, 1].map(() => element('th', { scope: 'col' }));
  const cells = LEDGER_ROWS.map(() => [element('td'), element('td')]);
  const table = element('table', { class: 'ledger', 'aria-label': 'Energy ledger [J]' },
    element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'energy [J]'), ...heads)),
    element('tbody', {}, ...LEDGER_ROWS.map(([key, label, hint], i) =>
      element('tr', { title: hint, 'data-row': key }, element('th', { scope: 'row' }, label), ...cells[i]))));
  const verdict = element('p', { class: 'verdict', id: 'verdict' });
  const root = element('div', {}, table, verdict);

  return {
    element: root,
    update(session) {
      const totals = session.runs.map((run) => run.totals());
      const parts = totals.map((t) => Math.abs(t.residual) / (Math.max(...[t.initial, t.energy, t.work, t.dissipated, t.edited].map(Math.abs)) || 1));
      [0, 1].forEach((side) => {
        const run = session.runs[side];
        heads[side].hidden = !run;
        if (run) heads[side].textContent = session.isSplit ? run.method.replaceAll('_', '_\u200b') : '';
        LEDGER_ROWS.forEach(([key], row) => {
          const cell = cells[row][side];
          cell.hidden = !run;
          if (!run) return;
          cell.textContent = steadyText(totals[side][key], Math.abs(totals[side].initial), 7);
          cell.classList.toggle('is-wrong', key === 'residual' && parts[side] > LARGE_RESIDUAL);
        });
      });
      verdict.textContent = session.runs.map((run, i) => parts[i] > LARGE_RESIDUAL
        ? `${run.method}: energy error ${totals[i].residual > 0 ? '+' : '−'}${(100 * parts[i]).toPrecision(3)} % of the largest energy. Reduce the step or try another method.`
        : `${run.method}: energy error ${parts[i] < 1e-12 ? 'at rounding level' : `${numberText(parts[i], 2)} of the largest energy`}.`).join(' ');
    },
  };
}
