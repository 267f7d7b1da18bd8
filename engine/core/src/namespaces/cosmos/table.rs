//! TABLE of the messages that are read: their type url, their amino name, and their fields with number, name and kind. Both kinds of
//! document become the same tree by it, so that they cannot say two things. What is not in it is said by its type.

use super::wire::{self, Field};
use crate::json::Read;
use crate::time;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;
use walletconnect::base64;

/// What a field is.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    /// A whole number; as amino a text or a number.
    Whole,
    /// A message of its own.
    Of(&'static [Row]),
    /// Another message with its type.
    Any,
    /// JSON of a contract: bytes, as amino an object.
    Json,
    /// A time: its seconds.
    Time,
    /// Nothing of it changes what is said.
    Passed,
}

/// One field: its number, its name, its kind, whether there may be several.
type Row = (u32, &'static str, Kind, bool);

const COIN: &[Row] = &[(1, "denom", Kind::Text, false), (2, "amount", Kind::Text, false)];

const fn text(id: u32, name: &'static str) -> Row {
    (id, name, Kind::Text, false)
}
const fn texts(id: u32, name: &'static str) -> Row {
    (id, name, Kind::Text, true)
}
const fn whole(id: u32, name: &'static str) -> Row {
    (id, name, Kind::Whole, false)
}
const fn coin(id: u32, name: &'static str) -> Row {
    (id, name, Kind::Of(COIN), false)
}
const fn coins(id: u32, name: &'static str) -> Row {
    (id, name, Kind::Of(COIN), true)
}
const fn of(id: u32, name: &'static str, rows: &'static [Row]) -> Row {
    (id, name, Kind::Of(rows), false)
}
const fn all(id: u32, name: &'static str, rows: &'static [Row]) -> Row {
    (id, name, Kind::Of(rows), true)
}
const fn any(id: u32, name: &'static str) -> Row {
    (id, name, Kind::Any, false)
}
const fn anys(id: u32, name: &'static str) -> Row {
    (id, name, Kind::Any, true)
}
const fn json(id: u32, name: &'static str) -> Row {
    (id, name, Kind::Json, false)
}
const fn time(id: u32, name: &'static str) -> Row {
    (id, name, Kind::Time, false)
}
const fn passed(id: u32, name: &'static str) -> Row {
    (id, name, Kind::Passed, true)
}

const ENTRY: &[Row] = &[text(1, "address"), coins(2, "coins")];
const PERIOD: &[Row] = &[whole(1, "length"), coins(2, "amount")];
const GRANT: &[Row] = &[any(1, "authorization"), time(2, "expiration")];
const BASIC: &[Row] = &[coins(1, "spend_limit"), time(2, "expiration")];
const ALLOCATION: &[Row] = &[
    text(1, "source_port"),
    text(2, "source_channel"),
    coins(3, "spend_limit"),
    texts(4, "allow_list"),
    texts(5, "allowed_packet_data"),
];
const CONTRACT_GRANT: &[Row] = &[text(1, "contract"), passed(2, "limit"), passed(3, "filter")];
const DELEGATION: &[Row] = &[text(1, "delegator_address"), text(2, "validator_address"), coin(3, "amount")];
const VOTE: &[Row] = &[whole(1, "proposal_id"), text(2, "voter"), passed(3, "option"), passed(4, "metadata")];
const VOTES: &[Row] =
    &[whole(1, "proposal_id"), text(2, "voter"), passed(3, "options"), passed(4, "metadata")];
const DEPOSIT: &[Row] = &[whole(1, "proposal_id"), text(2, "depositor"), coins(3, "amount")];
const TOKENIZE: &[Row] = &[
    text(1, "delegator_address"),
    text(2, "validator_address"),
    coin(3, "amount"),
    text(4, "tokenized_share_owner"),
];
const REDEEM: &[Row] = &[text(1, "delegator_address"), coin(2, "amount")];
const RECORD: &[Row] = &[whole(1, "tokenize_share_record_id"), text(2, "sender"), text(3, "new_owner")];
const SHARES: &[Row] = &[text(1, "delegator_address")];

/// One message.
struct Type {
    url: &'static str,
    amino: &'static str,
    rows: &'static [Row],
}

const fn it(url: &'static str, amino: &'static str, rows: &'static [Row]) -> Type {
    Type { url, amino, rows }
}

const TYPES: &[Type] = &[
    it(
        "/cosmos.bank.v1beta1.MsgSend",
        "cosmos-sdk/MsgSend",
        &[text(1, "from_address"), text(2, "to_address"), coins(3, "amount")],
    ),
    it(
        "/cosmos.bank.v1beta1.MsgMultiSend",
        "cosmos-sdk/MsgMultiSend",
        &[all(1, "inputs", ENTRY), all(2, "outputs", ENTRY)],
    ),
    it(
        "/ibc.applications.transfer.v1.MsgTransfer",
        "cosmos-sdk/MsgTransfer",
        &[
            text(1, "source_port"),
            text(2, "source_channel"),
            coin(3, "token"),
            text(4, "sender"),
            text(5, "receiver"),
            passed(6, "timeout_height"),
            passed(7, "timeout_timestamp"),
            text(8, "memo"),
        ],
    ),
    it("/cosmos.staking.v1beta1.MsgDelegate", "cosmos-sdk/MsgDelegate", DELEGATION),
    it("/cosmos.staking.v1beta1.MsgUndelegate", "cosmos-sdk/MsgUndelegate", DELEGATION),
    it(
        "/cosmos.staking.v1beta1.MsgBeginRedelegate",
        "cosmos-sdk/MsgBeginRedelegate",
        &[
            text(1, "delegator_address"),
            text(2, "validator_src_address"),
            text(3, "validator_dst_address"),
            coin(4, "amount"),
        ],
    ),
    it(
        "/cosmos.staking.v1beta1.MsgCancelUnbondingDelegation",
        "cosmos-sdk/MsgCancelUnbondingDelegation",
        &[
            text(1, "delegator_address"),
            text(2, "validator_address"),
            coin(3, "amount"),
            whole(4, "creation_height"),
        ],
    ),
    it("/cosmos.staking.v1beta1.MsgTokenizeShares", "cosmos-sdk/MsgTokenizeShares", TOKENIZE),
    it("/gaia.liquid.v1beta1.MsgTokenizeShares", "gaia/MsgTokenizeShares", TOKENIZE),
    it("/cosmos.staking.v1beta1.MsgRedeemTokensForShares", "cosmos-sdk/MsgRedeemTokensForShares", REDEEM),
    it("/gaia.liquid.v1beta1.MsgRedeemTokensForShares", "gaia/MsgRedeemTokensForShares", REDEEM),
    it(
        "/cosmos.staking.v1beta1.MsgTransferTokenizeShareRecord",
        "cosmos-sdk/MsgTransferTokenizeShareRecord",
        RECORD,
    ),
    it("/gaia.liquid.v1beta1.MsgTransferTokenizeShareRecord", "gaia/MsgTransferTokenizeShareRecord", RECORD),
    it("/cosmos.staking.v1beta1.MsgEnableTokenizeShares", "cosmos-sdk/MsgEnableTokenizeShares", SHARES),
    it("/gaia.liquid.v1beta1.MsgEnableTokenizeShares", "gaia/MsgEnableTokenizeShares", SHARES),
    it("/cosmos.staking.v1beta1.MsgDisableTokenizeShares", "cosmos-sdk/MsgDisableTokenizeShares", SHARES),
    it("/gaia.liquid.v1beta1.MsgDisableTokenizeShares", "gaia/MsgDisableTokenizeShares", SHARES),
    it(
        "/cosmos.distribution.v1beta1.MsgSetWithdrawAddress",
        "cosmos-sdk/MsgModifyWithdrawAddress",
        &[text(1, "delegator_address"), text(2, "withdraw_address")],
    ),
    it(
        "/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward",
        "cosmos-sdk/MsgWithdrawDelegationReward",
        &[text(1, "delegator_address"), text(2, "validator_address")],
    ),
    it(
        "/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission",
        "cosmos-sdk/MsgWithdrawValCommission",
        &[text(1, "validator_address")],
    ),
    it(
        "/cosmos.distribution.v1beta1.MsgFundCommunityPool",
        "cosmos-sdk/MsgFundCommunityPool",
        &[coins(1, "amount"), text(2, "depositor")],
    ),
    it("/cosmos.gov.v1beta1.MsgVote", "cosmos-sdk/MsgVote", VOTE),
    it("/cosmos.gov.v1.MsgVote", "cosmos-sdk/v1/MsgVote", VOTE),
    it("/cosmos.gov.v1beta1.MsgVoteWeighted", "cosmos-sdk/MsgVoteWeighted", VOTES),
    it("/cosmos.gov.v1.MsgVoteWeighted", "cosmos-sdk/v1/MsgVoteWeighted", VOTES),
    it("/cosmos.gov.v1beta1.MsgDeposit", "cosmos-sdk/MsgDeposit", DEPOSIT),
    it("/cosmos.gov.v1.MsgDeposit", "cosmos-sdk/v1/MsgDeposit", DEPOSIT),
    it(
        "/cosmos.gov.v1beta1.MsgSubmitProposal",
        "cosmos-sdk/MsgSubmitProposal",
        &[passed(1, "content"), coins(2, "initial_deposit"), text(3, "proposer")],
    ),
    it(
        "/cosmos.gov.v1.MsgSubmitProposal",
        "cosmos-sdk/v1/MsgSubmitProposal",
        &[
            passed(1, "messages"),
            coins(2, "initial_deposit"),
            text(3, "proposer"),
            passed(4, "metadata"),
            passed(5, "title"),
            passed(6, "summary"),
            passed(7, "expedited"),
        ],
    ),
    it(
        "/cosmos.authz.v1beta1.MsgGrant",
        "cosmos-sdk/MsgGrant",
        &[text(1, "granter"), text(2, "grantee"), of(3, "grant", GRANT)],
    ),
    it("/cosmos.authz.v1beta1.MsgExec", "cosmos-sdk/MsgExec", &[text(1, "grantee"), anys(2, "msgs")]),
    it(
        "/cosmos.authz.v1beta1.MsgRevoke",
        "cosmos-sdk/MsgRevoke",
        &[text(1, "granter"), text(2, "grantee"), text(3, "msg_type_url")],
    ),
    it("/cosmos.authz.v1beta1.GenericAuthorization", "cosmos-sdk/GenericAuthorization", &[text(1, "msg")]),
    it(
        "/cosmos.bank.v1beta1.SendAuthorization",
        "cosmos-sdk/SendAuthorization",
        &[coins(1, "spend_limit"), texts(2, "allow_list")],
    ),
    it(
        "/cosmos.staking.v1beta1.StakeAuthorization",
        "cosmos-sdk/StakeAuthorization",
        &[
            coin(1, "max_tokens"),
            passed(2, "allow_list"),
            passed(3, "deny_list"),
            whole(4, "authorization_type"),
            passed(1_000, "Validators"),
        ],
    ),
    it(
        "/ibc.applications.transfer.v1.TransferAuthorization",
        "cosmos-sdk/TransferAuthorization",
        &[all(1, "allocations", ALLOCATION)],
    ),
    it(
        "/cosmwasm.wasm.v1.ContractExecutionAuthorization",
        "wasm/ContractExecutionAuthorization",
        &[all(1, "grants", CONTRACT_GRANT)],
    ),
    it(
        "/cosmwasm.wasm.v1.ContractMigrationAuthorization",
        "wasm/ContractMigrationAuthorization",
        &[all(1, "grants", CONTRACT_GRANT)],
    ),
    it(
        "/cosmos.feegrant.v1beta1.MsgGrantAllowance",
        "cosmos-sdk/MsgGrantAllowance",
        &[text(1, "granter"), text(2, "grantee"), any(3, "allowance")],
    ),
    it(
        "/cosmos.feegrant.v1beta1.MsgRevokeAllowance",
        "cosmos-sdk/MsgRevokeAllowance",
        &[text(1, "granter"), text(2, "grantee")],
    ),
    it("/cosmos.feegrant.v1beta1.BasicAllowance", "cosmos-sdk/BasicAllowance", BASIC),
    it(
        "/cosmos.feegrant.v1beta1.PeriodicAllowance",
        "cosmos-sdk/PeriodicAllowance",
        &[
            of(1, "basic", BASIC),
            passed(2, "period"),
            coins(3, "period_spend_limit"),
            coins(4, "period_can_spend"),
            time(5, "period_reset"),
        ],
    ),
    it(
        "/cosmos.feegrant.v1beta1.AllowedMsgAllowance",
        "cosmos-sdk/AllowedMsgAllowance",
        &[any(1, "allowance"), texts(2, "allowed_messages")],
    ),
    it(
        "/cosmos.vesting.v1beta1.MsgCreateVestingAccount",
        "cosmos-sdk/MsgCreateVestingAccount",
        &[
            text(1, "from_address"),
            text(2, "to_address"),
            coins(3, "amount"),
            whole(4, "end_time"),
            passed(5, "delayed"),
        ],
    ),
    it(
        "/cosmos.vesting.v1beta1.MsgCreatePermanentLockedAccount",
        "cosmos-sdk/MsgCreatePermLockedAccount",
        &[text(1, "from_address"), text(2, "to_address"), coins(3, "amount")],
    ),
    it(
        "/cosmos.vesting.v1beta1.MsgCreatePeriodicVestingAccount",
        "cosmos-sdk/MsgCreatePeriodVestAccount",
        &[
            text(1, "from_address"),
            text(2, "to_address"),
            whole(3, "start_time"),
            all(4, "vesting_periods", PERIOD),
        ],
    ),
    it(
        "/cosmwasm.wasm.v1.MsgExecuteContract",
        "wasm/MsgExecuteContract",
        &[text(1, "sender"), text(2, "contract"), json(3, "msg"), coins(5, "funds")],
    ),
    it(
        "/cosmwasm.wasm.v1.MsgInstantiateContract",
        "wasm/MsgInstantiateContract",
        &[
            text(1, "sender"),
            text(2, "admin"),
            whole(3, "code_id"),
            text(4, "label"),
            json(5, "msg"),
            coins(6, "funds"),
        ],
    ),
    it(
        "/cosmwasm.wasm.v1.MsgInstantiateContract2",
        "wasm/MsgInstantiateContract2",
        &[
            text(1, "sender"),
            text(2, "admin"),
            whole(3, "code_id"),
            text(4, "label"),
            json(5, "msg"),
            coins(6, "funds"),
            passed(7, "salt"),
            passed(8, "fix_msg"),
        ],
    ),
    it(
        "/cosmwasm.wasm.v1.MsgMigrateContract",
        "wasm/MsgMigrateContract",
        &[text(1, "sender"), text(2, "contract"), whole(3, "code_id"), json(4, "msg")],
    ),
    it(
        "/cosmwasm.wasm.v1.MsgUpdateAdmin",
        "wasm/MsgUpdateAdmin",
        &[text(1, "sender"), text(2, "new_admin"), text(3, "contract")],
    ),
    it("/cosmwasm.wasm.v1.MsgClearAdmin", "wasm/MsgClearAdmin", &[text(1, "sender"), text(3, "contract")]),
];

const BODY: &[Row] = &[
    anys(1, "messages"),
    text(2, "memo"),
    passed(3, "timeout_height"),
    passed(4, "unordered"),
    passed(5, "timeout_timestamp"),
    anys(1023, "extension_options"),
    anys(2047, "non_critical_extension_options"),
];
const FEE: &[Row] = &[coins(1, "amount"), whole(2, "gas"), text(3, "payer"), text(4, "granter")];
const TIP: &[Row] = &[coins(1, "amount"), text(2, "tipper")];
const AUTH: &[Row] = &[passed(1, "signer_infos"), of(2, "fee", FEE), of(3, "tip", TIP)];
const AMINO: &[Row] = &[
    text(1, "chain_id"),
    whole(2, "account_number"),
    whole(3, "sequence"),
    of(4, "fee", FEE),
    anys(5, "msgs"),
    text(6, "memo"),
    passed(7, "timeout_height"),
];

/// Messages in messages; one more than authz may nest here, with what they hold.
const DEPTH_MAX: usize = 24;

/// What a field says.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Text(String),
    Whole(u64),
    Json(Option<Value>),
    Of(Tree),
}

/// A message, whichever document it stood in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Its type url; as amino the name, where it is not in the table.
    pub url: String,
    /// It is in the table.
    pub is_known: bool,
    /// Fields that the table does not have.
    pub strange: Vec<String>,
    fields: Vec<(&'static str, Node)>,
}

impl Tree {
    fn nodes(&self, name: &str) -> impl Iterator<Item = &Node> {
        self.fields.iter().filter(move |(of, _)| *of == name).map(|(_, node)| node)
    }

    /// A text that is there and not empty: protobuf leaves out what is.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).next()
    }

    /// All of them.
    pub fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        self.nodes(name).filter_map(|node| match node {
            Node::Text(text) if !text.is_empty() => Some(text.as_str()),
            _ => None,
        })
    }

    /// A number.
    #[must_use]
    pub fn whole(&self, name: &str) -> Option<u64> {
        self.nodes(name).find_map(|node| match node {
            Node::Whole(number) => Some(*number),
            _ => None,
        })
    }

    /// Messages in it.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &Self> {
        self.nodes(name).filter_map(|node| match node {
            Node::Of(tree) => Some(tree),
            _ => None,
        })
    }

    /// The one message in it.
    #[must_use]
    pub fn of(&self, name: &str) -> Option<&Self> {
        self.all(name).next()
    }

    /// JSON of a contract; nothing where it is none, or says one thing twice.
    #[must_use]
    pub fn json(&self, name: &str) -> Option<&Value> {
        self.nodes(name).find_map(|node| match node {
            Node::Json(value) => value.as_ref(),
            _ => None,
        })
    }

    /// Denomination and amount of each coin; nothing where one of them is no coin.
    #[must_use]
    pub fn coins(&self, name: &str) -> Option<Vec<(String, U256)>> {
        let each = self.all(name).map(|coin| {
            let amount = coin.text("amount").unwrap_or("0");
            let is_number = amount.len() <= 78 && amount.bytes().all(|digit| digit.is_ascii_digit());
            let amount = is_number.then(|| U256::from_str_radix(amount, 10).ok())??;
            Some((coin.text("denom")?.into(), amount))
        });
        each.collect()
    }

    /// Whether it, or a part of it that has no type of its own, has a field that the table does not.
    #[must_use]
    pub fn is_strange(&self) -> bool {
        let parts = self.fields.iter().filter_map(|(_, node)| match node {
            Node::Of(tree) if tree.url.is_empty() => Some(tree),
            _ => None,
        });
        !self.strange.is_empty() || parts.into_iter().any(Self::is_strange)
    }

    fn has(&self, name: &str) -> bool {
        self.nodes(name).next().is_some()
    }

    fn insert(&mut self, row: &Row, node: Option<Node>) -> Option<()> {
        let (_, name, _, is_many) = *row;
        // who reads the first of two and who reads the last would read two documents
        (is_many || !self.has(name)).then_some(())?;
        if let Some(node) = node {
            self.fields.push((name, node));
        }
        Some(())
    }
}

/// Of protobuf. Nothing where the bytes are no such message: no node takes them.
fn direct(rows: &[Row], bytes: &[u8], depth: usize) -> Option<Tree> {
    let depth = depth.checked_sub(1)?;
    let mut tree = Tree { is_known: true, ..Tree::default() };
    for (id, field) in wire::fields(bytes)? {
        let Some(row) = rows.iter().find(|(of, _, _, _)| *of == id) else {
            tree.strange.push(id.to_string());
            continue;
        };
        let node = match (row.2, field) {
            (Kind::Passed, _) => None,
            (Kind::Text, Field::Bytes(bytes)) => {
                Some(Node::Text(core::str::from_utf8(bytes).ok()?.to_string()))
            }
            (Kind::Whole, Field::Number(number)) => Some(Node::Whole(number)),
            (Kind::Of(rows), Field::Bytes(bytes)) => Some(Node::Of(direct(rows, bytes, depth)?)),
            (Kind::Any, Field::Bytes(bytes)) => Some(Node::Of(direct_any(bytes, depth)?)),
            (Kind::Json, Field::Bytes(bytes)) => Some(Node::Json(super::contracts::message(bytes))),
            (Kind::Time, Field::Bytes(bytes)) => Some(Node::Whole(match wire::fields(bytes)?.as_slice() {
                [] => 0,
                [(1, Field::Number(seconds))] | [(1, Field::Number(seconds)), (2, _)] => *seconds,
                [(2, _)] => 0,
                _ => return None,
            })),
            _ => return None,
        };
        tree.insert(row, node)?;
    }
    Some(tree)
}

fn direct_any(bytes: &[u8], depth: usize) -> Option<Tree> {
    let (mut url, mut value) = (None, None);
    for (id, field) in wire::fields(bytes)? {
        match (id, field) {
            (1, Field::Bytes(bytes)) if url.is_none() => url = Some(core::str::from_utf8(bytes).ok()?),
            (2, Field::Bytes(bytes)) if value.is_none() => value = Some(bytes),
            _ => return None,
        }
    }
    let url = url?;
    match TYPES.iter().find(|of| of.url == url) {
        Some(of) => Some(Tree { url: url.into(), ..direct(of.rows, value.unwrap_or_default(), depth)? }),
        None => Some(Tree { url: url.into(), ..Tree::default() }),
    }
}

/// Of JSON, as amino writes it. Nothing where a field is of another kind than it has to be.
fn amino(rows: &[Row], value: &Value, depth: usize) -> Option<Tree> {
    let depth = depth.checked_sub(1)?;
    let mut tree = Tree { is_known: true, ..Tree::default() };
    for (name, value) in value.as_object()? {
        let Some(row) = rows.iter().find(|(_, of, _, _)| of == name) else {
            tree.strange.push(name.clone());
            continue;
        };
        let (kind, is_many) = (row.2, row.3);
        if matches!(kind, Kind::Passed) || value.is_null() {
            continue;
        }
        let each = match value.as_array() {
            Some(list) if is_many => list.as_slice(),
            _ if is_many => return None,
            _ => core::slice::from_ref(value),
        };
        for value in each {
            let node = match kind {
                Kind::Text => Node::Text(value.as_str()?.into()),
                Kind::Whole => Node::Whole(match value.as_str() {
                    Some("") => return None,
                    Some(digits) => {
                        digits.bytes().all(|of| of.is_ascii_digit()).then_some(digits)?.parse().ok()?
                    }
                    None => value.as_u64()?,
                }),
                Kind::Of(rows) => Node::Of(amino(rows, value, depth)?),
                Kind::Any => Node::Of(amino_any(value, depth)?),
                Kind::Json => Node::Json(value.is_object().then(|| value.clone())),
                Kind::Time => Node::Whole(time::parse(value.as_str()?)? / 1000),
                Kind::Passed => continue,
            };
            tree.insert(row, Some(node))?;
        }
    }
    Some(tree)
}

fn amino_any(value: &Value, depth: usize) -> Option<Tree> {
    let name = value.text("type")?;
    let fields = value.as_object()?;
    fields.keys().all(|key| key == "type" || key == "value").then_some(())?;
    match TYPES.iter().find(|of| of.amino == name) {
        Some(of) => Some(Tree { url: of.url.into(), ..amino(of.rows, value.field("value")?, depth)? }),
        None => Some(Tree { url: name.into(), ..Tree::default() }),
    }
}

/// A whole document: what is signed as amino.
#[must_use]
pub fn amino_document(value: &Value) -> Option<Tree> {
    amino(AMINO, value, DEPTH_MAX)
}

/// What a document that is signed directly has, and nothing else: a wallet on another device may go by a second name for its bytes.
const DIRECT: [&str; 4] = ["bodyBytes", "authInfoBytes", "chainId", "accountNumber"];

/// The two halves of what is signed directly, as base64: the body, and what pays for it.
#[must_use]
pub fn direct_document(value: &Value) -> Option<(Tree, Tree)> {
    value.as_object()?.keys().all(|name| DIRECT.contains(&name.as_str())).then_some(())?;
    let half = |name: &str, rows| direct(rows, &base64::decode(value.text(name)?)?, DEPTH_MAX);
    Some((half("bodyBytes", BODY)?, half("authInfoBytes", AUTH)?))
}
