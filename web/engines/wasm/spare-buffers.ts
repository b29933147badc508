/** More than this is not kept. */
const mostBytes = 32 * 1024 * 1024;

/**
 * Memory that came back from another thread, for the next message of the same sizes: the first write to memory that is new
 * takes longer than all the rest of the way.
 */
export class SpareBuffers {
  #buffers: ArrayBuffer[] = [];

  /** Of `byteLength` bytes, whatever they hold. */
  readonly take = (byteLength: number): ArrayBuffer => {
    const index = this.#buffers.findLastIndex((buffer) => buffer.byteLength === byteLength);
    return index < 0 ? new ArrayBuffer(byteLength) : this.#buffers.splice(index, 1)[0];
  };

  /** Those that came last are those that are asked for next. */
  keep(buffers: readonly ArrayBuffer[]): void {
    this.#buffers.push(...buffers);
    let byteLength = this.#buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0);
    while (byteLength > mostBytes) byteLength -= this.#buffers.shift()!.byteLength;
  }
}
