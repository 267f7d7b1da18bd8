//! Buying crypto in the terms of the service (docs/spec/services.md A8; 3.14-3.16): currencies, assets with their
//! networks, and quotes.
//!
//! A price is a [`Quote`], which only a service's response can create, or a [`Mock`], which replaces a missing one.
//! They are two types, and a purchase needs the first, so an invented price can't reach it (docs/spec/security.md H1).

use crate::amount::Amount;
use crate::json::Read;
use crate::json::json;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// The maximum number of entries in a list.
const LIST_MAX: usize = 200;
/// The maximum number of networks of an asset, and of payment methods of a currency.
const WITHIN_MAX: usize = 40;
/// The maximum length of an ID or name that is sent back to a service.
const ID_CHARS_MAX: usize = 128;
/// The decimals of money.
pub const CENTS: u8 = 2;
/// The maximum decimals of the bought amount, rounded down.
const GOT_DECIMALS: u8 = 18;
/// The maximum length of a decimal.
const DECIMAL_CHARS_MAX: usize = 100;
/// The ID of an estimate that no provider offered.
pub const MOCK_ID: &str = "mocked-quote-id";

/// One payment method, with its limits (3.14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PaymentLimit {
    /// `card`, `ach_bank_account`, ...
    pub id: String,
    /// "10.00"
    pub min: String,
    /// "7500.00"
    pub max: String,
}

/// A payment currency (3.14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PaymentCurrency {
    /// "USD".
    pub id: String,
    /// The payment methods of the currency.
    pub payment_method_limits: Vec<PaymentLimit>,
}

/// The network of an asset (3.15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PurchaseNetwork {
    /// The service's id: "ethereum-mainnet".
    pub name: String,
    /// "Ethereum".
    pub display_name: String,
    /// The chain's number, decimal.
    pub chain_id: String,
    /// The token's address. For a coin, the service's placeholder.
    pub contract_address: String,
}

/// An asset (3.15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PurchaseCurrency {
    /// The service's ID.
    pub id: String,
    /// "USD Coin".
    pub name: String,
    /// "USDC".
    pub symbol: String,
    /// The networks of the asset.
    pub networks: Vec<PurchaseNetwork>,
}

/// The currencies and the assets that the service offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnrampOptions {
    /// The payment currencies.
    pub payment: Vec<PaymentCurrency>,
    /// The assets.
    pub purchase: Vec<PurchaseCurrency>,
    /// The built-in list, because the service's couldn't be loaded (7.23).
    pub is_sample: bool,
}

/// Reads a string that is sent back to a service: unchanged, or rejected.
fn plain(value: &Value, name: &str) -> Option<String> {
    let found = value.filled(name)?;
    (found.len() <= ID_CHARS_MAX && !found.contains(text::hidden)).then(|| found.into())
}

fn limit(value: &Value) -> Option<PaymentLimit> {
    let sum = |name| Amount::parse_shown(&short(value, name)?, CENTS).ok();
    let (min, max) = (sum("min")?, sum("max")?);
    let id = plain(value, "id").filter(|_| min.units <= max.units && !max.is_zero())?;
    let cents = usize::from(CENTS);
    Some(PaymentLimit { id, min: min.to_floored(cents), max: max.to_floored(cents) })
}

fn short(value: &Value, name: &str) -> Option<String> {
    value.decimal(name).filter(|text| text.len() <= DECIMAL_CHARS_MAX)
}

impl PaymentCurrency {
    fn read(value: &Value) -> Option<Self> {
        // the code of a currency, which every amount displays
        let id = plain(value, "id")
            .filter(|id| id.len() <= 12 && id.bytes().all(|b| b.is_ascii_alphanumeric()))?;
        let limits = value.list("payment_method_limits").iter().take(WITHIN_MAX);
        Some(Self { id, payment_method_limits: limits.filter_map(limit).collect() })
    }
}

impl PurchaseCurrency {
    fn read(value: &Value) -> Option<Self> {
        let network = |value: &Value| {
            Some(PurchaseNetwork {
                name: plain(value, "name")?,
                display_name: text::label(value.text("display_name")?, 32)?,
                chain_id: value.decimal("chain_id").filter(|id| id.len() <= 20)?,
                contract_address: plain(value, "contract_address").unwrap_or_default(),
            })
        };
        Some(Self {
            id: plain(value, "id")?,
            name: text::label(value.text("name")?, 32)?,
            symbol: text::label(value.text("symbol")?, 12)?,
            networks: value.list("networks").iter().take(WITHIN_MAX).filter_map(network).collect(),
        })
    }
}

impl OnrampOptions {
    /// Reads the response of `/v1/onramp/options` item by item, without duplicate IDs.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let list = |name| value.field(name).and_then(Value::as_array);
        let mut found = Self::default();
        for one in list("paymentCurrencies")?.iter().filter_map(PaymentCurrency::read).take(LIST_MAX) {
            if found.payment.iter().all(|known| known.id != one.id) {
                found.payment.push(one);
            }
        }
        for one in list("purchaseCurrencies")?.iter().filter_map(PurchaseCurrency::read).take(LIST_MAX) {
            if found.purchase.iter().all(|known| known.id != one.id) {
                found.purchase.push(one);
            }
        }
        Some(found)
    }

    /// The built-in list (9.31, 9.32), displayed with a note if the service's is unavailable.
    #[must_use]
    pub fn sample() -> Self {
        let limit =
            |id: &str, max: &str| PaymentLimit { id: id.into(), min: "10.00".into(), max: max.into() };
        let payment = |id: &str| PaymentCurrency {
            id: id.into(),
            payment_method_limits: alloc::vec![
                limit("card", "7500.00"),
                limit("ach_bank_account", "25000.00")
            ],
        };
        let purchase = |id: &str, name: &str, symbol: &str, addresses: [&str; 2]| {
            let places = [("ethereum-mainnet", "Ethereum", "1"), ("polygon-mainnet", "Polygon", "137")];
            let places = places.into_iter().zip(addresses);
            let network = |((name, shown, chain), address): ((&str, &str, &str), &str)| PurchaseNetwork {
                name: name.into(),
                display_name: shown.into(),
                chain_id: chain.into(),
                contract_address: address.into(),
            };
            PurchaseCurrency {
                id: id.into(),
                name: name.into(),
                symbol: symbol.into(),
                networks: places.map(network).collect(),
            }
        };
        let dollar =
            ["0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174"];
        Self {
            payment: alloc::vec![payment("USD"), payment("EUR")],
            purchase: alloc::vec![
                purchase("2b92315d-eab7-5bef-84fa-089a131333f5", "USD Coin", "USDC", dollar),
                purchase("sample-eth", "Ether", "ETH", [super::NATIVE_EVM; 2]),
            ],
            is_sample: true,
        }
    }
}

/// The parameters of a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteRequest {
    /// The payment currency.
    pub payment: PaymentCurrency,
    /// The asset to buy.
    pub purchase: PurchaseCurrency,
    /// The service's name of the network.
    pub network: String,
    /// The total amount.
    pub amount: Amount,
}

impl QuoteRequest {
    /// The amount as text, "100.00".
    #[must_use]
    pub fn sum(&self) -> String {
        self.amount.to_floored(CENTS.into())
    }

    /// The body of the request `/v1/onramp/quote`.
    #[must_use]
    pub fn body(&self) -> Value {
        let limits = self.payment.payment_method_limits.iter();
        let limits = limits.map(|limit| json!({ "id": limit.id, "min": limit.min, "max": limit.max }));
        let networks = self.purchase.networks.iter().map(|network| {
            json!({ "name": network.name, "display_name": network.display_name, "chain_id": network.chain_id,
                "contract_address": network.contract_address })
        });
        json!({
            "purchaseCurrency": { "id": self.purchase.id, "name": self.purchase.name, "symbol": self.purchase.symbol,
                "networks": networks.collect::<Vec<Value>>() },
            "paymentCurrency": { "id": self.payment.id, "payment_method_limits": limits.collect::<Vec<Value>>() },
            "amount": self.sum(),
            "network": self.network,
        })
    }
}

/// A service's quote for exactly the request. Only [`Quote::read`] creates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    got: Amount,
    network_fee: Option<String>,
    provider_fee: Option<String>,
    subtotal: Option<String>,
    id: String,
}

/// Reads an amount of money, "$0.35". `None` in another currency than the payment's.
fn money(value: &Value, name: &str, currency: &str) -> Option<String> {
    let of = value.field(name).filter(|of| of.text("currency") == Some(currency))?;
    let sum = Amount::parse_shown(&short(of, "amount")?, CENTS).ok()?;
    Some(crate::format::money(&sum, currency))
}

impl Quote {
    /// Parses a response of `/v1/onramp/quote`. `None` if it is for another amount, currency or asset, or contains no
    /// amount.
    #[must_use]
    pub fn read(value: &Value, wanted: &QuoteRequest) -> Option<Self> {
        let (got, total) = (value.field("purchaseAmount")?, value.field("paymentTotal")?);
        let currency = &*wanted.payment.id;
        let is_asked = got.text("currency") == Some(&wanted.purchase.symbol)
            && total.text("currency") == Some(currency)
            && Amount::parse(&short(total, "amount")?, CENTS) == Ok(wanted.amount);
        let id = plain(value, "quoteId").filter(|id| is_asked && id != MOCK_ID)?;
        let got = Amount::parse_shown(&short(got, "amount")?, GOT_DECIMALS).ok()?;
        Some(Self {
            got: Some(got).filter(|got| !got.is_zero())?,
            network_fee: money(value, "networkFee", currency),
            provider_fee: money(value, "coinbaseFee", currency),
            subtotal: money(value, "paymentSubtotal", currency),
            id,
        })
    }

    /// The bought amount.
    #[must_use]
    pub fn got(&self) -> &Amount {
        &self.got
    }

    /// The network fee, included in the total: "$0.35".
    #[must_use]
    pub fn network_fee(&self) -> Option<&String> {
        self.network_fee.as_ref()
    }

    /// The provider's fee.
    #[must_use]
    pub fn provider_fee(&self) -> Option<&String> {
        self.provider_fee.as_ref()
    }

    /// The total without fees.
    #[must_use]
    pub fn subtotal(&self) -> Option<&String> {
        self.subtotal.as_ref()
    }

    /// The service's ID.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// The estimate that replaces a missing quote (7.24): the amount itself, in its currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mock(pub Amount);

/// A quote, or the estimate that replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// The service's quote.
    Quoted(Quote),
    /// The engine's own estimate. The view marks it, and purchases never use it.
    Mock(Mock),
}

/// A purchase in the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// The ID of the entry.
    pub id: String,
    /// `confirmed`, `pending` or `failed`.
    pub status: PurchaseStatus,
    /// The received asset.
    pub got: Option<Got>,
}

/// The transfer of a purchase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Got {
    /// The amount, shortened.
    pub amount: String,
    /// The token's symbol, which anyone can give to their own token.
    pub symbol: String,
    /// The token's contract in lowercase, if the history has it.
    pub contract: Option<String>,
}

/// The status of a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseStatus {
    /// The asset was delivered.
    Confirmed,
    /// The delivery is pending.
    Pending,
    /// The purchase failed.
    Failed,
}

impl Purchase {
    /// Parses a history entry. `None` if it has no ID to distinguish it from others.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let id = value.filled("id").filter(|id| id.len() <= 200)?;
        let came = |transfer: &&Value| transfer.text("direction") == Some("in");
        let got = value.list("transfers").iter().filter(came).find_map(|transfer| {
            let token = transfer.field("fungible_info")?;
            let symbol = text::label(token.text("symbol")?, 12)?;
            let numeric = short(transfer.field("quantity")?, "numeric")?;
            let amount =
                Amount::parse_shown(&numeric, GOT_DECIMALS).ok().filter(|amount| !amount.is_zero())?;
            // a plain address, or a CAIP-10 ID
            let contract = token.filled("address").filter(|address| address.len() <= 200);
            let contract = contract.and_then(|id| id.rsplit(':').next()).map(str::to_ascii_lowercase);
            Some(Got { amount: crate::format::short(&amount, 6), symbol, contract })
        });
        let status = match value.field("metadata")?.text("status") {
            Some("confirmed") => PurchaseStatus::Confirmed,
            Some("failed") => PurchaseStatus::Failed,
            _ => PurchaseStatus::Pending,
        };
        Some(Self { id: id.into(), status, got })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn wanted() -> QuoteRequest {
        let OnrampOptions { payment, purchase, .. } = OnrampOptions::sample();
        QuoteRequest {
            payment: payment[0].clone(),
            purchase: purchase[0].clone(),
            network: "ethereum-mainnet".into(),
            amount: Amount::parse("100", CENTS).unwrap(),
        }
    }

    fn answer() -> Value {
        let money = |amount: &str, currency: &str| json!({ "amount": amount, "currency": currency });
        json!({ "networkFee": money("0.35", "USD"), "coinbaseFee": money("1.5", "USD"), "paymentSubtotal": money("98.15", "USD"),
            "paymentTotal": money("100.00", "USD"), "purchaseAmount": money("98.15", "USDC"), "quoteId": "q1" })
    }

    // req: 9.31, 9.32
    #[test]
    fn has_the_sample_of_the_specification() {
        let sample = OnrampOptions::sample();
        let ids: Vec<&str> = sample.payment.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["USD", "EUR"]);
        for currency in &sample.payment {
            let limits: Vec<[&str; 3]> = currency
                .payment_method_limits
                .iter()
                .map(|limit| [&*limit.id, &*limit.min, &*limit.max])
                .collect();
            assert_eq!(limits, [["card", "10.00", "7500.00"], ["ach_bank_account", "10.00", "25000.00"]]);
        }
        let sold: Vec<[&str; 3]> =
            sample.purchase.iter().map(|one| [&*one.id, &*one.name, &*one.symbol]).collect();
        assert_eq!(
            sold,
            [["2b92315d-eab7-5bef-84fa-089a131333f5", "USD Coin", "USDC"], ["sample-eth", "Ether", "ETH"]]
        );
        assert!(sample.is_sample);
    }

    // req: 3.14, 3.15
    #[test]
    fn reads_purchase_options_item_by_item() {
        let given = json!({
            "paymentCurrencies": [
                { "id": "USD", "payment_method_limits": [
                    { "id": "card", "min": "5", "max": 5000.5 }, { "id": "turned", "min": "9", "max": "5" },
                    { "id": "nothing", "min": "0", "max": "0" }, { "id": "card" }, 7 ] },
                { "id": "USD" }, { "id": "U\u{202e}SD" }, { "id": "<b>" }, {}, null,
                { "id": "EUR", "payment_method_limits": "none" },
            ],
            "purchaseCurrencies": [
                { "id": "1", "name": "Dollar\u{202e}", "symbol": "DUSD", "networks": [
                    { "name": "demo", "display_name": "Demo", "chain_id": 1337, "contract_address": "0x1" },
                    { "name": "demo", "chain_id": "1" }, 7 ] },
                { "id": "1", "name": "Again", "symbol": "X", "networks": [] },
                { "id": "2", "symbol": "X" }, 7,
            ],
        });
        let read = OnrampOptions::read(&given).unwrap();
        let limit = PaymentLimit { id: "card".into(), min: "5.00".into(), max: "5000.50".into() };
        assert_eq!(
            read.payment,
            [
                PaymentCurrency { id: "USD".into(), payment_method_limits: alloc::vec![limit] },
                PaymentCurrency { id: "EUR".into(), payment_method_limits: Vec::new() },
            ]
        );
        assert_eq!(read.purchase.len(), 1);
        assert_eq!((read.purchase[0].name.as_str(), read.purchase[0].networks.len()), ("Dollar", 1));
        assert_eq!(read.purchase[0].networks[0].chain_id, "1337");
        for odd in [json!(null), json!([]), json!({}), json!({ "paymentCurrencies": [] })] {
            assert_eq!(OnrampOptions::read(&odd), None, "{odd}");
        }
        let many: Vec<Value> = (0..2_000).map(|n| json!({ "id": alloc::format!("C{n}") })).collect();
        let read =
            OnrampOptions::read(&json!({ "paymentCurrencies": many, "purchaseCurrencies": [] })).unwrap();
        assert_eq!(read.payment.len(), LIST_MAX);
    }

    // req: 3.16, 7.20
    #[test]
    fn rejects_a_quote_that_differs_from_the_request() {
        let read = Quote::read(&answer(), &wanted()).unwrap();
        assert_eq!(read.got().to_decimal(), "98.15");
        let fees = (read.network_fee(), read.provider_fee(), read.subtotal());
        assert_eq!(fees, (Some(&"$0.35".into()), Some(&"$1.50".into()), Some(&"$98.15".into())));
        assert_eq!(read.id(), "q1");
        let lies = [
            ("/purchaseAmount/amount", json!("0")),
            ("/purchaseAmount/amount", json!("-1")),
            ("/purchaseAmount/amount", json!("many")),
            ("/purchaseAmount/amount", json!(1e21)),
            ("/purchaseAmount/amount", json!("9".repeat(100_000))),
            ("/purchaseAmount/amount", json!(null)),
            ("/purchaseAmount/currency", json!("WBTC")),
            ("/purchaseAmount", json!("98")),
            ("/paymentTotal/currency", json!("JPY")),
            ("/paymentTotal/amount", json!("99999.00")),
            ("/paymentTotal/amount", json!("100.001")),
            ("/quoteId", json!(7)),
            ("/quoteId", json!("")),
            ("/quoteId", json!(MOCK_ID)),
        ];
        for (pointer, lie) in lies {
            let mut given = answer();
            *given.pointer_mut(pointer).unwrap() = lie.clone();
            assert_eq!(Quote::read(&given, &wanted()), None, "{pointer} {lie}");
        }
        let mut precise = answer();
        precise["purchaseAmount"]["amount"] = json!(["1.", &"3".repeat(60)].concat());
        assert_eq!(
            Quote::read(&precise, &wanted()).unwrap().got().to_decimal(),
            ["1.", &"3".repeat(18)].concat()
        );
        let mut bare = answer();
        for fee in ["networkFee", "coinbaseFee", "paymentSubtotal"] {
            bare[fee] = json!("free");
        }
        bare["coinbaseFee"] = json!({ "amount": "1", "currency": "EUR" });
        let read = Quote::read(&bare, &wanted()).unwrap();
        assert_eq!(
            (read.network_fee(), read.provider_fee()),
            (None, None),
            "what it costs is in what is paid"
        );
    }

    #[test]
    fn reads_a_purchase_by_id_and_status() {
        let entry = |status: Value| {
            json!({ "id": "e1", "metadata": { "status": status }, "transfers": [
                { "direction": "out", "fungible_info": { "symbol": "FEE" }, "quantity": { "numeric": "1" } },
                { "direction": "in", "fungible_info": { "symbol": "DUSD" }, "quantity": { "numeric": "98.12345678" } } ] })
        };
        let read = Purchase::read(&entry(json!("confirmed"))).unwrap();
        let got = read.got.unwrap();
        assert_eq!((&*got.amount, &*got.symbol, got.contract), ("98.123456", "DUSD", None));
        for (word, expected) in [
            (json!("confirmed"), PurchaseStatus::Confirmed),
            (json!("failed"), PurchaseStatus::Failed),
            (json!("pending"), PurchaseStatus::Pending),
            (json!("sure"), PurchaseStatus::Pending),
            (json!(null), PurchaseStatus::Pending),
        ] {
            assert_eq!(Purchase::read(&entry(word.clone())).unwrap().status, expected, "{word}");
        }
        for odd in [json!(null), json!({}), json!({ "id": 7, "metadata": {} }), json!({ "id": "e1" })] {
            assert_eq!(Purchase::read(&odd), None, "{odd}");
        }
    }
}
