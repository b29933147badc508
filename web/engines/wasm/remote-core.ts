import { transfer, type Remote } from 'comlink';
import {
  EngineError,
  validateInput,
  validateQueryIndex,
  validateRequest,
  type AttentionInput,
  type AttentionTrace,
  type FloatArray,
  type OperationName,
  type OperationRequest,
  type OperationResult,
  type RowDetail,
  type RunOptions,
} from '../../contract/index.ts';
import { refuseWhenCancelled } from '../cancelling.ts';
import { AnyOriginWorker as Worker } from '../any-origin-worker.ts';
import { copyForTransfer } from '../copy-for-transfer.ts';
import { spentResult } from '../reuse.ts';
import type { CorePlace, OpenCorePlace } from './core-place.ts';
import type { CoreWorker, Outcome, Started } from './core-worker.ts';
import type { WasmSettings } from './module-loader.ts';
import { RunPort } from './run-port.ts';
import type { WasmFileTable } from './wasm-files.ts';
import type { OperationsModuleName } from './wasm-modules.ts';
import { SpareBuffers } from './spare-buffers.ts';
import { WorkerLine } from './worker-line.ts';

export interface RemoteOptions extends WasmSettings {
  /** Ends an attempt to start. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the worker dies after the start; all calls are rejected from then on. */
  readonly onFailure?: ((reason: unknown) => void) | undefined;
  /** Where it runs. Default: a worker of this page. */
  readonly openPlace?: OpenCorePlace | undefined;
}

/** The core in a worker. Inputs are read when they are handed over; what is refused is refused here already. */
export class RemoteCore {
  readonly started: Started;
  readonly #line: WorkerLine;
  readonly #spare = new SpareBuffers();

  /** Rejects with EngineError `unavailable` where it cannot start. */
  static async start(
    files: WasmFileTable,
    { threadCount, relaxed, signal, onFailure, openPlace }: RemoteOptions,
  ): Promise<RemoteCore> {
    const line = new WorkerLine(await (openPlace?.(signal) ?? ownWorker()), onFailure);
    const abort = (): void => line.close(new EngineError('unavailable', 'The start of the worker was given up.'));
    signal?.addEventListener('abort', abort);
    try {
      return new RemoteCore(line, await line.call((remote) => remote.start(files, { threadCount, relaxed })));
    } catch (error) {
      line.close(error as Error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  private constructor(line: WorkerLine, started: Started) {
    this.#line = line;
    this.started = started;
  }

  async trace<A extends FloatArray>(input: AttentionInput<A>): Promise<AttentionTrace<A>> {
    validateInput(input);
    const trace = await this.#ask(input, (remote, own) => remote.trace(own));
    return trace as AttentionTrace<A>;
  }

  async rowDetail<A extends FloatArray>(input: AttentionInput<A>, queryIndex: number): Promise<RowDetail<A>> {
    validateInput(input);
    validateQueryIndex(input, queryIndex);
    const detail = await this.#ask(input, (remote, own) => remote.rowDetail(own, queryIndex));
    return detail as RowDetail<A>;
  }

  async run<N extends OperationName>(
    name: N,
    request: OperationRequest<N>,
    options: RunOptions = {},
  ): Promise<OperationResult<N>> {
    validateRequest(name, request);
    refuseWhenCancelled(name, options.signal);
    const { spent, buffers } = spentResult(options.reuse);
    const answerTo = (port?: MessagePort): Promise<OperationResult<N>> =>
      this.#ask(request, (remote, own) =>
        remote.run(name, own, port && transfer(port, [port]), transfer(spent, buffers)),
      );
    if (!options.signal && !options.onProgress) return answerTo();
    const port = new RunPort(name, options);
    let isAnswered = false;
    try {
      const result = await Promise.race([answerTo(port.far), port.cancelled]);
      isAnswered = true;
      return result;
    } finally {
      port.close(isAnswered);
    }
  }

  /** See WasmComputation.memoryBytes. */
  memoryBytes(name: OperationsModuleName): Promise<number> {
    return this.#line.call((remote) => remote.memoryBytes(name));
  }

  /** With a copy of the question, the memory of which comes back with the answer. */
  #ask<Q extends object, T>(question: Q, ask: (remote: Remote<CoreWorker>, own: Q) => Promise<Outcome<T>>): Promise<T> {
    const { copy, buffers } = copyForTransfer(question, this.#spare.take);
    return this.#line.call(async (remote) => {
      const outcome = await ask(remote, transfer(copy, buffers));
      if (outcome.status === 'ok') this.#spare.keep(outcome.spent);
      return outcome;
    });
  }

  /** Ends the worker; whoever waits, or calls from now on, gets `reason`. */
  close(reason: EngineError): void {
    this.#line.close(reason);
  }
}

function ownWorker(): CorePlace {
  const worker = new Worker(new URL('./core-worker.ts', import.meta.url), { type: 'module', name: 'attention core' });
  return {
    endpoint: worker,
    onDeath: (listener) =>
      // A script that could not be loaded or parsed comes without a message.
      worker.addEventListener('error', ({ message }) => listener(message || 'its script could not be loaded')),
    end: () => worker.terminate(),
  };
}
