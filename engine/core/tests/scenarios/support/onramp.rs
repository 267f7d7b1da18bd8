//! The services of buying for money as scenarios have them: what is sold, prices, a provider's page, and a history of purchases.

use super::*;
use wallet_engine::ports::popup::Opened;

pub const DUSD: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
pub const PAGE: &str = "https://pay.example/buy?order=1";

/// A piece of a path, a status (0 is unreachable), and a body.
type Instead = (&'static str, u16, Value);

/// What the service says; a test changes it at any time.
#[derive(Clone, Default)]
pub struct Shop {
    /// In the place of the usual answer.
    pub instead: Rc<RefCell<Vec<Instead>>>,
    /// Entries of the history, newest first.
    pub entries: Rc<RefCell<Vec<Value>>>,
}

impl Shop {
    pub fn answer(&self, request: &HttpRequest) -> Option<Served> {
        let is = |part: &str| request.url.contains(part);
        let body: Value =
            request.body.as_ref().and_then(|body| serde_json::from_str(&body.text).ok()).unwrap_or_default();
        for (part, code, body) in self.instead.borrow().iter().rev() {
            if is(part) {
                return Some(match code {
                    0 => Box::pin(async { Err(HttpFault::Network) }),
                    _ => status(*code, &body.to_string()),
                });
            }
        }
        let answer = if is("/v1/onramp/options") {
            options_of_shop()
        } else if is("/v1/onramp/quote") {
            quote_of(&body)
        } else if is("/v1/generators/onrampurl") {
            json!({ "url": PAGE })
        } else if is("/history") {
            json!({ "data": *self.entries.borrow(), "next": null })
        } else {
            return None;
        };
        Some(status(200, &answer.to_string()))
    }

    /// This is what a path says from here on.
    pub fn says(&self, part: &'static str, code: u16, body: Value) {
        self.instead.borrow_mut().push((part, code, body));
    }

    /// Everything as usual again.
    pub fn is_well(&self) {
        self.instead.borrow_mut().clear();
    }

    /// A new entry of the history.
    pub fn writes(&self, id: &str, word: &str, symbol: &str, numeric: &str) {
        self.writes_of(None, id, word, symbol, numeric);
    }

    /// As a history that names the contract.
    pub fn writes_of(&self, contract: Option<&str>, id: &str, word: &str, symbol: &str, numeric: &str) {
        let entry = json!({ "id": id,
            "metadata": { "operationType": "receive", "hash": hash(), "chain": "eip155:1337", "minedAt": "2023-11-14T22:13:20Z",
                "sentFrom": BOB, "sentTo": ALICE, "status": word, "nonce": 1 },
            "transfers": [{ "direction": "in", "quantity": { "numeric": numeric }, "fungible_info": { "name": symbol, "symbol": symbol, "address": contract } }] });
        self.entries.borrow_mut().retain(|known| known["id"] != id);
        self.entries.borrow_mut().insert(0, entry);
    }
}

pub fn options_of_shop() -> Value {
    let network = |name: &str, shown: &str, chain: u64, address: &str| json!({ "name": name, "display_name": shown, "chain_id": chain.to_string(), "contract_address": address });
    json!({
        "paymentCurrencies": [
            { "id": "EUR", "payment_method_limits": [{ "id": "card", "min": "5.00", "max": "4500.00" }] },
            { "id": "USD", "payment_method_limits": [
                { "id": "card", "min": "5.00", "max": "5000.00" },
                { "id": "ach_bank_account", "min": "20.00", "max": "20000.00" } ] },
        ],
        "purchaseCurrencies": [
            { "id": "id-dusd", "name": "Demo Dollar", "symbol": "DUSD", "networks": [
                network("demo-chain-2", "Second Chain", 1338, DUSD), network("demo-chain", "Demo Chain", 1337, DUSD) ] },
            { "id": "id-eth", "name": "Ether", "symbol": "ETH", "networks": [network("demo-chain", "Demo Chain", 1337, market::NATIVE)] },
            { "id": "id-far", "name": "Far Coin", "symbol": "FAR", "networks": [network("far", "Far", 99, DUSD)] },
        ],
    })
}

/// 98 of 100 parts of the sum.
pub fn quote_of(asked: &Value) -> Value {
    let sum = asked["amount"].as_str().unwrap_or("0");
    let cents: u64 = sum.replace('.', "").parse().unwrap_or_default();
    let got = cents * 98;
    let (paid, bought) = (&asked["paymentCurrency"]["id"], &asked["purchaseCurrency"]["symbol"]);
    let money = |amount: &str| json!({ "amount": amount, "currency": paid });
    json!({ "networkFee": money("0.35"), "coinbaseFee": money("1.65"), "paymentSubtotal": money("98.00"), "paymentTotal": money(sum),
        "purchaseAmount": { "amount": format!("{}.{:04}", got / 10_000, got % 10_000), "currency": bought }, "quoteId": "q-1" })
}

/// Those of the world, with a key at Meld.io.
pub fn options_with_meld() -> Value {
    let mut options = options();
    options["onrampKeys"] = json!({ "meld": "key-1" });
    options
}

impl World {
    /// Connected at Account, and the shop is open.
    pub fn at_shop_with(options: Value) -> (Self, Shop) {
        let world = Self::with(options, MemoryStorage::default());
        world.chain.supported.borrow_mut().extend(["eip155:1".into(), "eip155:8453".into()]);
        let shop = Shop::default();
        let served = shop.clone();
        world.served(move |request| served.answer(request));
        world.join();
        world.open("Account");
        world.pass(1_000);
        (world, shop)
    }

    pub fn at_shop() -> (Self, Shop) {
        Self::at_shop_with(options())
    }

    pub fn onramp(&self) -> Value {
        self.slice("onramp")
    }

    /// The form with this sum, and a moment for its price.
    pub fn buys(&self, sum: &str) {
        self.dispatch(json!({"type": "buy.open"}));
        self.dispatch(json!({"type": "buy.amount", "value": sum}));
        self.pass(1_000);
    }

    /// A tap on a provider, and on the button that shows the host of its page: the browser opens a window, or does not.
    pub fn taps(&self, provider: &str, opens: bool) -> Join {
        let join = self.dispatch(json!({"type": "buy.provider", "provider": provider}));
        self.pass(0);
        assert!(
            self.onramp()["phase"] != "ready" || self.onramp()["host"].is_string(),
            "shown before it opens"
        );
        self.continues(opens);
        join
    }

    /// "Continue at ...", if it is there.
    pub fn continues(&self, opens: bool) {
        if self.phase_of_buying() == "ready" {
            self.popups.opens.set(opens);
            self.dispatch(json!({"type": "buy.window"}));
            self.pass(0);
        }
    }

    /// At a provider's page with a hundred dollars.
    pub fn at_provider(&self, provider: &str) -> Opened {
        self.buys("100");
        self.dispatch(json!({"type": "buy.choose"}));
        self.settled(&self.taps(provider, true)).expect("goes there");
        self.popups.windows.borrow().last().unwrap().clone()
    }

    pub fn phase_of_buying(&self) -> String {
        self.onramp()["phase"].as_str().unwrap().to_owned()
    }
}
