const strong = /\p{L}/u;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Samaritan}]/u;

/** Which way a sentence runs: that of its first letter, as HTML's dir="auto" has it. */
export function textDirection(words: Iterable<{ readonly text: string }>): 'ltr' | 'rtl' {
  for (const { text } of words) {
    const letter = strong.exec(text)?.[0];
    if (letter !== undefined) return rightToLeft.test(letter) ? 'rtl' : 'ltr';
  }
  return 'ltr';
}
