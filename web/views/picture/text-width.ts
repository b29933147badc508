/** How wide a text is, in units of the picture. */
export type TextMeasure = (text: string, size: number, isBold: boolean) => number;

const narrow = /[ijl.,:;'’|!()[\]\s‐·It]/u;
const wide = /[mwMW@%—…]|\p{Lu}/u;
const fullWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uFF00-\uFF60]/u;

/**
 * A guess where nothing can be measured, rather too wide than too narrow: of characters as people see them, by their kind, in a
 * sans serif.
 */
export const estimatedWidth: TextMeasure = (text, size, isBold) => {
  let width = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    width += fullWidth.test(segment) ? 1.1 : narrow.test(segment) ? 0.36 : wide.test(segment) ? 0.9 : 0.6;
  }
  return width * size * (isBold ? 1.08 : 1);
};

/** The text, or as much of its beginning as there is room for, and "…". Characters that people see as one are not parted. */
export function fitted(text: string, room: number, size: number, isBold: boolean, measure: TextMeasure): string {
  if (measure(text, size, isBold) <= room) return text;
  const characters = Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text),
    ({ segment }) => segment,
  );
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (measure(`${characters.slice(0, middle).join('')}…`, size, isBold) <= room) fits = middle;
    else tooMany = middle;
  }
  return `${characters.slice(0, fits).join('')}…`;
}
