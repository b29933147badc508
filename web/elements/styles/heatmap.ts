import { css } from 'lit';

/** The alignment: names and sums beside one canvas, bands and the live cell over it. */
export const heatmapStyle = css`
  .head {
    padding-block: 14px 4px;
    border-block-start: 1px solid var(--hairline);
  }
  .head > .label,
  .head > .sum {
    margin-block: -14px -4px;
    padding-block: 14px 4px;
    justify-content: flex-start;
  }
  .head .sum,
  .pair {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 6px;
    align-items: center;
  }
  .legend {
    display: flex;
    align-items: center;
    gap: 12px;
    font-size: var(--text-small);
    color: var(--text-muted);
    position: sticky;
    inset-inline-start: calc(var(--label-width) + 4px);
    inline-size: max-content;
  }
  .scale {
    display: flex;
    align-items: center;
    gap: 6px;
    white-space: nowrap;
  }
  .legend select {
    inline-size: auto;
    padding-block: 2px;
  }
  @media (pointer: fine) {
    .legend select {
      min-block-size: 28px;
    }
  }
  @container (max-width: 530px) {
    .legend {
      flex-direction: column;
      align-items: start;
      gap: 4px;
    }
  }
  .rows {
    display: grid;
    grid-template-columns: var(--stage-columns);
    grid-auto-rows: var(--row-height);
    position: relative;
    isolation: isolate;
    /* Below the fold it costs nothing; its size is known without drawing it. */
    content-visibility: auto;
    contain-intrinsic-block-size: calc(var(--rows) * var(--row-height));
  }
  .names {
    grid-column: 1;
    z-index: 3;
    position: sticky;
    inset-inline-start: 0;
    overflow: hidden;
    background: var(--ground);
  }
  .name {
    display: block;
    inline-size: 100%;
    min-block-size: 0;
    block-size: var(--row-height);
    padding: 0 6px 0 4px;
    border: 0;
    border-radius: 0;
    font-size: var(--text-small);
    line-height: 1.2;
    white-space: nowrap;
    text-align: start;
    color: var(--text-muted);
  }
  .name:hover:not(:disabled) {
    background: var(--sunken);
  }
  .name[aria-current] {
    color: var(--text);
    font-weight: 700;
    box-shadow: inset 3px 0 0 var(--text);
    padding-inline-start: 9px;
  }
  .map {
    grid-column: key-start / key-end;
    position: relative;
    cursor: pointer;
    background: var(--surface);
    touch-action: manipulation;
  }
  canvas {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    image-rendering: pixelated;
  }
  canvas:dir(rtl) {
    transform: scaleX(-1);
  }
  .lines {
    position: absolute;
    inset: 0;
    pointer-events: none;
    background-image:
      linear-gradient(to right, var(--ground) 1px, transparent 1px),
      linear-gradient(to bottom, var(--ground) 1px, transparent 1px);
    background-size:
      calc(100% / var(--columns)) 100%,
      100% calc(100% / var(--rows));
  }
  .band {
    position: absolute;
    pointer-events: none;
  }
  .band.step {
    inset-inline: 0;
    box-shadow:
      inset 0 2px 0 var(--text),
      inset 0 -2px 0 var(--text);
  }
  .band.key {
    inset-block: 0;
    background: var(--highlight);
  }
  .band.row {
    inset-inline: 0;
    background: var(--highlight);
  }
  .cell {
    position: absolute;
    outline: 2px solid var(--focus-ring);
    outline-offset: -2px;
    pointer-events: none;
  }
  .map:not(:focus-within) .cell {
    outline-color: transparent;
  }
  .numbers {
    position: absolute;
    inset: 0;
    display: grid;
    grid-template-columns: repeat(var(--columns), 1fr);
    grid-auto-rows: var(--row-height);
    pointer-events: none;
    font-size: 0.75rem;
  }
  .numbers span {
    direction: ltr;
    unicode-bidi: isolate;
    display: grid;
    place-items: center;
    color: #000;
  }
  .numbers span.white {
    color: #fff;
  }
  .pair {
    contain: size layout;
    block-size: var(--row-height);
  }
  .sums {
    grid-column: sum-start / -1;
    position: sticky;
    inset-inline-end: 0;
    z-index: 3;
    padding-inline: 10px 4px;
    background: var(--ground);
    font-size: 0.75rem;
    color: var(--text-muted);
  }
  .pair.current {
    color: var(--text);
    font-weight: 600;
  }
  .readout {
    contain: size layout;
    position: sticky;
    inset-inline-start: 0;
    inline-size: min(100%, 88vw);
    block-size: 34px;
    padding: 6px 4px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--text-small);
    color: var(--text-muted);
  }
`;
