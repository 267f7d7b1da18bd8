// TABLE of habits of real wallets that a page doesn't expect. A scripted wallet of the namespace gets a habit with its option `habits`. The demo's
// page "Strange wallets" turns on the same habits. `from` names the wallet, its version and the file that the habit was read from, or says that
// the habit is a guess.

/** The habit in one line, and its source. */
export interface Habit {
  does: string;
  from: string;
}

const habits = <Name extends string>(table: Record<Name, Habit>): Readonly<Record<Name, Habit>> => table;

export const ETHEREUM_HABITS = habits({
  'errors-as-refusals': {
    does: 'After the connection, every error has the code 4001, with the reason in the message. An unknown network, too.',
    from: 'Enkrypt 2.17: packages/extension/src/providers/ethereum/methods/wallet_switchEthereumChain.ts (words); the code was seen in the built extension',
  },
  'new-proxy': {
    does: 'Announces a new Proxy of its provider each time the page asks.',
    from: 'a guess, from bug reports of wallets that rebuild their announcement',
  },
  'other-global': {
    does: 'Announces a Proxy, and puts the object behind it at window.ethereum.',
    from: 'SubWallet 1.3: packages/extension-inject/src/bundle.ts (inject6963EIP)',
  },
  'odd-uuid': {
    does: "Announces a uuid that isn't a UUID v4.",
    from: 'a guess, from bug reports; EIP-6963 asks for version 4',
  },
  'raw-icon': {
    does: 'Announces an SVG icon with percent signs that are not encoded.',
    from: 'a guess, from bug reports of data:image/svg+xml;utf8 icons',
  },
  'no-icon': {
    does: 'Announces an empty icon.',
    from: 'a guess, from bug reports; EIP-6963 asks for an icon',
  },
  'locked-at-load': {
    does: 'Is locked when the page loads: no accounts, but the permission is still listed.',
    from: 'MetaMask 13: app/scripts/lib/rpc-method-middleware/handlers/eth-accounts.ts, wallet-getPermissions.ts',
  },
  'mute-at-load': {
    does: "Is locked when the page loads, and doesn't respond until it's unlocked.",
    from: 'a guess, from bug reports of background workers that are asleep',
  },
  'slow-at-load': {
    does: 'Responds for the first time 10 s after the page has loaded.',
    from: 'a guess, from bug reports of background workers that start slowly',
  },
  'switched-while-closed': {
    does: 'Shares one account, and has another one each time the page loads.',
    from: 'RabbyHub/Rabby at 0010380: src/background/controller/provider/controller.ts (ethAccounts)',
  },
  'dead-stream': {
    does: 'Loses its connection to the page at the first request after the connection, and never responds again.',
    from: '@metamask/providers 22.1.1: src/BaseProvider.ts (_handleDisconnect), src/messages.ts',
  },
  'wrapped-late': {
    does: 'A security extension wraps its request function after the announcement.',
    from: 'a guess, after extensions that simulate transactions',
  },
  'draws-in-page': {
    does: 'Asks the user in an overlay that it draws in the page.',
    from: 'a guess, after Magic and Web3Auth, which frame their own site',
  },
});

export const SOLANA_HABITS = habits({
  'locked-at-load': {
    does: 'Is locked when the page loads: no accounts until it is unlocked.',
    from: 'a guess, after MetaMask 13 on Ethereum',
  },
});

export const POLKADOT_HABITS = habits({
  'no-account': {
    does: 'The user allows the page, but selects no account ("Connect 0 account(s)").',
    from: 'polkadot-js 0.63: packages/extension-ui/src/Popup/Authorize',
  },
  'silent-close': {
    does: 'The user closes the window: no response, and the next request is refused as pending until the wallet is opened.',
    from: 'polkadot-js 0.63: packages/extension-base/src/background/handlers/State.ts (authorizeUrl)',
  },
  forgets: {
    does: 'Has forgotten the page each time it loads, and opens its window for every request to connect.',
    from: 'SubWallet 1.3: packages/extension-base/src/page/index.ts (enable); that it forgets was seen in the built extension',
  },
  'late-yes': {
    does: 'Has forgotten the page, and the user approves 6 s later.',
    from: 'SubWallet 1.3: packages/extension-base/src/page/index.ts (enable); the time is a guess',
  },
});

export const COSMOS_HABITS = habits({
  'refuses-networks': {
    does: "The user rejects every network that the wallet doesn't know.",
    from: 'Keplr 0.12.309: packages/background/src/interaction/service.ts (words)',
  },
  'no-key': {
    does: 'The account has no key on the first network, as with a Ledger without its app.',
    from: '@keplr-wallet/provider 0.12.313: src/inject.ts (words of the Ledger)',
  },
});

export const BITCOIN_HABITS = habits({
  'empty-address': {
    does: "Tells an account that it doesn't have as a list with an empty address (dialect unisat).",
    from: '@keplr-wallet/provider 0.12.313: src/inject.ts (BitcoinProvider, _handleAccountsChanged)',
  },
  'unsure-broadcast': {
    does: 'Sends a transfer, and then responds with the error 4002 (dialect leather).',
    from: 'Leather 6.73: src/shared/rpc/methods; that it comes after a broadcast was seen in the built extension',
  },
});

export type EthereumHabit = keyof typeof ETHEREUM_HABITS;
export type SolanaHabit = keyof typeof SOLANA_HABITS;
export type PolkadotHabit = keyof typeof POLKADOT_HABITS;
export type CosmosHabit = keyof typeof COSMOS_HABITS;
export type BitcoinHabit = keyof typeof BITCOIN_HABITS;
