//! What a network's node is asked about who signed.

use super::*;
use crate::support::sign_in;

const NEVER: &str = "0xffffffff00000000000000000000000000000000000000000000000000000000";

fn asking_to_sign(code: &'static str) -> World {
    let world = sign_in::over(false, sign_in::contract(code, None));
    sign_in::choose(&world);
    sign_in::signs(&world, || ok(json!(format!("0x{}", "ab".repeat(100)))));
    world
}

fn signed(world: &World) {
    sign_in::sign(world);
    world.pass(20_000);
}

fn sessions(world: &World) -> Seen {
    vec![("sessions".into(), world.chain.siwx.count("addSession").to_string())]
}

pub const ROWS: &[Row] = &[
    Row {
        name: "eth_call isValidSignature",
        is: |request| is_eth_call(request, "0x1626ba7e"),
        good: || rpc(json!(NEVER)),
        page: || asking_to_sign("0x6000"),
        walk: signed,
        seen: sessions,
        well: &[("sessions", "0")],
        may: &[],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_getCode",
        is: |request| is_call(request, "eth_getCode"),
        good: || rpc(json!("0x")),
        page: || asking_to_sign("0x"),
        walk: signed,
        seen: sessions,
        well: &[("sessions", "0")],
        may: &[],
        except: &[],
        again: None,
    },
];
