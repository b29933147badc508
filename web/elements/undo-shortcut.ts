/** Text is typed into it; radio buttons, boxes and sliders have nothing to undo. */
const isTextField = (node: EventTarget): boolean =>
  node instanceof HTMLTextAreaElement ||
  (node instanceof HTMLInputElement && !/^(radio|checkbox|range|file|button)$/.test(node.type));

/** What a key asks for: Ctrl or ⌘ with Z, with Shift and Z, or with Y; null where it is typed into a field, which has an undo of its own. */
export function undoShortcut(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.composedPath().some(isTextField) || !(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}
