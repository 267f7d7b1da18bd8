//! TABLE of the known messages: type URL, amino name, and fields with number, type and name. Both forms of a document
//! are parsed to the same tree, so they can't differ. Unknown messages are displayed with their type.
//!
//! The table is text that is parsed on demand, because rows of pointers would double its size in the binary. A field is
//! `3Coin*:amount`: its number, its type, a star if it is repeated, and its name. The types: `t` a string; `n` an
//! integer, in amino a string or a number; `a` a message with its type; `j` a contract's JSON, bytes, in amino an
//! object; `s` a time in seconds; `d` a duration in seconds; `o` an enum, in amino its number or name; `-` a field
//! without any effect; a capital letter: a message of [`SHAPES`].

use crate::json::Read;
use crate::namespaces::cosmos::codec::denoms;
use crate::namespaces::cosmos::codec::wire::{self, Field};
use crate::time;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;
use walletconnect::base64;

/// One field of a message.
struct Row {
    id: u32,
    /// The letter of its type, or the name of its shape.
    kind: &'static str,
    is_many: bool,
    name: &'static str,
}

/// The fields of a line. Words without a colon aren't fields.
fn rows(line: &'static str) -> impl Iterator<Item = Row> {
    line.split(' ').filter_map(|word| {
        let (kind, name) = word.split_once(':')?;
        let digits = kind.bytes().take_while(u8::is_ascii_digit);
        let (count, id) = digits.fold((0, 0), |(count, id), of| (count + 1, id * 10 + u32::from(of - b'0')));
        let kind = kind.get(count..)?;
        let one = kind.strip_suffix('*');
        Some(Row { id, kind: one.unwrap_or(kind), is_many: one.is_some() || kind == "-", name })
    })
}

/// The line that has this word at this position.
fn line(lines: &[&'static str], place: usize, word: &str) -> Option<&'static str> {
    lines.iter().find(|line| line.split(' ').nth(place) == Some(word)).copied()
}

/// A line of [`TYPES`], and the type URL at its start.
fn known(place: usize, word: &str) -> Option<(&'static str, &'static str)> {
    let line = line(&TYPES, place, word)?;
    Some((line.split(' ').next()?, line))
}

/// Nested messages without a type of their own.
const SHAPES: [&str; 10] = [
    "Coin 1t:denom 2t:amount",
    "Entry 1t:address 2Coin*:coins",
    "Period 1n:length 2Coin*:amount",
    "Grant 1a:authorization 2s:expiration",
    "Basic 1Coin*:spend_limit 2s:expiration",
    "Allocation 1t:source_port 2t:source_channel 3Coin*:spend_limit 4t*:allow_list 5t*:allowed_packet_data",
    "ContractGrant 1t:contract 2-:limit 3-:filter",
    "Fee 1Coin*:amount 2n:gas 3t:payer 4t:granter",
    "Tip 1Coin*:amount 2t:tipper",
    "Weighted 1o:option 2t:weight",
];

/// The messages by type URL and amino name.
const TYPES: [&str; 52] = [
    "/cosmos.bank.v1beta1.MsgSend cosmos-sdk/MsgSend 1t:from_address 2t:to_address 3Coin*:amount",
    "/cosmos.bank.v1beta1.MsgMultiSend cosmos-sdk/MsgMultiSend 1Entry*:inputs 2Entry*:outputs",
    "/ibc.applications.transfer.v1.MsgTransfer cosmos-sdk/MsgTransfer 1t:source_port 2t:source_channel \
     3Coin:token 4t:sender 5t:receiver 6-:timeout_height 7-:timeout_timestamp 8t:memo",
    "/cosmos.staking.v1beta1.MsgDelegate cosmos-sdk/MsgDelegate 1t:delegator_address 2t:validator_address \
     3Coin:amount",
    "/cosmos.staking.v1beta1.MsgUndelegate cosmos-sdk/MsgUndelegate 1t:delegator_address \
     2t:validator_address 3Coin:amount",
    "/cosmos.staking.v1beta1.MsgBeginRedelegate cosmos-sdk/MsgBeginRedelegate 1t:delegator_address \
     2t:validator_src_address 3t:validator_dst_address 4Coin:amount",
    "/cosmos.staking.v1beta1.MsgCancelUnbondingDelegation cosmos-sdk/MsgCancelUnbondingDelegation \
     1t:delegator_address 2t:validator_address 3Coin:amount 4n:creation_height",
    "/cosmos.staking.v1beta1.MsgTokenizeShares cosmos-sdk/MsgTokenizeShares 1t:delegator_address \
     2t:validator_address 3Coin:amount 4t:tokenized_share_owner",
    "/gaia.liquid.v1beta1.MsgTokenizeShares gaia/MsgTokenizeShares 1t:delegator_address \
     2t:validator_address 3Coin:amount 4t:tokenized_share_owner",
    "/cosmos.staking.v1beta1.MsgRedeemTokensForShares cosmos-sdk/MsgRedeemTokensForShares \
     1t:delegator_address 2Coin:amount",
    "/gaia.liquid.v1beta1.MsgRedeemTokensForShares gaia/MsgRedeemTokensForShares 1t:delegator_address \
     2Coin:amount",
    "/cosmos.staking.v1beta1.MsgTransferTokenizeShareRecord cosmos-sdk/MsgTransferTokenizeShareRecord \
     1n:tokenize_share_record_id 2t:sender 3t:new_owner",
    "/gaia.liquid.v1beta1.MsgTransferTokenizeShareRecord gaia/MsgTransferTokenizeShareRecord \
     1n:tokenize_share_record_id 2t:sender 3t:new_owner",
    "/cosmos.staking.v1beta1.MsgEnableTokenizeShares cosmos-sdk/MsgEnableTokenizeShares \
     1t:delegator_address",
    "/gaia.liquid.v1beta1.MsgEnableTokenizeShares gaia/MsgEnableTokenizeShares 1t:delegator_address",
    "/cosmos.staking.v1beta1.MsgDisableTokenizeShares cosmos-sdk/MsgDisableTokenizeShares \
     1t:delegator_address",
    "/gaia.liquid.v1beta1.MsgDisableTokenizeShares gaia/MsgDisableTokenizeShares 1t:delegator_address",
    "/cosmos.distribution.v1beta1.MsgSetWithdrawAddress cosmos-sdk/MsgModifyWithdrawAddress \
     1t:delegator_address 2t:withdraw_address",
    "/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward cosmos-sdk/MsgWithdrawDelegationReward \
     1t:delegator_address 2t:validator_address",
    "/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission cosmos-sdk/MsgWithdrawValCommission \
     1t:validator_address",
    "/cosmos.distribution.v1beta1.MsgFundCommunityPool cosmos-sdk/MsgFundCommunityPool 1Coin*:amount \
     2t:depositor",
    "/cosmos.gov.v1beta1.MsgVote cosmos-sdk/MsgVote 1n:proposal_id 2t:voter 3o:option 4-:metadata",
    "/cosmos.gov.v1.MsgVote cosmos-sdk/v1/MsgVote 1n:proposal_id 2t:voter 3o:option 4-:metadata",
    "/cosmos.gov.v1beta1.MsgVoteWeighted cosmos-sdk/MsgVoteWeighted 1n:proposal_id 2t:voter 3Weighted*:options \
     4-:metadata",
    "/cosmos.gov.v1.MsgVoteWeighted cosmos-sdk/v1/MsgVoteWeighted 1n:proposal_id 2t:voter 3Weighted*:options \
     4-:metadata",
    "/cosmos.gov.v1beta1.MsgDeposit cosmos-sdk/MsgDeposit 1n:proposal_id 2t:depositor 3Coin*:amount",
    "/cosmos.gov.v1.MsgDeposit cosmos-sdk/v1/MsgDeposit 1n:proposal_id 2t:depositor 3Coin*:amount",
    "/cosmos.gov.v1beta1.MsgSubmitProposal cosmos-sdk/MsgSubmitProposal 1-:content 2Coin*:initial_deposit \
     3t:proposer",
    "/cosmos.gov.v1.MsgSubmitProposal cosmos-sdk/v1/MsgSubmitProposal 1-:messages 2Coin*:initial_deposit \
     3t:proposer 4-:metadata 5-:title 6-:summary 7-:expedited",
    "/cosmos.authz.v1beta1.MsgGrant cosmos-sdk/MsgGrant 1t:granter 2t:grantee 3Grant:grant",
    "/cosmos.authz.v1beta1.MsgExec cosmos-sdk/MsgExec 1t:grantee 2a*:msgs",
    "/cosmos.authz.v1beta1.MsgRevoke cosmos-sdk/MsgRevoke 1t:granter 2t:grantee 3t:msg_type_url",
    "/cosmos.authz.v1beta1.GenericAuthorization cosmos-sdk/GenericAuthorization 1t:msg",
    "/cosmos.bank.v1beta1.SendAuthorization cosmos-sdk/SendAuthorization 1Coin*:spend_limit 2t*:allow_list",
    "/cosmos.staking.v1beta1.StakeAuthorization cosmos-sdk/StakeAuthorization 1Coin:max_tokens \
     2-:allow_list 3-:deny_list 4o:authorization_type 1000-:Validators",
    "/ibc.applications.transfer.v1.TransferAuthorization cosmos-sdk/TransferAuthorization \
     1Allocation*:allocations",
    "/cosmwasm.wasm.v1.ContractExecutionAuthorization wasm/ContractExecutionAuthorization \
     1ContractGrant*:grants",
    "/cosmwasm.wasm.v1.ContractMigrationAuthorization wasm/ContractMigrationAuthorization \
     1ContractGrant*:grants",
    "/cosmos.feegrant.v1beta1.MsgGrantAllowance cosmos-sdk/MsgGrantAllowance 1t:granter 2t:grantee \
     3a:allowance",
    "/cosmos.feegrant.v1beta1.MsgRevokeAllowance cosmos-sdk/MsgRevokeAllowance 1t:granter 2t:grantee",
    "/cosmos.feegrant.v1beta1.BasicAllowance cosmos-sdk/BasicAllowance 1Coin*:spend_limit 2s:expiration",
    "/cosmos.feegrant.v1beta1.PeriodicAllowance cosmos-sdk/PeriodicAllowance 1Basic:basic 2d:period \
     3Coin*:period_spend_limit 4Coin*:period_can_spend 5s:period_reset",
    "/cosmos.feegrant.v1beta1.AllowedMsgAllowance cosmos-sdk/AllowedMsgAllowance 1a:allowance \
     2t*:allowed_messages",
    "/cosmos.vesting.v1beta1.MsgCreateVestingAccount cosmos-sdk/MsgCreateVestingAccount 1t:from_address \
     2t:to_address 3Coin*:amount 4n:end_time 5-:delayed",
    "/cosmos.vesting.v1beta1.MsgCreatePermanentLockedAccount cosmos-sdk/MsgCreatePermLockedAccount \
     1t:from_address 2t:to_address 3Coin*:amount",
    "/cosmos.vesting.v1beta1.MsgCreatePeriodicVestingAccount cosmos-sdk/MsgCreatePeriodVestAccount \
     1t:from_address 2t:to_address 3n:start_time 4Period*:vesting_periods",
    "/cosmwasm.wasm.v1.MsgExecuteContract wasm/MsgExecuteContract 1t:sender 2t:contract 3j:msg 5Coin*:funds",
    "/cosmwasm.wasm.v1.MsgInstantiateContract wasm/MsgInstantiateContract 1t:sender 2t:admin 3n:code_id \
     4t:label 5j:msg 6Coin*:funds",
    "/cosmwasm.wasm.v1.MsgInstantiateContract2 wasm/MsgInstantiateContract2 1t:sender 2t:admin 3n:code_id \
     4t:label 5j:msg 6Coin*:funds 7-:salt 8-:fix_msg",
    "/cosmwasm.wasm.v1.MsgMigrateContract wasm/MsgMigrateContract 1t:sender 2t:contract 3n:code_id 4j:msg",
    "/cosmwasm.wasm.v1.MsgUpdateAdmin wasm/MsgUpdateAdmin 1t:sender 2t:new_admin 3t:contract",
    "/cosmwasm.wasm.v1.MsgClearAdmin wasm/MsgClearAdmin 1t:sender 3t:contract",
];

const BODY: &str = "1a*:msgs 2t:memo 3-:timeout_height 4-:unordered 5-:timeout_timestamp 1023a*:extension_options \
     2047a*:non_critical_extension_options";
const AUTH: &str = "1-:signer_infos 2Fee:fee 3Tip:tip";
const AMINO: &str = "1t:chain_id 2n:account_number 3n:sequence 4Fee:fee 5a*:msgs 6t:memo 7-:timeout_height";

/// The maximum nesting of messages: one more than authz can nest here, with the content.
const DEPTH_MAX: usize = 24;

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Text(String),
    Whole(u64),
    Json(Option<Value>),
    Of(Tree),
}

/// A parsed message, from either form of the document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// The type URL. In amino, the name if it isn't in the table.
    pub url: String,
    /// The message is in the table.
    pub is_known: bool,
    /// The fields that aren't in the table.
    pub strange: Vec<String>,
    fields: Vec<(&'static str, Node)>,
}

impl Tree {
    fn nodes(&self, name: &str) -> impl Iterator<Item = &Node> {
        self.fields.iter().filter(move |(of, _)| *of == name).map(|(_, node)| node)
    }

    /// The first string of a field. An empty string counts as missing, because protobuf omits empty fields.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).next()
    }

    /// All strings of a field.
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

    /// The nested messages of a field.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &Self> {
        self.nodes(name).filter_map(|node| match node {
            Node::Of(tree) => Some(tree),
            _ => None,
        })
    }

    /// The nested message of a field.
    #[must_use]
    pub fn of(&self, name: &str) -> Option<&Self> {
        self.all(name).next()
    }

    /// A contract's JSON. `None` if it is invalid, or has a repeated key.
    #[must_use]
    pub fn json(&self, name: &str) -> Option<&Value> {
        self.nodes(name).find_map(|node| match node {
            Node::Json(value) => value.as_ref(),
            _ => None,
        })
    }

    /// The denomination and amount of each coin. `None` if one is invalid.
    #[must_use]
    pub fn coins(&self, name: &str) -> Option<Vec<(String, U256)>> {
        let each = self.all(name).map(|coin| {
            let amount = denoms::units(coin.text("amount").unwrap_or("0"))?;
            Some((coin.text("denom")?.into(), amount))
        });
        each.collect()
    }

    /// Whether the message, or a nested one without a type of its own, contains a field outside the table.
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

    fn insert(&mut self, row: &Row, node: Node) -> Option<()> {
        // readers that use the first and the last value would see two documents
        (row.is_many || !self.has(row.name)).then_some(())?;
        self.fields.push((row.name, node));
        Some(())
    }
}

/// Parses protobuf. `None` for invalid bytes, which every node rejects.
fn direct(line: &'static str, bytes: &[u8], depth: usize) -> Option<Tree> {
    let depth = depth.checked_sub(1)?;
    let mut tree = Tree { is_known: true, ..Tree::default() };
    for (id, field) in wire::fields(bytes)? {
        let Some(row) = rows(line).find(|row| row.id == id) else {
            tree.strange.push(id.to_string());
            continue;
        };
        let node = match (row.kind, field) {
            ("-", _) => continue,
            ("n" | "o", Field::Number(number)) => Node::Whole(number),
            (kind, Field::Bytes(bytes)) => match kind {
                "t" => Node::Text(core::str::from_utf8(bytes).ok()?.to_string()),
                "a" => Node::Of(direct_any(bytes, depth)?),
                "j" => Node::Json(super::contracts::message(bytes)),
                "s" | "d" => Node::Whole(match wire::fields(bytes)?.as_slice() {
                    [] | [(2, _)] => 0,
                    [(1, Field::Number(seconds))] | [(1, Field::Number(seconds)), (2, _)] => *seconds,
                    _ => return None,
                }),
                _ => Node::Of(direct(self::line(&SHAPES, 0, kind)?, bytes, depth)?),
            },
            _ => return None,
        };
        tree.insert(&row, node)?;
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
    match known(0, url) {
        Some((_, line)) => Some(Tree { url: url.into(), ..direct(line, value.unwrap_or_default(), depth)? }),
        None => Some(Tree { url: url.into(), ..Tree::default() }),
    }
}

/// Parses amino JSON. `None` if a field has the wrong type.
fn amino(line: &'static str, value: &Value, depth: usize) -> Option<Tree> {
    let depth = depth.checked_sub(1)?;
    let mut tree = Tree { is_known: true, ..Tree::default() };
    for (name, value) in value.as_object()? {
        let Some(row) = rows(line).find(|row| row.name == name) else {
            tree.strange.push(name.clone());
            continue;
        };
        if row.kind == "-" || value.is_null() {
            continue;
        }
        let each = match value.as_array() {
            Some(list) if row.is_many => list.as_slice(),
            _ if row.is_many => return None,
            _ => core::slice::from_ref(value),
        };
        for value in each {
            let node = match row.kind {
                "t" => Node::Text(value.as_str()?.into()),
                "n" => Node::Whole(match value.as_str() {
                    Some("") => return None,
                    Some(digits) => {
                        digits.bytes().all(|of| of.is_ascii_digit()).then_some(digits)?.parse().ok()?
                    }
                    None => value.as_u64()?,
                }),
                "a" => Node::Of(amino_any(value, depth)?),
                "j" => Node::Json(value.is_object().then(|| value.clone())),
                "s" => Node::Whole(time::parse(value.as_str()?)? / 1000),
                "d" => Node::Whole(seconds(value.as_str()?)?),
                "o" => match (value.as_u64(), value.as_str()) {
                    (Some(number), _) => Node::Whole(number),
                    (None, Some(text)) => match text.parse() {
                        Ok(number) => Node::Whole(number),
                        Err(_) => Node::Text(text.into()),
                    },
                    _ => return None,
                },
                kind => Node::Of(amino(self::line(&SHAPES, 0, kind)?, value, depth)?),
            };
            tree.insert(&row, node)?;
        }
    }
    Some(tree)
}

/// A duration in seconds. Amino writes it in nanoseconds, without a unit.
fn seconds(text: &str) -> Option<u64> {
    match text.strip_suffix('s') {
        Some(seconds) => seconds.split('.').next()?.parse().ok(),
        None => text.parse::<u64>().ok().map(|nanos| nanos / 1_000_000_000),
    }
}

fn amino_any(value: &Value, depth: usize) -> Option<Tree> {
    let name = value.text("type")?;
    let fields = value.as_object()?;
    fields.keys().all(|key| key == "type" || key == "value").then_some(())?;
    match known(1, name) {
        Some((url, line)) => Some(Tree { url: url.into(), ..amino(line, value.field("value")?, depth)? }),
        None => Some(Tree { url: name.into(), ..Tree::default() }),
    }
}

/// Parses a complete amino sign document.
#[must_use]
pub fn amino_document(value: &Value) -> Option<Tree> {
    amino(AMINO, value, DEPTH_MAX)
}

/// The exact fields of a direct sign document, because a mobile wallet might use another name for its bytes.
const DIRECT: [&str; 4] = ["bodyBytes", "authInfoBytes", "chainId", "accountNumber"];

/// Parses the two base64 parts of a direct sign document: the body, and the fee data.
#[must_use]
pub fn direct_document(value: &Value) -> Option<(Tree, Tree)> {
    value.as_object()?.keys().all(|name| DIRECT.contains(&name.as_str())).then_some(())?;
    // a number that wallets read differently could sign for another account
    let is_number = |given: &Value| match given.as_str() {
        Some(text) => text.parse::<u64>().is_ok() && text.bytes().all(|of| of.is_ascii_digit()),
        None => given.as_u64().is_some(),
    };
    value.field("accountNumber").is_none_or(is_number).then_some(())?;
    let half = |name: &str, line| direct(line, &base64::decode(value.text(name)?)?, DEPTH_MAX);
    Some((half("bodyBytes", BODY)?, half("authInfoBytes", AUTH)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    // A typo in the table would otherwise be noticed only when such a message arrives.
    #[test]
    fn parses_every_line_of_the_message_table() {
        let (mut urls, mut aminos) = (Vec::new(), Vec::new());
        let shapes = SHAPES.iter().map(|line| (1, *line));
        let lines = TYPES.iter().map(|line| (2, *line)).chain(shapes);
        for (names, line) in lines.chain([BODY, AUTH, AMINO].map(|line| (0, line))) {
            let (mut ids, mut own): (Vec<u32>, Vec<&str>) = (Vec::new(), Vec::new());
            for row in rows(line) {
                let is_kind = ["t", "n", "a", "j", "s", "d", "o", "-"].contains(&row.kind);
                assert!(is_kind || self::line(&SHAPES, 0, row.kind).is_some(), "{line}: {}", row.kind);
                let is_name = row.name.bytes().all(|of| of.is_ascii_alphabetic() || of == b'_');
                assert!(row.id > 0 && !row.name.is_empty() && is_name, "{line}: {}", row.name);
                assert!(!ids.contains(&row.id) && !own.contains(&row.name), "{line}: {}", row.name);
                ids.push(row.id);
                own.push(row.name);
            }
            assert_eq!(line.split(' ').count(), names + ids.len(), "{line}");
            if names == 2 {
                let mut words = line.split(' ');
                urls.push(words.next().filter(|of| of.starts_with('/')).expect("a type url"));
                aminos.push(words.next().filter(|of| of.contains('/')).expect("an amino name"));
            }
        }
        for mut all in [urls, aminos] {
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count, "one of them twice");
        }
    }
}
