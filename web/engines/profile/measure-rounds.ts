import { median } from './median.ts';
import { flopsOf, type Workload } from './workload.ts';

/** One engine at one workload. */
export interface Contestant<Engine extends string = string> {
  readonly engine: Engine;
  readonly workload: Workload;
}

export interface RoundsOptions<C extends Contestant> {
  readonly contestants: readonly C[];
  /** Gives milliseconds of one call. */
  readonly sample: (contestant: C) => Promise<number>;
  /** Called after each sample with the median of those so far; null: left out, since it would take too long. */
  readonly onSample: (contestant: C, milliseconds: number | null) => void;
  readonly roundCount: number;
  /** After that no further round begins. */
  readonly budgetMilliseconds: number;
  /** A call that should take longer than this, as the calls before it went, is left out. */
  readonly longestCall: number;
  readonly isStopped: () => boolean;
  readonly now?: () => number;
}

/**
 * Samples in turn, round after round, so that whatever else the machine does for a while befalls all contestants alike.
 * Each comes once, if it isn't left out; the budget ends the rounds after the first.
 */
export async function measureRounds<C extends Contestant>({
  contestants,
  sample,
  onSample,
  roundCount,
  budgetMilliseconds,
  longestCall,
  isStopped,
  now = () => performance.now(),
}: RoundsOptions<C>): Promise<void> {
  const start = now();
  const samples = new Map<C, number[]>();
  /** Milliseconds of a floating-point operation, as last seen of the same engine and formula. */
  const pace = new Map<string, number>();
  for (let round = 0; round < roundCount; round++) {
    for (const contestant of contestants) {
      if (isStopped() || (round > 0 && now() - start > budgetMilliseconds)) return;
      const { engine, workload } = contestant;
      const kind = `${engine} ${workload.scoreFunction}`;
      if (flopsOf(workload) * (pace.get(kind) ?? 0) > longestCall) {
        if (round === 0) onSample(contestant, null);
        continue;
      }
      const milliseconds = await sample(contestant);
      if (isStopped()) return;
      pace.set(kind, milliseconds / flopsOf(workload));
      const all = [...(samples.get(contestant) ?? []), milliseconds];
      samples.set(contestant, all);
      onSample(contestant, median(all));
    }
  }
}
