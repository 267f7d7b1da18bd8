// TABLE of the views. A view is one folder and one row here; the compiler requires the row (CONTRIBUTING.md, "Adding things"). Connect
// and ConnectWallets load with the root, because the modal opens with one of them. The others are in chunks, grouped by use.

import type { ComponentType } from 'react';
import type { View } from '../contract';
import type { MessageKey } from '../i18n/t';
import { isReachable } from '../reach';
import { Connect, ConnectWallets } from './connect/connect';

/** `title`: the header's text, unless the view has a title of its own (shell/shell.tsx). */
type Row = { title: MessageKey; view?: ComponentType; load(): Promise<ComponentType> };

const here = (title: MessageKey, view: ComponentType): Row => ({
  title,
  view,
  load: () => Promise.resolve(view),
});

/** The views of a chunk, with their titles. */
function later<Name extends View>(
  chunk: () => Promise<Record<NoInfer<Name>, ComponentType>>,
  titles: Record<Name, MessageKey>,
): Record<Name, Row> {
  const rows = {} as Record<Name, Row>;
  for (const name of Object.keys(titles) as Name[]) {
    const row: Row = (rows[name] = {
      title: titles[name],
      load: async () => {
        if (!row.view && !(await isReachable())) throw Error();
        return (row.view ??= (await chunk())[name]);
      },
    });
  }
  return rows;
}

const table = {
  Connect: here('connect.title', Connect),
  ConnectWallets: here('connect.title', ConnectWallets),
  ...later(() => import('./connecting-external/connecting-external'), {
    ConnectingExternal: 'connect.title',
  }),
  ...later(() => import('./connecting-multi-chain/connecting-multi-chain'), {
    ConnectingMultiChain: 'title.chain',
  }),
  ...later(() => import('./directory'), {
    AllWallets: 'title.all',
    GetWallet: 'connect.guide.start',
    Downloads: 'connect.guide.start',
  }),
  ...later(() => import('./logins'), {
    ConnectSocials: 'title.socials',
    Create: 'title.create',
  }),
  ...later(() => import('./social'), {
    ConnectingSocial: 'connect.title',
    ConnectingFarcaster: 'title.farcaster',
  }),
  ...later(() => import('./email'), {
    ApproveTransaction: 'title.approve',
    EmailLogin: 'title.email',
    EmailVerifyOtp: 'title.otp',
    EmailVerifyDevice: 'title.device',
    UpdateEmailWallet: 'title.email.edit',
    UpdateEmailPrimaryOtp: 'title.otp.old',
    UpdateEmailSecondaryOtp: 'title.otp.new',
    UpgradeEmailWallet: 'title.upgrade',
  }),
  ...later(() => import('./pairing'), {
    ConnectingWalletConnect: 'title.pairing',
    ConnectingWalletConnectBasic: 'title.pairing',
  }),
  ...later(() => import('./what-is-a-wallet/what-is-a-wallet'), { WhatIsAWallet: 'title.wallet_help' }),
  ...later(() => import('./account'), {
    Account: 'title.account',
    AccountSettings: 'title.settings',
    Activity: 'title.activity',
  }),
  ...later(() => import('./profile-wallets'), {
    ProfileWallets: 'connect.list',
    SwitchAddress: 'title.address',
  }),
  ...later(() => import('./networks'), {
    Networks: 'network.choose',
    WhatIsANetwork: 'title.network_help',
    SwitchActiveChain: 'title.chain.switch',
    SwitchNetwork: 'button.switch',
    UnsupportedChain: 'button.switch',
  }),
  ...later(() => import('./siwx-sign-message/siwx-sign-message'), { SIWXSignMessage: 'title.sign_in' }),
  ...later(() => import('./receive'), {
    Receive: 'title.receive',
    CompatibleNetworks: 'title.receive.networks',
  }),
  ...later(() => import('./names'), {
    ChooseAccountName: 'title.name',
    RegisterAccountName: 'title.name',
    RegisterAccountNameSuccess: 'title.name.done',
  }),
  ...later(() => import('./transaction/transaction'), { Transaction: 'title.transaction' }),
  ...later(() => import('./permissions'), {
    Permissions: 'title.permissions',
    RevokePreview: 'title.revoke',
  }),
  ...later(() => import('./sessions'), {
    SmartSessionList: 'title.sessions',
    SmartSessionCreated: 'title.session.made',
  }),
  ...later(() => import('./review-request/review-request'), { ReviewRequest: 'title.review' }),
  ...later(() => import('./send'), {
    Send: 'title.send',
    SendSelectToken: 'title.select',
    SendPreview: 'title.preview',
  }),
  ...later(() => import('./pay'), {
    Pay: 'title.pay',
    PayLoading: 'title.pay.loading',
  }),
  ...later(() => import('./swap'), {
    Swap: 'title.swap',
    SwapSelectToken: 'title.select',
    SwapPreview: 'title.swap.preview',
  }),
  ...later(() => import('./buy'), {
    OnRamp: 'title.buy',
    OnRampFiatSelect: 'title.buy.fiat',
    OnRampTokenSelect: 'title.select',
    OnRampProviders: 'title.buy.providers',
    BuyInProgress: 'title.buy',
    WhatIsABuy: 'title.buy_help',
  }),
};
const views: Record<View, Row> = table;

/** the most likely next view, prefetched while this one is shown */
const next: Partial<Record<View, View>> = {
  Connect: 'ConnectingExternal',
  ConnectWallets: 'ConnectingExternal',
  AllWallets: 'ConnectingWalletConnect',
  ConnectingExternal: 'Account',
  ConnectingMultiChain: 'ConnectingExternal',
  ConnectingWalletConnect: 'Account',
  ConnectingWalletConnectBasic: 'Account',
  ConnectingSocial: 'Account',
  ConnectingFarcaster: 'Account',
  EmailVerifyOtp: 'Account',
  Account: 'Send',
  ProfileWallets: 'SwitchAddress',
};

export const titleOf = (view: View): MessageKey => views[view].title;

/** The view, if its code has loaded. */
export const viewNow = (view: View): ComponentType | undefined => views[view].view;

export const loadView = (view: View): Promise<ComponentType> => views[view].load();

/** Whether the account is likely to be shown next. Then the engine's part for it is prefetched, too, while the wallet has the request. */
export const leadsToAccount = (view: View): boolean => next[view] == 'Account';

/** Prefetches the chunk of the most likely next view. A failure is ignored, because the view isn't needed yet. */
export function loadNext(view: View): void {
  const guess = next[view];
  if (guess) loadView(guess).catch(() => {});
}
