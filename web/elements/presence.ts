import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface PresenceListener {
  /** Once, when the element is in the viewport or about to come into it. */
  onNear(): void;
  onSeen(isSeen: boolean): void;
}

/** How far from the viewport an element begins to work, so that it is ready when it is scrolled to. */
const nearMargin = '600px';

/** Where an element is in the eyes of its reader. Until the browser has told, it counts as seen. */
export class Presence implements ReactiveController {
  isSeen = true;
  private readonly seeing = new IntersectionObserver((entries) => {
    this.isSeen = entries.at(-1)?.isIntersecting ?? true;
    this.listener.onSeen(this.isSeen);
  });
  private readonly nearing = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.nearing.disconnect();
      this.listener.onNear();
    },
    { rootMargin: nearMargin },
  );

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly listener: PresenceListener,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.seeing.observe(this.host);
    this.nearing.observe(this.host);
  }

  hostDisconnected(): void {
    this.seeing.disconnect();
    this.nearing.disconnect();
    this.isSeen = true;
  }
}
