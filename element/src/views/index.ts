// TABLE of the views. A view is one folder and one row here; the compiler asks for the row (design.md section 3).
// Connect and ConnectWallets come with the root: whoever opens the modal sees them first. The others come in chunks: what is
// used together is in one.

import type { ComponentType } from 'react';
import type { View } from '../contract';
import { Connect, ConnectWallets } from './connect/connect';

type Row = { view?: ComponentType; load(): Promise<ComponentType> };

const here = (view: ComponentType): Row => ({ view, load: () => Promise.resolve(view) });

/** `name`: of the view in its chunk. */
function later<Name extends string>(chunk: () => Promise<Record<Name, ComponentType>>, name: Name): Row {
  const row: Row = { load: async () => (row.view ??= (await chunk())[name]) };
  return row;
}

const account = () => import('./account');
const directory = () => import('./directory');
const networks = () => import('./networks');
const pairing = () => import('./pairing');
const send = () => import('./send');

const views: Record<View, Row> = {
  Connect: here(Connect),
  ConnectWallets: here(ConnectWallets),
  ConnectingExternal: later(() => import('./connecting-external/connecting-external'), 'ConnectingExternal'),
  AllWallets: later(directory, 'AllWallets'),
  GetWallet: later(directory, 'GetWallet'),
  Downloads: later(directory, 'Downloads'),
  ConnectingWalletConnect: later(pairing, 'ConnectingWalletConnect'),
  ConnectingWalletConnectBasic: later(pairing, 'ConnectingWalletConnectBasic'),
  WhatIsAWallet: later(() => import('./what-is-a-wallet/what-is-a-wallet'), 'WhatIsAWallet'),
  Account: later(account, 'Account'),
  AccountSettings: later(account, 'AccountSettings'),
  Networks: later(networks, 'Networks'),
  WhatIsANetwork: later(networks, 'WhatIsANetwork'),
  SwitchNetwork: later(networks, 'SwitchNetwork'),
  UnsupportedChain: later(networks, 'UnsupportedChain'),
  SIWXSignMessage: later(() => import('./siwx-sign-message/siwx-sign-message'), 'SIWXSignMessage'),
  Send: later(send, 'Send'),
  SendSelectToken: later(send, 'SendSelectToken'),
  SendPreview: later(send, 'SendPreview'),
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

/** The view if its code is there. */
export const viewNow = (view: View): ComponentType | undefined => views[view].view;

export const loadView = (view: View): Promise<ComponentType> => views[view].load();

/** A guess; when it fails nobody has asked yet. */
export function loadNext(view: View): void {
  const guess = next[view];
  if (guess) loadView(guess).catch(() => {});
}
