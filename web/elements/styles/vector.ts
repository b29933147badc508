import { css } from 'lit';

/** Vectors as columns of cells, in the colour of their role. */
export const vectorStyle = css`
  .vector {
    /* Numbers run left to right in every script: positive stays right, the minus before its digits. */
    direction: ltr;
    display: grid;
    gap: 2px;
    inline-size: min(100% - 6px, 76px);
    margin-inline: auto;
  }
  .vector.query {
    --role: var(--query);
  }
  .vector.key {
    --role: var(--key);
  }
  .vector.value {
    --role: var(--value);
  }
  .vector.context {
    --role: var(--context);
  }
  .cell {
    contain: size layout;
    position: relative;
    block-size: 22px;
    border-radius: 3px;
    background: color-mix(in srgb, var(--role) 12%, var(--surface));
    display: flex;
    align-items: center;
    justify-content: center;
    color: var(--text);
  }
  .cell .bar {
    position: absolute;
    inset-block: 0;
    background: color-mix(in srgb, var(--role) 55%, transparent);
  }
  .cell .bar.positive {
    inset-inline-start: 50%;
  }
  .cell .bar.negative {
    inset-inline-end: 50%;
    background: repeating-linear-gradient(
      -45deg,
      color-mix(in srgb, var(--role) 60%, transparent) 0 2px,
      color-mix(in srgb, var(--role) 28%, transparent) 2px 4px
    );
  }
  .cell .number {
    position: relative;
    font-size: 0.75rem;
  }
  .cell.editable {
    cursor: ns-resize;
  }
  .cell.editable:hover {
    box-shadow: inset 0 0 0 1px var(--role);
  }
  .cell.edited {
    box-shadow: inset 0 -2px 0 var(--role);
  }
  .cell.lit {
    box-shadow: inset 0 0 0 2px var(--role);
  }
  @media (pointer: coarse) {
    .cell.editable {
      block-size: 30px;
    }
  }
`;
