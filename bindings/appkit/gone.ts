// Names of AppKit that have no counterpart here, each with the way there is. What the page is told at run time and what the table in
// docs/guide/from-appkit.md says are these words.

const INSIDE = 'the engine keeps this itself; nothing is to be set';

/** methods of the modal */
export const GONE_METHODS = {
  syncIdentity: 'names and pictures are read by the engine; read them from `handle.getAccount()`',
  fetchIdentity: 'names and pictures are read by the engine; read them from `handle.getAccount()`',
  updateNativeBalance: 'balances are read by the engine; `useAppKitBalance().fetchBalance()` gives one',
  getUniversalProvider: 'there is no client of WalletConnect to hand out; use `getProvider(namespace)`',
  setRequestedCaipNetworks: 'give `networks` to createAppKit, or use `addNetwork` and `removeNetwork`',
  setApprovedCaipNetworksData:
    'what the wallet approves is read from the wallet: `getApprovedCaipNetworkIds()`',
  setClientId: INSIDE,
  setCaipAddress: INSIDE,
  setBalance: INSIDE,
  setProfileName: INSIDE,
  setProfileImage: INSIDE,
  setUser: INSIDE,
  resetAccount: 'use `disconnect()`',
  setCaipNetwork: 'use `switchNetwork(network)`',
  setCaipNetworkOfNamespace: 'use `switchNetwork(network)`',
  setStatus: INSIDE,
  setConnectors: 'use `addConnector(connector)`',
  setConnections: INSIDE,
  setConnectedWalletInfo: INSIDE,
  resetNetwork: 'use `disconnect()`',
  resetWcConnection: 'use `disconnect()`',
  setAddressExplorerUrl: 'it follows from `blockExplorers` of the network',
  setSmartAccountDeployed: INSIDE,
  getReownName: 'names are shown by the modal; there is no lookup for pages',
  handleUnsafeRPCRequest: 'requests are read to the visitor by the modal itself',
  popTransactionStack: "what leads on after a transaction is the modal's own; use `close()`",
  isTransactionStackEmpty: "what leads on after a transaction is the modal's own; use `isOpen()`",
  subscribeShouldUpdateToAddress: 'use `subscribeAccount`',
} as const;

/** of these, what a page waits for */
export const GONE_PROMISES: readonly string[] = [
  'syncIdentity',
  'fetchIdentity',
  'updateNativeBalance',
  'getUniversalProvider',
  'setApprovedCaipNetworksData',
  'resetNetwork',
  'getReownName',
];

/** properties of the modal */
export const GONE_PROPERTIES = {
  chainAdapters: 'the engine has every family itself; `adapters` are those that were given',
  reportedAlertErrors: 'listen to the event `wallet-alert` (docs/guide/events-and-errors.md)',
} as const;

/** options of createAppKit */
export const GONE_OPTIONS = {
  enableWalletConnect:
    'wallets on another device are left out by `enableWallets: false` or `allWallets: "HIDE"`',
  enableAuthLogger: 'the embedded wallet logs nothing',
  universalProvider:
    "there is one client, the engine's own; a pairing of the page's own client is shown by `open({ uri })`",
} as const;

export const GONE_FEATURES = {
  reownAuthentication: 'give `siwx` (docs/guide/options.md)',
} as const;

const ASK_PROVIDER = 'ask the provider (`getProvider`) or the library of the page';

/** what the originals of adapters have for AppKit's inside */
export const GONE_ADAPTER = {
  construct: INSIDE,
  on: 'use the subscriptions of the modal',
  off: 'use the subscriptions of the modal',
  emit: INSIDE,
  removeAllEventListeners: INSIDE,
  connect: 'use `open()`',
  connectWalletConnect: 'use `open()`',
  reconnect: 'a stored connection comes back by itself',
  disconnect: 'use `disconnect()` of the modal',
  switchNetwork: 'use `switchNetwork(network)` of the modal',
  getAccounts: 'use `getAccount(namespace)` of the modal',
  getBalance: 'use `useAppKitBalance()`',
  signMessage: ASK_PROVIDER,
  sendTransaction: ASK_PROVIDER,
  writeContract: ASK_PROVIDER,
  estimateGas: ASK_PROVIDER,
  parseUnits: 'use the library of the page',
  formatUnits: 'use the library of the page',
  getCapabilities: ASK_PROVIDER,
  grantPermissions: ASK_PROVIDER,
  revokePermissions: ASK_PROVIDER,
  walletGetAssets: ASK_PROVIDER,
  getWalletConnectProvider: 'use `getProvider(namespace)`',
  setAuthProvider: INSIDE,
  setUniversalProvider: INSIDE,
  syncConnection: INSIDE,
  syncConnections: INSIDE,
  syncConnectors: INSIDE,
} as const;

/** what the entries export for AppKit's inside */
export const GONE_EXPORTS = {
  CoreHelperUtil: "a part of AppKit's inside; write what you need of it yourself",
  AccountController: 'use `modal.getAccount()`, `subscribeAccount` or `useAppKitAccount`',
  WcConstantsUtil: "a part of AppKit's inside",
  WcHelpersUtil: "a part of AppKit's inside",
  DEFAULT_METHODS: 'the methods a wallet is asked for stand in docs/spec/rpc.md',
  authConnector: 'logins by email and social providers are in the connector of WagmiAdapter',
  EthersHelpersUtil: 'use ethers',
  SolStoreUtil: 'use `useAppKitConnection()`',
  SolConstantsUtil: "a part of AppKit's inside",
  SolHelpersUtil: "a part of AppKit's inside",
  SPL_COMPUTE_BUDGET_CONSTANTS: 'use @solana/web3.js',
  mapSatsConnectAddressPurpose: 'addresses come with their purpose: `getAccountAddresses()`',
  mapToSIWX: 'give what `createSIWEConfig` makes to createAppKit as `siweConfig`',
  verifySignature: 'signatures are verified by the modal; on a server use a library for EIP-4361',
  SIWEController: 'use the callbacks of `createSIWEConfig`',
  W3mConnectingSiwe: "the view is the modal's own",
  W3mConnectingSiweView: "the view is the modal's own",
} as const;

const OWN_SERVER = 'send the session to a server of your own in `addSession` of an object given as `siwx`';

/** of `@reown/appkit-siwx` */
export const GONE_SIWX = {
  verify: 'the modal verifies signatures before it adds a session; on a server use a library',
  ReownAuthentication: `there is no cloud behind it, sessions stay in this browser; for proof ${OWN_SERVER}`,
  getSessionAccount: OWN_SERVER,
  setSessionAccountMetadata: OWN_SERVER,
  requestEmailOtp: 'mail of visitors is not asked for; logins by email are the option `features.email`',
  confirmEmailOtp: 'mail of visitors is not asked for; logins by email are the option `features.email`',
} as const;
