import {
  EngineError,
  precisionOfRequest,
  validateRequest,
  type ArrayOf,
  type AttentionEngine,
  type AttentionInput,
  type AttentionTrace,
  type FloatArray,
  type OperationName,
  type OperationRequest,
  type OperationResult,
  type RowDetail,
  type RunOptions,
} from '../../contract/index.ts';
import { cancellation, refuseWhenCancelled } from '../cancelling.ts';
import { copyForTransfer } from '../copy-for-transfer.ts';
import { UnavailableEngine, type EngineLimitation } from '../engine-report.ts';
import { costOfRequest, leastGpuCost } from '../input-cost.ts';
import type { EngineFactory, StartContext } from '../start-within.ts';
import { DeviceKeeper } from './device-keeper.ts';
import type { AfterSlice } from './dispatch-in-slices.ts';
import type { AdapterSource, GpuDevice, KernelChoices } from './gpu-device.ts';
import { planOf } from './plan.ts';
import { GpuTrouble, type GpuTroubleKind } from './trouble.ts';

export interface WebGpuOptions extends Partial<StartContext>, KernelChoices {
  readonly source: AdapterSource;
  /** Makes the engine that computes what the GPU does not. */
  readonly cpu: EngineFactory;
  /** Below this cost (see costOfRequest) the way to the GPU and back takes longer than the CPU. */
  readonly leastCost?: number | undefined;
  /** No buffer is larger, even if the device could. */
  readonly mostBufferBytes?: number | undefined;
}

/**
 * Takes to the GPU what it does in float32 and what pays, and leaves all else to a CPU engine of its own, as it does when
 * the GPU fails: whoever has called gets the numbers. Rejects with UnavailableEngine where there is no GPU to begin with.
 */
export async function startWebGpuEngine(options: WebGpuOptions): Promise<AttentionEngine> {
  const { signal = new AbortController().signal, onFailure = ignore, onLimitation = ignore } = options;
  const devices = new DeviceKeeper({
    source: options.source,
    choices: options,
    onTrouble: (trouble) => onLimitation(trouble ? limitationOf(trouble.kind) : undefined, trouble?.message),
  });
  try {
    const { name: deviceName } = await devices.open();
    return new WebGpuEngine(
      devices,
      await options.cpu({ signal, onFailure, onLimitation: ignore }),
      options,
      deviceName,
    );
  } catch (error) {
    devices.close();
    if (!(error instanceof GpuTrouble)) throw error;
    const { kind, message } = error;
    throw new UnavailableEngine(kind === 'noAdapter' || kind === 'wrongNumbers' ? kind : 'failed', message);
  }
}

const ignore = (): void => undefined;

function limitationOf(kind: GpuTroubleKind): EngineLimitation {
  return kind === 'deviceLost' || kind === 'outOfMemory' ? kind : 'gpuFailed';
}

class WebGpuEngine implements AttentionEngine {
  readonly name = 'webgpu';
  readonly threadCount: number;
  readonly isRelaxed: boolean;
  readonly deviceName: string;
  readonly #devices: DeviceKeeper;
  readonly #cpu: AttentionEngine;
  readonly #options: WebGpuOptions;
  #isDisposed = false;

  constructor(devices: DeviceKeeper, cpu: AttentionEngine, options: WebGpuOptions, deviceName: string) {
    this.#devices = devices;
    this.#cpu = cpu;
    this.#options = options;
    this.threadCount = cpu.threadCount;
    this.isRelaxed = cpu.isRelaxed;
    this.deviceName = deviceName;
  }

  trace<A extends FloatArray>(input: AttentionInput<A>): Promise<AttentionTrace<A>> {
    return this.#isDisposed ? Promise.reject(disposed()) : this.#cpu.trace(input);
  }

  rowDetail<A extends FloatArray>(input: AttentionInput<A>, queryIndex: number): Promise<RowDetail<A>> {
    return this.#isDisposed ? Promise.reject(disposed()) : this.#cpu.rowDetail(input, queryIndex);
  }

  async run<N extends OperationName, R extends OperationRequest<N>>(
    name: N,
    request: R,
    options: RunOptions = {},
  ): Promise<OperationResult<N, ArrayOf<R>>> {
    this.#refuseWhenDisposed();
    validateRequest(name, request);
    refuseWhenCancelled(name, options.signal);
    if (!this.#isForGpu(name, request)) return this.#onCpu(name, request, options);
    // The request is that of now, and the CPU may need it when the GPU has failed.
    const own = copyForTransfer(request).copy;
    const growing = { ...options, onProgress: growingOnly(options.onProgress) };
    const gpu = await this.#devices.get();
    this.#refuseWhenDisposed();
    try {
      const result = gpu && (await this.#onGpu(gpu, name, own, growing));
      if (result) return result;
    } catch (error) {
      if (error instanceof EngineError) throw error;
      this.#refuseWhenDisposed();
      this.#devices.failed(error);
    }
    return this.#onCpu(name, own, growing);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#devices.close();
    this.#cpu.dispose();
  }

  #isForGpu(name: OperationName, request: object): boolean {
    const { leastCost = leastGpuCost } = this.#options;
    return planOf.has(name) && precisionOfRequest(request) === 'float32' && costOfRequest(request) >= leastCost;
  }

  #onCpu<N extends OperationName, R extends OperationRequest<N>>(
    name: N,
    request: R,
    options: RunOptions,
  ): Promise<OperationResult<N, ArrayOf<R>>> {
    return this.#cpu.run(name, request as never, options);
  }

  /** Undefined: it is not for this device, by its numbers or by its size. */
  async #onGpu(
    gpu: GpuDevice,
    name: OperationName,
    request: object,
    { signal, onProgress }: RunOptions,
  ): Promise<object | undefined> {
    const { maxBufferSize, maxStorageBufferBindingSize } = gpu.device.limits;
    const { mostBufferBytes = Infinity } = this.#options;
    const most = Math.min(maxBufferSize, maxStorageBufferBindingSize, mostBufferBytes);
    const compute = planOf.get(name)?.(request, most);
    if (!compute) return undefined;
    const afterSlice: AfterSlice = (share) => {
      this.#refuseWhenDisposed();
      refuseWhenCancelled(name, signal);
      onProgress?.(share);
      this.#refuseWhenDisposed();
      refuseWhenCancelled(name, signal);
    };
    const result = await unlessCancelled(compute(gpu, afterSlice), name, signal);
    this.#refuseWhenDisposed();
    this.#devices.succeeded();
    return result;
  }

  #refuseWhenDisposed(): void {
    if (this.#isDisposed) throw disposed();
  }
}

/** The CPU begins anew where the GPU has failed; whoever watches hears of it when it is as far as the GPU was. */
function growingOnly(onProgress: RunOptions['onProgress']): RunOptions['onProgress'] {
  let told = 0;
  return (share) => {
    if (share <= told) return;
    told = share;
    onProgress?.(share);
  };
}

/** Rejects as soon as the signal is aborted; the slice that is under way comes to its end unheard. */
async function unlessCancelled<T>(promise: Promise<T>, name: string, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  promise.catch(() => undefined);
  let abort = (): void => undefined;
  const cancelled = new Promise<never>((_, reject) => {
    abort = () => reject(cancellation(name));
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([promise, cancelled]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function disposed(): EngineError {
  return new EngineError('disposed', 'The webgpu engine was disposed; create a new one.');
}
