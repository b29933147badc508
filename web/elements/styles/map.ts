import { css } from 'lit';

/** What stands around the map. */
export const mapStyle = css`
  :host {
    display: block;
    padding-block-end: 24px;
  }
  .content {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  .bar,
  .group,
  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
  }
  .group {
    gap: 4px;
  }
  .choice {
    gap: 8px;
    font-size: var(--text-small);
  }
  .choice select {
    inline-size: auto;
    font-size: var(--text-small);
  }
  .note,
  .legend p {
    max-inline-size: 80ch;
  }
  .legend {
    display: grid;
    gap: 6px;
  }
  .scale {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  .ramp {
    display: flex;
    border: 1px solid var(--hairline);
    border-radius: 2px;
    overflow: hidden;
    background: var(--surface);
  }
  .ramp i {
    inline-size: 16px;
    block-size: 12px;
    background: var(--weight);
  }
  .state {
    color: var(--text);
  }
  .error {
    color: var(--warning);
  }
`;
