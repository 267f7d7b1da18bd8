//! Contracts that redirect a client to a gateway outside the network (EIP-3668), several at a time (ENSIP-21): decodes
//! the reverts and encodes the responses. `api/gateways.rs` contacts the gateways.

use super::layout::{AbiWords, Arg, call, written};
use crate::constants::{CCIP_BATCH_MAX, CCIP_DATA_BYTES_MAX};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, hex};

/// `OffchainLookup(address,string[],bytes,bytes4,bytes)` (EIP-3668)
const OFFCHAIN_LOOKUP: [u8; 4] = [0x55, 0x6f, 0x18, 0x30];
/// `query((address,string[],bytes)[])` (ENSIP-21)
const QUERY: [u8; 4] = [0xa7, 0x80, 0xba, 0xb6];
/// `HttpError(uint16,string)`
const HTTP_ERROR: [u8; 4] = [0x01, 0x80, 0x01, 0x52];
/// The gateway that is the client itself (ENSIP-21). It contacts the gateways of each resolver, so no shared gateway
/// learns every name.
pub const BATCH_GATEWAY: &str = "x-batch-gateway:true";
/// The maximum number of gateways in one revert.
const URLS_MAX: usize = 16;
/// The maximum length of a gateway's URL.
const URL_BYTES_MAX: usize = 2_048;

/// A query for a gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The contract that needs the data.
    pub sender: Address,
    /// The URL templates with `{sender}` and `{data}`.
    pub urls: Vec<String>,
    /// The request to a gateway.
    pub data: Vec<u8>,
}

/// A contract's redirect to gateways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffchainLookup {
    /// The query. Its sender has to be the called contract, otherwise another contract would respond for it.
    pub question: Question,
    /// The function of the contract that verifies a gateway's response.
    callback: [u8; 4],
    extra: Vec<u8>,
}

/// The first of the returned values, of type `bytes`, as hex.
#[must_use]
pub fn bytes_returned(returned: &str) -> Option<String> {
    let bytes = hex::decode(returned).ok()?;
    AbiWords(&bytes).at(0)?.bytes().map(hex::encode_prefixed)
}

impl Question {
    /// Reads an address, a list of URLs, and bytes.
    fn read(words: AbiWords<'_>) -> Option<Self> {
        let (count, urls) = words.at(1)?.list(URLS_MAX)?;
        let url = |index| {
            let bytes = urls.at(index)?.bytes().filter(|bytes| bytes.len() <= URL_BYTES_MAX)?;
            core::str::from_utf8(bytes).ok().map(String::from)
        };
        Some(Self {
            sender: Address::from_slice(words.address(0)?),
            urls: (0..count).map(url).collect::<Option<_>>()?,
            data: words.at(2)?.bytes().filter(|data| data.len() <= CCIP_DATA_BYTES_MAX)?.to_vec(),
        })
    }

    /// A gateway's URL for this query, and whether it contains the data. Otherwise the data is posted.
    #[must_use]
    pub fn url(&self, template: &str) -> (String, bool) {
        let sender = hex::encode_prefixed(self.sender);
        let has_data = template.contains("{data}");
        let url = template.replace("{sender}", &sender);
        match has_data {
            true => (url.replace("{data}", &hex::encode_prefixed(&self.data)), true),
            false => (url, false),
        }
    }

    /// The queries of a batch. `None` if this is a query for a gateway itself.
    #[must_use]
    pub fn batch(&self) -> Option<Batch> {
        self.urls.iter().any(|url| url == BATCH_GATEWAY).then(|| Batch::read(&self.data).unwrap_or_default())
    }
}

/// The queries of several contracts, whose responses return together (ENSIP-21). An unreadable query is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch(pub Vec<Question>);

impl Batch {
    fn read(data: &[u8]) -> Option<Self> {
        let (count, questions) = AbiWords(data.strip_prefix(&QUERY)?).at(0)?.list(CCIP_BATCH_MAX)?;
        (0..count).map(|index| Question::read(questions.at(index)?)).collect::<Option<_>>().map(Self)
    }

    /// Encodes the responses in the order of the queries: each is a gateway's bytes, or an error ([`failed`]).
    #[must_use]
    pub fn answered(answers: &[Result<Vec<u8>, Vec<u8>>]) -> Vec<u8> {
        let failures = answers.iter().map(|answer| Arg::number(answer.is_err().into())).collect();
        let of = |answer: &'_ Result<Vec<u8>, Vec<u8>>| match answer {
            Ok(bytes) | Err(bytes) => bytes.clone(),
        };
        let bytes: Vec<Vec<u8>> = answers.iter().map(of).collect();
        written(&[Arg::List(failures), Arg::List(bytes.iter().map(|bytes| Arg::Bytes(bytes)).collect())])
    }
}

/// Encodes a failed gateway in the contract's form: `HttpError(status, message)`, with 0 if there is no status.
#[must_use]
pub fn failed(status: u16, message: &str) -> Vec<u8> {
    let args = written(&[Arg::number(status.into()), Arg::Bytes(message.as_bytes())]);
    [HTTP_ERROR.to_vec(), args].concat()
}

impl OffchainLookup {
    /// Decodes the data of a revert.
    #[must_use]
    pub fn read(reverted: &[u8]) -> Option<Self> {
        let words = AbiWords(reverted.strip_prefix(&OFFCHAIN_LOOKUP)?);
        Some(Self {
            question: Question::read(words)?,
            callback: words.word(3)?.first_chunk().copied()?,
            extra: words.at(4)?.bytes()?.to_vec(),
        })
    }

    /// The call that lets the contract verify a gateway's response. It returns the result of the reverted call.
    #[must_use]
    pub fn checked(&self, answer: &[u8]) -> String {
        call(self.callback, &[Arg::Bytes(answer), Arg::Bytes(&self.extra)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::{AbiWords, Arg, written};
    use super::*;
    use alloc::vec;

    fn sender(of: u8) -> Arg<'static> {
        let mut word = [0; 32];
        word[12..].fill(of);
        Arg::Word(word)
    }

    /// A revert with one gateway, as a compiler encodes it.
    fn reverted(url: &str) -> Vec<u8> {
        let mut callback = [0; 32];
        callback[..4].copy_from_slice(&[0xaa, 0xbb, 0xcc, 0xdd]);
        let args = [
            sender(0x11),
            Arg::List(vec![Arg::Bytes(url.as_bytes())]),
            Arg::Bytes(&[1, 2, 3]),
            Arg::Word(callback),
            Arg::Bytes(&[9; 33]),
        ];
        [OFFCHAIN_LOOKUP.to_vec(), written(&args)].concat()
    }

    // req: 10.56
    #[test]
    fn parses_a_lookup_revert_and_encodes_its_callback() {
        let bytes = reverted("https://gateway.example/{sender}/{data}.json");
        let read = OffchainLookup::read(&bytes).expect("one");
        let question = &read.question;
        assert_eq!(question.sender, Address::repeat_byte(0x11));
        assert_eq!(
            (question.data.as_slice(), read.extra.as_slice()),
            ([1u8, 2, 3].as_slice(), [9u8; 33].as_slice())
        );
        let (url, in_url) = question.url(&question.urls[0]);
        assert_eq!(url, alloc::format!("https://gateway.example/0x{}/0x010203.json", "11".repeat(20)));
        assert!(in_url && !question.url("https://gateway.example/{sender}").1);
        let checked = hex::decode(read.checked(&[7])).expect("hex");
        assert_eq!(checked[..4], [0xaa, 0xbb, 0xcc, 0xdd]);
        let words = AbiWords(&checked[4..]);
        assert_eq!(words.at(0).and_then(AbiWords::bytes), Some([7u8].as_slice()));
        assert_eq!(words.at(1).and_then(AbiWords::bytes), Some([9u8; 33].as_slice()));
        assert_eq!(question.batch(), None);
    }

    #[test]
    fn rejects_a_truncated_or_out_of_bounds_revert() {
        let whole = reverted("https://gateway.example/");
        // the padding of its last argument is ignored
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

    /// The vectors come from viem: tests/vectors/ens.json has the same batch and its responses.
    // req: 10.56
    #[test]
    fn calls_no_gateway_for_an_unreadable_batch() {
        let question = |data: &[u8]| Question {
            sender: Address::ZERO,
            urls: vec![BATCH_GATEWAY.into()],
            data: data.to_vec(),
        };
        for data in [&[][..], &QUERY, &[QUERY.to_vec(), vec![0xff; 64]].concat()] {
            assert_eq!(question(data).batch(), Some(Batch::default()));
        }
    }

    #[test]
    fn decodes_returned_bytes_completely_or_not_at_all() {
        let answer = hex::encode_prefixed(written(&[Arg::Bytes(&[5, 6])]));
        assert_eq!(bytes_returned(&answer).as_deref(), Some("0x0506"));
        for other in ["", "0x", &answer[..130], &answer.replace("20", "ff")] {
            assert_eq!(bytes_returned(other), None, "{other}");
        }
    }
}
