import { exportMessagesFor, type ExportMessages } from '../locales/export.ts';
import { settledAttention } from '../state/settled.ts';
import { timelineEnd } from '../timeline/frame.ts';
import type { PictureOptions } from './playground-api.ts';
import { shownTheme } from './picture-colours.ts';
import { longestSide, pixelsOf, pngFile, svgFile } from './picture-file.ts';
import {
  makePicture,
  pictureBackgrounds,
  pictureNames,
  pictureThemes,
  type PictureChoice,
  type PictureHost,
} from './picture-maker.ts';

const types = ['image/svg+xml', 'image/png'] as const;

/** What `toPicture` answers. `whose`: null outside a page. */
export async function pictureFile(whose: PictureHost | null, options: PictureOptions): Promise<Blob> {
  if (!whose) throw new Error(exportMessagesFor('en').notInPage);
  const { store } = whose.playground;
  const texts = exportMessagesFor(store.settings.peek().lang);
  const check = checker(texts);
  const type = check.oneOf('type', options.type ?? types[0], types);
  const choice: PictureChoice = {
    picture: check.oneOf('picture', options.picture ?? 'heatmap', pictureNames),
    theme: check.oneOf('theme', options.theme ?? shownTheme(whose.host), pictureThemes),
    background: check.oneOf('background', options.background ?? 'page', pictureBackgrounds),
    isSelectionMarked: options.selection ?? true,
    time: check.number('time', options.time ?? store.frame.peek().time, 0, timelineEnd),
  };
  const wantedWidth = options.width === undefined ? null : check.number('width', options.width, 1, longestSide);
  const picture = makePicture(whose, await settledAttention(store), choice);
  if (type === 'image/svg+xml') return svgFile(picture, wantedWidth ?? picture.width);
  const scale = wantedWidth === null ? 2 : wantedWidth / picture.width;
  const png = await pngFile(picture, scale);
  if (!png) throw new RangeError(texts.tooLargePicture(...pixelsOf(picture, scale), longestSide));
  return png;
}

/** What a page hands over may be anything. */
function checker(texts: ExportMessages) {
  const refuse = (name: string, given: unknown, expected: string): never => {
    throw new RangeError(texts.optionRefused(name, typeof given === 'string' ? `“${given}”` : String(given), expected));
  };
  return {
    oneOf: <T extends string>(name: string, given: T, known: readonly T[]): T =>
      known.includes(given) ? given : refuse(name, given, known.join(', ')),
    number: (name: string, given: number, least: number, most: number): number =>
      typeof given === 'number' && given >= least && given <= most
        ? given
        : refuse(name, given, texts.numberBetween(least, most)),
  };
}
