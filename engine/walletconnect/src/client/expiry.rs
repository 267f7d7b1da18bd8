//! Ends everything that expires. An expired item never becomes valid again (docs/spec/security.md R16).

use super::record::Phase;
use super::{Client, Event};
use crate::error;
use alloc::string::String;
use alloc::vec::Vec;

impl Client {
    /// When the next item expires.
    pub(super) fn next_expiry(&self) -> Option<u64> {
        let records = &self.records;
        let sessions = records.sessions.iter().map(|session| session.expires_ms);
        let proposals = records.proposals.iter().map(|proposal| proposal.expires_ms);
        let waiting = records.waiting.iter().map(|waiting| waiting.expires_ms);
        sessions.chain(proposals).chain(waiting).chain(records.outbox.expiry()).min()
    }

    /// Ends all expired items.
    pub(super) fn expire(&mut self) {
        let now_ms = self.now_ms;
        if self.next_expiry().is_none_or(|next| next > now_ms) {
            return;
        }
        self.dirty = true;
        self.expire_proposals();
        let over = |session: &&super::Session| session.expires_ms <= now_ms;
        let topics: Vec<String> =
            self.records.sessions.iter().filter(over).map(|session| session.topic.clone()).collect();
        for topic in topics {
            self.end_session(&topic, &error::EXPIRED.plain());
            self.events.push(Event::Expired { topic });
        }
        let late: Vec<u64> = self
            .records
            .waiting
            .iter()
            .filter(|waiting| waiting.expires_ms <= now_ms && waiting.is_open())
            .map(|waiting| waiting.id)
            .collect();
        for id in late {
            self.ended(id, error::request_expired());
        }
        self.records.waiting.retain(|waiting| waiting.expires_ms > now_ms);
        self.records.outbox.retain(|letter| letter.until_ms > now_ms);
    }

    fn expire_proposals(&mut self) {
        let now_ms = self.now_ms;
        let over: Vec<u64> = self
            .records
            .proposals
            .iter()
            .filter(|proposal| proposal.expires_ms <= now_ms)
            .map(|proposal| proposal.id)
            .collect();
        for id in over {
            let signed = self.proposal(id).is_some_and(|proposal| matches!(proposal.phase, Phase::Signed(_)));
            if signed {
                self.refuse_signed(id, &error::proposal_expired());
            }
            self.drop_proposal(id);
            self.events.push(Event::ProposalExpired { proposal: id });
        }
    }
}
