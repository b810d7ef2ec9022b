// Plots over time with a playhead. A click or drag on a plot calls onSeek; the caller then moves the playhead.
//
//   const plot = createPlot({ title: 'Energy', unit: 'J', series: [{ name: 'total', color: 0 }], onSeek: (t) => ... });
//   parent.append(plot.element);
//   plot.setData(times, columns, count);   // Float64Arrays, of which the first `count` elements are valid
//   plot.setPlayhead(t);                   // moves the line and updates the values in the legend
//   plot.setTitle(text); plot.redraw();    // redraw() after a change of theme or size
//
// A colour is the N of --series-N in style.css. The playhead is a separate element, so moving it redraws no curve. A pixel
// column shows the range of its values, so no spike is lost.
import { element } from './dom.js';
import { numberText, powerOfTen, steadyText, ticks } from './numbers.js';

const LEFT = 46, RIGHT = 10, TOP = 6, BOTTOM = 18;

export function createPlot({ title, unit, series, hint, onSeek }) {
  const heading = element('span', { class: 'plot-title' }, title);
  const scaleText = element('span', { class: 'plot-unit' }, `[${unit}]`);
  const values = series.map((s) => element('output', { class: 'plot-value' }));
  const legend = element('div', { class: 'plot-legend' },
    ...series.map((s, i) => element('span', { class: `plot-name series-${s.color}` }, s.name, ' ', values[i])));
  const canvas = element('canvas', { class: 'plot-canvas', role: 'img', 'aria-label': `${title} over time` });
  const playhead = element('div', { class: 'plot-playhead', hidden: true });
  const area = element('div', { class: 'plot-area' }, canvas, playhead);
  const root = element('section', { class: 'plot', 'aria-label': title },
    element('div', { class: 'plot-head', title: hint }, heading, ' ', scaleText), area, legend);

  let times = new Float64Array(0), columns = [], count = 0, low = 0, high = 1, width = 0, height = 0, largest = [], now = NaN;

  // ---- the axis ----

  // The range includes zero unless the curves would become flat. Values that agree to nine digits are drawn as a flat line.
  function findRange() {
    low = Infinity, high = -Infinity;
    largest = columns.map((column) => {
      let size = 0;
      for (let k = 0; k < count; k++) {
        const value = column[k];
        if (!(value - value === 0)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
        if (Math.abs(value) > size) size = Math.abs(value);
      }
      return size;
    });
    if (low > high) low = 0, high = 1;
    const size = Math.max(Math.abs(low), Math.abs(high));
    if (high - low < 1e-9 * size || high === low) low = Math.min(0, low - 0.5 * size), high = Math.max(0, high + 0.5 * size);
    else if (low > 0 && low < 0.6 * high) low = 0;
    else if (high < 0 && high > 0.6 * low) high = 0;
    if (high === low) low -= 1, high += 1;
    const margin = 0.06 * (high - low);
    low -= low === 0 ? 0 : margin;
    high += high === 0 ? 0 : margin;
  }

  const xOf = (t) => LEFT + ((t - times[0]) / (times[count - 1] - times[0] || 1)) * (width - LEFT - RIGHT);
  const yOf = (value) => TOP + ((high - value) / (high - low)) * (height - TOP - BOTTOM);

  // ---- drawing ----

  function curve(pen, column) {
    let column_x = -1, lowest = 0, highest = 0, isDown = false;
    pen.beginPath();
    const flush = () => {
      if (column_x < 0) return;
      const x = column_x + 0.5;
      if (isDown) pen.lineTo(x, yOf(lowest)); else pen.moveTo(x, yOf(lowest));
      if (highest !== lowest) pen.lineTo(x, yOf(highest));
      isDown = true;
    };
    for (let k = 0; k < count; k++) {
      const value = column[k];
      if (!(value - value === 0)) { flush(), column_x = -1, isDown = false; continue; }
      const x = Math.floor(2 * xOf(times[k])) / 2;
      if (x !== column_x) flush(), column_x = x, lowest = highest = value;
      else lowest = Math.min(lowest, value), highest = Math.max(highest, value);
    }
    flush();
    pen.stroke();
  }

  function drawAxes(pen, colors) {
    pen.font = '11px system-ui, sans-serif';
    pen.fillStyle = colors.soft;
    pen.strokeStyle = colors.line;
    pen.lineWidth = 1;
    const marks = ticks(low, high, 4);
    const size = Math.max(...marks.map(Math.abs));
    const exponent = size >= 1e4 || (size > 0 && size < 1e-2) ? Math.floor(Math.log10(size)) : 0;
    scaleText.textContent = exponent ? `[${powerOfTen(exponent)} ${unit}]` : `[${unit}]`;
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    for (const mark of marks) {
      const y = Math.round(yOf(mark)) + 0.5;
      pen.beginPath(), pen.moveTo(LEFT, y), pen.lineTo(width - RIGHT, y), pen.stroke();
      pen.fillText(numberText(mark / 10 ** exponent, 5), LEFT - 5, y);
    }
    pen.textBaseline = 'alphabetic';
    for (const mark of ticks(times[0], times[count - 1], width > 420 ? 6 : 4)) {
      const x = xOf(mark);
      pen.textAlign = x > width - RIGHT - 14 ? 'right' : 'center';
      pen.fillText(numberText(mark, 4), x > width - RIGHT - 14 ? width : x, height - 4);
    }
  }

  function redraw() {
    width = area.clientWidth, height = area.clientHeight;
    if (width < 60 || count < 1) return;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    canvas.width = Math.round(width * ratio), canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext('2d');
    pen.scale(ratio, ratio);
    const style = getComputedStyle(root), color = (name) => style.getPropertyValue(name).trim();
    drawAxes(pen, { soft: color('--soft'), line: color('--line') });
    pen.lineWidth = 1.5;
    pen.lineJoin = 'round';
    series.forEach((s, i) => {
      pen.strokeStyle = color(`--series-${s.color}`);
      if (columns[i]) curve(pen, columns[i]);
    });
    setPlayhead(now);
  }

  // ---- time ----

  function frameAt(t) {
    let a = 0, b = count - 1;
    while (a < b) {
      const middle = (a + b + 1) >> 1;
      if (times[middle] <= t) a = middle; else b = middle - 1;
    }
    return a;
  }

  function setPlayhead(t) {
    now = t;
    playhead.hidden = !(count > 0) || !Number.isFinite(t);
    if (playhead.hidden) return;
    playhead.style.transform = `translateX(${xOf(t).toFixed(1)}px)`;
    const k = frameAt(t + 1e-9 * Math.abs(t));
    values.forEach((value, i) => { value.textContent = columns[i] ? steadyText(columns[i][k], largest[i], 5) : ''; });
  }

  function seek(event) {
    const inside = event.clientX - area.getBoundingClientRect().left - LEFT;
    const part = Math.min(Math.max(inside / (width - LEFT - RIGHT), 0), 1);
    onSeek?.(times[0] + part * (times[count - 1] - times[0]));
  }
  area.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || count < 2) return;
    area.setPointerCapture(event.pointerId);
    seek(event);
    event.preventDefault();
  });
  area.addEventListener('pointermove', (event) => { if (area.hasPointerCapture(event.pointerId)) seek(event); });

  function setData(newTimes, newColumns, newCount = newTimes.length) {
    times = newTimes, columns = newColumns, count = newCount;
    findRange();
    redraw();
  }

  return { element: root, setData, setPlayhead, redraw, setTitle: (text) => { heading.textContent = text; } };
}
