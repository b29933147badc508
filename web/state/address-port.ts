/** An entry of the browser's history. */
export interface AddressEntry {
  /** Fragment, with or without `#`. */
  readonly hash: string;
  /** The whole fragment, where it was too long to be shown; kept by the browser for this tab only. */
  readonly full: string | null;
}

/** The address bar, or whatever stands in for it. */
export interface AddressPort {
  read(): AddressEntry;
  /** `push`: a new entry for the back button. May throw where the browser finds it too often. */
  write(entry: AddressEntry, mode: 'push' | 'replace'): void;
  /** `onArrival`: the person went to another entry or typed one. `onLeave`: last chance to write. Returns the way out. */
  listen(onArrival: () => void, onLeave: () => void): () => void;
  /** The absolute address of a fragment. */
  linkTo(hash: string): string;
}

const stateKey = 'attentionPlayground';

/** The address bar of a page that belongs to the playground alone. */
export function browserAddress(view: Window = window): AddressPort {
  const { location, history, document } = view;
  return {
    read() {
      const state: unknown = history.state;
      const full = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[stateKey] : null;
      return { hash: location.hash, full: typeof full === 'string' ? full : null };
    },
    write({ hash, full }, mode) {
      const state = full === null ? null : { [stateKey]: full };
      history[mode === 'push' ? 'pushState' : 'replaceState'](state, '', `#${hash}`);
    },
    listen(onArrival, onLeave) {
      const onVisibility = (): void => {
        if (document.visibilityState === 'hidden') onLeave();
      };
      view.addEventListener('popstate', onArrival);
      view.addEventListener('hashchange', onArrival);
      view.addEventListener('pagehide', onLeave);
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        view.removeEventListener('popstate', onArrival);
        view.removeEventListener('hashchange', onArrival);
        view.removeEventListener('pagehide', onLeave);
        document.removeEventListener('visibilitychange', onVisibility);
      };
    },
    linkTo: (hash) => withFragment(location.href, hash),
  };
}

/** For an element inside someone else's page: opens at `hash`, leaves the page's address alone, still can make links. */
export function detachedAddress(hash = '', page: string = globalThis.location?.href ?? ''): AddressPort {
  return {
    read: () => ({ hash, full: null }),
    write: () => undefined,
    listen: () => () => undefined,
    linkTo: (fragment) => withFragment(page, fragment),
  };
}

const withFragment = (address: string, hash: string): string => `${address.replace(/#.*$/s, '')}#${hash}`;
