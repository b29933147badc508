import type { ReactiveControllerHost } from 'lit';
import type { PlaygroundStore } from '../state/store.ts';
import { scoreAtOffset, scoreRange } from '../views/score-scale.ts';
import { entryOf } from './value-editing.ts';

/** The drag of a score bar: it follows the hand from the first movement; Escape puts it back. */
export class ScoreDrag {
  /** What is held stays as it was when it was taken: the scale must not move under the hand, and the score leaves its ghost. */
  held: { readonly range: number; readonly key: number; readonly score: number } | null = null;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly store: () => PlaygroundStore,
    private readonly trackHeight: number,
  ) {}

  readonly onPointerDown = (event: PointerEvent): void => {
    const bar = event.target instanceof Element ? event.target.closest<HTMLElement>('.score') : null;
    const track = bar?.querySelector('.track');
    const entry = bar && entryOf(bar);
    if (!bar || !track || !entry || event.button !== 0) return;
    if (event.target instanceof Element && event.target.closest('[data-opens]')) return;
    const store = this.store();
    if (store.outline.peek().isReadonly) return;
    const computed = store.attention.value.value;
    if (!computed) return;

    bar.focus({ preventScroll: true });
    const range = scoreRange(computed.trace.scores);
    const height = this.trackHeight;
    // Asked anew each time: the page may have scrolled under the hand.
    const top = (): number => track.getBoundingClientRect().top;
    const startY = event.clientY;
    const score = Number(bar.dataset.value);
    // Grabbed where it stands: the bar moves by as much as the hand, wherever on the track it was taken.
    const offset = (Number.isFinite(score) ? (1 - score / range) * (height / 2) : height) - (startY - top());
    let hasMoved = false;

    const onMove = (move: PointerEvent): void => {
      if (!hasMoved && Math.abs(move.clientY - startY) < 3) return;
      if (!hasMoved) {
        hasMoved = true;
        this.held = { range, key: entry.column, score };
        store.beginGesture();
        bar.setPointerCapture(event.pointerId);
      }
      const next = scoreAtOffset(move.clientY - top() + offset, { height, range });
      store.setEntry(entry.array, entry.row, entry.column, next);
    };
    const finish = (isKept: boolean): void => {
      stop.abort();
      if (!hasMoved) return;
      this.held = null;
      if (isKept) store.endGesture();
      else store.cancelGesture();
      this.host.requestUpdate();
    };
    const stop = new AbortController();
    const options = { signal: stop.signal };
    window.addEventListener('pointermove', onMove, options);
    window.addEventListener('pointerup', () => finish(true), options);
    window.addEventListener('pointercancel', () => finish(false), options);
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return;
        // Not for a dialog around it.
        key.preventDefault();
        finish(false);
      },
      options,
    );
  };
}
