//! Calls inside calls (10.12): `multicall`, Multicall3, a Safe's transactions, executing accounts, the Universal
//! Router. An address doesn't identify its contract, so the outer call itself stays unknown. Its inner actions are
//! decoded, each with its own risk. Known actions have their full risk in any encoding. The rest is displayed as
//! unread: extra bytes, or one unknown command, never hide the other actions.

use super::router;
use crate::namespaces::effects::{Asset, Effect, EffectKind, Power, Risk};
use crate::namespaces::eip155::codec::abi::{self, Function, Node, Value, decode};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, hex};

/// The maximum nesting of decoded calls.
pub const DEPTH_MAX: usize = 4;

/// One call inside another.
#[derive(Debug)]
pub struct Inner {
    /// The called contract.
    pub to: String,
    /// The amount of coins that it pays.
    pub value: U256,
    /// The call data as hex without a prefix.
    pub data: String,
}

/// One action of a contract call that carries other calls.
#[derive(Debug)]
pub enum CarriedAction {
    /// A call.
    Call(Inner),
    /// An effect of the contract itself.
    Effect(Box<Effect>),
}

/// How the parameters of a carrier contain its calls.
#[derive(Clone, Copy)]
enum Form {
    /// Calls to itself: the last parameter is a list of call data.
    Itself,
    /// Calls to itself: the first parameter is a list of call data.
    First,
    /// The last parameter is a list of calls, which begin with the address. The numbers are the positions of value and
    /// data.
    List(Option<usize>, usize),
    /// Parallel lists: addresses, values if true, data.
    Lists(bool),
    /// Address, value, data.
    One,
    /// Address, value, data, and whether it is a delegate call.
    Operation,
    /// Address and data of a delegate call.
    Delegate,
    /// A Safe's own transaction.
    Safe,
    /// Calls one after another without padding.
    Packed,
    /// A mode and its data (ERC-7579).
    Mode,
    /// Commands and their inputs.
    Router,
}

const TABLE: &[(u32, &str, Form)] = &[
    (0xac96_50d8, "multicall(bytes[])", Form::Itself),
    (0x5ae4_01dc, "multicall(uint256,bytes[])", Form::Itself),
    (0x1f04_64d1, "multicall(bytes32,bytes[])", Form::Itself),
    (0x252d_ba42, "aggregate((address,bytes)[])", Form::List(None, 1)),
    (0x82ad_56cb, "aggregate3((address,bool,bytes)[])", Form::List(None, 2)),
    (0x174d_ea71, "aggregate3Value((address,bool,uint256,bytes)[])", Form::List(Some(2), 3)),
    (0xbce3_8bd7, "tryAggregate(bool,(address,bytes)[])", Form::List(None, 1)),
    (0x3995_42e9, "tryBlockAndAggregate(bool,(address,bytes)[])", Form::List(None, 1)),
    (0xc307_7fa9, "blockAndAggregate((address,bytes)[])", Form::List(None, 1)),
    (0x8d80_ff0a, "multiSend(bytes)", Form::Packed),
    (
        0x6a76_1202,
        "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
        Form::Safe,
    ),
    (0x4687_21a7, "execTransactionFromModule(address,uint256,bytes,uint8)", Form::Operation),
    (0x5229_073f, "execTransactionFromModuleReturnData(address,uint256,bytes,uint8)", Form::Operation),
    (0x2c2a_bd1e, "executeWithoutChainIdValidation(bytes[])", Form::Itself),
    (0x1cff_79cd, "execute(address,bytes)", Form::Delegate),
    (0xd242_3b51, "batch(bytes[],bool)", Form::First),
    (0xd691_c964, "executeFromExecutor(bytes32,bytes)", Form::Mode),
    (0x1340_08d3, "execute(address,uint256,bytes,bytes32,bytes32)", Form::One),
    (0x3593_564c, "execute(bytes,bytes[],uint256)", Form::Router),
    (0x2485_6bc3, "execute(bytes,bytes[])", Form::Router),
    (0xb61d_27f6, "execute(address,uint256,bytes)", Form::One),
    (0x5194_5447, "execute(address,uint256,bytes,uint8)", Form::Operation),
    (0x7bb3_7428, "executeUserOp(address,uint256,bytes,uint8)", Form::Operation),
    (0x541d_63c8, "executeUserOpWithErrorString(address,uint256,bytes,uint8)", Form::Operation),
    (0xabc5_345e, "executeBySender((address,uint256,bytes)[])", Form::List(Some(1), 2)),
    (0x34fc_d5be, "executeBatch((address,uint256,bytes)[])", Form::List(Some(1), 2)),
    (0x18df_b3c7, "executeBatch(address[],bytes[])", Form::Lists(false)),
    (0x47e1_da2a, "executeBatch(address[],uint256[],bytes[])", Form::Lists(true)),
    (MODES, "execute(bytes32,bytes)", Form::Mode),
];
/// The calls of an account as a list.
const CALLS: &str = "f((address,uint256,bytes)[])";
const MODES: u32 = 0xe9ae_5c53;
/// A mode for a list of calls with an authorization (ERC-7821).
const WITH_PROOF: [u8; 4] = [0x78, 0x21, 0x00, 0x01];

/// The contracts to which a Safe delegates, and which only execute the given calls (safe-deployments, MultiSend and
/// MultiSendCallOnly 1.3.0 and 1.4.1).
const MULTI_SENDS: [&str; 6] = [
    "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761",
    "0x998739BFdAAdde7C933B942a68053933098f9EDa",
    "0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526",
    "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D",
    "0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B",
    "0x9641d764fc13c8B624c04430C7356C1C7C8102e2",
];

/// The name of a function that carries other calls.
#[must_use]
pub fn name(data: &str) -> Option<&'static str> {
    Some(row(data)?.1.split_once('(')?.0)
}

fn row(data: &str) -> Option<&'static (u32, &'static str, Form)> {
    let selector = u32::from_str_radix(data.get(..8)?, 16).ok()?;
    TABLE.iter().find(|(of, ..)| *of == selector)
}

/// The decoded actions of an outer call.
#[derive(Debug, Default)]
pub struct Carried {
    /// The actions in order.
    pub told: Vec<CarriedAction>,
    /// A part of the call couldn't be decoded.
    pub is_part: bool,
    /// The number of unused bytes.
    pub behind: usize,
}

impl Carried {
    /// Adds an action, or marks that it couldn't be decoded.
    fn adds(&mut self, more: Option<Vec<CarriedAction>>) {
        match more {
            Some(more) => self.told.extend(more),
            None => self.is_part = true,
        }
    }

    fn of(told: Option<Vec<CarriedAction>>) -> Self {
        let mut all = Self::default();
        all.adds(told);
        all
    }

    fn each(all: impl Iterator<Item = Option<CarriedAction>>) -> Self {
        let mut carried = Self::default();
        all.for_each(|told| carried.adds(told.map(|told| alloc::vec![told])));
        carried
    }
}

/// The actions of a call to `on`. `None` if its data doesn't match its function.
#[must_use]
pub fn told(on: &str, data: &str) -> Option<Carried> {
    let (_, signature, form) = row(data)?;
    let params = Function::parse(signature)?.params;
    let loose = abi::loose_hex(&params, data.get(8..)?)?;
    let mut carried = by_form(*form, on, &tuple(&loose.read)?)?;
    carried.behind = loose.behind;
    carried.is_part |= loose.is_odd;
    Some(carried)
}

fn by_form(form: Form, on: &str, fields: &[&Node]) -> Option<Carried> {
    let at = |index: usize| fields.get(index).copied();
    let itself = |data: &Node| Some(call(on.into(), U256::ZERO, bytes(data)?));
    Some(match form {
        Form::Itself => Carried::each(list(at(fields.len().checked_sub(1)?)?)?.iter().map(itself)),
        Form::First => Carried::each(list(at(0)?)?.iter().map(itself)),
        Form::List(value, data) => {
            Carried::each(list(at(fields.len().checked_sub(1)?)?)?.iter().map(|item| {
                let of = tuple(item)?;
                let value = value.map_or(Some(U256::ZERO), |at| number(of.get(at)?))?;
                Some(call(address(of.first()?)?, value, bytes(of.get(data)?)?))
            }))
        }
        Form::Lists(has_values) => {
            let (to, data) = (list(at(0)?)?, list(at(fields.len().checked_sub(1)?)?)?);
            let values = if has_values { list(at(1)?)? } else { &[] };
            let value = |index: usize| values.get(index).map_or(Some(U256::ZERO), number);
            let all = to.iter().zip(data).enumerate();
            let each = all.map(|(index, (to, data))| Some(call(address(to)?, value(index)?, bytes(data)?)));
            let mut carried = Carried::each(each);
            // some accounts treat an empty list of values as zeros
            carried.is_part |= to.len() != data.len() || !(values.is_empty() || values.len() == to.len());
            carried
        }
        Form::One => Carried::of(Some([call(address(at(0)?)?, number(at(1)?)?, bytes(at(2)?)?)].into())),
        Form::Delegate => {
            let to = address(at(0)?)?;
            Carried::of(Some([delegated(on, to.clone()), call(to, U256::ZERO, bytes(at(1)?)?)].into()))
        }
        Form::Operation => {
            let kind = u64::try_from(number(at(3)?)?).unwrap_or(u64::MAX);
            Carried::of(operation(on, kind, address(at(0)?)?, number(at(1)?)?, bytes(at(2)?)?))
        }
        Form::Safe => safe(on, fields)?,
        Form::Packed => packed(on, bytes(at(0)?)?),
        Form::Mode => by_mode(on, bytes(at(0)?)?, bytes(at(1)?)?),
        Form::Router => router::told(on, bytes(at(0)?)?, list(at(1)?)?),
    })
}

/// The calls that an account makes with this call data, in order. `None` if it is unreadable, does more than calls, or
/// tolerates a failing call.
#[must_use]
pub fn made(account: &str, data: &str) -> Option<Vec<Inner>> {
    let (selector, _, form) = row(data)?;
    // ERC-7579: the second byte of the mode selects whether a failing call is tolerated
    let is_tried = *selector == MODES && data.get(10..12)? != "00";
    let is_of_account =
        matches!(form, Form::One | Form::Operation | Form::Safe | Form::Mode | Form::Lists(true))
            || matches!(form, Form::List(Some(1), 2));
    let mut all = Vec::new();
    for told in whole(told(account, data).filter(|_| is_of_account && !is_tried))? {
        let CarriedAction::Call(call) = told else { return None };
        // a Safe runs the code of these contracts as itself; any other contract is a separate effect
        match MULTI_SENDS.contains(&call.to.as_str()) && matches!(form, Form::Safe | Form::Operation) {
            true => all.extend(calls(whole(self::told(&call.to, &call.data))?)?),
            false => all.push(call),
        }
    }
    Some(all)
}

/// The actions, if everything was decoded.
fn whole(carried: Option<Carried>) -> Option<Vec<CarriedAction>> {
    carried.filter(|of| !of.is_part && of.behind == 0).map(|of| of.told)
}

fn calls(all: Vec<CarriedAction>) -> Option<Vec<Inner>> {
    let call = |told| match told {
        CarriedAction::Call(call) => Some(call),
        CarriedAction::Effect(_) => None,
    };
    all.into_iter().map(call).collect()
}

pub(crate) fn tuple(node: &Node) -> Option<Vec<&Node>> {
    match &node.value {
        Value::Tuple(fields) => Some(fields.iter().map(|(_, node)| node).collect()),
        _ => None,
    }
}

pub(crate) fn list(node: &Node) -> Option<&[Node]> {
    match &node.value {
        Value::List(list) => Some(list),
        _ => None,
    }
}

pub(crate) fn bytes(node: &Node) -> Option<&[u8]> {
    match &node.value {
        Value::Bytes(bytes) => Some(bytes),
        _ => None,
    }
}

pub(crate) fn number(node: &Node) -> Option<U256> {
    match &node.value {
        Value::Number(number) => Some(*number),
        _ => None,
    }
}

pub(crate) fn flag(node: &Node) -> Option<bool> {
    match &node.value {
        Value::Flag(flag) => Some(*flag),
        _ => None,
    }
}

pub(crate) fn address(node: &Node) -> Option<String> {
    match &node.value {
        Value::Address(address) => Some(address.to_checksum(None)),
        _ => None,
    }
}

fn call(to: String, value: U256, data: &[u8]) -> CarriedAction {
    CarriedAction::Call(Inner { to, value, data: hex::encode(data) })
}

/// The action of a delegate call, which runs foreign code as the account itself.
fn delegated(on: &str, to: String) -> CarriedAction {
    let effect = Effect::of(EffectKind::Control, Risk::Critical);
    CarriedAction::Effect(Box::new(Effect {
        power: Some(Power::Delegate),
        on: Some(on.into()),
        party: Some(to),
        ..effect
    }))
}

/// The action of a call or a delegate call.
pub(crate) fn operation(
    on: &str,
    kind: u64,
    to: String,
    value: U256,
    data: &[u8],
) -> Option<Vec<CarriedAction>> {
    match kind {
        0 => Some([call(to, value, data)].into()),
        1 if MULTI_SENDS.contains(&to.as_str()) => Some([call(to, U256::ZERO, data)].into()),
        1 => Some([delegated(on, to.clone()), call(to, U256::ZERO, data)].into()),
        _ => None,
    }
}

/// The actions of a Safe's transaction, with its gas refund.
fn safe(on: &str, fields: &[&Node]) -> Option<Carried> {
    let at = |index: usize| fields.get(index).copied();
    let kind = u64::try_from(number(at(3)?)?).unwrap_or(u64::MAX);
    let mut all = Carried::of(operation(on, kind, address(at(0)?)?, number(at(1)?)?, bytes(at(2)?)?));
    if !number(at(6)?)?.is_zero() {
        all.told.push(refund(on, address(at(7)?)?, address(at(8)?)?));
    }
    Some(all)
}

/// A Safe's gas refund, which can be any amount, because the recipient sets the price.
pub(crate) fn refund(on: &str, token: String, to: String) -> CarriedAction {
    let is_coin = token == Address::ZERO.to_checksum(None);
    CarriedAction::Effect(Box::new(Effect {
        asset: Some(if is_coin { Asset::Coin } else { Asset::Token(token) }),
        party: Some(to),
        owner: Some(on.to_string()),
        ..Effect::of(EffectKind::Move, Risk::Warning)
    }))
}

/// Decodes packed calls: operation, address, value, length, data.
fn packed(on: &str, all: &[u8]) -> Carried {
    let mut rest = all;
    let mut carried = Carried::default();
    while !rest.is_empty() {
        let Some((told, next)) = packed_one(on, rest) else {
            carried.is_part = true;
            break;
        };
        carried.adds(told);
        rest = next;
    }
    carried
}

/// The first packed call, `None` for an unknown operation, and the rest.
fn packed_one<'a>(on: &str, all: &'a [u8]) -> Option<(Option<Vec<CarriedAction>>, &'a [u8])> {
    let (head, after) = all.split_at_checked(85)?;
    let ([kind], head) = head.split_first_chunk::<1>()?;
    let (to, head) = head.split_first_chunk::<20>()?;
    let (value, length) = head.split_at_checked(32)?;
    let length = usize::try_from(U256::from_be_slice(length)).ok()?;
    let (data, next) = after.split_at_checked(length)?;
    let to = Address::from(*to).to_checksum(None);
    Some((operation(on, u64::from(*kind), to, U256::from_be_slice(value), data), next))
}

/// Decodes by an ERC-7579 mode: one packed call, a list of calls, or a delegate call.
fn by_mode(on: &str, mode: &[u8], data: &[u8]) -> Carried {
    let target = |data: &[u8]| Some(Address::from(*data.first_chunk::<20>()?).to_checksum(None));
    let one = || {
        let value = U256::from_be_slice(data.get(20..52)?);
        Some([call(target(data)?, value, data.get(52..)?)].into())
    };
    let foreign = || {
        let to = target(data)?;
        Some([delegated(on, to.clone()), call(to, U256::ZERO, data.get(20..)?)].into())
    };
    match mode.first() {
        Some(0x00) => Carried::of(one()),
        Some(0x01) => listed(mode, data).unwrap_or(Carried { is_part: true, ..Carried::default() }),
        Some(0xff) => Carried::of(foreign()),
        _ => Carried::of(None),
    }
}

/// Decodes a list of calls. In ERC-7821, an authorization can follow.
fn listed(mode: &[u8], data: &[u8]) -> Option<Carried> {
    let params = |signature| Some(Function::parse(signature)?.params);
    let with_proof = "f((address,uint256,bytes)[],bytes)";
    let is_with = mode.get(6..10) == Some(WITH_PROOF.as_slice());
    let proven = if is_with { decode(&params(with_proof)?, data) } else { None };
    let (read, is_odd, behind) = match proven {
        Some(read) => (read, false, 0),
        None => {
            let loose = abi::loose(&params(CALLS)?, data)?;
            (loose.read, loose.is_odd, loose.behind)
        }
    };
    let fields = tuple(&read)?;
    let each = list(fields.first()?)?.iter().map(|item| {
        let of = tuple(item)?;
        Some(call(address(of.first()?)?, number(of.get(1)?)?, bytes(of.get(2)?)?))
    });
    let mut carried = Carried::each(each);
    carried.is_part |= is_odd || behind > 0;
    Some(carried)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::json::json;
    use crate::namespaces::clauses::Clause;
    use crate::namespaces::effects::{Carries, HowMuch, SaysNothing};

    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    const EVE: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    const SAFE: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

    /// A value of encoded call data.
    enum Arg {
        Word(U256),
        Bytes(Vec<u8>),
        List(Vec<Arg>),
        Tuple(Vec<Arg>),
    }
    use Arg::{Bytes, List, Tuple, Word};

    impl Arg {
        fn is_dynamic(&self) -> bool {
            match self {
                Word(_) => false,
                Bytes(_) | List(_) => true,
                Tuple(fields) => fields.iter().any(Self::is_dynamic),
            }
        }

        fn size(&self) -> usize {
            match self {
                Tuple(fields) if !self.is_dynamic() => fields.iter().map(Self::size).sum(),
                _ => 32,
            }
        }

        fn write(&self) -> Vec<u8> {
            let number = |of: usize| U256::from(of).to_be_bytes_vec();
            match self {
                Word(word) => word.to_be_bytes_vec(),
                Bytes(bytes) => {
                    let mut all = number(bytes.len());
                    all.extend(bytes);
                    all.resize(all.len().next_multiple_of(32), 0);
                    all
                }
                List(items) => [number(items.len()), side_by_side(items)].concat(),
                Tuple(fields) => side_by_side(fields),
            }
        }
    }

    fn side_by_side(items: &[Arg]) -> Vec<u8> {
        let mut end: usize = items.iter().map(Arg::size).sum();
        let (mut head, mut tail) = (Vec::new(), Vec::new());
        for item in items {
            let written = item.write();
            if item.is_dynamic() {
                head.extend(U256::from(end).to_be_bytes_vec());
                end += written.len();
                tail.extend(written);
            } else {
                head.extend(written);
            }
        }
        [head, tail].concat()
    }

    fn of(address: &str) -> Arg {
        Word(U256::from_be_slice(address.parse::<Address>().unwrap().as_slice()))
    }

    fn n(number: u64) -> Arg {
        Word(U256::from(number))
    }

    fn data(selector: u32, args: &[Arg]) -> Vec<u8> {
        [selector.to_be_bytes().as_slice(), &side_by_side(args)].concat()
    }

    fn approve() -> Vec<u8> {
        data(0x095e_a7b3, &[of(EVE), Word(U256::MAX)])
    }

    fn sent(data: &[u8]) -> Vec<Effect> {
        let request = json!([{ "from": ALICE, "to": USDC, "data": hex::encode_prefixed(data) }]);
        super::super::effects::read("eth_sendTransaction", &request, &SaysNothing)
    }

    fn multicall(inner: Vec<u8>) -> Vec<u8> {
        data(0xac96_50d8, &[List([Bytes(inner)].into())])
    }

    fn packed(kind: u8, to: &str, inner: &[u8]) -> Vec<u8> {
        let to = to.parse::<Address>().unwrap();
        let length = U256::from(inner.len()).to_be_bytes_vec();
        [&[kind], to.as_slice(), &[0; 32], &length, inner].concat()
    }

    fn exec(to: &str, inner: Vec<u8>, kind: u64, gas_price: u64) -> Vec<u8> {
        let all = [
            of(to),
            n(0),
            Bytes(inner),
            n(kind),
            n(0),
            n(0),
            n(gas_price),
            of(USDC),
            of(EVE),
            Bytes([1; 65].into()),
        ];
        data(0x6a76_1202, &all)
    }

    /// An unlimited approval inside each kind of carrier.
    fn carriers() -> [Vec<u8>; 18] {
        let call = |fields: Vec<Arg>| List([Tuple(fields)].into());
        let of_call = || call([of(USDC), Bytes(approve())].into());
        let of_account = || call([of(USDC), n(0), Bytes(approve())].into());
        let mode = |first: u8| Word(U256::from(first) << 248);
        [
            multicall(approve()),
            data(0x5ae4_01dc, &[n(9), List([Bytes(approve())].into())]),
            data(0x1f04_64d1, &[n(9), List([Bytes(approve())].into())]),
            data(0x252d_ba42, &[of_call()]),
            data(0x82ad_56cb, &[call([of(USDC), n(1), Bytes(approve())].into())]),
            data(0x174d_ea71, &[call([of(USDC), n(1), n(0), Bytes(approve())].into())]),
            data(0xbce3_8bd7, &[n(1), of_call()]),
            data(0x3995_42e9, &[n(1), of_call()]),
            data(0xc307_7fa9, &[of_call()]),
            data(0x8d80_ff0a, &[Bytes(packed(0, USDC, &approve()))]),
            exec(USDC, approve(), 0, 0),
            exec(MULTI_SENDS[3], data(0x8d80_ff0a, &[Bytes(packed(0, USDC, &approve()))]), 1, 0),
            data(0xb61d_27f6, &[of(USDC), n(0), Bytes(approve())]),
            data(0x34fc_d5be, &[of_account()]),
            data(0x18df_b3c7, &[List([of(USDC)].into()), List([Bytes(approve())].into())]),
            data(
                0x47e1_da2a,
                &[List([of(USDC)].into()), List([n(0)].into()), List([Bytes(approve())].into())],
            ),
            data(
                0xe9ae_5c53,
                &[
                    mode(0),
                    Bytes([USDC.parse::<Address>().unwrap().as_slice(), &[0; 32], &approve()].concat()),
                ],
            ),
            data(0xe9ae_5c53, &[mode(1), Bytes(side_by_side(&[of_account()]))]),
        ]
    }

    /// Calls that carry others, for tests of another implementation (`features/review/vectors.rs`).
    pub(crate) fn examples() -> Vec<(String, String)> {
        let run = |command: u8, input: Vec<u8>| {
            data(0x3593_564c, &[Bytes([command].into()), List([Bytes(input)].into()), n(9)])
        };
        let path = |addresses: &[&str]| {
            let all = addresses.iter().map(|address| address.parse::<Address>().unwrap().to_vec());
            all.collect::<Vec<_>>().join([0, 1, 244].as_slice())
        };
        let swap = |recipient: Arg, is_payer: u64| {
            side_by_side(&[recipient, n(100), n(90), Bytes(path(&[USDC, EVE, SAFE])), n(is_payer)])
        };
        let route = |recipient: Arg| {
            side_by_side(&[recipient, n(100), n(90), List([of(USDC), of(SAFE)].into()), n(1)])
        };
        let three = |recipient: Arg, units: u64| side_by_side(&[of(USDC), recipient, n(units)]);
        let details = |units: Arg| Tuple([of(USDC), units, n(1_700_000_000), n(0)].into());
        let single = side_by_side(&[Tuple([details(n(7)), of(EVE), n(5)].into()), Bytes([1; 65].into())]);
        let endless = Word((U256::from(1u8) << 160) - U256::from(1u8));
        let several = side_by_side(&[
            Tuple([List([details(n(7)), details(endless)].into()), of(EVE), n(5)].into()),
            Bytes(Vec::new()),
        ]);
        let plan = side_by_side(&[Bytes([0x05].into()), List([Bytes(three(of(EVE), 7))].into())]);
        let deep = (0..6).fold(approve(), |inner, _| multicall(inner));
        let eve = EVE.parse::<Address>().unwrap();
        let foreign =
            data(0x8d80_ff0a, &[Bytes([packed(0, USDC, &[1]), packed(1, EVE, &approve())].concat())]);
        let mode = Word(U256::from(0xffu8) << 248);
        let transfer = data(0xa905_9cbb, &[of(EVE), n(7)]);
        let mut all: Vec<(String, Vec<u8>)> = Vec::new();
        for (at, carrier) in carriers().into_iter().enumerate() {
            all.push((alloc::format!("carrier {at}"), carrier.clone()));
            all.push((alloc::format!("carrier {at} and a byte more"), [carrier.as_slice(), &[0]].concat()));
        }
        for (name, data) in [
            ("calls in calls, too deep", deep),
            ("a send in a call", multicall(transfer)),
            ("coins in a call", data(0xb61d_27f6, &[of(EVE), n(9), Bytes(Vec::new())])),
            (
                "fewer values than calls",
                data(
                    0x47e1_da2a,
                    &[List([of(USDC)].into()), List(Vec::new()), List([Bytes(approve())].into())],
                ),
            ),
            ("lists of different lengths", data(0x18df_b3c7, &[List([of(USDC)].into()), List(Vec::new())])),
            ("delegate call to unknown code in a batch", foreign),
            ("delegate call of a Safe", exec(EVE, Vec::new(), 1, 0)),
            ("unknown operation of a Safe", exec(EVE, Vec::new(), 2, 0)),
            ("Safe refunds gas", exec(SAFE, Vec::new(), 0, 1)),
            ("delegate call by mode", data(0xe9ae_5c53, &[mode, Bytes(eve.to_vec())])),
            ("router: swap, output to the router", run(0x00, swap(n(1), 1))),
            ("router: exact-output swap", run(0x01, swap(n(1), 1))),
            ("router: swap, output to the caller", run(0x80, swap(of(ALICE), 0))),
            ("router: swap, output to another account", run(0x00, swap(of(EVE), 1))),
            ("router: V2 swap, output to another account", run(0x08, route(of(EVE)))),
            ("router: V2 exact-output swap", run(0x09, route(n(2)))),
            ("router: takes tokens with Permit2", run(0x02, three(n(2), 7))),
            ("a router: takes for another", run(0x02, three(of(EVE), 7))),
            ("a router: sweeps", run(0x04, three(of(EVE), 7))),
            ("a router: a fee", run(0x06, three(of(EVE), 100))),
            ("a router: more than a fee", run(0x06, three(of(EVE), 101))),
            ("a router: coins", run(0x0b, side_by_side(&[of(EVE), n(7)]))),
            ("a router: coins for itself", run(0x0c, side_by_side(&[n(2), n(7)]))),
            ("a router: a permit", run(0x0a, single)),
            ("a router: permits", run(0x03, several)),
            ("a router: a plan", run(0x21, plan)),
            ("a router: looks", run(0x0e, Vec::new())),
            ("a router: an unknown command", run(0x10, Vec::new())),
        ] {
            all.push((name.into(), data));
        }
        all.into_iter().map(|(name, data)| (name, hex::encode(data))).collect()
    }

    #[test]
    fn has_the_selector_of_each_signature() {
        for (selector, signature, _) in TABLE {
            let function = Function::parse(signature).unwrap();
            assert_eq!(function.selector(), selector.to_be_bytes(), "{signature}");
            assert_eq!(function.canonical(), *signature);
        }
        for address in MULTI_SENDS {
            assert_eq!(address.parse::<Address>().unwrap().to_checksum(None), address);
        }
    }

    // req: 10.12
    #[test]
    fn describes_an_allowance_inside_any_carrier() {
        let alone = sent(&approve());
        for carrier in carriers() {
            let effects = sent(&carrier);
            assert_eq!(effects.last(), alone.last(), "{}", hex::encode(&carrier));
            assert!(
                effects
                    .iter()
                    .rev()
                    .skip(1)
                    .all(|effect| effect.carries == Carries::Read && effect.risk == Risk::Warning)
            );
            // one more byte: the same effects, and a note about the trailing byte
            for more in [1, 32, 33] {
                let effects = sent(&[carrier.as_slice(), &alloc::vec![0; more]].concat());
                assert!(effects.contains(&alone[0]), "{more} behind {}", hex::encode(&carrier));
                let behind = effects.iter().find(|effect| effect.is(Clause::Behind)).unwrap();
                assert_eq!((behind.name(), behind.risk), (Some(&*more.to_string()), Risk::Warning));
            }
            // one byte less, in the padding or the inner call, which a lenient contract accepts
            let effects = sent(&carrier[..carrier.len() - 1]);
            assert!(
                effects.iter().any(|effect| effect.kind == EffectKind::Allow),
                "{}",
                hex::encode(&carrier)
            );
        }
    }

    // req: 10.12
    #[test]
    fn reports_calls_below_the_maximum_depth_as_unread() {
        let mut inner = approve();
        for depth in 1..=6 {
            inner = multicall(inner);
            let effects = sent(&inner);
            let is_unread = |effect: &&Effect| effect.carries == Carries::Unread;
            assert_eq!(
                effects.iter().any(|effect| effect.kind == EffectKind::Allow),
                depth <= DEPTH_MAX,
                "{depth}"
            );
            assert_eq!(effects.iter().filter(is_unread).count(), usize::from(depth > DEPTH_MAX), "{depth}");
            // deeper calls are unknown, which needs the separate confirmation
            assert!(effects.iter().filter(is_unread).all(|effect| effect.risk == Risk::Critical), "{depth}");
            assert!(effects.len() <= DEPTH_MAX + 1);
        }
    }

    // req: 10.12
    #[test]
    fn treats_foreign_code_in_an_account_as_critical() {
        let critical = |data: &[u8]| -> Vec<Effect> {
            sent(data).into_iter().filter(|effect| effect.risk == Risk::Critical).collect()
        };
        let mode = Word(U256::from(0xffu8) << 248);
        let eve = EVE.parse::<Address>().unwrap();
        for carrier in [
            data(0x8d80_ff0a, &[Bytes(packed(1, EVE, &[]))]),
            data(0x8d80_ff0a, &[Bytes([packed(0, USDC, &[1]), packed(1, EVE, &approve())].concat())]),
            exec(EVE, Vec::new(), 1, 0),
            // another contract with the call data of a Safe's own function
            exec(EVE, data(0x8d80_ff0a, &[Bytes(packed(0, USDC, &[]))]), 1, 0),
            data(0xe9ae_5c53, &[mode, Bytes(eve.to_vec())]),
        ] {
            let found = critical(&carrier);
            assert_eq!(found.len(), 1, "{}", hex::encode(&carrier));
            assert_eq!((found[0].power, found[0].party.as_deref()), (Some(Power::Delegate), Some(EVE)));
        }
        for kind in [2, 3] {
            assert_eq!(
                sent(&exec(EVE, Vec::new(), kind, 0))[0].carries,
                Carries::Unread,
                "unknown operation of a Safe"
            );
        }
        let paid = sent(&exec(SAFE, Vec::new(), 0, 1));
        let last = paid.last().unwrap();
        assert_eq!(
            (last.kind, last.party.as_deref()),
            (EffectKind::Move, Some(EVE)),
            "the gas is paid back to somebody"
        );
    }

    // req: 10.12
    #[test]
    fn describes_router_commands_with_amount_and_recipient() {
        let run = |commands: &[(u8, Vec<u8>)]| {
            let list = commands.iter().map(|(_, input)| Bytes(input.clone())).collect();
            let names = commands.iter().map(|(command, _)| *command).collect();
            sent(&data(0x3593_564c, &[Bytes(names), List(list), n(9)]))
        };
        let path = |from: &str, to: &str| {
            let (from, to) = (from.parse::<Address>().unwrap(), to.parse::<Address>().unwrap());
            [from.as_slice(), &[0, 1, 244], to.as_slice()].concat()
        };
        let swap = |recipient: Arg, is_payer: u64| {
            side_by_side(&[recipient, n(100), n(90), Bytes(path(USDC, SAFE)), n(is_payer)])
        };
        let own = run(&[(0x00, swap(n(1), 1))]);
        assert_eq!((own.len(), own[1].token().map(String::as_str)), (2, Some(USDC)));
        assert_eq!((own[1].amount, own[1].risk), (Some(HowMuch::Units(U256::from(100))), Risk::Review));
        // to the account itself, and tokens that the router already has
        assert_eq!(run(&[(0x00, swap(of(ALICE), 0))]).len(), 1);
        // a reversed path: the maximum input belongs to its last token
        let exact = run(&[(0x01, swap(n(1), 1))]);
        assert_eq!(
            (exact[1].token().map(String::as_str), exact[1].amount),
            (Some(SAFE), Some(HowMuch::Units(U256::from(90))))
        );
        let to_eve = |effects: &[Effect]| {
            effects.iter().any(|effect| effect.party.as_deref() == Some(EVE) && effect.risk >= Risk::Warning)
        };
        assert!(to_eve(&run(&[(0x80, swap(of(EVE), 1))])), "what is swapped goes to somebody else");
        for command in [0x02, 0x04, 0x05, 0x06] {
            let input = side_by_side(&[of(USDC), of(EVE), n(7_000)]);
            assert!(to_eve(&run(&[(command, input.clone())])), "{command}");
            let sub = side_by_side(&[Bytes([command].into()), List([Bytes(input)].into())]);
            assert!(to_eve(&run(&[(0x21, sub)])), "{command} in a plan");
        }
        for command in [0x0b, 0x0c] {
            assert!(to_eve(&run(&[(command, side_by_side(&[of(EVE), n(7)]))])), "{command}");
            assert_eq!(run(&[(command, side_by_side(&[n(2), n(7)]))]).len(), 1, "{command}");
        }
        let details = || Tuple([of(USDC), n(7), n(1_700_000_000), n(0)].into());
        let single = side_by_side(&[Tuple([details(), of(EVE), n(5)].into()), Bytes([1; 65].into())]);
        let several = side_by_side(&[
            Tuple([List([details(), details()].into()), of(EVE), n(5)].into()),
            Bytes(Vec::new()),
        ]);
        assert!(to_eve(&run(&[(0x0a, single)])));
        assert_eq!(run(&[(0x03, several)]).len(), 3);
        // an unknown command, an unreadable one, fewer inputs than commands
        let given = side_by_side(&[of(USDC), of(EVE), n(7_000)]);
        for unknown in [(0x10, Vec::new()), (0x00, Vec::new()), (0x7f, alloc::vec![1])] {
            let effects = run(&[(0x05, given.clone()), unknown.clone()]);
            assert!(to_eve(&effects), "what is known is said beside what isn't: {}", unknown.0);
            let unread = effects.iter().find(|effect| effect.kind == EffectKind::Unread).unwrap();
            assert_eq!((effects[0].carries, unread.risk), (Carries::Part, Risk::Warning));
        }
        let fewer = sent(&data(0x2485_6bc3, &[Bytes([0x0e].into()), List(Vec::new())]));
        assert_eq!((fewer.len(), fewer[0].carries), (1, Carries::Unread));
        let mut deep = side_by_side(&[of(USDC), of(EVE), n(7)]);
        let mut command = 0x05;
        for _ in 0..5 {
            deep = side_by_side(&[Bytes([command].into()), List([Bytes(deep)].into())]);
            command = 0x21;
        }
        let effects = run(&[(0x21, deep)]);
        assert_eq!((effects[0].carries, effects[1].kind), (Carries::Part, EffectKind::Unread));
        assert_eq!(effects[1].risk, Risk::Critical, "deeper than anybody needs");
    }

    // req: 10.12
    #[test]
    fn reads_a_user_operation_by_its_account_call() {
        let read = |data: &str| {
            let request = json!([{ "sender": ALICE, "nonce": "0x1", "callData": data }, SAFE]);
            super::super::effects::read("eth_sendUserOperation", &request, &SaysNothing)
        };
        let told = read(&hex::encode_prefixed(data(0xb61d_27f6, &[of(USDC), n(0), Bytes(approve())])));
        assert_eq!(told.last(), sent(&approve()).last());
        assert_eq!(told.len(), 2);
        for unread in ["", "0x"] {
            assert_eq!((read(unread)[0].kind, read(unread)[0].risk), (EffectKind::Unread, Risk::Warning));
        }
        assert_eq!(
            (read("0xdeadbeef")[0].kind, read("0xdeadbeef")[0].risk),
            (EffectKind::Call, Risk::Warning)
        );
    }

    #[test]
    fn survives_arbitrary_bytes_without_reading_past_the_end() {
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = |below: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed % below as u64) as usize
        };
        for _ in 0..4_000 {
            let mut bytes = match next(4) {
                0 => multicall(multicall(approve())),
                1 => exec(EVE, data(0x8d80_ff0a, &[Bytes(packed(1, EVE, &approve()))]), 1, 1),
                2 => data(
                    0x3593_564c,
                    &[Bytes([0, 2].into()), List([Bytes([1; 64].into()), Bytes(Vec::new())].into()), n(1)],
                ),
                _ => {
                    let (selector, ..) = TABLE[next(TABLE.len())];
                    let mut bytes = selector.to_be_bytes().to_vec();
                    (0..next(400)).for_each(|_| bytes.push([0, 1, 0x20, 0x40, 0xff][next(5)]));
                    bytes
                }
            };
            for _ in 0..next(4) {
                let at = next(bytes.len());
                bytes[at] = [0, 1, 0x20, 0x60, 0xff][next(5)];
            }
            let effects = sent(&bytes);
            assert!(!effects.is_empty() && effects.len() <= 1 + bytes.len() / 16, "{}", hex::encode(&bytes));
            assert!(effects.iter().any(|effect| effect.risk >= Risk::Warning), "{}", hex::encode(&bytes));
        }
    }
}
