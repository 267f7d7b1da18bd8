/**
 * The demo's Bitcoin wallet: like an extension, it adds an entry to `btc_providers`, with a sats-connect request object. It has two
 * accounts, each with an address for payments and one for collectibles, whose keys are public (demo/bitcoin/layout.mjs), so they are
 * worthless. It asks the user with the browser's own dialog. Browsers lack secp256k1, so the demo's node has the keys and signs.
 * `window.demoBitcoinWallet` simulates the user's actions in the wallet.
 *
 * Read from @sats-connect/core at 031f1f7 (secretkeylabs/sats-connect-core: src/types.ts, for the codes). The methods follow its
 * documentation (docs/spec/page-wallets.md 3.1); error messages, and the response to a page without access, are a guess.
 *
 * A plain module without a build step.
 */
import { icon } from './icon.js';

const NAME = 'Demo Bitcoin Wallet';
const MEMORY = 'demo-bitcoin-wallet';
const PURPOSES = { p2wpkh: 'payment', p2tr: 'ordinals' };

const config = fetch(new URL('../demo-config.json', import.meta.url)).then((answer) => answer.json());
async function node(what, body) {
  const { bitcoinNetworks } = await config;
  const url = `${bitcoinNetworks[0].rpcUrls.default.http[0]}/__${what}`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw failed(-32603, await answer.text());
  return answer.json();
}
const demo = node('demo', {});
demo.catch(() => {}); // reported by the first request that needs it

const failed = (code, message) => Object.assign(new Error(message), { code });
const ask = (question) => {
  if (!confirm(`${NAME}: ${question}`)) throw failed(-32000, 'User rejected the request.');
};

/** The accounts of this page, the current one first. */
let granted = JSON.parse(localStorage.getItem(MEMORY) ?? '[]');
const listeners = new Map();
function grant(now) {
  granted = now;
  localStorage.setItem(MEMORY, JSON.stringify(now));
  const event = now.length ? 'accountChange' : 'disconnect';
  for (const listener of listeners.get(event) ?? []) listener({ type: event });
}

/** Of the current account. */
async function addresses() {
  if (!granted.length) throw failed(-32002, 'This page is not connected');
  const { accounts } = await demo;
  return accounts[granted[0]]
    .filter(({ addressType }) => addressType in PURPOSES)
    .map((one) => ({ ...one, purpose: PURPOSES[one.addressType], walletType: 'software' }));
}
const network = { bitcoin: { name: 'Regtest' }, stacks: { name: 'mocknet' } };
async function known(address) {
  if (!(await addresses()).some((one) => one.address === address))
    throw failed(-32602, 'This is no address of the account');
  return address;
}
const account = async () => ({ addresses: await addresses(), walletType: 'software', network });

/** TABLE: its methods. */
const methods = {
  getInfo: () => ({ version: '1.0.0', platform: 'web', methods: Object.keys(methods), supports: [] }),
  async wallet_connect() {
    const { accounts } = await demo;
    if (!granted.length) {
      ask(`connect this page with ${accounts[0][0].address}?`);
      grant([0, 1]);
    }
    return account();
  },
  wallet_getAccount: account,
  wallet_getNetwork: () => network,
  wallet_changeNetwork({ name }) {
    if (name !== 'Regtest') throw failed(-32602, 'This wallet knows no other network');
    return null;
  },
  wallet_disconnect() {
    grant([]);
    return null;
  },
  async signMessage({ address, message, protocol }) {
    await known(address);
    ask(`sign this message?\n\n${message}`);
    const form = protocol ?? (address.startsWith('bcrt1p') ? 'BIP322' : 'ECDSA');
    return {
      ...(await node('message', { address, message, protocol: form.toLowerCase() })),
      address,
      protocol: form,
    };
  },
  async signPsbt({ psbt, signInputs = {}, broadcast }) {
    for (const address of Object.keys(signInputs)) await known(address);
    if (broadcast) throw failed(-32602, 'This wallet does not send what it signs');
    ask('sign a transaction?');
    return node('psbt', { psbt, signInputs });
  },
  async sendTransfer({ recipients }) {
    const [{ address, amount }] = recipients;
    const [{ address: from }] = await addresses();
    ask(`send ${amount} sats to ${address}?`);
    return node('pay', { from, to: address, sats: amount });
  },
};

window.DemoBitcoinProvider = Object.freeze({
  async request(method, params) {
    const id = crypto.randomUUID();
    try {
      if (!Object.hasOwn(methods, method)) throw failed(-32601, 'Method not found');
      return { jsonrpc: '2.0', id, result: await methods[method](params ?? {}) };
    } catch ({ code = -32603, message }) {
      return { jsonrpc: '2.0', id, error: { code, message } };
    }
  },
  addListener({ eventName, cb }) {
    const all = listeners.get(eventName) ?? new Set();
    listeners.set(eventName, all.add(cb));
    return () => all.delete(cb);
  },
});
window.btc_providers = [...(window.btc_providers ?? []), { id: 'DemoBitcoinProvider', name: NAME, icon }];

window.demoBitcoinWallet = Object.freeze({
  /** Makes the other account current. */
  switchAccount: () => grant([...granted].reverse()),
  /** Revokes the page's access. */
  revoke: () => grant([]),
});
