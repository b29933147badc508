// Numbers on screen: a real minus sign, tabular width, as many digits as the place has room for.

const minus = '−';

/** Rounded to `decimals`, trailing zeros kept so that columns of numbers line up; large and non-finite values stay short. */
export function formatFixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${minus}∞`;
  const magnitude = Math.abs(value);
  if (magnitude >= 1e5) return formatPower(value, Math.min(decimals, 2));
  const text = magnitude.toFixed(magnitude >= 1000 ? Math.min(decimals, 1) : decimals);
  const isZero = Number(text) === 0;
  return value < 0 && !isZero ? minus + text : text;
}

/** The shortest text with at most `decimals` decimals: 2.1 stays 2.1. */
export function formatShort(value: number, decimals: number): string {
  const text = formatFixed(value, decimals);
  return /^[^e]*\.\d*$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

/** A probability in a cell: 0 only for an exact zero, so that "none" and "almost none" look different. */
export function formatWeight(value: number, decimals = 2): string {
  if (value === 0) return '0';
  const text = formatFixed(value, decimals);
  return Number(text) === 0 ? `<${(10 ** -decimals).toFixed(decimals)}` : text;
}

/** Seven significant digits: what a focused number shows. */
export function formatFull(value: number): string {
  if (!Number.isFinite(value)) return formatFixed(value, 0);
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude >= 1e7 || magnitude < 1e-5)) return formatPower(value, 6);
  return String(Number(value.toPrecision(7))).replace('-', minus);
}

/** What an input field is filled with: every digit, plain ASCII, reads back to the same number. */
export function formatEditable(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}

/** A measured error: two digits are all that a measurement says. */
export function formatMeasured(value: number): string {
  return value === 0 ? '0' : formatPower(value, 1);
}

/** So many digits that say something, zeros at the end kept: 0.0213, 1.50, 162; very small and large: 1.1e−16. */
export function formatSignificant(value: number, digits: number): string {
  if (value === 0 || !Number.isFinite(value)) return formatFixed(value, 0);
  // Rounded first: 9.99 with two digits is 10, and has no decimal.
  const rounded = value.toPrecision(digits);
  const magnitude = Math.abs(Number(rounded));
  if (magnitude < 1e-6 || magnitude >= 10 ** Math.max(5, digits)) return formatPower(value, digits - 1);
  // Has more digits before the point than are asked for: 1.6e+2.
  return (rounded.includes('e') ? String(Number(rounded)) : rounded).replace('-', minus);
}

/** 0.021 ms, 3 ms: never more digits than a time has that was measured on a busy machine. */
export function formatMilliseconds(milliseconds: number): string {
  const isRound = Number(milliseconds.toPrecision(1)) === milliseconds;
  return `${isRound ? formatShort(milliseconds, 6) : formatSignificant(milliseconds, 2)} ms`;
}

/** 312 kB, 28 MB, after powers of ten. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** power;
  return `${power === 0 || amount >= 100 ? formatFixed(amount, 0) : formatShort(Number(amount.toPrecision(2)), 1)} ${units[power]}`;
}

export function formatPercent(weight: number): string {
  const percent = weight * 100;
  if (weight > 0 && percent < 1) return '<1 %';
  return `${percent.toFixed(0)} %`;
}

/** 5.6e−17, as it can be typed in too: fonts draw raised digits too unevenly for a column of numbers. */
function formatPower(value: number, decimals: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(decimals).split('e');
  const shortest = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return `${shortest}e${exponent.replace('+', '')}`.replaceAll('-', minus);
}
