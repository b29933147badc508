import { css } from 'lit';

/** The map and what stands around it: beside it where there is room, else below. */
export const mapStyle = css`
  :host {
    display: block;
    padding-block-end: 28px;
  }
  .content {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px 40px;
  }
  .what,
  .main,
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    align-content: start;
  }
  .heads {
    padding-block-start: 14px;
    border-block-start: 1px solid var(--hairline);
  }
  aside {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr));
    gap: 20px 40px;
    align-content: start;
  }
  @media (min-width: 1000px) {
    .content {
      grid-template-columns: minmax(0, 1fr) 280px;
    }
    .what,
    .heads {
      grid-column: 1 / -1;
    }
    aside {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  .bar,
  .group,
  .choice {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
  }
  .group {
    gap: 4px;
  }
  .square {
    min-inline-size: 36px;
    padding-inline: 4px;
    font-size: var(--text-body);
  }
  .choice {
    gap: 8px;
    font-size: var(--text-small);
  }
  .choice select {
    inline-size: auto;
    font-size: var(--text-small);
  }
  .note {
    max-inline-size: 96ch;
  }
  summary {
    cursor: pointer;
    font-size: var(--text-small);
    font-weight: 600;
    min-block-size: 32px;
    align-content: center;
  }
  @media (pointer: coarse) {
    summary {
      min-block-size: var(--touch);
    }
    .square {
      min-inline-size: var(--touch);
    }
  }
`;
