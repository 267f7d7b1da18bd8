/**
 * The demo's Polkadot wallet: like an extension, it adds itself to `window.injectedWeb3`. It has two accounts whose keys are public
 * (demo/polkadot/keys.mjs derives the same), so they are worthless. It asks the user with the browser's own dialog, and signs with
 * ed25519, which browsers support. `window.demoPolkadotWallet` simulates the user's actions in the wallet.
 *
 * Read from polkadot-js 0.63 (polkadot-js/extension: packages/extension-inject/src/bundle.ts,
 * packages/extension-base/src/page/Injected.ts, Accounts.ts, Signer.ts; its error messages are cited below).
 *
 * A plain module without a build step.
 */
const NAME = 'Demo Polkadot Wallet';
const MEMORY = 'demo-polkadot-wallet';
const WORDS = ['account 1', 'account 2'];
/** The addresses of these words' keys; the checksum needs a hash that browsers lack. */
const ADDRESSES = [
  '5Fd9UJhd5BTM1c7QBhcnUMZUtsEy9GWK2mdBKRvvkKZ5bw1Y',
  '5E5EM6GywRM1Cj499xJFtdZMw2VSh86tjYdQpTPLYGWZb4wA',
];
const PKCS8 = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];
/** A longer payload would be signed as its hash (blake2b), which browsers lack. */
const PAYLOAD_BYTES_MAX = 256;
const ED25519 = '00';

async function made(word) {
  const text = new TextEncoder().encode(`wallet-modal demo polkadot ${word}`);
  const seed = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return crypto.subtle.importKey('pkcs8', Uint8Array.from([...PKCS8, ...seed]), 'Ed25519', false, ['sign']);
}
const keys = await Promise.all(WORDS.map(made));

// The messages are those of polkadot-js 0.63: `Cancelled` from packages/extension-base/src/background/handlers/Extension.ts, `Unable to
// find keypair` from Tabs.ts next to it.
const ask = (question) => {
  if (!confirm(`${NAME}: ${question}`)) throw new Error('Cancelled');
};

/** The accounts of this page, the current one first. */
let granted = JSON.parse(localStorage.getItem(MEMORY) ?? '[]');
const accounts = () =>
  granted.map((index) => ({ address: ADDRESSES[index], name: WORDS[index], type: 'ed25519' }));
const listeners = new Set();
function grant(now) {
  granted = now;
  localStorage.setItem(MEMORY, JSON.stringify(now));
  for (const listener of [...listeners]) listener(accounts());
}

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (hex) => Uint8Array.from(hex.slice(2).match(/../g) ?? [], (byte) => parseInt(byte, 16));

async function signed(address, bytes) {
  const index = granted.find((one) => ADDRESSES[one] === address);
  if (index === undefined) throw new Error('Unable to find keypair');
  return toHex(new Uint8Array(await crypto.subtle.sign('Ed25519', keys[index], bytes)));
}

/** An integer in SCALE's compact encoding. */
function compact(value) {
  if (value < 64n) return [Number(value << 2n)];
  if (value < 1n << 14n) return little((value << 2n) | 1n, 2);
  if (value < 1n << 30n) return little((value << 2n) | 2n, 4);
  const bytes = little(value, 16);
  while (bytes.length > 4 && bytes.at(-1) === 0) bytes.pop();
  return [((bytes.length - 4) << 2) | 3, ...bytes];
}
const little = (value, length) =>
  Array.from({ length }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 255n));
const optional = (hex) => (hex && hex !== '0x' && hex !== '0x00' ? [1, ...bytesOf(hex)] : [0]);

/** TABLE: the data that each extension adds after the call, and the data that is only signed. */
const EXTENSIONS = {
  CheckMortality: (of) => [bytesOf(of.era), bytesOf(of.blockHash)],
  CheckNonce: (of) => [compact(BigInt(of.nonce)), []],
  ChargeTransactionPayment: (of) => [compact(BigInt(of.tip)), []],
  ChargeAssetTxPayment: (of) => [[...compact(BigInt(of.tip)), ...optional(of.assetId)], []],
  CheckMetadataHash: (of) => [[of.mode ?? 0], optional(of.metadataHash)],
  CheckSpecVersion: (of) => [[], little(of.specVersion, 4)],
  CheckTxVersion: (of) => [[], little(of.transactionVersion, 4)],
  CheckGenesis: (of) => [[], bytesOf(of.genesisHash)],
  CheckNonZeroSender: () => [[], []],
  CheckWeight: () => [[], []],
  PrevalidateAttests: () => [[], []],
};

/** The signed bytes of a payload. */
function written(payload) {
  const parts = payload.signedExtensions.map((name) => {
    if (!Object.hasOwn(EXTENSIONS, name)) throw new Error(`${name} is not known here`);
    return EXTENSIONS[name](payload);
  });
  const bytes = [
    ...bytesOf(payload.method),
    ...parts.flatMap(([beside]) => [...beside]),
    ...parts.flatMap(([, apart]) => [...apart]),
  ];
  if (bytes.length > PAYLOAD_BYTES_MAX) throw new Error('This is longer than the demo wallet signs');
  return Uint8Array.from(bytes);
}

let count = 0;
const signer = Object.freeze({
  async signRaw({ address, data }) {
    const bytes = bytesOf(data);
    ask(`sign this message?\n\n${new TextDecoder().decode(bytes)}`);
    const around = [new TextEncoder().encode('<Bytes>'), new TextEncoder().encode('</Bytes>')];
    const wrapped = Uint8Array.from([...around[0], ...bytes, ...around[1]]);
    return { id: ++count, signature: `0x${await signed(address, wrapped)}` };
  },
  async signPayload(payload) {
    const bytes = written(payload);
    ask(`sign a transaction of ${bytes.length} bytes for ${payload.address}?`);
    return { id: ++count, signature: `0x${ED25519}${await signed(payload.address, bytes)}` };
  },
});

const injected = Object.freeze({
  accounts: Object.freeze({
    get: async () => accounts(),
    subscribe(listener) {
      listeners.add(listener);
      listener(accounts());
      return () => listeners.delete(listener);
    },
  }),
  signer,
});

window.demoPolkadotWallet = Object.freeze({
  /** Makes the other account current. */
  switchAccount: () => grant([...granted].reverse()),
  /** Revokes the page's access. */
  revoke: () => grant([]),
});

window.injectedWeb3 = {
  ...window.injectedWeb3,
  'demo-polkadot-wallet': Object.freeze({
    version: '1.0.0',
    async enable(origin) {
      if (!granted.length) {
        ask(`connect ${origin} with ${ADDRESSES[0]}?`);
        grant([0, 1]);
      }
      return injected;
    },
  }),
};
