import type { GpuDevice } from './gpu-device.ts';

/** The numbers of GPUBufferUsage and GPUMapMode, whose names exist in browsers only. */
const usage = { mapRead: 0x1, copySource: 0x4, copyDestination: 0x8, uniform: 0x40, storage: 0x80 } as const;
const mapModeRead = 0x1;

/** No binding of the kernels is smaller: one vec4f, and the fields of a Problem. */
const leastBytes = 64;

/** The buffers of one call, freed together. */
export class GpuBuffers {
  readonly #gpu: GpuDevice;
  readonly #label: string;
  readonly #buffers: GPUBuffer[] = [];

  constructor(gpu: GpuDevice, label: string) {
    this.#gpu = gpu;
    this.#label = label;
  }

  /** To be read by kernels. */
  upload(name: string, data: Float32Array | Uint32Array): GPUBuffer {
    return this.#filled(name, data, usage.storage | usage.copyDestination);
  }

  /** The fields of a uniform structure, as their bytes lie there. */
  uniform(name: string, data: ArrayBuffer): GPUBuffer {
    return this.#filled(name, new Uint32Array(data), usage.uniform | usage.copyDestination);
  }

  /** To be written by kernels, and read by them and by readBack. */
  space(name: string, numberCount: number): GPUBuffer {
    return this.#create(name, 4 * numberCount, usage.storage | usage.copySource);
  }

  /** The numbers that are in the buffers when all commands given so far have ended. */
  async readBack(...sources: readonly GPUBuffer[]): Promise<Float32Array<ArrayBuffer>[]> {
    const { device } = this.#gpu;
    const copies = await this.#gpu.guard(() => {
      const encoder = device.createCommandEncoder({ label: `${this.#label}: results` });
      const targets = sources.map((source) => {
        const target = this.#create(`${source.label}, copied`, source.size, usage.mapRead | usage.copyDestination);
        encoder.copyBufferToBuffer(source, 0, target, 0, source.size);
        return target;
      });
      device.queue.submit([encoder.finish()]);
      return targets;
    });
    await this.#gpu.unlessLost(Promise.all(copies.map((copy) => copy.mapAsync(mapModeRead))));
    return copies.map((copy) => new Float32Array(copy.getMappedRange().slice(0)));
  }

  destroy(): void {
    for (const buffer of this.#buffers.splice(0)) buffer.destroy();
  }

  #filled(name: string, data: Float32Array | Uint32Array, usage: number): GPUBuffer {
    const buffer = this.#create(name, data.byteLength, usage);
    this.#gpu.device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }

  #create(name: string, bytes: number, usage: number): GPUBuffer {
    const buffer = this.#gpu.device.createBuffer({
      label: `${this.#label}: ${name}`,
      size: Math.max(leastBytes, bytes),
      usage,
    });
    this.#buffers.push(buffer);
    return buffer;
  }
}
