import { css } from 'lit';

/** The map's canvas, what is laid over it, and the line that tells of one cell. */
export const mapPictureStyle = css`
  :host {
    display: block;
    min-inline-size: 0;
    direction: ltr;
    container-type: inline-size;
  }
  .picture {
    position: relative;
    /* No higher than a square map needs, and with room beside it for a hand that scrolls the page. */
    block-size: clamp(320px, min(84vh, 100cqi - 4px), 920px);
  }
  canvas {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }
  .area {
    position: absolute;
    overflow: hidden;
    cursor: grab;
    touch-action: none;
    user-select: none;
  }
  .area.moving {
    cursor: grabbing;
  }
  .cell {
    position: absolute;
    outline: none;
    pointer-events: none;
  }
  .area:focus-within {
    outline: 2px solid var(--focus-ring);
    outline-offset: 1px;
  }
  .hint {
    position: absolute;
    display: grid;
    place-items: center;
    pointer-events: none;
    text-align: center;
  }
  .hint[hidden] {
    display: none;
  }
  .hint span {
    padding: 8px 16px;
    border-radius: 18px;
    background: var(--text);
    color: var(--ground);
    font-size: var(--text-small);
  }
  .readout {
    min-block-size: 2lh;
    padding-block: 6px;
    font-size: var(--text-small);
    color: var(--text-muted);
    overflow-wrap: anywhere;
  }
  .readout b {
    color: var(--text);
  }
  .query {
    color: var(--query-text);
  }
  .key {
    color: var(--key-text);
  }
`;
