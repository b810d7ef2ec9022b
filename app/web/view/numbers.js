// Formats numbers for display.

const SUPERSCRIPT = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };

export function powerOfTen(exponent) {
  return '10' + Array.from(String(exponent), (c) => SUPERSCRIPT[c]).join('');
}

// A number with `digits` significant digits and a minus sign (U+2212); very large and very small numbers have a power of ten.
export function numberText(value, digits = 6) {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= Math.min(1e7, 10 ** digits) || size < 1e-4) { // toPrecision would use the form 1e+7
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
    return trimmed(mantissa).replace('-', '−') + '·' + powerOfTen(Number(exponent));
  }
  return trimmed(value.toPrecision(digits)).replace('-', '−');
}

function trimmed(text) {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

// A number with as many decimals as the largest value of its column needs: digits stay in place when the number changes.
export function steadyText(value, largest, digits = 6) {
  if (!Number.isFinite(value)) return '–';
  const size = Math.max(Math.abs(value), largest);
  if (size >= 1e6 || (size < 1e-3 && size > 0)) {
    if (value === 0) return '0';
    const [mantissa, exponent] = value.toExponential(digits - 2).split('e');
    return mantissa.replace('-', '−') + '·' + powerOfTen(Number(exponent));
  }
  const before = size >= 1 ? Math.floor(Math.log10(size)) + 1 : 1;
  const text = value.toFixed(Math.max(0, digits - before));
  return (/^-0\.?0*$/.test(text) ? text.slice(1) : text).replace('-', '−');
}

const SPANS = [[31557600, 'years'], [86400, 'days'], [3600, 'hours'], [60, 'minutes'], [1, 'seconds']];

// A duration in the largest fitting unit, such as "18.3 days".
export function spanText(seconds) {
  for (const [length, name] of SPANS)
    if (seconds >= 2 * length) return numberText(seconds / length, 3) + ' ' + name;
  return numberText(seconds, 3) + ' s';
}

// Round values that divide an axis into about `count` parts.
export function ticks(low, high, count) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const raw = span / count;
  const ten = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((k) => k * ten).find((s) => s >= raw);
  const made = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) made.push(k * step);
  return made;
}
