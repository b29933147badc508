import axe, { type Result } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * What axe-core finds against the page, or what stands in a frame, each as one line that names the rule and the elements. `part`: a
 * path through shadow roots to all that is looked at, since axe does not know that a dialog hides what is behind it.
 */
export async function accessibilityFaults(page: Page | Frame, part?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const context = part === undefined ? null : { fromShadowDom: part as [string, string] };
  const violations: Result[] = await page.evaluate(
    async (only) => (await (only === null ? window.axe.run() : window.axe.run(only))).violations,
    context,
  );
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary})`);
    return `${id}: ${help}: ${places.join('; ')}${nodes.length > 5 ? ` and ${nodes.length - 5} more` : ''}`;
  });
}
