// Ethereum keys derived from words: anyone can derive them, so they are worthless.
import { privateKeyToAccount } from 'viem/accounts';
import { sha256, stringToBytes } from 'viem/utils';

/** A key in the shape of a viem account. */
export interface EthereumKey {
  address: `0x${string}`;
  signMessage(given: { message: string | { raw: `0x${string}` } }): Promise<`0x${string}`>;
  signTypedData(given: object): Promise<`0x${string}`>;
  signTransaction(given: object): Promise<`0x${string}`>;
}

/** The key of a word: the same on every machine. */
export function ethereumKey(word: string): EthereumKey {
  return privateKeyToAccount(sha256(stringToBytes(`wallet-modal test eip155 ${word}`))) as EthereumKey;
}
