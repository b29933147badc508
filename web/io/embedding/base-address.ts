/**
 * Where a site lies, from what a person typed or pasted: an address of its page is one of the site, and a path stays a path. Null where
 * no page can load from it.
 */
export function baseAddress(text: string): string | null {
  const trimmed = text.trim().replace(/[?#].*$/s, '');
  if (trimmed === '' || /\s/.test(trimmed)) return null;
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(trimmed);
  if (hasScheme && !(/^https?:\/\//i.test(trimmed) && URL.canParse(trimmed))) return null;
  const folder = trimmed.replace(/[^/]*\.html?$/i, '');
  return folder.endsWith('/') || folder === '' ? folder || './' : `${folder}/`;
}
