/** What a key asks for: Ctrl or ⌘ with Z, with Shift and Z, or with Y; null where it is typed into a field, which has an undo of its own. */
export function undoShortcut(event: KeyboardEvent): 'undo' | 'redo' | null {
  const isTyping = event
    .composedPath()
    .some((node) => node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement);
  if (isTyping || !(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}
