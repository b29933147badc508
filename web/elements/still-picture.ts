import type { ComputedAttention } from '../state/store.ts';
import { timelineEnd } from '../timeline/frame.ts';
import { toSvg } from '../views/picture/svg.ts';
import { makePicture, type PictureHost } from './picture-maker.ts';
import type { PictureTheme } from './picture-colours.ts';

/** A snippet is to be read: more words make a picture longer than all else in it. */
const mostWords = 12;

/** The weights of one step as SVG text, for where no scripts run; undefined where they are many. */
export function stillPicture(
  whose: PictureHost,
  computed: ComputedAttention,
  step: number,
  theme: PictureTheme,
): string | undefined {
  const { queryCount, keyCount } = computed.trace;
  if (step >= queryCount || keyCount > mostWords) return undefined;
  const choice = { picture: 'step', theme, background: 'page', isSelectionMarked: false, time: timelineEnd } as const;
  return toSvg(makePicture(whose, { ...computed, step }, choice));
}
