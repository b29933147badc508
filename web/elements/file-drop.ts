import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & HTMLElement;

/** Files and texts that are dropped on an element. */
export class FileDrop implements ReactiveController {
  /** Something that would be taken is held over the element. */
  isOver = false;

  constructor(
    private readonly host: Host,
    /** Nothing is taken just now. */
    private readonly isClosed: () => boolean,
    private readonly take: (dropped: readonly File[] | string) => void,
  ) {
    host.addController(this);
    host.addEventListener('dragover', this.onDragOver);
    host.addEventListener('dragleave', this.onDragLeave);
    host.addEventListener('drop', this.onDrop);
  }

  hostDisconnected(): void {
    this.setOver(false);
  }

  private setOver(isOver: boolean): void {
    if (isOver === this.isOver) return;
    this.isOver = isOver;
    this.host.requestUpdate();
  }

  private wouldTake(event: DragEvent): boolean {
    const types = event.dataTransfer?.types ?? [];
    if (this.isClosed()) return false;
    if (types.includes('Files')) return true;
    // The browser itself puts text into a field.
    const [target] = event.composedPath();
    return types.includes('text/plain') && !(target instanceof Element && target.matches('input, textarea'));
  }

  private readonly onDragOver = (event: DragEvent): void => {
    const isTaken = this.wouldTake(event);
    if (isTaken) event.preventDefault();
    this.setOver(isTaken);
  };

  private readonly onDragLeave = (event: DragEvent): void => {
    if (event.relatedTarget === null) this.setOver(false);
  };

  private readonly onDrop = (event: DragEvent): void => {
    if (!this.wouldTake(event)) return;
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    event.preventDefault();
    this.setOver(false);
    if (files.length > 0 || text !== '') this.take(files.length > 0 ? files : text);
  };
}
