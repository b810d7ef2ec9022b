// Scene editor: shows line numbers and a list of problems, and restarts the run while the user types.
import { element } from '../view/dom.js';

const PATIENCE = 350; // [ms] delay from the last key press to reading the text
const LINE = 19; // [px] as in page.css
const MARKS_MOST = 200;

/** Text offset of a line and a column (both from 1, in characters). */
export function placeOf(text, line, column) {
  const lines = text.split('\n');
  const row = Math.min(Math.max(line, 1), lines.length) - 1;
  const before = lines.slice(0, row).reduce((sum, l) => sum + l.length + 1, 0);
  // columns count characters; offsets in JavaScript count UTF-16 code units
  return before + Array.from(lines[row]).slice(0, Math.max(column, 1) - 1).join('').length;
}

/**
 * @param {(text: string) => {line: number, column: number, text: string}[]} take  loads a text and returns its problems
 */
export function createEditor(take) {
  const plain = element('div', { class: 'editor-numbers' }), marks = element('div', { class: 'editor-marks' });
  const numbers = element('div', { class: 'editor-lines', 'aria-hidden': 'true' }, element('div', { class: 'editor-column' }, plain, marks));
  const area = element('textarea', {
    id: 'editor', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': 'Scene as JSON',
    'aria-describedby': 'problems',
  });
  const problems = element('ol', { id: 'problems', class: 'problems', 'aria-live': 'polite' });
  const state = element('p', { class: 'editor-state', role: 'status' });
  const root = element('div', { class: 'editor' }, element('div', { class: 'editor-body' }, numbers, area), state, problems);
  let timer = 0, lineCount = 0, wrong = new Set();

  function drawNumbers() {
    const count = area.value.split('\n').length;
    if (count !== lineCount) {
      lineCount = count;
      plain.textContent = Array.from({ length: count }, (_, i) => i + 1).join('\n');
    }
    // one element holds all line numbers, so that editing long texts is fast; lines with a problem are marked
    marks.replaceChildren(...Array.from(wrong).filter((line) => line > 0 && line <= count).slice(0, MARKS_MOST).map((line) => {
      const mark = element('span', { class: 'wrong' }, String(line));
      mark.style.top = `${(line - 1) * LINE}px`;
      return mark;
    }));
    numbers.scrollTop = area.scrollTop;
  }

  function jump({ line, column }) {
    if (line < 1) return;
    const place = placeOf(area.value, line, column);
    area.focus();
    area.setSelectionRange(place, Math.min(place + 1, area.value.length));
    area.scrollTop = Math.max(0, (line - 1) * LINE - area.clientHeight / 2);
  }

  function show(found) {
    wrong = new Set(found.map((p) => p.line));
    area.setAttribute('aria-invalid', String(found.length > 0));
    problems.replaceChildren(...found.map((p) => element('li', {},
      element('button', { type: 'button', class: 'problem', onclick: () => jump(p) },
        element('span', { class: 'problem-place' }, p.line > 0 ? `${p.line}:${p.column}` : 'file'), ' ', p.text))));
    state.textContent = found.length === 0 ? 'The scene matches the text.'
      : `${found.length === 1 ? 'One problem' : `${found.length} problems`}: the previous scene keeps running.`;
    state.classList.toggle('is-wrong', found.length > 0);
    drawNumbers();
  }

  const tryNow = () => {
    clearTimeout(timer);
    show(take(area.value));
  };
  area.addEventListener('input', () => {
    drawNumbers();
    clearTimeout(timer);
    timer = setTimeout(tryNow, PATIENCE);
  });
  area.addEventListener('scroll', () => { numbers.scrollTop = area.scrollTop; });

  return {
    element: root, show, jump,
    get text() { return area.value; },
    set(text) {
      clearTimeout(timer);
      area.value = text;
      area.scrollTop = area.scrollLeft = 0;
      show([]);
    },
    redraw: drawNumbers,
  };
}
