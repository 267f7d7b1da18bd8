//! Every option of docs/spec/public-api.md section 1, good and bad, at start and while the engine runs.

use crate::support::*;
use serde_json::{Value, json};

/// The world with one option more.
fn with(name: &str, value: &Value) -> World {
    let mut options = options();
    options[name] = value.clone();
    World::with(options, Default::default())
}

/// An option as it is read back: in the slice itself, or with the rest of them.
fn read_back(world: &World, name: &str) -> Value {
    let slice = world.settings();
    slice.get(name).or_else(|| slice["rest"].get(name)).cloned().unwrap_or(Value::Null)
}

fn warnings(world: &World) -> Vec<String> {
    let all = world.host.details("wallet-alert");
    all.iter().map(|alert| alert["detail"].as_str().unwrap().to_owned()).collect()
}

// req: 3.23
#[test]
fn accepts_each_valid_option_and_reads_it_back() {
    let url = json!("https://host.example/x");
    let ids = json!(["a", "b"]);
    let cases = [
        ("projectId", json!("p-1")),
        ("defaultNetwork", json!("eip155:1338")),
        ("themeMode", json!("dark")),
        ("termsConditionsUrl", url.clone()),
        ("privacyPolicyUrl", url.clone()),
        ("allWallets", json!("ONLY_MOBILE")),
        ("includeWalletIds", ids.clone()),
        ("excludeWalletIds", ids.clone()),
        ("featuredWalletIds", ids),
        ("enableEmbedded", json!(true)),
        ("disableAppend", json!(true)),
        ("adapters", json!(["eip155", {"namespace": "solana", "connectors": []}])),
        ("siwx", json!({})),
        ("siweConfig", json!({})),
        ("mobileFullScreen", json!(true)),
        ("debug", json!(true)),
        ("testMode", json!(true)),
        ("locale", json!("de-CH")),
        ("coinbasePreference", json!("eoaOnly")),
        ("reviewRequests", json!("always")),
        ("accountDelegates", json!({"eip155:1337": [USDC]})),
        ("migrateFrom", json!("old:")),
        ("wasmUrl", url),
        ("authChains", json!(["eip155:1337"])),
        ("experimentalSwapNetworks", json!(["eip155:1337"])),
        ("safeHosts", json!(["safe.example"])),
        (
            "clearSigning",
            json!([{"context": {"contract": {"deployments": [{"chainId": 1, "address": USDC}]}}, "metadata": {"owner": null},
                "display": {"formats": {"claim()": {"intent": "Claim", "fields": []}}}}]),
        ),
        ("defaultAccountTypes", json!({"eip155": "eoa"})),
        ("pairing", json!({"eip155": {"methods": ["eth_sign"]}})),
        ("onrampKeys", json!({"meld": "k"})),
        ("pendingTransactions", json!({"enable": true, "pollingInterval": 1000})),
        ("messages", json!({"connect.title": "Hi"})),
        ("storage", json!("memory")),
        ("connectorImages", json!({"injected": "https://host.example/x.png"})),
        ("chainImages", json!({"eip155:1337": "https://host.example/x.png"})),
    ];
    let mut missing = Vec::new();
    for (name, given) in cases {
        let world = with(name, &given);
        assert_eq!(warnings(&world), Vec::<String>::new(), "{name}");
        let expected = match name {
            "adapters" => json!(["eip155", "solana"]),
            "siwx" | "siweConfig" => json!(true),
            _ => given,
        };
        let name = if name == "siweConfig" { "siwx" } else { name };
        if read_back(&world, name) != expected {
            missing.push(name);
        }
    }
    // fault 24: getOptions() must give back what was given (docs/spec/public-api.md section 1)
    assert_eq!(missing, Vec::<&str>::new());
}

// req: 3.23
#[test]
fn defaults_each_flag_and_accepts_only_booleans() {
    let on = [
        "enableWallets",
        "enableWalletGuide",
        "enableEIP6963",
        "enableInjected",
        "enableCoinbase",
        "enableReconnect",
        "enableNetworkSwitch",
        "remoteConfig",
        "restrictByTimezone",
    ];
    let off = [
        "mobileFullScreen",
        "allowUnsupportedChain",
        "preferUniversalLinks",
        "manualPairing",
        "basic",
        "testMode",
        "announceProvider",
        "enableEmbedded",
        "disableAppend",
    ];
    for name in on.iter().chain(&off) {
        for bad in [json!("true"), json!(1), json!([])] {
            let world = with(name, &bad);
            assert_eq!(warnings(&world), [format!("{name} must be true or false")], "{name}");
        }
        assert_eq!(warnings(&with(name, &json!(false))), Vec::<String>::new());
        assert_eq!(warnings(&with(name, &json!(null))), Vec::<String>::new(), "null is not given");
    }
    let world = World::new();
    let slice = world.settings();
    for (name, default) in [
        ("enableWalletGuide", true),
        ("enableNetworkSwitch", true),
        ("allowUnsupportedChain", false),
        ("mobileFullScreen", false),
        ("testMode", false),
        ("enableEmbedded", false),
        ("disableAppend", false),
        ("siwx", false),
        ("debug", false),
    ] {
        // fault 36
        assert_eq!(slice[name], default, "{name}");
    }
    assert_eq!((&slice["allWallets"], &slice["adapters"]), (&json!("SHOW"), &Value::Null));
}

// req: 3.23, 8.10
#[test]
fn warns_once_about_an_invalid_option_and_uses_its_default() {
    for (name, bad, words) in [
        ("themeMode", json!("blue"), "themeMode must be light, dark or system"),
        (
            "themeVariables",
            json!({"--wm-accent": "url(x)"}),
            "Ignoring themeVariables[--wm-accent]: unknown name or unsafe value",
        ),
        (
            "themeVariables",
            json!({"--nobody": "1"}),
            "Ignoring themeVariables[--nobody]: unknown name or unsafe value",
        ),
        ("termsConditionsUrl", json!("http://a.example"), "termsConditionsUrl must be an https URL"),
        ("privacyPolicyUrl", json!("javascript:alert(1)"), "privacyPolicyUrl must be an https URL"),
        ("allWallets", json!("SOME"), "allWallets must be SHOW, HIDE or ONLY_MOBILE"),
        ("customWallets", json!([{"name": "No id"}]), "Ignoring customWallets[0]: it needs an id and a name"),
        (
            "tokens",
            json!({"eip155:1337": {"address": "0x12"}}),
            "Ignoring tokens[eip155:1337]: it must map a CAIP-2 ID, such as eip155:1, to { address }",
        ),
        (
            "tokens",
            json!({"nowhere": {"address": USDC}}),
            "Ignoring tokens[nowhere]: it must map a CAIP-2 ID, such as eip155:1, to { address }",
        ),
        ("features", json!({"teleport": true}), "Unknown option features.teleport"),
        ("features", json!({"send": "yes"}), "Ignoring features.send: wrong type"),
        ("services", json!({"data": "https://a.example/path"}), "services.data must be an origin"),
        (
            "customRpcUrls",
            json!({"eip155:1337": [{"url": "http://a.example"}]}),
            "Ignoring an entry in customRpcUrls[eip155:1337] that is an http URL of a public host. Use https",
        ),
        (
            "coinbasePreference",
            json!("some"),
            "coinbasePreference must be one of all, smartWalletOnly, eoaOnly",
        ),
        ("reviewRequests", json!(true), "reviewRequests must be one of risky, always, never"),
        ("migrateFrom", json!(""), "migrateFrom must be a string"),
        ("authChains", json!("eip155:1"), "authChains must be an array of CAIP-2 IDs, such as eip155:1"),
        ("safeHosts", json!([{}]), "safeHosts must be an array"),
        ("pairing", json!([]), "pairing must be an object"),
        ("pendingTransactions", json!(true), "pendingTransactions must be an object"),
        ("messages", json!("x"), "messages must be an object"),
        (
            "chainImages",
            json!({"eip155:1337": "http://a.example"}),
            "chainImages[eip155:1337] must be an https URL",
        ),
        (
            "metadata",
            json!({"url": "https://other.example"}),
            "metadata.url doesn't match this page's origin, so wallets will show a warning",
        ),
    ] {
        let world = with(name, &bad);
        assert_eq!(warnings(&world), [words], "{name}");
        let alert = &world.host.details("wallet-alert")[0];
        assert_eq!((&alert["title"], &alert["kind"]), (&json!("Invalid option"), &json!("warning")));
        let update = json!({"type": "options.update", "options": {name: bad}});
        world.dispatch(update);
        assert_eq!(warnings(&world).len(), 1, "{name} once");
        assert!(world.slice("state")["initialized"].as_bool().unwrap(), "the page goes on");
    }
}

// req: 3.23
#[test]
fn suggests_the_intended_name_for_a_mistyped_option() {
    let bent_rpc = |urls: Value| {
        let mut network = network(1337, "Demo Chain");
        network["rpcUrls"] = urls;
        network
    };
    let cases = [
        ("featurs", json!({"email": false}), "Unknown option featurs. Did you mean features?"),
        ("projectID", json!("p"), "Unknown option projectID. Did you mean projectId?"),
        ("enableCrypto", json!(true), "Unknown option enableCrypto"),
        ("features", json!({"emial": false}), "Unknown option features.emial. Did you mean email?"),
        (
            "features",
            json!({"socials": ["gogle"]}),
            "Ignoring gogle in features.socials. Use google, x, farcaster, discord, apple, github, facebook",
        ),
        (
            "features",
            json!({"onramp": ["moonpay"]}),
            "Ignoring moonpay in features.onramp. Use meld, coinbase",
        ),
        (
            "features",
            json!({"connectMethodsOrder": ["walet"]}),
            "Ignoring walet in features.connectMethodsOrder. Use email, social, wallet",
        ),
        (
            "metadata",
            json!({"icon": "https://a.example/i.png"}),
            "Unknown option metadata.icon. Did you mean icons?",
        ),
        ("metadata", json!({"name": 7}), "metadata.name must be a string"),
        ("metadata", json!({"icons": "https://a.example/i.png"}), "metadata.icons must be an array of URLs"),
        (
            "services",
            json!({"walet": "https://a.example"}),
            "Unknown option services.walet. Did you mean wallet?",
        ),
        (
            "pendingTransactions",
            json!({"enabled": true}),
            "Unknown option pendingTransactions.enabled. Did you mean enable?",
        ),
        ("onrampKeys", json!({"coinbase": "k"}), "Unknown option onrampKeys.coinbase"),
        (
            "featuredWalletIds",
            json!(["a", 7]),
            "featuredWalletIds must list at most 256 IDs. Invalid entries are ignored.",
        ),
        ("locale", json!("x".repeat(36)), "locale must be a BCP 47 tag, such as en or de-CH"),
        (
            "customWallets",
            json!([{"id": "m", "name": "M", "homepage": "m.example"}]),
            "customWallets[0].homepage must be an https URL",
        ),
        (
            "customRpcUrls",
            json!({"eip155:1337": [{"url": "https://a.example"}, {"url": "ftp://a"}]}),
            "Ignoring an entry in customRpcUrls[eip155:1337] that isn't an https URL",
        ),
        ("locale", json!("English, please"), "locale must be a BCP 47 tag, such as en or de-CH"),
        ("metadata", json!({"icons": ["icon.png"]}), "metadata.icons must be an array of URLs"),
        (
            "networks",
            json!([bent_rpc(json!("https://a.example"))]),
            "networks[0].rpcUrls must be { default: { http: [url] } }",
        ),
        (
            "networks",
            json!([bent_rpc(json!(["https://a.example"]))]),
            "networks[0].rpcUrls must be { default: { http: [url] } }",
        ),
        (
            "customRpcUrls",
            json!({"1": []}),
            "Ignoring customRpcUrls[1]: it must map a CAIP-2 ID, such as eip155:1, to an array of { url }",
        ),
        ("authChains", json!(["1337"]), "authChains must be an array of CAIP-2 IDs, such as eip155:1"),
        (
            "experimentalSwapNetworks",
            json!([1337]),
            "experimentalSwapNetworks must be an array of CAIP-2 IDs, such as eip155:1",
        ),
        (
            "adapters",
            json!(["evm"]),
            "adapters has an unknown namespace. Use eip155, solana, bip122, polkadot or cosmos.",
        ),
        ("pairing", json!({"eip55": {}}), "Unknown option pairing.eip55. Did you mean eip155?"),
        ("siweConfig", json!({}), ""),
    ];
    for (name, bad, words) in cases {
        let world = with(name, &bad);
        let words: Vec<&str> = Some(words).filter(|words| !words.is_empty()).into_iter().collect();
        assert_eq!(warnings(&world), words, "{name}");
        let lines = world.host.lines.borrow().clone();
        let read = |words: &&str| {
            let stop = if words.ends_with(['.', '?']) { "" } else { "." };
            format!(
                "Invalid option: {words}{stop} See node_modules/wallet-modal/docs/guide/errors.md#invalid_option"
            )
        };
        assert_eq!(lines, words.iter().map(read).collect::<Vec<_>>(), "{name}");
        assert!(world.host.levels.borrow().iter().all(|risk| *risk == "warn"));
        world.dispatch(json!({"type": "options.update", "options": {name: bad}}));
        assert_eq!(warnings(&world).len(), words.len(), "{name}: once");
    }
    let mut both = options();
    both["siwx"] = json!({});
    both["siweConfig"] = json!({});
    let world = World::with(both, Default::default());
    assert_eq!(warnings(&world), ["Both siwx and siweConfig are set. Ignoring siweConfig."]);
    let world = with("networks", &json!([]));
    assert_eq!(warnings(&world), ["networks must list at least one network"]);
    let mut unreachable = network(1337, "Demo Chain");
    unreachable["rpcUrls"] = json!({"default": {"http": ["node.example"]}});
    let world = with("networks", &json!([unreachable]));
    assert_eq!(warnings(&world), ["Ignoring an entry in networks[0].rpcUrls that isn't an https URL"]);
}

#[test]
fn warns_about_missing_networks_only_when_they_are_needed() {
    let mut bare = options();
    let given = bare.as_object_mut().unwrap();
    given.remove("networks");
    let world = World::with(bare.clone(), Default::default());
    assert_eq!(warnings(&world), Vec::<String>::new(), "a project id alone is enough");
    bare.as_object_mut().unwrap().remove("projectId");
    let world = World::with(bare, Default::default());
    assert_eq!(world.alerts(), ["networks_not_configured"]);
    assert!(warnings(&world)[0].starts_with("Set networks."));
    assert_eq!(*world.host.levels.borrow(), ["error"]);
}

// req: 3.23, 8.10
#[test]
fn names_the_expected_type_of_an_option_once() {
    let (list, object, text) = ("an array", "an object", "a string");
    let chains = "an array of CAIP-2 IDs, such as eip155:1";
    let addresses = "an object of address arrays by CAIP-2 ID";
    let origins = "an array of at most 64 origins, such as https://gateway.example";
    let storage = "local, cookie, memory or an object with get, set and remove";
    let answers = "an object of functions; wallets may also be a file URL";
    let cases = [
        ("networks", json!("eip155:1"), list),
        ("adapters", json!("eip155"), list),
        ("customWallets", json!({}), list),
        ("includeWalletIds", json!("a"), list),
        ("excludeWalletIds", json!(7), list),
        ("featuredWalletIds", json!({}), list),
        ("safeHosts", json!("safe.example"), list),
        ("metadata", json!("App"), object),
        ("themeVariables", json!([]), object),
        ("features", json!([]), object),
        ("services", json!("https://a.example"), object),
        ("customRpcUrls", json!([]), object),
        ("tokens", json!([]), object),
        ("chainImages", json!([]), object),
        ("connectorImages", json!([]), object),
        ("pairing", json!("eip155"), object),
        ("onrampKeys", json!("key"), object),
        ("pendingTransactions", json!([]), object),
        ("messages", json!(["Hello"]), object),
        ("locale", json!(7), text),
        ("migrateFrom", json!(true), text),
        ("wasmUrl", json!({}), text),
        ("coinbaseKeysUrl", json!("keys.example"), "an https URL"),
        ("termsConditionsUrl", json!("terms"), "an https URL"),
        ("privacyPolicyUrl", json!(1), "an https URL"),
        ("coinbasePreference", json!("smart"), "one of all, smartWalletOnly, eoaOnly"),
        ("prefetch", json!("never"), "one of idle, intent"),
        ("reviewRequests", json!("never "), "one of risky, always, never"),
        ("authChains", json!([1]), chains),
        ("experimentalSwapNetworks", json!({}), chains),
        ("swapRouters", json!({"eip155:1": ["0x12"]}), addresses),
        ("accountDelegates", json!({"mainnet": [USDC]}), addresses),
        ("ccipGateways", json!(["https://a.example/path"]), origins),
        ("trustedFrameOrigins", json!(["portal.example"]), origins),
        ("clearSigning", json!(["Tether"]), "an array of at most 32 objects"),
        ("defaultAccountTypes", json!({"eip155": "king"}), "an object of account types by namespace"),
        ("storage", json!("disk"), storage),
        ("data", json!({"prices": "cheap"}), answers),
        ("debug", json!("yes"), "true or false"),
    ];
    for (name, bad, kind) in &cases {
        let world = with(name, bad);
        assert_eq!(warnings(&world), [format!("{name} must be {kind}")], "{name}");
        world.dispatch(json!({"type": "options.update", "options": {*name: bad}}));
        assert_eq!(warnings(&world).len(), 1, "{name} once");
    }
    // Every option whose kind is in a table is in this one, but for flags, which have theirs above, and those that their own reader names.
    let tables = include_str!("../../../src/options/rest.rs").lines();
    let rows = tables.filter_map(|line| line.trim().strip_prefix("(\"")?.split_once("\", Kind::"));
    let has_words = |kind: &str| !kind.starts_with("Flag") && !kind.starts_with("Any");
    let named: Vec<_> = rows.filter(|(_, kind)| has_words(kind)).map(|(name, _)| name).collect();
    assert!(named.len() > 30);
    for name in named {
        assert!(cases.iter().any(|(one, ..)| *one == name), "{name}: what is said of a wrong one?");
    }
    let mut explored = network(1337, "Demo Chain");
    explored["blockExplorers"] = json!({"default": {"name": "Scan", "url": "scan.example"}});
    let mut read_only = network(1337, "Demo Chain");
    read_only["readOnly"] = json!("yes");
    let unread = "networks[0].readOnly must be true or false";
    let unexplored = "Ignoring an entry in networks[0].blockExplorers that isn't an https URL";
    let relay = json!({"relay": ["wss://a.example", "ftp://b.example"]});
    for (name, bad, words) in [
        ("networks", json!([explored]), unexplored),
        ("networks", json!([read_only]), unread),
        ("services", relay, "services.relay must be one or more wss:// origins"),
        ("connectorImages", json!({"own": "ftp://a"}), "connectorImages[own] must be an https URL"),
    ] {
        assert_eq!(warnings(&with(name, &bad)), [words]);
    }
}

// req: 5.1, 8.7, 10.58
#[test]
fn accepts_null_as_project_id_without_an_alert() {
    let world = with("projectId", &json!(null));
    assert_eq!((world.alerts(), warnings(&world)), (vec![], vec![]));
    world.join();
    assert_eq!(world.status(), "connected");
    world.dispatch(json!({"type": "options.update", "options": {"projectId": null}}));
    assert_eq!(world.alerts(), [""; 0]);
    // without networks too the page has to name some: nothing gives Ethereum a node
    let world = World::with(json!({"projectId": null}), Default::default());
    world.run();
    assert_eq!(world.alerts(), ["networks_not_configured"]);
}

// req: 5.1, 8.7, 8.1
#[test]
fn raises_alerts_for_a_missing_project_or_an_unknown_network() {
    for id in [json!(""), json!("  "), json!(7), json!("x".repeat(129)), json!("YOUR_PROJECT_ID")] {
        let world = with("projectId", &id);
        assert!(world.alerts().contains(&"project_id_not_configured".into()));
        let titles: Vec<Value> =
            world.host.details("wallet-alert").iter().map(|alert| alert["title"].clone()).collect();
        assert!(titles.contains(&json!("Project ID Not Configured")), "{titles:?}");
        world.join();
        assert_eq!(world.status(), "connected", "local wallets work");
        assert_eq!(
            world.asked("http://localhost:4001") + world.asked("http://localhost:4002"),
            0,
            "no service is called"
        );
    }
    assert_eq!(
        warnings(&with("projectId", &json!("YOUR_PROJECT_ID")))[0],
        "projectId is still the placeholder YOUR_PROJECT_ID. Replace it with your own."
    );
    let world = with("defaultNetwork", &json!("eip155:99"));
    assert_eq!(world.alerts(), ["network_not_found eip155:99 (defaultNetwork)"]);
    assert!(warnings(&world)[0].contains("which has eip155:1337, eip155:1338"), "what there is");
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1337", "the first is used");
    let world = with("defaultNetwork", &network(1338, "Second"));
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1338", "also as a network");
    let mut viem = network(1338, "Second");
    viem.as_object_mut().unwrap().remove("caipNetworkId");
    let world = with("defaultNetwork", &viem);
    assert_eq!(world.alerts(), Vec::<String>::new());
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1338", "also as a chain of viem");
}

// req: 3.1, 3.23
#[test]
fn checks_each_network_separately() {
    let change = |field: &str, value: Value| {
        let mut bad = network(7, "Seven");
        bad[field] = value;
        bad
    };
    for (bad, words) in [
        (change("id", json!(null)), "Ignoring networks[1]: id is missing or invalid"),
        (
            change("chainNamespace", json!("near")),
            "Ignoring networks[1]: chainNamespace is missing or invalid",
        ),
        (
            change("caipNetworkId", json!("solana:x")),
            "Ignoring networks[1]: caipNetworkId is missing or invalid",
        ),
        (change("name", json!("\u{200b}")), "Ignoring networks[1]: name is missing or invalid"),
        (change("nativeCurrency", json!(null)), "Ignoring networks[1]: nativeCurrency is missing or invalid"),
        (network(1337, "Twice"), "Ignoring networks[1]: networks lists eip155:1337 more than once"),
    ] {
        let mut options = options();
        options["networks"] = json!([network(1337, "Demo Chain"), bad, network(1338, "Second Chain")]);
        let world = World::with(options, Default::default());
        assert_eq!(warnings(&world), [words]);
        assert_eq!(world.settings()["networks"], json!(["eip155:1337", "eip155:1338"]));
    }
    let disagree = with("networks", &json!([change("caipNetworkId", json!("eip155:8"))]));
    // fault 26: id 7 and eip155:8 cannot both be true
    assert_eq!(warnings(&disagree).len(), 2, "and none is left");
}

// req: 3.22, 9.35, 9.36
#[test]
fn defaults_the_features() {
    let world = World::new();
    let features = world.slice("state")["features"].clone();
    for on in [
        "email",
        "activity",
        "reownBranding",
        "receive",
        "send",
        "analytics",
        "allWallets",
        "emailShowWallets",
    ] {
        assert_eq!(features[on], true, "{on}");
    }
    for off in ["legalCheckbox", "smartSessions", "collapseWallets", "pay"] {
        assert_eq!(features[off], false, "{off}");
    }
    assert_eq!(
        features["socials"],
        json!(["google", "x", "farcaster", "discord", "apple", "github", "facebook"])
    );
    assert_eq!((&features["swaps"], &features["onramp"]), (&json!(["1inch"]), &json!(["meld", "coinbase"])));
}

// req: 3.22
#[test]
fn updates_features_and_the_views_follow() {
    let world = with(
        "features",
        &json!({"history": false, "send": false, "socials": false, "swaps": true, "onramp": ["meld"]}),
    );
    let features = world.slice("state")["features"].clone();
    assert_eq!((&features["activity"], &features["send"]), (&json!(false), &json!(false)));
    assert_eq!(
        (&features["socials"], &features["swaps"], &features["onramp"]),
        (&json!([]), &json!(["1inch"]), &json!(["meld"]))
    );
    world.join();
    assert_eq!(world.slice("account")["actions"], json!(["receive"]));
    assert_eq!(world.slice("account")["tabs"], json!(["tokens", "nfts"]));
    let changed =
        world.dispatch(json!({"type": "options.features", "features": {"send": true, "activity": true}}));
    assert!(world.settled(&changed).is_ok());
    assert_eq!(world.slice("account")["actions"], json!(["receive", "send"]));
    assert_eq!(world.slice("account")["tabs"], json!(["tokens", "nfts", "activity"]));
    assert_eq!(world.slice("state")["features"]["onramp"], json!(["meld"]), "the others stay");
    let bad = world.dispatch(json!({"type": "options.features", "features": "all"}));
    assert_eq!(world.settled(&bad).unwrap_err().to_string(), "Invalid parameter: features");
    let none = world.dispatch(json!({"type": "options.update"}));
    assert_eq!(world.settled(&none).unwrap_err().to_string(), "Invalid parameter: options");
}

// req: 3.21
#[test]
fn takes_metadata_from_the_page_if_none_is_given() {
    let world = World::new();
    assert_eq!(
        world.settings()["metadata"],
        json!({"name": "App", "description": "", "url": "https://app.example", "icons": []})
    );
    let given = json!({"name": "Mine", "description": "Does", "url": "https://app.example/", "icons": ["https://app.example/i.png", 7]});
    let world = with("metadata", &given);
    assert_eq!(
        world.settings()["metadata"],
        json!({"name": "Mine", "description": "Does", "url": "https://app.example/", "icons": ["https://app.example/i.png"]})
    );
    assert_eq!(warnings(&world), ["metadata.icons must be an array of URLs"], "for the 7");
}

#[test]
fn reports_an_invalid_project_id_and_keeps_the_old_one() {
    for bad in [json!(7), json!(""), json!("p".repeat(129))] {
        let world = World::new();
        world.dispatch(json!({"type": "options.update", "options": {"projectId": bad}}));
        let alerts = world.host.details("wallet-alert");
        assert!(alerts.iter().any(|alert| alert["detail"].as_str().unwrap().contains("projectId")), "{bad}");
        assert_eq!(world.settings()["projectId"], "demo", "{bad}");
    }
}
