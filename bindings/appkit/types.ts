// The public types of AppKit 1.7, written from its public documentation.

import type {
  ConnectorItem,
  Namespace,
  SIWEConfig,
  SIWX,
  SIWXMessage,
  SIWXSession,
  View,
} from 'wallet-modal';
import type { Adapter } from './adapter';

export type ChainNamespace = Namespace;
export type ChainId = number | string;
export type CaipNetworkId = `${ChainNamespace}:${string}`;
export type CaipAddress = `${ChainNamespace}:${string}:${string}`;

/** A viem chain, or a network that names its namespace. */
export interface AppKitNetwork {
  id: ChainId;
  name: string;
  nativeCurrency: { name: string; symbol: string; decimals: number };
  rpcUrls: {
    readonly [name: string]: { readonly http: readonly string[]; readonly webSocket?: readonly string[] };
  };
  blockExplorers?:
    { readonly [name: string]: { readonly name: string; readonly url: string } | undefined } | undefined;
  testnet?: boolean | undefined;
  chainNamespace?: ChainNamespace;
  caipNetworkId?: string;
}
export interface CaipNetwork extends AppKitNetwork {
  chainNamespace: ChainNamespace;
  caipNetworkId: CaipNetworkId;
}

export type ThemeMode = 'dark' | 'light';
export interface ThemeVariables {
  '--w3m-font-family'?: string;
  '--w3m-accent'?: string;
  '--w3m-color-mix'?: string;
  /** from 0 to 100 */
  '--w3m-color-mix-strength'?: number;
  /** the base of all font sizes, `10px` by default */
  '--w3m-font-size-master'?: string;
  /** the base of all radii, `4px` by default */
  '--w3m-border-radius-master'?: string;
  '--w3m-z-index'?: number;
  '--w3m-qr-color'?: string;
  /** our variables also work */
  [ours: `--wm-${string}`]: string | number | undefined;
}

export type SocialProvider = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook';
export type ConnectMethod = 'email' | 'social' | 'wallet';
export type WalletFeature = 'swaps' | 'send' | 'receive' | 'onramp';
export type ConnectorTypeOrder =
  'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended';

export interface Features {
  swaps?: boolean;
  onramp?: boolean;
  receive?: boolean;
  send?: boolean;
  email?: boolean;
  emailShowWallets?: boolean;
  socials?: SocialProvider[] | false;
  history?: boolean;
  analytics?: boolean;
  allWallets?: boolean;
  smartSessions?: boolean;
  legalCheckbox?: boolean;
  connectorTypeOrder?: ConnectorTypeOrder[];
  connectMethodsOrder?: ConnectMethod[];
  walletFeaturesOrder?: WalletFeature[];
  collapseWallets?: boolean;
  pay?: boolean;
  reownAuthentication?: boolean;
}
/** The project's configuration, as far as this modal has it. */
export type RemoteFeatures = Record<string, boolean | readonly string[]>;

export interface Metadata {
  name: string;
  description: string;
  url: string;
  icons: string[];
  redirect?: { native?: string; universal?: string; linkMode?: boolean };
  verifyUrl?: string;
}
export interface CustomWallet {
  id: string;
  name: string;
  homepage?: string;
  image_url?: string;
  mobile_link?: string | null;
  desktop_link?: string | null;
  webapp_link?: string | null;
  link_mode?: string | null;
  app_store?: string | null;
  play_store?: string | null;
  rdns?: string | null;
}
export type Tokens = Record<string, { address: string; image?: string }>;
export interface CustomRpcUrl {
  url: string;
  config?: unknown;
}
export type CustomRpcUrlMap = Record<string, CustomRpcUrl[]>;
export type PreferredAccountTypes = Partial<Record<ChainNamespace, AccountKind>>;
export type AccountKind = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx';

export type SIWXConfig = SIWX;
export type { SIWXMessage, SIWXSession };

export interface AppKitOptions {
  projectId: string;
  networks: readonly AppKitNetwork[];
  adapters?: readonly Adapter[];
  defaultNetwork?: AppKitNetwork;
  metadata?: Metadata;
  features?: Features;
  themeMode?: ThemeMode;
  themeVariables?: ThemeVariables;
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE';
  customRpcUrls?: CustomRpcUrlMap;
  featuredWalletIds?: string[];
  includeWalletIds?: string[];
  excludeWalletIds?: string[];
  tokens?: Tokens;
  customWallets?: CustomWallet[];
  termsConditionsUrl?: string;
  privacyPolicyUrl?: string;
  siwx?: Partial<SIWXConfig> | true;
  siweConfig?: SIWEConfig | object;
  disableAppend?: boolean;
  enableEmbedded?: boolean;
  enableWallets?: boolean;
  enableEIP6963?: boolean;
  enableCoinbase?: boolean;
  enableInjected?: boolean;
  enableReconnect?: boolean;
  enableWalletConnect?: boolean;
  enableWalletGuide?: boolean;
  enableAuthLogger?: boolean;
  enableNetworkSwitch?: boolean;
  experimental_preferUniversalLinks?: boolean;
  showWallets?: boolean;
  allowUnsupportedChain?: boolean;
  manualWCControl?: boolean;
  universalProvider?: unknown;
  universalProviderConfigOverride?: {
    methods?: Record<string, string[]>;
    chains?: Record<string, string[]>;
    events?: Record<string, string[]>;
    rpcMap?: Record<string, string>;
    defaultChain?: string;
  };
  defaultAccountTypes?: PreferredAccountTypes;
  chainImages?: Record<number | string, string>;
  connectorImages?: Record<string, string>;
  coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly';
  debug?: boolean;
  /** options of wallet-modal without a name in AppKit: `services`, `wasmUrl`, `storage`, ... */
  [ours: string]: unknown;
}
export type CreateAppKit = AppKitOptions;

export type Views =
  | 'Account'
  | 'Connect'
  | 'Networks'
  | 'ApproveTransaction'
  | 'OnRampProviders'
  | 'ConnectingWalletConnectBasic'
  | 'Swap'
  | 'WhatIsAWallet'
  | 'WhatIsANetwork'
  | 'AllWallets'
  | 'WalletSend'
  | View;
export interface OpenOptions<V extends Views = Views> {
  view?: V;
  uri?: string;
  namespace?: ChainNamespace;
  arguments?: V extends 'Swap' ? { fromToken?: string; toToken?: string; amount?: string } : unknown;
}

export interface AccountType {
  namespace: ChainNamespace;
  address: string;
  type: AccountKind;
  publicKey?: string;
  path?: string;
}
export type ConnectionStatus = 'connected' | 'disconnected' | 'connecting' | 'reconnecting';
export interface UseAppKitAccountReturn {
  allAccounts: AccountType[];
  caipAddress: CaipAddress | undefined;
  address: string | undefined;
  isConnected: boolean;
  embeddedWalletInfo?: {
    user: { username?: string; email?: string; accounts?: { type: AccountKind; address: string }[] };
    authProvider: SocialProvider | 'email';
    accountType: AccountKind | undefined;
    isSmartAccountDeployed: boolean;
  };
  status: ConnectionStatus;
}
export interface NetworkState {
  caipNetwork: CaipNetwork | undefined;
  chainId: ChainId | undefined;
  caipNetworkId: CaipNetworkId | undefined;
}
export interface UseAppKitNetworkReturn extends NetworkState {
  switchNetwork(network: AppKitNetwork): Promise<void>;
}
export interface PublicStateControllerState {
  loading: boolean;
  open: boolean;
  selectedNetworkId?: CaipNetworkId | undefined;
  activeChain?: ChainNamespace | undefined;
  initialized: boolean;
}
export interface ThemeControllerState {
  themeMode: ThemeMode;
  themeVariables: ThemeVariables;
}
export interface Event {
  type: 'track';
  event: string;
  properties?: Record<string, unknown>;
}
export interface EventsControllerState {
  timestamp: number;
  reportedErrors: Record<string, boolean>;
  data: Event;
}
export interface ConnectedWalletInfo {
  name: string;
  icon?: string;
  type?: string;
  rdns?: string;
  [more: string]: unknown;
}
export type ConnectorType = 'EXTERNAL' | 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'AUTH' | 'MULTI_CHAIN';
export type Connector = ConnectorItem & { provider?: unknown };
export interface Connection {
  name?: string;
  icon?: string;
  accounts: { type?: string; address: string; publicKey?: string }[];
  caipNetwork?: CaipNetwork;
  connectorId: string;
  auth?: { name: string | undefined; username: string | undefined };
}
export interface ConnectionControllerState {
  connections: Map<ChainNamespace, Connection[]>;
  recentConnections: Map<ChainNamespace, Connection[]>;
}
export interface BalanceResult {
  balance: string;
  symbol: string;
}
/** The attributes and properties of the buttons. */
export interface ButtonAttributes {
  size?: 'sm' | 'md';
  label?: string;
  loadingLabel?: string;
  disabled?: boolean;
  balance?: 'show' | 'hide';
  charsStart?: number;
  charsEnd?: number;
  namespace?: ChainNamespace;
}
/** The attributes and properties of the button for one wallet. */
export interface WalletButtonAttributes extends ButtonAttributes {
  /** `metamask` and other names, a social login, `email`, `walletConnect`; id or rdns of any other wallet */
  wallet: string;
}
