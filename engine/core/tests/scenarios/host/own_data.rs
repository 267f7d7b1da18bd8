//! What the page answers itself instead of a service (option `data`): asked, believed no more than a service, and what its failure leads
//! to. What is left out stays with the service, or with the node if there is none. How the element puts a request to a function is
//! element/src/data.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::constants::{HTTP_TIMEOUT_MS, RECEIVER_LOOKUP_MS};
use wallet_engine::ports::http::HttpRequest;

const CAROL: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

/// A page that answers these itself; `project` also has services to ask.
fn page(own: &[&str], project: bool) -> World {
    let mut options = options();
    options["data"] = own.iter().map(|name| ((*name).to_owned(), json!(true))).collect::<Value>();
    if !project {
        options.as_object_mut().unwrap().remove("projectId");
    }
    World::with(options, Default::default())
}

fn coin(numeric: &str) -> Value {
    json!({"name": "Ether", "symbol": "ETH", "chainId": "eip155:1337", "price": 2000,
        "quantity": {"decimals": "18", "numeric": numeric}})
}

fn token() -> Value {
    json!({"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1337", "address": format!("eip155:1337:{USDC}"),
        "price": 1, "value": 7, "quantity": {"decimals": "6", "numeric": "7"}})
}

/// A value of a request's query.
fn asked_for(request: &HttpRequest, name: &str) -> String {
    wallet_engine::urls::query(&request.url, name).unwrap_or_default()
}

/// Requests that went to any of the services.
fn asked_of_services(world: &World) -> Vec<String> {
    let seen = world.http.seen.borrow();
    let urls = seen.iter().map(|request| request.url.clone());
    urls.filter(|url| url.starts_with("http://localhost:400")).collect()
}

fn symbols(world: &World) -> Vec<String> {
    let list = world.slice("tokens")["list"].clone();
    list.as_array().unwrap().iter().map(|one| one["symbol"].as_str().unwrap().to_owned()).collect()
}

// req: 10.43
#[test]
fn calls_the_pages_data_functions_instead_of_services() {
    for project in [false, true] {
        let world = page(&["balances", "history", "prices", "names", "wallets"], project);
        world.chain.data.says(|name, request| {
            Some(match name {
                "balances" => {
                    assert!(
                        request.url.contains(&format!("/v1/account/{ALICE}/balance?")),
                        "{}",
                        request.url
                    );
                    assert_eq!(asked_for(request, "chainId"), "eip155:1337");
                    json!({"balances": [coin("3.5"), token(), {"name": 7}, "x"]})
                }
                "history" => json!({"data": [], "next": null}),
                "names" => json!({"name": "alice.example", "avatar": null}),
                "wallets" => json!({"data": [], "count": 0}),
                _ => return None,
            })
        });
        world.join();
        world.open("Account");
        assert_eq!(symbols(&world), ["ETH", "USDC"], "what is no line is left out");
        assert_eq!(world.slice("tokens")["total"], "$7,007.00");
        assert_eq!(world.slice("account")["balance"]["amount"], "3.500");
        world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
        assert_eq!(world.chain.data.count("history"), 1);
        let to_services = asked_of_services(&world);
        let others: Vec<_> = to_services.iter().filter(|url| !url.contains("/appkit/v1/config")).collect();
        assert_eq!(others, [""; 0], "project: {project}");
    }
}

// req: 10.43
#[test]
fn handles_an_invalid_page_response_as_a_service_failure() {
    type Says = fn(&World);
    let cases: [(&str, Says); 5] = [
        ("no answer", |world| world.chain.data.says(|_, _| None)),
        ("no list", |world| world.chain.data.says(|_, _| Some(json!({"balances": "many"})))),
        ("nothing", |world| world.chain.data.says(|_, _| Some(Value::Null))),
        ("no JSON", |world| {
            world.chain.data.answers(|_, _| Box::pin(async { Some("{\"balances\":[".into()) }))
        }),
        ("late", |world| world.chain.data.answers(|_, _| Box::pin(std::future::pending()))),
    ];
    for (case, says) in cases {
        let world = page(&["balances"], true);
        says(&world);
        world.join();
        world.open("Account");
        world.pass(HTTP_TIMEOUT_MS + 1);
        assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "{case}: the node says so");
        assert_eq!(world.slice("tokens")["phase"], "failed", "{case}");
        assert!(world.requests("/balance?").is_empty(), "{case}: no service has it in its place");
        assert_eq!(world.toasts(), ["Token Balance Unavailable"], "{case}");
        // mended, and asked again once the pause is over
        world.chain.data.says(|_, _| Some(json!({"balances": [coin("4")]})));
        world.pass(60_000);
        world.dispatch(json!({"type": "balances.refresh"}));
        assert_eq!(world.slice("account")["balance"]["amount"], "4.000", "{case}");
    }
}

// req: 10.43
#[test]
fn reads_the_coin_from_the_node_if_the_page_omits_it() {
    let world = page(&["balances"], false);
    world.chain.data.says(|_, _| Some(json!({"balances": [token()]})));
    world.join();
    world.open("Account");
    assert_eq!(
        (world.slice("account")["balance"]["amount"].as_str(), symbols(&world)),
        (Some("10.000"), vec!["USDC".into()])
    );
}

// req: 10.43
#[test]
fn loads_the_pages_history_by_cursor() {
    let entry = |id: &str| {
        json!({"id": id, "metadata": {"operationType": "send", "hash": hash(), "chain": "eip155:1337",
            "minedAt": "2023-11-14T22:08:20Z", "sentFrom": ALICE, "sentTo": BOB, "status": "confirmed", "nonce": 7},
            "transfers": []})
    };
    let world = page(&["history"], false);
    let (first, second) = (entry("one"), entry("two"));
    world.chain.data.says(move |_, request| match asked_for(request, "cursor").as_str() {
        "" => Some(json!({"data": [first], "next": "p2"})),
        "p2" => Some(json!({"data": [second]})),
        _ => None,
    });
    world.join();
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    world.dispatch(json!({"type": "activity.more"}));
    let groups = world.slice("activity")["groups"].clone();
    let rows = groups.as_array().unwrap().iter().flat_map(|group| group["items"].as_array().unwrap());
    assert_eq!(rows.map(|row| row["id"].as_str().unwrap()).collect::<Vec<_>>(), ["one", "two"]);
    assert_eq!(asked_of_services(&world), [""; 0]);

    let world = page(&["history"], false);
    world.chain.data.says(|_, _| Some(json!([])));
    world.join();
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    assert_eq!(world.slice("activity")["phase"], "failed", "a list alone is no page");
}

// req: 10.43
#[test]
fn resolves_names_with_the_page_first_then_the_network() {
    let world = page(&["names"], false);
    world.chain.data.says(|_, request| {
        let leads_to = |address: &str| json!({"addresses": {"60": {"address": address}}});
        let path = request.url.split('?').next().unwrap();
        Some(match path.rsplit('/').next().unwrap() {
            ALICE => json!({"name": "someone.shop", "avatar": null}),
            "carol.shop" => leads_to(&CAROL.to_lowercase()),
            "broken.shop" => leads_to("0x12"),
            "down.shop" => return None,
            _ => json!({"addresses": {}}),
        })
    });
    world.join();
    world.open("Account");
    assert_eq!(world.slice("account")["name"], "someone.shop");
    let typed = |name: &str| {
        world.form("1.5", name);
        world.pass(RECEIVER_LOOKUP_MS);
        let slice = world.slice("send");
        (slice["resolved"].clone(), slice["receiverError"].clone())
    };
    assert_eq!(typed("carol.shop"), (json!(CAROL), Value::Null), "with its checksum");
    assert_eq!(world.slice("send")["ofEthereum"], false, "the page's word is for every network");
    for name in ["broken.shop", "down.shop"] {
        let (resolved, error) = typed(name);
        assert!(resolved.is_null() && !error.is_null(), "{name}: {error}");
    }
    let before = world.http.seen.borrow().len();
    let (resolved, _) = typed("bob.eth");
    assert!(resolved.is_null());
    assert!(world.http.seen.borrow().len() > before, "the network is asked");
    assert_eq!(asked_of_services(&world), [""; 0]);
}

// req: 10.43
#[test]
fn converts_dollars_at_the_pages_price() {
    let world = page(&["prices"], false);
    world.chain.data.says(|_, request| {
        let body: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
        Some(json!({"fungibles": [{"address": body["addresses"][0], "price": "2000"}]}))
    });
    world.join();
    world.open("Account");
    world.form("1.5", BOB);
    world.pass(1_000);
    assert_eq!(world.chain.data.count("prices"), 1);
    assert!(world.slice("send").to_string().contains("$3,000.00"), "{}", world.slice("send"));
}

fn wallet(n: usize) -> Value {
    json!({"id": format!("{n:064x}"), "name": format!("Wallet {n}"), "image_url": format!("https://page.example/w/{n}.svg"),
        "image_id": "of-the-service"})
}

// req: 10.43
#[test]
fn lists_the_pages_own_wallets_even_without_a_project() {
    for project in [false, true] {
        let world = page(&["wallets"], project);
        world.chain.data.says(|_, request| {
            let number = |name| asked_for(request, name).parse::<usize>().unwrap();
            let search = asked_for(request, "search");
            let fits = |one: &Value| one["name"].as_str().unwrap().contains(&search);
            let all: Vec<Value> = (1..=90).map(wallet).filter(fits).collect();
            let from = (number("page") - 1) * number("entries");
            let some: Vec<_> = all.iter().skip(from).take(number("entries")).collect();
            Some(json!({"data": some, "count": all.len()}))
        });
        world.open("Connect");
        assert_eq!(world.slice("directory")["allWallets"], "90+", "project: {project}");
        world.open("AllWallets");
        assert_eq!(world.slice("directory")["tilesCount"], 40);
        world.dispatch(json!({"type": "directory.more"}));
        assert_eq!(world.slice("directory")["tilesCount"], 80);
        world.dispatch(json!({"type": "directory.search", "text": "llet 77"}));
        world.pass(2_000);
        let tiles = world.slice("directory")["tiles"].clone();
        assert_eq!(tiles[0]["name"], "Wallet 77");
        assert!(world.requests("/getWallets").is_empty() && world.requests("Image/").is_empty());
        let asked = world.chain.data.asked.borrow();
        assert_eq!(asked_for(&asked[0].1, "chains"), "eip155:1337,eip155:1338");
        let told = world.alerts().iter().any(|key| key == "project_id_not_configured");
        assert!(!told, "without a project on purpose");
    }
}

// req: 10.43
#[test]
fn reloads_the_pages_wallet_list_on_retry() {
    let world = page(&["wallets"], false);
    world.open("AllWallets");
    assert_eq!(world.slice("directory")["phase"], "failed");
    world.chain.data.says(|_, _| Some(json!({"data": [wallet(1)], "count": 1})));
    world.dispatch(json!({"type": "directory.retry"}));
    assert_eq!(world.slice("directory")["phase"], "ready");
}

// req: 10.43
#[test]
fn warns_about_an_invalid_or_unknown_data_function() {
    let told = |data: Value| {
        let mut options = options();
        options["data"] = data;
        let world = World::with(options, Default::default());
        let all = world.host.details("wallet-alert");
        all.iter().map(|alert| alert["detail"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(told(json!({"balances": true, "wallets": true})), [""; 0]);
    let wrong = told(json!({"balances": false}));
    assert!(wrong[0].contains("data must be an object of functions"), "{wrong:?}");
    let wrong = told(json!({"balance": true}));
    assert!(wrong[0].contains("Unknown option data.balance. Did you mean balances?"), "{wrong:?}");
}
