import { parseHex } from '../colour.ts';
import { formatWeight } from '../format-number.ts';
import { weightOpacity } from '../heatmap-image.ts';
import { inkOn, textOn, weightInk } from '../weight-ink.ts';
import { columnLabels, label, shownLabels, type LabelStyle } from './labels.ts';
import { mirrored, type Mark, type Picture } from './marks.ts';
import { margin, smallSize, textSize, type PictureInput } from './picture-input.ts';

/** The weights as a heatmap: rows are queries, columns are keys. `rows`: those of all steps, or of the current one alone. */
export function heatmapPicture(input: PictureInput, rows: 'all' | 'step' = 'all'): Picture {
  const { trace, step, focusKey, isSelectionMarked, colours, texts, measure, title, description, ground } = input;
  const { keyCount } = trace;
  const steps = rows === 'step' ? [step] : Array.from({ length: trace.queryCount }, (_, index) => index);
  const isMarked = isSelectionMarked && rows === 'all';
  const columnWidth = columnWidthOf(input);
  const rowHeight = rowHeightOf(steps.length);
  const widest = Math.max(
    measure(texts.rows, smallSize, false),
    ...steps.map((t) => measure(input.queryLabels[t], textSize, true)),
  );
  const labelWidth = Math.min(150, Math.ceil(widest) + 2);
  const left = margin + labelWidth + 10;
  const keyStyle = (index: number): LabelStyle => ({
    size: textSize,
    fill: colours.text,
    isBold: isSelectionMarked && index === focusKey,
  });
  const heads = columnLabels({
    labels: input.keyLabels,
    x: left,
    columnWidth,
    important: isSelectionMarked ? [focusKey] : [],
    style: keyStyle,
    measure,
    edge: 'lower',
  });
  const axisHeight = 18;
  const top = margin + axisHeight + heads.height;
  const [width, height] = [keyCount * columnWidth, steps.length * rowHeight];
  const places = { left, top, columnWidth, rowHeight };
  const axis = { size: smallSize, fill: colours.textMuted };
  const marks: Mark[] = [
    label(texts.columns, { x: left + 2, y: margin + axisHeight / 2, align: 'left' }, Infinity, axis, measure),
    label(texts.rows, { x: margin + labelWidth, y: top - 9, align: 'right' }, labelWidth, axis, measure),
    ...heads.marks(margin + axisHeight),
    ...rowNames(input, steps, { x: margin + labelWidth, top, rowHeight, room: labelWidth }, isMarked),
    { kind: 'rect', x: left, y: top, width, height, fill: colours.surface },
    {
      kind: 'cells',
      x: left,
      y: top,
      columns: keyCount,
      cellWidth: columnWidth,
      cellHeight: rowHeight,
      gap: Math.min(columnWidth, rowHeight) >= 10 ? 1 : 0,
      fill: colours.weight,
      faintFill: colours.weightFaint,
      opacities: steps.flatMap((t) =>
        Array.from(trace.weights.subarray(t * keyCount, (t + 1) * keyCount), weightOpacity),
      ),
    },
    ...cellMarks(input, steps, places),
  ];
  if (isSelectionMarked && focusKey >= 0) {
    // No tint over the column: its cells are to keep the colours of the legend.
    const x = left + focusKey * columnWidth + 1;
    marks.push({ kind: 'rect', x, y: top - 3, width: columnWidth - 2, height: 2, fill: colours.text });
  }
  if (isMarked) {
    const y = top + step * rowHeight;
    marks.push({ kind: 'rect', x: left, y, width, height: rowHeight, stroke: colours.text, strokeWidth: 2 });
  }
  const sign = hasCellNumbers(places, steps.length * keyCount) ? '–' : '╱';
  const legend = legendMarks(input, left, top + height + 14, steps, sign);
  marks.push(...legend.marks);
  const axisEnd = left + 2 + measure(texts.columns, smallSize, false);
  const picture = {
    width: Math.ceil(Math.max(left + width, legend.right, axisEnd) + margin),
    height: top + height + 14 + legend.height + margin - 4,
    ground,
    title,
    description,
    marks,
  };
  return input.direction === 'rtl' ? mirrored(picture) : picture;
}

/** A word's width where few stand side by side, then room for a number, then for a label that stands upright, then what is left. */
function columnWidthOf({ keyLabels, trace, measure }: PictureInput): number {
  const count = trace.keyCount;
  if (count > 14) return count <= 24 ? 40 : count <= 64 ? 20 : count <= 128 ? 10 : 6;
  const widest = Math.max(...keyLabels.map((text) => measure(text, textSize, true)));
  return Math.max(52, Math.min(count <= 8 ? 110 : 72, Math.ceil(widest) + 12));
}

function rowHeightOf(count: number): number {
  return count <= 12 ? 32 : count <= 24 ? 26 : count <= 64 ? 18 : count <= 128 ? 10 : 6;
}

function rowNames(
  { queryLabels, step, colours, measure }: PictureInput,
  steps: readonly number[],
  {
    x,
    top,
    rowHeight,
    room,
  }: { readonly x: number; readonly top: number; readonly rowHeight: number; readonly room: number },
  isMarked: boolean,
): Mark[] {
  const shown = shownLabels(steps.length, rowHeight, textSize, isMarked ? [steps.indexOf(step)] : []);
  return steps.flatMap((t, index) =>
    shown.has(index)
      ? [
          label(
            queryLabels[t],
            { x, y: top + (index + 0.5) * rowHeight, align: 'right' },
            room,
            { size: textSize, fill: colours.text, isBold: isMarked && t === step },
            measure,
          ),
        ]
      : [],
  );
}

interface CellPlaces {
  readonly left: number;
  readonly top: number;
  readonly columnWidth: number;
  readonly rowHeight: number;
}

function hasCellNumbers({ columnWidth, rowHeight }: CellPlaces, count: number): boolean {
  return columnWidth >= 34 && rowHeight >= 17 && count <= 1200;
}

/** The number of each weight where there is room, and a sign on what is hidden: a dash, or a stroke through a small cell. */
function cellMarks(input: PictureInput, steps: readonly number[], places: CellPlaces): Mark[] {
  const { trace, colours } = input;
  const { left, top, columnWidth, rowHeight } = places;
  const hasNumbers = hasCellNumbers(places, steps.length * trace.keyCount);
  const hasStrokes = columnWidth >= 8 && rowHeight >= 8;
  if (!hasNumbers && !hasStrokes) return [];
  const ink = weightInk(colours.weightFaint, colours.weight);
  const surface = parseHex(colours.surface);
  return steps.flatMap((t, row) =>
    Array.from({ length: trace.keyCount }, (_, key): Mark[] => {
      const index = t * trace.keyCount + key;
      const [x, y] = [left + (key + 0.5) * columnWidth, top + (row + 0.5) * rowHeight];
      const isHidden = trace.visible[index] === 0;
      if (!hasNumbers) {
        if (!isHidden) return [];
        const reach = Math.min(columnWidth, rowHeight) / 4;
        const [from, to] = [[x - reach, y + reach] as const, [x + reach, y - reach] as const];
        return [{ kind: 'line', from, to, stroke: colours.lineStrong, strokeWidth: 1 }];
      }
      const weight = trace.weights[index];
      return [
        {
          kind: 'text',
          x,
          y,
          text: isHidden ? '–' : formatWeight(weight),
          size: smallSize + 1,
          fill: isHidden ? colours.textMuted : textOn(inkOn(surface, ink, weightOpacity(weight))),
          align: 'center',
        },
      ];
    }).flat(),
  );
}

function legendMarks(
  { trace, colours, texts, measure }: PictureInput,
  x: number,
  y: number,
  steps: readonly number[],
  sign: string,
): { readonly marks: Mark[]; readonly right: number; readonly height: number } {
  const [cell, cells] = [12, 6];
  const style = { size: smallSize, fill: colours.textMuted };
  const rampEnd = x + 12 + cell * cells;
  const middle = y + cell / 2;
  const weightText = `1  ${texts.weight}`;
  const marks: Mark[] = [
    label('0', { x, y: middle, align: 'left' }, Infinity, style, measure),
    { kind: 'rect', x: x + 12, y, width: cell * cells, height: cell, fill: colours.surface },
    {
      ...{
        kind: 'cells',
        x: x + 12,
        y,
        columns: cells,
        cellWidth: cell,
        cellHeight: cell,
        gap: 0,
        fill: colours.weight,
        faintFill: colours.weightFaint,
      },
      opacities: Array.from({ length: cells }, (_, index) => weightOpacity(index / (cells - 1))),
    },
    { kind: 'rect', x: x + 12, y, width: cell * cells, height: cell, stroke: colours.hairline, strokeWidth: 1 },
    label(weightText, { x: rampEnd + 6, y: middle, align: 'left' }, Infinity, style, measure),
  ];
  let right = rampEnd + 6 + measure(weightText, smallSize, false);
  let height = cell;
  const hasHidden = steps.some((t) => trace.visible.subarray(t * trace.keyCount, (t + 1) * trace.keyCount).includes(0));
  if (hasHidden) {
    const text = `${sign}  ${texts.hidden}`;
    marks.push(label(text, { x, y: y + 26, align: 'left' }, Infinity, style, measure));
    right = Math.max(right, x + measure(text, smallSize, false));
    height += 20;
  }
  return { marks, right, height };
}
