//! ERC-7730 descriptors (version 1) from the page (option `clearSigning`): the page's description of a call or of typed
//! data. They name and display values. The engine can't verify their texts, and they never replace its own knowledge
//! ([`super::effects`]). A descriptor that doesn't match the data completely is ignored.

mod fields;
#[cfg(any(fuzzing, test, feature = "twins"))]
pub mod fuzz;
mod path;

use crate::caip::ChainId;
use crate::json::{self, Read};
use crate::namespaces::effects::{Fact, FactValue, Says, SiteDescription};
use crate::namespaces::eip155;
use crate::namespaces::eip155::codec::abi::{self, Function, Param, Seen};
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};
use path::Carrier;
use serde_json::Value;

/// The maximum size and depth of a descriptor. The option's parser limits their number.
const DESCRIPTOR_BYTES_MAX: usize = 64 * 1024;
const DESCRIPTOR_DEPTH_MAX: usize = 16;
/// The maximum number of contracts, formats and ABI entries in one descriptor.
const DEPLOYMENTS_MAX: usize = 64;
const FORMATS_MAX: usize = 256;
const ABI_MAX: usize = 512;
/// The maximum size of decoded call data.
const DATA_BYTES_MAX: usize = 64 * 1024;
/// The maximum length of an intent.
const INTENT_CHARS: usize = 64;

/// The calls that the engine knows itself: approvals, transfers, permits. Descriptors don't apply to them, with any
/// data after their selector.
const OURS: [u32; 12] = [
    0xa905_9cbb, // transfer(address,uint256)
    0x095e_a7b3, // approve(address,uint256)
    0x3950_9351, // increaseAllowance(address,uint256)
    0xa22c_b465, // setApprovalForAll(address,bool)
    0x23b8_72dd, // transferFrom(address,address,uint256)
    0x4284_2e0e, // safeTransferFrom(address,address,uint256)
    0xb88d_4fde, // safeTransferFrom(address,address,uint256,bytes)
    0xf242_432a, // safeTransferFrom(address,address,uint256,uint256,bytes)
    0x2eb2_c2d6, // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
    0x8751_7c45, // approve(address,address,uint160,uint48) of Permit2
    0xd505_accf, // permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
    0x8fcb_af0c, // permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)
];

/// The page's descriptors, and the network.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs, reason = "names of the fields say it")]
pub struct Site<'a> {
    pub descriptors: &'a [Value],
    pub chain: Option<&'a ChainId>,
    /// The signer.
    pub from: &'a str,
}

impl Site<'_> {
    /// Whether the descriptor lists a contract on this network.
    fn is_deployed(&self, context: &Value, address: &str) -> bool {
        let number = self.chain.and_then(ChainId::evm_number);
        number.is_some()
            && context.list("deployments").iter().take(DEPLOYMENTS_MAX).any(|deployment| {
                let parsed = deployment.text("address").and_then(|text| eip155::parse(text).ok());
                deployment.whole("chainId") == number
                    && parsed.is_some()
                    && parsed == eip155::parse(address).ok()
            })
    }
}

impl Says for Site<'_> {
    fn of_call(&self, to: &str, value: U256, data: &str) -> Option<SiteDescription> {
        if data.len() > DATA_BYTES_MAX * 2 || self.descriptors.is_empty() {
            return None;
        }
        let bytes = hex::decode(data).ok().filter(|_| !data.starts_with("0x"))?;
        let (selector, rest) = bytes.split_first_chunk::<4>()?;
        if OURS.contains(&u32::from_be_bytes(*selector)) {
            return None;
        }
        let (file, params, format) = self.descriptors.iter().find_map(|file| {
            let contract = file.field("context")?.field("contract")?;
            let is_meant = self.is_deployed(contract, to) && fault(file).is_none();
            let (params, format) = is_meant.then(|| format_of(file, contract, selector))??;
            Some((file, params, format))
        })?;
        let root = abi::decode(&params, rest)?;
        said(file, format, &root, &Carrier { site: self, to, value: Some(value) })
    }

    fn of_typed(&self, data: &Value) -> Option<SiteDescription> {
        let (domain, types) = (data.field("domain")?, data.field("types")?);
        let (primary, message) = (data.text("primaryType")?, data.field("message")?);
        let contract = domain.text("verifyingContract")?;
        let written = abi::encode_type(primary, types)?;
        let (file, format) = self.descriptors.iter().find_map(|file| {
            let context = file.field("context")?.field("eip712")?;
            let is_meant = self.is_deployed(context, contract)
                && is_domain(context, domain)
                && is_schema(context, primary, &written)
                && fault(file).is_none();
            let formats = file.field("display")?.field("formats")?;
            let format = is_meant.then(|| formats.field(&written).or_else(|| formats.field(primary)))??;
            Some((file, format))
        })?;
        let root = abi::typed(primary, message, types)?;
        let to = eip155::parse(contract).ok()?.to_checksum(None);
        said(file, format, &root, &Carrier { site: self, to: &to, value: None })
    }
}

/// The format for a selector, and the parameters of its function.
fn format_of<'a>(file: &'a Value, contract: &Value, selector: &[u8; 4]) -> Option<(Vec<Param>, &'a Value)> {
    let formats = file.field("display")?.field("formats")?.as_object()?;
    formats.iter().take(FORMATS_MAX).find_map(|(key, format)| {
        let function = function(key, contract).filter(|function| function.selector() == *selector)?;
        Some((function.params, format))
    })
}

/// The function of a format's key: a signature, or a selector of the ABI, which also has the names that a signature
/// omits.
fn function(key: &str, contract: &Value) -> Option<Function> {
    let mut listed = contract.list("abi").iter().take(ABI_MAX).filter_map(Function::of_abi);
    if let Some(digits) = key.strip_prefix("0x") {
        let selector = hex::decode(digits).ok()?;
        return listed.find(|function| function.selector().as_slice() == selector);
    }
    let written = Function::parse(key)?;
    let is_named = written.params.iter().all(|param| !param.name.is_empty());
    let canonical = written.canonical();
    let known = if is_named { None } else { listed.find(|function| function.canonical() == canonical) };
    known.or(Some(written))
}

/// Whether the domain matches the descriptor's constraints.
fn is_domain(context: &Value, domain: &Value) -> bool {
    let Some(bound) = context.field("domain").and_then(Value::as_object) else { return true };
    bound.iter().filter(|(_, meant)| !meant.is_null()).all(|(name, meant)| {
        match (name.as_str(), domain.field(name)) {
            (_, None) => false,
            ("chainId", Some(given)) => {
                abi::number_of(given).is_some() && abi::number_of(given) == abi::number_of(meant)
            }
            ("verifyingContract", Some(given)) => {
                let parsed = |value: &Value| value.as_str().and_then(|text| eip155::parse(text).ok());
                parsed(given).is_some() && parsed(given) == parsed(meant)
            }
            (_, Some(given)) => given == meant,
        }
    })
}

/// Whether one of the descriptor's schemas, if any, matches these types.
fn is_schema(context: &Value, primary: &str, written: &str) -> bool {
    let mut schemas = context.list("schemas").iter().filter(|schema| schema.is_object()).peekable();
    schemas.peek().is_none()
        || schemas.any(|schema| {
            let types = schema.field("types").filter(|_| schema.text("primaryType") == Some(primary));
            types.and_then(|types| abi::encode_type(primary, types)).as_deref() == Some(written)
        })
}

fn said(file: &Value, format: &Value, root: &abi::Node, carrier: &Carrier<'_>) -> Option<SiteDescription> {
    let facts = fields::facts(file, format, root, carrier)?;
    // a field that is neither displayed nor explicitly excluded was forgotten, or the descriptor is for other data
    (root.count(Seen::No) == 0).then_some(())?;
    Some(SiteDescription { intent: intent(format)?, facts, left_out: root.count(Seen::LeftOut) })
}

/// The intent: a string, or several with names.
fn intent(format: &Value) -> Option<String> {
    let given = format.field("intent")?;
    let words = match given.as_object() {
        Some(parts) => parts
            .iter()
            .map(|(name, part)| Some([name, ": ", part.as_str()?].concat()))
            .collect::<Option<Vec<_>>>()?
            .join(", "),
        None => given.as_str()?.to_string(),
    };
    text::label(&words, INTENT_CHARS)
}

fn depth(value: &Value) -> usize {
    let inner = match value {
        Value::Array(list) => list.iter().map(depth).max(),
        Value::Object(fields) => fields.values().map(depth).max(),
        _ => return 0,
    };
    inner.unwrap_or_default() + 1
}

/// The error in a descriptor, for its author. A descriptor with an error is never used.
#[must_use]
pub fn fault(file: &Value) -> Option<&'static str> {
    if json::text(file).len() > DESCRIPTOR_BYTES_MAX {
        return Some("is larger than 64 KiB");
    }
    if depth(file) > DESCRIPTOR_DEPTH_MAX {
        return Some("nests too deeply");
    }
    if file.field("includes").is_some() {
        return Some("includes another file. Includes aren't supported");
    }
    let context = file.field("context");
    let of = |name: &str| context.and_then(|context| context.field(name)).filter(|of| of.is_object());
    let (contract, typed) = (of("contract"), of("eip712"));
    let Some(bound) = contract.xor(typed) else {
        return Some("needs context.contract or context.eip712");
    };
    let deployments = bound.list("deployments");
    let is_deployment = |deployment: &Value| {
        deployment.whole("chainId").is_some()
            && deployment.text("address").is_some_and(|address| eip155::parse(address).is_ok())
    };
    if !(1..=DEPLOYMENTS_MAX).contains(&deployments.len()) || !deployments.iter().all(is_deployment) {
        return Some("needs deployments, each with chainId and address");
    }
    if bound.field("domainSeparator").is_some() {
        return Some("sets domainSeparator, which isn't supported. Set domain instead");
    }
    let formats =
        file.field("display").and_then(|display| display.field("formats")).and_then(Value::as_object);
    let Some(formats) = formats.filter(|formats| (1..=FORMATS_MAX).contains(&formats.len())) else {
        return Some("needs display.formats");
    };
    formats.iter().find_map(|(key, format)| {
        if contract.is_some_and(|contract| function(key, contract).is_none()) {
            return Some("has a format whose key isn't a function signature or a selector from its ABI");
        }
        if intent(format).is_none() {
            return Some("has a format without an intent");
        }
        fields::fault(file, format)
    })
}

/// The errors in a page's descriptors: index and reason.
#[must_use]
pub fn faults(descriptors: &[Value]) -> Vec<(usize, &'static str)> {
    let wrong = |(at, file)| fault(file).map(|fault| (at, fault));
    descriptors.iter().enumerate().filter_map(wrong).collect()
}

#[cfg(test)]
mod tests;
