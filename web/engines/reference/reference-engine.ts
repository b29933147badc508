import {
  EngineError,
  validateInput,
  validateQueryIndex,
  type AttentionEngine,
  type AttentionInput,
  type AttentionTrace,
  type FloatArray,
  type RowDetail,
} from '../../contract/index.ts';
import { computeRowDetail, computeTrace } from './reference-trace.ts';

/**
 * The definition of correct, and the fallback where there is no WebAssembly: plain loops which compute in float64
 * whatever the input's precision, and round once, at the end.
 */
export function createReferenceEngine(): AttentionEngine {
  return new ReferenceEngine();
}

class ReferenceEngine implements AttentionEngine {
  readonly name = 'reference';
  readonly threadCount = 1;
  #isDisposed = false;

  trace<A extends FloatArray>(input: AttentionInput<A>): Promise<AttentionTrace<A>> {
    return this.#answer(() => {
      validateInput(input);
      const trace = computeTrace(input);
      const round = roundTo(input.values);
      return {
        ...trace,
        scores: round(trace.scores),
        logits: round(trace.logits),
        exponentials: round(trace.exponentials),
        exponentialSums: round(trace.exponentialSums),
        shiftedExponentials: round(trace.shiftedExponentials),
        shiftedSums: round(trace.shiftedSums),
        weights: round(trace.weights),
        weightSums: round(trace.weightSums),
        context: round(trace.context),
        logSumExp: round(trace.logSumExp),
        entropy: round(trace.entropy),
      };
    });
  }

  rowDetail<A extends FloatArray>(input: AttentionInput<A>, queryIndex: number): Promise<RowDetail<A>> {
    return this.#answer(() => {
      validateInput(input);
      validateQueryIndex(input, queryIndex);
      const detail = computeRowDetail(input, queryIndex);
      const round = roundTo(input.values);
      return { ...detail, scoreTerms: round(detail.scoreTerms), contributions: round(detail.contributions) };
    });
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  /** Computes at once; what `compute` throws becomes a rejection. */
  #answer<T>(compute: () => T): Promise<T> {
    return new Promise((resolve) => {
      if (this.#isDisposed) throw new EngineError('disposed', 'The reference engine was disposed; create a new one.');
      resolve(compute());
    });
  }
}

function roundTo<A extends FloatArray>(like: A): (numbers: Float64Array) => A {
  return (numbers) => (like instanceof Float64Array ? numbers : new Float32Array(numbers)) as A;
}
