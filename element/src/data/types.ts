// The functions with which a page can replace services (option `data`, docs/guide/own-services.md). Without a function, the modal uses
// the service, or the node if there is no service.

/** A wallet, in the format of the service (docs/spec/services.md A3). */
export interface OwnListing {
  /** The ID in the directory. */
  id: string;
  /** The name. */
  name: string;
  /** The URL of the icon: https, or on your page. */
  image_url?: string | null;
  /** The reverse DNS name of the extension. */
  rdns?: string | null;
  /** The networks that it serves, as CAIP-2 IDs. */
  chains?: readonly string[] | null;
  /** The links and the other fields of the service. */
  [field: string]: unknown;
}

/** Which wallets the modal needs. */
export interface WalletQuery {
  /** The page, from 1. */
  page: number;
  /** The number of wallets on a page. */
  entries: number;
  /** The user's search text; empty for all. */
  search: string;
  /** IDs to include; empty for all. */
  include: string[];
  /** IDs to exclude. */
  exclude: string[];
  /** CAIP-2 IDs: wallets that serve any of them; empty for all. */
  chains: string[];
  /** True for certified wallets only. */
  certified: boolean;
}

/** The wallets of a page. */
export interface WalletListings {
  /** The wallets. */
  data: readonly OwnListing[];
  /** The number of wallets on all pages. */
  count: number;
}

/** The balance of a token. */
export interface OwnBalance {
  /** The token's name. */
  name: string;
  /** The token's symbol. */
  symbol: string;
  /** The network, as a CAIP-2 ID. */
  chainId: string;
  /** The token, as a CAIP-10 ID. The native token has none. */
  address?: string;
  /** The amount, as decimal strings: `{decimals: '6', numeric: '12.5'}`. */
  quantity: { decimals: string; numeric: string };
  /** The price of one token, in US dollars. */
  price?: number | string;
  /** The value of the amount, in US dollars. */
  value?: number | string;
  /** The URL of the token's icon. */
  iconUrl?: string;
}

/** A page of transactions. */
export interface OwnHistory {
  /** The transactions, in the format of docs/spec/services.md A7. */
  data: readonly object[];
  /** The `cursor` of the next page. */
  next?: string | null;
}

/** The price of a token. */
export interface OwnPrice {
  /** The token, as a CAIP-10 ID. */
  address: string;
  /** The price of one token, in US dollars. */
  price: number | string;
}

/** The address whose name the modal needs, or the name whose address it needs. */
export type NameQuery = { address: string } | { name: string };
/** A name. */
export interface OwnName {
  /** The name of the address. */
  name?: string | null;
  /** The URL of the avatar. */
  avatar?: string | null;
  /** The address of the name. */
  address?: string | null;
}

type Answer<T> = T | Promise<T>;

/** Functions that replace services (option `data`). Each one can return a promise. */
export interface DataSources {
  /** Lists wallets. It can also be the URL of a file that `npx wallet-modal directory` made. */
  wallets?: string | ((question: WalletQuery) => Answer<WalletListings>);
  /** Lists the balances of an account. */
  balances?: (question: {
    chainId: string;
    address: string;
    /** Tokens that have just changed, as CAIP-10 IDs. */
    refresh: string[];
  }) => Answer<readonly OwnBalance[]>;
  /** Lists the transactions of an account. */
  history?: (question: { chainId: string; address: string; cursor: string | null }) => Answer<OwnHistory>;
  /** Lists prices. */
  prices?: (question: { currency: 'usd'; addresses: string[] }) => Answer<readonly OwnPrice[]>;
  /** Looks up a name or an address. */
  names?: (question: NameQuery) => Answer<OwnName | null>;
}
