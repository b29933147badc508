import type { GpuDevice } from './gpu-device.ts';

/** What a kernel has to do: units that do not depend on each other, each of the same cost. */
export interface SlicedWork {
  readonly unitCount: number;
  /** About how many multiplications a unit takes. */
  readonly unitCost: number;
  /** Gives the commands for some of the units, without waiting. */
  readonly dispatch: (first: number, count: number) => void;
}

/** Told after each slice; throws when the call shall end. */
export type AfterSlice = (share: number) => void;

/** Long enough that what a slice costs by itself is little, and short enough for whoever waits and for every watchdog. */
const sliceMilliseconds = 25;
/** A slice may be this much longer than the one before, whose time says little when it was short. */
const mostGrowth = 8;
/** From this cost on somebody may want to hear how far it is. */
const costOfShares = 10_000_000;
const leastShares = 4;
/** maxComputeWorkgroupsPerDimension of every device. */
const mostUnits = 65_535;

/** Does the work in slices as long as a person does not feel, by the speed that the device has shown. */
export async function dispatchInSlices(
  gpu: GpuDevice,
  { unitCount, unitCost, dispatch }: SlicedWork,
  afterSlice: AfterSlice,
): Promise<void> {
  const most = unitCount * unitCost < costOfShares ? mostUnits : Math.ceil(unitCount / leastShares);
  let before = 0;
  for (let done = 0; done < unitCount;) {
    const wanted = Math.floor((gpu.speed * sliceMilliseconds) / unitCost);
    const growth = before === 0 ? Infinity : mostGrowth * before;
    const count = Math.max(1, Math.min(wanted, growth, most, mostUnits, unitCount - done));
    const start = performance.now();
    await gpu.guard(() => dispatch(done, count));
    await gpu.unlessLost(gpu.device.queue.onSubmittedWorkDone());
    const milliseconds = Math.max(0.1, performance.now() - start);
    gpu.speed = (count * unitCost) / milliseconds;
    done += count;
    before = count;
    afterSlice(done / unitCount);
  }
}
