import { css, html, nothing, type TemplateResult } from 'lit';
import { formatSignificant } from '../views/format-number.ts';
import { inkOf, leastInk } from '../views/map-ink.ts';
import { MapElement } from './map-element.ts';
import { inkName } from './map-inked-tiles.ts';
import { base } from './styles/base.ts';
import { rampStyle } from './styles/ramp.ts';

const rampSteps = 12;

/** What the colours mean, what a cell is, and whether it is still a sample. */
export class AttentionMapLegend extends MapElement {
  static override styles = [
    base,
    rampStyle,
    css`
      :host {
        display: grid;
        gap: 6px;
        color: var(--text-muted);
        font-size: var(--text-small);
      }
      .scale {
        display: flex;
        gap: 8px;
        align-items: center;
        direction: ltr;
      }
      .ramp {
        flex: 1;
        max-inline-size: 168px;
      }
      .state {
        min-block-size: 2lh;
        color: var(--text);
      }
      .busy {
        color: var(--text-muted);
      }
      .error {
        color: var(--warning);
      }
    `,
  ];

  override render(): TemplateResult {
    const { map } = this;
    const { legend, poolings, busy, failed } = this.texts;
    const { isBusy, error } = map.progress.value;
    const [pooling, scale, pairs] = [map.pooling.value, map.ink.value, 2 ** map.level.value];
    const least = leastInk(map.size.value.keyCount);
    const name = inkName(scale, pooling);
    const { state, told } = this.state(pairs);
    const ends = scale === 'logarithmic' ? [formatSignificant(least, 1), '1'] : legend.linearEnds;
    const ramp = Array.from({ length: rampSteps }, (_, step) => {
      const share = step / (rampSteps - 1);
      const value = scale === 'logarithmic' ? least ** (1 - share) : share;
      return inkOf(value, { scale, least }, 1);
    });
    return html`<span class="scale" aria-hidden="true"
        >${ends[0]}<span class="ramp">${ramp.map((ink) => html`<i .style="--ink:${ink}"></i>`)}</span>${ends[1]}</span
      >
      <p>
        ${name === 'logarithmic' ? legend.logarithmic(formatSignificant(least, 1)) : legend[name]}
        ${pairs === 1 ? legend.pairs : legend.cells(pairs, poolings[pooling])}
      </p>
      <p class="state" data-state=${state}>${told}${isBusy ? html` <span class="busy">${busy}</span>` : nothing}</p>
      ${error === null ? nothing : html`<p class="error" role="alert">${failed(error)}</p>`}
      <p>${legend.profiles}</p>`;
  }

  private state(pairs: number): { readonly state: 'empty' | 'sample' | 'exact'; readonly told: string } {
    const { legend } = this.texts;
    const { sampleCount, rowsPerCell } = this.map.progress.value;
    if (sampleCount === 0) return { state: 'empty', told: legend.nothing };
    if (sampleCount < rowsPerCell) return { state: 'sample', told: legend.sample(sampleCount, rowsPerCell) };
    return { state: 'exact', told: pairs === 1 ? legend.exactPairs : legend.exact };
  }
}

customElements.define('attention-map-legend', AttentionMapLegend);
