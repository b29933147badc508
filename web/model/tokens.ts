import { alignmentLimits } from '../contract/index.ts';
import type { ModelProblem, Side } from './problem.ts';

/** Scripts that put no spaces between words. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const opening = /^[«“„"(¿¡「『（]+/u;
const closing = /[.,;:!?…»”")。、，；：！？」』）]+$/u;

/**
 * The words of a typed sentence, by this rule: whitespace parts them; punctuation of the sentence (. , ; : ! ? … quotes,
 * round brackets) at a word's edge is a word of its own, run by run; apostrophes, hyphens and signs inside or of other kinds stay, so
 * `m'`, `it's`, `3.5`, `</s>` and `##ing` are one word each. Text in scripts without spaces is parted by the browser's
 * word segmenter, whose dictionary differs a little between browsers. At most `limit` words.
 */
export function tokenize(
  text: string,
  side: Side,
  limit: number = alignmentLimits.maxWords,
): { readonly tokens: readonly string[] } | { readonly problem: ModelProblem } {
  const tokens = text.split(/\s+/u).flatMap(partsOf);
  if (tokens.length === 0) return { problem: { code: 'noWords', side } };
  if (tokens.length > limit) return { problem: { code: 'tooManyWords', side, words: tokens.length, limit } };
  return { tokens };
}

function partsOf(chunk: string): string[] {
  if (unspacedScript.test(chunk)) {
    return Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(chunk), ({ segment }) => segment);
  }
  const before = opening.exec(chunk)?.[0] ?? '';
  const rest = chunk.slice(before.length);
  const after = closing.exec(rest)?.[0] ?? '';
  return [before, rest.slice(0, rest.length - after.length), after].filter((part) => part !== '');
}
