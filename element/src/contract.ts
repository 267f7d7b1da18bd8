// GENERATED from the Rust types of engine/core by `npm run build`; a unit test of core fails when it is stale.

export type AccountAction = "send";
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
export type AccountSlice = { namespace: Namespace | null, status: Status, address: string | null, caipAddress: string | null, short: string | null, name: string | null, image: string | null, wallet: WalletRow | null, balance: BalanceText, network: NetworkBadge, explorerUrl: string | null, actions: Array<AccountAction>, tabs: Array<AccountTab>, tab: AccountTab, hidden: boolean, label: string | null, disconnecting: boolean, 
/**
 * Its wallet, on another device, was asked in vain.
 */
walletOffline: boolean, };
export type AccountState = { namespace: Namespace, allAccounts: Array<AccountEntry>, caipAddress: string | null, address: string | null, isConnected: boolean, status: Status, balance: string | null, balanceSymbol: string | null, connectorId: string | null, connectedWalletInfo: WalletInfo | null, profileName: string | null, profileImage: string | null, tokenBalance: Array<TokenItem> | null, addressLabels: { [key in string]: string }, preferredAccountTypes: { [key in string]: AccountType }, 
/**
 * Of an embedded wallet.
 */
user: null, 
/**
 * Of an embedded wallet.
 */
socialProvider: null, 
/**
 * Of an embedded wallet.
 */
farcasterUrl: null, 
/**
 * Of an embedded wallet.
 */
smartAccountDeployed: null, };
export type AccountTab = "tokens" | "nfts" | "activity";
export type AccountType = "eoa" | "smartAccount" | "payment" | "ordinal" | "stx";
export type AccountsCommand = { "type": "accounts.disconnect", namespace?: string, } | { "type": "accounts.tab", tab: AccountTab, } | { "type": "accounts.hide", hidden: boolean, } | { "type": "accounts.label", address: string, label: string | null, };
export type AccountsSlice = { 
/**
 * One for each namespace that was ever connected or connecting.
 */
list: Array<AccountState>, };
export type ActivityCommand = { "type": "activity.more", } | { "type": "activity.retry", } | { "type": "activity.spam", shown: boolean, };
export type ActivityGroup = { 
/**
 * "November", "December 2025"
 */
title: string, 
/**
 * Newest first.
 */
items: Array<ActivityItem>, };
export type ActivityItem = { 
/**
 * Of the service.
 */
id: string, 
/**
 * What it says of it.
 */
metadata: ActivityMetadata, 
/**
 * What moved.
 */
transfers: Array<Transfer>, 
/**
 * Past tense; a word we do not know stays as it is.
 */
verb: string, 
/**
 * At most two, out before in.
 */
legs: Array<Leg>, 
/**
 * "0x71…d8976F"
 */
counterparty: string | null, 
/**
 * "02 Jan"
 */
date: string, 
/**
 * "5 min"
 */
ago: string, 
/**
 * Its page.
 */
link: string | null, 
/**
 * `data-testid` of its row.
 */
testId: string, };
export type ActivityMetadata = { hash: string | null, minedAt: string, chain: string, status: "confirmed" | "failed" | "pending", operationType: string, sentFrom: string, sentTo: string, };
export type ActivityPhase = "none" | "loading" | "ready" | "failed";
export type ActivitySlice = { 
/**
 * Loading state of the first page.
 */
phase: ActivityPhase, 
/**
 * By month, newest first.
 */
groups: Array<ActivityGroup>, 
/**
 * Transactions sent from here that are still pending.
 */
pending: Array<TransactionItem>, 
/**
 * There is another page.
 */
hasMore: boolean, 
/**
 * The next page is loading.
 */
loadingMore: boolean, 
/**
 * The next page failed to load: only the user retries it.
 */
moreFailed: boolean, 
/**
 * Rows that are hidden because all they moved is spam.
 */
spam: number, 
/**
 * They are shown all the same.
 */
showSpam: boolean, 
/**
 * Collectibles.
 */
nfts: Array<NftItem>, };
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
export type AlertsCommand = { "type": "alerts.dismiss", key: string, };
export type AlertsSlice = { 
/**
 * Not dismissed, oldest first; empty without option `debug`.
 */
visible: Array<AlertItem>, };
export type AllWallets = "SHOW" | "HIDE" | "ONLY_MOBILE";
export type AmountError = "invalid" | "too_many_decimals" | "insufficient" | "insufficient_fee";
export type BalancePhase = "none" | "loading" | "ready" | "failed" | "testnet" | "old";
export type BalanceText = { 
/**
 * Loading state.
 */
phase: BalancePhase, 
/**
 * Floored to three decimals, or '0.00' (9.24).
 */
amount: string, 
/**
 * "ETH".
 */
symbol: string, 
/**
 * No new try before; milliseconds since 1970.
 */
retryAt: number | null, };
export type BalancesCommand = { "type": "balances.refresh", };
export type BlockExplorer = { 
/**
 * "Etherscan".
 */
name: string, 
/**
 * `https:`, or `http:` on loopback; without a final slash.
 */
url: string, };
export type CloseReason = "user" | "success" | "host" | "error";
export type Code = number | string;
export type ConnectCommand = { "type": "connect.select", id: string, } | { "type": "connect.retry", } | { "type": "connect.start", connectorId: string, namespace?: string, };
export type ConnectPhase = "idle" | "opening" | "confirm" | "already_open" | "slow" | "rejected" | "failed";
export type ConnectSlice = { 
/**
 * The list of wallets of the page; views render `directory.rows` instead once that part is loaded.
 */
rows: Array<WalletRow>, 
/**
 * "All wallets" is offered.
 */
directory: boolean, 
/**
 * Phase of the attempt.
 */
phase: ConnectPhase, 
/**
 * The wallet the attempt is for.
 */
walletId: string | null, 
/**
 * Why it failed.
 */
error: ErrorData | null, };
export type ConnectionAuth = { 
/**
 * The social provider.
 */
name: string | null, };
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
 * Status of the connection.
 */
status: ConnectionStatus, 
/**
 * The social login it came by.
 */
auth: ConnectionAuth | null, 
/**
 * Disconnected, but remembered: it can be restored.
 */
recent: boolean, };
export type ConnectionStatus = "active" | "disconnected";
export type ConnectionsCommand = { "type": "connections.switch", connection: { namespace?: string, connectorId: string, status: string, address?: string }, } | { "type": "connections.follow", record: string | null, } | { "type": "connections.delete", namespace?: string, connectorId: string, };
export type ConnectionsSlice = { 
/**
 * Every wallet that can be reached.
 */
connectors: Array<ConnectorItem>, 
/**
 * The one of each namespace that is in use or stored, then those that were.
 */
connections: Array<ConnectionItem>, 
/**
 * Newest first, at most 2.
 */
recentWallets: Array<RecentWallet>, };
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
 * `ANNOUNCED`, `INJECTED` for `window.ethereum`, `EXTERNAL` for one of the host.
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
export type CustomWallet = { id: string, name: string, homepage: string | null, image_url: string | null, mobile_link: string | null, desktop_link: string | null, webapp_link: string | null, link_mode: string | null, rdns: string | null, app_store: string | null, play_store: string | null, chrome_store: string | null, };
export type Direction = "forward" | "back" | "replace";
export type DirectoryCommand = { "type": "directory.search", text: string, } | { "type": "directory.certified", on: boolean, } | { "type": "directory.more", } | { "type": "directory.retry", } | { "type": "directory.look", ids: Array<string>, } | { "type": "directory.download", id: string, };
export type DirectoryPhase = "none" | "loading" | "ready" | "failed";
export type DirectorySlice = { 
/**
 * The whole list of Connect; empty until this part is loaded, then rendered instead of `connect.rows`.
 */
rows: Array<WalletRow>, 
/**
 * Loading state of the recommended wallets among them.
 */
rowsPhase: DirectoryPhase, 
/**
 * The tag of "All wallets" ("600+"), empty while the count is not known; nothing when the row is not offered.
 */
allWallets: string | null, 
/**
 * AllWallets: what is shown, in order.
 */
tiles: Array<WalletTile>, 
/**
 * Loading state of what AllWallets renders: the first page, or the search result.
 */
phase: DirectoryPhase, 
/**
 * There are more pages.
 */
hasMore: boolean, 
/**
 * The next page is loading.
 */
loadingMore: boolean, 
/**
 * The next page failed to load.
 */
moreFailed: boolean, 
/**
 * What was searched for.
 */
search: string, 
/**
 * The result is pending; the tiles are still the previous ones.
 */
searching: boolean, 
/**
 * Only wallets with the mark.
 */
certified: boolean, 
/**
 * GetWallet: four wallets.
 */
guide: Array<WalletTile>, 
/**
 * Downloads.
 */
download: Download | null, };
export type Download = { 
/**
 * Of which wallet.
 */
wallet: WalletTile, 
/**
 * In the order they are offered.
 */
links: Array<DownloadLink>, };
export type DownloadKind = "extension" | "ios" | "android" | "website";
export type DownloadLink = { 
/**
 * Which.
 */
kind: DownloadKind, 
/**
 * `https:`.
 */
url: string, 
/**
 * Of the url, to be scanned by a phone; for the stores of phones, on a desktop.
 */
qr: Qr | null, };
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
export type FungibleInfo = { 
/**
 * "ETH"
 */
symbol: string, 
/**
 * Its picture.
 */
icon: PictureUrl | null, };
export type LeftSlot = "none" | "back" | "help" | "network";
export type Leg = { 
/**
 * Seen from the account.
 */
direction: TransferDirection, 
/**
 * "+0.500 ETH", "Cool Cat #3"
 */
text: string, 
/**
 * A `blob:` url, once it is there.
 */
image: string | null, 
/**
 * A collectible.
 */
nft: boolean, };
export type LoadPhase = "loading" | "ready" | "failed";
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
export type Namespace = "eip155" | "solana" | "bip122" | "polkadot" | "cosmos";
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
deprecatedCaipNetworkId?: string, 
/**
 * What a network of cosmos says of itself (decisions.md 21), as the host gave it.
 */
cosmos?: Record<string, unknown>, };
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
supported: boolean, 
/**
 * A `blob:` url, once it is there.
 */
icon: string | null, };
export type NetworkGroup = { 
/**
 * The heading.
 */
kind: NetworkGroupKind, 
/**
 * In the host's order.
 */
rows: Array<NetworkRow>, };
export type NetworkGroupKind = "recent" | "main" | "test";
export type NetworkId = number | string;
export type NetworkRow = { 
/**
 * CAIP-2: what `networks.choose` takes.
 */
caipNetworkId: string, 
/**
 * "Ethereum"
 */
name: string, 
/**
 * A `blob:` url, once it is there.
 */
icon: string | null, 
/**
 * The active one.
 */
selected: boolean, 
/**
 * The connected wallet can serve it.
 */
approved: boolean, 
/**
 * `data-testid` of the row.
 */
testId: string, };
export type NetworksCommand = { "type": "networks.switch", network: string, } | { "type": "networks.choose", network: string, } | { "type": "networks.retry", } | { "type": "networks.search", text: string, } | { "type": "networks.pictures", } | { "type": "networks.add", namespace: string, network: unknown, } | { "type": "networks.remove", namespace: string, id: string | number, };
export type NetworksSlice = { 
/**
 * The active network, unless the wallet is on one that is not configured.
 */
active: Network | null, 
/**
 * False while the wallet is on a chain that is not configured.
 */
supported: boolean, 
/**
 * The configured networks.
 */
list: Array<Network>, 
/**
 * As typed in the list.
 */
search: string, 
/**
 * What is found; nothing found is no group.
 */
groups: Array<NetworkGroup>, 
/**
 * Phase of the switch.
 */
phase: SwitchPhase, 
/**
 * The network to switch to.
 */
target: NetworkRow | null, 
/**
 * CAIP-2 of what the connected wallet can serve; nothing when that is everything.
 */
approved: Array<string> | null, 
/**
 * Why the last switch failed.
 */
error: ErrorData | null, };
export type NftContent = { 
/**
 * A small picture.
 */
preview: PictureUrl | null, };
export type NftFlags = { 
/**
 * Unsolicited: hidden by default.
 */
is_spam: boolean, };
export type NftInfo = { 
/**
 * "Cool Cat #3"
 */
name: string, 
/**
 * What it is.
 */
content: NftContent, 
/**
 * What the service thinks of it.
 */
flags: NftFlags, };
export type NftItem = { 
/**
 * For lists.
 */
id: string, 
/**
 * "Cool Cat #3"
 */
name: string, 
/**
 * A `blob:` url, once it is there.
 */
image: string | null, };
export type OptionsCommand = { "type": "options.update", options: unknown, } | { "type": "options.read", } | { "type": "options.features", features: unknown, };
export type OptionsSlice = { termsConditionsUrl: string | null, privacyPolicyUrl: string | null, enableWalletGuide: boolean, enableNetworkSwitch: boolean, };
export type PairingCommand = { "type": "pairing.retry", } | { "type": "pairing.platform", platform: Platform, } | { "type": "pairing.opened", platform: Platform, };
export type PairingLinks = { 
/**
 * The app.
 */
mobile: string | null, 
/**
 * The web page.
 */
web: string | null, 
/**
 * The desktop app.
 */
desktop: string | null, };
export type PairingPhase = "idle" | "preparing" | "ready" | "approved" | "rejected" | "failed" | "unreachable";
export type PairingSlice = { 
/**
 * Phase of the pairing.
 */
phase: PairingPhase, 
/**
 * The text of the QR code.
 */
uri: string | null, 
/**
 * Ready to be drawn.
 */
qr: Qr | null, 
/**
 * Nothing for "WalletConnect": any wallet.
 */
wallet: PairingWallet | null, 
/**
 * The tabs, in order.
 */
platforms: Array<Platform>, 
/**
 * The chosen one.
 */
platform: Platform, 
/**
 * Links of the wallet.
 */
links: PairingLinks, 
/**
 * Where links open: `_self`, `_top` or `_blank`.
 */
target: "_self" | "_top" | "_blank", 
/**
 * This is a phone: the app is opened by a tap, the QR code is the second choice.
 */
byTap: boolean, 
/**
 * A link to the wallet was opened and the page is still visible: the app did not open.
 */
notOpened: boolean, 
/**
 * The wallet can be downloaded.
 */
canDownload: boolean, 
/**
 * The relay that cannot be reached.
 */
relay: string | null, 
/**
 * Why it failed.
 */
error: ErrorData | null, };
export type PairingWallet = { 
/**
 * Of its listing.
 */
id: string, 
/**
 * A label.
 */
name: string, 
/**
 * A `blob:` url, or nothing.
 */
icon: string | null, };
export type PictureUrl = { 
/**
 * Of any host.
 */
url: string, };
export type Platform = "mobile" | "web" | "desktop" | "unsupported";
export type ProfileAction = "switch" | "connect";
export type ProfileAddress = { 
/**
 * Whole.
 */
address: string, 
/**
 * "bc1q…3f4t"
 */
short: string, 
/**
 * What it is.
 */
kind: AccountType, };
export type ProfileRecent = { 
/**
 * The family.
 */
namespace: Namespace, 
/**
 * The connector.
 */
connectorId: string, 
/**
 * Of the wallet, as far as it is known.
 */
name: string, 
/**
 * `blob:` url.
 */
icon: string | null, 
/**
 * Its address then, as it is shown.
 */
short: string, 
/**
 * What that is called.
 */
label: string | null, 
/**
 * What its button does.
 */
action: ProfileAction, 
/**
 * Its wallet can be reached from here.
 */
reachable: boolean, 
/**
 * Its wallet is asked.
 */
busy: boolean, };
export type ProfileWallet = { 
/**
 * The family.
 */
namespace: Namespace, 
/**
 * The connector.
 */
connectorId: string, 
/**
 * Of the wallet.
 */
name: string, 
/**
 * `blob:` url.
 */
icon: string | null, 
/**
 * Whole.
 */
address: string, 
/**
 * As it is shown.
 */
short: string, 
/**
 * What the address is called.
 */
label: string | null, 
/**
 * What the account is.
 */
kind: AccountType, 
/**
 * Accounts of other kinds.
 */
more: Array<ProfileAddress>, 
/**
 * Where to look at it.
 */
explorerUrl: string | null, 
/**
 * The page is on this family.
 */
active: boolean, 
/**
 * Its wallet has not answered yet, or somebody has to sign in.
 */
waits: boolean, 
/**
 * The page can go to it.
 */
action: ProfileAction | null, 
/**
 * A disconnect is running.
 */
disconnecting: boolean, };
export type ProfileWalletsCommand = { "type": "profileWallets.tab", namespace: Namespace, } | { "type": "profileWallets.switch", namespace: Namespace, connectorId: string, } | { "type": "profileWallets.remove", namespace: Namespace, connectorId: string, };
export type ProfileWalletsSlice = { 
/**
 * What is stored is known; before that nothing is said to be missing.
 */
ready: boolean, 
/**
 * The families, when there are several.
 */
tabs: Array<Namespace>, 
/**
 * The shown one.
 */
tab: Namespace | null, 
/**
 * Its connected wallet.
 */
active: ProfileWallet | null, 
/**
 * Its connections that were, newest first.
 */
recent: Array<ProfileRecent>, 
/**
 * Several families are connected.
 */
disconnectsAll: boolean, };
export type Qr = { 
/**
 * Modules of one side, without the quiet zone.
 */
size: number, 
/**
 * The dark modules outside of the finders as the `d` of an SVG path: a point each, at its upper left corner. Round caps make them
 * dots.
 */
path: string, };
export type Quantity = { 
/**
 * Of the token.
 */
decimals: string, 
/**
 * Exact decimal text.
 */
numeric: string, };
export type ReceiverError = "invalid" | "checksum" | "name";
export type RecentWallet = { 
/**
 * The connector id, or the id of a listing.
 */
id: string, 
/**
 * A label.
 */
name: string, 
/**
 * As announced.
 */
rdns: string | null, 
/**
 * `blob:` url, while the wallet is in the page.
 */
icon: string | null, };
export type RouterCommand = { "type": "router.open", view?: string, namespace?: string, arguments?: unknown, } | { "type": "router.close", reason: CloseReason, } | { "type": "router.push", view: View, } | { "type": "router.replace", view: View, } | { "type": "router.reset", view: View, } | { "type": "router.back", } | { "type": "router.ahead", };
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
 * How the view was reached.
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
 * What the view waited for has succeeded, and it says so for a moment.
 */
done: boolean, 
/**
 * The wallet of the connecting views.
 */
wallet: WalletRow | null, 
/**
 * Of the network picker.
 */
network: NetworkBadge, };
export type RpcUrls = { 
/**
 * Asked in order.
 */
http: Array<string>, 
/**
 * Not used by the engine; kept for the host.
 */
webSocket?: Array<string>, };
export type SendCause = "funds" | "nonce" | "underpriced" | "reverted";
export type SendCheck = "select_token" | "token_refused" | "enter_amount" | "invalid_amount" | "insufficient_funds" | "enter_address" | "invalid_address" | "ready";
export type SendCommand = { "type": "send.open", token?: string, to?: string, amount?: string, } | { "type": "send.amount", value: string, } | { "type": "send.token", id: string, } | { "type": "send.search", text: string, } | { "type": "send.receiver", value: string, } | { "type": "send.max", } | { "type": "send.reload", } | { "type": "send.fee", } | { "type": "send.review", } | { "type": "send.confirm", } | { "type": "send.cancel", };
export type SendFault = { 
/**
 * Why.
 */
cause: SendCause, 
/**
 * The contract's own words; foreign text.
 */
reason: string | null, };
export type SendNotice = "own_address" | "zero_address" | "checksum_absent" | "token_contract";
export type SendParty = { 
/**
 * Checksummed.
 */
address: string, 
/**
 * "0x70…dc79C8"
 */
short: string, 
/**
 * As the form has shown it.
 */
name: string | null, 
/**
 * Its picture as a `blob:` url, once it is there.
 */
image: string | null, };
export type SendPhase = "editing" | "preparing" | "review" | "waiting" | "confirming" | "unknown" | "failed" | "differs";
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
 * The receiver.
 */
to: SendParty, 
/**
 * The sender.
 */
from: SendParty, 
/**
 * "Ethereum".
 */
networkName: string, 
/**
 * Its picture as a `blob:` url, once it is there.
 */
networkIcon: string | null, 
/**
 * "0.000022 ETH, $0.07", without the worth where no price is known; nothing while it is unknown.
 */
fee: string | null, 
/**
 * Of the fee.
 */
feePhase: LoadPhase, 
/**
 * Amount and fee together, with their worth; nothing for a token, whose fee is paid in another coin.
 */
total: string | null, 
/**
 * "$12.50"
 */
worth: string | null, 
/**
 * The token's contract, checksummed.
 */
token: string | null, 
/**
 * The token's picture as a `blob:` url, once it is there.
 */
image: string | null, };
export type SendSlice = { token: SendToken | null, sendTokenAmount: string, receiverAddress: string, receiverProfileName: string | null, receiverProfileImageUrl: string | null, networkBalanceInUSD: string | null, tokenBalances: Array<TokenItem>, loading: boolean, worth: string | null, max: string | null, maxPhase: LoadPhase, check: SendCheck, tokenError: TokenError | null, amountError: AmountError | null, receiverError: ReceiverError | null, notice: SendNotice | null, phase: SendPhase, preview: SendPreview | null, hash: string | null, explorerUrl: string | null, error: ErrorData | null, 
/**
 * What is known of `error`.
 */
fault: SendFault | null, 
/**
 * An earlier send that may still happen, "1.5 ETH": said before the next one is confirmed (docs/spec/security.md R8).
 */
unanswered: string | null, search: string, tokens: Array<TokenItem>, tokensPhase: BalancePhase, };
export type SendToken = { 
/**
 * What `send.token` takes.
 */
id: string, 
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
 * Floored to three decimals; nothing while it is not known.
 */
balance: string | null, 
/**
 * Its picture as a `blob:` url, once it is there.
 */
image: string | null, };
export type Settings = { projectId: string | null, debug: boolean, testMode: boolean, termsConditionsUrl: string | null, privacyPolicyUrl: string | null, mobileFullScreen: boolean, locale: string | null, networks: Array<string>, defaultNetwork: string | null, metadata: Metadata, tokens: { [key in string]: TokenOption }, adapters: Array<Namespace> | null, siwx: boolean, enableEmbedded: boolean, disableAppend: boolean, themeMode: ThemeMode, allWallets: AllWallets, includeWalletIds: Array<string>, excludeWalletIds: Array<string>, featuredWalletIds: Array<string>, customWallets: Array<CustomWallet>, };
export type SignInCommand = { "type": "signIn.sign", } | { "type": "signIn.cancel", } | { "type": "signIn.open", };
export type SignInPhase = "none" | "checking" | "ready" | "signing" | "canceling";
export type SignInSlice = { 
/**
 * Phase of the sign-in.
 */
phase: SignInPhase, 
/**
 * Closing leads to Cancel (4.42).
 */
required: boolean, 
/**
 * The full text that is signed.
 */
message: string | null, 
/**
 * Who asks: the name of the page.
 */
app: string, 
/**
 * Its host, as the message names it.
 */
domain: string, 
/**
 * Its picture, a `blob:` url.
 */
image: string | null, 
/**
 * The account that signs.
 */
address: string | null, 
/**
 * Why the last attempt failed.
 */
error: ErrorData | null, };
export type StartupCommand = { "type": "startup.panic", };
export type StateSlice = { open: boolean, loading: boolean, connecting: boolean, initialized: boolean, view: View | null, activeChain: Namespace | null, selectedNetworkId: string | null, features: { [key in string]: FeatureValue }, overriddenFeatures: Array<string>, configSource: "default" | "local" | "remote", error: ErrorData | null, };
export type Status = "connecting" | "connected" | "disconnected" | "reconnecting";
export type SwitchPhase = "idle" | "confirm" | "adding" | "rejected";
export type TelemetryCommand = { "type": "telemetry.consent", granted: boolean, } | { "type": "telemetry.flush", };
export type ThemeCommand = { "type": "theme.mode", themeMode: string, } | { "type": "theme.variables", themeVariables: unknown, };
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
export type ToastVariant = "loading" | "success" | "error";
export type ToastsCommand = { "type": "toasts.show", message: unknown, variant: ToastVariant, } | { "type": "toasts.dismiss", id: number, } | { "type": "toasts.hold", id: number, held: boolean, };
export type TokenError = "decimals" | "witness";
export type TokenItem = { 
/**
 * "USD Coin".
 */
name: string, 
/**
 * "USDC".
 */
symbol: string, 
/**
 * CAIP-2.
 */
chainId: string, 
/**
 * CAIP-10 of the contract; nothing for the native coin.
 */
address: string | null, 
/**
 * How much.
 */
quantity: Quantity, 
/**
 * It calls itself like a coin or token that is known, and is another (docs/spec/security.md B13): it counts nothing.
 */
unverified: boolean, 
/**
 * Of one, in US dollars.
 */
price: string | null, 
/**
 * Of all, in US dollars.
 */
value: string | null, 
/**
 * Where its picture is.
 */
iconUrl: string | null, 
/**
 * The same, under its other name.
 */
logoUri: string | null, 
/**
 * What `send.token` takes.
 */
id: string, 
/**
 * Floored to three decimals.
 */
amount: string, 
/**
 * "$12.50"
 */
worth: string | null, 
/**
 * Its picture as a `blob:` url, once it is there.
 */
image: string | null, 
/**
 * `data-testid` of its row.
 */
testId: string, };
export type TokenOption = { 
/**
 * Of the contract, as its namespace shows it.
 */
address: string, 
/**
 * A picture of it.
 */
image: string | null, };
export type TokensSlice = { 
/**
 * Loading state of the list.
 */
phase: BalancePhase, 
/**
 * Native coin first, then by value.
 */
list: Array<TokenItem>, 
/**
 * "$1,234.56"
 */
total: string | null, 
/**
 * No new try before; milliseconds since 1970.
 */
retryAt: number | null, 
/**
 * The person hid all amounts.
 */
hidden: boolean, };
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
 * Status of the transaction.
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
 * CAIP-10 of the token's contract; nothing for the native coin.
 */
token: string | null, 
/**
 * The receiver, checksummed.
 */
to: string, 
/**
 * What the wallet was asked for, to be compared with what the network has.
 */
request: unknown, 
/**
 * Its page.
 */
explorerUrl: string | null, 
/**
 * Milliseconds since 1970.
 */
createdAt: number, 
/**
 * The person was told that nobody knows whether it was sent.
 */
told: boolean, };
export type TransactionStatus = "sent" | "confirmed" | "failed" | "unknown" | "differs";
export type TransactionsSlice = { 
/**
 * Newest first.
 */
list: Array<TransactionItem>, };
export type Transfer = { direction: TransferDirection, 
/**
 * Decimal text.
 */
quantity: TransferQuantity, fungible_info: FungibleInfo | null, nft_info: NftInfo | null, };
export type TransferDirection = "in" | "out" | "self";
export type TransferQuantity = { 
/**
 * Decimal text.
 */
numeric: string, };
export type View = "Connect" | "ConnectingExternal" | "WhatIsAWallet" | "ConnectWallets" | "AllWallets" | "ConnectingWalletConnect" | "ConnectingWalletConnectBasic" | "GetWallet" | "Downloads" | "Account" | "Activity" | "AccountSettings" | "ProfileWallets" | "Networks" | "WhatIsANetwork" | "SwitchNetwork" | "UnsupportedChain" | "SIWXSignMessage" | "Send" | "SendSelectToken" | "SendPreview";
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
export type WalletTag = "qrcode" | "installed" | "recent" | "connected";
export type WalletTile = { 
/**
 * What `connect.select` takes.
 */
id: string, 
/**
 * A label.
 */
name: string, 
/**
 * A `blob:` url, or nothing.
 */
icon: string | null, 
/**
 * Carries the directory's mark.
 */
certified: boolean, 
/**
 * Found in this page.
 */
installed: boolean, 
/**
 * Looks like a wallet before it, or like a well-known one that it is not (docs/spec/security.md T10).
 */
conflict: boolean, 
/**
 * `data-testid` of the tile.
 */
testId: string, };
export type Slices = { state: StateSlice, router: RouterSlice, connect: ConnectSlice, account: AccountSlice, accounts: AccountsSlice, connections: ConnectionsSlice, networks: NetworksSlice, toast: ToastSlice, alerts: AlertsSlice, theme: ThemeSlice, options: OptionsSlice, directory: DirectorySlice, profileWallets: ProfileWalletsSlice, pairing: PairingSlice, signIn: SignInSlice, tokens: TokensSlice, activity: ActivitySlice, transactions: TransactionsSlice, send: SendSlice };
export type Command = StartupCommand | RouterCommand | ToastsCommand | AlertsCommand | ConnectCommand | AccountsCommand | BalancesCommand | ActivityCommand | NetworksCommand | ConnectionsCommand | ProfileWalletsCommand | DirectoryCommand | PairingCommand | SendCommand | OptionsCommand | TelemetryCommand | ThemeCommand | SignInCommand;
