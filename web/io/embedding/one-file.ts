import { htmlText } from './written-text.ts';

/** The one file, made to open with a state of its own. Null: this is not the file. */
export function oneFileWith(html: string, address: string): string | null {
  const root = '<html lang="en"';
  if (!html.includes(`${root}>`) || !html.includes('id="packed"')) return null;
  return html.replace(`${root}>`, () => `${root} data-state="${htmlText(address)}">`);
}
