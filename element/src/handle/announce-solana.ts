// Option `announceProvider` on a page with networks of solana: the provider of that family as a wallet of the Wallet Standard, so that libraries of
// the page find it without the handle (docs/spec/page-wallets.md section 2). Our own finder never takes it (wallets/wallet-standard.ts).

import { WalletError } from '../wallet-error';
import type { AccountState } from '../contract';
import { copied, fromBase58 } from '../wallets/bytes';
import { icon } from './announce';
import type { SolanaProvider } from './solana';

/** what of the handle is needed */
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

/** Named as wallets of pages name them; a request says which one it is for, and the engine refuses any but its own. */
const chains = Object.freeze([
  'solana:mainnet',
  'solana:devnet',
  'solana:testnet',
  'solana:localnet',
] as const);
const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'];
const versions = Object.freeze(['legacy', 0] as const);

const chainOf = ({ chain }: Input): object => (chain === undefined ? {} : { chain });

/** Registers it now and with whoever asks, until the signal. */
export function announceSolana(host: Host, name: string, gone: AbortSignal): void {
  if (gone.aborted) return;
  const provider = host.getProvider('solana');
  const listeners = new Set<Change>();
  let known: readonly Account[] = [];

  /** The account that is asked; the same object for as long as it is the same account. */
  const accounts = (): readonly Account[] => {
    const { address, isConnected } = host.getAccount('solana');
    const publicKey = isConnected && address ? fromBase58(address) : null;
    if (!address || !publicKey) known = [];
    else if (known[0]?.address != address)
      known = Object.freeze([Object.freeze({ address, publicKey, chains, features: signing })]);
    return known;
  };
  /** For another account than the one that stands here nothing is asked. */
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
          // Another may stand here since the last one was answered.
          own([input]);
          const { message } = input;
          const signedMessage = copied(message, Infinity);
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
        const given = inputs.map(({ transaction }) => transaction!);
        const signed = others.length
          ? await provider.signAllTransactions(given, chainOf(first))
          : [await provider.signTransaction(given[0]!, chainOf(first))];
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
      // whoever asks so has no use for it, and its fault is none of the page's
    }
  };
  addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<Api>).detail), {
    signal: gone,
  });
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}
