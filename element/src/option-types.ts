// The options of createWalletModal as types (docs/guide/options.md, docs/spec/public-api.md section 1). Types only: nothing of this file is
// in a script. The engine reads each option and checks it once more (engine/core/src/options); options.ts throws a few mistakes at once.

import type { AccountType, Namespace, Network } from './contract';
import type { DataSources } from './data/types';
import type { OwnSIWX, SIWEConfig } from './siwx/types';

/** A network of the page: one of the modal's own shape, or a chain of viem. A viem chain has no namespace and belongs to `eip155`. */
export type NetworkOption = {
  // `undefined` too: viem declares so for what a chain leaves out (`exactOptionalPropertyTypes`)
  [K in keyof Omit<Network, 'rpcUrls'>]?: Network[K] | undefined;
} & {
  /** The chain ID, such as `1`, or the reference of a network that isn't EVM. */
  id: number | string;
  /** Sets a network that the modal only reads from. Users can't switch to it, and wallets don't get it. Default: false. */
  readOnly?: boolean | undefined;
  /** The RPC URLs, by name. The modal uses `default`. */
  rpcUrls?:
    | {
        readonly [name: string]: {
          readonly http: readonly string[];
          readonly webSocket?: readonly string[] | undefined;
        };
      }
    | undefined;
};

/** Storage of your own (option `storage`): text records by name. Each method can return a promise. */
export interface OwnStorage {
  /** Returns the record, or nothing if there is none. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  /** Writes the record. */
  set(key: string, value: string): unknown;
  /** Removes the record. */
  remove(key: string): unknown;
}

/** A login provider of the embedded wallet. */
export type SocialProvider = 'google' | 'x' | 'farcaster' | 'discord' | 'apple' | 'github' | 'facebook';

/** A group of wallets in the list (`features.connectorTypeOrder`). */
export type WalletGroup =
  'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended';

/** What the modal offers (option `features`, `updateFeatures`). An unknown key raises an alert. */
export interface Features {
  /** Offers the login by email. Default: true. The project's configuration overrides it. */
  email?: boolean;
  /** Offers logins through these providers, in this order. Default: all seven. The project's configuration overrides it. */
  socials?: boolean | readonly SocialProvider[];
  /** Offers swaps. Default: true. The project's configuration overrides it. */
  swaps?: boolean | readonly '1inch'[];
  /** Offers purchases, through these providers. Default: true. The project's configuration overrides it. */
  onramp?: boolean | readonly ('meld' | 'coinbase')[];
  /** Shows the history of the account. Default: true. The project's configuration overrides it. */
  activity?: boolean;
  /** The older name of `activity`. */
  history?: boolean;
  /** Shows the branding below the list. Default: true. The project's configuration overrides it. */
  reownBranding?: boolean;
  /** Shows the tile that opens Receive. Default: true. */
  receive?: boolean;
  /** Shows the tile that opens Send. Default: true. */
  send?: boolean;
  /** Sends reports to the analytics service. Reports are only sent if you set it to true yourself. */
  analytics?: boolean;
  /** Shows the row that opens the directory of wallets. Default: true. */
  allWallets?: boolean;
  /** Shows the list of wallets next to the login by email. Default: true. */
  emailShowWallets?: boolean;
  /** Requires a checkbox for your terms before the user can connect. Default: false. */
  legalCheckbox?: boolean;
  /** Lists the smart sessions of the account. Default: false. */
  smartSessions?: boolean;
  /** Shows one row for all wallets below the logins. Default: false. */
  collapseWallets?: boolean;
  /** Adds the views of a payment (`modal.pay`). Default: false. */
  pay?: boolean;
  /** Sets the order of the ways to connect. Default: email, social, wallet. */
  connectMethodsOrder?: readonly ('email' | 'social' | 'wallet')[];
  /** Sets the order of the tiles in the account. Default: onramp, swaps, receive, send. */
  walletFeaturesOrder?: readonly ('onramp' | 'swaps' | 'receive' | 'send')[];
  /** Sets the order of the groups in the list of wallets. Groups that you omit follow in the default order. */
  connectorTypeOrder?: readonly WalletGroup[];
}

/** The origins of the services (option `services`), such as `https://wallets.example`. Default: the public ones. */
export interface Services {
  /** The directory of wallets and their icons. */
  wallet?: string;
  /** Balances, history, names and prices. */
  data?: string;
  /** The embedded wallet. */
  secure?: string;
  /** The reports of `features.analytics`. */
  analytics?: string;
  /** Purchases. */
  onramp?: string;
  /** The WalletConnect relay. The modal tries the entries of a list in order. */
  relay?: string | readonly string[];
}

type VariableName =
  | 'font-family'
  | 'accent'
  | 'primary'
  | 'on-accent'
  | 'surface'
  | 'surface-2'
  | 'surface-3'
  | 'text'
  | 'text-2'
  | 'text-3'
  | 'success'
  | 'error'
  | 'warning'
  | 'border'
  | 'control'
  | 'focus'
  | 'overlay'
  | 'color-mix'
  | 'color-mix-strength'
  | 'font-scale'
  | 'radius-scale'
  | 'width'
  | 'z-index'
  | 'qr-color';

/**
 * The CSS variables of the modal (option `themeVariables`, `setThemeVariables`). `--w3m-*` names with the same meaning also work. A value that
 * contains `url(`, `;` or a brace is ignored.
 *
 * @example { '--wm-accent': '#7c3aed', '--wm-radius-scale': 0.5 }
 */
export type ThemeVariables = {
  readonly [Name in VariableName as `--wm-${Name}` | `--w3m-${Name}`]?: string | number;
};

/** Your site, as wallets show it (option `metadata`). The modal reads what you omit from the document. */
export interface Metadata {
  /** The name. Default: the document's title. */
  name?: string;
  /** One line about the site. Default: the document's description. */
  description?: string;
  /** The address. Default: the page's origin. Another origin raises an alert. */
  url?: string;
  /** URLs of icons. Default: the document's first icon. */
  icons?: readonly string[];
  /** Where a mobile wallet returns to. */
  redirect?: { native?: string; universal?: string; linkMode?: boolean };
  /** The URL of WalletConnect's Verify API. It has no effect. */
  verifyUrl?: string;
}

/** A wallet of your own in the list (option `customWallets`). */
export interface CustomWallet {
  /** Identifies the wallet. */
  id: string;
  /** The name in the list. */
  name: string;
  /** The wallet's site. */
  homepage?: string | null;
  /** The URL of the icon. */
  image_url?: string | null;
  /** The deep link of the mobile app, such as `wallet://`. */
  mobile_link?: string | null;
  /** The deep link of the desktop app. */
  desktop_link?: string | null;
  /** The URL of the web app. */
  webapp_link?: string | null;
  /** The universal link for WalletConnect's link mode. */
  link_mode?: string | null;
  /** The reverse DNS name of the extension (EIP-6963). */
  rdns?: string | null;
  /** The URL in the App Store. */
  app_store?: string | null;
  /** The URL in Google Play. */
  play_store?: string | null;
  /** The URL in the Chrome Web Store. */
  chrome_store?: string | null;
}

/** What a WalletConnect session requests for one namespace (option `pairing`). Each list replaces the modal's own. */
export interface PairingNamespace {
  /** The JSON-RPC methods. */
  methods?: readonly string[];
  /** The networks, as CAIP-2 IDs. */
  chains?: readonly string[];
  /** The events. */
  events?: readonly string[];
  /** RPC URLs by chain reference, in addition to those of `networks`. */
  rpcMap?: Readonly<Record<string, string>>;
  /** The network for new sessions, as a CAIP-2 ID. */
  defaultChain?: string;
}

/** The options of `createWalletModal`, `updateOptions` and `<wallet-modal>`. An invalid value or an unknown name raises an alert, and the default applies. */
export interface Options {
  // ---- the page

  /** Identifies your project to the services. Use `null` to do without one on purpose. Without one, no service is called. */
  projectId?: string | null | undefined;
  /**
   * Sets the networks that the page supports. `createWalletModal` requires it.
   *
   * Throws a TypeError if the list is empty, names a network twice, or only has networks with `readOnly`.
   */
  networks?: readonly NetworkOption[];
  /** Sets the network for new users: one of `networks`, or its CAIP-2 ID. Default: the stored network, otherwise the first. */
  defaultNetwork?: NetworkOption | string;
  /** Sets the active namespaces. Default: the namespaces of `networks`. Throws a TypeError if two adapters have the same namespace. */
  adapters?: readonly (Namespace | { readonly namespace: Namespace })[];
  /** Describes your site to wallets. */
  metadata?: Metadata;
  /** Sets the reading direction, as a BCP 47 tag. Default: `en`. Texts stay English unless you set `messages`. */
  locale?: string;
  /** Replaces texts of the modal, by the keys of `wallet-modal/messages.json` (docs/guide/messages.md). */
  messages?: { readonly [key: string]: string | undefined };
  /** Sets the parent of the modal. Default: `document.body`. */
  root?: Element | ShadowRoot;
  /** Stops the modal from adding its element to the page. Default: false. */
  disableAppend?: boolean;
  /** Shows the card as part of the page, at the `<wallet-modal>` that you place. Default: false. */
  enableEmbedded?: boolean;
  /** Shows alerts as a bar in the card, and details in the console. Default: true on loopback hosts, otherwise false. */
  debug?: boolean;
  /** Provides codes and errors for a test kit. Default: false. */
  testMode?: boolean;
  /** Sets where the modal stores data: IndexedDB and localStorage, also cookies, nowhere, or your own storage. Default: `local`. */
  storage?: 'local' | 'cookie' | 'memory' | OwnStorage;
  /** Imports the connections of another modal from localStorage, once, by the prefix of its keys. Example: `'@appkit/'`. */
  migrateFrom?: string;
  /** Makes the sheet fill the screen on phones. Default: false. */
  mobileFullScreen?: boolean;
  /** Sets the URL of the engine's first file. The other files have to be in the same folder. Default: next to the script. */
  wasmUrl?: string;

  // ---- the user interface

  /** Turns features on or off. */
  features?: Features;
  /** Sets the color mode. Default: `system`. */
  themeMode?: 'light' | 'dark' | 'system';
  /** Sets colors, fonts and shapes. */
  themeVariables?: ThemeVariables;
  /** Sets the icons of networks, by CAIP-2 ID. */
  chainImages?: Readonly<Record<string, string>>;
  /** Sets the icons of connectors, by ID. */
  connectorImages?: Readonly<Record<string, string>>;
  /** Sets the token whose balance the button shows, by CAIP-2 ID of the network. Default: the native token. */
  tokens?: Readonly<Record<string, { address: string; image?: string }>>;
  /** Adds a link to your terms below the list. Has to be an https URL. */
  termsConditionsUrl?: string;
  /** Adds a link to your privacy policy below the list. Has to be an https URL. */
  privacyPolicyUrl?: string;
  /** Sets when the modal fetches the file of its first list: once the page is idle (default), or when the user shows an intent to connect. */
  prefetch?: 'idle' | 'intent';
  /** Shows the help for users without a wallet. Default: true. */
  enableWalletGuide?: boolean;
  /** Shows the network picker. Default: true. */
  enableNetworkSwitch?: boolean;
  /** Shows wallets. Default: true. */
  enableWallets?: boolean;
  /** Hides the view about a network that isn't in `networks`. Default: false. */
  allowUnsupportedChain?: boolean;
  /** Hides swaps and purchases in some time zones. Default: true. */
  restrictByTimezone?: boolean;

  // ---- wallets

  /** Limits the list to these wallets, by directory ID or reverse DNS name. */
  includeWalletIds?: readonly string[];
  /** Removes these wallets from the list, by directory ID or reverse DNS name. */
  excludeWalletIds?: readonly string[];
  /** Lists these wallets first, by directory ID or reverse DNS name. */
  featuredWalletIds?: readonly string[];
  /** Shows or hides the row that opens the directory. Default: `SHOW`. */
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE';
  /** Adds wallets with their links. An entry without an ID or a name is ignored. */
  customWallets?: readonly CustomWallet[];
  /** Lists browser wallets that announce themselves (EIP-6963). Default: true. */
  enableEIP6963?: boolean;
  /** Lists the browser wallet at `window.ethereum`. Default: true. */
  enableInjected?: boolean;
  /** Restores a stored connection. Default: true. */
  enableReconnect?: boolean;
  /** Lets your page show the QR code (`getPairingUri()`, event `wallet-pairing`). Default: false. */
  manualPairing?: boolean;
  /** Prefers universal links over deep links. Default: false. */
  preferUniversalLinks?: boolean;
  /** Sets what a WalletConnect session requests, by namespace. */
  pairing?: { readonly [N in Namespace]?: PairingNamespace };
  /** Sets the account type for new connections, by namespace. Default: the smart account, if there is one. */
  defaultAccountTypes?: { readonly [N in Namespace]?: AccountType };
  /** Adds a row for Coinbase Wallet (Base Account) without its extension. Default: false. */
  enableCoinbase?: boolean;
  /** Sets what Coinbase's window offers. With `eoaOnly` there is no such row. Default: `all`. */
  coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly';
  /** Sets another window that uses Coinbase's protocol. Default: `https://keys.coinbase.com/connect`. */
  coinbaseKeysUrl?: string;
  /** Adds sites that can embed your page as a Safe: `host` or `host:port`, with `*` for a label. Default: `app.safe.global`. */
  safeHosts?: readonly string[];
  /** Announces the modal's provider through EIP-6963, for libraries that look for wallets themselves. Default: false. */
  announceProvider?: boolean;

  // ---- sign-in

  /**
   * Requests a sign-in. Each function that you omit is built in; `true` uses only built-in ones (docs/guide/sign-in.md). Default: no sign-in.
   *
   * Throws an Error if you also set `siweConfig`.
   */
  siwx?: OwnSIWX | true;
  /** The older sign-in object. Throws an Error if you also set `siwx`. */
  siweConfig?: SIWEConfig | { readonly methods: object; readonly options?: object };

  // ---- money and requests

  /** Adds swap routers to the built-in ones: addresses by CAIP-2 ID. */
  swapRouters?: Readonly<Record<string, readonly string[]>>;
  /** Offers swaps on more networks, as CAIP-2 IDs. Default: none. */
  experimentalSwapNetworks?: readonly string[];
  /** Sets your keys of onramps. Without a Meld.io key, users can only buy from Coinbase. */
  onrampKeys?: { meld?: string };
  /** Sets your RPC URLs by CAIP-2 ID. The modal tries them first. */
  customRpcUrls?: Readonly<Record<string, readonly { readonly url: string; readonly config?: unknown }[]>>;
  /** Checks pending transactions on a timer, in milliseconds. Default: off, 30,000. */
  pendingTransactions?: { enable?: boolean; pollingInterval?: number };
  /** Sets which requests the user reviews before a wallet gets them. Default: `risky`. */
  reviewRequests?: 'risky' | 'always' | 'never';
  /** Lists contracts to which your page can ask an account to delegate (EIP-7702): addresses by CAIP-2 ID. Default: none. */
  accountDelegates?: Readonly<Record<string, readonly string[]>>;
  /** Describes your contracts to users with ERC-7730 descriptors (docs/calls.md), at most 32. Default: none. */
  clearSigning?: readonly object[];
  /** Lists origins that can embed your page in a frame and let users confirm there, at most 64. Default: none. */
  trustedFrameOrigins?: readonly string[];
  /** Lists origins of the gateways that the modal can ask for names (EIP-3668), at most 64. Default: any public https host. `[]` turns gateways off. */
  ccipGateways?: readonly string[];
  /** Adds networks to those that the embedded wallet supports, as CAIP-2 IDs. Default: none. */
  authChains?: readonly string[];

  // ---- services

  /** Sets the origin of each service. Throws a TypeError for any other value. Default: the public ones. */
  services?: Services;
  /** Replaces services with functions of your page, or the directory with a file of wallets (docs/guide/own-services.md). */
  data?: DataSources;
  /** Lets the project's configuration override yours. Default: true. */
  remoteConfig?: boolean;
  /** Turns off the features that a project manages, and doesn't load the project's configuration. Default: false. */
  basic?: boolean;
}
