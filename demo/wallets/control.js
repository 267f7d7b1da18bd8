/**
 * What a person does inside a wallet without being asked: lock it, change its network, choose other accounts. A real wallet has
 * buttons for that in its own window; here they are on the demo page, and browser tests call `window.demoWallet`.
 * The page under test hears of it by the provider's events alone.
 */
import { memory } from './memory.js';
import { activeChain, knownChains } from './networks.js';

export const demoWallet = Object.freeze({
  /** Until it is unlocked in its window or here, the page sees no account. */
  lock: () => (memory.locked = true),
  unlock: () => (memory.locked = false),
  get locked() {
    return memory.locked;
  },

  /** `[{chainId, chainName, ...}]`: what it can be set to. */
  chains: () => knownChains(),
  chain: () => activeChain(),

  /** Goes to another network by itself, as by the wallet's own menu. `chainId` is a number or hex. */
  async setChain(chainId) {
    const hex = `0x${Number(chainId).toString(16)}`;
    if (!(await knownChains()).some((chain) => chain.chainId === hex))
      throw new Error(`the demo wallet does not know the network ${hex}`);
    memory.chainId = hex;
  },

  /** The accounts granted to this page, most recent first; none takes the grant back. */
  get accounts() {
    return memory.granted;
  },
  set accounts(accounts) {
    memory.granted = accounts;
  },

  /** Calls back whenever something of the above has changed, in this tab or another. */
  onChange: (listener) => memory.watch(listener),

  /** As it was installed: no grant, first network, nothing added, unlocked. */
  reset() {
    memory.locked = false;
    memory.granted = [];
    memory.addedChains = [];
    memory.chainId = null;
  },
});

window.demoWallet = demoWallet;
