//! One connection to the relay: frames in, frames out, in the manner its door has at the moment.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use tokio::time::{Instant, interval, sleep_until};

use super::{Door, Out, Relay};

/// A client that hears nothing for 35 s takes the line for dead.
const PING: Duration = Duration::from_secs(30);
/// How often it is looked for deliveries that were not acknowledged.
const LOOK: Duration = Duration::from_millis(100);
/// Code of every refusal that a page can read.
const REFUSED: u16 = 3000;

/// Accepts a socket only to say why not: a page cannot read the HTTP answer to an upgrade.
pub async fn refuse(mut socket: WebSocket, reason: String) {
    close(&mut socket, REFUSED, reason).await;
}

/// Serves a client until either end has enough.
pub async fn serve(relay: Arc<Relay>, door: Door, client: String, mut socket: WebSocket) {
    let (number, mut told) = relay.open(door, &client);
    let mut late: VecDeque<(Instant, String)> = VecDeque::new();
    let (mut look, mut ping) = (interval(LOOK), interval(PING));
    // The first tick comes at once.
    ping.tick().await;
    loop {
        let manner = relay.manner(door, &client);
        let due = late.front().map(|(at, _)| *at);
        let going_on = tokio::select! {
            out = told.recv() => match out {
                Some(Out::Text(text)) => {
                    if !manner.silent {
                        late.push_back((Instant::now() + manner.delay, text));
                    }
                    true
                }
                Some(Out::Close(code, reason)) => {
                    close(&mut socket, code, reason).await;
                    false
                }
                Some(Out::Look) => true,
                Some(Out::Cut) | None => false,
            },
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() && !manner.silent => {
                match late.pop_front() {
                    Some((_, text)) => socket.send(Message::Text(text.into())).await.is_ok(),
                    None => true,
                }
            }
            frame = socket.recv(), if !manner.silent => match frame {
                Some(Ok(Message::Text(text))) => {
                    relay.heard(number, &text);
                    true
                }
                // Pings are answered below us; bytes are not the protocol's.
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => true,
                Some(Ok(Message::Close(_)) | Err(_)) | None => false,
            },
            _ = look.tick() => {
                if !manner.silent {
                    relay.redeliver(number);
                }
                true
            }
            _ = ping.tick() => manner.silent || socket.send(Message::Ping(axum::body::Bytes::new())).await.is_ok(),
        };
        if !going_on {
            break;
        }
    }
    relay.closed(number);
}

async fn close(socket: &mut WebSocket, code: u16, reason: String) {
    let frame = CloseFrame { code, reason: reason.into() };
    if socket.send(Message::Close(Some(frame))).await.is_ok() {
        // The other end answers; hanging up before that would lose the reason on its way.
        let _answered = tokio::time::timeout(Duration::from_secs(2), async {
            while let Some(Ok(_)) = socket.recv().await {}
        })
        .await;
    }
}
