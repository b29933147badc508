import { css } from 'lit';

/** The plane: hull, springs, and the handles that can be dragged. */
export const planeStyle = css`
  /* A picture of fixed size in a plain block: a moved point lays out the picture and nothing around it. */
  section {
    display: block;
  }
  section > * + * {
    margin-block-start: 10px;
  }
  .picture {
    contain: size layout;
    max-inline-size: 320px;
    margin-inline: auto;
    aspect-ratio: 1;
  }
  svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    touch-action: pan-y;
    user-select: none;
    -webkit-user-select: none;
    overflow: hidden;
  }
  .grid {
    stroke: var(--hairline);
    stroke-width: 1;
  }
  .axis {
    stroke: var(--line-strong);
    stroke-width: 1;
  }
  .hull {
    fill: color-mix(in srgb, var(--key) 12%, transparent);
    stroke: color-mix(in srgb, var(--key) 60%, transparent);
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  .spring {
    stroke: var(--weight);
    stroke-linecap: round;
    opacity: 0.35;
  }
  .spring.focused {
    opacity: 0.8;
  }
  .query-arrow {
    stroke: var(--query);
    stroke-width: 2.5;
  }
  .inactive {
    opacity: 0.45;
  }
  .handle {
    cursor: grab;
  }
  .handle:active {
    cursor: grabbing;
  }
  .handle .touch {
    fill: none;
    pointer-events: all;
  }
  .handle .dot {
    stroke: var(--surface);
    stroke-width: 2;
  }
  .handle:hover .dot,
  .handle:focus-visible .dot {
    stroke: var(--text);
  }
  .handle:focus-visible {
    outline: none;
  }
  .handle:focus-visible .touch {
    stroke: var(--focus-ring);
    stroke-width: 2;
  }
  .key .dot {
    fill: var(--key);
  }
  .query .dot {
    fill: var(--query);
  }
  .context {
    fill: var(--context);
    stroke: var(--surface);
    stroke-width: 2;
  }
  text {
    font-size: 13px;
    fill: var(--text);
    paint-order: stroke;
    stroke: var(--ground);
    stroke-width: 3px;
    stroke-linejoin: round;
    pointer-events: none;
  }
  text.small {
    font-size: 11px;
    fill: var(--text-muted);
  }
  text.c {
    fill: var(--context-text);
    font-weight: 700;
  }
  text.s {
    fill: var(--query-text);
    font-weight: 700;
  }
  .axes {
    display: flex;
    gap: 8px;
    align-items: center;
    font-size: var(--text-small);
  }
  .axes select {
    inline-size: auto;
  }
`;
