import { SignalWatcher } from '@lit-labs/preact-signals';
import { LitElement, type PropertyDeclarations } from 'lit';
import { messagesFor, type Messages } from '../locales/index.ts';
import type { Focus } from '../state/focus.ts';
import { nextFrame } from '../timeline/next-frame.ts';
import type { Playground } from '../state/playground.ts';
import type { PlaygroundStore } from '../state/store.ts';
import { InView } from './in-view.ts';

/** The one watcher of signals: an element re-renders when a signal that its render() read has changed. */
export class PlaygroundElement extends SignalWatcher(LitElement) {
  static override properties: PropertyDeclarations = { playground: { attribute: false } };
  declare playground: Playground;

  private readonly inView = new InView(this);
  private putBack = (): void => undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.putBack();
  }

  /**
   * All elements draw in the frame after a change, once, however many signals changed and whenever the engine answered. While a hand
   * drags something, those that nobody sees wait. So do those that have been taken out meanwhile, until they are put back: drawn
   * outside of the page they would follow the signals for ever, since what ends that has been called already.
   */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated) {
      await this.inView.seenOrIdle(this.store.isInGesture);
      await nextFrame();
    }
    while (!this.isConnected) await new Promise<void>((resolve) => (this.putBack = resolve));
    await super.scheduleUpdate();
  }

  protected get store(): PlaygroundStore {
    return this.playground.store;
  }

  protected get focused(): Focus {
    return this.playground.focus;
  }

  protected get messages(): Messages {
    return messagesFor(this.store.outline.value.lang);
  }
}
