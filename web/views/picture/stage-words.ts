import { columnLabels, label, shownLabels, tallest } from './labels.ts';
import type { Mark } from './marks.ts';
import { textSize, type PictureInput } from './picture-input.ts';
import { columnMiddle, type StageLayout } from './stage-layout.ts';
import { fitted } from './text-width.ts';

export interface Band {
  readonly height: number;
  readonly marks: Mark[];
}

const thickest = 14;
/** Weights below this would be hairlines that hide the picture. */
const thinnestWeight = 0.01;
const linksHeight = 56;

/** The target words with the current one filled, the lines from it as thick as the weights, and the source words. */
export function wordsBand(input: PictureInput, layout: StageLayout, y: number, growth: number): Band {
  const { trace, step, focusKey, isSelectionMarked, colours, texts, measure, queryLabels, keyLabels } = input;
  const keysWidth = layout.right - layout.left;
  const room = keysWidth / queryLabels.length;
  const targetMiddle = (t: number): number => layout.left + (t + 0.5) * room;
  const styleOf = (t: number) => ({
    size: textSize,
    fill: t === step ? colours.ground : colours.textMuted,
    isBold: t === step,
  });
  const widths = queryLabels.map((text) => measure(text, textSize, true));
  const isLying = widths.every((width) => width <= room - 14);
  const targetsHeight = isLying ? 28 : Math.min(tallest, Math.ceil(Math.max(...widths)) + 16);
  const shown = isLying ? null : shownLabels(queryLabels.length, room, textSize, [step]);
  const targets = queryLabels.flatMap((text, t): Mark[] => {
    if (shown && !shown.has(t)) return [];
    const style = styleOf(t);
    const x = targetMiddle(t);
    const length = isLying ? room - 14 : targetsHeight - 16;
    const width = Math.min(
      length,
      measure(fitted(text, length, textSize, style.isBold, measure), textSize, style.isBold),
    );
    const pill: Mark[] =
      t !== step
        ? []
        : isLying
          ? [
              {
                kind: 'rect',
                x: x - width / 2 - 7,
                y: y + 2,
                width: width + 14,
                height: 24,
                radius: 12,
                fill: colours.text,
              },
            ]
          : [
              {
                kind: 'rect',
                x: x - 9,
                y: y + targetsHeight - width - 14,
                width: 18,
                height: width + 14,
                radius: 9,
                fill: colours.text,
              },
            ];
    const place = isLying
      ? ({ x, y: y + 14, align: 'center' } as const)
      : ({ x, y: y + targetsHeight - 7, align: 'left', isUpright: true } as const);
    return [...pill, label(text, place, length, style, measure)];
  });

  const top = y + targetsHeight + 2;
  const bottom = top + linksHeight;
  const curve = (t: number, key: number) => ({
    from: [targetMiddle(t), top] as const,
    to: [columnMiddle(layout, key), bottom] as const,
  });
  const others = queryLabels.flatMap((_, t): Mark[] => {
    const key = trace.largestKey[t];
    return t === step || key < 0 ? [] : [{ kind: 'curve', ...curve(t, key), stroke: colours.hairline, strokeWidth: 1 }];
  });
  const own = Array.from(trace.weights.subarray(step * trace.keyCount, (step + 1) * trace.keyCount)).flatMap(
    (weight, key): Mark[] =>
      weight >= thinnestWeight && growth > 0
        ? [
            {
              kind: 'curve',
              ...curve(step, key),
              stroke: colours.weight,
              strokeWidth: Math.max(0.75, weight * thickest) * growth,
              opacity: isSelectionMarked && key === focusKey ? 0.9 : 0.5,
            },
          ]
        : [],
  );
  const sources = columnLabels({
    labels: keyLabels,
    x: layout.left,
    columnWidth: layout.columnWidth,
    important: isSelectionMarked ? [focusKey] : [],
    style: () => ({ size: textSize, fill: colours.text, isBold: true }),
    measure,
    edge: 'upper',
  });
  const rowName = (text: string, middle: number): Mark =>
    label(
      text,
      { x: layout.left - layout.labelWidth, y: middle, align: 'left' },
      layout.labelWidth - 8,
      { size: textSize, fill: colours.text, isBold: true },
      measure,
    );
  return {
    height: targetsHeight + 2 + linksHeight + 2 + sources.height + 6,
    marks: [
      rowName(texts.target, isLying ? y + 14 : y + targetsHeight - 14),
      rowName(texts.source, bottom + 14),
      ...others,
      ...own,
      ...targets,
      ...sources.marks(bottom + 2),
    ],
  };
}
