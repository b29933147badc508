import { serveFrame } from './serve-frame.ts';

/**
 * A page that is nothing but the playground, for a frame: it opens what its address says, follows the address where the page around it
 * changes that, and writes no history, which would be that page's.
 */
export function openFramePage(): void {
  const playground = document.createElement('attention-playground');
  // The origin is that of the playground's own site.
  playground.threads = true;
  if (location.hash.length > 1) playground.state = location.hash;
  // Anew, since what an address does not name has its default.
  window.addEventListener('hashchange', () => location.reload());
  serveFrame(playground);
  const main = document.createElement('main');
  main.append(playground);
  document.body.append(main);
}
