import type { AttentionTrace } from '../contract/index.ts';
import { exportMessagesFor, type ExportMessages } from '../locales/export.ts';
import type { Messages } from '../locales/index.ts';
import { tokenLabel } from '../model/token-label.ts';
import type { Token } from '../model/scene.ts';
import type { Playground } from '../state/playground.ts';
import type { ComputedAttention } from '../state/store.ts';
import { frameAt } from '../timeline/frame.ts';
import { formatWeight } from '../views/format-number.ts';
import { measureWith } from '../views/picture/canvas.ts';
import { heatmapPicture } from '../views/picture/heatmap-picture.ts';
import type { Picture } from '../views/picture/marks.ts';
import type { PictureInput } from '../views/picture/picture-input.ts';
import { stagePicture } from '../views/picture/stage-picture.ts';
import { estimatedWidth } from '../views/picture/text-width.ts';
import { textDirection } from '../views/text-direction.ts';
import { pictureColours, type PictureTheme } from './picture-colours.ts';

export const pictureNames = ['heatmap', 'step', 'stage'] as const;
export const pictureThemes = ['light', 'dark'] as const;
export const pictureBackgrounds = ['page', 'plain', 'none'] as const;

export interface PictureChoice {
  readonly picture: (typeof pictureNames)[number];
  readonly theme: PictureTheme;
  readonly background: (typeof pictureBackgrounds)[number];
  readonly isSelectionMarked: boolean;
  /** Seconds; for the stage. */
  readonly time: number;
}

/** Whose picture it is: the element has the colours, and the names of the rows. */
export interface PictureHost {
  readonly playground: Playground;
  readonly host: Element;
  readonly stageTexts: Messages['stage'];
}

/** The picture of what the playground shows. */
export function makePicture(whose: PictureHost, computed: ComputedAttention, choice: PictureChoice): Picture {
  return picturesOf(whose, computed, choice)(choice.time);
}

/** The same at any moment, however the playground is changed after this call. */
export function picturesOf(
  { playground: { store, focus }, host, stageTexts }: PictureHost,
  computed: ComputedAttention,
  choice: Omit<PictureChoice, 'time'>,
): (time: number) => Picture {
  const { lang, palette } = store.settings.value;
  const texts = exportMessagesFor(lang);
  const { trace, step, current, detail, baseScores } = computed;
  const { sentence } = current;
  const [queryLabels, keyLabels] = [sentence.target.map(labelOf), sentence.source.map(labelOf)];
  const colours = pictureColours(host, choice.theme, palette);
  const plain = choice.theme === 'dark' ? '#000000' : '#ffffff';
  const input: PictureInput = {
    ...said(texts, choice, trace, step, queryLabels, keyLabels),
    trace,
    queryLabels,
    keyLabels,
    step,
    focusKey: focus.key.value,
    isSelectionMarked: choice.isSelectionMarked,
    direction: textDirection(sentence.source),
    colours,
    ground: { page: colours.ground, plain, none: null }[choice.background],
    texts: { ...stageTexts, ...texts, statesSymbol: stageTexts.statesSymbol(step + 1) },
    measure: measure(),
  };
  const { picture } = choice;
  if (picture !== 'stage') return () => heatmapPicture(input, picture === 'step' ? 'step' : 'all');
  const { stateDim, encoderStates, decoderStates } = sentence;
  const { temperature = 1 } = computed.input;
  const stage = { ...input, stateDim, encoderStates, decoderStates, detail, baseScores, temperature };
  return (time) => stagePicture({ ...stage, frame: frameAt(time, trace.keyCount) });
}

const labelOf = ({ text }: Token): string => tokenLabel(text).label;

/** In the fonts that the printers use; guessed where there is no canvas. */
let measured: PictureInput['measure'] | null = null;
function measure(): PictureInput['measure'] {
  if (measured) return measured;
  const context = document.createElement('canvas').getContext('2d');
  return (measured = remembered(context ? measureWith(context) : estimatedWidth));
}

/** The frames of an animation ask for the same words again and again. */
function remembered(ask: PictureInput['measure']): PictureInput['measure'] {
  const known = new Map<string, number>();
  return (text, size, isBold) => {
    const key = `${size} ${isBold} ${text}`;
    const width = known.get(key) ?? ask(text, size, isBold);
    if (known.size >= mostRemembered) known.clear();
    known.set(key, width);
    return width;
  };
}
const mostRemembered = 5000;

/** A description of so many rows is read to its end, and of so many words of each. */
const [mostRows, mostWords] = [12, 3];

function said(
  texts: ExportMessages,
  { picture }: Pick<PictureChoice, 'picture'>,
  trace: AttentionTrace<Float64Array>,
  step: number,
  queryLabels: readonly string[],
  keyLabels: readonly string[],
): Pick<PictureInput, 'title' | 'description'> {
  const rows = picture === 'heatmap' ? queryLabels.map((_, t) => t) : [step];
  const sentences = rows.slice(0, mostRows).map((t) => {
    if (trace.isEmpty[t] === 1) return texts.rowEmpty(t + 1, queryLabels[t]);
    const weights = Array.from(trace.weights.subarray(t * trace.keyCount, (t + 1) * trace.keyCount));
    const largest = [...weights.keys()].sort((a, b) => weights[b] - weights[a]).slice(0, mostWords);
    return texts.rowSaid(
      t + 1,
      queryLabels[t],
      largest.filter((key) => weights[key] > 0).map((key) => [keyLabels[key], formatWeight(weights[key])] as const),
    );
  });
  if (rows.length > mostRows) sentences.push(texts.moreRows(rows.length - mostRows));
  return {
    title:
      picture === 'heatmap'
        ? texts.pictureTitle.heatmap(queryLabels.length, keyLabels.length)
        : texts.pictureTitle[picture](step + 1, queryLabels[step]),
    description: sentences.join(' '),
  };
}
