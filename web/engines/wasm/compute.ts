import type { Call, OperationsModule, Session, TraceModule } from '../../../wasm/bindings/module.d.ts';
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
  type RunOptions,
} from '../../contract/index.ts';
import { refuseWhenCancelled } from '../cancelling.ts';
import { copyForTransfer } from '../copy-for-transfer.ts';
import { heavyCost } from '../input-cost.ts';
import { spentResult } from '../reuse.ts';
import { runInSlices, runToSlice, type SlicedRun } from '../sliced-run.ts';
import { runAgain, runCall, runOnce, type Results } from './call.ts';
import type { ModuleLoader } from './module-loader.ts';
import { fillSession, problemOf } from './problem.ts';
import { moduleOfOperation, type OperationsModuleName } from './wasm-modules.ts';

/** The fused attention of 1024 queries and keys of width 64 costs half of it and takes 9 ms on one thread. */
const sliceCost = 10 * heavyCost;

/**
 * The core's modules with their sessions and calls, one a precision, each made when first needed. Copies in and copies
 * out: no view of a module's memory is kept between two calls of the core, for its memory may have moved.
 */
export class WasmComputation {
  readonly #modules: ModuleLoader;
  readonly #trace: TraceModule;
  #float32: Session<Float32Array> | undefined;
  #float64: Session<Float64Array> | undefined;
  #isDisposed = false;
  readonly #calls = new Map<string, Call<FloatArray>>();

  /** Starts with the trace, which then answers at once. Rejects as ModuleLoader.load does. */
  static async start(modules: ModuleLoader): Promise<WasmComputation> {
    return new WasmComputation(modules, await modules.load('trace'));
  }

  private constructor(modules: ModuleLoader, trace: TraceModule) {
    this.#modules = modules;
    this.#trace = trace;
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

  /**
   * What is large is computed in slices and must stay as it is until it is done. The names of the result's tensors are
   * those of the contract, as the suite of the engines sees.
   */
  async run<N extends OperationName>(
    name: N,
    request: OperationRequest<N>,
    options: RunOptions = {},
  ): Promise<OperationResult<N>> {
    validateRequest(name, request);
    refuseWhenCancelled(name, options.signal);
    const toSlice = runToSlice(name, request, sliceCost);
    if (toSlice) return this.#runInSlices(toSlice, options);
    const call = this.#calls.get(callKey(moduleOfOperation[name], precisionOfRequest(request)));
    // While a module starts the request may change; what is asked for is that of now.
    const result = call
      ? runCall(call, name, request, spentResult(options.reuse).spent)
      : await this.#runFirst(name, copyForTransfer(request).copy, options);
    options.onProgress?.(1);
    return result;
  }

  async #runFirst<N extends OperationName>(
    name: N,
    request: OperationRequest<N>,
    { signal, reuse }: RunOptions,
  ): Promise<OperationResult<N>> {
    const call = await this.#callFor(moduleOfOperation[name], precisionOfRequest(request));
    refuseWhenCancelled(name, signal);
    return runCall(call, name, request, spentResult(reuse).spent);
  }

  /** Of the memory that a module's operations compute in, in all that has been asked of it. */
  async memoryBytes(name: OperationsModuleName): Promise<number> {
    const call = await this.#callFor(name, 'float32');
    call.clear();
    call.addTensor('probe', [1]);
    return call.tensor('probe').buffer.byteLength;
  }

  dispose(): void {
    this.#isDisposed = true;
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

  /** In a call of its own, which keeps keys and values from slice to slice while others are answered in between. */
  async #runInSlices(run: SlicedRun, options: RunOptions): Promise<Results<FloatArray>> {
    const { name, request } = run;
    const call = newCall(await this.#modules.load(moduleOfOperation[name]), precisionOfRequest(request));
    try {
      return await runInSlices(
        run,
        (fields, isAlike) => {
          this.#refuseWhenDisposed();
          return isAlike ? runAgain(call, name, fields) : runOnce(call, name, { ...request, ...fields });
        },
        options,
      );
    } finally {
      call.delete();
    }
  }

  /** The one that answers all calls but those in slices. */
  async #callFor(name: OperationsModuleName, precision: Precision): Promise<Call<FloatArray>> {
    const module = await this.#modules.load(name);
    this.#refuseWhenDisposed();
    const key = callKey(name, precision);
    const call = this.#calls.get(key) ?? newCall(module, precision);
    this.#calls.set(key, call);
    return call;
  }

  #refuseWhenDisposed(): void {
    if (this.#isDisposed) throw new EngineError('disposed', 'The engine was disposed while it computed.');
  }

  #sessionFor<A extends FloatArray>(like: A): Session<A> {
    const session =
      like instanceof Float64Array
        ? (this.#float64 ??= new this.#trace.Float64Session())
        : (this.#float32 ??= new this.#trace.Float32Session());
    // The class of `like` is what A stands for.
    return session as unknown as Session<A>;
  }
}

const callKey = (name: OperationsModuleName, precision: Precision): string => `${name} ${precision}`;

function newCall(module: OperationsModule, precision: Precision): Call<FloatArray> {
  return precision === 'float64' ? new module.Float64Call() : new module.Float32Call();
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
