// Keys of Ethereum that anybody can make: from words, so worth nothing anywhere.
import { createHash } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';

/** A key, in the shape of an account of viem. */
export interface EthereumKey {
  address: `0x${string}`;
  signMessage(given: { message: string | { raw: `0x${string}` } }): Promise<`0x${string}`>;
  signTypedData(given: object): Promise<`0x${string}`>;
  signTransaction(given: object): Promise<`0x${string}`>;
}

/** The key of a word: the same on every machine. */
export function ethereumKey(word: string): EthereumKey {
  const secret = createHash('sha256').update(`wallet-modal test eip155 ${word}`).digest('hex');
  return privateKeyToAccount(`0x${secret}`) as EthereumKey;
}
