import { css } from 'lit';

export const flowStyle = css`
  .row {
    --row-padding: 8px;
    padding-block: var(--row-padding);
    border-block-start: 1px solid var(--hairline);
  }
  .row > .label,
  .row > .sum {
    margin-block: -8px;
  }
  .loading {
    min-block-size: 340px;
    padding: 16px;
  }
  .with-query {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 46px;
    gap: 6px;
    align-items: center;
  }
  .with-query .vector {
    inline-size: 100%;
  }
  .with-query .symbol {
    display: block;
  }
  @container (max-width: 560px) {
    .with-query {
      grid-template-columns: minmax(0, 1fr);
      align-content: center;
      gap: 2px;
    }
    .with-query .symbol {
      display: inline;
    }
    .row > .label.with-query {
      padding-block: 4px;
    }
  }
  .share {
    inline-size: 100%;
  }
  .visiting {
    position: absolute;
    inset-block: 8px;
    inset-inline: 0;
    pointer-events: none;
    z-index: 2;
  }
  .visitor {
    position: absolute;
    inset-block-start: 0;
    opacity: 0.94;
  }
  .visitor .vector {
    inline-size: min(100% - 18px, 64px);
    box-shadow: var(--shadow);
    border-radius: 4px;
    background: var(--surface);
  }

  .score {
    inline-size: 100%;
    cursor: ns-resize;
    touch-action: pan-x;
    user-select: none;
    -webkit-user-select: none;
    border-radius: 4px;
    display: grid;
    justify-items: center;
    gap: 2px;
  }
  /* A bar that grows must not make the browser lay out the whole stage: each stays within its own box. */
  .track,
  .bar-room,
  .well {
    contain: size layout;
  }
  .track {
    position: relative;
    inline-size: min(100% - 4px, 56px);
    border-radius: 4px;
    background: linear-gradient(var(--line-strong), var(--line-strong)) center / 100% 1px no-repeat;
  }
  .score:hover .track,
  .score:focus-visible .track {
    background-color: var(--highlight);
  }
  .track i {
    position: absolute;
    inset-inline: 15%;
    border-radius: 3px;
  }
  .fill.positive {
    background: var(--score-positive);
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  .fill.negative {
    background: var(--score-negative);
    border-start-start-radius: 0;
    border-start-end-radius: 0;
  }
  .hidden .fill {
    background: repeating-linear-gradient(-45deg, var(--line-strong) 0 2px, transparent 2px 6px);
  }
  .ghost {
    border: 1.5px dashed var(--text-muted);
    z-index: 1;
  }
  .track .tip {
    inset-inline: 6%;
    block-size: 3px;
    margin-block-start: -1.5px;
    border-radius: 2px;
    background: var(--text);
    opacity: 0.8;
    z-index: 2;
  }
  .score:hover .tip,
  .score:focus-visible .tip {
    opacity: 1;
    block-size: 5px;
    margin-block-start: -2.5px;
  }
  .score .number {
    padding: 2px 8px;
    border-radius: 4px;
    cursor: text;
    font-weight: 600;
  }
  .score .number[data-opens]:hover {
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
  .score.edited .number {
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 3px;
    text-decoration-color: var(--score-positive);
  }
  .drag-me {
    font-size: 0.75rem;
  }

  .exponentials .column,
  .weights .column {
    justify-content: end;
    gap: 2px;
  }
  .block {
    display: block;
    inline-size: min(70%, 34px);
  }
  .bar-room {
    block-size: 30px;
    inline-size: 100%;
    display: flex;
    align-items: end;
    justify-content: center;
  }
  .exponentials .block {
    background: color-mix(in srgb, var(--score-positive) 55%, var(--ground));
    border-radius: 2px 2px 0 0;
  }
  .well {
    block-size: 52px;
    inline-size: min(70%, 34px);
    display: flex;
    align-items: end;
    background: var(--sunken);
    border-radius: 3px;
  }
  .well .block {
    border-radius: 3px;
    inline-size: 100%;
    background: var(--weight);
  }
  .weights .number {
    font-weight: 600;
  }
  .empty {
    position: absolute;
    inset-inline: 0;
    inset-block-start: 12px;
    grid-column: key-start / key-end;
    padding: 8px 12px;
    font-size: var(--text-small);
    color: var(--warning);
    background: var(--warning-ground);
    border-radius: var(--radius);
    z-index: 2;
  }

  .flying {
    position: absolute;
    inset-inline: 0;
    inset-block-end: 0;
    z-index: 4;
    pointer-events: none;
    font-size: var(--text-small);
    font-weight: 600;
    /* From the middle of its own column to the middle of the sum's. */
    transform: translateX(calc(var(--travel) * ((var(--columns) - 0.5) * 100% + var(--sum-width) / 2)));
  }
  :host(:dir(rtl)) .flying {
    transform: translateX(calc(var(--travel) * ((var(--columns) - 0.5) * -100% - var(--sum-width) / 2)));
  }

  .sum.context {
    gap: 8px;
  }
  .sum.context .vector {
    margin-inline: 0;
  }
  .context-name {
    font-weight: 700;
    color: var(--context-text);
  }
  :host([density='dense']) .vector {
    inline-size: calc(100% - 2px);
  }
  :host([density='dense']) .cell {
    border-radius: 2px;
  }
  :host([density='dense']) .exponentials .number,
  :host([density='dense']) .weights .number,
  :host([density='dense']) .scores .number {
    padding: 0;
    font-size: 0.75rem;
  }
`;
