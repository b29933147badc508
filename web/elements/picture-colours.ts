import type { PaletteName } from '../state/settings.ts';
import { pictureColourNames, type PictureColours } from '../views/picture/picture-input.ts';
import { palettes } from './styles/palettes.ts';
import { darkTokens, tokens } from './styles/tokens.ts';

export type PictureTheme = 'light' | 'dark';

/** The theme in which the element stands just now. */
export function shownTheme(host: Element, theme = host.getAttribute('theme')): PictureTheme {
  if (theme === 'light' || theme === 'dark') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The colours of a theme, also of the one that is not shown; those that the page around has set hold in both. */
export function pictureColours(host: Element, theme: PictureTheme, palette: PaletteName): PictureColours {
  const shown = coloursOf(shownTheme(host), palette);
  const wanted = coloursOf(theme, palette);
  const style = getComputedStyle(host);
  return Object.fromEntries(
    pictureColourNames.map((name) => {
      const set = style.getPropertyValue(`--${name}`).trim();
      const isOwn = set === '' || set === shown.get(name);
      return [camelCase(name), isOwn ? wanted.get(name) : set];
    }),
  ) as unknown as PictureColours;
}

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The custom properties of a style sheet. */
const valuesIn = (sheet: string): ReadonlyMap<string, string> =>
  new Map(Array.from(sheet.matchAll(/--([\w-]+):\s*([^;]+);/g), ([, name, value]) => [name, value.trim()]));

const sheets: Readonly<Record<PictureTheme, ReadonlyMap<string, string>>> = {
  light: valuesIn(tokens.cssText),
  dark: valuesIn(darkTokens.cssText),
};

function coloursOf(theme: PictureTheme, palette: PaletteName): ReadonlyMap<string, string> {
  const { faint, full } = palettes[palette][theme];
  return new Map([...sheets[theme], ['weight', full], ['weight-faint', faint]]);
}
