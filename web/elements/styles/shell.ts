import { css } from 'lit';

export const shellStyle = css`
  :host {
    display: block;
    background: var(--ground);
    padding-inline: clamp(12px, 2.5vw, 36px);
    padding-block: 16px 40px;
    min-block-size: 100%;
  }
  /* Someone else's page may say how its text runs; numbers and labels here run their own way. */
  :host(:not([keeps-address])) {
    position: relative;
    padding-inline: 12px;
    padding-block: 12px;
    text-align: start;
    text-indent: 0;
    text-transform: none;
    letter-spacing: normal;
    word-spacing: normal;
    white-space: normal;
    font-style: normal;
    font-weight: 400;
  }
  slot {
    display: block;
  }
  :host([ready]) slot {
    display: none;
  }
  /* About its size to be, so that those below it are not thought to be in view. */
  .waiting {
    min-block-size: 600px;
  }
  @media print {
    :host([ready]) slot {
      display: block;
    }
    .screen-only {
      display: none;
    }
  }
  /* Its own width counts, not that of the window: it may stand in a narrow column. */
  .shell {
    container-type: inline-size;
  }
  .header {
    display: flex;
    flex-wrap: wrap;
    gap: 10px 24px;
    align-items: end;
    justify-content: space-between;
    padding-block-end: 12px;
  }
  h1 {
    margin: 0;
    font-size: var(--text-large);
    font-weight: 700;
    line-height: 1.2;
    letter-spacing: -0.01em;
  }
  .tools,
  .group {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .tools {
    gap: 6px 12px;
  }
  .drawer:not([hidden]) {
    display: block;
    padding-block: 16px;
    border-block-start: 1px solid var(--hairline);
  }
  attention-notices {
    display: block;
    padding-block-end: 8px;
  }
  .main {
    display: grid;
    grid-template:
      'controls controls' auto
      'stage aside' auto
      / minmax(0, 1fr) minmax(320px, 400px);
    gap: 16px 40px;
    align-items: start;
    border-block-start: 1px solid var(--hairline);
    padding-block-start: 12px;
  }
  .controls {
    grid-area: controls;
    padding-block-end: 14px;
    border-block-end: 1px solid var(--hairline);
  }
  aside {
    grid-area: aside;
  }
  .stage {
    grid-area: stage;
    display: grid;
    gap: 12px;
    min-inline-size: 0;
  }
  .link {
    display: grid;
    gap: 2px;
    padding-block-end: 12px;
  }
  .heading {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
    align-items: center;
    justify-content: space-between;
  }
  .heading label {
    display: flex;
    gap: 8px;
    align-items: center;
    max-inline-size: 100%;
  }
  .heading select {
    max-inline-size: min(360px, 60vw);
    font-size: var(--text-small);
  }
  .transport {
    position: sticky;
    inset-block-end: 0;
    z-index: 6;
    padding: 8px 4px 4px;
    background: var(--ground);
    border-block-start: 1px solid var(--hairline);
  }
  aside {
    display: grid;
    gap: 24px;
    min-inline-size: 0;
  }
  aside > * + * {
    padding-block-start: 20px;
    border-block-start: 1px solid var(--hairline);
  }
  attention-patterns-section,
  attention-map-section,
  attention-profile-section {
    display: block;
  }
  .main + attention-patterns-section,
  .main + attention-map-section,
  .main + attention-profile-section {
    margin-block-start: 24px;
  }
  .drop {
    position: fixed;
    inset: 12px;
    z-index: 20;
    display: grid;
    place-items: center;
    font-size: var(--text-large);
    background: color-mix(in srgb, var(--ground) 88%, transparent);
    border: 2px dashed var(--accent);
    border-radius: 12px;
    pointer-events: none;
  }
  /* Only what fills the window may stick to its edge, or cover it. */
  .embedded .transport {
    position: static;
  }
  :host(:not([keeps-address])) .drop {
    position: absolute;
  }
  .embedded .header {
    justify-content: end;
  }
  .embedded .main:not(.header ~ .main) {
    padding-block-start: 0;
    border-block-start: 0;
  }
  @container (min-width: 1045.02px) {
    .main:not(:has(aside)) {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: 'controls' 'stage';
    }
  }
  .main:not(:has(.controls, aside)) {
    display: block;
  }
  @container (max-width: 530px) {
    .transport {
      position: static;
    }
  }
  @container (max-width: 1045px) {
    .main {
      grid-template:
        'stage' auto
        'controls' auto
        'aside' auto
        / minmax(0, 1fr);
    }
    .controls {
      padding-block: 14px 0;
      border-block: 1px solid var(--hairline);
      border-block-end: 0;
    }
    aside {
      grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr));
      gap: 24px 40px;
      align-items: start;
    }
    aside > * {
      padding-block-start: 16px;
      border-block-start: 1px solid var(--hairline);
    }
  }
`;
