//! What buying for money costs (docs/spec/services.md A8). TABLES of the currencies and of what is sold; quotes from the stated prices, whole cents
//! and base units, remembered as long as they count.

use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use crate::{
    assets::Asset, chain::Chain, orders::Money, reply::Refusal, store::random_hex, units, world::World,
};

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS onramp_quote (
        id TEXT PRIMARY KEY, chain TEXT NOT NULL, symbol TEXT NOT NULL, units TEXT NOT NULL, cents INTEGER NOT NULL, currency TEXT NOT NULL,
        expires_ms INTEGER NOT NULL
    ) STRICT;
";

/// A way to pay, from so much to so much, in cents.
struct Method(&'static str, u128, u128);

/// A currency to pay in.
struct Payment {
    id: &'static str,
    methods: &'static [Method],
}

/// Other limits than those of a client's sample, so that the two are told apart.
const PAYMENTS: &[Payment] = &[
    Payment {
        id: "USD",
        methods: &[Method("card", 500, 500_000), Method("ach_bank_account", 2_000, 2_000_000)],
    },
    Payment {
        id: "EUR",
        methods: &[Method("card", 500, 450_000), Method("sepa_bank_account", 2_000, 1_800_000)],
    },
    Payment { id: "GBP", methods: &[Method("card", 500, 400_000)] },
];

/// What is sold, by id and symbol, where there is such a coin or token.
const PURCHASES: &[(&str, &str)] = &[
    ("6d0d1f0c-5b5e-4a38-9a31-000000000001", "DUSD"),
    ("6d0d1f0c-5b5e-4a38-9a31-000000000002", "ETH"),
    ("6d0d1f0c-5b5e-4a38-9a31-000000000003", "MDW"),
    ("6d0d1f0c-5b5e-4a38-9a31-000000000004", "JUN"),
];

/// How long a quote counts.
const QUOTE_LIFE_MS: i64 = 60_000;
/// The provider's fee in thousandths: within the 1-2 % that clients show.
const FEE_PERMILLE: u128 = 15;
/// What sending costs, in cents of the currency: 35 on the first chain, less on the others.
const NETWORK_FEES: [u128; 3] = [35, 12, 4];
/// More than 8 decimals of something bought nobody reads.
const SHOWN_DECIMALS: u32 = 8;

/// What so much money buys.
#[derive(Debug, Clone)]
pub struct Quote {
    /// CAIP-2 id.
    pub chain: String,
    /// What.
    pub asset: Asset,
    /// How much of it, in base units.
    pub units: u128,
    /// What is paid in all.
    pub total: Money,
    network_fee: u128,
    fee: u128,
}

/// Makes the table.
pub fn open(world: &World) -> rusqlite::Result<()> {
    world.store.lock().execute_batch(TABLES)
}

/// A network as these calls name it: "Demo Chain 2" is `demo-chain-2`.
fn network_name(chain: &Chain) -> String {
    chain.name().to_lowercase().replace(' ', "-")
}

/// The chain that these calls call so.
pub fn chain_named<'w>(world: &'w World, name: &str) -> Option<&'w Chain> {
    world.chains.iter().find(|chain| network_name(chain) == name)
}

/// The chains on which something of this symbol is sold.
pub fn sold_on<'w>(world: &'w World, symbol: &str) -> impl Iterator<Item = (&'w Chain, Asset)> {
    let sold = PURCHASES.iter().any(|(_, known)| *known == symbol);
    let symbol = symbol.to_owned();
    let chains = world.chains.iter().filter(move |_| sold);
    chains.filter_map(move |chain| Some((chain, Asset::called(chain, &symbol)?)))
}

/// `/v1/onramp/options`.
pub fn options(world: &World) -> Value {
    let payments: Vec<Value> = PAYMENTS
        .iter()
        .map(|payment| {
            let limits = payment.methods.iter().map(
                |Method(id, min, max)| json!({ "id": id, "min": cents_text(*min), "max": cents_text(*max) }),
            );
            json!({ "id": payment.id, "payment_method_limits": limits.collect::<Vec<_>>() })
        })
        .collect();
    let purchases: Vec<Value> =
        PURCHASES.iter().filter_map(|(id, symbol)| purchase(world, id, symbol)).collect();
    json!({ "paymentCurrencies": payments, "purchaseCurrencies": purchases })
}

fn purchase(world: &World, id: &str, symbol: &str) -> Option<Value> {
    let networks: Vec<Value> = sold_on(world, symbol)
        .map(|(chain, asset)| {
            json!({
                "name": network_name(chain),
                "display_name": chain.name(),
                "chain_id": chain.id().to_string(),
                "contract_address": asset.address.map_or_else(|| asset.place().lower(), |token| token.checksummed()),
            })
        })
        .collect();
    let (_, asset) = sold_on(world, symbol).next()?;
    Some(json!({ "id": id, "name": asset.name, "symbol": symbol, "networks": networks }))
}

/// The symbol of what is sold under this id.
pub fn symbol_of(id: &str) -> Option<&'static str> {
    PURCHASES.iter().find(|(known, _)| *known == id).map(|(_, symbol)| *symbol)
}

/// What so much of a currency buys. Refused outside of all limits of its methods.
pub fn quote(world: &World, chain: &Chain, asset: &Asset, money: Money) -> Result<Quote, Refusal> {
    let payment = PAYMENTS.iter().find(|payment| payment.id == money.currency);
    let payment = payment.ok_or_else(|| Refusal::bad("paymentCurrency", "is none of the options"))?;
    let least = payment.methods.iter().map(|Method(_, min, _)| *min).min().unwrap_or_default();
    let most = payment.methods.iter().map(|Method(_, _, max)| *max).max().unwrap_or_default();
    if money.cents < least {
        return Err(Refusal::bad("amount", format!("The least is {} {}", cents_text(least), payment.id)));
    }
    if money.cents > most {
        return Err(Refusal::bad("amount", format!("The most is {} {}", cents_text(most), payment.id)));
    }
    let fee = (money.cents * FEE_PERMILLE).div_ceil(1_000);
    let place = world.chains.iter().position(|other| other.id() == chain.id()).unwrap_or_default();
    let network_fee = NETWORK_FEES.get(place).copied().unwrap_or_default();
    let subtotal = money.cents.saturating_sub(fee + network_fee);
    let rate = if payment.id == "USD" { Some("1".to_owned()) } else { price(world, payment.id)? };
    let units = rate
        .zip(price(world, asset.symbol)?)
        .and_then(|(rate, price)| bought(subtotal, &rate, &price, asset.decimals.into()))
        .filter(|units| *units > 0)
        .ok_or_else(|| Refusal::bad("purchaseCurrency", "has no price"))?;
    Ok(Quote { chain: chain.caip2(), asset: *asset, units, total: money, network_fee, fee })
}

fn price(world: &World, symbol: &str) -> Result<Option<String>, Refusal> {
    world.store.price_usd(symbol).map_err(|error| Refusal::store(&error))
}

/// Base units for so many cents, at two decimal prices in US dollars; rounded down.
fn bought(cents: u128, rate: &str, price: &str, decimals: u32) -> Option<u128> {
    let scaled = |text: &str| -> Option<(u128, u32)> {
        let places = text.split_once('.').map_or(0, |(_, part)| part.len());
        Some((units::base_units(text, places)?, u32::try_from(places).ok()?))
    };
    let ((rate, rate_places), (price, price_places)) = (scaled(rate)?, scaled(price)?);
    let shown = decimals.min(SHOWN_DECIMALS);
    let above = cents.checked_mul(rate)?.checked_mul(10_u128.checked_pow(shown + price_places)?)?;
    let below = price.checked_mul(10_u128.checked_pow(2 + rate_places)?)?;
    above.checked_div(below)?.checked_mul(10_u128.checked_pow(decimals - shown)?)
}

/// Hundredths as people write money.
pub fn cents_text(cents: u128) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

impl Quote {
    /// Remembers it; in the documented shape.
    pub fn offer(&self, world: &World, now_ms: i64) -> Result<Value, Refusal> {
        let connection = world.store.lock();
        let failed = |error: rusqlite::Error| Refusal::store(&error);
        let id = random_hex(&connection, 16).map_err(failed)?;
        connection.execute("DELETE FROM onramp_quote WHERE expires_ms <= ?1", [now_ms]).map_err(failed)?;
        let cents = i64::try_from(self.total.cents).unwrap_or(i64::MAX);
        let row = params![
            id,
            self.chain,
            self.asset.symbol,
            self.units.to_string(),
            cents,
            self.total.currency,
            now_ms.saturating_add(QUOTE_LIFE_MS)
        ];
        connection
            .execute("INSERT INTO onramp_quote VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", row)
            .map_err(failed)?;
        let money = |cents: u128| json!({ "amount": cents_text(cents), "currency": self.total.currency });
        let bought = units::decimal_text(self.units, self.asset.decimals.into());
        Ok(json!({
            "networkFee": money(self.network_fee),
            "coinbaseFee": money(self.fee),
            "paymentSubtotal": money(self.total.cents.saturating_sub(self.fee + self.network_fee)),
            "paymentTotal": money(self.total.cents),
            "purchaseAmount": { "amount": bought, "currency": self.asset.symbol },
            "quoteId": id,
        }))
    }
}

/// The currency of a quote that still counts, by what it sells for how much: the call that asks for a page names no quote.
pub fn quoted_in(
    world: &World,
    chain: &Chain,
    asset: &Asset,
    units: u128,
    cents: u128,
    now_ms: i64,
) -> rusqlite::Result<Option<String>> {
    world
        .store
        .lock()
        .query_row(
            "SELECT currency FROM onramp_quote WHERE chain = ?1 AND symbol = ?2 AND units = ?3 AND cents = ?4 AND expires_ms > ?5
             ORDER BY rowid DESC LIMIT 1",
            params![
                chain.caip2(),
                asset.symbol,
                units.to_string(),
                i64::try_from(cents).unwrap_or(i64::MAX),
                now_ms
            ],
            |row| row.get(0),
        )
        .optional()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_amounts_from_the_prices() {
        assert_eq!(bought(10_000, "1", "0.9998", 6), Some(100_020_004));
        // 98.15 / 3120.45 = 0.031453796…, with eight decimals.
        assert_eq!(bought(9_815, "1", "3120.45", 18), Some(31_453_790_000_000_000));
        assert_eq!(bought(10_000, "1.0842", "25", 0), Some(4));
        assert_eq!((bought(10_000, "1", "0", 6), bought(10_000, "x", "1", 6)), (None, None));
        assert_eq!(cents_text(5), "0.05");
    }
}
