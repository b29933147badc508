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
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
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
    .check {
      min-block-size: var(--touch);
    }
  }
`;
