import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { mapMessagesFor, type MapMessages } from '../locales/map.ts';
import { mapExample, openedRole } from '../model/map-example.ts';
import { createMapFinder, type MapFinder } from '../state/map-finder.ts';
import { createLinkSearch, type LinkSearch } from '../state/map-link-search.ts';
import { linkMap } from '../state/map-link.ts';
import type { MapView } from '../state/map-view.ts';
import { createMap, type InkScale, type MapStore, type Pooling } from '../state/map.ts';
import { PlaygroundElement } from './playground-element.ts';
import './attention-map-find.ts';
import './attention-map-heads.ts';
import './attention-map-legend.ts';
import './attention-map-links.ts';
import './attention-map-overview.ts';
import './attention-map-picture.ts';
import './attention-map-source.ts';
import './attention-map-table.ts';
import { base } from './styles/base.ts';
import { mapStyle } from './styles/map.ts';

/** One map, and what looks for something on it. */
interface OpenMap {
  readonly map: MapStore;
  readonly finder: MapFinder;
  readonly search: LinkSearch;
  readonly unlink: () => void;
}

/** The map of a long input with all that stands around it. */
export class AttentionMap extends PlaygroundElement {
  static override properties: PropertyDeclarations = {
    ...PlaygroundElement.properties,
    remember: { attribute: false },
    open: { state: true },
    hasTable: { state: true },
  };
  /** Told what is seen, whenever the map rests. */
  declare remember: (view: MapView) => void;
  declare private open: OpenMap | null;
  declare private hasTable: boolean;

  static override styles = [base, mapStyle];

  constructor() {
    super();
    this.open = null;
    this.hasTable = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const problem = mapExample();
    const opened = problem.heads.findIndex(({ role }) => role === openedRole);
    const map = createMap(this.playground.engines, problem, opened);
    const unlink = linkMap(map, this.store.mapView, (view) => this.remember(view));
    this.open = { map, finder: createMapFinder(map), search: createLinkSearch(map), unlink };
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.open?.unlink();
    this.open?.search.dispose();
    this.open?.map.dispose();
    this.open = null;
  }

  private get texts(): MapMessages {
    return mapMessagesFor(this.store.outline.value.lang);
  }

  override render(): TemplateResult | typeof nothing {
    const { open, playground, texts } = this;
    if (!open) return nothing;
    const { map, finder, search } = open;
    const { queryCount, keyCount } = map.size.value;
    const found = finder.positions.value;
    const isAmongQueries = finder.axis.value === 'queries';
    return html`<div class="content">
      <div class="what">
        <attention-map-source .playground=${playground} .map=${map}></attention-map-source>
        <p class="small muted note">
          <b>${texts.size(queryCount, keyCount)}.</b> ${texts.origins[map.problem.value.origin]}
        </p>
      </div>
      <div class="main">
        <div class="bar">
          <span class="group">
            <button class="square" aria-label=${texts.zoomOut} title=${texts.zoomOut} @click=${() => map.zoomStep(-1)}>
              −
            </button>
            <button class="square" aria-label=${texts.zoomIn} title=${texts.zoomIn} @click=${() => map.zoomStep(1)}>
              +
            </button>
            <button @click=${() => map.showWhole()}>${texts.whole}</button>
          </span>
          ${this.choice<Pooling>(texts.pooling, texts.poolings, map.pooling.value, map.choosePooling)}
          ${this.choice<InkScale>(texts.ink, texts.inks, map.ink.value, map.chooseInk)}
          <button aria-pressed=${this.hasTable} @click=${() => (this.hasTable = !this.hasTable)}>
            ${texts.table.button}
          </button>
        </div>
        <attention-map-picture
          .playground=${playground}
          .map=${map}
          .foundQueries=${isAmongQueries ? found : none}
          .foundKeys=${isAmongQueries ? none : found}
        ></attention-map-picture>
        ${this.hasTable ? html`<attention-map-table .playground=${playground} .map=${map}></attention-map-table>` : nothing}
      </div>
      <aside>
        <section>
          <attention-map-overview .playground=${playground} .map=${map}></attention-map-overview>
          <attention-map-legend .playground=${playground} .map=${map}></attention-map-legend>
        </section>
        <section aria-labelledby="find">
          <h3 id="find">${texts.find.title}</h3>
          <attention-map-find .playground=${playground} .map=${map} .finder=${finder}></attention-map-find>
        </section>
        <section aria-labelledby="links">
          <h3 id="links">${texts.links.title}</h3>
          <attention-map-links .playground=${playground} .map=${map} .search=${search}></attention-map-links>
        </section>
        <details>
          <summary>${texts.keysTitle}</summary>
          <p class="small muted">${texts.keys}</p>
        </details>
      </aside>
      ${
        map.problem.value.heads.length > 1
          ? html`<section class="heads" aria-labelledby="heads">
              <h3 id="heads">${texts.heads}</h3>
              <attention-map-heads .playground=${playground} .map=${map}></attention-map-heads>
            </section>`
          : nothing
      }
    </div>`;
  }

  private choice<T extends string>(
    name: string,
    labels: Readonly<Record<T, string>>,
    chosen: T,
    choose: (value: T) => void,
  ): TemplateResult {
    return html`<label class="choice"
      >${name}
      <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as T)}>
        ${(Object.keys(labels) as T[]).map((value) => html`<option value=${value} .selected=${value === chosen}>${labels[value]}</option>`)}
      </select></label
    >`;
  }
}

const none = new Int32Array(0);

customElements.define('attention-map', AttentionMap);
