/** What the other files here show to JavaScript, in every variant of the modules. */

/** Written by hand: the order of the numbers is that of ../include/attn/input.hpp. */
export interface Problem {
  queryCount: number;
  keyCount: number;
  valueDim: number;
  /** 0 where the score function has no use for it. */
  queryDim: number;
  keyDim: number;
  attentionDim: number;
  /** Index into scoreFunctions. */
  scoreFunction: number;
  /** NaN: the formula's own. */
  scale: number;
  temperature: number;
  /** 0 none, 1 topLeft, 2 bottomRight */
  causal: number;
  /** −1: none */
  leftWindow: number;
  rightWindow: number;
  hasKeyMask: boolean;
  hasPairMask: boolean;
  hasQueryMask: boolean;
  hasAdditiveMask: boolean;
}

/**
 * One computation at a time: prepare, fill the inputs, run, copy the results out. Every method that gives an array
 * gives a view of the module's memory, which the next prepare, run or rowDetail makes stale: take it, use it, drop it.
 */
export interface Session<A> {
  /** Makes room. All three give an index into engineStatuses. */
  prepare(problem: Problem): number;
  run(): number;
  /** One row of the last run. */
  rowDetail(queryIndex: number): number;

  scores(): A;
  queries(): A;
  keys(): A;
  W(): A;
  W_q(): A;
  W_k(): A;
  v(): A;
  values(): A;
  additiveMask(): A;
  keyMask(): Uint8Array;
  pairMask(): Uint8Array;
  queryMask(): Uint8Array;

  tracedScores(): A;
  visible(): Uint8Array;
  logits(): A;
  exponentials(): A;
  exponentialSums(): A;
  shiftedExponentials(): A;
  shiftedSums(): A;
  weights(): A;
  weightSums(): A;
  context(): A;
  logSumExp(): A;
  entropy(): A;
  largestKey(): Int32Array;
  isEmpty(): Uint8Array;

  termCount(): number;
  scale(): number;
  scoreTerms(): A;
  contributions(): A;

  /** Frees the session's memory; no other method may be called afterwards. */
  delete(): void;
}

/**
 * One call of an operation: clear, add the request, fill its tensors, run, copy the results out. It may run again, its
 * tensors filled anew and its numbers added again. Arrays are views as in Session, which the next add, run or clear makes
 * stale.
 */
export interface Call<A> {
  clear(): void;
  /** Makes room, to be filled through `tensor`. This and the next two, and run, give an index into engineStatuses. */
  addTensor(name: string, shape: readonly number[]): number;
  addNumber(name: string, value: number): number;
  addText(name: string, text: string): number;
  tensor(name: string): A;
  run(operation: string): number;
  /** 0 after a run that was refused. */
  resultCount(): number;
  resultName(index: number): string;
  resultShape(index: number): Int32Array;
  result(index: number): A;
  /** Frees the call's memory; no other method may be called afterwards. */
  delete(): void;
}

export interface AnyModule {
  readonly contractVersion: number;
  /** Gives how many threads work: at most what was asked for and what the hardware has. */
  startThreads(threadCount: number): number;
}

/** The trace, which is all that a page needs to start. */
export interface TraceModule extends AnyModule {
  readonly Float32Session: new () => Session<Float32Array>;
  readonly Float64Session: new () => Session<Float64Array>;
}

/** Some of the operations. */
export interface OperationsModule extends AnyModule {
  operationNames(): string[];
  readonly Float32Call: new () => Call<Float32Array>;
  readonly Float64Call: new () => Call<Float64Array>;
  /** Only to be timed, and only in the module `fused`: see ../include/attn/simd_peak.hpp. */
  readonly multiplyAndAdd?: (rounds: number) => number;
}

/** The part of Emscripten's settings that these modules take. */
export interface ModuleOptions {
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (file: string, folder: string) => string;
  /** The glue's own address, for the pool's workers. */
  mainScriptUrlOrBlob?: string;
  /** Workers that start with the module, in the variant with threads: one less than the threads asked for, at least 1. */
  poolSize?: number;
  print?: (line: string) => void;
  printErr?: (line: string) => void;
}

export type CreateModule<M> = (options?: ModuleOptions) => Promise<M>;
