const decimalPoint = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const decimalComma = /^[+-]?\d*,\d+(?:e[+-]?\d+)?$/i;
const notFinite: Readonly<Record<string, number>> = { nan: NaN, inf: Infinity, infinity: Infinity };

/**
 * The number that a cell holds, or null. Stricter than `Number`: an empty cell and 0x10 are no numbers; more lenient
 * in that it takes 0,7 and the words nan and inf as Python and R write them.
 */
export function parseNumber(text: string): { readonly value: number; readonly hasDecimalComma: boolean } | null {
  const trimmed = text.trim();
  if (decimalPoint.test(trimmed)) return { value: Number(trimmed), hasDecimalComma: false };
  if (decimalComma.test(trimmed)) return { value: Number(trimmed.replace(',', '.')), hasDecimalComma: true };
  const [, sign, word] = /^([+-]?)([a-z]+)$/i.exec(trimmed) ?? [];
  const value = word === undefined ? undefined : notFinite[word.toLowerCase()];
  return value === undefined ? null : { value: sign === '-' ? -value : value, hasDecimalComma: false };
}
