/** What a person typed into a number field: a number, or why it is none. */
export type ParsedNumber =
  | { readonly value: number }
  | { readonly problem: 'empty' | 'notANumber' | 'notFinite' | 'tooLarge'; readonly text: string };

/** Scores and cells stay within this, so that sums and products of them stay finite. */
export const largestTypedNumber = 1e9;

/** Takes a decimal comma ("0,5"), a real minus sign, spaces around. */
export function parseTypedNumber(text: string): ParsedNumber {
  const plain = text
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/^([-+]?\d*),(\d+)$/, '$1.$2');
  if (plain === '') return { problem: 'empty', text };
  if (/^[-+]?(inf(inity)?|∞|nan)$/i.test(plain)) return { problem: 'notFinite', text };
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return { problem: 'notANumber', text };
  const value = Number(plain);
  if (!Number.isFinite(value)) return { problem: 'notFinite', text };
  if (Math.abs(value) > largestTypedNumber) return { problem: 'tooLarge', text };
  return { value: value === 0 ? 0 : value };
}
