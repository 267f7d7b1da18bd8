// GENERATED from the Rust types of engine/core by `npm run build`; a unit test of core fails when it is stale.

export type Namespace = "eip155" | "solana" | "bip122" | "polkadot" | "cosmos";
export type Status = "connecting" | "connected" | "disconnected" | "reconnecting";
export type NativeCurrency = { 
/**
 * "Ether".
 */
name: string, 
/**
 * "ETH".
 */
symbol: string, 
/**
 * 18 on eip155.
 */
decimals: number, };
export type RpcUrls = { 
/**
 * Asked in order.
 */
http: Array<string>, 
/**
 * Not used by the engine; kept for the host.
 */
webSocket?: Array<string>, };
export type BlockExplorer = { 
/**
 * "Etherscan".
 */
name: string, 
/**
 * `https:`, or `http:` on loopback; without a final slash.
 */
url: string, };
export type NetworkId = number | string;
export type Network = { 
/**
 * The number on eip155, else the reference.
 */
id: NetworkId, 
/**
 * The family.
 */
chainNamespace: Namespace, 
/**
 * CAIP-2.
 */
caipNetworkId: string, 
/**
 * "Ethereum".
 */
name: string, 
/**
 * What pays for transactions.
 */
nativeCurrency: NativeCurrency, 
/**
 * By name; `default` is used.
 */
rpcUrls: { [key in string]: RpcUrls }, 
/**
 * By name; `default` is used.
 */
blockExplorers?: { [key in string]: BlockExplorer }, 
/**
 * Balances of testnets are not fetched (9.25).
 */
testnet?: boolean, 
/**
 * An older id of the same network.
 */
deprecatedCaipNetworkId?: string, };
export type AccountType = "eoa" | "smartAccount" | "payment" | "ordinal" | "stx";
export type AccountEntry = { 
/**
 * The family.
 */
namespace: Namespace, 
/**
 * As people read it: checksummed on eip155.
 */
address: string, 
/**
 * What it is.
 */
type: AccountType, 
/**
 * Hex, where the wallet tells.
 */
publicKey?: string, 
/**
 * Derivation path, where the wallet tells.
 */
path?: string, };
export type Metadata = { 
/**
 * The page's title unless given.
 */
name: string, 
/**
 * The page's description unless given.
 */
description: string, 
/**
 * The page's origin unless given.
 */
url: string, 
/**
 * Icon urls.
 */
icons: Array<string>, };
export type WalletTag = "installed" | "recent" | "connected";
export type WalletRow = { 
/**
 * The connector id: what `connect.select` takes.
 */
id: string, 
/**
 * A label, never an identity.
 */
name: string, 
/**
 * A `blob:` url, or nothing.
 */
icon: string | null, 
/**
 * As announced.
 */
rdns: string | null, 
/**
 * Its mark.
 */
tag: WalletTag | null, 
/**
 * Another provider claims the same rdns or uuid (10.33).
 */
conflict: boolean, 
/**
 * `data-testid` of the row.
 */
testId: string, 
/**
 * Families it serves.
 */
namespaces: Array<Namespace>, };
export type Code = number | string;
export type ErrorData = { 
/**
 * Always `WalletError`.
 */
name: "WalletError", 
/**
 * EIP-1193 code, or a word.
 */
code: Code, 
/**
 * The text of the catalogue.
 */
message: string, 
/**
 * A short title, where the catalogue has one.
 */
title: string | null, 
/**
 * What a wallet or service said, for "Details".
 */
details: string | null, };
export type FeatureValue = boolean | Array<string>;
export type AllWallets = "SHOW" | "HIDE" | "ONLY_MOBILE";
export type CustomWallet = { id: string, name: string, homepage: string | null, image_url: string | null, mobile_link: string | null, desktop_link: string | null, webapp_link: string | null, link_mode: string | null, rdns: string | null, app_store: string | null, play_store: string | null, chrome_store: string | null, };
export type TokenOption = { 
/**
 * Of the contract, as its namespace shows it.
 */
address: string, 
/**
 * A picture of it.
 */
image: string | null, };
export type WalletOptions = { allWallets: AllWallets, includeWalletIds: Array<string>, excludeWalletIds: Array<string>, featuredWalletIds: Array<string>, customWallets: Array<CustomWallet>, };
export type OptionsSlice = { projectId: string | null, debug: boolean, testMode: boolean, termsConditionsUrl: string | null, privacyPolicyUrl: string | null, mobileFullScreen: boolean, locale: string | null, networks: Array<string>, defaultNetwork: string | null, metadata: Metadata, tokens: { [key in string]: TokenOption }, adapters: Array<Namespace> | null, siwx: boolean, enableEmbedded: boolean, disableAppend: boolean, allWallets: AllWallets, includeWalletIds: Array<string>, excludeWalletIds: Array<string>, featuredWalletIds: Array<string>, customWallets: Array<CustomWallet>, };
export type View = "Connect" | "ConnectingExternal" | "Account" | "Send" | "SendPreview";
export type Direction = "forward" | "back" | "replace";
export type CloseReason = "user" | "success" | "host" | "error";
export type LeftSlot = "none" | "back";
export type RouterSlice = { 
/**
 * Whether the modal is shown.
 */
open: boolean, 
/**
 * The view on top.
 */
view: View, 
/**
 * How it came.
 */
direction: Direction, 
/**
 * How many views the history holds, this one included.
 */
depth: number, 
/**
 * The header's left slot.
 */
left: LeftSlot, 
/**
 * Counts up when a close was refused: the card answers with the refusal motion.
 */
refusals: number, 
/**
 * The wallet of the connecting views.
 */
wallet: WalletRow | null, };
export type ConnectPhase = "idle" | "opening" | "confirm" | "already_open" | "slow" | "rejected" | "failed";
export type ConnectSlice = { 
/**
 * The list.
 */
rows: Array<WalletRow>, 
/**
 * Where the attempt stands.
 */
phase: ConnectPhase, 
/**
 * Of which wallet.
 */
walletId: string | null, 
/**
 * Why it failed.
 */
error: ErrorData | null, };
export type BalancePhase = "none" | "loading" | "ready" | "failed" | "testnet" | "old";
export type BalanceText = { 
/**
 * Where it stands.
 */
phase: BalancePhase, 
/**
 * Floored to three decimals, or '0.00' (9.24).
 */
amount: string, 
/**
 * "ETH".
 */
symbol: string, };
export type WalletInfo = { 
/**
 * The wallet's name.
 */
name: string, 
/**
 * `blob:` url.
 */
icon: string | null, 
/**
 * As announced.
 */
rdns: string | null, };
export type AccountState = { namespace: Namespace, allAccounts: Array<AccountEntry>, caipAddress: string | null, address: string | null, isConnected: boolean, status: Status, balance: string | null, balanceSymbol: string | null, connectorId: string | null, connectedWalletInfo: WalletInfo | null, };
export type AccountsSlice = { 
/**
 * One for each namespace that was ever connected or connecting.
 */
list: Array<AccountState>, };
export type AccountRow = "send" | "disconnect";
export type NetworkBadge = { 
/**
 * CAIP-2.
 */
caipNetworkId: string | null, 
/**
 * "Unknown Network" when it is not configured.
 */
name: string, 
/**
 * Whether it is configured.
 */
supported: boolean, };
export type AccountSlice = { namespace: Namespace | null, status: Status, address: string | null, caipAddress: string | null, short: string | null, name: string | null, image: string | null, wallet: WalletRow | null, balance: BalanceText, network: NetworkBadge, explorerUrl: string | null, rows: Array<AccountRow>, disconnecting: boolean, };
export type ConnectorInfo = { 
/**
 * As announced.
 */
rdns: string | null, };
export type ConnectorItem = { 
/**
 * What `connect` takes.
 */
id: string, 
/**
 * "MetaMask".
 */
name: string, 
/**
 * `ANNOUNCED`, or `INJECTED` for `window.ethereum`.
 */
type: string, 
/**
 * The family.
 */
chain: Namespace, 
/**
 * CAIP-2 of the configured networks it can serve.
 */
chains: Array<string>, 
/**
 * `blob:` url.
 */
imageUrl: string | null, 
/**
 * Id of an image service.
 */
imageId: string | null, 
/**
 * Id of the wallet's listing.
 */
explorerId: string | null, 
/**
 * More.
 */
info: ConnectorInfo, };
export type ConnectionStatus = "active" | "disconnected";
export type ConnectionItem = { 
/**
 * The family.
 */
namespace: Namespace, 
/**
 * The connector.
 */
connectorId: string, 
/**
 * Its accounts.
 */
accounts: Array<AccountEntry>, 
/**
 * Where it stands.
 */
status: ConnectionStatus, };
export type ConnectionsSlice = { 
/**
 * Every wallet that can be reached.
 */
connectors: Array<ConnectorItem>, 
/**
 * One for each namespace that has one.
 */
connections: Array<ConnectionItem>, };
export type NetworksSlice = { 
/**
 * The active one, unless the wallet stands on one that is not configured.
 */
active: Network | null, 
/**
 * False when the wallet stands on a chain that is not configured.
 */
supported: boolean, 
/**
 * All.
 */
list: Array<Network>, };
export type SendPhase = "editing" | "preparing" | "review" | "waiting" | "confirming" | "unknown" | "failed";
export type LoadPhase = "loading" | "ready" | "failed";
export type SendCheck = "select_token" | "enter_amount" | "invalid_amount" | "insufficient_funds" | "enter_address" | "invalid_address" | "ready";
export type AmountError = "invalid" | "too_many_decimals" | "insufficient";
export type ReceiverError = "invalid" | "checksum";
export type SendNotice = "own_address" | "zero_address" | "checksum_absent";
export type SendToken = { 
/**
 * "ETH".
 */
symbol: string, 
/**
 * "Ether".
 */
name: string, 
/**
 * 18.
 */
decimals: number, 
/**
 * Of the contract; nothing for the native coin.
 */
address: string | null, 
/**
 * Floored to three decimals.
 */
balance: string, };
export type SendPreview = { 
/**
 * Exact.
 */
amount: string, 
/**
 * "ETH".
 */
symbol: string, 
/**
 * The sender, whole, in groups of four.
 */
fromGroups: Array<string>, 
/**
 * The receiver, whole, in groups of four.
 */
toGroups: Array<string>, 
/**
 * "Ethereum".
 */
networkName: string, 
/**
 * "0.000021 ETH", or nothing while it is unknown.
 */
fee: string | null, 
/**
 * Of the fee.
 */
feePhase: LoadPhase, 
/**
 * Amount and fee together.
 */
total: string | null, };
export type SendSlice = { token: SendToken | null, amount: string, receiver: string, max: string | null, maxPhase: LoadPhase, check: SendCheck, amountError: AmountError | null, receiverError: ReceiverError | null, notice: SendNotice | null, phase: SendPhase, preview: SendPreview | null, hash: string | null, explorerUrl: string | null, error: ErrorData | null, };
export type TransactionStatus = "sent" | "confirmed" | "failed" | "unknown";
export type TransactionItem = { 
/**
 * Ours, random.
 */
id: string, 
/**
 * `0x` and 64 hex digits.
 */
hash: string | null, 
/**
 * CAIP-2.
 */
chain: string, 
/**
 * `send`, or `request` for one the host asked for.
 */
kind: "send" | "request", 
/**
 * Where it stands.
 */
status: TransactionStatus, 
/**
 * Exact decimal text.
 */
amount: string, 
/**
 * "ETH".
 */
symbol: string, 
/**
 * The receiver, checksummed.
 */
to: string, 
/**
 * Its page.
 */
explorerUrl: string | null, 
/**
 * Milliseconds since 1970.
 */
createdAt: number, };
export type TransactionsSlice = { 
/**
 * Newest first.
 */
list: Array<TransactionItem>, };
export type ToastVariant = "loading" | "success" | "error";
export type Toast = { 
/**
 * Counts up.
 */
id: number, 
/**
 * A text of the message catalogue; without one `message` is shown as it is.
 */
key: string | null, 
/**
 * Its arguments.
 */
args: { [key in string]: string }, 
/**
 * English, for events and for texts without a key.
 */
message: string, 
/**
 * Its kind.
 */
variant: ToastVariant, 
/**
 * Where to look: a transaction's page.
 */
link: string | null, };
export type ToastSlice = { 
/**
 * At most one.
 */
toast: Toast | null, };
export type AlertItem = { 
/**
 * Shown once by this.
 */
key: string, 
/**
 * Short.
 */
title: string, 
/**
 * What to do.
 */
detail: string, 
/**
 * `error` or `warning`.
 */
kind: "error" | "warning", };
export type AlertsSlice = { 
/**
 * Not dismissed, oldest first; empty without option `debug`.
 */
visible: Array<AlertItem>, };
export type ThemeMode = "light" | "dark" | "system";
export type ThemeSlice = { 
/**
 * The mode.
 */
themeMode: ThemeMode, 
/**
 * Checked variables.
 */
themeVariables: { [key in string]: string }, };
export type StateSlice = { open: boolean, loading: boolean, connecting: boolean, initialized: boolean, view: View | null, activeChain: Namespace | null, selectedNetworkId: string | null, features: { [key in string]: FeatureValue }, overriddenFeatures: Array<string>, configSource: "default" | "local" | "remote", error: ErrorData | null, };
export type RouterCommand = { "type": "router.open", view?: string, namespace?: string, arguments?: unknown, } | { "type": "router.close", reason: CloseReason, } | { "type": "router.push", view: View, } | { "type": "router.replace", view: View, } | { "type": "router.back", };
export type ConnectCommand = { "type": "connect.select", id: string, } | { "type": "connect.retry", } | { "type": "connect.start", connectorId: string, namespace?: string, };
export type AccountsCommand = { "type": "accounts.disconnect", namespace?: string, };
export type NetworksCommand = { "type": "networks.switch", network: string, };
export type ConnectionsCommand = { "type": "connections.switch", connection: { namespace?: string, connectorId: string, status: string }, };
export type BalancesCommand = { "type": "balances.refresh", };
export type SendCommand = { "type": "send.open", to?: string, amount?: string, } | { "type": "send.amount", value: string, } | { "type": "send.receiver", value: string, } | { "type": "send.max", } | { "type": "send.reload", } | { "type": "send.fee", } | { "type": "send.review", } | { "type": "send.confirm", } | { "type": "send.cancel", };
export type ToastsCommand = { "type": "toasts.show", message: unknown, variant: ToastVariant, } | { "type": "toasts.dismiss", id: number, } | { "type": "toasts.hold", id: number, held: boolean, };
export type AlertsCommand = { "type": "alerts.dismiss", key: string, };
export type OptionsCommand = { "type": "options.update", options: unknown, };
export type ThemeCommand = { "type": "theme.mode", themeMode: string, } | { "type": "theme.variables", themeVariables: unknown, };
export type StartupCommand = { "type": "startup.panic", };
export type Slices = { state: StateSlice, router: RouterSlice, connect: ConnectSlice, account: AccountSlice, accounts: AccountsSlice, connections: ConnectionsSlice, networks: NetworksSlice, send: SendSlice, transactions: TransactionsSlice, toast: ToastSlice, alerts: AlertsSlice, theme: ThemeSlice, options: OptionsSlice };
export type Command = RouterCommand | ConnectCommand | ConnectionsCommand | AccountsCommand | NetworksCommand | BalancesCommand | SendCommand | ToastsCommand | AlertsCommand | OptionsCommand | ThemeCommand | StartupCommand;
