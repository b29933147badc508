import { nothing } from 'lit';

interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

const isTemplate = (value: unknown): value is Template =>
  typeof value === 'object' && value !== null && 'strings' in value && 'values' in value;

/** The markup that a Lit template makes, without a browser. */
export function markupOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(markupOf).join('');
  if (isTemplate(value)) {
    return value.strings.map((text, index) => text + markupOf(value.values[index] ?? '')).join('');
  }
  if (value === nothing || value === undefined || value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  throw new TypeError(`A template holds ${typeof value}; expected text, numbers and templates.`);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** What a person reads of it: no tags, no white space between the parts of a formula. */
export const textOf = (value: unknown): string =>
  unescaped(markupOf(value).replace(/<[^>]*>/g, '')).replace(/\s+/g, '');
