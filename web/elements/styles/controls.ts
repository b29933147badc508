import { css } from 'lit';

/** Controls: the temperature, matrices of editable entries. */
export const controlsStyle = css`
  :host {
    container-type: inline-size;
  }
  section {
    grid-template-columns: minmax(0, 1fr);
    gap: 16px 40px;
    align-items: start;
  }
  @container (min-width: 560px) {
    section {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (min-width: 1000px) {
    section {
      grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr) minmax(0, 1.15fr) minmax(0, 0.8fr);
    }
  }
  fieldset {
    display: grid;
    gap: 6px;
    min-inline-size: 0;
  }
  legend {
    margin-block-end: 6px;
  }
  .part {
    display: grid;
    gap: 12px;
    min-inline-size: 0;
  }
  .temperature {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 84px;
    gap: 12px;
    align-items: center;
  }
  .problem {
    color: var(--warning);
    font-size: var(--text-small);
  }
  .check {
    display: flex;
    gap: 8px;
    align-items: center;
    min-block-size: 32px;
    font-size: var(--text-small);
  }
  .check input {
    inline-size: 18px;
    block-size: 18px;
    accent-color: var(--accent);
  }
  .stepper {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 4px;
  }
  .matrices {
    display: flex;
    flex-wrap: wrap;
    gap: 16px;
  }
  .matrix {
    display: grid;
    gap: 4px;
  }
  .name {
    font-size: var(--text-small);
    text-align: center;
  }
  .entries {
    display: grid;
    gap: 2px;
    padding-inline: 6px;
    border-inline: 2px solid var(--line-strong);
    border-radius: 4px;
  }
  .entry {
    min-inline-size: 46px;
    min-block-size: 28px;
    padding: 2px 6px;
    display: grid;
    place-items: center;
    font-size: var(--text-small);
    background: var(--sunken);
    border-radius: 3px;
    cursor: ns-resize;
  }
  .entry.edited {
    box-shadow: inset 0 -2px 0 var(--accent);
  }
  @media (pointer: coarse) {
    .check,
    .entry {
      min-block-size: var(--touch);
    }
  }
`;
