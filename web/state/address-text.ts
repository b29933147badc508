/**
 * Text in the fragment of an address: letters and digits of every language stay readable, a space is `+`, and whatever a
 * browser, a chat or this format could take for its own is percent-encoded.
 */
export function encodeText(text: string): string {
  return text
    .replace(loneSurrogates, '\uFFFD')
    .replace(/[^\p{L}\p{N}\p{M} .,:;!?'()*/_~@$-]/gu, (character) => encodeURIComponent(character))
    .replaceAll(' ', '+');
}

/** Undoes encodeText; also takes what a browser or a mail program encoded further. Null where it was cut or garbled. */
export function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Half a character: it cannot be written in an address. */
const loneSurrogates = /\p{Surrogate}/gu;

/** Text as it can stand in an address and come back the same. */
export const wellFormed = (text: string): string => text.replace(loneSurrogates, '\uFFFD');

export interface WrittenParameter {
  readonly name: string;
  readonly text: string;
}

export const joinParameters = (parameters: readonly WrittenParameter[]): string =>
  parameters.map(({ name, text }) => `${name}=${encodeText(text)}`).join('&');

/** The parameters of a fragment, with or without its `#`. Text is null where it cannot be decoded. */
export function splitParameters(hash: string): { name: string; text: string | null; raw: string }[] {
  return hash
    .replace(/^#/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const [name, raw] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
      return { name: decodeText(name) ?? name, text: decodeText(raw), raw };
    });
}
