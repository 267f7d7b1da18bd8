/**
 * The demo's Solana wallet: like an extension, it registers through the Wallet Standard. It has two accounts whose keys are public
 * (demo/solana/layout.mjs derives the same), so they are worthless. It asks the user with the browser's own dialog.
 * `window.demoSolanaWallet` simulates the user's actions in the wallet.
 *
 * Read from @wallet-standard/base 1.1.0 (src/wallet.ts); the features are those of docs/spec/page-wallets.md 2. The standard has no
 * codes: the error for a decline is a guess.
 *
 * A plain module without a build step.
 */
import { icon } from './icon.js';

const NAME = 'Demo Solana Wallet';
const CHAINS = ['solana:localnet', 'solana:mainnet', 'solana:devnet'];
const MEMORY = 'demo-solana-wallet';
const WORDS = ['account 1', 'account 2'];
const PKCS8 = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];
const SIGNATURE = 64;

const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base58 = (bytes) => {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; number; number /= 58n) text = LETTERS[Number(number % 58n)] + text;
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
};

/** The key of a word, and its account in the standard's format. */
async function made(word) {
  const seed = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`wallet-modal demo solana ${word}`),
  );
  const pkcs8 = Uint8Array.from([...PKCS8, ...new Uint8Array(seed)]);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
  const { x } = await crypto.subtle.exportKey('jwk', key);
  const letters = atob(x.replaceAll('-', '+').replaceAll('_', '/'));
  const publicKey = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const features = [
    'solana:signIn',
    'solana:signMessage',
    'solana:signTransaction',
    'solana:signAndSendTransaction',
  ];
  return { key, account: Object.freeze({ address: base58(publicKey), publicKey, chains: CHAINS, features }) };
}
const keys = await Promise.all(WORDS.map(made));
const config = fetch(new URL('../demo-config.json', import.meta.url)).then((answer) => answer.json());

const refused = () => Object.assign(new Error('User rejected the request.'), { code: 4001 });
const ask = (question) => {
  if (!confirm(`${NAME}: ${question}`)) throw refused();
};

/** The accounts of this page, the current one first. */
let granted = JSON.parse(localStorage.getItem(MEMORY) ?? '[]');
const accounts = () => granted.map((index) => keys[index].account);
const listeners = new Set();
function grant(now) {
  granted = now;
  localStorage.setItem(MEMORY, JSON.stringify(now));
  for (const listener of [...listeners]) listener({ accounts: accounts() });
}

const keyOf = ({ address }) => {
  const found = granted.map((index) => keys[index]).find(({ account }) => account.address === address);
  if (!found) throw Object.assign(new Error('This account was not granted to this page'), { code: 4100 });
  return found.key;
};
const signed = async (account, bytes) =>
  new Uint8Array(await crypto.subtle.sign('Ed25519', keyOf(account), bytes));

/** Adds the account's signature to the wire bytes, at the position of its key. */
async function signTransaction({ account, transaction }) {
  const count = transaction[0];
  const message = transaction.subarray(1 + SIGNATURE * count);
  const first = message[0] & 128 ? 5 : 4;
  const is = (place) => account.publicKey.every((byte, i) => message[first + 32 * place + i] === byte);
  const place = Array.from({ length: count }, (_, index) => index).find(is);
  if (place === undefined) throw Object.assign(new Error('Nothing to sign here'), { code: -32602 });
  const signedTransaction = transaction.slice();
  signedTransaction.set(await signed(account, message), 1 + SIGNATURE * place);
  return { signedTransaction };
}

/** Connects and signs in with one prompt: the wallet writes the text, for its first account if the page names none. */
async function signIn(fields) {
  const account = keys.find(({ account }) => account.address === fields.address)?.account ?? keys[0].account;
  const domain = fields.domain ?? location.host;
  if (domain !== location.host)
    throw Object.assign(new Error('This page is of another domain'), { code: -32602 });
  const line = (name, value) => (value ? [`${name}: ${value}`] : []);
  const lines = [
    ...line('URI', fields.uri),
    ...line('Version', fields.version),
    ...line('Chain ID', fields.chainId),
    ...line('Nonce', fields.nonce),
    ...line('Issued At', fields.issuedAt),
    ...line('Expiration Time', fields.expirationTime),
    ...line('Not Before', fields.notBefore),
    ...line('Request ID', fields.requestId),
    ...(fields.resources?.length ? ['Resources:', ...fields.resources.map((one) => `- ${one}`)] : []),
  ];
  const text = [
    `${domain} wants you to sign in with your Solana account:\n${account.address}`,
    ...(fields.statement ? [fields.statement] : []),
    ...(lines.length ? [lines.join('\n')] : []),
  ].join('\n\n');
  ask(`sign in?\n\n${text}`);
  if (!granted.length) grant([0, 1]);
  const signedMessage = new TextEncoder().encode(text);
  return { account, signedMessage, signature: await signed(account, signedMessage) };
}

/** Broadcasts through the demo's node, the only one that the wallet knows. */
async function send(bytes, options) {
  const { solanaNetworks } = await config;
  const node = solanaNetworks[0].rpcUrls.default.http[0];
  const text = btoa(String.fromCharCode(...bytes));
  const params = [text, { ...options, encoding: 'base64' }];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params });
  const { error } = await (await fetch(node, { method: 'POST', body })).json();
  if (error) throw Object.assign(new Error(error.message), { code: error.code });
  return { signature: bytes.slice(1, 1 + SIGNATURE) };
}

const features = Object.freeze({
  'standard:connect': {
    version: '1.0.0',
    connect: async ({ silent } = {}) => {
      if (!granted.length && !silent) {
        ask(`connect this page with ${keys[0].account.address}?`);
        grant([0, 1]);
      }
      return { accounts: accounts() };
    },
  },
  'standard:disconnect': { version: '1.0.0', disconnect: async () => grant([]) },
  'standard:events': {
    version: '1.0.0',
    on: (_event, listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  },
  'solana:signMessage': {
    version: '1.1.0',
    signMessage: async (...inputs) => {
      ask(
        `sign this message?\n\n${inputs.map(({ message }) => new TextDecoder().decode(message)).join('\n\n')}`,
      );
      return Promise.all(
        inputs.map(async ({ account, message }) => ({
          signedMessage: message,
          signature: await signed(account, message),
        })),
      );
    },
  },
  'solana:signIn': {
    version: '1.0.0',
    signIn: async (...inputs) => Promise.all((inputs.length ? inputs : [{}]).map(signIn)),
  },
  'solana:signTransaction': {
    version: '1.0.0',
    supportedTransactionVersions: ['legacy', 0],
    signTransaction: async (...inputs) => {
      ask(`sign ${inputs.length === 1 ? 'a transaction' : `${inputs.length} transactions`}?`);
      return Promise.all(inputs.map(signTransaction));
    },
  },
  'solana:signAndSendTransaction': {
    version: '1.0.0',
    supportedTransactionVersions: ['legacy', 0],
    signAndSendTransaction: async (...inputs) => {
      ask('sign a transaction and send it?');
      return Promise.all(
        inputs.map(async (input) => send((await signTransaction(input)).signedTransaction, input.options)),
      );
    },
  },
});

class DemoSolanaWallet {
  get version() {
    return '1.0.0';
  }
  get name() {
    return NAME;
  }
  get icon() {
    return icon;
  }
  get chains() {
    return CHAINS;
  }
  get features() {
    return features;
  }
  get accounts() {
    return accounts();
  }
}
const wallet = Object.freeze(new DemoSolanaWallet());

window.demoSolanaWallet = Object.freeze({
  /** Makes the other account current. */
  switchAccount: () => grant([...granted].reverse()),
  /** Revokes the page's access. */
  revoke: () => grant([]),
});

window.addEventListener('wallet-standard:app-ready', ({ detail }) => detail.register(wallet));
window.dispatchEvent(
  new CustomEvent('wallet-standard:register-wallet', { detail: ({ register }) => register(wallet) }),
);
