import { css } from 'lit';

/** A choice of one among a few, all of them in view. */
export const pillsStyle = css`
  .pills {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .pills label {
    position: relative;
  }
  /* What they are of, beside them. */
  .pills > span {
    align-self: center;
    padding-inline: 0 6px;
  }
  .pills input {
    position: absolute;
    inset: 0;
    opacity: 0;
    margin: 0;
    cursor: pointer;
  }
  .pills label span {
    display: inline-flex;
    align-items: center;
    min-block-size: 34px;
    padding: 2px 12px;
    border: 1px solid var(--hairline);
    border-radius: 17px;
    font-size: var(--text-small);
  }
  .pills label:hover span {
    border-color: var(--line-strong);
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
  @media (pointer: coarse) {
    .pills label span {
      min-block-size: var(--touch);
    }
  }
`;
