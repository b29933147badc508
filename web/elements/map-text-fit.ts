export interface FittedText {
  readonly text: string;
  readonly width: number;
}

/** Words stand again and again along a map, and measuring is most of what a label costs. */
const fitted = new Map<string, FittedText>();
const mostFitted = 4_000;

/** The text, or its beginning and "…", no wider than `room` in the context's font. Code points are not torn apart. */
export function fittingText(context: CanvasRenderingContext2D, text: string, room: number): FittedText {
  const key = `${Math.floor(room)} ${context.font} ${text}`;
  let result = fitted.get(key);
  if (!result) {
    result = fit(context, text, room);
    if (fitted.size >= mostFitted) fitted.clear();
    fitted.set(key, result);
  }
  return result;
}

function fit(context: CanvasRenderingContext2D, text: string, room: number): FittedText {
  const widthOf = (part: string): number => context.measureText(part).width;
  const width = widthOf(text);
  if (width <= room) return { text, width };
  const characters = [...text];
  const beginning = (count: number): string => `${characters.slice(0, count).join('')}…`;
  let [fits, tooLong] = [0, characters.length];
  while (fits + 1 < tooLong) {
    const middle = (fits + tooLong) >> 1;
    if (widthOf(beginning(middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  return { text: beginning(fits), width: widthOf(beginning(fits)) };
}
