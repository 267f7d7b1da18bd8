// What waits for the engine to ask a wallet or to open: a close that comes first settles it (8.21).

import { after, Vow } from '../captured';
import { page } from '../page';
import { WalletError } from '../wallet-error';

/** Goes on with what comes, unless a close comes before it. */
export function unlessClosed<A, B>(comes: Promise<A>, goOn: (came: A) => B | Promise<B>): Promise<B> {
  return new Vow((resolve, reject) => {
    const { closes } = page;
    // Told of each close as of any other change.
    const look = (): void => {
      if (page.closes == closes) return;
      page.watchers.delete(look);
      reject(new WalletError({ code: 4001, message: 'Modal closed' }));
    };
    page.watchers.add(look);
    const opened = after(comes, (came) => (page.watchers.delete(look) ? goOn(came) : (false as never)));
    void after(opened, resolve, (error) => {
      page.watchers.delete(look);
      reject(error);
    });
  });
}
