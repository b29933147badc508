/** Which of `count` equal columns of an element lies under a client x; columns run with the writing direction. */
export function columnUnder(element: Element, clientX: number, count: number): number {
  const { left, right, width } = element.getBoundingClientRect();
  const isMirrored = getComputedStyle(element).direction === 'rtl';
  return partUnder(isMirrored ? right - clientX : clientX - left, width, count);
}

/** Which of `count` equal rows of an element lies under a client y. */
export function rowUnder(element: Element, clientY: number, count: number): number {
  const { top, height } = element.getBoundingClientRect();
  return partUnder(clientY - top, height, count);
}

function partUnder(offset: number, length: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor((offset / length) * count)));
}
