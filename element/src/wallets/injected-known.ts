// TABLE of well-known wallets of `window.injectedWeb3`, whose key is their only info (docs/spec/page-wallets.md section 4): the name, the
// reverse DNS name that they announce on Ethereum, and our drawing for pages without another icon of them.

export interface KnownKey {
  name: string;
  /** with it, they share a row with their announcements for other namespaces (decision 253, "One wallet under several objects") */
  rdns: string | null;
  picture: string;
}

const square = (color: string, sign: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="${color}"/>${sign}</svg>`,
  )}`;
const line = (d: string, color = '#fff'): string =>
  `<path fill="none" stroke="${color}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;

const rows: readonly (readonly [
  key: string,
  name: string,
  rdns: string | null,
  color: string,
  sign: string,
])[] = [
  // polkadot-js 0.63, packages/extension/src/page.ts: no other namespace
  ['polkadot-js', 'polkadot{.js}', null, '#f19135', line('M10 18v-12h3.4a3.4 3.4 0 0 1 0 7H10')],
  // SubWallet 1.3, packages/extension-inject/src/bundle.ts, `eip6963ProviderInfo`
  ['subwallet-js', 'SubWallet', 'app.subwallet', '#004bff', line('M16 8.5 9 6v4l7 3v4l-8 1.5')],
  // from the wallet's documentation; the name on Ethereum is a guess
  ['talisman', 'Talisman', 'xyz.talisman', '#d5ff5c', line('M12 18v-7m-4 2V8m8 5V8m-4 3V6', '#1b1b1b')],
  // Enkrypt 2.17, packages/extension/src/providers
  [
    'enkrypt',
    'Enkrypt',
    'com.enkrypt',
    '#8247ff',
    line('M16 7H9.5a1.5 1.5 0 0 0-1.5 1.5v7A1.5 1.5 0 0 0 9.5 17H16m-8-5h6.5'),
  ],
  ['fearless-wallet', 'Fearless Wallet', null, '#e5007a', line('M9 18V7h7m-7 5h5.5')],
  ['polkagate', 'PolkaGate', null, '#2d1e4a', line('M16 9a5 5 0 1 0 0 6.5V12.5h-3')],
];

export function knownKey(key: string): KnownKey | null {
  for (let i = 0; i < rows.length; i++) {
    const { 0: of, 1: name, 2: rdns, 3: color, 4: sign } = rows[i]!;
    if (of == key) return { name, rdns, picture: square(color, sign) };
  }
  return null;
}
