import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { FoundAxis, MapFinder } from '../state/map-finder.ts';
import { MapElement } from './map-element.ts';
import { base } from './styles/base.ts';

/** Finds a word along one axis; Enter and the two buttons go from place to place. */
export class AttentionMapFind extends MapElement {
  static override properties: PropertyDeclarations = { ...MapElement.properties, finder: { attribute: false } };
  declare finder: MapFinder;

  static override styles = [
    base,
    css`
      form {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 6px;
      }
      .steps {
        display: flex;
        gap: 4px;
      }
      .steps button {
        min-inline-size: 36px;
        padding-inline: 4px;
      }
      select {
        inline-size: 100%;
        font-size: var(--text-small);
      }
      p {
        align-self: center;
      }
    `,
  ];

  override render(): TemplateResult {
    const { finder, texts } = this;
    const { find } = texts;
    const text = finder.text.value.trim();
    const count = finder.positions.value.length;
    const index = finder.index.value;
    const told =
      text === '' ? '' : count === 0 ? find.none(text) : index < 0 ? find.count(count) : find.at(index, count);
    return html`<form role="search" @submit=${this.onSubmit}>
      <input
        type="text"
        dir="auto"
        autocomplete="off"
        spellcheck="false"
        aria-label=${find.label}
        placeholder=${find.placeholder}
        .value=${finder.text.value}
        @input=${(event: Event) => finder.find((event.target as HTMLInputElement).value)}
        @keydown=${this.onKeydown}
      />
      <span class="steps">
        <button
          type="button"
          aria-label=${find.previous}
          title=${find.previous}
          ?disabled=${count === 0}
          @click=${() => finder.step(-1)}
        >
          ‹
        </button>
        <button type="submit" aria-label=${find.next} title=${find.next} ?disabled=${count === 0}>›</button>
      </span>
      <label class="small"
        ><span class="visually-hidden">${find.axis}</span
        ><select @change=${(event: Event) => finder.chooseAxis((event.target as HTMLSelectElement).value as FoundAxis)}>
          ${(['queries', 'keys'] as const).map(
            (axis) => html`<option value=${axis} .selected=${axis === finder.axis.value}>${find.axes[axis]}</option>`,
          )}
        </select></label
      >
      <p class="small muted" role="status">${told === '' ? nothing : html`<bdi>${told}</bdi>`}</p>
    </form>`;
  }

  private readonly onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.finder.step(1);
  };

  private readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    this.finder.step(-1);
  };
}

customElements.define('attention-map-find', AttentionMapFind);
