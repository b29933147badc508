import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { undoShortcut } from './undo-shortcut.ts';

/** The keys of a whole playground, and which of them the page around it hears of. */
export class PlaygroundKeys implements ReactiveController {
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly isPage: () => boolean,
    private readonly travel: (action: 'undo' | 'redo') => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    // In someone else's page only what is typed into the element is meant for it.
    (this.isPage() ? window : this.host).addEventListener('keydown', this.onShortcut);
    this.host.addEventListener('keydown', this.keepUsedKey);
  }

  hostDisconnected(): void {
    window.removeEventListener('keydown', this.onShortcut);
  }

  private readonly onShortcut = (event: Event): void => {
    // Another playground inside of this one has taken it already.
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return;
    const action = undoShortcut(event);
    if (action === null) return;
    this.travel(action);
    event.preventDefault();
  };

  /** A key that does something here is not for the page too, whose arrows may turn its slides. */
  private readonly keepUsedKey = (event: KeyboardEvent): void => {
    if (!this.isPage() && (event.defaultPrevented || isForControl(event))) event.stopPropagation();
  };
}

/**
 * The browser does something with the key in the button, field or slider that has the focus. A page can't tell: to it the focus is on
 * the playground.
 */
function isForControl(event: KeyboardEvent): boolean {
  const [control] = event.composedPath();
  if (!(control instanceof Element) || event.ctrlKey || event.metaKey) return false;
  if (control.matches('button, summary')) return /^(Enter| )$/.test(event.key);
  return control.matches('input, select, textarea') && !/^(Tab|Escape|F\d+)$/.test(event.key);
}
