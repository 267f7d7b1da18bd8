//! Moving money in a namespace, the heavy half: prepares a transfer, reads it back, estimates its fee, submits it, compares the broadcast
//! transaction, follows it, and reads balances from the network's own node. [`Money`] is the common part. Optional features are
//! capabilities, separate traits that [`Money`] can return: a journey without one continues, or reports that.
//!
//! Each namespace is a separate part of the binary. A journey calls [`load`] before its preview: that runs the part, which registers its
//! implementation ([`provide`]). Afterwards every function here calls it without waiting. Nothing loads during the click that sends the
//! request.
//!
//! Every step is one function, so that what is previewed ([`read`]) is made from the very request that is submitted.

use super::names::{Lead, Reach};
use super::registry::Half;
use super::terms::Terms;
pub use super::transfer::{Added, Stand, Submitted};
use super::transfer::{Change, RecipientKind, Transfer};
use crate::amount::Amount;
use crate::caip::{AccountId, ChainId, Namespace};
use crate::constants::{CLOCKS_DIFFER_MS, SIMULATION_MS, TRANSACTION_CONFIRMATION_MS};
use crate::entities::{Network, WalletHandle};
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{B256, U256};
use serde_json::Value;

/// The status of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// Mined.
    Confirmed,
    /// Mined, and reverted.
    Reverted,
}

/// A wallet's report about a batch of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Batch {
    /// In a block, in this transaction; of more than one it is the last.
    Mined(String),
    /// It will never be in one, or did nothing.
    Failed,
}

/// The network's transaction with a given id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnChain {
    /// It matches the request.
    pub is_same: bool,
    /// The network shows what it did. Otherwise `is_same` is false, and all that is known is that it is in a block.
    pub is_read: bool,
    /// Its nonce at the requested sender. `None` if another account sent it, or the namespace has no nonces.
    pub place: Option<u64>,
    /// The parts that its wallet added.
    pub added: Added,
}

/// The earliest state for an account's new transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// The sender's state during the preview, if the node reported it.
    pub stood: Option<Stand>,
    /// The time of the request, in milliseconds since 1970, minus the allowed clock difference.
    pub at_ms: u64,
    /// The wallet's id until the transaction exists, if it is a hash: for a Safe, the hash of the proposal.
    pub named: Option<B256>,
}

impl Since {
    /// For an entry that was made at this time.
    #[must_use]
    pub fn of(stood: Option<Stand>, created_at_ms: u64) -> Self {
        Self { stood, at_ms: created_at_ms.saturating_sub(CLOCKS_DIFFER_MS), named: None }
    }

    /// The age of a transaction that only its block's time can tell. It is never [`Age::Old`]: the device's clock can have been ahead at the
    /// request, and nothing from the network tells when that was.
    #[must_use]
    pub const fn age(self, block_ms: u64) -> Age {
        if block_ms >= self.at_ms { Age::New } else { Age::Unclear }
    }

    /// With what the wallet calls it.
    #[must_use]
    pub fn named(self, calls: Option<&str>) -> Self {
        Self { named: calls.and_then(|calls| calls.parse().ok()), ..self }
    }
}

/// Whether a transaction was made after its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// After it.
    New,
    /// Before it.
    Old,
    /// Only the time of its block tells, and our clock can be wrong.
    Unclear,
}

impl OnChain {
    /// It is in a block, and its effect or its age can't be read.
    #[must_use]
    pub fn unread() -> Self {
        Self { is_same: false, is_read: false, place: None, added: Added::default() }
    }
}

/// A transaction that a sender has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// Its id, if it matches the request.
    pub id: Option<String>,
    /// The sender's state including it: the search for the next one continues from there.
    pub stand: Stand,
}

/// The common functions of all namespaces that move money.
pub trait Money {
    /// Builds the wallet request for a transfer. It can query the node (a recent blockhash), never the wallet.
    ///
    /// # Errors
    /// The node's errors.
    fn prepare(&self, cx: Cx, network: Network, transfer: Transfer) -> Local<Result<Value>>;
    /// Reads a request back; anything but a plain transfer is an error. `decimals` are of what moves, `token` is what can be called.
    ///
    /// # Errors
    /// [`Error::NotWhatWasShown`].
    fn read(&self, request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer>;
    /// The fee of this very request at the price of now, in the native coin.
    ///
    /// # Errors
    /// As the node answers; [`Error::EstimateFailed`].
    fn estimate(&self, cx: Cx, network: Network, request: Value) -> Local<Result<Amount>>;
    /// Whether the wallet sets the fee, and no one knows it before.
    fn is_fee_of_wallet(&self) -> bool {
        false
    }
    /// The time until a block after which the view mentions the delay.
    fn confirmation_ms(&self) -> u64 {
        TRANSACTION_CONFIRMATION_MS
    }
    /// The amount of the native coin that Max reserves for the fee.
    ///
    /// # Errors
    /// The node's errors.
    fn reserve(&self, cx: Cx, network: Network, address: String) -> Local<Result<Amount>>;
    /// An account's native balance from the network's node.
    ///
    /// # Errors
    /// The node's errors.
    fn native(&self, cx: Cx, network: Network, address: String) -> Local<Result<Amount>>;
    /// An account's token balance, with the token's own decimals.
    ///
    /// # Errors
    /// The node's errors.
    fn token(&self, cx: Cx, network: Network, address: String, token: String) -> Local<Result<Amount>>;
    /// Adds current network data that the wallet needs to a request. Most namespaces return it unchanged.
    ///
    /// # Errors
    /// The node's errors.
    fn of_now(&self, _: Cx, _: Network, request: Value) -> Local<Result<Value>> {
        Box::pin(async { Ok(request) })
    }
    /// Asks the wallet to sign and send a request of now, under the id of the attempt.
    ///
    /// # Errors
    /// As [`crate::connectors::send`]; [`Error::Unreadable`] when it answered and that cannot be read: it might have been sent.
    fn submit(&self, cx: Cx, wallet: WalletHandle, request: Value, id: String) -> Local<Result<Submitted>>;
    /// The submitted transaction, from a wallet's response. `None` if unreadable. [`Error::SignedElse`]: another transaction.
    fn submitted(&self, request: &Value, answer: &Value) -> Option<Result<Submitted>>;
    /// The stored part of a page's request, for the comparison with the network. `None`: store all of it.
    fn kept(&self, _request: &Value) -> Option<Value> {
        None
    }
    /// Whether the network's transaction with this id matches the request: from the same account, and newer than `since`. `None` while
    /// unknown, or if no node responds.
    fn carries(
        &self,
        cx: Cx,
        network: Network,
        id: String,
        request: Value,
        since: Since,
    ) -> Local<Option<OnChain>>;
    /// Whether someone else's transaction, in a block not older than `since_ms`, paid at least `wanted`: its asset, recipient and amount.
    /// `None` while it isn't in a block, or if no node responds. The sender doesn't matter.
    fn pays(
        &self,
        cx: Cx,
        network: Network,
        id: String,
        wanted: Transfer,
        since_ms: u64,
    ) -> Local<Option<bool>>;
    /// The status of a transaction. `None` while it isn't in a block, or if no node responds.
    fn receipt(&self, cx: Cx, network: Network, id: String) -> Local<Option<Receipt>>;
    /// The number of confirmations of a transaction: 0 while it isn't in a block. `None` if no node responds. A namespace with final
    /// receipts returns enough immediately.
    fn depth(&self, _: Cx, _: Network, _id: String) -> Local<Option<u64>> {
        Box::pin(async { Some(u64::MAX) })
    }
    /// Whether a receipt can be gone again: blocks of the network are exchanged for others.
    fn is_reorganized(&self) -> bool {
        false
    }
    /// Whether these are words with which a node of this chain refuses a transaction before it takes it: a closed list
    /// (decision 39, "Not sent, unknown and sent").
    fn is_refused(&self, chain: &ChainId, words: &str) -> bool;
    /// The state of a request's sender. `None` if its nonce doesn't count its transactions (a contract, a batch of a bundler), or if no
    /// node responds.
    fn stand(&self, cx: Cx, network: Network, request: Value) -> Local<Option<Stand>>;
    /// The next transaction in a block from a request's sender. `None` while none exists, or if no node responds.
    fn next(&self, cx: Cx, network: Network, request: Value, since: Stand) -> Local<Option<Next>>;

    /// Nodes of the namespace carry a request out without keeping it.
    fn simulation(&self) -> Option<&dyn Simulation> {
        None
    }
    /// Addresses can be contracts.
    fn contracts(&self) -> Option<&dyn Contracts> {
        None
    }
    /// Wallets take several calls as one.
    fn batches(&self) -> Option<&dyn Batches> {
        None
    }
    /// Others can be allowed to take tokens.
    fn allowances(&self) -> Option<&dyn Allowances> {
        None
    }
    /// A transaction has a place among those of its sender, which another one can take.
    fn replacement(&self) -> Option<&dyn Replacement> {
        None
    }
    /// A transfer carries a text for its recipient.
    fn memo(&self) -> Option<Memo> {
        None
    }
    /// An account has to hold something to be there, and a token may keep some of what is sent.
    fn deposits(&self) -> Option<&dyn Deposits> {
        None
    }
    /// Wallets only sign, and the engine broadcasts the transaction.
    fn broadcast(&self) -> Option<&dyn Broadcast> {
        None
    }
    /// Tokens have issuers with special powers, or their own way to count amounts.
    fn issued(&self) -> Option<&dyn Issued> {
        None
    }
    /// A registry knows names of recipients.
    fn names(&self) -> Option<&dyn Names> {
        None
    }
}

/// A text in a transfer for its recipient. An exchange needs it to credit a deposit: a lost memo is lost money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memo {
    /// As UTF-8.
    pub bytes_max: usize,
}

/// A node's simulation of a request.
pub trait Simulation {
    /// Whether the network would accept it. If no node can be reached, the answer is unknown.
    ///
    /// # Errors
    /// [`Error::Rpc`] in the node's words.
    fn try_out(&self, cx: Cx, network: Network, transfer: Transfer, request: Value) -> Local<Result<()>>;
    /// The balance changes of this request for its account. `None` if no node supports that (10.14).
    fn changes(&self, cx: Cx, network: Network, request: Value) -> Local<Option<Vec<Change>>>;
    /// A confirmed transaction's token changes for this account. `None` if no node supports that.
    fn moved(&self, cx: Cx, network: Network, id: String, account: String) -> Local<Option<Vec<Change>>>;
}

/// Contracts at addresses.
pub trait Contracts {
    /// The kind of an address that isn't a normal account. `None` for a normal one, or if no node responds.
    fn place(&self, cx: Cx, network: Network, address: String) -> Local<Option<RecipientKind>>;
}

/// The costs of a transfer in addition to its fee.
pub trait Deposits {
    /// The minimum balance of an account, unless it is emptied.
    ///
    /// # Errors
    /// The node's errors.
    fn least(&self, cx: Cx, network: Network) -> Local<Result<Amount>>;
    /// The costs of this request in addition to its fee.
    ///
    /// # Errors
    /// The node's errors.
    fn beside(&self, cx: Cx, network: Network, request: Value) -> Local<Result<Beside>>;
}

/// The costs of a request in addition to its fee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// The deposit of an account that is opened for the recipient, in the native coin. `None` without one.
    pub opens: Option<Amount>,
    /// The token's transfer fee in base units. `None` without one.
    pub withheld: Option<U256>,
    /// The transfer fee after a scheduled change. `None` without one.
    pub withheld_later: Option<U256>,
}

/// What tokens say of themselves, of their issuer and of how they are counted.
pub trait Issued {
    /// A held token's own name, its notes, and its current way to count amounts.
    ///
    /// # Errors
    /// The node's errors.
    fn terms(&self, cx: Cx, network: Network, owner: String, token: String) -> Local<Result<Terms>>;
}

/// How what is signed ends without being in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This is the last block that it can be in.
    Block(u64),
    /// It is in none of those it can be in, and those are final.
    Over,
}

/// A wallet signs, and the engine broadcasts: the same bytes repeatedly, until they have expired.
pub trait Broadcast {
    /// Gives it to the network, which might have it already.
    fn give(&self, cx: Cx, network: Network, signed: String) -> Local<()>;
    /// The last valid block, if not known before, then whether it has passed. `None` if no node responds.
    fn end(&self, cx: Cx, network: Network, id: String, until: Option<u64>) -> Local<Option<End>>;
}

/// The approvals of a token.
pub trait Allowances {
    /// The spender's approved amount of a token, in base units.
    ///
    /// # Errors
    /// The node's errors; [`Error::BadParams`] for an invalid address.
    fn allowance(&self, cx: Cx, network: Network, of: Allowance) -> Local<Result<U256>>;
    /// Whether the token would take the approval that is in this request. True when no node can say.
    fn is_taken(&self, cx: Cx, network: Network, approve: Value) -> Local<bool>;
}

/// Of whom, of what, for whom.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "names of the fields say it")]
pub struct Allowance {
    pub owner: String,
    pub token: String,
    pub spender: String,
}

/// Several calls as one request of a wallet.
pub trait Batches {
    /// Whether the wallet takes several calls as one confirmation, all or none.
    fn is_atomic(&self, cx: Cx, wallet: WalletHandle, network: Network, address: String) -> Local<bool>;
    /// Asks the wallet what became of a batch; nothing while it is pending, or cannot say.
    fn batch(&self, cx: Cx, wallet: WalletHandle, calls: String) -> Local<Option<Batch>>;
    /// Converts a request to a batch with one call: the transaction of any bundler has to carry that.
    fn as_batch(&self, request: Value) -> Value;
}

/// Transactions that take each other's place.
pub trait Replacement {
    /// Whether the network does not know this id, and the sender's transactions in blocks are beyond its place. False when no node answers.
    fn is_replaced(&self, cx: Cx, network: Network, id: String, request: Value, place: u64) -> Local<bool>;
    /// The transaction that replaced this one at its nonce (`at.count`), with its id if the content is the same: the user sped it up.
    /// `None` if no node reports it.
    fn instead(&self, cx: Cx, network: Network, id: String, request: Value, at: Stand)
    -> Local<Option<Next>>;
}

/// The namespace's own registry of names.
pub trait Names {
    /// The address of a name ([`super::Family::name`]) on a chain. `None` without one.
    ///
    /// # Errors
    /// [`Error::NameWithoutNode`], [`Error::NameOutside`], [`Error::NameOfContract`]; as the node answers.
    fn address(&self, cx: Cx, chain: ChainId, name: String, reach: Reach) -> Local<Result<Option<Lead>>>;
    /// An account's primary name on a chain, otherwise the one for Ethereum. `None` without one. Unverified.
    ///
    /// # Errors
    /// As [`Names::address`].
    fn name(&self, cx: Cx, account: AccountId, reach: Reach) -> Local<Result<Option<String>>>;
    /// Whether an address that a name has for Ethereum can be used on another network: only one that a key holds, so not a contract's.
    ///
    /// # Errors
    /// As [`Names::address`].
    fn is_held_by_key(&self, cx: Cx, address: String) -> Local<Result<()>>;
}

pub(crate) static FAMILIES: Half<dyn Money> = Half::new("families", "");

/// Registers what moves money in a namespace: its row has the namespace's name.
#[must_use]
pub fn provide(cx: &Cx, namespace: Namespace, family: &'static dyn Money) -> Flow {
    FAMILIES.provide(cx, namespace, family)
}

/// Loads what moves money in a namespace, once. False for a namespace without, and when its part does not come ([`Error::PartNotLoaded`]);
/// the next call tries again.
#[must_use]
pub fn load(cx: &Cx, namespace: Namespace) -> Local<bool> {
    FAMILIES.load(cx, namespace)
}

/// The money implementations of the namespaces, once loaded.
#[must_use]
pub fn of(cx: &Cx, namespace: Namespace) -> Option<&'static dyn Money> {
    FAMILIES.of(cx, namespace)
}

fn of_network(cx: &Cx, network: &Network) -> Option<&'static dyn Money> {
    of(cx, network.chain_namespace)
}

fn unsupported<T: 'static>() -> Local<Result<T>> {
    Box::pin(async { Err(Error::UnsupportedChain) })
}

fn unknown<T: 'static>() -> Local<Option<T>> {
    Box::pin(async { None })
}

/// Gives up after [`SIMULATION_MS`]: an optional result never delays a preview.
fn soon<T: 'static>(cx: &Cx, work: Local<Option<T>>) -> Local<Option<T>> {
    let cx = cx.clone();
    Box::pin(async move { cx.within(SIMULATION_MS, work).await.flatten() })
}

/// As [`Money::prepare`].
#[must_use]
pub fn prepare(cx: &Cx, network: &Network, transfer: &Transfer) -> Local<Result<Value>> {
    match of_network(cx, network) {
        Some(family) => family.prepare(cx.clone(), network.clone(), transfer.clone()),
        None => unsupported(),
    }
}

/// As [`Money::read`].
///
/// # Errors
/// [`Error::NotWhatWasShown`].
pub fn read(
    cx: &Cx,
    namespace: Namespace,
    request: &Value,
    decimals: u8,
    token: Option<&str>,
) -> Result<Transfer> {
    of(cx, namespace).ok_or(Error::NotWhatWasShown)?.read(request, decimals, token)
}

/// Whether transfers of a network carry this memo.
///
/// # Errors
/// [`Error::NoMemo`]: they carry none. [`Error::MemoTooLong`]. [`Error::BadParams`]: parts of it cannot be seen.
pub fn check_memo(cx: &Cx, network: &Network, memo: &str) -> Result<()> {
    let Memo { bytes_max } = of_network(cx, network).and_then(Money::memo).ok_or(Error::NoMemo)?;
    if memo.chars().any(crate::text::hidden) {
        return Err(Error::BadParams { field: "memo".into() });
    }
    if memo.len() > bytes_max {
        return Err(Error::MemoTooLong { bytes_max });
    }
    Ok(())
}

/// Like [`Simulation::try_out`]. A request that no node simulates is allowed.
#[must_use]
pub fn try_out(cx: &Cx, network: &Network, transfer: &Transfer, request: &Value) -> Local<Result<()>> {
    match of_network(cx, network).and_then(Money::simulation) {
        Some(of) => of.try_out(cx.clone(), network.clone(), transfer.clone(), request.clone()),
        None => Box::pin(async { Ok(()) }),
    }
}

/// As [`Money::estimate`].
#[must_use]
pub fn estimate(cx: &Cx, network: &Network, request: &Value) -> Local<Result<Amount>> {
    match of_network(cx, network) {
        Some(family) => family.estimate(cx.clone(), network.clone(), request.clone()),
        None => unsupported(),
    }
}

/// As [`Simulation::changes`]. It waits no longer than a preview may ([`SIMULATION_MS`]).
#[must_use]
pub fn changes(cx: &Cx, network: &Network, request: &Value) -> Local<Option<Vec<Change>>> {
    match of_network(cx, network).and_then(Money::simulation) {
        Some(of) => soon(cx, of.changes(cx.clone(), network.clone(), request.clone())),
        None => unknown(),
    }
}

/// As [`Simulation::moved`]. It waits no longer than a preview may ([`SIMULATION_MS`]).
#[must_use]
pub fn moved(cx: &Cx, network: &Network, id: &str, account: &str) -> Local<Option<Vec<Change>>> {
    match of_network(cx, network).and_then(Money::simulation) {
        Some(of) => soon(cx, of.moved(cx.clone(), network.clone(), id.into(), account.into())),
        None => unknown(),
    }
}

/// As [`Contracts::place`]. It waits no longer than a preview may ([`SIMULATION_MS`]).
#[must_use]
pub fn place(cx: &Cx, network: &Network, address: &str) -> Local<Option<RecipientKind>> {
    match of_network(cx, network).and_then(Money::contracts) {
        Some(of) => soon(cx, of.place(cx.clone(), network.clone(), address.into())),
        None => unknown(),
    }
}

/// As [`Deposits::least`]; nothing in a namespace without.
#[must_use]
pub fn least(cx: &Cx, network: &Network) -> Local<Result<Option<Amount>>> {
    match of_network(cx, network).and_then(Money::deposits) {
        Some(of) => {
            let asked = of.least(cx.clone(), network.clone());
            Box::pin(async move { asked.await.map(Some) })
        }
        None => Box::pin(async { Ok(None) }),
    }
}

/// As [`Deposits::beside`].
#[must_use]
pub fn beside(cx: &Cx, network: &Network, request: &Value) -> Local<Result<Beside>> {
    match of_network(cx, network).and_then(Money::deposits) {
        Some(of) => of.beside(cx.clone(), network.clone(), request.clone()),
        None => Box::pin(async { Ok(Beside::default()) }),
    }
}

/// Like [`Issued::terms`]. Empty in a namespace without it.
#[must_use]
pub fn terms(cx: &Cx, network: &Network, owner: &str, token: &str) -> Local<Result<Terms>> {
    match of_network(cx, network).and_then(Money::issued) {
        Some(of) => of.terms(cx.clone(), network.clone(), owner.into(), token.into()),
        None => Box::pin(async { Ok(Terms::default()) }),
    }
}

/// As [`Broadcast::give`].
#[must_use]
pub fn give(cx: &Cx, network: &Network, signed: &str) -> Local<()> {
    match of_network(cx, network).and_then(Money::broadcast) {
        Some(of) => of.give(cx.clone(), network.clone(), signed.into()),
        None => Box::pin(async {}),
    }
}

/// As [`Broadcast::end`].
#[must_use]
pub fn end(cx: &Cx, network: &Network, id: &str, until: Option<u64>) -> Local<Option<End>> {
    match of_network(cx, network).and_then(Money::broadcast) {
        Some(of) => of.end(cx.clone(), network.clone(), id.into(), until),
        None => unknown(),
    }
}

/// As [`Money::is_fee_of_wallet`].
#[must_use]
pub fn is_fee_of_wallet(cx: &Cx, network: &Network) -> bool {
    of_network(cx, network).is_some_and(Money::is_fee_of_wallet)
}

/// As [`Money::confirmation_ms`].
#[must_use]
pub fn confirmation_ms(cx: &Cx, namespace: Namespace) -> u64 {
    of(cx, namespace).map_or(TRANSACTION_CONFIRMATION_MS, Money::confirmation_ms)
}

/// As [`Money::reserve`].
#[must_use]
pub fn reserve(cx: &Cx, network: &Network, address: &str) -> Local<Result<Amount>> {
    match of_network(cx, network) {
        Some(family) => family.reserve(cx.clone(), network.clone(), address.into()),
        None => unsupported(),
    }
}

/// As [`Money::native`].
#[must_use]
pub fn native(cx: &Cx, network: &Network, address: &str) -> Local<Result<Amount>> {
    match of_network(cx, network) {
        Some(family) => family.native(cx.clone(), network.clone(), address.into()),
        None => unsupported(),
    }
}

/// As [`Money::token`].
#[must_use]
pub fn token(cx: &Cx, network: &Network, address: &str, token: &str) -> Local<Result<Amount>> {
    match of_network(cx, network) {
        Some(family) => family.token(cx.clone(), network.clone(), address.into(), token.into()),
        None => unsupported(),
    }
}

/// As [`Money::of_now`].
#[must_use]
pub fn of_now(cx: &Cx, network: &Network, request: &Value) -> Local<Result<Value>> {
    match of_network(cx, network) {
        Some(family) => family.of_now(cx.clone(), network.clone(), request.clone()),
        None => unsupported(),
    }
}

/// As [`Money::submit`].
#[must_use]
pub fn submit(
    cx: &Cx,
    namespace: Namespace,
    wallet: WalletHandle,
    request: &Value,
    id: &str,
) -> Local<Result<Submitted>> {
    match of(cx, namespace) {
        Some(family) => family.submit(cx.clone(), wallet, request.clone(), id.into()),
        None => unsupported(),
    }
}

/// Parses a wallet's response to a request from [`submit`].
///
/// # Errors
/// [`Error::Unreadable`], [`Error::SignedElse`]: it might have been sent.
pub fn submitted(cx: &Cx, namespace: Namespace, request: &Value, answer: &Value) -> Result<Submitted> {
    let found = of(cx, namespace).and_then(|family| family.submitted(request, answer));
    found.unwrap_or_else(|| Err(Error::Unreadable { from: "the wallet".into() }))
}

/// As [`Money::kept`]: that, or all of it.
#[must_use]
pub fn kept(cx: &Cx, namespace: Namespace, request: &Value) -> Value {
    of(cx, namespace).and_then(|family| family.kept(request)).unwrap_or_else(|| request.clone())
}

/// As [`Batches::batch`].
#[must_use]
pub fn batch(cx: &Cx, namespace: Namespace, wallet: WalletHandle, calls: &str) -> Local<Option<Batch>> {
    match of(cx, namespace).and_then(Money::batches) {
        Some(of) => of.batch(cx.clone(), wallet, calls.into()),
        None => unknown(),
    }
}

/// As [`Batches::as_batch`].
#[must_use]
pub fn as_batch(cx: &Cx, namespace: Namespace, request: Value) -> Value {
    match of(cx, namespace).and_then(Money::batches) {
        Some(of) => of.as_batch(request),
        None => request,
    }
}

/// As [`Money::carries`].
#[must_use]
pub fn carries(
    cx: &Cx,
    network: &Network,
    id: &str,
    request: &Value,
    since: Since,
) -> Local<Option<OnChain>> {
    match of_network(cx, network) {
        Some(family) => family.carries(cx.clone(), network.clone(), id.into(), request.clone(), since),
        None => unknown(),
    }
}

/// As [`Money::pays`].
#[must_use]
pub fn pays(cx: &Cx, network: &Network, id: &str, wanted: &Transfer, since_ms: u64) -> Local<Option<bool>> {
    match of_network(cx, network) {
        Some(family) => family.pays(cx.clone(), network.clone(), id.into(), wanted.clone(), since_ms),
        None => unknown(),
    }
}

/// As [`Money::is_refused`].
#[must_use]
pub fn is_refused(cx: &Cx, network: &Network, words: &str) -> bool {
    let family = of_network(cx, network).zip(network.chain());
    family.is_some_and(|(family, chain)| family.is_refused(&chain, words))
}

/// As [`Money::stand`]. It waits no longer than a preview may ([`SIMULATION_MS`]).
#[must_use]
pub fn stand(cx: &Cx, network: &Network, request: &Value) -> Local<Option<Stand>> {
    match of_network(cx, network) {
        Some(family) => soon(cx, family.stand(cx.clone(), network.clone(), request.clone())),
        None => unknown(),
    }
}

/// As [`Money::next`].
#[must_use]
pub fn next(cx: &Cx, network: &Network, request: &Value, since: Stand) -> Local<Option<Next>> {
    match of_network(cx, network) {
        Some(family) => family.next(cx.clone(), network.clone(), request.clone(), since),
        None => unknown(),
    }
}

/// As [`Replacement::is_replaced`].
#[must_use]
pub fn is_replaced(cx: &Cx, network: &Network, id: &str, request: &Value, place: u64) -> Local<bool> {
    match of_network(cx, network).and_then(Money::replacement) {
        Some(of) => of.is_replaced(cx.clone(), network.clone(), id.into(), request.clone(), place),
        None => Box::pin(async { false }),
    }
}

/// As [`Replacement::instead`].
#[must_use]
pub fn instead(cx: &Cx, network: &Network, id: &str, request: &Value, at: Stand) -> Local<Option<Next>> {
    match of_network(cx, network).and_then(Money::replacement) {
        Some(of) => of.instead(cx.clone(), network.clone(), id.into(), request.clone(), at),
        None => unknown(),
    }
}

/// As [`Money::depth`].
#[must_use]
pub fn depth(cx: &Cx, network: &Network, id: &str) -> Local<Option<u64>> {
    match of_network(cx, network) {
        Some(family) => family.depth(cx.clone(), network.clone(), id.into()),
        None => unknown(),
    }
}

/// As [`Money::is_reorganized`].
#[must_use]
pub fn is_reorganized(cx: &Cx, namespace: Namespace) -> bool {
    of(cx, namespace).is_some_and(|family| family.is_reorganized())
}

/// As [`Money::receipt`].
#[must_use]
pub fn receipt(cx: &Cx, network: &Network, id: &str) -> Local<Option<Receipt>> {
    match of_network(cx, network) {
        Some(family) => family.receipt(cx.clone(), network.clone(), id.into()),
        None => unknown(),
    }
}
