/**
 * Tells how many CSS pixels an element needs, now and whenever that changes: rounded up, so that a frame of that height has no
 * scrollbar, and never 0, which it is where the frame is not displayed. What it needs depends on the width that it is given and never
 * on the height, so a page that follows can't set it growing. Gives the way out.
 */
export function watchHeight(element: Element, tell: (height: number) => void): () => void {
  let told = 0;
  const observer = new ResizeObserver(([entry]) => {
    const height = Math.ceil(entry.borderBoxSize[0].blockSize);
    if (height === told || height === 0) return;
    told = height;
    tell(height);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
