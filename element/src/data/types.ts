// What a page may answer itself in place of a service (option `data`, docs/guide/own-services.md). What is left out is asked of the service,
// or of the node where there is none.

/** as a service writes it: docs/spec/services.md A3 */
export interface OwnListing {
  id: string;
  name: string;
  /** where its picture is: https, or of the page */
  image_url?: string | null;
  rdns?: string | null;
  chains?: readonly string[] | null;
  [field: string]: unknown;
}

export interface WalletQuery {
  /** from 1 on */
  page: number;
  /** at most so many of them */
  entries: number;
  search: string;
  /** ids; of none, all */
  include: string[];
  exclude: string[];
  /** CAIP-2: wallets of any of these; of none, all */
  chains: string[];
  /** only those with the mark */
  certified: boolean;
}

/** `count`: how many there are before paging */
export interface WalletListings {
  data: readonly OwnListing[];
  count: number;
}

export interface OwnBalance {
  name: string;
  symbol: string;
  /** CAIP-2 */
  chainId: string;
  /** CAIP-10 of the token; the native coin has none */
  address?: string;
  /** decimal texts: `{decimals: '6', numeric: '12.5'}` */
  quantity: { decimals: string; numeric: string };
  /** of one, in US dollars */
  price?: number | string;
  /** of all, in US dollars */
  value?: number | string;
  iconUrl?: string;
}

/** `data`: as docs/spec/services.md A7 has transactions; `next` comes back as `cursor` */
export interface OwnHistory {
  data: readonly object[];
  next?: string | null;
}

export interface OwnPrice {
  /** CAIP-10 */
  address: string;
  /** of one, in US dollars */
  price: number | string;
}

/** who an address of eip155 is; or where a name leads */
export type NameQuery = { address: string } | { name: string };
export interface OwnName {
  name?: string | null;
  avatar?: string | null;
  address?: string | null;
}

type Answer<T> = T | Promise<T>;

export interface DataSources {
  /** the url of a file made by `npx wallet-modal directory`, or a function */
  wallets?: string | ((question: WalletQuery) => Answer<WalletListings>);
  balances?: (question: {
    chainId: string;
    address: string;
    /** CAIP-10 of tokens that have just changed */
    refresh: string[];
  }) => Answer<readonly OwnBalance[]>;
  history?: (question: { chainId: string; address: string; cursor: string | null }) => Answer<OwnHistory>;
  prices?: (question: { currency: 'usd'; addresses: string[] }) => Answer<readonly OwnPrice[]>;
  names?: (question: NameQuery) => Answer<OwnName | null>;
}
