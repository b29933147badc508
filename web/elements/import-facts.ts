import { alignmentLimits } from '../contract/index.ts';
import { countsOf, tensorsOf, type ImportChoice } from '../io/arrays/choice.ts';
import type { FileOutline } from '../io/arrays/outline.ts';
import type { TakenAttention } from '../io/arrays/take-attention.ts';
import type { Messages } from '../locales/index.ts';
import { formatSignificant } from '../views/format-number.ts';

/** What there is to say of a choice, most telling first: what the numbers are, what is hidden, what was cut. */
export function factsOf(
  messages: Messages,
  outline: FileOutline,
  choice: ImportChoice,
  taken: TakenAttention | null,
): readonly string[] {
  const notes = [...outline.notes, ...(taken?.notes ?? [])].map(messages.importNote);
  return [
    ...sumFacts(messages, outline, choice, taken),
    ...maskFacts(messages, outline, choice, taken),
    ...sizeFacts(messages, outline, choice),
    ...notes,
  ];
}

/** Below this a sum differs from 1 by the rounding of float32 alone. */
const sayable = 1e-6;

function sumFacts(
  { importing }: Messages,
  { tensors }: FileOutline,
  { numbers, axes }: ImportChoice,
  taken: TakenAttention | null,
): string[] {
  if (numbers.kind === 'vectors') return [];
  const { weightAxis } = tensors[numbers.matrix];
  const facts: string[] = [];
  if (weightAxis !== null) {
    facts.push(importing.sumsAlong(weightAxis + 1, axes[numbers.matrix][weightAxis] === 'key'));
  } else if (numbers.kind === 'weights') facts.push(importing.notWeights);
  if (taken?.rowSums) {
    const [smallest, largest] = taken.rowSums;
    facts.push(importing.sums(formatSignificant(smallest, 6), formatSignificant(largest, 6)));
    if (Math.abs(smallest - 1) > sayable || Math.abs(largest - 1) > sayable) facts.push(importing.sumsUneven);
  }
  return facts;
}

function maskFacts(
  { importing }: Messages,
  { tensors }: FileOutline,
  choice: ImportChoice,
  taken: TakenAttention | null,
): string[] {
  const facts: string[] = [];
  if (choice.mask && taken?.hidden) {
    const { pairs, queries } = taken.hidden;
    const all = (choice.queries[1] - choice.queries[0]) * (choice.keys[1] - choice.keys[0]);
    facts.push(importing.hidden(choice.mask.meaning, pairs, all, queries));
  }
  if (choice.numbers.kind === 'weights') return facts;
  const chosen = tensorsOf(choice).map((index) => tensors[index]);
  const halves = chosen.filter(({ numberType }) => numberType === 'float16');
  if (halves.some(({ evidence }) => evidence.hasMinusInfinity)) facts.push(importing.float16Infinity);
  const scores = choice.numbers.kind === 'scores' ? tensors[choice.numbers.matrix].evidence.maskNumber : null;
  if (scores !== null) facts.push(importing.maskNumber(formatSignificant(scores, 6)));
  return facts;
}

function sizeFacts({ importing }: Messages, outline: FileOutline, choice: ImportChoice): string[] {
  const [queryCount, keyCount] = countsOf(outline, choice);
  const limit = alignmentLimits.maxWords;
  return (['queries', 'keys'] as const).flatMap((side) => {
    const count = side === 'queries' ? queryCount : keyCount;
    const words = side === 'queries' ? choice.queryWords : choice.keyWords;
    const facts: string[] = [];
    // One more position than words is the end of the sentence, and has a note of its own.
    if (words !== null && words.length !== count && words.length !== count - 1) {
      facts.push(importing.wordsAndPositions(side, count, words.length));
    }
    if (count > limit) facts.push(importing.tooLong(side, count, limit));
    return facts;
  });
}
