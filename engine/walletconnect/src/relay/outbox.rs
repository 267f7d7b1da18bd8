//! The messages to send. Each keeps its relay ID and its ciphertext until the relay has received it
//! (docs/spec/security.md R7), across reconnects and restarts.

use super::call;
use crate::crypto;
use crate::json::Read as _;
use crate::json::object;
use crate::message::Post;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The maximum number of messages (docs/spec/security.md R30).
const LETTERS_MAX: usize = 200;
/// How long to wait for the relay's response to a publish, before the same message is sent again.
const RESEND_MS: u64 = 15_000;
/// How long to wait for a response to `wc_proposeSession`, before the older method is used.
pub(crate) const PROPOSE_MS: u64 = 5_000;

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// A reply, for which no caller waits.
    Reply,
    /// The end of a session or pairing. If there are too many messages, it stays longer than replies.
    Delete,
    /// The `wc_sessionPropose` of this proposal.
    Proposal(u64),
    /// The `wc_sessionAuthenticate` of this proposal.
    Authenticate(u64),
    /// A request or ping.
    Request(u64),
}

/// One message in the outbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    /// The relay's JSON-RPC ID.
    pub(crate) id: u64,
    /// Sent with `wc_proposeSession`, which also subscribes.
    pub(crate) propose: bool,
    pub(crate) topic: String,
    pub(crate) message: String,
    pub(crate) post: Post,
    pub(crate) about: About,
    /// The message expires at this time.
    pub(crate) until_ms: u64,
    /// When it was sent on this socket.
    pub(crate) sent_ms: Option<u64>,
    /// It was sent on any socket, so it might have arrived.
    pub(crate) was_sent: bool,
    /// Not sent again before this time, after a temporary error.
    pub(crate) hold_ms: u64,
    pub(crate) refusals: u32,
}

impl Letter {
    fn frame(&self) -> String {
        let topic = Value::from(self.topic.as_str());
        let message = Value::from(self.message.as_str());
        let ttl = Value::from(self.post.ttl_s);
        // an empty attestation saves the wallet a look-up (docs/spec/walletconnect.md section 8)
        if self.propose {
            let About::Proposal(proposal) = self.about else { return String::new() };
            let fields = [
                ("pairingTopic", topic),
                ("sessionProposal", message),
                ("ttl", ttl),
                ("attestation", "".into()),
                ("correlationId", proposal.into()),
            ];
            return call(self.id, "wc_proposeSession", &object(fields));
        }
        let mut params =
            object([("topic", topic), ("message", message), ("ttl", ttl), ("tag", self.post.tag.into())]);
        if let Value::Object(map) = &mut params
            && self.post.prompt
        {
            map.insert("prompt".into(), true.into());
            map.insert("attestation".into(), "".into());
        }
        call(self.id, "irn_publish", &params)
    }

    fn due_ms(&self) -> u64 {
        self.sent_ms.map_or(self.hold_ms, |sent| sent.saturating_add(RESEND_MS))
    }

    fn value(&self) -> Value {
        let (about, of) = match self.about {
            About::Reply => ("reply", 0),
            About::Delete => ("delete", 0),
            About::Proposal(id) => ("proposal", id),
            About::Authenticate(id) => ("authenticate", id),
            About::Request(id) => ("request", id),
        };
        object([
            ("id", self.id.into()),
            ("propose", self.propose.into()),
            ("topic", self.topic.as_str().into()),
            ("message", self.message.as_str().into()),
            ("tag", self.post.tag.into()),
            ("ttl", self.post.ttl_s.into()),
            ("prompt", self.post.prompt.into()),
            ("about", about.into()),
            ("of", of.into()),
            ("until", self.until_ms.into()),
        ])
    }

    fn read(value: &Value) -> Option<Self> {
        let of = value.whole("of")?;
        let about = match value.text("about")? {
            "reply" => About::Reply,
            "delete" => About::Delete,
            "proposal" => About::Proposal(of),
            "authenticate" => About::Authenticate(of),
            "request" => About::Request(of),
            _ => return None,
        };
        let topic = value.text("topic")?;
        crypto::unhex32(topic)?;
        Some(Self {
            id: value.whole("id")?,
            propose: value.flag("propose")? && matches!(about, About::Proposal(_)),
            topic: topic.into(),
            message: value.filled("message")?.into(),
            post: Post {
                tag: u32::try_from(value.whole("tag")?).ok()?,
                ttl_s: value.whole("ttl")?,
                prompt: value.flag("prompt")?,
            },
            about,
            until_ms: value.whole("until")?,
            sent_ms: None,
            // it might have been sent after it was saved
            was_sent: true,
            hold_ms: 0,
            refusals: 0,
        })
    }
}

/// All messages to send, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox {
    letters: Vec<Letter>,
}

impl Outbox {
    pub(crate) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Letter> {
        self.letters.iter()
    }

    /// Adds a message. If there are too many, drops the oldest reply, or the oldest message. Returns the dropped one.
    #[must_use]
    pub(crate) fn push(&mut self, letter: Letter) -> Option<Letter> {
        let pushed_out = (self.letters.len() >= LETTERS_MAX).then(|| {
            let replies = self.letters.iter().position(|letter| letter.about == About::Reply);
            let ends = || self.letters.iter().position(|letter| letter.about == About::Delete);
            self.letters.remove(replies.or_else(ends).unwrap_or(0))
        });
        self.letters.push(letter);
        pushed_out
    }

    /// Sends a proposal with `wc_proposeSession`, or as a plain publish.
    pub(crate) fn propose(&mut self, proposal: u64, propose: bool) {
        for letter in self.letters.iter_mut().filter(|letter| letter.about == About::Proposal(proposal)) {
            letter.propose = propose;
        }
    }

    /// Takes out a message, because the relay responded.
    pub(crate) fn take(&mut self, id: u64) -> Option<Letter> {
        let at = self.letters.iter().position(|letter| letter.id == id)?;
        Some(self.letters.remove(at))
    }

    /// Puts back a message after a temporary error of the relay.
    pub(crate) fn put_back(&mut self, letter: Letter) {
        self.letters.push(letter);
    }

    /// Drops the pending messages about something. Returns true if there were any.
    pub(crate) fn drop_about(&mut self, about: About) -> bool {
        self.retain(|letter| letter.about != about)
    }

    /// Keeps messages that pass the check. Returns true if others were dropped.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&Letter) -> bool) -> bool {
        let before = self.letters.len();
        self.letters.retain(keep);
        before != self.letters.len()
    }

    /// Switches proposals to plain publishes if the relay hasn't responded for too long. They keep their ciphertext and
    /// get a new relay ID.
    pub(crate) fn plain_proposals(&mut self, now_ms: u64, all: bool, mut id: impl FnMut() -> u64) -> bool {
        let mut any = false;
        for letter in self.letters.iter_mut().filter(|letter| letter.propose) {
            let silent = letter.sent_ms.is_some_and(|sent| now_ms >= sent.saturating_add(PROPOSE_MS));
            if silent || all {
                letter.propose = false;
                letter.id = id();
                letter.sent_ms = None;
                any = true;
            }
        }
        any
    }

    /// The frames to send now.
    pub(crate) fn send(&mut self, now_ms: u64) -> Vec<String> {
        let mut frames = Vec::new();
        for letter in &mut self.letters {
            if now_ms >= letter.due_ms() {
                letter.sent_ms = Some(now_ms);
                letter.was_sent = true;
                frames.push(letter.frame());
            }
        }
        frames
    }

    /// Marks everything as unsent, because the socket was closed.
    pub(crate) fn unsent(&mut self) {
        for letter in &mut self.letters {
            letter.sent_ms = None;
            letter.hold_ms = 0;
        }
    }

    /// Handles a clock that went back.
    pub(crate) fn rebase(&mut self, now_ms: u64) {
        for letter in &mut self.letters {
            letter.sent_ms = letter.sent_ms.map(|sent| sent.min(now_ms));
            letter.hold_ms = letter.hold_ms.min(now_ms);
        }
    }

    /// When the next message must be sent or dropped, on an open socket.
    pub(crate) fn deadline(&self) -> Option<u64> {
        let one = |letter: &Letter| match letter.sent_ms {
            Some(sent) if letter.propose => sent.saturating_add(PROPOSE_MS),
            _ => letter.due_ms(),
        };
        self.letters.iter().map(one).min()
    }

    /// When the first message expires.
    pub(crate) fn expiry(&self) -> Option<u64> {
        self.letters.iter().map(|letter| letter.until_ms).min()
    }

    /// The messages in their stored form, oldest first.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> {
        self.letters.iter().map(Letter::value)
    }

    pub(crate) fn read(list: &[Value]) -> Self {
        Self { letters: list.iter().filter_map(Letter::read).take(LETTERS_MAX).collect() }
    }
}
