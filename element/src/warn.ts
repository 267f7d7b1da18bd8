// Warnings for the developer, by the public event; the console belongs to the host. A chunk of its own: a page without a mistake
// never loads it.

import { emit } from './page';

const warn = (detail: string): unknown =>
  emit('wallet-alert', { key: 'host', title: 'wallet-modal', detail, kind: 'warning' });

/** An element or a definition came a second time. */
export const warnTwice = (): unknown => warn('<wallet-modal> is already there');

export const warnMerged = (): unknown => warn('createWalletModal was called again: its options were merged');
