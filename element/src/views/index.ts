// TABLE of the views. A view is one folder and one row here; the compiler asks for the row (CONTRIBUTING.md, "Adding things").
// Connect and ConnectWallets come with the root: whoever opens the modal sees them first. The others come in chunks: what is
// used together is in one.

import type { ComponentType } from 'react';
import type { View } from '../contract';
import type { MessageKey } from '../i18n/en';
import { isOffline } from '../page';
import { Connect, ConnectWallets } from './connect/connect';

/** `title`: of the header, until the view is called by what it is about (shell/shell.tsx). */
type Row = { title: MessageKey; view?: ComponentType; load(): Promise<ComponentType> };

const here = (title: MessageKey, view: ComponentType): Row => ({
  title,
  view,
  load: () => Promise.resolve(view),
});

/** `name`: of the view in its chunk. */
function later<Name extends string>(
  title: MessageKey,
  chunk: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Row {
  const row: Row = {
    title,
    load: async () => {
      if (!row.view && isOffline()) throw Error();
      return (row.view ??= (await chunk())[name]);
    },
  };
  return row;
}

const account = () => import('./account');
const directory = () => import('./directory');
const networks = () => import('./networks');
const pairing = () => import('./pairing');
const send = () => import('./send');

const views: Record<View, Row> = {
  Connect: here('connect.title', Connect),
  ConnectWallets: here('connect.title', ConnectWallets),
  ConnectingExternal: later(
    'connect.title',
    () => import('./connecting-external/connecting-external'),
    'ConnectingExternal',
  ),
  AllWallets: later('title.all', directory, 'AllWallets'),
  GetWallet: later('connect.guide.start', directory, 'GetWallet'),
  Downloads: later('connect.guide.start', directory, 'Downloads'),
  ConnectingWalletConnect: later('title.pairing', pairing, 'ConnectingWalletConnect'),
  ConnectingWalletConnectBasic: later('title.pairing', pairing, 'ConnectingWalletConnectBasic'),
  WhatIsAWallet: later(
    'title.wallet_help',
    () => import('./what-is-a-wallet/what-is-a-wallet'),
    'WhatIsAWallet',
  ),
  Account: later('title.account', account, 'Account'),
  AccountSettings: later('title.settings', account, 'AccountSettings'),
  Activity: later('title.activity', account, 'Activity'),
  ProfileWallets: later('connect.list', () => import('./profile-wallets/profile-wallets'), 'ProfileWallets'),
  Networks: later('network.choose', networks, 'Networks'),
  WhatIsANetwork: later('title.network_help', networks, 'WhatIsANetwork'),
  SwitchNetwork: later('button.switch', networks, 'SwitchNetwork'),
  UnsupportedChain: later('button.switch', networks, 'UnsupportedChain'),
  SIWXSignMessage: later(
    'title.sign_in',
    () => import('./siwx-sign-message/siwx-sign-message'),
    'SIWXSignMessage',
  ),
  Send: later('title.send', send, 'Send'),
  SendSelectToken: later('title.select', send, 'SendSelectToken'),
  SendPreview: later('title.preview', send, 'SendPreview'),
};

/** the view most likely to follow: fetched while somebody looks at this one */
const next: Partial<Record<View, View>> = {
  Connect: 'ConnectingExternal',
  ConnectWallets: 'ConnectingExternal',
  AllWallets: 'ConnectingWalletConnect',
  ConnectingExternal: 'Account',
  ConnectingWalletConnect: 'Account',
  Account: 'Send',
};

export const titleOf = (view: View): MessageKey => views[view].title;

/** The view if its code is there. */
export const viewNow = (view: View): ComponentType | undefined => views[view].view;

export const loadView = (view: View): Promise<ComponentType> => views[view].load();

/** Prefetches the chunk of a view that is likely next; a failure is ignored, since the view was not asked for yet. */
export function loadNext(view: View): void {
  const guess = next[view];
  if (guess) loadView(guess).catch(() => {});
}
