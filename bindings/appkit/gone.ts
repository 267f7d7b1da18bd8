// Names of AppKit without a counterpart, each with its alternative. The console warnings and the table in docs/guide/from-appkit.md use
// these texts.

const INSIDE = 'The engine manages this value. You can remove the call.';

/** Methods of the modal. */
export const UNSUPPORTED_METHODS = {
  syncIdentity: 'The engine reads names and avatars. Use `handle.getAccount()`.',
  fetchIdentity: 'The engine reads names and avatars. Use `handle.getAccount()`.',
  updateNativeBalance: 'The engine reads balances. Use `useAppKitBalance().fetchBalance()`.',
  getUniversalProvider: 'The engine has its own WalletConnect client. Use `getProvider(namespace)`.',
  setRequestedCaipNetworks: 'Pass `networks` to createAppKit, or use `addNetwork` and `removeNetwork`.',
  setApprovedCaipNetworksData: 'The wallet sets this value. Read it with `getApprovedCaipNetworkIds()`.',
  setClientId: INSIDE,
  setCaipAddress: INSIDE,
  setBalance: INSIDE,
  setProfileName: INSIDE,
  setProfileImage: INSIDE,
  setUser: INSIDE,
  resetAccount: 'Use `disconnect()`.',
  setCaipNetwork: 'Use `switchNetwork(network)`.',
  setCaipNetworkOfNamespace: 'Use `switchNetwork(network)`.',
  setStatus: INSIDE,
  setConnectors: 'Use `addConnector(connector)`.',
  setConnections: INSIDE,
  setConnectedWalletInfo: INSIDE,
  resetNetwork: 'Use `disconnect()`.',
  resetWcConnection: 'Use `disconnect()`.',
  setAddressExplorerUrl: 'Set `blockExplorers` of the network.',
  setSmartAccountDeployed: INSIDE,
  getReownName: "The modal shows names. Pages can't look them up.",
  handleUnsafeRPCRequest: 'The modal reviews requests itself.',
  popTransactionStack: 'The modal has no transaction stack. Use `close()`.',
  isTransactionStackEmpty: 'The modal has no transaction stack. Use `isOpen()`.',
  subscribeShouldUpdateToAddress: 'Use `subscribeAccount`.',
} as const;

/** Methods that return a promise. */
export const UNSUPPORTED_PROMISES: readonly string[] = [
  'syncIdentity',
  'fetchIdentity',
  'updateNativeBalance',
  'getUniversalProvider',
  'setApprovedCaipNetworksData',
  'resetNetwork',
  'getReownName',
];

/** Properties of the modal. */
export const UNSUPPORTED_PROPERTIES = {
  chainAdapters: 'The engine supports all namespaces itself. `adapters` has the adapters that you passed.',
  reportedAlertErrors: 'Listen to the event `wallet-alert` (docs/guide/events-and-errors.md).',
} as const;

/** Options of createAppKit. */
export const UNSUPPORTED_OPTIONS = {
  enableWalletConnect: 'To hide mobile wallets, use `enableWallets: false` or `allWallets: "HIDE"`.',
  enableAuthLogger: "The embedded wallet doesn't log.",
  universalProvider:
    'The engine has its own client. To show a pairing of your own client, use `open({ uri })`.',
} as const;

export const UNSUPPORTED_FEATURES = {
  reownAuthentication: 'Use the option `siwx` (docs/guide/options.md).',
} as const;

const ASK_PROVIDER = 'Use the provider (`getProvider`) or your own library.';

/** Members of AppKit's adapters for its internal use. */
export const UNSUPPORTED_ADAPTER = {
  construct: INSIDE,
  on: "Use the modal's subscriptions.",
  off: "Use the modal's subscriptions.",
  emit: INSIDE,
  removeAllEventListeners: INSIDE,
  connect: 'Use `open()`.',
  connectWalletConnect: 'Use `open()`.',
  reconnect: 'The modal restores a stored connection.',
  disconnect: "Use the modal's `disconnect()`.",
  switchNetwork: "Use the modal's `switchNetwork(network)`.",
  getAccounts: "Use the modal's `getAccount(namespace)`.",
  getBalance: 'Use `useAppKitBalance()`.',
  signMessage: ASK_PROVIDER,
  sendTransaction: ASK_PROVIDER,
  writeContract: ASK_PROVIDER,
  estimateGas: ASK_PROVIDER,
  parseUnits: 'Use your own library.',
  formatUnits: 'Use your own library.',
  getCapabilities: ASK_PROVIDER,
  grantPermissions: ASK_PROVIDER,
  revokePermissions: ASK_PROVIDER,
  walletGetAssets: ASK_PROVIDER,
  getWalletConnectProvider: 'Use `getProvider(namespace)`.',
  setAuthProvider: INSIDE,
  setUniversalProvider: INSIDE,
  syncConnection: INSIDE,
  syncConnections: INSIDE,
  syncConnectors: INSIDE,
} as const;

/** Exports for AppKit's internal use. */
export const UNSUPPORTED_EXPORTS = {
  CoreHelperUtil: 'This is internal to AppKit. Write the functions that you need yourself.',
  AccountController: 'Use `modal.getAccount()`, `subscribeAccount` or `useAppKitAccount`.',
  WcConstantsUtil: 'This is internal to AppKit.',
  WcHelpersUtil: 'This is internal to AppKit.',
  DEFAULT_METHODS:
    'In the repository, docs/spec/rpc.md lists the methods that the modal requests from wallets.',
  authConnector: 'The connector of WagmiAdapter includes logins with email and social providers.',
  EthersHelpersUtil: 'Use ethers.',
  SolStoreUtil: 'Use `useAppKitConnection()`.',
  SolConstantsUtil: 'This is internal to AppKit.',
  SolHelpersUtil: 'This is internal to AppKit.',
  SPL_COMPUTE_BUDGET_CONSTANTS: 'Use @solana/web3.js.',
  mapSatsConnectAddressPurpose: '`getAccountAddresses()` returns each address with its purpose.',
  mapToSIWX: 'Pass the result of `createSIWEConfig` to createAppKit as `siweConfig`.',
  verifySignature: 'The modal verifies signatures. On a server, use a library for EIP-4361.',
  SIWEController: 'Use the callbacks of `createSIWEConfig`.',
  W3mConnectingSiwe: 'The modal has its own view.',
  W3mConnectingSiweView: 'The modal has its own view.',
} as const;

const OWN_SERVER =
  'Pass your own object as `siwx`, and send each session to your server in its `addSession`.';

/** Names of `@reown/appkit-siwx`. */
export const UNSUPPORTED_SIWX = {
  verify: 'The modal verifies a signature before it adds the session. On a server, use a library.',
  ReownAuthentication: `Sessions stay in this browser, because there is no cloud service. For proof: ${OWN_SERVER}`,
  getSessionAccount: OWN_SERVER,
  setSessionAccountMetadata: OWN_SERVER,
  requestEmailOtp: 'Use the option `features.email` for logins with email.',
  confirmEmailOtp: 'Use the option `features.email` for logins with email.',
} as const;
