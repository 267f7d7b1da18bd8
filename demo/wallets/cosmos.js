/**
 * The demo's Cosmos wallet: like Keplr, it defines `window.keplr`. It has no keys: it asks the user in a window of the wallet's own
 * origin (window.js, confirm/cosmos.ts). `window.demoCosmosWallet` simulates the user's actions in the wallet.
 *
 * Errors, methods and keys are those of Keplr 0.12.309 (chainapsis/keplr-wallet: packages/background/src/chains/service.ts,
 * packages/types/src/wallet/keplr.ts, packages/background/src/permission-interactive/service.ts).
 *
 * A plain module without a build step.
 */
import { config } from './networks.js';
import { askPerson } from './window.js';

const MEMORY = 'demo-cosmos-wallet';
const CHAIN_ID = 'demo-cosmos-1';

/** The accounts of this page, the current one first: name, address, and the key as a list of bytes. */
let granted = JSON.parse(localStorage.getItem(MEMORY) ?? '[]');
function grant(now) {
  granted = now;
  localStorage.setItem(MEMORY, JSON.stringify(now));
  window.dispatchEvent(new Event('keplr_keystorechange'));
}

const known = (chainId) => {
  if (chainId !== CHAIN_ID) throw new Error(`There is no modular chain info for ${chainId}`);
};

async function ask(method, params) {
  const { demoWallet } = await config;
  const request = { method, params, chain: { chainId: CHAIN_ID }, locked: false };
  return askPerson(demoWallet, request, () => {}).catch((error) => {
    // This interface only has messages, and this is the one for a decline.
    throw error.code === 4001 ? new Error('Request rejected') : error;
  });
}

async function signing(method, chainId, signer, asked) {
  known(chainId);
  if (granted[0]?.address !== signer) throw new Error('Signer mismatched');
  return ask(method, [signer, asked]);
}

const wallet = {
  mode: 'extension',
  version: '0.12.309',
  async enable(chainIds) {
    for (const chainId of [chainIds].flat()) known(chainId);
    if (granted.length) return;
    const keys = await ask('cosmos_enable', []);
    grant(keys.map(({ name, address, key }) => ({ name, address, key: [...key] })));
  },
  async disable() {
    grant([]);
  },
  /** A request for a key first asks for access: the window opens. */
  async getKey(chainId) {
    await wallet.enable(chainId);
    const [account] = granted;
    const pubKey = Uint8Array.from(account.key);
    return { name: account.name, algo: 'secp256k1', pubKey, bech32Address: account.address };
  },
  async getKeysSettled(chainIds) {
    await wallet.enable(chainIds);
    return Promise.allSettled(chainIds.map((chainId) => wallet.getKey(chainId)));
  },
  signAmino: (chainId, signer, document) => signing('cosmos_signAmino', chainId, signer, document),
  signDirect: (chainId, signer, { bodyBytes, authInfoBytes, accountNumber, ...document }) =>
    signing('cosmos_signDirect', chainId, signer, {
      bodyBytes: Uint8Array.from(bodyBytes),
      authInfoBytes: Uint8Array.from(authInfoBytes),
      accountNumber: String(accountNumber),
      chainId: document.chainId,
    }),
  signArbitrary: (chainId, signer, words) => signing('cosmos_signArbitrary', chainId, signer, words),
};

window.demoCosmosWallet = Object.freeze({
  /** Makes the other account current. */
  switchAccount: () => grant([...granted].reverse()),
  /** Revokes the page's access. */
  revoke: () => grant([]),
});
window.keplr = Object.freeze(wallet);
