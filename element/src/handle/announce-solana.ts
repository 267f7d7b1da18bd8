// Option `announceProvider` on a page with Solana networks: registers the Solana provider as a wallet of the Wallet Standard, so that
// libraries of the page find it without the handle (docs/spec/page-wallets.md section 2). Our own finder skips it
// (wallets/wallet-standard.ts).

import { WalletError } from '../wallet-error';
import type { AccountState } from '../contract';
import { copyBytes, fromBase58 } from '../wallets/bytes';
import { icon } from './announce';
import type { SolanaProvider } from './solana';

/** the part of the handle that is needed */
interface Host {
  getProvider(namespace: 'solana'): SolanaProvider;
  getAccount(namespace: 'solana'): Pick<AccountState, 'address' | 'isConnected'>;
  disconnect(namespace: 'solana'): Promise<unknown>;
}

interface Account {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly chains: readonly string[];
  readonly features: readonly string[];
}

interface Input {
  account?: { address?: unknown };
  chain?: string;
  message?: Uint8Array;
  transaction?: Uint8Array;
  options?: object;
}

type Change = (change: { accounts: readonly Account[] }) => void;

/** The Wallet Standard's names of the networks. A request names its network, and the engine rejects any other than its own. */
const chains = Object.freeze([
  'solana:mainnet',
  'solana:devnet',
  'solana:testnet',
  'solana:localnet',
] as const);
const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'];
const versions = Object.freeze(['legacy', 0] as const);

const chainOf = ({ chain }: Input): object => (chain === undefined ? {} : { chain });

/** Registers the wallet now and with each library that asks later, until the signal aborts. */
export function announceSolana(host: Host, name: string, gone: AbortSignal): void {
  if (gone.aborted) return;
  const provider = host.getProvider('solana');
  const listeners = new Set<Change>();
  let lastAccounts: readonly Account[] = [];

  /** The current account. Returns the same object while the account is the same. */
  const accounts = (): readonly Account[] => {
    const { address, isConnected } = host.getAccount('solana');
    const publicKey = isConnected && address ? fromBase58(address) : null;
    if (!address || !publicKey) lastAccounts = [];
    else if (lastAccounts[0]?.address != address)
      lastAccounts = Object.freeze([Object.freeze({ address, publicKey, chains, features: signing })]);
    return lastAccounts;
  };
  /** Rejects requests for any other account than the current one. */
  const own = (inputs: readonly Input[]): void => {
    const address = accounts()[0]?.address;
    if (!address || inputs.some((input) => input?.account?.address !== address))
      throw new WalletError({ code: 4100, message: "This account isn't connected" });
  };

  const features = Object.freeze({
    'standard:connect': Object.freeze({
      version: '1.0.0',
      async connect(input?: { silent?: boolean }) {
        await provider.request({ method: input?.silent ? 'solana_getAccounts' : 'solana_requestAccounts' });
        return { accounts: accounts() };
      },
    }),
    'standard:disconnect': Object.freeze({
      version: '1.0.0',
      disconnect: () => host.disconnect('solana').then(() => undefined),
    }),
    'standard:events': Object.freeze({
      version: '1.0.0',
      on(_event: 'change', listener: Change) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
    'solana:signMessage': Object.freeze({
      version: '1.1.0',
      async signMessage(...inputs: Input[]) {
        own(inputs);
        const outputs: object[] = [];
        for (const input of inputs) {
          // The account might have changed since the last response.
          own([input]);
          const { message } = input;
          const signedMessage = copyBytes(message, Infinity);
          outputs.push({ signedMessage, signature: await provider.signMessage(message!) });
        }
        return outputs;
      },
    }),
    'solana:signTransaction': Object.freeze({
      version: '1.0.0',
      supportedTransactionVersions: versions,
      async signTransaction(...inputs: Input[]) {
        own(inputs);
        const [first, ...others] = inputs;
        if (!first) return [];
        if (others.some(({ chain }) => chain !== first.chain))
          throw new WalletError({ code: -32602, message: 'Invalid parameter: chain' });
        const transactions = inputs.map(({ transaction }) => transaction!);
        const signed = others.length
          ? await provider.signAllTransactions(transactions, chainOf(first))
          : [await provider.signTransaction(transactions[0]!, chainOf(first))];
        return signed.map((signedTransaction) => ({ signedTransaction }));
      },
    }),
    'solana:signAndSendTransaction': Object.freeze({
      version: '1.0.0',
      supportedTransactionVersions: versions,
      async signAndSendTransaction(...inputs: Input[]) {
        own(inputs);
        const outputs: object[] = [];
        for (const input of inputs) {
          own([input]);
          const id = await provider.signAndSendTransaction(input.transaction!, input.options, chainOf(input));
          outputs.push({ signature: fromBase58(id) });
        }
        return outputs;
      },
    }),
  });

  const wallet = Object.freeze({
    version: '1.0.0',
    isWalletModal: true,
    name,
    icon,
    chains,
    features,
    get accounts() {
      return accounts();
    },
  });

  provider.on('accountsChanged', () => {
    if (!gone.aborted) for (const listener of [...listeners]) listener({ accounts: accounts() });
  });
  type Api = { register(wallet: object): unknown };
  const register = (api: Api): void => {
    try {
      const off = api.register(wallet);
      if (typeof off == 'function') gone.addEventListener('abort', off as () => void);
    } catch {
      // the caller has no use for it, and its error doesn't concern the page
    }
  };
  addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<Api>).detail), {
    signal: gone,
  });
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}
