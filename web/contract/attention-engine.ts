import type { AttentionInput } from './attention-input.ts';
import type { AttentionTrace, RowDetail } from './attention-trace.ts';
import type { FloatArray } from './float-array.ts';
import type { ArrayOf, KnownFields, OperationName, OperationRequest, OperationResult } from './operations/index.ts';

/** Raised when a field of the contract changes meaning; the loader refuses a module that was built for another. */
export const contractVersion = 1;

export const engineNames = ['reference', 'wasmSimd', 'wasmThreads', 'webgpu'] as const;
export type EngineName = (typeof engineNames)[number];

export interface RunOptions {
  /**
   * Once aborted, the call rejects with `cancelled`. What goes on for it in the background ends with the slice that is
   * under way; other operations than fusedAttention and weightTile come to their end there, and nobody hears of it.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the share that is done, never a smaller one than before; with 1 before the call resolves. Only
   * fusedAttention and weightTile of a size that is felt have shares to tell in between.
   */
  readonly onProgress?: ((share: number) => void) | undefined;
  /**
   * What an earlier call of the same operation gave and nobody will read again: the result may come in its arrays, where
   * they are of the right size. Large results then come sooner, and no garbage is left. Afterwards they hold anything,
   * or nothing.
   */
  readonly reuse?: object | undefined;
}

/**
 * What turns an input into a trace. Every engine gives the same numbers within the tolerances of tests/engines.
 * All methods reject with EngineError and leave the engine usable; after dispose() they reject with `disposed`.
 */
export interface AttentionEngine {
  readonly name: EngineName;
  /** 1 where there is no pool. */
  readonly threadCount: number;
  /** What computes, where it has a name of its own: the GPU. */
  readonly deviceName?: string | undefined;
  /** Whether it multiplies and adds in one rounding, by relaxed SIMD; the last digits can then be others. */
  readonly isRelaxed: boolean;
  /** The door for small inputs: every intermediate number. queryCount × keyCount ≤ limits.maxTraceScores. */
  trace<A extends FloatArray>(input: AttentionInput<A>): Promise<AttentionTrace<A>>;
  /** The summands behind one row of the trace. */
  rowDetail<A extends FloatArray>(input: AttentionInput<A>, queryIndex: number): Promise<RowDetail<A>>;
  /** The door of everything else: see Operations for the names, what each takes and what it gives. */
  run<N extends OperationName, R extends OperationRequest<N>>(
    name: N,
    request: KnownFields<N, R>,
    options?: RunOptions,
  ): Promise<OperationResult<N, ArrayOf<R>>>;
  /** Frees what the engine holds. Safe to call twice. */
  dispose(): void;
}
