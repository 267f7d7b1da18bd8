// TABLE of the views. A view is one folder and one row here; the compiler asks for the row (design.md section 3).
// Connect and ConnectingExternal come with the root: whoever opens the modal sees them first. The others come in chunks: what is
// used together is in one.

import type { ComponentType } from 'react';
import type { View } from '../contract';
import { Connect } from './connect/connect';
import { ConnectingExternal } from './connecting-external/connecting-external';

type Row = { view?: ComponentType; load(): Promise<ComponentType> };

const here = (view: ComponentType): Row => ({ view, load: () => Promise.resolve(view) });

function later(load: () => Promise<ComponentType>): Row {
  const row: Row = { load: async () => (row.view ??= await load()) };
  return row;
}

const account = () => import('./account');
const networks = () => import('./networks');
const send = () => import('./send');

const views: Record<View, Row> = {
  Connect: here(Connect),
  ConnectingExternal: here(ConnectingExternal),
  WhatIsAWallet: later(() =>
    import('./what-is-a-wallet/what-is-a-wallet').then((chunk) => chunk.WhatIsAWallet),
  ),
  Account: later(() => account().then((chunk) => chunk.Account)),
  AccountSettings: later(() => account().then((chunk) => chunk.AccountSettings)),
  Networks: later(() => networks().then((chunk) => chunk.Networks)),
  WhatIsANetwork: later(() => networks().then((chunk) => chunk.WhatIsANetwork)),
  SwitchNetwork: later(() => networks().then((chunk) => chunk.SwitchNetwork)),
  UnsupportedChain: later(() => networks().then((chunk) => chunk.UnsupportedChain)),
  Send: later(() => send().then((chunk) => chunk.Send)),
  SendSelectToken: later(() => send().then((chunk) => chunk.SendSelectToken)),
  SendPreview: later(() => send().then((chunk) => chunk.SendPreview)),
};

/** the view most likely to follow: fetched while somebody looks at this one */
const next: Partial<Record<View, View>> = { ConnectingExternal: 'Account', Account: 'Send' };

/** The view if its code is there. */
export const viewNow = (view: View): ComponentType | undefined => views[view].view;

export const loadView = (view: View): Promise<ComponentType> => views[view].load();

/** A guess; when it fails nobody has asked yet. */
export function loadNext(view: View): void {
  const guess = next[view];
  if (guess) loadView(guess).catch(() => {});
}
