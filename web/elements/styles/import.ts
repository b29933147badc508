import { css } from 'lit';

/** The chooser: what to take of a file at the left, what comes of it at the right. */
export const importStyle = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  section {
    display: grid;
    gap: 16px;
    padding-block-start: 16px;
    border-block-start: 1px solid var(--hairline);
  }
  h2 {
    color: var(--text);
    font-size: var(--text-body);
  }
  .parts {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px 40px;
    align-items: start;
  }
  @container (min-width: 640px) {
    .parts {
      grid-template-columns: minmax(0, 1fr) minmax(200px, 30%);
    }
  }
  .choosing {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 18px;
  }
  fieldset {
    display: grid;
    gap: 8px;
    min-inline-size: 0;
  }
  legend {
    margin-block-end: 6px;
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(230px, 100%), 1fr));
    gap: 10px 16px;
  }
  .fields.narrow {
    grid-template-columns: repeat(auto-fill, minmax(min(140px, 100%), 1fr));
  }
  details {
    display: grid;
    gap: 10px;
  }
  details + details {
    margin-block-start: -10px;
  }
  summary {
    min-block-size: 32px;
    align-content: center;
    font-size: var(--text-small);
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  details[open] {
    padding-block-end: 8px;
  }
  details[open] .fields {
    margin-block: 6px 10px;
  }
  h2:focus-visible {
    outline: none;
  }
  .fields.wide {
    grid-template-columns: repeat(auto-fit, minmax(min(320px, 100%), 1fr));
  }
  .outcome {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 14px;
    position: sticky;
    inset-block-start: 12px;
  }
  .field {
    display: grid;
    gap: 2px;
    align-content: start;
    font-size: var(--text-small);
    min-inline-size: 0;
  }
  .field select,
  .field input {
    min-inline-size: 0;
    font-size: var(--text-small);
  }
  .number {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
    font-size: var(--text-small);
  }
  .number > b {
    min-inline-size: 64px;
    font-weight: 400;
  }
  .number input {
    inline-size: 76px;
    min-block-size: 36px;
    padding: 4px 8px;
    font-size: var(--text-small);
    color: inherit;
    background: var(--surface);
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
  }
  .numbers {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
  }
  .facts {
    display: grid;
    gap: 6px;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--line-strong);
    font-size: var(--text-small);
    overflow-wrap: anywhere;
    max-inline-size: 68ch;
  }
  .facts .problem {
    color: var(--warning);
  }
  figure {
    display: grid;
    gap: 8px;
    justify-items: start;
  }
  .picture {
    position: relative;
    inline-size: 100%;
    border: 1px solid var(--hairline);
    background: var(--surface);
  }
  canvas {
    display: block;
    inline-size: 100%;
    max-block-size: 420px;
    image-rendering: pixelated;
  }
  figcaption {
    font-size: var(--text-small);
    color: var(--text-muted);
  }
  .hiddens {
    display: inline-block;
    inline-size: 10px;
    block-size: 10px;
    margin-inline: 8px 4px;
    background: var(--line-strong);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  @media (pointer: coarse) {
    summary,
    .number input {
      min-block-size: var(--touch);
    }
  }
`;
