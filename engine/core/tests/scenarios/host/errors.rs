//! Errors of nodes and wallets reach the host whole (docs/spec/rpc.md section 6), and a node that is asked too much silences nothing else.

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::error::Error;
use wallet_engine::flow::Reply;
use wallet_engine::ports::http::{HttpRequest, HttpResponse};
use wallet_engine::ports::provider::ProviderFault;

fn is_node(request: &HttpRequest, method: &str) -> bool {
    request.body.as_ref().is_some_and(|body| body.text.contains(&format!("\"method\":\"{method}\"")))
}

/// A page whose node answers a method so.
fn answering(method: &'static str, code: u16, body: String) -> World {
    let world = World::connected();
    world.served(move |request| is_node(request, method).then(|| status(code, &body)));
    world
}

/// What a request of the host rejects with: its code, message and data.
fn rejected(world: &World, method: &str, params: Value) -> (Value, String, Value) {
    let asked = world.request(method, params);
    world.pass(20_000);
    let error = world.settled(&asked).expect_err(method).rejected(method);
    (error["code"].clone(), error["message"].as_str().unwrap().to_owned(), error["data"].clone())
}

fn of_rpc(error: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "error": error}).to_string()
}

// req: 10.57
#[test]
fn passes_on_a_node_error_completely() {
    let data = format!("0xfb8f41b2{}", "0".repeat(192));
    let long = "execution reverted: \u{202e}a\n\tlong reason ".repeat(40);
    for (error, code, message, sent) in [
        (
            json!({"code": 3, "message": "execution reverted", "data": data}),
            3,
            "execution reverted",
            json!(data),
        ),
        (json!({"code": 3, "message": long, "data": "0x"}), 3, long.as_str(), json!("0x")),
        (
            json!({"code": -32000, "message": "VM Exception", "data": {"data": data, "n": [1, {"x": 1.50}]}}),
            -32000,
            "VM Exception",
            json!({"data": data, "n": [1, {"x": 1.50}]}),
        ),
        (json!({"code": -32015, "message": "", "data": "Reverted 0x"}), -32015, "", json!("Reverted 0x")),
        (json!({"message": "without a code", "data": 7}), -32603, "without a code", json!(7)),
    ] {
        for (method, params) in [
            ("eth_call", json!([{"to": BOB, "data": "0x01"}, "latest"])),
            ("eth_estimateGas", json!([{"to": BOB}])),
        ] {
            for status in [200, 400] {
                let world = answering(method, status, of_rpc(&error));
                let got = rejected(&world, method, params.clone());
                assert_eq!(got, (json!(code), message.to_owned(), sent.clone()), "{method} {status} {error}");
            }
        }
    }
}

// req: 10.57
#[test]
fn caps_error_data_and_cleans_the_displayed_text() {
    let data = format!("0x{}", "ab".repeat(32_000));
    let error = json!({"code": 3, "message": "é\u{202e}".repeat(4_000), "data": data});
    let world = answering("eth_call", 200, of_rpc(&error));
    let (_, message, sent) = rejected(&world, "eth_call", json!([{"to": BOB, "data": "0x01"}, "latest"]));
    assert_eq!((message.len(), sent), (4_095, json!(data)), "cut between two letters");
    let shown = world.request("eth_call", json!([{"to": BOB, "data": "0x01"}, "latest"]));
    let shown = world.settled(&shown).unwrap_err().data();
    assert!(shown.message.len() <= 800 && !shown.message.contains('\u{202e}'), "{}", shown.message.len());
    let error = json!({"code": 3, "message": "m", "data": format!("0x{}", "ab".repeat(33_000))});
    let world = answering("eth_call", 200, of_rpc(&error));
    let (code, _, sent) = rejected(&world, "eth_call", json!([{"to": BOB, "data": "0x01"}, "latest"]));
    assert_eq!((code, sent), (json!(3), Value::Null), "half of it would be another error");
}

// req: 10.57
#[test]
fn uses_a_text_error_as_the_message() {
    let call = json!([{"to": ALICE, "data": "0x01"}, "latest"]);
    for (method, params) in [("eth_call", call), ("web3_clientVersion", json!([]))] {
        let world = answering(method, 200, of_rpc(&json!("project is paused")));
        let got = rejected(&world, method, params);
        assert_eq!(got, (json!(-32603), "project is paused".to_owned(), Value::Null), "{method}");
    }
}

// req: 7.33, 10.57
#[test]
fn reads_an_error_400_only_as_a_json_rpc_response() {
    let error = of_rpc(&json!({"code": 3, "message": "reverted", "data": "0x01"}));
    for (code, body) in [
        (400, "<html>Bad Request</html>".to_owned()),
        (400, String::new()),
        (400, json!({"error": "no object"}).to_string()),
        (400, json!({"message": "bad"}).to_string()),
        (401, error.clone()),
        (500, error),
    ] {
        let world = answering("eth_call", code, body.clone());
        let got = rejected(&world, "eth_call", json!([{"to": BOB, "data": "0x01"}, "latest"]));
        assert_eq!(got, (json!(code), format!("HTTP status code: {code}"), Value::Null), "{body}");
    }
}

// req: 10.57
#[test]
fn passes_on_a_wallet_error_completely() {
    let data = json!({"originalError": {"code": 3, "data": "0xfb8f41b2"}, "x": [true, null]});
    let words = "MetaMask Tx Signature: \u{200b} something\nelse ".repeat(20);
    let fault = move |code, original_code, message: &str, data: Value| ProviderFault {
        code,
        message: message.into(),
        original_code,
        answered: false,
        data: Some(data),
    };
    for (thrown, code, message, sent) in [
        (fault(-32603, Some(3), &words, data.clone()), json!(-32603), words.as_str(), data),
        (
            fault(-32000, None, "insufficient funds for transfer", json!("0x")),
            json!(-32000),
            "insufficient funds for transfer",
            json!("0x"),
        ),
        (
            fault(-32601, None, "The method \"x\" does not exist", json!({"method": "x"})),
            json!(-32601),
            "The method \"x\" does not exist",
            json!({"method": "x"}),
        ),
        (
            fault(4100, None, "The account has not been authorized", json!(1)),
            json!(4100),
            "The account has not been authorized",
            json!(1),
        ),
        (fault(0, None, "no code at all", json!("d")), json!(-32603), "no code at all", json!("d")),
    ] {
        for (method, params) in [
            ("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1"}])),
            ("personal_sign", json!(["0x6869", ALICE])),
            ("wallet_watchAsset", json!([{"type": "ERC20"}])),
        ] {
            let world = World::connected();
            let thrown = thrown.clone();
            world.but(1, move |asked, _| {
                let thrown = thrown.clone();
                (asked == method).then(|| -> Answer { Box::pin(async move { Err(thrown) }) })
            });
            let got = rejected(&world, method, params);
            assert_eq!(got, (code.clone(), message.to_owned(), sent.clone()), "{method}");
        }
    }
}

// req: 10.57
#[test]
fn passes_on_a_mobile_wallets_error_completely() {
    use crate::paired::Paired;
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let call = json!([{"from": crate::paired::wallet::ADDRESS, "to": BOB, "value": "0x1"}]);
    let asked = it.world.request("eth_sendTransaction", call);
    it.pump();
    let error = json!({"code": -32000, "message": "insufficient funds ".repeat(40), "data": {"need": "0x1"}});
    let seen = wallet.inbox(&it.relay);
    let id = seen.iter().find(|word| word["method"] == "wc_sessionRequest").unwrap()["id"].clone();
    wallet.send(&mut it.relay, &json!({"id": id, "jsonrpc": "2.0", "error": error}), 1109);
    it.pump();
    it.pass(20_000);
    let got = it.world.settled(&asked).unwrap_err().rejected("eth_sendTransaction");
    assert_eq!(
        (&got["code"], &got["message"], &got["data"]),
        (&error["code"], &error["message"], &error["data"])
    );
}

// req: 10.57
#[test]
fn reports_a_nodes_rate_limit_with_its_retry_time() {
    let own = json!({"code": -32005, "message": "daily limit", "data": {"see": "https://node.example"}});
    for (code, body, wait_ms, error) in [
        (429, String::new(), None, (json!(-32005), "HTTP status code: 429", Value::Null)),
        (429, "{}".into(), Some(6_500), (json!(-32005), "HTTP status code: 429", json!({"retryAfter": 7}))),
        (429, of_rpc(&own), Some(7_000), (json!(-32005), "daily limit", own["data"].clone())),
        (
            429,
            of_rpc(&json!({"code": 429, "message": "cu limit"})),
            Some(1_000),
            (json!(429), "cu limit", json!({"retryAfter": 1})),
        ),
        (200, of_rpc(&own), None, (json!(-32005), "daily limit", own["data"].clone())),
    ] {
        let world = World::connected();
        let said = HttpResponse { status: code, body, retry_after_ms: wait_ms };
        world.served(move |request| {
            let said = said.clone();
            is_node(request, "eth_call").then(|| -> Served { Box::pin(async move { Ok(said) }) })
        });
        let got = rejected(&world, "eth_call", json!([{"to": BOB, "data": "0x01"}, "latest"]));
        assert_eq!(got, (error.0, error.1.to_owned(), error.2));
    }
}

// req: 10.57
#[test]
fn forwards_page_reads_despite_the_nodes_earlier_limits() {
    let world = World::connected();
    let asked = Rc::new(Cell::new(0));
    let count = asked.clone();
    world.served(move |request| {
        is_node(request, "eth_call").then(|| {
            count.set(count.get() + 1);
            status(if count.get() < 3 { 429 } else { 200 }, r#"{"id":1,"jsonrpc":"2.0","result":"0x07"}"#)
        })
    });
    let read = || world.request("eth_call", json!([{"to": BOB, "data": "0x01"}, "latest"]));
    let joins: Vec<_> = (0..4).map(|_| read()).collect();
    world.run();
    assert_eq!(asked.get(), 4, "none is rejected unsent");
    let answered = joins.iter().filter(|join| world.settled(join).is_ok()).count();
    assert_eq!(answered, 2);
    // and what is read of it is the node's own text
    let Ok(Reply::Json(text)) = world.settled(&read()) else { panic!() };
    assert_eq!(text, "\"0x07\"");
}

// req: 10.57
#[test]
fn limits_only_one_class_of_reads_for_the_nodes_retry_time() {
    let (world, times) = (World::connected(), Rc::new(RefCell::new(Vec::new())));
    let (noted, clock, after) = (times.clone(), world.clock.clone(), Rc::new(Cell::new(None)));
    let wait = after.clone();
    world.served(move |request| {
        let is_price = is_node(request, "eth_gasPrice") || is_node(request, "eth_estimateGas");
        is_price.then(|| -> Served {
            use wallet_engine::ports::clock::Clock;
            noted.borrow_mut().push(clock.now_ms());
            let said = HttpResponse { status: 429, body: String::new(), retry_after_ms: wait.get() };
            Box::pin(async move { Ok(said) })
        })
    });
    let asks = || {
        let before = times.borrow().len();
        world.form("1", BOB);
        world.dispatch(json!({"type": "send.review"}));
        world.run();
        let is_sent = times.borrow().len() > before;
        world.dispatch(json!({"type": "router.back"}));
        world.run();
        is_sent
    };
    // a second, then two, then four
    for rest in [1_000, 2_000, 4_000] {
        assert!(asks(), "{rest}");
        world.pass(rest - 500);
        assert!(!asks(), "{rest}: it rests");
        world.pass(600);
    }
    // as long as it says
    after.set(Some(20_000));
    assert!(asks());
    world.pass(19_000);
    assert!(!asks());
    // other classes are asked meanwhile
    let before =
        world.http.seen.borrow().iter().filter(|request| is_node(request, "eth_getBlockByNumber")).count();
    drop(world.request("eth_getBlockByNumber", json!(["latest", false])));
    world.run();
    let now =
        world.http.seen.borrow().iter().filter(|request| is_node(request, "eth_getBlockByNumber")).count();
    assert_eq!(now, before + 1);
    world.pass(1_500);
    assert!(asks());
}

// req: 10.57
#[test]
fn confirms_a_transaction_while_the_node_limits_other_reads() {
    let world = previewed();
    world.chain.receipt.set(Some("0x1"));
    world.served(|request| {
        let is_limited = ["eth_call", "eth_getBalance", "eth_gasPrice", "eth_getLogs", "eth_getCode"];
        is_limited.iter().any(|method| is_node(request, method)).then(|| status(429, ""))
    });
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(5_000);
    assert_eq!(world.slice("send")["ended"]["gave"], "1.5 ETH", "{}", world.slice("send"));
}

// req: 10.57
#[test]
fn passes_on_a_long_and_deep_response() {
    let logs: Vec<Value> = (0..20_000).map(|n| json!({"data": format!("0x{n:0200x}")})).collect();
    let long = json!(logs).to_string();
    assert!(long.len() > 4 * 1024 * 1024);
    let deep = ["{\"calls\":[".repeat(500), "]}".repeat(500)].concat();
    for (method, result) in
        [("eth_getLogs", long), ("eth_getBlockReceipts", deep), ("eth_getProof", "null".into())]
    {
        let body = format!("{{\"jsonrpc\":\"2.0\",\"result\":{result} ,\"id\":1}}");
        let world = answering(method, 200, body);
        let asked = world.request(method, json!([]));
        let Ok(Reply::Json(text)) = world.settled(&asked) else { panic!("{method}") };
        assert!(text == result, "{method}");
    }
    let too_long = format!("{{\"result\":\"0x{}\"}}", "0".repeat(32 * 1024 * 1024));
    let world = answering("eth_getLogs", 200, too_long);
    let asked = world.request("eth_getLogs", json!([]));
    assert!(matches!(world.settled(&asked), Err(Error::TooLong { .. })));
    for nonsense in ["", "[]", "{}", "{\"result\":", "nothing"] {
        let world = answering("eth_getLogs", 200, nonsense.into());
        let asked = world.request("eth_getLogs", json!([]));
        assert!(matches!(world.settled(&asked), Err(Error::Unreadable { .. })), "{nonsense}");
    }
}
