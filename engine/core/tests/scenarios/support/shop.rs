//! A page that wants to be paid, and a data service with exchanges next to the world.

use super::*;

/// The exchanges, as the service has them.
#[derive(Default)]
pub struct Shop {
    /// Answers by method, instead of the good ones: `Err` is a JSON-RPC error in these words.
    pub says: RefCell<Vec<(&'static str, Result<Value, &'static str>)>>,
    /// What `reown_getExchangeBuyStatus` says.
    pub status: RefCell<Value>,
    /// Methods whose answer waits.
    pub holds: RefCell<Vec<(&'static str, HeldResponses)>>,
    /// Statuses of the service by method; 0: unreachable.
    pub trouble: RefCell<Vec<(&'static str, u16)>>,
}

impl Shop {
    pub fn answer(&self, request: &HttpRequest) -> Option<Served> {
        if !request.url.contains("/v1/json-rpc") {
            return None;
        }
        let call: Value = serde_json::from_str(&request.body.as_ref()?.text).unwrap();
        assert_eq!((&call["jsonrpc"], &call["id"]), (&json!("2.0"), &json!(1)));
        let method = call["method"].as_str().unwrap();
        if let Some((_, code)) = self.trouble.borrow().iter().find(|(of, _)| *of == method) {
            return Some(match code {
                0 => Box::pin(async { Err(HttpFault::Network) }),
                code => status(*code, "{}"),
            });
        }
        let says = self.says.borrow();
        let said = says.iter().find(|(of, _)| *of == method).map(|(_, said)| said.clone());
        let said = said.unwrap_or_else(|| {
            Ok(match method {
                "reown_getExchanges" => json!({"exchanges": [
                    {"id": "harbour", "name": "Harbour", "imageUrl": "http://localhost:4002/images/seller/harbour",
                     "hosts": ["localhost:4006"]},
                    {"id": "tidewater", "name": "Tidewater", "imageUrl": null, "hosts": ["localhost:4006"]},
                ], "total": 2}),
                "reown_getExchangePayUrl" => {
                    json!({"url": "http://localhost:4006/harbour?order=o1", "sessionId": "o1"})
                }
                _ => self.status.borrow().clone(),
            })
        });
        let answer = match said {
            Ok(result) => json!({"jsonrpc": "2.0", "id": 1, "result": result}),
            Err(words) => json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": words}}),
        };
        let answer = status(200, &answer.to_string());
        let holds = self.holds.borrow();
        Some(match holds.iter().find(|(of, _)| *of == method) {
            Some((_, held)) => held.hold(answer),
            None => answer,
        })
    }

    pub fn says(&self, method: &'static str, said: Result<Value, &'static str>) {
        self.says.borrow_mut().insert(0, (method, said));
    }

    pub fn well(&self) {
        self.says.borrow_mut().clear();
        self.trouble.borrow_mut().clear();
    }
}

pub fn shop() -> Rc<Shop> {
    let shop = Shop::default();
    *shop.status.borrow_mut() = json!({"status": "UNKNOWN"});
    Rc::new(shop)
}

/// What a token writes down when someone is paid with it.
pub fn came(token: &str, to: &str, units: u64) -> Value {
    let word = |address: &str| format!("0x{:0>64}", address.trim_start_matches("0x").to_lowercase());
    let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    json!({"address": token, "topics": [transfer, word(&format!("0x{}", "e1".repeat(20))), word(to)],
        "data": format!("0x{units:064x}")})
}

pub fn paying() -> Value {
    let mut options = options();
    options["features"] = json!({"pay": true});
    options
}

/// 25 USDC to Bob on the demo chain.
pub fn bill() -> Value {
    json!({
        "paymentAsset": {"network": "eip155:1337", "asset": USDC, "metadata": {"name": "USD Coin", "symbol": "USDC", "decimals": 6}},
        "recipient": BOB, "amount": "25",
    })
}

/// The same sum of the native coin.
pub fn coins(amount: &str) -> Value {
    json!({
        "paymentAsset": {"network": "eip155:1337", "asset": "native", "metadata": {"name": "Ether", "symbol": "ETH", "decimals": 18}},
        "recipient": BOB, "amount": amount,
    })
}

impl World {
    /// A page with a shop, no one connected.
    pub fn with_shop() -> (Self, Rc<Shop>) {
        let world = Self::with(paying(), MemoryStorage::default());
        let shop = shop();
        world.serves(&shop);
        (world, shop)
    }

    /// The service has these exchanges from now on; the token has six decimals, and the wallet 40 of it.
    pub fn serves(&self, shop: &Rc<Shop>) {
        *self.chain.contract.borrow_mut() = vec![
            ("0x313ce567", json!(format!("0x{:064x}", 6))),
            (SYMBOL, string_of("USDC")),
            ("0x70a08231", json!(format!("0x{:064x}", 40_000_000))),
            ("0xa9059cbb", json!(format!("0x{:064x}", 1))),
        ];
        *self.chain.logs.borrow_mut() = json!([came(USDC, BOB, 25_000_000)]);
        let shop = shop.clone();
        self.served(move |request| shop.answer(request));
    }

    pub fn pay(&self, options: Value) -> Join {
        self.dispatch(json!({"type": "pay.start", "options": options}))
    }

    /// The click on an exchange, and on the link that shows the host of its page.
    pub fn pays_with(&self, id: &str) -> Join {
        // a window that opens of itself would be seen
        self.popups.opens.set(true);
        let asked = self.dispatch(json!({"type": "pay.exchange", "id": id}));
        if self.phase() == "ready" {
            assert!(self.slice("pay")["host"].is_string(), "shown before it opens");
            self.dispatch(json!({"type": "pay.opened"}));
        }
        asked
    }

    /// At an exchange's page.
    pub fn at_exchange(options: Value) -> (Self, Rc<Shop>, Join) {
        let (world, shop) = Self::with_shop();
        let payment = world.pay(options);
        let opened = world.pays_with("harbour");
        world.settled(&opened).expect("opens");
        (world, shop, payment)
    }

    /// Connected, the bill is shown, and then its preview.
    pub fn bill_previewed(options: Value) -> (Self, Rc<Shop>, Join) {
        let (world, shop) = Self::with_shop();
        world.join();
        let payment = world.pay(options);
        let previewed = world.dispatch(json!({"type": "pay.wallet"}));
        world.settled(&previewed).expect("previews");
        assert_eq!(world.view(), "SendPreview");
        (world, shop, payment)
    }

    pub fn is_pending(&self, join: &Join) -> bool {
        let waiting = pin!(join.clone());
        waiting.poll(&mut Context::from_waker(Waker::noop())).is_pending()
    }

    pub fn phase(&self) -> String {
        self.slice("pay")["phase"].as_str().unwrap().to_owned()
    }
}
