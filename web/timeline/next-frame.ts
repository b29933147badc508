let pending: Promise<void> | null = null;

/**
 * Resolves in the next animation frame, the same one for all who ask before it. What changes between two frames is
 * drawn once, and input, which browsers hand out just before a frame, is on screen in that frame. A hidden page has
 * no frames: there nothing is drawn until it is seen.
 */
export function nextFrame(): Promise<void> {
  pending ??= new Promise((resolve) => {
    requestAnimationFrame(() => {
      pending = null;
      resolve();
    });
  });
  return pending;
}
