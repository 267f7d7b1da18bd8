// The modal of this page for components. There is only one, whichever React tree created it. <WalletModal> creates it when it mounts, and
// it exists while one of them is mounted.

import { createWalletModal, type Options, type WalletModalHandle } from 'wallet-modal';
import { storeOf, type Store } from '../shared/store';

let modal: WalletModalHandle | null = null;
/** its options, with later changes; undefined for a modal that the page created */
let currentOptions: Options | undefined;
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
  currentOptions = options;
  if (modal == next) return;
  modal = next;
  for (const changed of [...listeners]) changed();
}

/**
 * Called when a component with these options mounts. Returns a function for its unmount. When the last one unmounts, the modal created
 * here is removed, after a delay because React's StrictMode mounts again immediately.
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
      const owned = currentOptions && modal;
      become(null);
      if (owned) owned.destroy();
    });
  };
}

/** Applies changed options. */
export function tell(options: Options | undefined): void {
  if (!options || !currentOptions || !modal) return;
  if (options.projectId != currentOptions.projectId) {
    // From now on, the page belongs to another project.
    modal.destroy();
    return become(createWalletModal(options), options);
  }
  const changed = Object.entries(options).filter(([name, value]) =>
    isOther(currentOptions![name as keyof Options], value),
  );
  currentOptions = options;
  if (changed.length > 0) void modal.updateOptions(Object.fromEntries(changed)).catch(reportError);
}

/** Reports a mistake in later options like one in the first. A modal that was removed meanwhile isn't a mistake. */
const reportError = (error: { code?: unknown }): void => {
  if (error.code != 4001)
    console.error(
      `[wallet-modal] Couldn't update the options. See node_modules/wallet-modal/docs/guide/errors.md#${String(error.code)}`,
      error,
    );
};

/** An inline object is new at each render, so the values are compared. */
function isOther(before: unknown, now: unknown): boolean {
  if (Object.is(before, now)) return false;
  if (typeof before != 'object' || typeof now != 'object' || !before || !now) return true;
  try {
    return JSON.stringify(before, bigints) !== JSON.stringify(now, bigints);
  } catch {
    // A page's own objects (an element for `root`) might not be JSON.
    return true;
  }
}

const bigints = (_key: string, value: unknown): unknown => (typeof value == 'bigint' ? `${value}n` : value);

/** Subscribes a component to the current modal, and to the next one. */
export function shownState<T>(
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
