import { wrap, type Remote } from 'comlink';
import { EngineError } from '../../contract/index.ts';
import { Ending } from '../ending.ts';
import type { CorePlace } from './core-place.ts';
import type { CoreWorker, Outcome } from './core-worker.ts';

/** Calls to a core's worker that are answered or rejected, also when the worker dies or is ended in between. */
export class WorkerLine {
  readonly #place: CorePlace;
  readonly #remote: Remote<CoreWorker>;
  readonly #ending = new Ending();

  constructor(place: CorePlace, onFailure?: (reason: EngineError) => void) {
    this.#place = place;
    this.#remote = wrap<CoreWorker>(place.endpoint);
    place.onDeath((why) => {
      const error = new EngineError('unavailable', `The worker of the core failed: ${why}.`);
      this.close(error);
      onFailure?.(error);
    });
  }

  async call<T>(ask: (remote: Remote<CoreWorker>) => Promise<Outcome<T>>): Promise<T> {
    const outcome = await this.#ending.unlessEnded(ask(this.#remote));
    if (outcome.status === 'ok') return outcome.value;
    throw new EngineError(outcome.status, outcome.message);
  }

  /** Ends the worker; whoever waits, or calls from now on, gets `reason`. Only the first reason counts. */
  close(reason: Error): void {
    this.#ending.end(reason);
    this.#place.end();
  }
}
