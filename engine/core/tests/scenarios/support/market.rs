//! A market next to the world: what the data service says of swaps, the contracts behind it, and the lies it can be made to tell. Its call
//! data is put together here, word by word, by no one's code of the engine.

use super::*;
use std::collections::BTreeMap;

pub const ROUTER: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
pub const DAI: &str = "0x6B175474E89094C44Da98b954EedeAC495271d0F";
pub const NATIVE: &str = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
const MILLION: u128 = 1_000_000;

/// What a service has built, as far as a lie may change it.
#[derive(Clone, Debug)]
pub struct Built {
    pub from: String,
    pub to: String,
    pub source: String,
    pub target: String,
    pub receiver: String,
    pub amount: u128,
    pub minimum: u128,
    pub flags: u128,
    /// Instead of what the fields say.
    pub data: Option<String>,
    /// Of the native coin, if the service says so.
    pub value: Option<Value>,
    pub chain: String,
}

pub fn word_of(address: &str) -> String {
    format!("{:0>64}", address.trim_start_matches("0x").to_lowercase())
}

impl Built {
    pub fn data(&self) -> String {
        if let Some(data) = &self.data {
            return data.clone();
        }
        let executor = word_of("0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512");
        format!(
            "0x07ed2379{executor}{}{}{executor}{}{:064x}{:064x}{:064x}{:064x}{:064x}{:0<64}",
            word_of(&self.source),
            word_of(&self.target),
            word_of(&self.receiver),
            self.amount,
            self.minimum,
            self.flags,
            9 * 32,
            5,
            "0102030405",
        )
    }
}

type Lie = Box<dyn Fn(&mut Built)>;

/// The market.
#[derive(Default)]
pub struct Market {
    /// What the router may take, by the node.
    pub allowance: Cell<u128>,
    /// The same by the service; `None`: as the node says.
    pub allowance_by_service: Cell<Option<u128>>,
    /// So much of every token is held, in base units of USDC.
    pub held: Cell<u128>,
    /// Dollars for one ether.
    pub price: Cell<u128>,
    pub lie: RefCell<Option<Lie>>,
    pub lie_of_approve: RefCell<Option<Lie>>,
    /// Statuses of calls, by a part of their path; 0: unreachable.
    pub trouble: RefCell<Vec<(&'static str, u16)>>,
    /// Answers by a part of their path.
    pub bodies: RefCell<Vec<(&'static str, Value)>>,
    /// The token changes an allowance to nothing but zero.
    pub resets: Cell<bool>,
    /// What a trial of the swap says.
    pub reverts: Cell<bool>,
    /// The contracts cannot be reached.
    pub is_silent: Cell<bool>,
    /// Where it is; 0: on 1337.
    pub chain: Cell<u64>,
    /// What other contracts answer: by address and data, both in lower case.
    pub contracts: RefCell<BTreeMap<(String, String), String>>,
}

impl Market {
    pub fn chain(&self) -> String {
        format!("eip155:{}", if self.chain.get() == 0 { 1337 } else { self.chain.get() })
    }

    /// Base units of one in base units of the other.
    pub fn quote(&self, from: &str, to: &str, amount: u128) -> u128 {
        let dollars = |token: &str, units: u128| match token {
            USDC => units * MILLION * MILLION,
            DAI => units,
            _ => units * self.price.get(),
        };
        let worth = dollars(from, amount);
        match to {
            USDC => worth / (MILLION * MILLION),
            DAI => worth,
            _ => worth / self.price.get(),
        }
    }

    pub fn answer(&self, request: &HttpRequest) -> Option<Served> {
        let url = request.url.as_str();
        let good = |body: Value| Some(status(200, &body.to_string()));
        if let Some((_, code)) = self.trouble.borrow().iter().find(|(part, _)| url.contains(part)) {
            return Some(match code {
                0 => Box::pin(async { Err(HttpFault::Network) }),
                code => status(*code, "{}"),
            });
        }
        if let Some((_, body)) = self.bodies.borrow().iter().find(|(part, _)| url.contains(part)) {
            return good(body.clone());
        }
        let query = |name: &str| {
            let found = url.split(['?', '&']).find_map(|pair| pair.strip_prefix(&format!("{name}=")));
            found.unwrap_or_default().to_owned()
        };
        let plain = |id: &str| id.rsplit(':').next().unwrap().to_owned();
        let canonical = |token: &str| {
            [USDC, DAI]
                .into_iter()
                .find(|known| known.eq_ignore_ascii_case(token))
                .unwrap_or(NATIVE)
                .to_owned()
        };
        if url.contains("/v1/convert/tokens") {
            let token = |address: &str, symbol: &str, name: &str, decimals: u8| {
                json!({"name": name, "symbol": symbol, "address": format!("{}:{address}", self.chain()), "decimals": decimals,
                    "logoUri": format!("http://localhost:4002/{symbol}.png")})
            };
            return good(json!({"tokens": [
                token(NATIVE, "ETH", "Ether", 18), token(USDC, "USDC", "USD Coin", 6), token(DAI, "DAI", "Dai", 18),
            ]}));
        }
        if url.contains("/v1/convert/gas-price") {
            return good(json!({"standard": "1000000000", "fast": "2000000000", "instant": "3000000000"}));
        }
        if url.contains("/v1/convert/quotes") {
            let (from, to) = (query("from"), query("to"));
            let amount: u128 = query("amount").parse().unwrap();
            let gets = self.quote(&canonical(&plain(&from)), &canonical(&plain(&to)), amount);
            return good(
                json!({"quotes": [{"id": "q", "fromAmount": amount.to_string(), "fromAccount": from,
                "toAmount": gets.to_string(), "toAccount": to}]}),
            );
        }
        if url.contains("/v1/convert/allowance") {
            let units = self.allowance_by_service.get().unwrap_or(self.allowance.get());
            return good(json!({ "allowance": units.to_string() }));
        }
        if url.contains("/v1/convert/build-transaction") {
            let body: Value = serde_json::from_str(&request.body.as_ref()?.text).unwrap();
            let text = |name: &str| body[name].as_str().unwrap().to_owned();
            let (source, target) = (canonical(&plain(&text("from"))), canonical(&plain(&text("to"))));
            let amount: u128 = text("amount").parse().unwrap();
            let user = plain(&text("userAddress"));
            let slippage: f64 = body["eip155"]["slippage"].to_string().parse().unwrap();
            let kept = 10_000 - (slippage * 100.0).round() as u128;
            let mut built = Built {
                from: user.clone(),
                to: ROUTER.into(),
                minimum: self.quote(&source, &target, amount) * kept / 10_000,
                receiver: user,
                flags: 0,
                data: None,
                value: None,
                chain: self.chain(),
                source,
                target,
                amount,
            };
            if let Some(lie) = &*self.lie.borrow() {
                lie(&mut built);
            }
            return good(json!({"tx": {"from": format!("{}:{}", built.chain, built.from),
                "to": format!("{}:{}", built.chain, built.to), "data": built.data(), "amount": built.minimum.to_string(),
                "value": built.value,
                "eip155": {"gas": "150000", "gasPrice": "1000000000"}}}));
        }
        if url.contains("/v1/convert/build-approve") {
            let source = canonical(&plain(&query("from")));
            let mut built = Built {
                from: query("userAddress"),
                to: source.clone(),
                minimum: 0,
                receiver: ROUTER.into(),
                flags: 0,
                data: None,
                value: None,
                chain: self.chain(),
                target: source.clone(),
                source,
                amount: u128::MAX,
            };
            if let Some(lie) = &*self.lie_of_approve.borrow() {
                lie(&mut built);
            }
            let data = built
                .data
                .clone()
                .unwrap_or_else(|| format!("0x095ea7b3{}{:064x}", word_of(&built.receiver), built.amount));
            return good(json!({"tx": {"from": format!("{}:{}", built.chain, built.from),
                "to": format!("{}:{}", built.chain, built.to), "data": data, "value": "0",
                "eip155": {"gas": 60000, "gasPrice": "1000000000"}}}));
        }
        if url.contains("/v1/fungible/price") {
            let body: Value = serde_json::from_str(&request.body.as_ref()?.text).unwrap();
            let price = |id: &Value| {
                let is_native = canonical(&plain(id.as_str().unwrap())) == NATIVE;
                let price = if is_native { self.price.get() } else { 1 };
                json!({"address": id, "name": "T", "symbol": "T", "iconUrl": "", "price": price})
            };
            let list: Vec<Value> = body["addresses"].as_array()?.iter().map(price).collect();
            return good(json!({ "fungibles": list }));
        }
        self.node(request)
    }

    /// What the contracts say, and what a trial of the swap says.
    fn node(&self, request: &HttpRequest) -> Option<Served> {
        let call: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
        let result = |value: String| {
            Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": value}).to_string()))
        };
        let revert = || {
            let error = json!({"code": 3, "message": "execution reverted: Return amount is not enough"});
            Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "error": error}).to_string()))
        };
        if self.is_silent.get() {
            return None;
        }
        let (to, data) = (call["params"][0]["to"].as_str()?, call["params"][0]["data"].as_str()?);
        let known = (to.to_lowercase(), data.to_lowercase());
        if call["method"] == "eth_call"
            && let Some(answer) = self.contracts.borrow().get(&known)
        {
            return result(answer.clone());
        }
        let is_dai = to.eq_ignore_ascii_case(DAI);
        match (call["method"].as_str()?, data.get(..10)?) {
            ("eth_call", "0x70a08231") => {
                let units = if is_dai { self.held.get() * MILLION * MILLION } else { self.held.get() };
                result(format!("0x{units:064x}"))
            }
            ("eth_call", SYMBOL) => result(string_of(if is_dai { "DAI" } else { "USDC" }).as_str()?.into()),
            ("eth_call", "0x313ce567") => result(format!("0x{:064x}", if is_dai { 18 } else { 6 })),
            ("eth_call", "0xdd62ed3e") => result(format!("0x{:064x}", self.allowance.get())),
            ("eth_call", "0x095ea7b3") => {
                let is_zero = data.ends_with(&"0".repeat(64));
                if self.resets.get() && !is_zero && self.allowance.get() > 0 {
                    revert()
                } else {
                    result("0x".into())
                }
            }
            ("eth_estimateGas", "0x07ed2379") if self.reverts.get() => revert(),
            _ => None,
        }
    }
}

/// What the page of a market has set.
pub fn options_of_market() -> Value {
    let mut options = options();
    options["experimentalSwapNetworks"] = json!(["eip155:1337"]);
    options["swapRouters"] = json!({"eip155:1337": [ROUTER]});
    options
}

impl World {
    /// Where there is a market; no one is connected yet.
    pub fn market() -> (Self, Rc<Market>) {
        let world = Self::with(options_of_market(), MemoryStorage::default());
        let market =
            Rc::new(Market { held: Cell::new(500 * MILLION), price: Cell::new(3000), ..Market::default() });
        let serves = market.clone();
        world.served(move |request| serves.answer(request));
        world.chain.tokens.borrow_mut().push(json!({"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1337",
            "address": format!("eip155:1337:{USDC}"), "price": 1, "quantity": {"decimals": "6", "numeric": "500"}, "iconUrl": ""}));
        (world, market)
    }

    /// Connected there.
    pub fn at_market() -> (Self, Rc<Market>) {
        let (world, market) = Self::market();
        world.join();
        world.open("Account");
        (world, market)
    }

    /// The form with these two and so much, and its quote.
    pub fn swap_form(&self, from: &str, to: &str, amount: &str) {
        let opened =
            self.dispatch(json!({"type": "swap.open", "fromToken": from, "toToken": to, "amount": amount}));
        self.settled(&opened).expect("opens");
        self.pass(200);
    }

    /// Presses what confirms, as it is on the screen.
    pub fn swap_confirm(&self) -> Join {
        let preview = self.slice("swap")["preview"].clone();
        // a loss that no second price rules out takes a tick; one that is known is the test's to tick
        if !preview["doubt"].is_null() && preview["isCritical"] == false {
            self.dispatch(json!({"type": "swap.accept", "revision": preview["revision"], "accepted": true}));
        }
        self.dispatch(
            json!({"type": "swap.confirm", "step": preview["step"], "revision": preview["revision"]}),
        )
    }

    /// That, and its preview.
    pub fn swap_previewed(&self, from: &str, to: &str, amount: &str) {
        self.swap_form(from, to, amount);
        let reviewed = self.dispatch(json!({"type": "swap.review"}));
        self.settled(&reviewed).expect("reviews");
        assert_eq!(self.view(), "SwapPreview");
    }
}
