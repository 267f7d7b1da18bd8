/**
 * The user's actions in a wallet without a request: lock it, switch its network, select other accounts. A real wallet has buttons for
 * them in its own window; here they are on the demo page, and browser tests call `window.demoWallet`. The page under test only gets the
 * provider's events.
 */
import { memory } from './memory.js';
import { activeChain, knownChains } from './networks.js';

export const demoWallet = Object.freeze({
  /** The page sees no account until the user unlocks it, in its window or here. */
  lock: () => (memory.locked = true),
  unlock: () => (memory.locked = false),
  get locked() {
    return memory.locked;
  },

  /** `[{chainId, chainName, ...}]`: the networks to choose from. */
  chains: () => knownChains(),
  chain: () => activeChain(),

  /** Switches the network, like the wallet's own menu. `chainId` is a number or hex. */
  async setChain(chainId) {
    const hex = `0x${Number(chainId).toString(16)}`;
    if (!(await knownChains()).some((chain) => chain.chainId === hex))
      throw new Error(`the demo wallet does not know the network ${hex}`);
    memory.chainId = hex;
  },

  /** The accounts that this page can access, most recent first; an empty list revokes access. */
  get accounts() {
    return memory.granted;
  },
  set accounts(accounts) {
    memory.granted = accounts;
  },

  /** Calls back at any change of the above, in this tab or another. */
  onChange: (listener) => memory.watch(listener),

  /** Resets it: no access, first network, nothing added, unlocked. */
  reset() {
    memory.locked = false;
    memory.granted = [];
    memory.addedChains = [];
    memory.chainId = null;
  },
});

window.demoWallet = demoWallet;
