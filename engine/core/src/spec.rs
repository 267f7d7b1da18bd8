//! Compares every constant and list with the specification. The test reads the documents of docs/spec, and the sources as text. A number
//! that changes only on one side fails, and so does a constant that the documents don't contain.

use std::fs;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

const DECISIONS: &str = "docs/spec/decisions";
const FRAME: &str = "docs/spec/embedded-frame.md";
const PAGE: &str = "docs/spec/page-wallets.md";
const PUBLIC: &str = "docs/spec/public-api.md";
const ROWS: &str = "docs/spec/requirements.tsv";
const RPC: &str = "docs/spec/rpc.md";
const SECURITY: &str = "docs/spec/security.md";
const SERVICES: &str = "docs/spec/services.md";
const VIEWS: &str = "docs/spec/views.md";
const PROTOCOL: &str = "docs/spec/walletconnect.md";

/// Converts a document's number to the constant's unit. Numbers are in thousandths.
type Unit = fn(u64) -> u64;
const COUNT: Unit = |n| n / 1_000;
const MS: Unit = |n| n / 1_000;
const S: Unit = |n| n;
const MIN: Unit = |n| n * 60;
const KIB: Unit = |n| n / 1_000 * 1_024;
const MIB: Unit = |n| n / 1_000 * 1_024 * 1_024;
/// In base units of 18 decimals.
const COIN: Unit = |n| n * 1_000_000_000_000_000;
/// In base units of 9 decimals.
const SOL: Unit = |n| n * 1_000_000;

/// A constant of `constants.rs`, or of the file before `::` (in engine/core/src, otherwise another crate), the place of its number, and its
/// written form.
const NUMBERS: &[(&str, &str, &str, Unit)] = &[
    // time
    ("BALANCE_CACHE_MS", ROWS, "9.2\tPortfolio and native balance cache {} s\n", S),
    ("BALANCE_POLL_MS", SERVICES, "Polled every {} s while the account view is visible", S),
    ("IDENTITY_CACHE_MS", ROWS, "9.3\tName-service and identity cache {} min\n", MIN),
    ("BALANCE_RETRY_BLOCK_MS", ROWS, "9.4\tBalance retry block {} s\n", S),
    ("BALANCE_RETRY_BLOCK_MS", ROWS, "(allowed again at exactly {} ms)", MS),
    ("PAIRING_EXPIRY_MS", ROWS, "9.5\tPairing expiry {} min\n", MIN),
    ("PAIRING_EXPIRY_GUARD_MS", ROWS, "9.6\tA pairing counts as expired within {} s of its expiry\n", S),
    ("DEEP_LINK_WATCH_MS", RPC, "| watchdog [10.16] | page still visible {} s after the tap", S),
    ("TRANSACTION_CONFIRMATION_MS", ROWS, "9.10\tTransaction confirmation timeout {} s\n", S),
    ("IMAGE_PRELOAD_MS", ROWS, "9.11\tImage preload gives up after {} s\n", S),
    ("EMAIL_COOLDOWN_MS", ROWS, "9.1\tEmail login cooldown {} s\n", S),
    ("FRAME_LOAD_MS", ROWS, "9.12\tEmbedded frame load timeout {} s\n", S),
    ("FRAME_LOGIN_MS", ROWS, "9.13\tAuth request timeout {} s (", S),
    ("FRAME_CALL_MS", FRAME, "| GET_CHAIN_ID | - | `{chainId C}` | {} s |", S),
    ("FRAME_READ_MS", FRAME, "| any JSON value | read-only {} s; approval: none |", S),
    ("FRAME_QUIET_MS", FRAME, "| RELOAD | - | - | {} s |", S),
    ("REFUSED_SHOWN_MS", ROWS, "9.8\tError-UI delay {} ms\n", MS),
    ("POPUP_POLL_MS", ROWS, "4.18\tThe social popup is 600x800 and its closing is checked every {} s\n", S),
    ("POPUP_GRACE_MS", DECISIONS, "{} s of grace, then the view says", S),
    ("FRAME_RELOAD_MS", FRAME, "the pending call is aborted and RELOAD sent {} ms later", MS),
    ("SOCIAL_RETURN_MS", FRAME, "require an unexpired ({} min)", MIN),
    ("FRAME_SETTLE_MS", ROWS, "it counts as initialized about {} s later\n", S),
    ("FRAME_AGAIN_MS", FRAME, "twice in {} s -> failed", S),
    ("SIGN_OUT_WAIT_MS", ROWS, "9.14\tSign-out wait {} s\n", S),
    ("HTTP_TIMEOUT_MS", ROWS, "9.15\tThird-party HTTP timeout {} s\n", S),
    ("TOAST_GAP_MS", ROWS, "2.44\tA toast that replaces an open one waits {} ms between", MS),
    ("WALLET_OPENING_MS", VIEWS, "\"Opening {wallet}\", after {} s \"Confirm in {wallet}\"", S),
    ("WALLET_SLOW_MS", VIEWS, "timeout {} s note", S),
    ("PROJECT_WORD_MS", DECISIONS, "the card's skeleton stands until then, at most {} s,", S),
    ("FEE_LOOK", DECISIONS, "A fee that the page names is read from {} coin on", COIN),
    ("FEE_RISKY", DECISIONS, "and risky from {} coin on", COIN),
    ("LAMPORTS_RISKY", DECISIONS, "a fee of more than {} SOL", SOL),
    ("WALLET_REQUEST_MS", DECISIONS, "A person has {} minutes for a request of the host", MIN),
    ("WALLET_CLAIM_MS", PAGE, "For the first {} ms (twice the 300 ms above), requests to sign", MS),
    ("PAY_STATUS_MS", SERVICES, "Status is polled every {} s (ours)", S),
    ("PAY_STATUS_MAX_MS", SERVICES, "Status is polled every 4 s (ours), at most {} min", MIN),
    ("PENDING_POLL_MS", ROWS, "9.9\tPending-transactions watch: off by default, polls every {} s,", S),
    ("DONE_MS", VIEWS, "a check grows out of the ring in 300 ms and stays for {} s,", |n| 300 + n),
    ("SWITCH_VERIFY_MS", RPC, "verify within {} s.", S),
    ("RATE_LIMIT_BACKOFF_MS", SERVICES, "429: back off {} s per host", S),
    ("TELEMETRY_BATCH_MS", SERVICES, "when 45 KB or {} s have gathered", S),
    ("NAME_SUGGESTIONS_MS", VIEWS, "rule 5.13 inline, {} ms later suggestions", MS),
    ("RECEIVER_LOOKUP_MS", VIEWS, "resolves names after {} ms", MS),
    ("HTTP_RETRY_MS[0]", SERVICES, "at most 2, {} s and 1.5 s with jitter", S),
    ("HTTP_RETRY_MS[1]", SERVICES, "at most 2, 0.5 s and {} s with jitter", S),
    ("SUPPORTED_CHAINS_RETRY_MS", SERVICES, "failure = nothing supported, asked again after {} s", S),
    ("SEARCH_WAIT_MS", ROWS, "9.17\tWallet search returns up to 100 results and waits at least {} ms", MS),
    ("SEARCH_TYPING_MS", SERVICES, "from 2 characters, {} ms after the last key", MS),
    // counts
    ("RECORD_VERSION", SERVICES, "one record per key `{v:{}, seq, value}`", COUNT),
    ("CALLS_ID_MAX", RPC, "1..100 calls, id <= {} bytes", |n| 2 + 2 * COUNT(n)),
    ("RECENT_WALLETS_MAX", ROWS, "3.8\tRecent wallets: a list of at most {}\n", COUNT),
    ("PENDING_TRANSACTIONS_MAX", ROWS, "polls every 30 s, at most {}\n", COUNT),
    ("WALLETS_PAGE", ROWS, "9.16\tWallet pages of {}; 4 recommended wallets\n", COUNT),
    ("WALLETS_RECOMMENDED", ROWS, "9.16\tWallet pages of 40; {} recommended wallets\n", COUNT),
    ("WALLETS_SEARCH", ROWS, "9.17\tWallet search returns up to {} results", COUNT),
    ("WALLET_IMAGES_PREFETCHED", ROWS, "9.18\tThe first {} wallet images", COUNT),
    ("WALLETS_SEARCH_CHARS_MIN", SERVICES, "trimmed text, from {} characters,", COUNT),
    ("WALLETS_GUIDE", VIEWS, "help or Connect | {} wallets with Get", COUNT),
    ("ANNOUNCED_WALLETS_MAX", DECISIONS, "At most {} rows a family", COUNT),
    ("ANNOUNCEMENTS_MAX", DECISIONS, "after {} announcements in a page's life", COUNT),
    ("ERROR_REPORTS_PER_MINUTE", ROWS, "7.35\tError reports are limited to {} a minute\n", COUNT),
    ("TELEMETRY_BATCH_BYTES", SERVICES, "when {} KB or 10 s have gathered", KIB),
    ("HTTP_BODY_BYTES_MAX", SERVICES, "| limits (ours) | body <= {} MiB,", MIB),
    (
        "walletconnect/src/json.rs::DEPTH_MAX",
        SERVICES,
        "| limits (ours) | body <= 2 MiB, depth <= {},",
        COUNT,
    ),
    ("RPC_BYTES_MAX", RPC, "JSON depth <= 32, size <= {} KiB.", KIB),
    ("IMAGE_BYTES_MAX", SERVICES, "by bytes, <= {} KiB, `blob:` url", KIB),
    ("FRAME_TEXT_MAX", FRAME, "refused; text <= {} KiB, depth <= 16 |", KIB),
    ("FRAME_DEPTH_MAX", FRAME, "refused; text <= 256 KiB, depth <= {} |", COUNT),
    ("NAME_CHARS_MAX", SECURITY, "tokens and NFTs end at {} characters (`NAME_CHARS_MAX`)", COUNT),
    // display, money
    ("BALANCE_DECIMALS", ROWS, "9.19\tBalances are floored to {} decimals", COUNT),
    ("TRANSACTION_DECIMALS", ROWS, "9.21\tTransaction amounts show {} decimals", COUNT),
    ("ADDRESS_START_CHARS", ROWS, "9.22\tAddresses are shown as the first {} and last 6 characters\n", COUNT),
    ("ADDRESS_END_CHARS", ROWS, "9.22\tAddresses are shown as the first 4 and last {} characters\n", COUNT),
    ("SWAP_FIRST_GAS", SERVICES, "first gas limit {};", COUNT),
    ("MAX_SEND_GAS_RESERVE", VIEWS, "minus fee reserve {} x gas price on eip155", COUNT),
    // used in one feature only
    ("features/buy/purchase.rs::HISTORY_MS", SERVICES, "with `onramp=coinbase` every {} s (ours)", S),
    ("features/embedded/protocol.rs::CODE_DIGITS", FRAME, "CONNECT_OTP | `{otp S}` ({} digits)", COUNT),
    ("features/money/swap/quote.rs::TYPING_MS", VIEWS, "Quote {} ms after the last key", MS),
    ("features/money/swap/quote.rs::REFRESH_MS", VIEWS, "prices every {} s", S),
    (
        "features/money/model/swap/draw.rs::PROVIDER_FEE",
        SERVICES,
        "provider fee shown {} % of the source",
        |n| n / 10,
    ),
    (
        "features/money/model/swap/draw.rs::TARGET_DECIMALS",
        SERVICES,
        "target amount kept at {} decimals",
        COUNT,
    ),
    (
        "features/money/model/swap/tokens.rs::SUGGESTED_MAX",
        SERVICES,
        "(shown in this order, at most {})",
        COUNT,
    ),
    (
        "namespaces/eip155/rules/names.rs::OWN_LABEL_CHARS_MIN",
        ROWS,
        "5.13\tA name has at least {} characters",
        COUNT,
    ),
    (
        "namespaces/eip155/reader/descriptor/mod.rs::DESCRIPTOR_BYTES_MAX",
        PUBLIC,
        "at most 32, each at most {} KiB and 16 deep",
        KIB,
    ),
    (
        "namespaces/eip155/reader/descriptor/mod.rs::DESCRIPTOR_DEPTH_MAX",
        PUBLIC,
        "at most 32, each at most 64 KiB and {} deep",
        COUNT,
    ),
    ("walletconnect/src/relay.rs::HEARTBEAT_MS", ROWS, "9.7\tRelay heartbeat {} s\n", S),
    (
        "walletconnect/src/relay/link.rs::BACKOFF_MS",
        SECURITY,
        "| R14 | Back-off: full jitter {} s -> 30 s",
        S,
    ),
    (
        "walletconnect/src/relay/link.rs::BACKOFF_MS_MAX",
        SECURITY,
        "| R14 | Back-off: full jitter 0.25 s -> {} s",
        S,
    ),
    ("walletconnect/src/relay/link.rs::WINDOW_MS", SECURITY, "<= 20 attempts/{} min", MIN),
    ("walletconnect/src/client/pairing.rs::PROPOSAL_MS", RPC, "(the protocol's own limit is {} min)", MIN),
    (
        "walletconnect/src/client/settle.rs::EARLY_BYTES_MAX",
        DECISIONS,
        "before their session have {} KiB in all",
        KIB,
    ),
    (
        "walletconnect/src/client/settle.rs::CACAOS_BYTES_MAX",
        DECISIONS,
        "sign-ins that wait for their check {} KiB,",
        KIB,
    ),
    ("walletconnect/src/client/settle.rs::SESSIONS_BYTES_MAX", DECISIONS, "all sessions {} KiB.", KIB),
    ("walletconnect/src/client/store.rs::SAVED_BYTES_MAX", DECISIONS, "The record has at most {} KiB.", KIB),
    ("walletconnect/src/client/request.rs::EXPIRY_S", PROTOCOL, "Request expiry default {} s,", COUNT),
    (
        "walletconnect/src/client/request.rs::EXPIRY_S_MIN",
        PROTOCOL,
        "Request expiry default 900 s, allowed {}..",
        COUNT,
    ),
    (
        "walletconnect/src/client/request.rs::EXPIRY_S_MAX",
        PROTOCOL,
        "Request expiry default 900 s, allowed 300..{}.",
        COUNT,
    ),
];

/// Constants that are strings: the document contains each of them once, between the two other strings.
const TEXTS: &[(&str, &str, &str)] = &[
    ("DEFAULT_BALANCE", ROWS, "9.24\tThe default balance is '{}'\n"),
    ("SDK_TYPE", SERVICES, "`st` sdk type (`{}`)"),
    ("SDK_VERSION", SERVICES, "`sv` sdk version (`{}1.0.0` style"),
    ("WALLET_CONNECT_ID", SERVICES, "| `{}` | WALLET_CONNECT |"),
    ("EMBEDDED_ID", SERVICES, "| `{}` | AUTH |"),
    ("SAFE_ID", SERVICES, "| `{}` | EXTERNAL | Safe |"),
    ("EMBEDDED_NAME", DECISIONS, "| `EMBEDDED_NAME` | {} |"),
    ("ERRORS_URL", DECISIONS, "| `ERRORS_URL` | {} |"),
    ("namespaces/eip155/rules/names.rs::SUFFIX", SERVICES, "Suffixes: current `{}`,"),
    ("namespaces/eip155/rules/names.rs::LEGACY_SUFFIX", SERVICES, "legacy `{}`. Label"),
    ("services.rs::NATIVE_EVM", SERVICES, "| native pseudo-address | eip155 `{}`;"),
];

/// Whether a word of a document belongs to the list.
type Is = fn(&str) -> bool;
const ANY: Is = |_| true;
const NUMBER: Is = |word| word.bytes().all(|byte| byte.is_ascii_digit());
const URL: Is = |word| word.contains("://");
const ADDRESS: Is = |word| word.starts_with("0x");
const VARIABLE: Is = |word| word.starts_with("--wm-");

/// A list of the sources, and the words of a document between two phrases that it must equal. With `+`, two lists of
/// the sources are one in the document.
type List = (&'static str, &'static str, &'static str, &'static str, Is);

const LISTS: &[List] = &[
    ("AUTH_CHAINS", SERVICES, "| auth-supported [6.2] | eip155: ", "; solana: ", ANY),
    ("AUTH_SOLANA_CHAINS", SERVICES, " 999; solana: ", "; plus chains of option `authChains`", ANY),
    ("USDT_ADDRESSES", SERVICES, "USDT-style contracts, `transfer` without return value.", "### B3", ADDRESS),
    (
        "namespaces/eip155/rules/mod.rs::SWAP_CHAINS",
        SERVICES,
        "| swap networks (12) [6.11] | eip155: ",
        " (the demo",
        NUMBER,
    ),
    ("api/rpc.rs::SERVED", SERVICES, "| service RPC exists | eip155: ", "); the three solana ids", NUMBER),
    (
        "namespaces/eip155/rules/methods.rs::READ_ONLY+features/embedded/whitelist.rs::EVM_READ",
        RPC,
        "\nList R: ",
        ".\n",
        ANY,
    ),
    ("namespaces/eip155/rules/methods.rs::APPROVAL", RPC, "\n| approval [6.5] | ", " |", ANY),
    ("features/embedded/whitelist.rs::SOLANA_APPROVAL", RPC, ", eth_sendUserOperation | ", " |", ANY),
    ("namespaces/eip155/rules/methods.rs::WALLET", RPC, "\nPassed on (ours): ", ".\n", ANY),
    ("namespaces/eip155/rules/mod.rs::SESSION_METHODS", RPC, "\n| eip155 | ", " |\n", ANY),
    ("namespaces/solana/rules.rs::SESSION_METHODS", RPC, "\n| solana | ", " (chains: ", ANY),
    ("namespaces/bip122/rules.rs::SESSION_METHODS", RPC, "\n| bip122 | ", " |\n", ANY),
    ("namespaces/polkadot/rules.rs::SESSION_METHODS", RPC, "\n| polkadot (ours) | ", " |\n", ANY),
    ("namespaces/cosmos/rules.rs::SESSION_METHODS", RPC, "\n| cosmos (ours) | ", " |\n", ANY),
    ("namespaces/family.rs::EVENTS", RPC, "`{methods, events:[", "]", ANY),
    ("features/money/model/swap/offered.rs::RESTRICTED", SERVICES, "[9.37] | ASIA/ ", "; upper-cased", ANY),
    (
        "features/embedded/social.rs::PROVIDERS",
        ROWS,
        "5.14\tA social provider is one of ",
        " (farcaster",
        ANY,
    ),
    ("features/project/model.rs::MANAGED", ROWS, "3.22\tFeature flags: ", "\n", ANY),
    ("features/shell/model/theme.rs::VARIABLES", PUBLIC, "\nCSS variables: ", "`--w3m-*` names", VARIABLE),
    ("features/project/origins.rs::BUILT_IN", SERVICES, "\nBuilt-in: ", ".\n", URL),
];

/// Lists whose order must be the same, too.
const ORDERED: &[List] = &[
    ("features/project/model.rs::PROVIDERS", ROWS, "5.15\tDefault social list: ", "\n", ANY),
    ("features/directory/model/list.rs::GROUPS", ROWS, "2.35\tOrder of connector types: ", "\n", ANY),
    (
        "features/money/model/swap/tokens.rs::SUGGESTED",
        SERVICES,
        "(shown in this order, at most 8) | ",
        " |",
        ANY,
    ),
];

/// Reads a document, or all documents of a folder.
fn read(path: &str) -> String {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if !place.is_dir() {
        return fs::read_to_string(place).unwrap();
    }
    let mut files: Vec<_> = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// The value of a constant without comments.
fn source(place: &str) -> String {
    let (file, name) = place.rsplit_once("::").unwrap_or(("constants.rs", place));
    let name = name.split('[').next().unwrap();
    let folder = if file.starts_with("walletconnect/") { "engine/" } else { "engine/core/src/" };
    let text = read(&[folder, file].concat());
    // from the file itself, because a function might have a constant with the same name, or from `impl Family`
    let heads = ["", "pub ", "pub(crate) ", "pub(super) ", "    "]
        .map(|seen| alloc::format!("\n{seen}const {name}: "));
    let found = heads.iter().find_map(|head| text.split_once(head));
    let (_, rest) = found.unwrap_or_else(|| panic!("{place} is not there"));
    let (_, rest) = rest.split_once(" =").unwrap();
    let end = if rest.trim_start().starts_with(['[', '&']) { "];" } else { ";" };
    let lines = rest.split_once(end).unwrap().0.lines();
    lines.filter(|line| !line.trim_start().starts_with("//")).collect()
}

/// The number of a constant, which is a literal or a product. `[1]` after its name selects the second one of a list.
fn number(place: &str) -> u64 {
    let text = source(place);
    let item = match place.split_once('[') {
        None => text.as_str(),
        Some((_, at)) => {
            let at: usize = at.trim_end_matches(']').parse().unwrap();
            text.trim().trim_start_matches('[').split([',', ']']).nth(at).unwrap()
        }
    };
    item.split('*').map(|part| part.trim().replace('_', "").parse::<u64>().unwrap()).product()
}

/// The items of a list: its strings, or its numbers.
fn items(places: &str) -> Vec<String> {
    let all = places.split('+').map(source).collect::<String>();
    let quoted: Vec<String> = all.split('"').skip(1).step_by(2).map(ToString::to_string).collect();
    if !quoted.is_empty() {
        return quoted;
    }
    let numbers = all.split(|c: char| !c.is_ascii_digit() && c != '_');
    numbers.filter(|item| !item.is_empty()).map(|item| item.replace('_', "")).collect()
}

/// The words of a document between a phrase, which occurs once, and the next occurrence of another.
fn words(document: &str, from: &str, to: &str, is: Is) -> Vec<String> {
    let text = read(document);
    assert_eq!(text.matches(from).count(), 1, "{document} has {from:?} once");
    let (_, rest) = text.split_once(from).unwrap();
    let between = rest.split_once(to).unwrap().0;
    let all = between.split([' ', ',', ';', '|', '`', '"', '(', ')', '\n']);
    all.filter(|word| !word.is_empty() && is(word))
        .map(|word| word.replace("0x", "").replace("--wm-", ""))
        .collect()
}

/// The number that replaces `{}` in a phrase of a document, in thousandths. The phrase must occur once.
fn said(document: &str, phrase: &str) -> Option<u64> {
    let (text, (before, behind)) = (read(document), phrase.rsplit_once("{}")?);
    let mut found = text.match_indices(before).filter_map(|(at, _)| {
        let rest = text.get(at + before.len()..)?;
        // a comma or full stop belongs to the number if a digit follows
        let mut chars = rest.char_indices().zip(rest.chars().skip(1).chain([' ']));
        let is_of_it =
            |c: char, next: char| c.is_ascii_digit() || (matches!(c, ',' | '.') && next.is_ascii_digit());
        let end = chars.find(|((_, c), next)| !is_of_it(*c, *next)).map_or(rest.len(), |((end, _), _)| end);
        let digits = rest.get(..end)?;
        rest.get(digits.len()..)?.starts_with(behind).then(|| thousandths(digits))?
    });
    let number = found.next()?;
    found.next().is_none().then_some(number)
}

fn thousandths(digits: &str) -> Option<u64> {
    let plain = digits.replace(',', "");
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    Some(whole.parse::<u64>().ok()? * 1_000 + alloc::format!("{part:0<3}").parse::<u64>().ok()?)
}

/// The rows of the table "Limits of our own": a constant, its number, and its unit.
fn ours() -> Vec<(String, u64)> {
    let text = read(DECISIONS);
    let (_, table) = text.split_once("## Limits of our own\n").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let read = rows.filter_map(|(name, rest)| {
        let (said, _) = rest.split_once(" |")?;
        let (digits, unit) = said.split_once(' ').unwrap_or((said, ""));
        let unit: Unit = match unit {
            "s" => S,
            "min" => MIN,
            "h" => |n| 60 * MIN(n),
            "days" => |n| 24 * 60 * MIN(n),
            "KiB" => KIB,
            "MiB" => MIB,
            "%" => |n| n / 10,
            _ => COUNT,
        };
        // strings are in the table of texts
        Some((name.to_string(), unit(thousandths(digits)?)))
    });
    read.collect()
}

#[test]
fn numbers_match_the_specification() {
    for (place, document, phrase, unit) in NUMBERS {
        assert_eq!(said(document, phrase).map(unit), Some(number(place)), "{place}: {document}, {phrase:?}");
    }
    let ours = ours();
    assert!(ours.len() > 40, "the table of decisions/limits.md is there");
    for (name, said) in ours {
        assert_eq!(said, number(&name), "{name}: {DECISIONS}");
    }
}

#[test]
fn texts_match_the_specification() {
    for (place, document, phrase) in TEXTS {
        let text = source(place);
        let written = phrase.replace("{}", text.split('"').nth(1).unwrap());
        assert_eq!(read(document).matches(&written).count(), 1, "{place}: {document}, {written:?}");
    }
}

#[test]
fn lists_match_the_specification() {
    for (place, document, from, to, is) in ORDERED {
        assert_eq!(items(place), words(document, from, to, *is), "{place}: {document}, {from:?}");
    }
    for (place, document, from, to, is) in LISTS {
        let (mut ours, mut theirs) = (items(place), words(document, from, to, *is));
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{place}: {document}, {from:?}");
    }
}

/// "1 ba0b... · 2020 and 2021 b810...": each number is followed by its image.
#[test]
fn network_images_match_the_specification() {
    let known = items("features/networks/pictures.rs::IDS");
    let text = read(SERVICES);
    let (_, rest) = text.split_once("### B4 Network image ids\n").unwrap();
    let solana = items("AUTH_SOLANA_CHAINS");
    let bitcoin = words(SERVICES, "\n| bip122 | mainnet ", " |\n", |word| word.len() == 32);
    let mut told = Vec::new();
    for row in rest.lines().next().unwrap().split(" · ") {
        let (network, picture) = row.rsplit_once(' ').unwrap();
        let chains: Vec<String> = match network {
            "the three solana ids" => solana.iter().map(|id| alloc::format!("solana:{id}")).collect(),
            "bitcoin" => alloc::vec![alloc::format!("bip122:{}", bitcoin[0])],
            "bitcoin testnet" => alloc::vec![alloc::format!("bip122:{}", bitcoin[1])],
            numbers => numbers.split(" and ").map(|number| alloc::format!("eip155:{number}")).collect(),
        };
        told.extend(chains.into_iter().flat_map(|chain| [chain, picture.to_string()]));
    }
    assert_eq!(known, told);
}

#[test]
fn specification_names_each_constant() {
    let text = read("engine/core/src/constants.rs");
    let named = |name: &str| {
        let is = |place: &str| place.split('[').next() == Some(name);
        let listed = LISTS.iter().chain(ORDERED).any(|row| is(row.0));
        listed || NUMBERS.iter().any(|row| is(row.0)) || TEXTS.iter().any(|row| is(row.0))
    };
    let ours = ours();
    let names = text.lines().filter_map(|line| line.strip_prefix("pub const ")?.split(':').next());
    for name in names {
        let is_ours = ours.iter().filter(|(own, _)| own == name).count();
        assert_eq!(is_ours + usize::from(named(name)), 1, "{name} is in no document, or in two tables");
    }
}

/// docs/spec/services.md C: the key exists, and is mirrored if it is marked L.
#[test]
fn specification_lists_each_stored_key() {
    let text = read(SERVICES);
    let (_, table) = text.split_once("## C. Storage").unwrap();
    let mut told = Vec::new();
    for line in table.lines().filter(|line| line.starts_with("| `")) {
        let cell = line.split('|').nth(1).unwrap();
        let mut parts = cell.split('`').skip(1);
        while let (Some(key), Some(behind)) = (parts.next(), parts.next()) {
            told.push((key, behind.starts_with(" L")));
        }
    }
    for key in crate::storage::keys::KEYS {
        let name = match key.name.split_once(':') {
            Some((family, rest)) if crate::caip::Namespace::parse(family).is_some() => {
                alloc::format!("{{ns}}:{rest}")
            }
            _ => key.name.to_string(),
        };
        let row = told.iter().find(|(told, _)| *told == name);
        assert_eq!(row, Some(&(name.as_str(), key.mirrored)), "{name}");
    }
}
