// Phantom's own Bitcoin object (docs/spec/page-wallets.md section 3.5), for versions that don't register through the Wallet Standard. It
// takes and returns bytes, on mainnet only. Every read opens a window, and it can't broadcast.

import { apply, vow } from '../captured';
import { plainData, inputsToSign, mainnet, type Dialect, type WalletState } from './bitcoin';
import { toUtf8 } from './bytes';
import { fault, attempt } from './foreign';
import { accountsOf } from './sats-connect';
import { methodsOf } from './methods';
import type { Foreign } from './standard';

export function phantomDialect(provider: object): Dialect {
  const methodOf = methodsOf(provider, [
    'requestAccounts',
    'signMessage',
    'signPSBT',
    'on',
    'removeListener',
    'off',
  ]);
  const call = async (method: string, args: unknown[] = []): Promise<unknown> => {
    const run = methodOf(method);
    if (!run) throw fault(4200, `The wallet doesn't support ${method}`);
    return await vow(() => apply(run, provider, args));
  };
  const toTold = (list: unknown): WalletState => ({ chain: mainnet, accounts: accountsOf(list, mainnet) });

  return {
    // if the page uses another network, the reported one shows the difference
    ask: async () => toTold(await call('requestAccounts')),
    look: () => vow(() => null),
    async signMessage(by, message) {
      const answer = await call('signMessage', [toUtf8(message), by.address]);
      return attempt(() => (answer as Foreign).signature);
    },
    takes(asked) {
      if (asked.broadcast) throw fault(4200, "This wallet can't broadcast the transactions it signs");
      inputsToSign(asked);
    },
    async signPsbt(asked) {
      const psbt = await call('signPSBT', [asked.psbt, plainData({ inputsToSign: inputsToSign(asked) })]);
      return { psbt };
    },
    listen(changed) {
      const on = methodOf('on');
      if (!on) return;
      // Some versions emit an empty list for any change, so an empty list has no meaning.
      const hear = (list: unknown) => {
        const state = toTold(list);
        if (state.accounts.length) changed(state);
      };
      attempt(() => apply(on, provider, ['accountsChanged', hear]));
      return () => {
        const off = methodOf('removeListener') ?? methodOf('off');
        if (off) attempt(() => apply(off, provider, ['accountsChanged', hear]));
      };
    },
  };
}
