//! The command line: few options, all checked here, so that the rest of the program holds valid values only.

use std::{fmt, path::PathBuf};

use url::Url;

use crate::ports;

/// What the command line says, with the defaults filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Args {
    /// Port of the demo page; each other host has this plus its own offset.
    pub base_port: u16,
    /// JSON-RPC addresses of the local chains; the first one is the chain the demo wallet starts on.
    pub chains: Vec<Url>,
    /// JSON-RPC address of the local chain that stands for Ethereum, with its names. Without it nobody has such a name.
    pub mainnet: Option<Url>,
    /// Where the local nodes of other chain families answer, by the family's name or the network's own (`networks.rs`). Without one no page has
    /// such a network.
    pub nodes: Vec<(String, Url)>,
    /// The built package, served at `/dist/` of the page.
    pub dist: PathBuf,
    /// The demo's own folder: the page, its files and the test kit's wallets.
    pub demo: PathBuf,
    /// The folder with the bundled script of the demo wallet's window.
    pub wallet_bundle: PathBuf,
    /// SQLite file, or `:memory:`.
    pub data: String,
    /// End when standard input closes, so that no server outlives the program that started it.
    pub stop_with_stdin: bool,
}

/// Why the command line cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub enum ArgsError {
    /// An option that does not exist.
    Unknown(String),
    /// An option that needs a value and has none.
    NoValue(String),
    /// A value that does not fit its option.
    Bad {
        /// The option's name.
        option: &'static str,
        /// What it expects.
        expects: &'static str,
    },
}

impl fmt::Display for ArgsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(option) => write!(
                out,
                "unknown option {option}; known are --base-port --chain --mainnet --node --dist --demo --wallet-bundle --data --stop-with-stdin"
            ),
            Self::NoValue(option) => write!(out, "{option} needs a value"),
            Self::Bad { option, expects } => write!(out, "{option} expects {expects}"),
        }
    }
}

impl std::error::Error for ArgsError {}

impl Args {
    /// Reads the arguments (without the program's name).
    pub fn read(given: impl Iterator<Item = String>) -> Result<Self, ArgsError> {
        let mut args = Self {
            base_port: 4000,
            chains: Vec::new(),
            mainnet: None,
            nodes: Vec::new(),
            dist: PathBuf::from("dist"),
            demo: PathBuf::from("demo"),
            wallet_bundle: PathBuf::from(".demo/wallet"),
            data: ":memory:".to_owned(),
            stop_with_stdin: false,
        };
        let mut given = given;
        while let Some(option) = given.next() {
            if option == "--stop-with-stdin" {
                args.stop_with_stdin = true;
                continue;
            }
            let mut value = || given.next().ok_or_else(|| ArgsError::NoValue(option.clone()));
            match option.as_str() {
                "--base-port" => args.base_port = base_port(&value()?)?,
                "--chain" => args.chains.push(chain(&value()?)?),
                "--mainnet" => args.mainnet = Some(chain(&value()?)?),
                "--node" => args.nodes.push(node(&value()?)?),
                "--dist" => args.dist = value()?.into(),
                "--demo" => args.demo = value()?.into(),
                "--wallet-bundle" => args.wallet_bundle = value()?.into(),
                "--data" => args.data = value()?,
                _ => return Err(ArgsError::Unknown(option)),
            }
        }
        if args.chains.is_empty() {
            args.chains.push(chain("http://127.0.0.1:8545")?);
        }
        Ok(args)
    }
}

fn base_port(text: &str) -> Result<u16, ArgsError> {
    let possible = 1024..=u16::MAX - (ports::COUNT - 1);
    text.parse().ok().filter(|port| possible.contains(port)).ok_or(ArgsError::Bad {
        option: "--base-port",
        expects: "a port from 1024 up that leaves room for the other hosts",
    })
}

/// `solana=http://127.0.0.1:8549`
fn node(text: &str) -> Result<(String, Url), ArgsError> {
    let expects = "a name and an origin like solana=http://127.0.0.1:8549";
    let (name, address) = text.split_once('=').ok_or(ArgsError::Bad { option: "--node", expects })?;
    Ok((name.to_owned(), chain(address)?))
}

fn chain(text: &str) -> Result<Url, ArgsError> {
    // Loopback only: the demo's content security policy and its wallet trust this address.
    Url::parse(text)
        .ok()
        .filter(|url| url.scheme() == "http" && matches!(url.host_str(), Some("127.0.0.1" | "localhost")))
        .filter(|url| url.path() == "/" && url.query().is_none() && url.username().is_empty())
        .ok_or(ArgsError::Bad {
            option: "--chain, --mainnet or --node",
            expects: "an origin like http://127.0.0.1:8545",
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Args, ArgsError> {
        Args::read(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn starts_every_service_by_default() {
        let args = read("").unwrap();
        assert_eq!(args.base_port, 4000);
        assert_eq!(args.chains.len(), 1);
        assert_eq!(args.data, ":memory:");
        assert!(!args.stop_with_stdin);
    }

    #[test]
    fn reads_every_option() {
        let args = read("--base-port 5000 --chain http://localhost:1 --chain http://127.0.0.1:2 --mainnet http://127.0.0.1:3 --node solana=http://127.0.0.1:4 --dist a --demo b --wallet-bundle c --data d --stop-with-stdin").unwrap();
        assert_eq!((args.base_port, args.chains.len(), args.stop_with_stdin), (5000, 2, true));
        assert_eq!(args.mainnet.unwrap().port(), Some(3));
        assert_eq!(args.wallet_bundle, PathBuf::from("c"));
        assert_eq!((args.nodes[0].0.as_str(), args.nodes[0].1.port()), ("solana", Some(4)));
    }

    #[test]
    fn rejects_invalid_values() {
        for text in [
            "--base-port 80",
            "--base-port 65535",
            "--chain https://example.com",
            "--chain http://127.0.0.1:1/x",
            "--mainnet https://example.com",
            "--node http://127.0.0.1:4",
            "--node solana=https://example.com",
            "--nope",
            "--data",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
