// The arguments of payments (docs/spec/services.md A12): types, and the assets that need no lookup.

/** The asset that the user pays with. */
export interface PaymentAsset {
  /** one of the page's networks as a CAIP-2 ID: `eip155:8453` */
  network: string;
  /** `native`, or the token's contract or mint (plain, or a CAIP-10 ID of that network) */
  asset: string;
  /** a token's decimals must match those that the network's node reports */
  metadata: { name?: string; symbol: string; decimals: number };
}

/** What `modal.pay()` takes. */
export interface PayOptions {
  /** The asset. */
  paymentAsset: PaymentAsset;
  /** The recipient: an address, plain or as a CAIP-10 ID of that network. Mixed case must be the checksum. */
  recipient: string;
  /** The amount of the asset, as a decimal. */
  amount: number | string;
  /** On Solana: keys by which you find the transfer on the network (Solana Pay), at most 8. */
  references?: string[];
  /** Opens an exchange's page in a tab instead of a window. Default: false. */
  openInNewTab?: boolean;
  /** Where an exchange's page returns to. */
  redirectUrl?: { success?: string; failure?: string };
  /** Limits the exchanges, by ID. */
  payWithExchange?: { includeOnly?: string[]; exclude?: string[] };
}

/** The result of `modal.pay()`. */
export interface PayResult {
  /** `UNKNOWN` if the result isn't known after 15 minutes. */
  status: 'SUCCESS' | 'FAILED' | 'UNKNOWN';
  /** The hash of the transaction. */
  txHash?: string;
  /** The ID of the payment at an exchange. */
  sessionId?: string;
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };

export const baseETH: PaymentAsset = { network: 'eip155:8453', asset: 'native', metadata: ether };
export const baseUSDC: PaymentAsset = {
  network: 'eip155:8453',
  asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
};
export const baseSepoliaETH: PaymentAsset = {
  network: 'eip155:84532',
  asset: 'native',
  metadata: ether,
};
