// TABLE of the gallery: every view in every state it can be in. A view or a state more is one row in the file of its subject (rows/;
// CONTRIBUTING.md, "The gallery"); the compiler asks for each view of the contract, table.test.tsx draws each row.

import type { LeftSlot, Slices, View } from '../src/contract';
import { snapshots } from '../src/testing/snapshots';
import { account, nobody } from './rows/known';
import type { Entry, Group } from './row';
import { connectRows } from './rows/connect';
import { loginsRows } from './rows/logins';
import { accountRows } from './rows/account';
import { networksRows } from './rows/networks';
import { namesRows } from './rows/names';
import { requestsRows } from './rows/requests';
import { permissionsRows } from './rows/permissions';
import { sendRows } from './rows/send';
import { swapRows } from './rows/swap';
import { buyRows } from './rows/buy';
import { payRows } from './rows/pay';

const table: Record<Entry['view'], Group> = {
  ...connectRows,
  ...loginsRows,
  ...accountRows,
  ...networksRows,
  ...namesRows,
  ...requestsRows,
  ...permissionsRows,
  ...sendRows,
  ...swapRows,
  ...buyRows,
  ...payRows,
};

/** The left slot of most views. */
const left: LeftSlot = 'back';

/** Views of somebody who is not connected yet. */
const before: readonly string[] = [
  ...[
    'Connect',
    'ConnectWallets',
    'ConnectingExternal',
    'ConnectingMultiChain',
    'AllWallets',
    'GetWallet',
    'Downloads',
  ],
  ...['ConnectingWalletConnect', 'ConnectingWalletConnectBasic', 'WhatIsAWallet'],
  ...['EmailLogin', 'EmailVerifyOtp', 'EmailVerifyDevice', 'ConnectSocials', 'ConnectingSocial'],
  ...['ConnectingFarcaster', 'Create'],
];

export const entries: readonly Entry[] = (Object.keys(table) as Entry['view'][]).flatMap((view) => {
  const group = table[view];
  const router = {
    left: group.left ?? left,
    depth: (group.left ?? left) == 'back' ? 2 : 1,
    ...(view != 'Buttons' && { view }),
  };
  return group.rows.map(([name, slices = {}, more]) => ({
    ...more,
    id: `${view}.${name}`,
    view,
    name,
    slices: [{ router, account: before.includes(view) ? nobody : account }, group.slices ?? {}, slices],
  }));
});

export const entryOf = (id: string): Entry => entries.find((entry) => entry.id == id) ?? entries[0]!;

/** What a press that leads to a view shows. */
export const firstOf = (view: View): Entry => entries.find((entry) => entry.view == view)!;

/** `from`: what is said of everything else. */
export function slicesOf(entry: Entry, from = snapshots()): Slices {
  const slices = { ...from };
  for (const changes of entry.slices)
    for (const name of Object.keys(changes) as (keyof Slices)[])
      Object.assign(slices, { [name]: { ...slices[name], ...changes[name] } });
  return slices;
}

/** Where something moves: from one entry to the next, or from (or to) a closed modal. `ms`: of the whole strip. */
export interface Transition {
  name: string;
  from: string | null;
  to: string | null;
  ms: number;
  direction?: 'back';
}

export const transitions: readonly Transition[] = [
  { name: 'open', from: null, to: 'Connect.wallets', ms: 300 },
  { name: 'close', from: 'Connect.wallets', to: null, ms: 240 },
  { name: 'row to waiting', from: 'Connect.wallets', to: 'ConnectingExternal.confirm', ms: 300 },
  {
    name: 'waiting back',
    from: 'ConnectingExternal.rejected',
    to: 'Connect.wallets',
    ms: 300,
    direction: 'back',
  },
  { name: 'declined', from: 'ConnectingExternal.confirm', to: 'ConnectingExternal.rejected', ms: 300 },
  { name: 'all wallets', from: 'Connect.wallets', to: 'AllWallets.wallets', ms: 300 },
  { name: 'help', from: 'Connect.wallets', to: 'WhatIsAWallet.cards', ms: 300 },
  { name: 'code', from: 'Connect.wallets', to: 'ConnectingWalletConnectBasic.code', ms: 300 },
  { name: 'networks', from: 'Account.tokens', to: 'Networks.many', ms: 300 },
  { name: 'send', from: 'Account.tokens', to: 'Send.empty', ms: 300 },
  { name: 'review', from: 'Send.filled', to: 'SendPreview.review', ms: 300 },
  { name: 'swap', from: 'Account.tokens', to: 'Swap.quoted', ms: 300 },
  { name: 'review swap', from: 'Swap.quoted', to: 'SwapPreview.review', ms: 300 },
  { name: 'connected', from: 'ConnectingExternal.confirm', to: 'ConnectingExternal.connected', ms: 480 },
  { name: 'sent', from: 'SendPreview.waiting', to: 'SendPreview.sent', ms: 480 },
  { name: 'swapped', from: 'SwapPreview.confirming', to: 'SwapPreview.swapped', ms: 480 },
  { name: 'sent to account', from: 'SendPreview.sent', to: 'Account.tokens', ms: 300 },
  { name: 'settings', from: 'Account.tokens', to: 'AccountSettings.settings', ms: 300 },
  { name: 'settings to networks', from: 'AccountSettings.settings', to: 'Networks.many', ms: 300 },
  {
    name: 'settings back',
    from: 'AccountSettings.settings',
    to: 'Account.tokens',
    ms: 300,
    direction: 'back',
  },
  { name: 'buy', from: 'Account.tokens', to: 'OnRamp.empty', ms: 300 },
  { name: 'buy, priced', from: 'OnRamp.getting a price', to: 'OnRamp.priced', ms: 300 },
  { name: 'buy to providers', from: 'OnRamp.priced', to: 'OnRampProviders.two', ms: 300 },
  { name: 'buying', from: 'OnRampProviders.two', to: 'BuyInProgress.waiting', ms: 300 },
  { name: 'bought', from: 'BuyInProgress.pending', to: 'BuyInProgress.arrived', ms: 480 },
  { name: 'tabs', from: 'Account.tokens', to: 'Account.activity', ms: 300 },
  { name: 'balance', from: 'Account.no tokens', to: 'Account.tokens', ms: 480 },
];
