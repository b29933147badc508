import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { tokenLabel } from '../model/token-label.ts';
import type { LinkSearch } from '../state/map-link-search.ts';
import type { MapLink } from '../state/map-links.ts';
import { formatPercent, formatSignificant } from '../views/format-number.ts';
import { MapElement } from './map-element.ts';
import { base } from './styles/base.ts';

/** A pair of thirty-two pixels, so that the words around it are seen too. */
const linkZoom = 5;

/** The strongest links of the head in view; each is a way to its place on the map. */
export class AttentionMapLinks extends MapElement {
  static override properties: PropertyDeclarations = { ...MapElement.properties, search: { attribute: false } };
  declare search: LinkSearch;

  static override styles = [
    base,
    css`
      :host {
        display: grid;
        gap: 6px;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        align-items: center;
      }
      ol {
        display: grid;
        list-style: none;
        max-block-size: 248px;
        overflow-y: auto;
        border-block: 1px solid var(--hairline);
      }
      li button {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        inline-size: 100%;
        min-block-size: 32px;
        padding: 4px 6px;
        border: 0;
        border-radius: 0;
        text-align: start;
      }
      li span {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .query {
        color: var(--query-text);
      }
      .key {
        color: var(--key-text);
      }
      @media (pointer: coarse) {
        li button {
          min-block-size: var(--touch);
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { links } = this.texts;
    const { status, share, links: found } = this.search.state.value;
    const isSearching = status === 'searching';
    const told = isSearching ? links.searching(formatPercent(share)) : links.status[status];
    return html`<div class="row">
        <button @click=${isSearching ? () => this.search.stop() : () => void this.search.start()}>
          ${isSearching ? links.stop : links.find}
        </button>
        <span class="small muted">${told}</span>
      </div>
      ${
        found.length === 0
          ? nothing
          : html`<p class="small muted">${links.hint}</p>
              <ol aria-label=${links.title} tabindex="-1">
                ${found.map((link) => this.link(link))}
              </ol>`
      }`;
  }

  private link(link: MapLink): TemplateResult {
    const { queryTokens, keyTokens } = this.map.problem.peek();
    const { query, key, weight, lift } = link;
    const { links, number } = this.texts;
    return html`<li>
      <button @click=${() => this.map.jumpTo({ query, key }, linkZoom)}>
        <span
          ><span class="query">${number(query + 1)} <bdi>${tokenLabel(queryTokens[query]).label}</bdi></span> →
          <span class="key">${number(key + 1)} <bdi>${tokenLabel(keyTokens[key]).label}</bdi></span></span
        >
        <span title=${links.lift(formatSignificant(lift, 2))}>${formatSignificant(weight, 2)}</span>
      </button>
    </li>`;
  }
}

customElements.define('attention-map-links', AttentionMapLinks);
