import { css } from 'lit';

/** Patterns, their sizes and what they cost. */
export const patternsStyle = css`
  .lead {
    max-inline-size: 68ch;
  }
  .sliders {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr));
    gap: 8px 28px;
    max-inline-size: 900px;
  }
  .sliders label {
    display: grid;
    font-size: var(--text-small);
  }
  .sliders .value {
    font-weight: 600;
  }
  .patterns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(150px, 100%), 1fr));
    gap: 20px 28px;
  }
  @media (max-width: 560px) {
    .patterns {
      grid-template-columns: 1fr 1fr;
    }
  }
  .patterns figure {
    gap: 6px;
    max-inline-size: 280px;
  }
  .patterns figcaption {
    display: grid;
    gap: 1px;
    justify-items: start;
    font-weight: 400;
  }
  .patterns figcaption b {
    font-size: var(--text-body);
  }
`;
