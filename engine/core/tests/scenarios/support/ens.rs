//! The Universal Resolver of the Ethereum Name Service (ENSIP-23) at Ethereum's node, in memory: names with a record for each coin, and
//! resolvers that send a client to gateways. Its calls are read and its answers written by other means than the engine's;
//! tests/vectors/ens.json has both as viem writes them.

use super::*;
use alloy_primitives::hex;

/// Where it is on Ethereum.
pub const UNIVERSAL: &str = "0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe";
/// A resolver outside the network.
pub const RESOLVER: &str = "0x00000000000000000000000000000000000e5001";
/// What a gateway is asked, and the answer that the resolver takes.
pub const ASKED: &str = "0xc0ffee";
pub const GOOD: &str = "0xb0b0";
/// Ether's coin type.
pub const ETHER_COIN: u32 = 60;
/// `HttpError(uint16,string)`, `ResolverError(bytes)`, `ResolverNotFound(bytes)`, `UnsupportedResolverProfile(bytes4)`
pub const HTTP_ERROR: &str = "01800152";
pub const RESOLVER_ERROR: &str = "0x95c0c752";
pub const NOT_FOUND: &str = "0x77209fe8";
pub const NO_PROFILE: &str = "0x7b1c461b";

/// What a name has for a coin.
#[derive(Clone, Debug)]
pub enum Record {
    Address(&'static str),
    /// The whole answer of the contract.
    Returns(String),
    /// The bytes of a revert.
    Reverts(String),
    /// A node's error without bytes.
    Fails,
    /// Gateways know it; this is the address that they lead to.
    Offchain {
        sender: &'static str,
        urls: Vec<String>,
        to: &'static str,
    },
}

/// A call of the Universal Resolver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnsCall {
    pub node: String,
    pub name: String,
    pub coin: u32,
}

/// An address, a coin type and the name that stands there.
pub type Primary = (&'static str, u32, &'static str);

/// Names, what is at addresses on Ethereum, and what was asked.
#[derive(Clone, Default)]
pub struct Ens {
    pub records: Rc<RefCell<Vec<(String, u32, Record)>>>,
    pub code: Rc<RefCell<Vec<(&'static str, &'static str)>>>,
    pub asked: Rc<RefCell<Vec<EnsCall>>>,
    /// What an address calls itself for a coin.
    pub primary: Rc<RefCell<Vec<Primary>>>,
}

/// A number as a word, without 0x.
pub fn word_of(of: usize) -> String {
    format!("{of:064x}")
}

/// Bytes behind their length.
pub fn bytes_of(data: &str) -> String {
    let data = data.trim_start_matches("0x");
    match data.len() {
        0 => word_of(0),
        length => format!("{}{data:0<width$}", word_of(length / 2), width = length.next_multiple_of(64)),
    }
}

/// Longer values side by side.
pub fn side_by_side(values: &[String]) -> String {
    let mut at = values.len() * 32;
    let mut places = String::new();
    for value in values {
        places += &word_of(at);
        at += value.len() / 2;
    }
    places + &values.concat()
}

fn list_of(values: &[String]) -> String {
    word_of(values.len()) + &side_by_side(values)
}

fn address_word(address: &str) -> String {
    format!("{:0>64}", address.trim_start_matches("0x").to_lowercase())
}

/// `(bytes record, address resolver)`
pub fn resolved(record: &str) -> String {
    format!("0x{}{}{}", word_of(64), address_word(RESOLVER), bytes_of(record))
}

/// The record of `addr(bytes32)`, or of `addr(bytes32,uint256)`.
pub fn record_of(coin: u32, address: &str) -> String {
    match coin {
        ETHER_COIN => address_word(address),
        _ => word_of(32) + &bytes_of(address),
    }
}

/// `OffchainLookup(sender, ["x-batch-gateway:true"], query([(RESOLVER, urls, 0xc0ffee)]), 0xaabbccdd, extra)`
fn offchain(sender: &str, urls: &[String], extra: usize) -> String {
    let text = |text: &String| bytes_of(&hex::encode(text));
    let urls = list_of(&urls.iter().map(text).collect::<Vec<_>>());
    let question =
        [address_word(RESOLVER), word_of(96), word_of(96 + urls.len() / 2), urls, bytes_of(ASKED)].concat();
    let query = ["a780bab6", &word_of(32), &list_of(&[question])].concat();
    let batch = list_of(&[bytes_of(&hex::encode("x-batch-gateway:true"))]);
    let (data, extra) = (bytes_of(&query), bytes_of(&word_of(extra)));
    let after = 160 + batch.len() / 2;
    [
        "0x556f1830",
        &address_word(sender),
        &word_of(160),
        &word_of(after),
        &format!("{:0<64}", "aabbccdd"),
        &word_of(after + data.len() / 2),
        &batch,
        &data,
        &extra,
    ]
    .concat()
}

fn number_at(data: &[u8], at: usize) -> usize {
    usize::from_str_radix(&hex::encode(&data[at..at + 32]), 16).unwrap()
}

fn bytes_at(data: &[u8], argument: usize) -> &[u8] {
    let at = number_at(data, argument * 32);
    &data[at + 32..at + 32 + number_at(data, at)]
}

/// A name of the DNS's wire format.
fn read_name(mut dns: &[u8]) -> String {
    let mut labels = Vec::new();
    while dns[0] > 0 {
        let (label, rest) = dns[1..].split_at(usize::from(dns[0]));
        labels.push(String::from_utf8(label.to_vec()).unwrap());
        dns = rest;
    }
    labels.join(".")
}

impl Ens {
    pub fn of(records: &[(&str, u32, Record)]) -> Self {
        let ens = Self::default();
        for (name, coin, record) in records {
            ens.set(name, *coin, record.clone());
        }
        ens
    }

    /// What a name has from now on.
    pub fn set(&self, name: &str, coin: u32, record: Record) {
        self.records.borrow_mut().insert(0, (name.into(), coin, record));
    }

    /// The calls so far, of each name and coin.
    pub fn seen(&self) -> Vec<(String, u32)> {
        self.asked.borrow().iter().map(|call| (call.name.clone(), call.coin)).collect()
    }

    fn answers(&self, record: usize) -> Value {
        let (_, coin, record) = self.records.borrow()[record].clone();
        let error =
            |data: String| json!({"error": {"code": 3, "message": "execution reverted", "data": data}});
        match record {
            Record::Address(address) => json!({"result": resolved(&record_of(coin, address))}),
            Record::Returns(text) => json!({ "result": text }),
            Record::Reverts(data) => error(data),
            Record::Fails => json!({"error": {"code": 3, "message": "execution reverted"}}),
            Record::Offchain { .. } => Value::Null,
        }
    }

    fn call(&self, url: &str, data: &[u8]) -> Value {
        let error =
            |data: String| json!({"error": {"code": 3, "message": "execution reverted", "data": data}});
        let (selector, arguments) = data.split_at(4);
        if selector == [0xaa, 0xbb, 0xcc, 0xdd] {
            let (response, extra) = (bytes_at(arguments, 0), bytes_at(arguments, 1));
            let (failures, answers) = (number_at(response, 0), number_at(response, 32));
            assert_eq!((number_at(response, failures), number_at(response, answers)), (1, 1));
            let answer = bytes_at(&response[answers + 32..], 0);
            let index = number_at(extra, 0);
            let (_, coin, record) = self.records.borrow()[index].clone();
            let Record::Offchain { sender, urls, to } = record else { panic!("a name within the network") };
            if number_at(response, failures + 32) == 1 {
                assert_eq!(hex::encode(&answer[..4]), HTTP_ERROR);
                return error(hex::encode_prefixed(answer));
            }
            return match hex::encode_prefixed(answer) == GOOD {
                true => json!({"result": resolved(&record_of(coin, to))}),
                false => error(offchain(sender, &urls, index)), // not taken: asked again
            };
        }
        if hex::encode(selector) == "b7d6ca64" {
            // reverseWithGateways(bytes,uint256,string[])
            let (of, coin) = (hex::encode_prefixed(bytes_at(arguments, 0)), number_at(arguments, 32));
            let primary = self.primary.borrow();
            let is_it =
                |address: &str, for_coin: u32| address.to_lowercase() == of && for_coin as usize == coin;
            return match primary.iter().find(|(address, for_coin, _)| is_it(address, *for_coin)) {
                Some((.., name)) => {
                    let (by, name) = (address_word(RESOLVER), bytes_of(&hex::encode(name)));
                    let answer = ["0x", &word_of(96), &by, &by, &name].concat();
                    json!({ "result": answer })
                }
                None => error([NOT_FOUND, &word_of(32), &word_of(0)].concat()),
            };
        }
        assert_eq!(hex::encode(selector), "a1472844", "resolveWithGateways");
        let gateways = &arguments[number_at(arguments, 64)..];
        assert_eq!((number_at(gateways, 0), bytes_at(&gateways[32..], 0)), (1, &b"x-batch-gateway:true"[..]));
        let (name, inner) = (read_name(bytes_at(arguments, 0)), bytes_at(arguments, 1));
        let coin = match &hex::encode(&inner[..4])[..] {
            "3b3b57de" => ETHER_COIN,
            "f1cb7e06" => u32::try_from(number_at(inner, 36)).unwrap(),
            other => panic!("{other}"),
        };
        assert_eq!(&inner[4..36], wallet_engine::namespaces::eip155::rules::names::node(&name).as_slice());
        self.asked.borrow_mut().push(EnsCall { node: url.into(), name: name.clone(), coin });
        let records = self.records.borrow().clone();
        let is_known = records.iter().any(|(of, ..)| *of == name);
        match records.iter().position(|(of, for_coin, _)| *of == name && *for_coin == coin) {
            Some(index) => match &records[index].2 {
                Record::Offchain { sender, urls, .. } => error(offchain(sender, urls, index)),
                _ => self.answers(index),
            },
            None if is_known => json!({"result": resolved("")}),
            None => error([NOT_FOUND, &word_of(32), &word_of(0)].concat()),
        }
    }

    /// Answers a request to a node of Ethereum.
    pub fn serve(&self, request: &HttpRequest) -> Option<Served> {
        let body: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
        let is_mainnet = request.url.contains("chainId=eip155:1&")
            || request.url.ends_with("chainId=eip155:1")
            || request.url == "http://localhost:8551";
        let mut answer = match body["method"].as_str()? {
            "eth_call" if body["params"][0]["to"] == UNIVERSAL => {
                assert!(is_mainnet, "names are asked of Ethereum alone: {}", request.url);
                self.call(&request.url, &hex::decode(body["params"][0]["data"].as_str()?).unwrap())
            }
            "eth_getCode" if is_mainnet => {
                let code = self.code.borrow();
                let of = |address: &str| body["params"][0] == *address;
                json!({"result": code.iter().find(|(address, _)| of(address)).map_or("0x", |(_, code)| code)})
            }
            _ => return None,
        };
        answer["id"] = body["id"].clone();
        answer["jsonrpc"] = json!("2.0");
        Some(status(200, &answer.to_string()))
    }
}
