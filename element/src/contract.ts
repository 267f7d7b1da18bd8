// GENERATED from the Rust types of engine/core by `npm run build`; a unit test of core fails when it is stale.

export type AccountAction = "onramp" | "swaps" | "receive" | "send";
export type AccountEntry = { 
/**
 * The namespace.
 */
namespace: Namespace, 
/**
 * As people read it: checksummed on EVM networks.
 */
address: string, 
/**
 * Its kind.
 */
type: AccountType, 
/**
 * The user's name for it in the wallet, if the wallet shares it.
 */
label?: string, 
/**
 * `sr25519`, `ed25519` or `ecdsa`, if the wallet says so (Polkadot).
 */
algorithm?: string, 
/**
 * Hex, if the wallet tells.
 */
publicKey?: string, 
/**
 * Derivation path, if the wallet tells.
 */
path?: string, 
/**
 * CAIP-2 of the one network that the address belongs to; none if an address is good on every network of the namespace.
 */
chain?: string, };
export type AccountSlice = { namespace: Namespace | null, status: Status, address: string | null, caipAddress: string | null, short: string | null, name: string | null, image: string | null, wallet: WalletRow | null, balance: BalanceText, network: NetworkBadge, explorerUrl: string | null, actions: Array<AccountAction>, tabs: Array<AccountTab>, tab: AccountTab, hidden: boolean, label: string | null, disconnecting: boolean, 
/**
 * A request to its mobile wallet failed or timed out.
 */
walletOffline: boolean, 
/**
 * Its wallet proposes requests to the owners of the account. Requests of other accounts go to other wallets.
 */
proposes: boolean, 
/**
 * Until its wallet has named it, its address is not shown to be paid to.
 */
confirmation: Confirmation, };
export type AccountState = { namespace: Namespace, allAccounts: Array<AccountEntry>, caipAddress: string | null, address: string | null, isConnected: boolean, status: Status, balance: string | null, balanceSymbol: string | null, connectorId: string | null, connectedWalletInfo: WalletInfo | null, profileName: string | null, profileImage: string | null, 
/**
 * The first [`crate::constants::TOKENS_MAX`] in the order of the slice `tokens`.
 */
tokenBalance: Array<TokenItem> | null, 
/**
 * How many tokens there are, all of them counted.
 */
tokenCount: number | null, addressLabels: { [key in string]: string }, preferredAccountTypes: { [key in string]: AccountType }, 
/**
 * Of an embedded wallet.
 */
user: LoginUser | null, 
/**
 * For an embedded wallet: the login provider of its owner.
 */
socialProvider: string | null, 
/**
 * During a login with Farcaster: the content of its QR code.
 */
farcasterUrl: string | null, 
/**
 * Of an embedded wallet: its contract is on the chain.
 */
smartAccountDeployed: boolean | null, 
/**
 * Of an embedded wallet, all of it.
 */
embedded: EmbeddedAccount | null, };
export type AccountTab = "tokens" | "nfts" | "activity";
export type AccountType = "eoa" | "smartAccount" | "payment" | "ordinal" | "stx";
export type AccountsCommand = { "type": "accounts.disconnect", namespace?: string, } | { "type": "accounts.tab", tab: AccountTab, } | { "type": "accounts.hide", hidden: boolean, } | { "type": "accounts.confirm", namespace: Namespace, } | { "type": "accounts.label", address: string, label: string | null, };
export type AccountsSlice = { 
/**
 * One for each namespace that was ever connected or connecting.
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
 * How many of its rows come before `items`, and are not rendered.
 */
above: number, 
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
 * The text about it.
 */
metadata: ActivityMetadata, 
/**
 * The transfers.
 */
transfers: Array<Transfer>, 
/**
 * Past tense; a word we do not know stays as it is.
 */
verb: string, 
/**
 * The page's name for it.
 */
description: string | null, 
/**
 * At most two, out before in.
 */
legs: Array<Leg>, 
/**
 * "ETH → DUSD", of what was changed for something else.
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
 * The transaction's page at the block explorer.
 */
link: string | null, 
/**
 * `data-testid` of its row.
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
 * By month, newest first. All months are here; of a long list only the rows near the first visible one (`activity.look`).
 */
groups: Array<ActivityGroup>, 
/**
 * Transactions sent from here that are still pending.
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
 * The next page failed to load: only the user retries it.
 */
moreFailed: boolean, 
/**
 * The last page brought nothing that is shown: only the user asks on.
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
 * Rows that are hidden because all they moved is spam.
 */
spam: number, 
/**
 * They are still shown.
 */
showSpam: boolean, 
/**
 * Collectibles, while their tab is chosen.
 */
nfts: Array<NftItem>, 
/**
 * "1,204": how many more entries aren't listed.
 */
nftsMore: string | null, };
export type Added = { 
/**
 * An additional fee in the native coin. `None` for zero.
 */
fee: string | null, 
/**
 * Checks that can do nothing but stop it.
 */
guards: boolean, 
/**
 * Further outputs of the transaction to unknown addresses. They can be the wallet's change.
 */
others?: Array<Elsewhere>, };
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
export type AmountError = "invalid" | "too_many_decimals" | "insufficient" | "insufficient_fee" | "leaves_too_little";
export type AmountUnit = "token" | "sats" | "dollars";
export type ApprovalRow = { 
/**
 * The value for `approvals.review`.
 */
id: string, 
/**
 * The token's contract; whole.
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
 * For a collection: all its collectibles, including future ones.
 */
isCollection: boolean, 
/**
 * "12.5". `None` for unlimited.
 */
amount: string | null, 
/**
 * The amount is in the token's smallest units.
 */
units: boolean, 
/**
 * When it ends: "02 Jan 2026, 14:05".
 */
until: string | null, 
/**
 * It is being revoked.
 */
busy: boolean, };
export type ApprovalsCommand = { "type": "approvals.retry", } | { "type": "approvals.review", id: string, } | { "type": "approvals.fee", } | { "type": "approvals.confirm", } | { "type": "approvals.cancel", };
export type ApprovalsPhase = "off" | "loading" | "ready" | "failed";
export type ApprovalsSlice = { 
/**
 * From the list.
 */
listPhase: ApprovalsPhase, 
/**
 * The approved amount.
 */
rows: Array<ApprovalRow>, 
/**
 * How far back the node's logs were looked through.
 */
logs: LogsPhase, 
/**
 * The history request failed.
 */
isHistoryMissing: boolean, 
/**
 * How many have an unknown amount.
 */
unread: number, 
/**
 * More exist than the list shows.
 */
isCut: boolean, 
/**
 * The progress of the revocation.
 */
phase: SendPhase, 
/**
 * Why the preview can't open, or why nothing was broadcast.
 */
error: ErrorData | null, 
/**
 * The same in a word.
 */
fault: SendFault | null, 
/**
 * The request.
 */
preview: RevokePreview | null, 
/**
 * Of what was sent.
 */
hash: string | null, 
/**
 * The owners of the account, a Safe, haven't approved it yet.
 */
proposed: boolean, 
/**
 * Its page.
 */
explorerUrl: string | null, 
/**
 * "ETH"
 */
native: string, };
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
 * Not part of it yet, "0.5 BTC".
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
 * `https:`, or `http:` on loopback; without a final slash.
 */
url: string, };
export type BoundKind = "equal" | "greater" | "less";
export type BoundLine = { 
/**
 * The parameter's name in the contract's ABI, or its index: "2".
 */
name: string, 
/**
 * It has a name.
 */
named: boolean, 
/**
 * How.
 */
kind: BoundKind, 
/**
 * An address, a number, or hex.
 */
value: string, };
export type BuyCommand = { "type": "buy.open", } | { "type": "buy.amount", value: string, } | { "type": "buy.fiats", } | { "type": "buy.tokens", } | { "type": "buy.payment", id: string, } | { "type": "buy.purchase", id: string, } | { "type": "buy.network", } | { "type": "buy.reload", } | { "type": "buy.looked", at: boolean, } | { "type": "buy.choose", } | { "type": "buy.provider", provider: string, } | { "type": "buy.window", };
export type BuyPhase = "idle" | "preparing" | "ready" | "waiting" | "pending" | "closed" | "failed";
export type CloseReason = "user" | "success" | "host" | "error";
export type Code = number | string;
export type Confirmation = "confirmed" | "needed" | "asking" | "declined";
export type ConnectCommand = { "type": "connect.select", id: string, 
/**
 * Of a wallet that serves several namespaces.
 */
namespace?: Namespace, } | { "type": "connect.retry", } | { "type": "connect.renamed", from: string, to: string, } | { "type": "connect.start", connectorId: string, namespace?: string, };
export type ConnectPhase = "idle" | "opening" | "confirm" | "already_open" | "slow" | "no_window" | "locked" | "approved" | "blocked" | "no_account" | "rejected" | "failed";
export type ConnectSlice = { 
/**
 * The list of browser wallets; views render `directory.rows` instead once that part is loaded.
 */
rows: Array<WalletRow>, 
/**
 * "All wallets" is offered.
 */
directory: boolean, 
/**
 * The ways to log in.
 */
logins: Logins, 
/**
 * Phase of the attempt.
 */
phase: ConnectPhase, 
/**
 * The wallet the attempt is for.
 */
walletId: string | null, 
/**
 * The namespaces of that wallet here.
 */
families: Array<WalletFamily>, 
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
 * The namespace.
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
export type ConnectionsCommand = { "type": "connections.switch", 
/**
 * The account that becomes the current one.
 */
address?: string, connection: { namespace?: string, connectorId: string, status: string, address?: string }, } | { "type": "connections.follow", record: string | null, } | { "type": "connections.delete", namespace?: string, connectorId: string, };
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
 * The parameters of `connect`.
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
 * The namespace; of a wallet of several, the first.
 */
chain: Namespace, 
/**
 * Its namespaces, if it is a browser wallet.
 */
parts: Array<ConnectorPart>, 
/**
 * CAIP-2 of the configured networks it can serve.
 */
chains: Array<string>, 
/**
 * `blob:` URL.
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
info: ConnectorInfo, 
/**
 * It looks like another wallet, or another claims to be the same one: only the list can say which is meant.
 */
conflict: boolean, };
export type ConnectorPart = { 
/**
 * The namespace.
 */
chain: Namespace, 
/**
 * Its own connector id.
 */
id: string, };
export type CustomWallet = { id: string, name: string, homepage: string | null, image_url: string | null, mobile_link: string | null, desktop_link: string | null, webapp_link: string | null, link_mode: string | null, rdns: string | null, app_store: string | null, play_store: string | null, chrome_store: string | null, };
export type Direction = "forward" | "back" | "replace";
export type DirectoryCommand = { "type": "directory.search", text: string, } | { "type": "directory.certified", on: boolean, } | { "type": "directory.more", } | { "type": "directory.retry", } | { "type": "directory.look", ids: Array<string>, } | { "type": "directory.scroll", at: number, } | { "type": "directory.find", text: string, at: number, } | { "type": "directory.download", id: string, };
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
 * AllWallets: the shown wallets, in order. Only tiles near the first visible one are rendered (`directory.scroll`).
 */
tiles: Array<WalletTile>, 
/**
 * How many come before `tiles`, and are not drawn.
 */
tilesAbove: number, 
/**
 * The total number.
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
 * The service has more than is listed here, and they are found by searching, or by more of a name.
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
 * No local match: the tiles are still the previous ones.
 */
stale: boolean, 
/**
 * Only wallets with the mark.
 */
certified: boolean, 
/**
 * Wallets of this list can have the mark, so AllWallets offers "Certified only". Wallets of the package never have it.
 */
marks: boolean, 
/**
 * GetWallet: four wallets.
 */
guide: Array<WalletTile>, 
/**
 * GetWallet: more exist, and AllWallets can show them.
 */
explore: boolean, 
/**
 * Mobile wallets can be reached, so AllWallets offers the QR code.
 */
relay: boolean, 
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
 * A QR code of the URL for a phone's camera: for phone stores, on a desktop.
 */
qr: Qr | null, };
export type EffectKind = "send" | "receive" | "move" | "allow" | "raise" | "allow_all" | "control" | "burn" | "close" | "timeless" | "create" | "stake" | "call" | "sign" | "sign_in" | "fee" | "open" | "mint" | "freeze" | "thaw" | "note" | "durable" | "address_table" | "change" | "total" | "at_most" | "unproven" | "collectible" | "joint" | "joinable" | "listing" | "partial" | "open_signature" | "remainder" | "broadcast" | "checked" | "proven" | "differs" | "unread" | "elsewhere" | "behind" | "unstake" | "restake" | "claim" | "vote" | "deposit" | "payee" | "end_grant" | "period" | "script";
export type EffectLabel = "send" | "offer" | "receive" | "receive_nothing" | "move" | "approve" | "approve_unlimited" | "approve_piece" | "approve_number" | "raise" | "revoke" | "approve_all" | "revoke_all" | "permit" | "permit_unlimited" | "permit_piece" | "control" | "burn" | "close" | "timeless" | "create" | "create_with" | "stake" | "unstake" | "restake" | "claim" | "vote" | "deposit" | "payee" | "end_grant" | "period" | "script" | "grant" | "grant_up_to" | "unknown" | "carries" | "carries_unread" | "carries_part" | "behind" | "typed" | "typed_moves" | "message" | "sign_in" | "sign_in_elsewhere" | "fee" | "fee_unknown" | "sponsored" | "unread" | "open" | "fund" | "mint" | "freeze" | "thaw" | "note" | "data" | "durable" | "lookup" | "change" | "checked" | "proven" | "differs" | "invoke" | "total" | "at_most" | "unproven" | "collectible" | "joint" | "joint_unproven" | "joinable" | "listing" | "partial" | "blank" | "rest" | "at_once" | "elsewhere";
export type EffectLine = { 
/**
 * The kind of the effect.
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
 * The address; nothing for all further ones together.
 */
to: string | null, 
/**
 * An amount of the native coin.
 */
amount: string, };
export type EmbeddedAccount = { 
/**
 * The user's name.
 */
user: LoginUser, 
/**
 * `email`, or the provider.
 */
authProvider: string, 
/**
 * `eoa` or `smartAccount`.
 */
accountType: AccountType, 
/**
 * Its contract is on the chain.
 */
isSmartAccountDeployed: boolean, };
export type EmbeddedCommand = { "type": "embedded.email", email: string, } | { "type": "embedded.code", code: string, } | { "type": "embedded.social", provider: string, } | { "type": "embedded.window", } | { "type": "embedded.start", email?: string, provider?: string, } | { "type": "embedded.update", email: string, } | { "type": "embedded.updateCode", code: string, } | { "type": "embedded.accountType", accountType: string, };
export type EmbeddedSlice = { 
/**
 * The progress of an email login.
 */
phase: LoginPhase, 
/**
 * To whom, at most 30 characters (5.12).
 */
email: string | null, 
/**
 * When the user can request the next mail, in milliseconds since 1970.
 */
resendAt: number | null, 
/**
 * Why it can't continue.
 */
error: ErrorData | null, 
/**
 * The provider of the current login.
 */
provider: string | null, 
/**
 * Its progress.
 */
social: SocialPhase, 
/**
 * Why that goes no further.
 */
socialError: ErrorData | null, 
/**
 * ConnectingFarcaster: the link of the code.
 */
url: string | null, 
/**
 * The code as the pairing's is drawn.
 */
qr: Qr | null, 
/**
 * How far a change of the address is.
 */
update: UpdatePhase, 
/**
 * The address that gets the second code, at most 30 characters.
 */
newEmail: string | null, 
/**
 * How many requests wait to be decided, the one that is shown included.
 */
approvals: number, 
/**
 * The login of the connected account, if it is an embedded one.
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
 * Of what has come no more is known than its least.
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
 * Its page.
 */
explorerUrl: string | null, };
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
 * A short title, if the catalogue has one.
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
 * Its name.
 */
name: string, 
/**
 * The maximum of the native coin in a call: "0.5 ETH". `None`: zero.
 */
value: string | null, 
/**
 * A delegate call: foreign code runs as the account itself.
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
 * Its icon.
 */
icon: PictureUrl | null, };
export type GrantKind = "call" | "spend" | "unlimited" | "other";
export type GrantLine = { 
/**
 * The subject.
 */
kind: GrantKind, 
/**
 * The contract that can be called, or the token's; whole.
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
 * How often.
 */
every: Period | null, 
/**
 * Not before, as the user's calendar has it: "02 Jan 2026, 14:05".
 */
from: string | null, 
/**
 * The allowed call.
 */
functions: Array<FunctionLine>, 
/**
 * The name of an unknown one.
 */
text: string | null, };
export type LeftSlot = "none" | "back" | "help" | "network";
export type Leg = { 
/**
 * From the account's point of view.
 */
direction: TransferDirection, 
/**
 * "+0.500 ETH", "Cool Cat #3"
 */
text: string, 
/**
 * `blob:` URL of the picture, once it is loaded.
 */
image: string | null, 
/**
 * A collectible.
 */
nft: boolean, 
/**
 * It is called like the network's coin, and is a contract.
 */
unverified: boolean, };
export type LoadPhase = "loading" | "ready" | "failed";
export type LoginPhase = "idle" | "sending" | "device" | "code" | "checking" | "over" | "connecting";
export type LoginSlice = { 
/**
 * `email`, or the provider.
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
 * The type of the account that is shown.
 */
accountType: AccountType, 
/**
 * The standard account's address, short, if it is known.
 */
eoa: string | null, 
/**
 * The smart account's.
 */
smart: string | null, 
/**
 * It can be changed: the chain has smart accounts.
 */
canSwitch: boolean, 
/**
 * It is being changed.
 */
switching: boolean, 
/**
 * The account certainly doesn't have a name, and can get one (6.10).
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
 * With an email.
 */
email: boolean, 
/**
 * With these providers, in list order.
 */
socials: Array<string>, 
/**
 * The start URL of a provider's login window, which opens in the click.
 */
window: string | null, 
/**
 * The project doesn't list this page: the logins of this opening are disabled, and hidden in the next one.
 */
refused: boolean, };
export type LogsPhase = "waiting" | "all" | "part" | "refused";
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
 * Icon URLs.
 */
icons: Array<string>, };
export type NameCheck = "empty" | "short" | "invalid" | "taken" | "ready";
export type NamePhase = "editing" | "signing" | "registering";
export type NameSuggestPhase = "none" | "loading" | "ready" | "failed";
export type NameSuggestion = { 
/**
 * Without its suffix.
 */
label: string, 
/**
 * With it.
 */
name: string, 
/**
 * It is registered.
 */
taken: boolean, };
export type NamesCommand = { "type": "names.type", text: string, } | { "type": "names.pick", label: string, } | { "type": "names.retry", } | { "type": "names.register", };
export type NamesSlice = { 
/**
 * As typed, without a suffix.
 */
label: string, 
/**
 * The suffix after it.
 */
suffix: string, 
/**
 * Its state.
 */
check: NameCheck, 
/**
 * Of the names near it.
 */
suggest: NameSuggestPhase, 
/**
 * Those, as the registry has them.
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
 * Why the last one failed.
 */
error: string | null, 
/**
 * The name that was registered.
 */
name: string | null, 
/**
 * For whom.
 */
address: string | null, 
/**
 * A `blob:` URL.
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
 * 18 on EVM networks.
 */
decimals: number, };
export type Network = { 
/**
 * The number on EVM networks, else the reference.
 */
id: NetworkId, 
/**
 * The namespace.
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
 * The coin for fees.
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
 * A Cosmos network's own data (decision 231, "Cosmos networks and prefixes"), from the page's options.
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
 * A `blob:` url, once loaded.
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
 * CAIP-2: the value for `networks.choose`.
 */
caipNetworkId: string, 
/**
 * "Ethereum"
 */
name: string, 
/**
 * A `blob:` url, once loaded.
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
 * The connected wallet returned no address for it. The user can try again.
 */
unread: boolean, 
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
 * The search results. An empty result isn't a group.
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
 * The namespace of that network.
 */
namespace: Namespace | null, 
/**
 * The networks that the connected wallet supports, as CAIP-2. `None`: all.
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
 * The kind.
 */
content: NftContent, 
/**
 * The service's rating of it.
 */
flags: NftFlags, };
export type NftItem = { 
/**
 * Identifies the collectible: the React key of its row.
 */
id: string, 
/**
 * "Cool Cat #3"
 */
name: string, 
/**
 * `blob:` URL of the picture, once it is loaded.
 */
image: string | null, };
export type OnrampCheck = "loading" | "unavailable" | "enter_amount" | "invalid_amount" | "below_limit" | "above_limit" | "no_quote" | "ready";
export type OnrampMethod = { 
/**
 * `card`
 */
id: string, 
/**
 * "$10 - $7,500"
 */
range: string, 
/**
 * It takes the sum that is typed; also while none is.
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
 * The asset that it sells here: "USDC".
 */
symbol: string, 
/**
 * The price that is shown is its own; of the others the user says there how much.
 */
isQuoted: boolean, 
/**
 * It isn't available now: it sells nothing on this network, or its quote has expired.
 */
isOff: boolean, };
export type OnrampQuote = { 
/**
 * Our own estimate, not a quote.
 */
isEstimate: boolean, 
/**
 * "98.15". `None` for an estimate, which isn't in the bought asset's unit.
 */
got: string | null, 
/**
 * The full amount, if the shown one is rounded down.
 */
gotWhole: string | null, 
/**
 * "98.15 DUSD"; of an estimate the sum itself.
 */
purchaseAmount: string, 
/**
 * "$100"
 */
paymentTotal: string, 
/**
 * Less fees: "$98.15".
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
 * The service's own.
 */
quoteId: string, };
export type OnrampSlice = { purchaseCurrency: PurchaseCurrency | null, paymentCurrency: PaymentCurrency | null, 
/**
 * Of the price, whole; nothing without one.
 */
purchaseAmount: string | null, 
/**
 * As typed.
 */
paymentAmount: string, selectedProvider: Provider | null, quotesLoading: boolean, error: ErrorData | null, check: OnrampCheck, optionsPhase: LoadPhase, 
/**
 * The options are the built-in ones (7.23).
 */
isSample: boolean, quote: OnrampQuote | null, 
/**
 * The limit for `BelowLimit` and `AboveLimit`: "$10".
 */
limit: string | null, methods: Array<OnrampMethod>, image: string | null, networkName: string, networkIcon: string | null, paymentCurrencies: Array<string>, 
/**
 * Of what is paid in, if it has one: "$".
 */
sign: string | null, purchaseCurrencies: Array<OnrampTokenRow>, providers: Array<OnrampProvider>, phase: BuyPhase, url: string | null, 
/**
 * Whose page that is: "pay.coinbase.com".
 */
host: string | null, 
/**
 * Why the last purchase failed.
 */
fault: ErrorData | null, 
/**
 * The bought amount, once received.
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
 * Its picture as a `blob:` URL, if the account has one of it.
 */
image: string | null, 
/**
 * It calls itself like one before it (docs/spec/security.md B13).
 */
unverified: boolean, 
/**
 * `data-testid` of its row.
 */
testId: string, };
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
 * This is a phone: a click opens the app, and the QR code is secondary.
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
error: ErrorData | null, 
/**
 * It failed since the wallet shared no account of this namespace.
 */
missing: Namespace | null, };
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
 * A `blob:` url, or `None`.
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
 * Its icon as a `blob:` url, once loaded.
 */
image: string | null, };
export type PayPhase = "choosing" | "preparing" | "opening" | "ready" | "exchange" | "wallet" | "confirming" | "done" | "said" | "failed" | "unknown";
export type PaySlice = { 
/**
 * Its progress.
 */
phase: PayPhase, 
/**
 * The page's own name.
 */
site: string, 
/**
 * Exact: "1,250.5".
 */
amount: string, 
/**
 * "USDC"
 */
symbol: string, 
/**
 * "$25.00"; nothing while no price is known.
 */
worth: string | null, 
/**
 * The token's contract, checksummed; nothing for the native coin.
 */
token: string | null, 
/**
 * Its icon as a `blob:` url, once loaded.
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
 * Whether the network has confirmed the asset. Nothing is paid before that.
 */
checked: LoadPhase, 
/**
 * It is not: this payment is over.
 */
refused: boolean, 
/**
 * Of the exchanges.
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
 * The one that was chosen.
 */
exchange: PayExchange | null, 
/**
 * Its page, to be opened.
 */
url: string | null, 
/**
 * The host of that page.
 */
host: string | null, 
/**
 * It opens in a tab, else in a window.
 */
inTab: boolean, 
/**
 * An earlier attempt can still succeed.
 */
earlier: boolean, 
/**
 * The transaction.
 */
hash: string | null, 
/**
 * Its page.
 */
explorerUrl: string | null, 
/**
 * Why it can't continue.
 */
error: ErrorData | null, 
/**
 * That, as far as a user can act on it.
 */
trouble: PayTrouble | null, };
export type PayTrouble = "funds" | "busy" | "asset" | "exchange" | "host" | "unshown" | "reverted" | "replaced" | "differs" | "altered" | "unread" | "other";
export type PayWallet = { 
/**
 * "MetaMask"
 */
name: string | null, 
/**
 * Its icon.
 */
icon: string | null, 
/**
 * The paying account: "0x70…dc79C8"
 */
short: string, 
/**
 * It has to go to the payment's network first.
 */
switches: boolean, };
export type PaymentCurrency = { 
/**
 * "USD".
 */
id: string, 
/**
 * The ways to pay in it.
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
 * A number of uses.
 */
count: string, 
/**
 * Of these.
 */
unit: PeriodUnit, };
export type PeriodUnit = "year" | "week" | "day" | "hour" | "minute" | "second";
export type PermissionsCommand = { "type": "permissions.retry", } | { "type": "permissions.revoke", id: string, } | { "type": "permissions.keep", } | { "type": "permissions.confirm", id: string, };
export type PermissionsSlice = { 
/**
 * This network doesn't support them.
 */
off: boolean, 
/**
 * Of what others may do.
 */
grantsPhase: PermitsPhase, 
/**
 * Permissions of others.
 */
grants: Array<PermitRow>, 
/**
 * "12": how many more aren't listed.
 */
grantsMore: string | null, 
/**
 * Of what this page may do.
 */
sitesPhase: PermitsPhase, 
/**
 * Permissions of this page.
 */
sites: Array<PermitRow>, 
/**
 * The same of these.
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
 * The permissions of another party. The page itself doesn't have any of these.
 */
line: GrantLine | null, 
/**
 * The permitted address. In full.
 */
to: string | null, 
/**
 * The page's permission, in the wallet's terms.
 */
name: string | null, 
/**
 * That is to see accounts: without it, it is disconnected.
 */
isAccounts: boolean, 
/**
 * Their number.
 */
accounts: number | null, 
/**
 * When it ends.
 */
until: string | null, 
/**
 * It can be revoked now.
 */
canRevoke: boolean, 
/**
 * Its progress.
 */
working: PermitPhase | null, 
/**
 * Why the revocation failed.
 */
error: ErrorData | null, };
export type PermitsPhase = "loading" | "ready" | "failed" | "silent" | "unknown";
export type PictureUrl = { 
/**
 * Of any host.
 */
url: string, };
export type Platform = "mobile" | "web" | "desktop" | "unsupported";
export type Power = "owner" | "admin" | "program" | "guard" | "module" | "signer" | "delegate" | "account" | "holding" | "closing" | "issuer" | "nonce" | "staker" | "upgrade" | "message" | "keys";
export type ProfileAccount = { 
/**
 * In full.
 */
address: string, 
/**
 * "0x70…dc79C8"
 */
short: string, 
/**
 * Its name.
 */
label: string | null, };
export type ProfileAction = "switch" | "connect";
export type ProfileAddress = { 
/**
 * In full.
 */
address: string, 
/**
 * "bc1q…3f4t"
 */
short: string, 
/**
 * Its kind.
 */
kind: AccountType, };
export type ProfileRecent = { 
/**
 * The namespace.
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
 * `blob:` URL.
 */
icon: string | null, 
/**
 * Its address then, as it is shown.
 */
short: string, 
/**
 * The name of that.
 */
label: string | null, 
/**
 * The action of its button.
 */
action: ProfileAction, 
/**
 * Its wallet can be reached from here.
 */
reachable: boolean, 
/**
 * Its wallet has a request.
 */
busy: boolean, };
export type ProfileWallet = { 
/**
 * The namespace.
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
 * `blob:` URL.
 */
icon: string | null, 
/**
 * In full.
 */
address: string, 
/**
 * As it is shown.
 */
short: string, 
/**
 * The name of the address.
 */
label: string | null, 
/**
 * The kind of the account.
 */
kind: AccountType, 
/**
 * Accounts of other kinds.
 */
more: Array<ProfileAddress>, 
/**
 * Accounts of the same kind, the current one first. Empty without a choice.
 */
choice: Array<ProfileAccount>, 
/**
 * Where to look at it.
 */
explorerUrl: string | null, 
/**
 * The page is on this namespace.
 */
active: boolean, 
/**
 * Its wallet has not answered yet, or a sign-in is due.
 */
waits: boolean, 
/**
 * The page can go to it.
 */
action: ProfileAction | null, 
/**
 * A disconnect is running.
 */
disconnecting: boolean, 
/**
 * Until its wallet has named it, its address is not copied.
 */
confirmation: Confirmation, };
export type ProfileWalletsCommand = { "type": "profileWallets.tab", namespace: Namespace, } | { "type": "profileWallets.switch", namespace: Namespace, connectorId: string, } | { "type": "profileWallets.choose", namespace: Namespace, address: string, } | { "type": "profileWallets.remove", namespace: Namespace, connectorId: string, };
export type ProfileWalletsSlice = { 
/**
 * The stored data is loaded. Before that the view doesn't report a missing entry.
 */
ready: boolean, 
/**
 * The namespaces, if several.
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
 * Several namespaces are connected.
 */
disconnectsAll: boolean, };
export type Provider = "meld" | "coinbase";
export type PurchaseCurrency = { 
/**
 * The service's own.
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
 * Where.
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
 * The number of its chain, decimal.
 */
chain_id: string, 
/**
 * The token's address. For a coin, the service's placeholder.
 */
contract_address: string, };
export type Qr = { 
/**
 * Modules of one side, without the quiet zone.
 */
size: number, 
/**
 * The dark modules outside the finders as the `d` of an SVG path: a point each, at its upper left corner. Round caps make them dots.
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
export type ReceiveSlice = { 
/**
 * The address. For Bitcoin, the payment address. Empty until the wallet has confirmed it.
 */
address: string | null, 
/**
 * It as a code, plain (decision 22, "Receive").
 */
qr: Qr | null, 
/**
 * The networks of its namespace, the active one first.
 */
networks: Array<NetworkBadge>, 
/**
 * A contract of one network: on others it does not exist.
 */
only: boolean, 
/**
 * The same account in the form of no network, if the active network writes it differently (SS58).
 */
generic: string | null, };
export type ReceiverError = "invalid" | "checksum" | "network" | "name" | "name_character" | "name_mixed" | "name_alike" | "name_marks" | "name_place" | "name_hyphens" | "name_empty" | "name_long" | "name_not_found" | "name_failed" | "name_outside" | "name_of_contract" | "name_without_node";
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
 * `blob:` URL, while the wallet is in the page.
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
 * The allowance.
 */
approval: ApprovalRow, 
/**
 * The account that revokes it.
 */
from: SendParty, 
/**
 * "0.000021 ETH"; nothing while it is not known.
 */
fee: string | null, 
/**
 * The fee.
 */
feePhase: LoadPhase, 
/**
 * Its name.
 */
networkName: string, 
/**
 * Its icon.
 */
networkIcon: string | null, };
export type Risk = "normal" | "review" | "warning" | "critical" | "blocked";
export type RouterCommand = { "type": "router.open", view?: string, namespace?: string, arguments?: unknown, } | { "type": "router.close", reason: CloseReason, } | { "type": "router.push", view: View, } | { "type": "router.replace", view: View, } | { "type": "router.reset", view: View, } | { "type": "router.back", } | { "type": "router.ahead", } | { "type": "router.hurry", };
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
 * The view's journey has succeeded, and the view shows that for a moment.
 */
done: boolean, 
/**
 * The wallet of the connecting views.
 */
wallet: WalletRow | null, 
/**
 * Of the network picker.
 */
network: NetworkBadge, 
/**
 * Closed: the next opening adds nothing to the slices, so the element can prepare the view within the click.
 */
certain: boolean, };
export type RpcUrls = { 
/**
 * Asked in order.
 */
http: Array<string>, 
/**
 * Only passed on to the page.
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
 * The other one, checksummed.
 */
known: string, 
/**
 * Positions of differing characters, counted after `0x` if the namespace writes that.
 */
differs: Array<number>, };
export type SendCause = "funds" | "nonce" | "underpriced" | "reverted" | "replaced" | "busy";
export type SendChange = { 
/**
 * "-1.5 ETH"; nothing for a token in no list: its amount is unknown then.
 */
text: string | null, 
/**
 * Its contract, checksummed, if it isn't shown as text.
 */
token: string | null, 
/**
 * Incoming. Otherwise outgoing.
 */
incoming: boolean, };
export type SendCheck = "select_token" | "token_refused" | "enter_amount" | "invalid_amount" | "insufficient_funds" | "enter_address" | "looking_up" | "invalid_address" | "ready";
export type SendCommand = { "type": "send.open", token?: string, to?: string, amount?: string, memo?: string, } | { "type": "send.amount", value: string, } | { "type": "send.token", id: string, } | { "type": "send.search", text: string, } | { "type": "send.receiver", value: string, } | { "type": "send.memo", value: string, } | { "type": "send.unit", } | { "type": "send.lookup", } | { "type": "send.compared", value: boolean, } | { "type": "send.max", } | { "type": "send.reload", } | { "type": "send.fee", } | { "type": "send.review", } | { "type": "send.confirm", } | { "type": "send.cancel", };
export type SendFault = { 
/**
 * The reason.
 */
cause: SendCause, 
/**
 * The contract's own words; foreign text.
 */
reason: string | null, };
export type SendFirst = "ever" | "lately" | "here";
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
 * Its icon as a `blob:` url, once loaded.
 */
image: string | null, };
export type SendPhase = "editing" | "preparing" | "review" | "waiting" | "confirming" | "unknown" | "failed" | "differs" | "altered" | "unread";
export type SendPreview = { 
/**
 * The payment that the page requests.
 */
isPayment: boolean, 
/**
 * Exact.
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
 * The sender.
 */
from: SendParty, 
/**
 * "Ethereum".
 */
networkName: string, 
/**
 * Its icon as a `blob:` url, once loaded.
 */
networkIcon: string | null, 
/**
 * It takes ten minutes and more for a block.
 */
rareBlocks: boolean, 
/**
 * "0.000022 ETH, $0.07". Without the dollar value if the price is unknown. `None` while the fee is unknown.
 */
fee: string | null, 
/**
 * The fee.
 */
feePhase: LoadPhase, 
/**
 * Amount plus fee, with their value. `None` for a token, because another coin pays its fee.
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
 * The memo for the recipient.
 */
memo: string | null, 
/**
 * Keys that go along, by which a payment is found; whole.
 */
references: Array<string>, 
/**
 * The token's picture as a `blob:` URL, once loaded.
 */
image: string | null, 
/**
 * The address that the recipient would be taken for: confirmed only once they were compared (10.13).
 */
alike: SendAlike | null, 
/**
 * They were.
 */
compared: boolean, 
/**
 * Nothing was sent to it from here before.
 */
firstTime: SendFirst | null, 
/**
 * The typed name doesn't have an address on this network: this is its address on Ethereum.
 */
ofEthereum: boolean, 
/**
 * Hosts of the gateways that the typed name was looked up through.
 */
through: Array<string>, 
/**
 * What the address is, if it isn't a normal account.
 */
place: RecipientKind | null, 
/**
 * "0.00203928 SOL, $0.31": the deposit for an account that is opened for the recipient.
 */
opens: string | null, 
/**
 * "0.5 DEMO": the token's transfer fee.
 */
withheld: string | null, 
/**
 * "1 DEMO": the transfer fee after a scheduled change.
 */
withheldLater: string | null, 
/**
 * Notes about the token.
 */
rules: Array<TokenRule>, 
/**
 * List and network differ about the token: the amount is in base units.
 */
doubt: TokenDoubt | null, 
/**
 * "12.5 DEMO": the amount on the network, if the token counts amounts differently.
 */
uncounted: string | null, 
/**
 * The parts that the wallet added when signing, with a formatted fee: "0.0004 SOL, $0.06".
 */
added: Added | null, 
/**
 * The simulated balance changes, if they differ from the amount. Empty if no node supports that.
 */
changes: Array<SendChange>, 
/**
 * Something else would leave than is shown here, or more of it: it is not confirmed.
 */
exceeded: boolean, };
export type SendSlice = { token: SendToken | null, sendTokenAmount: string, receiverAddress: string, 
/**
 * The memo for the recipient. `None` if no memo is requested.
 */
memo: string | null, receiverProfileName: string | null, receiverProfileImageUrl: string | null, networkBalanceInUSD: string | null, tokenBalances: Array<TokenItem>, loading: boolean, worth: string | null, max: string | null, maxPhase: LoadPhase, check: SendCheck, tokenError: TokenError | null, 
/**
 * Notes about the token.
 */
rules: Array<TokenRule>, 
/**
 * List and network differ about the token.
 */
doubt: TokenDoubt | null, amountError: AmountError | null, receiverError: ReceiverError | null, 
/**
 * The character that a name can't have: "/", or "U+200D".
 */
nameCharacter: string | null, 
/**
 * A name is being looked up.
 */
lookingUp: boolean, 
/**
 * The address that a typed name resolves to, checksummed.
 */
resolved: string | null, 
/**
 * The typed name doesn't have an address on this network: `resolved` is its address on Ethereum.
 */
ofEthereum: boolean, 
/**
 * The address that the recipient would be taken for.
 */
alike: SendAlike | null, 
/**
 * Nothing was sent to the recipient from here before.
 */
firstTime: SendFirst | null, 
/**
 * The unit of the typed amount.
 */
unit: AmountUnit, 
/**
 * The unit after pressing the unit button. `None` if no other exists.
 */
nextUnit: AmountUnit | null, 
/**
 * The amount as it is typed, in whatever unit.
 */
typed: string, 
/**
 * The amount to send, "0.5 ETH", while the amount is typed in another unit.
 */
sends: string | null, notice: SendNotice | null, phase: SendPhase, preview: SendPreview | null, hash: string | null, 
/**
 * The owners of the account, a Safe, haven't approved it yet.
 */
proposed: boolean, explorerUrl: string | null, error: ErrorData | null, 
/**
 * The known causes of `error`.
 */
fault: SendFault | null, 
/**
 * An earlier send that may still happen, "1.5 ETH": said before the next one is confirmed (docs/spec/security.md R8).
 */
unanswered: string | null, 
/**
 * The sent amount, after success.
 */
ended: Ending | null, search: string, 
/**
 * The first [`TOKENS_MAX`] of those that fit what is searched for.
 */
tokens: Array<TokenItem>, 
/**
 * How many more of them there are, "1,234".
 */
more: string | null, tokensPhase: BalancePhase, };
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
 * Its icon as a `blob:` url, once loaded.
 */
image: string | null, };
export type SessionCreated = { 
/**
 * Until when.
 */
until: string | null, 
/**
 * Its permissions.
 */
lines: Array<GrantLine>, 
/**
 * By which account; whole.
 */
account: string, };
export type SessionMonth = { 
/**
 * "January", "December 2025"; nothing if the date is unknown.
 */
title: string | null, 
/**
 * Newest first.
 */
rows: Array<SessionRow>, };
export type SessionRow = { 
/**
 * Its id.
 */
pci: string, 
/**
 * The grantee. `None` without a name.
 */
name: string | null, 
/**
 * The host of its page: "app.example".
 */
site: string | null, 
/**
 * Its picture as a `blob:` URL.
 */
image: string | null, 
/**
 * Its group.
 */
tag: SessionTab, 
/**
 * When it was granted.
 */
created: string | null, 
/**
 * When it ends or ended; nothing: never.
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
 * Its id isn't a plain word, so it can be someone else's message and isn't signed here.
 */
isOdd: boolean, 
/**
 * It can be revoked now.
 */
canRevoke: boolean, 
/**
 * Its progress.
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
 * From the list.
 */
phase: SessionsPhase, 
/**
 * The list that is shown.
 */
tab: SessionTab, 
/**
 * How many are in each list, in their order.
 */
counts: [number, number, number], 
/**
 * The rows of that list.
 */
months: Array<SessionMonth>, 
/**
 * More exist than listed.
 */
cut: number | null, 
/**
 * It was read before, and could not be read again.
 */
old: boolean, 
/**
 * The newly granted one.
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
 * Its picture, a `blob:` URL.
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
 * The wallet that is asked proposes requests to the owners of the account.
 */
proposes: boolean, };
export type SlippageChoice = "auto" | "half" | "one" | "own";
export type SocialPhase = "idle" | "preparing" | "blocked" | "waiting" | "closed" | "reading" | "failed";
export type Stand = { 
/**
 * How many of its transactions the node knows, those in no block yet among them.
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
 * 18.
 */
decimals: number, 
/**
 * Floored to three decimals; nothing while it is not known.
 */
balance: string | null, 
/**
 * Its icon as a `blob:` url, once loaded.
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
 * The full amount, if the shown one is rounded down.
 */
rateWhole: string | null, 
/**
 * "0.31%"; nothing without prices.
 */
impact: string | null, 
/**
 * It is high.
 */
isImpactHigh: boolean, 
/**
 * "1%"
 */
slippage: string, 
/**
 * It is high.
 */
isSlippageHigh: boolean, 
/**
 * "2,970.1188 DUSD"
 */
minimum: string, 
/**
 * All its digits.
 */
minimumWhole: string | null, 
/**
 * "0.00015 ETH, $0.45": about that for the network, before the swap is built.
 */
networkFee: string | null, 
/**
 * "$25.50, 0.85%", contained in the rate; "0.0085 ETH, 0.85%" without a price.
 */
providerFee: string, 
/**
 * When it was quoted, milliseconds since 1970.
 */
quotedAt: number, };
export type SwapDoubt = "no_price" | "one_price";
export type SwapPreview = { 
/**
 * Exact.
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
 * Its icon.
 */
givesImage: string | null, 
/**
 * At least.
 */
gets: string, 
/**
 * The full amount, if the shown one is rounded down.
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
 * Its icon.
 */
getsImage: string | null, 
/**
 * The currently offered amount, without a guarantee.
 */
expected: string, 
/**
 * All its digits.
 */
expectedWhole: string | null, 
/**
 * The swapping account.
 */
from: SendParty, 
/**
 * The source's contract. `None` for the coin.
 */
givesToken: string | null, 
/**
 * The target's contract. `None` for the coin.
 */
getsToken: string | null, 
/**
 * "Ethereum".
 */
networkName: string, 
/**
 * Its icon.
 */
networkIcon: string | null, 
/**
 * The router, checksummed.
 */
router: string, 
/**
 * "0.000022 ETH, $0.07"; nothing while it is unknown.
 */
fee: string | null, 
/**
 * The fee.
 */
feePhase: LoadPhase, 
/**
 * The steps, in order.
 */
steps: Array<SwapStep>, 
/**
 * Which of them is next, or with the wallet.
 */
step: number, 
/**
 * Counts up when less is got than what was shown before.
 */
revision: number, 
/**
 * The loss of value is high enough to require a separate confirmation, and whether the user gave it.
 */
isCritical: boolean, 
/**
 * Why the loss of value might be unknown. This also requires the confirmation.
 */
doubt: SwapDoubt | null, 
/**
 * Tokens about which list and network differ: their amounts are base units.
 */
tokenDoubts: Array<TokenDoubt>, 
/**
 * It has the tick.
 */
isAccepted: boolean, };
export type SwapSide = "sourceToken" | "toToken";
export type SwapSlice = { source: SwapBox | null, target: SwapBox | null, amount: string, sourceWorth: string | null, 
/**
 * The target amount. `None` while unknown.
 */
targetAmount: string | null, 
/**
 * The full amount, if the shown one is rounded down.
 */
targetWhole: string | null, targetWorth: string | null, max: string | null, loadPhase: LoadPhase, amountError: AmountError | null, tokenError: TokenError | null, 
/**
 * The symbols of the tokens that is about.
 */
refusedTokens: Array<string>, 
/**
 * Tokens of the form about which list and network differ.
 */
tokenDoubts: Array<TokenDoubt>, check: SwapCheck, 
/**
 * Of what is got.
 */
quotePhase: LoadPhase, quoteError: ErrorData | null, isPriceMissing: boolean, details: SwapDetails | null, slippage: SwapSlippage, phase: SendPhase, preview: SwapPreview | null, hash: string | null, 
/**
 * The owners of the account, a Safe, haven't approved it yet.
 */
proposed: boolean, explorerUrl: string | null, error: ErrorData | null, fault: SendFault | null, 
/**
 * An earlier transaction that may still happen (docs/spec/security.md R8).
 */
unanswered: string | null, 
/**
 * The swapped amounts, after success.
 */
ended: Ending | null, 
/**
 * The symbol of the coin fees are paid in.
 */
native: string, 
/**
 * The list of tokens.
 */
side: SwapSide, search: string, tokensPhase: LoadPhase, suggested: Array<SwapTokenRow>, held: Array<SwapTokenRow>, others: Array<SwapTokenRow>, 
/**
 * More tokens exist: users find them with the search.
 */
isCut: boolean, };
export type SwapSlippage = { 
/**
 * Which one.
 */
choice: SlippageChoice, 
/**
 * "2.5": as typed, of the own one.
 */
own: string, 
/**
 * The typed text is invalid.
 */
isWrong: boolean, 
/**
 * "1%": the valid slippage. While the text is invalid, the previous one.
 */
text: string, 
/**
 * It is high.
 */
isHigh: boolean, };
export type SwapStep = { 
/**
 * The kind of step.
 */
kind: StepKind, 
/**
 * Its progress.
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
 * Floored to three decimals; nothing where none is held.
 */
amount: string | null, 
/**
 * "$12.50"
 */
worth: string | null, 
/**
 * Its icon as a `blob:` url, once loaded.
 */
image: string | null, 
/**
 * It calls itself like another one in the list that is held, native or before it (docs/spec/security.md B13).
 */
unverified: boolean, 
/**
 * In one of the boxes already.
 */
isChosen: boolean, 
/**
 * `data-testid` of its row.
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
 * Checked variables.
 */
themeVariables: { [key in string]: string }, };
export type TimelineLine = { 
/**
 * Which step.
 */
step: TimelineStep, 
/**
 * Its progress.
 */
state: StepState, };
export type TimelineStep = "signed" | "sent" | "confirmed" | "failed" | "replaced" | "differs" | "altered" | "unread";
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
link: string | null, 
/**
 * A transaction from this modal with its own view: its id.
 */
about: string | null, };
export type ToastSlice = { 
/**
 * At most one.
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
 * From the list.
 */
listedDecimals: number, 
/**
 * "DAI", from the contract. `None` without one.
 */
network: string | null, 
/**
 * From the contract. `None` if the network doesn't have them.
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
 * CAIP-2.
 */
chainId: string, 
/**
 * CAIP-10 of the contract; nothing for the native coin.
 */
address: string | null, 
/**
 * The amount.
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
 * The URL of its icon.
 */
iconUrl: string | null, 
/**
 * The same, under its other name.
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
 * "$12.50"
 */
worth: string | null, 
/**
 * Its icon as a `blob:` url, once loaded.
 */
image: string | null, 
/**
 * `data-testid` of its row.
 */
testId: string, };
export type TokenNote = { 
/**
 * "USDC", if the symbol is known.
 */
symbol: string | null, 
/**
 * In full.
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
 * Of the contract, as its namespace shows it.
 */
address: string, 
/**
 * A picture of it.
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
 * How many more there are, "1,234".
 */
more: string | null, 
/**
 * "$1,234.56", of all there are.
 */
total: string | null, 
/**
 * It failed since the service answered with more than is read.
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
 * Ours, random.
 */
id: string, 
/**
 * `0x` and 64 hex digits.
 */
hash: string | null, 
/**
 * The wallet's id of a batch of calls (EIP-5792), until the hash is known.
 */
calls: string | null, 
/**
 * Its place among those of its sender, once the network has been seen to know it; nothing where others send it, as for a batch.
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
 * The last block that this can be in.
 */
until: number | null, 
/**
 * The parts that the wallet added to the request.
 */
added?: Added, 
/**
 * CAIP-2.
 */
chain: string, 
/**
 * The content.
 */
kind: TransactionKind, 
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
 * CAIP-10 of the token that a swap gets; nothing for the native coin.
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
 * Its page.
 */
explorerUrl: string | null, 
/**
 * Milliseconds since 1970.
 */
createdAt: number, 
/**
 * The user has seen that the outcome is unknown.
 */
told: boolean, 
/**
 * How often the network has exchanged a block that it was in (a reorganization).
 */
dropped?: number, 
/**
 * It is in a block that may still be exchanged.
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
 * The entry's value.
 */
id: string, 
/**
 * The transaction.
 */
kind: TransactionKind, 
/**
 * The history's label, for a transaction from elsewhere.
 */
verb: string | null, 
/**
 * The block that it was in is gone: it waits for another one.
 */
dropped: boolean, 
/**
 * The page's label.
 */
description?: string, 
/**
 * It came from `to`.
 */
came: boolean, 
/**
 * Its progress.
 */
phase: TransactionPhase, 
/**
 * In order.
 */
timeline: Array<TimelineLine>, 
/**
 * Exact: "1,234.5".
 */
amount: string, 
/**
 * "ETH".
 */
symbol: string, 
/**
 * The recipient, or the contract that swaps or may spend; checksummed.
 */
to: string, 
/**
 * Of a batch; empty for a single transaction.
 */
calls: Array<BatchCall>, 
/**
 * The parts that the wallet added, with a formatted fee.
 */
added?: Added, 
/**
 * "Ethereum"; nothing for a network that is not configured any more.
 */
networkName: string | null, 
/**
 * The time of the request, formatted.
 */
date: string, 
/**
 * The same, as ISO 8601.
 */
iso: string, 
/**
 * Its page.
 */
explorerUrl: string | null, };
export type TransactionsCommand = { "type": "transactions.open", id: string, } | { "type": "transactions.news", } | { "type": "transactions.describe", hash: string, description: string, confirmations?: number, };
export type TransactionsSlice = { 
/**
 * Newest first.
 */
list: Array<TransactionItem>, 
/**
 * The one in its own view; nothing once it is not in the list any more.
 */
shown: TransactionView | null, };
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
export type UpdatePhase = "idle" | "sending" | "code" | "checking";
export type View = "Connect" | "ConnectingExternal" | "ConnectingMultiChain" | "WhatIsAWallet" | "ConnectWallets" | "EmailLogin" | "EmailVerifyOtp" | "EmailVerifyDevice" | "ConnectSocials" | "ConnectingSocial" | "ConnectingFarcaster" | "Create" | "UpdateEmailWallet" | "UpdateEmailPrimaryOtp" | "UpdateEmailSecondaryOtp" | "UpgradeEmailWallet" | "AllWallets" | "ConnectingWalletConnect" | "ConnectingWalletConnectBasic" | "GetWallet" | "Downloads" | "Account" | "Activity" | "AccountSettings" | "ProfileWallets" | "SwitchAddress" | "Networks" | "WhatIsANetwork" | "SwitchNetwork" | "SwitchActiveChain" | "UnsupportedChain" | "SIWXSignMessage" | "Send" | "SendSelectToken" | "SendPreview" | "Swap" | "SwapSelectToken" | "SwapPreview" | "OnRamp" | "OnRampFiatSelect" | "OnRampTokenSelect" | "OnRampProviders" | "BuyInProgress" | "WhatIsABuy" | "Transaction" | "Receive" | "CompatibleNetworks" | "Pay" | "PayLoading" | "Permissions" | "RevokePreview" | "ChooseAccountName" | "RegisterAccountName" | "RegisterAccountNameSuccess" | "SmartSessionList" | "SmartSessionCreated" | "ReviewRequest" | "ApproveTransaction";
export type WalletFamily = { 
/**
 * Which.
 */
namespace: Namespace, 
/**
 * CAIP-2 of the network on which the page would show it.
 */
network: string | null, 
/**
 * It is connected there.
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
 * As announced.
 */
rdns: string | null, 
/**
 * Of an embedded wallet: the owner's name or address of mail.
 */
identifier?: string, 
/**
 * Of an embedded wallet: the provider.
 */
social?: string, };
export type WalletRow = { 
/**
 * The connector id: the value for `connect.select`.
 */
id: string, 
/**
 * A label, never an identity.
 */
name: string, 
/**
 * A `blob:` url, or `None`.
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
 * Namespaces it serves.
 */
namespaces: Array<Namespace>, };
export type WalletTag = "qrcode" | "installed" | "recent" | "connected";
export type WalletTile = { 
/**
 * The value for `connect.select`.
 */
id: string, 
/**
 * A label.
 */
name: string, 
/**
 * A `blob:` url, or `None`.
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
export type Slices = { state: StateSlice, router: RouterSlice, connect: ConnectSlice, account: AccountSlice, accounts: AccountsSlice, connections: ConnectionsSlice, networks: NetworksSlice, toast: ToastSlice, alerts: AlertsSlice, theme: ThemeSlice, options: OptionsSlice, directory: DirectorySlice, profileWallets: ProfileWalletsSlice, pairing: PairingSlice, embedded: EmbeddedSlice, signIn: SignInSlice, tokens: TokensSlice, receive: ReceiveSlice, onramp: OnrampSlice, activity: ActivitySlice, transactions: TransactionsSlice, send: SendSlice, pay: PaySlice, names: NamesSlice, review: ReviewSlice, sessions: SessionsSlice, permissions: PermissionsSlice, approvals: ApprovalsSlice, swap: SwapSlice };
export type Command = StartupCommand | RouterCommand | ToastsCommand | AlertsCommand | ConnectCommand | AccountsCommand | BalancesCommand | ConnectionsCommand | ActivityCommand | NetworksCommand | ProfileWalletsCommand | DirectoryCommand | PairingCommand | EmbeddedCommand | BuyCommand | SendCommand | TransactionsCommand | SwapCommand | PayCommand | NamesCommand | SessionsCommand | PermissionsCommand | ApprovalsCommand | ReviewCommand | OptionsCommand | TelemetryCommand | ThemeCommand | SignInCommand;
