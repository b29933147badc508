import { Ending } from '../ending.ts';
import type { Tile } from './kernels.ts';
import { GpuTrouble, type GpuTroubleKind } from './trouble.ts';

/** Where adapters come from: `navigator.gpu`, or what a test puts before it. */
export type AdapterSource = Pick<GPU, 'requestAdapter'>;

/** The limits that decide what fits; the adapter's own are asked for, which are higher than the defaults. */
const wantedLimits = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
] as const;

/** What is otherwise chosen by what the device can do. */
export interface KernelChoices {
  /** Default: where there are some. */
  readonly subgroups?: boolean | undefined;
  readonly tile?: Tile | undefined;
  /**
   * Keys and values lie in float16 where it holds each of them exactly, so that every result is the same. Default: no,
   * as long as nobody has measured where it is quicker.
   */
  readonly storesFloat16?: boolean | undefined;
}

export interface PipelineSource {
  readonly label: string;
  readonly code: string;
  readonly entryPoint: string;
  readonly constants: Readonly<Record<string, number>>;
}

/** A device with its one cache of pipelines. Errors of its commands are caught, and a lost device leaves nobody waiting. */
export class GpuDevice {
  readonly device: GPUDevice;
  /** For people: vendor and architecture, as far as the browser tells them. */
  readonly name: string;
  /** A program that does what a GPU would do. */
  readonly isSoftware: boolean;
  /** The smallest number of lanes that hear of each other; 1 without subgroups. */
  readonly subgroupSize: number;
  /** Undefined: chosen for each call. */
  readonly tile: Tile | undefined;
  readonly storesFloat16: boolean;
  /** Multiplications in a millisecond, as the last slice showed; see dispatchInSlices. */
  speed = 1e6;
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();
  readonly #lost: Promise<GpuTrouble>;
  readonly #ending = new Ending();
  #isLost = false;

  /** Rejects with GpuTrouble. */
  static async request(source: AdapterSource, choices: KernelChoices = {}): Promise<GpuDevice> {
    const adapter = await source.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) throw new GpuTrouble('noAdapter', 'The browser has WebGPU, but no adapter for it on this machine.');
    const features = ['subgroups' as const].filter(
      (feature) => adapter.features.has(feature) && choices.subgroups !== false,
    );
    const requiredLimits = Object.fromEntries(wantedLimits.map((limit) => [limit, adapter.limits[limit]]));
    try {
      const device = await adapter.requestDevice({ label: 'attention', requiredFeatures: features, requiredLimits });
      return new GpuDevice(device, adapter.info, choices);
    } catch (error) {
      throw new GpuTrouble('noAdapter', `The adapter ${nameOf(adapter.info)} gave no device: ${textOf(error)}`);
    }
  }

  private constructor(device: GPUDevice, info: GPUAdapterInfo, { tile, storesFloat16 = false }: KernelChoices) {
    this.device = device;
    this.name = nameOf(info);
    this.tile = tile;
    this.storesFloat16 = storesFloat16;
    // Not every browser says so by the flag.
    this.isSoftware = /swiftshader|llvmpipe|lavapipe|warp/i.test(`${info.architecture} ${info.description}`);
    this.subgroupSize = device.features.has('subgroups') ? info.subgroupMinSize : 1;
    this.#lost = device.lost.then(({ reason, message }) => {
      this.#isLost = true;
      const why = message || (reason === 'destroyed' ? 'it was destroyed' : 'no reason was given');
      const trouble = new GpuTrouble('deviceLost', `The GPU was lost: ${why}.`);
      this.#ending.end(trouble);
      return trouble;
    });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Settles when the device is lost, whatever the reason. */
  whenLost(listener: (trouble: GpuTrouble) => void): void {
    void this.#lost.then(listener);
  }

  /** Settles as `promise` does, or rejects when the device is lost. */
  async unlessLost<T>(promise: Promise<T>): Promise<T> {
    try {
      return await this.#ending.unlessEnded(promise);
    } catch (error) {
      if (error instanceof GpuTrouble) throw error;
      // A buffer of a lost device is mapped no more; which of the two is heard of first is chance.
      await this.#ending.unlessEnded(new Promise((resolve) => setTimeout(resolve, 100)));
      throw new GpuTrouble('refused', `The GPU gave up a command: ${textOf(error)}`);
    }
  }

  /** `act` gives commands without waiting; what the device says about them is GpuTrouble. */
  async guard<T>(act: () => T): Promise<T> {
    const kinds = { validation: 'refused', internal: 'refused', 'out-of-memory': 'outOfMemory' } as const;
    const filters = Object.keys(kinds) as (keyof typeof kinds)[];
    for (const filter of filters) this.device.pushErrorScope(filter);
    let result: T;
    let scopes: Promise<GPUError | null>[];
    try {
      result = act();
    } finally {
      scopes = filters.map(() => this.device.popErrorScope());
    }
    const errors = await this.unlessLost(Promise.all(scopes));
    // Scopes close in the order opposite to that in which they were opened.
    [...filters].reverse().forEach((filter, i) => {
      const error = errors[i];
      if (error) throw new GpuTrouble(kinds[filter], sentenceFor(kinds[filter], error.message));
    });
    return result;
  }

  pipeline({ label, code, entryPoint, constants }: PipelineSource): Promise<GPUComputePipeline> {
    const key = JSON.stringify([label, constants]);
    let pipeline = this.#pipelines.get(key);
    if (!pipeline) {
      pipeline = this.unlessLost(
        this.device.createComputePipelineAsync({
          label,
          layout: 'auto',
          compute: {
            module: this.device.createShaderModule({ label, code }),
            entryPoint,
            constants: { ...constants },
          },
        }),
      );
      this.#pipelines.set(key, pipeline);
      pipeline.catch(() => this.#pipelines.delete(key));
    }
    return pipeline;
  }

  destroy(): void {
    this.#pipelines.clear();
    this.device.destroy();
  }
}

function nameOf({ vendor, architecture, device, description }: GPUAdapterInfo): string {
  return description || [vendor, architecture, device].filter((part) => part !== '').join(' ') || 'without a name';
}

function sentenceFor(kind: GpuTroubleKind, message: string): string {
  return kind === 'outOfMemory'
    ? `The memory of the GPU does not hold the arrays of this call: ${message}`
    : `The GPU refused a command: ${message}`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
