//! From arguments to running hosts: wait for the chains, put tokens and names onto them, open the database, bind every port, say "ready", serve until told to stop.

use std::{fmt, io, net::Ipv4Addr, sync::Arc, time::Duration};

use tokio::{
    net::TcpListener,
    sync::oneshot,
    task::JoinSet,
    time::{Instant, sleep},
};
use url::Url;

use crate::{
    args::Args,
    chain::{Chain, ChainError},
    deploy::{self, DeployError},
    ens, hosts,
    ports::{self, Origins},
    store::Store,
    wire,
    world::{Folders, World},
};

/// Exit code for a wrong command line.
pub const EXIT_USAGE: u8 = 64;

/// A chain that is starting answers within this time on a busy machine, too.
const CHAIN_WAIT: Duration = Duration::from_secs(30);
const CHAIN_RETRY: Duration = Duration::from_millis(100);

/// Why the services could not run.
#[derive(Debug)]
pub enum StartError {
    /// A chain did not answer in time.
    Chain(Url, ChainError),
    /// Two chains have one id.
    SameChain(u64),
    /// The chain of names has another id than Ethereum.
    NotMainnet(u64),
    /// A chain did not take the demo's tokens.
    Deploy(Url, DeployError),
    /// The database cannot be used.
    Store(rusqlite::Error),
    /// A port is taken or not allowed.
    Port(u16, io::Error),
    /// A host ended by itself.
    Serve(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chain(url, cause) => write!(
                out,
                "no chain at {url} after {} s ({cause}): start one first, or name it with --chain",
                CHAIN_WAIT.as_secs()
            ),
            Self::SameChain(id) => write!(out, "two chains have the id {id}: give each its own"),
            Self::NotMainnet(id) => {
                write!(out, "--mainnet has the chain id {id}: start it with --chain-id {}", ens::CHAIN_ID)
            }
            Self::Deploy(url, cause) => {
                write!(out, "the chain at {url} has no tokens or names ({cause}): is it a new anvil?")
            }
            Self::Store(cause) => write!(out, "the database cannot be used: {cause}"),
            Self::Port(port, cause) => {
                write!(out, "port {port} cannot be used ({cause}): free it, or choose another --base-port")
            }
            Self::Serve(cause) => write!(out, "a host stopped: {cause}"),
        }
    }
}

impl std::error::Error for StartError {}

impl StartError {
    /// The exit code that tells the kinds apart: 2 = a port is in use, 1 = anything else.
    pub fn exit_code(&self) -> u8 {
        if matches!(self, Self::Port(..)) { 2 } else { 1 }
    }
}

/// Runs all hosts until a signal, or the end of standard input where that was asked for.
pub async fn run(args: Args) -> Result<(), StartError> {
    // Asked for first: a parent that dies while we wait for the chain must not leave us waiting.
    let stop = stop_asked(args.stop_with_stdin);
    tokio::select! {
        () = stop => Ok(()),
        end = serve(args) => end,
    }
}

async fn serve(args: Args) -> Result<(), StartError> {
    let mut chains: Vec<Chain> = Vec::new();
    for (index, address) in args.chains.iter().enumerate() {
        let chain = wait_for_chain(address, index).await?;
        if chains.iter().any(|other| other.id() == chain.id()) {
            return Err(StartError::SameChain(chain.id()));
        }
        deploy::tokens(&chain, index).await.map_err(|cause| StartError::Deploy(address.clone(), cause))?;
        chains.push(chain);
    }
    let origins = Origins::new(args.base_port);
    let mainnet = match &args.mainnet {
        Some(address) => Some(mainnet(address, chains.len(), &origins).await?),
        None => None,
    };
    let store = Store::open(&args.data, &origins).map_err(StartError::Store)?;
    let folders = Folders { dist: args.dist, demo: args.demo, wallet_bundle: args.wallet_bundle };
    let origin = |(family, address): (String, Url)| (family, address.origin().ascii_serialization());
    let nodes = args.nodes.into_iter().map(origin).collect();
    let world = Arc::new(World { origins, chains, mainnet, nodes, store, folders });

    let (mut bound, mut background) = (Vec::new(), Vec::new());
    for mut host in hosts::open(&world).map_err(StartError::Store)? {
        let port = origins.number(host.port);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .map_err(|cause| StartError::Port(port, cause))?;
        background.extend(host.background.take());
        bound.push((listener, wire::service(host)));
    }
    let mut running = JoinSet::new();
    for (listener, service) in bound {
        running.spawn(async move { axum::serve(listener, service).await });
    }
    for work in background {
        tokio::spawn(work);
    }
    println!("ready {}/", origins.of(ports::PAGE));
    while let Some(ended) = running.join_next().await {
        ended.map_err(io::Error::other).and_then(|end| end).map_err(StartError::Serve)?;
    }
    Ok(())
}

/// The chain of names. It is none of the demo's networks, so it comes after them.
async fn mainnet(address: &Url, index: usize, origins: &Origins) -> Result<Chain, StartError> {
    let chain = wait_for_chain(address, index).await?;
    if chain.id() != ens::CHAIN_ID {
        return Err(StartError::NotMainnet(chain.id()));
    }
    ens::deploy(&chain, origins).await.map_err(|cause| StartError::Deploy(address.clone(), cause))?;
    Ok(chain)
}

async fn wait_for_chain(address: &Url, index: usize) -> Result<Chain, StartError> {
    let limit = Instant::now() + CHAIN_WAIT;
    loop {
        match Chain::connect(address, index).await {
            Ok(chain) => return Ok(chain),
            Err(cause) if Instant::now() >= limit => {
                return Err(StartError::Chain(address.clone(), cause));
            }
            Err(_) => sleep(CHAIN_RETRY).await,
        }
    }
}

/// Ends when the process is asked to stop.
async fn stop_asked(with_stdin: bool) {
    tokio::select! {
        () = interrupted() => {}
        () = terminated() => {}
        () = stdin_closed(), if with_stdin => {}
    }
}

async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

#[cfg(unix)]
async fn terminated() {
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

async fn stdin_closed() {
    // A thread of its own: a read of the runtime's pool cannot be cancelled and would hold up the end of the process.
    let (closed, told) = oneshot::channel();
    std::thread::spawn(move || {
        let _bytes = io::copy(&mut io::stdin(), &mut io::sink());
        let _gone = closed.send(());
    });
    let _closed = told.await;
}
