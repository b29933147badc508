import type { RowDetail } from '../../contract/index.ts';
import type { Frame } from '../../timeline/frame.ts';
import { formatFixed, formatShort, formatWeight } from '../format-number.ts';
import { scorePosition, scoreRange } from '../score-scale.ts';
import { shownExponentials } from '../shown-exponentials.ts';
import { label } from './labels.ts';
import { mirrored, type Mark, type Picture } from './marks.ts';
import { margin, smallSize, textSize, type PictureInput } from './picture-input.ts';
import { columnMiddle, stageLayout, sumMiddle, type StageLayout } from './stage-layout.ts';
import { wordsBand, type Band } from './stage-words.ts';
import { cellStride, largestMagnitude, vectorMarks } from './vector-marks.ts';

export interface StageInput extends PictureInput {
  readonly frame: Frame;
  readonly stateDim: number;
  /** [keyCount, stateDim] */
  readonly encoderStates: Float64Array;
  /** [queryCount, stateDim] */
  readonly decoderStates: Float64Array;
  /** Of the current row. */
  readonly detail: RowDetail<Float64Array>;
  /** [queryCount, keyCount] before typed-in scores: where they differ an outline shows them. */
  readonly baseScores: Float64Array;
  readonly temperature: number;
}

interface Stage extends StageInput {
  readonly layout: StageLayout;
  /** The current row of a [queryCount, keyCount] array. */
  readonly row: <A extends Float64Array | Uint8Array>(array: A) => A;
  readonly hasNumber: (key: number) => boolean;
  readonly isMirrored: boolean;
}

const padding = 8;
const numberHeight = 20;
const scoreHeight = 100;

/** One step from top to bottom at one moment: words, states, scores, exponentials, weights, shares of the context. */
export function stagePicture(input: StageInput): Picture {
  const { trace, step, focusKey, isSelectionMarked, colours, ground, title, description } = input;
  const layout = stageLayout(input);
  const stage: Stage = {
    ...input,
    layout,
    row: (array) => array.subarray(step * trace.keyCount, (step + 1) * trace.keyCount) as typeof array,
    isMirrored: input.direction === 'rtl',
    hasNumber: (key) => !layout.isDense || (isSelectionMarked && key === focusKey),
  };
  const words = wordsBand(input, layout, margin, input.frame.weightGrowth);
  let y = margin + words.height;
  const below: Mark[] = [];
  for (const band of [statesBand, scoresBand, exponentialsBand, weightsBand, contributionsBand]) {
    below.push({
      kind: 'line',
      from: [margin, y],
      to: [layout.width - margin, y],
      stroke: colours.hairline,
      strokeWidth: 1,
    });
    const { height, marks } = band(stage, y + padding);
    below.push(...marks);
    y += height + 2 * padding;
  }
  const lit: Mark[] =
    isSelectionMarked && focusKey >= 0
      ? [
          {
            kind: 'rect',
            x: layout.left + focusKey * layout.columnWidth,
            y: margin + words.height,
            width: layout.columnWidth,
            height: y - margin - words.height,
            fill: colours.text,
            opacity: 0.06,
          },
        ]
      : [];
  const marks = [...words.marks, ...lit, ...below];
  const picture = { width: layout.width, height: y + margin - padding, ground, title, description, marks };
  return input.direction === 'rtl' ? mirrored(picture) : picture;
}

/** The name of a row and, below it, its sign. */
function rowName({ layout, colours, measure }: Stage, name: string, sign: string, middle: number, room = 120): Mark[] {
  const x = margin;
  return [
    label(
      name,
      { x, y: middle - 8, align: 'left' },
      room,
      { size: textSize, fill: colours.text, isBold: true },
      measure,
    ),
    label(
      sign,
      { x, y: middle + 8, align: 'left' },
      Math.min(room, layout.labelWidth - 8),
      { size: textSize - 1, fill: colours.textMuted },
      measure,
    ),
  ];
}

function keys({ trace }: Stage): number[] {
  return Array.from({ length: trace.keyCount }, (_, key) => key);
}

function numberMark(stage: Stage, key: number, y: number, text: string, opacity: number, isBold = false): Mark[] {
  if (!stage.hasNumber(key) || opacity <= 0) return [];
  return [
    {
      kind: 'text',
      x: columnMiddle(stage.layout, key),
      y,
      text,
      size: textSize - 1,
      fill: stage.colours.text,
      align: 'center',
      isBold,
      opacity,
    },
  ];
}

/**
 * On its way to the sum at the right; in dense columns only what counts is told apart. Where all of them come together they have faded,
 * so that they are not printed over each other.
 */
function flying(stage: Stage, key: number, y: number, text: string, travel: number): Mark[] {
  if (stage.layout.isDense && stage.row(stage.trace.weights)[key] < 0.02) return [];
  const from = columnMiddle(stage.layout, key);
  const x = from + travel * (sumMiddle(stage.layout) - from);
  const opacity = Math.min(1, 3 * (1 - travel));
  return [
    { kind: 'text', x, y, text, size: textSize - 1, fill: stage.colours.text, align: 'center', isBold: true, opacity },
  ];
}

function sumText(stage: Stage, y: number, text: string, opacity: number): Mark[] {
  if (opacity <= 0) return [];
  const { layout, colours } = stage;
  return [{ kind: 'text', x: layout.right + 12, y, text, size: textSize, fill: colours.text, align: 'left', opacity }];
}

function statesBand(stage: Stage, y: number): Band {
  const { layout, colours, frame, stateDim: dim, encoderStates, decoderStates, step, texts, isMirrored } = stage;
  const largest = largestMagnitude(encoderStates, decoderStates);
  const width = Math.min(layout.columnWidth - (layout.isDense ? 2 : 6), 76);
  const height = dim * cellStride - 2;
  const query = decoderStates.subarray(step * dim, (step + 1) * dim);
  const visitor = frame.queryColumn;
  const vectors = keys(stage).flatMap((key) =>
    vectorMarks({
      ...{ x: columnMiddle(layout, key), y, width, role: 'key', largest, colours, isMirrored },
      values: encoderStates.subarray(key * dim, (key + 1) * dim),
      hasNumbers: !layout.isDense,
      litCount: visitor !== null && Math.round(visitor) === key ? Math.floor((frame.termGrowth[key] ?? 0) * dim) : 0,
    }),
  );
  const own = { role: 'query', values: query, largest, colours, isMirrored } as const;
  return {
    height,
    marks: [
      ...rowName(stage, texts.states, texts.statesSymbol, y + height / 2, 64),
      ...vectorMarks({ ...own, x: layout.left - 34, y, width: 50, hasNumbers: true }),
      ...vectors,
      ...(visitor === null
        ? []
        : vectorMarks({
            ...own,
            x: columnMiddle(layout, visitor),
            y,
            width: Math.max(18, width - 12),
            hasNumbers: !layout.isDense,
          })),
    ],
  };
}

function scoresBand(stage: Stage, y: number): Band {
  const { layout, colours, frame, trace, temperature, baseScores, texts, measure } = stage;
  const [scores, before, visible] = [stage.row(trace.scores), stage.row(baseScores), stage.row(trace.visible)];
  const scale = { height: scoreHeight, range: scoreRange(trace.scores) };
  const zero = y + scoreHeight / 2;
  const width = Math.min(layout.columnWidth - 4, 56);
  const marks = keys(stage).flatMap((key): Mark[] => {
    const x = columnMiddle(layout, key);
    const growth = frame.scoreGrowth[key] ?? 1;
    const barOf = (score: number, share: number) => {
      const length = Math.abs(scorePosition(score, scale)) * share * (scoreHeight / 2);
      return { x: x - width * 0.35, y: score < 0 ? zero : zero - length, width: width * 0.7, height: length };
    };
    const bar = barOf(scores[key], growth);
    const isHidden = visible[key] === 0;
    const fill = scores[key] < 0 ? colours.scoreNegative : colours.scorePositive;
    const tip = scores[key] < 0 ? bar.y + bar.height : bar.y;
    return [
      {
        kind: 'line',
        from: [x - width / 2, zero],
        to: [x + width / 2, zero],
        stroke: colours.lineStrong,
        strokeWidth: 1,
      },
      isHidden
        ? { kind: 'rect', ...bar, stroke: colours.lineStrong, strokeWidth: 1, isDashed: true }
        : { kind: 'rect', ...bar, fill },
      {
        kind: 'rect',
        x: x - width * 0.44,
        y: tip - 1.5,
        width: width * 0.88,
        height: 3,
        radius: 1.5,
        fill: colours.text,
        opacity: 0.8,
      },
      ...(before[key] === scores[key] || (Number.isNaN(before[key]) && Number.isNaN(scores[key]))
        ? []
        : [
            {
              kind: 'rect',
              ...barOf(before[key], 1),
              stroke: colours.textMuted,
              strokeWidth: 1.2,
              isDashed: true,
            } as const,
          ]),
      ...numberMark(stage, key, y + scoreHeight + numberHeight / 2, formatShort(scores[key], 2), growth, true),
    ];
  });
  const sign = temperature === 1 ? 'e' : `e, T = ${formatShort(temperature, 3)}`;
  const height = scoreHeight + numberHeight;
  const hidden = visible.includes(0)
    ? [
        label(
          texts.hidden,
          { x: margin, y: y + height / 2 + 24, align: 'left' },
          layout.labelWidth - 8,
          { size: smallSize, fill: colours.textMuted },
          measure,
        ),
      ]
    : [];
  return { height, marks: [...rowName(stage, texts.scores, sign, y + height / 2), ...hidden, ...marks] };
}

function exponentialsBand(stage: Stage, y: number): Band {
  const { layout, colours, frame, trace, step, temperature, texts } = stage;
  const [room, height] = [30, 30 + numberHeight];
  const shown = shownExponentials(trace, step);
  const visible = stage.row(trace.visible);
  const largest = Math.max(...shown.values, Number.MIN_VALUE);
  const width = Math.min(layout.columnWidth * 0.7, 34);
  const middle = y + room + numberHeight / 2;
  const marks = keys(stage).flatMap((key): Mark[] => {
    const value = shown.values[key];
    const length = Math.min(1, value / largest) * frame.exponentialGrowth * room;
    const text = visible[key] === 0 ? '0' : formatFixed(value, layout.columnWidth >= 60 ? 3 : 1);
    const bar = { x: columnMiddle(layout, key) - width / 2, y: y + room - length, width, height: length };
    return [
      { kind: 'rect', ...bar, fill: colours.scorePositive, opacity: 0.55 },
      ...numberMark(stage, key, middle, text, frame.exponentialGrowth),
      ...(frame.sumTravel > 0 && frame.sumTravel < 1 ? flying(stage, key, middle, text, frame.sumTravel) : []),
    ];
  });
  const logit = temperature === 1 || temperature === 0 ? 'e' : 'e/T';
  return {
    height,
    marks: [
      ...rowName(stage, texts.exponentials, `exp(${logit}${shown.isShifted ? ' − m' : ''})`, y + height / 2),
      ...marks,
      ...sumText(stage, y + height / 2, `Σ ${formatFixed(shown.sum, 3)}`, frame.sumTravel),
    ],
  };
}

function weightsBand(stage: Stage, y: number): Band {
  const { layout, colours, frame, trace, step, texts, measure } = stage;
  const [room, height] = [52, 52 + numberHeight];
  const weights = stage.row(trace.weights);
  const growth = frame.weightGrowth;
  const width = Math.min(layout.columnWidth * 0.7, 34);
  const middle = y + room + numberHeight / 2;
  const marks = keys(stage).flatMap((key): Mark[] => {
    const x = columnMiddle(layout, key) - width / 2;
    const length = weights[key] > 0 ? weights[key] * growth * room : 0;
    const text = formatWeight(weights[key]);
    return [
      { kind: 'rect', x, y, width, height: room, fill: colours.sunken, radius: 3 },
      { kind: 'rect', x, y: y + room - length, width, height: length, fill: colours.weight },
      ...(growth > 0 && growth < 1
        ? flying(stage, key, middle, text, 1 - growth)
        : numberMark(stage, key, middle, text, growth, true)),
    ];
  });
  const x = (layout.left + layout.right) / 2;
  const empty = { size: textSize, fill: colours.warning, isBold: true };
  return {
    height,
    marks: [
      ...rowName(stage, texts.weights, 'α', y + height / 2),
      ...marks,
      ...sumText(stage, y + height / 2, `Σ ${formatShort(trace.weightSums[step] ?? 0, 3)}`, growth),
      ...(trace.isEmpty[step] === 1
        ? [
            label(
              texts.seesNothing,
              { x, y: y + room / 2, align: 'center' },
              layout.right - layout.left,
              empty,
              measure,
            ),
          ]
        : []),
    ],
  };
}

function contributionsBand(stage: Stage, y: number): Band {
  const { layout, colours, frame, trace, step, detail, encoderStates, texts, isMirrored } = stage;
  const dim = detail.valueDim;
  const context = trace.context.subarray(step * dim, (step + 1) * dim);
  const largest = largestMagnitude(encoderStates, context);
  const width = Math.min(layout.columnWidth - (layout.isDense ? 2 : 6), 76);
  const height = dim * cellStride - 2;
  const weights = stage.row(trace.weights);
  const own = { y, width, role: 'value', largest, hasNumbers: !layout.isDense, colours, isMirrored } as const;
  const valuesOf = (key: number): Float64Array => detail.contributions.subarray(key * dim, (key + 1) * dim);
  const shares = keys(stage).flatMap((key) =>
    vectorMarks({
      ...own,
      values: valuesOf(key),
      x: columnMiddle(layout, key),
      opacity: frame.contributionGrowth[key] ?? 1,
    }),
  );
  // Over all that stand still.
  const flights = keys(stage).flatMap((key) => {
    const travel = frame.contributionTravel[key] ?? 1;
    const from = columnMiddle(layout, key);
    if (travel <= 0 || travel >= 1 || (layout.isDense && weights[key] < 0.02)) return [];
    return vectorMarks({ ...own, values: valuesOf(key), x: from + travel * (sumMiddle(layout) - from) });
  });
  const sum: Mark[] =
    frame.contextGrowth <= 0
      ? []
      : [
          {
            kind: 'text',
            x: layout.right + 12,
            y: y + height / 2,
            text: 'c',
            size: textSize,
            fill: colours.text,
            align: 'left',
            isBold: true,
            opacity: frame.contextGrowth,
          },
          ...vectorMarks({
            ...{ x: layout.right + 66, y, width: 76, role: 'context', values: context, largest, colours, isMirrored },
            hasNumbers: frame.isResting,
            opacity: frame.contextGrowth,
          }),
        ];
  return {
    height,
    marks: [...rowName(stage, texts.contributions, 'α h', y + height / 2), ...shares, ...sum, ...flights],
  };
}
