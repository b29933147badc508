import type { AttentionModule, Call, Session } from '../../../wasm/bindings/module.d.ts';
import {
  EngineError,
  engineStatuses,
  precisionOfRequest,
  validateInput,
  validateQueryIndex,
  validateRequest,
  type AttentionInput,
  type AttentionTrace,
  type FloatArray,
  type OperationName,
  type OperationRequest,
  type OperationResult,
  type Precision,
  type RowDetail,
} from '../../contract/index.ts';
import { runCall } from './call.ts';
import { fillSession, problemOf } from './problem.ts';

/**
 * A module with its sessions and calls, one a precision, each made when first needed. Synchronous. Copies in and copies out:
 * no view of the module's memory is kept between two calls of the core, for its memory may have moved.
 */
export class WasmComputation {
  readonly #module: AttentionModule;
  #float32: Session<Float32Array> | undefined;
  #float64: Session<Float64Array> | undefined;
  readonly #calls = new Map<Precision, Call<FloatArray>>();

  constructor(module: AttentionModule) {
    this.#module = module;
  }

  trace<A extends FloatArray>(input: AttentionInput<A>): AttentionTrace<A> {
    validateInput(input);
    return copyTrace(this.#run(input), input);
  }

  rowDetail<A extends FloatArray>(input: AttentionInput<A>, queryIndex: number): RowDetail<A> {
    validateInput(input);
    validateQueryIndex(input, queryIndex);
    const session = this.#run(input);
    refuseUnlessOk(session.rowDetail(queryIndex), input);
    return {
      keyCount: input.keyCount,
      valueDim: input.valueDim,
      termCount: session.termCount(),
      scale: session.scale(),
      scoreTerms: copy(session.scoreTerms()),
      contributions: copy(session.contributions()),
    };
  }

  run<N extends OperationName>(name: N, request: OperationRequest<N>): OperationResult<N> {
    validateRequest(name, request);
    // The names of its tensors are those of the contract, as the suite of the engines sees.
    return runCall(this.#callFor(precisionOfRequest(request)), name, request);
  }

  dispose(): void {
    for (const call of this.#calls.values()) call.delete();
    this.#calls.clear();
    this.#float32?.delete();
    this.#float64?.delete();
    this.#float32 = undefined;
    this.#float64 = undefined;
  }

  #run<A extends FloatArray>(input: AttentionInput<A>): Session<A> {
    const session = this.#sessionFor(input.values);
    refuseUnlessOk(session.prepare(problemOf(input)), input);
    fillSession(session, input);
    refuseUnlessOk(session.run(), input);
    return session;
  }

  #callFor(precision: Precision): Call<FloatArray> {
    let call = this.#calls.get(precision);
    if (!call) {
      const { Float32Call, Float64Call } = this.#module;
      if (!Float32Call || !Float64Call) {
        throw new EngineError('unavailable', 'This module holds the trace door alone; operations need the whole core.');
      }
      call = precision === 'float64' ? new Float64Call() : new Float32Call();
      this.#calls.set(precision, call);
    }
    return call;
  }

  #sessionFor<A extends FloatArray>(like: A): Session<A> {
    const session =
      like instanceof Float64Array
        ? (this.#float64 ??= new this.#module.Float64Session())
        : (this.#float32 ??= new this.#module.Float32Session());
    // The class of `like` is what A stands for.
    return session as unknown as Session<A>;
  }
}

function copyTrace<A extends FloatArray>(session: Session<A>, input: AttentionInput<A>): AttentionTrace<A> {
  return {
    queryCount: input.queryCount,
    keyCount: input.keyCount,
    valueDim: input.valueDim,
    scores: copy(session.tracedScores()),
    visible: session.visible().slice(),
    logits: copy(session.logits()),
    exponentials: copy(session.exponentials()),
    exponentialSums: copy(session.exponentialSums()),
    shiftedExponentials: copy(session.shiftedExponentials()),
    shiftedSums: copy(session.shiftedSums()),
    weights: copy(session.weights()),
    weightSums: copy(session.weightSums()),
    context: copy(session.context()),
    logSumExp: copy(session.logSumExp()),
    entropy: copy(session.entropy()),
    largestKey: session.largestKey().slice(),
    isEmpty: session.isEmpty().slice(),
  };
}

/** `slice` also leaves shared memory behind, which a message to another thread would otherwise share. */
function copy<A extends FloatArray>(view: A): A {
  return view.slice() as A;
}

/** TypeScript has validated before, so that only memory is left to run out; the other sentences name a disagreement. */
function refuseUnlessOk(code: number, input: AttentionInput): void {
  const status = engineStatuses[code] ?? 'unavailable';
  if (status === 'ok') return;
  const sizes = `queryCount ${input.queryCount} × keyCount ${input.keyCount}, valueDim ${input.valueDim}`;
  throw new EngineError(
    status,
    status === 'outOfMemory'
      ? `The WebAssembly engine has no memory left for ${sizes}.`
      : `The WebAssembly core refused an input of ${sizes} with "${status}", although it passed validation.`,
  );
}
