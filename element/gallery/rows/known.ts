// What rows of several subjects are about.

import type { LoginSlice } from '../../src/contract';
import { badge, row as walletRow, snapshots, token } from '../../src/testing/snapshots';
import * as picture from '../pictures';

/** the gallery's clock when a page of it begins */
export const NOW = Date.UTC(2026, 0, 15, 12);
export const net = { ...badge, icon: picture.demoChain };
export const foxglove = walletRow('fox', 'Foxglove', { icon: picture.fox });
export const failure = (code: number | string, details: string) => ({
  name: 'WalletError' as const,
  code,
  message: 'An error occurred',
  title: null,
  details,
});
export const account = { ...snapshots().account, network: net, wallet: foxglove };
export const nobody = {
  status: 'disconnected' as const,
  address: null,
  caipAddress: null,
  short: null,
  wallet: null,
  network: net,
};
export const list = [
  token('ETH', { name: 'Ether', address: null, amount: '1.234', worth: '$3,702.00', image: picture.ether }),
  token('DUSD', { name: 'Demo Dollar', amount: '1,250.000', worth: '$1,250.00', image: picture.dollar }),
  token('HRBR', { name: 'Harbour Credits', amount: '12.500', worth: '$87.50' }),
  token('OLD', { name: 'Old Token', amount: '3.000', worth: null, price: null, value: null }),
  token('USDC', { name: 'USD Coin', amount: '5,000.000', worth: null, unverified: true }),
];
export const hash = `0x${'5f'.repeat(32)}`;
export const explorerUrl = 'https://explorer.test/tx';
export const qr = picture.code();
export const logins = {
  email: true,
  socials: ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'],
  window: 'https://secure.test/loading',
  refused: false,
};
export const byMail: LoginSlice = {
  provider: 'email',
  email: 'ada@example.org',
  name: 'ada@example.org',
  accountType: 'smartAccount',
  eoa: '0x70…dc79C8',
  smart: '0x3C…4293BC',
  canSwitch: true,
  switching: false,
  canName: false,
};
export const toast = (
  message: string,
  variant: 'loading' | 'success' | 'error',
  key: string | null = null,
) => ({
  toast: {
    id: 1,
    key,
    args: { amount: '0.25', symbol: 'ETH' },
    message,
    variant,
    link: explorerUrl,
    about: key && 't1',
  },
});
