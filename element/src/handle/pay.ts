// What can be paid (docs/spec/services.md A12): types, and the assets that need no looking up.

/** What is paid in. */
export interface PaymentAsset {
  /** CAIP-2, one of the page's networks: `eip155:8453` */
  network: string;
  /** `native`, or the token's contract or mint (plain, or CAIP-10 of that network) */
  asset: string;
  /** of a token it must have these decimals itself, by the network's own node */
  metadata: { name?: string; symbol: string; decimals: number };
}

export interface PayOptions {
  paymentAsset: PaymentAsset;
  /** who is paid: an address (plain, or CAIP-10 of that network); mixed case must be the checksum */
  recipient: string;
  /** of the asset: decimal text, or a number, which is read by its shortest decimal form */
  amount: number | string;
  /** of solana: keys that the transfer names, by which you find it on the network (Solana Pay), 8 at most */
  references?: string[];
  /** an exchange's page opens in a tab, not in a window */
  openInNewTab?: boolean;
  /** where an exchange's page leads to */
  redirectUrl?: { success?: string; failure?: string };
  /** ids of exchanges */
  payWithExchange?: { includeOnly?: string[]; exclude?: string[] };
}

export interface PayResult {
  /** `UNKNOWN`: the outcome is still unknown after a quarter of an hour */
  status: 'SUCCESS' | 'FAILED' | 'UNKNOWN';
  txHash?: string;
  /** of the payment at an exchange */
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
