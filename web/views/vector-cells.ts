import { html, nothing, type TemplateResult } from 'lit';
import { formatFull, formatShort } from './format-number.ts';

export interface VectorCellsInput {
  /** Which quantity it is: sets the colour. */
  readonly role: 'query' | 'key' | 'value' | 'context';
  readonly values: ArrayLike<number>;
  /** The largest magnitude among the vectors it is compared with: a full bar. */
  readonly largest: number;
  readonly hasNumbers: boolean;
  /** Cells up to here are lit while the products of a score are formed, 0 … 1. */
  readonly lit?: number;
  /** Makes the cells editable. */
  readonly editable?: EditableCells;
}

export interface EditableCells {
  /** "array:row:column" of the store's editable arrays. */
  readonly entry: (index: number) => string;
  readonly label: (index: number) => string;
  readonly isEdited: (index: number) => boolean;
  /** Left and right arrows walk through the cells of a group, which is one Tab stop. */
  readonly group: (index: number) => string;
  readonly isTabStop: (index: number) => boolean;
}

/** A vector as a column of cells. The bar in a cell runs from the middle: right is positive, left negative. */
export function vectorCells(input: VectorCellsInput): TemplateResult {
  const { role, values, largest, hasNumbers, lit = 0, editable } = input;
  const litCount = lit * values.length;
  return html`<div class="vector ${role}">
    ${Array.from(values, (value, index) => {
      const share = largest > 0 && Number.isFinite(value) ? Math.min(1, Math.abs(value) / largest) : 0;
      const sign = value < 0 ? 'negative' : 'positive';
      const state = `${index < litCount && lit < 1 ? ' lit' : ''}${editable?.isEdited(index) ? ' edited' : ''}`;
      const bar = `--share:${share.toFixed(3)}`;
      const number = hasNumbers ? formatShort(value, 2) : '';
      return editable
        ? html`<div
            class="cell ${sign}${state} editable"
            .style=${bar}
            role="spinbutton"
            tabindex=${editable.isTabStop(index) ? 0 : -1}
            data-entry=${editable.entry(index)}
            data-group=${editable.group(index)}
            data-opens
            data-value=${value}
            aria-label=${editable.label(index)}
            aria-valuenow=${value}
            aria-valuetext=${formatFull(value)}
          >
            ${number}
          </div>`
        : html`<div class="cell ${sign}${state}" .style=${bar} title=${hasNumbers ? formatFull(value) : nothing}>
            ${number}
          </div>`;
    })}
  </div>`;
}
