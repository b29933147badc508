import { css } from 'lit';

/** The measurement: a table and two pictures. */
export const profileStyle = css`
  :host {
    display: block;
    padding-block-end: 16px;
  }
  .content {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 28px;
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
  }
  .notes {
    display: grid;
    gap: 10px;
    align-content: start;
  }
  @media (min-width: 1200px) {
    .words {
      grid-template-columns: max-content minmax(0, 1fr);
      column-gap: 48px;
    }
    .words > :not(.scroll, .notes) {
      grid-column: 1 / -1;
    }
  }
  .note {
    max-inline-size: 68ch;
  }
  .run,
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
  }
  .run button {
    min-inline-size: 120px;
  }
  progress {
    flex: 1 1 160px;
    max-inline-size: 320px;
    block-size: 6px;
    appearance: none;
    border: 0;
    border-radius: 3px;
    overflow: hidden;
    background: var(--sunken);
  }
  progress::-webkit-progress-bar {
    background: var(--sunken);
  }
  progress::-webkit-progress-value {
    background: var(--accent);
  }
  progress::-moz-progress-bar {
    background: var(--accent);
  }
  .choices label {
    display: flex;
    gap: 8px;
    align-items: center;
    font-size: var(--text-small);
  }
  .choices select {
    inline-size: auto;
    font-size: var(--text-small);
  }
  /* What scrolls has a shadow at each edge behind which there is more. */
  .scroll {
    overflow-x: auto;
    background:
      linear-gradient(to right, var(--ground) 12px, transparent) left / 36px 100% local no-repeat,
      linear-gradient(to left, var(--ground) 12px, transparent) right / 36px 100% local no-repeat,
      linear-gradient(to right, var(--line-strong), transparent) left / 10px 100% scroll no-repeat,
      linear-gradient(to left, var(--line-strong), transparent) right / 10px 100% scroll no-repeat;
  }
  table {
    border-collapse: collapse;
    font-size: var(--text-small);
    white-space: nowrap;
  }
  th,
  td {
    padding: 7px 18px 7px 0;
    text-align: end;
    vertical-align: top;
    border-block-end: 1px solid var(--hairline);
    font-weight: 400;
  }
  thead th {
    color: var(--text-muted);
    vertical-align: bottom;
  }
  th:first-child {
    text-align: start;
    position: sticky;
    inset-inline-start: 0;
    background: var(--ground);
  }
  @media (max-width: 560px) {
    th[scope='row'] {
      max-inline-size: 8.5em;
      white-space: normal;
    }
  }
  td:last-child,
  th:last-child {
    padding-inline-end: 4px;
  }
  td .detail,
  th .detail {
    display: block;
    color: var(--text-muted);
    font-size: 0.75rem;
    line-height: 1.35;
  }
  td.quickest {
    font-weight: 700;
  }
  td.quickest .detail {
    font-weight: 400;
  }
  .verdict {
    font-size: var(--text-large);
    line-height: 1.3;
    max-inline-size: 40ch;
    text-wrap: balance;
  }
  .plots {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr));
    gap: 28px 40px;
  }
  figure {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    align-content: start;
  }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
    align-items: center;
    font-size: var(--text-small);
    font-weight: 600;
  }
  figcaption label {
    display: flex;
    gap: 6px;
    align-items: center;
    font-weight: 400;
  }
  figcaption select {
    inline-size: auto;
    min-block-size: 32px;
    padding-block: 2px;
    font-size: var(--text-small);
  }
  .picture {
    min-block-size: 260px;
  }
  svg {
    display: block;
    max-inline-size: 100%;
    overflow: visible;
  }
  svg text {
    font-size: 12px;
    fill: var(--text-muted);
  }
  .tick line {
    stroke: var(--hairline);
  }
  .course {
    fill: none;
    stroke: var(--stroke);
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .mark {
    fill: var(--stroke);
    stroke: var(--ground);
    stroke-width: 1.5;
  }
  .leader {
    fill: none;
    stroke: var(--line-strong);
    stroke-width: 1;
  }
  svg .line text {
    fill: var(--label);
    paint-order: stroke;
    stroke: var(--ground);
    stroke-width: 3px;
    stroke-linejoin: round;
    font-weight: 600;
    font-size: 13px;
  }
  .line.circle {
    --stroke: var(--value);
    --label: var(--value-text);
  }
  .line.square {
    --stroke: var(--query);
    --label: var(--query-text);
  }
  .line.triangle {
    --stroke: var(--key);
    --label: var(--key-text);
  }
  .line.diamond {
    --stroke: var(--context);
    --label: var(--context-text);
  }
  .empty {
    display: grid;
    place-items: center;
    border: 1px dashed var(--hairline);
    border-radius: var(--radius);
    color: var(--text-muted);
    font-size: var(--text-small);
  }
  ul {
    padding-inline-start: 18px;
  }
  summary {
    cursor: pointer;
    font-size: var(--text-small);
    min-block-size: 32px;
    align-content: center;
  }
  @media (pointer: coarse) {
    summary,
    figcaption select {
      min-block-size: var(--touch);
    }
  }
`;
