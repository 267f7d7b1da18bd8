// The in-page part of a Solana wallet. The function can't use anything outside it. Read from @wallet-standard/base 1.1.0 (src/wallet.ts);
// docs/spec/page-wallets.md 2 defines the features. Its behavior while locked is a guess. ../habits.ts names the source of each habit.
import type { SolanaHabit } from '../habits';

export interface SolanaInPage {
  binding: string;
  name: string;
  addresses: string[];
  keys: number[][];
  delayMs: number;
  missingFeatures: string[];
  habits: readonly SolanaHabit[];
}

export function solanaInPage({
  binding,
  name,
  addresses,
  keys,
  delayMs,
  missingFeatures,
  habits,
}: SolanaInPage): void {
  if (window.top !== window) return;
  const memory = `scripted:solana:${name}`;
  const chains = ['solana:mainnet', 'solana:devnet', 'solana:localnet'];
  const listeners = new Set<(change: object) => void>();
  const all = addresses.map((address, i) => ({
    address,
    publicKey: Uint8Array.from(keys[i]!),
    chains,
    features: [],
  }));
  let grants = JSON.parse(localStorage.getItem(memory) ?? '[]') as number[];
  if (habits.includes('locked-at-load') && grants.length) localStorage.setItem(`${memory}:locked`, 'yes');
  const isLocked = () => !!localStorage.getItem(`${memory}:locked`);
  const accounts = () => (isLocked() ? [] : grants.map((index) => all[index]!));
  const say = () => listeners.forEach((listener) => listener({ accounts: accounts() }));
  const grant = (now: number[], quietly = false) => {
    grants = now;
    localStorage.setItem(memory, JSON.stringify(now));
    if (!quietly) say();
  };
  const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const tell = async (
    method: string,
    inputs: {
      account?: { address: string };
      chain?: string;
      message?: Uint8Array;
      transaction?: Uint8Array;
    }[],
  ): Promise<Uint8Array[]> => {
    const [first] = inputs;
    const request = {
      method,
      chain: first?.chain,
      account: first?.account?.address,
      bytes: inputs.map((input) => toText(input.message ?? input.transaction!)),
    };
    type Response = { result?: number[][]; error?: { message: string } };
    const { [binding]: ask } = window as unknown as Record<string, (text: string) => Promise<Response>>;
    const { result, error } = await ask!(JSON.stringify(request));
    if (error) throw Object.assign(new Error(error.message), error);
    return result!.map((bytes) => Uint8Array.from(bytes));
  };
  type Input = { account: { address: string }; message: Uint8Array; transaction: Uint8Array };
  const features: Record<string, object> = {
    'standard:connect': {
      connect: async (input?: { silent?: boolean }) => {
        await tell(input?.silent ? 'silent' : 'connect', []);
        if (!input?.silent && !grants.length) grant(all.map((_, index) => index));
        return { accounts: accounts() };
      },
    },
    'standard:disconnect': {
      disconnect: async () => {
        await tell('disconnect', []);
        grant([]);
      },
    },
    'standard:events': {
      on: (_event: string, listener: (change: object) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    'solana:signMessage': {
      signMessage: async (...inputs: Input[]) =>
        (await tell('signMessage', inputs)).map((signature, i) => ({
          signature,
          signedMessage: inputs[i]!.message,
        })),
    },
    'solana:signIn': {
      signIn: async (input: Record<string, string>) => {
        const [account] = all;
        const lines = [
          `${input.domain} wants you to sign in with your Solana account:`,
          account!.address,
          '',
          ...(input.statement ? [input.statement, ''] : []),
          `URI: ${input.uri}`,
          `Version: ${input.version}`,
          `Chain ID: ${input.chainId}`,
          `Nonce: ${input.nonce}`,
          `Issued At: ${input.issuedAt}`,
          `Expiration Time: ${input.expirationTime}`,
        ];
        const signedMessage = new TextEncoder().encode(lines.join('\n'));
        const [signature] = await tell('signIn', [
          { account: account!, chain: input.chainId!, message: signedMessage },
        ]);
        if (!grants.length) grant(all.map((_, index) => index));
        return [{ account, signedMessage, signature }];
      },
    },
    'solana:signTransaction': {
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: async (...inputs: Input[]) =>
        (await tell('signTransaction', inputs)).map((signedTransaction) => ({ signedTransaction })),
    },
    'solana:signAndSendTransaction': {
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: async (...inputs: Input[]) =>
        (await tell('signAndSendTransaction', inputs)).map((bytes) => ({ signature: bytes.slice(1, 65) })),
    },
  };
  for (const feature of missingFeatures) delete features[feature];
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA5IDkiPjxwYXRoIGQ9Ik0wIDBoOXY5SDB6IiBmaWxsPSIjZTA4YTFlIi8+PC9zdmc+',
    chains,
    features,
    get accounts() {
      return accounts();
    },
  };
  (window as unknown as Record<string, unknown>)[`${binding}_told`] = (what: string, value: number[]) => {
    if (what != 'lock') return grant(value, what == 'quietly');
    localStorage.setItem(`${memory}:locked`, value.length ? 'yes' : '');
    say();
  };
  type Api = { register(wallet: object): void };
  setTimeout(() => {
    addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<Api>).detail.register(wallet),
    );
    const detail = ({ register }: Api) => register(wallet);
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
  }, delayMs);
}
