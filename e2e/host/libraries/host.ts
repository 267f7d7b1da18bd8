// What each library is asked to do in the page, over the provider a host gets and in that library's own words. Only what JSON
// can carry comes out.

export interface Chain {
  id: number;
  name: string;
  rpc: string;
}

export interface Provider {
  request(args: { method: string; params?: unknown }): Promise<unknown>;
  on(event: string, listener: (payload: never) => void): unknown;
  removeListener(event: string, listener: (payload: never) => void): unknown;
}

export interface Signed {
  signature: string;
  /** what the library itself says of it */
  verified: boolean;
}

export interface Library {
  accounts(): Promise<string[]>;
  connect(): Promise<string[]>;
  chainId(): Promise<number>;
  balance(address: string): Promise<string>;
  block(): Promise<number>;
  /** `symbol`, `decimals` and `balanceOf` of a token, by calls of the contract */
  token(address: string, owner: string): Promise<[symbol: string, decimals: number, balance: string]>;
  signMessage(message: string): Promise<Signed>;
  signTypedData(text: string): Promise<Signed>;
  /** sends the native coin and waits for the receipt */
  send(to: string, wei: string): Promise<{ hash: string; status: string }>;
  /** sends a token by its contract and waits for the receipt */
  sendToken(token: string, to: string, amount: string): Promise<{ hash: string; status: string }>;
  /** to a chain the wallet may not know: as this library does it, adding included */
  switchTo(id: number): Promise<void>;
  /** a request as it is */
  raw(method: string, params: unknown[]): Promise<unknown>;
  disconnect(): Promise<void>;
  /** what it has heard: `['accounts', ..]`, `['chain', id]`, `['disconnect', ..]` */
  heard: [string, unknown][];
}

export type MakeLibrary = (provider: Provider, chains: Chain[]) => Library | Promise<Library>;

/** Somebody's order, as typed data. */
export const typed = (chainId: number, text: string) => ({
  domain: { name: 'Shop', version: '1', chainId, verifyingContract: `0x${'11'.repeat(20)}` as const },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Order: [
      { name: 'from', type: 'Person' },
      { name: 'text', type: 'string' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Order' as const,
  message: {
    from: { name: 'Ada', wallets: [`0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`] as `0x${string}`[] },
    text,
    amount: 2n ** 200n,
  },
});

export const erc20 = [
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
] as const;

/** Listening as the standard has it, where a library leaves that to its host. */
export function hearProvider(provider: Provider): [string, unknown][] {
  const heard: [string, unknown][] = [];
  provider.on('accountsChanged', (list: string[]) => heard.push(['accounts', list]));
  provider.on('chainChanged', (chain: string) => heard.push(['chain', Number(chain)]));
  provider.on('disconnect', (error: { code: number }) => heard.push(['disconnect', error.code]));
  return heard;
}
