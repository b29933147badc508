import type { Page } from 'playwright-core';

/** All text of a page and its attributes but data-*, through shadow roots; hidden parts too, but no styles and scripts. */
export function allText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const visit = (node: Node): void => {
      if (node instanceof HTMLStyleElement || node instanceof HTMLScriptElement) return;
      if (node instanceof Text && node.data.trim() !== '') texts.push(node.data.trim());
      if (node instanceof Element) {
        for (const { name, value } of node.attributes) {
          if (value !== '' && !name.startsWith('data-')) texts.push(`${name}=${value}`);
        }
        node.shadowRoot?.childNodes.forEach(visit);
      }
      node.childNodes.forEach(visit);
    };
    visit(document.documentElement);
    return texts;
  });
}

/** Numbers and objects that went wrong on their way to the screen. A person's own text may quote them, in quotes. */
export function suspiciousText(texts: readonly string[]): string[] {
  return texts.filter((text) => /NaN|undefined|\[object|Infinity/.test(text.replace(/“[^”]*”/g, '')));
}
