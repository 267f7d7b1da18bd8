//! Leaving one family leaves the others alone (decision 76, "Leaving one namespace").

use super::*;
use crate::support::*;
use serde_json::json;
use wallet_engine::constants::SIGN_OUT_WAIT_MS;
use wallet_engine::error::Error;

fn told(asked: &RequestLog) -> Vec<u32> {
    let all = asked.borrow();
    all.iter().filter(|(_, method)| method == "wm_disconnect").map(|(wallet, _)| *wallet).collect()
}

// req: 4.6, 4.7
#[test]
fn keeps_a_wallets_permission_while_another_namespace_uses_it() {
    let (world, asked) = connected(both());
    let left = disconnect(&world, Some("eip155"));
    assert!(world.settled(&left).is_ok());
    assert_eq!((live(&world), told(&asked)), (vec!["solana".to_owned()], vec![]));
    assert_eq!(account_of(&world, "solana")["address"], SUN);
    assert_eq!(world.host.details("wallet-disconnect"), [json!({"namespace": "eip155", "reason": "user"})]);
    // the last one to leave takes all of the wallet's permission with it
    let left = disconnect(&world, Some("solana"));
    assert!(world.settled(&left).is_ok());
    assert_eq!((live(&world), told(&asked)), (vec![], vec![OF_EVM, OF_SUN]));
}

// req: 4.6
#[test]
fn disconnects_both_providers_with_the_last_namespace() {
    let (world, asked) = connected(both());
    disconnect(&world, Some("eip155"));
    assert!(told(&asked).is_empty());
    let world = world.reload_with(both());
    let asked = willing(&world);
    nova(&world);
    world.pass(2_000);
    assert_eq!(live(&world), ["solana"]);
    let left = disconnect(&world, Some("solana"));
    assert!(world.settled(&left).is_ok());
    assert_eq!(told(&asked), [OF_EVM, OF_SUN]);
}

// req: 4.6
#[test]
fn never_disconnects_a_provider_that_wasnt_connected() {
    let world = World::with(both(), Default::default());
    let asked = willing(&world);
    nova(&world);
    let joined = start(&world, "io.nova", "solana");
    assert!(world.settled(&joined).is_ok());
    disconnect(&world, None);
    assert_eq!(told(&asked), [OF_SUN]);
}

// req: 4.6
#[test]
fn disconnects_wallets_with_different_names_separately() {
    let (world, asked) = connected(three());
    disconnect(&world, Some("toy"));
    assert_eq!((live(&world), told(&asked)), (vec!["eip155".to_owned(), "solana".into()], vec![OF_TOY]));
}

// req: 4.7, 4.8
#[test]
fn disconnects_all_together_and_reports_failures_as_one_error() {
    let failing = |world: &World, bad: &'static [u32]| {
        for handle in bad {
            let chain = world.chain.clone();
            world.wallets.answer(*handle, move |method, params| match method {
                "wm_disconnect" => refuse(-32603, "boom"),
                _ => chain.says_yes(method, params),
            });
        }
    };
    let (world, asked) = connected(three());
    let left = disconnect(&world, None);
    assert!(world.settled(&left).is_ok());
    let mut all = told(&asked);
    all.sort_unstable();
    assert_eq!((live(&world), all), (vec![], vec![OF_EVM, OF_SUN, OF_TOY]), "each once");

    let (world, _) = connected(three());
    failing(&world, &[OF_EVM]);
    let left = disconnect(&world, None);
    assert_eq!(world.settled(&left), Err(Error::DisconnectChainFailed { namespace: "eip155".into() }));
    assert!(live(&world).is_empty(), "left here all the same");

    let (world, _) = connected(three());
    failing(&world, &[OF_EVM, OF_TOY]);
    let left = disconnect(&world, None);
    let Err(Error::DisconnectChainsFailed { details }) = world.settled(&left) else {
        panic!("{:?}", world.settled(&left))
    };
    assert!(
        details.contains("eip155") && details.contains("toy") && !details.contains("solana"),
        "{details}"
    );
    assert!(live(&world).is_empty());
    // nothing is left for the next start
    let world = world.reload_with(three());
    let asked = willing(&world);
    nova(&world);
    toy_wallet(&world);
    world.pass(6_000);
    assert!(live(&world).is_empty() && asked.borrow().is_empty(), "{asked:?}");
}

// req: 4.6, 4.9
#[test]
fn waits_once_for_two_silent_providers() {
    let (world, _) = connected(both());
    for handle in [OF_EVM, OF_SUN] {
        world.wallets.answer(handle, |_, _| never());
    }
    let left = world.dispatch(json!({"type": "accounts.disconnect"}));
    world.run();
    assert!(live(&world).is_empty());
    world.pass(SIGN_OUT_WAIT_MS);
    assert!(world.settled(&left).is_ok());
}
