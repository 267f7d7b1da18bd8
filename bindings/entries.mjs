// The package's entries that are bindings: `wallet-modal/<name>` and its source. package.json has each in `exports` (entries.test.mjs
// compares).
export const ENTRIES = {
  appkit: 'appkit/index.ts',
  'appkit/react': 'appkit/react.ts',
  'appkit/vue': 'appkit/vue.ts',
  'appkit/networks': 'appkit/networks.ts',
  'appkit/ethers': 'appkit/ethers.ts',
  'appkit/ethers5': 'appkit/ethers5.ts',
  'appkit/siwe': 'appkit/siwe.ts',
  'appkit/siwx': 'appkit/siwx.ts',
  'appkit/siwx/react': 'appkit/siwx-react.ts',
  'appkit/siwx/vue': 'appkit/siwx-vue.ts',
  'appkit/wallet-button': 'appkit/wallet-button.ts',
  'appkit/wallet-button/react': 'appkit/wallet-button-react.ts',
  'appkit/wagmi': 'appkit/wagmi.ts',
  'appkit/solana': 'appkit/solana.ts',
  'appkit/solana/react': 'appkit/solana-react.ts',
  'appkit/solana/vue': 'appkit/solana-vue.ts',
  'appkit/bitcoin': 'appkit/bitcoin.ts',
  wagmi: 'wagmi/index.ts',
  rainbowkit: 'rainbowkit/index.ts',
  'rainbowkit/wallets': 'rainbowkit/wallets.ts',
  headless: 'headless/index.ts',
  react: 'react/index.tsx',
  testing: 'testing/index.ts',
};

/** Entries that aren't modules: `wallet-modal/<name>` and its source. */
export const FILES = {
  'rainbowkit/styles.css': 'rainbowkit/styles.css',
};
