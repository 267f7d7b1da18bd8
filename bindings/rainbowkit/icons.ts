// The package's own drawings for networks and well-known wallets without an icon of the page (element/src/drawings/drawing.ts,
// decision 275, "Drawings of networks and wallets"). The drawings are in their own file, which loads with the first one. This file knows
// which drawings exist.

import type { Chain } from './types';

type Icon = string | (() => Promise<string>);

/** Networks with a drawing, and the test networks that share it; a test compares them. */
const WITH_DRAWING = new Set([
  1, 10, 25, 56, 100, 130, 137, 143, 146, 324, 480, 999, 1329, 2020, 2741, 5000, 8217, 8453, 42161, 42220,
  43114, 57073, 59144, 80094, 81457, 534352,
  // test networks
  97, 300, 998, 1001, 1301, 2021, 4801, 5003, 10143, 10200, 11124, 17000, 43113, 44787, 59141, 80002, 80069,
  84532, 421614, 534351, 560048, 763373, 11142220, 11155111, 11155420, 168587773,
]);

/** Named wallets with a listing and a drawing in the package: ID in the WalletConnect explorer. */
const LISTED: Record<string, string> = {
  metaMask: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  trust: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  coinbase: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  base: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  baseAccount: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  phantom: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  rainbow: '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
  okx: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
  bitget: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
  binance: '8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4',
  rabby: '18388be9ac2d02726dbac9777c96efaac06d744b2f6d580fccdd4127a6d01fd1',
  uniswap: 'c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a',
  zerion: 'ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18',
  ledger: '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927',
  safe: '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f',
  bybit: '15c8b91ade1a4e58f3ce4e7a0dd7f42b47db0c8df7e0d84f63eb39bcb96c4e0f',
  safepal: '0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150',
  tokenPocket: '20459438007b75f4f4acb98bf29aa3b800550309646d375da5fd4aac6c2a2c66',
  imToken: 'ef333840daf915aafdc4a004525502d6d49d77bd9c65e0642dbaefb3c2893bef',
  oneInch: 'c286eebc742a537cd1d6818363e9dc53b21759a1e8e5d9b263d0c03ec7703576',
  kraken: '18450873727504ae9315a084fa7624b5297d2fe5880f0982979c17345a138277',
  argent: 'bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6',
  ready: 'bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6',
  oneKey: '1aedbcfc1f31aade56ca34c38b0a1607b41cccfa3de93c946ef3b4ba2dfab11c',
  ronin: '541d5dcd4ede02f3afaf75bf8e3e4c4f1fb09edb5fa6c4377ebf31c2785d9adf',
  core: 'f323633c1f67055a45aac84e321af6ffe46322da677ffdd32f9bc1e33bafe29c',
  coin98: '2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01',
  backpack: '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0',
  magicEden: '8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6',
  sub: '9ce87712b99b3eb57396cc8621db8900ac983c712236f48fb70ad28760be3f6a',
  talisman: 'e0c2e199712878ed272e2c170b585baa0ff0eb50b07521ca586ebf7aeeffc598',
  nova: '43fd1a0aeb90df53ade012cca36692a46d265f0b99b7561e645af42d752edb92',
};

export const listingOf = (name: string): string | undefined =>
  Object.hasOwn(LISTED, name) ? LISTED[name] : undefined;

const icons = new Map<string, () => Promise<string>>();

/** Returns the same function for each id, so that an effect runs once. */
function drawingOf(id: string): () => Promise<string> {
  let icon = icons.get(id);
  if (!icon) {
    icon = async () => (await import('../../element/src/drawings/drawing')).drawingUrl(id) ?? '';
    icons.set(id, icon);
  }
  return icon;
}

/** The page's own icon of a network, otherwise the package's drawing. null means no icon. */
export function iconOf(chain: Chain | undefined): Icon | undefined {
  if (!chain || chain.iconUrl === null) return undefined;
  return chain.iconUrl ?? (WITH_DRAWING.has(chain.id) ? drawingOf(`eip155:${chain.id}`) : undefined);
}

/** The drawing of a named wallet, or an empty string, as in RainbowKit. */
export function walletIcon(name: string): Icon {
  const id = listingOf(name);
  return id ? drawingOf(id) : '';
}
