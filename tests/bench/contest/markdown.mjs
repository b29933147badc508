// Numbers and tables as Markdown.

export function table(header, rows) {
  // The first column names things; the others are numbers, or short.
  const line = header.map((_, column) => (column === 0 ? '---' : '--:'));
  return [header, line, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Three digits that count, and all before the point; nothing for what is not there. */
export function digits(value) {
  if (value === undefined || Number.isNaN(value)) return '';
  const rounded = Number(value.toPrecision(3));
  if (rounded === 0 || rounded >= 100) return value.toFixed(0);
  return rounded.toFixed(2 - Math.floor(Math.log10(rounded)));
}

export const percent = (share) => (share === undefined || Number.isNaN(share) ? '' : `${(100 * share).toFixed(0)} %`);

export const times = (ratio) => (ratio === undefined || Number.isNaN(ratio) ? '' : `${ratio.toFixed(2)} ×`);

export const megabytes = (bytes) => (bytes === undefined ? '' : (bytes / 2 ** 20).toFixed(1));
