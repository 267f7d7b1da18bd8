//! The only socket: when it opens, to which relay, how long an attempt waits, and when it counts as dead.

use super::{HEARTBEAT_MS, RelayState};
use crate::crypto;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The time limit for opening a socket.
const OPEN_MS_MAX: u64 = 10_000;
/// How long the relay has to answer a probe. The next constant is how many misses mean that the socket is dead.
const PROBE_MS: u64 = 5_000;
const MISSES_MAX: u32 = 2;
/// The same after a wake, where one miss is enough (docs/spec/security.md R13).
const WAKE_PROBE_MS: u64 = 1_000;
/// How long the relay can be silent before a probe: while a response is pending, and otherwise.
const SILENCE_AWAITED_MS: u64 = 5_000;
const SILENCE_MS: u64 = 30_000;
/// The full jitter between attempts.
const BACKOFF_MS: u64 = 250;
const BACKOFF_MS_MAX: u64 = 30_000;
/// How many attempts at one relay precede the next relay (10.28). One that times out is left after a single attempt.
const TRIES_MAX: u32 = 2;
/// At most 20 attempts in 10 minutes (docs/spec/security.md R14): the first eight with jitter, then one every 50 s.
const WINDOW_MS: u64 = 600_000;
const QUICK_MAX: usize = 8;
const SPACED_MS: u64 = 50_000;
/// A socket that lived this long resets the count of attempts.
const PROVEN_MS: u64 = 30_000;

/// The state of the socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Idle,
    Waiting { until_ms: u64 },
    Opening { since_ms: u64 },
    Open { since_ms: u64, heard_ms: Option<u64> },
    Refused,
}

/// A call to the relay whose response proves that the socket is alive.
#[derive(Clone, Copy, Debug)]
struct Probe {
    until_ms: u64,
    misses_left: u32,
}

/// What to do with the socket now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Open,
    Close,
    Probe,
}

/// The state of the connection, see the module.
pub(crate) struct Link {
    relays: Vec<String>,
    at: usize,
    tries: u32,
    failures: u32,
    attempts: VecDeque<u64>,
    phase: Phase,
    probe: Option<Probe>,
    probe_now: bool,
    state: RelayState,
}

impl Link {
    pub(crate) fn new(relays: &[String]) -> Self {
        let relays = if relays.is_empty() { vec![super::DEFAULT_RELAY.into()] } else { relays.to_vec() };
        Self {
            relays,
            at: 0,
            tries: 0,
            failures: 0,
            attempts: VecDeque::new(),
            phase: Phase::Idle,
            probe: None,
            probe_now: false,
            state: RelayState::Idle,
        }
    }

    pub(crate) fn state(&self) -> &RelayState {
        &self.state
    }

    pub(crate) fn relay(&self) -> String {
        self.relays.get(self.at).cloned().unwrap_or_default()
    }

    pub(crate) fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Open { .. })
    }

    /// Handles an open socket. Ignored if none was opening.
    pub(crate) fn opened(&mut self, now_ms: u64) -> bool {
        let expected = matches!(self.phase, Phase::Opening { .. });
        if expected {
            self.phase = Phase::Open { since_ms: now_ms, heard_ms: None };
            self.probe = None;
            self.state = RelayState::Connected { url: self.relay() };
        }
        expected
    }

    /// Handles the arrival of any frame. Ignored if the socket was given up.
    pub(crate) fn heard(&mut self, now_ms: u64) -> bool {
        let Phase::Open { since_ms, .. } = self.phase else { return false };
        self.phase = Phase::Open { since_ms, heard_ms: Some(now_ms) };
        self.probe = None;
        self.tries = 0;
        self.failures = 0;
        if now_ms.saturating_sub(since_ms) >= PROVEN_MS {
            self.attempts.clear();
        }
        true
    }

    /// Handles a closed socket. Returns true if it was open.
    pub(crate) fn closed(
        &mut self,
        now_ms: u64,
        code: u16,
        reason: &str,
        random: &mut dyn FnMut(&mut [u8]),
    ) -> bool {
        let was_open = match self.phase {
            Phase::Opening { .. } => false,
            Phase::Open { .. } => true,
            _ => return false,
        };
        if code == super::REFUSED_CODE {
            self.phase = Phase::Refused;
            self.probe = None;
            self.state = RelayState::Refused { url: self.relay(), reason: reason.into() };
        } else {
            self.lost(now_ms, reason, random);
        }
        was_open
    }

    /// Handles a user's action that needs the relay: resets all waits, and retries after a rejection.
    pub(crate) fn person(&mut self, now_ms: u64) {
        self.failures = 0;
        self.attempts.clear();
        match self.phase {
            Phase::Refused => self.rest(),
            Phase::Waiting { .. } => self.phase = Phase::Waiting { until_ms: now_ms },
            _ => {}
        }
    }

    /// Handles a wake of the device, or a network that is back: checks the socket immediately.
    pub(crate) fn wake(&mut self, now_ms: u64) {
        match self.phase {
            Phase::Waiting { .. } => {
                self.failures = 0;
                self.attempts.clear();
                self.phase = Phase::Waiting { until_ms: now_ms };
            }
            Phase::Open { .. } => self.probe_now = true,
            _ => {}
        }
    }

    /// Handles a clock that went back: running durations are measured from the new time.
    pub(crate) fn rebase(&mut self, back_ms: u64) {
        let back = |ms: &mut u64| *ms = ms.saturating_sub(back_ms);
        match &mut self.phase {
            Phase::Waiting { until_ms: ms } | Phase::Opening { since_ms: ms } => back(ms),
            Phase::Open { since_ms, heard_ms } => {
                back(since_ms);
                heard_ms.iter_mut().for_each(back);
            }
            Phase::Idle | Phase::Refused => {}
        }
        if let Some(probe) = &mut self.probe {
            back(&mut probe.until_ms);
        }
        self.attempts.iter_mut().for_each(back);
    }

    /// The next step, if any. `needed`: a topic or a message needs the socket. `awaited`: a response is pending, so
    /// silence is suspicious sooner.
    pub(crate) fn step(
        &mut self,
        now_ms: u64,
        needed: bool,
        awaited: bool,
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Option<Step> {
        match self.phase {
            Phase::Idle if needed => Some(self.open(now_ms)),
            Phase::Waiting { .. } if !needed => {
                self.rest();
                None
            }
            Phase::Waiting { until_ms } if now_ms >= until_ms => Some(self.open(now_ms)),
            Phase::Opening { .. } | Phase::Open { .. } if !needed => {
                self.rest();
                Some(Step::Close)
            }
            Phase::Opening { since_ms } if now_ms >= since_ms.saturating_add(OPEN_MS_MAX) => {
                self.silent(now_ms, random);
                Some(Step::Close)
            }
            Phase::Open { since_ms, heard_ms } => {
                self.watch(now_ms, heard_ms.unwrap_or(since_ms), awaited, random)
            }
            _ => None,
        }
    }

    fn watch(
        &mut self,
        now_ms: u64,
        heard_ms: u64,
        awaited: bool,
        random: &mut dyn FnMut(&mut [u8]),
    ) -> Option<Step> {
        if self.probe_now {
            self.probe_now = false;
            self.probe = Some(Probe { until_ms: now_ms.saturating_add(WAKE_PROBE_MS), misses_left: 1 });
            return Some(Step::Probe);
        }
        if let Some(probe) = self.probe {
            if now_ms < probe.until_ms {
                return None;
            }
            if probe.misses_left <= 1 {
                self.silent(now_ms, random);
                return Some(Step::Close);
            }
            let misses_left = probe.misses_left.saturating_sub(1);
            self.probe = Some(Probe { until_ms: now_ms.saturating_add(PROBE_MS), misses_left });
            return Some(Step::Probe);
        }
        let silence = if awaited { SILENCE_AWAITED_MS } else { SILENCE_MS };
        (now_ms >= heard_ms.saturating_add(silence)).then(|| {
            let until_ms = now_ms.saturating_add(PROBE_MS);
            // a relay that has never sent anything on this socket isn't trusted
            let spoke = matches!(self.phase, Phase::Open { heard_ms: Some(_), .. });
            self.probe = Some(Probe { until_ms, misses_left: if spoke { MISSES_MAX } else { 1 } });
            Step::Probe
        })
    }

    /// When [`Self::step`] has a next step.
    pub(crate) fn deadline(&self, now_ms: u64, awaited: bool) -> Option<u64> {
        let due = match self.phase {
            Phase::Idle | Phase::Refused => return None,
            Phase::Waiting { until_ms } => until_ms,
            Phase::Opening { since_ms } => since_ms.saturating_add(OPEN_MS_MAX),
            Phase::Open { since_ms, heard_ms } => match self.probe {
                Some(probe) => probe.until_ms,
                None => {
                    let silence = if awaited { SILENCE_AWAITED_MS } else { SILENCE_MS };
                    heard_ms.unwrap_or(since_ms).saturating_add(silence)
                }
            },
        };
        Some(due.min(now_ms.saturating_add(HEARTBEAT_MS)))
    }

    fn open(&mut self, now_ms: u64) -> Step {
        self.attempts.push_back(now_ms);
        if self.attempts.len() > 64 {
            self.attempts.pop_front();
        }
        self.phase = Phase::Opening { since_ms: now_ms };
        self.probe = None;
        self.probe_now = false;
        self.state = RelayState::Connecting { url: self.relay() };
        Step::Open
    }

    fn rest(&mut self) {
        self.phase = Phase::Idle;
        self.probe = None;
        self.state = RelayState::Idle;
    }

    /// Handles a relay that doesn't respond: tries the next one, because another attempt would cost as much time.
    fn silent(&mut self, now_ms: u64, random: &mut dyn FnMut(&mut [u8])) {
        if !matches!(self.phase, Phase::Open { heard_ms: Some(_), .. }) {
            self.tries = TRIES_MAX;
        }
        self.lost(now_ms, "no answer", random);
    }

    /// Handles a closed socket. If it had received something, it is reopened soon. Otherwise, it counts as a failed
    /// attempt.
    fn lost(&mut self, now_ms: u64, reason: &str, random: &mut dyn FnMut(&mut [u8])) {
        let spoke = matches!(self.phase, Phase::Open { heard_ms: Some(_), .. });
        if !spoke {
            self.failures = self.failures.saturating_add(1);
            self.tries = self.tries.saturating_add(1);
        }
        self.state = match spoke {
            true => RelayState::Connecting { url: self.relay() },
            false => RelayState::Unreachable { url: self.relay(), reason: reason.into() },
        };
        if self.tries >= TRIES_MAX && self.relays.len() > 1 {
            self.tries = 0;
            self.at = self.at.saturating_add(1).checked_rem(self.relays.len()).unwrap_or(0);
        }
        self.probe = None;
        self.phase = Phase::Waiting { until_ms: self.next_attempt(now_ms, random) };
    }

    fn next_attempt(&mut self, now_ms: u64, random: &mut dyn FnMut(&mut [u8])) -> u64 {
        let limit = (BACKOFF_MS << self.failures.min(7)).min(BACKOFF_MS_MAX);
        let mut bytes = [0; 8];
        random(&mut bytes);
        let jitter = now_ms.saturating_add(u64::from_le_bytes(bytes) % limit.saturating_add(1));
        self.attempts.retain(|attempt| attempt.saturating_add(WINDOW_MS) > now_ms);
        let spaced = match self.attempts.back() {
            Some(last) if self.attempts.len() >= QUICK_MAX => last.saturating_add(SPACED_MS),
            _ => 0,
        };
        jitter.max(spaced)
    }
}

/// The token of one connection. It is issued slightly in the past, because relays tolerate a clock skew of only 120 s
/// (docs/spec/security.md T6).
pub(crate) fn token(seed: &crypto::Key, subject: &str, relay: &str, now_ms: u64) -> String {
    let issued_s = (now_ms / 1_000).saturating_sub(90);
    crypto::jwt(seed, subject, relay, issued_s, issued_s.saturating_add(86_400))
}
