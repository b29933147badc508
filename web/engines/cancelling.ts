import { EngineError } from '../contract/index.ts';

/** What `run` rejects with once its signal is aborted. */
export function cancellation(operation: string): EngineError {
  return new EngineError('cancelled', `The signal of ${operation} was aborted before it had ended.`);
}

export function refuseWhenCancelled(operation: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancellation(operation);
}
