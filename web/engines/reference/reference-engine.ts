import {
  EngineError,
  precisionOfRequest,
  validateInput,
  validateQueryIndex,
  validateRequest,
  type ArrayOf,
  type AttentionEngine,
  type AttentionInput,
  type AttentionTrace,
  type FloatArray,
  type OperationName,
  type OperationRequest,
  type OperationResult,
  type Precision,
  type RowDetail,
  type RunOptions,
  type Tensor,
} from '../../contract/index.ts';
import { refuseWhenCancelled } from '../cancelling.ts';
import { copyForTransfer } from '../copy-for-transfer.ts';
import { runInSlices, runToSlice } from '../sliced-run.ts';
import { referenceOperations } from './operations/index.ts';
import { computeRowDetail, computeTrace } from './reference-trace.ts';

/** Plain loops take some 20 ms for it. */
const sliceCost = 4_000_000;

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
  readonly isRelaxed = false;
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

  run<N extends OperationName, R extends OperationRequest<N>>(
    name: N,
    request: R,
    options: RunOptions = {},
  ): Promise<OperationResult<N, ArrayOf<R>>> {
    const compute = <M extends OperationName>(operation: M, asked: OperationRequest<M>): Record<string, Tensor> =>
      roundedTo(precisionOfRequest(request), referenceOperations[operation](asked));
    return this.#answer<OperationResult<N, ArrayOf<R>>>(() => {
      validateRequest(name, request);
      refuseWhenCancelled(name, options.signal);
      // Where slices follow each other, the request is still that of now.
      const toSlice = runToSlice(name, copyForTransfer(request).copy, sliceCost);
      if (toSlice) {
        const computeSlice = (fields: object): Record<string, Tensor> => {
          this.#refuseWhenDisposed();
          return compute(toSlice.name, { ...toSlice.request, ...fields });
        };
        return runInSlices(toSlice, computeSlice, options);
      }
      const result = compute(name, request) as OperationResult<N, ArrayOf<R>>;
      options.onProgress?.(1);
      return result;
    });
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  /** Computes at once; what `compute` throws becomes a rejection. */
  #answer<T>(compute: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      this.#refuseWhenDisposed();
      resolve(compute());
    });
  }

  #refuseWhenDisposed(): void {
    if (this.#isDisposed) throw new EngineError('disposed', 'The reference engine was disposed; create a new one.');
  }
}

function roundedTo(precision: Precision, result: object): Record<string, Tensor> {
  const round = precision === 'float64' ? Float64Array : Float32Array;
  const tensors = Object.entries(result) as [string, Tensor][];
  return Object.fromEntries(
    tensors.map(([field, { shape, data }]) => [field, { shape: [...shape], data: new round(data) }]),
  );
}

function roundTo<A extends FloatArray>(like: A): (numbers: Float64Array) => A {
  return (numbers) => (like instanceof Float64Array ? numbers : new Float32Array(numbers)) as A;
}
