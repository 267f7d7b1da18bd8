// The Bitcoin provider in AppKit's shape: strings (base64, hex) instead of bytes. Each call is a request of the modal, so the user
// reviews it.

import type { ProviderEvents, WalletModalHandle } from 'wallet-modal';

export enum AddressPurpose {
  Ordinal = 'ordinal',
  Payment = 'payment',
  Stacks = 'stx',
}

export interface AccountAddress {
  address: string;
  /** hex */
  publicKey?: string;
  path?: string;
  purpose: AddressPurpose;
}
export interface SignPSBTParams {
  /** base64 */
  psbt: string;
  signInputs: { address: string; index: number; sighashTypes: number[]; publicKey?: string }[];
  broadcast?: boolean;
}

export interface BitcoinConnector {
  readonly chain: 'bip122';
  getAccountAddresses(): Promise<AccountAddress[]>;
  /** base64 */
  signMessage(params: { message: string; address: string; protocol?: 'ecdsa' | 'bip322' }): Promise<string>;
  /** returns the transaction ID; `amount` in sats */
  sendTransfer(params: { amount: string; recipient: string }): Promise<string>;
  signPSBT(params: SignPSBTParams): Promise<{ psbt: string; txid?: string }>;
  switchNetwork(caipNetworkId: string): Promise<void>;
  connect(): Promise<string>;
  disconnect(): Promise<void>;
  request<T>(args: { method: string; params?: unknown }): Promise<T>;
  on(event: string, listener: (...args: never[]) => void): void;
  removeListener(event: string, listener: (...args: never[]) => void): void;
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const bytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export function bitcoinProvider(handle: WalletModalHandle): BitcoinConnector {
  const ours = handle.getProvider('bip122');
  /** the methods with bytes load from their own file */
  const ready = async () => (await handle.ready(), ours);
  return {
    chain: 'bip122',
    async getAccountAddresses() {
      const list = await (await ready()).getAccounts();
      return list.map(({ address, publicKey, intention }) => ({
        address,
        purpose: intention as AddressPurpose,
        ...(publicKey && { publicKey: hex(publicKey) }),
      }));
    },
    async signMessage({ message, address, protocol }) {
      const request = { message, address, ...(protocol && { protocol }) };
      return base64(await (await ready()).signMessage(request));
    },
    async sendTransfer({ amount, recipient }) {
      return (await ready()).sendTransfer({ amount, recipientAddress: recipient });
    },
    async signPSBT({ psbt, signInputs, broadcast }) {
      const provider = await ready();
      const inputs = signInputs.map(({ address, index, sighashTypes }) => ({ address, index, sighashTypes }));
      const signed = await provider.signPSBT({
        psbt: bytes(psbt),
        signInputs: inputs,
        ...(broadcast !== undefined && { broadcast }),
      });
      return { psbt: base64(signed.psbt), ...(signed.txid && { txid: signed.txid }) };
    },
    switchNetwork: (caipNetworkId) => handle.switchNetwork(caipNetworkId, { throwOnFailure: true }),
    async connect() {
      await handle.open({ view: 'Connect', namespace: 'bip122' });
      return handle.getAddress('bip122') ?? '';
    },
    async disconnect() {
      await handle.disconnect('bip122');
    },
    request: (args) => ours.request(args as never) as never,
    on: (event, listener) => void ours.on(event as keyof ProviderEvents, listener as never),
    removeListener: (event, listener) =>
      void ours.removeListener(event as keyof ProviderEvents, listener as never),
  };
}
