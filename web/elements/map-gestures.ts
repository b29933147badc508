import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { MapStore } from '../state/map.ts';

/** Further than this a hand that was to point has moved the map. */
const stillPixels = 4;

/** Zoom levels a pixel of the wheel's travel. */
const wheelSpeed = 1 / 240;

/** What hands do with the map: drag it, pinch it, point at it, turn the wheel over it. */
export class MapGestures implements ReactiveController {
  /** The pointers that are down, by where they are, in pixels of the picture. */
  private readonly down = new Map<number, { readonly x: number; readonly y: number }>();
  private travelled = 0;
  private area: HTMLElement | null = null;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly map: () => MapStore,
    private readonly callbacks: {
      /** Where the pointer is; null: not over the map. */
      readonly onHover: (at: { x: number; y: number } | null) => void;
      readonly onPoint: (at: { x: number; y: number }) => void;
      readonly onRefusedWheel: () => void;
    },
  ) {
    host.addController(this);
  }

  get isMoving(): boolean {
    return this.down.size > 0 && this.travelled > stillPixels;
  }

  hostUpdated(): void {
    // Lit's listeners are passive for wheels in no browser, but a browser may take them so: said here.
    const area = (this.host as unknown as { renderRoot: ParentNode }).renderRoot.querySelector<HTMLElement>('.area');
    if (area === this.area) return;
    this.area = area;
    area?.addEventListener('wheel', this.onWheel, { passive: false });
  }

  readonly onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !this.area) return;
    this.area.setPointerCapture(event.pointerId);
    if (this.down.size === 0) this.travelled = 0;
    this.down.set(event.pointerId, this.at(event));
  };

  readonly onPointerMove = (event: PointerEvent): void => {
    const before = this.down.get(event.pointerId);
    const at = this.at(event);
    if (!before) {
      if (event.pointerType !== 'touch') this.callbacks.onHover(at);
      return;
    }
    const [dx, dy] = [at.x - before.x, at.y - before.y];
    this.travelled += Math.hypot(dx, dy);
    const others = [...this.down].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    this.down.set(event.pointerId, at);
    if (this.travelled <= stillPixels) return;
    const [other] = others;
    if (!other) {
      this.map().pan(dx, dy);
      return;
    }
    // The middle of two fingers moves the map, their distance zooms it.
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    this.map().pan(dx / 2, dy / 2);
    const ratio = Math.hypot(at.x - other.x, at.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
    if (Number.isFinite(ratio) && ratio > 0) {
      this.map().zoomTo(this.map().viewport.peek().zoom + Math.log2(ratio), middle.x, middle.y);
    }
  };

  readonly onPointerUp = (event: PointerEvent): void => {
    const wasOnly = this.down.size === 1;
    if (!this.down.delete(event.pointerId)) return;
    if (wasOnly && this.travelled <= stillPixels && event.type === 'pointerup') this.callbacks.onPoint(this.at(event));
    // So that the picture can show its cursor again.
    this.host.requestUpdate();
  };

  readonly onPointerLeave = (): void => this.callbacks.onHover(null);

  readonly onDoubleClick = (event: MouseEvent): void => {
    const { x, y } = this.at(event);
    this.map().zoomTo(this.map().viewport.peek().zoom + 1, x, y);
  };

  /** The page scrolls over the map as over everything else; with Ctrl or ⌘, which a pinch on a touchpad counts as, it zooms. */
  private readonly onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) {
      this.callbacks.onRefusedWheel();
      return;
    }
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    const { x, y } = this.at(event);
    // A touchpad's pinch comes in small steps that mean more.
    const speed = Math.abs(pixels) < 50 && event.ctrlKey ? 6 * wheelSpeed : wheelSpeed;
    this.map().zoomTo(this.map().viewport.peek().zoom - pixels * speed, x, y);
  };

  private at(event: MouseEvent): { x: number; y: number } {
    const { left, top } = this.area!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}
