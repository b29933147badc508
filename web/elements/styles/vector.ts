import { css } from 'lit';

/** Vectors as columns of cells, in the colour of their role. */
export const vectorStyle = css`
  .vector {
    --bar: color-mix(in srgb, var(--role) 55%, transparent);
    --bar-gap: color-mix(in srgb, var(--role) 28%, transparent);
    /* Numbers run left to right in every script: positive stays right, the minus before its digits. */
    direction: ltr;
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
  .cell + .cell {
    margin-block-start: 2px;
  }
  /* A cell's bar is its background, from the middle to the side of the sign: 400 of them move in one frame of a drag. */
  .cell {
    contain: size layout;
    block-size: 22px;
    border-radius: 3px;
    background-color: color-mix(in srgb, var(--role) 12%, var(--surface));
    background-repeat: no-repeat;
    background-size: calc(var(--share) * 50%) 100%;
    display: flex;
    align-items: center;
    justify-content: center;
    font-size: 0.75rem;
    white-space: nowrap;
    color: var(--text);
  }
  .cell.positive {
    background-image: linear-gradient(var(--bar) 0 0);
    background-position-x: calc(50% / (1 - 0.5 * var(--share)));
  }
  .cell.negative {
    background-image: repeating-linear-gradient(-45deg, var(--bar) 0 2px, var(--bar-gap) 2px 4px);
    background-position-x: calc((50% - 50% * var(--share)) / (1 - 0.5 * var(--share)));
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
