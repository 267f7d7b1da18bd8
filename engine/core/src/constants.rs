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
/// 9.6 A pairing that is this close to its expiry is treated as expired.
pub const PAIRING_EXPIRY_GUARD_MS: u64 = 10_000;
/// Ours: a stored session is displayed as disconnected if the relay hasn't proven it within this time.
pub const RELAY_RESTORE_MS: u64 = 30_000;
/// Ours: how long a tab waits for the leading one to release the lock.
pub const LEAD_WAIT_MS: u64 = 10_000;
/// Ours: the interval for asking the leading tab to release the lock.
pub const LEAD_ASK_MS: u64 = 300;
/// Ours: a leading tab that doesn't respond for this long is asleep, so its lock is seized.
pub const LEAD_SEIZE_MS: u64 = 2_000;
/// 10.16: if the page is still visible this long after a click on a link, the app didn't open.
pub const DEEP_LINK_WATCH_MS: u64 = 2_000;
/// 9.10 After this time, a transaction is "unknown", and the engine keeps polling it.
pub const TRANSACTION_CONFIRMATION_MS: u64 = 25_000;
/// 9.10 The same for Bitcoin, whose blocks are ten minutes apart.
pub const BITCOIN_CONFIRMATION_MS: u64 = 3_600_000;
/// 6.2 The EVM chains of the embedded wallet. The option `authChains` adds more.
pub const AUTH_CHAINS: [u64; 24] = [
    1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113,
    324, 280, 100, 8453, 84531, 84532, 7777777, 999,
];
/// 6.2 The Solana chains of the embedded wallet: main, test, development.
pub const AUTH_SOLANA_CHAINS: [&str; 3] = [
    "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
    "EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
];
/// Ours: the maximum number of patterns in a project's list of allowed origins.
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
/// docs/spec/embedded-frame.md section 4: a call whose response no flow awaits.
pub const FRAME_QUIET_MS: u64 = 5_000;
/// 9.8 The delay before a rejected request is shown.
pub const REFUSED_SHOWN_MS: u64 = 300;
/// 4.18 How often to check whether a provider's window is closed.
pub const POPUP_POLL_MS: u64 = 1_000;
/// decision 7, "A login window that seems closed": how long a window must look closed.
pub const POPUP_GRACE_MS: u64 = 3_000;
/// docs/spec/embedded-frame.md section 7: the delay after the user has left Farcaster's view.
pub const FRAME_RELOAD_MS: u64 = 100;
/// Ours: maximum size of a provider's return data, in bytes.
pub const RESULT_URI_MAX: usize = 8_192;
/// docs/spec/embedded-frame.md section 8: maximum time of a login in a messaging app's browser.
pub const SOCIAL_RETURN_MS: u64 = 600_000;
/// 4.23 The delay between the frame's ready event and the first call.
pub const FRAME_SETTLE_MS: u64 = 500;
/// docs/spec/embedded-frame.md section 2: a frame that becomes ready again within this time, repeatedly, isn't used.
pub const FRAME_AGAIN_MS: u64 = 10_000;
/// 9.14
pub const SIGN_OUT_WAIT_MS: u64 = 3_000;
/// Ours: maximum number of accounts, newest first, whose sessions are requested from the page after their wallet disconnects.
pub const SIGN_OUT_ASKED_MAX: usize = 16;
/// 9.15
pub const HTTP_TIMEOUT_MS: u64 = 10_000;
/// 2.44 The gap between a toast and the one that replaces it.
pub const TOAST_GAP_MS: u64 = 150;
/// 2.43 (ours) How long a toast is displayed.
pub const TOAST_MS: u64 = 2_500;
/// Ours: "Opening" becomes "Confirm in {wallet}".
pub const WALLET_OPENING_MS: u64 = 1_000;
/// Ours: when the connecting view displays that the wallet is slow.
pub const WALLET_SLOW_MS: u64 = 60_000;
/// Decision 251, "Windows without a signal": the delay until the connecting view asks whether a window opened, for wallets without an event for a
/// closed one.
pub const WALLET_NO_WINDOW_MS: u64 = 8_000;
/// Ours: maximum time between a wallet's confirmation of a switch and the actual switch.
pub const SWITCH_LATE_MS: u64 = 30_000;
/// decisions 97, "Polkadot wallets in the browser", and 251, "Windows without a signal": when the connecting view
/// displays that the wallet might be locked.
pub const WALLET_LOCKED_MS: u64 = 20_000;
/// Ours: the timeout of our own wallet prompts (connect, switch, send).
pub const WALLET_PROMPT_MS: u64 = 300_000;
/// decision 27, "Time for a request": how long a user has for a page's request, and a WalletConnect wallet for any
/// request.
pub const WALLET_REQUEST_MS: u64 = 900_000;
/// Ours: how long a money request waits for its turn before it is dropped. Less than [`WALLET_PROMPT_MS`], so that a
/// timeout can still report that nothing was sent.
pub const WALLET_TURN_MS: u64 = 240_000;
/// Ours: how long the entry of a send without a response is kept.
pub const UNANSWERED_KEPT_MS: u64 = 86_400_000;
/// Ours: the timeout of a silent query (`eth_accounts`, `eth_chainId`).
pub const WALLET_SILENT_MS: u64 = 5_000;
/// decision 159, "A wallet that never states the purpose of its addresses": how long a mobile wallet has to answer a
/// query without the user. After that it drops the query.
pub const WALLET_ASIDE_MS: u64 = 15_000;
/// Ours: the additional time for a wallet to report its own timeout.
pub const WALLET_ASIDE_OVER_MS: u64 = 6_000;
/// Ours: how long before a sign-in message expires the next one is prepared, so that the click doesn't have to wait (B7).
pub const SIGN_IN_FRESH_MS: u64 = 20_000;
/// Ours: the shortest interval between two sign-in messages, for a server whose messages expire quickly.
pub const SIGN_IN_AGAIN_MS: u64 = 5_000;
/// The version of a stored record (docs/spec/services.md C).
pub const RECORD_VERSION: u64 = 1;
/// The largest accepted record, because storage can contain anything.
pub const RECORD_BYTES_MAX: usize = 1024 * 1024;
/// Maximum length of the id of a batch of calls, in hex characters (EIP-5792: 4096 bytes).
pub const CALLS_ID_MAX: usize = 8194;
/// Maximum length of a swap's call data in hex. Twenty of them fit into a record.
pub const SWAP_DATA_MAX: usize = 24_000;
/// The default slippage in hundredths of a percent (9.38).
pub const SLIPPAGE_AUTO: u64 = 100;
/// The minimum slippage in hundredths of a percent (9.38).
pub const SLIPPAGE_MIN: u64 = 10;
/// The maximum slippage in hundredths of a percent (9.38).
pub const SLIPPAGE_MAX: u64 = 500;
/// The slippage above which the preview warns, in hundredths of a percent (9.38).
pub const SLIPPAGE_HIGH: u64 = 300;
/// The price impact that the view marks as high, in hundredths of a percent.
pub const IMPACT_HIGH: u64 = 500;
/// The price impact that requires a separate confirmation, in hundredths of a percent.
pub const IMPACT_GRAVE: u64 = 1_000;
/// The gas estimate of a swap before it is built.
pub const SWAP_FIRST_GAS: u64 = 150_000;
/// The fee in a page's request that the user must review, in base units of the coin.
pub const FEE_LOOK: u64 = 10_000_000_000_000_000;
/// The fee in a page's request that is a warning, in base units of the coin.
pub const FEE_RISKY: u64 = 1_000_000_000_000_000_000;
/// Solana: a fee above this is a warning, in lamports.
pub const LAMPORTS_RISKY: u64 = 10_000_000;
/// Ours: the minimum price of a compute unit of a transfer, in millionths of a lamport (decision 66, "A Solana
/// transfer").
pub const LAMPORT_PRICE_MIN: u64 = 10_000;
/// Ours: the maximum price of a compute unit of a transfer, in millionths of a lamport (decision 66, "A Solana
/// transfer").
pub const LAMPORT_PRICE_MAX: u64 = 1_000_000;
/// Ours: how long a gas price is reused, so that the reserve of Max matches the fee.
pub const LAMPORT_PRICE_MS: u64 = 600_000;
/// The number of slots for which a node reports prices.
pub const LAMPORT_PRICE_SLOTS: usize = 150;
/// For how many blocks a blockhash is valid.
pub const BLOCKHASH_BLOCKS: u64 = 150;
/// How long a signed transaction can get into a block, with our own clock and independent of any node: its valid
/// blocks, with a margin for slow ones.
pub const BLOCKHASH_LIFETIME_MS: u64 = 90_000;
/// For how many blocks after a blockhash's last valid one its transactions can be looked up. Nodes keep the last 300
/// blocks. That covers all 150 of the blockhash, with a margin for empty slots.
pub const SIGNATURES_KEPT_BLOCKS: u64 = 100;
/// Ours: the number of a sender's signatures per lookup.
pub const SENDER_SIGNATURES_MAX: usize = 100;
/// The interval at which a signed transaction is broadcast again, until it is in a block or has expired.
pub const BROADCAST_AGAIN_MS: u64 = 2_000;
/// Ours: the interval at which a preview queries the wallet's chain, so the click doesn't have to wait (B7).
pub const CHAIN_AGAIN_MS: u64 = 3_000;
/// Ours: how long a wallet's response about its chain is valid (timers of a hidden page pause).
pub const CHAIN_FRESH_MS: u64 = 10_000;
/// Ours: how long to wait for a wallet's own asset list. The balance doesn't wait longer.
pub const WALLET_ASSETS_MS: u64 = 1_000;
/// Ours: the same for the embedded wallet, which first reads the chain itself.
pub const FRAME_ASSETS_MS: u64 = 5_000;
/// Ours: how long a form waits for the list that contains the token that the page named.
pub const TOKENS_MS: u64 = 15_000;
/// Ours: how long a stored wallet has to announce itself before it is treated as disconnected.
pub const WALLET_ANNOUNCE_MS: u64 = 5_000;
/// Ours: how long an opening after the start displays the skeleton and waits for the wallet of a stored connection.
/// Without the wait, the list of wallets would flash before the account. As long as announcements take
/// ([`WALLET_CLAIM_MS`]). A later opening doesn't wait.
pub const STORED_LOOK_MS: u64 = 600;
/// Ours: the unit of that time. It is counted in turns, because a busy page notices a wallet only between its tasks.
pub const STORED_LOOK_TURN_MS: u64 = 50;
/// Ours: how long the first opening of a view with logins displays the skeleton and waits for the project's settings.
/// After that, the page's options apply, and the project's settings from the next opening on.
pub const PROJECT_WORD_MS: u64 = 1_500;
/// Ours (T3): until every claimant of its name had time to announce itself, a stored wallet only gets a request for its stored account, and
/// none to sign or to send. Extensions announce immediately. The longest intended delay is the 300 ms that MetaMask's package gives the
/// extension (docs/spec/page-wallets.md 1.1). Doubled for a page that is busy at its start.
pub const WALLET_CLAIM_MS: u64 = 600;
/// Ours: the duration of a round of announcements. Wallets on the page announce themselves in the task that requests it
/// (`eip6963:requestProvider`).
pub const WALLET_ROUND_MS: u64 = 1;
/// Ours: the interval of polls for a receipt.
pub const RECEIPT_POLL_MS: u64 = 1_000;
/// Ours: the slower interval, once the status is "unknown".
pub const RECEIPT_SLOW_POLL_MS: u64 = 10_000;
/// docs/spec/services.md A12: the interval of polls for a payment at an exchange.
pub const PAY_STATUS_MS: u64 = 4_000;
/// docs/spec/services.md A12: after this time, the result of a payment is unknown.
pub const PAY_STATUS_MAX_MS: u64 = 900_000;
/// The minimum gas of any EVM transaction. A node's lower estimate isn't used.
pub const GAS_LEAST: u64 = 21_000;
/// decision 189, "Additional outputs of a Bitcoin payment": the maximum number of listed addresses that receive
/// something in addition to a payment.
pub const OTHERS_MAX: usize = 5;
/// decision 184, "Recognizing the account's own transaction": the maximum number of remembered transaction IDs with an
/// owner.
pub const IDS_MAX: usize = 500;
/// decision 184, "Recognizing the account's own transaction": the maximum difference between the device's clock and the
/// network's.
pub const CLOCKS_DIFFER_MS: u64 = 300_000;
/// 9.9 The interval of polls for pending transactions, if the page enables them.
pub const PENDING_POLL_MS: u64 = 30_000;
/// Ours: the shortest interval that a page can set.
pub const PENDING_POLL_MS_MIN: u64 = 1_000;
/// Ours: how many consecutive polls must find the transaction missing, with its nonce used, before it is reported as
/// replaced. Nodes behind one URL can have different states.
pub const REPLACED_LOOKS: usize = 3;
/// How many transactions of a sender one poll checks, to find a request for which the wallet returned no hash.
pub const SENDER_LOOKS: usize = 8;
/// Ours: the maximum number of concurrent reads of one host. Others wait in the queue.
pub const READS_AT_ONCE: usize = 8;
/// Ours: how long the engine waits for storage. A browser can block it forever.
pub const STORAGE_MS: u64 = 2_000;
/// Ours: when a write is reported as lost. A busy page can delay one for seconds.
pub const STORAGE_LATE_MS: u64 = 20_000;
/// docs/spec/views.md section 1: how long a success is displayed. It grows for 300 ms and stays for 1.2 s.
pub const DONE_MS: u64 = 1_500;
/// Ours: the delay before prefetching parts for a response, after the page's own needs.
pub const PREFETCH_MS: u64 = 300;
/// docs/spec/rpc.md section 5: how long a wallet has to reach a chain after it confirmed the switch.
pub const SWITCH_VERIFY_MS: u64 = 3_000;
/// Ours: how long the page waits for a wallet of another namespace that might already be on the network, before the
/// switch view opens.
pub const SWITCH_SOON_MS: u64 = 300;
/// docs/spec/services.md A2: how long a host is paused after a 429.
pub const RATE_LIMIT_BACKOFF_MS: u64 = 30_000;
/// Decision 236, "Errors of nodes and wallets": the first pause of a node's class of methods after a 429. It doubles
/// each time.
pub const NODE_REST_MS: u64 = 1_000;
/// Decision 236, "Errors of nodes and wallets": the longest accepted `Retry-After`.
pub const RETRY_AFTER_MAX_MS: u64 = 600_000;
/// Decision 236, "Errors of nodes and wallets": the maximum size of a node's response to a read of the page.
pub const HOST_READ_BYTES_MAX: usize = 32 * 1024 * 1024;
/// Decision 236, "Errors of nodes and wallets": the maximum length of the message in a node's or wallet's error, for
/// the page.
pub const ERROR_MESSAGE_BYTES_MAX: usize = 4_096;
/// Decision 236, "Errors of nodes and wallets": the maximum size of the `data` in a node's or wallet's error, as JSON.
pub const ERROR_DATA_BYTES_MAX: usize = 64 * 1024;
/// docs/spec/services.md A6: how long tracked events are collected.
pub const TELEMETRY_BATCH_MS: u64 = 10_000;
/// docs/spec/views.md section 7: the debounce before suggestions are requested from the registry.
pub const NAME_SUGGESTIONS_MS: u64 = 300;
/// docs/spec/views.md section 6: the delay before a typed recipient is resolved.
pub const RECEIVER_LOOKUP_MS: u64 = 500;
/// decision 229, "Names by ENSIP-15": the maximum length of a typed name, in UTF-8.
pub const NAME_BYTES_MAX: usize = 1_024;
/// decision 227, "Names through gateways": how long a gateway of a name has to respond.
pub const CCIP_GATEWAY_MS: u64 = 8_000;
/// decision 227, "Names through gateways": how long all gateways of one lookup have together.
pub const CCIP_LOOKUP_MS: u64 = 20_000;
/// decision 227, "Names through gateways": the maximum number of gateways in one lookup.
pub const CCIP_GATEWAYS_MAX: usize = 8;
/// Decision 227, "Names through gateways": how often one call is sent to gateways, one after another (EIP-3668
/// recommends four).
pub const CCIP_ROUNDS_MAX: usize = 4;
/// decision 227, "Names through gateways": the maximum number of queries in one batch (ENSIP-21).
pub const CCIP_BATCH_MAX: usize = 8;
/// decision 227, "Names through gateways": the maximum size of a query to a gateway, and of its response.
pub const CCIP_DATA_BYTES_MAX: usize = 64 * 1_024;
/// Ours: how long a preview waits for a node's optional data: balance changes, the kind of the recipient's address.
pub const SIMULATION_MS: u64 = 3_000;
/// decision 98, "Polkadot requests in plain words": how long a Polkadot request waits for the network's metadata.
pub const METADATA_MS: u64 = 10_000;
/// decision 90, "The value of Bitcoin inputs": how long a PSBT waits for the network's data about the transactions it
/// spends.
pub const PREVIOUS_MS: u64 = 10_000;
/// Decision 90, "The value of Bitcoin inputs": the maximum number of requested transactions. The values of further ones come from the site.
pub const PREVIOUS_MAX: usize = 50;
/// Ours: the delays of the first and second retry of a GET.
pub const HTTP_RETRY_MS: [u64; 2] = [500, 1_500];
/// Ours: the delay before `supported-chains` is requested again after a failure.
pub const SUPPORTED_CHAINS_RETRY_MS: u64 = 30_000;

/// 9.17 The minimum duration of a search, before which the next one doesn't start.
pub const SEARCH_WAIT_MS: u64 = 300;
/// docs/spec/services.md A3: the delay after the last keystroke before a search is sent.
pub const SEARCH_TYPING_MS: u64 = 500;

// ---- counts
/// 3.8
pub const RECENT_WALLETS_MAX: usize = 2;
/// 9.9, 4.26
pub const PENDING_TRANSACTIONS_MAX: usize = 99;
/// 9.16: the number of wallets per page of the directory.
pub const WALLETS_PAGE: usize = 40;
/// 9.16: the number of recommended wallets that fill the list.
pub const WALLETS_RECOMMENDED: usize = 4;
/// Ours: the number of requested recommended wallets, since some are installed or unavailable for this device.
pub const WALLETS_ASKED: usize = 8;
/// 9.17
pub const WALLETS_SEARCH: usize = 100;
/// 9.18
pub const WALLET_IMAGES_PREFETCHED: usize = 20;
/// docs/spec/services.md A3: the minimum length of a search.
pub const WALLETS_SEARCH_CHARS_MIN: usize = 2;
/// Ours: the maximum length of a stored memo: longer than any namespace allows, so that a cut one is rejected.
pub const MEMO_CHARS_MAX: usize = 1_024;
/// Ours: the maximum length of a search. Longer texts are cut.
pub const WALLETS_SEARCH_CHARS_MAX: usize = 64;
/// Ours: the maximum number of listings in memory.
pub const LISTINGS_MAX: usize = 2_000;
/// Ours: a list of AllWallets up to this length is rendered completely.
pub const WALLETS_WHOLE: usize = 150;
/// Ours: how many tiles of a longer list are rendered around the first visible one: twice as many as are in the
/// document.
pub const WALLETS_WINDOW: usize = 120;
/// Ours: how many of them are rendered before the first visible one.
pub const WALLETS_BEHIND: usize = 30;
/// Ours: the maximum number of chains of one listing.
pub const LISTING_CHAINS_MAX: usize = 1_024;
/// GetWallet (docs/spec/views.md section 4).
pub const WALLETS_GUIDE: usize = 4;
/// T3: the maximum number of rows of one namespace. Well-known wallets have additional places.
pub const ANNOUNCED_WALLETS_MAX: usize = 64;
/// Ours (T3): the maximum number of claimants of one well-known name in addition to the 64, so the user can choose the
/// right one.
pub const CLAIMANTS_MAX: usize = 8;
/// T3: after this number of announcements in a page's life, only well-known wallets are accepted.
pub const ANNOUNCEMENTS_MAX: usize = 200;
/// Ours: the maximum number of settled transactions that are stored.
pub const TRANSACTIONS_MAX: usize = 20;
/// decision 270, "A page's sends on eip155": the maximum number of the page's pending requests that are followed, the
/// newest ones. Others are neither followed nor listed.
pub const HOST_TRANSACTIONS_MAX: usize = 10;
/// decision 270, "A page's sends on eip155": the maximum length of a page's description of a transaction.
pub const DESCRIPTION_CHARS_MAX: usize = 120;
/// decision 271, "Removed receipts, and other tabs": at this depth, a block isn't replaced any more.
pub const REORG_BLOCKS: u64 = 12;
/// decision 271, "Removed receipts, and other tabs": how often a confirmed transaction is checked,
/// [`RECEIPT_SLOW_POLL_MS`] apart.
pub const REORG_LOOKS: usize = 30;
/// decision 270, "A page's sends on eip155": the maximum number of confirmations that a page can wait for.
pub const CONFIRMATIONS_MAX: u64 = 64;
/// 7.35
pub const ERROR_REPORTS_PER_MINUTE: usize = 5;
/// docs/spec/services.md A6: tracked events are sent when they reach this size.
pub const TELEMETRY_BATCH_BYTES: usize = 45 * 1024;
/// 7.35: the window of [`ERROR_REPORTS_PER_MINUTE`].
pub const ERROR_REPORTS_WINDOW_MS: u64 = 60_000;
/// Ours: the maximum size of an HTTP body.
pub const HTTP_BODY_BYTES_MAX: usize = 2 * 1024 * 1024;
/// docs/spec/rpc.md section 3: the maximum size of a wallet's parameters and responses.
pub const RPC_BYTES_MAX: usize = 256 * 1024;
/// docs/spec/services.md A3: the maximum size of an image.
pub const IMAGE_BYTES_MAX: usize = 512 * 1024;
/// Ours: the maximum number of images that are fetched concurrently.
pub const IMAGES_AT_ONCE: usize = 6;
/// Ours: the maximum number of images of a page: the whole directory and some more.
pub const IMAGES_MAX: usize = 1_024;
/// Ours: the maximum length of the image queue while a list is scrolled. The oldest requests are dropped.
pub const IMAGES_WAITING_MAX: usize = 256;
/// Ours: the maximum size of all images together.
pub const IMAGES_BYTES_MAX: usize = 32 * 1024 * 1024;
/// Ours: the maximum number of tokens of an account that are rendered and returned to pages. All tokens are counted.
pub const TOKENS_MAX: usize = 100;
/// Ours: the maximum number of an account's tokens, by value, that are looked up in a list of another service or in the
/// node's logs.
pub const HELD_MAX: usize = 1_000;
/// Ours: the maximum number of tokens in a network's list of swaps. The longest known list has 1,200.
pub const SWAP_TOKENS_MAX: usize = 4_000;
/// Ours: the maximum number of an account's tokens whose amounts a node is queried for. The view displays the number of
/// others.
pub const MINTS_MAX: usize = 500;
/// Ours: the maximum number of addresses in each cache.
pub const CACHE_ENTRIES_MAX: usize = 10;
/// Ours: the maximum size of one cache as text, less than the largest accepted record.
pub const CACHE_BYTES_MAX: usize = 128 * 1024;
/// Ours: the maximum length of an image's URL.
pub const IMAGE_URL_CHARS_MAX: usize = 512;
/// Ours: the maximum number of stored connections of one namespace.
pub const CONNECTIONS_MAX: usize = 5;
/// Ours: the maximum number of recently used networks, which are listed first.
pub const RECENT_NETWORKS_MAX: usize = 3;
/// Ours: the maximum number of transactions of the history in memory, about 600 bytes each.
pub const ACTIVITY_MAX: usize = 20_000;
/// Ours: the maximum size of all of them, in case a service returns more data for each.
pub const ACTIVITY_BYTES_MAX: usize = 16 * 1024 * 1024;
/// Ours: the age from which the view reads the first page again when it opens.
pub const ACTIVITY_FRESH_MS: u64 = 30_000;
/// Ours: a transaction that is dated later than this from now is invalid. This limits the number of months.
pub const ACTIVITY_AHEAD_MS: u64 = 366 * 86_400_000;
/// Ours: a list up to this number of rows is rendered completely.
pub const ACTIVITY_WHOLE: usize = 150;
/// Ours: how many rows of a longer list are rendered around the first visible one.
pub const ACTIVITY_WINDOW: usize = 75;
/// Ours: how many of them are rendered before the first visible one.
pub const ACTIVITY_BEHIND: usize = 25;
/// Ours: the step of the window in rows.
pub const ACTIVITY_STEP: usize = 5;
/// Ours: the maximum number of displayed NFTs.
pub const NFTS_MAX: usize = 500;
/// The maximum length of a message from the embedded wallet's frame (docs/spec/embedded-frame.md section 3).
pub const FRAME_TEXT_MAX: usize = 256 * 1024;
/// The maximum nesting of such a message.
pub const FRAME_DEPTH_MAX: usize = 16;
/// T4, B12: the maximum length of an untrusted name, in characters.
pub const NAME_CHARS_MAX: usize = 64;
/// Ours: how many changes of a wallet's account or network are displayed immediately, within the window below.
pub const WALLET_WORDS_MAX: u32 = 8;
/// Ours: the window in which changes are counted.
pub const WALLET_WORDS_WINDOW_MS: u64 = 1_000;
/// Ours: after that, all changes within this time are merged.
pub const WALLET_WORDS_PAUSE_MS: u64 = 100;
/// Ours: the maximum number of a wallet's messages (EIP-1193) that wait to be forwarded.
pub const WALLET_MESSAGES_MAX: usize = 256;
/// Ours: the maximum size of one of them, as text.
pub const WALLET_MESSAGE_BYTES_MAX: usize = 32 * 1024;
/// The maximum number of accounts from one wallet.
pub const ACCOUNTS_MAX: usize = 100;
/// Maximum number of networks in the options: more than the longest known list (viem's, some 700).
pub const NETWORKS_MAX: usize = 1_024;

// ---- display
/// 9.19
pub const BALANCE_DECIMALS: usize = 3;
/// 9.21
pub const TRANSACTION_DECIMALS: usize = 3;
/// The decimals of a transfer in the history: as many as services use for any token.
pub const TRANSFER_DECIMALS: u8 = 18;
/// 9.22
pub const ADDRESS_START_CHARS: usize = 4;
/// 9.22
pub const ADDRESS_END_CHARS: usize = 6;
/// 9.24
pub const DEFAULT_BALANCE: &str = "0.00";

// ---- a page's request
/// Ours: the maximum number of lines of a reviewed request. The user can't continue with a longer one.
pub const REVIEW_LINES_MAX: usize = 200;
/// Ours: how many harmless lines of a request are rendered before the user asks for the others.
pub const REVIEW_LINES_SHOWN: usize = 20;
/// Ours: the maximum size of a reviewed request. No one can read a longer one, so the user can't continue with it.
pub const REVIEW_BYTES_MAX: usize = 64 * 1024;

// ---- money
/// 9.30 The tokens whose `transfer` returns no value; compared by bytes. Ethereum, Polygon, Avalanche, Cosmos-related,
/// Celo, BNB, Arbitrum (docs/spec/services.md B2).
pub const USDT_ADDRESSES: [[u8; 20]; 7] = [
    alloy_primitives::hex!("dac17f958d2ee523a2206206994597c13d831ec7"),
    alloy_primitives::hex!("c2132d05d31c914a87c6611c10748aeb04b58e8f"),
    alloy_primitives::hex!("9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7"),
    alloy_primitives::hex!("919c1c267bc06a7039e03fcc2ef738525769109c"),
    alloy_primitives::hex!("48065fbbe25f71c9282ddf5e1cd6d6a887483d5e"),
    alloy_primitives::hex!("55d398326f99059ff775485246999027b3197955"),
    alloy_primitives::hex!("fd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9"),
];
/// The gas that "Max" reserves on EVM networks.
pub const MAX_SEND_GAS_RESERVE: u64 = 65_000;

// ---- identity
/// The `st` of every call (7.1, 7.25).
pub const SDK_TYPE: &str = "wallet-modal";
/// The `sv` of every call: framework, adapter, version.
pub const SDK_VERSION: &str = concat!("html-core-", env!("CARGO_PKG_VERSION"));

// ---- places
/// The link in console messages, followed by a code, which is a section of that page. Later the address of the
/// documentation site; scripts/errors.test.mjs finds every copy.
pub const ERRORS_URL: &str = "node_modules/wallet-modal/docs/guide/errors.md#";
/// The connector of mobile wallets.
pub const WALLET_CONNECT_ID: &str = "walletConnect";
/// The embedded wallet's connector (docs/spec/services.md C).
pub const EMBEDDED_ID: &str = "ID_AUTH";

/// The connector of the Safe that the page runs inside.
pub const SAFE_ID: &str = "safe";

/// The name of the embedded wallet, for all logins.
pub const EMBEDDED_NAME: &str = "Email wallet";
