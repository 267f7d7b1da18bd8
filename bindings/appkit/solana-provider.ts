// The Solana provider in AppKit's shape: transactions of @solana/web3.js instead of bytes. Each call is a request of the modal, so the
// user reviews it.

import type { ProviderEvents, SolanaProvider as Ours, WalletModalHandle } from 'wallet-modal';

/** The used members of a @solana/web3.js transaction, legacy or versioned. */
export interface AnyTransaction {
  serialize(config?: { requireAllSignatures?: boolean; verifySignatures?: boolean }): Uint8Array;
}
interface TransactionClass {
  from?(bytes: Uint8Array): AnyTransaction;
  deserialize?(bytes: Uint8Array): AnyTransaction;
}

/** The used members of a @solana/web3.js connection. */
export interface Sends {
  sendRawTransaction(bytes: Uint8Array, options?: object): Promise<string>;
}

export interface Provider<Key = unknown> {
  readonly id: string;
  readonly name: string;
  readonly chain: 'solana';
  readonly publicKey: Key | undefined;
  connect(): Promise<string>;
  disconnect(): Promise<void>;
  getAccounts(): Promise<{ namespace: 'solana'; address: string; type: 'eoa' }[]>;
  signMessage(message: Uint8Array): Promise<Uint8Array>;
  signTransaction<T extends AnyTransaction>(transaction: T): Promise<T>;
  signAllTransactions<T extends AnyTransaction[]>(transactions: T): Promise<T>;
  /** broadcast by the wallet; returns the transaction ID */
  signAndSendTransaction(transaction: AnyTransaction, options?: object): Promise<string>;
  /** signed by the wallet, broadcast through the page's connection */
  sendTransaction(transaction: AnyTransaction, connection: Sends, options?: object): Promise<string>;
  request<T>(args: { method: string; params?: unknown }): Promise<T>;
  on(event: string, listener: (data: never) => void): void;
  removeListener(event: string, listener: (data: never) => void): void;
}

const wire = (transaction: AnyTransaction): Uint8Array =>
  // A versioned transaction takes no argument.
  transaction.serialize({ requireAllSignatures: false, verifySignatures: false });

/** Returns a transaction of the same class, so of the page's own copy of the library. */
function back<T extends AnyTransaction>(transaction: T, bytes: Uint8Array): T {
  const type = transaction.constructor as unknown as TransactionClass;
  return (type.deserialize ? type.deserialize(bytes) : type.from!(bytes)) as T;
}

export function solanaProvider<Key>(
  handle: WalletModalHandle,
  PublicKey: new (address: string) => Key,
): Provider<Key> {
  const ours: Ours = handle.getProvider('solana');
  /** the methods with bytes load from their own file */
  const ready = async () => (await handle.ready(), ours);
  const listeners = new Map<unknown, Map<string, (...args: unknown[]) => void>>();
  let last: { address: string; key: Key } | undefined;
  const keyOf = (address: string): Key =>
    (last?.address == address ? last : (last = { address, key: new PublicKey(address) })).key;
  const provider: Provider<Key> = {
    id: 'wallet-modal',
    get name() {
      return handle.getWalletInfo('solana')?.name ?? '';
    },
    chain: 'solana',
    get publicKey() {
      const address = handle.getAddress('solana');
      return address ? keyOf(address) : undefined;
    },
    async connect() {
      await ours.request({ method: 'solana_requestAccounts' });
      return handle.getAddress('solana') ?? '';
    },
    async disconnect() {
      await handle.disconnect('solana');
    },
    async getAccounts() {
      const { allAccounts } = handle.getAccount('solana');
      return allAccounts.map(({ address }) => ({ namespace: 'solana', address, type: 'eoa' }));
    },
    async signMessage(message) {
      return (await ready()).signMessage(message);
    },
    async signTransaction(transaction) {
      return back(transaction, await (await ready()).signTransaction(wire(transaction)));
    },
    async signAllTransactions(transactions) {
      const signed = await (await ready()).signAllTransactions(transactions.map(wire));
      return signed.map((bytes, i) => back(transactions[i]!, bytes)) as typeof transactions;
    },
    async signAndSendTransaction(transaction, options) {
      return (await ready()).signAndSendTransaction(wire(transaction), options);
    },
    async sendTransaction(transaction, connection, options) {
      const signed = await (await ready()).signTransaction(wire(transaction));
      return connection.sendRawTransaction(signed, options);
    },
    request: (args) => ours.request(args as never) as never,
    on(event, listener) {
      // AppKit reports accounts as public keys.
      const hear = (data: unknown): void => {
        if (event == 'connect' || event == 'accountsChanged') {
          const address = handle.getAddress('solana');
          if (address) (listener as (key: Key) => void)(keyOf(address));
        } else (listener as (data: unknown) => void)(data);
      };
      listeners.set(listener, (listeners.get(listener) ?? new Map()).set(event, hear));
      ours.on(event as keyof ProviderEvents, hear);
    },
    removeListener(event, listener) {
      const hear = listeners.get(listener)?.get(event);
      if (hear) ours.removeListener(event as keyof ProviderEvents, hear);
    },
  };
  return provider;
}
