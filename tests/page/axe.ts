import axe, { type Result } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What axe-core finds against the page, or what stands in a frame, each as one line that names the rule and the elements. */
export async function accessibilityFaults(page: Page | Frame): Promise<string[]> {
  await page.evaluate(axe.source);
  const violations: Result[] = await page.evaluate(async () => (await window.axe.run()).violations);
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary})`);
    return `${id}: ${help}: ${places.join('; ')}${nodes.length > 5 ? ` and ${nodes.length - 5} more` : ''}`;
  });
}
