/**
 * The demo wallet's page half: what a browser extension puts into a page. It announces itself by EIP-6963 and offers an
 * EIP-1193 provider. It holds no key: whatever needs a person is asked in a window of the wallet's own origin (window.js).
 *
 * Read from MetaMask 13 (MetaMask/metamask-extension: app/scripts/lib/rpc-method-middleware/handlers/switch-ethereum-chain.ts, add-ethereum-chain.ts,
 * wallet-getPermissions.ts); codes and words: errors.js. Which reads it forwards, and the words of its own refusals, are a guess.
 *
 * A plain module, loaded as it is, without a build step.
 */
import { rpcError, CODE } from './errors.js';
import { memory } from './memory.js';
import { activeChain, config, knownChains } from './networks.js';
import { askPerson } from './window.js';
import { readChain } from './chain.js';
import { icon } from './icon.js';
import './control.js';

/** @type {Map<string, Set<Function>>} */
const listeners = new Map();
const emit = (event, payload) => {
  for (const listener of [...(listeners.get(event) ?? [])]) {
    // One listener that throws must not stop the others.
    try {
      listener(payload);
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }
};

let reachable;
/** `connect` and `disconnect` of EIP-1193 are about the chain, not the account. */
const setReachable = (now, chainId) => {
  if (now === reachable) return;
  const before = reachable;
  reachable = now;
  if (now) emit('connect', { chainId });
  else if (before) emit('disconnect', rpcError(CODE.disconnected, 'The chain does not answer'));
};

memory.onChange = emit;

/**
 * Asks the user. The window gets the active network (it looks up the name and URL itself), and whether the wallet is locked: then the
 * user unlocks it there first.
 */
const ask = async (method, params) => {
  const { demoWallet } = await config;
  const { chainId } = await activeChain();
  const { locked } = memory;
  return askPerson(demoWallet, { method, params, chain: { chainId }, locked }, () => (memory.locked = false));
};

const grantedAddress = (address) => {
  // Also while locked: the page might know an account from before, and the window first asks the user to unlock.
  const granted = memory.granted.find((account) => account.toLowerCase() === String(address).toLowerCase());
  if (!granted) throw rpcError(CODE.unauthorized, 'This account was not granted to this page');
  return granted;
};

const chooseAccounts = async () => {
  memory.granted = await ask('eth_requestAccounts', []);
  return memory.accounts;
};

const requestAccounts = async () => {
  if (memory.granted.length === 0) return chooseAccounts();
  if (memory.locked) await ask('demo_unlock', []);
  return memory.accounts;
};

/** Also while locked, like MetaMask (13, app/scripts/controllers/permissions): an empty list means that access was revoked. */
const permissions = () =>
  memory.granted.length === 0
    ? []
    : [
        {
          invoker: location.origin,
          parentCapability: 'eth_accounts',
          caveats: [{ type: 'restrictReturnedAccounts', value: memory.granted }],
        },
      ];

const wantsAccounts = (params) => {
  const [asked] = params;
  if (typeof asked !== 'object' || asked === null || !('eth_accounts' in asked))
    throw rpcError(CODE.badParams, 'Only eth_accounts can be asked for');
};

const chainIdOf = (param) => {
  const chainId = param?.chainId;
  if (typeof chainId !== 'string' || !/^0x[1-9a-f][0-9a-f]{0,12}$/i.test(chainId))
    throw rpcError(CODE.badParams, 'chainId must be hex without leading zeros');
  return chainId.toLowerCase();
};

/** TABLE: the methods that the wallet handles itself. Others are reads of the chain, or unsupported. */
const methods = {
  eth_accounts: () => memory.accounts,
  eth_requestAccounts: () => requestAccounts(),
  eth_chainId: async () => (await activeChain()).chainId,
  net_version: async () => String(Number((await activeChain()).chainId)),

  wallet_getPermissions: () => permissions(),
  wallet_requestPermissions: async (params) => {
    wantsAccounts(params);
    await chooseAccounts();
    return permissions();
  },
  wallet_revokePermissions: (params) => {
    wantsAccounts(params);
    memory.granted = [];
    return null;
  },

  personal_sign: ([message, address]) => {
    if (typeof message !== 'string') throw rpcError(CODE.badParams, 'message must be a text');
    return ask('personal_sign', [message, grantedAddress(address)]);
  },
  eth_signTypedData_v4: ([address, data]) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return ask('eth_signTypedData_v4', [grantedAddress(address), text]);
  },
  eth_sendTransaction: ([transaction]) => {
    if (typeof transaction !== 'object' || transaction === null)
      throw rpcError(CODE.badParams, 'transaction is missing');
    return ask('eth_sendTransaction', [{ ...transaction, from: grantedAddress(transaction.from) }]);
  },

  wallet_switchEthereumChain: async ([param]) => {
    const chainId = chainIdOf(param);
    const target = (await knownChains()).find((chain) => chain.chainId === chainId);
    if (!target)
      throw rpcError(CODE.unknownChain, `Unrecognized chain ID ${chainId}. Try adding the chain first.`);
    if (target.chainId === (await activeChain()).chainId) return null;
    await ask('wallet_switchEthereumChain', [target]);
    memory.chainId = chainId;
    return null;
  },
  wallet_addEthereumChain: async ([param]) => {
    const chainId = chainIdOf(param);
    const { chainName, rpcUrls, nativeCurrency } = param;
    if (typeof chainName !== 'string' || typeof rpcUrls?.[0] !== 'string')
      throw rpcError(CODE.badParams, 'chainName and rpcUrls are needed');
    if (nativeCurrency?.decimals !== 18)
      throw rpcError(CODE.badParams, 'nativeCurrency must have 18 decimals');
    if ((await knownChains()).some((chain) => chain.chainId === chainId)) return null;
    const added = { chainId, chainName, rpcUrl: rpcUrls[0], symbol: String(nativeCurrency.symbol) };
    await ask('wallet_addEthereumChain', [added]);
    memory.addedChains = [...memory.addedChains, added];
    return null;
  },
};

const provider = Object.freeze({
  isDemoWallet: true,

  async request(args) {
    const { method, params = [] } = args ?? {};
    if (typeof method !== 'string') throw rpcError(CODE.badParams, 'method must be a text');
    if (!Array.isArray(params)) throw rpcError(CODE.badParams, 'params must be a list');
    if (Object.hasOwn(methods, method)) return methods[method](params);
    const chain = await activeChain();
    return readChain(chain, method, params, setReachable);
  },

  on(event, listener) {
    if (!listeners.has(event)) listeners.set(event, new Set());
    listeners.get(event).add(listener);
    return provider;
  },

  removeListener(event, listener) {
    listeners.get(event)?.delete(listener);
    return provider;
  },
});

const info = Object.freeze({ uuid: uuidV4(), name: 'Demo Wallet', icon, rdns: 'dev.wallet-modal.demo' });
const announce = () =>
  window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
  );

window.addEventListener('eip6963:requestProvider', announce);
announce();

/** `crypto.randomUUID` is missing on plain http, except loopback. */
function uuidV4() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
