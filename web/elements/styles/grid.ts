import { css } from 'lit';

/**
 * The one coordinate system: a label column, a column for each source word, a column where sums gather. Every row of the stage
 * has the same fixed tracks (--stage-columns), so a word keeps its x from its token to its cells in the alignment. They are
 * no subgrids of one grid: there, one changed number would lay out all of them again.
 */
export const stageGrid = css`
  :host {
    display: block;
  }
  .row {
    display: grid;
    grid-template-columns: var(--stage-columns);
    align-items: center;
    position: relative;
    /* Painted by itself, so that a change in one row leaves the painting of the others as it was. */
    isolation: isolate;
  }
  .keys {
    grid-column: key-start / key-end;
    position: relative;
  }
  .columns {
    display: grid;
    grid-template-columns: repeat(var(--key-count), var(--column-width));
    align-self: stretch;
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
    align-self: stretch;
    margin-block: calc(-1 * var(--row-padding, 0px));
    padding-block: var(--row-padding, 0px);
    text-align: center;
  }
  .column.focused {
    background: var(--highlight);
  }
  /*
   * Numbers that change in a drag stand in boxes of fixed size, whose parents are plain blocks: browsers lay out such a box by
   * itself, while an item of a grid or flex box takes its container, and all its items, along.
   */
  .column > .number,
  .score > .number {
    contain: size layout;
    display: block;
    block-size: 21px;
    /* Wider than its column it spreads to both sides. */
    margin-inline: -24px;
  }
  .amount {
    contain: size layout;
    position: absolute;
    inset-inline: 10px 0;
    inset-block-start: calc(50% - 10px);
    block-size: 20px;
    line-height: 20px;
    white-space: nowrap;
  }
  .number {
    direction: ltr;
    unicode-bidi: isolate;
    font-size: var(--text-small);
    white-space: nowrap;
  }
`;
