//! Stored payments with an exchange, kept until they end, so that a reloaded page continues polling. Several tabs store theirs next to
//! each other: each is a line of one string, which can be read and written synchronously.

use super::PAYMENTS;
use crate::amount::Amount;
use crate::caip::ChainId;
use crate::features::money::model::transactions::ASKED;
use crate::json::json;
use crate::json::{self, Read};
use crate::namespaces;
use crate::namespaces::transfer::Transfer;
use crate::ports::Ports;
use crate::services;
use crate::text;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// The maximum number of stored payments. If exceeded, the oldest one is dropped.
const KEPT_MAX: usize = 8;
const LINE_BYTES_MAX: usize = 2 * 1024;

/// A payment at an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The ID of the payment at the service.
    pub id: String,
    /// The ID of the exchange.
    pub exchange: String,
    /// The exchange's name, sanitized.
    pub name: String,
    /// The network of the payment.
    pub chain: ChainId,
    /// "25 USDC"
    pub amount: String,
    /// The expected amount and recipient, for a query at the network's own node.
    pub due: Option<Box<Transfer>>,
    /// When the payment started, in milliseconds since 1970.
    pub since_ms: u64,
}

impl Session {
    fn line(&self) -> String {
        let due = self
            .due
            .as_ref()
            .map(|due| json!({ "to": due.to, "token": due.token, "units": due.amount.units.to_string() }));
        json::text(&json!({
            "id": self.id, "exchange": self.exchange, "name": self.name, "chain": self.chain.to_string(),
            "amount": self.amount, "since": self.since_ms, "due": due,
        }))
    }

    /// Reads a line. Any script of the page's origin might have written it.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let value = json::parse(line, LINE_BYTES_MAX).ok()?;
        let exchange = json!({ "id": value.text("exchange")?, "name": value.text("name")? });
        let exchange = services::Exchange::read(&exchange)?;
        let chain = ChainId::parse(value.text("chain")?)?;
        let due = value.field("due").and_then(|due| {
            let address = |text: &str| namespaces::of(chain.namespace).address(text).ok();
            Some(Box::new(Transfer {
                from: String::new(),
                to: address(due.text("to")?)?,
                // an invalid token must never become the native coin
                token: match due.field("token") {
                    None => None,
                    Some(token) => Some(address(token.as_str()?)?),
                },
                amount: Amount::new(due.text("units")?.parse().ok()?, 0),
                memo: None,
                references: Vec::new(),
                chain: chain.clone(),
            }))
        });
        Some(Self {
            id: services::session_id(value.text("id")?)?,
            exchange: exchange.id,
            name: exchange.name,
            chain,
            due,
            amount: text::label(value.text("amount")?, 100)?,
            since_ms: value.whole("since")?,
        })
    }

    /// Whether two lines describe the same payment. Exchanges can use the same IDs.
    pub(crate) fn is_of(&self, other: &Self) -> bool {
        self.id == other.id && self.exchange == other.exchange
    }
}

/// All stored payments, newest first.
#[must_use]
pub fn kept(ports: &Ports) -> Vec<Session> {
    let all = ports.storage.shared(PAYMENTS).unwrap_or_default();
    all.lines().filter_map(Session::read).take(KEPT_MAX).collect()
}

/// Whether a payment is pending: at an exchange, or with a wallet in another tab (its mark).
#[must_use]
pub fn is_kept(ports: &Ports) -> bool {
    let is_asked = |marks: String| marks.contains("\"kind\":\"pay\"");
    !kept(ports).is_empty() || ports.storage.shared(ASKED).is_some_and(is_asked)
}

fn keep_all(ports: &Ports, all: &[Session]) {
    let text: String = all.iter().take(KEPT_MAX).flat_map(|one| [one.line(), "\n".into()]).collect();
    ports.storage.share(PAYMENTS, Some(&*text).filter(|text| !text.is_empty()));
}

/// Stores a payment.
pub fn keep(ports: &Ports, session: &Session) {
    let mut all = kept(ports);
    all.retain(|one| !one.is_of(session));
    all.insert(0, session.clone());
    keep_all(ports, &all);
}

/// Removes a payment that has ended. Returns whether this call was the first to do so.
pub fn end(ports: &Ports, session: &Session) -> bool {
    let mut all = kept(ports);
    let before = all.len();
    all.retain(|one| !one.is_of(session));
    keep_all(ports, &all);
    all.len() < before
}

/// The result in the form for the page.
#[must_use]
pub fn result(status: &'static str, paid: &super::Paid) -> Value {
    let mut result = json!({ "status": status });
    let texts = [("txHash", &paid.hash), ("sessionId", &paid.session)];
    if let Some(fields) = result.as_object_mut() {
        for (name, text) in texts {
            if let Some(text) = text {
                fields.insert(name.into(), text.clone().into());
            }
        }
    }
    result
}
