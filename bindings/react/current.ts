// The modal of this page, for components: there is one, whichever React tree has made it. Made by <WalletModal> when it mounts, kept while one
// of them is mounted.

import { createWalletModal, type Options, type WalletModalHandle } from 'wallet-modal';
import { storeOf, type Store } from '../shared/store';

let modal: WalletModalHandle | null = null;
/** what it was made with and told since; undefined of one that the page has made itself */
let given: Options | undefined;
let users = 0;
const listeners = new Set<() => void>();

export const currentModal: Store<WalletModalHandle | null> = {
  get: () => modal,
  subscribe(changed) {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};

function become(next: WalletModalHandle | null, options?: Options): void {
  given = options;
  if (modal == next) return;
  modal = next;
  for (const changed of [...listeners]) changed();
}

/**
 * A component with these options is mounted; gives the way to leave. When the last one has left, what was made here is taken away: a moment
 * later, since React's StrictMode mounts again at once.
 */
export function enter(options: Options | undefined, own: WalletModalHandle | undefined): () => void {
  users++;
  if (own) become(own);
  else if (!modal && options) become(createWalletModal(options), options);
  else tell(options);
  return () => {
    users--;
    setTimeout(() => {
      if (users > 0 || !modal) return;
      const made = given && modal;
      become(null);
      if (made) made.destroy();
    });
  };
}

/** The options are these now. */
export function tell(options: Options | undefined): void {
  if (!options || !given || !modal) return;
  if (options.projectId != given.projectId) {
    // The page is another project's from now on.
    modal.destroy();
    return become(createWalletModal(options), options);
  }
  const changed = Object.entries(options).filter(([name, value]) =>
    isOther(given![name as keyof Options], value),
  );
  given = options;
  if (changed.length > 0) void modal.updateOptions(Object.fromEntries(changed)).catch(said);
}

/** A mistake in options that come later is said as one in the first ones is; that the modal has gone meanwhile is none. */
const said = (error: { code?: unknown }): void => {
  if (error.code != 4001)
    console.error(
      `[wallet-modal] Couldn't update the options. See node_modules/wallet-modal/docs/guide/errors.md#${String(error.code)}`,
      error,
    );
};

/** Written in place an object is a new one at each render: what it says counts. */
function isOther(before: unknown, now: unknown): boolean {
  if (Object.is(before, now)) return false;
  if (typeof before != 'object' || typeof now != 'object' || !before || !now) return true;
  try {
    return JSON.stringify(before, bigints) !== JSON.stringify(now, bigints);
  } catch {
    // A page's own objects (an element for `root`) need not be JSON.
    return true;
  }
}

const bigints = (_key: string, value: unknown): unknown => (typeof value == 'bigint' ? `${value}n` : value);

/** What of the modal a component shows: of the one that is there, and of the next one. */
export function shown<T>(
  read: (modal: WalletModalHandle) => T,
  follow: (modal: WalletModalHandle, changed: () => void) => () => void,
  without: T,
): Store<T> {
  return storeOf(
    () => (modal ? read(modal) : without),
    (changed) => {
      let leave = modal ? follow(modal, changed) : undefined;
      const leaveCurrent = currentModal.subscribe(() => {
        leave?.();
        leave = modal ? follow(modal, changed) : undefined;
        changed();
      });
      return () => {
        leave?.();
        leaveCurrent();
      };
    },
  );
}
