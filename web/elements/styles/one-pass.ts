import { css } from 'lit';

/** The pass over the keys: bars that have gone by, the largest so far over them. */
export const onePassStyle = css`
  :host {
    padding-block-end: 0;
  }
  .lead {
    max-inline-size: 68ch;
  }
  .run button {
    min-inline-size: 0;
  }
  .run .sign {
    inline-size: 44px;
    padding: 0;
  }
  .run input {
    flex: 1 1 160px;
    max-inline-size: 360px;
    inline-size: auto;
  }
  .pass-picture {
    min-block-size: 168px;
  }
  .zero {
    stroke: var(--line-strong);
  }
  .bar {
    fill: var(--score-positive);
  }
  .bar.gone {
    fill: color-mix(in srgb, var(--score-positive) 55%, var(--ground));
  }
  .bar.ahead {
    fill: none;
    stroke: var(--hairline);
    stroke-width: 1.5;
  }
  .largest {
    fill: none;
    stroke: var(--text);
    stroke-width: 2;
  }
  svg .name {
    fill: var(--text);
    font-weight: 600;
  }
  svg .said text {
    fill: var(--text);
  }
  svg .unsaid text {
    fill: var(--text-muted);
  }
  .formula {
    display: grid;
    gap: 4px;
    min-block-size: 78px;
    align-content: start;
    font-size: var(--text-small);
  }
  .formula .numbers {
    font-size: var(--text-body);
  }
  .formula sup {
    font-size: 0.72em;
    line-height: 0;
  }
`;
