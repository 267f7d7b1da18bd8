//! Names whose resolver answers for all names below its own (ENSIP-10), and resolvers that send a client to a gateway outside of the
//! network (EIP-3668): what they are asked, and what they answer, read to the last byte. Who asks is `money/names.rs`, which asks only
//! gateways that the host lists (option `nameGateways`, docs/spec/decisions.md 40).

use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, hex};

/// `supportsInterface(bytes4)` (EIP-165)
const SUPPORTS_INTERFACE: [u8; 4] = [0x01, 0xff, 0xc9, 0xa7];
/// `resolve(bytes,bytes)`, which is the id of that interface too (ENSIP-10).
const RESOLVE: [u8; 4] = [0x90, 0x61, 0xb9, 0x23];
/// `OffchainLookup(address,string[],bytes,bytes4,bytes)` (EIP-3668)
const OFFCHAIN_LOOKUP: [u8; 4] = [0x55, 0x6f, 0x18, 0x30];
const WORD: usize = 32;
/// Gateways that are read of one revert.
const URLS_MAX: usize = 16;
/// Of one of them.
const URL_BYTES_MAX: usize = 2_048;

/// Where a resolver sends a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffchainLookup {
    /// The contract that said so. It must be the one that was asked, else another contract speaks in its place.
    pub sender: Address,
    /// Templates with `{sender}` and `{data}`.
    pub urls: Vec<String>,
    /// What a gateway is asked.
    pub call_data: Vec<u8>,
    /// The function of the contract that checks a gateway's answer.
    callback: [u8; 4],
    extra: Vec<u8>,
}

/// Reads call data, or what was returned, from behind its selector.
#[derive(Clone, Copy)]
struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    fn word(self, index: usize) -> Option<&'a [u8]> {
        self.0.get(index.checked_mul(WORD)?..)?.get(..WORD)
    }

    /// A number that is a place or a length of these bytes.
    fn size(self, index: usize) -> Option<usize> {
        let number = U256::try_from_be_slice(self.word(index)?)?;
        usize::try_from(number).ok().filter(|size| *size <= self.0.len())
    }

    /// What stands behind the place that a word names.
    fn at(self, index: usize) -> Option<Self> {
        self.0.get(self.size(index)?..).map(Self)
    }

    /// A length and so many bytes.
    fn bytes(self) -> Option<&'a [u8]> {
        self.0.get(WORD..)?.get(..self.size(0)?)
    }
}

/// Bytes as an argument: their length, and they themselves up to a whole word.
fn tail(bytes: &[u8]) -> Vec<u8> {
    let mut all = U256::from(bytes.len()).to_be_bytes_vec();
    all.extend_from_slice(bytes);
    all.resize(all.len().next_multiple_of(WORD), 0);
    all
}

/// A call with two arguments of type `bytes`.
fn call_of_two(selector: [u8; 4], first: &[u8], second: &[u8]) -> String {
    let (first, second) = (tail(first), tail(second));
    let mut data = selector.to_vec();
    data.extend(U256::from(2 * WORD).to_be_bytes_vec());
    data.extend(U256::from(2 * WORD + first.len()).to_be_bytes_vec());
    data.extend(first);
    data.extend(second);
    hex::encode_prefixed(data)
}

/// A name as the DNS writes it: each label behind its length, and a zero.
fn dns_encoded(name: &str) -> Vec<u8> {
    let mut all = Vec::with_capacity(name.len() + 2);
    for label in name.split('.') {
        // a label has at most 63 letters (`names::normalised`)
        all.push(u8::try_from(label.len()).unwrap_or(u8::MAX));
        all.extend_from_slice(label.as_bytes());
    }
    all.push(0);
    all
}

/// Asks a resolver whether it answers for names below its own.
#[must_use]
pub fn supports_wildcard() -> String {
    let mut id = [0; WORD];
    if let Some(start) = id.get_mut(..RESOLVE.len()) {
        start.copy_from_slice(&RESOLVE);
    }
    super::transfer::call(SUPPORTS_INTERFACE, &[id])
}

/// Asks such a resolver what it would answer to `data` for this name.
#[must_use]
pub fn resolve(name: &str, data: &str) -> String {
    call_of_two(RESOLVE, &dns_encoded(name), &hex::decode(data).unwrap_or_default())
}

/// Whether an answer is exactly true.
#[must_use]
pub fn is_true(returned: &str) -> bool {
    hex::decode(returned)
        .is_ok_and(|bytes| bytes.len() == WORD && U256::from_be_slice(&bytes) == U256::from(1))
}

/// The one value of type `bytes` in an answer, as hex.
#[must_use]
pub fn bytes_returned(returned: &str) -> Option<String> {
    let bytes = hex::decode(returned).ok()?;
    Words(&bytes).at(0)?.bytes().map(hex::encode_prefixed)
}

impl OffchainLookup {
    /// Reads what a call was reverted with.
    #[must_use]
    pub fn read(reverted: &[u8]) -> Option<Self> {
        let words = Words(reverted.strip_prefix(&OFFCHAIN_LOOKUP)?);
        let (zeros, address) = words.word(0)?.split_at_checked(12)?;
        let list = words.at(1)?;
        let count = list.size(0).filter(|count| *count <= URLS_MAX)?;
        let urls = Words(list.0.get(WORD..)?);
        let url = |index| {
            let bytes = urls.at(index)?.bytes().filter(|bytes| bytes.len() <= URL_BYTES_MAX)?;
            core::str::from_utf8(bytes).ok().map(String::from)
        };
        Some(Self {
            sender: Address::from_slice(address),
            urls: (0..count).map(url).collect::<Option<_>>()?,
            call_data: words.at(2)?.bytes()?.to_vec(),
            callback: words.word(3)?.first_chunk().copied()?,
            extra: words.at(4)?.bytes()?.to_vec(),
        })
        .filter(|_| zeros.iter().all(|byte| *byte == 0))
    }

    /// A gateway's url for this lookup, and whether the data is in it: else it is posted.
    #[must_use]
    pub fn url(&self, template: &str) -> (String, bool) {
        let sender = hex::encode_prefixed(self.sender);
        let has_data = template.contains("{data}");
        let url = template.replace("{sender}", &sender);
        match has_data {
            true => (url.replace("{data}", &hex::encode_prefixed(&self.call_data)), true),
            false => (url, false),
        }
    }

    /// Asks the contract to check a gateway's answer: what it returns is the answer to the call that was reverted.
    #[must_use]
    pub fn checked(&self, answer: &[u8]) -> String {
        call_of_two(self.callback, answer, &self.extra)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn text(bytes: &[&[u8]]) -> Vec<u8> {
        bytes.concat()
    }

    fn number(of: usize) -> Vec<u8> {
        U256::from(of).to_be_bytes_vec()
    }

    /// A revert as a compiler writes it, of one gateway.
    fn reverted(url: &str) -> Vec<u8> {
        let urls = text(&[&number(1), &number(32), &tail(url.as_bytes())]);
        let data = tail(&[1, 2, 3]);
        let extra = tail(&[9; 33]);
        let mut sender = vec![0; 12];
        sender.extend([0x11; 20]);
        let mut callback = vec![0xaa, 0xbb, 0xcc, 0xdd];
        callback.resize(32, 0);
        text(&[
            &OFFCHAIN_LOOKUP,
            &sender,
            &number(160),
            &number(160 + urls.len()),
            &callback,
            &number(160 + urls.len() + data.len()),
            &urls,
            &data,
            &extra,
        ])
    }

    #[test]
    fn a_revert_is_read_and_its_answer_goes_back_to_the_contract() {
        let bytes = reverted("https://gateway.example/{sender}/{data}.json");
        let read = OffchainLookup::read(&bytes).expect("one");
        assert_eq!(read.sender, Address::repeat_byte(0x11));
        assert_eq!(
            (read.call_data.as_slice(), read.extra.as_slice()),
            ([1u8, 2, 3].as_slice(), [9u8; 33].as_slice())
        );
        let (url, in_url) = read.url(&read.urls[0]);
        assert_eq!(url, alloc::format!("https://gateway.example/0x{}/0x010203.json", "11".repeat(20)));
        assert!(in_url && !read.url("https://gateway.example/{sender}").1);
        let checked = hex::decode(read.checked(&[7])).expect("hex");
        assert_eq!(checked[..4], [0xaa, 0xbb, 0xcc, 0xdd]);
        let words = Words(&checked[4..]);
        assert_eq!(words.at(0).and_then(Words::bytes), Some([7u8].as_slice()));
        assert_eq!(words.at(1).and_then(Words::bytes), Some([9u8; 33].as_slice()));
    }

    #[test]
    fn a_revert_that_ends_early_or_points_outside_is_none() {
        let whole = reverted("https://gateway.example/");
        // the padding of its last argument says nothing
        for end in 0..whole.len() - 31 {
            assert_eq!(OffchainLookup::read(&whole[..end]), None, "{end}");
        }
        for word in 0..5 {
            let mut wrong = whole.clone();
            wrong[4 + word * 32] = 0xff;
            let is_callback = word == 3;
            assert_eq!(OffchainLookup::read(&wrong).is_some(), is_callback, "{word}");
        }
        assert_eq!(OffchainLookup::read(&reverted(&"a".repeat(URL_BYTES_MAX + 1))), None);
    }

    /// The example of ENSIP-10's encoding, and a label's length before it.
    #[test]
    fn a_name_is_written_as_the_dns_does() {
        assert_eq!(dns_encoded("a.eth"), [1, b'a', 3, b'e', b't', b'h', 0]);
        let asked = hex::decode(resolve("a.eth", "0x3b3b57de")).expect("hex");
        let words = Words(&asked[4..]);
        assert_eq!(words.at(0).and_then(Words::bytes), Some(dns_encoded("a.eth").as_slice()));
        assert_eq!(words.at(1).and_then(Words::bytes), Some([0x3b, 0x3b, 0x57, 0xde].as_slice()));
        assert!(supports_wildcard().starts_with("0x01ffc9a79061b923"));
    }

    #[test]
    fn an_answer_is_true_or_bytes_or_nothing() {
        assert!(is_true(&alloc::format!("0x{:0>64}", 1)));
        for other in ["0x", "0x1", &alloc::format!("0x{:0>64}", 2), &alloc::format!("0x{:0>66}", 1)] {
            assert!(!is_true(other), "{other}");
        }
        let answer = hex::encode_prefixed(text(&[&number(32), &tail(&[5, 6])]));
        assert_eq!(bytes_returned(&answer).as_deref(), Some("0x0506"));
        for other in ["", "0x", &answer[..130], &answer.replace("20", "ff")] {
            assert_eq!(bytes_returned(other), None, "{other}");
        }
    }
}
