/** The text, or its beginning and "…", no wider than `width` in the context's font. Code points are not torn apart. */
export function fittingText(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const characters = [...text];
  let [fits, tooLong] = [0, characters.length];
  while (fits + 1 < tooLong) {
    const middle = (fits + tooLong) >> 1;
    const beginning = `${characters.slice(0, middle).join('')}…`;
    if (context.measureText(beginning).width <= width) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? '…' : `${characters.slice(0, fits).join('')}…`;
}
