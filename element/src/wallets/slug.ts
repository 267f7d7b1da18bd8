/** A wallet's name in one normal form, however the wallet writes it. */
export const normalName = (name: string): string => name.normalize('NFC').trim();

/** `Nova Wallet` -> `nova-wallet`: the id of a wallet without another one (decision 17, "Row IDs of wallets without an rdns"). */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'wallet';

/** `Trust Wallet` -> `trust-wallet`, for our own labels. */
export const asciiSlug = (name: string): string => name.toLowerCase().replace(/\W+/g, '-');
