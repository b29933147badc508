import {
  allocateLike,
  EngineError,
  engineStatuses,
  precisionOf,
  precisionOfRequest,
  validateInput,
  validateQueryIndex,
  validateRequest,
  type ArrayOf,
  type AttentionEngine,
  type AttentionInput,
  type AttentionTrace,
  type EngineName,
  type FloatArray,
  type OperationName,
  type OperationRequest,
  type OperationResult,
  type Precision,
  type RowDetail,
  type RunOptions,
  type Tensor,
} from '../../web/contract/index.ts';
import { refuseWhenCancelled } from '../../web/engines/cancelling.ts';
import { CallServer } from './call-server.ts';
import { flatInput } from './flat-input.ts';

/**
 * The C++ core as native code with the address and undefined behaviour sanitizers, behind the contract of the engines,
 * so that it goes through their tests. What a sanitizer finds ends the program and rejects every call with its report.
 */
export function createNativeEngine(): NativeEngine {
  return new NativeEngine();
}

type Tensors = Readonly<Record<string, Tensor>>;

export class NativeEngine implements AttentionEngine {
  // No page can choose it, so it is none of engineNames.
  readonly name = 'native' as string as EngineName;
  readonly threadCount = 2;
  readonly isRelaxed = false;
  readonly #server = new CallServer();
  /** How the program ended: 0, unless a sanitizer had something to say. */
  readonly ended = this.#server.ended;

  async trace<A extends FloatArray>(input: AttentionInput<A>): Promise<AttentionTrace<A>> {
    validateInput(input);
    const { queryCount, keyCount, valueDim } = input;
    const tensors = await this.#ask('trace', flatInput(input), precisionOf(input.values));
    const { largestKey, visible, isEmpty, ...rest } = arraysOf(tensors);
    return {
      ...rest,
      queryCount,
      keyCount,
      valueDim,
      largestKey: Int32Array.from(largestKey),
      visible: Uint8Array.from(visible),
      isEmpty: Uint8Array.from(isEmpty),
    } as unknown as AttentionTrace<A>;
  }

  async rowDetail<A extends FloatArray>(input: AttentionInput<A>, queryIndex: number): Promise<RowDetail<A>> {
    validateInput(input);
    validateQueryIndex(input, queryIndex);
    const { keyCount, valueDim } = input;
    const request = { ...flatInput(input), queryIndex };
    const { scale, termCount, ...rest } = arraysOf(await this.#ask('rowDetail', request, precisionOf(input.values)));
    return {
      // Given scores have no terms, and a tensor no axis of size 0.
      scoreTerms: allocateLike(input.values, 0),
      ...rest,
      keyCount,
      valueDim,
      scale: scale[0],
      termCount: termCount[0],
    } as unknown as RowDetail<A>;
  }

  async run<N extends OperationName, R extends OperationRequest<N>>(
    name: N,
    request: R,
    { signal, onProgress }: RunOptions = {},
  ): Promise<OperationResult<N, ArrayOf<R>>> {
    validateRequest(name, request);
    refuseWhenCancelled(name, signal);
    const results = await this.#ask(name, request, precisionOfRequest(request));
    refuseWhenCancelled(name, signal);
    onProgress?.(1);
    return results;
  }

  dispose(): void {
    this.#server.close(new EngineError('disposed', 'The native engine was disposed; create a new one.'));
  }

  async #ask(operation: string, request: object, precision: Precision): Promise<Tensors> {
    const { status: code, results } = await this.#server.ask(operation, request, precision);
    const status = engineStatuses[code] ?? 'unavailable';
    if (status === 'ok') return results;
    throw new EngineError(status, `The native core refused a request of ${operation} with "${status}".`);
  }
}

function arraysOf(tensors: Tensors): Record<string, FloatArray> {
  return Object.fromEntries(Object.entries(tensors).map(([name, { data }]) => [name, data]));
}
