import { html, type TemplateResult } from 'lit';

/**
 * Bars that stand on the ground of narrow columns: one box, cut to the outline of them all, instead of an element for each. Another
 * outline lays out nothing. `shares` says how much of the height each bar fills, 0 … 1, one for each column.
 */
export function barStrip(shares: readonly number[]): TemplateResult {
  const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
  const outline = shares.map((share, column) => {
    const [left, right] = [percent((column + 0.15) / shares.length), percent((column + 0.85) / shares.length)];
    const top = percent(1 - share);
    return `${left} 100%,${left} ${top},${right} ${top},${right} 100%`;
  });
  return html`<div class="strip bars" .style="clip-path:polygon(${outline.join()})"></div>`;
}
