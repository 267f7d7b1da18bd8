//! Moving money in a namespace, the heavy half: prepares a transfer, decodes it, estimates its fee, submits it,
//! compares the broadcast transaction, follows it, and reads balances from the network's own node. [`Money`] is the
//! common part. Optional features are capabilities, which are separate traits that [`Money`] can return. Without a
//! capability, a journey continues or reports that.
//!
//! Each namespace is a separate part of the binary. A journey calls [`load`] before its preview. That runs the part,
//! which registers its implementation ([`provide`]). After that, every function here calls it without a wait. Nothing
//! loads during the click that sends the request.
//!
//! Every step is one function, so the preview ([`read`]) is decoded from exactly the request that is submitted.

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
    /// The transaction is in a block.
    Confirmed,
    /// In a block, and reverted.
    Reverted,
}

/// A wallet's report about a batch of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Batch {
    /// In a block with this transaction. If there are several, the last one.
    Mined(String),
    /// It failed, or will never be in a block.
    Failed,
}

/// The network's transaction with a given id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnChain {
    /// The transaction matches the request.
    pub is_same: bool,
    /// The network reports the effects. If false, `is_same` is false too, and it is only known that the transaction is
    /// in a block.
    pub is_read: bool,
    /// The nonce at the requested sender. `None` if another account sent it, or the namespace has no nonces.
    pub place: Option<u64>,
    /// The parts that the wallet added.
    pub added: Added,
}

/// The earliest state for a new transaction of an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// The sender's state during the preview, if the node reported it.
    pub stood: Option<Stand>,
    /// The time of the request, in milliseconds since 1970, minus the allowed clock difference.
    pub at_ms: u64,
    /// The wallet's ID until the transaction exists, if it is a hash. For a Safe, the hash of the proposal.
    pub named: Option<B256>,
}

impl Since {
    /// The state for an entry that was created at this time.
    #[must_use]
    pub fn of(stood: Option<Stand>, created_at_ms: u64) -> Self {
        Self { stood, at_ms: created_at_ms.saturating_sub(CLOCKS_DIFFER_MS), named: None }
    }

    /// The age of a transaction for which only its block's time is known. It is never [`Age::Old`]: the device's clock
    /// might have been fast at the request, and the network doesn't report when that was.
    #[must_use]
    pub const fn age(self, block_ms: u64) -> Age {
        if block_ms >= self.at_ms { Age::New } else { Age::Unclear }
    }

    /// Adds the wallet's ID.
    #[must_use]
    pub fn named(self, calls: Option<&str>) -> Self {
        Self { named: calls.and_then(|calls| calls.parse().ok()), ..self }
    }
}

/// Whether a transaction is newer than its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// Newer than the request.
    New,
    /// Older than the request.
    Old,
    /// Unknown, because only the time of its block is known and our clock can be wrong.
    Unclear,
}

impl OnChain {
    /// A transaction in a block whose effects or age can't be read.
    #[must_use]
    pub fn unread() -> Self {
        Self { is_same: false, is_read: false, place: None, added: Added::default() }
    }
}

/// The next transaction of a sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// Its ID, if it matches the request.
    pub id: Option<String>,
    /// The sender's state including it, from which the search continues.
    pub stand: Stand,
}

/// The common functions of all namespaces that move money.
pub trait Money {
    /// Builds the wallet request for a transfer. It can query the node (a recent blockhash), never the wallet.
    ///
    /// # Errors
    /// The node's errors.
    fn prepare(&self, cx: Cx, network: Network, transfer: Transfer) -> Local<Result<Value>>;
    /// Decodes a request. Anything but a plain transfer is an error. `decimals` belong to the moved asset, `token` is
    /// the only contract that can be called.
    ///
    /// # Errors
    /// [`Error::NotWhatWasShown`].
    fn read(&self, request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer>;
    /// The fee of exactly this request at the current price, in the native coin.
    ///
    /// # Errors
    /// The node's errors. [`Error::EstimateFailed`].
    fn estimate(&self, cx: Cx, network: Network, request: Value) -> Local<Result<Amount>>;
    /// Whether the wallet sets the fee, which no one knows before.
    fn is_fee_of_wallet(&self) -> bool {
        false
    }
    /// How long a transaction can take to be in a block before the view mentions the delay.
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
    /// Adds current network data that the wallet needs to a request. Most namespaces return the request unchanged.
    ///
    /// # Errors
    /// The node's errors.
    fn of_now(&self, _: Cx, _: Network, request: Value) -> Local<Result<Value>> {
        Box::pin(async { Ok(request) })
    }
    /// Requests that the wallet signs and sends a current request, under the ID of the attempt.
    ///
    /// # Errors
    /// The errors of [`crate::connectors::send`]. [`Error::Unreadable`] if the response can't be read: it might have
    /// been sent.
    fn submit(&self, cx: Cx, wallet: WalletHandle, request: Value, id: String) -> Local<Result<Submitted>>;
    /// The submitted transaction in a wallet's response. `None` if it is unreadable. [`Error::SignedElse`] if it is
    /// another transaction.
    fn submitted(&self, request: &Value, answer: &Value) -> Option<Result<Submitted>>;
    /// The part of a page's request to store for the comparison with the network. `None` stores all of it.
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
    /// The number of confirmations of a transaction: 0 while it isn't in a block. `None` if no node responds. A
    /// namespace with final receipts immediately returns enough.
    fn depth(&self, _: Cx, _: Network, _id: String) -> Local<Option<u64>> {
        Box::pin(async { Some(u64::MAX) })
    }
    /// Whether a receipt can disappear, because the network can replace blocks.
    fn is_reorganized(&self) -> bool {
        false
    }
    /// Whether a node's message certainly means that it rejected the transaction before accepting it, according to a
    /// closed list (decision 39, "Not sent, unknown and sent").
    fn is_refused(&self, chain: &ChainId, words: &str) -> bool;
    /// The state of a request's sender. `None` if its nonce doesn't count its transactions (a contract, a batch of a bundler), or if no
    /// node responds.
    fn stand(&self, cx: Cx, network: Network, request: Value) -> Local<Option<Stand>>;
    /// The next transaction in a block from a request's sender. `None` while none exists, or if no node responds.
    fn next(&self, cx: Cx, network: Network, request: Value, since: Stand) -> Local<Option<Next>>;

    /// Nodes can simulate a request.
    fn simulation(&self) -> Option<&dyn Simulation> {
        None
    }
    /// Addresses can be contracts.
    fn contracts(&self) -> Option<&dyn Contracts> {
        None
    }
    /// Wallets support several calls in one request.
    fn batches(&self) -> Option<&dyn Batches> {
        None
    }
    /// Tokens have approvals.
    fn allowances(&self) -> Option<&dyn Allowances> {
        None
    }
    /// Transactions have a nonce, so another one can replace them.
    fn replacement(&self) -> Option<&dyn Replacement> {
        None
    }
    /// Transfers can have a memo.
    fn memo(&self) -> Option<Memo> {
        None
    }
    /// An account needs a deposit to exist, and a token can have a transfer fee.
    fn deposits(&self) -> Option<&dyn Deposits> {
        None
    }
    /// Wallets only sign, and the engine broadcasts the transaction.
    fn broadcast(&self) -> Option<&dyn Broadcast> {
        None
    }
    /// Tokens have issuers with special rights, or display their amounts with a factor.
    fn issued(&self) -> Option<&dyn Issued> {
        None
    }
    /// A registry has names of recipients.
    fn names(&self) -> Option<&dyn Names> {
        None
    }
}

/// A text for the recipient in a transfer. An exchange needs it to credit a deposit, so a lost memo is lost money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memo {
    /// The limit in bytes of UTF-8.
    pub bytes_max: usize,
}

/// A node's simulation of a request.
pub trait Simulation {
    /// Simulates a request. If no node can be reached, the result is unknown and no error.
    ///
    /// # Errors
    /// [`Error::Rpc`] with the node's error.
    fn try_out(&self, cx: Cx, network: Network, transfer: Transfer, request: Value) -> Local<Result<()>>;
    /// The balance changes of this request for its account. `None` if no node supports that (10.14).
    fn changes(&self, cx: Cx, network: Network, request: Value) -> Local<Option<Vec<Change>>>;
    /// A confirmed transaction's token changes for this account. `None` if no node supports that.
    fn moved(&self, cx: Cx, network: Network, id: String, account: String) -> Local<Option<Vec<Change>>>;
}

/// Information about contracts at addresses.
pub trait Contracts {
    /// The kind of an address that isn't a normal account. `None` for a normal one, or if no node responds.
    fn place(&self, cx: Cx, network: Network, address: String) -> Local<Option<RecipientKind>>;
}

/// The costs of a transfer in addition to its fee.
pub trait Deposits {
    /// The minimum balance of an account that isn't emptied.
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
    /// The deposit for an account that is created for the recipient, in the native coin. `None` without one.
    pub opens: Option<Amount>,
    /// The token's transfer fee in base units. `None` without one.
    pub withheld: Option<U256>,
    /// The transfer fee after a scheduled change. `None` without one.
    pub withheld_later: Option<U256>,
}

/// Information about tokens: their name, their issuer's rights and how their amounts are displayed.
pub trait Issued {
    /// A token's own name, its notes, and the current factor of its amounts.
    ///
    /// # Errors
    /// The node's errors.
    fn terms(&self, cx: Cx, network: Network, owner: String, token: String) -> Local<Result<Terms>>;
}

/// How a signed transaction ends without being in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last block that can contain it.
    Block(u64),
    /// It isn't in any block that could contain it, and those are final.
    Over,
}

/// The wallet signs, and the engine broadcasts the same bytes again and again until they expire.
pub trait Broadcast {
    /// Broadcasts a transaction, which the network might already have.
    fn give(&self, cx: Cx, network: Network, signed: String) -> Local<()>;
    /// Determines the last valid block, if unknown, then whether it has passed. `None` if no node responds.
    fn end(&self, cx: Cx, network: Network, id: String, until: Option<u64>) -> Local<Option<End>>;
}

/// The approvals of a token.
pub trait Allowances {
    /// The spender's approved amount of a token, in base units.
    ///
    /// # Errors
    /// The node's errors; [`Error::BadParams`] for an invalid address.
    fn allowance(&self, cx: Cx, network: Network, of: Allowance) -> Local<Result<U256>>;
    /// Whether the token would accept this approval. True if no node responds.
    fn is_taken(&self, cx: Cx, network: Network, approve: Value) -> Local<bool>;
}

/// An approval: its owner, token and spender.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "names of the fields say it")]
pub struct Allowance {
    pub owner: String,
    pub token: String,
    pub spender: String,
}

/// Several calls in one request to a wallet.
pub trait Batches {
    /// Whether the wallet executes several calls with one confirmation, all or none.
    fn is_atomic(&self, cx: Cx, wallet: WalletHandle, network: Network, address: String) -> Local<bool>;
    /// Asks the wallet for the result of a batch. `None` while it is pending or unknown.
    fn batch(&self, cx: Cx, wallet: WalletHandle, calls: String) -> Local<Option<Batch>>;
    /// Converts a request to a batch with one call. The bundler's transaction has to contain that call.
    fn as_batch(&self, request: Value) -> Value;
}

/// Transactions that can replace each other.
pub trait Replacement {
    /// Whether the network doesn't have this transaction, and the sender's nonce in blocks is past its place. False if
    /// no node responds.
    fn is_replaced(&self, cx: Cx, network: Network, id: String, request: Value, place: u64) -> Local<bool>;
    /// The transaction that replaced this one at its nonce (`at.count`), with its ID if the content is the same, which
    /// means that the user sped it up. `None` if no node reports it.
    fn instead(&self, cx: Cx, network: Network, id: String, request: Value, at: Stand)
    -> Local<Option<Next>>;
}

/// The name registry of a namespace.
pub trait Names {
    /// The address of a name ([`super::Family::name`]) on a chain. `None` if it has none.
    ///
    /// # Errors
    /// [`Error::NameWithoutNode`], [`Error::NameOutside`], [`Error::NameOfContract`]. The node's errors.
    fn address(&self, cx: Cx, chain: ChainId, name: String, reach: Reach) -> Local<Result<Option<Lead>>>;
    /// An account's primary name on a chain, otherwise the one for Ethereum. `None` if it has none. The name isn't
    /// verified.
    ///
    /// # Errors
    /// The errors of [`Names::address`].
    fn name(&self, cx: Cx, account: AccountId, reach: Reach) -> Local<Result<Option<String>>>;
    /// Checks that a name's address on Ethereum can be used on another network: it must belong to a key, not to a
    /// contract.
    ///
    /// # Errors
    /// The errors of [`Names::address`].
    fn is_held_by_key(&self, cx: Cx, address: String) -> Local<Result<()>>;
}

pub(crate) static FAMILIES: Half<dyn Money> = Half::new("families", "");

/// Registers the money functions of a namespace, whose row has the namespace's name.
#[must_use]
pub fn provide(cx: &Cx, namespace: Namespace, family: &'static dyn Money) -> Flow {
    FAMILIES.provide(cx, namespace, family)
}

/// Loads the money functions of a namespace, once. False if the namespace has none, or if its part failed to load
/// ([`Error::PartNotLoaded`]); the next call retries.
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

/// Gives up after [`SIMULATION_MS`], so that an optional result never delays a preview.
fn soon<T: 'static>(cx: &Cx, work: Local<Option<T>>) -> Local<Option<T>> {
    let cx = cx.clone();
    Box::pin(async move { cx.within(SIMULATION_MS, work).await.flatten() })
}

/// Calls [`Money::prepare`].
#[must_use]
pub fn prepare(cx: &Cx, network: &Network, transfer: &Transfer) -> Local<Result<Value>> {
    match of_network(cx, network) {
        Some(family) => family.prepare(cx.clone(), network.clone(), transfer.clone()),
        None => unsupported(),
    }
}

/// Calls [`Money::read`].
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

/// Checks that transfers of a network can have this memo.
///
/// # Errors
/// [`Error::NoMemo`] if the network has no memos. [`Error::MemoTooLong`]. [`Error::BadParams`] if parts of it are
/// invisible.
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

/// Calls [`Simulation::try_out`]. Without a simulation, the request is allowed.
#[must_use]
pub fn try_out(cx: &Cx, network: &Network, transfer: &Transfer, request: &Value) -> Local<Result<()>> {
    match of_network(cx, network).and_then(Money::simulation) {
        Some(of) => of.try_out(cx.clone(), network.clone(), transfer.clone(), request.clone()),
        None => Box::pin(async { Ok(()) }),
    }
}

/// Calls [`Money::estimate`].
#[must_use]
pub fn estimate(cx: &Cx, network: &Network, request: &Value) -> Local<Result<Amount>> {
    match of_network(cx, network) {
        Some(family) => family.estimate(cx.clone(), network.clone(), request.clone()),
        None => unsupported(),
    }
}

/// Calls [`Simulation::changes`], with the time limit of a preview ([`SIMULATION_MS`]).
#[must_use]
pub fn changes(cx: &Cx, network: &Network, request: &Value) -> Local<Option<Vec<Change>>> {
    match of_network(cx, network).and_then(Money::simulation) {
        Some(of) => soon(cx, of.changes(cx.clone(), network.clone(), request.clone())),
        None => unknown(),
    }
}

/// Calls [`Simulation::moved`], with the time limit of a preview ([`SIMULATION_MS`]).
#[must_use]
pub fn moved(cx: &Cx, network: &Network, id: &str, account: &str) -> Local<Option<Vec<Change>>> {
    match of_network(cx, network).and_then(Money::simulation) {
        Some(of) => soon(cx, of.moved(cx.clone(), network.clone(), id.into(), account.into())),
        None => unknown(),
    }
}

/// Calls [`Contracts::place`], with the time limit of a preview ([`SIMULATION_MS`]).
#[must_use]
pub fn place(cx: &Cx, network: &Network, address: &str) -> Local<Option<RecipientKind>> {
    match of_network(cx, network).and_then(Money::contracts) {
        Some(of) => soon(cx, of.place(cx.clone(), network.clone(), address.into())),
        None => unknown(),
    }
}

/// Calls [`Deposits::least`]. `None` in a namespace without deposits.
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

/// Calls [`Deposits::beside`].
#[must_use]
pub fn beside(cx: &Cx, network: &Network, request: &Value) -> Local<Result<Beside>> {
    match of_network(cx, network).and_then(Money::deposits) {
        Some(of) => of.beside(cx.clone(), network.clone(), request.clone()),
        None => Box::pin(async { Ok(Beside::default()) }),
    }
}

/// Calls [`Issued::terms`]. Empty in a namespace without it.
#[must_use]
pub fn terms(cx: &Cx, network: &Network, owner: &str, token: &str) -> Local<Result<Terms>> {
    match of_network(cx, network).and_then(Money::issued) {
        Some(of) => of.terms(cx.clone(), network.clone(), owner.into(), token.into()),
        None => Box::pin(async { Ok(Terms::default()) }),
    }
}

/// Calls [`Broadcast::give`].
#[must_use]
pub fn give(cx: &Cx, network: &Network, signed: &str) -> Local<()> {
    match of_network(cx, network).and_then(Money::broadcast) {
        Some(of) => of.give(cx.clone(), network.clone(), signed.into()),
        None => Box::pin(async {}),
    }
}

/// Calls [`Broadcast::end`].
#[must_use]
pub fn end(cx: &Cx, network: &Network, id: &str, until: Option<u64>) -> Local<Option<End>> {
    match of_network(cx, network).and_then(Money::broadcast) {
        Some(of) => of.end(cx.clone(), network.clone(), id.into(), until),
        None => unknown(),
    }
}

/// Calls [`Money::is_fee_of_wallet`].
#[must_use]
pub fn is_fee_of_wallet(cx: &Cx, network: &Network) -> bool {
    of_network(cx, network).is_some_and(Money::is_fee_of_wallet)
}

/// Calls [`Money::confirmation_ms`].
#[must_use]
pub fn confirmation_ms(cx: &Cx, namespace: Namespace) -> u64 {
    of(cx, namespace).map_or(TRANSACTION_CONFIRMATION_MS, Money::confirmation_ms)
}

/// Calls [`Money::reserve`].
#[must_use]
pub fn reserve(cx: &Cx, network: &Network, address: &str) -> Local<Result<Amount>> {
    match of_network(cx, network) {
        Some(family) => family.reserve(cx.clone(), network.clone(), address.into()),
        None => unsupported(),
    }
}

/// Calls [`Money::native`].
#[must_use]
pub fn native(cx: &Cx, network: &Network, address: &str) -> Local<Result<Amount>> {
    match of_network(cx, network) {
        Some(family) => family.native(cx.clone(), network.clone(), address.into()),
        None => unsupported(),
    }
}

/// Calls [`Money::token`].
#[must_use]
pub fn token(cx: &Cx, network: &Network, address: &str, token: &str) -> Local<Result<Amount>> {
    match of_network(cx, network) {
        Some(family) => family.token(cx.clone(), network.clone(), address.into(), token.into()),
        None => unsupported(),
    }
}

/// Calls [`Money::of_now`].
#[must_use]
pub fn of_now(cx: &Cx, network: &Network, request: &Value) -> Local<Result<Value>> {
    match of_network(cx, network) {
        Some(family) => family.of_now(cx.clone(), network.clone(), request.clone()),
        None => unsupported(),
    }
}

/// Calls [`Money::submit`].
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
/// [`Error::Unreadable`], [`Error::SignedElse`]: the transaction might have been sent.
pub fn submitted(cx: &Cx, namespace: Namespace, request: &Value, answer: &Value) -> Result<Submitted> {
    let found = of(cx, namespace).and_then(|family| family.submitted(request, answer));
    found.unwrap_or_else(|| Err(Error::Unreadable { from: "the wallet".into() }))
}

/// Calls [`Money::kept`]. Without a result, stores the whole request.
#[must_use]
pub fn kept(cx: &Cx, namespace: Namespace, request: &Value) -> Value {
    of(cx, namespace).and_then(|family| family.kept(request)).unwrap_or_else(|| request.clone())
}

/// Calls [`Batches::batch`].
#[must_use]
pub fn batch(cx: &Cx, namespace: Namespace, wallet: WalletHandle, calls: &str) -> Local<Option<Batch>> {
    match of(cx, namespace).and_then(Money::batches) {
        Some(of) => of.batch(cx.clone(), wallet, calls.into()),
        None => unknown(),
    }
}

/// Calls [`Batches::as_batch`].
#[must_use]
pub fn as_batch(cx: &Cx, namespace: Namespace, request: Value) -> Value {
    match of(cx, namespace).and_then(Money::batches) {
        Some(of) => of.as_batch(request),
        None => request,
    }
}

/// Calls [`Money::carries`].
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

/// Calls [`Money::pays`].
#[must_use]
pub fn pays(cx: &Cx, network: &Network, id: &str, wanted: &Transfer, since_ms: u64) -> Local<Option<bool>> {
    match of_network(cx, network) {
        Some(family) => family.pays(cx.clone(), network.clone(), id.into(), wanted.clone(), since_ms),
        None => unknown(),
    }
}

/// Calls [`Money::is_refused`].
#[must_use]
pub fn is_refused(cx: &Cx, network: &Network, words: &str) -> bool {
    let family = of_network(cx, network).zip(network.chain());
    family.is_some_and(|(family, chain)| family.is_refused(&chain, words))
}

/// Calls [`Money::stand`], with the time limit of a preview ([`SIMULATION_MS`]).
#[must_use]
pub fn stand(cx: &Cx, network: &Network, request: &Value) -> Local<Option<Stand>> {
    match of_network(cx, network) {
        Some(family) => soon(cx, family.stand(cx.clone(), network.clone(), request.clone())),
        None => unknown(),
    }
}

/// Calls [`Money::next`].
#[must_use]
pub fn next(cx: &Cx, network: &Network, request: &Value, since: Stand) -> Local<Option<Next>> {
    match of_network(cx, network) {
        Some(family) => family.next(cx.clone(), network.clone(), request.clone(), since),
        None => unknown(),
    }
}

/// Calls [`Replacement::is_replaced`].
#[must_use]
pub fn is_replaced(cx: &Cx, network: &Network, id: &str, request: &Value, place: u64) -> Local<bool> {
    match of_network(cx, network).and_then(Money::replacement) {
        Some(of) => of.is_replaced(cx.clone(), network.clone(), id.into(), request.clone(), place),
        None => Box::pin(async { false }),
    }
}

/// Calls [`Replacement::instead`].
#[must_use]
pub fn instead(cx: &Cx, network: &Network, id: &str, request: &Value, at: Stand) -> Local<Option<Next>> {
    match of_network(cx, network).and_then(Money::replacement) {
        Some(of) => of.instead(cx.clone(), network.clone(), id.into(), request.clone(), at),
        None => unknown(),
    }
}

/// Calls [`Money::depth`].
#[must_use]
pub fn depth(cx: &Cx, network: &Network, id: &str) -> Local<Option<u64>> {
    match of_network(cx, network) {
        Some(family) => family.depth(cx.clone(), network.clone(), id.into()),
        None => unknown(),
    }
}

/// Calls [`Money::is_reorganized`].
#[must_use]
pub fn is_reorganized(cx: &Cx, namespace: Namespace) -> bool {
    of(cx, namespace).is_some_and(|family| family.is_reorganized())
}

/// Calls [`Money::receipt`].
#[must_use]
pub fn receipt(cx: &Cx, network: &Network, id: &str) -> Local<Option<Receipt>> {
    match of_network(cx, network) {
        Some(family) => family.receipt(cx.clone(), network.clone(), id.into()),
        None => unknown(),
    }
}
