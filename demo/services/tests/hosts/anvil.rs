//! Real chains: two anvils for the whole test program, with the demo's tokens on them. Each is kept on the project's leash, so it ends
//! with this program, however this program ends.

use std::{
    env,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
    time::Duration,
};

use demo_services::{chain::Chain, deploy};
use serde_json::{Value, json};
use tokio::{runtime::Builder, time::sleep};
use url::Url;

/// Held for its standard input: when that closes, the leash ends the chain.
struct Anvil {
    _leash: Child,
    url: Url,
}

/// Addresses of the two chains, in the order of the command line. Chain ids 1337 and 1338.
pub fn chains() -> Vec<Url> {
    static RUNNING: OnceLock<Vec<Anvil>> = OnceLock::new();
    // On a thread of its own: it blocks, and the caller is inside a runtime.
    let running = RUNNING.get_or_init(|| std::thread::spawn(start).join().unwrap());
    running.iter().map(|anvil| anvil.url.clone()).collect()
}

fn start() -> Vec<Anvil> {
    let anvils: Vec<Anvil> = [1337_u16, 1338].into_iter().map(spawn).collect();
    Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
        for (index, anvil) in anvils.iter().enumerate() {
            let chain = connect(&anvil.url, index).await;
            deploy::tokens(&chain, index).await.unwrap();
        }
    });
    anvils
}

/// A chain without anything on it, for a test that starts the whole program.
pub fn empty() -> (impl Drop, Url) {
    with_id(1337)
}

/// The same with this chain id.
pub fn with_id(chain_id: u16) -> (impl Drop, Url) {
    struct Leash(Child);
    impl Drop for Leash {
        fn drop(&mut self) {
            drop(self.0.stdin.take());
            self.0.wait().unwrap();
        }
    }
    let Anvil { _leash: child, url } = spawn(chain_id);
    (Leash(child), url)
}

fn spawn(chain_id: u16) -> Anvil {
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let leash = root().join("scripts/lib/leash.mjs");
    let child = Command::new("node")
        .arg(leash)
        .arg(program())
        .args(["--host", "127.0.0.1", "--silent", "--port", &port.to_string()])
        .args(["--chain-id", &chain_id.to_string()])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    Anvil { _leash: child, url: Url::parse(&format!("http://127.0.0.1:{port}")).unwrap() }
}

pub async fn connect(url: &Url, index: usize) -> Chain {
    for _ in 0..200 {
        if let Ok(chain) = Chain::connect(url, index).await {
            return chain;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("anvil did not start: run `npm run setup`, or set ANVIL to its binary");
}

/// Waits until a transaction is in a block: the chain answers with the hash before that. The receipt.
pub async fn mined(chain: &Chain, hash: &Value) -> Value {
    for _ in 0..200 {
        let receipt = chain.call("eth_getTransactionReceipt", json!([hash])).await.unwrap();
        if !receipt.is_null() {
            return receipt;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("{hash} is not mined");
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// As scripts/lib/demo.mjs finds it.
fn program() -> PathBuf {
    if let Some(named) = env::var_os("ANVIL") {
        return named.into();
    }
    let machine = if env::consts::ARCH == "x86_64" { "amd64" } else { "arm64" };
    let system = if env::consts::OS == "macos" { "darwin" } else { env::consts::OS };
    let packaged = root().join(format!("node_modules/@foundry-rs/anvil-{system}-{machine}/bin/anvil"));
    if packaged.exists() { packaged } else { "anvil".into() }
}
