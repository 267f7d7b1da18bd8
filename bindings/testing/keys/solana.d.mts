/** The key of a word. */
export declare function solanaKey(word: string): {
  publicKey: Uint8Array;
  address: string;
  sign(bytes: Uint8Array): Uint8Array;
};
/** The transaction with the signature of this word's key in its place. */
export declare function signedBySolana(transaction: Uint8Array, word: string): Uint8Array;
