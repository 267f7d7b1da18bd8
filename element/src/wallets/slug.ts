/** `Nova Wallet` -> `nova-wallet`: the id of who has no other (docs/spec/decisions.md 17). */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'wallet';
