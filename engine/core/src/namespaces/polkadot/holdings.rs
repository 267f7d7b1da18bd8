//! The spendable balance of an account's coin from the network's own node: its entry in `system.account`, without
//! reserved, staked and frozen amounts.

use super::is_first_block;
use crate::amount::Amount;
use crate::api::rpc;
use crate::caip::Namespace;
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::json::json;
use crate::namespaces::holdings::{self, Balances, Holds};
use crate::namespaces::polkadot::codec::ss58;
use crate::namespaces::polkadot::reader::payload::bytes;
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};
use blake2::Blake2b;
use blake2::digest::consts::U16;
use blake2::digest::{Digest, FixedOutput};
use futures_util::future::join;
use serde_json::Value;

/// The storage prefix of accounts: the twox128 of `System` and of `Account`.
const ACCOUNTS: [u8; 32] = hex!("26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9");
/// The length of the four counters before the balances: free, reserved, and two others.
const COUNTERS: usize = 16;

struct PolkadotHoldings;

/// The feature's entry: provides the balances of the namespace.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    holdings::provide(&cx, Namespace::Polkadot, &PolkadotHoldings)
}

impl Holds for PolkadotHoldings {
    fn held(&self, cx: Cx, network: Network, address: String) -> Local<Result<Balances>> {
        Box::pin(async move { held(&cx, &network, &address).await })
    }
}

/// The storage key of an account's entry.
fn place(account: &[u8; 32]) -> String {
    let hash: [u8; 16] = Blake2b::<U16>::new().chain_update(account).finalize_fixed().into();
    hex::encode_prefixed([&ACCOUNTS[..], &hash, account].concat())
}

/// The spendable amount of an entry. `None` if it is invalid. In the newer format, which the highest bit of the last
/// number marks, the frozen amount includes the reserved one. The older format has two frozen amounts, of which the
/// larger one applies.
#[must_use]
pub fn available(entry: &[u8]) -> Option<U256> {
    let (_, data) = entry.split_at_checked(COUNTERS)?;
    let (free, data) = data.split_first_chunk::<16>()?;
    let (reserved, data) = data.split_first_chunk::<16>()?;
    let (frozen, data) = data.split_first_chunk::<16>()?;
    let last: [u8; 16] = data.try_into().ok()?;
    let [free, reserved, frozen, last] = [*free, *reserved, *frozen, last].map(u128::from_le_bytes);
    let kept = match last >> 127 {
        1 => frozen.saturating_sub(reserved),
        _ => frozen.max(last),
    };
    Some(U256::from(free.saturating_sub(kept)))
}

/// The balance. A node of another network is rejected.
async fn held(cx: &Cx, network: &Network, address: &str) -> Result<Balances> {
    let unreadable = || Error::Unreadable { from: network.name.clone() };
    let chain = network.chain().ok_or_else(unreadable)?;
    let (_, account) = ss58::read(address).ok_or_else(unreadable)?;
    let (key, first) = (json!([place(&account)]), json!([0]));
    let (entry, block) = join(
        rpc::of_money(cx, network, "state_getStorage", &key),
        rpc::of_money(cx, network, "chain_getBlockHash", &first),
    )
    .await;
    if !block?.as_str().is_some_and(|hash| is_first_block(hash, &chain)) {
        return Err(unreadable());
    }
    let units = match entry? {
        // an account that has never received anything
        Value::Null => U256::ZERO,
        entry => {
            let entry: Vec<u8> = bytes(&entry).ok_or_else(unreadable)?;
            available(&entry).ok_or_else(unreadable)?
        }
    };
    let amount = Amount::new(units, network.native_currency.decimals);
    Ok(holdings::of_coin(network, &chain, amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(numbers: [u128; 4]) -> Vec<u8> {
        let numbers = numbers.iter().flat_map(|number| number.to_le_bytes());
        core::iter::repeat_n(1, COUNTERS).chain(numbers).collect()
    }

    // req: 6.9
    #[test]
    fn subtracts_reserved_and_frozen_amounts() {
        const NEW: u128 = 1 << 127;
        for (numbers, units) in [
            ([100, 0, 0, NEW], 100),
            ([100, 50, 0, NEW], 100),
            // the frozen amount includes the reserved one
            ([100, 5, 20, NEW], 85),
            ([100, 30, 20, NEW], 100),
            ([100, 0, 200, NEW], 0),
            // the older format: frozen for everything, and for fees
            ([100, 50, 20, 30], 70),
            ([100, 50, 30, 20], 70),
            ([u128::MAX, 0, u128::MAX, 0], 0),
        ] {
            assert_eq!(available(&entry(numbers)), Some(U256::from(units as u128)), "{numbers:?}");
        }
        let whole = entry([1, 2, 3, 4]);
        for length in 0..whole.len() {
            assert_eq!(available(&whole[..length]), None, "{length}");
        }
        assert_eq!(available(&[whole.as_slice(), &[0]].concat()), None);
    }

    // the same key as @polkadot/api requests for Alice
    #[test]
    fn derives_the_storage_key_of_an_account() {
        let (_, alice) = ss58::read("5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY").unwrap();
        assert_eq!(
            place(&alice),
            "0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d"
        );
    }
}
