import { css } from 'lit';

/**
 * The one coordinate system: a label column, a column for each source word, a column where sums gather. Every part of the
 * stage is a subgrid of it, so a word keeps its x from its token to its cells in the alignment.
 */
export const stageGrid = css`
  :host {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
  }
  .row {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: center;
    position: relative;
  }
  .keys {
    grid-column: key-start / key-end;
    position: relative;
  }
  .label {
    grid-column: 1;
    position: sticky;
    inset-inline-start: 0;
    z-index: 3;
    align-self: stretch;
    display: flex;
    flex-direction: column;
    justify-content: center;
    padding-inline: 4px 8px;
    background: var(--ground);
    font-size: var(--text-small);
    line-height: 1.25;
    color: var(--text-muted);
  }
  .label b {
    font-weight: 600;
    color: var(--text);
  }
  .sum {
    grid-column: sum-start / -1;
    position: sticky;
    inset-inline-end: 0;
    z-index: 3;
    align-self: stretch;
    display: flex;
    align-items: center;
    padding-inline: 10px 4px;
    background: var(--ground);
    font-size: var(--text-small);
  }
  .column {
    min-inline-size: 0;
    position: relative;
    align-self: stretch;
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    text-align: center;
  }
  .column.focused::before {
    content: '';
    position: absolute;
    inset: calc(-1 * var(--row-padding, 0px)) 0;
    background: var(--highlight);
    pointer-events: none;
  }
  .number {
    direction: ltr;
    unicode-bidi: isolate;
    font-size: var(--text-small);
    white-space: nowrap;
  }
`;
