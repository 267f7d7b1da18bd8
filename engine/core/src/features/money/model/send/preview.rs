//! The preview of a send, read back from its request, and its result.

use super::draw::SendSlice;
use super::draw::{find_token, token, worth};
use super::receiver::{self, SendAlike, SendFirst};
use super::{Fee, Prepared, slice};
use crate::amount::Amount;
use crate::entities::Network;
use crate::features::money::model::ending::Ending;
use crate::features::money::model::preview::{PreviewBase, Progress, SendParty, in_coins, party};
use crate::format;
use crate::namespaces;
use crate::namespaces::terms::{TokenDoubt, TokenRule};
use crate::namespaces::transfer::{Added, Change, RecipientKind};
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// A balance change from the node's simulation (10.14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendChange {
    /// "-1.5 ETH". `None` for a token in no list, because its amount is unknown.
    pub text: Option<String>,
    /// The token's contract, checksummed, if `text` is `None`.
    pub token: Option<String>,
    /// Incoming. If false, outgoing.
    pub incoming: bool,
}

/// The preview, decoded from the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendPreview {
    /// The page requested it as a payment.
    pub is_payment: bool,
    /// The exact amount.
    pub amount: String,
    /// "ETH".
    pub symbol: String,
    /// The recipient.
    pub to: SendParty,
    /// The sender, the network and the fee.
    #[serde(flatten)]
    pub base: PreviewBase,
    /// A block takes ten minutes or more.
    pub rare_blocks: bool,
    /// Amount plus fee, with their value. `None` for a token, because its fee is paid in another coin.
    pub total: Option<String>,
    /// The value, "$12.50".
    pub worth: Option<String>,
    /// The token's contract, checksummed.
    pub token: Option<String>,
    /// The memo for the recipient.
    pub memo: Option<String>,
    /// The reference keys of a payment, in full.
    pub references: Vec<String>,
    /// The token's icon as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
    /// A known address that the recipient resembles. The user has to compare them before the send (10.13).
    pub alike: Option<SendAlike>,
    /// The user has compared them.
    pub compared: bool,
    /// The user hasn't sent anything to the recipient before.
    pub first_time: Option<SendFirst>,
    /// The typed name has no address on this network. This is its address on Ethereum.
    pub of_ethereum: bool,
    /// The domains of the gateways that resolved the typed name.
    pub through: Vec<String>,
    /// The type of address, if it isn't a normal account.
    pub place: Option<RecipientKind>,
    /// The deposit for an account that is created for the recipient: "0.00203928 SOL, $0.31".
    pub opens: Option<String>,
    /// The token's transfer fee: "0.5 DEMO".
    pub withheld: Option<String>,
    /// The transfer fee after a scheduled change: "1 DEMO".
    pub withheld_later: Option<String>,
    /// Notes about the token.
    pub rules: Vec<TokenRule>,
    /// The list and the network report different data about the token, so the amount is in base units.
    pub doubt: Option<TokenDoubt>,
    /// The amount on the network, if the token displays amounts with a factor: "12.5 DEMO".
    pub uncounted: Option<String>,
    /// The parts that the wallet added when it signed, with a formatted fee: "0.0004 SOL, $0.06".
    pub added: Option<Added>,
    /// The simulated balance changes, if they differ from the amount. Empty if no node supports that.
    pub changes: Vec<SendChange>,
    /// The simulation shows more or other outgoing amounts than the preview, so the user can't confirm.
    pub exceeded: bool,
}

/// Builds the preview.
pub(super) fn preview(state: &State, prepared: &Prepared, network: &Network) -> SendPreview {
    let (shown, coin) = (&prepared.shown, &network.native_currency.symbol);
    let of = token(state, network);
    let native_price = state.send.known.native_price;
    let with_worth = |amount: &Amount| in_coins(amount, coin, native_price);
    let fee = match &prepared.fee {
        Fee::Known(fee) => Some(fee),
        _ => None,
    };
    let of_token = |amount: &Amount| [&format::separated(&amount.to_decimal()), " ", &of.symbol].concat();
    let chosen = state.send.form.token.as_ref();
    let doubt = prepared.doubt(chosen);
    let (amount, symbol) = prepared.text(&shown.amount, chosen, &of.symbol);
    let item = state.send.stage.id().and_then(|id| state.transactions.get(id));
    let namespace = shown.chain.namespace;
    let alike = receiver::alike(state, namespace, &shown.to);
    SendPreview {
        is_payment: state.send.form.is_payment,
        amount: format::separated(&amount),
        rules: prepared.terms.rules.clone(),
        uncounted: prepared.terms.count.map(|_| of_token(&shown.amount)),
        withheld: prepared.withheld.map(|kept| of_token(&prepared.counted(&kept))),
        withheld_later: prepared.withheld_later.map(|kept| of_token(&prepared.counted(&kept))),
        symbol,
        to: SendParty {
            name: prepared.name.clone().or_else(|| state.identities.name(&shown.to)),
            ..party(state, &shown.to)
        },
        base: PreviewBase::of(state, Some(network), &shown.from, &prepared.fee, native_price),
        rare_blocks: namespaces::of(namespace).has_rare_blocks(),
        total: fee
            .filter(|_| shown.token.is_none())
            .and_then(|fee| shown.amount.checked_add(fee))
            .map(|sum| with_worth(&sum)),
        worth: worth(&state.send, &prepared.counted(&shown.amount)).filter(|_| doubt.is_none()),
        token: shown.token.clone(),
        memo: shown.memo.clone(),
        references: shown.references.clone(),
        image: of.image,
        compared: alike.as_ref().is_some_and(|alike| prepared.compared.as_ref() == Some(&alike.known)),
        alike,
        first_time: receiver::first(state, namespace, &shown.to),
        of_ethereum: prepared.lead.as_ref().is_some_and(|lead| lead.is_of_ethereum),
        through: prepared.lead.as_ref().map(|lead| lead.through.clone()).unwrap_or_default(),
        place: prepared.place,
        opens: prepared.opens.as_ref().map(with_worth),
        added: item.and_then(|item| item.added.as_ref()).map(|added| {
            added.in_words(&|amount| {
                Some(with_worth(&Amount::parse(amount, network.native_currency.decimals).ok()?))
            })
        }),
        changes: match prepared.changes.as_slice() {
            [only] if shown.is(only) => Vec::new(), // the preview's amount already shows this change
            all => all.iter().map(|of| change(state, network, of)).collect(),
        },
        exceeded: shown.is_exceeded(&prepared.changes),
        doubt,
    }
}

/// One line of the simulated changes, with names from the list of tokens.
pub(crate) fn change(state: &State, network: &Network, change: &Change) -> SendChange {
    let chosen = state.send.form.token.as_ref();
    let of = match &change.token {
        None => Some((network.native_currency.symbol.clone(), network.native_currency.decimals)),
        Some(address) => chosen
            .filter(|token| token.address == *address)
            .filter(|_| state.send.stage.prepared().is_none_or(|prepared| prepared.doubt(chosen).is_none()))
            .map(|token| (token.symbol.clone(), token.decimals))
            .or_else(|| {
                let item = find_token(state, address).filter(|item| item.is_known_by_name())?;
                Some((item.symbol.clone(), item.amount.decimals))
            }),
    };
    let sign = if change.is_in { "+" } else { "-" };
    let text = of.filter(|_| !change.is_item).map(|(symbol, decimals)| {
        let amount = Amount::new(change.units, decimals).to_decimal();
        [sign, &format::separated(&amount), " ", &symbol].concat()
    });
    let token = change.token.clone().filter(|_| text.is_none());
    SendChange { text, token, incoming: change.is_in }
}

/// The data of the result view.
pub(crate) fn ending(state: &State) -> Option<Ending> {
    let SendSlice { preview, progress: Progress { explorer_url, .. }, .. } = slice(state);
    let SendPreview { amount, symbol, to, added, .. } = preview?;
    Some(Ending {
        gave: Some([&amount, " ", &*symbol].concat()),
        to: Some(to),
        added,
        explorer_url,
        ..Ending::default()
    })
}
