//! All limits, with their units in the name (specification section 9, for values used here; "ours" if the specification is silent).

// ---- time
/// 9.2 Portfolio and native balance.
pub const BALANCE_CACHE_MS: u64 = 30_000;
/// Between two balance requests to the embedded wallet while Account is shown (docs/spec/services.md A11).
pub const BALANCE_POLL_MS: u64 = 10_000;
/// 9.3 Names and identities.
pub const IDENTITY_CACHE_MS: u64 = 300_000;
/// 9.4 After a failed balance fetch.
pub const BALANCE_RETRY_BLOCK_MS: u64 = 30_000;
/// 9.5
pub const PAIRING_EXPIRY_MS: u64 = 240_000;
/// 9.6 A pairing this close to its end is treated as expired.
pub const PAIRING_EXPIRY_GUARD_MS: u64 = 10_000;
/// Ours: a stored session is shown as disconnected when the relay has not said so long that the wallet still has it.
pub const RELAY_RESTORE_MS: u64 = 30_000;
/// Ours: how long a tab waits for the leading one to release the lock.
pub const LEAD_WAIT_MS: u64 = 10_000;
/// Ours: the interval for asking the leading tab to release the lock.
pub const LEAD_ASK_MS: u64 = 300;
/// Ours: a leading tab that doesn't respond for so long sleeps, and its lock is seized.
pub const LEAD_SEIZE_MS: u64 = 2_000;
/// 10.16: a page that is still in front so long after a link was opened: the app did not come.
pub const DEEP_LINK_WATCH_MS: u64 = 2_000;
/// 9.10 After this a sent transaction is "unknown, still watching".
pub const TRANSACTION_CONFIRMATION_MS: u64 = 25_000;
/// The same for Bitcoin, whose blocks are ten minutes apart.
pub const BITCOIN_CONFIRMATION_MS: u64 = 3_600_000;
/// 6.2 EVM chains of the embedded wallet. The option `authChains` adds more.
pub const AUTH_CHAINS: [u64; 24] = [
    1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113,
    324, 280, 100, 8453, 84531, 84532, 7777777, 999,
];
/// 6.2 The same for Solana: main, test, development.
pub const AUTH_SOLANA_CHAINS: [&str; 3] = [
    "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
    "EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
];
/// Ours: how many patterns of allowed pages of a project are read.
pub const ORIGINS_MAX: usize = 10_000;
/// 9.11
pub const IMAGE_PRELOAD_MS: u64 = 2_000;
/// 9.1
pub const EMAIL_COOLDOWN_MS: u64 = 30_000;
/// 9.12
pub const FRAME_LOAD_MS: u64 = 20_000;
/// 9.13
pub const FRAME_LOGIN_MS: u64 = 120_000;
/// docs/spec/embedded-frame.md section 4
pub const FRAME_CALL_MS: u64 = 20_000;
/// docs/spec/embedded-frame.md section 4: a request that only reads.
pub const FRAME_READ_MS: u64 = 10_000;
/// docs/spec/embedded-frame.md section 4: a call whose answer no flow awaits.
pub const FRAME_QUIET_MS: u64 = 5_000;
/// 9.8 The delay before a rejected request is shown.
pub const REFUSED_SHOWN_MS: u64 = 300;
/// 4.18 How often it is looked whether the window of a provider is closed.
pub const POPUP_POLL_MS: u64 = 1_000;
/// Decision 7, "A login window that seems closed": how long it must read as closed.
pub const POPUP_GRACE_MS: u64 = 3_000;
/// docs/spec/embedded-frame.md section 7: after the view of farcaster was left.
pub const FRAME_RELOAD_MS: u64 = 100;
/// Ours: maximum size of a provider's return data, in bytes.
pub const RESULT_URI_MAX: usize = 8_192;
/// docs/spec/embedded-frame.md section 8: maximum time of a login in a messaging app's browser.
pub const SOCIAL_RETURN_MS: u64 = 600_000;
/// 4.23 Between its ready event and its first call.
pub const FRAME_SETTLE_MS: u64 = 500;
/// docs/spec/embedded-frame.md section 2: a frame that becomes ready again within this time, repeatedly, isn't used.
pub const FRAME_AGAIN_MS: u64 = 10_000;
/// 9.14
pub const SIGN_OUT_WAIT_MS: u64 = 3_000;
/// Ours: maximum number of accounts, newest first, whose sessions are requested from the page after their wallet disconnects.
pub const SIGN_OUT_ASKED_MAX: usize = 16;
/// 9.15
pub const HTTP_TIMEOUT_MS: u64 = 10_000;
/// 2.44 Between a toast and the one that replaces it.
pub const TOAST_GAP_MS: u64 = 150;
/// 2.43 (ours) How long a toast stays.
pub const TOAST_MS: u64 = 2_500;
/// Ours: "Opening" becomes "Confirm in {wallet}".
pub const WALLET_OPENING_MS: u64 = 1_000;
/// Ours: the connecting view says that the wallet is slow.
pub const WALLET_SLOW_MS: u64 = 60_000;
/// Decision 251, "Windows without a signal": the delay until the connecting view asks whether a window opened, for wallets without an event for a
/// closed one.
pub const WALLET_NO_WINDOW_MS: u64 = 8_000;
/// Ours: maximum time between a wallet's confirmation of a switch and the actual switch.
pub const SWITCH_LATE_MS: u64 = 30_000;
/// Decisions 97, "Polkadot wallets in the browser", and 251, "Windows without a signal": the connecting view says that the wallet might be locked.
pub const WALLET_LOCKED_MS: u64 = 20_000;
/// Ours: the timeout of our own wallet prompts (connect, switch, send).
pub const WALLET_PROMPT_MS: u64 = 300_000;
/// Decision 27, "Time for a request": a user has so long for a request of the host; a wallet over a relay has it for any request.
pub const WALLET_REQUEST_MS: u64 = 900_000;
/// Ours: a request that may move money waits so long for its turn, then it is not sent: less than [`WALLET_PROMPT_MS`], after which
/// a timeout could no longer report that it was not sent.
pub const WALLET_TURN_MS: u64 = 240_000;
/// Ours: how long an unanswered attempt to send is kept.
pub const UNANSWERED_KEPT_MS: u64 = 86_400_000;
/// Ours: a silent question to a wallet (`eth_accounts`, `eth_chainId`).
pub const WALLET_SILENT_MS: u64 = 5_000;
/// Decision 159, "A wallet that never states the purpose of its addresses": a mobile wallet has so long for what it answers without a user, then it
/// keeps the question no more.
pub const WALLET_ASIDE_MS: u64 = 15_000;
/// Additional time for a wallet to notify its own timeout.
pub const WALLET_ASIDE_OVER_MS: u64 = 6_000;
/// Ours: how long before a sign-in message expires the next one is prepared, so that the click doesn't have to wait (B7).
pub const SIGN_IN_FRESH_MS: u64 = 20_000;
/// Ours: the shortest interval between two sign-in messages, for a server whose messages expire quickly.
pub const SIGN_IN_AGAIN_MS: u64 = 5_000;
/// Of a stored record's layout (docs/spec/services.md C).
pub const RECORD_VERSION: u64 = 1;
/// The largest record that is read (storage may hold anything).
pub const RECORD_BYTES_MAX: usize = 1024 * 1024;
/// Maximum length of the id of a batch of calls, in hex characters (EIP-5792: 4096 bytes).
pub const CALLS_ID_MAX: usize = 8194;
/// Maximum length of a swap's call data in hex. Twenty of them fit into a record.
pub const SWAP_DATA_MAX: usize = 24_000;
/// Default slippage in hundredths of a percent (9.38). The next constants are the minimum, the maximum, and the limit above which the
/// preview warns.
pub const SLIPPAGE_AUTO: u64 = 100;
/// See there.
pub const SLIPPAGE_MIN: u64 = 10;
/// See there.
pub const SLIPPAGE_MAX: u64 = 500;
/// See there.
pub const SLIPPAGE_HIGH: u64 = 300;
/// The price impact from which the view shows a mark, in hundredths of a percent, and the one that requires a separate confirmation.
pub const IMPACT_HIGH: u64 = 500;
/// See there.
pub const IMPACT_GRAVE: u64 = 1_000;
/// The gas estimate of a swap before it is built.
pub const SWAP_FIRST_GAS: u64 = 150_000;
/// A fee in the page's request from which the user reviews it, in base units of the coin.
pub const FEE_LOOK: u64 = 10_000_000_000_000_000;
/// The fee from which it is a warning.
pub const FEE_RISKY: u64 = 1_000_000_000_000_000_000;
/// Solana, in lamports: a fee of more is risky.
pub const LAMPORTS_RISKY: u64 = 10_000_000;
/// Ours: millionths of a lamport that are paid for a compute unit of a transfer, at least and at most (decision 66, "A Solana transfer").
pub const LAMPORT_PRICE_MIN: u64 = 10_000;
/// As [`LAMPORT_PRICE_MIN`].
pub const LAMPORT_PRICE_MAX: u64 = 1_000_000;
/// Ours: how long a gas price is reused, so that the reserve of Max matches the fee.
pub const LAMPORT_PRICE_MS: u64 = 600_000;
/// Slots that a node says the prices of.
pub const LAMPORT_PRICE_SLOTS: usize = 150;
/// Blocks for which the network takes a blockhash.
pub const BLOCKHASH_BLOCKS: u64 = 150;
/// How long a signed transaction can still get into a block, on our own clock and independent of any node: its valid blocks, with a margin
/// for slow ones.
pub const BLOCKHASH_LIFETIME_MS: u64 = 90_000;
/// Every node keeps the contents of the last 300 blocks. From a blockhash's last valid block on, that covers all of its 150, with a margin
/// for empty slots.
pub const SIGNATURES_KEPT_BLOCKS: u64 = 100;
/// Ours: signatures of a sender per lookup.
pub const SENDER_SIGNATURES_MAX: usize = 100;
/// What was signed is given to the network again after so long, until it is in a block or can be in none any more.
pub const BROADCAST_AGAIN_MS: u64 = 2_000;
/// Ours: while a preview is shown its wallet is asked for its chain again and again, so that the click waits for nothing (B7).
pub const CHAIN_AGAIN_MS: u64 = 3_000;
/// Ours: how long a wallet's chain response is valid (timers of a hidden page pause).
pub const CHAIN_FRESH_MS: u64 = 10_000;
/// Ours: how long to wait for a wallet's own asset list. The balance doesn't wait longer.
pub const WALLET_ASSETS_MS: u64 = 1_000;
/// Ours: the same for the embedded wallet, which first reads a chain itself.
pub const FRAME_ASSETS_MS: u64 = 5_000;
/// Ours: a host that names a token waits so long for the list it is in.
pub const TOKENS_MS: u64 = 15_000;
/// Ours: how long a stored wallet has to announce itself before it is treated as disconnected.
pub const WALLET_ANNOUNCE_MS: u64 = 5_000;
/// Ours: how long an opening after the start waits, with the skeleton, for the wallet of a stored connection, so that the list of wallets
/// doesn't flash before the account. As long as announcements take ([`WALLET_CLAIM_MS`]). A later opening doesn't wait.
pub const STORED_LOOK_MS: u64 = 600;
/// Ours: that time is counted in turns, for a page that is busy hears of a wallet only between its tasks.
pub const STORED_LOOK_TURN_MS: u64 = 50;
/// Ours: how long the first opening of a view with logins waits, with the skeleton, for what the project allows of them; then the host's options
/// count, and the project's from the next opening on.
pub const PROJECT_WORD_MS: u64 = 1_500;
/// Ours (T3): until every claimant of its name had time to announce itself, a stored wallet only gets a request for its stored account, and
/// none to sign or to send. Extensions announce immediately. The longest intended delay is the 300 ms that MetaMask's package gives the
/// extension (docs/spec/page-wallets.md 1.1). Doubled for a page that is busy at its start.
pub const WALLET_CLAIM_MS: u64 = 600;
/// Ours: wallets that are in the page announce themselves in the task that asks them (`eip6963:requestProvider`): it is over after this.
pub const WALLET_ROUND_MS: u64 = 1;
/// Ours: between two looks for a receipt before and after the confirmation timeout.
pub const RECEIPT_POLL_MS: u64 = 1_000;
/// Ours: slower, once the state is "unknown".
pub const RECEIPT_SLOW_POLL_MS: u64 = 10_000;
/// docs/spec/services.md A12: between two questions after a payment at an exchange.
pub const PAY_STATUS_MS: u64 = 4_000;
/// docs/spec/services.md A12: after this the end of a payment is unknown.
pub const PAY_STATUS_MAX_MS: u64 = 900_000;
/// No EVM transaction takes less gas; a node that estimates less isn't believed.
pub const GAS_LEAST: u64 = 21_000;
/// Decision 189, "Additional outputs of a Bitcoin payment": the listed addresses that get something in addition to a payment.
pub const OTHERS_MAX: usize = 5;
/// Decision 184, "Recognizing the account's own transaction": transactions that stand for something and are remembered.
pub const IDS_MAX: usize = 500;
/// Decision 184, "Recognizing the account's own transaction": the clock of a device and a network's may differ by this.
pub const CLOCKS_DIFFER_MS: u64 = 300_000;
/// 9.9 Between two looks at what is pending, if the host wants them.
pub const PENDING_POLL_MS: u64 = 30_000;
/// Ours: a host asks for no shorter time.
pub const PENDING_POLL_MS_MIN: u64 = 1_000;
/// Ours: consecutive lookups without the transaction, and with its nonce used, before it is reported as replaced. Nodes behind one URL can
/// have different states.
pub const REPLACED_LOOKS: usize = 3;
/// A sender's transactions that one look goes through, for one that carries a request whose wallet gave no hash.
pub const SENDER_LOOKS: usize = 8;
/// Ours: concurrent reads of one host. Others wait in the queue.
pub const READS_AT_ONCE: usize = 8;
/// Ours: the page goes on without storage that answers later than this; a browser may block it forever.
pub const STORAGE_MS: u64 = 2_000;
/// Ours: the time after which a write is reported as lost. A busy page can delay one for seconds.
pub const STORAGE_LATE_MS: u64 = 20_000;
/// docs/spec/views.md section 1: a moment of success grows for 300 ms and stays for 1.2 s.
pub const DONE_MS: u64 = 1_500;
/// Ours: the delay before prefetching parts for a response, after the page's own needs.
pub const PREFETCH_MS: u64 = 300;
/// docs/spec/rpc.md section 5: how long a wallet has to reach a chain that it has confirmed.
pub const SWITCH_VERIFY_MS: u64 = 3_000;
/// Ours: the page switches to a network of another namespace directly, if its wallet might be there already.
pub const SWITCH_SOON_MS: u64 = 300;
/// docs/spec/services.md A2: the pause of a host after a 429.
pub const RATE_LIMIT_BACKOFF_MS: u64 = 30_000;
/// Decision 236, "Errors of nodes and wallets": the first pause of a node's method class after a 429, doubled each time.
pub const NODE_REST_MS: u64 = 1_000;
/// Decision 236, "Errors of nodes and wallets": the longest `Retry-After` that is kept.
pub const RETRY_AFTER_MAX_MS: u64 = 600_000;
/// Decision 236, "Errors of nodes and wallets": an answer of a node to a read of the host.
pub const HOST_READ_BYTES_MAX: usize = 32 * 1024 * 1024;
/// Decision 236, "Errors of nodes and wallets": the text of a node's or wallet's error, as the host gets it.
pub const ERROR_MESSAGE_BYTES_MAX: usize = 4_096;
/// Decision 236, "Errors of nodes and wallets": the `data` of a node's or wallet's error, as JSON.
pub const ERROR_DATA_BYTES_MAX: usize = 64 * 1024;
/// docs/spec/services.md A6: tracked events are gathered this long.
pub const TELEMETRY_BATCH_MS: u64 = 10_000;
/// docs/spec/views.md section 7: the debounce before suggestions are requested from the registry.
pub const NAME_SUGGESTIONS_MS: u64 = 300;
/// docs/spec/views.md section 6: a typed recipient is looked up after this.
pub const RECEIVER_LOOKUP_MS: u64 = 500;
/// Decision 229, "Names by ENSIP-15": a typed name, in UTF-8.
pub const NAME_BYTES_MAX: usize = 1_024;
/// Decision 227, "Names through gateways": a gateway of a name has so long to respond.
pub const CCIP_GATEWAY_MS: u64 = 8_000;
/// Decision 227, "Names through gateways": all gateways of one lookup together have so long.
pub const CCIP_LOOKUP_MS: u64 = 20_000;
/// Decision 227, "Names through gateways": gateways that one lookup asks at most.
pub const CCIP_GATEWAYS_MAX: usize = 8;
/// Decision 227, "Names through gateways": times that one call is sent to gateways, one after the other (EIP-3668 recommends four).
pub const CCIP_ROUNDS_MAX: usize = 4;
/// Decision 227, "Names through gateways": questions of one batch (ENSIP-21).
pub const CCIP_BATCH_MAX: usize = 8;
/// Decision 227, "Names through gateways": a question for a gateway, and its answer.
pub const CCIP_DATA_BYTES_MAX: usize = 64 * 1_024;
/// Ours: how long a preview waits for a node's optional data: balance changes, the kind of the recipient's address.
pub const SIMULATION_MS: u64 = 3_000;
/// Decision 98, "Polkadot requests in plain words": a Polkadot request waits so long for what its network says of its calls.
pub const METADATA_MS: u64 = 10_000;
/// Decision 90, "The value of Bitcoin inputs": a Bitcoin document waits so long for what the network says of the transactions before.
pub const PREVIOUS_MS: u64 = 10_000;
/// Decision 90, "The value of Bitcoin inputs": the maximum number of requested transactions. The values of further ones come from the site.
pub const PREVIOUS_MAX: usize = 50;
/// Ours: first and second retry of a GET.
pub const HTTP_RETRY_MS: [u64; 2] = [500, 1_500];
/// Ours: the delay before `supported-chains` is requested again after a failure.
pub const SUPPORTED_CHAINS_RETRY_MS: u64 = 30_000;

/// 9.17 The minimum duration of a search, before which the next one doesn't start.
pub const SEARCH_WAIT_MS: u64 = 300;
/// docs/spec/services.md A3: a search is sent when no key was pressed for this long.
pub const SEARCH_TYPING_MS: u64 = 500;

// ---- counts
/// 3.8
pub const RECENT_WALLETS_MAX: usize = 2;
/// 9.9, 4.26
pub const PENDING_TRANSACTIONS_MAX: usize = 99;
/// 9.16: wallets that one page of the directory asks for.
pub const WALLETS_PAGE: usize = 40;
/// 9.16: recommended wallets that fill the list up.
pub const WALLETS_RECOMMENDED: usize = 4;
/// Ours: the number of requested recommended wallets, since some are installed or unavailable for this device.
pub const WALLETS_ASKED: usize = 8;
/// 9.17
pub const WALLETS_SEARCH: usize = 100;
/// 9.18
pub const WALLET_IMAGES_PREFETCHED: usize = 20;
/// docs/spec/services.md A3: shorter texts are not searched for.
pub const WALLETS_SEARCH_CHARS_MIN: usize = 2;
/// Ours: the maximum length of a stored memo: longer than any namespace allows, so that a cut one is rejected.
pub const MEMO_CHARS_MAX: usize = 1_024;
/// Ours: longer texts are cut.
pub const WALLETS_SEARCH_CHARS_MAX: usize = 64;
/// Ours: listings kept of the whole directory.
pub const LISTINGS_MAX: usize = 2_000;
/// Ours: a list of AllWallets up to this length is drawn completely.
pub const WALLETS_WHOLE: usize = 150;
/// Ours: tiles drawn of a longer list, around the first one in sight: twice as many as are in the document.
pub const WALLETS_WINDOW: usize = 120;
/// Ours: the number drawn before the visible ones.
pub const WALLETS_BEHIND: usize = 30;
/// Ours: chains read of one listing.
pub const LISTING_CHAINS_MAX: usize = 1_024;
/// GetWallet (docs/spec/views.md section 4).
pub const WALLETS_GUIDE: usize = 4;
/// T3: rows of one namespace; a wallet that is known has its place beyond them.
pub const ANNOUNCED_WALLETS_MAX: usize = 64;
/// Ours (T3): claimants of one known name that are listed beyond the 64, so that the user can choose the right one.
pub const CLAIMANTS_MAX: usize = 8;
/// T3: after this number of announcements in a page's life, only well-known wallets are accepted.
pub const ANNOUNCEMENTS_MAX: usize = 200;
/// Ours: finished transactions remembered.
pub const TRANSACTIONS_MAX: usize = 20;
/// Decision 270, "A page's sends on eip155": pending requests of the page that are followed, the newest; the others are neither followed nor listed.
pub const HOST_TRANSACTIONS_MAX: usize = 10;
/// Decision 270, "A page's sends on eip155": of what a page calls a transaction.
pub const DESCRIPTION_CHARS_MAX: usize = 120;
/// Decision 271, "Removed receipts, and other tabs": so deep, and a block isn't exchanged for another one any more.
pub const REORG_BLOCKS: u64 = 12;
/// Decision 271, "Removed receipts, and other tabs": looks at one that is confirmed, [`RECEIPT_SLOW_POLL_MS`] apart.
pub const REORG_LOOKS: usize = 30;
/// Decision 270, "A page's sends on eip155": blocks that a page may wait for.
pub const CONFIRMATIONS_MAX: u64 = 64;
/// 7.35
pub const ERROR_REPORTS_PER_MINUTE: usize = 5;
/// docs/spec/services.md A6: tracked events are sent when they have gathered to this.
pub const TELEMETRY_BATCH_BYTES: usize = 45 * 1024;
/// 7.35: the window of [`ERROR_REPORTS_PER_MINUTE`].
pub const ERROR_REPORTS_WINDOW_MS: u64 = 60_000;
/// Ours: an HTTP body.
pub const HTTP_BODY_BYTES_MAX: usize = 2 * 1024 * 1024;
/// docs/spec/rpc.md section 3: parameters and answers of a wallet.
pub const RPC_BYTES_MAX: usize = 256 * 1024;
/// docs/spec/services.md A3: a picture.
pub const IMAGE_BYTES_MAX: usize = 512 * 1024;
/// Ours: pictures fetched at the same time.
pub const IMAGES_AT_ONCE: usize = 6;
/// Ours: pictures kept for the life of the page: the whole directory and some more.
pub const IMAGES_MAX: usize = 1_024;
/// The queue of icons while a list is scrolled. The oldest requests are dropped.
pub const IMAGES_WAITING_MAX: usize = 256;
/// Ours: all of them together.
pub const IMAGES_BYTES_MAX: usize = 32 * 1024 * 1024;
/// Ours: tokens of one account that are drawn, and handed to hosts; all that were sent are counted.
pub const TOKENS_MAX: usize = 100;
/// Ours: held tokens, the first by value, among which a list of another service, or the node's logs, look something up.
pub const HELD_MAX: usize = 1_000;
/// Ours: tokens taken from a network's list of swaps; the largest list that we know has 1,200.
pub const SWAP_TOKENS_MAX: usize = 4_000;
/// Ours: tokens of one account whose amounts a node is queried for. The number of further ones is shown.
pub const MINTS_MAX: usize = 500;
/// Ours: addresses each cache remembers.
pub const CACHE_ENTRIES_MAX: usize = 10;
/// Ours: one cache as text; less than a record that is read again.
pub const CACHE_BYTES_MAX: usize = 128 * 1024;
/// Ours: the URL of a picture.
pub const IMAGE_URL_CHARS_MAX: usize = 512;
/// Ours: remembered connections of one namespace.
pub const CONNECTIONS_MAX: usize = 5;
/// Ours: networks used in this page, offered first.
pub const RECENT_NETWORKS_MAX: usize = 3;
/// Ours: transactions kept of the history. About 600 bytes each.
pub const ACTIVITY_MAX: usize = 20_000;
/// Ours: all of them together, if a service says more of each.
pub const ACTIVITY_BYTES_MAX: usize = 16 * 1024 * 1024;
/// Ours: showing the view reads the first page again when it is older.
pub const ACTIVITY_FRESH_MS: u64 = 30_000;
/// Ours: a transaction dated later than this from now is invalid. Limits the months.
pub const ACTIVITY_AHEAD_MS: u64 = 366 * 86_400_000;
/// Ours: a list up to this number of rows is drawn completely.
pub const ACTIVITY_WHOLE: usize = 150;
/// Ours: rows drawn of a longer list, around the first visible one.
pub const ACTIVITY_WINDOW: usize = 75;
/// Ours: the number drawn before the visible ones.
pub const ACTIVITY_BEHIND: usize = 25;
/// Ours: the step of the window in rows.
pub const ACTIVITY_STEP: usize = 5;
/// Ours: collectibles shown.
pub const NFTS_MAX: usize = 500;
/// A message of the embedded wallet's frame (docs/spec/embedded-frame.md section 3).
pub const FRAME_TEXT_MAX: usize = 256 * 1024;
/// The same.
pub const FRAME_DEPTH_MAX: usize = 16;
/// T4, B12: a name of foreign origin, in characters.
pub const NAME_CHARS_MAX: usize = 64;
/// Ours: changes of one wallet's account or network that are shown immediately, within the time below.
pub const WALLET_WORDS_MAX: u32 = 8;
/// Ours: the time in which they are counted.
pub const WALLET_WORDS_WINDOW_MS: u64 = 1_000;
/// Ours: afterwards all changes within this time are merged.
pub const WALLET_WORDS_PAUSE_MS: u64 = 100;
/// Ours: messages of one wallet (EIP-1193) that wait to be passed on.
pub const WALLET_MESSAGES_MAX: usize = 256;
/// Ours: one of them, as text.
pub const WALLET_MESSAGE_BYTES_MAX: usize = 32 * 1024;
/// Accounts taken from one wallet.
pub const ACCOUNTS_MAX: usize = 100;
/// Maximum number of networks in the options: more than the longest known list (viem's, some 700).
pub const NETWORKS_MAX: usize = 1_024;

// ---- display
/// 9.19
pub const BALANCE_DECIMALS: usize = 3;
/// 9.21
pub const TRANSACTION_DECIMALS: usize = 3;
/// Of a transfer in the history: as many as the services write of any token.
pub const TRANSFER_DECIMALS: u8 = 18;
/// 9.22
pub const ADDRESS_START_CHARS: usize = 4;
/// 9.22
pub const ADDRESS_END_CHARS: usize = 6;
/// 9.24
pub const DEFAULT_BALANCE: &str = "0.00";

// ---- a host's request
/// Ours: lines of a request that is shown; of more than these it cannot be continued with.
pub const REVIEW_LINES_MAX: usize = 200;
/// Ours: harmless lines of a request that are drawn before someone asks for the others.
pub const REVIEW_LINES_SHOWN: usize = 20;
/// Ours: a request of more bytes can be read by no one, and not be continued with.
pub const REVIEW_BYTES_MAX: usize = 64 * 1024;

// ---- money
/// 9.30 `transfer` without return value; compared by bytes. Ethereum, Polygon, Avalanche, Cosmos-related, Celo, BNB,
/// Arbitrum (docs/spec/services.md B2).
pub const USDT_ADDRESSES: [[u8; 20]; 7] = [
    alloy_primitives::hex!("dac17f958d2ee523a2206206994597c13d831ec7"),
    alloy_primitives::hex!("c2132d05d31c914a87c6611c10748aeb04b58e8f"),
    alloy_primitives::hex!("9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7"),
    alloy_primitives::hex!("919c1c267bc06a7039e03fcc2ef738525769109c"),
    alloy_primitives::hex!("48065fbbe25f71c9282ddf5e1cd6d6a887483d5e"),
    alloy_primitives::hex!("55d398326f99059ff775485246999027b3197955"),
    alloy_primitives::hex!("fd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9"),
];
/// Gas kept back by "Max" on EVM networks.
pub const MAX_SEND_GAS_RESERVE: u64 = 65_000;

// ---- identity
/// `st` of every call (7.1, 7.25).
pub const SDK_TYPE: &str = "wallet-modal";
/// `sv` of every call: framework, adapter, version.
pub const SDK_VERSION: &str = concat!("html-core-", env!("CARGO_PKG_VERSION"));

// ---- places
/// Where a line on the console leads: this and a code, which is a section of that page. The documentation's address, once there is a site;
/// scripts/errors.test.mjs finds every copy.
pub const ERRORS_URL: &str = "node_modules/wallet-modal/docs/guide/errors.md#";
/// The connector of mobile wallets.
pub const WALLET_CONNECT_ID: &str = "walletConnect";
/// The embedded wallet's connector (docs/spec/services.md C).
pub const EMBEDDED_ID: &str = "ID_AUTH";

/// The connector of the Safe that the page runs inside.
pub const SAFE_ID: &str = "safe";

/// The name of the embedded wallet, for all logins.
pub const EMBEDDED_NAME: &str = "Email wallet";
