import { describe, expect, it } from 'vitest';
import type { AttentionInput, ScoreFunction } from '../../web/contract/index.ts';
import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { toAttentionInput, type AttentionOptions } from '../../web/model/attention-input.ts';
import { fiftyWords } from '../../web/model/examples/fifty-words.ts';
import { student } from '../../web/model/examples/student.ts';
import type { Scene } from '../../web/model/scene.ts';
import {
  contextArithmetic,
  contributionArithmetic,
  exponentialArithmetic,
  scoreArithmetic,
  weightArithmetic,
  type ArithmeticInput,
} from '../../web/views/worked-arithmetic.ts';
import { markupOf, textOf } from './template-text.ts';

const engine = createReferenceEngine();

async function arithmeticOf(
  scene: Scene,
  row: number,
  key: number,
  options: Partial<AttentionOptions> = {},
  change: (input: AttentionInput<Float64Array>) => AttentionInput<Float64Array> = (input) => input,
): Promise<ArithmeticInput> {
  const whole: AttentionOptions = {
    scoreFunction: 'given',
    temperature: 1,
    isPaddingMasked: true,
    causal: 'none',
    ...options,
  };
  const input = change(toAttentionInput(scene.sentences[0], scene.parameters, whole));
  return { input, trace: await engine.trace(input), detail: await engine.rowDetail(input, row), row, key };
}

const withScores =
  (scores: readonly number[]) =>
  (input: AttentionInput<Float64Array>): AttentionInput<Float64Array> => ({
    ...input,
    score: { scoreFunction: 'given', scores: Float64Array.from({ length: 12 }, (_, index) => scores[index % 3]) },
  });

describe('the arithmetic of the worked example', () => {
  it('goes from the score to the context in numbers that can be checked by hand', async () => {
    const arithmetic = await arithmeticOf(student, 1, 1);
    expect(textOf(exponentialArithmetic(arithmetic))).toBe('exp(2.1)=8.166');
    expect(textOf(weightArithmetic(arithmetic))).toBe('α2,2=exp(2.1)11.165=8.16611.165=0.73');
    expect(textOf(contributionArithmetic(arithmetic))).toBe('0.73·h2=0.73·(1.2,0.9)=(0.88,0.66)');
    const context = contextArithmetic(arithmetic);
    expect(textOf(context.formula)).toBe('c2=0.12h1+0.73h2+0.15h3=(0.94,0.71)');
    expect(context.leftOut).toBe(0);
  });

  it('has no formula for a score that was typed', async () => {
    expect(scoreArithmetic(await arithmeticOf(student, 1, 1))).toBeNull();
  });

  it.each<[ScoreFunction, string]>([
    ['dot', 'e2,1=s·h=1·(−0.6)+1·0.9=0.3'],
    ['scaledDot', 'e2,1=s·hd=1·(−0.6)+1·0.92=0.212'],
    ['bilinear', 'e2,1=sTWh='],
    ['additive', 'e2,1=vTtanh(Wqs+Wkh)='],
    ['cosine', 'e2,1=s·h‖s‖‖h‖='],
  ])('writes out the formula of %s', async (scoreFunction, text) => {
    const arithmetic = await arithmeticOf(student, 1, 0, { scoreFunction });
    const written = textOf(scoreArithmetic(arithmetic));
    expect(written.slice(0, text.length)).toBe(text);
    const score = arithmetic.trace.scores[3];
    expect(written.endsWith(`=${String(Number(score.toFixed(3))).replace('-', '−')}`)).toBe(true);
  });

  it('marks the focused summand of the context', async () => {
    const markup = markupOf(contextArithmetic(await arithmeticOf(student, 1, 2)).formula);
    expect(markup.match(/class=focused/g)).toHaveLength(1);
  });
});

describe('temperature', () => {
  it('is written where it divides', async () => {
    const arithmetic = await arithmeticOf(student, 1, 1, { temperature: 0.5 });
    expect(textOf(exponentialArithmetic(arithmetic))).toBe('exp(2.1/0.5)=66.686');
  });

  it('is not written at 1, nor at 0, which nothing is divided by', async () => {
    const arithmetic = await arithmeticOf(student, 1, 1, { temperature: 0 });
    expect(textOf(exponentialArithmetic(arithmetic))).toBe('exp(2.1)=1.000');
    expect(textOf(weightArithmetic(arithmetic))).toMatch(/=1\.00$/);
  });
});

describe('scores out of range', () => {
  it('are shown less the largest, which the weights do not feel', async () => {
    const arithmetic = await arithmeticOf(student, 0, 1, {}, withScores([1000, 1001, 1002]));
    expect(textOf(exponentialArithmetic(arithmetic))).toBe('exp(1001−1002)=0.368');
    expect(textOf(weightArithmetic(arithmetic))).toBe('α1,2=exp(1001−1002)1.503=0.3681.503=0.24');
  });

  it('far below keep a sign in brackets, and small exponentials keep their digits', async () => {
    const arithmetic = await arithmeticOf(student, 0, 0, {}, withScores([-810, -800, -800]));
    expect(textOf(exponentialArithmetic(arithmetic))).toBe('exp(−810−(−800))=0.000045');
  });

  it('minus infinity gives exactly nothing', async () => {
    const arithmetic = await arithmeticOf(student, 0, 0, {}, withScores([-Infinity, 0, 0]));
    expect(textOf(exponentialArithmetic(arithmetic))).toBe('exp(−∞)=0');
    expect(textOf(weightArithmetic(arithmetic))).toMatch(/=0$/);
  });
});

describe('fifty words', () => {
  it('cuts the sum to its largest shares, in the order of the words, and counts the rest', async () => {
    const { formula, leftOut } = contextArithmetic(await arithmeticOf(fiftyWords, 29, 24));
    expect(textOf(formula)).toMatch(/^c30=0\.60h25\+0\.30h26\+…=\(/);
    expect(leftOut).toBe(48);
  });

  it('tells the focused word however small its share', async () => {
    const { formula, leftOut } = contextArithmetic(await arithmeticOf(fiftyWords, 29, 2));
    expect(textOf(formula)).toMatch(/^c30=<0\.01h3\+0\.60h25\+0\.30h26\+…=/);
    expect(leftOut).toBe(47);
  });
});
