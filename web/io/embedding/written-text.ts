const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it is written in HTML, between tags or in an attribute in quotes. */
export const htmlText = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]);

/** A text, or a list of texts, as it is written in a script, which may stand in HTML: nothing in it can end that script. */
export const scriptText = (value: string | readonly string[]): string =>
  JSON.stringify(value)
    .replace(/[<>\u2028\u2029]/g, escaped)
    .replaceAll('","', '", "');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
