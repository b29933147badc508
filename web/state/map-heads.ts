import { signal, type ReadonlySignal } from '@preact/signals-core';
import { letMessagesThrough } from '../engines/let-messages-through.ts';
import type { MapSize } from '../model/map-viewport.ts';
import type { MapComputation, RowFacts } from './map-computation.ts';
import { emptyTile, nextWork, workOn, type MapTile } from './map-tile.ts';

/** A small picture of one head: the whole map, a row sampled for each cell. */
export interface HeadPicture {
  readonly tile: MapTile;
  readonly facts: RowFacts;
}

/** Multiplications of a piece of work: short, since nobody waits for these pictures alone. */
const pieceBudget = 1e8;

/** Cells along the longer side of a picture, at most. */
const pictureCells = 64;

/**
 * The pictures of all heads, one after the other; null until they are there. Each head's numbers are let go when its picture
 * is made.
 */
export function createHeadPictures(
  headCount: number,
  size: MapSize,
  computationFor: (index: number) => MapComputation,
): { readonly pictures: ReadonlySignal<readonly (HeadPicture | null)[]>; start(): void; dispose(): void } {
  const pictures = signal<readonly (HeadPicture | null)[]>(Array.from({ length: headCount }, () => null));
  const end = new AbortController();
  const level = Math.max(0, Math.ceil(Math.log2(Math.max(size.queryCount, size.keyCount) / pictureCells)));
  let isStarted = false;

  const draw = async (index: number): Promise<void> => {
    const computation = computationFor(index);
    const tile = emptyTile({ level, row: 0, column: 0 }, size);
    while (tile.sampleCount === 0) {
      await workOn(tile, nextWork(tile, computation, pieceBudget), size, computation, end.signal);
      if (end.signal.aborted) return;
      await letMessagesThrough();
    }
    pictures.value = pictures.peek().with(index, { tile, facts: computation.facts });
  };

  return {
    pictures,
    start() {
      if (isStarted) return;
      isStarted = true;
      void (async () => {
        for (let index = 0; index < headCount && !end.signal.aborted; index++) {
          // A picture that can't be made stays blank; the head itself says why when it is opened.
          await draw(index).catch(() => undefined);
        }
      })();
    },
    dispose: () => end.abort(),
  };
}
