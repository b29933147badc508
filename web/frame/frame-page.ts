import { serveFrame } from './serve-frame.ts';

/**
 * A page that is nothing but the playground, for a frame: it opens what its address says, follows the address where the page around it
 * changes that, and writes no history, which would be that page's.
 */
export function openFramePage(): void {
  const playground = document.createElement('attention-playground');
  const open = (): void => {
    playground.state = location.hash.length > 1 ? location.hash : null;
  };
  open();
  window.addEventListener('hashchange', open);
  serveFrame(playground);
  document.body.append(playground);
}
