import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { MapStore } from '../state/map.ts';
import type { Settings } from '../state/settings.ts';
import { parseHex } from '../views/colour.ts';
import { leastInk } from '../views/map-ink.ts';
import { weightInk } from '../views/weight-ink.ts';
import { mapColours, type MapColours } from './map-colours.ts';
import type { TileStyle } from './map-inked-tiles.ts';

type Chosen = Pick<Settings, 'theme' | 'palette'>;

/** The colours of a canvas, asked for once for each theme and palette; draws its host again when the system changes its own. */
export class MapTheme implements ReactiveController {
  private readonly systemTheme = matchMedia('(prefers-color-scheme: dark)');
  private readonly redraw = (): void => this.host.requestUpdate();
  private known: { readonly theme: string; readonly colours: MapColours } | null = null;
  private style: TileStyle | null = null;

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  hostConnected(): void {
    this.systemTheme.addEventListener('change', this.redraw);
  }

  hostDisconnected(): void {
    this.systemTheme.removeEventListener('change', this.redraw);
  }

  /** `chosen`: what the person chose. */
  colours(chosen: Chosen): MapColours {
    const theme = `${chosen.theme} ${chosen.palette} ${this.systemTheme.matches}`;
    if (this.known?.theme !== theme) {
      this.known = { theme, colours: mapColours(this.host) };
      this.style = null;
    }
    return this.known.colours;
  }

  /** The same object as long as nothing has changed. */
  tileStyle(map: MapStore, chosen: Chosen): TileStyle {
    const colours = this.colours(chosen);
    const [pooling, scale] = [map.pooling.peek(), map.ink.peek()];
    const least = leastInk(map.size.peek().keyCount);
    const before = this.style;
    if (before?.pooling === pooling && before.ink.scale === scale && before.ink.least === least) return before;
    const ink = { ...weightInk(colours['weight-faint'], colours.weight), ground: parseHex(colours.surface) };
    return (this.style = { pooling, ink: { ...ink, scale, least } });
  }
}
