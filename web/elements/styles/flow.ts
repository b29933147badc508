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
  :host([narrow]) .with-query {
    grid-template-columns: minmax(0, 1fr);
    align-content: center;
    gap: 2px;
  }
  :host([narrow]) .with-query .symbol {
    display: inline;
  }
  :host([narrow]) .row > .label.with-query {
    padding-block: 4px;
  }
  .share {
    inline-size: 100%;
  }
  /* Columns too narrow for elements of their own. */
  .dense {
    block-size: var(--dense-height);
  }
  .dense > .column {
    position: absolute;
    inset-block: 0;
    inset-inline-start: calc(var(--key) * var(--column-width));
    inline-size: var(--column-width);
    pointer-events: none;
  }
  .dense > .column > .number {
    position: absolute;
    inset: auto 0 0;
  }
  .dense > .strip {
    position: absolute;
    inset: 0 0 auto;
    inline-size: 100%;
    block-size: var(--strip-height, 100%);
  }
  :host(:dir(rtl)) .strip {
    transform: scaleX(-1);
  }
  .exponentials .dense {
    --dense-height: 51px;
    --strip-height: 30px;
  }
  .weights .dense {
    --dense-height: 73px;
    --strip-height: 52px;
  }
  .contributions .dense {
    --dense-height: calc(var(--cells) * 24px);
    background-color: color-mix(in srgb, var(--value) 12%, var(--surface));
    background-image:
      linear-gradient(to right, var(--ground) 2px, transparent 2px),
      linear-gradient(to bottom, transparent calc(100% - 2px), var(--ground) 0);
    background-size:
      calc(100% / var(--key-count)) 100%,
      100% calc(100% / var(--cells));
  }
  .exponentials .bars {
    background: color-mix(in srgb, var(--score-positive) 55%, var(--ground));
  }
  .weights .bars {
    background: var(--weight);
  }
  /* The wells. */
  .weights .dense {
    background: linear-gradient(to right, transparent 15%, var(--sunken) 0 85%, transparent 0) repeat-x;
    background-size: var(--column-width) var(--strip-height);
  }
  .strip .positive {
    fill: color-mix(in srgb, var(--value) 75%, transparent);
  }
  .strip .negative {
    fill: color-mix(in srgb, var(--value) 40%, transparent);
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

  /* As high where no bar has its number. */
  .scores .columns {
    min-block-size: 121px;
  }
  .score {
    inline-size: 100%;
    cursor: ns-resize;
    touch-action: pan-x;
    user-select: none;
    -webkit-user-select: none;
    border-radius: 4px;
  }
  /* What can't be changed is not in the way of a finger that scrolls. */
  .fixed .score {
    cursor: default;
    touch-action: auto;
  }
  /* Bars are backgrounds: a change lays out nothing, and paints no more than its own box. */
  .track,
  .bar-room,
  .well {
    contain: size layout;
    background-repeat: no-repeat;
    margin-inline: auto;
  }
  .track {
    --tip: 3px;
    --tip-colour: color-mix(in srgb, var(--text) 80%, transparent);
    --fill-at: calc((50% - 50% * var(--share)) / (1 - 0.5 * var(--share)));
    --fill: linear-gradient(var(--score-positive) 0 0);
    inline-size: min(100% - 4px, 56px);
    border-radius: 4px;
    background-image: linear-gradient(var(--tip-colour) 0 0), var(--fill), linear-gradient(var(--line-strong) 0 0);
    background-size:
      88% var(--tip),
      70% calc(var(--share) * 50%),
      100% 1px;
    background-position:
      center calc(50% - 50% * var(--signed)),
      center var(--fill-at),
      center;
  }
  .track.negative {
    --fill-at: calc(50% / (1 - 0.5 * var(--share)));
    --fill: linear-gradient(var(--score-negative) 0 0);
  }
  .hidden .track {
    --fill: repeating-linear-gradient(-45deg, var(--line-strong) 0 2px, transparent 2px 6px);
  }
  .score:hover .track,
  .score:focus-visible .track {
    --tip: 5px;
    --tip-colour: var(--text);
    background-color: var(--highlight);
  }
  .track:has(.ghost),
  .columns > .column:has(.flying) {
    position: relative;
  }
  .ghost {
    position: absolute;
    inset-inline: 15%;
    border-radius: 3px;
    border: 1.5px dashed var(--text-muted);
    z-index: 1;
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

  .bar-room,
  .well {
    background-position: bottom;
  }
  .bar-room {
    block-size: 30px;
    inline-size: 100%;
    background-image: linear-gradient(color-mix(in srgb, var(--score-positive) 55%, var(--ground)) 0 0);
    background-size: min(70%, 34px) calc(var(--share) * 100%);
  }
  .well {
    block-size: 52px;
    inline-size: min(70%, 34px);
    background-color: var(--sunken);
    background-image: linear-gradient(var(--weight) 0 0);
    background-size: 100% calc(var(--share) * 100%);
    border-radius: 3px;
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
