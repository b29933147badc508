/**
 * The beginning of a label and "…". Where many labels stand side by side this is far cheaper than text-overflow, which
 * makes the browser clip each by itself. The whole label stays in the tooltip.
 */
export function shorten(label: string, most: number): string {
  const characters = [...label];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : label;
}
