import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * A box that browsers lay out by itself. Its size can't depend on its content then, so it is given the content's height whenever that
 * changes; a change of content that keeps the height leaves the page around as it is. While it is held the box only grows: in a drag,
 * nothing below it may jump up and down.
 */
export class OwnLayout implements ReactiveController {
  /** Set before the host's update. */
  isHeld = false;
  private box: HTMLElement | null = null;
  private boxHeight = 0;
  private contentHeight = 0;
  private readonly observer = new ResizeObserver(([entry]) => {
    this.contentHeight = entry.borderBoxSize[0].blockSize;
    this.fit();
  });

  /** Its content is the box's only child. */
  constructor(
    host: ReactiveControllerHost,
    private readonly findBox: () => HTMLElement | null,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.box === null) {
      this.box = this.findBox();
      const content = this.box?.firstElementChild;
      if (content) this.observer.observe(content);
    }
    this.fit();
  }

  hostDisconnected(): void {
    this.observer.disconnect();
    this.box = null;
  }

  private fit(): void {
    const height = this.isHeld ? Math.max(this.boxHeight, this.contentHeight) : this.contentHeight;
    if (height === this.boxHeight) return;
    this.boxHeight = height;
    this.box?.style.setProperty('block-size', `${height}px`);
  }
}
