import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { mapMessagesFor, type MapMessages } from '../locales/map.ts';
import { mapExample, openedRole } from '../model/map-example.ts';
import { createMap, type InkScale, type MapStore, type Pooling } from '../state/map.ts';
import { formatSignificant } from '../views/format-number.ts';
import { inkOf, leastInk } from '../views/map-ink.ts';
import { inkName } from './map-inked-tiles.ts';
import { PlaygroundElement } from './playground-element.ts';
import './attention-map-picture.ts';
import { base } from './styles/base.ts';
import { mapStyle } from './styles/map.ts';

/** The map of a long input with all that stands around it. */
export class AttentionMap extends PlaygroundElement {
  static override properties: PropertyDeclarations = { ...PlaygroundElement.properties, map: { state: true } };
  declare private map: MapStore | null;

  static override styles = [base, mapStyle];

  constructor() {
    super();
    this.map = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const problem = mapExample();
    const opened = problem.heads.findIndex(({ role }) => role === openedRole);
    this.map = createMap(this.playground.engines, problem, opened);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.map?.dispose();
    this.map = null;
  }

  private get texts(): MapMessages {
    return mapMessagesFor(this.store.outline.value.lang);
  }

  override render(): TemplateResult | typeof nothing {
    const { map, playground, texts } = this;
    if (!map) return nothing;
    const { queryCount, keyCount } = map.size.value;
    return html`<div class="content">
      <div class="bar">
        <p class="small"><b>${texts.size(queryCount, keyCount)}</b></p>
        <span class="group">
          <button aria-label=${texts.zoomOut} title=${texts.zoomOut} @click=${() => map.zoomStep(-1)}>−</button>
          <button aria-label=${texts.zoomIn} title=${texts.zoomIn} @click=${() => map.zoomStep(1)}>+</button>
          <button @click=${() => map.showWhole()}>${texts.whole}</button>
        </span>
        ${this.choice<Pooling>(texts.pooling, texts.poolings, map.pooling.value, map.choosePooling)}
        ${this.choice<InkScale>(texts.ink, texts.inks, map.ink.value, map.chooseInk)}
      </div>
      <attention-map-picture .playground=${playground} .map=${map}></attention-map-picture>
      ${this.legend(map)}
      <p class="small muted note">${texts.origins[map.problem.value.origin]}</p>
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

  private legend(map: MapStore): TemplateResult {
    const { texts } = this;
    const { legend } = texts;
    const { isBusy, sampleCount, rowsPerCell, error } = map.progress.value;
    const [pooling, scale] = [map.pooling.value, map.ink.value];
    const least = leastInk(map.size.value.keyCount);
    const name = inkName(scale, pooling);
    const pairs = 2 ** map.level.value;
    const state =
      sampleCount === 0
        ? legend.nothing
        : sampleCount < rowsPerCell
          ? legend.sample(sampleCount, rowsPerCell)
          : pairs > 1
            ? legend.exact
            : '';
    const ends = scale === 'logarithmic' ? [formatSignificant(least, 1), '1'] : ['0', '1'];
    return html`<div class="legend small muted">
      <span class="scale" aria-hidden="true"
        >${ends[0]}<span class="ramp">
          ${Array.from({ length: 9 }, (_, step) => {
            const value = scale === 'logarithmic' ? least ** (1 - step / 8) : step / 8;
            return html`<i .style="opacity:${inkOf(value, { scale, least }, 1)}"></i>`;
          })}</span
        >${ends[1]}</span
      >
      <p>
        ${name === 'logarithmic' ? legend.logarithmic(formatSignificant(least, 1)) : legend[name]}
        ${pairs === 1 ? legend.pairs : legend.cells(pairs, texts.poolings[pooling])}
        <span class="state" data-state=${sampleCount === 0 ? 'empty' : sampleCount < rowsPerCell ? 'sample' : 'exact'}
          >${state}</span
        >
      </p>
      ${error === null ? nothing : html`<p class="error" role="alert">${texts.failed(error)}</p>`}
      <p>${legend.profiles}</p>
      <span class="busy" ?hidden=${!isBusy}>${texts.busy}</span>
    </div>`;
  }
}

customElements.define('attention-map', AttentionMap);
