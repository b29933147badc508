import type { RunOptions } from '../../contract/index.ts';
import { cancellation } from '../cancelling.ts';

/*
 * What is said between the two ends of a run while it runs: shares done come one way, and the word that nobody waits any
 * more goes the other. A channel for each run; neither end is ever taken for that of another.
 */

const cancelWord = 'cancel';

/** The end of the one who waits. */
export class RunPort {
  /** For the worker. */
  readonly far: MessagePort;
  /** Rejects as soon as the signal is aborted. */
  readonly cancelled: Promise<never>;
  readonly #near: MessagePort;
  readonly #options: RunOptions;
  readonly #onAbort: () => void;

  constructor(operation: string, options: RunOptions) {
    const { port1, port2 } = new MessageChannel();
    this.#near = port1;
    this.far = port2;
    this.#options = options;
    let reject: (reason: unknown) => void;
    this.cancelled = new Promise<never>((_, refuse) => (reject = refuse));
    this.#onAbort = () => {
      port1.postMessage(cancelWord);
      reject(cancellation(operation));
    };
    options.signal?.addEventListener('abort', this.#onAbort);
    // The last share is told with the answer, which may come first.
    port1.onmessage = ({ data }: MessageEvent<number>) => data < 1 && options.onProgress?.(data);
  }

  /** With the answer, or without. */
  close(isAnswered: boolean): void {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#near.onmessage = null;
    this.#near.close();
    if (isAnswered) this.#options.onProgress?.(1);
  }
}

/** The end of the worker, as what the run is given. */
export function optionsFromPort(port: MessagePort): Required<Pick<RunOptions, 'signal' | 'onProgress'>> {
  const controller = new AbortController();
  port.onmessage = () => controller.abort();
  return { signal: controller.signal, onProgress: (share) => port.postMessage(share) };
}
