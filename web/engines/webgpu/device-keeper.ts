import { GpuDevice, type AdapterSource, type KernelChoices } from './gpu-device.ts';
import { checkKernels } from './self-check.ts';
import { GpuTrouble } from './trouble.ts';

/** Losses and failures without a call between them that went well; then the GPU is asked no more. */
const mostFailures = 3;

export interface DeviceKeeperOptions {
  readonly source: AdapterSource;
  readonly choices?: KernelChoices | undefined;
  /** Told what keeps the GPU from computing; null: it computes again. */
  readonly onTrouble: (trouble: GpuTrouble | null) => void;
}

/** The one device of an engine: opened and checked when it is asked for, and opened again after it was lost. */
export class DeviceKeeper {
  readonly #options: DeviceKeeperOptions;
  #opening: Promise<GpuDevice> | undefined;
  #failures = 0;
  #isInTrouble = false;
  #isClosed = false;

  constructor(options: DeviceKeeperOptions) {
    this.#options = options;
  }

  /** Undefined: not now, or not any more. */
  async get(): Promise<GpuDevice | undefined> {
    if (this.#isClosed || this.#failures >= mostFailures) return undefined;
    try {
      return await this.open();
    } catch {
      return undefined;
    }
  }

  /** Rejects with GpuTrouble. Concurrent calls wait for the same device. */
  open(): Promise<GpuDevice> {
    if (this.#opening) return this.#opening;
    const opening = this.#open();
    this.#opening = opening;
    opening.then(
      (gpu) => gpu.whenLost((trouble) => this.#forget(opening, trouble)),
      (error: unknown) => this.#forget(opening, troubleOf(error)),
    );
    return opening;
  }

  /** A call went well. */
  succeeded(): void {
    this.#failures = 0;
    if (!this.#isInTrouble || this.#isClosed) return;
    this.#isInTrouble = false;
    this.#options.onTrouble(null);
  }

  /** A call on a device did not go well. */
  failed(error: unknown): void {
    const trouble = troubleOf(error);
    // A loss is told and counted by itself, once for all calls that it ends.
    if (trouble.kind !== 'deviceLost') this.#count(trouble);
  }

  close(): void {
    this.#isClosed = true;
    void this.#opening?.then(
      (gpu) => gpu.destroy(),
      () => undefined,
    );
    this.#opening = undefined;
  }

  async #open(): Promise<GpuDevice> {
    const gpu = await GpuDevice.request(this.#options.source, this.#options.choices);
    try {
      await checkKernels(gpu, { operation: 'fusedAttention', scoreFunction: 'scaledDot', valueDim: 1 });
      return gpu;
    } catch (error) {
      gpu.destroy();
      throw error;
    }
  }

  /** A device is lost, or was not opened: once for all calls that it was for. */
  #forget(opening: Promise<GpuDevice>, trouble: GpuTrouble): void {
    if (this.#opening === opening) this.#opening = undefined;
    this.#count(trouble);
  }

  #count(trouble: GpuTrouble): void {
    if (this.#isClosed) return;
    // What is too large for the memory says nothing about smaller calls; wrong numbers do not get right.
    if (trouble.kind !== 'outOfMemory') this.#failures += trouble.kind === 'wrongNumbers' ? mostFailures : 1;
    this.#isInTrouble = true;
    this.#options.onTrouble(trouble);
  }
}

const troubleOf = (error: unknown): GpuTrouble =>
  error instanceof GpuTrouble ? error : new GpuTrouble('refused', String(error));
