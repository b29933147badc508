import { html, nothing, type TemplateResult } from 'lit';
import { formatFull, formatShort } from './format-number.ts';
import { scorePosition, type ScoreScale } from './score-scale.ts';

export interface ScoreBarInput {
  readonly score: number;
  /** The value before: drawn as an outline where it differs; null for none. */
  readonly ghost: number | null;
  readonly scale: ScoreScale;
  readonly isHidden: boolean;
  readonly isEdited: boolean;
  readonly hasNumber: boolean;
  /** 0 … 1 */
  readonly growth: number;
  readonly entry: string;
  readonly label: string;
  readonly describedBy: string;
  readonly isTabStop: boolean;
  readonly isReadonly: boolean;
  readonly valueText: string;
}

/** A score as a bar around the zero line, which is also the handle by which it is changed. */
export function scoreBar(input: ScoreBarInput): TemplateResult {
  const { score, ghost, scale, isHidden, isEdited, hasNumber, growth, entry, label, isTabStop, valueText } = input;
  const position = scorePosition(score, scale) * growth;
  return html`<div
    class="score ${isEdited ? 'edited' : ''} ${isHidden ? 'hidden' : ''}"
    role="slider"
    aria-orientation="vertical"
    tabindex=${isTabStop ? 0 : -1}
    data-entry=${entry}
    data-group="scores"
    data-value=${score}
    aria-label=${label}
    aria-describedby=${input.describedBy}
    aria-valuenow=${Number.isFinite(score) ? score : -scale.range}
    aria-valuemin=${-scale.range}
    aria-valuemax=${scale.range}
    aria-valuetext=${valueText}
    aria-readonly=${input.isReadonly ? 'true' : nothing}
  >
    <div
      class="track ${position < 0 ? 'negative' : 'positive'}"
      .style="block-size:${scale.height}px;--signed:${position.toFixed(4)};--share:${Math.abs(position).toFixed(4)}"
    >
      ${ghost === null ? '' : html`<i class="ghost" .style=${ghostStyle(scorePosition(ghost, scale), scale)}></i>`}
    </div>
    ${
      hasNumber
        ? html`<span class="number" data-opens title=${formatFull(score)} .style="opacity:${growth}"
            >${formatShort(score, 2)}</span
          >`
        : ''
    }
  </div>`;
}

function ghostStyle(position: number, { height }: ScoreScale): string {
  const length = (Math.abs(position) * height) / 2;
  const top = position >= 0 ? height / 2 - length : height / 2;
  return `inset-block-start:${top.toFixed(2)}px;block-size:${length.toFixed(2)}px`;
}
