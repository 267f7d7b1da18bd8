//! The paths of a descriptor: `#.orders.[0].amount` in the data, `@.value` in its container, `$.metadata.constants.max`
//! in the descriptor itself. A path without a root is relative.

use super::Site;
use crate::json::Read;
use crate::namespaces::eip155::codec::abi::{Node, Seen, Value};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value as Json;

/// The maximum length of a path, and the maximum number of its steps.
const PATH_BYTES_MAX: usize = 256;
const STEPS_MAX: usize = 16;

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step<'a> {
    Name(&'a str),
    /// An index. A negative one counts from the end.
    Index(i32),
    /// `[2:4]`, `[-20:]`. `[]` is everything.
    Slice(i32, Option<i32>),
}

/// The target of a path.
#[derive(Clone, Debug)]
pub(super) enum Found<'a> {
    /// A value of the data.
    Node(&'a Node),
    /// A part of a value.
    Bytes(Vec<u8>),
    /// The paid value, or a chain ID.
    Number(U256),
    /// The signer, or the called contract.
    Address(String),
    /// A constant.
    Constant(&'a Json),
}

/// The container of the data.
pub(super) struct Carrier<'a> {
    pub(super) site: &'a Site<'a>,
    /// The called or verifying contract.
    pub(super) to: &'a str,
    /// A valid index in a list.
    pub(super) value: Option<U256>,
}

fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let mut steps = Vec::new();
    if path.len() > PATH_BYTES_MAX {
        return None;
    }
    for part in path.split('.').filter(|part| !part.is_empty()) {
        let (name, mut rest) = part.split_at_checked(part.find('[').unwrap_or(part.len()))?;
        if !name.is_empty() {
            steps.push(Step::Name(name));
        }
        while !rest.is_empty() {
            let (inside, after) = rest.strip_prefix('[')?.split_once(']')?;
            let number = |text: &str| text.parse::<i32>().ok();
            steps.push(match inside.split_once(':') {
                _ if inside.is_empty() => Step::Slice(0, None),
                Some((from, to)) => Step::Slice(
                    if from.is_empty() { 0 } else { number(from)? },
                    if to.is_empty() { None } else { Some(number(to)?) },
                ),
                None => Step::Index(number(inside)?),
            });
            rest = after;
        }
    }
    (steps.len() <= STEPS_MAX).then_some(steps)
}

/// An index in a list, if valid.
fn place(at: i32, length: usize) -> Option<usize> {
    let distance = usize::try_from(at.unsigned_abs()).ok()?;
    let at = if at < 0 { length.checked_sub(distance)? } else { distance };
    (at <= length).then_some(at)
}

fn range(from: i32, to: Option<i32>, length: usize) -> Option<core::ops::Range<usize>> {
    let (from, to) = (place(from, length)?, to.map_or(Some(length), |to| place(to, length))?);
    (from <= to).then_some(from..to)
}

/// A constant of the descriptor. A string with a path refers to its target.
pub(super) fn constant<'a>(file: &'a Json, given: &'a Json) -> Option<&'a Json> {
    let Some(path) = given.as_str().and_then(|text| text.strip_prefix("$.")) else { return Some(given) };
    steps(path)?.into_iter().try_fold(file, |at, step| match step {
        Step::Name(name) => at.field(name),
        _ => None,
    })
}

/// All targets of a path. `None` if there are none.
pub(super) fn follow<'a>(
    path: &'a str,
    here: &'a Node,
    root: &'a Node,
    carrier: &Carrier<'_>,
    file: &'a Json,
) -> Option<Vec<Found<'a>>> {
    let at_root =
        |mark: char| path.strip_prefix(mark).filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
    if let Some(name) = path.strip_prefix("@.") {
        return Some(alloc::vec![match name {
            "value" => Found::Number(carrier.value?),
            "chainId" => Found::Number(U256::from(carrier.site.chain?.evm_number()?)),
            "to" => Found::Address(carrier.to.to_string()),
            "from" => Found::Address(carrier.site.from.to_string()),
            _ => return None,
        }]);
    }
    if let Some(rest) = path.strip_prefix("$.") {
        let found = steps(rest)?.into_iter().try_fold(file, |at, step| match step {
            Step::Name(name) => at.field(name),
            _ => None,
        })?;
        return Some(alloc::vec![Found::Constant(found)]);
    }
    let (start, rest) = match at_root('#') {
        Some(rest) => (root, rest),
        None => (here, path),
    };
    let mut found = alloc::vec![Found::Node(start)];
    for step in steps(rest)? {
        let mut next = Vec::new();
        for one in found {
            let Found::Node(node) = one else { return None };
            take(node, step, &mut next)?;
        }
        found = next;
    }
    Some(found)
}

fn take<'a>(node: &'a Node, step: Step<'_>, into: &mut Vec<Found<'a>>) -> Option<()> {
    match (&node.value, step) {
        (Value::Tuple(fields), Step::Name(name)) => {
            let mut named = fields.iter().filter(|(of, _)| of == name);
            let (_, node) = named.next().filter(|_| named.next().is_none())?;
            into.push(Found::Node(node));
        }
        (Value::List(list), Step::Index(at)) => {
            let at = place(at, list.len())?;
            let (before, rest) = list.split_at_checked(at)?;
            let (chosen, after) = rest.split_first()?;
            before.iter().chain(after).for_each(|other| other.pass());
            into.push(Found::Node(chosen));
        }
        (Value::List(list), Step::Slice(from, to)) => {
            let range = range(from, to, list.len())?;
            for (at, other) in list.iter().enumerate() {
                match range.contains(&at) {
                    true => into.push(Found::Node(other)),
                    false => other.pass(),
                }
            }
        }
        (Value::Bytes(bytes), Step::Slice(from, to)) => {
            // a part isn't the whole value
            node.pass();
            into.push(Found::Bytes(bytes.get(range(from, to, bytes.len())?)?.to_vec()));
        }
        _ => return None,
    }
    Some(())
}

impl Node {
    /// Marks a value on the way to another one.
    fn pass(&self) {
        self.mark(Seen::LeftOut);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_names_indexes_and_slices_of_a_path() {
        assert_eq!(
            steps("orders.[0].path.[-20:][]"),
            Some(alloc::vec![
                Step::Name("orders"),
                Step::Index(0),
                Step::Name("path"),
                Step::Slice(-20, None),
                Step::Slice(0, None)
            ])
        );
        assert_eq!(steps("a[1:2]"), Some(alloc::vec![Step::Name("a"), Step::Slice(1, Some(2))]));
        assert_eq!(steps(""), Some(Vec::new()));
        for bad in ["a[", "a[]b", "a[x]", "a[1:2:3]", "a[99999999999]", &"a.".repeat(17), &"a".repeat(257)] {
            assert_eq!(steps(bad), None, "{bad}");
        }
        assert_eq!(range(-20, None, 20), Some(0..20));
        assert_eq!((range(-21, None, 20), range(0, Some(21), 20), range(3, Some(2), 20)), (None, None, None));
        assert_eq!(place(i32::MIN, 3), None);
    }
}
