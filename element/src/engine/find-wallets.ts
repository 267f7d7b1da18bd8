// Runs the finders of browser wallets (wallets/index.ts), once for each namespace that the page's networks have. A namespace can be added
// later (`updateOptions`, `addNetwork`). A chunk that failed to load is requested again at the next opening.

import { after, findItem, listen, mapped, Unique } from '../captured';
import { ignore, isOffline, page, type Running } from '../page';
import { isReachable } from '../reach';
import { standards, type PageContext, type Finder, type Standard } from '../wallets';

/** A wallet's script that starts late might define its global without an event, some time after the page looked for it. */
const late_ms = [300, 1_000, 3_000];

async function ifReachable<T>(load: () => Promise<T>): Promise<T> {
  if (!(await isReachable())) throw Error();
  return load();
}

export function findWallets(
  run: Pick<Running, 'snapshot' | 'subscribe' | 'expects' | 'dispatch'>,
  announce: Parameters<Finder>[0],
  signal: AbortSignal,
  table = standards,
): void {
  const begun = new Unique<Standard>();
  const networks = () => run.snapshot('networks').list;
  const around: PageContext = {
    get options() {
      return page.options as PageContext['options'];
    },
    networks,
    expects: (id) => run.expects(id),
    renamed: (from, to) => void after(run.dispatch({ type: 'connect.renamed', from, to }), ignore, ignore),
  };

  const begin = (standard: Standard): void => {
    const { find, load } = standard;
    const start = (finder: Finder) => signal.aborted || finder(announce, signal, around);
    begun.add(standard);
    if (find) start(find);
    else {
      const started = after(isOffline() ? ifReachable(load!) : load!(), start);
      void after(started, undefined, () => begun.delete(standard));
    }
  };

  const look = (): void => {
    const isLeft = (one: Standard) => !begun.has(one) && (!one.isThere || one.isThere(around.options));
    if (signal.aborted || !findItem(table, isLeft)) return;
    const list = networks();
    mapped(table, (one) => {
      // Checked again: the finder before it might have found the same wallet.
      if (findItem(list, ({ chainNamespace }) => chainNamespace == one.family) && isLeft(one)) begin(one);
    });
  };
  const lookOn = (): void => {
    look();
    for (let i = 0; i < late_ms.length; i++) setTimeout(look, late_ms[i]);
  };

  lookOn();
  // Each opening, and each intent to open, requests announcements again (wallets/announced.ts).
  mapped(['eip6963:requestProvider', 'ethereum#initialized', 'load'], (type) => listen(type, lookOn, signal));
  signal.addEventListener('abort', run.subscribe('networks', look));
}
