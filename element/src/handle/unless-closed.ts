// Calls that wait for the engine before they open a wallet or the modal: an earlier close settles them (8.21).

import { after, Vow } from '../captured';
import { page } from '../page';
import { WalletError } from '../wallet-error';

/** Continues with the value, unless the modal closes first. */
export function unlessClosed<A, B>(comes: Promise<A>, goOn: (came: A) => B | Promise<B>): Promise<B> {
  return new Vow((resolve, reject) => {
    const { closes } = page;
    // A close notifies the watchers, like any other change.
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
