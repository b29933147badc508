/** What can go wrong on a GPU although nothing is wrong with what was asked. */
export type GpuTroubleKind =
  /** The browser gives no adapter, or no device. */
  | 'noAdapter'
  /** The driver, the system or the browser took the device away. */
  | 'deviceLost'
  /** The memory of the GPU does not hold the arrays. */
  | 'outOfMemory'
  /** The driver refuses a shader or a command. */
  | 'refused'
  /** The GPU computes other numbers than the reference. */
  | 'wrongNumbers';

/** Why the GPU does not compute. Its message is a sentence; the CPU answers in its place. */
export class GpuTrouble extends Error {
  override readonly name = 'GpuTrouble';
  constructor(
    readonly kind: GpuTroubleKind,
    message: string,
  ) {
    super(message);
  }
}
