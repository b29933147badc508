import type { PlaygroundStore } from '../state/store.ts';

/** A key that is held down changes a number many times; to the person, and to undo, it is one change. */
export class HeldKey {
  private release: AbortController | null = null;

  /** Call at each keydown that changes something; the gesture ends when the key is let go or the focus leaves. */
  press(store: PlaygroundStore, target: EventTarget): void {
    if (this.release) return;
    this.release = new AbortController();
    const { signal } = this.release;
    store.beginGesture();
    const end = (): void => {
      this.release?.abort();
      this.release = null;
      store.endGesture();
    };
    window.addEventListener('keyup', end, { signal });
    window.addEventListener('blur', end, { signal });
    target.addEventListener('focusout', end, { signal });
  }
}
