import { css } from 'lit';

/** What every element of the playground shares: type, focus rings, buttons, fields. */
export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host {
    font-family: var(--font, 'Inter Variable', Inter, system-ui, sans-serif);
    font-size: var(--text-body);
    line-height: 1.5;
    color: var(--text);
    font-variant-numeric: tabular-nums;
  }
  :host([hidden]) {
    display: none;
  }
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  fieldset,
  figure {
    margin: 0;
    padding: 0;
    border: 0;
  }
  h2,
  h3,
  legend {
    padding: 0;
    font-size: var(--text-small);
    font-weight: 600;
    color: var(--text);
    letter-spacing: 0.01em;
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
    font-variant-numeric: inherit;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-block-size: 36px;
    padding: 4px 12px;
    font-size: var(--text-small);
    background: transparent;
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
    cursor: pointer;
  }
  button:hover:not(:disabled, .primary, [aria-pressed='true']) {
    border-color: var(--line-strong);
    background: var(--highlight);
  }
  button:disabled {
    color: var(--text-muted);
    opacity: 0.55;
    cursor: default;
  }
  button.plain {
    border-color: transparent;
  }
  button[aria-pressed='true'],
  button.primary {
    background: var(--text);
    border-color: var(--text);
    color: var(--ground);
  }
  input[type='text'],
  textarea,
  select {
    inline-size: 100%;
    min-block-size: 36px;
    padding: 4px 10px;
    background: var(--surface);
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
  }
  input[type='range'] {
    inline-size: 100%;
    min-block-size: 28px;
    accent-color: var(--accent);
  }
  :focus-visible {
    outline: 2px solid var(--focus-ring);
    outline-offset: 2px;
  }
  .muted {
    color: var(--text-muted);
  }
  .small {
    font-size: var(--text-small);
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    button,
    .button,
    input[type='text'],
    select {
      min-block-size: var(--touch);
    }
  }
`;
