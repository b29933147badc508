import { rowsOf, type Matrix } from './attention-export.ts';
import { numberText } from './number-text.ts';

/** A float as Python writes it: 1.0 where a whole number would make an array of integers. `inf` and `nan` are names. */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = numberText(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** One row a line. */
export function pythonMatrix(matrix: Matrix): string {
  return `[\n${rowsOf(matrix)
    .map((row) => `    ${pythonRow(row)},\n`)
    .join('')}]`;
}

export function pythonRow(row: Float64Array): string {
  return `[${Array.from(row, pythonFloat).join(', ')}]`;
}

export function pythonBooleans(bytes: Uint8Array): string {
  return `[${Array.from(bytes, (byte) => (byte === 0 ? 'False' : 'True')).join(', ')}]`;
}

export function pythonTexts(texts: readonly string[]): string {
  return `[${texts.map(pythonText).join(', ')}]`;
}

/**
 * A literal of Python with this very text. Whatever is not seen, or turns the order of what is seen, is written by its number: no
 * word can end the literal, the line, or look like code.
 */
export function pythonText(text: string): string {
  const escaped = text.replace(/["\\]/gu, '\\$&').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}
