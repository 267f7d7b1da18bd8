//! Calls that change an authority (10.12): owners and admins of contracts, implementations, and signers, modules and
//! guards of an account. The new authority can take everything, so each call is critical, even if it removes an
//! authority.

use crate::namespaces::effects::{Effect, EffectKind, Power, Risk};
use crate::namespaces::eip155::codec::abi::{self, Function, Loose, Value};
use alloc::string::String;

/// The selector, the signature, the power, and the parameter with the new authority. `None` if the call names none.
pub(crate) type Row = (u32, &'static str, Power, Option<usize>);

/// TABLE: Ownable, AccessControl, proxies and their admins, Safe, accounts with modules (ERC-7579) and with several
/// owners.
pub(crate) const TABLE: &[Row] = &[
    (0xf2fd_e38b, "transferOwnership(address)", Power::Owner, Some(0)),
    (0x7150_18a6, "renounceOwnership()", Power::Owner, None),
    (0x13af_4035, "setOwner(address)", Power::Owner, Some(0)),
    (0xa6f9_dae1, "changeOwner(address)", Power::Owner, Some(0)),
    (0x8f28_3970, "changeAdmin(address)", Power::Admin, Some(0)),
    (0x704b_6c02, "setAdmin(address)", Power::Admin, Some(0)),
    (0x7582_9def, "transferAdmin(address)", Power::Admin, Some(0)),
    (0x4dd1_8bf5, "setPendingAdmin(address)", Power::Admin, Some(0)),
    (0x634e_93da, "beginDefaultAdminTransfer(address)", Power::Admin, Some(0)),
    (0x7eff_275e, "changeProxyAdmin(address,address)", Power::Admin, Some(1)),
    (0x7a9e_5e4b, "setAuthority(address)", Power::Admin, Some(0)),
    (0x2f2f_f15d, "grantRole(bytes32,address)", Power::Admin, Some(1)),
    (0xd547_741f, "revokeRole(bytes32,address)", Power::Admin, Some(1)),
    (0x3656_8abe, "renounceRole(bytes32,address)", Power::Admin, Some(1)),
    (0x3659_cfe6, "upgradeTo(address)", Power::Program, Some(0)),
    (0x4f1e_f286, "upgradeToAndCall(address,bytes)", Power::Program, Some(0)),
    (0x99a8_8ec4, "upgrade(address,address)", Power::Program, Some(1)),
    (0x9623_609d, "upgradeAndCall(address,address,bytes)", Power::Program, Some(1)),
    (0x7de7_edef, "changeMasterCopy(address)", Power::Program, Some(0)),
    (0xd784_d426, "setImplementation(address)", Power::Program, Some(0)),
    (0x0d58_2f13, "addOwnerWithThreshold(address,uint256)", Power::Signer, Some(0)),
    (0xf8dc_5dd9, "removeOwner(address,address,uint256)", Power::Signer, Some(1)),
    (0xe318_b52b, "swapOwner(address,address,address)", Power::Signer, Some(2)),
    (0x694e_80c3, "changeThreshold(uint256)", Power::Signer, None),
    (0x7065_cb48, "addOwner(address)", Power::Signer, Some(0)),
    (0x1738_25d9, "removeOwner(address)", Power::Signer, Some(0)),
    (0x0f0f_3f24, "addOwnerAddress(address)", Power::Signer, Some(0)),
    (0x2956_5e3b, "addOwnerPublicKey(bytes32,bytes32)", Power::Signer, None),
    (0x610b_5925, "enableModule(address)", Power::Module, Some(0)),
    (0xe009_cfde, "disableModule(address,address)", Power::Module, Some(1)),
    (0x9517_e29f, "installModule(uint256,address,bytes)", Power::Module, Some(1)),
    (0xa717_63a8, "uninstallModule(uint256,address,bytes)", Power::Module, Some(1)),
    (0xf08a_0323, "setFallbackHandler(address)", Power::Module, Some(0)),
    (0xe19a_9dd9, "setGuard(address)", Power::Guard, Some(0)),
    (0xe068_df37, "setModuleGuard(address)", Power::Guard, Some(0)),
];

/// The effect of one of these calls, and its decoded data. The selector is sufficient: unreadable parameters never
/// lower the risk.
#[must_use]
pub fn read(to: &str, data: &str) -> Option<(Effect, Option<Loose>)> {
    let selector = u32::from_str_radix(data.get(..8)?, 16).ok()?;
    let (_, signature, power, party) = TABLE.iter().find(|(of, ..)| *of == selector)?;
    let read = params(signature, data.get(8..)?);
    let party = party.and_then(|at| named(read.as_ref()?, at));
    let effect = Effect {
        power: Some(*power),
        on: Some(to.into()),
        party,
        ..Effect::of(EffectKind::Control, Risk::Critical)
    };
    Some((effect, read))
}

fn params(signature: &str, data: &str) -> Option<Loose> {
    abi::loose_hex(&Function::parse(signature)?.params, data)
}

/// The address in a parameter.
fn named(read: &Loose, at: usize) -> Option<String> {
    let Value::Tuple(fields) = &read.read.value else { return None };
    match fields.get(at)?.1.value {
        Value::Address(address) => Some(address.to_checksum(None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const SAFE: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

    #[test]
    fn has_the_selector_of_each_signature() {
        for (selector, signature, _, party) in TABLE {
            let function = Function::parse(signature).unwrap();
            assert_eq!(function.selector(), selector.to_be_bytes(), "{signature}");
            assert_eq!(function.canonical(), *signature);
            assert!(party.is_none_or(|at| at < function.params.len()), "{signature}");
        }
    }

    /// From the standards: if the new holder is the second parameter, the first one is a role, module or manager. A
    /// Safe's list needs the previous entry.
    #[test]
    fn names_the_account_that_gains_or_loses_control() {
        let second = [
            "changeProxyAdmin(address,address)",
            "grantRole(bytes32,address)",
            "revokeRole(bytes32,address)",
            "renounceRole(bytes32,address)",
            "upgrade(address,address)",
            "upgradeAndCall(address,address,bytes)",
            "removeOwner(address,address,uint256)",
            "disableModule(address,address)",
            "installModule(uint256,address,bytes)",
            "uninstallModule(uint256,address,bytes)",
        ];
        for (_, signature, _, party) in TABLE {
            let expected = match *signature {
                "renounceOwnership()" | "changeThreshold(uint256)" | "addOwnerPublicKey(bytes32,bytes32)" => {
                    None
                }
                "swapOwner(address,address,address)" => Some(2),
                signature if second.contains(&signature) => Some(1),
                _ => Some(0),
            };
            assert_eq!(*party, expected, "{signature}");
        }
    }

    // req: 10.12
    #[test]
    fn keeps_a_takeover_critical_despite_malformed_data() {
        let word = |text: &str| alloc::format!("{:0>64}", text.trim_start_matches("0x").to_lowercase());
        let read = |data: &str| super::read(SAFE, data).map(|(effect, _)| effect);
        let swapped = read(&["e318b52b", &word("1"), &word(SAFE), &word(BOB)].concat()).unwrap();
        assert_eq!((swapped.power, swapped.party.as_deref()), (Some(Power::Signer), Some(BOB)));
        assert_eq!((swapped.on.as_deref(), swapped.risk), (Some(SAFE), Risk::Critical));
        for data in ["f2fde38b", "F2FDE38B00", "4f1ef286ffff", "694e80c3"] {
            let effect = read(data).unwrap();
            assert_eq!((effect.kind, effect.risk), (EffectKind::Control, Risk::Critical), "{data}");
        }
        assert_eq!(read("f2fde38"), None);
        assert_eq!(read("deadbeef"), None);
    }
}
