import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Whether an element is in view. Until the browser has told, it counts as seen. */
export class InView implements ReactiveController {
  private readonly isSeen = signal(true);
  private readonly observer = new IntersectionObserver((entries) => {
    this.isSeen.value = entries.at(-1)?.isIntersecting ?? true;
  });

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  hostConnected(): void {
    this.observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.observer.disconnect();
    this.isSeen.value = true;
  }

  /** Resolves once the element is in view or `isBusy` is over, which may be at once. */
  async seenOrIdle(isBusy: ReadonlySignal<boolean>): Promise<void> {
    const isDue = computed(() => this.isSeen.value || !isBusy.value);
    if (isDue.peek()) return;
    await new Promise<void>((resolve) => {
      const stop = isDue.subscribe((due) => {
        if (!due) return;
        stop();
        resolve();
      });
    });
  }
}
