//! Send (2.21, 4.43, 4.44, 5.26-5.28, 6.8): "Loading goes true, then an EVM send runs, by active chain. On success the
//! balance updates and the send state resets." This file is the form: its state, its checks and what is drawn; the
//! flows are in [`crate::features::send_flow`], which the browser loads at the first use.

use crate::amount::{Amount, AmountFault};
use crate::caip::Namespace;
use crate::constants::{DEFAULT_BALANCE, MAX_SEND_GAS_RESERVE};
use crate::entities::Network;
use crate::error::ErrorData;
use crate::features::account::model::balances::BalancePhase;
use crate::features::account::model::identity;
use crate::features::account::model::moved::Move;
use crate::features::account::model::moved::Why;
use crate::features::account::model::tokens;
use crate::features::account::model::tokens::TokenItem;
use crate::features::money::model::transactions::TransactionStatus;
use crate::features::shell::model::router;
use crate::format;
use crate::namespaces::eip155_transfer::Transfer;
use crate::namespaces::{self, AddressFault, eip155};
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;
use serde_json::Value;

/// Where a send stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendPhase {
    /// The form.
    #[default]
    Editing,
    /// The fee is asked for.
    Preparing,
    /// The preview waits for the person.
    Review,
    /// The wallet was asked.
    Waiting,
    /// The wallet gave a hash.
    Confirming,
    /// Not known whether it was sent, or not seen in a block for 25 s.
    Unknown,
    /// Nothing was sent, or it was reverted.
    Failed,
}

/// Something that is asked of the node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LoadPhase {
    /// Asked.
    #[default]
    Loading,
    /// Known.
    Ready,
    /// Could not be read.
    Failed,
}

/// The token that is sent; without one it is the native coin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The contract, checksummed.
    pub address: String,
    /// "USDC"
    pub symbol: String,
    /// "USD Coin"
    pub name: String,
    /// As the contract says, once it has been asked; before, as the list says.
    pub decimals: u8,
}

/// The form and what is known for it (3.13).
#[derive(Default)]
pub struct Send {
    /// The token; nothing for the native coin.
    pub token: Option<Chosen>,
    /// As typed in the list of tokens.
    pub search: String,
    /// Of the native coin, which pays the fee of a token.
    pub native_balance: Option<Amount>,
    /// Of one token, in US dollars.
    pub price: Option<Amount>,
    /// Of the native coin, in US dollars.
    pub native_price: Option<Amount>,
    /// As typed.
    pub amount: String,
    /// As typed.
    pub receiver: String,
    /// Exact, from the node.
    pub balance: Option<Amount>,
    /// Wei for one unit of gas.
    pub gas_price: Option<U256>,
    /// Of balance and gas price.
    pub load: LoadPhase,
    /// Where it stands.
    pub phase: SendPhase,
    /// What is previewed: read back from the request that will be sent.
    pub shown: Option<Transfer>,
    /// That request.
    pub request: Option<Value>,
    /// Estimated.
    pub fee: Option<Amount>,
    /// Of the fee.
    pub fee_load: LoadPhase,
    /// The entry of `transactions`.
    pub transaction_id: Option<String>,
    /// The wallet has been asked: from here on nothing can be taken back here.
    pub asked: bool,
    /// Why it failed.
    pub error: Option<ErrorData>,
}

/// The first failing check, in the order of views.md section 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendCheck {
    /// No token.
    SelectToken,
    /// No amount.
    EnterAmount,
    /// Not an amount.
    InvalidAmount,
    /// More than there is.
    InsufficientFunds,
    /// No receiver.
    EnterAddress,
    /// Not a receiver.
    InvalidAddress,
    /// Nothing fails.
    Ready,
}

/// Under the amount field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AmountError {
    /// Not a number.
    Invalid,
    /// More decimals than the token has.
    TooManyDecimals,
    /// More than there is, the fee included.
    Insufficient,
    /// There is enough of the token, and not of the coin that pays the fee.
    InsufficientFee,
}

/// Under the address field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReceiverError {
    /// Not an address.
    Invalid,
    /// Mixed case that is not the checksum.
    Checksum,
}

/// A second look is due (services.md B7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendNotice {
    /// The sender itself.
    OwnAddress,
    /// Nobody can spend from it.
    ZeroAddress,
    /// Nothing guards it against a typing mistake.
    ChecksumAbsent,
    /// A contract that keeps tokens: what is sent to it is lost.
    TokenContract,
}

/// The token of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendToken {
    /// What `send.token` takes.
    pub id: String,
    /// "ETH".
    pub symbol: String,
    /// "Ether".
    pub name: String,
    /// 18.
    pub decimals: u8,
    /// Of the contract; nothing for the native coin.
    pub address: Option<String>,
    /// Floored to three decimals.
    pub balance: String,
    /// Its picture as a `blob:` url, once it is there.
    pub image: Option<String>,
}

/// The contract that is called, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendContract {
    /// Checksummed.
    pub address: String,
    /// In groups of four.
    pub groups: Vec<String>,
}

/// The preview, read back from the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendPreview {
    /// Exact.
    pub amount: String,
    /// "ETH".
    pub symbol: String,
    /// The sender, whole, in groups of four.
    pub from_groups: Vec<String>,
    /// The receiver, whole, in groups of four.
    pub to_groups: Vec<String>,
    /// "Ethereum".
    pub network_name: String,
    /// "0.000021 ETH", or nothing while it is unknown.
    pub fee: Option<String>,
    /// Of the fee.
    pub fee_phase: LoadPhase,
    /// Amount and fee together; nothing for a token, whose fee is paid in another coin.
    pub total: Option<String>,
    /// "$12.50"
    pub worth: Option<String>,
    /// The token's contract.
    pub token: Option<SendContract>,
    /// The token's picture as a `blob:` url, once it is there.
    pub image: Option<String>,
}

/// The slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "fields of Send, ready to draw")]
pub struct SendSlice {
    pub token: Option<SendToken>,
    pub send_token_amount: String,
    pub receiver_address: String,
    pub receiver_profile_name: Option<String>,
    pub receiver_profile_image_url: Option<String>,
    #[serde(rename = "networkBalanceInUSD")]
    pub network_balance_in_usd: Option<String>,
    pub token_balances: Vec<TokenItem>,
    pub loading: bool,
    pub worth: Option<String>,
    pub max: Option<String>,
    pub max_phase: LoadPhase,
    pub check: SendCheck,
    pub amount_error: Option<AmountError>,
    pub receiver_error: Option<ReceiverError>,
    pub notice: Option<SendNotice>,
    pub phase: SendPhase,
    pub preview: Option<SendPreview>,
    pub hash: Option<String>,
    pub explorer_url: Option<String>,
    pub error: Option<ErrorData>,
    pub search: String,
    pub tokens: Vec<TokenItem>,
    pub tokens_phase: BalancePhase,
}

impl Send {
    /// Of what is sent.
    pub(crate) fn decimals(&self, network: &Network) -> u8 {
        self.token.as_ref().map_or(network.native_currency.decimals, |token| token.decimals)
    }

    /// The typed amount.
    pub(crate) fn parsed(&self, network: &Network) -> Result<Amount, AmountFault> {
        Amount::parse(self.amount.trim(), self.decimals(network))
    }

    /// What Max fills in: all of a token; of the native coin the balance less the reserve for the fee.
    pub(crate) fn max(&self) -> Option<Amount> {
        if self.token.is_some() {
            return self.balance;
        }
        let (balance, price) = (self.balance?, self.gas_price?);
        let reserve = price.checked_mul(U256::from(MAX_SEND_GAS_RESERVE))?;
        Some(balance.saturating_sub(&Amount::new(reserve, balance.decimals)))
    }

    /// Whether amount and fee are more than there is; unknown is not more.
    pub(crate) fn exceeds(&self, amount: &Amount) -> Option<AmountError> {
        let more = |spent: Option<Amount>, balance: Option<Amount>| {
            balance.is_some_and(|balance| spent.is_none_or(|spent| spent.units > balance.units))
        };
        if self.token.is_some() {
            return if more(Some(*amount), self.balance) {
                Some(AmountError::Insufficient)
            } else if self.fee.is_some() && more(self.fee, self.native_balance) {
                Some(AmountError::InsufficientFee)
            } else {
                None
            };
        }
        let fee = self.fee.unwrap_or(Amount::new(U256::ZERO, amount.decimals));
        more(amount.checked_add(&fee), self.balance).then_some(AmountError::Insufficient)
    }
}

/// The sender, if there is one and its namespace can send here.
pub(crate) fn sender(state: &State) -> Option<String> {
    let account = state.accounts.by.get(&Namespace::Eip155)?;
    account.current().map(|entry| entry.address.clone())
}

pub(crate) fn amount_error(send: &Send, network: &Network) -> Option<AmountError> {
    if send.amount.trim().is_empty() {
        return None;
    }
    match send.parsed(network) {
        Err(AmountFault::TooManyDecimals) => Some(AmountError::TooManyDecimals),
        Err(_) => Some(AmountError::Invalid),
        Ok(amount) => send.exceeds(&amount),
    }
}

pub(crate) fn receiver_error(send: &Send, namespace: Namespace) -> Option<ReceiverError> {
    let typed = send.receiver.trim();
    if typed.is_empty() {
        return None;
    }
    match namespaces::of(namespace).address(typed) {
        Ok(_) => None,
        Err(AddressFault::Checksum) => Some(ReceiverError::Checksum),
        Err(AddressFault::Form) => Some(ReceiverError::Invalid),
    }
}

pub(crate) fn notice(state: &State, own: Option<&str>) -> Option<SendNotice> {
    let typed = state.send.receiver.trim();
    let address = eip155::parse(typed).ok()?;
    let text = address.to_checksum(None);
    let is_token = |item: &TokenItem| item.address.as_ref().is_some_and(|id| id.ends_with(&text));
    let is_chosen = state.send.token.as_ref().is_some_and(|token| token.address == text);
    if address.is_zero() {
        Some(SendNotice::ZeroAddress)
    } else if Some(text.as_str()) == own {
        Some(SendNotice::OwnAddress)
    } else if is_chosen || state.tokens.list.iter().any(is_token) {
        Some(SendNotice::TokenContract)
    } else {
        eip155::lacks_checksum(typed).then_some(SendNotice::ChecksumAbsent)
    }
}

/// The first failing check.
pub(crate) fn check(state: &State) -> SendCheck {
    let send = &state.send;
    let Some(network) = state.networks.active_network() else { return SendCheck::SelectToken };
    if send.amount.trim().is_empty() {
        return SendCheck::EnterAmount;
    }
    match amount_error(send, network) {
        Some(AmountError::Insufficient | AmountError::InsufficientFee) => {
            return SendCheck::InsufficientFunds;
        }
        Some(_) => return SendCheck::InvalidAmount,
        None if send.parsed(network).is_ok_and(|amount| amount.is_zero()) => return SendCheck::InvalidAmount,
        None => {}
    }
    if send.receiver.trim().is_empty() {
        return SendCheck::EnterAddress;
    }
    match receiver_error(send, network.chain_namespace) {
        Some(_) => SendCheck::InvalidAddress,
        None => SendCheck::Ready,
    }
}

/// Where the send stands: one that was not seen in a block for 25 s is unknown (9.10).
#[must_use]
pub fn phase(state: &State) -> SendPhase {
    let item = state.send.transaction_id.as_deref().and_then(|id| state.transactions.get(id));
    let unseen = item.is_some_and(|item| item.status == TransactionStatus::Unknown && item.hash.is_some());
    if state.send.phase == SendPhase::Confirming && unseen { SendPhase::Unknown } else { state.send.phase }
}

/// A send whose wallet has not answered yet, or whose hash is not in a block, is shown again; it is never asked a
/// second time (R9).
#[must_use]
pub fn is_busy(state: &State) -> bool {
    matches!(phase(state), SendPhase::Waiting | SendPhase::Confirming)
}

/// Another account or network: nothing of the one before may be shown or sent (R22).
pub fn forget(state: &mut State, moved: &Move) {
    match moved.is_page {
        // what was sent is followed by its entry; the form was of this account
        true if !moved.goes_on && moved.why == Why::Disconnected => *state.send = Send::default(),
        true => forget_prepared(state),
        false => {}
    }
}

/// Whether the wallet was asked for what is shown, and nothing can be taken back here any more.
pub(crate) fn is_out(state: &State) -> bool {
    match phase(state) {
        SendPhase::Waiting => state.send.asked,
        SendPhase::Confirming | SendPhase::Unknown => true,
        _ => false,
    }
}

/// What was read and prepared for the account and network before is gone; a request that is out stays as it is.
pub(crate) fn forget_prepared(state: &mut State) {
    let out = is_out(state);
    let send = &mut *state.send;
    (send.balance, send.native_balance, send.gas_price) = (None, None, None);
    (send.price, send.native_price) = (None, None);
    send.load = LoadPhase::Loading;
    if out {
        return;
    }
    (send.shown, send.request, send.error, send.fee) = (None, None, None, None);
    if send.token.take().is_some() {
        send.amount.clear(); // so much of another token, which may not exist here
    }
    send.phase = SendPhase::Editing;
    router::forget_preview(state);
}

/// Whether what was prepared is of the account and network people see.
pub(crate) fn is_of_now(state: &State) -> bool {
    let Some(shown) = &state.send.shown else { return true };
    let network = state.networks.active_network().and_then(Network::chain);
    network.as_ref() == Some(&shown.chain) && sender(state).as_ref() == Some(&shown.from)
}

/// The network of the form; of the request itself once it is out.
pub(crate) fn network(state: &State) -> Option<&Network> {
    let out = is_busy(state) || phase(state) == SendPhase::Unknown;
    let asked = state.send.shown.as_ref().filter(|_| out).and_then(|shown| state.networks.find(&shown.chain));
    asked.or_else(|| state.networks.active_network())
}

/// A token of the account by its id, its CAIP-10 or its plain address.
pub(crate) fn find_token<'a>(state: &'a State, id: &str) -> Option<&'a TokenItem> {
    let plain = eip155::parse(id).ok().map(|address| address.to_checksum(None));
    let is_of = |item: &&TokenItem| {
        item.id == id
            || item
                .address
                .as_ref()
                .zip(plain.as_ref())
                .is_some_and(|(of, plain)| of.ends_with(plain.as_str()))
    };
    state.tokens.list.iter().find(is_of)
}

/// What is drawn of the tokens that can be sent: those there is something of.
pub(crate) fn sendable(state: &State) -> Vec<TokenItem> {
    let here = state.networks.active.as_ref().map(|chain| chain.to_string());
    let mut list = tokens::list(state);
    list.retain(|item| Some(&item.chain_id) == here.as_ref() && item.quantity.numeric != "0");
    for item in &mut list {
        item.test_id = alloc::format!("wm-send-token-{}", item.symbol);
    }
    list
}

/// The slice.
#[must_use]
pub fn slice(state: &State) -> SendSlice {
    let send = &state.send;
    let network = network(state);
    let own = sender(state);
    let item = send.transaction_id.as_deref().and_then(|id| state.transactions.get(id));
    let receiver = eip155::parse(send.receiver.trim()).ok().map(|address| address.to_checksum(None));
    let typed = network.and_then(|network| send.parsed(network).ok()).filter(|amount| !amount.is_zero());
    let token_balances = sendable(state);
    let wanted = send.search.trim().to_lowercase();
    let fits = |item: &&TokenItem| {
        let in_text = |text: &str| text.to_lowercase().contains(&wanted);
        wanted.is_empty() || in_text(&item.symbol) || in_text(&item.name) || in_text(&item.id)
    };
    let native_worth = send.native_balance.or(send.balance.filter(|_| send.token.is_none()));
    SendSlice {
        token: network.map(|network| token(state, network)),
        send_token_amount: send.amount.clone(),
        receiver_profile_name: receiver.as_ref().and_then(|address| state.identities.name(address)),
        receiver_profile_image_url: receiver.as_ref().and_then(|address| identity::image(state, address)),
        receiver_address: send.receiver.clone(),
        network_balance_in_usd: native_worth
            .and_then(|balance| balance.at_price(&send.native_price?))
            .map(|worth| format::dollars(&worth)),
        tokens: token_balances.iter().filter(fits).cloned().collect(),
        token_balances,
        loading: phase(state) == SendPhase::Waiting,
        worth: typed.and_then(|amount| worth(send, &amount)),
        search: send.search.clone(),
        tokens_phase: state.tokens.phase,
        max: send.max().map(|max| max.to_decimal()),
        max_phase: send.load,
        check: check(state),
        amount_error: network.and_then(|network| amount_error(send, network)),
        receiver_error: network.and_then(|network| receiver_error(send, network.chain_namespace)),
        notice: notice(state, own.as_deref()),
        phase: phase(state),
        preview: send.shown.as_ref().zip(network).map(|(shown, network)| preview(state, shown, network)),
        hash: item.and_then(|item| item.hash.clone()),
        explorer_url: item.and_then(|item| item.explorer_url.clone()),
        error: send.error.clone(),
    }
}

pub(crate) fn worth(send: &Send, amount: &Amount) -> Option<String> {
    amount.at_price(send.price.as_ref()?).map(|worth| format::dollars(&worth))
}

pub(crate) fn token(state: &State, network: &Network) -> SendToken {
    let send = &state.send;
    let id = match &send.token {
        Some(token) => alloc::format!("{}:{}", network.caip_network_id, token.address),
        None => "native".into(),
    };
    let known = state.tokens.list.iter().find(|item| item.id == id);
    let balance = send.balance.as_ref().map_or_else(|| DEFAULT_BALANCE.into(), format::balance);
    let image = known.and_then(|item| state.images.get(item.icon_url.as_deref()?));
    match &send.token {
        Some(token) => SendToken {
            id,
            symbol: token.symbol.clone(),
            name: token.name.clone(),
            decimals: token.decimals,
            address: Some(token.address.clone()),
            balance,
            image,
        },
        None => SendToken {
            id,
            symbol: network.native_currency.symbol.clone(),
            name: network.native_currency.name.clone(),
            decimals: network.native_currency.decimals,
            address: None,
            balance,
            image,
        },
    }
}

pub(crate) fn preview(state: &State, shown: &Transfer, network: &Network) -> SendPreview {
    let send = &state.send;
    let coin = &network.native_currency.symbol;
    let fee = send.fee.as_ref();
    let of = token(state, network);
    SendPreview {
        amount: format::separated(&shown.amount.to_decimal()),
        symbol: of.symbol,
        from_groups: format::grouped(&shown.from),
        to_groups: format::grouped(&shown.to),
        network_name: network.name.clone(),
        fee: fee.map(|fee| alloc::format!("{} {coin}", format::short_up(fee, 6))),
        fee_phase: send.fee_load,
        total: fee
            .filter(|_| shown.token.is_none())
            .and_then(|fee| shown.amount.checked_add(fee))
            .map(|sum| alloc::format!("{} {coin}", format::short_up(&sum, 6))),
        worth: worth(send, &shown.amount),
        token: shown
            .token
            .as_ref()
            .map(|address| SendContract { address: address.clone(), groups: format::grouped(address) }),
        image: of.image,
    }
}

/// Back from the preview: the form can be edited again, unless a wallet is still being asked.
pub fn leave_preview(state: &mut State) {
    let not_yet_asked = state.send.phase == SendPhase::Waiting && !state.send.asked;
    if not_yet_asked || matches!(state.send.phase, SendPhase::Review | SendPhase::Failed) {
        state.send.phase = SendPhase::Editing;
        state.send.error = None;
    }
}

/// Commands of the send form.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum SendCommand {
    /// Opens the form.
    #[ts(rename = "send.open")]
    Open {
        #[ts(optional)]
        token: Option<String>,
        #[ts(optional)]
        to: Option<String>,
        #[ts(optional)]
        amount: Option<String>,
    },
    /// The amount was edited.
    #[ts(rename = "send.amount")]
    Amount { value: String },
    /// Another token was chosen; leads back to the form.
    #[ts(rename = "send.token")]
    Token { id: String },
    /// Something was typed in the list of tokens.
    #[ts(rename = "send.search")]
    Search { text: String },
    /// The receiver was edited.
    #[ts(rename = "send.receiver")]
    Receiver { value: String },
    /// Fills in what can be sent at most.
    #[ts(rename = "send.max")]
    Max {},
    /// Asks again for balance and gas price.
    #[ts(rename = "send.reload")]
    Reload {},
    /// Asks again for the fee of the preview.
    #[ts(rename = "send.fee")]
    Fee {},
    /// Shows the preview.
    #[ts(rename = "send.review")]
    Review {},
    /// Asks the wallet.
    #[ts(rename = "send.confirm")]
    Confirm {},
    /// Back to the form.
    #[ts(rename = "send.cancel")]
    Cancel {},
}

/// A text of the form, cut to what makes sense.
pub(crate) fn typed(value: &str) -> String {
    value.chars().filter(|c| !c.is_control()).take(120).collect::<String>().trim_start().to_string()
}
