import { wrap, type Remote } from 'comlink';
import { EngineError } from '../../contract/index.ts';
import type { CorePlace } from './core-place.ts';
import type { CoreWorker, Outcome } from './core-worker.ts';

/** Calls to a core's worker that are answered or rejected, also when the worker dies or is ended in between. */
export class WorkerLine {
  readonly #place: CorePlace;
  readonly #remote: Remote<CoreWorker>;
  readonly #closed: Promise<never>;
  #reject!: (reason: unknown) => void;

  constructor(place: CorePlace, onFailure?: (reason: EngineError) => void) {
    this.#place = place;
    this.#remote = wrap<CoreWorker>(place.endpoint);
    this.#closed = new Promise<never>((_, reject) => (this.#reject = reject));
    // Closing a line on which nobody waits is no unhandled rejection.
    this.#closed.catch(() => undefined);
    place.onDeath((why) => {
      const error = new EngineError('unavailable', `The worker of the core failed: ${why}.`);
      this.close(error);
      onFailure?.(error);
    });
  }

  async call<T>(ask: (remote: Remote<CoreWorker>) => Promise<Outcome<T>>): Promise<T> {
    const outcome = await Promise.race([ask(this.#remote), this.#closed]);
    if (outcome.status === 'ok') return outcome.value;
    throw new EngineError(outcome.status, outcome.message);
  }

  /** Ends the worker; whoever waits, or calls from now on, gets `reason`. Only the first reason counts. */
  close(reason: unknown): void {
    this.#reject(reason);
    this.#place.end();
  }
}
