import { exporting } from './en-export.ts';

/** The texts of the export, which come with it and not with the page. */
export type ExportMessages = typeof exporting;

const catalogues: ReadonlyMap<string, ExportMessages> = new Map([['en', exporting]]);

export function exportMessagesFor(lang: string): ExportMessages {
  return catalogues.get(lang) ?? exporting;
}
