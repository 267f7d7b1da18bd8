//! What becomes of what a user was asked, when the modal is closed, the page is loaded again or the frame is gone before it has answered
//! (docs/spec/embedded-frame.md section 10, docs/spec/security.md R2, R8, R10).

use super::peer::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;

fn close(world: &World) {
    world.dispatch(json!({ "type": "router.close", "reason": "user" }));
}

fn list(world: &World) -> Value {
    world.slice("transactions")["list"].clone()
}

/// What hosts were told of transactions.
fn told(world: &World) -> Vec<Value> {
    world.host.details("wallet-transaction").iter().map(|told| told["status"].clone()).collect()
}

fn sign(world: &World, n: usize) -> Join {
    world.request("personal_sign", json!([format!("0x{n:02x}"), ALICE]))
}

fn signature() -> Value {
    json!(format!("0x{}", "11".repeat(65)))
}

// req: 4.36
#[test]
fn marks_a_closed_send_unknown_and_tracks_its_late_hash_once() {
    let (world, sent) = sending();
    let peer = Peer(&world);
    let call = peer.last("RPC_REQUEST");
    let request = json!([{ "from": ALICE, "to": BOB, "value": "0x14d1120d7b160000", "chainId": "0x539" }]);
    assert_eq!(call["payload"]["params"], request, "what the preview has shown");
    assert_eq!(list(&world)[0]["status"], "unknown", "stored before the frame was asked");
    let stored = world.record("transactions").unwrap();
    assert_eq!((stored[0]["status"].clone(), stored[0]["hash"].clone()), (json!("unknown"), Value::Null));
    close(&world);
    assert_eq!(world.settled(&sent), Err(Error::WalletSilent));
    assert_eq!((world.is_open(), peer.is_shown(), peer.count("RPC_ABORT")), (false, false, 1));
    assert_eq!(world.slice("send")["phase"], "unknown");
    assert_eq!((list(&world).as_array().unwrap().len(), told(&world)), (1, vec![json!("unknown")]));
    // no one sends it again
    let again = world.dispatch(json!({ "type": "send.confirm" }));
    assert!(world.settled(&again).is_err());
    assert_eq!(peer.requests("eth_sendTransaction").len(), 1);
    // it was confirmed in the moment it was closed
    world.chain.receipt.set(None);
    peer.answer_to(&call, json!(hash()));
    assert_eq!(
        (list(&world)[0]["hash"].clone(), list(&world)[0]["status"].clone()),
        (json!(hash()), json!("sent"))
    );
    assert_eq!(world.record("transactions").unwrap()[0]["hash"], json!(hash()));
    // and said twice, or taken back, it is what it was
    let before = everything(&world);
    peer.answer_to(&call, json!(hash()));
    peer.answer_to(&call, json!(format!("0x{}", "cd".repeat(32))));
    peer.refuse_to(&call, "Request was aborted");
    unchanged(&world, &before, "answered already");
    world.chain.receipt.set(Some("0x1"));
    world.pass(30_000);
    assert_eq!(list(&world).as_array().unwrap().len(), 1);
    assert_eq!(list(&world)[0]["status"], "confirmed");
    assert_eq!(told(&world), [json!("unknown"), json!("sent"), json!("confirmed")]);
    assert_eq!(peer.requests("eth_sendTransaction").len(), 1);
}

#[test]
fn treats_a_late_rejection_as_not_sent() {
    for word in ["Request was aborted", "User rejected the request", "insufficient funds"] {
        let (world, sent) = sending();
        let peer = Peer(&world);
        let call = peer.last("RPC_REQUEST");
        close(&world);
        assert_eq!(world.settled(&sent), Err(Error::WalletSilent));
        peer.refuse_to(&call, word);
        assert_eq!(list(&world), json!([]), "{word}");
        assert_eq!(world.record("transactions"), None, "{word}");
        assert_eq!(told(&world), [json!("unknown"), json!("failed")], "{word}");
        let before = everything(&world);
        peer.answer_to(&call, json!(hash()));
        unchanged(&world, &before, word);
        // and the user may send it now
        world.open("Account");
        world.form("1.5", BOB);
        world.dispatch(json!({"type": "send.review"}));
        peer.stands_on(1337);
        world.dispatch(json!({"type": "send.confirm"}));
        assert_eq!(peer.requests("eth_sendTransaction").len(), 2, "{word}");
    }
}

// req: 10.31
#[test]
fn tracks_the_sender_when_the_frame_fails_after_sending() {
    for words in ["Failed to fetch", "The network does not answer", "insufficient funds", "already known", ""]
    {
        let (world, sent) = sending();
        let peer = Peer(&world);
        world.chain.broadcast(&list(&world)[0]["request"]);
        peer.refuse_to(&peer.last("RPC_REQUEST"), words);
        world.pass(200);
        assert!(world.settled(&sent).is_err(), "{words}");
        let item = list(&world)[0].clone();
        assert_eq!((&item["status"], &item["hash"]), (&json!("unknown"), &Value::Null), "{words}");
        world.dispatch(json!({ "type": "send.confirm" }));
        assert_eq!(peer.requests("eth_sendTransaction").len(), 1, "{words}: not again");
        *world.chain.sent.borrow_mut() = Some(item["request"][0].clone());
        world.chain.mine();
        world.pass(2_000);
        assert_eq!(list(&world)[0]["status"], "confirmed", "{words}");
    }
}

#[test]
fn marks_a_send_unknown_when_the_response_isnt_a_hash() {
    for answer in
        [json!("0x12"), json!({ "hash": hash() }), Value::Null, json!(format!("0x{}", "zz".repeat(32)))]
    {
        let (world, sent) = sending();
        Peer(&world).answer("RPC_REQUEST", answer.clone());
        assert!(world.settled(&sent).is_err(), "{answer}");
        assert_eq!(list(&world)[0]["status"], "unknown", "{answer}");
        assert_eq!(world.slice("send")["phase"], "unknown", "{answer}");
    }
}

/// The frame is gone, or has begun again, while a user was deciding in it: what was confirmed there can be on its way (R8).
#[test]
fn marks_a_send_unknown_when_its_frame_disappears() {
    type Gone = fn(&World);
    let anew: Gone = |world| Peer(world).tell(&json!({ "type": "@w3m-frame/READY" }));
    let again: Gone = |world| {
        let peer = Peer(world);
        peer.tell(&json!({ "type": "@w3m-frame/READY" }));
        world.pass(500);
        peer.synced();
        peer.tell(&json!({ "type": "@w3m-frame/READY" }));
    };
    let disconnected: Gone = |world| {
        world.dispatch(json!({ "type": "accounts.disconnect" }));
        world.pass(4_000);
    };
    let closed: Gone = |world| {
        close(world);
        Peer(world).tell(&json!({ "type": "@w3m-frame/READY" }));
    };
    let all = [
        ("begun anew", anew),
        ("given up", again),
        ("disconnected", disconnected),
        ("closed before", closed),
    ];
    for (how, gone) in all {
        let (world, sent) = sending();
        gone(&world);
        assert!(sent.is_settled(), "{how}");
        assert_eq!(list(&world)[0]["status"], "unknown", "{how}: {:?}", world.settled(&sent));
        assert_eq!(world.record("transactions").unwrap()[0]["status"], "unknown", "{how}");
        let confirmed = world.dispatch(json!({ "type": "send.confirm" }));
        assert!(confirmed.is_settled(), "{how}");
        assert_eq!(Peer(&world).requests("eth_sendTransaction").len(), 1, "{how}: not again");
    }
}

/// A signature moves nothing: who asked for it may ask again.
// req: 8.31
#[test]
fn fails_a_signature_when_its_frame_disappears() {
    let world = logged_in();
    let signed = sign(&world, 1);
    assert_eq!(Peer(&world).requests("personal_sign").len(), 1);
    Peer(&world).tell(&json!({ "type": "@w3m-frame/READY" }));
    assert_eq!(world.settled(&signed), Err(Error::FrameFailed));
    assert_eq!(list(&world), json!([]));
}

/// Closed before the frame could be asked: it is not asked afterwards, and nothing is unknown.
// req: 4.36
#[test]
fn never_asks_the_frame_for_a_request_closed_before() {
    let world = previewed_at(page());
    let peer = Peer(&world);
    // it begins again
    peer.tell(&json!({ "type": "@w3m-frame/READY" }));
    let sent = world.dispatch(json!({ "type": "send.confirm" }));
    assert_eq!(world.view(), "ApproveTransaction");
    let signed = sign(&world, 1);
    close(&world);
    world.run();
    assert!(sent.is_settled() && signed.is_settled());
    world.pass(500);
    peer.synced();
    world.pass(30_000);
    assert_eq!(peer.requests("eth_sendTransaction").len(), 0, "nobody has seen it, and it was closed");
    assert_eq!(peer.requests("personal_sign").len(), 0);
    assert_eq!((list(&world), world.record("transactions")), (json!([]), None), "nothing was sent");
}

/// A frame that is made for the request is shown with it.
// req: 4.33
#[test]
fn shows_a_frame_created_for_the_request() {
    let world = logged_in();
    let peer = Peer(&world);
    for _ in 0..2 {
        peer.tell(&json!({ "type": "@w3m-frame/READY" }));
        world.pass(500);
        peer.synced();
    }
    let signed = sign(&world, 1);
    assert_eq!((peer.frames(), world.view().as_str()), (2, "ApproveTransaction"));
    peer.ready();
    assert_eq!(peer.count("RPC_REQUEST"), 1);
    assert!(peer.is_shown(), "the person cannot decide in what is not seen");
    peer.answer("RPC_REQUEST", signature());
    assert!(signed.is_settled());
    assert_eq!((peer.is_shown(), world.is_open()), (false, false));
}

// req: 4.33, 4.35
#[test]
fn decides_five_requests_in_their_order() {
    let world = logged_in();
    let peer = Peer(&world);
    let closes = || world.host.names().iter().filter(|name| **name == "wallet-close").count();
    let closed = closes();
    let all: Vec<Join> = (1..=5).map(|n| sign(&world, n)).collect();
    for n in 0..5 {
        let asked = peer.requests("personal_sign");
        assert_eq!((asked.len(), peer.is_shown()), (n + 1, true), "one at a time");
        assert_eq!(asked[n]["payload"]["params"][0], json!(format!("0x{:02x}", n + 1)));
        assert_eq!(world.view(), "ApproveTransaction");
        assert_eq!(world.slice("embedded")["approvals"], 5 - n, "1 of n");
        assert_eq!(closes(), closed, "it stays open between");
        // an answer to one that has been answered is none to this
        if n > 0 {
            peer.answer_to(&asked[n - 1], signature());
        }
        assert!(!all[n].is_settled());
        match n % 2 {
            0 => peer.answer_to(&asked[n], signature()),
            _ => peer.refuse_to(&asked[n], "User rejected the request"),
        }
        assert!(all[n].is_settled() && all[n + 1..].iter().all(|later| !later.is_settled()));
    }
    assert_eq!((world.is_open(), peer.is_shown()), (false, false));
}

// req: 4.36
#[test]
fn rejects_all_pending_requests_on_close_except_reads() {
    let (world, sent) = sending();
    let peer = Peer(&world);
    let reads: Vec<Join> = (0..3).map(|_| world.request("wallet_getCapabilities", json!([ALICE]))).collect();
    let signs: Vec<Join> = (1..4).map(|n| sign(&world, n)).collect();
    assert_eq!((peer.requests("wallet_getCapabilities").len(), peer.requests("personal_sign").len()), (3, 0));
    close(&world);
    assert_eq!(world.settled(&sent), Err(Error::WalletSilent));
    for signed in &signs {
        assert!(world.settled(signed).unwrap_err().is_refusal());
    }
    assert!(reads.iter().all(|read| !read.is_settled()), "nobody has to decide");
    for call in peer.requests("wallet_getCapabilities") {
        peer.answer_to(&call, json!({ "0x539": {} }));
    }
    for read in &reads {
        assert_eq!(world.json(read), json!({ "0x539": {} }));
    }
    assert_eq!((peer.requests("personal_sign").len(), world.is_open()), (0, false));
    // the send that was closed is answered while another one is decided: each has its own answer
    let signed = sign(&world, 9);
    peer.answer_to(&peer.requests("eth_sendTransaction")[0], json!(hash()));
    assert!(!signed.is_settled() && peer.is_shown());
    assert_eq!(list(&world)[0]["hash"], json!(hash()));
    peer.answer_to(&peer.requests("personal_sign")[0], signature());
    assert!(signed.is_settled());
}

#[test]
fn ends_an_approval_with_the_page_that_requested_it() {
    let (world, _) = sending();
    let waits = sign(&world, 1);
    assert!(!waits.is_settled());
    let call = Peer(&world).last("RPC_REQUEST");
    let world = world.reload_with(super::email::page_options());
    world.pass(700);
    let peer = Peer(&world);
    peer.ready();
    peer.answer("IS_CONNECTED", json!({ "isConnected": true }));
    peer.user();
    world.pass(30_000);
    assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
    assert_eq!(peer.count("RPC_REQUEST"), 0, "nothing is asked again");
    assert_eq!(list(&world).as_array().unwrap().len(), 1);
    assert_eq!(list(&world)[0]["status"], "unknown");
    // the new document knows nothing of the old one's call
    let before = everything(&world);
    peer.answer_to(&call, json!(hash()));
    unchanged(&world, &before, "of the document before");
    let signed = sign(&world, 2);
    assert!(peer.is_shown());
    peer.answer("RPC_REQUEST", signature());
    assert!(signed.is_settled());
}

#[test]
fn leaves_nothing_pending_after_a_disconnect() {
    let world = logged_in();
    let peer = Peer(&world);
    let all: Vec<Join> = (1..4).map(|n| sign(&world, n)).collect();
    world.dispatch(json!({ "type": "accounts.disconnect" }));
    assert!(all.iter().all(Join::is_settled));
    assert!(!peer.is_shown(), "the frame is not over the list of wallets");
    assert_ne!((world.is_open(), world.view().as_str()), (true, "ApproveTransaction"));
    world.pass(4_000);
    assert_eq!(peer.requests("personal_sign").len(), 1);
    let world = {
        world.open("Connect");
        world.pass(30_000);
        logged_in_at(world)
    };
    let peer = Peer(&world);
    let signed = sign(&world, 5);
    assert!(peer.is_shown());
    peer.answer("RPC_REQUEST", signature());
    assert!(signed.is_settled());
}

// A plain account's batch is answered with its first transaction; the frame sends the others while the page waits for receipts.
// req: 10.31
#[test]
fn aborts_the_rest_of_a_batch_on_close_and_logout() {
    let calls = |count: usize| {
        json!([{ "version": "2.0.0", "chainId": "0x539", "from": ALICE,
            "calls": vec![json!({ "to": BOB, "value": "0x1" }); count] }])
    };
    for (count, ends) in [(2, 1), (1, 0)] {
        for is_out in [false, true] {
            let world = logged_in();
            let peer = Peer(&world);
            world.open("Account");
            let sent = world.request("wallet_sendCalls", calls(count));
            let call = peer.last("RPC_REQUEST");
            peer.answer_to(&call, json!({ "id": "b1" }));
            world.run();
            assert!(sent.is_settled());
            assert_eq!((world.view().as_str(), peer.count("RPC_ABORT")), ("Account", 0), "still on its way");
            if is_out {
                world.dispatch(json!({ "type": "accounts.disconnect" }));
            } else {
                close(&world);
            }
            world.pass(100);
            assert_eq!(peer.count("RPC_ABORT"), ends, "{count} {is_out}");
            assert_eq!(peer.requests("wallet_sendCalls").len(), 1);
            close(&world);
            world.pass(100);
            assert_eq!(peer.count("RPC_ABORT"), ends, "once");
        }
    }
    // opened for the request alone, it closes by itself: that is no one's no
    let world = logged_in();
    let peer = Peer(&world);
    close(&world);
    world.request("wallet_sendCalls", calls(2));
    let call = peer.last("RPC_REQUEST");
    peer.answer_to(&call, json!({ "id": "b1" }));
    world.pass(1_000);
    assert_eq!((world.is_open(), peer.count("RPC_ABORT")), (false, 0));
}

/// A plain account's batch of several steps that the frame has begun, from an open modal.
fn stepping() -> World {
    let world = logged_in();
    let peer = Peer(&world);
    world.open("Account");
    let calls = vec![json!({ "to": BOB, "value": "0x1" }); 3];
    world.request(
        "wallet_sendCalls",
        json!([{ "version": "2.0.0", "chainId": "0x539", "from": ALICE, "calls": calls }]),
    );
    peer.answer_to(&peer.last("RPC_REQUEST"), json!({ "id": "b1" }));
    world.run();
    world
}

/// The frame says where the batch stands, as often as it is asked from now on until `ms` have passed.
fn steps_stand(world: &World, status: u64, ms: u64) {
    let peer = Peer(world);
    for _ in 0..ms / 1_000 {
        let before = peer.requests("wallet_getCallsStatus").len();
        world.pass(1_000);
        for call in &peer.requests("wallet_getCallsStatus")[before..] {
            assert_eq!(call["payload"]["params"], json!(["b1"]));
            peer.answer_to(call, json!({ "version": "2.0.0", "id": "b1", "chainId": "0x539", "status": status, "receipts": [] }));
        }
    }
}

// req: 10.31
#[test]
fn aborts_on_close_between_steps_but_not_after_the_last() {
    // the second step is on its way
    let world = stepping();
    steps_stand(&world, 100, 5_000);
    close(&world);
    world.pass(100);
    assert_eq!(Peer(&world).count("RPC_ABORT"), 1);
    // all of them are in blocks, not all, or the frame knows nothing of it: another request can be in the frame by now
    for status in [200, 500, 600] {
        let world = stepping();
        steps_stand(&world, 100, 3_000);
        steps_stand(&world, status, 2_000);
        let asked = Peer(&world).requests("wallet_getCallsStatus").len();
        world.pass(60_000);
        assert_eq!(Peer(&world).requests("wallet_getCallsStatus").len(), asked, "{status}: it is over");
        close(&world);
        world.pass(100);
        assert_eq!(Peer(&world).count("RPC_ABORT"), 0, "{status}");
    }
    // silence isn't a word that it is over
    let world = stepping();
    world.pass(60_000);
    close(&world);
    world.pass(100);
    assert_eq!(Peer(&world).count("RPC_ABORT"), 1, "silent");
    let world = stepping();
    world.pass(1_000);
    let peer = Peer(&world);
    peer.refuse_to(&peer.last("RPC_REQUEST"), "This batch is not known");
    close(&world);
    world.pass(100);
    assert_eq!(peer.count("RPC_ABORT"), 0);
}

// req: 10.31
#[test]
fn aborts_each_batch_on_its_own() {
    let world = stepping();
    let peer = Peer(&world);
    let calls = vec![json!({ "to": BOB, "value": "0x1" }); 2];
    world.request(
        "wallet_sendCalls",
        json!([{ "version": "2.0.0", "chainId": "0x539", "from": ALICE, "calls": calls }]),
    );
    peer.answer_to(peer.requests("wallet_sendCalls").last().unwrap(), json!({ "id": "b2" }));
    world.pass(1_000);
    for call in peer.requests("wallet_getCallsStatus") {
        let status = if call["payload"]["params"] == json!(["b1"]) { 200 } else { 100 };
        peer.answer_to(&call, json!({ "status": status }));
    }
    close(&world);
    world.pass(100);
    assert_eq!(peer.count("RPC_ABORT"), 1, "the second goes on, and ends here");
}

// Without leaving the view, it would stay and show a frame that no one decides in.
#[test]
fn aborts_the_approval_when_another_wallet_takes_over() {
    let world = page();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.connect("dev.demo");
    world.open("Connect");
    let world = logged_in_at(world);
    let peer = Peer(&world);
    let signed = sign(&world, 1);
    assert_eq!((world.view().as_str(), peer.is_shown()), ("ApproveTransaction", true));
    let other = json!({ "type": "connections.switch", "connection": { "namespace": "eip155", "connectorId": "dev.demo", "status": "connected" } });
    let switched = world.dispatch(other);
    assert!(world.settled(&switched).is_ok(), "{:?}", world.settled(&switched));
    assert!(signed.is_settled());
    assert_eq!((world.is_open(), peer.is_shown()), (false, false));
    assert_eq!(peer.count("RPC_ABORT"), 1);
}

// Without a separate token, the host would hear that the user has refused what was sent.
#[test]
fn reports_a_closed_page_transaction_as_unknown_and_its_hash_once() {
    let world = logged_in();
    let peer = Peer(&world);
    let transaction = json!([{ "from": ALICE, "to": BOB, "value": "0x1" }]);
    let sent = world.request("eth_sendTransaction", transaction.clone());
    let call = peer.last("RPC_REQUEST");
    close(&world);
    assert_eq!(world.settled(&sent), Err(Error::WalletSilent));
    assert_eq!(told(&world), [json!("unknown")]);
    peer.answer_to(&call, json!(hash()));
    peer.answer_to(&call, json!(hash()));
    peer.refuse_to(&call, "User rejected the request");
    assert_eq!(told(&world), [json!("unknown"), json!("sent"), json!("confirmed")]);
    assert_eq!(world.host.details("wallet-transaction")[1]["hash"], json!(hash()));
    // and of a frame that is gone no one knows either
    let sent = world.request("eth_sendTransaction", transaction);
    peer.tell(&json!({ "type": "@w3m-frame/READY" }));
    assert_eq!(world.settled(&sent), Err(Error::WalletSilent));
    assert_eq!(told(&world).last(), Some(&json!("unknown")));
}

// What is to be decided names its own network; a view in its place would refuse it unseen.
// req: 4.27, 4.33
#[test]
fn shows_a_request_before_an_unsupported_network() {
    let world = logged_in();
    let peer = Peer(&world);
    let elsewhere = json!({ "networks": [network(1338, "Second Chain")] });
    let signed = sign(&world, 1);
    world.dispatch(json!({ "type": "options.update", "options": elsewhere }));
    world.pass(100);
    assert_eq!(world.slice("networks")["supported"], false);
    assert_eq!((world.view().as_str(), peer.is_shown()), ("ApproveTransaction", true));
    assert!(!signed.is_settled());
    peer.answer_to(&peer.requests("personal_sign")[0], signature());
    assert!(signed.is_settled() && !world.is_open(), "it was opened for this");
}
