import { mathml, type TemplateResult } from 'lit';
import type { AttentionInput, AttentionTrace, RowDetail } from '../contract/index.ts';
import { formatFixed, formatShort, formatWeight } from './format-number.ts';
import { shownExponentials } from './shown-exponentials.ts';

/** A piece of a formula; a line may be broken between pieces. */
export type Mathml = TemplateResult<3>;

/** What the arithmetic of one weight is made from; every number of it comes from the engine. */
export interface ArithmeticInput {
  readonly input: AttentionInput<Float64Array>;
  readonly trace: AttentionTrace<Float64Array>;
  readonly detail: RowDetail<Float64Array>;
  readonly row: number;
  readonly key: number;
}

/** Sums with more summands than this are cut, the rest told as "…". */
const shownTerms = 6;
const smallestToldWeight = 0.005;

const number = (text: string): Mathml => mathml`<mn>${text}</mn>`;
const operator = (text: string): Mathml => mathml`<mo>${text}</mo>`;
const symbol = (text: string, ...indices: readonly number[]): Mathml =>
  indices.length === 0
    ? mathml`<mi>${text}</mi>`
    : mathml`<msub><mi>${text}</mi><mn>${indices.map((index) => index + 1).join(',')}</mn></msub>`;
const signed = (text: string): Mathml =>
  text.startsWith('−') ? mathml`<mrow>${operator('(')}${number(text)}${operator(')')}</mrow>` : number(text);
/** (1.2, 0.9) as one text: a vector of many numbers, each with boxes of its own, would be slow to lay out in a drag. */
const vector = (values: ArrayLike<number>): Mathml => {
  const shown = Array.from(values).slice(0, shownTerms);
  const numbers = shown.map((value) => formatShort(value, 2)).join(', ');
  return number(`(${numbers}${values.length > shown.length ? ', …' : ''})`);
};
const rowOf = (matrix: Float64Array, row: number, width: number): Float64Array =>
  matrix.subarray(row * width, (row + 1) * width);

/** e = 1·1.2 + 1·0.9 = 2.1; null for typed scores, which have no formula. */
export function scoreArithmetic({ input, trace, detail, row, key }: ArithmeticInput): Mathml[] | null {
  const { score } = input;
  if (score.scoreFunction === 'given') return null;
  const terms = rowOf(detail.scoreTerms, key, detail.termCount);
  const value = trace.scores[row * trace.keyCount + key];
  const isProduct = score.scoreFunction === 'dot' || score.scoreFunction === 'scaledDot';
  const query = rowOf(score.queries, row, score.queryDim);
  const keyVector = rowOf(score.keys, key, score.keyDim);
  const term = (index: number): Mathml =>
    isProduct
      ? mathml`${signed(formatShort(query[index], 2))}${operator('·')}${signed(formatShort(keyVector[index], 2))}`
      : signed(formatShort(terms[index], 3));
  const count = Math.min(shownTerms, detail.termCount);
  const sum = mathml`${Array.from({ length: count }, (_, index) => mathml`${index > 0 ? operator('+') : ''}${term(index)}`)}${
    detail.termCount > count ? mathml`${operator('+')}${operator('…')}` : ''
  }`;
  const scaled =
    score.scoreFunction === 'scaledDot' && score.scale === undefined
      ? mathml`<mfrac><mrow>${sum}</mrow><msqrt>${number(String(score.keyDim))}</msqrt></mfrac>`
      : detail.scale === 1
        ? sum
        : mathml`${number(formatShort(detail.scale, 3))}${operator('·')}<mrow>${operator('(')}${sum}${operator(')')}</mrow>`;
  return [
    mathml`${symbol('e', row, key)}${operator('=')}${formulaOf(score.scoreFunction)}`,
    mathml`${operator('=')}${scaled}`,
    mathml`${operator('=')}${number(formatShort(value, 3))}`,
  ];
}

function formulaOf(scoreFunction: 'dot' | 'scaledDot' | 'bilinear' | 'additive' | 'cosine'): Mathml {
  const product = mathml`<mi>s</mi><mo>·</mo><mi>h</mi>`;
  switch (scoreFunction) {
    case 'dot':
      return product;
    case 'scaledDot':
      return mathml`<mfrac><mrow>${product}</mrow><msqrt><mi>d</mi></msqrt></mfrac>`;
    case 'cosine':
      return mathml`<mfrac><mrow>${product}</mrow><mrow><mo>‖</mo><mi>s</mi><mo>‖</mo><mo>‖</mo><mi>h</mi><mo>‖</mo></mrow></mfrac>`;
    case 'bilinear':
      return mathml`<msup><mi>s</mi><mi>T</mi></msup><mi>W</mi><mi>h</mi>`;
    case 'additive':
      return mathml`<msup><mi>v</mi><mi>T</mi></msup><mi>tanh</mi><mo>(</mo><msub><mi>W</mi><mi>q</mi></msub><mi>s</mi><mo>+</mo><msub><mi>W</mi><mi>k</mi></msub><mi>h</mi><mo>)</mo>`;
  }
}

/** exp(2.1 / T) = 8.166; with the largest score of the row taken off first where the plain numbers are out of range. */
export function exponentialArithmetic(arithmetic: ArithmeticInput): Mathml[] {
  const { trace, row, key } = arithmetic;
  const at = row * trace.keyCount + key;
  const { values, isShifted } = shownExponentials(trace, row);
  return [
    mathml`${exponent(arithmetic, isShifted)}`,
    mathml`${operator('=')}${number(readable(values[key], trace.logits[at]))}`,
  ];
}

/** α = exp(2.1) / 11.165 = 0.73 */
export function weightArithmetic(arithmetic: ArithmeticInput): Mathml[] {
  const { trace, row, key } = arithmetic;
  const { values, sum, isShifted } = shownExponentials(trace, row);
  const at = row * trace.keyCount + key;
  const divisor = number(formatFixed(sum, 3));
  const exponential = number(readable(values[key], trace.logits[at]));
  return [
    mathml`${symbol('α', row, key)}${operator('=')}<mfrac><mrow>${exponent(arithmetic, isShifted)}</mrow>${divisor}</mfrac>`,
    mathml`${operator('=')}<mfrac>${exponential}${divisor}</mfrac>`,
    mathml`${operator('=')}<mn class="result">${formatWeight(trace.weights[at], 2)}</mn>`,
  ];
}

function exponent({ input, trace, row, key }: ArithmeticInput, isShifted: boolean): Mathml {
  const at = row * trace.keyCount + key;
  const temperature = input.temperature ?? 1;
  const score = number(formatShort(trace.scores[at], 3));
  const divided =
    temperature === 1 || temperature === 0
      ? score
      : mathml`${score}${operator('/')}${number(formatShort(temperature, 3))}`;
  const largest = trace.logits[row * trace.keyCount + trace.largestKey[row]] ?? 0;
  return mathml`<mi>exp</mi>${operator('(')}${divided}${isShifted ? mathml`${operator('−')}${signed(formatShort(largest, 3))}` : ''}${operator(')')}`;
}

/** Small exponentials keep digits: 0.000 would hide that they are there. */
function readable(value: number, logit: number): string {
  if (value === 0 && logit === -Infinity) return '0';
  return value !== 0 && Math.abs(value) < 0.0005 ? value.toPrecision(2) : formatFixed(value, 3);
}

/** 0.73 · h2 = 0.73 · (1.2, 0.9) = (0.88, 0.66) */
export function contributionArithmetic({ input, trace, detail, row, key }: ArithmeticInput): Mathml[] {
  const weight = number(formatWeight(trace.weights[row * trace.keyCount + key], 2));
  const state = vector(rowOf(input.values, key, input.valueDim));
  return [
    mathml`${weight}${operator('·')}${symbol('h', key)}`,
    mathml`${operator('=')}${weight}${operator('·')}${state}`,
    mathml`${operator('=')}${vector(rowOf(detail.contributions, key, detail.valueDim))}`,
  ];
}

/** c = 0.12 h1 + 0.73 h2 + 0.15 h3 = (0.98, 0.71): the largest shares first cut, kept in the order of the words. */
export function contextArithmetic({ trace, row, key }: ArithmeticInput): {
  readonly formula: Mathml[];
  readonly leftOut: number;
} {
  const weights = rowOf(trace.weights, row, trace.keyCount);
  const order = Array.from(weights, (_, index) => index).sort((a, b) => weights[b] - weights[a]);
  // Shares that would read "<0.01" are told by their number, except in sums that are short anyway, or all so small.
  const isTold = (index: number, place: number): boolean =>
    weights[index] > 0 && (trace.keyCount <= shownTerms || weights[index] >= smallestToldWeight || place < 2);
  const kept = new Set(order.slice(0, shownTerms).filter(isTold));
  if (key >= 0 && weights[key] > 0) kept.add(key);
  const shown = [...kept].sort((a, b) => a - b);
  const leftOut = order.filter((index) => weights[index] > 0 && !kept.has(index)).length;
  const summand = (index: number): Mathml =>
    mathml`<mrow class=${index === key ? 'focused' : ''}>${number(formatWeight(weights[index], 2))}${symbol('h', index)}</mrow>`;
  const [first, ...others] = shown;
  return {
    formula: [
      mathml`${symbol('c', row)}${operator('=')}${first === undefined ? '' : summand(first)}`,
      ...others.map((index) => mathml`${operator('+')}${summand(index)}`),
      ...(leftOut > 0 ? [mathml`${operator('+')}${operator('…')}`] : []),
      mathml`${operator('=')}${vector(rowOf(trace.context, row, trace.valueDim))}`,
    ],
    leftOut,
  };
}
