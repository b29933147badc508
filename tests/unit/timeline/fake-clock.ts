import type { FrameClock } from '../../../web/timeline/player.ts';

/** Sixty frames a second, whenever the test says so. */
export class FakeClock implements FrameClock {
  seconds = 0;
  private callbacks = new Map<number, (milliseconds: number) => void>();
  private lastHandle = 0;

  request(onFrame: (milliseconds: number) => void): number {
    this.callbacks.set(++this.lastHandle, onFrame);
    return this.lastHandle;
  }

  cancel(handle: number): void {
    this.callbacks.delete(handle);
  }

  get waiting(): number {
    return this.callbacks.size;
  }

  step(seconds: number): void {
    this.seconds += seconds;
    const due = [...this.callbacks.values()];
    this.callbacks.clear();
    due.forEach((onFrame) => onFrame(1000 * this.seconds));
  }

  run(seconds: number): void {
    for (let frame = 0; frame < Math.round(seconds * 60); frame++) this.step(1 / 60);
  }
}
