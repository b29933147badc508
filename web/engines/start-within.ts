import type { AttentionEngine } from '../contract/index.ts';
import type { EngineLimitation } from './engine-report.ts';

/** What an engine's factory is told. */
export interface StartContext {
  /** Aborted when nobody waits for the engine any more. */
  readonly signal: AbortSignal;
  /** To be called when the engine, once given out, can compute no more, as when its worker died. */
  readonly onFailure: (reason: unknown) => void;
  /** To be called when a part of the engine computes no more and another takes its place; undefined: it computes again. */
  readonly onLimitation: (limitation: EngineLimitation | undefined, detail?: string) => void;
}

export type EngineFactory = (context: StartContext) => Promise<AttentionEngine>;

/** Rejected with when an engine had not started in time. */
export class StartTimeout extends Error {
  override readonly name = 'StartTimeout';
}

export interface StartOptions {
  /** For how long a start may take. Default 15 s: a slow network is no failure, a page that never answers is. */
  readonly milliseconds?: number | undefined;
  /** Aborted when the engine is not wanted any more. */
  readonly end?: AbortSignal | undefined;
  readonly onFailure?: StartContext['onFailure'] | undefined;
  readonly onLimitation?: StartContext['onLimitation'] | undefined;
}

/**
 * Starts an engine, or rejects when that takes too long (StartTimeout), fails, or is not wanted any more. An engine
 * that comes too late is disposed.
 */
export async function startWithin(
  factory: EngineFactory,
  { milliseconds = 15_000, end, onFailure = () => undefined, onLimitation = () => undefined }: StartOptions = {},
): Promise<AttentionEngine> {
  end?.throwIfAborted();
  const attempt = new AbortController();
  const timer = setTimeout(
    () => attempt.abort(new StartTimeout(`It had not started after ${milliseconds / 1000} seconds.`)),
    milliseconds,
  );
  const signal = end ? AbortSignal.any([attempt.signal, end]) : attempt.signal;
  const givenUp = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  );
  const started = factory({ signal, onFailure, onLimitation });
  try {
    return await Promise.race([started, givenUp]);
  } catch (error) {
    started.then(
      (engine) => engine.dispose(),
      () => undefined,
    );
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
