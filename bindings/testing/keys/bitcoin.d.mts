export declare const REGTEST: Network;
export declare const REGTEST_CHAIN: string;
export declare const MAINNET: string;
export declare const TESTNET: string;
/** By the id of a chain. */
export declare const NETWORKS: Record<string, Network>;
export declare function toHex(bytes: Uint8Array): string;
export declare function toBase64(bytes: Uint8Array): string;
/** The id of a transaction. */
export declare function idOf(raw: Uint8Array): string;

export interface Network {
  bech32: string;
  pubKeyHash: number;
  scriptHash: number;
  wif: number;
}

/** A coin that is spent; `raw`: the transaction it comes from, which kinds before segwit need. */
export interface Coin {
  txid: string;
  vout: number;
  value: number | string | bigint;
  raw?: Uint8Array;
}

/** One key in one kind of address. */
export declare class BitcoinKey {
  constructor(word: string, kind?: 'p2wpkh' | 'p2tr' | 'p2sh' | 'p2pkh', chain?: string);
  readonly kind: 'p2wpkh' | 'p2tr' | 'p2sh' | 'p2pkh';
  readonly chain: string;
  readonly address: string;
  readonly script: Uint8Array;
  readonly publicKey: Uint8Array;
  /** As wallets give it: of taproot 32 bytes. */
  get publicKeyHex(): string;
  /** Bytes of a signature: the older form with the header of this kind (BIP-137), or the witness of BIP-322. */
  signMessage(text: string, protocol: string): Uint8Array;
  /** The PSBT with this key's signature at these inputs, and nowhere else. */
  signPsbt(
    psbt: Uint8Array,
    indexes: readonly number[],
    options?: { sighashTypes?: number[]; finalize?: boolean },
  ): Uint8Array;
  /** A payment out of these coins, whose rest comes back: its bytes as the network takes them, or the PSBT before it is signed. */
  pay(
    coins: readonly Coin[],
    to: string,
    sats: bigint,
    options?: { fee?: bigint; isUnsigned?: boolean; chain?: string },
  ): Uint8Array;
}
