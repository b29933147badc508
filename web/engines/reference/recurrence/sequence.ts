import type { CellGradient, CellState, CellStep, CellWeights } from './cell.ts';
import { stepCell, stepCellBack } from './step-cell.ts';

/** One sequence in one direction. */
export interface Sequence {
  /** [stepCount, inputDim] */
  readonly inputs: Float64Array;
  readonly isReverse: boolean;
  /** Steps from here on are padding. */
  readonly length: number;
  /** Whether a step before `length` is read. */
  readonly isRead: (step: number) => boolean;
  readonly initial: CellState;
}

/** What happened at each step before `length`; a step that was not read holds the state and has no `computed`. */
export interface SequenceStep {
  readonly stepIndex: number;
  readonly after: CellState;
  readonly computed: CellStep | undefined;
}

/** The steps in the order in which they were taken. */
export function runSequence(cell: CellWeights, sequence: Sequence): readonly SequenceStep[] {
  const { inputs, isReverse, length, isRead, initial } = sequence;
  let before = initial;
  return Array.from({ length }, (_, index) => {
    const stepIndex = isReverse ? length - 1 - index : index;
    const input = inputs.subarray(stepIndex * cell.inputDim, (stepIndex + 1) * cell.inputDim);
    const computed = isRead(stepIndex) ? stepCell(cell, input, before) : undefined;
    before = computed?.after ?? before;
    return { stepIndex, after: before, computed };
  });
}

/**
 * Back through the steps. `last` is the gradient of the state at the end and becomes, step by step, that of the initial
 * state. Adds to the parameters' gradient and writes inputsGradient [stepCount, inputDim].
 */
export function runSequenceBack(
  cell: CellWeights,
  steps: readonly SequenceStep[],
  { last, statesGradientAt }: { last: CellState; statesGradientAt: (stepIndex: number) => Float64Array | undefined },
  gradient: CellGradient,
  inputsGradient: Float64Array,
): CellState {
  return steps.reduceRight((after, { stepIndex, computed }) => {
    const shown = statesGradientAt(stepIndex);
    const total = shown ? { state: after.state.map((x, j) => x + shown[j]), cell: after.cell } : after;
    if (!computed) return total;
    const { input, before } = stepCellBack(cell, computed, total, gradient);
    inputsGradient.set(input, stepIndex * cell.inputDim);
    return before;
  }, last);
}
