import { css } from 'lit';

/** A dialog over the page: choices at the left, what comes of them at the right; on a phone it fills the window. */
export const embeddingStyle = css`
  dialog {
    inline-size: min(1180px, 100vw - 48px);
    max-inline-size: none;
    max-block-size: calc(100dvh - 48px);
    padding: 0;
    overflow: auto;
    overscroll-behavior: contain;
    color: var(--text);
    background: var(--ground);
    border: 1px solid var(--hairline);
    border-radius: 12px;
    box-shadow: var(--shadow);
  }
  dialog::backdrop {
    background: rgb(20 18 12 / 45%);
  }
  .shell {
    container-type: inline-size;
    padding: 20px 24px 24px;
  }
  .heading {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 16px;
    align-items: start;
    padding-block-end: 16px;
  }
  .heading button {
    grid-area: 1 / 2 / 3;
  }
  h2 {
    font-size: var(--text-large);
    font-weight: 700;
    line-height: 1.2;
  }
  .parts {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px 36px;
    padding-block-start: 16px;
    border-block-start: 1px solid var(--hairline);
  }
  @container (min-width: 760px) {
    .parts {
      grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
    }
  }
  .choosing,
  .outcome {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 18px;
    align-content: start;
  }
  fieldset {
    display: grid;
    gap: 8px;
    min-inline-size: 0;
  }
  legend {
    margin-block-end: 6px;
  }
  .checks {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(140px, 100%), 1fr));
    gap: 0 16px;
  }
  .check {
    display: flex;
    gap: 8px;
    align-items: center;
    min-block-size: 30px;
    font-size: var(--text-small);
  }
  .check input {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
    accent-color: var(--accent);
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(180px, 100%), 1fr));
    gap: 12px 16px;
  }
  .field {
    display: grid;
    gap: 4px;
    align-content: start;
    min-inline-size: 0;
    font-size: var(--text-small);
  }
  .field select,
  .field input {
    min-inline-size: 0;
    font-size: var(--text-small);
  }
  .problem {
    font-size: var(--text-small);
    color: var(--warning);
  }
  .outcome > div {
    display: grid;
    gap: 8px;
    min-inline-size: 0;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    justify-content: space-between;
  }
  textarea {
    display: block;
    block-size: 190px;
    padding: 10px 12px;
    font-family: ui-monospace, 'Cascadia Code', Menlo, Consolas, monospace;
    font-size: var(--text-small);
    line-height: 1.5;
    white-space: pre;
    overflow: auto;
    resize: vertical;
    background: var(--sunken);
  }
  .preview {
    block-size: clamp(320px, 52dvh, 620px);
    overflow: auto;
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
  }
  .preview iframe {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    border: 0;
  }
  @media (pointer: coarse) {
    .check {
      min-block-size: var(--touch);
    }
  }
  @media (max-width: 600px) {
    dialog {
      inline-size: 100vw;
      block-size: 100dvh;
      max-block-size: none;
      border: 0;
      border-radius: 0;
    }
    .shell {
      padding: 12px;
    }
  }
`;
