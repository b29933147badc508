import { css } from 'lit';

/** What the parts of the export have in common. */
export const exportStyle = css`
  section {
    display: grid;
    gap: 10px;
    min-inline-size: 0;
  }
  fieldset {
    display: grid;
    gap: 4px;
    min-inline-size: 0;
  }
  .pills,
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .pills label {
    position: relative;
  }
  .pills input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
    margin: 0;
  }
  .pills span {
    display: inline-flex;
    align-items: center;
    min-block-size: 32px;
    padding: 2px 12px;
    border: 1px solid var(--hairline);
    border-radius: 16px;
    font-size: var(--text-small);
  }
  .pills input:checked + span {
    background: var(--text);
    border-color: var(--text);
    color: var(--ground);
  }
  .pills input:focus-visible + span {
    outline: 2px solid var(--focus-ring);
    outline-offset: 2px;
  }
  .check {
    display: flex;
    gap: 8px;
    align-items: center;
    font-size: var(--text-small);
    cursor: pointer;
  }
  .check input {
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
    accent-color: var(--accent);
  }
  .field {
    display: grid;
    gap: 4px;
    font-size: var(--text-small);
    font-weight: 600;
  }
  .field select,
  .field input {
    font-size: var(--text-small);
    font-weight: 400;
  }
  .said {
    min-block-size: 1.5em;
    overflow-wrap: anywhere;
  }
  @media (pointer: coarse) {
    .pills span,
    .check {
      min-block-size: var(--touch);
    }
  }
`;
