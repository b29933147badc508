import { css } from 'lit';

/** Steps of the weights' ink, each with its opacity in `--ink`: the legend of a heatmap. */
export const rampStyle = css`
  .ramp {
    display: flex;
    border: 1px solid var(--hairline);
    border-radius: 2px;
    overflow: hidden;
    background: var(--surface);
  }
  .ramp i {
    flex: 1;
    inline-size: 12px;
    block-size: 12px;
    opacity: var(--ink);
    background: color-mix(in srgb, var(--weight) calc(100% * var(--ink)), var(--weight-faint));
  }
`;
