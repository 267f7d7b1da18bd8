// Runs the finders of page wallets (wallets/index.ts): those of the families that the networks of the page name, each once. A family may
// come later (`updateOptions`, `addNetwork`), and a chunk that did not come is asked for again with the next opening.

import { after, found, listen, mapped, Some } from '../captured';
import { ignore, isOffline, page, type Running } from '../page';
import { isReachable } from '../reach';
import { standards, type Around, type Finder, type Standard } from '../wallets';

/** A global may come without a word, some time after the page asked: a script of a wallet that begins late. */
const late_ms = [300, 1_000, 3_000];

async function ifReachable<T>(load: () => Promise<T>): Promise<T> {
  if (!(await isReachable())) throw Error();
  return load();
}

export function findWallets(
  run: Pick<Running, 'snapshot' | 'subscribe' | 'expects' | 'dispatch'>,
  announce: Parameters<Finder>[0],
  gone: AbortSignal,
  table = standards,
): void {
  const begun = new Some<Standard>();
  const networks = () => run.snapshot('networks').list;
  const around: Around = {
    get options() {
      return page.options as Around['options'];
    },
    networks,
    expects: (id) => run.expects(id),
    renamed: (from, to) => void after(run.dispatch({ type: 'connect.renamed', from, to }), ignore, ignore),
  };

  const begin = (standard: Standard): void => {
    const { find, load } = standard;
    const start = (finder: Finder) => gone.aborted || finder(announce, gone, around);
    begun.add(standard);
    if (find) start(find);
    else {
      const started = after(isOffline() ? ifReachable(load!) : load!(), start);
      void after(started, undefined, () => begun.delete(standard));
    }
  };

  const look = (): void => {
    const isLeft = (one: Standard) => !begun.has(one) && (!one.isThere || one.isThere(around.options));
    if (gone.aborted || !found(table, isLeft)) return;
    const list = networks();
    mapped(table, (one) => {
      // Asked again: a finder before it may have found what this one would look for.
      if (found(list, ({ chainNamespace }) => chainNamespace == one.family) && isLeft(one)) begin(one);
    });
  };
  const lookOn = (): void => {
    look();
    for (let i = 0; i < late_ms.length; i++) setTimeout(look, late_ms[i]);
  };

  lookOn();
  // With every opening, and every intent to open, wallets are asked again (wallets/announced.ts).
  mapped(['eip6963:requestProvider', 'ethereum#initialized', 'load'], (type) => listen(type, lookOn, gone));
  gone.addEventListener('abort', run.subscribe('networks', look));
}
