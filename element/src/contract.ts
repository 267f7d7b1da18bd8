// GENERATED from the Rust types of engine/core by `npm run build`; a unit test of core fails when it is stale.

export type AccountAction = "onramp" | "swaps" | "receive" | "send";
export type AccountEntry = { 
/**
 * The namespace of the connection.
 */
namespace: Namespace, 
/**
 * The address in its display form, checksummed on EVM networks.
 */
address: string, 
/**
 * The type of account.
 */
type: AccountType, 
/**
 * The user's name for it in the wallet, if the wallet shares it.
 */
label?: string, 
/**
 * `sr25519`, `ed25519` or `ecdsa`, if the wallet reports it (Polkadot).
 */
algorithm?: string, 
/**
 * The public key in hex, if the wallet reports it.
 */
publicKey?: string, 
/**
 * The derivation path, if the wallet reports it.
 */
path?: string, 
/**
 * The only network (CAIP-2) of the address. `None` if the address is valid on every network of the namespace.
 */
chain?: string, };
export type AccountSlice = { namespace: Namespace | null, status: Status, address: string | null, caipAddress: string | null, short: string | null, name: string | null, image: string | null, wallet: WalletRow | null, balance: BalanceText, network: NetworkBadge, explorerUrl: string | null, actions: Array<AccountAction>, tabs: Array<AccountTab>, tab: AccountTab, hidden: boolean, label: string | null, disconnecting: boolean, 
/**
 * A request to its mobile wallet failed or timed out.
 */
walletOffline: boolean, 
/**
 * The wallet, such as Safe, proposes requests to the owners of the account. Requests from other accounts go to
 * other wallets.
 */
proposes: boolean, 
/**
 * Whether the wallet has confirmed the account. Until then, Receive doesn't show its address.
 */
confirmation: Confirmation, };
export type AccountState = { namespace: Namespace, allAccounts: Array<AccountEntry>, caipAddress: string | null, address: string | null, isConnected: boolean, status: Status, balance: string | null, balanceSymbol: string | null, connectorId: string | null, connectedWalletInfo: WalletInfo | null, profileName: string | null, profileImage: string | null, 
/**
 * The first [`crate::constants::TOKENS_MAX`] tokens, in the order of the slice `tokens`.
 */
tokenBalance: Array<TokenItem> | null, 
/**
 * The number of all tokens.
 */
tokenCount: number | null, addressLabels: { [key in string]: string }, preferredAccountTypes: { [key in string]: AccountType }, 
/**
 * Embedded wallet only: the logged-in user.
 */
user: LoginUser | null, 
/**
 * Embedded wallet only: the login provider.
 */
socialProvider: string | null, 
/**
 * During a login with Farcaster: the content of the QR code.
 */
farcasterUrl: string | null, 
/**
 * Embedded wallet only: whether the smart account is deployed.
 */
smartAccountDeployed: boolean | null, 
/**
 * Embedded wallet only: its data.
 */
embedded: EmbeddedAccount | null, };
export type AccountTab = "tokens" | "nfts" | "activity";
export type AccountType = "eoa" | "smartAccount" | "payment" | "ordinal" | "stx";
export type AccountsCommand = { "type": "accounts.disconnect", namespace?: string, } | { "type": "accounts.tab", tab: AccountTab, } | { "type": "accounts.hide", hidden: boolean, } | { "type": "accounts.confirm", namespace: Namespace, } | { "type": "accounts.label", address: string, label: string | null, };
export type AccountsSlice = { 
/**
 * One account for each namespace that was ever connected or connecting.
 */
list: Array<AccountState>, };
export type ActivityCommand = { "type": "activity.more", } | { "type": "activity.retry", } | { "type": "activity.spam", shown: boolean, } | { "type": "activity.look", at: number, };
export type ActivityGroup = { 
/**
 * "November", "December 2025"
 */
title: string, 
/**
 * How many rows the month has.
 */
count: number, 
/**
 * How many rows of the month come before `items` and aren't rendered.
 */
above: number, 
/**
 * Newest first.
 */
items: Array<ActivityItem>, };
export type ActivityItem = { 
/**
 * The service's ID of the transaction.
 */
id: string, 
/**
 * The transaction's metadata.
 */
metadata: ActivityMetadata, 
/**
 * The transfers.
 */
transfers: Array<Transfer>, 
/**
 * The action in past tense, "Sent". An unknown word of the service stays as it is.
 */
verb: string, 
/**
 * The page's description of the transaction.
 */
description: string | null, 
/**
 * The transfers, at most two, outgoing first.
 */
legs: Array<Leg>, 
/**
 * Both sides of a swap, "ETH → DUSD".
 */
pair: string | null, 
/**
 * "ada.eth", "0x71…d8976F"
 */
counterparty: string | null, 
/**
 * "02 Jan"
 */
date: string, 
/**
 * "14:05"
 */
time: string, 
/**
 * "5 min"
 */
ago: string, 
/**
 * The transaction's page in the block explorer.
 */
link: string | null, 
/**
 * The `data-testid` of the row.
 */
testId: string, };
export type ActivityMetadata = { hash: string | null, minedAt: string, chain: string, 
/**
 * Also for a transaction from this modal: it was replaced, the network's differs, or no node knows its status.
 */
status: "confirmed" | "failed" | "pending" | "replaced" | "differs" | "altered" | "unread" | "sent", operationType: string, sentFrom: string, sentTo: string, };
export type ActivityPhase = "none" | "loading" | "ready" | "failed";
export type ActivitySlice = { 
/**
 * Loading state of the first page.
 */
phase: ActivityPhase, 
/**
 * The months, newest first. The slice has all months, but only the rows near the first visible one if the list is
 * long (`activity.look`).
 */
groups: Array<ActivityGroup>, 
/**
 * Transactions from this modal that are still pending.
 */
pending: Array<TransactionItem>, 
/**
 * Settled transactions that the service doesn't list yet. Empty if no service has a history.
 */
unlisted: Array<TransactionItem>, 
/**
 * Another page exists.
 */
hasMore: boolean, 
/**
 * The next page is loading.
 */
loadingMore: boolean, 
/**
 * The next page failed to load. Only the user can retry.
 */
moreFailed: boolean, 
/**
 * The last page had no visible entry. Only the user can load more.
 */
stalled: boolean, 
/**
 * This namespace has no history service: only transactions from this modal are listed.
 */
own: boolean, 
/**
 * "20,000": the limit, if the history is longer.
 */
full: string | null, 
/**
 * How many rows are hidden as spam.
 */
spam: number, 
/**
 * Spam rows are displayed.
 */
showSpam: boolean, 
/**
 * The NFTs, while their tab is selected.
 */
nfts: Array<NftItem>, 
/**
 * How many more entries exist, "1,204".
 */
nftsMore: string | null, };
export type Added = { 
/**
 * An additional fee in the native coin. `None` for zero.
 */
fee: string | null, 
/**
 * Checks that can only stop the transaction.
 */
guards: boolean, 
/**
 * Other outputs of the transaction to unknown addresses, which can be the wallet's change.
 */
others?: Array<Elsewhere>, };
export type AlertItem = { 
/**
 * The key, which is raised once.
 */
key: string, 
/**
 * A short title.
 */
title: string, 
/**
 * What the developer should do.
 */
detail: string, 
/**
 * `error` or `warning`.
 */
kind: "error" | "warning", };
export type AlertsCommand = { "type": "alerts.dismiss", key: string, };
export type AlertsSlice = { 
/**
 * The alerts that aren't dismissed, oldest first. Empty without option `debug`.
 */
visible: Array<AlertItem>, };
export type AllWallets = "SHOW" | "HIDE" | "ONLY_MOBILE";
export type AmountError = "invalid" | "too_many_decimals" | "insufficient" | "insufficient_fee" | "leaves_too_little";
export type AmountUnit = "token" | "sats" | "dollars";
export type ApprovalRow = { 
/**
 * The ID of an approval, as the value for `approvals.review`.
 */
id: string, 
/**
 * The full address of the token's contract.
 */
token: string, 
/**
 * "USDC". `None` for a token outside the account's lists, or if the network's symbol differs.
 */
symbol: string | null, 
/**
 * The spender. Full address.
 */
spender: string, 
/**
 * The spender is Permit2, so Permit2's spenders can take its amount.
 */
isPermit2: boolean, 
/**
 * The approval is stored in Permit2.
 */
throughPermit2: boolean, 
/**
 * For a collection: all of its NFTs, including future ones.
 */
isCollection: boolean, 
/**
 * The approved amount, "12.5". `None` if it is unlimited.
 */
amount: string | null, 
/**
 * `amount` is in the token's smallest units.
 */
units: boolean, 
/**
 * When it expires: "02 Jan 2026, 14:05".
 */
until: string | null, 
/**
 * A revocation is in progress.
 */
busy: boolean, };
export type ApprovalsCommand = { "type": "approvals.retry", } | { "type": "approvals.review", id: string, } | { "type": "approvals.fee", } | { "type": "approvals.confirm", } | { "type": "approvals.cancel", };
export type ApprovalsPhase = "off" | "loading" | "ready" | "failed";
export type ApprovalsSlice = { 
/**
 * Loading state of the list.
 */
listPhase: ApprovalsPhase, 
/**
 * The approvals.
 */
rows: Array<ApprovalRow>, 
/**
 * How far back the node's logs were searched.
 */
logs: LogsPhase, 
/**
 * The history request failed.
 */
isHistoryMissing: boolean, 
/**
 * How many approvals have an unknown amount.
 */
unread: number, 
/**
 * More exist than the list shows.
 */
isCut: boolean, 
/**
 * The preview.
 */
preview: RevokePreview | null, 
/**
 * The symbol of the native coin, "ETH".
 */
native: string, 
/**
 * The stage.
 */
phase: SendPhase, 
/**
 * The transaction, once the wallet has responded.
 */
hash: string | null, 
/**
 * The owners of the account, a Safe, haven't approved it yet.
 */
proposed: boolean, 
/**
 * The transaction's page in the block explorer.
 */
explorerUrl: string | null, 
/**
 * Why the preview can't open, or why nothing was broadcast.
 */
error: ErrorData | null, 
/**
 * The known cause of `error`.
 */
fault: SendFault | null, };
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
 * The pending incoming amount, such as "0.5 BTC". It isn't part of `amount`.
 */
arriving: string | null, 
/**
 * The time of the next retry, in milliseconds since 1970.
 */
retryAt: number | null, };
export type BalancesCommand = { "type": "balances.refresh", };
export type BatchCall = { 
/**
 * The called contract, checksummed.
 */
to: string, 
/**
 * The value in the native coin: "0.5 ETH". `None` for zero.
 */
value: string | null, };
export type BlockExplorer = { 
/**
 * "Etherscan".
 */
name: string, 
/**
 * `https:`, or `http:` on loopback. Without a trailing slash.
 */
url: string, };
export type BoundKind = "equal" | "greater" | "less";
export type BoundLine = { 
/**
 * The parameter's name in the contract's ABI, or its index: "2".
 */
name: string, 
/**
 * `name` is a name. If false, it is an index.
 */
named: boolean, 
/**
 * How the value is limited.
 */
kind: BoundKind, 
/**
 * An address, a number, or hex.
 */
value: string, };
export type BuyCommand = { "type": "buy.open", } | { "type": "buy.amount", value: string, } | { "type": "buy.fiats", } | { "type": "buy.tokens", } | { "type": "buy.payment", id: string, } | { "type": "buy.purchase", id: string, } | { "type": "buy.network", } | { "type": "buy.reload", } | { "type": "buy.looked", at: boolean, } | { "type": "buy.choose", } | { "type": "buy.provider", provider: string, } | { "type": "buy.window", };
export type BuyPhase = "idle" | "preparing" | "ready" | "waiting" | "pending" | "closed" | "failed";
export type Clause = "raise" | "mint" | "note" | "change" | "unstake" | "restake" | "claim" | "payee" | "vote" | "elsewhere" | "behind" | "open" | "freeze" | "thaw" | "durable" | "lookup" | "total" | "at_most" | "unproven" | "collectible" | "joint" | "joint_unproven" | "joinable" | "listing" | "partial" | "blank" | "at_once" | "script" | "checked" | "proven" | "differs" | "deposit" | "end_grant" | "period";
export type CloseReason = "user" | "success" | "host" | "error";
export type Code = number | string;
export type Confirmation = "confirmed" | "needed" | "asking" | "declined";
export type ConnectCommand = { "type": "connect.select", id: string, 
/**
 * The selected network type, for a wallet that supports several.
 */
namespace?: Namespace, } | { "type": "connect.retry", } | { "type": "connect.renamed", from: string, to: string, } | { "type": "connect.start", connectorId: string, namespace?: string, };
export type ConnectPhase = "idle" | "opening" | "confirm" | "already_open" | "slow" | "no_window" | "locked" | "approved" | "blocked" | "no_account" | "rejected" | "failed";
export type ConnectSlice = { 
/**
 * The list of browser wallets; views render `directory.rows` instead once that part is loaded.
 */
rows: Array<WalletRow>, 
/**
 * "All wallets" is displayed.
 */
directory: boolean, 
/**
 * The available logins.
 */
logins: Logins, 
/**
 * The phase of the attempt.
 */
phase: ConnectPhase, 
/**
 * The ID of the wallet in the attempt.
 */
walletId: string | null, 
/**
 * The namespaces that the wallet supports on this page.
 */
families: Array<WalletFamily>, 
/**
 * Why the attempt failed.
 */
error: ErrorData | null, };
export type ConnectionAuth = { 
/**
 * The social provider.
 */
name: string | null, };
export type ConnectionItem = { 
/**
 * The namespace of the connection.
 */
namespace: Namespace, 
/**
 * The ID of the connector.
 */
connectorId: string, 
/**
 * Its accounts.
 */
accounts: Array<AccountEntry>, 
/**
 * The status of the connection.
 */
status: ConnectionStatus, 
/**
 * The social login of an embedded wallet.
 */
auth: ConnectionAuth | null, 
/**
 * Disconnected, but stored: the user can restore it.
 */
recent: boolean, };
export type ConnectionStatus = "active" | "disconnected";
export type ConnectionsCommand = { "type": "connections.switch", 
/**
 * The account to select.
 */
address?: string, connection: { namespace?: string, connectorId: string, status: string, address?: string }, } | { "type": "connections.follow", record: string | null, } | { "type": "connections.delete", namespace?: string, connectorId: string, };
export type ConnectionsSlice = { 
/**
 * Every wallet that can be connected.
 */
connectors: Array<ConnectorItem>, 
/**
 * The active or stored connection of each namespace, then the earlier ones.
 */
connections: Array<ConnectionItem>, 
/**
 * The most recent wallets, newest first, at most 2.
 */
recentWallets: Array<RecentWallet>, };
export type ConnectorInfo = { 
/**
 * The reverse DNS name that the wallet announced.
 */
rdns: string | null, };
export type ConnectorItem = { 
/**
 * The parameter of `connect`.
 */
id: string, 
/**
 * "MetaMask".
 */
name: string, 
/**
 * `ANNOUNCED`; `INJECTED` for `window.ethereum`; `EXTERNAL` for a connector of the page.
 */
type: string, 
/**
 * The namespace, or the first one of a wallet with several.
 */
chain: Namespace, 
/**
 * The wallet's namespaces, if it is a browser wallet.
 */
parts: Array<ConnectorPart>, 
/**
 * The configured networks that the wallet supports, as CAIP-2.
 */
chains: Array<string>, 
/**
 * The icon as a `blob:` URL.
 */
imageUrl: string | null, 
/**
 * The ID of the icon at the image service.
 */
imageId: string | null, 
/**
 * The ID of the wallet's listing.
 */
explorerId: string | null, 
/**
 * More data.
 */
info: ConnectorInfo, 
/**
 * The wallet looks like another one, or another one claims the same identity. Only the user can choose between
 * them in the list.
 */
conflict: boolean, };
export type ConnectorPart = { 
/**
 * The namespace.
 */
chain: Namespace, 
/**
 * The connector ID for this namespace.
 */
id: string, };
export type CustomWallet = { id: string, name: string, homepage: string | null, image_url: string | null, mobile_link: string | null, desktop_link: string | null, webapp_link: string | null, link_mode: string | null, rdns: string | null, app_store: string | null, play_store: string | null, chrome_store: string | null, };
export type Direction = "forward" | "back" | "replace";
export type DirectoryCommand = { "type": "directory.search", text: string, } | { "type": "directory.certified", on: boolean, } | { "type": "directory.more", } | { "type": "directory.retry", } | { "type": "directory.look", ids: Array<string>, } | { "type": "directory.scroll", at: number, } | { "type": "directory.find", text: string, at: number, } | { "type": "directory.download", id: string, };
export type DirectoryPhase = "none" | "loading" | "ready" | "failed";
export type DirectorySlice = { 
/**
 * The whole list of Connect. Empty until this part has loaded; then the view renders it instead of `connect.rows`.
 */
rows: Array<WalletRow>, 
/**
 * Loading state of the recommended wallets in `rows`.
 */
rowsPhase: DirectoryPhase, 
/**
 * The badge of "All wallets" ("600+"). Empty while the count isn't known, `None` if the row isn't displayed.
 */
allWallets: string | null, 
/**
 * AllWallets: the wallets in order, but only the tiles near the first visible one (`directory.scroll`).
 */
tiles: Array<WalletTile>, 
/**
 * How many tiles come before `tiles` and aren't rendered.
 */
tilesAbove: number, 
/**
 * The number of all tiles.
 */
tilesCount: number, 
/**
 * Loading state of what AllWallets renders: the first page, or the search result.
 */
phase: DirectoryPhase, 
/**
 * More pages exist.
 */
hasMore: boolean, 
/**
 * The service has more wallets than this list. The user finds them with a search, or a more exact one.
 */
isCut: boolean, 
/**
 * The next page is loading.
 */
loadingMore: boolean, 
/**
 * The next page failed to load.
 */
moreFailed: boolean, 
/**
 * The search text.
 */
search: string, 
/**
 * The result is pending: local matches are already visible.
 */
searching: boolean, 
/**
 * No local wallet matches yet, so the tiles are still the previous ones.
 */
stale: boolean, 
/**
 * Only certified wallets are displayed.
 */
certified: boolean, 
/**
 * The list can contain certified wallets, so AllWallets offers "Certified only". The package's wallets are never
 * certified.
 */
marks: boolean, 
/**
 * GetWallet: four recommended wallets.
 */
guide: Array<WalletTile>, 
/**
 * GetWallet: more wallets exist in AllWallets.
 */
explore: boolean, 
/**
 * Mobile wallets can connect, so AllWallets offers the QR code.
 */
relay: boolean, 
/**
 * The data of the view Downloads.
 */
download: Download | null, };
export type Download = { 
/**
 * The wallet.
 */
wallet: WalletTile, 
/**
 * The links in their display order.
 */
links: Array<DownloadLink>, };
export type DownloadKind = "extension" | "ios" | "android" | "website";
export type DownloadLink = { 
/**
 * The type of the link.
 */
kind: DownloadKind, 
/**
 * The URL, with `https:`.
 */
url: string, 
/**
 * A QR code of the URL for a phone's camera: for phone stores, on a desktop.
 */
qr: Qr | null, };
export type EffectKind = "send" | "receive" | "move" | "allow" | "allow_all" | "control" | "burn" | "close" | "open_ended" | "create" | "stake" | "call" | "sign" | "sign_in" | "fee" | "unread";
export type EffectLabel = "send" | "offer" | "receive" | "receive_nothing" | "move" | "approve" | "approve_unlimited" | "approve_piece" | "approve_number" | "revoke" | "approve_all" | "revoke_all" | "permit" | "permit_unlimited" | "permit_piece" | "control" | "grant" | "grant_up_to" | "burn" | "close" | "timeless" | "create" | "create_with" | "stake" | "unknown" | "carries" | "carries_unread" | "carries_part" | "invoke" | "typed" | "typed_moves" | "message" | "sign_in" | "sign_in_elsewhere" | "fee" | "fee_unknown" | "sponsored" | "unread" | "fund" | "data" | Clause;
export type EffectLine = { 
/**
 * The common kind of the effect.
 */
effect: EffectKind, 
/**
 * The risk.
 */
risk: Risk, 
/**
 * The sentence.
 */
words: EffectLabel, 
/**
 * "12.5 USDC", "12500000 units".
 */
amount: string | null, 
/**
 * The whole balance of the token.
 */
all: boolean, 
/**
 * "0.5 USDC": the transfer fee that the token keeps.
 */
withheld: string | null, 
/**
 * "12.5 USDC": the amount on the network, if the token counts amounts differently.
 */
uncounted: string | null, 
/**
 * "USDC", if the token's symbol is known.
 */
symbol: string | null, 
/**
 * The token or collection, whole.
 */
token: string | null, 
/**
 * The recipient, spender or contract. The full address.
 */
party: string | null, 
/**
 * Whose it is that is moved.
 */
owner: string | null, 
/**
 * The contract that it is done to; whole.
 */
on: string | null, 
/**
 * For control: the authority.
 */
power: Power | null, 
/**
 * Which call of a batch, from 1 on.
 */
call: number | null, 
/**
 * "2026-01-02 03:04 UTC". Empty for a signed approval without an expiry.
 */
until: string | null, 
/**
 * A selector, the name of typed data, the words of a message; foreign.
 */
text: string | null, 
/**
 * Each field of data that nothing here knows, in a separate line; foreign.
 */
fields: string | null, 
/**
 * The site's description, if the engine doesn't know the call.
 */
said: SaidLine | null, };
export type Elsewhere = { 
/**
 * The address. `None` for the sum of all further ones.
 */
to: string | null, 
/**
 * An amount of the native coin.
 */
amount: string, };
export type EmbeddedAccount = { 
/**
 * The logged-in user.
 */
user: LoginUser, 
/**
 * `email`, or the ID of the social provider.
 */
authProvider: string, 
/**
 * `eoa` or `smartAccount`.
 */
accountType: AccountType, 
/**
 * Whether the smart account is deployed.
 */
isSmartAccountDeployed: boolean, };
export type EmbeddedCommand = { "type": "embedded.email", email: string, } | { "type": "embedded.code", code: string, } | { "type": "embedded.social", provider: string, } | { "type": "embedded.window", } | { "type": "embedded.start", email?: string, provider?: string, } | { "type": "embedded.update", email: string, } | { "type": "embedded.updateCode", code: string, } | { "type": "embedded.accountType", accountType: string, };
export type EmbeddedSlice = { 
/**
 * The progress of an email login.
 */
phase: LoginPhase, 
/**
 * The address that gets the email, at most 30 characters (5.12).
 */
email: string | null, 
/**
 * When the user can request the next email, in milliseconds since 1970.
 */
resendAt: number | null, 
/**
 * Why the login failed.
 */
error: ErrorData | null, 
/**
 * The provider of the current login.
 */
provider: string | null, 
/**
 * The progress of the login with the provider.
 */
social: SocialPhase, 
/**
 * Why the login with the provider failed.
 */
socialError: ErrorData | null, 
/**
 * ConnectingFarcaster: the link in the QR code.
 */
url: string | null, 
/**
 * ConnectingFarcaster: the QR code, in the form of a pairing's.
 */
qr: Qr | null, 
/**
 * The progress of a change of the email address.
 */
update: UpdatePhase, 
/**
 * The address that gets the second code, at most 30 characters.
 */
newEmail: string | null, 
/**
 * How many requests wait for the user's decision, including the displayed one.
 */
approvals: number, 
/**
 * The login of the connected account, if it belongs to the embedded wallet.
 */
login: LoginSlice | null, };
export type Ending = { 
/**
 * The exact amount sent: "2 ETH". `None` for a purchase, which is paid elsewhere.
 */
gave: string | null, 
/**
 * The amount received: "6,211.04 DUSD". `None` for a send, and for a purchase of unknown amount.
 */
got: string | null, 
/**
 * `got` is only a minimum, because the exact amount is unknown.
 */
atLeast: boolean, 
/**
 * The recipient.
 */
to: SendParty | null, 
/**
 * The parts that the wallet added, with a formatted fee.
 */
added?: Added, 
/**
 * The transaction's page in the block explorer.
 */
explorerUrl: string | null, };
export type ErrorData = { 
/**
 * Always `WalletError`.
 */
name: "WalletError", 
/**
 * An EIP-1193 code, or a word.
 */
code: Code, 
/**
 * The text of the catalog.
 */
message: string, 
/**
 * A short title, if the catalog has one.
 */
title: string | null, 
/**
 * The message of a wallet or service, for "Details".
 */
details: string | null, };
export type Fails = "rent" | "funds" | "other";
export type FeatureValue = boolean | Array<string>;
export type FunctionLine = { 
/**
 * The name of the function.
 */
name: string, 
/**
 * The maximum of the native coin in a call: "0.5 ETH". `None`: zero.
 */
value: string | null, 
/**
 * A delegate call, which runs foreign code as the account itself.
 */
delegate: boolean, 
/**
 * The allowed values. Empty: any value.
 */
bounds: Array<BoundLine>, };
export type FungibleInfo = { 
/**
 * "ETH"
 */
symbol: string, 
/**
 * The token's icon.
 */
icon: PictureUrl | null, };
export type GrantKind = "call" | "spend" | "unlimited" | "other";
export type GrantLine = { 
/**
 * The subject.
 */
kind: GrantKind, 
/**
 * The contract that can be called, or the token's contract. The full address.
 */
contract: string | null, 
/**
 * "12.5". `None` for unlimited, or without an amount.
 */
amount: string | null, 
/**
 * Its unit. `None` for an unnamed token.
 */
symbol: string | null, 
/**
 * The amount is in the token's smallest units: its decimals are unknown.
 */
units: boolean, 
/**
 * How often the amount resets.
 */
every: Period | null, 
/**
 * When the permission starts, in the user's time zone: "02 Jan 2026, 14:05".
 */
from: string | null, 
/**
 * The allowed call.
 */
functions: Array<FunctionLine>, 
/**
 * The name of an unknown kind.
 */
text: string | null, };
export type LeftSlot = "none" | "back" | "help" | "network";
export type Leg = { 
/**
 * The direction, from the account's point of view.
 */
direction: TransferDirection, 
/**
 * "+0.500 ETH", "Cool Cat #3"
 */
text: string, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
image: string | null, 
/**
 * The leg is an NFT.
 */
nft: boolean, 
/**
 * A contract that imitates the name of the network's coin.
 */
unverified: boolean, };
export type LoadPhase = "loading" | "ready" | "failed";
export type LoginPhase = "idle" | "sending" | "device" | "code" | "checking" | "over" | "connecting";
export type LoginSlice = { 
/**
 * `email`, or the ID of the provider.
 */
provider: string, 
/**
 * The full address for the field that changes it. Only an email login has one.
 */
email: string | null, 
/**
 * The name at the provider, or the address; at most 30 characters (5.12).
 */
name: string | null, 
/**
 * The type of the displayed account.
 */
accountType: AccountType, 
/**
 * The shortened address of the plain account, if known.
 */
eoa: string | null, 
/**
 * The shortened address of the smart account, if known.
 */
smart: string | null, 
/**
 * The user can change the type, because the network supports smart accounts.
 */
canSwitch: boolean, 
/**
 * The type is changing.
 */
switching: boolean, 
/**
 * The account has no name and can get one (6.10).
 */
canName: boolean, };
export type LoginUser = { 
/**
 * The email address.
 */
email: string | null, 
/**
 * The name at the provider.
 */
username: string | null, };
export type Logins = { 
/**
 * Login with an email address.
 */
email: boolean, 
/**
 * The social providers, in the order of the list.
 */
socials: Array<string>, 
/**
 * The start URL of a provider's login window, which opens within the click.
 */
window: string | null, 
/**
 * The project doesn't list this page. The logins are disabled in this opening, and hidden in the next one.
 */
refused: boolean, };
export type LogsPhase = "waiting" | "all" | "part" | "refused";
export type Metadata = { 
/**
 * The name. By default, the page's title.
 */
name: string, 
/**
 * The description. By default, the page's own.
 */
description: string, 
/**
 * The URL. By default, the page's origin.
 */
url: string, 
/**
 * Icon URLs.
 */
icons: Array<string>, };
export type NameCheck = "empty" | "short" | "invalid" | "taken" | "ready";
export type NamePhase = "editing" | "signing" | "registering";
export type NameSuggestPhase = "none" | "loading" | "ready" | "failed";
export type NameSuggestion = { 
/**
 * The name without its suffix.
 */
label: string, 
/**
 * The name with its suffix.
 */
name: string, 
/**
 * The name is registered already.
 */
taken: boolean, };
export type NamesCommand = { "type": "names.type", text: string, } | { "type": "names.pick", label: string, } | { "type": "names.retry", } | { "type": "names.register", };
export type NamesSlice = { 
/**
 * The typed text without a suffix.
 */
label: string, 
/**
 * The suffix of the name.
 */
suffix: string, 
/**
 * The state of the typed name.
 */
check: NameCheck, 
/**
 * Loading state of the suggestions.
 */
suggest: NameSuggestPhase, 
/**
 * The registry's suggestions.
 */
suggestions: Array<NameSuggestion>, 
/**
 * The reason for missing suggestions.
 */
suggestError: string | null, 
/**
 * The progress of a registration.
 */
phase: NamePhase, 
/**
 * Why the last registration failed.
 */
error: string | null, 
/**
 * The registered name.
 */
name: string | null, 
/**
 * The address of the registered name.
 */
address: string | null, 
/**
 * The avatar as a `blob:` URL.
 */
image: string | null, };
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
 * The decimals, 18 on EVM networks.
 */
decimals: number, };
export type Network = { 
/**
 * The chain's number on EVM networks, otherwise the reference.
 */
id: NetworkId, 
/**
 * The namespace.
 */
chainNamespace: Namespace, 
/**
 * The chain ID (CAIP-2).
 */
caipNetworkId: string, 
/**
 * "Ethereum".
 */
name: string, 
/**
 * The coin for fees.
 */
nativeCurrency: NativeCurrency, 
/**
 * The URLs by name. The engine uses `default`.
 */
rpcUrls: { [key in string]: RpcUrls }, 
/**
 * The explorers by name. The engine uses `default`.
 */
blockExplorers?: { [key in string]: BlockExplorer }, 
/**
 * A test network. Its balances aren't fetched (9.25).
 */
testnet?: boolean, 
/**
 * A deprecated chain ID of the same network.
 */
deprecatedCaipNetworkId?: string, 
/**
 * A Cosmos network's own data (decision 231, "Cosmos networks and prefixes"), from the page's options.
 */
cosmos?: Record<string, unknown>, };
export type NetworkBadge = { 
/**
 * The chain ID (CAIP-2).
 */
caipNetworkId: string | null, 
/**
 * The name, or "Unknown Network" if it isn't configured.
 */
name: string, 
/**
 * Whether it is configured.
 */
supported: boolean, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
icon: string | null, };
export type NetworkGroup = { 
/**
 * The heading.
 */
kind: NetworkGroupKind, 
/**
 * The rows in the page's order.
 */
rows: Array<NetworkRow>, };
export type NetworkGroupKind = "recent" | "main" | "test";
export type NetworkId = number | string;
export type NetworkRow = { 
/**
 * The chain ID (CAIP-2): the value for `networks.choose`.
 */
caipNetworkId: string, 
/**
 * "Ethereum"
 */
name: string, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
icon: string | null, 
/**
 * The network is active.
 */
selected: boolean, 
/**
 * The connected wallet supports it.
 */
approved: boolean, 
/**
 * The connected wallet returned no address for it. The user can retry.
 */
unread: boolean, 
/**
 * The `data-testid` of the row.
 */
testId: string, };
export type NetworksCommand = { "type": "networks.switch", network: string, } | { "type": "networks.choose", network: string, } | { "type": "networks.retry", } | { "type": "networks.search", text: string, } | { "type": "networks.pictures", } | { "type": "networks.add", namespace: string, network: unknown, } | { "type": "networks.remove", namespace: string, id: string | number, };
export type NetworksSlice = { 
/**
 * The active network. `None` while the wallet is on an unconfigured one.
 */
active: Network | null, 
/**
 * False while the wallet is on an unconfigured network.
 */
supported: boolean, 
/**
 * The configured networks.
 */
list: Array<Network>, 
/**
 * The search text of the list.
 */
search: string, 
/**
 * The search results. An empty result isn't a group.
 */
groups: Array<NetworkGroup>, 
/**
 * The phase of the switch.
 */
phase: SwitchPhase, 
/**
 * The network to switch to.
 */
target: NetworkRow | null, 
/**
 * The namespace of `target`.
 */
namespace: Namespace | null, 
/**
 * The networks that the connected wallet supports (CAIP-2). `None` if it supports all.
 */
approved: Array<string> | null, 
/**
 * Why the last switch failed.
 */
error: ErrorData | null, };
export type NftContent = { 
/**
 * A small preview image.
 */
preview: PictureUrl | null, };
export type NftFlags = { 
/**
 * Unsolicited, so hidden by default.
 */
is_spam: boolean, };
export type NftInfo = { 
/**
 * "Cool Cat #3"
 */
name: string, 
/**
 * The type of its content.
 */
content: NftContent, 
/**
 * The service's rating.
 */
flags: NftFlags, };
export type NftItem = { 
/**
 * Identifies the NFT: the React key of its row.
 */
id: string, 
/**
 * "Cool Cat #3"
 */
name: string, 
/**
 * The image as a `blob:` URL, once it has loaded.
 */
image: string | null, };
export type OnrampCheck = "loading" | "unavailable" | "enter_amount" | "invalid_amount" | "below_limit" | "above_limit" | "no_quote" | "ready";
export type OnrampMethod = { 
/**
 * The ID, `card`.
 */
id: string, 
/**
 * "$10 - $7,500"
 */
range: string, 
/**
 * The method accepts the typed amount, or none is typed.
 */
fits: boolean, };
export type OnrampProvider = { 
/**
 * The value for `buy.provider`.
 */
id: Provider, 
/**
 * "Coinbase".
 */
name: string, 
/**
 * "1-2%"
 */
fee: string, 
/**
 * The asset that the provider sells here, "USDC".
 */
symbol: string, 
/**
 * The displayed quote comes from this provider. At other providers, the user types the amount on the provider's
 * page.
 */
isQuoted: boolean, 
/**
 * Not available now: the provider sells nothing on this network, or its quote has expired.
 */
isOff: boolean, };
export type OnrampQuote = { 
/**
 * The engine's own estimate, not a quote.
 */
isEstimate: boolean, 
/**
 * The bought amount, "98.15". `None` for an estimate, which isn't in the asset's unit.
 */
got: string | null, 
/**
 * The full amount, if `got` is rounded down.
 */
gotWhole: string | null, 
/**
 * The bought amount, "98.15 DUSD". For an estimate, the paid amount.
 */
purchaseAmount: string, 
/**
 * The paid amount, "$100".
 */
paymentTotal: string, 
/**
 * The paid amount without fees, "$98.15".
 */
paymentSubtotal: string | null, 
/**
 * "$0.35"
 */
networkFee: string | null, 
/**
 * "$1.50"
 */
providerFee: string | null, 
/**
 * The service's ID of the quote.
 */
quoteId: string, };
export type OnrampSlice = { purchaseCurrency: PurchaseCurrency | null, paymentCurrency: PaymentCurrency | null, 
/**
 * The full bought amount of the quote, if any.
 */
purchaseAmount: string | null, 
/**
 * The amount, as typed.
 */
paymentAmount: string, selectedProvider: Provider | null, quotesLoading: boolean, error: ErrorData | null, check: OnrampCheck, optionsPhase: LoadPhase, 
/**
 * The currencies and assets are the built-in ones (7.23).
 */
isSample: boolean, quote: OnrampQuote | null, 
/**
 * The limit for `BelowLimit` and `AboveLimit`: "$10".
 */
limit: string | null, methods: Array<OnrampMethod>, image: string | null, networkName: string, networkIcon: string | null, paymentCurrencies: Array<string>, 
/**
 * The symbol of the payment currency, if it has one: "$".
 */
sign: string | null, purchaseCurrencies: Array<OnrampTokenRow>, providers: Array<OnrampProvider>, phase: BuyPhase, url: string | null, 
/**
 * The domain of the provider's page, "pay.coinbase.com".
 */
host: string | null, 
/**
 * Why the last purchase failed.
 */
fault: ErrorData | null, 
/**
 * The result of the last purchase.
 */
ended: Ending | null, };
export type OnrampTokenRow = { 
/**
 * The value for `buy.purchase`.
 */
id: string, 
/**
 * "USDC".
 */
symbol: string, 
/**
 * "USD Coin".
 */
name: string, 
/**
 * The icon as a `blob:` URL, if the account's token list has one.
 */
image: string | null, 
/**
 * It imitates the name of an earlier row (docs/spec/security.md B13).
 */
unverified: boolean, 
/**
 * The `data-testid` of the row.
 */
testId: string, };
export type OptionsCommand = { "type": "options.update", options: unknown, } | { "type": "options.read", } | { "type": "options.features", features: unknown, };
export type OptionsSlice = { termsConditionsUrl: string | null, privacyPolicyUrl: string | null, enableWalletGuide: boolean, enableNetworkSwitch: boolean, };
export type PairingCommand = { "type": "pairing.retry", } | { "type": "pairing.platform", platform: Platform, } | { "type": "pairing.opened", platform: Platform, };
export type PairingLinks = { 
/**
 * Opens the app.
 */
mobile: string | null, 
/**
 * Opens the web page.
 */
web: string | null, 
/**
 * Opens the desktop app.
 */
desktop: string | null, };
export type PairingPhase = "idle" | "preparing" | "ready" | "approved" | "rejected" | "failed" | "unreachable";
export type PairingSlice = { 
/**
 * The phase of the pairing.
 */
phase: PairingPhase, 
/**
 * The content of the QR code.
 */
uri: string | null, 
/**
 * The QR code, ready to render.
 */
qr: Qr | null, 
/**
 * The chosen wallet. `None` for "WalletConnect", which is any wallet.
 */
wallet: PairingWallet | null, 
/**
 * The tabs in order.
 */
platforms: Array<Platform>, 
/**
 * The selected tab.
 */
platform: Platform, 
/**
 * The links to the wallet.
 */
links: PairingLinks, 
/**
 * Where links open: `_self`, `_top` or `_blank`.
 */
target: "_self" | "_top" | "_blank", 
/**
 * The device is a phone: a click opens the app, and the QR code is secondary.
 */
byTap: boolean, 
/**
 * The user clicked a link, but the page is still visible, so the app didn't open.
 */
notOpened: boolean, 
/**
 * The wallet can be downloaded.
 */
canDownload: boolean, 
/**
 * The URL of the relay that can't be reached.
 */
relay: string | null, 
/**
 * Why the pairing failed.
 */
error: ErrorData | null, 
/**
 * The pairing failed because the wallet shared no account of this namespace.
 */
missing: Namespace | null, };
export type PairingWallet = { 
/**
 * The ID of the listing.
 */
id: string, 
/**
 * The wallet's name.
 */
name: string, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
icon: string | null, };
export type PayCommand = { "type": "pay.start", options: unknown, } | { "type": "pay.wallet", } | { "type": "pay.exchange", id: string, } | { "type": "pay.reload", } | { "type": "pay.opened", } | { "type": "pay.again", };
export type PayExchange = { 
/**
 * The value for `pay.exchange`.
 */
id: string, 
/**
 * "Harbour"
 */
name: string, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
image: string | null, };
export type PayPhase = "choosing" | "preparing" | "opening" | "ready" | "exchange" | "wallet" | "confirming" | "done" | "said" | "failed" | "unknown";
export type PaySlice = { 
/**
 * The progress of the payment.
 */
phase: PayPhase, 
/**
 * The name of the page.
 */
site: string, 
/**
 * The exact amount, "1,250.5".
 */
amount: string, 
/**
 * "USDC"
 */
symbol: string, 
/**
 * The value, "$25.00". `None` without a price.
 */
worth: string | null, 
/**
 * The token's contract, checksummed. `None` for the native coin.
 */
token: string | null, 
/**
 * The token's icon as a `blob:` URL, once it has loaded.
 */
image: string | null, 
/**
 * The network of the payment.
 */
network: NetworkBadge | null, 
/**
 * The recipient.
 */
to: SendParty | null, 
/**
 * The paying account. `None` while no wallet is connected.
 */
wallet: PayWallet | null, 
/**
 * Whether the network has confirmed the asset. Nothing is paid without it.
 */
checked: LoadPhase, 
/**
 * The network reports another asset, so the payment has ended.
 */
refused: boolean, 
/**
 * Loading state of the exchanges.
 */
exchangesPhase: LoadPhase, 
/**
 * The reason for an empty list.
 */
exchangesError: ErrorData | null, 
/**
 * The exchanges.
 */
exchanges: Array<PayExchange>, 
/**
 * The selected exchange.
 */
exchange: PayExchange | null, 
/**
 * The URL of the exchange's page.
 */
url: string | null, 
/**
 * The domain of that page.
 */
host: string | null, 
/**
 * The page opens in a tab. If false, in a window.
 */
inTab: boolean, 
/**
 * An earlier attempt can still succeed.
 */
earlier: boolean, 
/**
 * The hash of the transaction.
 */
hash: string | null, 
/**
 * The transaction's page in the block explorer.
 */
explorerUrl: string | null, 
/**
 * Why the payment can't continue.
 */
error: ErrorData | null, 
/**
 * The category of `error`, if the user can act on it.
 */
trouble: PayTrouble | null, };
export type PayTrouble = "funds" | "busy" | "asset" | "exchange" | "host" | "unshown" | "reverted" | "replaced" | "differs" | "altered" | "unread" | "other";
export type PayWallet = { 
/**
 * "MetaMask"
 */
name: string | null, 
/**
 * The wallet's icon.
 */
icon: string | null, 
/**
 * The paying account: "0x70…dc79C8"
 */
short: string, 
/**
 * The wallet must switch to the payment's network first.
 */
switches: boolean, };
export type PaymentCurrency = { 
/**
 * "USD".
 */
id: string, 
/**
 * The payment methods of the currency.
 */
payment_method_limits: Array<PaymentLimit>, };
export type PaymentLimit = { 
/**
 * `card`, `ach_bank_account`, ...
 */
id: string, 
/**
 * "10.00"
 */
min: string, 
/**
 * "7500.00"
 */
max: string, };
export type Period = { 
/**
 * The number of units.
 */
count: string, 
/**
 * The unit.
 */
unit: PeriodUnit, };
export type PeriodUnit = "year" | "week" | "day" | "hour" | "minute" | "second";
export type PermissionsCommand = { "type": "permissions.retry", } | { "type": "permissions.revoke", id: string, } | { "type": "permissions.keep", } | { "type": "permissions.confirm", id: string, };
export type PermissionsSlice = { 
/**
 * This network doesn't support permissions.
 */
off: boolean, 
/**
 * Loading state of `grants`.
 */
grantsPhase: PermitsPhase, 
/**
 * Permissions of other accounts.
 */
grants: Array<PermitRow>, 
/**
 * "12": how many more aren't listed.
 */
grantsMore: string | null, 
/**
 * Loading state of `sites`.
 */
sitesPhase: PermitsPhase, 
/**
 * Permissions of this page.
 */
sites: Array<PermitRow>, 
/**
 * "12": how many more of the page's permissions aren't listed.
 */
sitesMore: string | null, 
/**
 * The connected wallet sends requests as proposals to the account's owners.
 */
proposes: boolean, };
export type PermitPhase = "asking" | "waiting" | "refused" | "failed";
export type PermitRow = { 
/**
 * The value for `permissions.confirm`.
 */
id: string, 
/**
 * The permission of another account. `None` for a permission of the page.
 */
line: GrantLine | null, 
/**
 * The account that has the permission, as a full address.
 */
to: string | null, 
/**
 * The page's permission, in the wallet's terms.
 */
name: string | null, 
/**
 * The permission to see accounts. Revoking it disconnects the page.
 */
isAccounts: boolean, 
/**
 * The number of visible accounts.
 */
accounts: number | null, 
/**
 * When the permission ends.
 */
until: string | null, 
/**
 * The user can revoke it now.
 */
canRevoke: boolean, 
/**
 * The progress of its revocation.
 */
working: PermitPhase | null, 
/**
 * Why the revocation failed.
 */
error: ErrorData | null, };
export type PermitsPhase = "loading" | "ready" | "failed" | "silent" | "unknown";
export type PictureUrl = { 
/**
 * A URL on any host.
 */
url: string, };
export type Platform = "mobile" | "web" | "desktop" | "unsupported";
export type Power = "owner" | "admin" | "program" | "guard" | "module" | "signer" | "delegate" | "account" | "holding" | "closing" | "issuer" | "nonce" | "staker" | "upgrade" | "message" | "keys";
export type ProfileAccount = { 
/**
 * The full address.
 */
address: string, 
/**
 * "0x70…dc79C8"
 */
short: string, 
/**
 * The name of the address.
 */
label: string | null, };
export type ProfileAction = "switch" | "connect";
export type ProfileAddress = { 
/**
 * The full address.
 */
address: string, 
/**
 * "bc1q…3f4t"
 */
short: string, 
/**
 * The type of the account.
 */
kind: AccountType, };
export type ProfileRecent = { 
/**
 * The namespace.
 */
namespace: Namespace, 
/**
 * The ID of the connector.
 */
connectorId: string, 
/**
 * The wallet's name, if known.
 */
name: string, 
/**
 * The icon as a `blob:` URL.
 */
icon: string | null, 
/**
 * The shortened address of the last account.
 */
short: string, 
/**
 * The name of that address.
 */
label: string | null, 
/**
 * The action of its button.
 */
action: ProfileAction, 
/**
 * The wallet is available.
 */
reachable: boolean, 
/**
 * The wallet has a pending request.
 */
busy: boolean, };
export type ProfileWallet = { 
/**
 * The namespace.
 */
namespace: Namespace, 
/**
 * The ID of the connector.
 */
connectorId: string, 
/**
 * The wallet's name.
 */
name: string, 
/**
 * The icon as a `blob:` URL.
 */
icon: string | null, 
/**
 * The full address.
 */
address: string, 
/**
 * The shortened address.
 */
short: string, 
/**
 * The name of the address.
 */
label: string | null, 
/**
 * The type of the account.
 */
kind: AccountType, 
/**
 * Accounts of other types.
 */
more: Array<ProfileAddress>, 
/**
 * Accounts of the same type, the current one first. Empty if there is only one.
 */
choice: Array<ProfileAccount>, 
/**
 * The account's page in the block explorer.
 */
explorerUrl: string | null, 
/**
 * The page shows this namespace.
 */
active: boolean, 
/**
 * The wallet hasn't responded yet, or a sign-in is pending.
 */
waits: boolean, 
/**
 * The action of the button that switches to it.
 */
action: ProfileAction | null, 
/**
 * A disconnect is in progress.
 */
disconnecting: boolean, 
/**
 * Whether the wallet has confirmed the account. Until then, the user can't copy its address.
 */
confirmation: Confirmation, };
export type ProfileWalletsCommand = { "type": "profileWallets.tab", namespace: Namespace, } | { "type": "profileWallets.switch", namespace: Namespace, connectorId: string, } | { "type": "profileWallets.choose", namespace: Namespace, address: string, } | { "type": "profileWallets.remove", namespace: Namespace, connectorId: string, };
export type ProfileWalletsSlice = { 
/**
 * The stored data has loaded. Until then, the view doesn't say that a list is empty.
 */
ready: boolean, 
/**
 * The namespaces, if several.
 */
tabs: Array<Namespace>, 
/**
 * The displayed namespace.
 */
tab: Namespace | null, 
/**
 * The connected wallet of the namespace.
 */
active: ProfileWallet | null, 
/**
 * The earlier connections of the namespace, newest first.
 */
recent: Array<ProfileRecent>, 
/**
 * Several namespaces are connected.
 */
disconnectsAll: boolean, };
export type Provider = "meld" | "coinbase";
export type PurchaseCurrency = { 
/**
 * The service's ID.
 */
id: string, 
/**
 * "USD Coin".
 */
name: string, 
/**
 * "USDC".
 */
symbol: string, 
/**
 * The networks of the asset.
 */
networks: Array<PurchaseNetwork>, };
export type PurchaseNetwork = { 
/**
 * The service's id: "ethereum-mainnet".
 */
name: string, 
/**
 * "Ethereum".
 */
display_name: string, 
/**
 * The chain's number, decimal.
 */
chain_id: string, 
/**
 * The token's address. For a coin, the service's placeholder.
 */
contract_address: string, };
export type Qr = { 
/**
 * The modules of one side, without the quiet zone.
 */
size: number, 
/**
 * The dark modules outside the finders, as the `d` of an SVG path. Each is a point at its upper left corner, which
 * round caps make a dot.
 */
path: string, };
export type Quantity = { 
/**
 * The decimals of the token.
 */
decimals: string, 
/**
 * The amount as exact decimal text.
 */
numeric: string, };
export type ReceiveSlice = { 
/**
 * The address. For Bitcoin, the payment address. Empty until the wallet has confirmed it.
 */
address: string | null, 
/**
 * The address as a QR code without a logo or a URI scheme (decision 22, "Receive").
 */
qr: Qr | null, 
/**
 * The networks of its namespace, the active one first.
 */
networks: Array<NetworkBadge>, 
/**
 * A smart account that exists on this network only.
 */
only: boolean, 
/**
 * The same account in the network-independent form, if the active network writes it differently (SS58).
 */
generic: string | null, };
export type ReceiverError = "invalid" | "checksum" | "network" | "name" | "name_character" | "name_mixed" | "name_alike" | "name_marks" | "name_place" | "name_hyphens" | "name_empty" | "name_long" | "name_not_found" | "name_failed" | "name_outside" | "name_of_contract" | "name_without_node";
export type RecentWallet = { 
/**
 * The ID of the connector or of the listing.
 */
id: string, 
/**
 * The wallet's name.
 */
name: string, 
/**
 * The reverse DNS name that the wallet announced.
 */
rdns: string | null, 
/**
 * The icon as a `blob:` URL, while the wallet is on the page.
 */
icon: string | null, };
export type RecipientKind = "contract" | "program" | "holding";
export type ReviewCommand = { "type": "review.confirm", id: number, } | { "type": "review.accept", id: number, accepted: boolean, } | { "type": "review.cancel", };
export type ReviewPhase = "review" | "waiting" | "differs";
export type ReviewSlice = { id: number | null, phase: ReviewPhase, method: string, 
/**
 * The most critical first.
 */
lines: Array<EffectLine>, 
/**
 * How many lines at the end are folded until the user opens them.
 */
folded: number, 
/**
 * How many lines were cut. If any were, the request is too large.
 */
leftOut: number, 
/**
 * The request is too large to read, so there is no button to continue.
 */
tooLarge: boolean, 
/**
 * Something is given away that needs a separate tick.
 */
critical: boolean, 
/**
 * That tick is set.
 */
accepted: boolean, from: string | null, 
/**
 * The wallet of that account: the page may show another account.
 */
wallet: string | null, 
/**
 * That wallet proposes requests to the owners of the account.
 */
proposes: boolean, networkName: string | null, 
/**
 * The tokens of the request that have notes.
 */
tokens: Array<TokenNote>, 
/**
 * The simulated balance changes. Empty if no node supports that.
 */
changes: Array<SendChange>, 
/**
 * The network's node has tried it out: a program may do otherwise when it is sent for real.
 */
tried: boolean, 
/**
 * It would fail.
 */
fails: Fails | null, raw: string, 
/**
 * How many bytes were cut.
 */
rawLeftOut: number, 
/**
 * The number of the first one.
 */
count: number, link: string | null, };
export type RevokePhase = "asking" | "signing" | "sending" | "refused" | "failed";
export type RevokePreview = { 
/**
 * The approval to revoke.
 */
approval: ApprovalRow, 
/**
 * The account that sends the transaction.
 */
from: SendParty, 
/**
 * "Ethereum".
 */
networkName: string, 
/**
 * The network's icon as a `blob:` URL, once it has loaded.
 */
networkIcon: string | null, 
/**
 * "0.000022 ETH, $0.07". Without the dollar value if the price is unknown. `None` while the fee is unknown.
 */
fee: string | null, 
/**
 * Loading state of the fee.
 */
feePhase: LoadPhase, };
export type Risk = "normal" | "review" | "warning" | "critical" | "blocked";
export type RouterCommand = { "type": "router.open", view?: string, namespace?: string, arguments?: unknown, } | { "type": "router.close", reason: CloseReason, } | { "type": "router.push", view: View, } | { "type": "router.replace", view: View, } | { "type": "router.reset", view: View, } | { "type": "router.back", } | { "type": "router.ahead", } | { "type": "router.hurry", };
export type RouterSlice = { 
/**
 * Whether the modal is open.
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
 * How many views the history has, including this one.
 */
depth: number, 
/**
 * The left slot of the header.
 */
left: LeftSlot, 
/**
 * How often a close was rejected. A change starts the card's shake animation.
 */
refusals: number, 
/**
 * The view displays the success of its journey for a moment.
 */
done: boolean, 
/**
 * The wallet of the connecting views.
 */
wallet: WalletRow | null, 
/**
 * The network of the network picker.
 */
network: NetworkBadge, 
/**
 * The modal is closed, and the next opening adds nothing to the slices. The element can prepare the view within
 * the click.
 */
certain: boolean, };
export type RpcUrls = { 
/**
 * The URLs, in the order in which they are tried.
 */
http: Array<string>, 
/**
 * Only for the page.
 */
webSocket?: Array<string>, };
export type SaidFact = { 
/**
 * Not trusted.
 */
label: string, 
/**
 * The formatted value. `None` for a plain address.
 */
value: string | null, 
/**
 * The full address: the value itself, or its token if the symbol isn't known.
 */
address: string | null, };
export type SaidLine = { 
/**
 * "Stake"
 */
intent: string, 
/**
 * Values, under its names.
 */
facts: Array<SaidFact>, 
/**
 * How many values of the request are missing or shortened.
 */
leftOut: number, };
export type SendAlike = { 
/**
 * The recipient, checksummed.
 */
address: string, 
/**
 * The known address, checksummed.
 */
known: string, 
/**
 * The positions of differing characters. In a namespace with `0x`, they start after it.
 */
differs: Array<number>, };
export type SendCause = "funds" | "nonce" | "underpriced" | "reverted" | "replaced" | "busy";
export type SendChange = { 
/**
 * "-1.5 ETH". `None` for a token in no list, because its amount is unknown.
 */
text: string | null, 
/**
 * The token's contract, checksummed, if `text` is `None`.
 */
token: string | null, 
/**
 * Incoming. If false, outgoing.
 */
incoming: boolean, };
export type SendCheck = "select_token" | "token_refused" | "enter_amount" | "invalid_amount" | "insufficient_funds" | "enter_address" | "looking_up" | "invalid_address" | "ready";
export type SendCommand = { "type": "send.open", token?: string, to?: string, amount?: string, memo?: string, } | { "type": "send.amount", value: string, } | { "type": "send.token", id: string, } | { "type": "send.search", text: string, } | { "type": "send.receiver", value: string, } | { "type": "send.memo", value: string, } | { "type": "send.unit", } | { "type": "send.lookup", } | { "type": "send.compared", value: boolean, } | { "type": "send.max", } | { "type": "send.reload", } | { "type": "send.fee", } | { "type": "send.review", } | { "type": "send.confirm", } | { "type": "send.cancel", };
export type SendFault = { 
/**
 * The cause.
 */
cause: SendCause, 
/**
 * The contract's own message, which is untrusted text.
 */
reason: string | null, };
export type SendFirst = "ever" | "lately" | "here";
export type SendNotice = "own_address" | "zero_address" | "checksum_absent" | "token_contract";
export type SendParty = { 
/**
 * The address, checksummed.
 */
address: string, 
/**
 * "0x70…dc79C8"
 */
short: string, 
/**
 * The name, as in the form.
 */
name: string | null, 
/**
 * The avatar as a `blob:` URL, once it has loaded.
 */
image: string | null, };
export type SendPhase = "editing" | "preparing" | "review" | "waiting" | "confirming" | "unknown" | "failed" | "differs" | "altered" | "unread";
export type SendPreview = { 
/**
 * The page requested it as a payment.
 */
isPayment: boolean, 
/**
 * The exact amount.
 */
amount: string, 
/**
 * "ETH".
 */
symbol: string, 
/**
 * The recipient.
 */
to: SendParty, 
/**
 * A block takes ten minutes or more.
 */
rareBlocks: boolean, 
/**
 * Amount plus fee, with their value. `None` for a token, because its fee is paid in another coin.
 */
total: string | null, 
/**
 * The value, "$12.50".
 */
worth: string | null, 
/**
 * The token's contract, checksummed.
 */
token: string | null, 
/**
 * The memo for the recipient.
 */
memo: string | null, 
/**
 * The reference keys of a payment, in full.
 */
references: Array<string>, 
/**
 * The token's icon as a `blob:` URL, once it has loaded.
 */
image: string | null, 
/**
 * A known address that the recipient resembles. The user has to compare them before the send (10.13).
 */
alike: SendAlike | null, 
/**
 * The user has compared them.
 */
compared: boolean, 
/**
 * The user hasn't sent anything to the recipient before.
 */
firstTime: SendFirst | null, 
/**
 * The typed name has no address on this network. This is its address on Ethereum.
 */
ofEthereum: boolean, 
/**
 * The domains of the gateways that resolved the typed name.
 */
through: Array<string>, 
/**
 * The type of address, if it isn't a normal account.
 */
place: RecipientKind | null, 
/**
 * The deposit for an account that is created for the recipient: "0.00203928 SOL, $0.31".
 */
opens: string | null, 
/**
 * The token's transfer fee: "0.5 DEMO".
 */
withheld: string | null, 
/**
 * The transfer fee after a scheduled change: "1 DEMO".
 */
withheldLater: string | null, 
/**
 * Notes about the token.
 */
rules: Array<TokenRule>, 
/**
 * The list and the network report different data about the token, so the amount is in base units.
 */
doubt: TokenDoubt | null, 
/**
 * The amount on the network, if the token displays amounts with a factor: "12.5 DEMO".
 */
uncounted: string | null, 
/**
 * The parts that the wallet added when it signed, with a formatted fee: "0.0004 SOL, $0.06".
 */
added: Added | null, 
/**
 * The simulated balance changes, if they differ from the amount. Empty if no node supports that.
 */
changes: Array<SendChange>, 
/**
 * The simulation shows more or other outgoing amounts than the preview, so the user can't confirm.
 */
exceeded: boolean, 
/**
 * The account that sends the transaction.
 */
from: SendParty, 
/**
 * "Ethereum".
 */
networkName: string, 
/**
 * The network's icon as a `blob:` URL, once it has loaded.
 */
networkIcon: string | null, 
/**
 * "0.000022 ETH, $0.07". Without the dollar value if the price is unknown. `None` while the fee is unknown.
 */
fee: string | null, 
/**
 * Loading state of the fee.
 */
feePhase: LoadPhase, };
export type SendSlice = { token: SendToken | null, sendTokenAmount: string, receiverAddress: string, 
/**
 * The memo for the recipient. `None` if no memo is requested.
 */
memo: string | null, networkBalanceInUSD: string | null, tokenBalances: Array<TokenItem>, loading: boolean, worth: string | null, max: string | null, maxPhase: LoadPhase, check: SendCheck, tokenError: TokenError | null, 
/**
 * Notes about the token.
 */
rules: Array<TokenRule>, 
/**
 * The list and the network report different data about the token.
 */
doubt: TokenDoubt | null, amountError: AmountError | null, 
/**
 * The unit of the typed amount.
 */
unit: AmountUnit, 
/**
 * The unit after a click on the unit button. `None` if there is only one.
 */
nextUnit: AmountUnit | null, 
/**
 * The amount as typed, in the selected unit.
 */
typed: string, 
/**
 * The amount to send, "0.5 ETH", if the amount is typed in another unit.
 */
sends: string | null, preview: SendPreview | null, 
/**
 * An earlier send that might still happen, "1.5 ETH". The view warns before the next confirmation
 * (docs/spec/security.md R8).
 */
unanswered: string | null, 
/**
 * The result, after success.
 */
ended: Ending | null, search: string, 
/**
 * The first [`TOKENS_MAX`] tokens that match the search.
 */
tokens: Array<TokenItem>, 
/**
 * How many more tokens match, "1,234".
 */
more: string | null, tokensPhase: BalancePhase, 
/**
 * The name of the address, if it is known.
 */
receiverProfileName: string | null, 
/**
 * The avatar of the address as a `blob:` URL, once it has loaded.
 */
receiverProfileImageUrl: string | null, 
/**
 * Why the typed text isn't a recipient.
 */
receiverError: ReceiverError | null, 
/**
 * The character that isn't allowed in a name: "/", or "U+200D".
 */
nameCharacter: string | null, 
/**
 * A name is being resolved.
 */
lookingUp: boolean, 
/**
 * The address of the typed name, checksummed.
 */
resolved: string | null, 
/**
 * The typed name has no address on this network: `resolved` is its address on Ethereum.
 */
ofEthereum: boolean, 
/**
 * A known address that the recipient resembles.
 */
alike: SendAlike | null, 
/**
 * The user hasn't sent anything to the recipient before.
 */
firstTime: SendFirst | null, 
/**
 * A note about the recipient.
 */
notice: SendNotice | null, 
/**
 * The stage.
 */
phase: SendPhase, 
/**
 * The transaction, once the wallet has responded.
 */
hash: string | null, 
/**
 * The owners of the account, a Safe, haven't approved it yet.
 */
proposed: boolean, 
/**
 * The transaction's page in the block explorer.
 */
explorerUrl: string | null, 
/**
 * Why the preview can't open, or why nothing was broadcast.
 */
error: ErrorData | null, 
/**
 * The known cause of `error`.
 */
fault: SendFault | null, };
export type SendToken = { 
/**
 * The value for `send.token`.
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
 * The decimals, 18.
 */
decimals: number, 
/**
 * The token's contract. `None` for the native coin.
 */
address: string | null, 
/**
 * The balance, floored to three decimals. `None` while it isn't known.
 */
balance: string | null, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
image: string | null, };
export type SessionCreated = { 
/**
 * When it expires.
 */
until: string | null, 
/**
 * Its permissions.
 */
lines: Array<GrantLine>, 
/**
 * The full address of the account that granted it.
 */
account: string, };
export type SessionMonth = { 
/**
 * "January", "December 2025". `None` if the date is unknown.
 */
title: string | null, 
/**
 * The rows, newest first.
 */
rows: Array<SessionRow>, };
export type SessionRow = { 
/**
 * The ID of the session.
 */
pci: string, 
/**
 * The name of the grantee, if any.
 */
name: string | null, 
/**
 * The domain of its page, "app.example".
 */
site: string | null, 
/**
 * Its icon as a `blob:` URL.
 */
image: string | null, 
/**
 * The list that contains it.
 */
tag: SessionTab, 
/**
 * When it was granted.
 */
created: string | null, 
/**
 * When it expires or expired. `None` if it never does.
 */
expiry: string | null, 
/**
 * When it was revoked.
 */
revoked: string | null, 
/**
 * Its permissions, while it is expanded.
 */
lines: Array<GrantLine> | null, 
/**
 * The limits of the whole session, with names.
 */
policies: Array<string>, 
/**
 * The ID isn't a plain word. It might be another site's message, so the user can't sign it here.
 */
isOdd: boolean, 
/**
 * The user can revoke it now.
 */
canRevoke: boolean, 
/**
 * The progress of its revocation.
 */
revoking: RevokePhase | null, 
/**
 * Why the revocation failed.
 */
error: ErrorData | null, };
export type SessionTab = "active" | "expired" | "revoked";
export type SessionsCommand = { "type": "sessions.tab", tab: SessionTab, } | { "type": "sessions.show", pci: string, } | { "type": "sessions.revoke", pci: string, } | { "type": "sessions.keep", } | { "type": "sessions.confirm", pci: string, } | { "type": "sessions.retry", } | { "type": "sessions.done", };
export type SessionsPhase = "off" | "loading" | "ready" | "failed";
export type SessionsSlice = { 
/**
 * Loading state of the list.
 */
phase: SessionsPhase, 
/**
 * The selected list.
 */
tab: SessionTab, 
/**
 * How many sessions each list has, in the order of the tabs.
 */
counts: [number, number, number], 
/**
 * The rows of the selected list.
 */
months: Array<SessionMonth>, 
/**
 * How many sessions are listed, if more exist.
 */
cut: number | null, 
/**
 * The list is outdated, because it couldn't be read again.
 */
old: boolean, 
/**
 * The newly granted session, if any.
 */
created: SessionCreated | null, 
/**
 * The connected wallet sends requests as proposals to the account's owners.
 */
proposes: boolean, };
export type Settings = { projectId: string | null, debug: boolean, testMode: boolean, termsConditionsUrl: string | null, privacyPolicyUrl: string | null, mobileFullScreen: boolean, locale: string | null, networks: Array<string>, defaultNetwork: string | null, metadata: Metadata, tokens: { [key in string]: TokenOption }, adapters: Array<Namespace> | null, siwx: boolean, enableEmbedded: boolean, disableAppend: boolean, themeMode: ThemeMode, allWallets: AllWallets, includeWalletIds: Array<string>, excludeWalletIds: Array<string>, featuredWalletIds: Array<string>, customWallets: Array<CustomWallet>, };
export type SignInCommand = { "type": "signIn.sign", } | { "type": "signIn.cancel", } | { "type": "signIn.open", };
export type SignInPhase = "none" | "checking" | "ready" | "signing" | "verifying" | "canceling";
export type SignInSlice = { 
/**
 * Phase of the sign-in.
 */
phase: SignInPhase, 
/**
 * Closing the view has the effect of Cancel (4.42).
 */
required: boolean, 
/**
 * The full text of the message.
 */
message: string | null, 
/**
 * The name of the page.
 */
app: string, 
/**
 * The domain in the message.
 */
domain: string, 
/**
 * The page's icon as a `blob:` URL.
 */
image: string | null, 
/**
 * The account that signs.
 */
address: string | null, 
/**
 * Why the last attempt failed.
 */
error: ErrorData | null, 
/**
 * The wallet proposes requests to the owners of the account.
 */
proposes: boolean, };
export type SlippageChoice = "auto" | "half" | "one" | "own";
export type SocialPhase = "idle" | "preparing" | "blocked" | "waiting" | "closed" | "reading" | "failed";
export type Stand = { 
/**
 * How many of its transactions the node knows, including pending ones.
 */
count: number, 
/**
 * The newest block. On Bitcoin, the newest one with a transaction of the sender. 0 in a namespace without it.
 */
block: number, };
export type StartupCommand = { "type": "startup.panic", later?: boolean, };
export type StateSlice = { open: boolean, loading: boolean, connecting: boolean, initialized: boolean, view: View | null, activeChain: Namespace | null, selectedNetworkId: string | null, features: { [key in string]: FeatureValue }, overriddenFeatures: Array<string>, configSource: "default" | "local" | "remote", error: ErrorData | null, };
export type Status = "connecting" | "connected" | "disconnected" | "reconnecting";
export type StepKind = "reset" | "approve" | "swap" | "batch";
export type StepState = "done" | "now" | "slow" | "todo" | "bad";
export type StepStatus = "todo" | "now" | "done";
export type SwapBox = { 
/**
 * The value for `swap.token`.
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
 * The decimals, 18.
 */
decimals: number, 
/**
 * The balance, floored to three decimals. `None` while it isn't known.
 */
balance: string | null, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
image: string | null, };
export type SwapCheck = "unsupported" | "select_token" | "token_refused" | "enter_amount" | "invalid_amount" | "insufficient_balance" | "no_route" | "no_quote" | "slippage" | "ready";
export type SwapCommand = { "type": "swap.open", fromToken?: string, toToken?: string, amount?: string, } | { "type": "swap.amount", value: string, } | { "type": "swap.select", side: SwapSide, } | { "type": "swap.network", } | { "type": "swap.token", id: string, } | { "type": "swap.search", text: string, } | { "type": "swap.turn", } | { "type": "swap.max", } | { "type": "swap.reload", } | { "type": "swap.looked", at: boolean, } | { "type": "swap.slippage", value: string, own: boolean, } | { "type": "swap.review", } | { "type": "swap.fee", } | { "type": "swap.accept", revision: number, accepted: boolean, } | { "type": "swap.confirm", step: number, revision: number, } | { "type": "swap.cancel", };
export type SwapDetails = { 
/**
 * "1 ETH = 3,000.12 DUSD"
 */
rate: string, 
/**
 * The full rate, if `rate` is rounded down.
 */
rateWhole: string | null, 
/**
 * The loss of value, "0.31%". `None` without prices.
 */
impact: string | null, 
/**
 * The loss of value is high.
 */
isImpactHigh: boolean, 
/**
 * "1%"
 */
slippage: string, 
/**
 * The slippage is high.
 */
isSlippageHigh: boolean, 
/**
 * The minimum amount, "2,970.1188 DUSD".
 */
minimum: string, 
/**
 * The minimum amount with all digits.
 */
minimumWhole: string | null, 
/**
 * The estimated network fee before the swap is built: "0.00015 ETH, $0.45".
 */
networkFee: string | null, 
/**
 * The provider's fee, which the rate contains: "$25.50, 0.85%". Without a price, "0.0085 ETH, 0.85%".
 */
providerFee: string, 
/**
 * When the quote was requested, in milliseconds since 1970.
 */
quotedAt: number, };
export type SwapDoubt = "no_price" | "one_price";
export type SwapPreview = { 
/**
 * The exact source amount.
 */
gives: string, 
/**
 * "ETH".
 */
givesSymbol: string, 
/**
 * "$3,000.00"
 */
givesWorth: string | null, 
/**
 * The icon of the source token.
 */
givesImage: string | null, 
/**
 * The minimum target amount.
 */
gets: string, 
/**
 * The full target amount, if `gets` is rounded down.
 */
getsWhole: string | null, 
/**
 * "DUSD".
 */
getsSymbol: string, 
/**
 * "$2,970.11"
 */
getsWorth: string | null, 
/**
 * The icon of the target token.
 */
getsImage: string | null, 
/**
 * The quoted target amount, without a guarantee.
 */
expected: string, 
/**
 * The quoted amount with all digits.
 */
expectedWhole: string | null, 
/**
 * The source token's contract. `None` for the native coin.
 */
givesToken: string | null, 
/**
 * The target token's contract. `None` for the native coin.
 */
getsToken: string | null, 
/**
 * The router, checksummed.
 */
router: string, 
/**
 * The steps in order.
 */
steps: Array<SwapStep>, 
/**
 * The index of the next step, or of the one that the wallet has.
 */
step: number, 
/**
 * A number that grows when the target amount is lower than before.
 */
revision: number, 
/**
 * The loss of value is so high that the user must accept it separately.
 */
isCritical: boolean, 
/**
 * Why the loss of value isn't certain. The user must then accept it, too.
 */
doubt: SwapDoubt | null, 
/**
 * Tokens for which the list and the network differ. Their amounts are in base units.
 */
tokenDoubts: Array<TokenDoubt>, 
/**
 * The user has accepted the loss of value.
 */
isAccepted: boolean, 
/**
 * The account that sends the transaction.
 */
from: SendParty, 
/**
 * "Ethereum".
 */
networkName: string, 
/**
 * The network's icon as a `blob:` URL, once it has loaded.
 */
networkIcon: string | null, 
/**
 * "0.000022 ETH, $0.07". Without the dollar value if the price is unknown. `None` while the fee is unknown.
 */
fee: string | null, 
/**
 * Loading state of the fee.
 */
feePhase: LoadPhase, };
export type SwapSide = "sourceToken" | "toToken";
export type SwapSlice = { source: SwapBox | null, target: SwapBox | null, amount: string, sourceWorth: string | null, 
/**
 * The target amount. `None` while unknown.
 */
targetAmount: string | null, 
/**
 * The full target amount, if `target_amount` is rounded down.
 */
targetWhole: string | null, targetWorth: string | null, max: string | null, loadPhase: LoadPhase, amountError: AmountError | null, tokenError: TokenError | null, 
/**
 * The symbols of the tokens that can't be swapped.
 */
refusedTokens: Array<string>, 
/**
 * The form's tokens for which the list and the network differ.
 */
tokenDoubts: Array<TokenDoubt>, check: SwapCheck, 
/**
 * Loading state of the quote.
 */
quotePhase: LoadPhase, quoteError: ErrorData | null, isPriceMissing: boolean, details: SwapDetails | null, slippage: SwapSlippage, preview: SwapPreview | null, 
/**
 * An earlier transaction that might still happen (docs/spec/security.md R8).
 */
unanswered: string | null, 
/**
 * The result, after success.
 */
ended: Ending | null, 
/**
 * The symbol of the coin for fees.
 */
native: string, 
/**
 * The side for which the list of tokens is open.
 */
side: SwapSide, search: string, tokensPhase: LoadPhase, suggested: Array<SwapTokenRow>, held: Array<SwapTokenRow>, others: Array<SwapTokenRow>, 
/**
 * More tokens exist: users find them with the search.
 */
isCut: boolean, 
/**
 * The stage.
 */
phase: SendPhase, 
/**
 * The transaction, once the wallet has responded.
 */
hash: string | null, 
/**
 * The owners of the account, a Safe, haven't approved it yet.
 */
proposed: boolean, 
/**
 * The transaction's page in the block explorer.
 */
explorerUrl: string | null, 
/**
 * Why the preview can't open, or why nothing was broadcast.
 */
error: ErrorData | null, 
/**
 * The known cause of `error`.
 */
fault: SendFault | null, };
export type SwapSlippage = { 
/**
 * The selected option.
 */
choice: SlippageChoice, 
/**
 * The typed text of a custom slippage, "2.5".
 */
own: string, 
/**
 * The typed text is invalid.
 */
isWrong: boolean, 
/**
 * The slippage in effect, "1%". While the typed text is invalid, the previous one.
 */
text: string, 
/**
 * The slippage is high.
 */
isHigh: boolean, };
export type SwapStep = { 
/**
 * The kind of step.
 */
kind: StepKind, 
/**
 * The status of the step.
 */
status: StepStatus, };
export type SwapTokenRow = { 
/**
 * The value for `swap.token`.
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
 * The balance, floored to three decimals. `None` without a balance.
 */
amount: string | null, 
/**
 * The value, "$12.50".
 */
worth: string | null, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
image: string | null, 
/**
 * It imitates the native coin, a token of the account, or an earlier token of the list (docs/spec/security.md
 * B13).
 */
unverified: boolean, 
/**
 * The token is selected as source or target.
 */
isChosen: boolean, 
/**
 * The `data-testid` of the row.
 */
testId: string, };
export type SwitchPhase = "idle" | "confirm" | "adding" | "moving" | "rejected";
export type TelemetryCommand = { "type": "telemetry.consent", granted: boolean, } | { "type": "telemetry.flush", } | { "type": "telemetry.trapped", };
export type ThemeCommand = { "type": "theme.mode", themeMode: string, } | { "type": "theme.variables", themeVariables: unknown, };
export type ThemeMode = "light" | "dark" | "system";
export type ThemeSlice = { 
/**
 * The mode.
 */
themeMode: ThemeMode, 
/**
 * The valid variables.
 */
themeVariables: { [key in string]: string }, };
export type TimelineLine = { 
/**
 * The step.
 */
step: TimelineStep, 
/**
 * The state of the step.
 */
state: StepState, };
export type TimelineStep = "signed" | "sent" | "confirmed" | "failed" | "replaced" | "differs" | "altered" | "unread";
export type Toast = { 
/**
 * The number of the toast. It grows.
 */
id: number, 
/**
 * The key of a text in the message catalog. Without a key, `message` is displayed.
 */
key: string | null, 
/**
 * The arguments of the text.
 */
args: { [key in string]: string }, 
/**
 * The English text, for events and for toasts without a key.
 */
message: string, 
/**
 * The variant.
 */
variant: ToastVariant, 
/**
 * A link to the transaction's page.
 */
link: string | null, 
/**
 * The ID of a transaction from this modal that has its own view.
 */
about: string | null, };
export type ToastSlice = { 
/**
 * The open toast, if any.
 */
toast: Toast | null, };
export type ToastVariant = "loading" | "success" | "error";
export type ToastsCommand = { "type": "toasts.show", message: unknown, variant: ToastVariant, } | { "type": "toasts.dismiss", id: number, } | { "type": "toasts.hold", id: number, held: boolean, };
export type TokenDoubt = { 
/**
 * "USDC", from the list.
 */
listed: string, 
/**
 * The decimals in the list.
 */
listedDecimals: number, 
/**
 * "DAI", from the contract. `None` without one.
 */
network: string | null, 
/**
 * The decimals in the contract. `None` if the network has none.
 */
networkDecimals: number | null, 
/**
 * "2,500,000": the amount in base units, if known.
 */
units: string | null, };
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
 * The chain ID (CAIP-2).
 */
chainId: string, 
/**
 * The contract (CAIP-10). `None` for the native coin.
 */
address: string | null, 
/**
 * The amount.
 */
quantity: Quantity, 
/**
 * The token imitates the name of a known coin or token (docs/spec/security.md B13), so it has no value.
 */
unverified: boolean, 
/**
 * The price of one token in US dollars.
 */
price: string | null, 
/**
 * The value of the balance in US dollars.
 */
value: string | null, 
/**
 * The URL of its icon.
 */
iconUrl: string | null, 
/**
 * The same URL as `icon_url`, under the name of another API.
 */
logoUri: string | null, 
/**
 * The value for `send.token`.
 */
id: string, 
/**
 * Floored to three decimals.
 */
amount: string, 
/**
 * The value, "$12.50".
 */
worth: string | null, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
image: string | null, 
/**
 * The `data-testid` of the row.
 */
testId: string, };
export type TokenNote = { 
/**
 * "USDC", if the symbol is known.
 */
symbol: string | null, 
/**
 * The full address.
 */
token: string, 
/**
 * In the order in which they are shown.
 */
rules: Array<TokenRule>, 
/**
 * The account's list and the network differ about it.
 */
doubt: TokenDoubt | null, };
export type TokenOption = { 
/**
 * The contract's address, in the namespace's display form.
 */
address: string, 
/**
 * The URL of its icon.
 */
image: string | null, };
export type TokenRule = "takes_back" | "starts_frozen" | "stays_frozen" | "pausable" | "paused" | "hooked" | "bound" | "fee_changes" | "count_changes" | "uncounted" | "confidential" | "memo_wanted" | "guarded";
export type TokensSlice = { 
/**
 * Loading state of the list.
 */
phase: BalancePhase, 
/**
 * The first [`TOKENS_MAX`]: the native coin, then by descending value, then tokens without a price, then look-alikes.
 */
list: Array<TokenItem>, 
/**
 * How many more tokens exist, "1,234".
 */
more: string | null, 
/**
 * The total value of all tokens, "$1,234.56".
 */
total: string | null, 
/**
 * The request failed because the service returned more tokens than the limit.
 */
tooLong: boolean, 
/**
 * The time of the next retry, in milliseconds since 1970.
 */
retryAt: number | null, 
/**
 * The user hid all amounts.
 */
hidden: boolean, };
export type TransactionItem = { 
/**
 * The engine's own random ID.
 */
id: string, 
/**
 * The hash: `0x` and 64 hex digits.
 */
hash: string | null, 
/**
 * The wallet's ID of a batch (EIP-5792), until the hash is known.
 */
calls: string | null, 
/**
 * The nonce, once the network knows the transaction. `None` if others broadcast it, as for a batch.
 */
nonce: number | null, 
/**
 * The sender's state before the request. `None` if unknown.
 */
stood: Stand | null, 
/**
 * The signed transaction, while the engine broadcasts it.
 */
signed: string | null, 
/**
 * The last block that can contain the transaction.
 */
until: number | null, 
/**
 * The parts that the wallet added to the request.
 */
added?: Added, 
/**
 * The chain ID (CAIP-2).
 */
chain: string, 
/**
 * The kind of transaction.
 */
kind: TransactionKind, 
/**
 * Status of the transaction.
 */
status: TransactionStatus, 
/**
 * The amount as exact decimal text.
 */
amount: string, 
/**
 * "ETH".
 */
symbol: string, 
/**
 * The token's contract (CAIP-10). `None` for the native coin.
 */
token: string | null, 
/**
 * The bought token of a swap (CAIP-10). `None` for the native coin.
 */
bought?: string, 
/**
 * The recipient, checksummed.
 */
to: string, 
/**
 * The request, to compare with the network's transaction.
 */
request: unknown, 
/**
 * The transaction's page in the block explorer.
 */
explorerUrl: string | null, 
/**
 * When it was created, in milliseconds since 1970.
 */
createdAt: number, 
/**
 * The user has seen that the result is unknown.
 */
told: boolean, 
/**
 * How often the network has replaced its block (a reorganization).
 */
dropped?: number, 
/**
 * The network might still replace its block.
 */
shallow?: boolean, 
/**
 * The page's label.
 */
description?: string, 
/**
 * The page counts it as confirmed after this many blocks. Without it, after one.
 */
confirmations?: number, };
export type TransactionKind = "send" | "swap" | "approve" | "revoke" | "pay" | "request";
export type TransactionPhase = "waiting" | "unanswered" | "signed" | "sent" | "untold" | "unknown" | "confirmed" | "failed" | "replaced" | "differs" | "altered" | "unread";
export type TransactionStatus = "sent" | "confirmed" | "failed" | "unknown" | "differs" | "altered" | "unread" | "replaced";
export type TransactionView = { 
/**
 * The ID of the entry.
 */
id: string, 
/**
 * The kind of transaction.
 */
kind: TransactionKind, 
/**
 * The history's label, for a transaction that wasn't sent from this modal.
 */
verb: string | null, 
/**
 * The transaction's block was replaced, and it waits for another one.
 */
dropped: boolean, 
/**
 * The page's label.
 */
description?: string, 
/**
 * An incoming transaction from `to`.
 */
came: boolean, 
/**
 * The state of the step.
 */
phase: TransactionPhase, 
/**
 * The steps in order.
 */
timeline: Array<TimelineLine>, 
/**
 * The exact amount, "1,234.5".
 */
amount: string, 
/**
 * "ETH".
 */
symbol: string, 
/**
 * The recipient, or the contract that swaps or gets the approval. Checksummed.
 */
to: string, 
/**
 * The calls of a batch. Empty for a single transaction.
 */
calls: Array<BatchCall>, 
/**
 * The parts that the wallet added, with a formatted fee.
 */
added?: Added, 
/**
 * "Ethereum". `None` if the network is no longer configured.
 */
networkName: string | null, 
/**
 * The time of the request, formatted.
 */
date: string, 
/**
 * The time of the request in ISO 8601.
 */
iso: string, 
/**
 * The transaction's page in the block explorer.
 */
explorerUrl: string | null, };
export type TransactionsCommand = { "type": "transactions.open", id: string, } | { "type": "transactions.news", } | { "type": "transactions.describe", hash: string, description: string, confirmations?: number, };
export type TransactionsSlice = { 
/**
 * The entries, newest first.
 */
list: Array<TransactionItem>, 
/**
 * The transaction in its own view. `None` if it isn't in the list any more.
 */
shown: TransactionView | null, };
export type Transfer = { direction: TransferDirection, 
/**
 * The amount as decimal text.
 */
quantity: TransferQuantity, fungible_info: FungibleInfo | null, nft_info: NftInfo | null, };
export type TransferDirection = "in" | "out" | "self";
export type TransferQuantity = { 
/**
 * The amount as decimal text.
 */
numeric: string, };
export type UpdatePhase = "idle" | "sending" | "code" | "checking";
export type View = "Connect" | "ConnectingExternal" | "ConnectingMultiChain" | "WhatIsAWallet" | "ConnectWallets" | "EmailLogin" | "EmailVerifyOtp" | "EmailVerifyDevice" | "ConnectSocials" | "ConnectingSocial" | "ConnectingFarcaster" | "Create" | "UpdateEmailWallet" | "UpdateEmailPrimaryOtp" | "UpdateEmailSecondaryOtp" | "UpgradeEmailWallet" | "AllWallets" | "ConnectingWalletConnect" | "ConnectingWalletConnectBasic" | "GetWallet" | "Downloads" | "Account" | "Activity" | "AccountSettings" | "ProfileWallets" | "SwitchAddress" | "Networks" | "WhatIsANetwork" | "SwitchNetwork" | "SwitchActiveChain" | "UnsupportedChain" | "SIWXSignMessage" | "Send" | "SendSelectToken" | "SendPreview" | "Swap" | "SwapSelectToken" | "SwapPreview" | "OnRamp" | "OnRampFiatSelect" | "OnRampTokenSelect" | "OnRampProviders" | "BuyInProgress" | "WhatIsABuy" | "Transaction" | "Receive" | "CompatibleNetworks" | "Pay" | "PayLoading" | "Permissions" | "RevokePreview" | "ChooseAccountName" | "RegisterAccountName" | "RegisterAccountNameSuccess" | "SmartSessionList" | "SmartSessionCreated" | "ReviewRequest" | "ApproveTransaction";
export type WalletFamily = { 
/**
 * The namespace of the connection.
 */
namespace: Namespace, 
/**
 * The network (CAIP-2) that the page would show.
 */
network: string | null, 
/**
 * The wallet is connected in this namespace.
 */
connected: boolean, };
export type WalletInfo = { 
/**
 * The wallet's name.
 */
name: string, 
/**
 * `blob:` URL.
 */
icon: string | null, 
/**
 * The reverse domain name that the wallet announced.
 */
rdns: string | null, 
/**
 * Embedded wallet only: the user's name or email address.
 */
identifier?: string, 
/**
 * Embedded wallet only: the login provider.
 */
social?: string, };
export type WalletRow = { 
/**
 * The connector ID: the value for `connect.select`.
 */
id: string, 
/**
 * The wallet's name, which doesn't identify it.
 */
name: string, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
icon: string | null, 
/**
 * The reverse DNS name that the wallet announced.
 */
rdns: string | null, 
/**
 * The tag.
 */
tag: WalletTag | null, 
/**
 * Another provider claims the same reverse DNS name or uuid (10.33).
 */
conflict: boolean, 
/**
 * The `data-testid` of the row.
 */
testId: string, 
/**
 * The namespaces that the wallet supports.
 */
namespaces: Array<Namespace>, };
export type WalletTag = "qrcode" | "installed" | "recent" | "connected";
export type WalletTile = { 
/**
 * The value for `connect.select`.
 */
id: string, 
/**
 * The wallet's name.
 */
name: string, 
/**
 * The icon as a `blob:` URL, once it has loaded.
 */
icon: string | null, 
/**
 * The directory lists it as certified.
 */
certified: boolean, 
/**
 * The wallet is on this page.
 */
installed: boolean, 
/**
 * Looks like an earlier wallet, or imitates a popular one (docs/spec/security.md T10).
 */
conflict: boolean, 
/**
 * `data-testid` of the tile.
 */
testId: string, };
export type Slices = { state: StateSlice, router: RouterSlice, connect: ConnectSlice, account: AccountSlice, accounts: AccountsSlice, connections: ConnectionsSlice, networks: NetworksSlice, toast: ToastSlice, alerts: AlertsSlice, theme: ThemeSlice, options: OptionsSlice, directory: DirectorySlice, profileWallets: ProfileWalletsSlice, pairing: PairingSlice, embedded: EmbeddedSlice, signIn: SignInSlice, tokens: TokensSlice, receive: ReceiveSlice, onramp: OnrampSlice, activity: ActivitySlice, transactions: TransactionsSlice, send: SendSlice, pay: PaySlice, names: NamesSlice, review: ReviewSlice, sessions: SessionsSlice, permissions: PermissionsSlice, approvals: ApprovalsSlice, swap: SwapSlice };
export type Command = StartupCommand | RouterCommand | ToastsCommand | AlertsCommand | ConnectCommand | AccountsCommand | BalancesCommand | ConnectionsCommand | ActivityCommand | NetworksCommand | ProfileWalletsCommand | DirectoryCommand | PairingCommand | EmbeddedCommand | BuyCommand | SendCommand | TransactionsCommand | SwapCommand | PayCommand | NamesCommand | SessionsCommand | PermissionsCommand | ApprovalsCommand | ReviewCommand | OptionsCommand | TelemetryCommand | ThemeCommand | SignInCommand;
