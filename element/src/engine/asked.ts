// Notices when a browser wallet gets a request that the user has to approve while the dialog is open. The wallet might draw its window in the
// page, which a modal dialog makes inert (10.20). beside.ts handles that, and loads for the first such request.

import { add, after, apply, matches, has, mapped, rejectedWith } from '../captured';
import { ignore, isOffline, type page as Page } from '../page';
import type { PageWallet } from './border';

type Beside = typeof import('./beside');

/** Requests that no wallet shows to a user. */
const silent = /^(wm_(dis|takes|signs)|eth_(acc|chain|call|est|get(?!Enc))|wallet_get)/;
const isSilent = (method: string, params: string): boolean =>
  matches(silent, method) || (method == 'wm_connect' && has(params, '"silent":true'));

let beside: Beside | undefined;

/** A host's own wallet draws its window as soon as it gets a request, so this loads before that. */
export const fetchBeside = (): Promise<Beside> =>
  // browsers remember that a module failed to load
  isOffline() ? rejectedWith('offline') : after(import('./beside'), (chunk) => (beside = chunk));

function begin(page: typeof Page, wallet: PageWallet): () => unknown {
  if (beside) return beside.begin(page, wallet, []);
  // Observes what the wallet draws until that file has loaded.
  const mutations: MutationRecord[] = [];
  const observer = new MutationObserver((records) => void mapped(records, (one) => add(mutations, one)));
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  const stop = (): void => observer.disconnect();
  let isOver = false;
  const begun = after(fetchBeside(), (chunk) => (isOver ? stop : chunk.begin(page, wallet, mutations)));
  void after(begun, stop, stop);
  return () => {
    isOver = true;
    stop();
    void after(begun, (end) => end(), ignore);
  };
}

/** Follows this wallet's requests. */
export function followAsks(page: typeof Page, wallet: PageWallet): void {
  const { request } = wallet;
  wallet.request = (method, params) => {
    const ask = (): Promise<unknown> => apply(request, wallet, [method, params]) as Promise<unknown>;
    const isOpen = page.element?.shadowRoot?.querySelector('dialog')?.open;
    if (!isOpen || isSilent(method, params)) return ask();
    const end = begin(page, wallet);
    try {
      const answer = ask();
      void after(answer, end, (error) => {
        // The wallet already has an open request, and the engine waits for its response.
        if (method != 'wm_connect' || (error as { code?: unknown } | null)?.code != -32002) end();
      });
      return answer;
    } catch (error) {
      // replaced by the page: the wallet didn't get the request
      end();
      throw error;
    }
  };
}
