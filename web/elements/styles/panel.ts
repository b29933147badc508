import { css } from 'lit';

/** A part of the side column: a title, content, a hairline above. */
export const panelStyle = css`
  :host {
    display: block;
    min-inline-size: 0;
    isolation: isolate;
  }
  .own-layout[style] {
    contain: size layout;
  }
  section {
    display: grid;
    gap: 10px;
  }
  h2 {
    color: var(--text-muted);
    text-transform: none;
  }
`;
