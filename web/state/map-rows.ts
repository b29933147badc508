import { letMessagesThrough } from '../engines/let-messages-through.ts';
import type { MapComputation } from './map-computation.ts';

/** Rows that are learned in one go; see the scheduler for how long that may take. */
const rowBudget = 4e8;

/** Learns all rows, one piece after the other, and tells the share that is known. */
export async function learnAllRows(
  computation: MapComputation,
  queryCount: number,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  const count = Math.max(1, Math.floor(rowBudget / computation.rowCost));
  for (let first = 0; first < queryCount; first += count) {
    const rows = Int32Array.from({ length: Math.min(count, queryCount - first) }, (_, index) => first + index);
    await computation.learn(rows, signal);
    if (signal.aborted) return;
    onProgress(Math.min(1, (first + count) / queryCount));
    await letMessagesThrough();
  }
}
