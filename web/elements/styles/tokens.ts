import { css, unsafeCSS, type CSSResult } from 'lit';
import { paletteNames } from '../../state/settings.ts';
import { palettes } from './palettes.ts';

/**
 * The design tokens, light and dark, both chosen by hand. One meaning for each colour (after Okabe and Ito): query blue, key
 * orange, value green, context magenta; scores diverge from brown to teal around 0; weights are one ink that runs up from the ground.
 * `*-text` are the same hues dark or light enough for text.
 */
export const tokens = css`
  :host {
    --ground: #fbfaf7;
    --surface: #ffffff;
    --sunken: #f2f0ea;
    --hairline: #dedad0;
    --line-strong: #b9b3a4;
    --text: #1d1c22;
    --text-muted: #5f5c66;
    --accent: #0b5fa5;
    --focus-ring: #0b5fa5;
    --warning: #8a3b00;
    --warning-ground: #fdf1e3;

    --query: #0072b2;
    --query-text: #00629a;
    --key: #e69f00;
    --key-text: #8a5a00;
    --value: #009e73;
    --value-text: #00714f;
    --context: #cc5fa0;
    --context-text: #a22f76;
    --score-positive: #2b8a83;
    --score-negative: #a8713a;
    --weight: ${unsafeCSS(palettes.indigo.light.full)};
    /* So that a page's own ink is one from faint to full. */
    --weight-faint: var(--weight);
    --highlight: rgb(45 42 110 / 7%);

    --text-small: 0.8125rem;
    --text-body: 1rem;
    --text-large: 1.3125rem;
    --radius: 6px;
    --space: 8px;
    --touch: 44px;
    --shadow: 0 1px 2px rgb(40 35 20 / 8%), 0 8px 24px rgb(40 35 20 / 10%);
    color-scheme: light;
  }
`;

const darkValues = css`
  --ground: #15151a;
  --surface: #1c1c22;
  --sunken: #24242c;
  --hairline: #34343e;
  --line-strong: #5d5d6b;
  --text: #ecebf0;
  --text-muted: #a9a7b3;
  --accent: #7cc0f2;
  --focus-ring: #8fcbf5;
  --warning: #ffc58f;
  --warning-ground: #3a2a18;

  --query: #4aa8e0;
  --query-text: #82c7f0;
  --key: #f0b234;
  --key-text: #f4c35d;
  --value: #2cc495;
  --value-text: #5bd6ae;
  --context: #e58cc0;
  --context-text: #f0a9d0;
  --score-positive: #58bdb4;
  --score-negative: #d29b62;
  --weight: ${unsafeCSS(palettes.indigo.dark.full)};
  --weight-faint: var(--weight);
  --highlight: rgb(213 210 255 / 9%);

  --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 28px rgb(0 0 0 / 45%);
  color-scheme: dark;
`;

/** The dark theme: asked for by the person, or by the system where the person asked for neither. */
export const darkTokens = css`
  :host([theme='dark']) {
    ${darkValues}
  }
  @media (prefers-color-scheme: dark) {
    :host([theme='auto']) {
      ${darkValues}
    }
  }
`;

/** The inks that are not the default: after the themes, whose indigo they take the place of. */
export const paletteTokens: CSSResult = unsafeCSS(
  paletteNames
    .filter((name) => name !== 'indigo')
    .map((name) => {
      const [light, dark] = (['light', 'dark'] as const).map((theme) => {
        const { faint, full } = palettes[name][theme];
        return `{ --weight: ${full}; --weight-faint: ${faint}; }`;
      });
      const isDark = (theme: string): string => `:host([palette='${name}'][theme='${theme}']) ${dark}`;
      return `:host([palette='${name}']) ${light} ${isDark('dark')}
        @media (prefers-color-scheme: dark) { ${isDark('auto')} }`;
    })
    .join(' '),
);
